// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Stands between libssh and the key agent, so that only chosen keys are offered and in the order that we want.
#pragma once
#include "backend/core/result.h"
#include "backend/ssh/fd.h"

#include <QByteArrayList>

#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace pilothouse {

class AgentFilter {
public:
    using Choice = std::function<QByteArrayList(const QByteArrayList &blobs)>;

    // Null when no agent answers at the path.
    [[nodiscard]] static std::unique_ptr<AgentFilter> open(const QString &path);
    ~AgentFilter();
    Q_DISABLE_COPY_MOVE(AgentFilter)

    [[nodiscard]] int takeClientEnd() { return m_client.release(); } // for libssh, which closes it
    void setChoice(Choice choice);
    [[nodiscard]] int offered() const; // keys let through since setChoice

private:
    AgentFilter() = default;
    void serve();
    [[nodiscard]] QByteArray filtered(const QByteArray &message);

    Fd m_client, m_ours, m_agent;
    mutable std::mutex m_mutex;
    Choice m_choice;
    int m_offered = 0;
    std::thread m_thread;
};

} // namespace pilothouse
