// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/stop.h"

#include "backend/core/clock.h"
#include "backend/slurm/stoplook.h"
#include "backend/slurm/taskset.h"
#include "backend/slurm/toolerror.h"

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

using namespace Qt::StringLiterals;

namespace pilothouse::slurm {

namespace {

constexpr qsizetype kIdsAtOnce = 200;
constexpr qsizetype kBytesAtOnce = 8'000;
constexpr std::chrono::seconds kFresh{10}; // each command is handed over within this time after the answer before it, or not at all
constexpr std::chrono::seconds kCheckLimit{60}; // a check that took longer, or slept, or is older by now, tells nothing of now
constexpr std::chrono::seconds kLeaving{5}; // when the program ends: for what was sent to be answered and looked at
constexpr int kLooksAfter = 2; // a link that broke is had again at once, or not soon
constexpr int kLooksUp = 3;

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
    const auto differs = [&](const QString &what) { return TargetOutcome{target, Fate::ChangedSince, what}; };
    // A requeued task of an array gets a new submit time: of a whole array one row must have the one that the person saw, as the oldest.
    if (target.wholeArray && target.submit.known() && std::ranges::find(rows, target.submit, &Job::submit) == rows.end())
        return differs(u"SubmitTime"_s);
    for (const Job *job : rows) {
        const bool older = job->submit < target.submit && !isOver(job->state);
        if (target.submit.known() && (target.wholeArray ? older : job->submit != target.submit))
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
    std::chrono::milliseconds checked{0}; // boot clock
    std::chrono::milliseconds heard{0}; // boot clock, of the last answer
};

// Passes a stop request on, some time after it came.
class LaterStop {
public:
    LaterStop(std::stop_token stop, std::chrono::milliseconds by)
        : m_thread([this, by](std::stop_token over) {
              std::unique_lock lock(m_mutex);
              if (m_changed.wait(lock, over, [this] { return m_asked; }) && !m_changed.wait_for(lock, over, by, [] { return false; })
                  && !over.stop_requested())
                  m_late.request_stop();
          }),
          m_callback(std::move(stop), [this] {
              const std::lock_guard lock(m_mutex);
              m_asked = true;
              m_changed.notify_all();
          })
    {
    }
    [[nodiscard]] std::stop_token token() const { return m_late.get_token(); }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_asked = false;
    std::stop_source m_late;
    std::jthread m_thread;
    std::stop_callback<std::function<void()>> m_callback; // last: nothing comes once the rest is taken down
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
void send(Shell &shell, Sending &sending, std::stop_token stop, std::stop_token leave)
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
        command.sendBy = std::min(sending.heard + kFresh, sending.checked + kCheckLimit);
        sending.outcome.commands.append(QString::fromUtf8(command.words.join(' ')));
        // A stop request drops what was not sent; what is on its way has some time left.
        const auto reply = runOne(shell, command, Urgency::Act, leave);
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
                outcome.fate = fateOf(reply->err) == Fate::Unknown ? Fate::Unknown : Fate::Refused;
                outcome.detail = words(reply->err);
            }
        }
        at = sending.answered = end;
    }
}

std::vector<Target> targetsOf(const std::vector<TargetOutcome> &outcomes)
{
    std::vector<Target> targets;
    for (const TargetOutcome &outcome : outcomes)
        targets.push_back(outcome.target);
    return targets;
}

// Whether scancel's own words leave open what became of it.
bool isOpen(const TargetOutcome &outcome, bool answered)
{
    // Of many tasks it says "invalid job id" of all when a single one was over already, and ends the others.
    return !answered || outcome.fate == Fate::Sent || outcome.fate == Fate::Unknown
        || (outcome.fate == Fate::NotFound && isOfMany(outcome.target));
}

// True: told.
bool tellEnd(TargetOutcome &outcome, Ending ending, bool answered)
{
    if (ending == Ending::Cancelled || (ending == Ending::Untold && answered))
        outcome.fate = Fate::Done; // accepted, and gone
    else if (ending == Ending::ByItself)
        outcome.fate = Fate::AlreadyOver;
    return ending != Ending::Untold || answered;
}

