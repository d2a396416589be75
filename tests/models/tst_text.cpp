// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/errortext.h"
#include "models/format.h"
#include "models/jobtext.h"
#include "models/plaintext.h"
#include "models/reasontext.h"
#include "models/taskindexes.h"
#include "models/textranks.h"
#include "tests/models/somejobs.h"
#include "tests/support/runner.h"

#include <QMetaEnum>
#include <QTest>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TextTest : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        qputenv("TZ", "UTC");
        tzset();
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }

    void durationsReadLikeAClock_data()
    {
        QTest::addColumn<qint64>("seconds");
        QTest::addColumn<QString>("coarse");
        QTest::addColumn<QString>("exact");
        QTest::newRow("nothing") << qint64(0) << u"0 s"_s << u"0:00"_s;
        QTest::newRow("below zero (CLK-01)") << qint64(-192) << u"0 s"_s << u"0:00"_s;
        QTest::newRow("under a minute") << qint64(40) << u"40 s"_s << u"0:40"_s;
        QTest::newRow("half an hour") << qint64(1860) << u"0:31"_s << u"31:00"_s;
        QTest::newRow("hours") << qint64(11 * 3600 + 42 * 60 + 8) << u"11:42"_s << u"11:42:08"_s;
        QTest::newRow("a day as a limit") << qint64(86400) << u"24:00"_s << u"1-00:00:00"_s;
        QTest::newRow("days") << qint64(86400 + 4 * 3600 + 12 * 60) << u"1-04:12"_s << u"1-04:12:00"_s;
        QTest::newRow("a year") << qint64(365 * 86400) << u"365-00:00"_s << u"365-00:00:00"_s;
        QTest::newRow("seconds stay (TIM-11)") << qint64(5415) << u"1:30"_s << u"1:30:15"_s;
    }
    void durationsReadLikeAClock()
    {
        QFETCH(const qint64, seconds);
        QTEST(format::duration(Seconds(seconds)), "coarse");
        QTEST(format::durationExact(Seconds(seconds)), "exact");
    }

    void limitsThatAreNoNumberSaySo() // TIM-01
    {
        QCOMPARE(format::limit(Span::unlimited()), u"no limit"_s);
        QCOMPARE(format::limit(Span()), u"—"_s);
        QCOMPARE(format::limit(Span(72h)), u"3-00:00"_s);
    }

    void amountsHaveAUnit_data()
    {
        QTest::addColumn<qint64>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("unknown") << qint64(-1) << u"—"_s;
        QTest::newRow("none") << qint64(0) << u"0 B"_s;
        QTest::newRow("480 GiB") << (qint64(480) << 30) << u"480 GiB"_s;
        QTest::newRow("312.5 GiB (RES-07)") << qint64(312.5 * (1 << 30)) << u"312.5 GiB"_s;
        QTest::newRow("6 TiB (RES-13)") << (qint64(6442450944) << 10) << u"6 TiB"_s;
        QTest::newRow("800 nodes of 6 TiB (RES-13)") << (qint64(6442450944) << 10) * 800 << u"4,800 TiB"_s;
        QTest::newRow("1.2 MiB") << qint64(1258291) << u"1.2 MiB"_s;
    }
    void amountsHaveAUnit()
    {
        QFETCH(const qint64, bytes);
        QTEST(format::bytes(Bytes(bytes)), "text");
    }

    void momentsAreAsShortAsTheyCanBe()
    {
        const QDateTime now = QDateTime::fromSecsSinceEpoch(kNow).toUTC();
        QCOMPARE(format::moment(now.addSecs(3600), now), u"09:00"_s);
        QCOMPARE(format::moment(now.addDays(6), now), u"Th 08:00"_s);
        QCOMPARE(format::moment(now.addDays(-1), now), u"Th 08:00"_s);
        QCOMPARE(format::moment(now.addDays(40), now), u"24 Feb 08:00"_s);
        QCOMPARE(format::moment(now.addDays(-40), now), u"2026-12-06 08:00"_s);
        QCOMPARE(format::moment({}, now), u"—"_s);
        QCOMPARE(format::about(u"16:50"_s), u"≈ 16:50"_s);
        QCOMPARE(format::age(4s), u"4 s"_s);
        QCOMPARE(format::age(660s), u"11 min"_s);
        QCOMPARE(format::age(-3s), u"0 s"_s);
        QCOMPARE(format::age(std::chrono::hours(72)), u"3 d"_s);
    }

    // NAM-12 and the bytes of NAM-04, among others that a job name may hold.
    void marksThatHideAreShown_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, const QByteArray &bytes, const QString &text) { QTest::newRow(name) << bytes << text; };
        row("override", "safe\u202egpj.exe"_ba, u"safe⟦RLO⟧gpj.exe"_s);
        row("isolates", "a\u2066b\u2069"_ba, u"a⟦LRI⟧b⟦PDI⟧"_s);
        row("escape", "\x1b[31mred"_ba, u"␛[31mred"_s);
        row("newline and tab", "a\nb\tc\rd"_ba, u"a␊b␉c␍d"_s);
        row("zero byte", QByteArray("a\0b", 3), u"a␀b"_s);
        row("delete", "a\x7f"_ba, u"a␡"_s);
        row("C1", "a\u009bb"_ba, u"a⟦U+009B⟧b"_s);
        row("not UTF-8", "caf\xE9 run"_ba, u"caf\ufffd run"_s);
        row("FF FE", "\xFF\xFE"_ba, u"\ufffd\ufffd"_s);
        row("zero width space", "a\u200bb"_ba, u"a⟦ZWSP⟧b"_s);
        row("joiner after Latin", "a\u200db"_ba, u"a⟦U+200D⟧b"_s);
        row("joiner in emoji stays", "\U0001F468\u200d\U0001F469"_ba, u"\U0001F468\u200d\U0001F469"_s);
        row("byte order mark", "\ufeffx"_ba, u"⟦BOM⟧x"_s);
        row("line separator", "a\u2028b"_ba, u"a⟦LS⟧b"_s);
        row("tag letters", "a\U000E0041"_ba, u"a⟦U+E0041⟧"_s);
        row("Han", "训练 v2"_ba, u"训练 v2"_s);
        row("Arabic is isolated", "تدريب (v2)"_ba, u"\u2068تدريب (v2)\u2069"_s);
        row("rich text is text", "<b>x</b><img src=x>"_ba, u"<b>x</b><img src=x>"_s);
        row("shell is text", "$(rm -rf ~)`id`"_ba, u"$(rm -rf ~)`id`"_s);
    }
    void marksThatHideAreShown()
    {
        QFETCH(const QByteArray, bytes);
        QTEST(plaintext::cell(bytes), "text");
    }

    void longWordsAreCutBetweenCharacters()
    {
        const QString cut = plaintext::cell(QByteArray(5000, 'x'));
        QCOMPARE(cut.size(), plaintext::kLongestCell);
        QVERIFY(cut.endsWith(u'…'));
        const QString faces = plaintext::cell("\U0001F600"_ba.repeated(300), 10);
        QVERIFY(!faces[faces.size() - 2].isHighSurrogate());
        QVERIFY(plaintext::asRichText(u"<b>&\n"_s).startsWith(u"<span>&lt;b&gt;&amp;<br>"_s));
    }

    void reasonsAreSentences_data()
    {
        QTest::addColumn<QByteArray>("reason");
        QTest::addColumn<QString>("text");
        const auto row
            = [](const char *reason, const QString &text) { QTest::newRow(*reason ? reason : "nothing") << QByteArray(reason) << text; };
        row("", {});
        row("None", {});
        row("Priority", u"Jobs with higher priority are ahead"_s);
        row("QOSMaxCpuPerUserLimit", u"QOS limit: CPUs per user"_s);
        row("QOSMaxWallDurationPerJobLimit", u"QOS limit: run time per job"_s);
        row("QOSMinGRES", u"QOS minimum not met: GPUs"_s);
        row("QOSMinCpuNotSatisfied", u"QOS minimum not met: CPUs"_s);
        row("AssocGrpCpuLimit", u"Account limit: CPUs of the whole group"_s);
        row("AssocGrpCPURunMinutesLimit", u"Account limit: CPU minutes of running jobs of the whole group"_s);
        row("AssocGrpGRES", u"Account limit: GPUs of the whole group"_s);
        row("QOSMaxGRESPerUser", u"QOS limit: GPUs per user"_s);
        row("QOSMaxSubmitJobPerUserLimit", u"QOS limit: submitted jobs per user"_s);
        row("BeginTime,JobHeldUser", u"Its begin time has not come; Held by its owner"_s);
        row("ReqNodeNotAvail, UnavailableNodes:n[100,101,102]", u"Not available: n[100,101,102]"_s); // STA-13
        row("(ReqNodeNotAvail, UnavailableNodes:n2)", u"Not available: n2"_s);
        row("ReqNodeNotAvail, May be reserved for other job", u"A node it asks for may be reserved for another job"_s);
        row("Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority partitions",
            u"Its nodes are down, drained or reserved for queues of higher priority"_s);
        row("RaisedSignal:10(User_defined_signal_1)", u"Ended by signal 10"_s);
        row("SomethingNew", u"SomethingNew"_s);
        row("free text, with \x1b[0m", u"free text, with ␛[0m"_s);
        row("Priority,SomethingNew", u"Jobs with higher priority are ahead; SomethingNew"_s);
        row(",", u""_s);
    }
    void reasonsAreSentences()
    {
        QFETCH(const QByteArray, reason);
        QTEST(reasonText(reason), "text");
    }

    void everyErrorSaysWhatToDo()
    {
        const QMetaEnum kinds = QMetaEnum::fromType<Error::Kind>();
        QSet<QString> titles;
        for (int i = 0; i < kinds.keyCount(); ++i) {
            const ErrorText bare = errorText({Error::Kind(kinds.value(i)), {}, {}});
            const ErrorText text = errorText({Error::Kind(kinds.value(i)), u"login1\u202e"_s, u" no\x1b "_s});
            QVERIFY2(text.title.contains(u"login1⟦RLO⟧"_s) && !bare.title.contains(u'%') && !bare.advice.isEmpty(), kinds.key(i));
            QCOMPARE(text.detail, u"no␛"_s);
            titles << bare.title;
        }
        QCOMPARE(titles.size(), kinds.keyCount());
    }

    void taskIndexesAreReadWhole_data()
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<quint64>("count");
        QTest::addColumn<bool>("whole");
        QTest::newRow("ranges") << "2-9,11"_ba << quint64(9) << true;
        QTest::newRow("throttle") << "2-9%4"_ba << quint64(8) << true;
        QTest::newRow("steps") << "0-96:4"_ba << quint64(25) << true;
        QTest::newRow("cut") << "1,4,9,..."_ba << quint64(3) << false;
        QTest::newRow("cut in a number") << "1,4,9,16,"_ba << quint64(4) << false;
        QTest::newRow("empty") << ""_ba << quint64(0) << false;
        QTest::newRow("backwards") << "9-2"_ba << quint64(0) << false;
    }
    void taskIndexesAreReadWhole()
    {
        QFETCH(const QByteArray, words);
        const TaskIndexes indexes = readTaskIndexes(words);
        QTEST(indexes.count, "count");
        QTEST(indexes.whole, "whole");
    }

    void figuresInNamesAreOrderedByValue()
    {
        QList<QByteArray> names{"seed10", "seed2", "Seed1", "b", "A", "seed02", "É", "é"};
        std::ranges::stable_sort(names, {}, [](const QByteArray &name) { return naturalKey(name); });
        QCOMPARE(names, (QList<QByteArray>{"A", "b", "Seed1", "seed2", "seed02", "seed10", "É", "é"}));
    }
};

PILOTHOUSE_TEST(TextTest)
#include "tst_text.moc"
