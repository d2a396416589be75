// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fault/pollcase.h"

#include <QMetaEnum>

namespace pilothouse::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

PollCase::PollCase(const FaultLab &lab, QSet<quint32> expected, PollCut cut)
    : m_expected(std::move(expected)), m_cut(cut), m_proxy(lab.ssh().port()), m_feed(FaultLab::source(lab.shell(&m_proxy)), m_pool, m_clock)
{
    connect(&m_feed, &Feed::arrived, this, &PollCase::arrived);
    connect(&m_feed, &Feed::linkChanged, this, &PollCase::linkChanged);
    connect(&m_timer, &QTimer::timeout, this, &PollCase::look);
    m_timer.start(10ms);
    m_sinceStart.start();
    m_feed.setWanted({.jobs = true, .ended = false});
}

QString PollCase::name() const
{
    return u"%1 %2 after %3 bytes from the %4"_s.arg(m_cut.comingIn ? u"log-in"_s : u"refresh"_s, m_cut.stalls ? u"silent"_s : u"cut"_s)
        .arg(m_cut.bytes)
        .arg(m_cut.from == DelayProxy::From::Server ? u"server"_s : u"client"_s);
}

// The expected jobs wait and nobody touches them: every list must hold them all.
void PollCase::check(const Snapshot &snapshot)
{
    QSet<quint32> seen;
    for (const Job &job : snapshot.jobs) {
        if (job.state == JobState::Pending)
            seen.insert(job.jobId);
    }
    if (!seen.contains(m_expected))
        m_wrong << u"a list lacks %1 jobs"_s.arg((QSet<quint32>(m_expected) - seen).size());
    if (snapshot.unreadCount > 0)
        m_wrong << u"rows that could not be read: "_s + snapshot.unreadRows.join(u' ');
    if (snapshot.cluster.isEmpty() || snapshot.version.isEmpty())
        m_wrong << u"a list of a cluster without a name"_s;
}

void PollCase::arrived(const SnapshotPtr &snapshot)
{
    check(*snapshot);
    if (m_phase == Phase::First) {
        m_phase = Phase::Armed;
        m_good = snapshot;
        if (m_cut.stalls)
            m_proxy.stallOnceAfter(m_cut.from, m_cut.bytes);
        else
            m_proxy.cutOnceAfter(m_cut.from, m_cut.bytes);
        if (m_cut.comingIn)
            m_proxy.cutNow();
        QMetaObject::invokeMethod(&m_feed, &Feed::refresh, Qt::QueuedConnection);
        return;
    }
    m_good = snapshot;
    if (m_phase == Phase::Cut && m_sinceCut.elapsed() > 0 && m_feed.link() == Feed::Link::Live
        && m_proxy.connections() >= (m_cut.comingIn ? 3 : 2)) {
        // One log-in before, one after, and the one that was cut.
        const int logIns = m_cut.comingIn ? 3 : 2;
        if (m_proxy.connections() != logIns)
            m_wrong << u"%1 connections for %2"_s.arg(m_proxy.connections()).arg(logIns);
        m_phase = Phase::Over;
        m_timer.stop();
        m_feed.setWanted({});
    }
}

void PollCase::linkChanged()
{
    if (m_feed.link() == Feed::Link::NeedsPerson)
        m_wrong << u"a person was asked for: "_s + m_feed.error()->detail;
    if (m_feed.link() != Feed::Link::Lost)
        return;
    if (m_feed.last() != m_good)
        m_wrong << u"the last good list is gone"_s;
    const Error::Kind kind = m_feed.error()->kind;
    if (kind != Error::Kind::Unreachable && kind != Error::Kind::Incomplete)
        m_wrong << u"lost by %1: %2"_s.arg(QLatin1String(QMetaEnum::fromType<Error::Kind>().valueToKey(int(kind))), m_feed.error()->detail);
    if (m_phase == Phase::Armed && m_proxy.fired()) {
        m_phase = Phase::Cut;
        m_sinceCut.start();
    }
    if (m_phase == Phase::Cut && m_lostAfter < 0) {
        m_lostAfter = m_sinceCut.elapsed();
        m_proxy.setStalled(false);
    }
}

void PollCase::look()
{
    if (m_phase == Phase::Armed && m_proxy.fired()) {
        m_phase = Phase::Cut;
        m_sinceCut.start();
    }
    if (m_phase == Phase::Armed && !m_feed.reading() && m_feed.link() == Feed::Link::Live)
        m_feed.refresh(); // until the bytes are used up
    if (m_sinceStart.elapsed() > 150'000)
        giveUp();
}

void PollCase::giveUp()
{
    m_wrong << u"hangs: link %1, %2 connections, phase %3"_s
                   .arg(QLatin1String(QMetaEnum::fromType<Feed::Link>().valueToKey(int(m_feed.link()))))
                   .arg(m_proxy.connections())
                   .arg(int(m_phase));
    m_phase = Phase::Over;
    m_timer.stop();
    m_feed.setWanted({});
}

} // namespace pilothouse::test
