// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/jobtext.h"

#include "models/format.h"
#include "models/plaintext.h"
#include "models/reasontext.h"

#include <QCoreApplication>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(JobText)
};

QString orUnknown(const QString &text)
{
    return text.isEmpty() ? format::unknown() : text;
}

QString figure(quint32 value)
{
    return value == 0 ? format::unknown() : format::number(value);
}

QString spanText(const std::optional<Seconds> &span)
{
    return span ? format::duration(*span) : format::unknown();
}

// "afterok:481207(unfulfilled)": the one job that it waits for, as its type and id; empty when there are several.
struct After {
    QByteArrayView type;
    QByteArrayView id;
};
After onlyDependency(QByteArrayView words)
{
    const qsizetype colon = words.indexOf(':');
    if (colon < 0 || words.contains(',') || words.contains('?'))
        return {};
    QByteArrayView id = words.sliced(colon + 1);
    if (const qsizetype bracket = id.indexOf('('); bracket >= 0)
        id = id.first(bracket);
    if (id.contains(':'))
        return {};
    return {words.first(colon), id};
}

CellText timeText(const Job &job, const JobContext &context)
{
    const TextPool &words = *context.snapshot.words;
    const Moment now = sourceNow(context.snapshot, context.now, context.stale);
    if (!isWaiting(job.state)) {
        const auto elapsed = elapsedOf(job, now);
        CellText cell{spanText(elapsed), {}};
        if (hasEnded(job.state) && !job.start.known())
            cell.text = Words::tr("never started");
        // Beside a limit of hours and minutes, seconds would be read as something else.
        if (elapsed && job.timeLimit.isFinite() && *elapsed < Seconds(60))
            cell.text = u"0:00"_s;
        if (elapsed && job.timeLimit.isFinite())
            cell.lesser = u"/ "_s + format::duration(job.timeLimit.seconds());
        return cell;
    }
    switch (lookOf(job, words)) {
    case Look::NeverStarts:
        return {Words::tr("never"), {}};
    case Look::Held:
        return {format::unknown(), {}};
    default:
        break;
    }
    if (const After after = onlyDependency(words.bytes(job.dependency)); !after.id.isEmpty())
        return {Words::tr("after %1").arg(plaintext::cell(after.id, 24)), {}};
    const QString at = format::moment(format::local(job.start), format::local(now));
    if (job.start.known() && job.startIsExpected)
        return {format::about(at), {}};
    if (job.eligible.known() && job.eligible > now)
        return {Words::tr("from %1").arg(format::moment(format::local(job.eligible), format::local(now))), {}};
    return {format::unknown(), {}};
}

CellText placeText(const Job &job)
{
    if (isWaiting(job.state)) {
        if (job.place == 0)
            return {format::unknown(), {}};
        return {format::number(job.place), job.placeOf == 0 ? QString() : u"/ "_s + format::number(job.placeOf)};
    }
    if (isActive(job.state) && job.timeLimit.isUnlimited())
        return {Words::tr("no limit"), {}};
    return {};
}

CellText reasonCell(const Job &job, const JobContext &context)
{
    const TextPool &words = *context.snapshot.words;
    if (hasEnded(job.state))
        return {orUnknown(endCause(job, words)), {}};
    if (isWaiting(job.state))
        return {orUnknown(waitCause(job, context)), {}};
    const QString nodes = plaintext::cell(words.bytes(job.nodes));
    const QString why = reasonText(words.bytes(job.reason));
    if (nodes.isEmpty())
        return {orUnknown(why), {}};
    return {nodes, why.isEmpty() ? QString() : u"· "_s + why};
}

QString momentCell(Moment at, const JobContext &context)
{
    return format::moment(format::local(at), context.now);
}

} // namespace

QString lookWord(Look look)
{
    switch (look) {
    case Look::Running:
        return Words::tr("Running");
    case Look::Pending:
        return Words::tr("Waiting");
    case Look::Completing:
        return Words::tr("Completing");
    case Look::Completed:
        return Words::tr("Completed");
    case Look::Failed:
        return Words::tr("Failed");
    case Look::Timeout:
        return Words::tr("Time limit");
    case Look::OutOfMemory:
        return Words::tr("Out of memory");
    case Look::NodeFail:
        return Words::tr("Node failed");
    case Look::Cancelled:
        return Words::tr("Cancelled");
    case Look::Held:
        return Words::tr("Held");
    case Look::Preempted:
        return Words::tr("Preempted");
    case Look::NeverStarts:
        return Words::tr("Never starts");
    case Look::Stale:
        return Words::tr("Old");
    case Look::Unknown:
        return Words::tr("Unknown");
    case Look::Stopping:
        return Words::tr("Stopping");
    }
    return {};
}

QString stateWord(const Job &job, const TextPool &words)
{
    switch (job.state) {
    case JobState::Other:
        return orUnknown(plaintext::cell(words.bytes(job.stateText), 40));
    case JobState::Configuring:
        return Words::tr("Starting");
    case JobState::Suspended:
        return Words::tr("Suspended");
    case JobState::Stopped:
        return Words::tr("Stopped");
    case JobState::Resizing:
        return Words::tr("Resizing");
    case JobState::Signaling:
        return Words::tr("Signalled");
    case JobState::StageOut:
        return Words::tr("Staging out");
    case JobState::Requeued:
    case JobState::RequeueFed:
        return Words::tr("Requeued");
    case JobState::SpecialExit:
        return Words::tr("Special exit");
    case JobState::BootFail:
        return Words::tr("Boot failed");
    case JobState::Deadline:
        return Words::tr("Deadline");
    case JobState::Revoked:
        return Words::tr("Revoked");
    case JobState::NotKnownAnyMore:
        return Words::tr("Gone");
    default:
        return lookWord(lookOf(job, words));
    }
}

