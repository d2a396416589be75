// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/sshconfig.h"
#include "tests/support/runner.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <pwd.h>
#include <unistd.h>

using namespace pilothouse;
using namespace Qt::StringLiterals;

namespace {

QByteArray written(const QString &name, const QByteArray &text)
{
    QDir().mkpath(QFileInfo(name).path());
    QFile file(name);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? QByteArray() : file.errorString().toUtf8();
}

// OpenSSH's own reading: keyword → values.
QHash<QString, QStringList> openSsh(const QString &file, const QString &host)
{
    QProcess ssh;
    ssh.start(u"ssh"_s, {u"-G"_s, u"-F"_s, file, host});
    ssh.waitForFinished();
    QHash<QString, QStringList> values;
    for (const QString &line : QString::fromUtf8(ssh.readAllStandardOutput()).split(u'\n'))
        values[line.section(u' ', 0, 0)] += line.section(u' ', 1);
    return values;
}

} // namespace

class SshConfigTest : public QObject {
    Q_OBJECT
private slots:
    void a_config_is_read_as_openssh_reads_it_data();
    void a_config_is_read_as_openssh_reads_it();
    void what_is_not_understood_is_told();
    void a_broken_line_is_an_error_with_its_place();
    void the_profile_goes_before_the_config();
    void a_variable_that_is_not_set_makes_no_other_path();
    void jumps_are_read();
    void a_proxy_command_is_filled_in_safely();

private:
    QTemporaryDir m_folder;
    [[nodiscard]] ConfigFiles files(const QString &name) const
    {
        const passwd *person = getpwuid(getuid());
        return {{name}, QString::fromLocal8Bit(person->pw_dir), m_folder.path(), QString::fromLocal8Bit(person->pw_name)};
    }
};

void SshConfigTest::a_config_is_read_as_openssh_reads_it_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("host");
    const auto row
        = [](const char *name, const QByteArray &text, const QString &host = u"login1"_s) { QTest::newRow(name) << text << host; };
    row("empty", "");
    row("one host", "Host login1\n  HostName login1.example.org\n  User alice\n  Port 2222\n  IdentityFile ~/.ssh/id_lab\n");
    row("first value wins", "Host login*\nUser first\nHost *\nUser second\nPort 2022\n");
    row("negation", "Host !login1 *\nUser other\nHost login1\nUser own\n");
    row("negated for another host", "Host !login2 *\nUser other\n");
    row("equals signs and quotes", "Host login1\nHostName=login.example\nUser = \"alice\"\nIdentityFile \"/tmp/my key\"\nPort=44\n");
    row("tokens in HostName", "Host login1\nHostName %h.cluster.example\n");
    row("many identities", "IdentityFile /a\nIdentityFile /b\nHost login1\nIdentityFile /c\nIdentityFile /a\n");
    row("tokens in paths",
        "Host login1\nHostName h.example\nUser bob\nPort 99\nIdentityFile /k/%h_%p_%r_%n_%u_%d\nCertificateFile /c/%h-cert.pub\n");
    row("jump", "Host login1\nProxyJump bob@gate:2200,second\n");
    row("jump none first", "Host login1\nProxyJump none\nHost *\nProxyJump gate\n");
    row("command before jump", "Host login1\nProxyCommand nc %h %p\nHost *\nProxyJump gate\n");
    row("jump before command", "Host login1\nProxyJump gate\nHost *\nProxyCommand nc %h %p\n");
    row("known hosts", "Host login1\nUserKnownHostsFile /a/known /b/known\nGlobalKnownHostsFile /g\nHostKeyAlias cluster\n");
    row("other options",
        "Host login1\nIdentitiesOnly yes\nIdentityAgent /run/agent\nPreferredAuthentications publickey,password\nServerAliveInterval 17\nConnectTimeout 9\nAddressFamily inet6\nBindAddress 127.0.0.2\n");
    row("time with unit", "ConnectTimeout 1m\nServerAliveInterval 2m5s\n");
    row("Match host", "Host login1\nHostName real.example\nMatch host real.example\nUser matched\n");
    row("Match originalhost", "Host login1\nHostName real.example\nMatch originalhost login1\nUser matched\n");
    row("Match user", "Host login1\nUser alice\nMatch user alice,bob\nPort 77\nMatch user carol\nPort 78\n");
    row("Match negated", "Match !host login1\nPort 78\nMatch !host login2 originalhost login*\nUser x\n");
    row("Match all", "Host elsewhere\nUser a\nMatch all\nUser b\n");
    row("Match with two conditions", "Match host login1 user nobody-here\nPort 78\n");
    row("include", "Include one.conf\nHost *\nUser last\n");
    row("include in a host block", "Host elsewhere\nInclude one.conf\nHost login1\nPort 91\n");
    row("include of many", "Host login1\nInclude conf.d/*\nUser late\n");
    row("comment behind", "Host login1\nUser alice # her\n");
    row("keywords in any case", "hOsT login1\nhostNAME x.example\nUSER u\n");
    row("IPv6", "Host six\nHostName ::1\n", u"six"_s);
    row("methods switched off",
        "PubkeyAuthentication no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\nGSSAPIAuthentication no\n");
}

