// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/quitsignals.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace pilothouse {

namespace {

constexpr std::array kSignals{SIGTERM, SIGINT, SIGHUP};
int writeEnd = -1; // a signal handler can reach nothing else

extern "C" void noteSignal(int)
{
    const char byte = 0;
    (void)!::write(writeEnd, &byte, 1);
}

} // namespace

QuitSignals::QuitSignals(std::function<void()> quit)
{
    if (::pipe2(m_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return; // the signals then end us as they always did
    m_notifier = std::make_unique<QSocketNotifier>(m_pipe[0], QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [this, quit = std::move(quit)] {
        char bytes[16];
        (void)!::read(m_pipe[0], bytes, sizeof bytes);
        quit();
    });
    writeEnd = m_pipe[1];
    for (const int number : kSignals)
        std::signal(number, noteSignal);
}

QuitSignals::~QuitSignals()
{
    if (!m_notifier)
        return;
    for (const int number : kSignals)
        std::signal(number, SIG_DFL);
    m_notifier.reset();
    ::close(m_pipe[0]);
    ::close(m_pipe[1]);
}

} // namespace pilothouse
