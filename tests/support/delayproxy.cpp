// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/delayproxy.h"

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace pilothouse::test {

using Clock = std::chrono::steady_clock;

namespace {

constexpr size_t kMostWaiting = 64 << 20;

struct Piece {
    Clock::time_point due;
    std::string bytes;
};

struct Way { // from one socket to the other
    std::deque<Piece> waiting;
    size_t size = 0;
    bool ended = false;
};

struct Pair {
    int client = -1;
    int server = -1;
    Way up, down;
    ~Pair()
    {
        close(client);
        close(server);
    }
};

sockaddr_in loopback(int port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(uint16_t(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

void prepare(int fd)
{
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    fcntl(fd, F_SETFL, O_NONBLOCK);
}

// False: this end is gone.
bool readInto(int fd, Way &way, std::chrono::milliseconds delay, qint64 &count)
{
    std::array<char, 64 << 10> piece;
    for (;;) {
        if (way.size > kMostWaiting)
            return true;
        const ssize_t got = recv(fd, piece.data(), piece.size(), 0);
        if (got > 0) {
            way.waiting.push_back({Clock::now() + delay, std::string(piece.data(), size_t(got))});
            way.size += size_t(got);
            count += got;
        } else {
            return got < 0 && (errno == EAGAIN || errno == EINTR);
        }
    }
}

// Takes back what was read last.
void shorten(Way &way, qint64 surplus)
{
    while (surplus > 0 && !way.waiting.empty()) {
        std::string &bytes = way.waiting.back().bytes;
        const size_t cut = std::min(bytes.size(), size_t(surplus));
        bytes.erase(bytes.size() - cut);
        way.size -= cut;
        surplus -= qint64(cut);
        if (bytes.empty())
            way.waiting.pop_back();
    }
}

bool writeDue(int fd, Way &way)
{
    while (!way.waiting.empty() && way.waiting.front().due <= Clock::now()) {
        std::string &bytes = way.waiting.front().bytes;
        const ssize_t put = send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (put < 0)
            return errno == EAGAIN || errno == EINTR;
        way.size -= size_t(put);
        if (size_t(put) < bytes.size())
            bytes.erase(0, size_t(put));
        else
            way.waiting.pop_front();
    }
    return true;
}

int untilDue(const Way &way, int most)
{
    if (way.waiting.empty())
        return most;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(way.waiting.front().due - Clock::now());
    return int(std::clamp<qint64>(left.count(), 0, most));
}

} // namespace

DelayProxy::DelayProxy(int targetPort, std::chrono::milliseconds eachWay) : m_target(targetPort), m_delay(eachWay.count())
{
    m_listen = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback(0);
    bind(m_listen, reinterpret_cast<sockaddr *>(&address), sizeof address);
    listen(m_listen, 16);
    socklen_t size = sizeof address;
    getsockname(m_listen, reinterpret_cast<sockaddr *>(&address), &size);
    m_port = ntohs(address.sin_port);
    m_thread = std::jthread([this](const std::stop_token &stop) { serve(stop); });
}

DelayProxy::~DelayProxy()
{
    m_thread.request_stop();
    m_thread.join();
    close(m_listen);
}

void DelayProxy::serve(const std::stop_token &stop)
{
    std::vector<std::unique_ptr<Pair>> pairs;
    while (!stop.stop_requested()) {
        std::vector<pollfd> ends{{m_closed ? -1 : m_listen, POLLIN, 0}};
        int wait = 20;
        for (const auto &pair : pairs) {
            ends.push_back({m_stalled || pair->up.ended ? -1 : pair->client, POLLIN, 0});
            ends.push_back({m_stalled || pair->down.ended ? -1 : pair->server, POLLIN, 0});
            wait = m_stalled ? wait : std::min({wait, untilDue(pair->up, wait), untilDue(pair->down, wait)});
        }
        poll(ends.data(), ends.size(), wait);
        if (!m_closed && ends[0].revents) {
            if (const int client = accept4(m_listen, nullptr, nullptr, SOCK_CLOEXEC); client >= 0) {
                auto pair = std::make_unique<Pair>();
                pair->client = client;
                pair->server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
                const sockaddr_in target = loopback(m_target);
                const bool reached = connect(pair->server, reinterpret_cast<const sockaddr *>(&target), sizeof target) == 0;
                prepare(pair->client);
                prepare(pair->server);
                if (reached) {
                    ++m_connections;
                    pairs.push_back(std::move(pair));
                }
            }
        }
        if (m_cutNow.exchange(false))
            pairs.clear();
        if (m_stalled)
            continue;
        const auto delay = std::chrono::milliseconds(m_delay.load());
        std::erase_if(pairs, [&](const auto &pair) {
            qint64 up = 0, down = 0;
            pair->up.ended = pair->up.ended || !readInto(pair->client, pair->up, delay, up);
            pair->down.ended = pair->down.ended || !readInto(pair->server, pair->down, delay, down);
            m_fromServer += down;
            m_fromClient += up;
            bool cut = false;
            if (const qint64 left = m_onceLeft; left >= 0) {
                const qint64 came = m_onceFromServer ? down : up;
                m_onceLeft = std::max<qint64>(left - came, 0);
                if (came > 0 && came >= left) {
                    m_onceLeft = -1;
                    cut = !m_onceStalls;
                    m_stalled = m_stalled || m_onceStalls;
                    if (cut)
                        shorten(m_onceFromServer ? pair->down : pair->up, came - left);
                    m_fired = true;
                }
            }
            const qint64 limit = m_cutAfter;
            if (limit >= 0 && m_fromServer >= limit)
                return true;
            const bool writable = writeDue(pair->server, pair->up) && writeDue(pair->client, pair->down);
            return cut || !writable || (pair->up.ended && pair->up.waiting.empty()) || (pair->down.ended && pair->down.waiting.empty());
        });
    }
}

} // namespace pilothouse::test
