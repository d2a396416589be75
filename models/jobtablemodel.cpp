// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/jobtablemodel.h"

#include "models/jobexport.h"
#include "models/jobtableprivate.h"
#include "models/jobtargets.h"

#include <algorithm>
#include <set>

namespace pilothouse {

static constexpr int kOrderAgain = 60; // seconds, for an order by time
static constexpr int kNearRows = 64; // changed rows that stand nearer than this are told together

JobTableModel::JobTableModel(QThreadPool &pool, const Clock &clock, QObject *parent)
    : QAbstractTableModel(parent), d(std::make_unique<Private>(pool, clock))
{
}

JobTableModel::~JobTableModel()
{
    d->stopOrder.request_stop();
}

void JobTableModel::addSource(const SourceInfo &info)
{
    d->sources.push_back({info, nullptr, false, {}});
}

void JobTableModel::setSnapshot(const SnapshotPtr &snapshot)
{
    for (Private::Known &known : d->sources) {
        if (known.info.index != snapshot->source)
            continue;
        SnapshotPtr old = std::exchange(known.latest, snapshot);
        // Nothing changed and the rows stand for just what was there before: only the age is new.
        std::vector<SnapshotPtr> &used = d->rows->snapshots;
        const auto slot = std::ranges::find(used, old);
        const bool same = old && snapshot->change.none() && old->words == snapshot->words && old->jobs.size() == snapshot->jobs.size();
        const bool timely = !d->rows->usesTime && (!d->rows->sortsByTime || d->rows->madeAt.secsTo(d->clock.now()) < kOrderAgain);
        if (same && slot != used.end() && !ordering() && timely) {
            *slot = snapshot;
            d->freeElsewhere(std::move(old));
            emit applied();
            return;
        }
        if (old)
            d->freeElsewhere(std::move(old));
        requestOrder();
    }
}

void JobTableModel::setSourceLost(quint16 source, std::optional<QDateTime> since)
{
    for (Private::Known &known : d->sources) {
        if (known.info.index != source || known.lost == since.has_value())
            continue;
        known.lost = since.has_value();
        known.since = since.value_or(QDateTime());
        if (d->count > 0)
            emit dataChanged(index(0, 0), index(d->count - 1, columnCount() - 1));
    }
}

void JobTableModel::setView(const JobView &view)
{
    if (m_view == view)
        return;
    m_view = view;
    d->stopOrder.request_stop(); // what it makes is not wanted any more
    requestOrder();
}

bool JobTableModel::ordering() const
{
    return d->wanted || d->call.has_value();
}

// A filter that cannot be compiled leaves the last good one in force, over the new snapshots.
static JobTableModel::Ordered orderFor(OrderInput input, const QString &lastGood, std::stop_token stop)
{
    JobTableModel::Ordered answer{nullptr, input.view, std::nullopt, input.view.filter};
    auto filter = Filter::compile(input.view.filter);
    if (!filter) {
        answer.error = filter.error();
        answer.filterUsed = lastGood;
        filter = Filter::compile(lastGood);
    }
    if (filter)
        input.filter = *filter;
    answer.rows = orderJobs(input, std::move(stop));
    return answer;
}

// Never two at once; what comes in between is ordered once afterwards.
void JobTableModel::requestOrder()
{
    if (d->call) {
        d->wanted = true;
        return;
    }
    d->wanted = false;
    d->stopOrder = std::stop_source();
    d->call.emplace(
        d->pool,
        [input = d->input(m_view), lastGood = d->goodFilter, stop = d->stopOrder.get_token()](std::stop_token) mutable {
            return orderFor(std::move(input), lastGood, stop);
        },
        [this](Ordered answer) { finishOrder(std::move(answer)); });
}

void JobTableModel::finishOrder(Ordered answer)
{
    d->call.reset();
    if (answer.rows && answer.view == m_view) {
        d->error = answer.error;
        d->goodFilter = answer.filterUsed;
        apply(std::move(answer.rows));
    } else if (answer.rows) {
        d->freeElsewhere(std::move(answer.rows));
    }
    if (d->wanted)
        requestOrder();
}

// Grow at the tail with rows that the exchange puts right, and shrink after it: so no persistent index of a row that only moved is lost.
// By one row at least: where the whole of a table is selected, Qt's selection would keep row numbers rather than indexes.
void JobTableModel::apply(std::shared_ptr<JobRows> next)
{
    const int target = int(next->rows.size());
    const int during = std::max(target, d->count + 1);
    beginInsertRows({}, d->count, during - 1);
    d->count = during;
    endInsertRows();
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList from = persistentIndexList();
    QModelIndexList to;
    to.reserve(from.size());
    int lastFrom = -1;
    int lastTo = -1;
    for (const QModelIndex &at : from) {
        if (at.row() != lastFrom) {
            const JobRow *row = d->row(at.row());
            lastFrom = at.row();
            lastTo = row ? d->rowAfter(*row, *next) : -1;
        }
        to << (lastTo < 0 ? QModelIndex() : createIndex(lastTo, at.column()));
    }
    std::shared_ptr<JobRows> old = std::exchange(d->rows, std::move(next));
    d->strips.clear();
    d->arraysLeft.clear();
    changePersistentIndexList(from, to);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    if (target < d->count) {
        beginRemoveRows({}, target, d->count - 1);
        d->count = target;
        endRemoveRows();
    }
    d->freeElsewhere(std::move(old));
    emit applied();
}

JobCounts JobTableModel::counts() const
{
    return d->rows->counts;
}

std::optional<FilterError> JobTableModel::filterError() const
{
    return d->error;
}

const KnownWords &JobTableModel::knownWords() const
{
    return d->rows->known;
}

int JobTableModel::rowOf(const JobKey &key, bool rest) const
{
    return d->rows->find(key, rest);
}

const Job *JobTableModel::job(int row) const
{
    const JobRow *at = d->row(row);
    return at && at->kind != RowKind::Group ? &d->rows->job(*at) : nullptr;
}

const TextPool *JobTableModel::words(int row) const
{
    const JobRow *at = d->row(row);
    return at && at->kind != RowKind::Group ? d->rows->snapshot(*at).words.get() : nullptr;
}

SnapshotPtr JobTableModel::snapshotOf(int row) const
{
    const JobRow *at = d->row(row);
    return at && at->kind != RowKind::Group ? d->rows->snapshots[at->slot] : nullptr;
}

std::vector<Target> JobTableModel::targets(const QList<int> &rows) const
{
    return targetsOf(*d->rows, rows);
}

JobExport JobTableModel::exported(const QList<int> &rows) const
{
    QList<int> chosen = rows;
    for (int row = 0; rows.isEmpty() && row < int(d->rows->rows.size()); ++row)
        chosen << row;
    JobExport made = exportOf(*d->rows, chosen);
    for (quint16 slot = 0; slot < made.snapshots.size(); ++slot) {
        const Private::Known *known = d->sourceOf(slot);
        made.sourceNames << (known ? known->info.name : QString());
        made.stale.push_back(known && known->lost);
    }
    made.now = d->clock.now();
    return made;
}

void JobTableModel::setStopping(const StopMarks &marks)
{
    if (d->stopping == marks)
        return;
    const StopMarks before = std::exchange(d->stopping, marks);
    d->arraysLeft.clear();
    std::set<int> changed;
    const auto touch = [&](const StopMark &mark) {
        const int row = d->rows->find(mark.key, true); // the waiting rest
        if (row >= 0)
            changed.insert(row);
        const int plain = rowOf(mark.wholeArray ? mark.key : wholeOf(mark.key).key); // its array, or the job itself
        if (plain >= 0)
            changed.insert(plain);
        if (const int own = rowOf(mark.key); own >= 0)
            changed.insert(own);
        // The tasks below an open array go with it.
        for (int below = plain + 1; mark.wholeArray && plain >= 0 && d->row(below) && d->row(below)->kind == RowKind::Task; ++below)
            changed.insert(below);
    };
    for (auto it = before.cbegin(); it != before.cend(); ++it) {
        if (marks.value(it.key(), -1) != it.value())
            touch(it.key());
    }
    for (auto it = marks.cbegin(); it != marks.cend(); ++it) {
        if (!before.contains(it.key()))
            touch(it.key());
    }
    // In stretches: a view looks at each of them.
    for (auto it = changed.cbegin(); it != changed.cend();) {
        const int first = *it;
        int last = first;
        while (++it != changed.cend() && *it <= last + kNearRows)
            last = *it;
        emit dataChanged(index(first, 0), index(last, columnCount() - 1));
    }
}

void JobTableModel::tick(int firstRow, int lastRow)
{
    firstRow = std::max(0, firstRow);
    lastRow = std::min(lastRow, d->count - 1);
    if (firstRow > lastRow)
        return;
    static_assert(int(JobColumn::Place) < int(JobColumn::Waited));
    // Most clocks show minutes: a row is painted again only when its words are others than a second ago.
    std::vector<QString> now;
    now.reserve(size_t(lastRow - firstRow + 1));
    const auto isGroup = [this](int row) { return d->row(row) && d->row(row)->kind == RowKind::Group; };
    for (int row = firstRow; row <= lastRow; ++row)
        now.push_back(isGroup(row) ? data(index(row, int(JobColumn::State)), SecondaryRole).toString()
                                   : data(index(row, int(JobColumn::Time))).toString() + u'\n'
                              + data(index(row, int(JobColumn::Waited))).toString());
    const bool comparable = d->tickedFrom == firstRow && d->ticked.size() == now.size();
    for (int row = firstRow; row <= lastRow; ++row) {
        const size_t at = size_t(row - firstRow);
        if (comparable && d->ticked[at] == now[at])
            continue;
        if (isGroup(row)) // its age stands at the end of its line
            emit dataChanged(index(row, 0), index(row, columnCount() - 1), {SecondaryRole});
        else
            emit dataChanged(index(row, int(JobColumn::Place)), index(row, int(JobColumn::Waited)),
                             {Qt::DisplayRole, SecondaryRole, BarRole});
    }
    d->ticked = std::move(now);
    d->tickedFrom = firstRow;
}

} // namespace pilothouse