QString jobIdWith(const Job &job, const QString &indexes)
{
    if (job.hetJobId != 0)
        return u"%1+%2"_s.arg(job.hetJobId).arg(job.hetOffset);
    if (job.arrayJobId == 0)
        return QString::number(job.jobId);
    if (job.key.task != kNoTask)
        return u"%1_%2"_s.arg(job.arrayJobId).arg(job.key.task);
    const QString throttle = job.taskLimit == 0 ? QString() : u"%%1"_s.arg(job.taskLimit);
    return QString::number(job.arrayJobId) + u"_["_s + indexes + throttle + u']';
}

QString jobIdText(const Job &job, const TextPool &words)
{
    const QString indexes = plaintext::cell(words.bytes(job.waitingIndexes));
    return jobIdWith(job, indexes.isEmpty() ? u"…"_s : indexes);
}

QString perText(MemoryPer per)
{
    switch (per) {
    case MemoryPer::Node:
        return Words::tr("a node");
    case MemoryPer::Cpu:
        return Words::tr("a CPU");
    case MemoryPer::Gpu:
        return Words::tr("a GPU");
    case MemoryPer::Unknown:
        break;
    }
    return {};
}

QString memoryText(const Job &job)
{
    if (job.memory.known() && job.memory.count() == 0)
        return Words::tr("all of the node");
    return format::bytes(job.memory);
}

QString waitCause(const Job &job, const JobContext &context)
{
    const TextPool &words = *context.snapshot.words;
    const QByteArrayView reason = words.bytes(job.reason);
    if (reason == QByteArrayView("Priority") && job.place > 1) {
        const quint32 ahead = job.place - 1;
        return ahead == 1 ? Words::tr("1 job is ahead") : Words::tr("%1 jobs are ahead").arg(format::number(ahead));
    }
    if (reason == QByteArrayView("Resources") && job.place == 1)
        return Words::tr("Next; waits for free nodes");
    if (reason == QByteArrayView("Dependency")) {
        const After after = onlyDependency(words.bytes(job.dependency));
        const QString id = plaintext::cell(after.id, 24);
        if (after.type == QByteArrayView("afterok"))
            return Words::tr("Starts when %1 ends well").arg(id);
        if (after.type == QByteArrayView("afternotok"))
            return Words::tr("Starts when %1 fails").arg(id);
        if (after.type == QByteArrayView("after"))
            return Words::tr("Starts after %1 has started").arg(id);
        if (!id.isEmpty())
            return Words::tr("Starts when %1 has ended").arg(id);
    }
    if (reason == QByteArrayView("JobArrayTaskLimit") && job.taskLimit > 0)
        return Words::tr("At most %1 tasks of the array run at once").arg(format::number(job.taskLimit));
    if (job.state == JobState::SpecialExit)
        return Words::tr("Held after a special exit");
    return reasonText(reason);
}

CellText cellText(JobColumn column, const Job &job, const JobContext &context)
{
    const TextPool &words = *context.snapshot.words;
    const auto word = [&words](Text text) { return orUnknown(plaintext::cell(words.bytes(text))); };
    const Moment now = sourceNow(context.snapshot, context.now, context.stale);
    switch (column) {
    case JobColumn::State:
        return {stateWord(job, words), {}};
    case JobColumn::Id:
        return {jobIdText(job, words), {}};
    case JobColumn::Name:
        return {word(job.name), {}};
    case JobColumn::User:
        if (job.user.isEmpty() && job.uid != 0xffffffffu)
            return {Words::tr("uid %1").arg(job.uid), {}};
        return {word(job.user), {}};
    case JobColumn::Account:
        return {word(job.account), {}};
    case JobColumn::Source:
        if (!job.cluster.isEmpty())
            return {plaintext::cell(context.sourceName), u"· "_s + word(job.cluster)};
        return {plaintext::cell(context.sourceName), {}};
    case JobColumn::Queue:
        return {word(job.partition), {}};
    case JobColumn::Qos:
        return {word(job.qos), {}};
    case JobColumn::Gpus:
        return {format::number(job.gpus), {}};
    case JobColumn::Place:
        return placeText(job);
    case JobColumn::Time:
        return timeText(job, context);
    case JobColumn::Reason:
        return reasonCell(job, context);
    case JobColumn::Waited:
        return {spanText(waitedOf(job, now)), {}};
    case JobColumn::Start: {
        const QString at = momentCell(job.start, context);
        return {job.start.known() && job.startIsExpected ? format::about(at) : at, {}};
    }
    case JobColumn::Submitted:
        return {momentCell(job.submit, context), {}};
    case JobColumn::Ended:
        return {hasEnded(job.state) ? momentCell(job.end, context) : format::unknown(), {}};
    case JobColumn::Nodes:
        return {figure(job.nodeCount), {}};
    case JobColumn::NodeList:
        return {word(job.nodes), {}};
    case JobColumn::Cpus:
        return {figure(job.cpus), {}};
    case JobColumn::Memory:
        return {memoryText(job), job.memory.count() > 0 ? perText(job.memoryPer) : QString()};
    case JobColumn::Priority:
        return {figure(job.priority), {}};
    case JobColumn::Nice:
        return {job.nice == kUnknownNice ? format::unknown() : format::number(job.nice), {}};
    case JobColumn::Restarts:
        return {job.restarts == kUnknownRestarts ? format::unknown() : format::number(job.restarts), {}};
    case JobColumn::WorkDir:
        return {word(job.workDir), {}};
    case JobColumn::Comment:
        return {word(job.comment), {}};
    case JobColumn::Count:
        break;
    }
    return {};
}

} // namespace pilothouse
