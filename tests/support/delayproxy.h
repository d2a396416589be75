// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A loopback TCP proxy that makes a link long, or cuts it, or lets it fall silent, on order.
#pragma once
#include <QtGlobal>

#include <atomic>
#include <chrono>
#include <thread>

namespace pilothouse::test {

class DelayProxy {
public:
    // Listens on 127.0.0.1; port() says where.
    explicit DelayProxy(int targetPort, std::chrono::milliseconds eachWay = std::chrono::milliseconds(0));
    ~DelayProxy();
    DelayProxy(const DelayProxy &) = delete;
    DelayProxy &operator=(const DelayProxy &) = delete;

    [[nodiscard]] int port() const { return m_port; }
    void setDelay(std::chrono::milliseconds eachWay) { m_delay = eachWay.count(); }
    // Every connection is cut when so many bytes came from the server in all; -1: never.
    void cutAfter(qint64 bytes)
    {
        m_fromServer = 0;
        m_cutAfter = bytes;
    }
    void cutNow() { m_cutNow = true; }
    // The connection is cut, or falls silent, once: when so many more bytes have gone that way. A cut lets exactly these through.
    enum class From { Server, Client };
    void cutOnceAfter(From from, qint64 bytes) { arm(from, bytes, false); }
    void stallOnceAfter(From from, qint64 bytes) { arm(from, bytes, true); }
    [[nodiscard]] bool fired() const { return m_fired; } // since it was ordered
    // Nothing goes either way, and nobody is told.
    void setStalled(bool stalled) { m_stalled = stalled; }
    // New connections are not taken on.
    void setClosed(bool closed) { m_closed = closed; }
    [[nodiscard]] qint64 bytesFromServer() const { return m_fromServer; }
    [[nodiscard]] qint64 bytesFromClient() const { return m_fromClient; }
    [[nodiscard]] int connections() const { return m_connections; }

private:
    void serve(const std::stop_token &stop);
    void arm(From from, qint64 bytes, bool stall)
    {
        m_fired = false;
        m_onceFromServer = from == From::Server;
        m_onceStalls = stall;
        m_onceLeft = bytes;
    }
    int m_listen = -1;
    int m_port = 0;
    int m_target = 0;
    std::atomic<qint64> m_delay{0};
    std::atomic<qint64> m_cutAfter{-1};
    std::atomic<qint64> m_fromServer{0};
    std::atomic<qint64> m_fromClient{0};
    std::atomic<qint64> m_onceLeft{-1}; // -1: nothing is ordered
    std::atomic<bool> m_onceFromServer{true}, m_onceStalls{false}, m_fired{false};
    std::atomic<int> m_connections{0};
    std::atomic<bool> m_cutNow{false}, m_stalled{false}, m_closed{false};
    std::jthread m_thread;
};

} // namespace pilothouse::test
