// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which columns the Jobs table shows and in what order, by mouse or by keys alone. What is changed shows at once.
#pragma once
#include "widgets/dialogs.h"

class QListWidget;
class QListWidgetItem;

namespace pilothouse {

class JobsTable;

class ColumnsSheet final : public Sheet {
    Q_OBJECT
public:
    ColumnsSheet(JobsTable &table, QWidget *parent);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fill();
    void move(int step);
    void follow(const QListWidgetItem *item);

    JobsTable &m_table;
    QListWidget *m_list;
    Button *m_up;
    Button *m_down;
};

} // namespace pilothouse
