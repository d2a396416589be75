// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The detail of one job: who is asked, what is put together, and what one that hangs or refuses takes with it.
#include "backend/slurm/diag.h"
#include "backend/slurm/nodes.h"
#include "backend/slurm/slurmsource.h"
#include "tests/slurm/fakecluster.h"
#include "tests/slurm/samples.h"
#include "tests/support/runner.h"

#include <QtTest>

#include <condition_variable>
#include <mutex>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// sacct waits for sstat and sstat for sacct, for a while.
class MeetingShell final : public Shell {
public:
    explicit MeetingShell(std::shared_ptr<Shell> inner) : m_inner(std::move(inner)) { }
    [[nodiscard]] Result<std::vector<Reply>> run(QList<Command> commands, Urgency urgency, std::stop_token stop) override
    {
        const QByteArray tool = commands.front().words.front();
        if (tool == "sacct" || tool == "sstat") {
            std::unique_lock lock(m_mutex);
            ++m_here;
            m_came.notify_all();
            met = m_came.wait_for(lock, 5s, [this] { return m_here == 2; });
        }
        return m_inner->run(std::move(commands), urgency, stop);
    }
    [[nodiscard]] LinkFacts facts() const override { return m_inner->facts(); }
    void retryNow() override { }
    [[nodiscard]] QString host() const override { return m_inner->host(); }
    bool met = false;

private:
    std::shared_ptr<Shell> m_inner;
    std::mutex m_mutex;
    std::condition_variable m_came;
    int m_here = 0;
};

} // namespace

class TestSlurmDetail : public QObject {
    Q_OBJECT

    std::unique_ptr<FakeCluster> m_cluster;
    std::unique_ptr<SlurmSource> m_source;

    Result<JobDetail> detail(JobState state = JobState::Running, bool mine = true, quint32 waiting = 0)
    {
        Job job;
        job.key = {15, kNoTask, 3};
        job.jobId = 15;
        job.state = state;
        job.mine = mine;
        job.waitingTasks = waiting;
        return m_source->detail(job, {});
    }
    static QString steps(const JobDetail &detail)
    {
        QStringList all;
        for (const JobDetail::Step &step : detail.steps)
            all.append(u"%1 %2 %3×%4 KiB %5 s %6"_s.arg(step.id, step.state)
                           .arg(step.tasks)
                           .arg(step.maxRss.count() / 1024)
                           .arg(step.cpuTime.count())
                           .arg(step.nodes));
        return all.join(u", "_s);
    }

private slots:
    void init()
    {
        m_cluster = std::make_unique<FakeCluster>();
        m_source = std::make_unique<SlurmSource>(SourceInfo{.index = 3, .name = u"lab"_s, .kind = u"slurm"_s}, m_cluster->shell);
        m_cluster->jobs << FakeJob("15", "RUNNING");
        m_cluster->records << FakeRecord("15", "RUNNING").set("End", "Unknown")
                           << FakeRecord("15.batch", "RUNNING")
                                  .set("JobIDRaw", "15.batch")
                                  .set("JobName", "batch")
                                  .set("NTasks", "1")
                                  .set("End", "Unknown")
                                  .set("TotalCPU", "00:00:00");
        m_cluster->sstatReply = {kSstatRows, {}, 0};
    }

    void runningStepsHaveWhatTheyUsedSoFar()
    {
        const auto got = detail();
        QVERIFY2(got, got ? "" : qPrintable(got.error().detail));
        QCOMPARE(m_cluster->shell->asked("sstat"),
                 QByteArrayList{"sstat -a -n -p -j 15 -o JobID,NTasks,MaxRSS,AveCPU,TRESUsageInTot,Nodelist"});
        // The batch step is accounting's, the other one it has not heard of yet.
        QCOMPARE(steps(*got), u"batch RUNNING 1×21556 KiB 1 s n1, 0 RUNNING 4×5512 KiB 40 s n[1-2]"_s);
        QVERIFY(got->usedSoFar);
        QCOMPARE(got->peakMemory.count(), 21556LL * 1024);
        QCOMPARE(got->cpuTime, 41s);
        QVERIFY(got->partial.isEmpty());
    }

    void endedStepsOfARunningJobKeepWhatAccountingSays()
    {
        m_cluster->records << FakeRecord("15.1", "COMPLETED")
                                  .set("JobIDRaw", "15.1")
                                  .set("NTasks", "2")
                                  .set("MaxRSS", "40000K")
                                  .set("TotalCPU", "01:00.500");
        const auto got = detail();
        QVERIFY(got);
        QVERIFY2(steps(*got).contains(u"1 COMPLETED 2×40000 KiB 60 s"_s), qPrintable(steps(*got)));
        QCOMPARE(got->peakMemory.count(), 40000LL * 1024);
        QCOMPARE(got->cpuTime, 101s);
    }

