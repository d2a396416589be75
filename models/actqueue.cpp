// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actqueue.h"

namespace pilothouse {

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr auto kTick = 250ms;
constexpr auto kSlept = 3s; // a tick that comes this late: the machine slept, or we stood still; the grace was not seen to pass
constexpr auto kJump = 5s; // wall clock against boot clock between two ticks

bool covers(const StopMarks &marks, const Target &target)
{
    return marks.contains(markOf(target)) || marks.contains(wholeOf(target.key));
}

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
    std::erase_if(targets, [marks = stopping()](const Target &target) { return covers(marks, target); });
    if (targets.empty())
        return failure(Error::Kind::Busy, info.name);
    Waiting waiting{m_nextId++, source, act, std::move(targets), m_clock.sinceBoot() + grace};
    m_log(u"asked"_s, waiting, nullptr, std::nullopt, std::nullopt);
    const quint64 id = waiting.id;
    m_waiting.push_back(std::move(waiting));
    if (!m_ticks.isActive()) {
        m_lastTick = m_clock.sinceBoot();
        m_lastWall = m_clock.now();
        m_ticks.start();
    }
    m_told.clear();
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
    for (size_t i = 0; i < m_waiting.size() && !m_heldSince;) {
        if (m_waiting[i].due <= now) {
            due.push_back(std::move(m_waiting[i]));
            m_waiting.erase(m_waiting.begin() + qsizetype(i));
        } else {
            ++i;
        }
    }
    const bool sends = !due.empty();
    for (Waiting &act : due)
        send(std::move(act));
    if (m_waiting.empty())
        m_ticks.stop();
    // Told once a second, not at each tick: thousands of rows may be marked.
    std::vector<int> seconds;
    for (const Waiting &act : m_waiting)
        seconds.push_back(secondsLeft(act));
    if (std::exchange(m_told, seconds) != seconds || sends)
        emit changed();
}

void ActQueue::hold(bool on)
{
    if (on == m_heldSince.has_value())
        return;
    const auto now = m_clock.sinceBoot();
    if (!on) {
        for (Waiting &act : m_waiting)
            act.due += now - *m_heldSince;
        m_heldSince.reset();
    } else {
        m_heldSince = now;
    }
    emit changed();
}

void ActQueue::send(Waiting act)
{
    const Entry &entry = m_sources.at(act.source);
    m_log(u"sent"_s, act, nullptr, std::nullopt, std::nullopt);
    const quint64 id = act.id;
    // Targets go along as the person saw them; the source checks each again before it sends.
    Call<Result<Outcome>> call(
        *entry.pool,
        [source = entry.source, kind = act.act, targets = act.targets](std::stop_token stop) { return source->act(kind, targets, stop); },
        [this, id](Result<Outcome> got) { deliver(id, std::move(got)); });
    m_sending.insert_or_assign(id, Sending{std::move(act), std::move(call)});
}

void ActQueue::deliver(quint64 id, Result<Outcome> got)
{
    // The Call that is running this handler must outlive it.
    const auto done = std::make_shared<Sending>(std::move(m_sending.extract(id).mapped()));
    QMetaObject::invokeMethod(this, [done] { }, Qt::QueuedConnection);
    const Waiting &act = done->act;
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

std::chrono::milliseconds ActQueue::timeLeft(const Waiting &act) const
{
    return std::max(0ms, act.due - m_heldSince.value_or(m_clock.sinceBoot()));
}

int ActQueue::secondsLeft(const Waiting &act) const
{
    return std::max(1, int((timeLeft(act) + 999ms) / 1s));
}

StopMarks ActQueue::stopping() const
{
    StopMarks marks;
    for (const Waiting &act : m_waiting) {
        for (const Target &target : act.targets)
            marks.insert(markOf(target), secondsLeft(act));
    }
    for (const auto &[id, sending] : m_sending) {
        for (const Target &target : sending.act.targets)
            marks.insert(markOf(target), kStopSent);
    }
    return marks;
}

bool ActQueue::isStopping(const Target &target) const
{
    return covers(stopping(), target);
}

std::vector<ActQueue::Waiting> ActQueue::sent() const
{
    std::vector<Waiting> acts;
    for (const auto &[id, sending] : m_sending)
        acts.push_back(sending.act);
    return acts;
}

} // namespace pilothouse
