// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/joborder.h"
#include "models/jobtext.h"

namespace pilothouse {

namespace {

qint64 known(quint32 value)
{
    return value == 0 ? kUnknownLast : qint64(value);
}
qint64 known(Moment at)
{
    return at.known() ? at.epoch() : kUnknownLast;
}
qint64 known(const std::optional<Seconds> &span)
{
    return span ? span->count() : kUnknownLast;
}

constexpr qint64 kLatest = qint64(1) << 36;

// Running: newest start first. Waiting: what can start by place, then held, then what never starts. Ended: latest end first.
qint64 byState(const Job &job, Look look)
{
    const StateGroup group = stateGroupOf(job.state);
    qint64 part = 0;
    qint64 within = kLatest;
    switch (group) {
    case StateGroup::Running:
        within = job.start.known() ? kLatest - job.start.epoch() : kLatest;
        break;
    case StateGroup::Waiting:
        part = look == Look::Held ? 1 : look == Look::NeverStarts ? 2 : 0;
        within = job.place > 0 ? qint64(job.place) : kLatest - qint64(job.priority);
        break;
    case StateGroup::Ended:
        within = job.end.known() ? kLatest - job.end.epoch() : kLatest;
        break;
    }
    return (qint64(group) * 4 + part) << 40 | within;
}

} // namespace

bool sortsByText(JobColumn column)
{
    switch (column) {
    case JobColumn::Name:
    case JobColumn::User:
    case JobColumn::Account:
    case JobColumn::Queue:
    case JobColumn::Qos:
    case JobColumn::Reason:
    case JobColumn::NodeList:
    case JobColumn::WorkDir:
    case JobColumn::Comment:
        return true;
    default:
        return false;
    }
}

Text sortText(JobColumn column, const Job &job)
{
    switch (column) {
    case JobColumn::Name:
        return job.name;
    case JobColumn::User:
        return job.user;
    case JobColumn::Account:
        return job.account;
    case JobColumn::Queue:
        return job.partition;
    case JobColumn::Qos:
        return job.qos;
    case JobColumn::Reason:
        return isActive(job.state) && !job.nodes.isEmpty() ? job.nodes : job.reason;
    case JobColumn::NodeList:
        return job.nodes;
    case JobColumn::WorkDir:
        return job.workDir;
    case JobColumn::Comment:
        return job.comment;
    default:
        return {};
    }
}

qint64 sortFigure(JobColumn column, const Job &job, Look look, Moment sourceNow)
{
    switch (column) {
    case JobColumn::State:
        return byState(job, look);
    case JobColumn::Id:
        return qint64(job.key.job) << 31 | qint64(job.key.task >> 1);
    case JobColumn::Gpus:
        return job.gpus;
    case JobColumn::Place:
        if (isWaiting(job.state))
            return known(job.place);
        if (const auto bar = barOf(job, sourceNow))
            return kLatest + qint64(std::min(*bar, 1e6) * 1e6);
        return kUnknownLast;
    case JobColumn::Time:
        if (!isWaiting(job.state))
            return known(elapsedOf(job, sourceNow));
        return job.start.known() ? kLatest + job.start.epoch() : kUnknownLast;
    case JobColumn::Waited:
        return known(waitedOf(job, sourceNow));
    case JobColumn::Start:
        return known(job.start);
    case JobColumn::Submitted:
        return known(job.submit);
    case JobColumn::Ended:
        return hasEnded(job.state) ? known(job.end) : kUnknownLast;
    case JobColumn::Nodes:
        return known(job.nodeCount);
    case JobColumn::Cpus:
        return known(job.cpus);
    case JobColumn::Memory:
        return job.memory.count() > 0 ? job.memory.count() : kUnknownLast;
    case JobColumn::Priority:
        return known(job.priority);
    case JobColumn::Nice:
        return job.nice == kUnknownNice ? kUnknownLast : qint64(job.nice);
    case JobColumn::Restarts:
        return job.restarts == kUnknownRestarts ? kUnknownLast : qint64(job.restarts);
    default:
        return 0;
    }
}

} // namespace pilothouse
