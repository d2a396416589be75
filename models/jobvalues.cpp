// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/jobvalues.h"

#include <QMetaEnum>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

QVariant number(qint64 value)
{
    return QVariant::fromValue(value);
}
// Zero is held, or suspended; accounting does not tell a priority.
QVariant priority(const Job &job)
{
    return job.fromAccounting || (job.priority == 0 && !isWaiting(job.state) && !isActive(job.state))
        ? QVariant()
        : QVariant::fromValue<qlonglong>(job.priority);
}

QVariant known(quint32 value)
{
    return value == 0 ? QVariant() : number(value);
}
QVariant niceOf(const Job &job)
{
    return job.nice == kUnknownNice ? QVariant() : number(job.nice);
}
QVariant restartsOf(const Job &job)
{
    return job.restarts == kUnknownRestarts ? QVariant() : number(job.restarts);
}
QVariant time(Moment at)
{
    return at.known() ? QVariant(QDateTime::fromSecsSinceEpoch(at.epoch()).toUTC().toString(Qt::ISODate)) : QVariant();
}
QVariant seconds(const std::optional<Seconds> &span)
{
    return span ? number(span->count()) : QVariant();
}
QVariant limit(Span span)
{
    if (span.isUnlimited())
        return u"unlimited"_s;
    return span.known() ? number(span.seconds().count()) : QVariant();
}

QVariant per(MemoryPer per)
{
    switch (per) {
    case MemoryPer::Node:
        return u"node"_s;
    case MemoryPer::Cpu:
        return u"cpu"_s;
    case MemoryPer::Gpu:
        return u"gpu"_s;
    case MemoryPer::Unknown:
        break;
    }
    return {};
}

QString rawId(const Job &job, const TextPool &words)
{
    return jobIdWith(job, words.string(job.waitingIndexes));
}

QVariant stateName(const Job &job, const TextPool &words)
{
    if (!job.stateText.isEmpty())
        return words.string(job.stateText);
    return QString::fromLatin1(QMetaEnum::fromType<JobState>().valueToKey(int(job.state))).toUpper();
}

} // namespace

std::vector<JobValue> valuesOf(const Job &job, const JobContext &context)
{
    const TextPool &pool = *context.snapshot.words;
    const Moment now = sourceNow(context.snapshot, context.now, context.stale);
    const auto word = [&pool](Text text) { return text.isEmpty() ? QVariant() : QVariant(pool.string(text)); };
    const bool waits = isWaiting(job.state);
    const bool ended = hasEnded(job.state);
    return {
        {"source", context.sourceName},
        {"id", rawId(job, pool)},
        {"name", word(job.name)},
        {"user", word(job.user)},
        {"account", word(job.account)},
        {"state", stateName(job, pool)},
        {"reason", word(job.reason)},
        {"queue", word(job.partition)},
        {"place", known(job.place)},
        {"place_of", known(job.placeOf)},
        {"qos", word(job.qos)},
        {"priority", priority(job)},
        {"nice", niceOf(job)},
        {"submit", time(job.submit)},
        {"eligible", time(job.eligible)},
        {"start", waits || job.startIsExpected ? QVariant() : time(job.start)},
        {"start_expected", job.startIsExpected ? time(job.start) : QVariant()},
        {"end", ended ? time(job.end) : QVariant()},
        {"elapsed", seconds(elapsedOf(job, now))},
        {"waited", seconds(waitedOf(job, now))},
        {"time_limit", limit(job.timeLimit)},
        {"nodes", word(job.nodes)},
        {"node_count", known(job.nodeCount)},
        {"cpus", known(job.cpus)},
        {"gpus", number(job.gpus)},
        {"gres", word(job.gres)},
        {"memory", job.memory.known() ? number(job.memory.count()) : QVariant()},
        {"memory_per", per(job.memoryPer)},
        {"job_id", known(job.jobId)},
        {"array_job_id", known(job.arrayJobId)},
        {"array_task_id", job.arrayJobId != 0 && job.key.task != kNoTask ? number(job.key.task) : QVariant()},
        {"array_tasks_waiting", job.arrayJobId != 0 && job.key.task == kNoTask ? known(job.waitingTasks) : QVariant()},
        {"array_task_limit", known(job.taskLimit)},
        {"het_job_id", known(job.hetJobId)},
        {"dependency", word(job.dependency)},
        {"reservation", word(job.reservation)},
        {"licenses", word(job.licenses)},
        {"features", word(job.features)},
        {"work_dir", word(job.workDir)},
        {"comment", word(job.comment)},
        {"cluster",
         job.cluster.isEmpty() ? (context.snapshot.cluster.isEmpty() ? QVariant() : QVariant(context.snapshot.cluster))
                               : word(job.cluster)},
        {"restarts", restartsOf(job)},
        {"uid", job.uid == 0xffffffffu ? QVariant() : number(job.uid)},
        {"mine", job.mine},
        {"exit_code", job.exitCode < 0 ? QVariant() : number(job.exitCode)},
        {"exit_signal", job.exitCode < 0 ? QVariant() : number(job.exitSignal)},
    };
}

QVariant valueOf(JobColumn column, const Job &job, const JobContext &context)
{
    const TextPool &pool = *context.snapshot.words;
    const Moment now = sourceNow(context.snapshot, context.now, context.stale);
    const auto word = [&pool](Text text) { return text.isEmpty() ? QVariant() : QVariant(pool.string(text)); };
    switch (column) {
    case JobColumn::State:
        return stateName(job, pool);
    case JobColumn::Id:
        return rawId(job, pool);
    case JobColumn::Name:
        return word(job.name);
    case JobColumn::User:
        return word(job.user);
    case JobColumn::Account:
        return word(job.account);
    case JobColumn::Source:
        return context.sourceName;
    case JobColumn::Queue:
        return word(job.partition);
    case JobColumn::Qos:
        return word(job.qos);
    case JobColumn::Gpus:
        return number(job.gpus);
    case JobColumn::Place:
        return known(job.place);
    case JobColumn::Time:
        return seconds(elapsedOf(job, now));
    case JobColumn::Reason:
        return word(job.reason);
    case JobColumn::Waited:
        return seconds(waitedOf(job, now));
    case JobColumn::Start:
        return time(job.start);
    case JobColumn::Submitted:
        return time(job.submit);
    case JobColumn::Ended:
        return hasEnded(job.state) ? time(job.end) : QVariant();
    case JobColumn::Nodes:
        return known(job.nodeCount);
    case JobColumn::NodeList:
        return word(job.nodes);
    case JobColumn::Cpus:
        return known(job.cpus);
    case JobColumn::Memory:
        return job.memory.known() ? number(job.memory.count()) : QVariant();
    case JobColumn::Priority:
        return priority(job);
    case JobColumn::Nice:
        return niceOf(job);
    case JobColumn::Restarts:
        return restartsOf(job);
    case JobColumn::WorkDir:
        return word(job.workDir);
    case JobColumn::Comment:
        return word(job.comment);
    case JobColumn::Count:
        break;
    }
    return {};
}

} // namespace pilothouse
