// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The Jobs table as a person handles it: rows under the mouse and the hand, folding, columns that fit the window, a steady scroll.
#pragma once
#include "models/jobtablemodel.h"

#include <QTableView>

namespace pilothouse {

class JobsTable final : public QTableView {
    Q_OBJECT
public:
    explicit JobsTable(QWidget *parent = nullptr);
    void setJobs(JobTableModel *model);

    [[nodiscard]] int hoveredRow() const { return m_hovered; }
    [[nodiscard]] QPoint contentOrigin() const { return {-horizontalOffset(), -verticalOffset()}; }
    [[nodiscard]] QRect lineOf(int row) const; // over the whole width that is seen
    [[nodiscard]] QRect inner(QRect cell, int column) const; // without the cell's padding
    [[nodiscard]] QRect crossed(const QModelIndex &index) const; // neighbours among Place, Time, Reason taken together
    [[nodiscard]] bool alwaysActive() const { return m_alwaysActive; }
    void setAlwaysActive(bool on) { m_alwaysActive = on; } // pictures have no window manager
    void setCompact(bool on);
    [[nodiscard]] bool compact() const;

    [[nodiscard]] QList<int> chosenRows() const; // selected, in order
    [[nodiscard]] QList<JobColumn> shownColumns() const; // as they stand from left to right
    void setColumnShown(JobColumn column, bool shown);
    [[nodiscard]] QByteArray columnState() const;
    void restoreColumns(const QByteArray &state);
    void resetColumns();
    void showSort(JobColumn column, bool descending);
    [[nodiscard]] std::pair<int, int> visibleRows() const;

signals:
    void foldWanted(const QModelIndex &index, bool open);
    void openWanted();
    void leaveWanted();
    void sortWanted(pilothouse::JobColumn column);
    void columnsChanged();
    void headerMenuWanted();
    void currentMoved();

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void resizeEvent(QResizeEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    bool event(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void keyboardSearch(const QString &) override { } // typing would walk through 100,000 rows

private:
    void hover(int row);
    void repaintRow(int row);
    void fitColumns();
    void keepAnchor();
    void restoreAnchor();

    JobTableModel *m_jobs = nullptr;
    int m_hovered = -1;
    bool m_alwaysActive = false;
    bool m_ownWidths = false; // the person chose the widths
    bool m_fitting = false;
    struct Anchor { // a row that stays where it is while others come and go
        JobKey key;
        bool rest = false;
        int y = 0;
        bool held = false;
    } m_anchor;
};

} // namespace pilothouse