void SshConfigTest::a_config_is_read_as_openssh_reads_it() // SSH-24
{
    QFETCH(QByteArray, text);
    QFETCH(QString, host);
    const QString name = m_folder.filePath(u"config"_s);
    // OpenSSH looks for relative includes in ~/.ssh: here they are given as a whole path.
    text.replace("Include ", "Include " + m_folder.path().toUtf8() + '/');
    QCOMPARE(written(m_folder.filePath(u"one.conf"_s), "Host login1\nUser included\nHost other\nUser no\n"), QByteArray());
    QCOMPARE(written(m_folder.filePath(u"conf.d/10-a"_s), "User ten\nPort 1010\n"), QByteArray());
    QCOMPARE(written(m_folder.filePath(u"conf.d/20-b"_s), "User twenty\nHost nobody\nHostName no\n"), QByteArray());
    QCOMPARE(written(name, text), QByteArray());
    const ConfigFiles paths = files(name);
    const auto ours = readSshConfig(paths, host, {}, 0);
    QVERIFY2(ours, ours ? "" : qPrintable(ours.error().detail));
    auto theirs = openSsh(name, host);
    QVERIFY(!theirs[u"hostname"_s].isEmpty());
    QCOMPARE(ours->notUnderstood, QStringList());
    const auto path = [&](QString word) {
        word.replace(u"~"_s, paths.home)
            .replace(u"%h"_s, ours->hostName)
            .replace(u"%p"_s, QString::number(ours->port))
            .replace(u"%r"_s, ours->user);
        return word.replace(u"%n"_s, host).replace(u"%u"_s, paths.localUser).replace(u"%d"_s, paths.home);
    };
    const auto paths_ = [&](const QStringList &words) {
        QStringList all;
        for (const QString &each : words)
            all += path(each);
        return all;
    };
    const auto value = [&](const char *key) { return theirs[QString::fromLatin1(key)].value(0); };
    QCOMPARE(ours->hostName, value("hostname"));
    QCOMPARE(QString::number(ours->port), value("port"));
    QCOMPARE(ours->user, value("user"));
    QCOMPARE(ours->proxyJump, value("proxyjump"));
    QCOMPARE(ours->proxyCommand, value("proxycommand"));
    QCOMPARE(ours->hostKeyAlias, value("hostkeyalias"));
    QCOMPARE(ours->identitiesOnly, value("identitiesonly") == u"yes"_s);
    QCOMPARE(ours->identityAgent, value("identityagent"));
    QCOMPARE(ours->bindAddress, value("bindaddress"));
    QCOMPARE(ours->certificateFiles, paths_(theirs[u"certificatefile"_s]));
    QCOMPARE(ours->userKnownHostsFiles, paths_(value("userknownhostsfile").split(u' ')));
    QCOMPARE(ours->globalKnownHostsFiles, paths_(value("globalknownhostsfile").split(u' ')));
    QCOMPARE(ours->preferredAuthentications.join(u','), value("preferredauthentications"));
    QCOMPARE(ours->serverAliveInterval.count(), value("serveraliveinterval").toInt());
    QCOMPARE(ours->connectTimeout.count(), value("connecttimeout") == u"none"_s ? 0 : value("connecttimeout").toInt());
    QCOMPARE(int(ours->family), value("addressfamily") == u"inet6"_s ? int(HostConfig::Family::Inet6) : int(HostConfig::Family::Any));
    QCOMPARE(ours->pubkeyAuthentication, value("pubkeyauthentication") != u"false"_s);
    QCOMPARE(ours->passwordAuthentication, value("passwordauthentication") == u"yes"_s);
    QCOMPARE(ours->kbdInteractiveAuthentication, value("kbdinteractiveauthentication") == u"yes"_s);
    if (ours->identitiesGiven)
        QCOMPARE(ours->identityFiles, paths_(theirs[u"identityfile"_s]));
}

