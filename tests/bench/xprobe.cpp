// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Looks at any X11 program from outside, so that ours and a peer are measured alike: when its first window is mapped, when it has
// settled (no CPU used for a second), and how long its event loop keeps _NET_WM_PING waiting.
//   xprobe start COMMAND …        prints "window_ms N" and "settled_ms N", then ends the command
//   xprobe ping SECONDS COMMAND … starts it, waits until it has settled, then prints "freeze_ms N": the longest wait for a pong
#include <xcb/xcb.h>

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

double msSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

xcb_atom_t atom(xcb_connection_t *display, const char *name)
{
    xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(display, xcb_intern_atom(display, 0, uint16_t(std::strlen(name)), name), nullptr);
    const xcb_atom_t found = reply ? reply->atom : xcb_atom_t(XCB_ATOM_NONE);
    std::free(reply);
    return found;
}

// CPU time of the whole process tree's root, in clock ticks.
long ticksOf(pid_t pid)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string text((std::istreambuf_iterator<char>(file)), {});
    const size_t close = text.rfind(')');
    if (close == std::string::npos)
        return -1;
    long user = 0, system = 0;
    std::sscanf(text.c_str() + close + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system);
    return user + system;
}

class Probe {
public:
    Probe() : m_display(xcb_connect(nullptr, nullptr))
    {
        if (xcb_connection_has_error(m_display)) {
            std::fprintf(stderr, "xprobe: no X display\n");
            std::exit(2);
        }
        m_root = xcb_setup_roots_iterator(xcb_get_setup(m_display)).data->root;
        const uint32_t mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY;
        xcb_change_window_attributes(m_display, m_root, XCB_CW_EVENT_MASK, &mask);
        xcb_flush(m_display);
    }
    ~Probe()
    {
        if (m_pid > 0) {
            ::kill(m_pid, SIGTERM);
            for (int i = 0; i < 50 && ::waitpid(m_pid, nullptr, WNOHANG) == 0; ++i) {
                std::this_thread::sleep_for(100ms);
                if (i == 30)
                    ::kill(m_pid, SIGKILL);
            }
        }
        xcb_disconnect(m_display);
    }
    void start(char **command)
    {
        m_started = Clock::now();
        m_pid = ::fork();
        if (m_pid == 0) {
            ::execvp(command[0], command);
            ::_exit(127);
        }
    }
    // Waits for the first real window (a splash or a helper window of a few pixels does not count).
    std::optional<double> firstWindow(std::chrono::seconds limit)
    {
        while (msSince(m_started) < double(limit.count()) * 1000) {
            while (xcb_generic_event_t *event = xcb_poll_for_event(m_display)) {
                const bool mapped = (event->response_type & 0x7f) == XCB_MAP_NOTIFY;
                const xcb_window_t window = mapped ? reinterpret_cast<xcb_map_notify_event_t *>(event)->window : 0;
                std::free(event);
                if (mapped && isLarge(window)) {
                    m_window = window;
                    return msSince(m_started);
                }
            }
            std::this_thread::sleep_for(1ms);
        }
        return std::nullopt;
    }
    // The last moment at which the process used CPU before a whole quiet second.
    std::optional<double> settled(std::chrono::seconds limit)
    {
        long last = ticksOf(m_pid);
        double busyUntil = msSince(m_started);
        while (msSince(m_started) < double(limit.count()) * 1000) {
            std::this_thread::sleep_for(20ms);
            const long now = ticksOf(m_pid);
            if (now < 0)
                return std::nullopt;
            if (now > last) {
                last = now;
                busyUntil = msSince(m_started);
            } else if (msSince(m_started) - busyUntil > 1000) {
                return busyUntil;
            }
        }
        return std::nullopt;
    }
    // One ping after the other; the longest answer within the time.
    double longestPing(std::chrono::seconds span)
    {
        const xcb_atom_t protocols = atom(m_display, "WM_PROTOCOLS");
        const xcb_atom_t ping = atom(m_display, "_NET_WM_PING");
        const auto begin = Clock::now();
        double longest = 0;
        uint32_t serial = 1;
        while (Clock::now() - begin < span) {
            const auto sent = Clock::now();
            sendPing(protocols, ping, ++serial);
            while (!gotPong(ping, serial) && Clock::now() - begin < span + 30s)
                std::this_thread::sleep_for(500us);
            longest = std::max(longest, msSince(sent));
            std::this_thread::sleep_for(5ms);
        }
        return longest;
    }

private:
    bool isLarge(xcb_window_t window)
    {
        xcb_get_geometry_reply_t *geometry = xcb_get_geometry_reply(m_display, xcb_get_geometry(m_display, window), nullptr);
        const bool large = geometry && geometry->width > 200 && geometry->height > 200;
        std::free(geometry);
        return large;
    }
    void sendPing(xcb_atom_t protocols, xcb_atom_t ping, uint32_t serial)
    {
        xcb_client_message_event_t message{};
        message.response_type = XCB_CLIENT_MESSAGE;
        message.format = 32;
        message.window = m_window;
        message.type = protocols;
        message.data.data32[0] = ping;
        message.data.data32[1] = serial;
        message.data.data32[2] = m_window;
        xcb_send_event(m_display, 0, m_window, XCB_EVENT_MASK_NO_EVENT, reinterpret_cast<const char *>(&message));
        xcb_flush(m_display);
    }
    bool gotPong(xcb_atom_t ping, uint32_t serial)
    {
        bool got = false;
        while (xcb_generic_event_t *event = xcb_poll_for_event(m_display)) {
            if ((event->response_type & 0x7f) == XCB_CLIENT_MESSAGE) {
                const auto *message = reinterpret_cast<xcb_client_message_event_t *>(event);
                got = got || (message->data.data32[0] == ping && message->data.data32[1] == serial);
            }
            std::free(event);
        }
        return got;
    }

    xcb_connection_t *m_display = nullptr;
    xcb_window_t m_root = 0;
    xcb_window_t m_window = 0;
    pid_t m_pid = 0;
    Clock::time_point m_started;
};

} // namespace

int main(int argc, char **argv)
{
    const bool start = argc > 2 && std::strcmp(argv[1], "start") == 0;
    const bool ping = argc > 3 && std::strcmp(argv[1], "ping") == 0;
    if (!start && !ping) {
        std::fprintf(stderr, "usage: xprobe start COMMAND … | xprobe ping SECONDS COMMAND …\n");
        return 2;
    }
    Probe probe;
    probe.start(argv + (start ? 2 : 3));
    const auto window = probe.firstWindow(60s);
    const auto settled = window ? probe.settled(180s) : std::nullopt;
    if (!window || !settled) {
        std::fprintf(stderr, "xprobe: %s\n", window ? "never settled" : "no window came");
        return 1;
    }
    if (start)
        std::printf("window_ms %.1f\nsettled_ms %.1f\n", *window, *settled);
    else
        std::printf("freeze_ms %.1f\n", probe.longestPing(std::chrono::seconds(std::atoi(argv[2]))));
    return 0;
}
