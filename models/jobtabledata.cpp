// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format.h"
#include "models/jobtableprivate.h"
#include "models/plaintext.h"

#include <QCoreApplication>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(JobTable)
};

QVariant unlessEmpty(const QString &text)
{
    return text.isEmpty() ? QVariant() : QVariant(text);
}

} // namespace

const JobTableModel::Private::Known *JobTableModel::Private::sourceOf(quint16 slot) const
{
    for (const Known &known : sources) {
        if (known.info.index == rows->snapshots[slot]->source)
            return &known;
    }
    return nullptr;
}

JobContext JobTableModel::Private::context(const JobRow &at) const
{
    const Known *known = sourceOf(at.slot);
    return {*rows->snapshots[at.slot], clock.now(), known ? known->info.name : QString(), known && known->lost};
}

OrderInput JobTableModel::Private::input(const JobView &view) const
{
    OrderInput made;
    for (const Known &known : sources) {
        if (!known.latest)
            continue;
        made.snapshots.push_back(known.latest);
        made.sourceNames << known.info.name;
        made.stale.push_back(known.lost);
    }
    made.view = view;
    made.now = clock.now();
    return made;
}

int JobTableModel::Private::rowAfter(const JobRow &before, const JobRows &next) const
{
    if (before.kind != RowKind::Group)
        return next.find(rows->keyOf(before), rows->isRest(before));
    if (next.group != rows->group)
        return -1;
    const GroupRow &old = rows->groups[before.at];
    for (const GroupRow &group : next.groups) {
        const bool same = rows->group == JobGroup::State ? group.state == old.state
            : rows->group == JobGroup::Source
            ? next.snapshots[group.slot]->source == rows->snapshots[old.slot]->source
            : next.snapshots[group.slot]->words->bytes(group.word) == rows->snapshots[old.slot]->words->bytes(old.word);
        if (same)
            return int(group.row);
    }
    return -1;
}

// Its own stop, or that of each of its tasks that lives: a folded row shows no others.
int JobTableModel::Private::arrayLeft(const JobRow &at) const
{
    const auto known = arraysLeft.constFind(at.at);
    if (known != arraysLeft.cend())
        return *known;
    const Snapshot &snapshot = *rows->snapshots[at.slot];
    int left = -1;
    for (const quint32 record : rows->arrays[at.at].records) {
        const Job &job = snapshot.jobs[record];
        if (hasEnded(job.state))
            continue;
        const int own = stopping.value({job.key, false}, -1);
        left = own < 0 || left < 0 ? own : std::min(left, own);
        if (own < 0)
            break;
    }
    arraysLeft.insert(at.at, left);
    return left;
}

int JobTableModel::Private::secondsLeft(const JobRow &at) const
{
    if (stopping.isEmpty() || at.kind == RowKind::Group)
        return -1;
    const JobKey key = rows->keyOf(at);
    if (at.kind == RowKind::Array) {
        const auto whole = stopping.constFind({key, true});
        return whole != stopping.cend() ? *whole : arrayLeft(at);
    }
    if (const auto found = stopping.constFind({key, false}); found != stopping.cend())
        return *found;
    return at.kind == RowKind::Task && !hasEnded(rows->job(at).state) ? stopping.value(wholeOf(key), -1) : -1;
}

static QString stoppingText(int left)
{
    return left == kStopSent ? Words::tr("Stop sent; its answer is awaited") : Words::tr("Stops in %1 s; nothing sent yet").arg(left);
}

CellText JobTableModel::Private::cell(const JobRow &at, JobColumn column, const JobContext &context) const
{
    const int left = secondsLeft(at);
    if (left >= 0 && column == JobColumn::State)
        return {lookWord(Look::Stopping), {}};
    if (left >= 0 && column == JobColumn::Reason)
        return {stoppingText(left), {}};
    return at.kind == RowKind::Array ? arrayCell(column, *rows, at, context) : cellText(column, rows->job(at), context);
}

QString JobTableModel::Private::accessible(const JobRow &at, JobColumn column, const JobContext &context) const
{
    if (column != JobColumn::State)
        return cell(at, column, context).whole();
    const QString sentence = at.kind == RowKind::Array ? arraySentence(*rows, at, context) : rowSentence(rows->job(at), context);
    const int left = secondsLeft(at);
    return left < 0 ? sentence : stoppingText(left) + u", "_s + sentence;
}

