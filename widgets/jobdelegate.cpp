// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobdelegate.h"

#include "models/format.h"
#include "widgets/icons.h"
#include "widgets/jobstable.h"
#include "widgets/paint.h"
#include "widgets/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace pilothouse {

namespace {

constexpr int kEdge = 3; // the selected row's mark
constexpr int kBar = 48;

bool endedBadly(Look look)
{
    return look == Look::Failed || look == Look::Timeout || look == Look::OutOfMemory || look == Look::NodeFail;
}

} // namespace

JobDelegate::JobDelegate(JobsTable *table) : QStyledItemDelegate(table), m_table(table)
{
}

JobDelegate::Row JobDelegate::rowOf(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &t = theme();
    Row row;
    row.kind = RowKind(index.data(KindRole).toInt());
    row.look = Look(index.data(LookRole).toInt());
    row.mine = index.data(MineRole).toBool();
    row.stale = index.data(StaleRole).toBool();
    row.stopping = row.look == Look::Stopping;
    row.selected = option.state.testFlag(QStyle::State_Selected);
    row.primary = row.stale ? t.text.secondary : t.text.primary;
    row.secondary = row.stale && !row.selected ? t.text.tertiary : t.text.secondary;
    row.tertiary = row.selected ? t.text.secondary : t.text.tertiary;
    return row;
}

void JobDelegate::ground(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const Row &row) const
{
    const Theme &t = theme();
    if (row.selected)
        painter.fillRect(option.rect,
                         m_table->isActiveWindow() || m_table->alwaysActive() ? t.surface.selection : t.surface.selectionInactive);
    else if (index.row() == m_table->hoveredRow())
        painter.fillRect(option.rect, t.surface.hover);
    else
        painter.fillRect(option.rect, t.surface.page);
    if (row.stale)
        paint::hatch(painter, option.rect, m_table->contentOrigin());
    const bool current = index.row() == m_table->currentIndex().row();
    if (!row.selected && !(current && m_table->hasFocus()))
        return;
    const QRect line = m_table->lineOf(index.row());
    const bool rtl = option.direction == Qt::RightToLeft;
    painter.save();
    painter.setClipRect(option.rect, Qt::IntersectClip);
    if (row.selected)
        painter.fillRect(QRect(rtl ? line.right() - kEdge + 1 : line.left(), line.top(), kEdge, line.height()), t.accent.base);
    else // where the keys are, without being chosen
        painter.fillRect(QRect(rtl ? line.right() - 1 : line.left(), line.top() + 6, 2, line.height() - 12), t.accent.base);
    painter.restore();
}

void JobDelegate::group(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &t = theme();
    const QModelIndex head = index.siblingAtColumn(int(JobColumn::State));
    const bool stale = head.data(StaleRole).toBool();
    const bool rtl = option.direction == Qt::RightToLeft;
    const QRect line = m_table->lineOf(index.row());
    painter.save();
    painter.setClipRect(option.rect, Qt::IntersectClip);
    painter.fillRect(option.rect, stale ? t.soft.failed : index.row() == m_table->hoveredRow() ? t.surface.hover : t.surface.panel);
    if (index.row() == m_table->currentIndex().row() && m_table->hasFocus())
        painter.fillRect(QRect(rtl ? line.right() - kEdge + 1 : line.left(), line.top(), kEdge, line.height()), t.accent.base);

    const auto put = [&](int x, int width) {
        return rtl ? QRect(line.right() - x - width + 1, line.top(), width, line.height())
                   : QRect(line.left() + x, line.top(), width, line.height());
    };
    const char *chevron = head.data(ExpandedRole).toBool() ? "chevron-down" : "chevron-right";
    drawIcon(painter, put(10, 16), chevron, t.text.secondary, 14);
    int x = 30;
    if (stale) {
        drawIcon(painter, put(x, 16), "alert-link-lost", t.state.failed, 14);
        x += 20;
    }
    const Qt::Alignment start = rtl ? Qt::AlignRight : Qt::AlignLeft;
    const Qt::Alignment end = rtl ? Qt::AlignLeft : Qt::AlignRight;
    const QString fact = head.data(SecondaryRole).toString();
    painter.setFont(textFont(TextSize::Small));
    const int factWidth = fact.isEmpty() ? 0 : QFontMetrics(painter.font()).horizontalAdvance(fact) + 24;
    painter.setPen(stale ? t.state.failed : t.text.tertiary);
    paint::text(painter, put(x, line.width() - x - 16), fact, end);

    painter.setFont(textFont(TextSize::Body, QFont::DemiBold));
    painter.setPen(t.text.primary);
    const int room = line.width() - x - 16 - factWidth;
    x += paint::text(painter, put(x, room), head.data(Qt::DisplayRole).toString(), start, Qt::ElideMiddle) + 8;
    painter.setFont(textFont(TextSize::Small));
    painter.setPen(t.text.tertiary);
    const QString note = head.data(GroupNoteRole).toString();
    paint::text(painter, put(x, line.width() - x - 16 - factWidth),
                note.isEmpty() ? format::number(head.data(GroupCountRole).toInt()) : note, start);
    painter.restore();
}

