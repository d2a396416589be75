// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a job's state means to the eye: one look per shape and word. Colours and icons are the widgets' business.
#pragma once
#include "backend/core/job.h"
#include "backend/core/wait.h"

namespace pilothouse {

enum class Look : quint8 {
    Running,
    Pending,
    Completing,
    Completed,
    Failed,
    Timeout,
    OutOfMemory,
    NodeFail,
    Cancelled,
    Held,
    Preempted,
    NeverStarts,
    Stale,
    Unknown,
    Stopping, // chosen to be stopped, nothing sent yet
};
inline constexpr int kLookCount = 15;

[[nodiscard]] Look lookOf(JobState state, Wait wait);
[[nodiscard]] Look lookOf(const Job &job, const TextPool &words);

// The three parts of the page when it is grouped by state.
enum class StateGroup : quint8 { Running, Waiting, Ended };
[[nodiscard]] StateGroup stateGroupOf(JobState state);
[[nodiscard]] StateGroup stateGroupOf(Look look);
// Worse looks win a shared cell of an array's strip.
[[nodiscard]] int badness(Look look);

} // namespace pilothouse
