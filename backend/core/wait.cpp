// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/core/wait.h"

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

} // namespace pilothouse
