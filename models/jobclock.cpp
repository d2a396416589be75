// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/jobtext.h"

namespace pilothouse {

Moment sourceNow(const Snapshot &snapshot, const QDateTime &now, bool stale)
{
    const qint64 passed = stale ? 0 : std::max<qint64>(0, snapshot.at.secsTo(now));
    if (snapshot.sourceNow.known())
        return Moment(snapshot.sourceNow.epoch() + passed);
    return Moment(snapshot.at.toSecsSinceEpoch() + passed);
}

std::optional<Seconds> clockSkew(const Snapshot &snapshot)
{
    if (!snapshot.sourceNow.known() || !snapshot.at.isValid())
        return std::nullopt;
    return Seconds(snapshot.sourceNow.epoch() - snapshot.at.toSecsSinceEpoch());
}

std::optional<Seconds> elapsedOf(const Job &job, Moment sourceNow)
{
    if (!job.start.known() || isWaiting(job.state) || job.startIsExpected)
        return std::nullopt;
    Moment until = sourceNow;
    if (hasEnded(job.state)) {
        if (!job.end.known())
            return std::nullopt;
        until = job.end;
    } else if (job.state == JobState::Completing && job.end.known()) {
        until = std::min(sourceNow, job.end); // its run is over, its nodes are being cleaned
    }
    return std::max(Seconds(0), until - job.start);
}

std::optional<Seconds> waitedOf(const Job &job, Moment sourceNow)
{
    if (!job.submit.known())
        return std::nullopt;
    if (isWaiting(job.state))
        return std::max(Seconds(0), sourceNow - job.submit);
    // A requeued job's submit time is its last one, so that this is the wait of the present attempt.
    if (job.start.known() && !job.startIsExpected)
        return std::max(Seconds(0), job.start - job.submit);
    if (hasEnded(job.state) && job.end.known())
        return std::max(Seconds(0), job.end - job.submit);
    return std::nullopt;
}

std::optional<Seconds> remainingOf(const Job &job, Moment sourceNow)
{
    const auto elapsed = elapsedOf(job, sourceNow);
    if (!elapsed || hasEnded(job.state) || !job.timeLimit.isFinite())
        return std::nullopt;
    return job.timeLimit.seconds() - *elapsed;
}

std::optional<double> barOf(const Job &job, Moment sourceNow)
{
    const auto elapsed = elapsedOf(job, sourceNow);
    if (!elapsed || !job.timeLimit.isFinite() || job.timeLimit.seconds().count() <= 0)
        return std::nullopt;
    return double(elapsed->count()) / double(job.timeLimit.seconds().count());
}

} // namespace pilothouse
