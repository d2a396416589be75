// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A source of jobs (a Slurm cluster, a ClearML server): what it can fetch, what it can do. Functions block; run them on the source's pool.
#pragma once
#include "backend/core/action.h"
#include "backend/core/snapshot.h"

#include <stop_token>

namespace pilothouse {

// What somebody looks at. Nothing else is asked for.
struct Wanted {
    bool jobs = false;
    bool nodes = false;
    bool ended = true; // look up jobs that left
    bool settled = false; // wait, bounded, for the slow questions too: for a single look
    friend bool operator==(const Wanted &, const Wanted &) = default;
};

struct Field { // one line of a detail
    QString key; // as the source names it
    QString value; // raw
};

struct JobDetail {
    JobKey key;
    QDateTime at;
    QList<Field> fields; // all that the source tells, in its order
    struct Attempt { // requeue or preemption: earlier runs of the same id
        QString state;
        Moment start, end;
        QString nodes;
        QString exit;
    };
    std::vector<Attempt> attempts; // oldest first, the present one last
    struct Step {
        QString id, name, state, nodes;
        Moment start, end;
        quint32 tasks = 0;
        Bytes maxRss; // largest single task of the step
        Seconds cpuTime{-1}; // -1: unknown
    };
    std::vector<Step> steps;
    Bytes peakMemory; // largest single task over all steps
    Seconds cpuTime{-1}; // used by all steps
    bool usedSoFar = false; // both as they are now, of a job that runs
    QList<Error> partial; // e.g. accounting did not answer
};

struct SourceInfo {
    quint16 index = 0;
    QString name; // the profile's
    QString kind; // "slurm", "clearml"
    bool readOnly = false;
    std::chrono::milliseconds minimumInterval{5000};
};

class Source {
public:
    virtual ~Source() = default;
    [[nodiscard]] virtual SourceInfo info() const = 0;
    // The next snapshot. Keeps what it needs for the diff itself; never called twice at once.
    [[nodiscard]] virtual Result<SnapshotPtr> fetch(const Wanted &wanted, std::stop_token stop) = 0;
    [[nodiscard]] virtual Result<JobDetail> detail(const Job &job, std::stop_token stop) = 0;
    // Checks each target again, sends, re-reads. Error only if nothing at all was sent; else each target has its fate.
    [[nodiscard]] virtual Result<Outcome> act(Act act, std::vector<Target> targets, std::stop_token stop) = 0;
};

} // namespace pilothouse
