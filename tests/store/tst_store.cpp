// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/runid.h"
#include "backend/store/store.h"
#include "tests/support/runner.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace pilothouse;
using namespace Qt::StringLiterals;

namespace {

LogEntry note(const QString &subject)
{
    return {.at = QDateTime::fromSecsSinceEpoch(1'800'000'000).toUTC(), .source = u"hpc"_s, .kind = u"note"_s, .subject = subject};
}

QStringList subjects(const std::vector<LogEntry> &entries)
{
    QStringList all;
    for (const LogEntry &entry : entries)
        all << entry.subject;
    return all;
}

QStringList lines(const std::vector<EndedJob> &jobs)
{
    QStringList all;
    for (const EndedJob &job : jobs)
        all << u"%1 %2 %3 %4"_s.arg(job.id, job.state).arg(job.end.epoch()).arg(job.exitCode);
    return all;
}

EndedJob ended(const QString &id, qint64 submit, const QString &state, qint64 end)
{
    return {.cluster = u"c"_s, .id = id, .submit = Moment(submit), .state = state, .end = Moment(end), .exitCode = 0};
}

} // namespace

class StoreTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    [[nodiscard]] QString file() const { return m_dir.filePath(QString::fromLatin1(QTest::currentTestFunction()) + u"/store.sqlite"_s); }

private slots:
    void anEntryComesBackAsItWas()
    {
        const LogEntry full{.at = QDateTime::fromMSecsSinceEpoch(1'800'000'000'123).toUTC(),
                            .source = u"hpc-a"_s,
                            .kind = u"done"_s,
                            .subject = u"Stop 训练任务 '; DROP TABLE log; --"_s,
                            .command = u"scancel 1"_s,
                            .answer = u"0\nok"_s,
                            .act = 7};
        QVERIFY(Store::open(file()).value()->add(full));
        LogEntry back = Store::open(file()).value()->log(1)->at(0);
        QCOMPARE(back.id, 1);
        back.id = 0;
        QVERIFY(back == full);
    }

    void theLogIsReadInPagesNewestFirst()
    {
        const auto store = Store::open(file()).value();
        for (int i = 1; i <= 7; ++i)
            store->note(note(QString::number(i))); // does not wait, keeps the order
        const auto first = store->log(3);
        QCOMPARE(subjects(*first), (QStringList{u"7"_s, u"6"_s, u"5"_s}));
        QCOMPARE(subjects(*store->log(3, first->back().id)), (QStringList{u"4"_s, u"3"_s, u"2"_s}));
        QCOMPARE(subjects(*store->log(3, 2)), QStringList{u"1"_s});
    }

    void whatWasNotedBeforeTheEndIsWritten()
    {
        {
            const auto store = Store::open(file()).value();
            for (int i = 0; i < 100; ++i)
                store->note(note(QString::number(i)));
        }
        QCOMPARE(Store::open(file()).value()->log(1000)->size(), 100u);
    }

    void anAnswerIsCutAt16KiB()
    {
        const auto store = Store::open(file()).value();
        LogEntry entry = note(u"long"_s);
        entry.answer = QString(100'000, u'x');
        QVERIFY(store->add(entry));
        QCOMPARE(store->log(1)->at(0).answer.size(), 16 * 1024);
    }

    void theSameEndedJobIsUpdatedAndAReusedIdIsAnother() // JID-11
    {
        const auto store = Store::open(file()).value();
        QVERIFY(store->add(std::vector{ended(u"1201"_s, 100, u"COMPLETED"_s, 150), ended(u"7_1"_s, 120, u"FAILED"_s, 160)}));
        QVERIFY(store->add(std::vector{ended(u"1201"_s, 900, u"CANCELLED"_s, 950), ended(u"7_1"_s, 120, u"TIMEOUT"_s, 170)}));
        QCOMPARE(lines(*store->ended(u"c"_s, Moment())),
                 (QStringList{u"1201 CANCELLED 950 0"_s, u"7_1 TIMEOUT 170 0"_s, u"1201 COMPLETED 150 0"_s}));
        QCOMPARE(lines(*store->ended(u"c"_s, Moment(170))), (QStringList{u"1201 CANCELLED 950 0"_s, u"7_1 TIMEOUT 170 0"_s}));
        QVERIFY(store->ended(u"other"_s, Moment())->empty());
    }

    void jobsThatAreWrittenAgainPushNoneOut()
    {
        {
            const auto store = Store::open(file()).value();
            for (int i = 0; i < 20; ++i)
                QVERIFY(store->add(std::vector{ended(u"1"_s, 100, u"COMPLETED"_s, 150 + i), ended(u"2"_s, 100, u"FAILED"_s, 150 + i)}));
            QVERIFY(store->add(std::vector{ended(u"3"_s, 100, u"COMPLETED"_s, 150)}));
        }
        {
            QSqlDatabase direct = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"ids"_s);
            direct.setDatabaseName(file());
            QVERIFY(direct.open());
            QSqlQuery ids(u"SELECT max(id), count(*) FROM ended"_s, direct); // the bound goes by ids
            QVERIFY(ids.next());
            QCOMPARE(ids.value(0).toInt(), 3);
            QCOMPARE(ids.value(1).toInt(), 3);
        }
        QSqlDatabase::removeDatabase(u"ids"_s);
    }

    void whatCouldNotBeWrittenAtOnceIsWrittenByItselfLater_data()
    {
        QTest::addColumn<bool>("ends");
        QTest::newRow("while it runs") << false;
        QTest::newRow("at its end") << true;
    }
    void whatCouldNotBeWrittenAtOnceIsWrittenByItselfLater()
    {
        QFETCH(bool, ends);
        auto store = Store::open(file()).value();
        QVERIFY(store->add(note(u"before"_s)));
        {
            QSqlDatabase other = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"other"_s);
            other.setDatabaseName(file());
            QVERIFY(other.open());
            QVERIFY(QSqlQuery(other).exec(u"BEGIN IMMEDIATE"_s));
            store->note(note(u"done"_s));
            QTRY_VERIFY_WITH_TIMEOUT(store->lastTrouble(), 15'000);
            QVERIFY(QSqlQuery(other).exec(u"ROLLBACK"_s));
            if (ends)
                store.reset();
            const auto last = [&] {
                QSqlQuery query(u"SELECT subject FROM log ORDER BY id DESC LIMIT 1"_s, other);
                return query.next() ? query.value(0).toString() : QString();
            };
            if (ends)
                QCOMPARE(last(), u"done"_s);
            else
                QTRY_COMPARE_WITH_TIMEOUT(last(), u"done"_s, 15'000);
        }
        QSqlDatabase::removeDatabase(u"other"_s);
    }

    void bothTablesAreBounded()
    {
        const auto store = Store::open(file()).value();
        {
            QSqlDatabase direct = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"direct"_s); // so many transactions would take a minute
            direct.setDatabaseName(file());
            QVERIFY(direct.open());
            const QString numbers = u" WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %1 - 1) "_s;
            QVERIFY(QSqlQuery(direct).exec(u"INSERT INTO log (at, source, kind, subject, command, answer)"_s
                                           + numbers.arg(Store::kMostEntries) + u"SELECT i, '', 'note', i, '', '' FROM n"_s));
            QVERIFY(QSqlQuery(direct).exec(u"INSERT INTO ended (cluster, job, submit, name, user, account, partition, state, reason, nodes,"
                                           " start, end, exit_code, exit_signal)"_s
                                           + numbers.arg(Store::kMostEnded)
                                           + u"SELECT 'c', i, 100, '', '', '', '', 'COMPLETED', '', '', 0, 1000 + i, 0, 0 FROM n"_s));
        }
        QSqlDatabase::removeDatabase(u"direct"_s);
        std::vector<EndedJob> more;
        for (int i = 0; i < 500; ++i)
            more.push_back(ended(QString::number(Store::kMostEnded + i), 100, u"COMPLETED"_s, 500'000 + i));
        QVERIFY(store->add(more));
        const auto kept = store->ended(u"c"_s, Moment());
        QCOMPARE(kept->size(), size_t(Store::kMostEnded));
        QCOMPARE(kept->back().id, u"500"_s); // the oldest went

        for (int i = 0; i < 30; ++i)
            QVERIFY(store->add(note(QString::number(Store::kMostEntries + i))));
        const auto log = store->log(Store::kMostEntries * 2);
        QCOMPARE(log->size(), size_t(Store::kMostEntries));
        QCOMPARE(log->front().subject, QString::number(Store::kMostEntries + 29));
        QCOMPARE(log->back().subject, u"30"_s);
    }

    void manyThreadsMayWriteAtOnce()
    {
        const auto store = Store::open(file()).value();
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&store, t] {
                for (int i = 0; i < 50; ++i)
                    (void)store->add(note(u"%1/%2"_s.arg(t).arg(i)));
            });
        }
        threads.clear();
        QStringList all = subjects(*store->log(1000));
        QCOMPARE(all.size(), 200);
        QCOMPARE(all.removeDuplicates(), 0);
    }

