// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a job's state means to the eye: one look per shape and word. Colours and icons are the widgets' business.
#pragma once
#include "backend/core/job.h"

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

} // namespace pilothouse
