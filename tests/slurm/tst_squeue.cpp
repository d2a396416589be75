// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/squeue.h"
#include "backend/slurm/squeuerow.h"
#include "tests/slurm/fakecluster.h"
#include "tests/support/runner.h"

#include <QtTest>

using namespace pilothouse;
using namespace pilothouse::slurm;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

struct Asked {
    SqueueQuestion question;
    TextPool words;
    Result<SqueueRows> rows;
};

// Asks a fake cluster and reads its answer, changed on the way.
std::unique_ptr<Asked> ask(FakeCluster &cluster, const std::function<void(Reply &, const SqueueQuestion &)> &change = {})
{
    auto asked = std::make_unique<Asked>();
    Reply reply = runOne(*cluster.shell, asked->question.command(), Urgency::View, {}).value();
    if (change)
        change(reply, asked->question);
    asked->rows = readSqueue(reply, asked->question, asked->words, {"alice", 2001}, 0);
    return asked;
}

const Job &jobOf(const Asked &asked, quint32 id, quint32 task = kNoTask)
{
    for (const Job &job : asked.rows->jobs) {
        if (job.key.job == id && job.key.task == task)
            return job;
    }
    static const Job none;
    return none;
}

} // namespace

class TestSqueue : public QObject {
    Q_OBJECT

private slots:
    void everyFieldLandsInItsPlace()
    {
        FakeCluster cluster;
        cluster.jobs << FakeJob("4711", "RUNNING")
                            .set("tres-alloc", "cpu=8,mem=2G,node=2,billing=8,gres/gpu=4,gres/gpu:tesla=4")
                            .set("tres-per-node", "gres:gpu:tesla:2")
                            .set("NumCPUs", "8")
                            .set("NumNodes", "2")
                            .set("MinMemory", "1G")
                            .set("NodeList", "g[1-2]")
                            .set("RestartCnt", "3")
                            .set("Nice", "-50")
                            .set("Dependency", "afterok:4700(unfulfilled)")
                            .set("Licenses", "matlab:1")
                            .set("Feature", "fast")
                            .set("Comment", "hello there");
        const auto asked = ask(cluster);
        QVERIFY(asked->rows);
        const Job &job = jobOf(*asked, 4711);
        const auto text = [&](Text t) { return asked->words.string(t); };
        QCOMPARE(job.state, JobState::Running);
        QCOMPARE(text(job.stateText), u"RUNNING"_s);
        QCOMPARE(job.gpus, 4u);
        QCOMPARE(text(job.gres), u"gres:gpu:tesla:2"_s);
        QCOMPARE(job.memory, 1_GiB);
        QCOMPARE(job.memoryPer, MemoryPer::Node);
        QCOMPARE(job.cpus, 8u);
        QCOMPARE(job.nodeCount, 2u);
        QCOMPARE(job.restarts, quint16(3));
        QCOMPARE(job.nice, -50);
        QCOMPARE(text(job.nodes), u"g[1-2]"_s);
        QCOMPARE(text(job.dependency), u"afterok:4700(unfulfilled)"_s);
        QCOMPARE(text(job.licenses), u"matlab:1"_s);
        QCOMPARE(text(job.features), u"fast"_s);
        QCOMPARE(text(job.comment), u"hello there"_s);
        QCOMPARE(text(job.workDir), u"/home/alice"_s);
        QCOMPARE(text(job.reason), QString()); // "None": nothing was told
        QCOMPARE(job.start, Moment(1796130100));
        QVERIFY(!job.startIsExpected);
        QCOMPARE(job.timeLimit, Span(Seconds(1800)));
        QVERIFY(job.mine);
        QCOMPARE(job.exitCode, -1);
    }