void SshConfigTest::what_is_not_understood_is_told() // SSH-24
{
    const QString name = m_folder.filePath(u"strange"_s);
    QCOMPARE(
        written(
            name,
            "Match exec \"test -e /vpn\"\nHostName other.example\nMatch host login1 exec true\nUser x\nMatch host elsewhere exec true\nUser y\nHost *\nPKCS11Provider /lib/p11.so\nCompression yes\nUser own\n"),
        QByteArray());
    const auto config = readSshConfig(files(name), u"login1"_s, {}, 0);
    QVERIFY(config);
    QCOMPARE(config->hostName, u"login1"_s);
    QCOMPARE(config->user, u"own"_s);
    QCOMPARE(config->notUnderstood,
             QStringList({u"Match exec \"test -e /vpn\""_s, u"Match host login1 exec true"_s, u"PKCS11Provider /lib/p11.so"_s}));
}

void SshConfigTest::a_broken_line_is_an_error_with_its_place()
{
    const QString name = m_folder.filePath(u"broken"_s);
    QCOMPARE(written(name, "Host *\nUser \"alice\nPort 22\n"), QByteArray());
    const auto config = readSshConfig(files(name), u"login1"_s, {}, 0);
    QVERIFY(!config);
    QCOMPARE(config.error().kind, Error::Kind::BadInput);
    QCOMPARE(config.error().subject, name + u":2"_s);
    QCOMPARE(written(name, "Port many\n"), QByteArray());
    QCOMPARE(readSshConfig(files(name), u"login1"_s, {}, 0).error().kind, Error::Kind::BadInput);
    QCOMPARE(written(name, "Include " + name.toUtf8() + "\n"), QByteArray());
    QCOMPARE(readSshConfig(files(name), u"login1"_s, {}, 0).error().kind, Error::Kind::BadInput);
}

void SshConfigTest::the_profile_goes_before_the_config()
{
    const QString name = m_folder.filePath(u"profile"_s);
    QCOMPARE(written(name, "Host *\nUser configured\nPort 2222\nProxyCommand nc x\nIdentityFile /c\n"), QByteArray());
    SshSettings settings;
    settings.host = u"login1"_s;
    settings.user = u"alice"_s;
    settings.identityFiles = {u"/p"_s};
    settings.proxyJump = u"none"_s;
    settings.config = name;
    const auto config = hostConfigFor(settings);
    QVERIFY(config);
    QCOMPARE(config->user, u"alice"_s);
    QCOMPARE(config->port, 2222);
    QCOMPARE(config->identityFiles, QStringList{u"/p"_s});
    QCOMPARE(config->proxyCommand, QString());
    settings.host = u"-oProxyCommand=x"_s;
    QCOMPARE(hostConfigFor(settings).error().kind, Error::Kind::BadInput);
}

