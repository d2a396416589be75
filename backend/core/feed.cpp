// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/core/feed.h"

#include <QRandomGenerator>

namespace pilothouse {

using namespace std::chrono_literals;

namespace {

constexpr auto kLongestBackOff = 120s;
constexpr int kCostFactor = 20; // at most 5 % of the time is spent asking
constexpr auto kLongestInterval = 300s; // a list older than this is of no use to anybody who looks

std::chrono::milliseconds backOff(int failures)
{
    const auto base = std::min<std::chrono::milliseconds>(1000ms * (1 << std::min(failures - 1, 7)), kLongestBackOff);
    return base / 2 + std::chrono::milliseconds(QRandomGenerator::global()->bounded(int(base.count() / 2) + 1));
}

} // namespace

Feed::Feed(std::shared_ptr<Source> source, QThreadPool &pool, const Clock &clock, QObject *parent)
    : QObject(parent), m_source(std::move(source)), m_pool(pool), m_clock(clock), m_interval(m_source->info().minimumInterval)
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &Feed::ask);
}

void Feed::setWanted(const Wanted &wanted)
{
    if (m_wanted == wanted)
        return;
    const bool more = wanted.jobs && !m_wanted.jobs;
    m_wanted = wanted;
    if (paused())
        m_next.stop();
    else if (more && m_link != Link::NeedsPerson && !reading())
        plan(untilDue());
}

bool Feed::paused() const
{
    return !m_wanted.jobs && !m_wanted.nodes;
}

// A page that comes back is served at once if its data are due, else when they are.
std::chrono::milliseconds Feed::untilDue() const
{
    if (!m_last || m_link != Link::Live)
        return 0ms;
    return std::max(0ms, m_interval - (m_clock.sinceBoot() - m_readAt));
}

void Feed::refresh()
{
    if (reading())
        m_again = true; // what is under way was asked before: it may not show what the person wants to see
    else
        ask();
}

void Feed::ask()
{
    m_next.stop();
    m_again = false;
    m_fetch.emplace(
        m_pool, [source = m_source, wanted = m_wanted](std::stop_token stop) { return source->fetch(wanted, stop); },
        [this](Result<SnapshotPtr> got) { deliver(std::move(got)); });
}

void Feed::deliver(Result<SnapshotPtr> got)
{
    if (!got) {
        ++m_failures;
        const bool person = waitsForPerson(got.error().kind);
        if (!paused() && !person)
            plan(backOff(m_failures));
        setLink(person ? Link::NeedsPerson : Link::Lost, got.error());
        return;
    }
    m_failures = 0;
    m_last = *got;
    const Cost &cost = m_last->cost;
    m_readAt = m_clock.sinceBoot();
    std::erase_if(m_sent, [this](const Sent &sent) { return m_readAt - sent.at > 60s; });
    m_sent.push_back({m_readAt, cost.requests, cost.bytesReceived});
    const auto minimum = m_source->info().minimumInterval;
    m_interval = std::max(minimum, std::min<std::chrono::milliseconds>(cost.took * kCostFactor, kLongestInterval));
    if (!paused() || m_again)
        plan(m_again ? 0ms : m_interval);
    setLink(Link::Live, std::nullopt);
    emit arrived(m_last);
}

void Feed::plan(std::chrono::milliseconds in)
{
    m_next.start(in);
}

void Feed::setLink(Link link, std::optional<Error> error)
{
    if (m_link == link && m_error == error && link == Link::Live)
        return;
    m_link = link;
    m_error = std::move(error);
    emit linkChanged();
}

std::chrono::milliseconds Feed::age() const
{
    return m_last ? m_clock.sinceBoot() - m_readAt : 0ms;
}

std::chrono::milliseconds Feed::untilNext() const
{
    return m_next.isActive() ? std::chrono::milliseconds(m_next.remainingTime()) : 0ms;
}

double Feed::requestsPerMinute() const
{
    double sum = 0;
    for (const Sent &sent : m_sent) {
        if (m_clock.sinceBoot() - sent.at <= 60s)
            sum += sent.requests;
    }
    return sum;
}

double Feed::bytesPerMinute() const
{
    double sum = 0;
    for (const Sent &sent : m_sent) {
        if (m_clock.sinceBoot() - sent.at <= 60s)
            sum += double(sent.bytes);
    }
    return sum;
}

} // namespace pilothouse
