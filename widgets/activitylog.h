// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What was asked, sent and answered, newest first, with a search. Opens above the status bar.
#pragma once
#include "widgets/console.h"
#include "widgets/parts.h"

class QLineEdit;
class QTableView;

namespace pilothouse {

class LogModel;

class ActivityLog final : public Surface {
    Q_OBJECT
public:
    explicit ActivityLog(const Console &console, QWidget *parent = nullptr);
    void refresh();
    void focusSearch();

signals:
    void closeWanted();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    const Console &m_console;
    LogModel *m_model;
    QTableView *m_table;
    QLineEdit *m_search;
    Label *m_state;
};

} // namespace pilothouse
