// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs that left the queue: who is looked up, how far back, how often, and what is taken from the answer.
#include "backend/slurm/ended.h"
#include "backend/slurm/slurmsource.h"
#include "tests/slurm/fakecluster.h"
#include "tests/support/runner.h"

#include <QElapsedTimer>
#include <QtTest>

#include <condition_variable>

using namespace pilothouse;
using namespace pilothouse::slurm;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr Moment kNow(1796130600);

Job jobOf(quint32 id, JobState state, quint32 task = kNoTask)
{
    Job job;
    job.key = {id, task, 3};
    job.jobId = id;
    job.arrayJobId = task == kNoTask ? 0 : id;
    job.state = state;
    job.submit = Moment(kNow.epoch() - 600);
    return job;
}

Job recordOf(quint32 id, JobState state, quint32 task = kNoTask)
{
    Job job = jobOf(id, state, task);
    job.fromAccounting = true;
    job.start = Moment(kNow.epoch() - 500);
    job.end = Moment(kNow.epoch() - 10);
    return job;
}

std::vector<int> statesOf(const EndedJobs &ended)
{
    std::vector<int> states;
    for (const Job &job : ended.merged({}))
        states.push_back(int(job.state));
    return states;
}

// sacct does not answer until it is let go, or the run is stopped.
class HangingAccounting final : public Shell {
public:
    explicit HangingAccounting(std::shared_ptr<Shell> inner) : m_inner(std::move(inner)) { }
    [[nodiscard]] Result<std::vector<Reply>> run(QList<Command> commands, Urgency urgency, std::stop_token stop) override
    {
        if (commands.first().words.first() == "sacct") {
            std::unique_lock lock(m_mutex);
            ++asked;
            m_changed.wait(lock, stop, [this] { return m_goes; });
            if (stop.stop_requested())
                return failure(Error::Kind::Stopped);
        }
        return m_inner->run(std::move(commands), urgency, stop);
    }
    [[nodiscard]] LinkFacts facts() const override { return m_inner->facts(); }
    void retryNow() override { }
    [[nodiscard]] QString host() const override { return m_inner->host(); }
    void letGo()
    {
        const std::lock_guard lock(m_mutex);
        m_goes = true;
        m_changed.notify_all();
    }
    std::atomic<int> asked = 0;

private:
    std::shared_ptr<Shell> m_inner;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_goes = false;
};

} // namespace

class TestEndedJobs : public QObject {
    Q_OBJECT

private slots:
    void onesOwnAreLookedUpFirstAndOnlySoMany()
    {
        EndedJobs ended;
        std::vector<Job> before;
        for (quint32 id = 1; id <= 6; ++id) {
            before.push_back(jobOf(id, JobState::Running));
            before.back().mine = id > 4;
        }
        const auto now = EndedJobs::Clock::now();
        ended.compare(before, {}, now);
        QCOMPARE(ended.due(now, 3), (std::vector<quint32>{5, 6, 1}));
        QCOMPARE(ended.due(now, 100).size(), size_t(6));
    }

