// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/prompters.h"
#include "backend/ssh/sshshell.h"
#include "tests/ssh/labssh.h"
#include "tests/support/delayproxy.h"
#include "tests/support/runner.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QString described(const Result<Reply> &reply)
{
    return reply ? QString::fromUtf8(reply->out)
                 : u"%1|%2|%3"_s.arg(int(reply.error().kind)).arg(reply.error().subject, reply.error().detail);
}

Command shell(const QByteArray &script, std::chrono::milliseconds limit = 120s)
{
    return {.words = {"sh", "-c", script}, .limit = limit};
}

} // namespace

// Servers that allow few sessions on one log-in: what hangs holds nobody up, and no refusal costs the link.
class SessionsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void a_read_in_the_background_that_hangs_makes_room_data();
    void a_read_in_the_background_that_hangs_makes_room();
    void a_read_in_the_background_that_is_quick_is_left_alone();
    void a_stopped_read_does_not_cost_the_only_session();
    void the_limit_is_learnt_anew_on_a_new_link();

private:
    [[nodiscard]] std::unique_ptr<ExtraSshd> allowing(int sessions) const { return m_lab.start({u"MaxSessions %1"_s.arg(sessions)}); }
    [[nodiscard]] Profile profile(int port) const { return profileWith(m_lab.through(port, m_lab.settings(), m_folder.path())); }
    // Lets the shell meet the server's limit.
    static void fill(SshShell &ssh)
    {
        std::vector<std::thread> threads;
        for (const Urgency urgency : {Urgency::Act, Urgency::View, Urgency::Act, Urgency::View})
            threads.emplace_back([&ssh, urgency] { (void)runOne(ssh, shell("sleep 0.5"), urgency, {}); });
        for (std::thread &thread : threads)
            thread.join();
    }
    LabSsh m_lab;
    QTemporaryDir m_folder;
};

void SessionsTest::initTestCase()
{
    if (!m_lab.load())
        QFAIL(qPrintable(m_lab.complaint()));
}

void SessionsTest::a_read_in_the_background_that_hangs_makes_room_data()
{
    QTest::addColumn<int>("sessions");
    QTest::newRow("one") << 1;
    QTest::newRow("two") << 2;
    QTest::newRow("ten") << 10;
}

void SessionsTest::a_read_in_the_background_that_hangs_makes_room() // SSH-12
{
    QFETCH(int, sessions);
    const auto sshd = allowing(sessions);
    QVERIFY(sshd);
    DelayProxy proxy(sshd->port());
    SshShell ssh(profile(proxy.port()), nobodyPrompter());
    fill(ssh);
    QCOMPARE(ssh.facts().maxSessions, sessions < 3 ? sessions : 0);
    for (const Urgency urgency : {Urgency::View, Urgency::Act}) {
        const QByteArray mark = "/tmp/hangs-" + QByteArray::number(QCoreApplication::applicationPid()) + '-'
            + QByteArray::number(sshd->port()) + '-' + QByteArray::number(int(urgency));
        std::stop_source stop;
        Result<Reply> background = failure(Error::Kind::Stopped);
        std::thread hanging(
            [&] { background = runOne(ssh, shell("echo $$ >" + mark + "; exec sleep 100"), Urgency::Background, stop.get_token()); });
        SshShell other(profileWith(m_lab.settings()), nobodyPrompter()); // once it runs
        QVERIFY(runOne(other, shell("until [ -s " + mark + " ]; do sleep 0.05; done; rm " + mark), Urgency::View, {}));
        // What comes first finds room, and what comes while that runs does too: a poll, and a stop.
        QElapsedTimer timer;
        timer.start();
        const auto first = runOne(ssh, shell("echo first"), urgency, {});
        const auto act = runOne(ssh, shell("echo act"), Urgency::Act, {});
        const qint64 took = timer.elapsed();
        stop.request_stop();
        hanging.join();
        QCOMPARE(described(first), u"first\n"_s);
        QCOMPARE(described(act), u"act\n"_s);
        QVERIFY2(took < 30'000, qPrintable(QString::number(took))); // it hangs for 100 s
        QVERIFY(!background);
        if (sessions == 1) { // it had to go
            QCOMPARE(background.error().kind, Error::Kind::TimedOut);
            QCOMPARE(background.error().subject, u"sh"_s);
            QVERIFY2(background.error().detail.contains(u"make room"_s), qPrintable(background.error().detail));
        } else {
            QCOMPARE(background.error().kind, Error::Kind::Stopped); // there was room beside it
        }
    }
    QCOMPARE(proxy.connections(), 1); // on one and the same link
}

void SessionsTest::a_read_in_the_background_that_is_quick_is_left_alone()
{
    const auto sshd = allowing(1);
    QVERIFY(sshd);
    SshShell ssh(profile(sshd->port()), nobodyPrompter());
    fill(ssh);
    Result<Reply> background = failure(Error::Kind::Stopped);
    std::thread quick([&] { background = runOne(ssh, shell("sleep 1; echo told"), Urgency::Background, {}); });
    for (int i = 0; i < 5; ++i)
        QCOMPARE(described(runOne(ssh, shell("echo view"), Urgency::View, {})), u"view\n"_s);
    quick.join();
    QCOMPARE(described(background), u"told\n"_s);
}

// The server counts a session until its command has ended.
void SessionsTest::a_stopped_read_does_not_cost_the_only_session()
{
    const auto sshd = allowing(1);
    QVERIFY(sshd);
    DelayProxy proxy(sshd->port());
    SshShell ssh(profile(proxy.port()), nobodyPrompter());
    fill(ssh);
    for (int i = 0; i < 5; ++i) {
        const QByteArray mark = "/tmp/stopped-" + QByteArray::number(QCoreApplication::applicationPid()) + '-' + QByteArray::number(i);
        std::stop_source stop;
        std::thread reader([&] { // the command takes a second to end when told
            (void)runOne(ssh, shell("trap 'sleep 1; exit' TERM; echo $$ >" + mark + "; while :; do sleep 0.1; done"), Urgency::View,
                         stop.get_token());
        });
        SshShell other(profileWith(m_lab.settings()), nobodyPrompter());
        QVERIFY(runOne(other, shell("until [ -s " + mark + " ]; do sleep 0.05; done; rm " + mark), Urgency::View, {}));
        stop.request_stop();
        reader.join();
        QCOMPARE(described(runOne(ssh, shell("echo on"), Urgency::View, {})), u"on\n"_s);
    }
    QCOMPARE(proxy.connections(), 1);
}

void SessionsTest::the_limit_is_learnt_anew_on_a_new_link()
{
    const auto sshd = allowing(2);
    QVERIFY(sshd);
    DelayProxy proxy(sshd->port());
    SshShell ssh(profile(proxy.port()), nobodyPrompter());
    fill(ssh);
    QCOMPARE(ssh.facts().maxSessions, 2);
    proxy.cutNow();
    QTRY_VERIFY_WITH_TIMEOUT(!ssh.facts().connected, 30'000);
    QCOMPARE(described(runOne(ssh, shell("echo on"), Urgency::View, {})), u"on\n"_s);
    QCOMPARE(ssh.facts().maxSessions, 0); // the refusal may have been for a moment only
    fill(ssh);
    QCOMPARE(ssh.facts().maxSessions, 2);
}

PILOTHOUSE_TEST(SessionsTest)
#include "tst_sessions.moc"
