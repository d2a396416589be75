// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/turns.h"

namespace pilothouse {

Turns &Turns::all()
{
    static auto *turns = new Turns; // threads of shells may outlive every static object
    return *turns;
}

std::optional<Turns::Place> Turns::take(const QString &server, const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    if (!m_changed.wait(lock, stop, [&] { return m_taken.value(server) < kAtOnce; }))
        return {};
    ++m_taken[server];
    return std::optional<Place>(std::in_place, *this, server);
}

void Turns::add(const QString &server, int change)
{
    const std::scoped_lock lock(m_mutex);
    if ((m_taken[server] += change) == 0)
        m_taken.remove(server);
    m_changed.notify_all();
}

Turns::Place::~Place()
{
    if (m_turns && !m_aside)
        m_turns->add(m_server, -1);
}

void Turns::Place::setAside(bool aside)
{
    if (m_aside != aside)
        m_turns->add(m_server, aside ? -1 : 1);
    m_aside = aside;
}

} // namespace pilothouse
