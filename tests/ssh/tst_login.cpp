// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/prompters.h"
#include "backend/ssh/sshshell.h"
#include "tests/ssh/labssh.h"
#include "tests/support/delayproxy.h"
#include "tests/support/runner.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

// Knows answers by the prompt's words; keeps what it was asked.
class ScriptedPrompter final : public Prompter {
public:
    explicit ScriptedPrompter(QList<std::pair<QString, QByteArray>> answers) : m_answers(std::move(answers)) { }
    Result<QList<QByteArray>> ask(const Prompt &prompt, std::stop_token) override
    {
        QList<QByteArray> given;
        for (const Question &question : prompt.questions) {
            asked += question.text;
            for (const auto &[match, answer] : m_answers)
                if (question.text.contains(match)) {
                    given += QByteArray(answer.constData(), answer.size());
                    break;
                }
        }
        return given.size() == prompt.questions.size() ? Result<QList<QByteArray>>(given)
                                                       : failure(Error::Kind::NeedsPerson, prompt.host, asked.last());
    }
    QStringList asked;

private:
    QList<std::pair<QString, QByteArray>> m_answers;
};

QString described(const Result<Reply> &reply)
{
    return reply ? QString::fromUtf8(reply->out)
                 : u"%1|%2|%3"_s.arg(int(reply.error().kind)).arg(reply.error().subject, reply.error().detail);
}

QByteArray contents(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void append(const QString &name, const QByteArray &text)
{
    QFile file(name);
    if (file.open(QIODevice::Append))
        file.write(text);
}

} // namespace

class LoginTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void keys_of_every_kind_log_in_data();
    void keys_of_every_kind_log_in();
    void a_certificate_logs_in();
    void a_second_method_follows_a_partial_success_data();
    void a_second_method_follows_a_partial_success();
    void a_full_agent_does_not_shut_a_person_out();
    void identities_only_keeps_the_agents_other_keys_back();
    void a_wrong_password_is_refused_without_a_storm();
    void a_wrong_answer_is_given_once_by_whatever_method();
    void nobody_to_answer_says_what_was_asked();
    void a_passphrase_is_asked_only_for_a_key_that_the_server_wants();
    void config_jump_and_proxy_command_lead_to_the_host();
    void a_key_of_hardware_is_told_not_passed_over();

private:
    QString key(const QString &name, const QStringList &how, const QString &phrase = {}) const
    {
        const QString path = m_folder.filePath(name);
        if (!QFile::exists(path))
            QProcess::execute(u"ssh-keygen"_s, QStringList{u"-q"_s, u"-N"_s, phrase, u"-C"_s, name, u"-f"_s, path} + how);
        return path;
    }
    [[nodiscard]] SshSettings settings(int port) const { return m_lab.through(port, m_lab.settings(), m_folder.path()); }
    [[nodiscard]] QString whoAmI(const SshSettings &ssh, std::shared_ptr<Prompter> prompter = nobodyPrompter()) const
    {
        SshShell shell(profileWith(ssh), std::move(prompter));
        return described(runOne(shell, {.words = {"id", "-un"}}, Urgency::View, {}));
    }
    LabSsh m_lab;
    QTemporaryDir m_folder;
    QProcess m_agent;
    std::unique_ptr<ExtraSshd> m_sshd; // takes the keys in its folder
};

void LoginTest::initTestCase()
{
    if (!m_lab.load())
        QFAIL(qPrintable(m_lab.complaint()));
    m_agent.start(u"ssh-agent"_s, {u"-D"_s, u"-a"_s, m_folder.filePath(u"agent"_s)});
    QVERIFY(m_agent.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_folder.filePath(u"agent"_s)), 30'000);
    m_sshd = m_lab.start({u"AuthorizedKeysFile @DIR@/keys"_s, u"TrustedUserCAKeys @DIR@/ca.pub"_s, u"MaxAuthTries 6"_s});
    QVERIFY(m_sshd);
    key(u"ca"_s, {u"-t"_s, u"ed25519"_s});
    append(m_sshd->folder() + u"/ca.pub"_s, contents(m_folder.filePath(u"ca.pub"_s)));
}

void LoginTest::cleanupTestCase()
{
    m_sshd.reset();
    m_agent.kill();
    m_agent.waitForFinished();
}

