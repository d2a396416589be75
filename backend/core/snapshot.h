// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The whole truth of one source at one time, immutable once made; threads exchange shared_ptr<const Snapshot>.
#pragma once
#include "backend/core/job.h"
#include "backend/core/result.h"

#include <QDateTime>
#include <QStringList>

#include <memory>
#include <vector>

namespace pilothouse {

struct Partition {
    Text name;
    quint32 nodes = 0;
    quint32 priorityTier = 0;
    Span maxTime;
    bool isDefault = false;
    bool up = true;
    friend bool operator==(const Partition &, const Partition &) = default;
};

struct Cost { // what this read cost us and the source
    std::chrono::milliseconds took{0}; // the source's work on the main question: no log-in, no waiting for our own turn
    std::chrono::milliseconds roundTrip{0}; // of the link; 0: unknown
    qint64 bytesReceived = 0;
    quint32 requests = 0; // commands or HTTP calls
};

struct Change { // against the snapshot before, by key
    quint32 came = 0;
    quint32 went = 0;
    quint32 changed = 0;
    [[nodiscard]] bool none() const { return came + went + changed == 0; }
};

struct Snapshot {
    quint16 source = 0;
    QDateTime at; // our clock, when the answer was complete
    Moment sourceNow; // the source's clock at the same moment; unknown if it did not say
    std::shared_ptr<const TextPool> words;
    std::vector<Job> jobs; // ordered by key
    std::vector<Partition> partitions;
    QString version; // "22.05.8"
    QString cluster; // ClusterName
    Change change;
    Cost cost;
    QStringList fieldsMissing; // asked fields that this version lacks: shown as unknown
    QStringList unreadRows; // rows that could not be read, raw and cut to 200 characters; at most 20 kept
    quint32 unreadCount = 0; // how many in all: > 0 means the list is partial and says so
    QList<Error> partial; // questions beside the main one that failed (accounting, order, nodes): what they would tell is unknown
};

using SnapshotPtr = std::shared_ptr<const Snapshot>;

} // namespace pilothouse
