// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/prompters.h"
#include "backend/ssh/sshshell.h"
#include "tests/ssh/labssh.h"
#include "tests/ssh/staged.h"
#include "tests/support/delayproxy.h"
#include "tests/support/runner.h"

#include <QProcess>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

#include <poll.h>
#include <sched.h>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// A machine that sleeps and wanders between networks.
class SurroundingsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void a_lost_address_drops_the_link_at_once();
    void a_silent_link_is_dropped_soon_after_sleep();
    void a_good_link_outlives_sleep();
    void after_sleep_nobody_waits_for_the_next_try();
    void a_new_address_ends_the_wait_for_the_next_try();
    void this_machine_tells_of_its_addresses();

private:
    [[nodiscard]] std::unique_ptr<SshShell> shell(const DelayProxy &proxy) const
    {
        return std::make_unique<SshShell>(profileWith(m_lab.through(proxy.port(), m_lab.settings(), m_folder.path())), nobodyPrompter(),
                                          m_around);
    }
    [[nodiscard]] static QString echo(Shell &ssh, const QByteArray &word)
    {
        const auto reply = runOne(ssh, {.words = {"echo", word}}, Urgency::View, {});
        return reply ? QString::fromUtf8(reply->out).trimmed() : u"error "_s + reply.error().detail;
    }
    // Fails until the pause before the next try is longer than any test takes.
    static void failOften(SshShell &ssh, DelayProxy &proxy);
    LabSsh m_lab;
    QTemporaryDir m_folder;
    std::shared_ptr<StagedSurroundings> m_around = std::make_shared<StagedSurroundings>();
};

void SurroundingsTest::initTestCase()
{
    if (!m_lab.load())
        QFAIL(qPrintable(m_lab.complaint()));
}

