// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// When a failed link is tried again: soon, then later and later, with jitter so that many don't knock at once.
#pragma once
#include "backend/core/result.h"

#include <QRandomGenerator>

#include <algorithm>
#include <chrono>
#include <optional>

namespace pilothouse {

class Backoff {
public:
    using Time = std::chrono::steady_clock::time_point;

    void failed(const Error &error, Time now)
    {
        m_error = error;
        m_needsPerson = waitsForPerson(error.kind);
        if (m_needsPerson)
            return;
        const std::chrono::milliseconds step = std::min<std::chrono::milliseconds>(kLongest, kFirst * (1 << std::min(m_tries, 10)));
        ++m_tries;
        m_next = now + step / 2 + std::chrono::milliseconds(QRandomGenerator::global()->bounded(int(step.count() / 2) + 1));
    }
    // The reason for the wait may be gone: whoever comes next tries at once.
    void hurry()
    {
        m_tries = 0;
        m_next = {};
    }
    void succeeded() { *this = {}; }
    void forget() { *this = {}; }
    // The error that stands in the way now.
    [[nodiscard]] std::optional<Error> standing(Time now) const
    {
        if (!m_error || (!m_needsPerson && now >= m_next))
            return {};
        return m_error;
    }
    [[nodiscard]] bool needsPerson() const { return m_needsPerson; }
    [[nodiscard]] std::chrono::milliseconds untilNext(Time now) const
    {
        return std::max(std::chrono::milliseconds(0), std::chrono::ceil<std::chrono::milliseconds>(m_next - now));
    }

private:
    static constexpr std::chrono::milliseconds kFirst{1000};
    static constexpr std::chrono::milliseconds kLongest{60'000};
    std::optional<Error> m_error;
    bool m_needsPerson = false;
    int m_tries = 0;
    Time m_next;
};

} // namespace pilothouse
