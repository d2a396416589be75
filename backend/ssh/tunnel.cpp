// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/link.h"

#include <array>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

namespace pilothouse {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kOpenLimit = 20s;
constexpr qsizetype kPiece = 32 << 10;

} // namespace

Result<std::unique_ptr<Tunnel>> Tunnel::open(std::unique_ptr<Link> link, const QString &host, int port, Fd &otherEnd)
{
    std::unique_ptr<Tunnel> tunnel(new Tunnel);
    Session &session = link->session();
    tunnel->m_channel = ssh_channel_new(session.raw());
    int code = SSH_ERROR;
    const QByteArray name = host.toUtf8();
    const bool ended = session.await(
        Plain{[&] { return ssh_channel_open_forward(tunnel->m_channel, name.constData(), port, "127.0.0.1", 0); }}, code, kOpenLimit);
    if (session.interrupt().stop.stop_requested())
        return failure(Error::Kind::Stopped);
    if (!ended || code != SSH_OK)
        return failure(Error::Kind::Unreachable, host, ended ? session.lastError() : u"the jump host did not open the way in time"_s);
    std::array<int, 2> pair{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair.data()) != 0)
        return failure(Error::Kind::Unreachable, host, u"socketpair"_s);
    tunnel->m_socket = Fd(pair[0]);
    otherEnd = Fd(pair[1]);
    tunnel->m_link = std::move(link);
    tunnel->m_thread = std::jthread([raw = tunnel.get()](const std::stop_token &stop) { raw->serve(stop); });
    return tunnel;
}

Tunnel::~Tunnel()
{
    m_thread.request_stop();
    m_bell.ring();
    if (m_thread.joinable())
        m_thread.join();
}

void Tunnel::dropUnsent()
{
    m_drops = true;
    m_thread.request_stop();
    m_bell.ring();
}

// From the socket to the channel; false: either is gone.
bool Tunnel::moveIn()
{
    if (m_toChannel.isEmpty()) {
        m_toChannel.resize(kPiece);
        const ssize_t got = recv(m_socket.get(), m_toChannel.data(), size_t(kPiece), 0);
        m_toChannel.resize(std::max<ssize_t>(0, got));
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
            return false;
    }
    if (m_toChannel.isEmpty())
        return true;
    const int put = ssh_channel_write(m_channel, m_toChannel.constData(), uint32_t(m_toChannel.size()));
    if (put == SSH_AGAIN)
        return true;
    if (put < 0)
        return false;
    m_toChannel.remove(0, put);
    return true;
}

bool Tunnel::moveOut()
{
    for (;;) {
        if (m_toSocket.isEmpty()) {
            m_toSocket.resize(kPiece);
            const int got = ssh_channel_read_nonblocking(m_channel, m_toSocket.data(), uint32_t(kPiece), 0);
            m_toSocket.resize(std::max(0, got));
            if (m_toSocket.isEmpty())
                return got != SSH_ERROR && got != SSH_EOF && !ssh_channel_is_eof(m_channel) && ssh_is_connected(m_link->raw());
        }
        const ssize_t put = send(m_socket.get(), m_toSocket.constData(), size_t(m_toSocket.size()), MSG_NOSIGNAL);
        if (put < 0)
            return errno == EAGAIN || errno == EINTR;
        m_toSocket.remove(0, put);
    }
}

void Tunnel::serve(const std::stop_token &stop)
{
    while (!stop.stop_requested()) {
        if (!moveOut() || !moveIn() || !moveOut())
            break;
        const bool writes = (ssh_get_poll_flags(m_link->raw()) & SSH_WRITE_PENDING) != 0;
        std::array<pollfd, 3> ends{{
            {ssh_get_fd(m_link->raw()), short(POLLIN | (writes ? POLLOUT : 0)), 0},
            {m_socket.get(), short((m_toChannel.isEmpty() ? POLLIN : 0) | (m_toSocket.isEmpty() ? 0 : POLLOUT)), 0},
            {m_bell.fd(), POLLIN, 0},
        }};
        poll(ends.data(), ends.size(), 250);
    }
    shutdown(m_socket.get(), SHUT_RDWR); // the next session sees the end of its stream
    if (m_drops)
        m_link->dropUnsent(); // before the channel's goodbye goes out behind it
    ssh_channel_free(m_channel);
    m_link.reset(); // in this thread, and without waiting for the far end
}

} // namespace pilothouse
