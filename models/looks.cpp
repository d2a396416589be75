// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/looks.h"

#include <algorithm>
#include <array>

namespace pilothouse {

namespace {

using Word = QByteArrayView;

bool isHeld(Word reason)
{
    static constexpr std::array kHeld{Word("JobHeldUser"),
                                      Word("JobHeldAdmin"),
                                      Word("JobHoldMaxRequeue"),
                                      Word("JobHeldUserCron"),
                                      Word("job requeued in held state"),
                                      Word("launch failed requeued held"),
                                      Word("ReservationDeleted")};
    return std::ranges::find(kHeld, reason) != kHeld.end();
}

bool isNever(Word reason)
{
    static constexpr std::array kNever{Word("DependencyNeverSatisfied"),
                                       Word("BadConstraints"),
                                       Word("PartitionTimeLimit"),
                                       Word("PartitionNodeLimit"),
                                       Word("InvalidAccount"),
                                       Word("InvalidQOS"),
                                       Word("DeadLine"),
                                       Word("Deadline"),
                                       Word("QOSNotAllowed"),
                                       Word("AccountNotAllowed"),
                                       Word("PartitionConfig"),
                                       Word("MaxPowerPerAccount")};
    if (std::ranges::find(kNever, reason) != kNever.end())
        return true;
    // A limit on one job alone does not go away by waiting: QOSMaxCpuPerJobLimit, AssocMaxWallDurationPerJobLimit, QOSMinGRES …
    const bool ofLimit = reason.startsWith("QOS") || reason.startsWith("Assoc");
    return ofLimit
        && (reason.endsWith("PerJobLimit") || reason.endsWith("PerJob") || reason.endsWith("PerNode") || reason.endsWith("PerNodeLimit")
            || reason.startsWith("QOSMin"));
}

} // namespace

Wait waitOf(QByteArrayView reason)
{
    if (isHeld(reason))
        return Wait::Held;
    if (isNever(reason))
        return Wait::Never;
    // Several tasks in one row have their reasons joined: only if all are held is the row held.
    if (!reason.contains(',') || reason.contains(' '))
        return Wait::Goes;
    Wait all = Wait::Goes;
    for (qsizetype at = 0; at <= reason.size();) {
        const qsizetype found = reason.sliced(at).indexOf(',');
        const qsizetype end = found < 0 ? reason.size() : at + found;
        const Wait one = waitOf(reason.sliced(at, end - at));
        if (one == Wait::Goes || (at > 0 && one != all))
            return Wait::Goes;
        all = one;
        at = end + 1;
    }
    return all;
}

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
