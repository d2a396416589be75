// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What was done and what became of it, in sentences: for the undo bar, the activity log and its entries in the store.
#pragma once
#include "backend/store/store.h"
#include "models/actqueue.h"

namespace pilothouse {

// "Stop 4711, 4712, 4713 and 5 more of alice, bob": at most a handful of ids, then how many.
[[nodiscard]] QString actSubject(const std::vector<Target> &targets);
[[nodiscard]] QString idsText(const std::vector<Target> &targets); // "4711, 4712 (whole array)"
// For the undo bar: "Stopping 3 jobs of alice in 4 s", "Stopping 1 whole array of bob in 4 s".
[[nodiscard]] QString waitingText(const std::vector<Target> &targets, int seconds);
[[nodiscard]] QString sentText(const std::vector<Target> &targets); // for the undo bar, until the answer is in
[[nodiscard]] QString fateText(const TargetOutcome &outcome); // "4711: stopped", "4712: not allowed – access denied"
[[nodiscard]] QString outcomeText(const Outcome &outcome); // "3 stopped, 1 not allowed", in the order of Fate
[[nodiscard]] QString dropText(ActQueue::DropReason reason, int acts); // "1 act was dropped: the link was lost. Nothing was sent."

// The entry that ActQueue's log callback puts into the store. Its kind follows what the source made of it.
[[nodiscard]] LogEntry logEntryOf(const QString &kind, const ActQueue::Waiting &act, const Outcome *outcome,
                                  std::optional<ActQueue::DropReason> dropped, const std::optional<Error> &error, const QString &sourceName,
                                  const QDateTime &at);
[[nodiscard]] QString kindText(const QString &kind); // of an entry, for people
[[nodiscard]] QString unfinishedText(const LogEntry &entry); // of a run that died: what it means for the person

} // namespace pilothouse
