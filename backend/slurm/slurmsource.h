// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A Slurm cluster by its command-line tools, over any Shell (SSH or this machine).
#pragma once
#include "backend/core/source.h"
#include "backend/ssh/shell.h"

#include <memory>

namespace pilothouse {

class SlurmSource final : public Source {
public:
    // me: the log-in user's name at the far end is asked (id -un, id -u), not assumed.
    SlurmSource(SourceInfo info, std::shared_ptr<Shell> shell);
    ~SlurmSource() override;

    [[nodiscard]] SourceInfo info() const override;
    [[nodiscard]] Result<SnapshotPtr> fetch(const Wanted &wanted, std::stop_token stop) override;
    [[nodiscard]] Result<JobDetail> detail(const Job &job, std::stop_token stop) override;
    [[nodiscard]] Result<Outcome> act(Act act, std::vector<Target> targets, std::stop_token stop) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace pilothouse
