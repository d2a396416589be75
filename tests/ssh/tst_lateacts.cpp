// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/core/clock.h"
#include "backend/ssh/prompters.h"
#include "backend/ssh/sshshell.h"
#include "tests/ssh/labssh.h"
#include "tests/support/delayproxy.h"
#include "tests/support/runner.h"

#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// What was told as lost must not run when the way is open again: the system still holds what we gave it.
class LateActsTest : public QObject {
    Q_OBJECT
private slots:
    void an_act_that_was_told_as_lost_never_runs_late_data();
    void an_act_that_was_told_as_lost_never_runs_late();
};

void LateActsTest::an_act_that_was_told_as_lost_never_runs_late_data()
{
    QTest::addColumn<bool>("jump");
    QTest::newRow("direct") << false;
    QTest::newRow("through a jump host") << true;
}

void LateActsTest::an_act_that_was_told_as_lost_never_runs_late()
{
    QFETCH(bool, jump);
    LabSsh lab;
    if (!lab.load())
        QFAIL(qPrintable(lab.complaint()));
    const QTemporaryDir folder;
    DelayProxy proxy(jump ? lab.value(u"LAB_JUMP_PORT"_s).toInt() : lab.port());
    SshSettings settings = lab.through(proxy.port(), lab.settings(jump ? u"jump"_s : QString()), folder.path());
    if (jump) {
        settings.port = lab.port();
        settings.proxyJump = lab.settings(u"jump"_s).proxyJump.section(u':', 0, 0) + u":%1"_s.arg(proxy.port());
        QFile file(settings.userKnownHostsFile), key(lab.value(u"LAB_DIR"_s) + u"/ssh/host_jump.pub"_s);
        QVERIFY(file.open(QIODevice::ReadOnly) && key.open(QIODevice::ReadOnly));
        const QByteArray before = file.readAll(), jumpKey = key.readAll().split(' ').mid(0, 2).join(' ');
        file.close();
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (const QByteArray &line : before.split('\n'))
            if (!line.startsWith("[127.0.0.1]:" + QByteArray::number(proxy.port())))
                file.write(line + '\n');
        file.write("[127.0.0.1]:" + QByteArray::number(proxy.port()) + ' ' + jumpKey + '\n');
    }
    SshShell ssh(profileWith(settings), nobodyPrompter());
    const auto isUp = [&](Urgency urgency) { return runOne(ssh, {.words = {"sh", "-c", "sleep 0.5"}}, urgency, {}).has_value(); };
    std::atomic<bool> up = false;
    std::thread other([&] { up = isUp(Urgency::View); });
    const bool bothUp = isUp(Urgency::Act); // two shells are open
    other.join();
    QVERIFY(bothUp && up);
    const QByteArray mark = "/tmp/late-" + QByteArray::number(QCoreApplication::applicationPid()) + (jump ? "-jump" : "-direct");
    const Command act{.words = {"touch", mark}, .limit = 100s, .sendBy = Clock().sinceBoot() + 20s};
    proxy.setStalled(true);
    // First more than the far kernel takes while nobody reads, and less than ours holds: the act stands behind it.
    const qint64 before = ssh.facts().bytesSent;
    std::thread much([&] { (void)runOne(ssh, {.words = {"wc"}, .input = QByteArray(600'000, 'x'), .limit = 100s}, Urgency::View, {}); });
    const bool sent = QTest::qWaitFor([&] { return ssh.facts().bytesSent > before + 100'000; }, 10'000);
    const auto reply = runOne(ssh, act, Urgency::Act, {});
    much.join();
    QVERIFY(sent);
    QVERIFY(!reply);
    QCOMPARE(reply.error().kind, Error::Kind::Incomplete);
    proxy.setStalled(false);
    // The way is open: it would come within moments, and there is time for that.
    SshShell direct(profileWith(lab.settings()), nobodyPrompter());
    const auto seen = runOne(direct, {.words = {"sh", "-c", "sleep 8; ls " + mark + " 2>&1; rm -f " + mark}}, Urgency::View, {});
    QVERIFY(seen);
    QVERIFY2(seen->out.contains("No such file"), seen->out.constData());
}

PILOTHOUSE_TEST(LateActsTest)
#include "tst_lateacts.moc"