void SurroundingsTest::a_lost_address_drops_the_link_at_once() // SSH-15
{
    DelayProxy proxy(m_lab.port());
    const auto ssh = shell(proxy);
    QCOMPARE(echo(*ssh, "one"), u"one"_s);
    const qint64 before = ssh->facts().bytesSent;
    Result<Reply> cut;
    std::thread running([&] { cut = runOne(*ssh, {.words = {"sleep", "600"}, .limit = 900s}, Urgency::View, {}); });
    QTRY_VERIFY_WITH_TIMEOUT(ssh->facts().bytesSent > before + 50, 30'000); // it is under way
    proxy.setStalled(true); // silence alone takes 13 s to notice, and then says so
    m_around->setAddressHere(false);
    running.join();
    QVERIFY(!cut);
    QCOMPARE(cut.error().kind, Error::Kind::Incomplete);
    QCOMPARE(cut.error().detail, u"this machine no longer has the address 127.0.0.1"_s);
    QVERIFY(!ssh->facts().connected);
    m_around->setAddressHere(true);
    proxy.setStalled(false);
    QCOMPARE(echo(*ssh, "two"), u"two"_s); // at once, without a wait
    QCOMPARE(proxy.connections(), 2);
}

void SurroundingsTest::a_silent_link_is_dropped_soon_after_sleep() // SSH-15
{
    DelayProxy proxy(m_lab.port());
    const auto ssh = shell(proxy);
    QCOMPARE(echo(*ssh, "one"), u"one"_s);
    QTRY_VERIFY_WITH_TIMEOUT(ssh->facts().roundTrip > 0ms, 30'000);
    proxy.setStalled(true);
    m_around->sleep(1800s);
    QTRY_VERIFY_WITH_TIMEOUT(!ssh->facts().connected, 20'000); // without sleep nobody would ask for 30 s
    proxy.setStalled(false);
    QCOMPARE(echo(*ssh, "two"), u"two"_s);
    QCOMPARE(proxy.connections(), 2);
}

void SurroundingsTest::a_good_link_outlives_sleep()
{
    DelayProxy proxy(m_lab.port());
    const auto ssh = shell(proxy);
    QCOMPARE(echo(*ssh, "one"), u"one"_s);
    const qint64 before = ssh->facts().bytesReceived;
    m_around->sleep(1800s);
    QTRY_VERIFY_WITH_TIMEOUT(ssh->facts().bytesReceived > before, 30'000); // asked, and answered
    QCOMPARE(echo(*ssh, "two"), u"two"_s);
    QCOMPARE(proxy.connections(), 1);
    QVERIFY2(ssh->facts().roundTrip < 3000ms, qPrintable(QString::number(ssh->facts().roundTrip.count()))); // measured, not the patience
}

void SurroundingsTest::failOften(SshShell &ssh, DelayProxy &proxy)
{
    int failed = 0;
    const auto tried = [&](int times) {
        proxy.cutAfter(60); // behind the greeting: no server that only has no room
        if (failed < times && !echo(ssh, "in").contains(u"next try in"_s))
            ++failed;
        return failed >= times;
    };
    QTRY_VERIFY_WITH_TIMEOUT(tried(4), 60'000);
    QVERIFY(echo(ssh, "in").contains(u"next try in"_s)); // in 4 s at least
}

void SurroundingsTest::after_sleep_nobody_waits_for_the_next_try()
{
    DelayProxy proxy(m_lab.port());
    const auto ssh = shell(proxy);
    failOften(*ssh, proxy);
    proxy.cutAfter(-1);
    m_around->sleep(1800s);
    QCOMPARE(echo(*ssh, "in"), u"in"_s);
}

void SurroundingsTest::a_new_address_ends_the_wait_for_the_next_try()
{
    DelayProxy proxy(m_lab.port());
    const auto ssh = shell(proxy);
    failOften(*ssh, proxy);
    proxy.cutAfter(-1);
    m_around->setAddressHere(true);
    QTRY_COMPARE_WITH_TIMEOUT(echo(*ssh, "in"), u"in"_s, 3'000);
}

void SurroundingsTest::this_machine_tells_of_its_addresses()
{
    QString wrong;
    std::thread elsewhere([&] { // with a network of its own, so that this machine stays as it is
        if (unshare(CLONE_NEWNET) != 0) {
            wrong = u"skip: unshare: "_s + QString::fromLocal8Bit(strerror(errno));
            return;
        }
        const Surroundings real;
        const Fd watch = real.watchAddresses();
        const auto ip = [](const QStringList &words) { return QProcess::execute(u"ip"_s, words) == 0; };
        const auto told = [&] {
            pollfd end{watch.get(), POLLIN, 0};
            return poll(&end, 1, 30'000) == 1 && Surroundings::takeNews(watch);
        };
        if (!watch || Surroundings::takeNews(watch))
            wrong += u"news of nothing; "_s;
        if (!real.hasAddress("127.0.0.1") || real.hasAddress("192.0.2.7"))
            wrong += u"before; "_s;
        if (!ip({u"addr"_s, u"add"_s, u"192.0.2.7/32"_s, u"dev"_s, u"lo"_s}) || !told() || !real.hasAddress("192.0.2.7"))
            wrong += u"when it came; "_s;
        if (!ip({u"addr"_s, u"del"_s, u"192.0.2.7/32"_s, u"dev"_s, u"lo"_s}) || !told() || real.hasAddress("192.0.2.7"))
            wrong += u"when it went; "_s;
        if (!ip({u"addr"_s, u"add"_s, u"2001:db8::7/128"_s, u"dev"_s, u"lo"_s}) || !told() || !real.hasAddress("2001:db8::7"))
            wrong += u"of version six; "_s;
        if (real.slept() < 0ns)
            wrong += u"sleep; "_s;
    });
    elsewhere.join();
    if (wrong.startsWith(u"skip: "_s))
        QSKIP(qPrintable(wrong));
    QCOMPARE(wrong, QString());
}

PILOTHOUSE_TEST(SurroundingsTest)
#include "tst_surroundings.moc"
