// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Surroundings that a test moves by hand: sleep, and addresses that go.
#pragma once
#include "backend/ssh/surroundings.h"

#include <atomic>

#include <fcntl.h>

namespace pilothouse::test {

class StagedSurroundings final : public Surroundings {
public:
    [[nodiscard]] std::chrono::nanoseconds slept() const override { return std::chrono::seconds(m_slept); }
    [[nodiscard]] bool hasAddress(const QByteArray &) const override { return m_here; }
    [[nodiscard]] Fd watchAddresses() const override { return Fd(fcntl(m_bell.fd(), F_DUPFD_CLOEXEC, 0)); }

    void sleep(std::chrono::seconds time) { m_slept += time.count(); }
    void setAddressHere(bool here)
    {
        m_here = here;
        m_bell.ring();
    }

private:
    Bell m_bell;
    std::atomic<qint64> m_slept{0};
    std::atomic<bool> m_here{true};
};

} // namespace pilothouse::test
