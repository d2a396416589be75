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

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Command command(QByteArrayList words)
{
    Command made;
    made.words = std::move(words);
    return made;
}

QString described(const Result<Reply> &reply)
{
    return reply ? QString::fromUtf8(reply->out)
                 : u"%1|%2|%3"_s.arg(int(reply.error().kind)).arg(reply.error().subject, reply.error().detail);
}

} // namespace

class SshShellTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void a_key_logs_in_and_every_reply_comes_whole();
    void one_log_in_serves_many_runs();
    void every_way_in_of_the_lab_works_data();
    void every_way_in_of_the_lab_works();
    void login_shells_and_talk_do_no_harm_data();
    void login_shells_and_talk_do_no_harm();
    void a_profile_that_swallows_the_command_is_named();
    void an_address_of_version_six_works();
    void a_poll_takes_one_round_trip();

private:
    [[nodiscard]] std::unique_ptr<SshShell> shell(const SshSettings &settings, std::shared_ptr<Prompter> prompter = {}) const
    {
        return std::make_unique<SshShell>(profileWith(settings), std::move(prompter));
    }
    LabSsh m_lab;
    QTemporaryDir m_folder;
};

void SshShellTest::initTestCase()
{
    if (!m_lab.load())
        QFAIL(qPrintable(m_lab.complaint()));
}

