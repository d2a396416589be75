// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/errand.h"

namespace pilothouse::slurm {

bool Errand::asking() const
{
    const std::lock_guard lock(m_mutex);
    return m_asking;
}

bool Errand::busy() const
{
    const std::lock_guard lock(m_mutex);
    return m_asking || m_answer;
}

void Errand::start(Asked asked)
{
    {
        const std::lock_guard lock(m_mutex);
        m_asking = true;
    }
    m_thread = std::jthread([this, asked = std::move(asked)](std::stop_token stop) mutable {
        auto replies = m_shell->run(asked.commands, Urgency::Background, stop);
        const std::lock_guard lock(m_mutex);
        m_answer.emplace(Answer{std::move(asked), std::move(replies)});
        m_asking = false;
        m_changed.notify_all();
    });
}

std::optional<Errand::Answer> Errand::take()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_answer, std::nullopt);
}

void Errand::wait(std::chrono::milliseconds atMost, std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, stop, atMost, [this] { return !m_asking; });
}

void Errand::stop()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

} // namespace pilothouse::slurm