void JobDelegate::state(QPainter &painter, QRect rect, const QModelIndex &index, const Row &row) const
{
    const bool rtl = m_table->isRightToLeft();
    const auto take = [&](int width) {
        const QRect part = rtl ? QRect(rect.right() - width + 1, rect.top(), width, rect.height())
                               : QRect(rect.left(), rect.top(), width, rect.height());
        rtl ? rect.setRight(rect.right() - width) : rect.setLeft(rect.left() + width);
        return part;
    };
    if (row.kind == RowKind::Array) {
        const char *chevron = index.data(ExpandedRole).toBool() ? "chevron-down" : "chevron-right";
        drawIcon(painter, take(14).translated(rtl ? 2 : -2, 0), chevron, theme().text.secondary, 14);
    } else if (index.data(DepthRole).toInt() > 0) {
        take(14);
    }
    drawIcon(painter, take(16).translated(rtl ? 2 : -2, 0), stateIcon(row.look), row.stale ? theme().text.secondary : stateColour(row.look),
             14);
    take(4);
    painter.setFont(textFont(TextSize::Small));
    painter.setPen(row.primary);
    paint::text(painter, rect, index.data(Qt::DisplayRole).toString(), rtl ? Qt::AlignRight : Qt::AlignLeft);
}

void JobDelegate::name(QPainter &painter, const QRect &rect, const QModelIndex &index, const Row &row) const
{
    QFont font = textFont(TextSize::Body, row.mine ? QFont::Medium : QFont::Normal);
    font.setStrikeOut(row.stopping);
    painter.setFont(font);
    painter.setPen(row.stopping ? theme().text.tertiary : row.primary);
    // The tail (seed3, lr2e-5) tells names apart: the middle goes first.
    paint::text(painter, rect, index.data(Qt::DisplayRole).toString(), m_table->isRightToLeft() ? Qt::AlignRight : Qt::AlignLeft,
                Qt::ElideMiddle);
}

void JobDelegate::queue(QPainter &painter, QRect rect, const QModelIndex &index, const Row &row) const
{
    const bool rtl = m_table->isRightToLeft();
    drawIcon(painter, QRect(rtl ? rect.right() - 15 : rect.left(), rect.top(), 16, rect.height()), "source-slurm", row.secondary, 14);
    rtl ? rect.setRight(rect.right() - 20) : rect.setLeft(rect.left() + 20);
    painter.setFont(textFont(TextSize::Small));
    painter.setPen(row.secondary);
    paint::text(painter, rect, index.data(Qt::DisplayRole).toString(), rtl ? Qt::AlignRight : Qt::AlignLeft, Qt::ElideMiddle);
}

// The greater part in ink, the lesser one quieter behind it.
void JobDelegate::figures(QPainter &painter, const QRect &rect, const QModelIndex &index, const Row &row) const
{
    const QString main = index.data(Qt::DisplayRole).toString();
    const QString lesser = index.data(SecondaryRole).toString();
    const bool right = infoOf(JobColumn(index.column())).numeric;
    painter.setFont(textFont(TextSize::Small));
    const QFontMetrics metrics(painter.font());
    const int mainWidth = metrics.horizontalAdvance(main);
    const int lesserWidth = lesser.isEmpty() ? 0 : metrics.horizontalAdvance(u' ' + lesser);
    const int total = std::min(mainWidth + lesserWidth, rect.width());
    const bool atRight = right != m_table->isRightToLeft();
    int x = atRight ? rect.right() - total + 1 : rect.left();
    const bool waits = row.look == Look::Pending || row.look == Look::Held;
    const bool never = row.look == Look::NeverStarts && JobColumn(index.column()) == JobColumn::Time;
    const bool none = JobColumn(index.column()) == JobColumn::Gpus && main == u"0"; // most have none: let those that do stand out
    painter.setPen(none                                                                         ? row.tertiary
                       : never && !row.stale                                                    ? theme().state.failed
                       : main.startsWith(QChar(0x2248)) || (waits && main == format::unknown()) ? row.secondary
                                                                                                : row.primary);
    paint::text(painter, QRect(x, rect.top(), std::min(mainWidth, rect.right() - x + 1), rect.height()), main);
    x += mainWidth;
    if (lesser.isEmpty() || x > rect.right())
        return;
    painter.setPen(row.tertiary);
    paint::text(painter, QRect(x, rect.top(), rect.right() - x + 1, rect.height()), u' ' + lesser);
}

void JobDelegate::place(QPainter &painter, const QRect &rect, const QModelIndex &index, const Row &row) const
{
    const QVariant bar = index.data(BarRole);
    if (!bar.isValid()) {
        figures(painter, rect, index, row);
        return;
    }
    const double part = bar.toDouble();
    const Theme &t = theme();
    const QColor mark = row.stale                  ? t.mark.stale
        : row.stopping                             ? t.mark.cancelled
        : row.look == Look::Running && part >= 0.9 ? t.mark.pending // it will meet its limit soon
                                                   : markColour(row.look);
    const int width = std::min(kBar, rect.width());
    const bool rtl = m_table->isRightToLeft();
    paint::limitBar(painter, QRect(rtl ? rect.right() - width + 1 : rect.left(), rect.top(), width, rect.height()), part, mark,
                    row.selected ? t.surface.page : t.surface.sunken);
}

