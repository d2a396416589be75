// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/jobtargets.h"

#include "models/taskindexes.h"

#include <QSet>

#include <algorithm>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

// Steps are written out: scancel takes ranges and lists in every version.
QString restIndexes(QByteArrayView words)
{
    const TaskIndexes indexes = readTaskIndexes(words);
    if (!indexes.whole)
        return QString::fromUtf8(words);
    QStringList parts;
    for (const TaskRange &range : indexes.ranges) {
        for (quint32 at = range.first; range.step > 1 && at <= range.last; at += range.step)
            parts << QString::number(at);
        if (range.step <= 1)
            parts << (range.first == range.last ? QString::number(range.first) : u"%1-%2"_s.arg(range.first).arg(range.last));
    }
    return parts.join(u',');
}

// Whether every record of the array that the snapshot knows is in the row.
bool isWhole(const ArrayRow &array, const Snapshot &snapshot)
{
    const quint32 master = snapshot.jobs[array.main].arrayJobId;
    const quint32 first = array.records.front();
    const quint32 last = array.records.back();
    if (last - first + 1 != array.records.size())
        return false;
    const bool before = first > 0 && snapshot.jobs[first - 1].arrayJobId == master;
    const bool after = last + 1 < snapshot.jobs.size() && snapshot.jobs[last + 1].arrayJobId == master;
    return !before && !after;
}

} // namespace

Target targetOf(const Job &job, const Snapshot &snapshot)
{
    const TextPool &words = *snapshot.words;
    Target target;
    target.key = job.key;
    target.jobId = job.jobId;
    if (job.hetJobId != 0)
        target.id = u"%1+%2"_s.arg(job.hetJobId).arg(job.hetOffset);
    else if (job.arrayJobId == 0)
        target.id = QString::number(job.jobId);
    else if (job.key.task != kNoTask)
        target.id = u"%1_%2"_s.arg(job.arrayJobId).arg(job.key.task);
    else
        target.id = u"%1_[%2]"_s.arg(QString::number(job.arrayJobId), restIndexes(words.bytes(job.waitingIndexes)));
    target.submit = job.submit;
    target.name = words.string(job.name);
    target.user = words.string(job.user);
    target.cluster = job.cluster.isEmpty() ? snapshot.cluster : words.string(job.cluster);
    target.state = job.state;
    target.mine = job.mine;
    return target;
}

std::vector<Target> targetsOf(const JobRows &rows, const QList<int> &chosen)
{
    std::vector<Target> targets;
    QSet<JobKey> wholeArrays;
    QSet<JobKey> taken;
    const auto take = [&targets, &taken](const Job &job, const Snapshot &snapshot) {
        if (hasEnded(job.state) || taken.contains(job.key))
            return;
        taken.insert(job.key);
        targets.push_back(targetOf(job, snapshot));
    };
    for (const int number : chosen) {
        if (number < 0 || size_t(number) >= rows.rows.size() || rows.rows[size_t(number)].kind != RowKind::Array)
            continue;
        const JobRow &row = rows.rows[size_t(number)];
        const ArrayRow &array = rows.arrays[row.at];
        const Snapshot &snapshot = rows.snapshot(row);
        const JobKey key = rows.keyOf(row);
        bool lives = false;
        Moment oldest; // a requeued task has a later submit time than its array
        for (const quint32 record : array.records) {
            const Job &job = snapshot.jobs[record];
            if (hasEnded(job.state))
                continue;
            lives = true;
            if (job.submit.known() && (!oldest.known() || job.submit < oldest))
                oldest = job.submit;
        }
        if (!lives || wholeArrays.contains(key))
            continue;
        if (!isWhole(array, snapshot)) {
            for (const quint32 record : array.records)
                take(snapshot.jobs[record], snapshot);
            continue;
        }
        wholeArrays.insert(key);
        Target target = targetOf(rows.job(row), snapshot);
        target.key = key;
        target.jobId = rows.job(row).arrayJobId;
        target.id = QString::number(target.jobId);
        target.wholeArray = true;
        target.submit = oldest;
        targets.push_back(std::move(target));
    }
    for (const int number : chosen) {
        if (number < 0 || size_t(number) >= rows.rows.size())
            continue;
        const JobRow &row = rows.rows[size_t(number)];
        if (row.kind != RowKind::Job && row.kind != RowKind::Task)
            continue;
        JobKey array = rows.keyOf(row);
        array.task = kNoTask;
        if (row.kind == RowKind::Task && wholeArrays.contains(array))
            continue;
        take(rows.job(row), rows.snapshot(row));
    }
    return targets;
}

} // namespace pilothouse