// What got no answer and is gone is not taken for stopped: it may have ended by itself. Accounting tells, if anybody.
void askAccounting(Shell &shell, const Look &before, const std::vector<TargetOutcome *> &untold, std::chrono::milliseconds lag,
                   std::stop_token stop)
{
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    std::vector<Target> targets;
    for (const TargetOutcome *outcome : untold)
        targets.push_back(outcome->target);
    for (int tries = 0; tries < kLooksUp; ++tries) {
        if (tries > 0)
            never.wait_for(lock, stop, lag, [] { return false; });
        Look records;
        const auto looked = lookUp(shell, targets, records, stop);
        bool all = true;
        for (TargetOutcome *outcome : untold) {
            if (outcome->fate != Fate::Unknown)
                continue;
            const Ending ending = looked ? endingOf(outcome->target, before, records) : Ending::Untold;
            if (ending == Ending::Open || ending == Ending::Untold || !tellEnd(*outcome, ending, false)) {
                all = false;
                outcome->detail = looked ? u"it is over; sacct has no end of it"_s : u"it is over; sacct: "_s + looked.error().detail;
            } else {
                outcome->detail.clear();
            }
        }
        if (all || stop.stop_requested() || (!looked && looked.error().kind != Error::Kind::Incomplete))
            return;
    }
}

void tellEnds(Shell &shell, const Look &before, Sending &sending, std::chrono::milliseconds lag, std::stop_token stop)
{
    Look after;
    Result<void> looked;
    for (int tries = 0; tries < kLooksAfter && !sending.sent.empty(); ++tries) {
        after.jobs.clear();
        looked = lookAt(shell, targetsOf(sending.sent), after, stop);
        if (looked || looked.error().kind != Error::Kind::Incomplete)
            break;
    }
    std::vector<TargetOutcome *> untold;
    for (size_t i = 0; i < sending.sent.size(); ++i) {
        TargetOutcome &outcome = sending.sent[i];
        // A controller that was too slow for scancel may have taken the request all the same.
        const bool answered = i < sending.answered && outcome.fate != Fate::Unknown;
        if (i >= sending.answered)
            outcome.detail = sending.broken ? sending.broken->detail : QString();
        if (looked && isOpen(outcome, answered) && !tellEnd(outcome, endingOf(outcome.target, before, after), answered))
            untold.push_back(&outcome);
    }
    if (!untold.empty())
        askAccounting(shell, before, untold, lag, stop);
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
    if (saying.contains("timed out") || saying.contains("Zero Bytes were transmitted"))
        return Fate::Unknown; // it may lie in the controller's queue
    return Fate::Refused;
}

Result<Outcome> stopJobs(Shell &shell, std::vector<Target> targets, std::stop_token stop, std::chrono::milliseconds accountingLag)
{
    Sending sending;
    if (targets.empty())
        return sending.outcome;
    Look before;
    const auto asked = Clock().sinceBoot();
    if (const auto looked = lookAt(shell, targets, before, stop); !looked)
        return tl::unexpected(looked.error());
    std::set<QByteArray> ids;
    for (Target &target : targets) {
        if (const auto outcome = check(target, before))
            sending.done.push_back(*outcome);
        else if (ids.insert(idToSend(target)).second) // never the same twice
            sending.sent.push_back({std::move(target), Fate::Unknown, {}});
    }
    sending.checked = sending.heard = Clock().sinceBoot();
    if (stop.stop_requested())
        return failure(Error::Kind::Stopped);
    if (sending.heard - asked > kCheckLimit)
        return failure(Error::Kind::TimedOut, u"squeue"_s, u"the check took too long: nothing was sent"_s);
    const bool nothingElse = sending.done.empty();
    LaterStop leave(stop, kLeaving);
    send(shell, sending, stop, leave.token());
    if (sending.broken && sending.outcome.commands.isEmpty() && nothingElse)
        return tl::unexpected(*sending.broken);

    tellEnds(shell, before, sending, accountingLag, leave.token());
    std::move(sending.sent.begin(), sending.sent.end(), std::back_inserter(sending.done));
    sending.outcome.targets = std::move(sending.done);
    return sending.outcome;
}

} // namespace pilothouse::slurm
