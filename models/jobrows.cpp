// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/jobrows.h"

#include "models/taskindexes.h"

#include <algorithm>

namespace pilothouse {

namespace {

constexpr quint64 kMostCells = 256;
constexpr quint64 kMostStretches = 8192; // of one range with steps

// What a stretch of an array's tasks looks like, in order.
struct Stretch {
    quint32 from = 0;
    quint64 tasks = 0;
    Look look = Look::Unknown;
};

std::vector<Stretch> stretchesOf(const JobRows &rows, const ArrayRow &array, quint16 slot)
{
    const Snapshot &snapshot = *rows.snapshots[slot];
    std::vector<Stretch> stretches;
    quint64 tailTasks = 0;
    Look tailLook = Look::Pending;
    for (const quint32 record : array.records) {
        const Job &job = snapshot.jobs[record];
        const Look look = lookOf(job, *snapshot.words);
        if (job.key.task != kNoTask) {
            stretches.push_back({job.key.task, 1, look});
            continue;
        }
        tailLook = look;
        tailTasks = std::max<quint32>(1, job.waitingTasks);
        const TaskIndexes indexes = readTaskIndexes(snapshot.words->bytes(job.waitingIndexes));
        if (!indexes.whole || indexes.count != tailTasks)
            continue; // a cut list: how many is known, where they stand is not, so they go last
        for (const TaskRange &range : indexes.ranges) {
            const quint64 tasks = quint64(range.last - range.first) / range.step + 1;
            // With steps other tasks may stand between them; a cell holds many of a large array, so some are taken together there.
            const quint64 together = range.step <= 1 ? tasks : 1 + tasks / kMostStretches;
            for (quint64 done = 0; done < tasks; done += together)
                stretches.push_back({quint32(range.first + done * range.step), std::min(together, tasks - done), look});
        }
        tailTasks = 0;
    }
    std::ranges::stable_sort(stretches, {}, &Stretch::from);
    if (tailTasks > 0)
        stretches.push_back({kNoTask, tailTasks, tailLook});
    return stretches;
}

} // namespace

JobKey JobRows::keyOf(const JobRow &row) const
{
    JobKey key = job(row).key;
    if (row.kind == RowKind::Array)
        key.task = kNoTask;
    return key;
}

int JobRows::find(const JobKey &key, bool rest) const
{
    const auto before = [this, rest](quint32 number, const JobKey &wanted) {
        const JobRow &row = rows[number];
        const JobKey here = keyOf(row);
        return here < wanted || (here == wanted && isRest(row) < rest);
    };
    const auto found = std::lower_bound(byKey.begin(), byKey.end(), key, before);
    if (found == byKey.end())
        return -1;
    const JobRow &row = rows[*found];
    return keyOf(row) == key && isRest(row) == rest ? int(*found) : -1;
}

ArrayStrip JobRows::strip(const ArrayRow &array, quint16 slot) const
{
    ArrayStrip strip;
    strip.tasks = array.tasks;
    strip.counts = array.counts;
    if (array.tasks == 0)
        return strip;
    const quint64 cells = std::min<quint64>(array.tasks, kMostCells);
    strip.cells.assign(cells, Look::Completed);
    std::vector<int> worst(cells, -1);
    quint64 at = 0;
    for (const Stretch &stretch : stretchesOf(*this, array, slot)) {
        const quint64 end = std::min<quint64>(at + stretch.tasks, array.tasks);
        if (at >= end)
            break;
        for (quint64 cell = at * cells / array.tasks; cell <= (end - 1) * cells / array.tasks; ++cell) {
            if (badness(stretch.look) > worst[cell]) {
                worst[cell] = badness(stretch.look);
                strip.cells[cell] = stretch.look;
            }
        }
        at = end;
    }
    return strip;
}

} // namespace pilothouse
