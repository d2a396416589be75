// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/backoff.h"
#include "backend/ssh/prompters.h"
#include "backend/ssh/sshshell.h"
#include "backend/ssh/turns.h"
#include "tests/support/runner.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace pilothouse;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// Takes log-ins on and says nothing until told.
class Door : public QTcpServer {
public:
    Door() { listen(QHostAddress::LocalHost); }
    QList<QTcpSocket *> waiting;
    int came = 0, most = 0;
    // Turns the one that came first away.
    void dismiss(const QByteArray &words)
    {
        QTcpSocket *first = waiting.takeFirst();
        if (first->write(words) > 0)
            first->waitForBytesWritten();
        first->disconnectFromHost();
        connect(first, &QTcpSocket::disconnected, first, &QObject::deleteLater);
    }

protected:
    void incomingConnection(qintptr descriptor) override
    {
        auto *socket = new QTcpSocket(this);
        socket->setSocketDescriptor(descriptor);
        waiting += socket;
        ++came;
        most = std::max(most, int(waiting.size()));
    }
};

Profile profileFor(const QTcpServer &server)
{
    Profile profile;
    profile.ssh.host = u"127.0.0.1"_s;
    profile.ssh.port = server.serverPort();
    profile.ssh.user = u"alice"_s;
    profile.ssh.config = u"none"_s;
    profile.ssh.userKnownHostsFile = u"/dev/null"_s;
    return profile;
}

} // namespace

class TurnsTest : public QObject {
    Q_OBJECT
private slots:
    void two_log_ins_at_a_time_knock_at_one_server();
    void a_place_is_free_while_a_person_thinks();
    void who_is_stopped_waits_no_longer();
    void a_server_without_room_is_tried_three_times_and_told_data();
    void a_server_without_room_is_tried_three_times_and_told();
    void a_wait_can_be_cut_short();
    void a_profiles_own_limit_is_kept();
};

void TurnsTest::two_log_ins_at_a_time_knock_at_one_server() // SSH-14
{
    Door door;
    constexpr int kAll = 6;
    std::vector<std::unique_ptr<SshShell>> shells;
    std::vector<std::thread> threads;
    std::atomic<int> refused = 0;
    for (int i = 0; i < kAll; ++i) {
        shells.push_back(std::make_unique<SshShell>(profileFor(door), nobodyPrompter()));
        threads.emplace_back([&, shell = shells.back().get()] {
            const auto reply = runOne(*shell, {.words = {"true"}}, Urgency::View, {});
            refused += !reply && reply.error().kind == Error::Kind::Unreachable ? 1 : 0;
        });
    }
    const auto queued = [&] {
        return std::count_if(shells.begin(), shells.end(), [](const auto &shell) {
            const auto steps = shell->facts().steps;
            return !steps.isEmpty() && steps.last().state == LinkStep::State::Waiting;
        });
    };
    // Each sees the end of its stream within moments, and then lets the next one through.
    for (int left = kAll; left > 0; --left) {
        QTRY_VERIFY_WITH_TIMEOUT(door.waiting.size() == std::min(left, 2) && queued() == std::max(left - 2, 0), 9'000);
        door.dismiss("no SSH here\r\n");
    }
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(refused.load(), kAll);
    QCOMPARE(door.came, kAll);
    QCOMPARE(door.most, 2);
}

void TurnsTest::a_place_is_free_while_a_person_thinks()
{
    Turns turns;
    auto first = turns.take(u"gate:22"_s, {});
    const auto second = turns.take(u"gate:22"_s, {});
    QVERIFY(first && second && turns.take(u"other:22"_s, {}));
    std::stop_source enough;
    enough.request_stop();
    QVERIFY(!turns.take(u"gate:22"_s, enough.get_token()));
    first->setAside(true);
    {
        const auto third = turns.take(u"gate:22"_s, {});
        QVERIFY(third);
        first->setAside(false); // its link is open: it does not wait
        QVERIFY(!turns.take(u"gate:22"_s, enough.get_token()));
    }
    QVERIFY(!turns.take(u"gate:22"_s, enough.get_token()));
    first.reset();
    QVERIFY(turns.take(u"gate:22"_s, enough.get_token()));
}

void TurnsTest::who_is_stopped_waits_no_longer()
{
    Turns turns;
    const auto first = turns.take(u"gate:22"_s, {}), second = turns.take(u"gate:22"_s, {});
    std::stop_source stop;
    std::atomic<bool> got = true;
    std::thread waiting([&] { got = turns.take(u"gate:22"_s, stop.get_token()).has_value(); });
    stop.request_stop();
    waiting.join();
    QVERIFY(!got);
}

void TurnsTest::a_server_without_room_is_tried_three_times_and_told_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<Error::Kind>("kind");
    QTest::newRow("says so") << "Exceeded MaxStartups\r\n"_ba << Error::Kind::Busy;
    QTest::newRow("hangs up") << ""_ba << Error::Kind::Unreachable; // servers before OpenSSH 9, and what keeps addresses out
}

