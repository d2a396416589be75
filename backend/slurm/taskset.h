// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A set of array tasks as Slurm writes it ("0-20:5", "2-9,11%2", cut with "..."), kept as ranges and never expanded unless asked.
#pragma once
#include <QByteArray>
#include <QByteArrayView>
#include <QtGlobal>

#include <optional>
#include <vector>

namespace pilothouse::slurm {

class TaskSet {
public:
    struct Range {
        quint32 first = 0;
        quint32 last = 0; // as told; the last task may be smaller (0-20:6)
        quint32 step = 1;
        [[nodiscard]] quint32 count() const { return (last - first) / step + 1; }
        friend bool operator==(const Range &, const Range &) = default;
    };

    // Without the outer "[…]"; nullopt if it is no such set.
    [[nodiscard]] static std::optional<TaskSet> read(QByteArrayView words);

    [[nodiscard]] quint64 count() const;
    [[nodiscard]] bool contains(quint32 task) const;
    [[nodiscard]] std::vector<quint32> list(size_t atMost) const; // in the order told
    [[nodiscard]] bool isCut() const { return m_cut; } // Slurm left the rest out: count() is a lower bound
    [[nodiscard]] quint32 limit() const { return m_limit; } // "%2"; 0: none
    [[nodiscard]] const std::vector<Range> &ranges() const { return m_ranges; }

private:
    friend struct JobId;
    std::vector<Range> m_ranges;
    quint32 m_limit = 0;
    bool m_cut = false;
};

// A job id in any form squeue, sacct or scontrol print: "4711", "4711_12", "4711_[2-9%2]", "24+1", "4711.batch", "4711_12.0".
struct JobId {
    quint32 job = 0; // plain id, array master or het leader
    std::optional<quint32> task;
    std::optional<quint16> hetOffset;
    bool isRest = false; // "_[…]": an array's waiting rest
    QByteArrayView indexes; // of a rest, as told, without brackets and throttle
    TaskSet waiting; // of a rest
    QByteArrayView step; // "batch", "0"; empty for the job

    [[nodiscard]] static std::optional<JobId> read(QByteArrayView words);
};

} // namespace pilothouse::slurm
