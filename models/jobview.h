// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a person wants to see of all jobs: filter, order, groups, open arrays. A value: saved views are this.
#pragma once
#include "backend/core/job.h"
#include "models/jobcolumns.h"

#include <QSet>
#include <QString>

namespace pilothouse {

enum class JobGroup : quint8 { None, State, Source, User, Account, Queue, Name };

struct JobView {
    QString filter; // the filter language, as typed: see models/filter.h
    JobColumn sortBy = JobColumn::State;
    bool descending = false;
    JobGroup group = JobGroup::State;
    QSet<JobKey> openArrays; // unfolded: key of the array's row (master id, kNoTask)
    QSet<QString> closedGroups; // folded groups, by their key
    friend bool operator==(const JobView &, const JobView &) = default;
};

} // namespace pilothouse
