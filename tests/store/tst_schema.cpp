// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/schema.h"
#include "backend/store/store.h"
#include "tests/support/runner.h"

#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

using namespace pilothouse;
using namespace Qt::StringLiterals;

namespace {

QString run(const QString &file, const QStringList &statements) // the first value of the last one
{
    QString answer;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"test"_s);
        database.setDatabaseName(file);
        if (!database.open())
            return database.lastError().text();
        for (const QString &statement : statements) {
            QSqlQuery query(database);
            if (!query.exec(statement))
                answer = query.lastError().text();
            else if (query.next())
                answer = query.value(0).toString();
        }
    }
    QSqlDatabase::removeDatabase(u"test"_s);
    return answer;
}

// As version 1 wrote it, before there were ended jobs.
const QStringList kVersion1{
    u"CREATE TABLE log (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, source TEXT NOT NULL, kind TEXT NOT NULL,"
    " subject TEXT NOT NULL, command TEXT NOT NULL, answer TEXT NOT NULL)"_s,
    u"INSERT INTO log (at, source, kind, subject, command, answer) VALUES (1000, 'hpc', 'done', 'Stop 4711', 'scancel 4711', '0')"_s,
    u"PRAGMA user_version = 1"_s};

} // namespace

class Schema : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    [[nodiscard]] QString file() const { return m_dir.filePath(QString::fromLatin1(QTest::currentTestFunction()) + u".sqlite"_s); }

private slots:
    void anOlderFileKeepsItsEntries()
    {
        run(file(), kVersion1);
        const auto store = Store::open(file());
        QVERIFY(store);
        const LogEntry entry = (*store)->log(10)->at(0);
        QCOMPARE(entry.subject, u"Stop 4711"_s);
        QCOMPARE(entry.act, 0);
        QVERIFY((*store)->add(std::vector{EndedJob{.cluster = u"c"_s, .id = u"1"_s, .end = Moment(5)}}));
        QCOMPARE(run(file(), {u"PRAGMA user_version"_s}), QString::number(schemaVersion()));
    }

    void aMigrationThatFailsChangesNothing()
    {
        // A table of the later version's name is in the way of the second step.
        run(file(), kVersion1 + QStringList{u"CREATE TABLE ended_by_time (x)"_s});
        const auto store = Store::open(file());
        QVERIFY(store); // goes on in memory
        QCOMPARE((*store)->lastTrouble()->kind, Error::Kind::Storage);
        QVERIFY((*store)->lastTrouble()->detail.contains(u"ended_by_time"_s));
        QCOMPARE(run(file(), {u"PRAGMA user_version"_s}), u"1"_s);
        QCOMPARE(run(file(), {u"SELECT count(*) FROM sqlite_master WHERE name = 'ended'"_s}), u"0"_s);
        QCOMPARE(run(file(), {u"SELECT count(*) FROM log"_s}), u"1"_s);
    }

    void aNewerFileIsRefusedAndNotTouched()
    {
        run(file(), {u"CREATE TABLE future (x)"_s, u"PRAGMA user_version = 99"_s});
        QFile raw(file());
        QVERIFY(raw.open(QIODevice::ReadOnly));
        const QByteArray before = raw.readAll();
        const auto store = Store::open(file());
        QVERIFY(!store);
        QCOMPARE(store.error().kind, Error::Kind::Unsupported);
        QCOMPARE(store.error().detail, u"schema 99, this program knows %1"_s.arg(schemaVersion()));
        const auto later = Store::openLater(file());
        QCOMPARE(later->add(LogEntry{.at = QDateTime::currentDateTimeUtc(), .kind = u"note"_s}).error().kind, Error::Kind::Unsupported);
        QCOMPARE(later->lastTrouble()->kind, Error::Kind::Unsupported);
        QCOMPARE(later->log(5)->size(), 1u);
        raw.seek(0);
        QCOMPARE(raw.readAll(), before);
        QCOMPARE(QDir(m_dir.path()).entryList({u"aNewer*"_s}, QDir::Files), QStringList{QFileInfo(file()).fileName()});
    }

    void aDamagedFileIsSetAsideAndSaid_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("text") << QByteArray("this was never a database\n").repeated(100);
        QTest::newRow("right head, wrong pages")
            << QByteArray("SQLite format 3\0\x10\x00\x01\x01\x00\x40\x20\x20", 24) + QByteArray(9000, 'z');
    }
    void aDamagedFileIsSetAsideAndSaid()
    {
        QFETCH(QByteArray, content);
        const QString folder = m_dir.filePath(u"damaged "_s + QString::fromLatin1(QTest::currentDataTag()));
        QVERIFY(QDir().mkpath(folder));
        QFile raw(folder + u"/store.sqlite"_s);
        QVERIFY(raw.open(QIODevice::WriteOnly));
        raw.write(content);
        raw.close();
        const auto store = Store::open(raw.fileName());
        QVERIFY(store);
        QCOMPARE((*store)->lastTrouble()->kind, Error::Kind::BadReply);
        QVERIFY((*store)->add(LogEntry{.at = QDateTime::currentDateTimeUtc(), .kind = u"note"_s})); // the new one works
        QVERIFY((*store)->lastTrouble()); // and the loss is still said
        const QStringList aside = QDir(folder).entryList({u"store.sqlite.damaged-*"_s}, QDir::Files);
        QCOMPARE(aside.size(), 1);
        QFile kept(folder + u'/' + aside[0]);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), content);
    }
};
PILOTHOUSE_TEST(Schema)

#include "tst_schema.moc"