void SshConfigTest::a_variable_that_is_not_set_makes_no_other_path()
{
    qunsetenv("PILOTHOUSE_TEST_UNSET");
    qputenv("PILOTHOUSE_TEST_SET", "/keys");
    const QString name = m_folder.filePath(u"variables"_s);
    SshSettings settings;
    settings.host = u"login1"_s;
    settings.config = name;
    const auto read = [&](const QByteArray &text) {
        (void)written(name, text);
        const auto config = hostConfigFor(settings);
        return config ? config->hostName + u' ' + config->identityFiles.join(u' ') : config.error().detail;
    };
    QCOMPARE(read("IdentityFile ${PILOTHOUSE_TEST_SET}/%h-${PILOTHOUSE_TEST_SET}\n"), u"login1 /keys/login1-/keys"_s);
    QCOMPARE(read("IdentityFile /a${PILOTHOUSE_TEST_UNSET}/b\n"), u"not set: ${PILOTHOUSE_TEST_UNSET}"_s);
    QCOMPARE(read("UserKnownHostsFile /a/${PILOTHOUSE\nIdentityFile /c\n"), u"not set: ${PILOTHOUSE"_s);
    QCOMPARE(read("HostName ${PILOTHOUSE_TEST_SET}\nIdentityFile /c\n"), u"${pilothouse_test_set} /c"_s); // OpenSSH knows none there
    settings.identityFiles = {u"${PILOTHOUSE_TEST_UNSET}"_s};
    QCOMPARE(read(""), u"not set: ${PILOTHOUSE_TEST_UNSET}"_s);
}

void SshConfigTest::jumps_are_read()
{
    const auto hops = parseJumps(u"bob@gate:2200,[fe80::1]:22,ssh://carol@last"_s);
    QVERIFY(hops);
    QCOMPARE(hops->size(), 3);
    QCOMPARE(hops->at(0).user, u"bob"_s);
    QCOMPARE(hops->at(0).port, 2200);
    QCOMPARE(hops->at(1).host, u"fe80::1"_s);
    QCOMPARE(hops->at(2).host, u"last"_s);
    QCOMPARE(hops->at(2).user, u"carol"_s);
    QVERIFY(!parseJumps(u"gate:port"_s));
    QVERIFY(!parseJumps(u"-oX=y"_s));
    QVERIFY(!parseJumps(u"gate:70000"_s));
}

void SshConfigTest::a_proxy_command_is_filled_in_safely()
{
    HostConfig config;
    config.original = u"login1"_s;
    config.hostName = u"login1.example"_s;
    config.port = 2222;
    config.user = u"alice"_s;
    config.proxyCommand = u"nc -X 5 %h %p %r %n %%"_s;
    QCOMPARE(*expandProxyCommand(config), "exec nc -X 5 login1.example 2222 alice login1 %"_ba);
    config.proxyCommand = u"~/way sh -c 'H=%h; exec nc ${H%%%%.internal} ${GATE:-gw} $HOME %p'"_s; // the shell's own is left to it
    QCOMPARE(*expandProxyCommand(config), "exec ~/way sh -c 'H=login1.example; exec nc ${H%%.internal} ${GATE:-gw} $HOME 2222'"_ba);
    for (const auto &bad : {u"x;reboot"_s, u"$(id)"_s, u"-oProxyCommand=id"_s, u"a b"_s, u"a\nb"_s, u"`id`"_s}) {
        config.hostName = bad;
        QVERIFY2(!expandProxyCommand(config), qPrintable(bad));
    }
}

PILOTHOUSE_TEST(SshConfigTest)
#include "tst_sshconfig.moc"
