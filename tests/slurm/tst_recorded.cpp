// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of real clusters, version by version, and the awkward ones that no cluster gave.
#include "backend/slurm/cluster.h"
#include "backend/slurm/diag.h"
#include "backend/slurm/jobdetail.h"
#include "backend/slurm/nodes.h"
#include "backend/slurm/sstat.h"
#include "tests/slurm/samples.h"
#include "tests/support/runner.h"

#include <QFile>
#include <QtTest>

using namespace pilothouse;
using namespace pilothouse::slurm;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QByteArray recorded(const QString &version, const QString &name)
{
    QFile file(qEnvironmentVariable("PILOTHOUSE_SOURCE_DIR") + u"/tests/data/slurm/%1/%2.txt"_s.arg(version, name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString value(const QList<Field> &fields, const QString &key)
{
    for (const Field &field : fields) {
        if (field.key == key)
            return field.value;
    }
    return u"no such field"_s;
}

} // namespace

class TestRecordedSlurm : public QObject {
    Q_OBJECT

    static void versions()
    {
        QTest::addColumn<QString>("version");
        for (const QString &version : {u"20.11"_s, u"22.05"_s, u"24.11"_s, u"26.05"_s})
            QTest::newRow(qPrintable(version)) << version;
    }

private slots:
    void theClusterSaysItsNameAndVersion_data() { versions(); }
    void theClusterSaysItsNameAndVersion()
    {
        QFETCH(QString, version);
        const auto facts = readCluster({recorded(version, u"scontrol-config"_s), {}, 0});
        QVERIFY(facts);
        QVERIFY(facts->version.startsWith(version));
        QCOMPARE(facts->name, u"lab"_s);
    }

    void partitionsAreRead_data() { versions(); }
    void partitionsAreRead()
    {
        QFETCH(QString, version);
        TextPool pool;
        const auto partitions = readPartitions({recorded(version, u"scontrol-partition-o"_s), {}, 0}, pool);
        QVERIFY(partitions);
        QVERIFY(partitions->size() >= 3);
        QCOMPARE(pool.string(partitions->front().name), u"batch"_s);
        QVERIFY(partitions->front().isDefault && partitions->front().up && partitions->front().maxTime.known());
        QVERIFY(partitions->front().nodes > 0);
    }

    void nodesAreRead_data() { versions(); }
    void nodesAreRead()
    {
        QFETCH(QString, version);
        const auto nodes = readNodes({recorded(version, u"scontrol-node-do"_s), {}, 0});
        QVERIFY(nodes);
        QCOMPARE(nodes->size(), size_t(4));
        const Node &node = nodes->front();
        QCOMPARE(node.name, u"g1"_s);
        QCOMPARE(node.use, NodeUse::Allocated);
        QCOMPARE(node.cpusTotal, std::optional<quint32>(4));
        QCOMPARE(node.memoryTotal, 8000_MiB);
        QCOMPARE(node.memoryUsed, 712_MiB);
        QVERIFY(node.gpus == (std::vector<GpuType>{{u"tesla"_s, 2, 2}}));
        QCOMPARE(node.partitions, (QStringList{u"gpu"_s, u"debug"_s}));
        QVERIFY(node.version.startsWith(version));
        for (const Node &each : *nodes)
            QVERIFY2(each.use != NodeUse::Other, qPrintable(each.state));
    }

    void anAdminsWordsAreNoKeys()
    {
        const auto nodes = readNodes(
            {"NodeName=n1 CPUAlloc=0 CPUTot=4 State=IDLE+DRAIN Partitions=a,b Reason=disk: bad | State=IDLE \"x [root@1796113781]\n",
             {},
             0});
        QVERIFY(nodes);
        QCOMPARE(nodes->front().use, NodeUse::Drained);
        QCOMPARE(nodes->front().reason, u"disk: bad | State=IDLE \"x"_s);
        QCOMPARE(nodes->front().reasonBy, u"root"_s);
        QCOMPARE(nodes->front().reasonAt, Moment(1796113781));
        QCOMPARE(nodes->front().freeCpus(), 0u);
    }

    void aNodeIsKnownByItsHostNameToo() // NOD-06
    {
        const auto nodes = readNodes({"NodeName=gpu05 NodeAddr=10.0.0.5 NodeHostName=gpu05.site.example State=IDLE CPUAlloc=0 CPUTot=4\n"
                                      "NodeName=st-1 NodeAddr=10.0.0.6 NodeHostName=10-0-0-6 State=IDLE CPUAlloc=0 CPUTot=4\n",
                                      {},
                                      0});
        QVERIFY(nodes);
        QCOMPARE(nodes->at(0).name, u"gpu05"_s);
        QCOMPARE(nodes->at(0).hostName, u"gpu05.site.example"_s);
        QCOMPARE(nodes->at(1).hostName, u"10-0-0-6"_s);
    }

    void nodeStatesKeepTheirFlags_data() // STA-10, STA-12
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<int>("use");
        const auto row = [](const char *words, NodeUse use) { QTest::newRow(words) << QByteArray(words) << int(use); };
        row("IDLE+DRAIN", NodeUse::Drained);
        row("MIXED+DRAIN+DYNAMIC_NORM+MAINTENANCE+RESERVED", NodeUse::Draining);
        row("allocated+drain", NodeUse::Draining);
        row("DOWN+NOT_RESPONDING", NodeUse::Down);
        row("down*", NodeUse::Down);
        row("idle~", NodeUse::PoweredDown);
        row("IDLE+PLANNED", NodeUse::Planned);
        row("plnd", NodeUse::Planned);
        row("BLOCKED", NodeUse::Other);
        row("IDLE+COMPLETING", NodeUse::Idle);
        row("MIXED", NodeUse::Mixed);
        row("", NodeUse::Other);
    }
    void nodeStatesKeepTheirFlags()
    {
        QFETCH(QByteArray, words);
        QTEST(int(readNodeState(words)), "use");
    }

    void theControllersLoadIsRead_data() { versions(); }
    void theControllersLoadIsRead()
    {
        QFETCH(QString, version);
        const auto diag = readDiag({recorded(version, u"sdiag"_s), {}, 0});
        QVERIFY(diag);
        QVERIFY(diag->at > diag->since && diag->since.known());
        QVERIFY(diag->serverThreads && diag->jobsPending && diag->mainCycleMean && diag->backfillCycleMean);
        QVERIFY(std::any_of(diag->byType.begin(), diag->byType.end(),
                            [](const RpcCount &rpc) { return rpc.name == u"REQUEST_JOB_INFO"_s && rpc.count > 0; }));
        QVERIFY(!diag->byUser.empty());
    }

    void whatRunningStepsUseIsRead_data() { versions(); }
    void whatRunningStepsUseIsRead() // a batch script with two steps; the columns are the same in all versions
    {
        QFETCH(QString, version);
        const auto uses = readSstat({recorded(version, u"sstat"_s), {}, 0});
        QVERIFY2(uses, uses ? "" : qPrintable(uses.error().detail));
        QStringList ids;
        for (const StepUse &use : *uses) {
            ids.append(use.id);
            QCOMPARE(use.tasks, 1u);
            QVERIFY(use.maxRss.count() > 500'000 && use.maxRss < 1_GiB);
            QVERIFY(use.cpuTime >= 0s && use.cpuTime < 1h);
            QVERIFY(!use.nodes.isEmpty());
        }
        QVERIFY2(ids.contains(u"batch"_s) && ids.contains(u"0"_s), qPrintable(ids.join(u' ')));
        QVERIFY(std::any_of(uses->begin(), uses->end(), [](const StepUse &use) { return use.cpuTime >= 1s; })); // one that works
    }

    void whatSstatCannotTellIsUnknown() // RES-12
    {
        const auto uses = readSstat({"15.batch|1|0|213503982334-14:25:51|cpu=213503982334-14:25:51|n1|\n"
                                     "15.0|8|1.22M|00:00:02||n[1-2]|\n",
                                     {},
                                     0});
        QVERIFY(uses);
        QCOMPARE(uses->size(), size_t(2));
        QVERIFY(!uses->at(0).maxRss.known()); // nothing measured yet is not "none used"
        QCOMPARE(uses->at(0).cpuTime, Seconds(-1));
        QCOMPARE(uses->at(1).maxRss.count(), 1279263LL);
        QCOMPARE(uses->at(1).cpuTime, 16s); // the average, times the tasks
        const auto others = readSstat({{},
                                       "sstat: error: slurm_job_step_stat: there was an error with the request to n1 rc = Invalid user id\n"
                                       "sstat: error: problem getting step_layout for StepId=1.batch: Invalid user id\n",
                                       0});
        QVERIFY(!others);
        QCOMPARE(others.error().kind, Error::Kind::NotAllowed);
        for (const char *words : {"15.batch|1|0\n", "no job|1|1K|0|0|n1|\n", "15|1|1K|00:00:01||n1|\n"})
            QVERIFY2(!readSstat({words, {}, 0}), words);
        const auto none = readSstat({{}, "sstat: error: couldn't get steps for job 999999\n", 0});
        QVERIFY(!none);
        QCOMPARE(none.error().kind, Error::Kind::NotFound);
    }

    void prioritiesAreReadOrSaidToBeNone()
    {
        const auto some = readPriorities({kSprioRow, {}, 0});
        QVERIFY(some);
        QCOMPARE(some->front().priority, 2682);
        QCOMPARE(some->front().fairShare, 1667);
        QCOMPARE(some->front().nice, -5);
        QVERIFY(readPriorities({{}, "Unable to find jobs matching user/id(s) specified\n", 0})->empty());
        QVERIFY(!readPriorities({{}, "Unable to contact slurm controller (connect failure)\n", 1}));
    }

    void everyRecordedJobIsRead_data() { versions(); }
    void everyRecordedJobIsRead()
    {
        QFETCH(QString, version);
        const QByteArray out = recorded(version, u"scontrol-job"_s);
        int jobs = 0;
        for (qsizetype at = 0; at >= 0; at = out.indexOf("\nJobId=", at + 1)) {
            const QByteArray head = out.mid(at, 60).trimmed();
            const quint32 id = head.sliced(6, head.indexOf(' ') - 6).toUInt();
            const auto fields = readJobRecord(out, id, {});
            QCOMPARE(value(fields, u"JobId"_s), QString::number(id));
            for (const QString &key :
                 {u"JobName"_s, u"UserId"_s, u"JobState"_s, u"Reason"_s, u"SubmitTime"_s, u"NumCPUs"_s, u"WorkDir"_s, u"TimeLimit"_s})
                QVERIFY2(value(fields, key) != u"no such field"_s, qPrintable(key));
            ++jobs;
        }
        QVERIFY(jobs > 10);
    }

    void lookAlikesInANameChangeNothing() // NAM-02
    {
        const QByteArray name = "train [v2] Partition=[/] evil JobState=FAILED\n   UserId=root(0) GroupId=root(0)\n   JobState=FAILED";
        const QByteArray comment = "a\n   StdOut=/etc/passwd\nb";
        const QByteArray out = "JobId=7 JobName=" + name
            + "\n   UserId=alice(2001) GroupId=alice(2001) MCS_label=N/A\n   JobState=PENDING Reason=None Dependency=(null)\n   Partition=gpu AllocNode:Sid=l:0\n   Comment="
            + comment + "\n   Command=/home/alice/a b.sh x=y\n   WorkDir=/home/alice\n   StdOut=/home/alice/test output/%x.out\n\n";
        const auto fields = readJobRecord(out, 7, {name, comment});
        QCOMPARE(value(fields, u"JobName"_s), QString::fromUtf8(name));
        QCOMPARE(value(fields, u"JobState"_s), u"PENDING"_s);
        QCOMPARE(value(fields, u"UserId"_s), u"alice(2001)"_s);
        QCOMPARE(value(fields, u"Partition"_s), u"gpu"_s);
        QCOMPARE(value(fields, u"Comment"_s), QString::fromUtf8(comment));
        QCOMPARE(value(fields, u"Command"_s), u"/home/alice/a b.sh x=y"_s);
        QCOMPARE(value(fields, u"StdOut"_s), u"/home/alice/test output/%x.out"_s);
        QVERIFY(readJobRecord(out, 8, {}).isEmpty());
    }

    void aHetJobsNameEndsBeforeItsSet()
    {
        const QByteArray out
            = "JobId=25 HetJobId=25 HetJobOffset=0 JobName=het\n   HetJobIdSet=25-26\n   UserId=alice(2001) GroupId=alice(2001)\n\n";
        for (const QByteArray &name : {QByteArray("het"), QByteArray()}) {
            const auto fields = readJobRecord(out, 25, {name, {}});
            QCOMPARE(value(fields, u"JobName"_s), u"het"_s);
            QCOMPARE(value(fields, u"HetJobIdSet"_s), u"25-26"_s);
        }
    }

    void stepsAndAttemptsAreToldApart() // STA-06, RES-09, RES-10, JID-11
    {
        using Row = std::vector<QByteArrayView>;
        const std::vector<Row> rows{
            Row{"5201", "old", "COMPLETED", "1700000000", "1700000000", "1700000100", "n1", "0:0", "", "", "00:01:00"},
            Row{"5201", "job", "PREEMPTED", "1796100000", "1796100010", "1796103600", "n1", "0:0", "", "", "00:01:00"},
            Row{"5201.batch", "batch", "CANCELLED", "1796100000", "1796100010", "1796103600", "n1", "0:15", "1", "1K", "00:01:00"},
            Row{"5201", "job", "COMPLETED", "1796103600", "1796105400", "1796110000", "n2", "0:0", "", "", "00:01:00"},
            Row{"5201.batch", "batch", "COMPLETED", "1796105400", "1796105400", "1796110000", "n2", "0:0", "1", "6044K", "00:00:01"},
            Row{"5201.extern", "extern", "COMPLETED", "1796105400", "1796105400", "1796110000", "n2", "0:0", "1", "1330K", "00:00.002"},
            Row{"5201.0", "python", "COMPLETED", "1796105400", "1796105400", "1796110000", "n2", "0:0", "8", "39503310K", "01:00:00"},
            Row{"5201.1", "python", "COMPLETED", "1796105400", "1796105400", "1796110000", "n2", "0:0", "8", "39538757K", "01:00:00"},
            Row{"5202", "other", "RUNNING", "1796105400", "1796105400", "Unknown", "n2", "0:0", "", "", ""},
        };
        JobDetail detail;
        readAttempts(rows, 5201, detail);
        QCOMPARE(detail.attempts.size(), size_t(2)); // the record of years ago is another job's
        QCOMPARE(detail.attempts[0].state, u"PREEMPTED"_s);
        QCOMPARE(detail.attempts[1].state, u"COMPLETED"_s);
        QCOMPARE(detail.steps.size(), size_t(4));
        QCOMPARE(detail.steps[2].tasks, 8u);
        QCOMPARE(detail.peakMemory.count(), 39538757LL * 1024);
        QCOMPARE(detail.cpuTime, Seconds(7201));
    }
};

PILOTHOUSE_TEST(TestRecordedSlurm)
#include "tst_recorded.moc"
