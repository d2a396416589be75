// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The question to sstat: what each step of a running job has used so far. Only the owner, an operator and root get an answer.
#pragma once
#include "backend/core/source.h"
#include "backend/ssh/shell.h"

namespace pilothouse::slurm {

struct StepUse {
    QString id; // "batch", "0"
    QString nodes;
    quint32 tasks = 0;
    Bytes maxRss; // largest single task
    Seconds cpuTime{-1}; // of all tasks; -1: unknown
};

[[nodiscard]] Command sstatQuestion(quint32 rawId);
[[nodiscard]] Result<std::vector<StepUse>> readSstat(const Reply &reply);

// Into steps that accounting has no amounts of yet; steps that it has not heard of are added.
void addUses(const std::vector<StepUse> &uses, JobDetail &detail);

} // namespace pilothouse::slurm
