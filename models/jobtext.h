// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The words of each column for one job, made when they are painted. Clocks run by the time of the job's source.
#pragma once
#include "backend/core/snapshot.h"
#include "models/jobcolumns.h"
#include "models/looks.h"

#include <QDateTime>

#include <optional>

namespace pilothouse {

struct JobContext {
    const Snapshot &snapshot;
    QDateTime now; // our clock
    QString sourceName;
    bool stale = false; // its link is down: clocks stand still
};

struct CellText {
    QString text; // "11:42"
    QString lesser; // "/ 24:00"
    [[nodiscard]] QString whole() const { return lesser.isEmpty() ? text : text + u' ' + lesser; }
};

[[nodiscard]] CellText cellText(JobColumn column, const Job &job, const JobContext &context);
[[nodiscard]] QString toolTip(JobColumn column, const Job &job, const JobContext &context); // plain text, whole, exact
[[nodiscard]] QString rowSentence(const Job &job, const JobContext &context); // for screen readers

[[nodiscard]] QString stateWord(const Job &job, const TextPool &words); // "Running", "Never starts", "Out of memory" …
[[nodiscard]] QString lookWord(Look look);
[[nodiscard]] QString jobIdText(const Job &job, const TextPool &words); // "4711", "4711_12", "4711_[2-9%4]", "24+1"
[[nodiscard]] QString jobIdWith(const Job &job, const QString &indexes); // the same, with words of one's own for an array's waiting rest
[[nodiscard]] QString endCause(const Job &job, const TextPool &words); // "Exit 1", "Killed for memory" …; empty unless it ended
[[nodiscard]] QString waitCause(const Job &job, const JobContext &context); // reason in words, with figures where known
[[nodiscard]] QString memoryText(const Job &job);
[[nodiscard]] QString perText(MemoryPer per); // "a node", "a CPU", "a GPU"; empty

// The source's clock now; stands still at the last read when it is stale.
[[nodiscard]] Moment sourceNow(const Snapshot &snapshot, const QDateTime &now, bool stale = false);
// How far the source's clock is ahead of ours; nullopt: it did not say.
[[nodiscard]] std::optional<Seconds> clockSkew(const Snapshot &snapshot);
// Never negative; nullopt when it did not start or the start is not known.
[[nodiscard]] std::optional<Seconds> elapsedOf(const Job &job, Moment sourceNow);
[[nodiscard]] std::optional<Seconds> waitedOf(const Job &job, Moment sourceNow);
[[nodiscard]] std::optional<Seconds> remainingOf(const Job &job, Moment sourceNow); // below zero when it is over its limit
[[nodiscard]] std::optional<double> barOf(const Job &job, Moment sourceNow); // elapsed / limit; nullopt: no bar

} // namespace pilothouse