    void theLookUpReachesBackBeyondTheEarliestSubmit() // LRG-03: sacct's own window begins at midnight
    {
        EndedJobs ended;
        std::vector<Job> before{jobOf(1, JobState::Running), jobOf(2, JobState::Running)};
        before[1].submit = Moment(kNow.epoch() - 9 * 86'400);
        ended.compare(before, {}, EndedJobs::Clock::now());
        QVERIFY(ended.back({1}, kNow) >= 3600s);
        QVERIFY(ended.back({1, 2}, kNow) >= 9 * 24h);
    }

    void whatAccountingDoesNotKnowYetIsAskedAgainLaterAndNotForEver()
    {
        EndedJobs ended;
        auto now = EndedJobs::Clock::now();
        ended.compare({jobOf(1, JobState::Running)}, {}, now);
        int times = 0;
        for (const auto end = now + 1h; now < end; now += 1s) {
            if (ended.due(now, 10).empty())
                continue;
            ++times;
            ended.told({}, {1}, {}, {}, now);
            QVERIFY(ended.due(now, 10).empty()); // not at once
        }
        QCOMPARE(times, 7); // at once, then after longer and longer pauses, then it is not known any more
        QCOMPARE(statesOf(ended), std::vector<int>{int(JobState::NotKnownAnyMore)});
        ended.told({recordOf(1, JobState::Completed)}, {1}, {}, {}, now); // settled: a late word changes nothing
        QCOMPARE(statesOf(ended), std::vector<int>{int(JobState::NotKnownAnyMore)});
    }

    void aRecordThatStillRunsIsNoEnd()
    {
        EndedJobs ended;
        const auto now = EndedJobs::Clock::now();
        ended.compare({jobOf(1, JobState::Running)}, {}, now);
        ended.told({recordOf(1, JobState::Running)}, {1}, {}, {}, now);
        QCOMPARE(statesOf(ended), std::vector<int>{int(JobState::NotKnownAnyMore)});
        ended.told({recordOf(1, JobState::Timeout)}, {1}, {}, {}, now);
        QCOMPARE(statesOf(ended), std::vector<int>{int(JobState::Timeout)});
    }

    void aStateThatNobodyKnowsIsOverWhenItsRecordHasAnEnd() // STA-01
    {
        FakeCluster cluster;
        cluster.jobs << FakeJob("1", "COSMIC_RAY");
        SlurmSource source({.index = 3, .name = u"lab"_s, .kind = u"slurm"_s}, cluster.shell);
        const Wanted settled{.jobs = true, .settled = true};
        const auto live = source.fetch(settled, {});
        QVERIFY(live);
        QCOMPARE(int((*live)->jobs[0].state), int(JobState::Other)); // not called running
        cluster.jobs.clear();
        cluster.records << FakeRecord("1", "COSMIC_RAY") << FakeRecord("2", "COSMIC_RAY").set("End", "Unknown");
        const auto ended = source.fetch(settled, {});
        QVERIFY(ended);
        QCOMPARE((*ended)->jobs.size(), size_t(1));
        QCOMPARE((*ended)->words->string((*ended)->jobs[0].stateText), u"COSMIC_RAY"_s);
        QVERIFY((*ended)->jobs[0].fromAccounting);
        QCOMPARE((*ended)->jobs[0].end, Moment(1796130590));
    }

    void tasksThatRanBetweenTwoPollsAreAddedAndOldOnesAreNot() // STA-16
    {
        EndedJobs ended;
        const auto now = EndedJobs::Clock::now();
        ended.compare({jobOf(7, JobState::Running, 1)}, {}, now);
        std::vector<Job> records{recordOf(7, JobState::Completed, 0), recordOf(7, JobState::Completed, 1),
                                 recordOf(7, JobState::Failed, 2)};
        records[0].end = Moment(kNow.epoch() - 5'000);
        ended.told(records, {7}, {}, Moment(kNow.epoch() - 60), now);
        QCOMPARE(statesOf(ended), (std::vector<int>{int(JobState::Completed), int(JobState::Failed)}));
    }

    void whatComesBackIsForgotten() // STA-08
    {
        EndedJobs ended;
        const auto now = EndedJobs::Clock::now();
        const std::vector<Job> before{jobOf(1, JobState::Running)};
        ended.compare(before, {}, now);
        QCOMPARE(ended.count(), size_t(1));
        ended.compare({}, {jobOf(1, JobState::Pending)}, now);
        QCOMPARE(ended.count(), size_t(0));
    }

    void theFirstQuestionLooksBackAMinuteAndASingleLookAnHour() // STA-16
    {
        for (const bool settled : {false, true}) {
            FakeCluster cluster;
            cluster.jobs << FakeJob("1", "RUNNING");
            SlurmSource source({.index = 3, .name = u"lab"_s, .kind = u"slurm"_s}, cluster.shell);
            QVERIFY(source.fetch({.jobs = true, .settled = settled}, {}));
            QTRY_COMPARE(cluster.shell->asked("sacct").size(), 1);
            const QByteArray asked = cluster.shell->asked("sacct").first();
            QVERIFY2(asked.contains(settled ? "-S now-3600seconds" : "-S now-60seconds"), asked.constData());
            QVERIFY(asked.contains("-u alice"));
        }
    }

    void aSlowAccountingHoldsUpNothing() // LRG-07
    {
        FakeCluster cluster;
        cluster.jobs << FakeJob("1", "RUNNING") << FakeJob("2", "RUNNING");
        const auto shell = std::make_shared<HangingAccounting>(cluster.shell);
        SlurmSource source({.index = 3, .name = u"lab"_s, .kind = u"slurm"_s}, shell);
        const Wanted wanted{.jobs = true};
        QVERIFY(source.fetch(wanted, {}));
        QTRY_COMPARE(shell->asked.load(), 1);
        cluster.jobs.removeAt(1);
        cluster.records << FakeRecord("2", "COMPLETED");
        for (int i = 1; i <= 20; ++i) {
            cluster.jobs[0].set("NumCPUs", QByteArray::number(i));
            const auto snapshot = source.fetch(wanted, {});
            QVERIFY(snapshot);
            QCOMPARE((*snapshot)->jobs[0].cpus, quint32(i)); // each refresh tells of now
            QCOMPARE(int((*snapshot)->jobs[1].state), int(JobState::NotKnownAnyMore));
        }
        QCOMPARE(shell->asked.load(), 1); // and it is not asked a second time meanwhile
        shell->letGo();
        const auto state = [&] {
            const auto snapshot = source.fetch(wanted, {});
            return snapshot ? int((*snapshot)->jobs[1].state) : -1;
        };
        QTRY_COMPARE(state(), int(JobState::Completed));
    }

    void leavingDoesNotWaitForASlowAccounting()
    {
        FakeCluster cluster;
        cluster.jobs << FakeJob("1", "RUNNING");
        const auto shell = std::make_shared<HangingAccounting>(cluster.shell);
        auto source = std::make_unique<SlurmSource>(SourceInfo{.index = 3, .name = u"lab"_s, .kind = u"slurm"_s}, shell);
        QVERIFY(source->fetch({.jobs = true}, {}));
        QTRY_COMPARE(shell->asked.load(), 1);
        QElapsedTimer timer;
        timer.start();
        source.reset();
        QVERIFY(timer.elapsed() < 2'000);
    }

    void aSiteWithoutAccountingIsAskedOnceAndIsNotCalledBroken()
    {
        FakeCluster cluster;
        cluster.jobs << FakeJob("1", "RUNNING") << FakeJob("2", "RUNNING");
        cluster.sacctReply = Reply{{}, "Slurm accounting storage is disabled\n", 1};
        SlurmSource source({.index = 3, .name = u"lab"_s, .kind = u"slurm"_s}, cluster.shell);
        const Wanted settled{.jobs = true, .settled = true};
        QVERIFY(source.fetch(settled, {}));
        cluster.jobs.removeAt(1);
        const auto snapshot = source.fetch(settled, {});
        QVERIFY(snapshot && (*snapshot)->partial.isEmpty());
        QCOMPARE((*snapshot)->fieldsMissing, QStringList{u"sacct"_s}); // what it would tell is unknown
        QCOMPARE(int((*snapshot)->jobs[1].state), int(JobState::NotKnownAnyMore));
        QCOMPARE(cluster.shell->asked("sacct").size(), 1);
    }
};

PILOTHOUSE_TEST(TestEndedJobs)
#include "tst_ended.moc"
