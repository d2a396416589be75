// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/processtree.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace pilothouse {

namespace {

std::string procFile(pid_t pid, const std::string &name)
{
    std::ifstream file("/proc/" + std::to_string(pid) + '/' + name);
    return std::string((std::istreambuf_iterator<char>(file)), {});
}

// Any thread of a process may have started others.
void addChildren(std::vector<pid_t> &found, size_t of)
{
    std::error_code gone;
    for (const auto &task : std::filesystem::directory_iterator("/proc/" + std::to_string(found[of]) + "/task", gone)) {
        std::ifstream children(task.path() / "children");
        for (pid_t child = 0; children >> child;)
            found.push_back(child);
    }
}

} // namespace

std::vector<pid_t> processTree(pid_t root)
{
    std::vector<pid_t> found;
    if (!procFile(root, "stat").empty())
        found.push_back(root);
    for (size_t i = 0; i < found.size(); ++i)
        addChildren(found, i);
    return found;
}

double cpuMs(const std::vector<pid_t> &processes)
{
    long ticks = 0;
    for (const pid_t pid : processes) {
        const std::string text = procFile(pid, "stat");
        const size_t close = text.rfind(')');
        long user = 0, system = 0;
        if (close != std::string::npos
            && std::sscanf(text.c_str() + close + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system) == 2)
            ticks += user + system;
    }
    return double(ticks) * 1000 / double(::sysconf(_SC_CLK_TCK));
}

double largestRssMib(const std::vector<pid_t> &processes)
{
    long most = 0;
    for (const pid_t pid : processes) {
        long pages = 0;
        std::sscanf(procFile(pid, "statm").c_str(), "%*d %ld", &pages);
        most = std::max(most, pages);
    }
    return double(most) * double(::sysconf(_SC_PAGESIZE)) / (1024 * 1024);
}

void endTree(pid_t root)
{
    using namespace std::chrono_literals;
    const std::vector<pid_t> all = processTree(root);
    for (const int signal : {SIGTERM, SIGKILL}) {
        for (auto pid = all.rbegin(); pid != all.rend(); ++pid)
            ::kill(*pid, signal);
        for (int i = 0; i < 150; ++i) {
            if (::waitpid(root, nullptr, WNOHANG) == root)
                return;
            std::this_thread::sleep_for(20ms);
        }
    }
}

} // namespace pilothouse
