// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endedkeeper.h"

#include "models/jobtext.h"

namespace pilothouse {

std::vector<EndedJob> EndedKeeper::fresh(const Snapshot &snapshot)
{
    std::vector<EndedJob> jobs;
    QSet<std::pair<JobKey, qint64>> kept;
    for (const Job &job : snapshot.jobs) {
        // What merely left the queue has no end yet: it is kept when accounting tells it.
        if (!hasEnded(job.state) || job.state == JobState::NotKnownAnyMore)
            continue;
        const std::pair key(job.key, job.submit.epoch());
        kept.insert(key);
        if (m_kept.contains(key))
            continue;
        const auto words = [&](Text text) { return snapshot.words->string(text); };
        const QString cluster = job.cluster.isEmpty() ? snapshot.cluster : words(job.cluster);
        jobs.push_back({.cluster = cluster.isEmpty() ? m_profile : cluster,
                        .id = jobIdText(job, *snapshot.words),
                        .submit = job.submit,
                        .name = words(job.name),
                        .user = words(job.user),
                        .account = words(job.account),
                        .partition = words(job.partition),
                        .state = words(job.stateText),
                        .reason = words(job.reason),
                        .nodes = words(job.nodes),
                        .start = job.start,
                        .end = job.end,
                        .exitCode = job.exitCode,
                        .exitSignal = job.exitSignal});
    }
    m_kept = std::move(kept);
    return jobs;
}

} // namespace pilothouse