QVariant JobTableModel::Private::groupData(const JobRow &at, JobColumn column, int role) const
{
    const GroupRow &group = rows->groups[at.at];
    const Known *known = sourceOf(at.slot);
    const QString name = known ? known->info.name : QString();
    const SourceAge source{name, known && known->lost, known ? known->since : QDateTime()};
    switch (role) {
    case KindRole:
        return QVariant::fromValue(int(RowKind::Group));
    case ExpandedRole:
        return group.open;
    case DepthRole:
        return 0;
    case StaleRole:
        return rows->group == JobGroup::Source && source.lost;
    case GroupKeyRole:
        return groupKey(group, *rows, [this] {
            QStringList names;
            for (quint16 slot = 0; slot < rows->snapshots.size(); ++slot) {
                const Known *of = sourceOf(slot);
                names << (of ? of->info.name : QString());
            }
            return names;
        }());
    case GroupCountRole:
        return int(group.jobs);
    case GroupNoteRole:
        return unlessEmpty(groupNote(group, *rows, source));
    default:
        break;
    }
    if (column != JobColumn::State)
        return {};
    const QString title = groupTitle(group, *rows, name);
    const QString fact = groupFact(group, *rows, source, clock.now());
    if (role == Qt::DisplayRole)
        return title;
    if (role == SecondaryRole)
        return unlessEmpty(fact);
    if (role == Qt::AccessibleTextRole) {
        QStringList parts{title, format::number(group.jobs), groupNote(group, *rows, source), fact};
        parts.removeAll(QString());
        return parts.join(u", "_s);
    }
    return {};
}

QVariant JobTableModel::Private::jobData(const JobRow &at, JobColumn column, int role)
{
    if (role == KindRole) // asked of many rows in a row: no context is made for it
        return QVariant::fromValue(int(at.kind));
    const JobContext here = context(at);
    switch (role) {
    case Qt::DisplayRole:
        return cell(at, column, here).text;
    case SecondaryRole:
        return unlessEmpty(cell(at, column, here).lesser);
    case Qt::ToolTipRole: {
        const bool own = at.kind == RowKind::Array || (secondsLeft(at) >= 0 && column == JobColumn::Reason);
        const QString text = own ? cell(at, column, here).whole() : toolTip(column, rows->job(at), here);
        return text.isEmpty() ? QVariant() : QVariant(plaintext::asRichText(text));
    }
    case Qt::AccessibleTextRole:
        return accessible(at, column, here);
    case KeyRole:
        return QVariant::fromValue(rows->keyOf(at));
    case RestRole:
        return rows->isRest(at);
    case LookRole:
        return int(secondsLeft(at) >= 0 ? Look::Stopping : at.look);
    case MineRole:
        return rows->job(at).mine;
    case StaleRole:
        return here.stale;
    case ExpandedRole:
        return at.kind == RowKind::Array ? QVariant(rows->arrays[at.at].open) : QVariant();
    case DepthRole:
        return at.kind == RowKind::Task ? 1 : 0;
    case BarRole: {
        if (at.kind == RowKind::Array)
            return {};
        const auto bar = barOf(rows->job(at), sourceNow(here.snapshot, here.now, here.stale));
        return bar ? QVariant(*bar) : QVariant();
    }
    case StripRole: {
        if (at.kind != RowKind::Array)
            return {};
        auto strip = strips.find(at.at);
        if (strip == strips.end())
            strip = strips.insert(at.at, rows->strip(rows->arrays[at.at], at.slot));
        return QVariant::fromValue(*strip);
    }
    case StoppingRole: {
        const int left = secondsLeft(at);
        return left < 0 ? QVariant() : QVariant(left);
    }
    default:
        return {};
    }
}

int JobTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : d->count;
}

int JobTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(JobColumn::Count);
}

QVariant JobTableModel::data(const QModelIndex &index, int role) const
{
    // In the middle of an exchange there are rows at the tail that stand for nothing.
    const JobRow *row = index.isValid() ? d->row(index.row()) : nullptr;
    if (!row)
        return {};
    const auto column = JobColumn(index.column());
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (infoOf(column).numeric && row->kind != RowKind::Group ? Qt::AlignRight : Qt::AlignLeft));
    return row->kind == RowKind::Group ? d->groupData(*row, column, role) : d->jobData(*row, column, role);
}

QVariant JobTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= int(JobColumn::Count))
        return {};
    if (role == Qt::DisplayRole)
        return titleOf(JobColumn(section));
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (infoOf(JobColumn(section)).numeric ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

Qt::ItemFlags JobTableModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const JobRow *row = d->row(index.row());
    const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    return row && row->kind != RowKind::Group ? flags | Qt::ItemIsSelectable : flags;
}

} // namespace pilothouse
