// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What waits to be sent, with the way back; afterwards for some seconds what became of it. Part of the layout: it covers nothing.
#pragma once
#include "models/actqueue.h"
#include "widgets/parts.h"

class QTimer;

namespace pilothouse {

class UndoBar final : public Surface {
    Q_OBJECT
public:
    UndoBar(ActQueue &acts, const Clock &clock, QWidget *parent = nullptr);
    void undoLast();
    void say(const QString &result, const QString &detail, bool bad); // in the bar's place, for some seconds

signals:
    void logWanted();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void follow();
    void tell(const Outcome &outcome);
    [[nodiscard]] const ActQueue::Waiting *last() const;

    ActQueue &m_acts;
    const Clock &m_clock;
    Label *m_title;
    Label *m_ids;
    Label *m_note;
    Button *m_undo;
    Button *m_log;
    QTimer *m_second;
    QTimer *m_away;
    double m_left = 0;
    int m_seconds = 0;
    bool m_result = false;
    bool m_bad = false;
};

} // namespace pilothouse
