// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Stands between libssh and the key agent: only chosen keys are offered, in the order that we want, and an agent that says nothing
// is not waited for without end, as libssh would.
#pragma once
#include "backend/core/result.h"
#include "backend/ssh/wire.h"

#include <QByteArrayList>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace pilothouse {

class AgentFilter {
public:
    using Choice = std::function<QByteArrayList(const QByteArrayList &blobs)>;
    using Waiting = std::function<void(bool)>;
    static constexpr std::chrono::milliseconds kAnswerLimit{90'000}; // an agent may ask its person first

    // Null when no agent answers at the path. Each of its answers has the limit; after that, and once stopped, libssh gets none more.
    [[nodiscard]] static std::unique_ptr<AgentFilter> open(const QString &path, const Interrupt &interrupt,
                                                           std::chrono::milliseconds limit = kAnswerLimit);
    ~AgentFilter();
    Q_DISABLE_COPY_MOVE(AgentFilter)

    [[nodiscard]] int takeClientEnd() { return m_client.release(); } // for libssh, which closes it
    void setChoice(Choice choice);
    // Called from a thread of its own: true when an answer takes so long that a person must be behind it, false when it is over.
    void setWaiting(Waiting waiting);
    [[nodiscard]] int offered() const; // keys let through since setChoice
    [[nodiscard]] bool wasSilent() const { return m_silent; } // the limit passed without an answer

private:
    AgentFilter(const Interrupt &interrupt, std::chrono::milliseconds limit) : m_interrupt(interrupt), m_limit(limit) { }
    void serve();
    [[nodiscard]] QByteArray askAgent(const QByteArray &question);
    [[nodiscard]] QByteArray filtered(const QByteArray &message);

    const Interrupt m_interrupt;
    const std::chrono::milliseconds m_limit;
    Fd m_client, m_ours, m_agent;
    mutable std::mutex m_mutex;
    Choice m_choice;
    Waiting m_waiting;
    int m_offered = 0;
    std::atomic<bool> m_silent{false};
    std::thread m_thread;
};

} // namespace pilothouse
