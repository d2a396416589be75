// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "tests/support/runner.h"

#include <QTest>

using namespace pilothouse;
using namespace Qt::StringLiterals;

class CommandLineTest : public QObject {
    Q_OBJECT

private slots:
    void everythingIsRead()
    {
        const auto line = readCommandLine({u"pilothouse"_s, u"--list"_s, u"jobs"_s, u"--filter"_s, u"user:me state:pending"_s,
                                           u"--columns=id,name,state"_s, u"--format"_s, u"json"_s, u"--profile"_s, u"a"_s, u"--profile"_s,
                                           u"b"_s, u"--profile-file"_s, u"/p"_s, u"--answers"_s, u"/a"_s, u"--lang"_s, u"zh_CN"_s});
        QVERIFY2(line, qPrintable(line ? QString() : line.error().detail));
        QCOMPARE(line->mode, CommandLine::Mode::List);
        QCOMPARE(line->filter, u"user:me state:pending"_s);
        QVERIFY(line->columns == (QList{JobColumn::Id, JobColumn::Name, JobColumn::State}));
        QVERIFY(line->format == ListFormat::Json);
        QCOMPARE(line->profiles, (QStringList{u"a"_s, u"b"_s}));
        QCOMPARE(line->profileFile, u"/p"_s);
        QCOMPARE(line->answersFile, u"/a"_s);
        QCOMPARE(line->language, u"zh_CN"_s);
    }

    void withoutOptionsTheWindowOpens()
    {
        const auto line = readCommandLine({u"pilothouse"_s});
        QCOMPARE(line->mode, CommandLine::Mode::Window);
        QVERIFY(!line->size.isValid());
        QVERIFY(line->columns.isEmpty());
    }

    void screenshotsTakeTheirOptions()
    {
        const auto line
            = readCommandLine({u"pilothouse"_s, u"--screenshots"_s, u"out"_s, u"--theme"_s, u"dark"_s, u"--size"_s, u"1280x800"_s});
        QCOMPARE(line->mode, CommandLine::Mode::Screenshots);
        QCOMPARE(line->screenshotFolder, u"out"_s);
        QCOMPARE(line->look, CommandLine::Look::Dark);
        QCOMPARE(line->size, QSize(1280, 800));
    }

    void aMistakeIsToldWithWhatIsAllowed_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("told");
        QTest::newRow("list") << u"--list nods"_s << u"--list takes jobs, not \"nods\""_s;
        QTest::newRow("format") << u"--list jobs --format xml"_s << u"--format takes text, csv, json, not \"xml\""_s;
        QTest::newRow("theme") << u"--theme blue"_s << u"--theme takes light, dark, not \"blue\""_s;
        QTest::newRow("language") << u"--lang fr"_s << u"--lang takes en, zh_CN, not \"fr\""_s;
        QTest::newRow("size") << u"--size big"_s << u"--size takes WIDTHxHEIGHT from 640x480 to 8192x8192, not \"big\""_s;
        QTest::newRow("size of nothing") << u"--size 1x1"_s << u"--size takes WIDTHxHEIGHT from 640x480 to 8192x8192, not \"1x1\""_s;
        QTest::newRow("column twice") << u"--list jobs --columns id,id"_s << u"--columns has \"id\" twice"_s;
        QTest::newRow("filter alone") << u"--filter user:me"_s << u"--filter goes with --list"_s;
        QTest::newRow("both") << u"--list jobs --screenshots d"_s << u"--list and --screenshots exclude each other"_s;
        QTest::newRow("twice") << u"--lang en --lang zh_CN"_s << u"--lang stands twice"_s;
        QTest::newRow("empty") << u"--profile-file="_s << u"--profile-file needs a value"_s;
        QTest::newRow("stray") << u"jobs"_s << u"\"jobs\" is not an option; see --help"_s;
        QTest::newRow("unknown") << u"--frobnicate"_s << u"Unknown option 'frobnicate'."_s;
    }
    void aMistakeIsToldWithWhatIsAllowed()
    {
        QFETCH(QString, words);
        QFETCH(QString, told);
        const auto line = readCommandLine(QStringList{u"pilothouse"_s} + words.split(u' '));
        QVERIFY(!line);
        QCOMPARE(line.error().detail, told);
    }

    void anUnknownColumnIsToldWithAllColumns()
    {
        const auto line = readCommandLine({u"pilothouse"_s, u"--list"_s, u"jobs"_s, u"--columns"_s, u"id,nmae"_s});
        QVERIFY2(line.error().detail.startsWith(u"--columns does not know \"nmae\"; it takes state, id, name, user"_s),
                 qPrintable(line.error().detail));
    }

    void aFaultInTheFilterIsPointedAt()
    {
        const auto line = readCommandLine({u"pilothouse"_s, u"--list"_s, u"jobs"_s, u"--filter"_s, u"user:me colour:red"_s});
        QVERIFY(!line);
        const QStringList lines = line.error().detail.split(u'\n');
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[1], u"  user:me colour:red"_s);
        QVERIFY2(lines[2].startsWith(u"          ^"_s), qPrintable(lines[2]));
    }

    void theLanguageIsKnownBeforeTheRest()
    {
        QCOMPARE(languageOf({u"p"_s, u"--lang=zh_CN"_s}), u"zh_CN"_s);
        QCOMPARE(languageOf({u"p"_s, u"--list"_s, u"jobs"_s, u"--lang"_s, u"en"_s}), u"en"_s);
        QCOMPARE(languageOf({u"p"_s}), QString());
    }
};
PILOTHOUSE_TEST(CommandLineTest)

#include "tst_commandline.moc"
