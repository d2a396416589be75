// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does to jobs, and what became of it. Built from what the person saw; checked again at sending.
#pragma once
#include "backend/core/job.h"
#include "backend/core/result.h"

#include <QStringList>

#include <vector>

namespace pilothouse {

enum class Act : quint8 { Stop };

// One job as it was when the person chose it. If id, submit time, owner or cluster differ at sending, nothing is sent for it.
struct Target {
    JobKey key;
    quint32 jobId = 0; // Slurm's id: of the record, or the array's master
    QString id; // as shown and as scancel takes it: "4711", "4711_12", "4711_[2-9]", "24+1"
    bool wholeArray = false; // all tasks, waiting and running
    Moment submit; // of a whole array: the oldest of what lives; a requeued task has a later one
    QString name;
    QString user;
    QString cluster; // ClusterName of its source
    JobState state = JobState::Other;
    bool mine = false; // the log-in user's
};

enum class Fate : quint8 {
    Done, // a re-read shows it
    Sent, // accepted; the re-read does not show it yet
    AlreadyOver,
    NotAllowed,
    NotFound,
    ChangedSince, // not sent: it is not the job any more that the person saw
    NotSent, // dropped before anything was sent
    Unknown, // sent, no answer, and the look-up could not tell
    Refused, // any other refusal; detail has the words
};

struct TargetOutcome {
    Target target;
    Fate fate = Fate::Unknown;
    QString detail; // as the source said it
};

struct Outcome {
    Act act = Act::Stop;
    std::vector<TargetOutcome> targets;
    QStringList commands; // exactly as sent
    QStringList answers; // exit status and words, one for each command
};

} // namespace pilothouse
