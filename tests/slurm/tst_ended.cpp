// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs that left the queue: who is looked up, how far back, how often, and what is taken from the answer.
#include "backend/slurm/ended.h"
#include "backend/slurm/poll.h"
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
        ended.add({recordOf(1, JobState::Completed)}, {}); // a word that comes late after all
        QCOMPARE(statesOf(ended), std::vector<int>{int(JobState::Completed)});
        ended.add({recordOf(1, JobState::Failed)}, {}); // and that was the last one
        QCOMPARE(statesOf(ended), std::vector<int>{int(JobState::Completed)});
    }

    void anAccountingThatIsAwayUsesUpNoTry() // STA-15
    {
        EndedJobs ended;
        auto now = EndedJobs::Clock::now();
        ended.compare({jobOf(1, JobState::Running)}, {}, now);
        for (int minutes = 0; minutes < 180; ++minutes, now += 1min) {
            QCOMPARE(ended.due(now, 10).size(), size_t(1));
            ended.notTold({1}, now);
        }
        ended.told({recordOf(1, JobState::Completed)}, {1}, {}, {}, now);
        QCOMPARE(statesOf(ended), std::vector<int>{int(JobState::Completed)});
    }

    void whatLeftTheQueueHasNeitherItsLimitsEndNorItsExpectedStart() // TIM-02
    {
        EndedJobs ended;
        std::vector<Job> before{jobOf(1, JobState::Running), jobOf(2, JobState::Pending), jobOf(3, JobState::Completing)};
        for (Job &job : before) {
            job.start = Moment(kNow.epoch() - 60);
            job.end = Moment(kNow.epoch() + 86'400);
        }
        before[1].startIsExpected = true;
        before[2].end = Moment(kNow.epoch() - 5); // its run is over
        ended.compare(before, {}, EndedJobs::Clock::now());
        const auto gone = ended.merged({});
        QVERIFY(!gone[0].end.known() && gone[0].start.known());
        QVERIFY(!gone[1].end.known() && !gone[1].start.known() && !gone[1].startIsExpected);
        QCOMPARE(gone[2].end, before[2].end);
    }

    void whatARecordDoesNotTellStaysAsItWasLastSeen() // RES-01
    {
        TextPool words;
        EndedJobs ended;
        Job last = jobOf(1, JobState::Running);
        last.nice = 500;
        last.restarts = 3;
        last.memory = Bytes(256LL << 20);
        last.memoryPer = MemoryPer::Node;
        last.dependency = words.add("afterok:7");
        last.licenses = words.add("matlab:1");
        last.mine = true;
        Job record = recordOf(1, JobState::Completed);
        record.memory = Bytes(512LL << 20);
        for (const bool byId : {true, false}) {
            ended.compare({}, {last}, EndedJobs::Clock::now()); // it came back
            ended.compare({last}, {}, EndedJobs::Clock::now());
            if (byId)
                ended.told({record}, {1}, {}, {}, EndedJobs::Clock::now());
            else
                ended.add({record}, {});
            const Job job = ended.merged({}).at(0);
            QCOMPARE(job.state, JobState::Completed);
            QCOMPARE(job.nice, 500);
            QCOMPARE(job.restarts, quint16(3));
            QCOMPARE(job.memory.count(), 256LL << 20);
            QCOMPARE(job.memoryPer, MemoryPer::Node);
            QVERIFY(job.mine && job.dependency == last.dependency && job.licenses == last.licenses);
            QCOMPARE(job.end, record.end);
        }
    }

    void anEndThatWasToldIsKeptWhenTheRefreshWasGivenUp()
    {
        EndedJobs ended;
        const auto now = EndedJobs::Clock::now();
        const std::vector<Job> before{jobOf(1, JobState::Running)};
        ended.compare(before, {}, now);
        ended.told({recordOf(1, JobState::Completed)}, {1}, {}, {}, now);
        ended.compare(before, {}, now); // no snapshot was made of it: the one before is compared again
        QCOMPARE(statesOf(ended), std::vector<int>{int(JobState::Completed)});
    }

    void manyOfOnesOwnAreBoundedAtOnceAndCounted() // LRG-03
    {
        EndedJobs ended;
        std::vector<Job> records;
        for (quint32 id = 1; id <= 60'000; ++id) {
            records.push_back(recordOf(id, JobState::Cancelled));
            records.back().mine = id > 10'000;
        }
        ended.add(records, {});
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(ended.bound(kNow, EndedJobs::Clock::now()), size_t(45'000));
        QVERIFY2(timer.elapsed() < 2'000, qPrintable(QString::number(timer.elapsed())));
        QCOMPARE(ended.count(), size_t(5'000));
        QCOMPARE(ended.merged({}).front().key.job, 55'001u);
        QCOMPARE(ended.bound(kNow, EndedJobs::Clock::now()), size_t(0));
    }

    void aSingleLookSaysThatAccountingDidNotAnswer() // LRG-07
    {
        FakeCluster cluster;
        cluster.jobs << FakeJob("1", "RUNNING");
        Poll poll(3, std::make_shared<HangingAccounting>(cluster.shell), 50ms);
        const auto looked = poll.fetch({.jobs = true, .settled = true}, {});
        QVERIFY(looked);
        QCOMPARE((*looked)->partial.size(), 1);
        QCOMPARE((*looked)->partial[0].kind, Error::Kind::TimedOut);
        QCOMPARE((*looked)->partial[0].subject, u"sacct"_s);
    }

    void anAnswerThatWasNotTakenYetIsNotAskedForAgain()
    {
        FakeCluster cluster;
        Errand errand(cluster.shell);
        Errand::Asked asked{SacctQuestion(), {}, {}, {}, {}};
        asked.commands << asked.question.ofUser("alice", 60s);
        errand.start(std::move(asked));
        QTRY_VERIFY(!errand.asking());
        QVERIFY(errand.busy());
        QVERIFY(errand.take());
        QVERIFY(!errand.busy());
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

    void endedJobsAreBounded()
    {
        EndedJobs ended;
        std::vector<Job> records;
        for (quint32 i = 1; i <= 6'000; ++i) {
            Job job;
            job.key.job = i;
            job.state = JobState::Completed;
            job.fromAccounting = true;
            job.end = Moment(1'000'000 + i);
            job.mine = i < 100;
            records.push_back(job);
        }
        ended.add(records, {});
        QCOMPARE(ended.bound(Moment(1'006'000), EndedJobs::Clock::now()), size_t(0)); // of one's own
        QCOMPARE(ended.count(), size_t(5'000));
        QVERIFY(findJob(ended.merged({}), JobKey{1})); // one's own stay longest
        QCOMPARE(ended.bound(Moment(1'006'000 + 24 * 3600), EndedJobs::Clock::now()), size_t(0)); // by age
        QCOMPARE(ended.count(), size_t(1)); // job 6000 ended just a day ago
    }
};

PILOTHOUSE_TEST(TestEndedJobs)
#include "tst_ended.moc"
