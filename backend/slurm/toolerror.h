// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a failed Slurm tool means: exit status and words on stderr become an Error with a kind. An empty answer is never taken for "none".
#pragma once
#include "backend/core/result.h"
#include "backend/ssh/shell.h"

#include <optional>

namespace pilothouse::slurm {

// What the tool said on stderr, without what the machine says at the start of each program (a broken LD_PRELOAD, a locale that is not
// there).
[[nodiscard]] QByteArray wordsOf(const Reply &reply);
// True only when Slurm itself says so: any other failure tells nothing of the job.
[[nodiscard]] bool isUnknownJob(const Reply &reply);
// The kind by the tool's words; subject is the tool.
[[nodiscard]] Error toolError(const Reply &reply, const QString &tool);
// Nothing if the reply can be read: exit status 0, and words on stdout or silence on both.
[[nodiscard]] std::optional<Error> failureOf(const Reply &reply, const QString &tool);
// A field that this version does not know, named in "Invalid job format specification: X", "Invalid field requested: "X"",
// "X has been removed"; empty if the reply says no such thing.
[[nodiscard]] QByteArray unknownField(const Reply &reply);
// Words for the log: UTF-8, trimmed, at most 2,000 characters.
[[nodiscard]] QString words(QByteArrayView bytes);

} // namespace pilothouse::slurm
