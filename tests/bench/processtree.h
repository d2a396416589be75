// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a command uses together with everything that it started: a program may run behind others that only lead to it.
#pragma once
#include <sys/types.h>

#include <vector>

namespace pilothouse {

// The process and all below it, parents first. Empty when it is gone.
[[nodiscard]] std::vector<pid_t> processTree(pid_t root);
[[nodiscard]] double cpuMs(const std::vector<pid_t> &processes); // in steps of a clock tick, 10 ms as a rule
[[nodiscard]] double largestRssMib(const std::vector<pid_t> &processes); // of the one that holds most
void endTree(pid_t root); // asks, waits 3 s, kills; reaps the root

} // namespace pilothouse
