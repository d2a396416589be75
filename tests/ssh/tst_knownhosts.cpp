// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/knownhosts.h"
#include "tests/support/runner.h"

#include <QTest>

using namespace pilothouse;
using namespace Qt::StringLiterals;

namespace {

// A key whose blob names its type, as a real one's does.
HostKey keyOf(const QByteArray &type, char filling)
{
    QByteArray blob(4, '\0');
    blob[3] = char(type.size());
    return {type, blob + type + QByteArray(32, filling)};
}

const HostKey kOurs = keyOf("ssh-ed25519", 'a');
const HostKey kOther = keyOf("ssh-ed25519", 'b');
const HostKey kRsa = keyOf("ssh-rsa", 'c');

// "OURS", "OTHER" and "RSA" stand for type and key.
QByteArray filled(QByteArray text)
{
    for (const auto &[word, key] : {std::pair{"OURS"_ba, kOurs}, std::pair{"OTHER"_ba, kOther}, std::pair{"RSA"_ba, kRsa}})
        text.replace(word, key.type + ' ' + key.blob.toBase64());
    return text;
}

} // namespace

class KnownHostsTest : public QObject {
    Q_OBJECT
private slots:
    void a_file_gives_the_right_verdict_data();
    void a_file_gives_the_right_verdict();
    void a_certificate_authority_is_told();
    void the_types_on_file_are_asked_for_first();
    void patterns_hold_as_in_openssh();
};

void KnownHostsTest::a_file_gives_the_right_verdict_data()
{
    using Kind = HostVerdict::Kind;
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("port");
    QTest::addColumn<HostVerdict::Kind>("kind");
    const auto row = [](const char *name, const QByteArray &file, int port, Kind kind) { QTest::newRow(name) << file << port << kind; };
    row("plain", "login.example OURS\n", 22, Kind::Known);
    row("no line feed at the end", "login.example OURS", 22, Kind::Known);
    row("several names and a comment", "# hosts\n\nfirst,login.example,10.0.0.1 OURS alice@home\n", 22, Kind::Known);
    row("upper case", "LOGIN.example OURS\n", 22, Kind::Known);
    row("nothing", "", 22, Kind::Unknown);
    row("another host", "elsewhere.example OURS\n", 22, Kind::Unknown);
    row("port", "[login.example]:2222 OURS\n", 2222, Kind::Known);
    row("another port", "[login.example]:2222 OURS\n", 2223, Kind::Unknown);
    row("port line for port 22", "[login.example]:2222 OURS\n", 22, Kind::Unknown);
    row("plain line with the very key serves a port", "login.example OURS\n", 2222, Kind::Known);
    row("plain line with another key does not", "login.example OTHER\n", 2222, Kind::Unknown);
    row("changed", "login.example OTHER\n", 22, Kind::Changed);
    row("changed, and ours beside it", "login.example OTHER\nlogin.example OURS\n", 22, Kind::Known);
    row("other type", "login.example RSA\n", 22, Kind::OtherType);
    row("pattern", "*.example OURS\n", 22, Kind::Known);
    row("question mark", "logi?.example OURS\n", 22, Kind::Known);
    row("negated", "*.example,!login.example OURS\n", 22, Kind::Unknown);
    row("revoked beside a good line", "login.example OURS\n@revoked login.example OURS\n", 22, Kind::Revoked);
    row("revoked for all", "login.example OURS\n@revoked * OURS\n", 22, Kind::Revoked);
    row("revoked alone", "@revoked * OURS\n", 22, Kind::Revoked);
    row("another key revoked", "login.example OURS\n@revoked * OTHER\n", 22, Kind::Known);
    row("revoked on the plain name, reached by port", "[login.example]:2222 OURS\n@revoked * OURS\n", 2222, Kind::Revoked);
    row("authority's key is no host's", "@cert-authority login.example OURS\n", 22, Kind::Unknown);
    row("unknown mark", "@wanted login.example OURS\n", 22, Kind::Unknown);
    row("broken lines", "login.example\nlogin.example ssh-ed25519\nlogin.example ssh-ed25519 AAA!\n|1|x|y OURS\n\tlogin.example OURS\n", 22,
        Kind::Known);
    row("type and key disagree", "login.example ssh-rsa " + kOurs.blob.toBase64() + "\n", 22, Kind::Unknown);
    row("unknown key type", "login.example ssh-quantum AAAAC3NzaC1lZDI1NTE5AAAA\n", 22, Kind::Unknown);
    // ssh-keygen -H of "login.example" and "[login.example]:2222" with the salt "0123456789abcdefghij".
    row("hashed", "|1|MDEyMzQ1Njc4OWFiY2RlZmdoaWo=|HASHED OURS\n", 22, Kind::Known);
    row("hashed with port", "|1|MDEyMzQ1Njc4OWFiY2RlZmdoaWo=|PORTED OURS\n", 2222, Kind::Known); // SSH-17
    row("hashed for another port", "|1|MDEyMzQ1Njc4OWFiY2RlZmdoaWo=|PORTED OURS\n", 2223, Kind::Unknown);
}

void KnownHostsTest::a_file_gives_the_right_verdict()
{
    QFETCH(QByteArray, file);
    QFETCH(int, port);
    file.replace("HASHED", "YokjqjBlRPXk6pcgGutbs1sgjc0=").replace("PORTED", "6LnlL4Cg2QVo5Fy5xegsKM1qsHQ=");
    KnownHosts hosts;
    hosts.addText(filled(file));
    QTEST(hosts.check(u"Login.Example"_s, port, kOurs).kind, "kind");
}

void KnownHostsTest::a_certificate_authority_is_told()
{
    KnownHosts hosts;
    hosts.addText(filled("@cert-authority *.example RSA\n"));
    const HostVerdict verdict = hosts.check(u"login.example"_s, 22, kOurs);
    QVERIFY(verdict.authorityOnFile);
    QVERIFY(verdict.onFile.isEmpty());
    QVERIFY(!hosts.check(u"login.test"_s, 22, kOurs).authorityOnFile);
}

void KnownHostsTest::the_types_on_file_are_asked_for_first()
{
    KnownHosts hosts;
    hosts.addText(filled("login.example RSA\n@revoked login.example OURS\n[login.example]:2222 OTHER\n"));
    QCOMPARE(hosts.typesFor(u"login.example"_s, 22), QByteArrayList{"ssh-rsa"});
    QCOMPARE(hosts.typesFor(u"login.example"_s, 2222), QByteArrayList{"ssh-ed25519"});
    QCOMPARE(hosts.typesFor(u"login.example"_s, 2223), QByteArrayList{"ssh-rsa"});
}

void KnownHostsTest::patterns_hold_as_in_openssh()
{
    QVERIFY(matchesPattern("login1", "login?"));
    QVERIFY(matchesPattern("", "*"));
    QVERIFY(matchesPattern("a.b.c", "a*c"));
    QVERIFY(matchesPattern("aXbXc", "*X*c"));
    QVERIFY(!matchesPattern("login12", "login?"));
    QVERIFY(!matchesPattern("a", ""));
    QVERIFY(matchesPatternList("a", "b,a"));
    QVERIFY(!matchesPatternList("a", "a,!a"));
    QVERIFY(!matchesPatternList("a", "!b"));
}

Q_DECLARE_METATYPE(HostVerdict::Kind)
PILOTHOUSE_TEST(KnownHostsTest)
#include "tst_knownhosts.moc"
