// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The store's tables and how an older file becomes a present one. PRAGMA user_version tells which it is.
#pragma once
#include "backend/core/result.h"

#include <QSqlDatabase>

class QSqlError;

namespace pilothouse {

[[nodiscard]] int schemaVersion(); // what this program writes

// Sets the connection up and brings the schema up to date, all or nothing. Unsupported: a newer one, not touched.
// BadReply: the file is damaged or no database. Storage: the disk.
[[nodiscard]] Result<> prepareDatabase(QSqlDatabase &database);

// The kind by SQLite's own result code: BadReply for a damaged file, Busy for a lock, else Storage.
[[nodiscard]] Error storageError(const QSqlError &error, const QString &file);

} // namespace pilothouse
