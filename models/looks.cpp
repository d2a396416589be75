// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/looks.h"

namespace pilothouse {

Look lookOf(JobState state, Wait wait)
{
    switch (state) {
    case JobState::Pending:
    case JobState::Requeued:
    case JobState::RequeueFed:
        return wait == Wait::Held ? Look::Held : wait == Wait::Never ? Look::NeverStarts : Look::Pending;
    case JobState::RequeueHold:
    case JobState::SpecialExit:
    case JobState::ResvDelHold:
    case JobState::Suspended:
    case JobState::Stopped:
        return Look::Held;
    case JobState::Configuring:
    case JobState::Running:
    case JobState::Resizing:
    case JobState::Signaling:
        return Look::Running;
    case JobState::StageOut:
    case JobState::Completing:
        return Look::Completing;
    case JobState::Completed:
        return Look::Completed;
    case JobState::Cancelled:
    case JobState::Revoked:
        return Look::Cancelled;
    case JobState::Failed:
        return Look::Failed;
    case JobState::Timeout:
    case JobState::Deadline:
        return Look::Timeout;
    case JobState::OutOfMemory:
        return Look::OutOfMemory;
    case JobState::NodeFail:
    case JobState::BootFail:
        return Look::NodeFail;
    case JobState::Preempted:
        return Look::Preempted;
    case JobState::NotKnownAnyMore:
    case JobState::Other:
        break;
    }
    return Look::Unknown;
}

Look lookOf(const Job &job, const TextPool &words)
{
    return lookOf(job.state, isWaiting(job.state) ? waitOf(words.bytes(job.reason)) : Wait::Goes);
}

StateGroup stateGroupOf(JobState state)
{
    if (hasEnded(state))
        return StateGroup::Ended;
    return isWaiting(state) ? StateGroup::Waiting : StateGroup::Running;
}

StateGroup stateGroupOf(Look look)
{
    switch (look) {
    case Look::Pending:
    case Look::Held:
    case Look::NeverStarts:
        return StateGroup::Waiting;
    case Look::Running:
    case Look::Completing:
    case Look::Stopping:
        return StateGroup::Running;
    default:
        return StateGroup::Ended;
    }
}

int badness(Look look)
{
    switch (look) {
    case Look::Failed:
    case Look::OutOfMemory:
    case Look::NodeFail:
        return 9;
    case Look::Timeout:
    case Look::NeverStarts:
        return 8;
    case Look::Preempted:
    case Look::Cancelled:
        return 7;
    case Look::Unknown:
    case Look::Stale:
        return 6;
    case Look::Held:
        return 5;
    case Look::Running:
    case Look::Stopping:
        return 4;
    case Look::Completing:
        return 3;
    case Look::Pending:
        return 2;
    case Look::Completed:
        return 1;
    }
    return 0;
}

} // namespace pilothouse
