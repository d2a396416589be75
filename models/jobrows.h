// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the worker makes of the snapshots: rows in order, eight bytes each, with groups, folded arrays and counts. Immutable once made,
// but for a snapshot that its owner may exchange for one with equal jobs.
#pragma once
#include "backend/core/snapshot.h"
#include "models/filter.h"
#include "models/jobview.h"
#include "models/looks.h"

#include <array>
#include <vector>

namespace pilothouse {

enum class RowKind : quint8 { Group, Job, Array, Task };

// An array in one line: its tasks in order and exact counts.
struct ArrayStrip {
    quint32 tasks = 0; // all that are known
    std::vector<Look> cells; // one a task, or the worst of n tasks beyond 256
    std::array<quint32, kLookCount> counts{}; // by Look; they add up to tasks
    friend bool operator==(const ArrayStrip &, const ArrayStrip &) = default;
};

struct JobCounts { // over all sources, arrays counted by task
    quint32 rows = 0; // shown now, groups left out
    quint32 shown = 0; // jobs and tasks that pass the filter
    quint32 all = 0; // jobs and tasks known
    std::array<quint32, kLookCount> byLook{}; // of what passes the filter
    friend bool operator==(const JobCounts &, const JobCounts &) = default;
};

struct JobRow {
    quint32 at = 0; // Job and Task: in its snapshot's jobs; Array: in JobRows::arrays; Group: in JobRows::groups
    quint16 slot = 0; // which snapshot
    RowKind kind = RowKind::Job;
    Look look = Look::Unknown;
};
static_assert(sizeof(JobRow) == 8);

struct ArrayRow {
    std::vector<quint32> records; // of its snapshot's jobs that pass, by task; the waiting rest last
    std::array<quint32, kLookCount> counts{};
    quint32 tasks = 0;
    quint32 main = 0; // the record that stands for it: its waiting rest or first task
    quint32 gpus = 0; // held by what runs; of one task while nothing runs
    quint32 cpus = 0;
    bool open = false;
};

struct GroupRow {
    StateGroup state = StateGroup::Running;
    quint16 slot = 0; // of the word, and of a group by source
    Text word;
    quint32 jobs = 0; // and tasks; by state: all that are in this state, wherever their array's row stands
    quint32 row = 0; // its own
    quint32 rows = 0; // below it when it is open
    quint64 gpus = 0; // held by what runs
    quint64 cpus = 0;
    Moment nextStart; // earliest expected
    Moment firstEnd; // of what has ended
    bool open = true;
};

struct JobRows {
    std::vector<SnapshotPtr> snapshots; // by slot, as they were ordered
    std::vector<JobRow> rows;
    std::vector<quint32> byKey; // row numbers without groups, ordered by identity
    std::vector<ArrayRow> arrays;
    std::vector<GroupRow> groups;
    JobCounts counts;
    KnownWords known;
    JobGroup group = JobGroup::None;
    bool usesTime = false; // the filter does: what passes may differ a minute later
    bool sortsByTime = false; // the order does
    QDateTime madeAt;

    [[nodiscard]] const Snapshot &snapshot(const JobRow &row) const { return *snapshots[row.slot]; }
    [[nodiscard]] const Job &job(const JobRow &row) const // not for a Group
    {
        return snapshot(row).jobs[row.kind == RowKind::Array ? arrays[row.at].main : row.at];
    }
    [[nodiscard]] JobKey keyOf(const JobRow &row) const; // an Array's has kNoTask
    [[nodiscard]] bool isRest(const JobRow &row) const // the waiting rest as a row of its own below its array
    {
        return row.kind == RowKind::Task && job(row).key.task == kNoTask;
    }
    [[nodiscard]] int find(const JobKey &key, bool rest = false) const; // -1
    [[nodiscard]] ArrayStrip strip(const ArrayRow &array, quint16 slot) const;
};

} // namespace pilothouse
