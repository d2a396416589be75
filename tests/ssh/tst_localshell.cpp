// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/core/clock.h"
#include "backend/ssh/localshell.h"
#include "tests/support/runner.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace pilothouse;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class LocalShellTest : public QObject {
    Q_OBJECT
private slots:
    void commands_run_one_after_the_other();
    void each_reply_tells_its_own_time();
    void a_stopped_run_returns_at_once_and_ends_its_command();
    void a_large_reply_arrives_whole();
    void a_killed_shell_is_incomplete();
    void what_is_too_late_is_not_run();
};

void LocalShellTest::commands_run_one_after_the_other()
{
    LocalShell shell;
    Command in{.words = {"cat"}, .input = "fed"};
    const auto replies = shell.run({{.words = {"echo", "one"}}, in, {.words = {"sh", "-c", "exit 9"}}}, Urgency::View, {});
    QVERIFY(replies);
    QCOMPARE((*replies)[0].out, "one\n"_ba);
    QCOMPARE((*replies)[1].out, "fed"_ba);
    QCOMPARE((*replies)[2].exitStatus, 9);
}

void LocalShellTest::each_reply_tells_its_own_time()
{
    LocalShell shell;
    const auto replies = shell.run({{.words = {"sleep", "0.4"}}, {.words = {"true"}}}, Urgency::View, {});
    QVERIFY(replies);
    QVERIFY2((*replies)[0].took >= 390ms, qPrintable(QString::number((*replies)[0].took.count())));
    QVERIFY2((*replies)[1].took < 390ms, qPrintable(QString::number((*replies)[1].took.count())));
}

void LocalShellTest::a_stopped_run_returns_at_once_and_ends_its_command()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"pid"_s);
    LocalShell shell;
    std::stop_source stop;
    std::jthread stopper([&] {
        while (!QFile::exists(path) || QFile(path).size() == 0)
            std::this_thread::yield();
        stop.request_stop();
    });
    const auto reply = runOne(shell, {.words = {"sh", "-c", "echo $$ > \"$0\"; sleep 60", path.toUtf8()}}, Urgency::View, stop.get_token());
    QVERIFY(!reply);
    QCOMPARE(reply.error().kind, Error::Kind::Stopped);
    QFile pid(path);
    QVERIFY(pid.open(QIODevice::ReadOnly));
    const QString number = QString::fromLatin1(pid.readAll().trimmed());
    const auto alive = [&] { // a killed orphan may stay as a zombie where nobody reaps it
        QFile status(u"/proc/%1/stat"_s.arg(number));
        return status.open(QIODevice::ReadOnly) && !status.readAll().contains(") Z ");
    };
    QTRY_VERIFY_WITH_TIMEOUT(!alive(), 30'000);
}

void LocalShellTest::a_large_reply_arrives_whole()
{
    LocalShell shell;
    const auto reply = runOne(shell, {.words = {"seq", "2000000"}, .large = true}, Urgency::View, {});
    QVERIFY(reply);
    QCOMPARE(reply->out.size(), 14888896);
    QVERIFY(reply->out.endsWith("\n2000000\n"));
}

void LocalShellTest::a_killed_shell_is_incomplete() // SSH-20
{
    LocalShell shell;
    const auto reply = runOne(shell, {.words = {"sh", "-c", "echo half; kill -9 $(ps -o ppid= -p $PPID)"}}, Urgency::View, {});
    QVERIFY(!reply);
    QCOMPARE(reply.error().kind, Error::Kind::Incomplete);
}

void LocalShellTest::what_is_too_late_is_not_run()
{
    QTemporaryDir folder;
    const auto touch = [&](const QString &name, std::chrono::milliseconds sendBy) {
        return Command{.words = {"touch", folder.filePath(name).toUtf8()}, .sendBy = sendBy};
    };
    LocalShell shell;
    const auto now = Clock().sinceBoot();
    // The earliest of a batch counts for all of it: none of it runs.
    const auto late = shell.run({touch(u"a"_s, 0ms), touch(u"b"_s, now + 1h), touch(u"c"_s, now - 1ms)}, Urgency::Act, {});
    QVERIFY(!late);
    QCOMPARE(late.error().kind, Error::Kind::Unreachable);
    QVERIFY(QDir(folder.path()).isEmpty());
    QVERIFY(shell.run({touch(u"a"_s, 0ms), touch(u"b"_s, now + 1h)}, Urgency::Act, {}));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList({u"a"_s, u"b"_s}));
}

PILOTHOUSE_TEST(LocalShellTest)
#include "tst_localshell.moc"
