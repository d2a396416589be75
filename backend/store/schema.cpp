// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/schema.h"

#include <QSqlError>
#include <QSqlQuery>
#include <QStorageInfo>
#include <QVariant>

#include <array>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

// One step a version, never edited once released: a file of version n runs those behind n.
constexpr std::array kSteps{
    // 1: the activity log
    "CREATE TABLE log (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, source TEXT NOT NULL, kind TEXT NOT NULL,"
    " subject TEXT NOT NULL, command TEXT NOT NULL, answer TEXT NOT NULL)",
    // 2: ended jobs; acts that can be told to be unfinished
    "CREATE TABLE ended (id INTEGER PRIMARY KEY AUTOINCREMENT, cluster TEXT NOT NULL, job TEXT NOT NULL, submit INTEGER NOT NULL,"
    " name TEXT NOT NULL, user TEXT NOT NULL, account TEXT NOT NULL, partition TEXT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL,"
    " nodes TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, exit_code INTEGER NOT NULL, exit_signal INTEGER NOT NULL,"
    " UNIQUE (cluster, job, submit));"
    "CREATE INDEX ended_by_time ON ended (cluster, end);"
    "ALTER TABLE log ADD COLUMN run TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE log ADD COLUMN act INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX log_acts ON log (run, act) WHERE act <> 0",
};

// WAL wants shared memory between the programs that have the file open, which a network file system does not give.
bool onNetwork(const QString &file)
{
    static constexpr std::array kRemote{"nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "lustre", "gpfs", "beegfs", "afs", "9p", "ceph"};
    const QByteArray kind = QStorageInfo(file).fileSystemType();
    return std::ranges::any_of(kRemote, [&](const char *remote) { return kind == remote; });
}

Result<QVariant> ask(QSqlDatabase &database, const QString &sql)
{
    QSqlQuery query(database);
    if (!query.exec(sql))
        return tl::unexpected(storageError(query.lastError(), database.databaseName()));
    return query.next() ? query.value(0) : QVariant();
}

Result<> migrate(QSqlDatabase &database, int from)
{
    for (size_t step = size_t(from); step < kSteps.size(); ++step) {
        const QStringList statements = QString::fromLatin1(kSteps[step]).split(u';');
        for (const QString &statement : statements) {
            if (const auto done = ask(database, statement); !done)
                return tl::unexpected(done.error());
        }
    }
    if (const auto done = ask(database, u"PRAGMA user_version = %1"_s.arg(kSteps.size())); !done)
        return tl::unexpected(done.error());
    return {};
}

} // namespace

int schemaVersion()
{
    return int(kSteps.size());
}

Error storageError(const QSqlError &error, const QString &file)
{
    enum Code { Busy = 5, Corrupt = 11, NotADatabase = 26 };
    const int code = error.nativeErrorCode().toInt() & 0xff; // the rest is SQLite's finer code
    Error::Kind kind = Error::Kind::Storage;
    if (code == Corrupt || code == NotADatabase)
        kind = Error::Kind::BadReply;
    else if (code == Busy)
        kind = Error::Kind::Busy;
    return {kind, file, error.text().trimmed()};
}

Result<> prepareDatabase(QSqlDatabase &database)
{
    const auto before = ask(database, u"PRAGMA user_version"_s);
    if (!before)
        return tl::unexpected(before.error());
    if (before->toInt() > schemaVersion())
        return failure(Error::Kind::Unsupported, database.databaseName(),
                       u"schema %1, this program knows %2"_s.arg(before->toInt()).arg(schemaVersion()));
    const auto check = ask(database, u"PRAGMA quick_check(1)"_s);
    if (!check)
        return tl::unexpected(check.error());
    if (check->toString() != "ok"_L1)
        return failure(Error::Kind::BadReply, database.databaseName(), check->toString());

    // A killed program loses nothing that was committed either way; NORMAL spares an fsync an entry under WAL.
    const bool remote = onNetwork(database.databaseName());
    const QStringList settings{remote ? u"PRAGMA journal_mode = DELETE"_s : u"PRAGMA journal_mode = WAL"_s,
                               remote ? u"PRAGMA synchronous = FULL"_s : u"PRAGMA synchronous = NORMAL"_s,
                               u"PRAGMA journal_size_limit = 4194304"_s, u"PRAGMA cache_size = -512"_s};
    for (const QString &setting : settings) {
        if (const auto done = ask(database, setting); !done)
            return tl::unexpected(done.error());
    }
    if (before->toInt() == schemaVersion())
        return {};

    if (const auto begun = ask(database, u"BEGIN IMMEDIATE"_s); !begun)
        return tl::unexpected(begun.error());
    // Another program may have been first: what counts is the version behind the lock.
    auto done = ask(database, u"PRAGMA user_version"_s).and_then([&](const QVariant &now) {
        return now.toInt() < schemaVersion() ? migrate(database, now.toInt()) : Result<>();
    });
    if (done) {
        if (const auto committed = ask(database, u"COMMIT"_s); !committed)
            done = tl::unexpected(committed.error());
    }
    if (!done)
        (void)ask(database, u"ROLLBACK"_s);
    return done;
}

} // namespace pilothouse
