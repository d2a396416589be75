// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/stop.h"

#include "backend/core/clock.h"
#include "backend/slurm/squeue.h"
#include "backend/slurm/taskset.h"
#include "backend/slurm/toolerror.h"

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace pilothouse::slurm {

namespace {

constexpr qsizetype kIdsAtOnce = 200;
constexpr qsizetype kBytesAtOnce = 8'000;
constexpr std::chrono::seconds kFresh{10}; // what was checked is sent within this time, or not at all
constexpr std::chrono::seconds kCheckLimit{60}; // a check that took longer, or slept, tells nothing of now
constexpr int kLooksAfter = 2; // a link that broke is had again at once, or not soon

struct Look { // what the controller has of the targets
    std::vector<Job> jobs;
    TextPool words;

    // The rows that a target stands for.
    [[nodiscard]] std::vector<const Job *> rowsOf(const Target &target) const
    {
        std::vector<const Job *> rows;
        for (const Job &job : jobs) {
            if (target.wholeArray ? job.arrayJobId == target.key.job : sameRow(job, target))
                rows.push_back(&job);
        }
        return rows;
    }

private:
    [[nodiscard]] bool sameRow(const Job &job, const Target &target) const
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
    [[nodiscard]] bool inRest(const Job &job, quint32 task) const
    {
        const auto set = TaskSet::read(words.bytes(job.waitingIndexes));
        return set && set->contains(task);
    }
};

QByteArray number(quint32 id)
{
    return QByteArray::number(id);
}

QByteArray idToSend(const Target &target)
{
    if (target.wholeArray)
        return number(target.key.job);
    QByteArray id = target.id.toUtf8();
    const qsizetype percent = id.indexOf('%'); // the throttle is no part of what scancel takes
    if (percent > 0)
        id = id.first(percent) + ']';
    return id;
}

// Only what Slurm itself prints as an id goes into a command, and never an unbounded list.
bool isSendable(const QByteArray &id)
{
    const auto read = JobId::read(id);
    return read && read->step.isEmpty() && !read->waiting.isCut() && id.size() < kBytesAtOnce;
}

Result<void> look(Shell &shell, const std::vector<Target> &targets, Look &into, std::stop_token stop)
{
    std::set<quint32> ids;
    for (const Target &target : targets)
        ids.insert(target.key.job);
    QList<Command> commands;
    std::vector<SqueueQuestion> questions;
    QByteArrayList some;
    for (const quint32 id : ids) {
        some.append(number(id));
        if (some.size() < kIdsAtOnce && id != *ids.rbegin())
            continue;
        questions.emplace_back(SqueueQuestion::Fields::Check);
        commands << questions.back().command({"-t", "all", "-j", some.join(',')});
        some.clear();
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

bool isOver(JobState state)
{
    return hasEnded(state);
}

// Nothing: it may be sent.
std::optional<TargetOutcome> check(const Target &target, const Look &now)
{
    const auto rows = now.rowsOf(target);
    if (!isSendable(idToSend(target)))
        return TargetOutcome{target, Fate::NotSent, u"id"_s};
    if (rows.empty())
        return TargetOutcome{target, Fate::AlreadyOver, {}};
    for (const Job *job : rows) {
        const auto differs = [&](const QString &what) { return TargetOutcome{target, Fate::ChangedSince, what}; };
        if (target.submit.known() && job->submit != target.submit)
            return differs(u"SubmitTime"_s);
        if (!target.user.isEmpty() && now.words.string(job->user) != target.user)
            return differs(u"UserName"_s);
        if (!target.cluster.isEmpty() && !job->cluster.isEmpty() && now.words.string(job->cluster) != target.cluster)
            return differs(u"Cluster"_s);
    }
    if (std::all_of(rows.begin(), rows.end(), [](const Job *job) { return isOver(job->state); }))
        return TargetOutcome{target, Fate::AlreadyOver, now.words.string(rows.front()->stateText)};
    return std::nullopt;
}

QList<QByteArrayList> inPortions(const std::vector<TargetOutcome> &targets)
{
    QList<QByteArrayList> portions;
    qsizetype bytes = 0;
    for (const TargetOutcome &outcome : targets) {
        const QByteArray id = idToSend(outcome.target);
        if (portions.isEmpty() || portions.back().size() >= kIdsAtOnce || bytes + id.size() >= kBytesAtOnce) {
            portions.append(QByteArrayList());
            bytes = 0;
        }
        portions.back().append(id);
        bytes += id.size() + 1;
    }
    return portions;
}

bool stillThere(const Target &target, const Look &after)
{
    const auto rows = after.rowsOf(target);
    return std::any_of(rows.begin(), rows.end(), [](const Job *job) { return !isOver(job->state) && job->state != JobState::Completing; });
}

bool isOfMany(const Target &target)
{
    const auto id = JobId::read(target.id.toUtf8());
    return target.wholeArray || (id && id->isRest);
}

struct Sending {
    std::vector<TargetOutcome> sent; // in the order of the commands
    std::vector<TargetOutcome> done;
    Outcome outcome;
    std::optional<Error> broken; // the link's, after something was sent
    size_t answered = 0; // of sent: whose command gave its answer
    std::chrono::milliseconds heard{0}; // boot clock, of the last answer
};

// The link's error may mean that the command arrived.
bool maybeSent(const Error &error)
{
    switch (error.kind) {
    case Error::Kind::Incomplete:
    case Error::Kind::TimedOut:
    case Error::Kind::TooLarge:
    case Error::Kind::BadReply:
    case Error::Kind::Stopped:
        return true;
    default:
        return false;
    }
}

void dropFrom(size_t at, Sending &sending)
{
    for (size_t i = at; i < sending.sent.size(); ++i)
        sending.done.push_back({sending.sent[i].target, Fate::NotSent, sending.broken ? sending.broken->detail : QString()});
    sending.sent.resize(at);
}

// Sends portion after portion. At the first that brings no answer the rest stays unsent.
void send(Shell &shell, Sending &sending, std::stop_token stop)
{
    size_t at = 0;
    for (const QByteArrayList &ids : inPortions(sending.sent)) {
        if (stop.stop_requested() || sending.broken) {
            dropFrom(at, sending);
            return;
        }
        Command command;
        command.words = QByteArrayList{"scancel", "-v"} + ids;
        command.limit = std::chrono::seconds(60);
        command.maxBytes = 4 << 20;
        command.sendBy = sending.heard + kFresh;
        sending.outcome.commands.append(QString::fromUtf8(command.words.join(' ')));
        // A person's stop request may drop what was not sent, never what is on its way.
        const auto reply = runOne(shell, command, Urgency::Act, {});
        sending.heard = Clock().sinceBoot();
        const size_t end = at + size_t(ids.size());
        if (!reply) {
            sending.broken = reply.error();
            if (!maybeSent(reply.error())) {
                sending.outcome.commands.removeLast();
                dropFrom(at, sending);
                return;
            }
            sending.outcome.answers.append(u"no answer: %1"_s.arg(reply.error().detail));
            at = end;
            continue;
        }
        sending.outcome.answers.append(
            u"exit %1%2"_s.arg(reply->exitStatus).arg(reply->err.isEmpty() ? QString() : u": "_s + words(reply->err)));
        for (size_t i = at; i < end; ++i) {
            TargetOutcome &outcome = sending.sent[i];
            const QByteArray saying = scancelSays(reply->err, idToSend(outcome.target));
            outcome.detail = words(saying);
            outcome.fate = saying.isEmpty() ? Fate::Sent : fateOf(saying);
            // Not a word of single jobs: the whole command failed (no controller, no scancel).
            if (saying.isEmpty() && reply->exitStatus != 0 && !reply->err.contains("Kill job error")) {
                outcome.fate = Fate::Refused;
                outcome.detail = words(reply->err);
            }
        }
        at = sending.answered = end;
    }
}

} // namespace

QByteArray scancelSays(const QByteArray &err, const QByteArray &id)
{
    QByteArray said;
    for (const QByteArray &line : err.split('\n')) {
        const bool isError = line.contains("error") || line.contains("Invalid job id");
        for (qsizetype at = line.indexOf(id); isError && at >= 0; at = line.indexOf(id, at + 1)) {
            const char before = at == 0 ? ' ' : line[at - 1];
            const char after = at + id.size() == line.size() ? ' ' : line[at + id.size()];
            // "80" is not in "180", "80_3" or "80.0"
            if ((before == ' ' || before == '=') && (after == ' ' || after == ':')) {
                said += (said.isEmpty() ? "" : "\n") + line;
                break;
            }
        }
    }
    return said;
}

Fate fateOf(const QByteArray &saying)
{
    if (saying.contains("already completing or completed") || saying.contains("already finished"))
        return Fate::AlreadyOver;
    if (saying.contains("Access/permission denied") || saying.contains("Invalid user id"))
        return Fate::NotAllowed;
    if (saying.contains("Invalid job id"))
        return Fate::NotFound;
    return Fate::Refused;
}

Result<Outcome> stopJobs(Shell &shell, std::vector<Target> targets, std::stop_token stop)
{
    Sending sending;
    if (targets.empty())
        return sending.outcome;
    Look before;
    const auto asked = Clock().sinceBoot();
    if (const auto looked = look(shell, targets, before, stop); !looked)
        return tl::unexpected(looked.error());
    std::set<QByteArray> ids;
    for (Target &target : targets) {
        if (const auto outcome = check(target, before))
            sending.done.push_back(*outcome);
        else if (ids.insert(idToSend(target)).second) // never the same twice
            sending.sent.push_back({std::move(target), Fate::Unknown, {}});
    }
    sending.heard = Clock().sinceBoot();
    if (stop.stop_requested())
        return failure(Error::Kind::Stopped);
    if (sending.heard - asked > kCheckLimit)
        return failure(Error::Kind::TimedOut, u"squeue"_s, u"the check took too long: nothing was sent"_s);
    const bool nothingElse = sending.done.empty();
    send(shell, sending, stop);
    if (sending.broken && sending.outcome.commands.isEmpty() && nothingElse)
        return tl::unexpected(*sending.broken);

    Look after;
    std::vector<Target> again;
    for (const TargetOutcome &outcome : sending.sent)
        again.push_back(outcome.target);
    Result<void> looked;
    for (int tries = 0; tries < kLooksAfter && !again.empty(); ++tries) {
        after.jobs.clear();
        looked = look(shell, again, after, {});
        if (looked || looked.error().kind != Error::Kind::Incomplete)
            break;
    }
    for (size_t i = 0; i < sending.sent.size(); ++i) {
        TargetOutcome &outcome = sending.sent[i];
        const bool answered = i < sending.answered;
        if (!answered)
            outcome.detail = sending.broken ? sending.broken->detail : QString();
        // Without an answer, a job that is still there tells nothing: the command may be under way.
        if (looked && (outcome.fate == Fate::Sent || !answered) && !stillThere(outcome.target, after))
            outcome.fate = Fate::Done;
        // Of many tasks it says so of all when a single one was over already, and ends the others.
        if (looked && outcome.fate == Fate::NotFound && isOfMany(outcome.target) && !stillThere(outcome.target, after))
            outcome.fate = Fate::Done;
        sending.done.push_back(std::move(outcome));
    }
    sending.outcome.targets = std::move(sending.done);
    return sending.outcome;
}

} // namespace pilothouse::slurm
