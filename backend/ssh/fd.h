// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A file descriptor that closes itself, and a bell that wakes a thread out of poll().
#pragma once
#include <cerrno>
#include <cstdint>
#include <utility>

#include <sys/eventfd.h>
#include <unistd.h>

namespace pilothouse {

class Fd {
public:
    Fd() = default;
    explicit Fd(int fd) : m_fd(fd) { }
    Fd(Fd &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) { }
    Fd &operator=(Fd &&other) noexcept
    {
        if (this != &other) {
            reset();
            m_fd = std::exchange(other.m_fd, -1);
        }
        return *this;
    }
    ~Fd() { reset(); }
    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] int release() { return std::exchange(m_fd, -1); }
    [[nodiscard]] explicit operator bool() const { return m_fd >= 0; }
    void reset()
    {
        if (m_fd >= 0)
            close(m_fd);
        m_fd = -1;
    }

private:
    int m_fd = -1;
};

class Bell {
public:
    [[nodiscard]] int fd() const { return m_fd.get(); }
    void ring() const
    {
        const uint64_t one = 1;
        while (write(m_fd.get(), &one, sizeof one) < 0 && errno == EINTR) { }
    }
    void silence() const
    {
        uint64_t count = 0;
        while (read(m_fd.get(), &count, sizeof count) < 0 && errno == EINTR) { }
    }

private:
    Fd m_fd{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
};

} // namespace pilothouse
