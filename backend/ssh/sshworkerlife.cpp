// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How an SshWorker notices that its link is dead, and keeps it alive.
#include "backend/ssh/sshworker.h"

namespace pilothouse {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kQuietWhileAsked = 5s; // then the far end is asked whether it is there
constexpr auto kPingLimit = 8s; // both together: a dead link is known within 15 s
constexpr auto kIdlePing = 30s;
constexpr auto kAfterSleep = 4s; // for the answer of a far end that may have forgotten us
constexpr auto kAddressLook = 5s; // where the system does not tell

} // namespace

// Notices silence, measures the round trip, and keeps idle links open through firewalls.
void SshWorker::watch(Time now)
{
    if (m_wire.in_bytes != m_seenIn || m_wire.out_bytes != m_seenOut) {
        if (m_wire.in_bytes != m_seenIn)
            m_lastIn = now;
        const std::scoped_lock lock(m_mutex);
        m_facts.bytesReceived += qint64(m_wire.in_bytes - m_seenIn);
        m_facts.bytesSent += qint64(m_wire.out_bytes - m_seenOut);
        m_seenIn = m_wire.in_bytes;
        m_seenOut = m_wire.out_bytes;
    }
    noticeSleep(now);
    noticeAddresses(now);
    const bool asked = std::any_of(m_shells.begin(), m_shells.end(), [](const auto &shell) { return shell->waits(); });
    const auto own = m_link->config().serverAliveInterval;
    const auto idle = own.count() > 0 ? std::min<std::chrono::seconds>(own, kIdlePing) : kIdlePing;
    if (m_pinging || now - m_lastPing > idle || (asked && now - m_lastIn > kQuietWhileAsked && now - m_lastPing > kQuietWhileAsked))
        ping(now);
    if (m_lost.isEmpty() && isDead(now))
        m_lost = u"the far end no longer answers"_s;
}

bool SshWorker::isDead(Time now) const
{
    return m_pinging && now - m_lastPing > kPingLimit && now - m_lastIn > kPingLimit;
}

// A request that every server refuses, and so answers.
void SshWorker::ping(Time now)
{
    if (!m_pinging) {
        m_pinging = true;
        m_lastPing = m_pingSent = now;
    }
    if (ssh_channel_cancel_forward(m_link->raw(), "127.0.0.1", 1) == SSH_AGAIN)
        return;
    m_pinging = false;
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - m_pingSent);
    const std::scoped_lock lock(m_mutex);
    m_facts.roundTrip = std::max(took, 1ms);
}

// After sleep the far end has most likely forgotten us: asked at once, with all patience used up but a little.
void SshWorker::noticeSleep(Time now)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (!hasSlept())
            return;
    }
    m_lastIn = now - kPingLimit;
    m_lastPing = now - (kPingLimit - kAfterSleep);
    m_pingSent = now;
    m_pinging = true;
}

bool SshWorker::hasSlept()
{
    const auto slept = m_surroundings->slept();
    return slept - std::exchange(m_slept, slept) > 3s;
}

// A link from an address that this machine no longer has gets no answer any more, and its far end can't be told.
void SshWorker::noticeAddresses(Time now)
{
    if (m_address.isEmpty() || (!m_news && (m_watch || now - m_addressSeen < kAddressLook)))
        return;
    m_news = false;
    m_addressSeen = now;
    if (!m_surroundings->hasAddress(m_address))
        m_lost = u"this machine no longer has the address %1"_s.arg(QString::fromLatin1(m_address));
}

int SshWorker::onNews(socket_t, int, void *self)
{
    auto *worker = static_cast<SshWorker *>(self);
    worker->m_news = Surroundings::takeNews(worker->m_watch) || worker->m_news;
    return 0;
}

} // namespace pilothouse
