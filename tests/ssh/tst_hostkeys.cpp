// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/prompters.h"
#include "backend/ssh/sshshell.h"
#include "tests/ssh/labssh.h"
#include "tests/support/runner.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

// What we say of a file of known hosts is what OpenSSH's ssh says, against a real sshd.
class HostKeysTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void we_agree_with_openssh_data();
    void we_agree_with_openssh();
    void a_password_waits_for_the_host_key();
    void a_changed_key_shows_both_fingerprints();

private:
    [[nodiscard]] QByteArray publicKey(const QString &path) const
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').mid(0, 2).join(' ').trimmed() : QByteArray();
    }
    LabSsh m_lab;
    QTemporaryDir m_folder;
    QByteArray m_ours, m_otherEd, m_rsa;
};

void HostKeysTest::initTestCase()
{
    if (!m_lab.load())
        QFAIL(qPrintable(m_lab.complaint()));
    m_ours = publicKey(m_lab.value(u"LAB_DIR"_s) + u"/ssh/host_sshd.pub"_s);
    for (const auto &[type, name] : {std::pair{u"ed25519"_s, u"ed"_s}, std::pair{u"rsa"_s, u"rsa"_s}})
        QCOMPARE(QProcess::execute(u"ssh-keygen"_s, {u"-q"_s, u"-t"_s, type, u"-N"_s, QString(), u"-f"_s, m_folder.filePath(name)}), 0);
    m_otherEd = publicKey(m_folder.filePath(u"ed.pub"_s));
    m_rsa = publicKey(m_folder.filePath(u"rsa.pub"_s));
    QVERIFY(!m_ours.isEmpty() && !m_otherEd.isEmpty() && !m_rsa.isEmpty());
}

void HostKeysTest::we_agree_with_openssh_data()
{
    using Kind = Error::Kind;
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("hash");
    QTest::addColumn<int>("kind"); // -1: we get in
    const auto row
        = [](const char *name, const QByteArray &text, int kind, bool hash = false) { QTest::newRow(name) << text << hash << kind; };
    row("known", "[127.0.0.1]:PORT OURS\n", -1);
    row("hashed", "[127.0.0.1]:PORT OURS\n", -1, true);
    row("plain name", "127.0.0.1 OURS\n", -1);
    row("hashed plain name", "127.0.0.1 OURS\n", -1, true);
    row("pattern", "[127.0.0.?]:* OURS\n", -1);
    row("several names", "x,[127.0.0.1]:PORT,y OURS comment here\n", -1);
    row("good after changed", "[127.0.0.1]:PORT OTHER\n[127.0.0.1]:PORT OURS\n", -1);
    row("good behind broken lines", "[127.0.0.1]:PORT ssh-ed25519 AAAA\n\n# x\n[127.0.0.1]:PORT\n@what * OURS\n[127.0.0.1]:PORT OURS\n",
        -1);
    row("another revoked", "[127.0.0.1]:PORT OURS\n@revoked * OTHER\n", -1);
    row("empty", "", int(Kind::HostKeyUnknown));
    row("another port", "[127.0.0.1]:1 OURS\n", int(Kind::HostKeyUnknown));
    row("negated", "[127.0.0.*]:PORT,![127.0.0.1]:PORT OURS\n", int(Kind::HostKeyUnknown));
    row("authority", "@cert-authority * OURS\n", int(Kind::HostKeyUnknown));
    row("changed", "[127.0.0.1]:PORT OTHER\n", int(Kind::HostKeyChanged));
    row("changed, plain name good", "[127.0.0.1]:PORT OTHER\n127.0.0.1 OURS\n", int(Kind::HostKeyChanged));
    row("other type", "[127.0.0.1]:PORT RSA\n", int(Kind::HostKeyUnknown));
    row("revoked beside good", "[127.0.0.1]:PORT OURS\n@revoked [127.0.0.1]:PORT OURS\n", int(Kind::HostKeyRevoked));
    row("revoked for all", "[127.0.0.1]:PORT OURS\n@revoked * OURS\n", int(Kind::HostKeyRevoked));
    row("revoked before good", "@revoked * OURS\n[127.0.0.1]:PORT OURS\n", int(Kind::HostKeyRevoked));
    row("revoked alone", "@revoked * OURS\n", int(Kind::HostKeyRevoked));
}

