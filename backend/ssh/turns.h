// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Who may knock at a server now: few log-ins at a time at each, so that many profiles behind one jump host are not turned away.
#pragma once
#include <QHash>
#include <QString>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>

namespace pilothouse {

class Turns {
public:
    static constexpr int kAtOnce = 2; // of one server; sshd's MaxStartups turns some away from ten on, careful sites from three on

    // A place at a server's door, given back when it goes.
    class Place {
    public:
        Place(Turns &turns, QString server) : m_turns(&turns), m_server(std::move(server)) { }
        Place(Place &&other) noexcept : m_turns(std::exchange(other.m_turns, nullptr)), m_server(std::move(other.m_server)) { }
        Place &operator=(Place &&) = delete;
        ~Place();
        // While a person thinks about an answer others may go on; the place is taken again without a wait, for the link is open.
        void setAside(bool aside);

    private:
        Turns *m_turns;
        QString m_server;
        bool m_aside = false;
    };

    // Waits until there is room; nothing when stopped.
    [[nodiscard]] std::optional<Place> take(const QString &server, const std::stop_token &stop);
    [[nodiscard]] static Turns &all(); // of this program

private:
    void add(const QString &server, int change);
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    QHash<QString, int> m_taken;
};

} // namespace pilothouse
