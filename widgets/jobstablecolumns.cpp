// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the Jobs table: which, in what order, how wide.
#include "widgets/jobstable.h"

#include "widgets/theme.h"

#include <QHeaderView>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {

constexpr int kNarrow = 960;

int firstWidth(const JobColumnInfo &info, bool narrow)
{
    switch (info.column) {
    case JobColumn::State:
        return narrow ? 118 : 130;
    case JobColumn::Id:
        return narrow ? 114 : 116;
    case JobColumn::Name:
        return 184;
    case JobColumn::User:
        return 58;
    case JobColumn::Queue:
        return narrow ? 84 : 92;
    case JobColumn::Gpus:
        return 44;
    case JobColumn::Place:
        return 70;
    case JobColumn::Time:
        return 132;
    case JobColumn::Reason:
        return 220;
    default:
        return info.width * 7 + 16;
    }
}

constexpr int kLeastName = 120;
constexpr int kLeastReason = 140;

} // namespace

QList<JobColumn> JobsTable::shownColumns() const
{
    QList<JobColumn> shown;
    for (int i = 0; i < horizontalHeader()->count(); ++i) {
        const int column = horizontalHeader()->logicalIndex(i);
        if (!horizontalHeader()->isSectionHidden(column))
            shown << JobColumn(column);
    }
    return shown;
}

void JobsTable::setColumnShown(JobColumn column, bool shown)
{
    if (!shown && shownColumns().size() < 2)
        return; // a table without columns could not be brought back by mouse
    setColumnHidden(int(column), !shown);
    fitColumns();
    emit columnsChanged();
}

QByteArray JobsTable::columnState() const
{
    return (m_ownWidths ? "w"_ba : "f"_ba) + horizontalHeader()->saveState();
}

void JobsTable::restoreColumns(const QByteArray &state)
{
    if (state.size() < 2 || !horizontalHeader()->restoreState(state.mid(1)))
        return;
    m_ownWidths = state.startsWith('w');
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setFixedHeight(px::kHeader);
    fitColumns();
}

void JobsTable::resetColumns()
{
    m_ownWidths = false;
    for (const JobColumnInfo &info : jobColumns()) {
        const int column = int(info.column);
        horizontalHeader()->moveSection(horizontalHeader()->visualIndex(column), column);
        setColumnHidden(column, !info.shownAtFirst);
        horizontalHeader()->resizeSection(column, firstWidth(info, false));
    }
    fitColumns();
}

void JobsTable::showSort(JobColumn column, bool descending)
{
    horizontalHeader()->setSortIndicator(int(column), descending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

// Until the person sets widths, Name and Reason take what the figures leave.
void JobsTable::fitColumns()
{
    if (m_ownWidths || !model())
        return;
    m_fitting = true;
    int rest = viewport()->width();
    const QFontMetrics metrics(textFont(TextSize::Small));
    for (const JobColumn column : shownColumns()) {
        if (column == JobColumn::Name || column == JobColumn::Reason)
            continue;
        const JobColumnInfo &info = infoOf(column);
        const bool first = column == shownColumns().front();
        const int title = metrics.horizontalAdvance(titleOf(column)) + (first ? 24 : 12) + 2;
        const int width = std::max(firstWidth(info, viewport()->width() < kNarrow), title);
        horizontalHeader()->resizeSection(int(column), width);
        rest -= width;
    }
    const bool reason = !isColumnHidden(int(JobColumn::Reason));
    const int name = reason ? std::max(kLeastName, std::min(rest * 42 / 100, 360)) : std::max(kLeastName, rest);
    horizontalHeader()->resizeSection(int(JobColumn::Name), name);
    if (reason)
        horizontalHeader()->resizeSection(int(JobColumn::Reason), std::max(kLeastReason, rest - name));
    m_fitting = false;
}

} // namespace pilothouse
