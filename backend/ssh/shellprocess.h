// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A /bin/sh of our own on this machine, in a session of its own; it and all that it started in it ends when this goes.
#pragma once
#include <QByteArrayList>

#include <sys/types.h>

namespace pilothouse {

class ShellProcess {
public:
    ShellProcess() = default;
    ~ShellProcess();
    ShellProcess(const ShellProcess &) = delete;
    ShellProcess &operator=(const ShellProcess &) = delete;

    // Standard input, output and errors; an errors of -1 leaves ours. 0, or the system's error number.
    [[nodiscard]] int start(const QByteArrayList &arguments, int in, int out, int errors);

private:
    pid_t m_pid = -1;
};

} // namespace pilothouse
