// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A session that is logged in, with all that carries it: a TCP stream, a ProxyCommand, or a channel of the session before it.
#pragma once
#include "backend/core/profile.h"
#include "backend/ssh/prompter.h"
#include "backend/ssh/session.h"
#include "backend/ssh/turns.h"

#include <atomic>
#include <thread>

namespace pilothouse {

class Tunnel;

class Link {
public:
    ~Link();
    // Connects through all hops, each with its own host-key check and log-in. Blocks; ends with the interrupt.
    [[nodiscard]] static Result<std::unique_ptr<Link>> open(const SshSettings &settings, Prompter &prompter, const Interrupt &interrupt,
                                                            Steps &steps);

    [[nodiscard]] ssh_session raw() const { return m_session.raw(); }
    [[nodiscard]] Session &session() { return m_session; }
    [[nodiscard]] const HostConfig &config() const { return m_config; }
    // For a far end that fell silent: what the system still holds for it is thrown away when this goes, and reaches it never, whenever the
    // way may be open again. What a ProxyCommand handed to the system before it is ended is out of our hands.
    void dropUnsent();
    // Of this machine, that the first hop is reached from; empty where a ProxyCommand does that.
    [[nodiscard]] const QByteArray &localAddress() const { return m_localAddress; }

private:
    struct Route {
        const SshSettings &settings;
        Prompter &prompter;
        const Interrupt &interrupt;
        Steps &steps;
        int depth = 0;
    };
    Link(const Interrupt &interrupt, HostConfig config) : m_config(std::move(config)), m_session(interrupt) { }
    using PlaceIfAny = std::optional<Turns::Place>;
    [[nodiscard]] static Result<std::unique_ptr<Link>> openTo(const HostConfig &config, const QStringList &jumps, const Route &route);
    // As far as the checked host key; the place at its door is taken on the way.
    [[nodiscard]] Result<> reach(QStringList jumps, const Route &route, PlaceIfAny &place);
    [[nodiscard]] Result<Fd> stream(QStringList jumps, const Route &route, PlaceIfAny &place);
    [[nodiscard]] Result<> takePlace(const QString &step, const Route &route, PlaceIfAny &place) const;

    HostConfig m_config;
    QByteArray m_localAddress;
    std::unique_ptr<ProxyProcess> m_proxy;
    std::unique_ptr<Tunnel> m_tunnel;
    Session m_session; // goes before what carries it
};

// Moves bytes between a channel of a link and a socket, in a thread of its own that owns the link.
class Tunnel {
public:
    ~Tunnel();
    // Opens the channel to the host; the other end of the socket is for the next session.
    [[nodiscard]] static Result<std::unique_ptr<Tunnel>> open(std::unique_ptr<Link> link, const QString &host, int port, Fd &otherEnd);
    void dropUnsent(); // ends it

private:
    Tunnel() = default;
    void serve(const std::stop_token &stop);
    [[nodiscard]] bool moveIn();
    [[nodiscard]] bool moveOut();

    std::unique_ptr<Link> m_link;
    ssh_channel m_channel = nullptr;
    Fd m_socket;
    QByteArray m_toChannel, m_toSocket;
    Bell m_bell;
    std::atomic<bool> m_drops{false};
    std::jthread m_thread;
};

} // namespace pilothouse
