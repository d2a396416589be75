// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows are to be stopped, and when. An array as a whole and its waiting rest have one key: they are told apart here.
#pragma once
#include "backend/core/action.h"

#include <QHash>

namespace pilothouse {

struct StopMark {
    JobKey key;
    bool wholeArray = false;

    friend bool operator==(const StopMark &, const StopMark &) = default;
    friend size_t qHash(const StopMark &mark, size_t seed = 0) { return qHashMulti(seed, mark.key, mark.wholeArray); }
};

// Seconds until a stop is sent, at least 1; kStopSent: it is on its way.
using StopMarks = QHash<StopMark, int>;
inline constexpr int kStopSent = 0;

[[nodiscard]] inline StopMark markOf(const Target &target)
{
    return {target.key, target.wholeArray};
}

// The mark of the whole array that a task, or the waiting rest, belongs to.
[[nodiscard]] inline StopMark wholeOf(JobKey key)
{
    key.task = kNoTask;
    return {key, true};
}

} // namespace pilothouse
