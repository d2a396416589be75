// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/shellprocess.h"

#include <cerrno>
#include <csignal>
#include <vector>

#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

namespace pilothouse {

ShellProcess::~ShellProcess()
{
    if (m_pid <= 0)
        return;
    kill(-m_pid, SIGKILL);
    int status = 0;
    while (waitpid(m_pid, &status, 0) < 0 && errno == EINTR) { }
}

int ShellProcess::start(const QByteArrayList &arguments, int in, int out, int errors)
{
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, 0);
    posix_spawn_file_actions_adddup2(&files, out, 1);
    if (errors >= 0)
        posix_spawn_file_actions_adddup2(&files, errors, 2);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    sigset_t kinds;
    sigemptyset(&kinds);
    posix_spawnattr_setsigmask(&attributes, &kinds);
    sigaddset(&kinds, SIGPIPE); // ours is blocked or ignored, a shell's pipes need it
    posix_spawnattr_setsigdefault(&attributes, &kinds);
    QByteArrayList all = QByteArrayList{"sh"} + arguments;
    std::vector<char *> words;
    for (QByteArray &word : all)
        words.push_back(word.data());
    words.push_back(nullptr);
    const int code = posix_spawn(&m_pid, "/bin/sh", &files, &attributes, words.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (code != 0)
        m_pid = -1;
    return code;
}

} // namespace pilothouse
