// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/slurmsource.h"

#include "backend/slurm/jobdetail.h"
#include "backend/slurm/poll.h"
#include "backend/slurm/stop.h"

namespace pilothouse {

struct SlurmSource::Private {
    Private(SourceInfo i, std::shared_ptr<Shell> s) : info(std::move(i)), shell(s), poll(info.index, std::move(s)) { }

    SourceInfo info;
    std::shared_ptr<Shell> shell;
    slurm::Poll poll;
};

SlurmSource::SlurmSource(SourceInfo info, std::shared_ptr<Shell> shell) : d(std::make_unique<Private>(std::move(info), std::move(shell)))
{
}

SlurmSource::~SlurmSource() = default;

SourceInfo SlurmSource::info() const
{
    return d->info;
}

Result<SnapshotPtr> SlurmSource::fetch(const Wanted &wanted, std::stop_token stop)
{
    return d->poll.fetch(wanted, stop);
}

Result<JobDetail> SlurmSource::detail(const Job &job, std::stop_token stop)
{
    return slurm::fetchDetail(*d->shell, job, stop);
}

Result<Outcome> SlurmSource::act(Act act, std::vector<Target> targets, std::stop_token stop)
{
    if (d->info.readOnly)
        return failure(Error::Kind::ReadOnly, d->info.name);
    switch (act) {
    case Act::Stop:
        return slurm::stopJobs(*d->shell, std::move(targets), stop);
    }
    return failure(Error::Kind::Unsupported, d->info.name);
}

} // namespace pilothouse
