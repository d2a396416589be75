// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/columnssheet.h"

#include "widgets/jobstable.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QListWidget>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {
constexpr int kRowsSeen = 14;
constexpr int kColumnRole = Qt::UserRole;
} // namespace

ColumnsSheet::ColumnsSheet(JobsTable &table, QWidget *parent)
    : Sheet(tr("Columns"), tr("Ticked ones are shown, from left to right in this order."), parent),
      m_table(table),
      m_list(new QListWidget),
      m_up(new Button(Button::Kind::Outline, "chevron-up", tr("Up"))),
      m_down(new Button(Button::Kind::Outline, "chevron-down", tr("Down")))
{
    setObjectName(u"columnsSheet"_s);
    m_list->setObjectName(u"columnsList"_s);
    m_list->setAccessibleName(tr("Columns"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setFixedHeight(kRowsSeen * px::kCompactRow);
    m_list->installEventFilter(this);
    fill();
    m_list->setCurrentRow(0);
    addWidget(m_list);

    auto *line = new QWidget;
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, px::kTight, 0, 0);
    row->setSpacing(px::kTight);
    m_up->setObjectName(u"columnUp"_s);
    m_up->setToolTip(tr("Further left (Alt+Up)"));
    m_down->setObjectName(u"columnDown"_s);
    m_down->setToolTip(tr("Further right (Alt+Down)"));
    auto *first = new Button(Button::Kind::Outline, nullptr, tr("As at first"));
    first->setObjectName(u"columnsReset"_s);
    auto *compact = new QCheckBox(tr("Compact rows"));
    compact->setObjectName(u"compactRows"_s);
    compact->setFont(textFont(TextSize::Small));
    compact->setChecked(m_table.compact());
    for (QWidget *one : std::initializer_list<QWidget *>{m_up, m_down, first})
        row->addWidget(one);
    row->addStretch(1);
    row->addWidget(compact);
    addWidget(line);
    addButton(Button::Kind::Primary, tr("Close"), QDialog::Accepted)->setDefault(true);
    m_list->setFocus();

    connect(m_list, &QListWidget::itemChanged, this, &ColumnsSheet::follow);
    connect(m_list->model(), &QAbstractItemModel::rowsMoved, this, [this] { follow(nullptr); });
    connect(m_up, &QPushButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { move(1); });
    connect(first, &QPushButton::clicked, this, [this] {
        m_table.resetColumns();
        fill();
        emit m_table.columnsChanged();
    });
    connect(compact, &QCheckBox::toggled, this, [this](bool on) {
        m_table.setCompact(on);
        emit m_table.columnsChanged();
    });
}

void ColumnsSheet::fill()
{
    const QSignalBlocker quiet(m_list);
    const int row = m_list->currentRow();
    m_list->clear();
    const QHeaderView *header = m_table.horizontalHeader();
    for (int i = 0; i < header->count(); ++i) {
        const int column = header->logicalIndex(i);
        auto *item = new QListWidgetItem(titleOf(JobColumn(column)), m_list);
        item->setData(kColumnRole, column);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsDragEnabled);
        item->setCheckState(header->isSectionHidden(column) ? Qt::Unchecked : Qt::Checked);
        item->setSizeHint({100, px::kCompactRow});
    }
    m_list->setCurrentRow(row);
}

void ColumnsSheet::move(int step)
{
    const int from = m_list->currentRow();
    const int to = from + step;
    if (from < 0 || to < 0 || to >= m_list->count())
        return;
    m_table.horizontalHeader()->moveSection(from, to); // tells of it itself
    fill();
    m_list->setCurrentRow(to);
}

// The table as the list stands.
void ColumnsSheet::follow(const QListWidgetItem *item)
{
    QHeaderView *header = m_table.horizontalHeader();
    if (item) {
        const int column = item->data(kColumnRole).toInt();
        m_table.setColumnShown(JobColumn(column), item->checkState() == Qt::Checked);
        const QSignalBlocker quiet(m_list); // the last one cannot be taken away
        m_list->item(m_list->row(item))->setCheckState(header->isSectionHidden(column) ? Qt::Unchecked : Qt::Checked);
        return;
    }
    for (int i = 0; i < m_list->count(); ++i) {
        const int column = m_list->item(i)->data(kColumnRole).toInt();
        if (header->visualIndex(column) != i)
            header->moveSection(header->visualIndex(column), i);
    }
}

bool ColumnsSheet::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress && watched == m_list) {
        const auto *pressed = static_cast<QKeyEvent *>(event);
        const bool up = pressed->key() == Qt::Key_Up;
        if (pressed->modifiers().testFlag(Qt::AltModifier) && (up || pressed->key() == Qt::Key_Down)) {
            move(up ? -1 : 1);
            return true;
        }
    }
    return Sheet::eventFilter(watched, event);
}

} // namespace pilothouse
