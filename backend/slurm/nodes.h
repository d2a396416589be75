// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes of a cluster as scontrol tells them: one question, one reader. (sinfo takes fifteen times as long for the same.)
#pragma once
#include "backend/core/units.h"
#include "backend/ssh/shell.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace pilothouse::slurm {

struct GpuType {
    QString type; // empty: the site names none
    quint32 total = 0;
    quint32 used = 0;
    friend bool operator==(const GpuType &, const GpuType &) = default;
};

// In what a person may hope for; the exact words stand in Node::state.
enum class NodeUse { Idle, Mixed, Allocated, Draining, Drained, Down, Planned, Reserved, PoweredDown, Other };

struct Node {
    QString name;
    QString hostName; // where it differs from the name, jobs may be shown under either
    QString state; // "MIXED"
    QStringList flags; // "DRAIN", "NOT_RESPONDING", …
    NodeUse use = NodeUse::Other;
    QString reason; // whole, without who set it
    QString reasonBy; // "root"
    Moment reasonAt;
    QStringList partitions;
    QStringList features;
    QString version;
    std::optional<quint32> cpusTotal, cpusUsed;
    std::optional<double> load;
    Bytes memoryTotal, memoryUsed, memoryFree;
    std::vector<GpuType> gpus;
    bool gpusReadable = true; // false: the cell holds other words (a driver's error)
    Moment boot;

    [[nodiscard]] quint32 freeCpus() const; // that a job could have: none on a node that drains or is down
};

[[nodiscard]] Command nodesQuestion();
[[nodiscard]] Result<std::vector<Node>> readNodes(const Reply &reply);
[[nodiscard]] Result<std::vector<Node>> fetchNodes(Shell &shell, std::stop_token stop);

// "IDLE+DRAIN", "allocated+drain", "down*"; flags beyond the first word and suffixes are given out.
[[nodiscard]] NodeUse readNodeState(QByteArrayView words, QString *base = nullptr, QStringList *flags = nullptr);

} // namespace pilothouse::slurm
