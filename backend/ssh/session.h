// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// One libssh session in non-blocking mode over a byte stream that is already there, with its hand-shake and host-key check.
#pragma once
#include "backend/ssh/wire.h"

#include <libssh/libssh.h>

namespace pilothouse {

class Session {
public:
    explicit Session(Interrupt interrupt) : m_interrupt(std::move(interrupt)) { }
    ~Session();
    Q_DISABLE_COPY_MOVE(Session)

    // Steps "tcp" (the server's greeting) and "hostkey". After it the host is who it should be, and nothing secret has been sent.
    [[nodiscard]] Result<> shakeHands(Fd stream, const HostConfig &host, Steps &steps);

    [[nodiscard]] ssh_session raw() const { return m_session; }
    [[nodiscard]] const Interrupt &interrupt() const { return m_interrupt; }
    [[nodiscard]] QString lastError() const;
    // The server hung up in place of a greeting, or said that it has too many log-ins: soon it may not.
    [[nodiscard]] bool turnedAway() const { return m_turnedAway; }

    // Calls a libssh function until it no longer wants to be called again; false: time is up or we are stopped.
    // Quiet: how long nothing at all may come in, which is known only while shaking hands.
    template <class Function>
    [[nodiscard]] bool await(Function function, int &code, std::chrono::milliseconds limit, std::chrono::milliseconds quiet = {})
    {
        auto now = std::chrono::steady_clock::now();
        const auto until = now + limit;
        auto heard = now;
        for (quint64 seen = m_wire.in_bytes; (code = function()) == Function::kAgain; now = std::chrono::steady_clock::now()) {
            if (std::exchange(seen, m_wire.in_bytes) != m_wire.in_bytes)
                heard = now;
            const auto end = quiet.count() > 0 ? std::min(until, heard + quiet) : until;
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - now);
            if (left.count() <= 0 || !waitForStream(left))
                return false;
        }
        return true;
    }

private:
    [[nodiscard]] bool waitForStream(std::chrono::milliseconds limit);
    void peek(int fd);
    [[nodiscard]] Result<> checkHostKey(const HostConfig &host, Steps &steps);

    Interrupt m_interrupt;
    ssh_session m_session = nullptr;
    QByteArray m_greeting; // what came in place of an SSH greeting
    bool m_peeked = false;
    bool m_turnedAway = false;
    ssh_counter_struct m_wire{}; // of the socket, until a worker sets its own
    ssh_counter_struct m_inside{}; // libssh wants one for what is inside, too
};

// libssh has two codes for "call again": one of its log-in functions, one of all others.
template <class F> struct Plain : F {
    static constexpr int kAgain = SSH_AGAIN;
};
template <class F> Plain(F) -> Plain<F>;
template <class F> struct Auth : F {
    static constexpr int kAgain = SSH_AUTH_AGAIN;
};
template <class F> Auth(F) -> Auth<F>;

// "host" or "[host]:port", as people know it from known_hosts.
[[nodiscard]] QString hostLabel(const HostConfig &host);

} // namespace pilothouse
