// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Looks at any X11 program from outside, so that ours and a peer are measured alike. It starts the command, waits for its first window,
// and in the end stops it.
//   xprobe start SECONDS COMMAND …   window_ms, rows_ms: from the start to the first window, and to the last time within SECONDS behind
//                                    it that a hundredth of its picture changed at once; cpu_ms, rss_mib
//   xprobe ping SECONDS COMMAND …    freeze_ms: the longest time that its event loop let a _NET_WM_PING wait
//   xprobe idle SECONDS COMMAND …    cpu_percent of one core, and rss_mib: the most that it held meanwhile
//   xprobe hidden SECONDS COMMAND …  the same, its window iconified
// The last three begin when it has settled: 3 s without using a third of a core for as long as 100 ms.
#include "tests/bench/processtree.h"

#include <xcb/xcb.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

using namespace pilothouse;
using namespace std::chrono_literals;

namespace {

using Clock = std::chrono::steady_clock;

double msSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
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
        // New windows; and pongs, which GTK sends by the one and Qt by the other.
        const uint32_t mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_STRUCTURE_NOTIFY;
        xcb_change_window_attributes(m_display, m_root, XCB_CW_EVENT_MASK, &mask);
        xcb_flush(m_display);
    }
    ~Probe()
    {
        if (m_pid > 0)
            endTree(m_pid);
        xcb_disconnect(m_display);
    }
    void start(char **command);
    [[nodiscard]] std::optional<double> firstWindow(std::chrono::seconds limit);
    [[nodiscard]] std::optional<double> lastChange(std::chrono::seconds span);
    [[nodiscard]] bool settled(std::chrono::seconds limit);
    [[nodiscard]] std::optional<double> longestPing(std::chrono::seconds span);
    void iconify();
    [[nodiscard]] double cpu() const { return cpuMs(processTree(m_pid)); }
    [[nodiscard]] double rss() const { return largestRssMib(processTree(m_pid)); }

private:
    [[nodiscard]] xcb_atom_t atom(const char *name) const;
    [[nodiscard]] bool isLarge(xcb_window_t window) const;
    [[nodiscard]] std::vector<uint32_t> picture() const;
    void sendPing(xcb_atom_t protocols, xcb_atom_t ping, uint32_t serial);
    [[nodiscard]] bool gotPong(xcb_atom_t ping, uint32_t serial);

    xcb_connection_t *m_display = nullptr;
    xcb_window_t m_root = 0;
    xcb_window_t m_window = 0;
    pid_t m_pid = 0;
    Clock::time_point m_started;
};

void Probe::start(char **command)
{
    m_started = Clock::now();
    m_pid = ::fork();
    if (m_pid == 0) {
        ::execvp(command[0], command);
        ::_exit(127);
    }
}

// A splash or a window of a few pixels that nobody sees does not count.
std::optional<double> Probe::firstWindow(std::chrono::seconds limit)
{
    while (Clock::now() - m_started < limit) {
        while (xcb_generic_event_t *event = xcb_poll_for_event(m_display)) {
            const bool mapped = (event->response_type & 0x7f) == XCB_MAP_NOTIFY;
            const xcb_window_t window = mapped ? reinterpret_cast<xcb_map_notify_event_t *>(event)->window : 0;
            std::free(event);
            const double at = msSince(m_started);
            if (mapped && isLarge(window)) {
                m_window = window;
                return at;
            }
        }
        if (::waitpid(m_pid, nullptr, WNOHANG) == m_pid) {
            m_pid = 0;
            return std::nullopt;
        }
        std::this_thread::sleep_for(1ms);
    }
    return std::nullopt;
}

// Rows that come are many pixels at once; a clock on the screen is few.
std::optional<double> Probe::lastChange(std::chrono::seconds span)
{
    std::vector<uint32_t> before = picture();
    double last = msSince(m_started);
    const auto until = Clock::now() + span;
    while (Clock::now() < until) {
        std::this_thread::sleep_for(30ms);
        if (::waitpid(m_pid, nullptr, WNOHANG) == m_pid) {
            m_pid = 0;
            return std::nullopt;
        }
        std::vector<uint32_t> now = picture();
        size_t changed = now.size() == before.size() ? 0 : now.size();
        for (size_t i = 0; changed == 0 && i < now.size() && now.size() == before.size(); ++i) {
            if (now[i] != before[i]) {
                for (size_t k = i; k < now.size(); ++k)
                    changed += now[k] != before[k] ? 1 : 0;
            }
        }
        if (changed > 0 && changed * 100 > now.size())
            last = msSince(m_started);
        if (!now.empty())
            before = std::move(now);
    }
    return last;
}

std::vector<uint32_t> Probe::picture() const
{
    std::vector<uint32_t> pixels;
    xcb_get_geometry_reply_t *geometry = xcb_get_geometry_reply(m_display, xcb_get_geometry(m_display, m_window), nullptr);
    if (!geometry)
        return pixels;
    const auto cookie = xcb_get_image(m_display, XCB_IMAGE_FORMAT_Z_PIXMAP, m_window, 0, 0, geometry->width, geometry->height, ~0U);
    xcb_get_image_reply_t *image = xcb_get_image_reply(m_display, cookie, nullptr);
    if (image) {
        pixels.resize(size_t(xcb_get_image_data_length(image)) / sizeof(uint32_t));
        std::memcpy(pixels.data(), xcb_get_image_data(image), pixels.size() * sizeof(uint32_t));
    }
    std::free(image);
    std::free(geometry);
    return pixels;
}