void JobDelegate::reason(QPainter &painter, QRect rect, const QModelIndex &index, const Row &row) const
{
    const bool rtl = m_table->isRightToLeft();
    const bool never = row.look == Look::NeverStarts;
    if (never) {
        drawIcon(painter, QRect(rtl ? rect.right() - 15 : rect.left(), rect.top(), 16, rect.height()), "alert-warning",
                 row.stale ? row.secondary : theme().state.failed, 14);
        rtl ? rect.setRight(rect.right() - 20) : rect.setLeft(rect.left() + 20);
    }
    painter.setFont(textFont(TextSize::Small));
    painter.setPen(never || endedBadly(row.look) || row.stopping ? row.primary : row.secondary);
    QString words = index.data(Qt::DisplayRole).toString();
    if (const QString lesser = index.data(SecondaryRole).toString(); !lesser.isEmpty())
        words += u' ' + lesser;
    paint::text(painter, rect, words, rtl ? Qt::AlignRight : Qt::AlignLeft);
}

// The strip from the left, the exact counts from the right, over the columns that it crosses.
void JobDelegate::strip(QPainter &painter, const QRect &rect, const QModelIndex &index, const Row &row) const
{
    const auto strip = index.data(StripRole).value<ArrayStrip>();
    painter.setFont(textFont(TextSize::Small));
    const QFontMetrics metrics(painter.font());
    int x = rect.right() + 1;
    static constexpr std::array kOrder{Look::Completed,   Look::Running,     Look::Completing, Look::Failed,    Look::Timeout,
                                       Look::OutOfMemory, Look::NodeFail,    Look::Cancelled,  Look::Preempted, Look::Pending,
                                       Look::Held,        Look::NeverStarts, Look::Unknown};
    for (auto look = kOrder.rbegin(); look != kOrder.rend(); ++look) {
        const quint32 count = strip.counts[size_t(*look)];
        if (count == 0)
            continue;
        const QString words = format::number(count);
        const int width = metrics.horizontalAdvance(words);
        if (x - width - 18 < rect.left())
            break;
        x -= width;
        painter.setPen(row.primary);
        paint::text(painter, QRect(x, rect.top(), width + 1, rect.height()), words);
        x -= 16;
        drawIcon(painter, QRect(x, rect.top(), 14, rect.height()), stateIcon(*look), row.stale ? row.secondary : stateColour(*look), 13);
        x -= 8;
    }
    paint::arrayStrip(painter, QRect(rect.left(), rect.top(), std::max(0, x - rect.left() - 4), rect.height()), strip, row.stale);
}

void JobDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (RowKind(index.data(KindRole).toInt()) == RowKind::Group) {
        group(*painter, option, index);
        return;
    }
    const Row row = rowOf(option, index);
    const auto column = JobColumn(index.column());
    painter->save();
    ground(*painter, option, index, row);
    const QRect rect = m_table->inner(option.rect, index.column());
    const QRect crossed = row.kind == RowKind::Array ? m_table->crossed(index) : QRect();
    switch (column) {
    case JobColumn::State:
        state(*painter, rect, index, row);
        break;
    case JobColumn::Name:
        name(*painter, rect, index, row);
        break;
    case JobColumn::Queue:
        queue(*painter, rect, index, row);
        break;
    case JobColumn::Place:
    case JobColumn::Time:
    case JobColumn::Reason:
        if (row.kind == RowKind::Array && !row.stopping) {
            painter->setClipRect(option.rect, Qt::IntersectClip);
            strip(*painter, crossed, index.siblingAtColumn(int(JobColumn::State)), row);
        } else if (column == JobColumn::Place) {
            place(*painter, rect, index, row);
        } else if (column == JobColumn::Time) {
            figures(*painter, rect, index, row);
        } else {
            reason(*painter, rect, index, row);
        }
        break;
    case JobColumn::User:
    case JobColumn::Account:
    case JobColumn::Source:
    case JobColumn::Qos:
    case JobColumn::NodeList:
    case JobColumn::WorkDir:
    case JobColumn::Comment:
        painter->setFont(textFont(TextSize::Small));
        painter->setPen(row.secondary);
        paint::text(*painter, rect, index.data(Qt::DisplayRole).toString(), m_table->isRightToLeft() ? Qt::AlignRight : Qt::AlignLeft,
                    Qt::ElideMiddle);
        break;
    default:
        figures(*painter, rect, index, row);
    }
    painter->restore();
}

bool JobDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (event->type() == QEvent::ToolTip && index.isValid()) {
        const QString words = index.data(Qt::ToolTipRole).toString(); // made plain by the model
        QToolTip::showText(event->globalPos(), words, view, option.rect);
        return true;
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

} // namespace pilothouse
