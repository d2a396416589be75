// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Files for one person's eyes: folder 0700, file 0600 from the first moment, whatever the umask; no links, nobody else's.
#pragma once
#include "backend/core/result.h"

namespace pilothouse {

// Makes the folder (and those above it) if it is missing; one that is there is narrowed to 0700.
[[nodiscard]] Result<> makePrivateFolder(const QString &folder);
// Makes an empty file if it is missing; one that is there must be a plain file of ours with one name, and is narrowed to 0600.
[[nodiscard]] Result<> makePrivateFile(const QString &file);
// Replaces the whole file at once: a crash leaves the old one or the new one.
[[nodiscard]] Result<> writePrivateFile(const QString &file, const QByteArray &content);

} // namespace pilothouse
