// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/profiles.h"
#include "tests/support/runner.h"

#include <QTemporaryDir>
#include <QTest>

using namespace pilothouse;
using namespace Qt::StringLiterals;

class Profiles : public QObject {
    Q_OBJECT

private slots:
    void everyFieldIsRead()
    {
        const auto read = readProfiles(R"({"pilothouse": 1, "profiles": [
            {"name": "hpc-a", "kind": "slurm", "readOnly": true, "minimumInterval": 2.5,
             "ssh": {"host": "login1", "port": 2222, "user": "alice", "identityFiles": ["~/.ssh/a", "/b"], "userKnownHostsFile": "/k",
                     "proxyJump": "bob@jump:22", "config": "none", "preferredAuthentications": ["publickey", "password"]}},
            {"name": "here", "kind": "slurm", "local": true}]})"_ba);
        QVERIFY(read);
        const Profile wanted{.name = u"hpc-a"_s,
                             .kind = u"slurm"_s,
                             .local = false,
                             .ssh = {.host = u"login1"_s,
                                     .port = 2222,
                                     .user = u"alice"_s,
                                     .identityFiles = {u"~/.ssh/a"_s, u"/b"_s},
                                     .userKnownHostsFile = u"/k"_s,
                                     .proxyJump = u"bob@jump:22"_s,
                                     .config = u"none"_s,
                                     .preferredAuthentications = {u"publickey"_s, u"password"_s}},
                             .readOnly = true,
                             .minimumInterval = std::chrono::milliseconds(2500)};
        QVERIFY(read->at(0) == wanted);
        QVERIFY(read->at(1).local);
        QCOMPARE(read->at(1).minimumInterval, std::chrono::milliseconds(5000));
        QVERIFY(readProfiles(writeProfiles(*read)).value() == *read);
    }

    void mistakesAreToldWithTheirLine_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("told");
        const auto row = [](const char *name, const QByteArray &profile, const QString &told) {
            QTest::newRow(name) << "{\"pilothouse\": 1,\n \"profiles\": [\n{" + profile + "}]}" << told;
        };
        row("port too large", R"("name": "a", "kind": "slurm", "ssh": {"host": "h",
            "port": 70000})"_ba,
            u"line 4: \"port\" must be a whole number from 1 to 65535; leave it out to use the SSH configuration"_s);
        row("port in quotes", R"("name": "a", "kind": "slurm",

            "ssh": {"host": "h", "port": "22"})"_ba,
            u"line 5: \"port\" must be a whole number from 1 to 65535; leave it out to use the SSH configuration"_s);
        row("a secret", R"("name": "a", "kind": "slurm", "ssh": {"host": "h",
            "password": "x"})"_ba,
            u"line 4: \"password\" looks like a secret, and profile files never hold any: remove it; you will be asked"_s);
        row("a secret beside", R"("name": "a", "kind": "slurm", "local": true, "API_Token": "x")"_ba,
            u"line 3: \"API_Token\" looks like a secret, and profile files never hold any: remove it; you will be asked"_s);
        row("no name", R"("kind": "slurm", "local": true)"_ba, u"line 3: this profile has no \"name\"; give it one of your choice"_s);
        row("unknown kind", R"("name": "a", "kind": "pbs", "local": true)"_ba, u"line 3: profile \"a\" must have \"kind\": \"slurm\""_s);
        row("neither way", R"("name": "a", "kind": "slurm")"_ba, u"line 3: profile \"a\" needs either \"ssh\" or \"local\": true"_s);
        row("both ways", R"("name": "a", "kind": "slurm", "local": true, "ssh": {"host": "h"})"_ba,
            u"line 3: profile \"a\" needs either \"ssh\" or \"local\": true"_s);
        row("no host", R"("name": "a", "kind": "slurm", "ssh": {})"_ba,
            u"line 3: profile \"a\" has no \"host\" in \"ssh\"; give a name of ~/.ssh/config or an address"_s);
        row("a host that is an option", R"("name": "a", "kind": "slurm", "ssh": {"host": "-oProxyCommand=x"})"_ba,
            u"line 3: a host or user may not begin with \"-\""_s);
        row("a line feed in a host", R"("name": "a", "kind": "slurm", "ssh": {"host": "h\nx"})"_ba,
            u"line 3: \"host\" holds a control character; remove it"_s);
        row("interval of zero", R"("name": "a", "kind": "slurm", "local": true, "minimumInterval": 0)"_ba,
            u"line 3: \"minimumInterval\" must be a number of seconds from 1 to 86400"_s);
        row("boolean in quotes", R"("name": "a", "kind": "slurm", "local": "yes")"_ba,
            u"line 3: \"local\" must be true or false, without quotes"_s);
        row("unknown method", R"("name": "a", "kind": "slurm", "ssh": {"host": "h", "preferredAuthentications": ["pubkey"]})"_ba,
            u"line 3: \"preferredAuthentications\" does not know \"pubkey\"; it takes publickey, keyboard-interactive, password,"
            " gssapi-with-mic, none"_s);
        row("twice", R"("name": "a", "kind": "slurm", "local": true,
            "local": true)"_ba,
            u"line 4: \"local\" stands twice in profile \"a\"; remove one"_s);
        row("the same name", R"("name": "a", "kind": "slurm", "local": true}, {"name": "a", "kind": "slurm", "local": true)"_ba,
            u"line 3: two profiles are called \"a\"; rename one"_s);
        QTest::newRow("later version") << R"({"pilothouse": 2, "profiles": []})"_ba
                                       << u"line 1: the file must say \"pilothouse\": 1; a later version needs a later program"_s;
        QTest::newRow("no list") << R"({"pilothouse": 1})"_ba << u"line 1: the file must have a list \"profiles\": [ … ]"_s;
        QTest::newRow("a list alone") << "[]"_ba << u"line 1: a profile file is an object: {\"pilothouse\": 1, \"profiles\": [ … ]}"_s;
    }
    void mistakesAreToldWithTheirLine()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, told);
        const auto read = readProfiles(json);
        QVERIFY(!read);
        QCOMPARE(read.error().kind, Error::Kind::BadInput);
        QCOMPARE(read.error().subject + u": "_s + read.error().detail, told);
    }

    void brokenJsonIsToldWithItsLine()
    {
        const auto read = readProfiles("{\"pilothouse\": 1,\n\n \"profiles\": [,]}"_ba);
        QCOMPARE(read.error().subject, u"line 3"_s);
        QVERIFY2(read.error().detail.contains(u"syntax error"_s), qPrintable(read.error().detail));
        for (const QByteArray &cut : {""_ba, "{"_ba, "{\"pilothouse\": 1, \"profiles\": [{"_ba, "\xff"_ba, QByteArray(100'000, '[')})
            QCOMPARE(readProfiles(cut).error().kind, Error::Kind::BadInput);
    }

    void unknownKeysAreToldAndKept()
    {
        const auto read = readProfileFile(R"({"pilothouse": 1, "profiles": [{"name": "a", "kind": "slurm", "colour": ["red"],
            "ssh": {"host": "h", "compression": true}}]})"_ba);
        QVERIFY(read);
        QCOMPARE(read->notes,
                 (QStringList{u"line 1: the key \"colour\" of profile \"a\" is not known and is left alone"_s,
                              u"line 2: the key \"compression\" of \"ssh\" of profile \"a\" is not known and is left alone"_s}));
        const QByteArray written = writeProfileFile(*read);
        QVERIFY2(written.contains("\"red\"") && written.contains("\"compression\": true") && written.contains("\"host\": \"h\""),
                 written.constData());
    }

    void aMissingFileIsNotAnEmptyOne()
    {
        QTemporaryDir dir;
        QCOMPARE(loadProfiles(dir.filePath(u"none.json"_s)).error().kind, Error::Kind::NotFound);
        QFile large(dir.filePath(u"large.json"_s));
        QVERIFY(large.open(QIODevice::WriteOnly));
        large.resize(2 << 20);
        QCOMPARE(loadProfiles(large.fileName()).error().kind, Error::Kind::TooLarge);
        QCOMPARE(loadProfiles(dir.path()).error().kind, Error::Kind::BadInput);
    }
};
PILOTHOUSE_TEST(Profiles)

#include "tst_profiles.moc"