    void memoryPerCpuIsToldByTheTotal()
    {
        FakeCluster cluster;
        cluster.jobs << FakeJob("1", "RUNNING").set("NumCPUs", "8").set("MinMemory", "1G").set("tres-alloc", "cpu=8,mem=8G,node=1")
                     << FakeJob("2", "RUNNING").set("NumCPUs", "8").set("MinMemory", "1G").set("tres-alloc", "cpu=8,node=1")
                     << FakeJob("3", "RUNNING").set("MinMemory", "0");
        const auto asked = ask(cluster);
        QCOMPARE(jobOf(*asked, 1).memoryPer, MemoryPer::Cpu);
        QCOMPARE(jobOf(*asked, 2).memoryPer, MemoryPer::Unknown);
        QCOMPARE(jobOf(*asked, 3).memory, Bytes(0));
    }

    void arraysStayFoldedWithExactCounts() // JID-01, JID-03, JID-04
    {
        FakeCluster cluster;
        cluster.jobs << FakeJob("5100_4", "RUNNING") << FakeJob("5100_[5-100%7]", "PENDING") << FakeJob("5200", "PENDING")
                     << FakeJob("24+1", "PENDING").set("JobID", "25");
        const auto asked = ask(cluster);
        QVERIFY(asked->rows);
        QCOMPARE(asked->rows->jobs.size(), size_t(4));
        const Job &rest = jobOf(*asked, 5100);
        QCOMPARE(rest.waitingTasks, 96u);
        QCOMPARE(rest.taskLimit, 7u);
        QCOMPARE(asked->words.string(rest.waitingIndexes), u"5-100"_s);
        QCOMPARE(shownId(rest, asked->words), QByteArray("5100_[5-100]"));
        QCOMPARE(jobOf(*asked, 5100, 4).arrayJobId, 5100u);
        QCOMPARE(jobOf(*asked, 25).hetJobId, 24u);
        QCOMPARE(shownId(jobOf(*asked, 25), asked->words), QByteArray("24+1"));
        QVERIFY(
            std::is_sorted(asked->rows->jobs.begin(), asked->rows->jobs.end(), [](const Job &a, const Job &b) { return a.key < b.key; }));
    }

    void aRestInTwoRowsLosesNone()
    {
        FakeCluster cluster;
        cluster.jobs << FakeJob("7_[0-3]", "PENDING") << FakeJob("7_[8-9]", "PENDING").set("Partition", "gpu") << FakeJob("7_5", "RUNNING");
        const auto asked = ask(cluster);
        QCOMPARE(asked->rows->jobs.size(), size_t(3));
        QVERIFY(asked->rows->jobs[0].key < asked->rows->jobs[1].key);
        QVERIFY(asked->rows->jobs[1].key < asked->rows->jobs[2].key);
    }

    void aMergedRestKeepsItsReasonAsItIs() // slurm merges tasks that wait for different reasons
    {
        FakeCluster cluster;
        cluster.jobs << FakeJob("107_[0-5]", "PENDING").set("Reason", "BeginTime,JobHeldUser")
                     << FakeJob("108", "PENDING").set("Reason", "(ReqNodeNotAvail, UnavailableNodes:n[100,101,102])"); // STA-13
        const auto asked = ask(cluster);
        QCOMPARE(asked->words.string(jobOf(*asked, 107).reason), u"BeginTime,JobHeldUser"_s);
        QCOMPARE(asked->words.string(jobOf(*asked, 108).reason), u"ReqNodeNotAvail, UnavailableNodes:n[100,101,102]"_s);
        QVERIFY(jobOf(*asked, 108).nodes.isEmpty());
    }