    void onlyARunningJobOfOnesOwnIsAskedFor()
    {
        QVERIFY(detail(JobState::Running, false));
        QVERIFY(detail(JobState::Pending));
        QVERIFY(detail(JobState::Completed));
        QVERIFY(detail(JobState::Pending, true, 9));
        QVERIFY(m_cluster->shell->asked("sstat").isEmpty());
        const auto others = detail(JobState::Running, false);
        QCOMPARE(others->cpuTime, Seconds(-1)); // accounting's zero of a running step is no amount
        QVERIFY(detail(JobState::Suspended));
        QCOMPARE(m_cluster->shell->asked("sstat").size(), 1);
    }

    void aRefusalIsSaidAndTheRestStands_data()
    {
        QTest::addColumn<Reply>("reply");
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("some");
        QTest::newRow("no steps") << Reply{{}, "sstat: error: couldn't get steps for job 15\n", 0} << int(Error::Kind::NotFound) << false;
        QTest::newRow("refused") << Reply{{}, "sstat: error: Access/permission denied\n", 1} << int(Error::Kind::NotAllowed) << false;
        QTest::newRow("missing") << Reply{{}, "sh: sstat: not found\n", 127} << int(Error::Kind::NotFound) << false;
        QTest::newRow("nonsense") << Reply{"hello\n", {}, 0} << int(Error::Kind::BadReply) << false;
        QTest::newRow("a node is away") << Reply{kSstatRows, "sstat: error: problem getting step_layout for 15.1: Connection refused\n", 0}
                                        << int(Error::Kind::Busy) << true;
    }
    void aRefusalIsSaidAndTheRestStands()
    {
        QFETCH(Reply, reply);
        QFETCH(bool, some);
        m_cluster->sstatReply = reply;
        const auto got = detail();
        QVERIFY(got);
        QCOMPARE(got->usedSoFar, some);
        QCOMPARE(got->peakMemory.known(), some); // unknown, not none
        QCOMPARE(got->cpuTime.count() >= 0, some);
        QCOMPARE(got->partial.size(), 1);
        QCOMPARE(got->partial[0].subject, u"sstat"_s);
        QTEST(int(got->partial[0].kind), "kind");
        QVERIFY(got->fields.size() >= 4);
    }

    void oneThatHangsTakesNothingElseWithIt() // LRG-07
    {
        m_cluster->hanging << "sstat" << "sacct";
        const auto got = detail();
        QVERIFY(got);
        QVERIFY(got->fields.size() >= 4);
        QCOMPARE(got->partial.size(), 2);
        for (const Error &error : got->partial)
            QCOMPARE(error.kind, Error::Kind::TimedOut);
        m_cluster->hanging = {"sacct"};
        QCOMPARE(steps(detail().value()), u"batch RUNNING 1×21556 KiB 1 s n1, 0 RUNNING 4×5512 KiB 40 s n[1-2]"_s);
    }

    void aRowOfAttemptsThatCannotBeReadIsSaid()
    {
        m_cluster->sacctReply = Reply{"15 and half a row", {}, 0};
        const auto got = detail(JobState::Completed);
        QVERIFY(got);
        QCOMPARE(got->partial.size(), 1);
        QCOMPARE(got->partial[0].kind, Error::Kind::BadReply);
        QCOMPARE(got->partial[0].subject, u"sacct"_s);
    }

    void linesOfNodesAndPrioritiesThatCannotBeReadAreSaid()
    {
        const Reply nodes{"NodeName=n1 State=IDLE\nnode two is away\n", {}, 0};
        QCOMPARE(slurm::readNodes(nodes).error().kind, Error::Kind::BadReply);
        QCOMPARE(slurm::readNodes({"NodeName=n1 State=IDLE\n\n", {}, 0})->size(), size_t(1));
        QByteArrayList cells;
        const Command asked = slurm::priorityQuestion({1});
        for (qsizetype i = 0; i < asked.words.value(3).split('\x1f').size(); ++i)
            cells.append("1");
        const QByteArray row = cells.join('\x1f') + '\n';
        QCOMPARE(slurm::readPriorities({row, {}, 0})->size(), size_t(1));
        QCOMPARE(slurm::readPriorities({row + "half\x1f row\n", {}, 0}).error().kind, Error::Kind::BadReply);
    }

    void whatMayHangIsAskedAtOnce() // LRG-07: one limit passes, not the sum of two
    {
        const auto shell = std::make_shared<MeetingShell>(m_cluster->shell);
        m_source = std::make_unique<SlurmSource>(SourceInfo{.index = 3, .name = u"lab"_s, .kind = u"slurm"_s}, shell);
        const auto got = detail();
        QVERIFY(got && got->usedSoFar);
        QVERIFY(shell->met);
    }

    void withoutTheRecordThereIsNoDetail()
    {
        m_cluster->hanging << "scontrol";
        QVERIFY(!detail());
    }
};

PILOTHOUSE_TEST(TestSlurmDetail)
#include "tst_detail.moc"
