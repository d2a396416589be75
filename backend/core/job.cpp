// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/core/job.h"

namespace pilothouse {

bool hasEnded(JobState state)
{
    switch (state) {
    case JobState::Completed:
    case JobState::Cancelled:
    case JobState::Failed:
    case JobState::Timeout:
    case JobState::OutOfMemory:
    case JobState::NodeFail:
    case JobState::BootFail:
    case JobState::Deadline:
    case JobState::Preempted:
    case JobState::Revoked:
    case JobState::NotKnownAnyMore:
        return true;
    default:
        return false;
    }
}

bool isWaiting(JobState state)
{
    switch (state) {
    case JobState::Pending:
    case JobState::Requeued:
    case JobState::RequeueHold:
    case JobState::RequeueFed:
    case JobState::SpecialExit:
    case JobState::ResvDelHold:
        return true;
    default:
        return false;
    }
}

bool isActive(JobState state)
{
    return state != JobState::Other && !hasEnded(state) && !isWaiting(state);
}

} // namespace pilothouse
