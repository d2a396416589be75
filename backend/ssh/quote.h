// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The one way a remote word gets into a command line: quoted so that no shell ever interprets it.
#pragma once
#include "backend/core/result.h"

#include <QByteArrayList>
#include <QByteArrayView>

namespace pilothouse {

// One word for sh, bash, dash, tcsh and fish alike. NUL is refused. A line feed is right in sh, bash, dash and fish, not in tcsh:
// scripts for /bin/sh may hold it, a log-in shell's command line may not (see quoteForLoginShell).
[[nodiscard]] Result<QByteArray> quoteWord(QByteArrayView word);

// The same, with line feeds and carriage returns refused: for a command line that a log-in shell of any family reads.
[[nodiscard]] Result<QByteArray> quoteForLoginShell(QByteArrayView word);

// Words with blanks between them, for /bin/sh and for the activity log.
[[nodiscard]] Result<QByteArray> quoteWords(const QByteArrayList &words);

} // namespace pilothouse
