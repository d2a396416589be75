// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actqueue.h"

namespace pilothouse {

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr auto kTick = 250ms;
constexpr auto kSlept = 5s; // a tick that comes this late: the machine slept, or we were stopped
constexpr auto kJump = 5s; // wall clock against boot clock between two ticks

} // namespace

ActQueue::ActQueue(const Clock &clock, Log log, QObject *parent) : QObject(parent), m_clock(clock), m_log(std::move(log))
{
    m_ticks.setInterval(kTick);
    connect(&m_ticks, &QTimer::timeout, this, &ActQueue::tick);
}

ActQueue::~ActQueue()
{
    // Without a signal: who listens may be half gone.
    for (const Waiting &act : m_waiting)
        m_log(u"dropped"_s, act, nullptr, DropReason::Quit, std::nullopt);
}

void ActQueue::addSource(std::shared_ptr<Source> source, QThreadPool &pool)
{
    const quint16 index = source->info().index;
    m_sources[index] = {std::move(source), &pool};
}

Result<quint64> ActQueue::add(quint16 source, Act act, std::vector<Target> targets, std::chrono::milliseconds grace)
{
    const auto found = m_sources.find(source);
    if (found == m_sources.end())
        return failure(Error::Kind::NotFound, u"source"_s);
    const SourceInfo info = found->second.source->info();
    if (info.readOnly)
        return failure(Error::Kind::ReadOnly, info.name);
    if (targets.empty())
        return failure(Error::Kind::BadInput, info.name);
    Waiting waiting{m_nextId++, source, act, std::move(targets), m_clock.sinceBoot() + grace};
    m_log(u"asked"_s, waiting, nullptr, std::nullopt, std::nullopt);
    const quint64 id = waiting.id;
    m_waiting.push_back(std::move(waiting));
    if (!m_ticks.isActive()) {
        m_lastTick = m_clock.sinceBoot();
        m_lastWall = m_clock.now();
        m_ticks.start();
    }
    emit changed();
    return id;
}

void ActQueue::drop(const std::function<bool(const Waiting &)> &which, DropReason reason)
{
    std::deque<Waiting> kept;
    int gone = 0;
    for (Waiting &act : m_waiting) {
        if (!which(act)) {
            kept.push_back(std::move(act));
            continue;
        }
        ++gone;
        m_log(u"dropped"_s, act, nullptr, reason, std::nullopt);
    }
    m_waiting = std::move(kept);
    if (gone == 0)
        return;
    emit changed();
    emit dropped(reason, gone);
}

void ActQueue::undo(quint64 id)
{
    drop([id](const Waiting &act) { return act.id == id; }, DropReason::Undone);
}

void ActQueue::dropAll(DropReason reason)
{
    drop([](const Waiting &) { return true; }, reason);
}

void ActQueue::sourceLost(quint16 source)
{
    drop([source](const Waiting &act) { return act.source == source; }, DropReason::LinkLost);
}

void ActQueue::sendNow(quint64 id)
{
    tick(); // a click that was meant before a sleep sends nothing after it
    const auto found = std::find_if(m_waiting.begin(), m_waiting.end(), [id](const Waiting &act) { return act.id == id; });
    if (found == m_waiting.end())
        return;
    Waiting act = std::move(*found);
    m_waiting.erase(found);
    send(std::move(act));
    emit changed();
}

void ActQueue::tick()
{
    const auto now = m_clock.sinceBoot();
    const QDateTime wall = m_clock.now();
    const auto passed = now - m_lastTick;
    const auto drift = std::chrono::milliseconds(m_lastWall.msecsTo(wall)) - passed;
    m_lastTick = now;
    m_lastWall = wall;
    if (passed > kSlept)
        dropAll(DropReason::Slept);
    else if (std::chrono::abs(drift) > kJump)
        dropAll(DropReason::ClockJumped);
    std::deque<Waiting> due;
    for (size_t i = 0; i < m_waiting.size();) {
        if (m_waiting[i].due <= now) {
            due.push_back(std::move(m_waiting[i]));
            m_waiting.erase(m_waiting.begin() + qsizetype(i));
        } else {
            ++i;
        }
    }
    for (Waiting &act : due)
        send(std::move(act));
    if (m_waiting.empty())
        m_ticks.stop();
    emit changed();
}

void ActQueue::send(Waiting act)
{
    const Entry &entry = m_sources.at(act.source);
    m_log(u"sent"_s, act, nullptr, std::nullopt, std::nullopt);
    const quint64 id = act.id;
    // Targets go along as the person saw them; the source checks each again before it sends.
    m_sending.insert_or_assign(id,
                               Call<Result<Outcome>>(
                                   *entry.pool,
                                   [source = entry.source, kind = act.act, targets = act.targets](std::stop_token stop) {
                                       return source->act(kind, targets, stop);
                                   },
                                   [this, act](Result<Outcome> got) { deliver(act, std::move(got)); }));
}

void ActQueue::deliver(const Waiting &act, Result<Outcome> got)
{
    // The Call that is running this handler must outlive it.
    auto done = std::make_shared<Call<Result<Outcome>>>(std::move(m_sending.extract(act.id).mapped()));
    QMetaObject::invokeMethod(this, [done] { }, Qt::QueuedConnection);
    if (got) {
        m_log(u"done"_s, act, &*got, std::nullopt, std::nullopt);
        emit finished(*got);
    } else {
        m_log(u"refused"_s, act, nullptr, std::nullopt, got.error());
        QList<TargetOutcome> outcomes;
        for (const Target &target : act.targets)
            outcomes.append({target, Fate::NotSent, {}});
        emit failed(got.error(), outcomes);
    }
    emit changed();
}

QHash<JobKey, int> ActQueue::secondsLeft() const
{
    QHash<JobKey, int> left;
    const auto now = m_clock.sinceBoot();
    for (const Waiting &act : m_waiting) {
        const int seconds = int(std::max<qint64>(0, (act.due - now + 999ms) / 1s));
        for (const Target &target : act.targets)
            left.insert(target.key, std::min(seconds, left.value(target.key, seconds)));
    }
    return left;
}

} // namespace pilothouse
