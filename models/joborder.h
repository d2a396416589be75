// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Filters, folds, sorts and groups the jobs of all sources, on a worker: 100,000 jobs in a quarter of a second, no string a row.
#pragma once
#include "models/jobrows.h"

#include <stop_token>

namespace pilothouse {

struct OrderInput {
    std::vector<SnapshotPtr> snapshots; // by slot; none is null
    QStringList sourceNames; // by slot
    std::vector<bool> stale; // by slot
    JobView view;
    Filter filter;
    QDateTime now;
    bool fold = true; // false: one row for each record, no groups
};

// Null when it was stopped.
[[nodiscard]] std::shared_ptr<JobRows> orderJobs(const OrderInput &input, std::stop_token stop);

// Key of a group, for JobView::closedGroups.
[[nodiscard]] QString groupKey(const GroupRow &group, const JobRows &rows, const QStringList &sourceNames);

// What a column sorts by: known ones upwards, unknown ones last in either direction. Text columns are ranked by TextRanks instead.
inline constexpr qint64 kUnknownLast = std::numeric_limits<qint64>::max();
[[nodiscard]] bool sortsByText(JobColumn column);
[[nodiscard]] Text sortText(JobColumn column, const Job &job);
[[nodiscard]] qint64 sortFigure(JobColumn column, const Job &job, Look look, Moment sourceNow);

} // namespace pilothouse