void LoginTest::keys_of_every_kind_log_in_data()
{
    QTest::addColumn<QStringList>("how");
    QTest::addColumn<QString>("phrase");
    QTest::newRow("ed25519") << QStringList{u"-t"_s, u"ed25519"_s} << QString();
    QTest::newRow("ecdsa") << QStringList{u"-t"_s, u"ecdsa"_s} << QString();
    QTest::newRow("ecdsa-521") << QStringList{u"-t"_s, u"ecdsa"_s, u"-b"_s, u"521"_s} << QString();
    QTest::newRow("rsa") << QStringList{u"-t"_s, u"rsa"_s} << QString();
    QTest::newRow("rsa-pem") << QStringList{u"-t"_s, u"rsa"_s, u"-m"_s, u"PEM"_s} << QString();
    QTest::newRow("ecdsa-pem") << QStringList{u"-t"_s, u"ecdsa"_s, u"-m"_s, u"PEM"_s} << QString();
    QTest::newRow("ed25519-locked") << QStringList{u"-t"_s, u"ed25519"_s} << u"open sesame"_s;
    QTest::newRow("rsa-pem-locked") << QStringList{u"-t"_s, u"rsa"_s, u"-m"_s, u"PEM"_s} << u"open sesame"_s;
}

void LoginTest::keys_of_every_kind_log_in()
{
    QFETCH(QStringList, how);
    QFETCH(QString, phrase);
    const QString path = key(QString::fromLatin1(QTest::currentDataTag()), how, phrase);
    append(m_sshd->folder() + u"/keys"_s, contents(path + u".pub"_s));
    const auto prompter = std::make_shared<ScriptedPrompter>(
        QList<std::pair<QString, QByteArray>>{{u"passphrase for key '%1'"_s.arg(path), "open sesame"}});
    SshSettings ssh = settings(m_sshd->port());
    ssh.identityFiles = {path};
    QCOMPARE(whoAmI(ssh, prompter), u"alice\n"_s);
    QCOMPARE(prompter->asked.size(), phrase.isEmpty() ? 0 : 1);
    QFile::remove(path + u".pub"_s); // the private half alone will do
    QCOMPARE(whoAmI(ssh, prompter), u"alice\n"_s);
}

void LoginTest::a_certificate_logs_in()
{
    const QString path = key(u"certified"_s, {u"-t"_s, u"ed25519"_s});
    SshSettings ssh = settings(m_sshd->port());
    ssh.identityFiles = {path};
    ssh.preferredAuthentications = {u"publickey"_s};
    QVERIFY(whoAmI(ssh).startsWith(u"%1|"_s.arg(int(Error::Kind::LoginRefused))));
    QCOMPARE(QProcess::execute(u"ssh-keygen"_s,
                               {u"-q"_s, u"-s"_s, m_folder.filePath(u"ca"_s), u"-I"_s, u"test"_s, u"-n"_s, u"alice"_s, path + u".pub"_s}),
             0);
    QCOMPARE(whoAmI(ssh), u"alice\n"_s);
}

void LoginTest::a_second_method_follows_a_partial_success_data()
{
    QTest::addColumn<QString>("methods");
    QTest::newRow("key, then questions") << u"publickey,keyboard-interactive"_s;
    QTest::newRow("key, then password") << u"publickey,password"_s;
    QTest::newRow("password, then key") << u"password,publickey"_s;
    QTest::newRow("questions, then key") << u"keyboard-interactive,publickey"_s;
}

void LoginTest::a_second_method_follows_a_partial_success() // SSH-09
{
    QFETCH(QString, methods);
    const auto sshd = m_lab.start({u"AuthenticationMethods "_s + methods});
    QVERIFY(sshd);
    const auto prompter
        = std::make_shared<ScriptedPrompter>(QList<std::pair<QString, QByteArray>>{{u"assword"_s, m_lab.password(u"alice"_s).toUtf8()}});
    SshShell shell(profileWith(settings(sshd->port())), prompter);
    QCOMPARE(described(runOne(shell, {.words = {"id", "-un"}}, Urgency::View, {})), u"alice\n"_s);
    QCOMPARE(prompter->asked.size(), 1);
    QCOMPARE(shell.facts().steps.at(3).detail, QString(methods).replace(u","_s, u", "_s));
}