    // A home may be shared: what another host's program asked for is its own to end.
    void onlyARunOfThisHostIsTakenForDead()
    {
        QCOMPARE(stateOf(thisRun()), RunState::Alive);
        enum Part { Host, Boot, Space, Process, Start };
        const auto with = [](Part part, const QString &other) {
            QStringList parts = thisRun().split(u'/');
            if (parts.size() != 5 || parts.contains(QString()))
                return u"each part must be known"_s;
            parts[part] = other;
            return parts.join(u'/');
        };
        QCOMPARE(stateOf(with(Boot, u"another"_s)), RunState::Gone);
        QCOMPARE(stateOf(with(Start, u"1"_s)), RunState::Gone); // the process id was used anew
        QCOMPARE(stateOf(with(Process, u"999999999"_s)), RunState::Gone);
        QCOMPARE(stateOf(with(Host, u"another"_s)), RunState::Elsewhere);
        QCOMPARE(stateOf(with(Space, u"another"_s)), RunState::Elsewhere);
    }

    void anotherHostsActIsLeftAloneForADay()
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        const auto asked = [&](qint64 act, int hoursAgo) {
            return LogEntry{.at = now.addSecs(-hoursAgo * 3600),
                            .source = u"hpc"_s,
                            .kind = u"asked"_s,
                            .subject = QString::number(hoursAgo),
                            .command = {},
                            .answer = {},
                            .act = act};
        };
        {
            const auto store = Store::open(file());
            QVERIFY((*store)->add(asked(1, 1)) && (*store)->add(asked(2, 25)));
        }
        {
            QSqlDatabase other = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"other"_s);
            other.setDatabaseName(file());
            QVERIFY(other.open());
            QSqlQuery query(other);
            QVERIFY(query.prepare(u"UPDATE log SET run = ?"_s));
            query.addBindValue(u"another/"_s + thisRun().section(u'/', 1));
            QVERIFY(query.exec());
            query.finish();
            other.close();
        }
        QSqlDatabase::removeDatabase(u"other"_s);
        const auto store = Store::open(file());
        const auto dropped = (*store)->dropUnfinished();
        QVERIFY(dropped);
        QCOMPARE(subjects(*dropped), QStringList{u"25"_s});
    }

    void withoutADiskTheLogLivesInMemoryAndSaysWhy()
    {
        const auto store = Store::inMemory({Error::Kind::Storage, u"store"_s, u"no home"_s});
        QCOMPARE(store->add(note(u"a"_s)).error().detail, u"no home"_s);
        QVERIFY(!store->add(std::vector{ended(u"1"_s, 1, u"FAILED"_s, 9)}));
        QCOMPARE(subjects(*store->log(10)), QStringList{u"a"_s});
        QCOMPARE(lines(*store->ended(u"c"_s, Moment())), QStringList{u"1 FAILED 9 0"_s});
        QCOMPARE(store->lastTrouble()->detail, u"no home"_s);
        std::vector<QString> told; // by the store's thread; log() waits for it
        store->onTrouble([&told](const std::optional<Error> &trouble) { told.push_back(trouble ? trouble->detail : QString()); });
        QVERIFY(store->log(1));
        QCOMPARE(told, std::vector<QString>{u"no home"_s});
        store->onTrouble({}); // nobody is told any more
        QVERIFY(store->log(1));
    }
};
PILOTHOUSE_TEST(StoreTest)

#include "tst_store.moc"
