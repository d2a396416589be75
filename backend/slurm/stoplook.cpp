// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/stoplook.h"

#include "backend/core/clock.h"
#include "backend/slurm/sacct.h"
#include "backend/slurm/taskset.h"
#include "backend/slurm/toolerror.h"

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace pilothouse::slurm {

namespace {

constexpr qsizetype kBytesAtOnce = 8'000;
constexpr Seconds kClocksApart = std::chrono::hours(24); // ours and the cluster's, at most

// Ids, each once, in as few commands as will hold them.
QByteArrayList portionsOf(const std::vector<Target> &targets)
{
    std::set<quint32> ids;
    for (const Target &target : targets)
        ids.insert(target.key.job);
    QByteArrayList portions;
    for (const quint32 id : ids) {
        const QByteArray number = QByteArray::number(id);
        if (portions.isEmpty() || portions.back().size() + number.size() >= kBytesAtOnce)
            portions.append(number);
        else
            portions.back() += ',' + number;
    }
    return portions;
}

} // namespace

std::vector<const Job *> Look::rowsOf(const Target &target) const
{
    std::vector<const Job *> rows;
    for (const Job &job : jobs) {
        if (target.wholeArray ? job.arrayJobId == target.key.job : sameRow(job, target))
            rows.push_back(&job);
    }
    return rows;
}

bool Look::sameRow(const Job &job, const Target &target) const
{
    if (job.key == JobKey{target.key.job, target.key.task, job.key.source})
        return true;
    // Tasks of an array's waiting rest may have started since: they were named, so they are meant.
    if (target.key.task != kNoTask || job.arrayJobId != target.key.job)
        return target.key.task != kNoTask && job.arrayJobId == target.key.job && inRest(job, target.key.task);
    const auto id = JobId::read(target.id.toUtf8());
    return id && id->isRest && job.key.task != kNoTask && id->waiting.contains(job.key.task);
}

// A single waiting task hides in the folded row.
bool Look::inRest(const Job &job, quint32 task) const
{
    const auto set = TaskSet::read(words.bytes(job.waitingIndexes));
    return set && set->contains(task);
}

Result<void> lookAt(Shell &shell, const std::vector<Target> &targets, Look &into, std::stop_token stop)
{
    const QByteArrayList portions = portionsOf(targets);
    // Of more ids than one squeue loads the whole list each time: never more than once, whatever is to be stopped.
    const SqueueQuestion question(SqueueQuestion::Fields::Check);
    const QByteArrayList which = portions.size() == 1 ? QByteArrayList{"-t", "all", "-j", portions.front()} : QByteArrayList{"-t", "all"};
    const auto reply = runOne(shell, question.command(which), Urgency::Act, stop);
    if (!reply)
        return tl::unexpected(reply.error());
    const auto rows = readSqueue(*reply, question, into.words, {}, 0);
    if (!rows && isUnknownJob(*reply)) // all of these are gone
        return {};
    if (!rows)
        return tl::unexpected(rows.error());
    if (rows->unread > 0)
        return failure(Error::Kind::BadReply, u"squeue"_s, rows->unreadRows.join(u'\n'));
    std::set<quint32> ids;
    for (const Target &target : targets)
        ids.insert(target.key.job);
    std::copy_if(rows->jobs.begin(), rows->jobs.end(), std::back_inserter(into.jobs), [&](const Job &job) {
        return ids.contains(job.key.job) || ids.contains(job.jobId) || ids.contains(job.arrayJobId) || ids.contains(job.hetJobId);
    });
    return {};
}

Result<void> lookUp(Shell &shell, const std::vector<Target> &targets, Look &into, std::stop_token stop)
{
    // Fields that every version has.
    const QByteArrayList fields{"JobID", "JobIDRaw", "State", "Submit", "Start", "End"};
    const SacctQuestion question(fields, SqueueQuestion().textEnd());
    Moment first;
    for (const Target &target : targets) {
        if (target.submit.known() && (!first.known() || target.submit < first))
            first = target.submit;
    }
    const Seconds back = kClocksApart + Seconds(first.known() ? Clock().now().toSecsSinceEpoch() - first.epoch() : 0);
    for (const QByteArray &ids : portionsOf(targets)) {
        const auto reply = runOne(shell, question.ofJobs({ids}, std::max(back, kClocksApart)), Urgency::Act, stop);
        if (!reply)
            return tl::unexpected(reply.error());
        const auto rows = readSacct(*reply, question, into.words, {}, 0);
        if (!rows)
            return tl::unexpected(rows.error());
        std::copy_if(rows->jobs.begin(), rows->jobs.end(), std::back_inserter(into.jobs),
                     [](const Job &job) { return hasEnded(job.state); });
    }
    return {};
}

Ending endingOf(const Target &target, const Look &before, const Look &after)
{
    const auto wasOver = [&](const Job &job) {
        return std::any_of(before.jobs.begin(), before.jobs.end(), [&](const Job &was) {
            return was.key.job == job.key.job && was.key.task == job.key.task && hasEnded(was.state);
        });
    };
    size_t ended = 0;
    bool cancelled = false;
    bool untold = false;
    for (const Job *job : after.rowsOf(target)) {
        // Another job under the same id, or a task that had ended when it was checked: no answer to this.
        if (wasOver(*job) || (target.submit.known() && job->submit.known() && job->submit < target.submit))
            continue;
        if (job->state == JobState::Completing)
            untold = true;
        else if (!hasEnded(job->state))
            return Ending::Open;
        else
            ++ended;
        cancelled |= job->state == JobState::Cancelled;
    }
    if (cancelled)
        return Ending::Cancelled;
    return untold || ended == 0 ? Ending::Untold : Ending::ByItself;
}

} // namespace pilothouse::slurm