void LoginTest::a_full_agent_does_not_shut_a_person_out() // SSH-11
{
    for (int i = 0; i < 8; ++i)
        QCOMPARE(QProcess::execute(u"env"_s,
                                   {u"SSH_AUTH_SOCK="_s + m_folder.filePath(u"agent"_s), u"ssh-add"_s, u"-q"_s,
                                    key(u"held%1"_s.arg(i), {u"-t"_s, u"ed25519"_s})}),
                 0);
    const QString config = m_folder.filePath(u"config"_s);
    QFile::remove(config);
    append(config, "IdentityAgent " + m_folder.filePath(u"agent"_s).toUtf8() + "\n");
    // The configured key is none of the agent's.
    const QString path = key(u"ninth"_s, {u"-t"_s, u"ed25519"_s});
    append(m_sshd->folder() + u"/keys"_s, contents(path + u".pub"_s));
    SshSettings ssh = settings(m_sshd->port());
    ssh.config = config;
    ssh.identityFiles = {path};
    QCOMPARE(whoAmI(ssh), u"alice\n"_s);
    // The same agent, and an account with a password only.
    ssh.identityFiles = {m_folder.filePath(u"missing"_s)};
    const auto prompter
        = std::make_shared<ScriptedPrompter>(QList<std::pair<QString, QByteArray>>{{u"assword"_s, m_lab.password(u"alice"_s).toUtf8()}});
    QCOMPARE(whoAmI(ssh, prompter), u"alice\n"_s);
    // A key that only the agent holds, the last of eight, named by its public half.
    append(m_sshd->folder() + u"/keys"_s, contents(m_folder.filePath(u"held7.pub"_s)));
    QVERIFY(QFile::remove(m_folder.filePath(u"held7"_s)));
    ssh.identityFiles = {m_folder.filePath(u"held7"_s)};
    QCOMPARE(whoAmI(ssh), u"alice\n"_s);
}

void LoginTest::identities_only_keeps_the_agents_other_keys_back() // SSH-11
{
    const QString config = m_folder.filePath(u"only"_s);
    QFile::remove(config);
    append(config,
           "IdentityAgent " + m_folder.filePath(u"agent"_s).toUtf8() + "\nIdentitiesOnly yes\nIdentityFile "
               + m_folder.filePath(u"held0"_s).toUtf8() + "\n");
    const auto sshd
        = m_lab.start({u"AuthorizedKeysFile @DIR@/keys"_s, u"PasswordAuthentication no"_s, u"KbdInteractiveAuthentication no"_s});
    QVERIFY(sshd);
    append(sshd->folder() + u"/keys"_s, contents(m_folder.filePath(u"held1.pub"_s)));
    SshSettings ssh = settings(sshd->port());
    ssh.config = config;
    ssh.identityFiles.clear();
    QVERIFY2(whoAmI(ssh).startsWith(u"%1|"_s.arg(int(Error::Kind::LoginRefused))), qPrintable(whoAmI(ssh)));
    append(sshd->folder() + u"/keys"_s, contents(m_folder.filePath(u"held0.pub"_s)));
    QCOMPARE(whoAmI(ssh), u"alice\n"_s);
}

void LoginTest::a_wrong_password_is_refused_without_a_storm()
{
    DelayProxy proxy(m_lab.port());
    const QString file = m_folder.filePath(u"answers"_s);
    append(file, R"({"answers":[{"user":"alice","host":"127.0.0.1","match":"assword","answer":"wr0ng-s3cret"}]})");
    QCOMPARE(chmod(QFile::encodeName(file).constData(), 0600), 0);
    const auto prompter = filePrompter(file);
    QVERIFY(prompter);
    SshShell shell(profileWith(m_lab.through(proxy.port(), m_lab.settings(u"password"_s), m_folder.path())), *prompter);
    for (int i = 0; i < 4; ++i) {
        const auto reply = runOne(shell, {.words = {"true"}}, Urgency::View, {});
        QVERIFY(!reply);
        QCOMPARE(reply.error().kind, Error::Kind::NeedsPerson);
        QVERIFY2(reply.error().detail.contains(u"was refused"_s), qPrintable(reply.error().detail));
        QVERIFY(!described(reply).contains(u"wr0ng-s3cret"_s));
    }
    QCOMPARE(proxy.connections(), 1);
    shell.retryNow();
    QVERIFY(!runOne(shell, {.words = {"true"}}, Urgency::View, {}));
    QCOMPARE(proxy.connections(), 2);
}

void LoginTest::a_wrong_answer_is_given_once_by_whatever_method()
{
    const auto sshd = m_lab.start({u"PubkeyAuthentication no"_s, u"MaxAuthTries 10"_s});
    QVERIFY(sshd);
    const QString file = m_folder.filePath(u"wrong"_s);
    append(file, R"({"answers":[{"user":"alice","host":"127.0.0.1","match":"assword","answer":"wr0ng-s3cret"}]})");
    QCOMPARE(chmod(QFile::encodeName(file).constData(), 0600), 0);
    const auto prompter = filePrompter(file);
    QVERIFY(prompter);
    const QString words = whoAmI(settings(sshd->port()), *prompter);
    QVERIFY2(words.startsWith(u"%1|"_s.arg(int(Error::Kind::NeedsPerson))), qPrintable(words));
    const QString log = sshd->log();
    const auto failures = log.count(u"Failed keyboard-interactive"_s) + log.count(u"Failed password"_s);
    QVERIFY2(failures == 1, qPrintable(log));
}

