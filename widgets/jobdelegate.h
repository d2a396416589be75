// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Draws every cell of the Jobs table: its ground, then what its column shows. Group lines and array strips cross their columns:
// each cell draws the whole line and shows its own part of it, so that no spans have to be kept while rows move.
#pragma once
#include "models/jobtablemodel.h"

#include <QStyledItemDelegate>

namespace pilothouse {

class JobsTable;

class JobDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit JobDelegate(JobsTable *table);
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index) override;

private:
    struct Row { // what the cells of one row share
        RowKind kind = RowKind::Job;
        Look look = Look::Unknown;
        bool mine = false;
        bool stale = false;
        bool stopping = false;
        bool selected = false;
        QColor primary, secondary, tertiary;
    };
    [[nodiscard]] Row rowOf(const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void ground(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const Row &row) const;
    void group(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void state(QPainter &painter, QRect rect, const QModelIndex &index, const Row &row) const;
    void name(QPainter &painter, const QRect &rect, const QModelIndex &index, const Row &row) const;
    void queue(QPainter &painter, QRect rect, const QModelIndex &index, const Row &row) const;
    void place(QPainter &painter, const QRect &rect, const QModelIndex &index, const Row &row) const;
    void reason(QPainter &painter, QRect rect, const QModelIndex &index, const Row &row) const;
    void strip(QPainter &painter, const QRect &rect, const QModelIndex &index, const Row &row) const;
    void figures(QPainter &painter, const QRect &rect, const QModelIndex &index, const Row &row) const;

    JobsTable *m_table;
};

} // namespace pilothouse
