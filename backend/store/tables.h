// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The store's questions in SQL. Each runs on the thread that owns the connection; none begins a transaction.
#pragma once
#include "backend/store/store.h"

#include <QSqlDatabase>

namespace pilothouse::tables {

[[nodiscard]] Result<> begin(QSqlDatabase &database); // waits for other writers
[[nodiscard]] Result<> commit(QSqlDatabase &database);
void rollBack(QSqlDatabase &database);

[[nodiscard]] Result<> insert(QSqlDatabase &database, const LogEntry &entry, const QString &run);
[[nodiscard]] Result<> upsert(QSqlDatabase &database, const EndedJob &job);
[[nodiscard]] Result<> trim(QSqlDatabase &database);

[[nodiscard]] Result<qint64> lastId(QSqlDatabase &database);
[[nodiscard]] Result<std::vector<LogEntry>> log(QSqlDatabase &database, int newest, qint64 before);
[[nodiscard]] Result<std::vector<EndedJob>> ended(QSqlDatabase &database, const QString &cluster, Moment since);

struct Unfinished {
    LogEntry last; // kind "asked" or "sent"
    QString run;
};
[[nodiscard]] Result<std::vector<Unfinished>> unfinished(QSqlDatabase &database, const QString &thisRun);

} // namespace pilothouse::tables