void LoginTest::nobody_to_answer_says_what_was_asked()
{
    const QString words = whoAmI(m_lab.settings(u"kbd"_s));
    QVERIFY2(words.startsWith(u"%1|alice@"_s.arg(int(Error::Kind::NeedsPerson))) && words.contains(u"assword"_s), qPrintable(words));
    SshSettings locked = m_lab.settings(u"passphrase"_s);
    locked.preferredAuthentications = {u"publickey"_s};
    QVERIFY(whoAmI(locked).contains(u"passphrase"_s));
}

void LoginTest::a_passphrase_is_asked_only_for_a_key_that_the_server_wants()
{
    const QString path = key(u"unwanted"_s, {u"-t"_s, u"ed25519"_s}, u"never asked"_s);
    QFile::remove(path + u".pub"_s);
    const auto prompter = std::make_shared<ScriptedPrompter>(QList<std::pair<QString, QByteArray>>{});
    SshSettings ssh = m_lab.settings();
    ssh.identityFiles.prepend(path);
    QCOMPARE(whoAmI(ssh, prompter), u"alice\n"_s);
    QCOMPARE(prompter->asked, QStringList());
}

void LoginTest::config_jump_and_proxy_command_lead_to_the_host() // SSH-24
{
    const QString config = m_folder.filePath(u"ways"_s);
    const QByteArray jump = m_lab.value(u"LAB_JUMP_PORT"_s).toUtf8(), target = QByteArray::number(m_lab.port());
    const QByteArray folder = m_lab.value(u"LAB_DIR"_s).toUtf8() + "/ssh/";
    append(config,
           "Host *\nUserKnownHostsFile " + folder
               + "known_hosts\n"
                 "Host gate\nHostName 127.0.0.1\nPort "
               + jump + "\nUser bob\nIdentityFile " + folder
               + "bob_ed25519\n"
                 "Host gate2\nHostName 127.0.0.1\nPort "
               + jump + "\nUser bob\nIdentityFile " + folder
               + "bob_ed25519\nProxyJump gate\n"
                 "Host one two by-command\nHostName 127.0.0.1\nPort "
               + target + "\nUser alice\nIdentityFile " + folder
               + "alice_ed25519\n"
                 "Host one\nProxyJump gate\nHost two\nProxyJump gate2,gate\n"
                 "Host by-command\nProxyCommand ssh -F "
               + config.toUtf8()
               + " -o BatchMode=yes -W %h:%p gate\n"
                 "Host broken\nHostName 127.0.0.1\nProxyCommand echo sorry >&2; exit 3\n");
    SshSettings ssh;
    ssh.config = config;
    for (const auto &host : {u"one"_s, u"two"_s, u"by-command"_s}) {
        ssh.host = host;
        QCOMPARE(whoAmI(ssh), u"alice\n"_s);
    }
    ssh.host = u"broken"_s;
    const QString words = whoAmI(ssh);
    QVERIFY2(words.contains(u"sorry"_s), qPrintable(words));
}

void LoginTest::a_key_of_hardware_is_told_not_passed_over() // SSH-24
{
    const QString path = m_folder.filePath(u"id_ed25519_sk"_s);
    const auto field = [](const QByteArray &text) { return QByteArray("\0\0\0", 3) + char(text.size()) + text; };
    const QByteArray blob = field("sk-ssh-ed25519@openssh.com") + field(QByteArray(32, 'k')) + field("ssh:");
    append(path, "-----BEGIN OPENSSH PRIVATE KEY-----\n-----END OPENSSH PRIVATE KEY-----\n");
    append(path + u".pub"_s, "sk-ssh-ed25519@openssh.com " + blob.toBase64() + " alice\n");
    SshSettings ssh = settings(m_sshd->port());
    ssh.identityFiles = {path};
    ssh.preferredAuthentications = {u"publickey"_s};
    const QString words = whoAmI(ssh);
    QVERIFY2(words.startsWith(u"%1|"_s.arg(int(Error::Kind::LoginRefused))), qPrintable(words));
    QVERIFY2(words.contains(path + u": hardware keys work only through an agent"_s), qPrintable(words));
}

PILOTHOUSE_TEST(LoginTest)
#include "tst_login.moc"
