// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/activitytext.h"
#include "models/jobdetailtext.h"
#include "models/jobexport.h"
#include "tests/models/somejobs.h"
#include "tests/support/runner.h"

#include <QAbstractItemModelTester>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr JobColumn kColumns[] = {JobColumn::Id, JobColumn::Name, JobColumn::User, JobColumn::Nice};

QByteArray listed(const JobMaker &maker, ListFormat format, const QString &filter = {}, std::span<const JobColumn> columns = kColumns)
{
    JobView view;
    view.filter = filter;
    view.sortBy = JobColumn::Id;
    const auto got
        = listJobs({maker.snapshot()}, {{0, SourceInfo{0, u"hpc-a"_s, u"slurm"_s, false, 5000ms}}}, view, columns, format, HandClock());
    return got ? *got : "failed: "_ba + got.error().detail.toUtf8();
}

// Names that people and attackers give jobs: every kind of mark, quote, formula, markup, direction, length and broken byte.
QList<QByteArray> awkwardNames()
{
    QList<QByteArray> names{"",
                            " ",
                            "a b",
                            " lead",
                            "trail ",
                            "a|b",
                            "a,b",
                            "a;b",
                            "a\"b",
                            "a'b",
                            "a`b",
                            "a\\b",
                            "a\nb",
                            "a\r\nb",
                            "a\tb",
                            "\x1b[31mred\x1b[0m",
                            "\x1b]0;title\x07",
                            "\x01\x02\x1f",
                            "\x7f",
                            "=1+1",
                            "+1",
                            "-1",
                            "@SUM(A1)",
                            "=cmd|' /C calc'!A0",
                            "\t=1",
                            "\r=1",
                            "<b>bold</b>",
                            "<script>alert(1)</script>",
                            "<img src=x onerror=alert(1)>",
                            "&lt;",
                            "&amp;",
                            "</table>",
                            "]]>",
                            "<!--",
                            "$(id)",
                            "`id`",
                            "${HOME}",
                            "; rm -rf ~",
                            "| cat",
                            "&& true",
                            "%s%n",
                            "%1",
                            "{}",
                            "../../etc/passwd",
                            "~root",
                            "*",
                            "?",
                            "[a-z]",
                            "#comment",
                            "--dash",
                            "-",
                            "_",
                            "(null)",
                            "None",
                            "N/A",
                            "null",
                            "NaN",
                            "true",
                            "0",
                            "4711",
                            "4711_[1-9]",
                            "1e9",
                            "2026-03-01",
                            "caf\xE9 run",
                            "\xFF\xFE",
                            "\xC0\x80",
                            "\xED\xA0\x80",
                            "\xF4\x90\x80\x80",
                            "safe\u202egpj.exe",
                            "\u2066iso\u2069",
                            "\u200bzero",
                            "a\u0301",
                            "تدريب (v2)",
                            "אימון",
                            "训练",
                            "トレーニング",
                            "тест",
                            "\U0001F600",
                            "\U0001F468\u200d\U0001F469",
                            "\ufeffbom"};
    names << QByteArray(1000, 'x') << QByteArray("\u4e2d").repeated(400) << "a,a=b;c" << "name=\"x\" y=z" << "\u2028line" << "\u00adsoft";
    return names;
}

} // namespace

