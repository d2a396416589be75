// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/tables.h"

#include "backend/store/schema.h"

#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

namespace pilothouse::tables {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLongestAnswer = 16 * 1024;
constexpr int kLongestCommand = 64 * 1024;

Result<QSqlQuery> run(QSqlDatabase &database, const QString &sql, const QVariantList &values = {})
{
    QSqlQuery query(database);
    query.setForwardOnly(true);
    bool ok = query.prepare(sql);
    for (const QVariant &value : values)
        query.addBindValue(value);
    ok = ok && query.exec();
    if (!ok)
        return tl::unexpected(storageError(query.lastError(), database.databaseName()));
    return query;
}

Result<> done(const Result<QSqlQuery> &ran)
{
    if (!ran)
        return tl::unexpected(ran.error());
    return {};
}

QString text(const QString &words, int longest = kLongestCommand) // a null string would be NULL
{
    return words.isNull() ? u""_s : words.left(longest);
}

LogEntry readEntry(const QSqlQuery &row)
{
    return {.id = row.value(0).toLongLong(),
            .at = QDateTime::fromMSecsSinceEpoch(row.value(1).toLongLong()).toUTC(),
            .source = row.value(2).toString(),
            .kind = row.value(3).toString(),
            .subject = row.value(4).toString(),
            .command = row.value(5).toString(),
            .answer = row.value(6).toString(),
            .act = row.value(7).toLongLong()};
}

} // namespace

Result<> begin(QSqlDatabase &database)
{
    return done(run(database, u"BEGIN IMMEDIATE"_s));
}

Result<> commit(QSqlDatabase &database)
{
    return done(run(database, u"COMMIT"_s));
}

void rollBack(QSqlDatabase &database)
{
    (void)run(database, u"ROLLBACK"_s); // SQLite may have rolled back by itself; then this says so and does nothing
}

Result<> insert(QSqlDatabase &database, const LogEntry &entry, const QString &runName)
{
    return done(run(database, u"INSERT INTO log (at, source, kind, subject, command, answer, act, run) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"_s,
                    {entry.at.toMSecsSinceEpoch(), text(entry.source), text(entry.kind), text(entry.subject), text(entry.command),
                     text(entry.answer, kLongestAnswer), entry.act, entry.act == 0 ? u""_s : text(runName)}));
}

Result<> upsert(QSqlDatabase &database, const EndedJob &job)
{
    // Not INSERT … ON CONFLICT: that uses up an id each time, and trim() goes by them.
    const QVariantList key{text(job.cluster), text(job.id), job.submit.epoch()};
    const QVariantList values{text(job.name),  text(job.user),    text(job.account), text(job.partition), text(job.state), text(job.reason),
                              text(job.nodes), job.start.epoch(), job.end.epoch(),   job.exitCode,        job.exitSignal};
    const auto updated = run(database,
                             u"UPDATE ended SET name = ?, user = ?, account = ?, partition = ?, state = ?, reason = ?, nodes = ?,"
                             " start = ?, end = ?, exit_code = ?, exit_signal = ? WHERE cluster = ? AND job = ? AND submit = ?"_s,
                             values + key);
    if (!updated || updated->numRowsAffected() > 0)
        return done(updated);
    return done(run(database,
                    u"INSERT INTO ended (cluster, job, submit, name, user, account, partition, state, reason, nodes, start, end, exit_code,"
                    " exit_signal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"_s,
                    key + values));
}

Result<> trim(QSqlDatabase &database)
{
    // By id, which only grows: no counting of rows.
    const auto one = [&](const QString &table, int most) {
        return done(run(database, u"DELETE FROM %1 WHERE id <= (SELECT max(id) FROM %1) - %2"_s.arg(table).arg(most)));
    };
    return one(u"log"_s, Store::kMostEntries).and_then([&] { return one(u"ended"_s, Store::kMostEnded); });
}

Result<qint64> lastId(QSqlDatabase &database)
{
    return run(database, u"SELECT coalesce(max(id), 0) FROM log"_s).map([](QSqlQuery query) {
        return query.next() ? query.value(0).toLongLong() : 0;
    });
}

Result<std::vector<LogEntry>> log(QSqlDatabase &database, int newest, qint64 before)
{
    auto rows = run(database,
                    u"SELECT id, at, source, kind, subject, command, answer, act FROM log WHERE ? = 0 OR id < ? ORDER BY id DESC LIMIT ?"_s,
                    {before, before, newest});
    if (!rows)
        return tl::unexpected(rows.error());
    std::vector<LogEntry> entries;
    while (rows->next())
        entries.push_back(readEntry(*rows));
    if (rows->lastError().isValid())
        return tl::unexpected(storageError(rows->lastError(), database.databaseName()));
    return entries;
}

Result<std::vector<EndedJob>> ended(QSqlDatabase &database, const QString &cluster, Moment since)
{
    auto rows
        = run(database,
              u"SELECT job, submit, name, user, account, partition, state, reason, nodes, start, end, exit_code, exit_signal FROM ended"
              " WHERE cluster = ? AND end >= ? ORDER BY end DESC, id DESC"_s,
              {text(cluster), since.epoch()});
    if (!rows)
        return tl::unexpected(rows.error());
    std::vector<EndedJob> jobs;
    while (rows->next()) {
        const auto words = [&](int column) { return rows->value(column).toString(); };
        const auto moment = [&](int column) { return Moment(rows->value(column).toLongLong()); };
        jobs.push_back({.cluster = cluster,
                        .id = words(0),
                        .submit = moment(1),
                        .name = words(2),
                        .user = words(3),
                        .account = words(4),
                        .partition = words(5),
                        .state = words(6),
                        .reason = words(7),
                        .nodes = words(8),
                        .start = moment(9),
                        .end = moment(10),
                        .exitCode = rows->value(11).toInt(),
                        .exitSignal = rows->value(12).toInt()});
    }
    if (rows->lastError().isValid())
        return tl::unexpected(storageError(rows->lastError(), database.databaseName()));
    return jobs;
}

Result<std::vector<Unfinished>> unfinished(QSqlDatabase &database, const QString &thisRun)
{
    // The other columns are those of the row with the greatest id: SQLite promises that beside a lone max().
    auto rows = run(database,
                    u"SELECT * FROM (SELECT max(id), at, source, kind, subject, command, answer, act, run FROM log"
                    " WHERE act <> 0 AND run <> ? GROUP BY run, act) WHERE kind IN ('asked', 'sent') ORDER BY 1"_s,
                    {thisRun});
    if (!rows)
        return tl::unexpected(rows.error());
    std::vector<Unfinished> found;
    while (rows->next())
        found.push_back({readEntry(*rows), rows->value(8).toString()});
    if (rows->lastError().isValid())
        return tl::unexpected(storageError(rows->lastError(), database.databaseName()));
    return found;
}

} // namespace pilothouse::tables
