// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A job as any source tells it: plain values that compare. Words are interned in the snapshot's TextPool.
// Slurm: one row of squeue or of sacct; an array's waiting rest is one Job with waitingTasks > 0.
#pragma once
#include "backend/core/textpool.h"
#include "backend/core/units.h"

#include <QHashFunctions>
#include <QObject>

#include <limits>

namespace pilothouse {

Q_NAMESPACE

enum class JobState : quint8 {
    Other, // a state that this program does not know: Job::stateText has its name
    Pending,
    Configuring,
    Running,
    Suspended,
    Stopped, // by SIGSTOP, keeps its CPUs
    Resizing,
    Signaling,
    StageOut,
    Completing,
    Requeued,
    RequeueHold,
    RequeueFed,
    SpecialExit,
    ResvDelHold,
    Completed,
    Cancelled,
    Failed,
    Timeout,
    OutOfMemory,
    NodeFail,
    BootFail,
    Deadline,
    Preempted,
    Revoked,
    NotKnownAnyMore, // gone from the controller and not (yet) in accounting
};
Q_ENUM_NS(JobState)

// Ended for good; Completing, Requeued and Preempted-then-requeued are not.
[[nodiscard]] bool hasEnded(JobState state);
[[nodiscard]] bool isWaiting(JobState state);
[[nodiscard]] bool isActive(JobState state); // holds resources

inline constexpr quint32 kNoTask = 0xffffffffu; // a plain job, or an array's waiting rest

// Stands for one row through all refreshes. Slurm: master id and task index; an array's waiting rest and a plain job have kNoTask.
struct JobKey {
    quint32 job = 0;
    quint32 task = kNoTask;
    quint16 source = 0; // index of the source in this run of the program

    friend constexpr auto operator<=>(const JobKey &, const JobKey &) = default;
    friend size_t qHash(const JobKey &k, size_t seed = 0) { return qHashMulti(seed, k.job, k.task, k.source); }
};

inline constexpr quint16 kUnknownRestarts = 0xffffu;
inline constexpr qint32 kUnknownNice = std::numeric_limits<qint32>::min();

enum class MemoryPer : quint8 { Unknown, Node, Cpu, Gpu };
Q_ENUM_NS(MemoryPer)

struct Job {
    JobKey key;
    JobState state = JobState::Other;
    MemoryPer memoryPer = MemoryPer::Unknown;
    quint16 restarts = kUnknownRestarts; // times it was requeued
    quint32 jobId = 0; // Slurm's own id of this record (%A)
    quint32 arrayJobId = 0; // 0: not of an array (%F when %K is set)
    quint32 hetJobId = 0; // 0: not of a het job
    quint16 hetOffset = 0;
    bool fromAccounting = false; // told by sacct after it left squeue
    bool mine = false; // the log-in user's, by uid and by name
    quint32 waitingTasks = 0; // an array's waiting rest: how many tasks stand in this row; 0 otherwise
    quint32 taskLimit = 0; // array throttle (%N); 0: none
    quint32 uid = 0xffffffffu; // 0xffffffff: unknown
    quint32 priority = 0; // 0: held or unknown
    qint32 nice = kUnknownNice;
    quint32 nodeCount = 0;
    quint32 cpus = 0;
    quint32 gpus = 0; // all types together, whole job; see gres for types
    quint32 place = 0; // 1-based place among what waits in its partition, by the true order; 0: does not wait in line
    quint32 placeOf = 0;
    qint32 exitCode = -1; // -1: unknown or not ended
    qint32 exitSignal = 0;
    Span timeLimit; // %l
    Moment submit; // %V
    Moment start; // %S: real when it runs or ran, expected when it waits (see startIsExpected)
    Moment end; // %e: real when ended, else the time limit's
    Moment eligible;
    bool startIsExpected = false;
    Bytes memory; // requested, per memoryPer; 0: all of the node
    Text stateText; // as the source says it
    Text reason; // as the source says it, without brackets
    Text name;
    Text user;
    Text account;
    Text partition; // may be several, comma-separated, while it waits
    Text qos;
    Text nodes; // node list when it has nodes
    Text gres; // TRES/GRES as the source says it
    Text waitingIndexes; // array rest: "2-9,11" as Slurm says it (may be cut: "…")
    Text dependency;
    Text reservation;
    Text licenses;
    Text features;
    Text workDir;
    Text comment;
    Text cluster; // multi-cluster output; empty: the source's own

    friend bool operator==(const Job &, const Job &) = default;
};

} // namespace pilothouse