    void noNameBreaksARow_data() // NAM-01, NAM-04, NAM-07, NAM-12
    {
        QTest::addColumn<QByteArray>("name");
        const auto row = [](const char *what, const QByteArray &name) { QTest::newRow(what) << name; };
        row("pipe", "a|b");
        row("newline", "two\n\nlines\n");
        row("separators", "\x1f\x1f\x1e\x1d\x1f");
        row("a row of its own",
            QByteArray("x\n9999\x1f")
                + "9999\x1f"
                  "RUNNING\x1f"
                  "batch\x1f"
                  "root\x1f"
                  "0\x1f");
        row("latin 1", "caf\xE9 run");
        row("no text at all", "\xFF\xFE");
        row("shell", "x'; touch p; '$(id)`id`");
        row("bidi", "safe\xE2\x80\xAEgpj.exe");
        row("null word", "(null)");
        row("none word", "None");
        row("blank", "   ");
        row("cluster head", "\nCLUSTER: west\n");
        row("long", QByteArray(5000, 'n'));
    }
    void noNameBreaksARow()
    {
        QFETCH(QByteArray, name);
        FakeCluster cluster;
        cluster.jobs << FakeJob("1", "PENDING", "bob", name).set("Comment", name).set("WorkDir", "/" + name) << FakeJob("2", "RUNNING");
        const auto asked = ask(cluster);
        QVERIFY(asked->rows);
        QCOMPARE(asked->rows->unread, 0u);
        QCOMPARE(asked->rows->jobs.size(), size_t(2));
        QCOMPARE(asked->words.bytes(jobOf(*asked, 1).name).toByteArray(), name);
        QCOMPARE(asked->words.bytes(jobOf(*asked, 1).workDir).toByteArray(), "/" + name);
        QVERIFY(!jobOf(*asked, 1).mine);
        QVERIFY(jobOf(*asked, 2).mine);
        QVERIFY(jobOf(*asked, 2).cluster.isEmpty());
    }

    void marksAreNewForEachQuestion() // or a name that holds the last one could forge a row
    {
        QSet<QByteArray> marks;
        for (int i = 0; i < 50; ++i)
            marks.insert(SqueueQuestion().rowEnd());
        QCOMPARE(marks.size(), 50);
    }

    void aShortRowIsCountedAndKeptRaw_data() // JSN-11, NOD-01
    {
        QTest::addColumn<int>("missing");
        QTest::newRow("the id") << 0;
        QTest::newRow("the state") << 2;
        QTest::newRow("the last fixed field") << 26;
    }
    void aShortRowIsCountedAndKeptRaw()
    {
        QFETCH(int, missing);
        FakeCluster cluster;
        cluster.jobs << FakeJob("1", "RUNNING") << FakeJob("2", "RUNNING", "bob", "short") << FakeJob("3", "RUNNING");
        const auto asked = ask(cluster, [missing](Reply &reply, const SqueueQuestion &) {
            qsizetype at = reply.out.indexOf("\n2\x1f") + 1;
            for (int i = 0; i < missing; ++i)
                at = reply.out.indexOf('\x1f', at) + 1;
            reply.out.remove(at, reply.out.indexOf('\x1f', at) + 1 - at); // one field less
        });
        QVERIFY(asked->rows);
        QCOMPARE(asked->rows->jobs.size(), size_t(2));
        QCOMPARE(asked->rows->unread, 1u);
        QVERIFY(asked->rows->unreadRows.value(0).contains(u"physics"_s));
    }

    void anAnswerThatBreaksOffLosesOnlyItsLastRow()
    {
        FakeCluster cluster;
        cluster.jobs << FakeJob("1", "RUNNING") << FakeJob("2", "RUNNING");
        const auto asked = ask(cluster, [](Reply &reply, const SqueueQuestion &) { reply.out.chop(10); });
        QVERIFY(asked->rows);
        QCOMPARE(asked->rows->jobs.size(), size_t(1));
        QCOMPARE(asked->rows->unread, 1u);
    }

