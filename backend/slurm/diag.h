// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What makes a job's priority (sprio), and what the controller is busy with (sdiag).
#pragma once
#include "backend/core/units.h"
#include "backend/ssh/shell.h"

#include <optional>
#include <vector>

namespace pilothouse::slurm {

// Weighted parts of a priority as computed at the last period: after a change they may disagree with squeue for a while.
struct PriorityFactors {
    quint32 jobId = 0;
    QString partition;
    qint64 priority = 0, age = 0, fairShare = 0, jobSize = 0, partitionPart = 0, qos = 0, nice = 0, site = 0, association = 0;
    QString tres; // "cpu=3,gres/gpu=10"
};

// All of them when ids is empty. Held, dependent and not yet eligible jobs are not listed.
[[nodiscard]] Command priorityQuestion(const std::vector<quint32> &ids);
[[nodiscard]] Result<std::vector<PriorityFactors>> readPriorities(const Reply &reply);
[[nodiscard]] Result<std::vector<PriorityFactors>> fetchPriorityFactors(Shell &shell, const std::vector<quint32> &ids,
                                                                        std::stop_token stop);

struct RpcCount {
    QString name; // "REQUEST_JOB_INFO", or a user's name
    quint64 count = 0;
    std::chrono::microseconds average{0};
};

struct Diag {
    Moment at, since;
    std::optional<quint32> serverThreads, agentQueue, dbdQueue, jobsPending, jobsRunning;
    std::optional<std::chrono::microseconds> mainCycleMean, backfillCycleMean;
    std::vector<RpcCount> byType;
    std::vector<RpcCount> byUser;
};

[[nodiscard]] Command diagQuestion();
[[nodiscard]] Result<Diag> readDiag(const Reply &reply);
[[nodiscard]] Result<Diag> fetchDiag(Shell &shell, std::stop_token stop);

} // namespace pilothouse::slurm
