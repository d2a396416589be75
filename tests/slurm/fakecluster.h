// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster in memory behind a FakeShell: answers squeue, sacct, scancel, scontrol, id and date as Slurm does, in whatever fields are
// asked.
#pragma once
#include "tests/support/fakeshell.h"

#include <QMap>

#include <memory>

namespace pilothouse::test {

struct FakeJob {
    QMap<QByteArray, QByteArray> fields; // of squeue -O; what is not named is "(null)"
    // "4711", "4711_3", "4711_[2-9]"
    FakeJob(const QByteArray &id, const QByteArray &state, const QByteArray &user = "alice", const QByteArray &name = "train");
    FakeJob &set(const QByteArray &field, const QByteArray &value)
    {
        fields[field] = value;
        return *this;
    }
};

struct FakeRecord { // of sacct
    QMap<QByteArray, QByteArray> fields;
    FakeRecord(const QByteArray &id, const QByteArray &state, const QByteArray &user = "alice");
    FakeRecord &set(const QByteArray &field, const QByteArray &value)
    {
        fields[field] = value;
        return *this;
    }
};

class FakeCluster {
public:
    FakeCluster();

    std::shared_ptr<FakeShell> shell = std::make_shared<FakeShell>();
    QList<FakeJob> jobs;
    QList<FakeRecord> records;
    QByteArray now = "1796130600";
    QByteArray version = "22.05.8";
    QByteArrayList lacking; // squeue fields that this version does not know
    QByteArrayList sacctLacking;
    std::optional<Reply> squeueReply, sacctReply, scancelReply; // instead
    Reply sstatReply; // nothing runs, nothing is told
    QByteArrayList hanging; // tools that are ended by their limit
    QByteArray noise; // stands before squeue's rows
    std::function<void(const QByteArrayList &ids)> onCancel;
    // 4711_3 and such that are not the user's
    QByteArrayList foreign;

private:
    Result<Reply> answer(const Command &command);
    [[nodiscard]] Reply squeue(const QByteArrayList &words) const;
    [[nodiscard]] Reply sacct(const QByteArrayList &words) const;
    [[nodiscard]] Reply record(const QByteArray &id) const; // scontrol show job
    Reply scancel(const QByteArrayList &words);
};

// Cuts "A:\x1f,B:\x1f…" into names and what ends each.
[[nodiscard]] QList<std::pair<QByteArray, QByteArray>> formatOf(const QByteArray &format);

} // namespace pilothouse::test
