// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Turns what happened to an act into an entry of the activity log, in words.
#pragma once
#include "backend/store/store.h"
#include "models/actqueue.h"

namespace pilothouse {

[[nodiscard]] QString actSubject(const ActQueue::Waiting &act); // "Stop 4711, 4712 of alice", with many: "… and 180 more"
[[nodiscard]] QString dropWords(ActQueue::DropReason reason);
[[nodiscard]] LogEntry actEntry(const QString &kind, const ActQueue::Waiting &act, const Outcome *outcome,
                                std::optional<ActQueue::DropReason> dropped, const std::optional<Error> &error, const QString &source,
                                const QDateTime &at);
[[nodiscard]] QString unfinishedNote(const LogEntry &entry); // of a run that died: what it means for the person

} // namespace pilothouse
