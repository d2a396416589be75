// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ssh/labssh.h"
#include "tests/support/runner.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTest>

using namespace pilothouse::test;
using namespace Qt::StringLiterals;

// A program that ends while its session is open says goodbye and ends well: by then OpenSSL takes its own tables down.
class LeavingTest : public QObject {
    Q_OBJECT
private slots:
    void a_program_ends_well_with_a_session_open_data();
    void a_program_ends_well_with_a_session_open();
    void a_program_ends_while_a_key_agent_is_silent();

private:
    static void leaves(const QString &how);
};

void LeavingTest::a_program_ends_well_with_a_session_open_data()
{
    QTest::addColumn<QString>("how");
    for (const auto &how : {u"return"_s, u"exit"_s, u"forgotten"_s})
        QTest::newRow(qPrintable(how)) << how;
}

void LeavingTest::a_program_ends_well_with_a_session_open()
{
    QFETCH(QString, how);
    for (int run = 0; run < 8; ++run) // what goes wrong here is a race
        leaves(how);
}

void LeavingTest::a_program_ends_while_a_key_agent_is_silent()
{
    leaves(u"asking"_s);
}

void LeavingTest::leaves(const QString &how)
{
    LabSsh lab;
    if (!lab.load())
        QFAIL(qPrintable(lab.complaint()));
    const pilothouse::SshSettings settings = lab.settings();
    QProcess program;
    program.setProcessChannelMode(QProcess::MergedChannels);
    program.start(QCoreApplication::applicationDirPath() + u"/sshprobe"_s,
                  {u"leave"_s, how, QString::number(settings.port), settings.identityFiles.first(), settings.userKnownHostsFile});
    QVERIFY(program.waitForFinished(60'000));
    QVERIFY2(program.exitStatus() == QProcess::NormalExit && program.exitCode() == 0, program.readAll().constData());
}

PILOTHOUSE_TEST(LeavingTest)
#include "tst_leaving.moc"
