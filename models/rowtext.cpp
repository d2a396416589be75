// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rowtext.h"

#include "models/format.h"
#include "models/plaintext.h"
#include "models/taskindexes.h"

#include <QCoreApplication>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(RowText)
};

QString resourcesText(const GroupRow &group)
{
    QStringList parts;
    if (group.gpus > 0)
        parts << (group.gpus == 1 ? Words::tr("1 GPU") : Words::tr("%1 GPUs").arg(format::number(qint64(group.gpus))));
    if (group.cpus > 0)
        parts << (group.cpus == 1 ? Words::tr("1 CPU") : Words::tr("%1 CPUs").arg(format::number(qint64(group.cpus))));
    return parts.join(u" · "_s);
}

} // namespace

QString arrayIdText(const JobRows &rows, const ArrayRow &array, quint16 slot)
{
    const Snapshot &snapshot = *rows.snapshots[slot];
    quint32 lowest = kNoTask;
    quint32 highest = 0;
    bool whole = true;
    const auto take = [&lowest, &highest](quint32 from, quint32 to) {
        lowest = std::min(lowest, from);
        highest = std::max(highest, to);
    };
    for (const quint32 record : array.records) {
        const Job &job = snapshot.jobs[record];
        if (job.key.task != kNoTask) {
            take(job.key.task, job.key.task);
            continue;
        }
        const TaskIndexes indexes = readTaskIndexes(snapshot.words->bytes(job.waitingIndexes));
        whole = indexes.whole;
        for (const TaskRange &range : indexes.ranges)
            take(range.first, range.last);
    }
    const QString master = QString::number(snapshot.jobs[array.main].arrayJobId);
    if (lowest == kNoTask)
        return u"%1_[…]"_s.arg(master);
    if (lowest == highest && whole)
        return u"%1_[%2]"_s.arg(master).arg(lowest);
    return whole ? u"%1_[%2–%3]"_s.arg(master).arg(lowest).arg(highest) : u"%1_[%2–…]"_s.arg(master).arg(lowest);
}

QString countsText(const std::array<quint32, kLookCount> &counts)
{
    using enum Look;
    QStringList parts;
    for (const Look look : {Completed, Running, Completing, Failed, Timeout, OutOfMemory, NodeFail, Cancelled, Preempted, Held, NeverStarts,
                            Pending, Unknown, Stale, Stopping}) {
        if (const quint32 count = counts[size_t(look)])
            parts << format::number(count) + u' ' + lookWord(look).toLower();
    }
    return parts.join(u", "_s);
}

CellText arrayCell(JobColumn column, const JobRows &rows, const JobRow &row, const JobContext &context)
{
    const ArrayRow &array = rows.arrays[row.at];
    switch (column) {
    case JobColumn::State:
        return {Words::tr("Array"), {}};
    case JobColumn::Id:
        return {arrayIdText(rows, array, row.slot), {}};
    case JobColumn::Gpus:
        return {format::number(array.gpus), {}};
    case JobColumn::Cpus:
        return {array.cpus == 0 ? format::unknown() : format::number(array.cpus), {}};
    case JobColumn::Place:
    case JobColumn::Time:
        return {}; // the strip of its tasks stands there
    case JobColumn::Reason:
        return {countsText(array.counts), {}};
    case JobColumn::NodeList:
    case JobColumn::Ended:
        return {format::unknown(), {}};
    default:
        return cellText(column, rows.job(row), context);
    }
}

QString arraySentence(const JobRows &rows, const JobRow &row, const JobContext &context)
{
    const ArrayRow &array = rows.arrays[row.at];
    const Job &job = rows.job(row);
    const TextPool &words = *context.snapshot.words;
    const QString sentence = array.tasks == 1 ? Words::tr("Array %1, %2, %3 task: %4") : Words::tr("Array %1, %2, %3 tasks: %4");
    return sentence.arg(arrayIdText(rows, array, row.slot), plaintext::cell(words.bytes(job.name)), format::number(array.tasks),
                        countsText(array.counts));
}

QString groupTitle(const GroupRow &group, const JobRows &rows, const QString &sourceName)
{
    switch (rows.group) {
    case JobGroup::None:
        return {};
    case JobGroup::State:
        return group.state == StateGroup::Running ? Words::tr("Running")
            : group.state == StateGroup::Waiting  ? Words::tr("Waiting")
                                                  : Words::tr("Ended");
    case JobGroup::Source:
        return plaintext::cell(sourceName);
    default:
        break;
    }
    const QString word = plaintext::cell(rows.snapshots[group.slot]->words->bytes(group.word));
    return word.isEmpty() ? format::unknown() : word;
}

QString groupFact(const GroupRow &group, const JobRows &rows, const SourceAge &source, const QDateTime &now)
{
    const auto nextStart = [&group, &now] {
        return group.nextStart.known() ? Words::tr("next start %1").arg(format::about(format::moment(format::local(group.nextStart), now)))
                                       : QString();
    };
    if (rows.group == JobGroup::State) {
        if (group.state == StateGroup::Ended) // what is known goes only so far back: the person sees how far
            return group.firstEnd.known() ? Words::tr("since %1").arg(format::moment(format::local(group.firstEnd), now)) : QString();
        return group.state == StateGroup::Waiting ? nextStart() : resourcesText(group);
    }
    if (rows.group == JobGroup::Source) {
        const QDateTime at = rows.snapshots[group.slot]->at;
        const QString age = format::age(std::chrono::milliseconds(at.msecsTo(now)));
        return source.lost ? Words::tr("%1 old").arg(age) : age;
    }
    const QString resources = resourcesText(group);
    return resources.isEmpty() ? nextStart() : resources;
}

QString groupNote(const GroupRow &group, const JobRows &rows, const SourceAge &source)
{
    if (rows.group != JobGroup::Source || !source.lost)
        return {};
    const QString at = format::clockTime(rows.snapshots[group.slot]->at);
    return group.rows == 1 ? Words::tr("link lost · 1 row as it was at %1").arg(at)
                           : Words::tr("link lost · %1 rows as they were at %2").arg(format::number(group.rows), at);
}

} // namespace pilothouse
