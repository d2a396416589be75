// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// One feed over one link that is cut, or falls silent, at one place, and what it showed before, then and afterwards.
#pragma once
#include "backend/core/feed.h"
#include "tests/fault/faultlab.h"

#include <QElapsedTimer>

namespace pilothouse::test {

struct PollCut {
    bool comingIn = false; // at the log-in after a drop, not in a refresh over a good link
    DelayProxy::From from = DelayProxy::From::Server;
    qint64 bytes = 0;
    bool stalls = false;
};

class PollCase : public QObject {
    Q_OBJECT
public:
    PollCase(const FaultLab &lab, QSet<quint32> expected, PollCut cut);

    [[nodiscard]] QString name() const;
    [[nodiscard]] bool over() const { return m_phase == Phase::Over; }
    [[nodiscard]] const QStringList &wrong() const { return m_wrong; }
    [[nodiscard]] bool wasLost() const { return m_lostAfter >= 0; }
    [[nodiscard]] qint64 lostAfter() const { return m_lostAfter; } // ms from the cut
    void giveUp(); // it took too long

private:
    enum class Phase { First, Armed, Cut, Over };
    void arrived(const SnapshotPtr &snapshot);
    void linkChanged();
    void look();
    void check(const Snapshot &snapshot);

    const QSet<quint32> m_expected;
    const PollCut m_cut;
    DelayProxy m_proxy;
    QThreadPool m_pool;
    Clock m_clock;
    Feed m_feed;
    Phase m_phase = Phase::First;
    QElapsedTimer m_sinceCut, m_sinceStart;
    qint64 m_lostAfter = -1;
    SnapshotPtr m_good;
    QTimer m_timer;
    QStringList m_wrong;
};

} // namespace pilothouse::test
