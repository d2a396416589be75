// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What waits to be sent, with the way back; what is on its way; afterwards for some seconds what became of it. Part of the layout: it
// covers nothing. What is said while something waits is told when nothing waits any more: a refusal is never lost.
#pragma once
#include "models/actqueue.h"
#include "widgets/parts.h"

#include <QElapsedTimer>

class QTimer;

namespace pilothouse {

class UndoBar final : public Surface {
    Q_OBJECT
public:
    explicit UndoBar(ActQueue &acts, QWidget *parent = nullptr);
    void undoLast();
    void say(const QString &result, const QString &detail, bool bad); // in the bar's place, for some seconds

signals:
    void logWanted();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Said {
        QString result;
        QString detail;
        bool bad = false;
        friend bool operator==(const Said &, const Said &) = default;
    };
    void follow();
    void showWaiting(const ActQueue::Waiting &act);
    void showSent();
    void showSaid();
    void leaveSaid(); // an act comes into its place
    void tell(const Outcome &outcome);
    [[nodiscard]] const ActQueue::Waiting *last() const;

    ActQueue &m_acts;
    Label *m_title;
    Label *m_ids;
    Label *m_note;
    Button *m_undo;
    Button *m_log;
    QTimer *m_second;
    QTimer *m_away;
    double m_left = 0;
    int m_seconds = 0;
    std::deque<Said> m_said; // the first is shown when nothing waits
    QElapsedTimer m_shown; // since it is; not valid: it is not
};

} // namespace pilothouse
