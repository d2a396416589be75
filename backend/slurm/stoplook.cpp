// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/stoplook.h"

#include "backend/core/clock.h"
#include "backend/slurm/sacct.h"
#include "backend/slurm/taskset.h"

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace pilothouse::slurm {

namespace {

constexpr Seconds kClocksApart = std::chrono::hours(24); // ours and the cluster's, at most

// Ids in portions, each once.
QList<QByteArrayList> portionsOf(const std::vector<Target> &targets)
{
    std::set<quint32> ids;
    for (const Target &target : targets)
        ids.insert(target.key.job);
    QList<QByteArrayList> portions;
    for (const quint32 id : ids) {
        if (portions.isEmpty() || portions.back().size() >= kStopIdsAtOnce)
            portions.append(QByteArrayList());
        portions.back().append(QByteArray::number(id));
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
    QList<Command> commands;
    std::vector<SqueueQuestion> questions;
    for (const QByteArrayList &ids : portionsOf(targets)) {
        questions.emplace_back(SqueueQuestion::Fields::Check);
        commands << questions.back().command({"-t", "all", "-j", ids.join(',')});
    }
    const auto replies = shell.run(commands, Urgency::Act, stop);
    if (!replies)
        return tl::unexpected(replies.error());
    if (replies->size() != questions.size())
        return failure(Error::Kind::Incomplete, shell.host());
    for (size_t i = 0; i < questions.size(); ++i) {
        auto rows = readSqueue((*replies)[i], questions[i], into.words, {}, 0);
        if (rows && rows->unread > 0)
            return failure(Error::Kind::BadReply, u"squeue"_s, rows->unreadRows.join(u'\n'));
        if (rows)
            into.jobs.insert(into.jobs.end(), rows->jobs.begin(), rows->jobs.end());
        else if (rows.error().kind != Error::Kind::NotFound || (*replies)[i].exitStatus == 127) // NotFound: all of these are gone
            return tl::unexpected(rows.error());
    }
    return {};
}

Result<void> lookUp(Shell &shell, const std::vector<Target> &targets, Look &into, std::stop_token stop)
{
    // Fields that every version has.
    const QByteArrayList fields{"JobID", "JobIDRaw", "State", "Submit", "Start", "End"};
    const SacctQuestion question(fields, SqueueQuestion().textEnd());
    Moment first;
    for (const Target &target : targets)
        first = first.known() && first < target.submit ? first : target.submit;
    const Seconds back = kClocksApart + Seconds(first.known() ? Clock().now().toSecsSinceEpoch() - first.epoch() : 0);
    for (const QByteArrayList &ids : portionsOf(targets)) {
        const auto reply = runOne(shell, question.ofJobs(ids, std::max(back, kClocksApart)), Urgency::Act, stop);
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