void TurnsTest::a_server_without_room_is_tried_three_times_and_told() // SSH-14
{
    QFETCH(QByteArray, words);
    QFETCH(Error::Kind, kind);
    Door door;
    SshShell shell(profileFor(door), nobodyPrompter());
    Result<Reply> reply;
    std::thread running([&] { reply = runOne(shell, {.words = {"true"}}, Urgency::View, {}); });
    for (int tries = 1; tries <= 3; ++tries) {
        QTRY_COMPARE_WITH_TIMEOUT(door.waiting.size(), 1, 30'000);
        door.dismiss(words);
    }
    running.join();
    QVERIFY(!reply);
    QVERIFY2(reply.error().kind == kind, qPrintable(reply.error().detail));
    QVERIFY2(reply.error().detail.contains(u"MaxStartups"_s) || reply.error().detail.contains(u"too many log-ins"_s),
             qPrintable(reply.error().detail));
    QStringList steps;
    for (const LinkStep &step : shell.facts().steps)
        steps += step.what;
    QCOMPARE(steps, QStringList({u"name"_s, u"tcp"_s, u"hostkey"_s})); // of the last try
    QCOMPARE(door.came, 3);
}

void TurnsTest::a_wait_can_be_cut_short()
{
    Backoff backoff;
    const auto now = std::chrono::steady_clock::now();
    for (int i = 0; i < 10; ++i)
        backoff.failed({Error::Kind::Unreachable, {}, {}}, now);
    QVERIFY(backoff.standing(now + 29s) && !backoff.standing(now + 61s));
    backoff.hurry();
    QVERIFY(!backoff.standing(now));
    backoff.failed({Error::Kind::Unreachable, {}, {}}, now);
    QVERIFY(backoff.standing(now + 100ms) && !backoff.standing(now + 1s));
    backoff.failed({Error::Kind::LoginRefused, {}, {}}, now);
    backoff.hurry(); // a person is wanted all the same
    QVERIFY(backoff.standing(now + 1h));
}

void TurnsTest::a_profiles_own_limit_is_kept()
{
    Door door;
    const QTemporaryDir folder;
    QFile config(folder.filePath(u"config"_s));
    QVERIFY(config.open(QIODevice::WriteOnly) && config.write("ConnectTimeout 1\n") > 0);
    config.close();
    Profile profile = profileFor(door);
    profile.ssh.config = config.fileName();
    SshShell shell(profile, nobodyPrompter());
    QElapsedTimer timer;
    timer.start();
    const auto reply = runOne(shell, {.words = {"true"}}, Urgency::View, {});
    QVERIFY(!reply);
    QCOMPARE(reply.error().detail, u"the server did not finish the key exchange in time"_s);
    QVERIFY2(timer.elapsed() >= 1'000 && timer.elapsed() < 9'000, qPrintable(QString::number(timer.elapsed()))); // ours is 10 s
}

PILOTHOUSE_TEST(TurnsTest)
#include "tst_turns.moc"