    void wordsThatAreNoQueueAreNeverAnEmptyList_data() // LRG-04
    {
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QByteArray>("err");
        QTest::addColumn<int>("status");
        QTest::newRow("busy") << QByteArray() << QByteArray("slurm_load_jobs error: Socket timed out on send/recv operation\n") << 1;
        QTest::newRow("busy, exit 0") << QByteArray() << QByteArray("slurm_load_jobs error: Socket timed out on send/recv operation\n")
                                      << 0;
        QTest::newRow("a cluster's head only") << QByteArray("CLUSTER: west\n") << QByteArray() << 0;
        QTest::newRow("a motd") << QByteArray("Welcome to the cluster!\n") << QByteArray() << 0;
        QTest::newRow("cut by a signal") << QByteArray() << QByteArray() << 137;
    }
    void wordsThatAreNoQueueAreNeverAnEmptyList()
    {
        QFETCH(QByteArray, out);
        QFETCH(QByteArray, err);
        QFETCH(int, status);
        TextPool words;
        QVERIFY(!readSqueue({out, err, status}, SqueueQuestion(), words, {}, 0));
    }

    void anEmptyQueueIsAnEmptyList()
    {
        FakeCluster cluster;
        const auto asked = ask(cluster);
        QVERIFY(asked->rows);
        QVERIFY(asked->rows->jobs.empty());
    }

    void clusterHeadsNameTheirRows()
    {
        FakeCluster cluster;
        cluster.jobs << FakeJob("1", "RUNNING");
        cluster.noise = "CLUSTER: west\n";
        const auto asked = ask(cluster);
        QVERIFY(asked->rows);
        QCOMPARE(asked->words.string(jobOf(*asked, 1).cluster), u"west"_s);
    }

    void wordsOfAWrapperDoNotHideTheFirstJob()
    {
        FakeCluster cluster;
        cluster.jobs << FakeJob("1", "RUNNING") << FakeJob("2", "RUNNING");
        cluster.noise = "Loading module slurm\n";
        const auto asked = ask(cluster);
        QVERIFY(asked->rows);
        QCOMPARE(asked->rows->jobs.size(), size_t(2));
    }

    void mineIsDecidedByUidToo() // NAM-10
    {
        FakeCluster cluster;
        cluster.jobs << FakeJob("1", "RUNNING").set("UserName", "2001") << FakeJob("2", "RUNNING").set("UserID", "4294967294")
                     << FakeJob("3", "RUNNING", "averyveryverylongusername").set("Account", "dept-bioinformatics-and-more");
        const auto asked = ask(cluster);
        QVERIFY(jobOf(*asked, 1).mine);
        QVERIFY(jobOf(*asked, 2).mine);
        QVERIFY(!jobOf(*asked, 3).mine);
        QCOMPARE(asked->words.string(jobOf(*asked, 3).account), u"dept-bioinformatics-and-more"_s);
    }

    void stateOfAnUnknownNameIsShownAsItIs() // STA-01
    {
        FakeCluster cluster;
        cluster.jobs << FakeJob("1", "COSMIC_RAY");
        const auto asked = ask(cluster);
        QCOMPARE(jobOf(*asked, 1).state, JobState::Other);
        QCOMPARE(asked->words.string(jobOf(*asked, 1).stateText), u"COSMIC_RAY"_s);
        QVERIFY(!isActive(jobOf(*asked, 1).state));
    }

    void oneTableServesTheQuestionAndTheReader()
    {
        const SqueueQuestion question;
        const auto format = formatOf(question.command().words.value(question.command().words.indexOf("-O") + 1));
        QCOMPARE(format.size(), question.fields().size());
        for (const auto &[name, end] : format) {
            const SqueueField *field = findSqueueField(name);
            QVERIFY(field);
            QCOMPARE(end, name == format.back().first ? question.rowEnd() : field->chosen ? question.textEnd() : QByteArray("\x1f"));
        }
        QVERIFY(!question.command().words.contains("-r")); // arrays stay folded
        for (const char *passing : {"TimeUsed", "TimeLeft", "PendingTime"})
            QVERIFY(!question.fields().contains(passing));
    }
};

PILOTHOUSE_TEST(TestSqueue)
#include "tst_squeue.moc"
