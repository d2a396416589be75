// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobstable.h"

#include "widgets/jobdelegate.h"
#include "widgets/theme.h"

#include <QCursor>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

using namespace Qt::StringLiterals;

namespace pilothouse {

JobsTable::JobsTable(QWidget *parent) : QTableView(parent)
{
    setObjectName(u"jobsTable"_s);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setMouseTracking(true);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setTabKeyNavigation(false); // Tab leaves the table
    setCornerButtonEnabled(false);
    setItemDelegate(new JobDelegate(this));
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(px::kCompactRow);
    verticalHeader()->setDefaultSectionSize(px::kRow);
    QHeaderView *header = horizontalHeader();
    header->setObjectName(u"jobsHeader"_s);
    header->setFixedHeight(px::kHeader);
    header->setSectionsMovable(true);
    header->setSectionsClickable(true);
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    header->setSortIndicatorShown(true);
    header->setMinimumSectionSize(36);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->setAccessibleName(tr("Columns"));
    connect(header, &QHeaderView::sectionClicked, this, [this](int section) { emit sortWanted(JobColumn(section)); });
    connect(header, &QHeaderView::customContextMenuRequested, this, &JobsTable::headerMenuWanted);
    connect(header, &QHeaderView::sectionMoved, this, [this] {
        viewport()->update();
        emit columnsChanged();
    });
    connect(header, &QHeaderView::sectionResized, this, [this] {
        viewport()->update();
        if (m_fitting || !QGuiApplication::mouseButtons().testFlag(Qt::LeftButton))
            return;
        m_ownWidths = true;
        emit columnsChanged();
    });
}

void JobsTable::setJobs(JobTableModel *model)
{
    m_jobs = model;
    setModel(model);
    connect(model, &QAbstractItemModel::layoutAboutToBeChanged, this, &JobsTable::keepAnchor);
    connect(model, &QAbstractItemModel::layoutChanged, this, &JobsTable::restoreAnchor);
    resetColumns();
}

void JobsTable::setCompact(bool on)
{
    verticalHeader()->setDefaultSectionSize(on ? px::kCompactRow : px::kRow);
}

bool JobsTable::compact() const
{
    return verticalHeader()->defaultSectionSize() == px::kCompactRow;
}

QRect JobsTable::lineOf(int row) const
{
    return {0, rowViewportPosition(row), viewport()->width(), rowHeight(row)};
}

QRect JobsTable::inner(QRect cell, int column) const
{
    const QHeaderView *header = horizontalHeader();
    const int at = header->visualIndex(column);
    int before = -1;
    int after = -1;
    for (int i = 0; i < header->count(); ++i) {
        if (header->isSectionHidden(header->logicalIndex(i)))
            continue;
        if (before < 0)
            before = i;
        after = i;
    }
    const int start = at == before ? 18 : 6;
    const int end = at == after ? 16 : 6;
    return isRightToLeft() ? cell.adjusted(end, 0, -start, 0) : cell.adjusted(start, 0, -end, 0);
}

QRect JobsTable::crossed(const QModelIndex &index) const
{
    const auto joins
        = [](int column) { return column == int(JobColumn::Place) || column == int(JobColumn::Time) || column == int(JobColumn::Reason); };
    const QHeaderView *header = horizontalHeader();
    QRect all = inner(visualRect(index), index.column());
    for (const int step : {-1, 1}) {
        for (int i = header->visualIndex(index.column()) + step; i >= 0 && i < header->count(); i += step) {
            const int column = header->logicalIndex(i);
            if (header->isSectionHidden(column))
                continue;
            if (!joins(column))
                break;
            all = all.united(inner(visualRect(index.siblingAtColumn(column)), column));
        }
    }
    return all;
}

QList<int> JobsTable::chosenRows() const
{
    QList<int> rows;
    if (!selectionModel())
        return rows;
    for (const QItemSelectionRange &range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows << row;
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

std::pair<int, int> JobsTable::visibleRows() const
{
    const int last = rowAt(viewport()->height() - 1);
    return {rowAt(0), last < 0 && model() ? model()->rowCount() - 1 : last};
}

// What is under the mouse, else where the person is, else the top row, stays at its place while rows come and go above it.
// At the top of the list new rows are let in above, unless the mouse is on its way to one.
void JobsTable::keepAnchor()
{
    m_anchor.held = false;
    if (!m_jobs || (verticalScrollBar()->value() == 0 && m_hovered < 0))
        return;
    const auto [first, last] = visibleRows();
    int row = m_hovered;
    if (row < 0 && currentIndex().row() >= first && currentIndex().row() <= last)
        row = currentIndex().row();
    if (row < 0)
        row = first;
    for (; row >= 0 && row <= last; ++row) {
        const QModelIndex index = m_jobs->index(row, 0);
        const QVariant key = index.data(KeyRole);
        if (!key.isValid())
            continue;
        m_anchor = {key.value<JobKey>(), index.data(RestRole).toBool(), rowViewportPosition(row), true};
        return;
    }
}

void JobsTable::restoreAnchor()
{
    if (!m_anchor.held)
        return;
    m_anchor.held = false;
    const int row = m_jobs->rowOf(m_anchor.key, m_anchor.rest);
    if (row < 0)
        return;
    doItemsLayout();
    verticalScrollBar()->setValue(verticalScrollBar()->value() + rowViewportPosition(row) - m_anchor.y);
}

void JobsTable::repaintRow(int row)
{
    if (row >= 0)
        viewport()->update(lineOf(row));
}

void JobsTable::hover(int row)
{
    if (row == m_hovered)
        return;
    repaintRow(m_hovered);
    m_hovered = row;
    repaintRow(row);
}

void JobsTable::mousePressEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    const auto kind = RowKind(index.data(KindRole).toInt());
    if (event->button() == Qt::LeftButton && index.isValid()) {
        const QModelIndex head = index.siblingAtColumn(int(JobColumn::State));
        const QRect state = visualRect(head);
        const bool chevron = kind == RowKind::Array && index.column() == int(JobColumn::State)
            && (isRightToLeft() ? event->position().x() > state.right() - 34 : event->position().x() < state.left() + 34);
        if (kind == RowKind::Group || chevron) {
            selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
            emit foldWanted(head, !head.data(ExpandedRole).toBool());
            return;
        }
    }
    QTableView::mousePressEvent(event);
}

void JobsTable::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    if (index.isValid() && RowKind(index.data(KindRole).toInt()) != RowKind::Group)
        emit openWanted();
    else
        mousePressEvent(event);
}

void JobsTable::mouseMoveEvent(QMouseEvent *event)
{
    hover(rowAt(int(event->position().y())));
    QTableView::mouseMoveEvent(event);
}

// The menu key means the current row, wherever the mouse is.
bool JobsTable::event(QEvent *event)
{
    if (event->type() == QEvent::ContextMenu && static_cast<QContextMenuEvent *>(event)->reason() == QContextMenuEvent::Keyboard) {
        const QRect row = visualRect(currentIndex());
        if (row.isValid())
            emit customContextMenuRequested(QPoint(std::max(row.left(), 0) + 2 * px::kLoose, row.bottom()));
        return true;
    }
    return QTableView::event(event);
}

bool JobsTable::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave)
        hover(-1);
    return QTableView::viewportEvent(event);
}

