// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the cluster has of jobs that are to be stopped: looked at before and after, and accounting's word on how they ended.
#pragma once
#include "backend/core/action.h"
#include "backend/slurm/squeue.h"
#include "backend/ssh/shell.h"

namespace pilothouse::slurm {

struct Look {
    std::vector<Job> jobs;
    TextPool words;

    // The rows that a target stands for.
    [[nodiscard]] std::vector<const Job *> rowsOf(const Target &target) const;

private:
    [[nodiscard]] bool sameRow(const Job &job, const Target &target) const;
    [[nodiscard]] bool inRest(const Job &job, quint32 task) const;
};

// squeue of the targets' jobs, ended ones that the controller still has included.
[[nodiscard]] Result<void> lookAt(Shell &shell, const std::vector<Target> &targets, Look &into, std::stop_token stop);
// sacct of them, with what ended only.
[[nodiscard]] Result<void> lookUp(Shell &shell, const std::vector<Target> &targets, Look &into, std::stop_token stop);

enum class Ending { Open, Cancelled, ByItself, Untold }; // Untold: it is over, or gone, and nothing says how
// How the rows ended that were not over before. A row that is gone, or that still completes, tells nothing of how.
[[nodiscard]] Ending endingOf(const Target &target, const Look &before, const Look &after);

} // namespace pilothouse::slurm
