// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The byte stream under a session: look-up and TCP, or a ProxyCommand. Every wait has a limit and ends when the shell is stopped.
#pragma once
#include "backend/ssh/fd.h"
#include "backend/ssh/shellprocess.h"
#include "backend/ssh/sshconfig.h"
#include "backend/ssh/steps.h"

#include <memory>
#include <stop_token>

namespace pilothouse {

// Ends the waits of a session's thread. The bell is rung once, with the stop, and never silenced.
struct Interrupt {
    const Bell &bell;
    std::stop_token stop;
};

enum class Ready { Yes, TimedOut, Stopped };
// Waits for one descriptor.
[[nodiscard]] Ready waitFor(int fd, short events, std::chrono::milliseconds limit, const Interrupt &interrupt);

// Steps "name" and "tcp".
[[nodiscard]] Result<Fd> connectTcp(const HostConfig &host, const Interrupt &interrupt, Steps &steps);

// /bin/sh -c "exec …", ended when it goes.
class ProxyProcess {
public:
    [[nodiscard]] Result<Fd> start(const QByteArray &command);
    [[nodiscard]] QString complaint() const; // end of its error output

private:
    ShellProcess m_process;
    Fd m_errors;
};

} // namespace pilothouse
