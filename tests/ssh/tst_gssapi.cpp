// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/prompters.h"
#include "backend/ssh/sshshell.h"
#include "tests/ssh/kdc.h"
#include "tests/ssh/labssh.h"
#include "tests/support/runner.h"

#include <QTest>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

// Log-in by a Kerberos ticket: a real KDC, a real sshd, all on loopback.
class GssapiTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanupTestCase();
    void a_ticket_logs_in();
    void a_ticket_counts_as_one_of_two_methods();
    void without_a_ticket_the_other_methods_are_tried_data();
    void without_a_ticket_the_other_methods_are_tried();
    void the_config_can_switch_it_off();
    void a_cache_that_kerberos_own_config_names_is_found();

private:
    [[nodiscard]] std::unique_ptr<ExtraSshd> sshd(QStringList lines) const
    {
        lines += {u"GSSAPIAuthentication yes"_s, u"GSSAPIStrictAcceptorCheck no"_s};
        return m_lab.start(lines, {u"KRB5_CONFIG=@DIR@/krb5.conf"_s, u"KRB5_KTNAME=@DIR@/keytab"_s});
    }
    // Its own key, or one of another host of the realm.
    [[nodiscard]] bool give(const ExtraSshd &server, const QString &keytab) const
    {
        return QFile::copy(m_kdc.config(), server.folder() + u"/krb5.conf"_s)
            && QFile::copy(m_folder.filePath(keytab), server.folder() + u"/keytab"_s);
    }
    // Who we are there, and how we came in.
    [[nodiscard]] QString logIn(const SshSettings &settings) const
    {
        SshShell shell(profileWith(settings), nobodyPrompter());
        const auto reply = runOne(shell, {.words = {"id", "-un"}}, Urgency::View, {});
        if (!reply)
            return u"%1: %2"_s.arg(int(reply.error().kind)).arg(reply.error().detail);
        return QString::fromUtf8(reply->out).trimmed() + u" by "_s + shell.facts().steps.value(3).detail;
    }
    [[nodiscard]] SshSettings settings(const ExtraSshd &server, bool withKey) const
    {
        SshSettings made = m_lab.through(server.port(), m_lab.settings(), m_folder.path());
        if (!withKey)
            made.identityFiles = {m_folder.filePath(u"none"_s)};
        return made;
    }
    LabSsh m_lab;
    Kdc m_kdc;
    QTemporaryDir m_folder;
};

void GssapiTest::initTestCase()
{
    if (!m_lab.load())
        QFAIL(qPrintable(m_lab.complaint()));
    if (qEnvironmentVariableIsEmpty("PILOTHOUSE_KERBEROS"))
        return;
    QVERIFY2(m_kdc.start(), qPrintable(m_kdc.complaint()));
    const bool made = m_kdc.addPerson(u"alice"_s, u"s3cret"_s) && m_kdc.addHost(u"127.0.0.1"_s, m_folder.filePath(u"keytab"_s))
        && m_kdc.addHost(u"elsewhere"_s, m_folder.filePath(u"other"_s))
        && m_kdc.logIn(u"alice"_s, u"s3cret"_s, m_folder.filePath(u"ticket"_s));
    QVERIFY2(made, qPrintable(m_kdc.complaint()));
    qputenv("KRB5_CONFIG", m_kdc.config().toUtf8());
    qputenv("KRB5CCNAME", "FILE:" + m_folder.filePath(u"ticket"_s).toUtf8());
}

// Here rather than in initTestCase: a skip there makes Qt 6.4 run nothing of the classes behind it in the same program.
void GssapiTest::init()
{
    if (qEnvironmentVariableIsEmpty("PILOTHOUSE_KERBEROS"))
        QSKIP(qPrintable(u"no Kerberos: "_s + qEnvironmentVariable("PILOTHOUSE_KERBEROS_WHY", u"PILOTHOUSE_KERBEROS is not set"_s)));
}

void GssapiTest::cleanupTestCase()
{
    qunsetenv("KRB5_CONFIG");
    qunsetenv("KRB5CCNAME");
}

void GssapiTest::a_ticket_logs_in()
{
    const auto server = sshd({});
    QVERIFY(server && give(*server, u"keytab"_s));
    QCOMPARE(logIn(settings(*server, false)), u"alice by gssapi-with-mic"_s);
}

void GssapiTest::a_ticket_counts_as_one_of_two_methods() // SSH-09
{
    const auto server = sshd({u"AuthenticationMethods gssapi-with-mic,publickey"_s});
    QVERIFY(server && give(*server, u"keytab"_s));
    QCOMPARE(logIn(settings(*server, true)), u"alice by gssapi-with-mic, publickey"_s);
}

void GssapiTest::without_a_ticket_the_other_methods_are_tried_data()
{
    QTest::addColumn<QString>("keytab");
    QTest::addColumn<QString>("ticket");
    QTest::newRow("no ticket") << u"keytab"_s << u"missing"_s;
    QTest::newRow("a ticket that the server can't read") << u"other"_s << u"ticket"_s;
}

void GssapiTest::without_a_ticket_the_other_methods_are_tried()
{
    QFETCH(QString, keytab);
    QFETCH(QString, ticket);
    const auto server = sshd({});
    QVERIFY(server && give(*server, keytab));
    qputenv("KRB5CCNAME", "FILE:" + m_folder.filePath(ticket).toUtf8());
    const QString withKey = logIn(settings(*server, true)), without = logIn(settings(*server, false));
    qputenv("KRB5CCNAME", "FILE:" + m_folder.filePath(u"ticket"_s).toUtf8());
    QCOMPARE(withKey, u"alice by publickey"_s);
    QVERIFY2(without.startsWith(u"%1: "_s.arg(int(Error::Kind::NeedsPerson))), qPrintable(without)); // the password is asked for
}

void GssapiTest::the_config_can_switch_it_off()
{
    const auto server = sshd({u"PasswordAuthentication no"_s, u"KbdInteractiveAuthentication no"_s});
    QVERIFY(server && give(*server, u"keytab"_s));
    SshSettings off = settings(*server, false);
    off.config = m_folder.filePath(u"off"_s);
    QFile file(off.config);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("GSSAPIAuthentication no\n") > 0);
    file.close();
    const QString words = logIn(off);
    QVERIFY2(words.startsWith(u"%1: "_s.arg(int(Error::Kind::LoginRefused))), qPrintable(words));
    QVERIFY2(words.contains(u"gssapi-with-mic"_s), qPrintable(words)); // the server takes it, it says
}

void GssapiTest::a_cache_that_kerberos_own_config_names_is_found()
{
    const auto server = sshd({});
    QVERIFY(server && give(*server, u"keytab"_s));
    QFile given(m_kdc.config()), own(m_folder.filePath(u"krb5.conf"_s));
    QVERIFY(given.open(QIODevice::ReadOnly) && own.open(QIODevice::WriteOnly));
    own.write(
        given.readAll().replace("[libdefaults]\n", "[libdefaults]\ndefault_ccache_name = FILE:" + m_folder.path().toUtf8() + "/ticket\n"));
    own.close();
    qputenv("KRB5_CONFIG", own.fileName().toUtf8());
    qunsetenv("KRB5CCNAME");
    const QString words = logIn(settings(*server, false));
    qputenv("KRB5_CONFIG", m_kdc.config().toUtf8());
    qputenv("KRB5CCNAME", "FILE:" + m_folder.filePath(u"ticket"_s).toUtf8());
    QCOMPARE(words, u"alice by gssapi-with-mic"_s);
}

PILOTHOUSE_TEST(GssapiTest)
#include "tst_gssapi.moc"