// Until it is no longer busy. A clock on the screen or a cursor that blinks is not work.
bool Probe::settled(std::chrono::seconds limit)
{
    struct Sample {
        Clock::time_point at;
        double cpu;
    };
    std::deque<Sample> recent;
    auto busyUntil = Clock::now();
    while (Clock::now() - m_started < limit) {
        std::this_thread::sleep_for(20ms);
        const auto processes = processTree(m_pid);
        if (processes.empty() || ::waitpid(m_pid, nullptr, WNOHANG) == m_pid)
            return false;
        const auto now = Clock::now();
        recent.push_back({now, cpuMs(processes)});
        while (now - recent.front().at > 110ms)
            recent.pop_front();
        if (recent.back().cpu - recent.front().cpu >= 30)
            busyUntil = now;
        else if (now - busyUntil > 3s)
            return true;
    }
    return false;
}

// One ping after the other; the longest wait for an answer. Nothing if one is never answered.
std::optional<double> Probe::longestPing(std::chrono::seconds span)
{
    const xcb_atom_t protocols = atom("WM_PROTOCOLS");
    const xcb_atom_t ping = atom("_NET_WM_PING");
    const auto begin = Clock::now();
    double longest = 0;
    for (uint32_t serial = 1; Clock::now() - begin < span; ++serial) {
        const auto sent = Clock::now();
        sendPing(protocols, ping, serial);
        while (!gotPong(ping, serial)) {
            if (Clock::now() - sent > 300s)
                return std::nullopt;
            std::this_thread::sleep_for(500us);
        }
        longest = std::max(longest, msSince(sent));
        std::this_thread::sleep_for(2ms);
    }
    return longest;
}

// What a window manager does when somebody minimizes a window.
void Probe::iconify()
{
    const std::array<uint32_t, 2> state{3, XCB_WINDOW_NONE}; // IconicState
    const xcb_atom_t wmState = atom("WM_STATE");
    const xcb_atom_t hidden = atom("_NET_WM_STATE_HIDDEN");
    xcb_change_property(m_display, XCB_PROP_MODE_REPLACE, m_window, wmState, wmState, 32, uint32_t(state.size()), state.data());
    xcb_change_property(m_display, XCB_PROP_MODE_APPEND, m_window, atom("_NET_WM_STATE"), XCB_ATOM_ATOM, 32, 1, &hidden);
    xcb_unmap_window(m_display, m_window);
    xcb_flush(m_display);
}

xcb_atom_t Probe::atom(const char *name) const
{
    xcb_intern_atom_reply_t *reply
        = xcb_intern_atom_reply(m_display, xcb_intern_atom(m_display, 0, uint16_t(std::strlen(name)), name), nullptr);
    const xcb_atom_t found = reply ? reply->atom : xcb_atom_t(XCB_ATOM_NONE);
    std::free(reply);
    return found;
}

bool Probe::isLarge(xcb_window_t window) const
{
    xcb_get_geometry_reply_t *geometry = xcb_get_geometry_reply(m_display, xcb_get_geometry(m_display, window), nullptr);
    const bool large = geometry && geometry->width > 200 && geometry->height > 200;
    std::free(geometry);
    return large;
}

void Probe::sendPing(xcb_atom_t protocols, xcb_atom_t ping, uint32_t serial)
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

bool Probe::gotPong(xcb_atom_t ping, uint32_t serial)
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

bool watchIdle(Probe &probe, std::chrono::seconds span)
{
    const double before = probe.cpu();
    const auto begin = Clock::now();
    double most = 0;
    while (Clock::now() - begin < span) {
        std::this_thread::sleep_for(200ms);
        most = std::max(most, probe.rss());
    }
    if (most <= 0)
        return false;
    std::printf("cpu_percent %.2f\nrss_mib %.1f\n", (probe.cpu() - before) * 100 / msSince(begin), most);
    return true;
}

int fail(const char *why)
{
    std::fprintf(stderr, "xprobe: %s\n", why);
    return 1;
}

} // namespace

int main(int argc, char **argv)
{
    const std::string_view mode = argc > 3 ? argv[1] : "";
    if (mode != "start" && mode != "ping" && mode != "idle" && mode != "hidden") {
        std::fprintf(stderr, "usage: xprobe start|ping|idle|hidden SECONDS COMMAND …\n");
        return 2;
    }
    const std::chrono::seconds span(std::atoi(argv[2]));
    Probe probe;
    probe.start(argv + 3);
    const auto window = probe.firstWindow(60s);
    if (!window)
        return fail("no window came");
    if (mode == "start") {
        const auto rows = probe.lastChange(span);
        if (!rows)
            return fail("it ended");
        std::printf("window_ms %.1f\nrows_ms %.1f\ncpu_ms %.0f\nrss_mib %.1f\n", *window, *rows, probe.cpu(), probe.rss());
        return 0;
    }
    // While a queue changes, a program may never settle: then the pings begin after a minute.
    if (!probe.settled(mode == "ping" ? 60s : 240s) && mode != "ping")
        return fail("it ended, or never settled");
    if (mode == "ping") {
        const auto longest = probe.longestPing(span);
        if (!longest)
            return fail("a ping was never answered");
        std::printf("freeze_ms %.1f\n", *longest);
        return 0;
    }
    if (mode == "hidden") {
        probe.iconify();
        std::this_thread::sleep_for(3s);
    }
    return watchIdle(probe, span) ? 0 : fail("it ended");
}