class JobExportTest : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        qputenv("TZ", "UTC");
        tzset();
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }

    void eightyAwkwardNamesStayOneCellAndOneLine()
    {
        QList<QByteArray> names = awkwardNames();
        QCOMPARE_GE(names.size(), 80);
        JobMaker maker;
        for (qsizetype i = 0; i < names.size(); ++i)
            maker.add(quint32(1000 + i), names[i], "bob", JobState::Running);
        for (const ListFormat format : {ListFormat::Text, ListFormat::Csv, ListFormat::Markdown, ListFormat::Html, ListFormat::Json}) {
            const QByteArray out = listed(maker, format);
            for (const char c : out)
                QVERIFY2(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\r',
                         qPrintable(u"control mark in format %1"_s.arg(int(format))));
            if (format == ListFormat::Text)
                QCOMPARE(out.count('\n'), names.size() + 1);
            if (format == ListFormat::Csv)
                QCOMPARE(out.count('\n'), names.size() + 1);
            if (format != ListFormat::Json)
                QVERIFY(!out.contains("\u202e") && !out.contains("\u200b"));
        }
        const QByteArray html = listed(maker, ListFormat::Html);
        QVERIFY(!html.contains("<script") && !html.contains("<img") && !html.contains("<b>") && html.count("</table>") == 1);
        const QJsonArray array = QJsonDocument::fromJson(listed(maker, ListFormat::Json)).array();
        QCOMPARE(array.size(), names.size());
        for (qsizetype i = 0; i < names.size(); ++i) {
            const QJsonValue name = array[i].toObject()[u"name"_s];
            QCOMPARE(array[i].toObject()[u"id"_s].toString(), QString::number(1000 + i));
            if (names[i].isEmpty())
                QVERIFY(name.isNull());
            else if (!names[i].contains("\xef\xbb\xbf")) // JSON readers may drop a byte order mark
                QCOMPARE(name.toString(), QString::fromUtf8(names[i]));
        }
    }

    void cellsThatASpreadsheetWouldRunAreHarmless_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("cell");
        QTest::newRow("formula") << u"=1+1"_s << u"'=1+1"_s;
        QTest::newRow("plus") << u"+1"_s << u"'+1"_s;
        QTest::newRow("minus") << u"-1"_s << u"'-1"_s;
        QTest::newRow("at") << u"@SUM(A1,A2)"_s << u"\"'@SUM(A1,A2)\""_s;
        QTest::newRow("tab") << u"\t=1"_s << u"␉=1"_s;
        QTest::newRow("carriage return") << u"\r=1"_s << u"␍=1"_s;
        QTest::newRow("quote") << u"a\"b"_s << u"\"a\"\"b\""_s;
        QTest::newRow("comma") << u"a,b"_s << u"\"a,b\""_s;
        QTest::newRow("behind a semicolon") << u"x;=1+1; @SUM(A1)"_s << u"\"x;'=1+1; '@SUM(A1)\""_s;
        QTest::newRow("wide sign") << u"\uff1d1+1"_s << u"'\uff1d1+1"_s;
        QTest::newRow("plain") << u"a=b"_s << u"a=b"_s;
    }
    void cellsThatASpreadsheetWouldRunAreHarmless()
    {
        QFETCH(const QString, words);
        QTEST(csvCell(words), "cell");
    }

    void eachFormatIsWhatItSaysItIs()
    {
        JobMaker maker;
        Job &job = maker.add(4711, "a|b", "bob", JobState::Running);
        job.nice = -5;
        maker.add(4712, "训练", "bob", JobState::Running).nice = 0;
        QCOMPARE(listed(maker, ListFormat::Csv), "id,name,user,nice\r\n4711,a|b,bob,-5\r\n4712,训练,bob,0\r\n"_ba);
        QCOMPARE(listed(maker, ListFormat::Text), "ID    Name  User  Nice\n4711  a|b   bob     -5\n4712  训练  bob      0\n"_ba);
        QCOMPARE(listed(maker, ListFormat::Markdown),
                 "| ID | Name | User | Nice |\n| --- | --- | --- | ---: |\n| 4711 | a\\|b | bob | -5 |\n| 4712 | 训练 | bob | 0 |\n"_ba);
        QCOMPARE(listed(JobMaker(), ListFormat::Json), "[]\n"_ba);
        QVERIFY(listed(maker, ListFormat::Csv, u"gpu>=x"_s).contains("at character 6"));
    }

    void unknownValuesAreNull()
    {
        JobMaker maker;
        Job &job = maker.addRest(4711, "2-9", 8);
        job.timeLimit = Span::unlimited();
        job.start = Moment(kNow + 60);
        job.startIsExpected = true;
        const QJsonObject object = QJsonDocument::fromJson(listed(maker, ListFormat::Json)).array()[0].toObject();
        for (const QString &key : {u"account"_s, u"place"_s, u"start"_s, u"end"_s, u"elapsed"_s, u"memory"_s, u"exit_code"_s, u"cpus"_s})
            QVERIFY2(object.contains(key) && object[key].isNull(), qPrintable(key));
        QCOMPARE(object[u"id"_s].toString(), u"4711_[2-9]"_s);
        QCOMPARE(object[u"array_tasks_waiting"_s].toInt(), 8);
        QCOMPARE(object[u"time_limit"_s].toString(), u"unlimited"_s);
        QCOMPARE(object[u"start_expected"_s].toString(), u"2027-01-15T08:01:00Z"_s);
        QCOMPARE(object[u"waited"_s].toInt(), 10800);
        QCOMPARE(object[u"source"_s].toString(), u"hpc-a"_s);
    }

    void theLogNamesWhatWasHitAndHowEachFared()
    {
        JobMaker maker;
        Target one, two;
        one.id = u"4711"_s;
        one.user = u"alice\u202e"_s;
        two.id = u"4720"_s;
        two.wholeArray = true;
        two.user = u"bob"_s;
        const Outcome outcome{Act::Stop,
                              {{one, Fate::Done, {}}, {two, Fate::NotAllowed, u"Access/permission denied"_s}},
                              {u"scancel 4711 4720"_s},
                              {u"exit 210"_s}};
        QCOMPARE(actSubject({one, two}), u"Stop 4711, 4720 (whole array) of alice⟦RLO⟧, bob"_s);
        QCOMPARE(waitingText({two}, 4), u"Stopping 1 whole array of bob in 4 s"_s);
        QCOMPARE(outcomeText(outcome), u"1 stopped, 1 not allowed"_s);
        const LogEntry entry = logEntryOf(u"done"_s, {7, 0, Act::Stop, {one, two}, 0ms}, &outcome, {}, {}, u"hpc-a"_s, HandClock().now());
        QCOMPARE(entry.command, u"scancel 4711 4720"_s);
        QCOMPARE(entry.answer, u"exit 210\n4711: stopped\n4720 (whole array): not allowed – Access/permission denied"_s);
        QCOMPARE(entry.act, 7);
        QCOMPARE(dropText(ActQueue::DropReason::Slept, 2), u"2 acts were dropped: the computer slept or stood still. Nothing was sent."_s);
    }

    void theSummarySetsRequestedAgainstUsed()
    {
        JobMaker maker;
        Job &job = maker.add(4711, "llama", "robin", JobState::Running);
        job.start = Moment(kNow - 3600);
        job.timeLimit = Span(2h);
        job.cpus = 4;
        job.memory = 480_GiB;
        job.memoryPer = MemoryPer::Node;
        job.dependency = maker.text("afterok:1,afterany:2");
        const auto snapshot = maker.snapshot();
        JobDetail detail;
        detail.peakMemory = 240_GiB;
        detail.cpuTime = Seconds(7200);
        detail.fields = {{u"Power"_s, u""_s}, {u"Comment"_s, u"x\u202e"_s}};
        const auto sections = detailOf(snapshot->jobs[0], {*snapshot, snapshot->at, u"hpc-a"_s}, &detail);
        QStringList lines;
        for (const DetailSection &section : sections) {
            for (const DetailRow &row : section.rows)
                lines << QStringList{section.title, row.label, row.value, row.secondary}.join(u'|');
        }
        for (const QString &line :
             {u"|Elapsed|1:00:00|/ 2:00:00 · ends by 09:00"_s, u"Used|Largest task|240 GiB|of 480 GiB a node · 50 %"_s,
              u"Used|CPU time|2:00:00|of 4:00 held · 50 %"_s, u"Dependencies|afterok|1|"_s, u"All fields|Power|—|"_s,
              u"All fields|Comment|x⟦RLO⟧|"_s, u"|Submitted|05:00|waited 2:00"_s})
            QVERIFY2(lines.contains(line), qPrintable(line + u"\nis not in\n"_s + lines.join(u'\n')));
    }

    void whatARunningJobUsesIsSoFarAndARefusalIsUnknown()
    {
        JobMaker maker;
        Job &job = maker.add(4711, "llama", "robin", JobState::Running);
        job.start = Moment(kNow - 3600);
        job.cpus = 4;
        const auto snapshot = maker.snapshot();
        JobDetail detail;
        detail.usedSoFar = true;
        detail.peakMemory = 1_GiB;
        detail.cpuTime = Seconds(7200);
        const auto used = [&] {
            const auto sections = detailOf(snapshot->jobs[0], {*snapshot, snapshot->at, u"hpc-a"_s}, &detail);
            const auto section = std::ranges::find(sections, u"Used"_s, &DetailSection::title);
            QStringList lines;
            if (section != sections.end()) {
                lines << section->note;
                for (const DetailRow &row : section->rows)
                    lines << QStringList{row.label, row.value, row.secondary}.join(u'|');
            }
            return lines;
        };
        QCOMPARE(used(), (QStringList{u"so far"_s, u"Largest task|1 GiB|"_s, u"CPU time|2:00:00|of 4:00 held · 50 %"_s}));
        detail = {};
        detail.partial = {{Error::Kind::NotAllowed, u"sstat"_s, u"Invalid user id"_s}};
        QCOMPARE(used(),
                 (QStringList{QString(), u"Largest task|—|You are not allowed to do this to sstat."_s,
                              u"CPU time|—|You are not allowed to do this to sstat."_s}));
    }

    void anArraysSummaryCountsItsTasks()
    {
        JobMaker maker;
        Job &rest = maker.add(4720, "sweep", "robin", JobState::Pending);
        rest.arrayJobId = 4720;
        rest.waitingTasks = 96;
        Job &task = maker.add(4723, "sweep", "robin", JobState::Running);
        task.key = {4720, 3, 0};
        task.arrayJobId = 4720;
        task.start = Moment(kNow - 3600);
        const auto snapshot = maker.snapshot();
        const auto sections = detailOf(snapshot->jobs[0], {*snapshot, snapshot->at, u"hpc-a"_s}, nullptr);
        const auto array = std::ranges::find(sections, u"Array tasks"_s, &DetailSection::title);
        QVERIFY(array != sections.end());
        QCOMPARE(array->note, u"97"_s);
        QCOMPARE(array->rows[0].value, u"1 running, 96 waiting"_s);
        QCOMPARE(array->rows[1].label, u"4720_3"_s);
    }
};

PILOTHOUSE_TEST(JobExportTest)
#include "tst_jobexport.moc"
