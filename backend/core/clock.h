// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Time as the program sees it; tests move it by hand.
#pragma once
#include <QDateTime>

namespace pilothouse {

class Clock {
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual QDateTime now() const { return QDateTime::currentDateTimeUtc(); }
    // Does not jump with the wall clock and counts sleep (CLOCK_BOOTTIME).
    [[nodiscard]] virtual std::chrono::milliseconds sinceBoot() const;
};

} // namespace pilothouse