void HostKeysTest::we_agree_with_openssh() // SSH-17, SSH-19
{
    QFETCH(QByteArray, text);
    QFETCH(bool, hash);
    QFETCH(int, kind);
    text.replace("PORT", QByteArray::number(m_lab.port())).replace("OURS", m_ours).replace("OTHER", m_otherEd).replace("RSA", m_rsa);
    const QString name = m_folder.filePath(u"known_hosts"_s);
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(text);
    file.close();
    if (hash)
        QCOMPARE(QProcess::execute(u"ssh-keygen"_s, {u"-q"_s, u"-H"_s, u"-f"_s, name}), 0);
    SshSettings settings = m_lab.settings();
    QProcess ssh;
    ssh.start(u"ssh"_s,
              {u"-F"_s, u"none"_s, u"-o"_s, u"StrictHostKeyChecking=yes"_s, u"-o"_s, u"BatchMode=yes"_s, u"-o"_s,
               u"UserKnownHostsFile="_s + name, u"-o"_s, u"GlobalKnownHostsFile=/dev/null"_s, u"-o"_s, u"IdentityAgent=none"_s, u"-i"_s,
               settings.identityFiles.first(), u"-p"_s, QString::number(settings.port), settings.user + u'@' + settings.host, u"exit"_s});
    ssh.waitForFinished();
    QVERIFY2((ssh.exitCode() == 0) == (kind == -1), ssh.readAllStandardError().constData());
    settings.userKnownHostsFile = name;
    SshShell ours(profileWith(settings), nobodyPrompter());
    const auto reply = runOne(ours, {.words = {"true"}}, Urgency::View, {});
    QCOMPARE(reply ? -1 : int(reply.error().kind), kind);
    QFile after(name);
    QVERIFY(after.open(QIODevice::ReadOnly));
    if (!hash)
        QCOMPARE(after.readAll(), text); // nothing is accepted silently, nothing is tidied up
}

void HostKeysTest::a_password_waits_for_the_host_key()
{
    class Watching final : public Prompter {
    public:
        Result<QList<QByteArray>> ask(const Prompt &, std::stop_token) override
        {
            ++asked;
            return QList<QByteArray>{"secret"};
        }
        std::atomic<int> asked = 0;
    };
    const auto prompter = std::make_shared<Watching>();
    SshSettings settings = m_lab.settings(u"password"_s);
    settings.userKnownHostsFile = m_folder.filePath(u"nothing"_s);
    SshShell ssh(profileWith(settings), prompter);
    for (int i = 0; i < 3; ++i) { // stays refused, without knocking again
        const auto reply = runOne(ssh, {.words = {"true"}}, Urgency::View, {});
        QVERIFY(!reply);
        QCOMPARE(reply.error().kind, Error::Kind::HostKeyUnknown);
        QCOMPARE(reply.error().subject, u"[127.0.0.1]:%1"_s.arg(m_lab.port()));
        QVERIFY(reply.error().detail.contains(u"SHA256:"_s));
    }
    QCOMPARE(prompter->asked, 0);
    QVERIFY(!QFile::exists(settings.userKnownHostsFile));
    QCOMPARE(ssh.facts().steps.last().what, u"hostkey"_s);
    QCOMPARE(ssh.facts().steps.last().state, LinkStep::State::Failed);
}

void HostKeysTest::a_changed_key_shows_both_fingerprints()
{
    const QString name = m_folder.filePath(u"changed"_s);
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[127.0.0.1]:" + QByteArray::number(m_lab.port()) + ' ' + m_otherEd + '\n');
    file.close();
    const auto fingerprint = [](const QString &key) {
        QProcess keygen;
        keygen.start(u"ssh-keygen"_s, {u"-l"_s, u"-f"_s, key});
        keygen.waitForFinished();
        return QString::fromUtf8(keygen.readAllStandardOutput()).section(u' ', 1, 1);
    };
    SshSettings settings = m_lab.settings();
    settings.userKnownHostsFile = name;
    SshShell ssh(profileWith(settings), nobodyPrompter());
    const auto reply = runOne(ssh, {.words = {"true"}}, Urgency::View, {});
    QVERIFY(!reply);
    const QString theirs = fingerprint(m_lab.value(u"LAB_DIR"_s) + u"/ssh/host_sshd.pub"_s);
    QVERIFY(theirs.startsWith(u"SHA256:"_s));
    QVERIFY2(reply.error().detail.contains(theirs), qPrintable(reply.error().detail));
    QVERIFY(reply.error().detail.contains(fingerprint(m_folder.filePath(u"ed.pub"_s))));
}

PILOTHOUSE_TEST(HostKeysTest)
#include "tst_hostkeys.moc"
