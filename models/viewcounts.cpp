// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/viewcounts.h"

#include "models/filter.h"

#include <algorithm>

namespace pilothouse {

namespace {

std::optional<quint32> countOne(const CountInput &input, const QString &text, const std::stop_token &stop)
{
    const auto filter = Filter::compile(text);
    if (!filter)
        return std::nullopt;
    quint32 count = 0;
    for (size_t slot = 0; slot < input.snapshots.size(); ++slot) {
        const Snapshot &snapshot = *input.snapshots[slot];
        FilterRun run(*filter, snapshot, input.sourceNames.value(qsizetype(slot)), input.now, input.stale[slot]);
        for (size_t at = 0; at < snapshot.jobs.size(); ++at) {
            if (at % 4096 == 0 && stop.stop_requested())
                return std::nullopt;
            if (const Job &job = snapshot.jobs[at]; run.passes(job))
                count += std::max<quint32>(1, job.waitingTasks);
        }
    }
    return count;
}

} // namespace

std::vector<std::optional<quint32>> countPassing(const CountInput &input, const std::stop_token &stop)
{
    std::vector<std::optional<quint32>> counts;
    for (const QString &text : input.filters)
        counts.push_back(countOne(input, text, stop));
    return counts;
}

} // namespace pilothouse
