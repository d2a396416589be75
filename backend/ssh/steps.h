// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of coming in, written by the session's thread and read by whoever shows them.
#pragma once
#include "backend/ssh/shell.h"

#include <QElapsedTimer>

#include <mutex>

namespace pilothouse {

class Steps {
public:
    void clear()
    {
        const std::scoped_lock lock(m_mutex);
        m_steps.clear();
    }
    void begin(const QString &what, const QString &subject)
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_steps.isEmpty() && m_steps.last().state == LinkStep::State::Waiting)
            m_steps.removeLast();
        m_steps += LinkStep{what, subject, LinkStep::State::Running, {}, {}};
        m_timer.start();
    }
    // What comes next once it is our turn.
    void wait(const QString &what, const QString &subject)
    {
        const std::scoped_lock lock(m_mutex);
        m_steps += LinkStep{what, subject, LinkStep::State::Waiting, {}, {}};
    }
    // Forgets those of a try that is made again.
    void backTo(qsizetype count)
    {
        const std::scoped_lock lock(m_mutex);
        m_steps.resize(std::min(count, m_steps.size()));
    }
    // About the step that runs.
    void done(const QString &detail = {}) { finish(LinkStep::State::Done, detail); }
    void failed(const QString &detail) { finish(LinkStep::State::Failed, detail); }
    [[nodiscard]] QList<LinkStep> all() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_steps;
    }

private:
    void finish(LinkStep::State state, const QString &detail)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_steps.isEmpty() || m_steps.last().state != LinkStep::State::Running)
            return;
        m_steps.last().state = state;
        m_steps.last().took = std::chrono::milliseconds(m_timer.elapsed());
        m_steps.last().detail = detail;
    }
    mutable std::mutex m_mutex;
    QList<LinkStep> m_steps;
    QElapsedTimer m_timer;
};

} // namespace pilothouse
