// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/core/clock.h"

#include <ctime>

namespace pilothouse {

std::chrono::milliseconds Clock::sinceBoot() const
{
    timespec t{};
    ::clock_gettime(CLOCK_BOOTTIME, &t);
    return std::chrono::milliseconds(qint64(t.tv_sec) * 1000 + t.tv_nsec / 1'000'000);
}

} // namespace pilothouse