void JobsTable::keyPressEvent(QKeyEvent *event)
{
    const QModelIndex head = currentIndex().siblingAtColumn(int(JobColumn::State));
    const auto kind = RowKind(head.data(KindRole).toInt());
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Left: {
        const bool open = (event->key() == Qt::Key_Right) != isRightToLeft();
        if (!head.isValid())
            return;
        if (kind == RowKind::Group || kind == RowKind::Array) {
            if (head.data(ExpandedRole).toBool() != open)
                emit foldWanted(head, open);
        } else if (!open) { // from a task or job up to its array or group
            for (int row = head.row() - 1; row >= 0; --row) {
                const auto above = RowKind(m_jobs->index(row, 0).data(KindRole).toInt());
                if (above == RowKind::Group || (above == RowKind::Array && kind == RowKind::Task)) {
                    setCurrentIndex(m_jobs->index(row, head.column()));
                    return;
                }
            }
        }
        return;
    }
    case Qt::Key_Space:
        if (kind == RowKind::Group) {
            emit foldWanted(head, !head.data(ExpandedRole).toBool());
            return;
        }
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (kind == RowKind::Group && head.isValid())
            emit foldWanted(head, !head.data(ExpandedRole).toBool());
        else if (head.isValid())
            emit openWanted();
        return;
    case Qt::Key_Escape:
        emit leaveWanted();
        return;
    default:
        break;
    }
    QTableView::keyPressEvent(event);
}

void JobsTable::scrollContentsBy(int dx, int dy)
{
    QTableView::scrollContentsBy(dx, dy);
    if (dx != 0) // lines that cross columns stand still
        viewport()->update();
    if (m_hovered >= 0)
        hover(rowAt(viewport()->mapFromGlobal(QCursor::pos()).y()));
}

void JobsTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void JobsTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    repaintRow(current.row());
    repaintRow(previous.row());
    emit currentMoved();
}

void JobsTable::focusInEvent(QFocusEvent *event)
{
    QTableView::focusInEvent(event);
    repaintRow(currentIndex().row());
}

void JobsTable::focusOutEvent(QFocusEvent *event)
{
    QTableView::focusOutEvent(event);
    repaintRow(currentIndex().row());
}

} // namespace pilothouse
