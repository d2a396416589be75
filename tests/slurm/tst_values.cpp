// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/nodelist.h"
#include "backend/slurm/taskset.h"
#include "backend/slurm/toolerror.h"
#include "backend/slurm/values.h"
#include "tests/support/runner.h"

#include <QtTest>

using namespace pilothouse;
using namespace pilothouse::slurm;
using namespace Qt::StringLiterals;

namespace {

QString show(Span span)
{
    return !span.known() ? u"unknown"_s : span.isUnlimited() ? u"unlimited"_s : QString::number(span.seconds().count());
}

QString show(const Memory &memory)
{
    const QString per = memory.per == MemoryPer::Node ? u" a node"_s : memory.per == MemoryPer::Cpu ? u" a cpu"_s : QString();
    return memory.amount.known() ? QString::number(memory.amount.count()) + per : u"unknown"_s;
}

} // namespace

class TestSlurmValues : public QObject {
    Q_OBJECT

private slots:
    void spansAreReadInEveryForm_data() // TIM-01, TIM-04, TIM-05, TIM-12, RES-12
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QString>("span");
        const auto row
            = [](const char *words, const char *span) { QTest::newRow(words) << QByteArray(words) << QString::fromLatin1(span); };
        row("UNLIMITED", "unlimited");
        row("Partition_Limit", "unknown");
        row("INVALID", "unknown");
        row("NOT_SET", "unknown");
        row("N/A", "unknown");
        row("", "unknown");
        row("365-00:00:00", "31536000");
        row("3-0:00", "259200");
        row("3-00:00", "259200");
        row("3-", "unknown");
        row("5:00:00", "18000");
        row("0:00", "0");
        row("10:00", "600");
        row("1-0:0:5", "86405");
        row("30", "1800"); // TimelimitRaw
        row("2:00:29", "7229");
        row("213503982334-14:25:51", "unknown");
        row("00:00.123", "0");
        row("00:01:02.500", "62");
        row("4294967294", "unknown");
        row("1:2:3:4", "unknown");
        row("-5", "unknown");
    }
    void spansAreReadInEveryForm()
    {
        QFETCH(QByteArray, words);
        QTEST(show(readSpan(words)), "span");
    }

    void timesAreEpochOrZonedOrUnknown_data() // TIM-02, TIM-07, TIM-09
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<int>("offset");
        QTest::addColumn<qint64>("epoch");
        const auto row = [](const char *words, int offset, qint64 epoch) { QTest::newRow(words) << QByteArray(words) << offset << epoch; };
        row("1796130553", 0, 1796130553);
        for (const char *none :
             {"None", "Unknown", "N/A", "(null)", "NONE", "", "0", "4294967294", "4294967295", "yesterday", "2026-13-01T00:00:00"})
            row(none, 0, 0);
        row("2026-03-02T09:00:00", -7 * 3600, 1772467200); // Denver: 16:00 UTC
        row("2026-03-02T09:00:00-0700", 0, 1772467200);
        row("2026-03-02T16:00:00Z", 3600, 1772467200);
        row("2026-10-25T02:30:00+0200", 0, 1792888200); // first pass of the repeated hour
        row("2026-10-25T02:15:00+0100", 0, 1792890900); // second pass: 45 minutes later
    }
    void timesAreEpochOrZonedOrUnknown()
    {
        QFETCH(QByteArray, words);
        QFETCH(int, offset);
        QTEST(readMoment(words, Seconds(offset)).epoch(), "epoch");
    }

    void memoryHasItsUnitAndWhatItIsPer_data() // RES-07, RES-12, RES-13
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QString>("memory");
        const auto row = [](const char *words, const QString &memory) { QTest::newRow(words) << QByteArray(words) << memory; };
        row("4000Mc", u"4194304000 a cpu"_s);
        row("16Gn", u"17179869184 a node"_s);
        row("0n", u"0 a node"_s);
        row("0", u"0"_s);
        row("191846Mn", u"201165111296 a node"_s);
        row("312.50G", u"335544320000"_s);
        row("256M", u"268435456"_s);
        row("512", u"536870912"_s);
        row("107856K", u"110444544"_s);
        row("6442450944K", u"6597069766656"_s);
        row("16777216T", u"unknown"_s);
        row("", u"unknown"_s);
        row("?", u"unknown"_s);
        row("1.2.3G", u"unknown"_s);
    }
    void memoryHasItsUnitAndWhatItIsPer()
    {
        QFETCH(QByteArray, words);
        QTEST(show(readMemory(words)), "memory");
    }

    void gpusAreNeverCountedTwice_data() // RES-02, RES-03, RES-06
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QString>("gpus");
        const auto row
            = [](const char *words, const char *gpus) { QTest::newRow(words) << QByteArray(words) << QString::fromLatin1(gpus); };
        row("gres/gpu=4,gres/gpu:a100=4", "4 a100=4");
        row("gres/gpu:a100=2,gres/gpu:v100=1", "3 a100=2 v100=1");
        row("gres/gpu:x_2080_ti=1", "1 x_2080_ti=1");
        row("gpu:turing:1,gpu:ampere:3(S:0-1)", "4 turing=1 ampere=3");
        row("gres:gpu:tesla:2", "2 tesla=2");
        row("gpu:2(S:0-1)", "2");
        row("gpu:1g.5gb:2(IDX:0,3)", "2 1g.5gb=2");
        row("gpu:tesla:2(IDX:0-1),craynetwork:4", "2 tesla=2");
        row("cpu=4,mem=16G,node=1,billing=4,gres/gpu=2", "2");
        row("gpu", "1");
        row("gpu:a100", "1 a100=1");
        row("gpu:0", "0");
        row("(null)", "0");
        row("N/A", "0");
        row("gpumem:5G", "0");
        row("Unable to determine the device handle for GPU 0000:3B:00.0", "0 unreadable");
    }
    void gpusAreNeverCountedTwice()
    {
        QFETCH(QByteArray, words);
        const Gpus gpus = readGpus(words);
        QString text = QString::number(gpus.total);
        for (const auto &[type, count] : gpus.types)
            text += u" %1=%2"_s.arg(QString::fromStdString(type)).arg(count);
        QTEST(text + (gpus.readable ? QString() : u" unreadable"_s), "gpus");
    }

    void statesAreKnownByTheirName_data() // STA-01, STA-03
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<JobState>("state");
        const auto row = [](const char *words, JobState state) { QTest::newRow(words) << QByteArray(words) << state; };
        row("OUT_OF_MEMORY", JobState::OutOfMemory);
        row("DEADLINE", JobState::Deadline);
        row("BOOT_FAIL", JobState::BootFail);
        row("REVOKED", JobState::Revoked);
        row("SPECIAL_EXIT", JobState::SpecialExit);
        row("RESV_DEL_HOLD", JobState::ResvDelHold);
        row("STOPPED", JobState::Stopped);
        row("COSMIC_RAY", JobState::Other);
        row("CANCELLED by 1001", JobState::Cancelled);
        row("CANCELLED+", JobState::Cancelled);
        row("PD", JobState::Pending);
        row("CG", JobState::Completing);
        row("", JobState::Other);
    }
    void statesAreKnownByTheirName()
    {
        QFETCH(QByteArray, words);
        QTEST(readState(words).state, "state");
    }

    void whoCancelledIsRead() // STA-03
    {
        QCOMPARE(readState("CANCELLED by 1001").by, std::optional<quint32>(1001));
        QVERIFY(!readState("CANCELLED").by);
    }

    void exitCodesAreCodeAndSignal() // STA-02
    {
        QCOMPARE(readExit("0:125").code, 0);
        QCOMPARE(readExit("0:125").signal, 125);
        QCOMPARE(readExit("3:0").code, 3);
        QCOMPARE(readExit("").code, -1);
        QCOMPARE(readExit("x:0").code, -1);
    }

    void constantsForNothingAreNoNumbers_data() // RES-12
    {
        QTest::addColumn<QByteArray>("words");
        for (const char *words :
             {"4294967294", "4294967295", "18446744073709551614", "18446744073709551615", "", "-1", "1.5", "99999999999999999999999"})
            QTest::newRow(words) << QByteArray(words);
    }
    void constantsForNothingAreNoNumbers()
    {
        QFETCH(QByteArray, words);
        QVERIFY(!readNumber32(words));
    }

    void tasksOfAnArrayAreCountedAndListed_data() // JID-01, JID-02, JID-03, JID-04
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *id, const char *expected) { QTest::newRow(id) << QByteArray(id) << QString::fromLatin1(expected); };
        row("5100_[5-100]", "job 5100 waiting 96");
        row("5100_4", "job 5100 task 4");
        row("5200", "job 5200");
        row("5101_[60-89,91-94,96-98]", "job 5101 waiting 37");
        row("5101_[7]", "job 5101 waiting 1: 7");
        row("5101_[0-20:5]", "job 5101 waiting 5: 0 5 10 15 20");
        row("5102_[3-4%2]", "job 5102 waiting 2: 3 4 limit 2");
        row("5103_[1%1]", "job 5103 waiting 1: 1 limit 1");
        row("5104_[0-767]", "job 5104 waiting 768");
        row("5104_[10-767]", "job 5104 waiting 758");
        row("157_[1,4,9,16,25,36,49,64,81,10", "job 157 waiting 9 cut");
        row("157_[1,4,9,16,25,36,49,64,81,...]", "job 157 waiting 9 cut");
        row("24+1", "job 24 het 1");
        row("24_3.batch", "job 24 task 3 step batch");
        row("24.0", "job 24 step 0");
        row("24_[5-2]", "no id");
        row("24_[0-9:0]", "no id");
        row("24_[]", "no id");
        row("24_", "no id");
        row("0", "no id");
        row("4294967296", "no id");
        row("abc", "no id");
        row("", "no id");
        row("24 25", "no id");
    }
    void tasksOfAnArrayAreCountedAndListed()
    {
        QFETCH(QByteArray, id);
        const auto read = JobId::read(id);
        QString text = read ? u"job %1"_s.arg(read->job) : u"no id"_s;
        if (read && read->task)
            text += u" task %1"_s.arg(*read->task);
        if (read && read->hetOffset)
            text += u" het %1"_s.arg(*read->hetOffset);
        if (read && read->isRest) {
            text += u" waiting %1"_s.arg(read->waiting.count());
            if (read->waiting.count() < 6)
                text += u':';
            for (const quint32 task : read->waiting.count() < 6 ? read->waiting.list(10) : std::vector<quint32>())
                text += u" %1"_s.arg(task);
            if (read->waiting.isCut())
                text += u" cut"_s;
            if (read->waiting.limit() != 0)
                text += u" limit %1"_s.arg(read->waiting.limit());
        }
        if (read && !read->step.isEmpty())
            text += u" step "_s + QString::fromLatin1(read->step);
        QTEST(text, "expected");
    }

    void aHugeArrayIsNotExpanded()
    {
        const auto set = TaskSet::read("0-4000000:3");
        QVERIFY(set);
        QCOMPARE(set->count(), quint64(1333334));
        QVERIFY(set->contains(3'999'999));
        QVERIFY(!set->contains(4'000'000));
        QCOMPARE(set->list(3), (std::vector<quint32>{0, 3, 6}));
    }

    void nodeListsAreCountedAndExpanded_data() // NOD-03, NOD-04, NOD-08
    {
        QTest::addColumn<QByteArray>("list");
        QTest::addColumn<QString>("names");
        const auto row = [](const char *list, const char *names) { QTest::newRow(list) << QByteArray(list) << QString::fromLatin1(names); };
        row("b2u[05,02]n3,b3u03n4", "3: b2u05n3 b2u02n3 b3u03n4");
        row("n[1-2].site.example", "2: n1.site.example n2.site.example");
        row("nodeA,nodeB[001,003-004],nodeC", "5: nodeA nodeB001 nodeB003 nodeB004 nodeC");
        row("n[08-11]", "4: n08 n09 n10 n11");
        row("n[8-11]", "4: n8 n9 n10 n11");
        row("r[1-2]n[1-2]", "4: r1n1 r1n2 r2n1 r2n2");
        row("(null)", "0:");
        row("None assigned", "0:");
        row("", "0:");
        row("n/a", "0:");
        row("n[1-2", "none");
        row("n[2-1]", "none");
        row("n1,,n2", "none");
        row("a b", "none");
    }
    void nodeListsAreCountedAndExpanded()
    {
        QFETCH(QByteArray, list);
        const auto count = countNodes(list);
        const auto names = expandNodes(list, 10);
        QCOMPARE(count.has_value(), names.has_value());
        QTEST(count
                  ? QString(QString::number(*count) + u':' + (names->isEmpty() ? QString() : u' ' + QString::fromLatin1(names->join(' '))))
                  : u"none"_s,
              "names");
    }

    void manyNodesAreCountedAtOnce() // NOD-08
    {
        QCOMPARE(countNodes("n[1-65536]"), std::optional<quint64>(65536));
        QCOMPARE(expandNodes("n[1-65536]", 2), std::optional(QByteArrayList{"n1", "n2"}));
        QVERIFY(countNodes("n[0-999999999999][0-999999999999]").value_or(0) > 0);
    }

    void failuresOfToolsHaveTheirKind_data() // LRG-04, STA-15, CLK-03
    {
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QByteArray>("err");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("kind");
        const auto row = [](const char *name, const char *out, const char *err, int status, const char *kind) {
            QTest::newRow(name) << QByteArray(out) << QByteArray(err) << status << QString::fromLatin1(kind);
        };
        row("busy, exit 1", "", "slurm_load_jobs error: Socket timed out on send/recv operation\n", 1, "Busy");
        row("busy, exit 0", "", "slurm_load_jobs error: Socket timed out on send/recv operation\n", 0, "Busy");
        row("no controller", "", "slurm_load_jobs error: Unable to contact slurm controller (connect failure)", 1, "Busy");
        row("no database", "", "sacct: error: Problem talking to the database: Connection refused", 1, "Busy");
        row("purged", "", "slurm_load_jobs error: Invalid job id specified", 1, "NotFound");
        row("missing", "", "sh: 1: squeue: not found", 127, "NotFound");
        row("refused", "", "scancel: error: Kill job error on job id 80: Access/permission denied", 210, "NotAllowed");
        row("old", "", "squeue: unrecognized option '--json'", 1, "Unsupported");
        row("munge", "", "Rewound credential", 1, "NotAllowed");
        row("munge away", "",
            "squeue: error: Munge encode failed: Failed to access \"/run/munge/munge.socket.2\": No such file or directory", 1,
            "NotAllowed");
        row("no module", "", "bash: line 1: module: command not found", 1, "BadReply");
        row("no config", "", "squeue: fatal: Could not open /etc/slurm/slurm.conf: No such file or directory", 1, "BadReply");
        row("unknown words", "", "the dog ate it", 3, "BadReply");
        row("nothing said", "", "", 5, "BadReply");
        row("fine", "1", "", 0, "none");
        row("empty list", "", "", 0, "none");
    }
    void failuresOfToolsHaveTheirKind()
    {
        QFETCH(QByteArray, out);
        QFETCH(QByteArray, err);
        QFETCH(int, status);
        const auto error = failureOf({out, err, status}, u"squeue"_s);
        QTEST(error ? QString::fromLatin1(QMetaEnum::fromType<Error::Kind>().valueToKey(int(error->kind))) : u"none"_s, "kind");
    }

    void theFieldThatAVersionLacksIsNamed() // RES-01, JSN-11
    {
        QCOMPARE(unknownField({{}, "squeue: error: Invalid job format specification: tres-alloc\n", 0}), QByteArray("tres-alloc"));
        QCOMPARE(unknownField({{}, "sacct: error: Invalid field requested: \"Restarts\"\n", 1}), QByteArray("Restarts"));
        QCOMPARE(unknownField({{}, "sacct: fatal: AllocGRES has been removed, please use AllocTRES\n", 1}), QByteArray("AllocGRES"));
        QCOMPARE(unknownField({{}, "Socket timed out\n", 1}), QByteArray());
    }
};

PILOTHOUSE_TEST(TestSlurmValues)
#include "tst_values.moc"