void SshShellTest::a_key_logs_in_and_every_reply_comes_whole()
{
    const auto ssh = shell(m_lab.settings());
    Command large = command({"seq", "300000"});
    large.large = true;
    Command fed = command({"cat"});
    fed.input = "it's \\ !\nfed";
    const auto replies = ssh->run(
        {command({"id", "-un"}), large, command({"seq", "300000"}), fed, command({"sh", "-c", "echo no >&2; exit 6"})}, Urgency::View, {});
    QVERIFY2(replies, replies ? "" : qPrintable(replies.error().detail));
    QCOMPARE((*replies)[0].out, "alice\n"_ba);
    QCOMPARE((*replies)[1].out.size(), 1988895);
    QCOMPARE((*replies)[2].out, (*replies)[1].out);
    QCOMPARE((*replies)[3].out, fed.input);
    QCOMPARE((*replies)[4].err, "no\n"_ba);
    QCOMPARE((*replies)[4].exitStatus, 6);
    QStringList steps;
    for (const LinkStep &step : ssh->facts().steps) {
        steps += step.what;
        QCOMPARE(step.state, LinkStep::State::Done);
    }
    QCOMPARE(steps, QStringList({u"name"_s, u"tcp"_s, u"hostkey"_s, u"login"_s, u"shell"_s}));
    QVERIFY(ssh->facts().connected);
    QVERIFY(ssh->facts().bytesReceived > 100'000);
}

void SshShellTest::one_log_in_serves_many_runs()
{
    DelayProxy proxy(m_lab.port());
    const auto ssh = shell(m_lab.through(proxy.port(), m_lab.settings(), m_folder.path()));
    for (int i = 0; i < 20; ++i)
        QCOMPARE(described(runOne(*ssh, command({"echo", QByteArray::number(i)}), Urgency::View, {})), u"%1\n"_s.arg(i));
    QCOMPARE(proxy.connections(), 1);
}

void SshShellTest::every_way_in_of_the_lab_works_data()
{
    QTest::addColumn<QString>("kind");
    for (const char *kind : {"bob", "jump", "password", "kbd", "passphrase"})
        QTest::newRow(kind) << QString::fromLatin1(kind);
}

void SshShellTest::every_way_in_of_the_lab_works()
{
    QFETCH(QString, kind);
    std::shared_ptr<Prompter> prompter;
    if (const QString file = m_lab.answersFile(kind); QFile::exists(file)) {
        auto made = filePrompter(file);
        QVERIFY(made);
        prompter = *made;
    }
    const auto ssh = shell(m_lab.settings(kind), prompter);
    QCOMPARE(described(runOne(*ssh, command({"id", "-un"}), Urgency::View, {})), kind == u"bob"_s ? u"bob\n"_s : u"alice\n"_s);
    const auto version = runOne(*ssh, command({"squeue", "--version"}), Urgency::View, {}); // it is on the path
    QVERIFY2(version && version->exitStatus == 0 && version->out.startsWith("slurm"), qPrintable(described(version)));
}

void SshShellTest::login_shells_and_talk_do_no_harm_data()
{
    QTest::addColumn<QString>("force");
    QTest::newRow("tcsh") << u"exec /usr/bin/tcsh -c \"$SSH_ORIGINAL_COMMAND\""_s;
    QTest::newRow("fish") << u"exec /usr/bin/fish -c \"$SSH_ORIGINAL_COMMAND\""_s;
    QTest::newRow("dash") << u"exec /bin/dash -c \"$SSH_ORIGINAL_COMMAND\""_s;
    QTest::newRow("greeting on both streams")
        << u"echo '{ \"jobs\": [' ; echo welcome; echo motd >&2; /bin/sh -c \"$SSH_ORIGINAL_COMMAND\"; echo bye"_s;
    QTest::newRow("profile starts another shell") << u"exec /bin/bash"_s; // SSH-03
    QTest::newRow("slow profile") << u"sleep 3; exec /bin/sh -c \"$SSH_ORIGINAL_COMMAND\""_s;
}

void SshShellTest::login_shells_and_talk_do_no_harm() // SSH-01, SSH-04, SSH-25
{
    QFETCH(QString, force);
    const auto sshd = m_lab.start({u"ForceCommand "_s + force});
    QVERIFY(sshd);
    const auto ssh = shell(m_lab.through(sshd->port(), m_lab.settings(), m_folder.path()));
    Command large = command({"sh", "-c", "printf '%s\\n' \"$@\"; exit 3", "-", "a'b!c\\d $x", "two\nlines", "\xff\xfe"});
    large.large = true;
    const auto replies = ssh->run({large, command({"printf", "%s", "x\xff"})}, Urgency::View, {});
    QVERIFY2(replies, replies ? "" : qPrintable(replies.error().detail + sshd->log()));
    QCOMPARE(replies->front().out, "a'b!c\\d $x\ntwo\nlines\n\xff\xfe\n"_ba);
    QCOMPARE(replies->front().exitStatus, 3);
    QCOMPARE(replies->at(1).out, "x\xff"_ba);
}

void SshShellTest::a_profile_that_swallows_the_command_is_named() // SSH-03
{
    const auto sshd = m_lab.start({u"ForceCommand echo hello; exec /usr/bin/fish"_s}); // fish reads to the end before it runs anything
    QVERIFY(sshd);
    const auto ssh = shell(m_lab.through(sshd->port(), m_lab.settings(), m_folder.path()));
    const auto reply = runOne(*ssh, command({"true"}), Urgency::View, {});
    QVERIFY(!reply);
    QCOMPARE(reply.error().kind, Error::Kind::TimedOut);
    QVERIFY2(reply.error().detail.contains(u"profile"_s) && reply.error().detail.contains(u"hello"_s), qPrintable(reply.error().detail));
}

void SshShellTest::an_address_of_version_six_works()
{
    const auto sshd = m_lab.start({u"ListenAddress ::1"_s});
    QVERIFY(sshd);
    const QString config = m_folder.filePath(u"six"_s);
    QFile file(config), known(m_folder.filePath(u"six-known"_s)), key(m_lab.value(u"LAB_DIR"_s) + u"/ssh/host_sshd.pub"_s);
    QVERIFY(file.open(QIODevice::WriteOnly) && known.open(QIODevice::WriteOnly) && key.open(QIODevice::ReadOnly));
    file.write("Host six\nHostName ::1\nAddressFamily inet6\nHostKeyAlias the-lab\nPort " + QByteArray::number(sshd->port()) + "\n");
    known.write("the-lab " + key.readAll());
    file.close();
    known.close();
    SshSettings settings = m_lab.settings();
    settings.host = u"six"_s;
    settings.port = 0;
    settings.config = config;
    settings.userKnownHostsFile = known.fileName();
    QCOMPARE(described(runOne(*shell(settings), command({"sh", "-c", "echo ${SSH_CONNECTION%% *}"}), Urgency::View, {})), u"::1\n"_s);
}

void SshShellTest::a_poll_takes_one_round_trip()
{
    DelayProxy proxy(m_lab.port());
    const auto ssh = shell(m_lab.through(proxy.port(), m_lab.settings(), m_folder.path()));
    QCOMPARE(described(runOne(*ssh, command({"echo", "up"}), Urgency::View, {})), u"up\n"_s);
    const auto milliseconds = [&] {
        QElapsedTimer timer;
        timer.start();
        const auto replies = ssh->run({command({"echo", "a"}), command({"echo", "b"}), command({"echo", "c"})}, Urgency::View, {});
        return replies ? timer.elapsed() : -1;
    };
    qint64 near = 1'000'000, far = 1'000'000;
    for (int i = 0; i < 9; ++i)
        near = std::min(near, milliseconds());
    proxy.setDelay(100ms);
    for (int i = 0; i < 9; ++i)
        far = std::min(far, milliseconds());
    QVERIFY(near >= 0 && far >= 0);
    // 200 ms are one round trip, 400 ms would be two.
    QVERIFY2(far - near >= 120 && far - near < 360, qPrintable(u"%1 ms near, %2 ms far"_s.arg(near).arg(far)));
}

PILOTHOUSE_TEST(SshShellTest)
#include "tst_sshshell.moc"
