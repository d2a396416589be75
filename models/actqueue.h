// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Acts under their grace time: they wait, can be undone, and are then sent once. Dropped, never sent late, after sleep, clock jump,
// lost link or crash. Every act and every end of one goes to the activity log.
#pragma once
#include "backend/core/action.h"
#include "backend/core/call.h"
#include "backend/core/clock.h"
#include "backend/core/source.h"
#include "models/stopping.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <functional>
#include <map>

namespace pilothouse {

class ActQueue : public QObject {
    Q_OBJECT
public:
    static constexpr std::chrono::milliseconds kGrace{5000}; // between the choice and its sending

    enum class DropReason { Undone, LinkLost, Slept, ClockJumped, Quit };
    Q_ENUM(DropReason)

    struct Waiting {
        quint64 id = 0;
        quint16 source = 0;
        Act act = Act::Stop;
        std::vector<Target> targets;
        std::chrono::milliseconds due{0}; // Clock::sinceBoot()
    };
    // Writes an entry of the activity log; kind is "asked", "dropped", "sent" (it is on its way), then "done" with the outcome of each
    // target, or "refused" with the error when nothing at all was sent.
    using Log = std::function<void(const QString &kind, const Waiting &act, const Outcome *outcome, std::optional<DropReason> dropped,
                                   const std::optional<Error> &error)>;

    ActQueue(const Clock &clock, Log log, QObject *parent = nullptr);
    ~ActQueue() override;

    void addSource(std::shared_ptr<Source> source, QThreadPool &pool);
    // Error ReadOnly for a profile that may not write, Busy when every target waits or is being sent already: nothing is queued.
    // Of several targets, those that do are left out: nothing is ever stopped twice by a key that was held down.
    [[nodiscard]] Result<quint64> add(quint16 source, Act act, std::vector<Target> targets, std::chrono::milliseconds grace);
    void undo(quint64 id);
    void sendNow(quint64 id);
    void dropAll(DropReason reason);
    void sourceLost(quint16 source); // drops what waits for it
    // While a person is asked what to do with what waits, its time stands still; it is dropped as ever.
    void hold(bool on);

    [[nodiscard]] const std::deque<Waiting> &waiting() const { return m_waiting; }
    [[nodiscard]] std::chrono::milliseconds timeLeft(const Waiting &act) const;
    [[nodiscard]] StopMarks stopping() const; // by row: what waits, and what is being sent
    [[nodiscard]] bool isStopping(const Target &target) const;
    [[nodiscard]] bool sending() const { return !m_sending.empty(); }
    [[nodiscard]] std::vector<Waiting> sent() const; // whose answer is awaited

signals:
    void changed(); // what waits or is being sent, or the seconds of it
    void finished(const pilothouse::Outcome &outcome);
    void failed(const pilothouse::Error &error, const QList<pilothouse::TargetOutcome> &targets);
    void dropped(pilothouse::ActQueue::DropReason reason, int acts);

private:
    Q_INVOKABLE void tick();
    void send(Waiting act);
    void deliver(quint64 id, Result<Outcome> got);
    void drop(const std::function<bool(const Waiting &)> &which, DropReason reason);
    [[nodiscard]] int secondsLeft(const Waiting &act) const;

    struct Entry {
        std::shared_ptr<Source> source;
        QThreadPool *pool = nullptr;
    };
    struct Sending {
        Waiting act;
        Call<Result<Outcome>> call;
    };
    const Clock &m_clock;
    Log m_log;
    std::map<quint16, Entry> m_sources;
    std::deque<Waiting> m_waiting;
    quint64 m_nextId = 1;
    QTimer m_ticks;
    std::chrono::milliseconds m_lastTick{0};
    QDateTime m_lastWall;
    std::optional<std::chrono::milliseconds> m_heldSince;
    std::vector<int> m_told; // the seconds of what waits, as last told
    std::map<quint64, Sending> m_sending;
};

} // namespace pilothouse
