// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/ended.h"
#include "backend/slurm/place.h"
#include "backend/slurm/poll.h"
#include "backend/slurm/slurmsource.h"
#include "tests/slurm/fakecluster.h"
#include "tests/support/runner.h"

#include <QtTest>

using namespace pilothouse;
using namespace pilothouse::slurm;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

constexpr Wanted kJobs{.jobs = true};
constexpr Wanted kSettled{.jobs = true, .settled = true};

const Job *jobOf(const SnapshotPtr &snapshot, quint32 id, quint32 task = kNoTask)
{
    return findJob(snapshot->jobs, JobKey{id, task, 3});
}

QString stateOf(const SnapshotPtr &snapshot, quint32 id, quint32 task = kNoTask)
{
    const Job *job = jobOf(snapshot, id, task);
    return job ? QString::fromLatin1(QMetaEnum::fromType<JobState>().valueToKey(int(job->state))) : u"no row"_s;
}

} // namespace

class TestSlurmPoll : public QObject {
    Q_OBJECT

    std::unique_ptr<FakeCluster> m_cluster;
    std::unique_ptr<SlurmSource> m_source;

    SnapshotPtr fetch(const Wanted &wanted = kJobs)
    {
        const auto fetched = m_source->fetch(wanted, {});
        if (!fetched)
            qWarning("%s %s", qPrintable(fetched.error().subject), qPrintable(fetched.error().detail));
        return fetched.value_or(nullptr);
    }

private slots:
    void init()
    {
        m_cluster = std::make_unique<FakeCluster>();
        m_source = std::make_unique<SlurmSource>(SourceInfo{.index = 3, .name = u"lab"_s, .kind = u"slurm"_s}, m_cluster->shell);
    }
    void cleanup() { m_source.reset(); }

    void aRefreshIsOneRoundTrip()
    {
        m_cluster->jobs << FakeJob("1", "RUNNING");
        const Wanted live{.jobs = true, .ended = false};
        const auto first = fetch(live);
        QVERIFY(first);
        QCOMPARE(m_cluster->shell->runs().size(), size_t(1));
        QCOMPARE(first->version, u"22.05.8"_s);
        QCOMPARE(first->cluster, u"lab"_s);
        QCOMPARE(first->sourceNow, Moment(1796130600)); // CLK-01: the source's own clock
        QCOMPARE(first->partitions.size(), size_t(2));
        QVERIFY(first->partitions[1].maxTime.isUnlimited());
        QVERIFY(!first->partitions[1].up);
        QVERIFY(fetch(live));
        QCOMPARE(m_cluster->shell->runs().size(), size_t(2));
        QCOMPARE(m_cluster->shell->runs()[1].size(), 2); // squeue and the clock: what does not change is not asked again
        QCOMPARE(m_cluster->shell->asked("sacct").size(), 0);
    }

    void aRefreshCostsWhatItsMainCommandTookAtTheFarEnd() // not the log-in before it, nor the wait for a turn
    {
        m_cluster->squeueReply = Reply{};
        m_cluster->squeueReply->took = std::chrono::milliseconds(4600);
        const auto read = fetch({.jobs = true, .ended = false});
        QVERIFY(read);
        QCOMPARE(read->cost.took, std::chrono::milliseconds(4600));
    }

    void changesAreCountedByKey()
    {
        m_cluster->jobs << FakeJob("1", "RUNNING") << FakeJob("2", "PENDING") << FakeJob("3_[0-9]", "PENDING");
        QCOMPARE(fetch()->change.came, 3u);
        const auto same = fetch();
        QVERIFY(same->change.none());
        m_cluster->jobs[1] = FakeJob("2", "RUNNING");
        m_cluster->jobs << FakeJob("4", "PENDING");
        const auto next = fetch();
        QCOMPARE(next->change.came, 1u);
        QCOMPARE(next->change.changed, 2u); // job 2, and the place of nobody but the rest, which moved up
        QCOMPARE(next->change.went, 0u);
    }

    void aFailedReadIsAnErrorAndTheNextOneGoesOn() // LRG-04
    {
        m_cluster->jobs << FakeJob("1", "RUNNING");
        QVERIFY(fetch());
        m_cluster->squeueReply = Reply{{}, "slurm_load_jobs error: Socket timed out on send/recv operation\n", 0};
        const auto busy = m_source->fetch(kJobs, {});
        QVERIFY(!busy);
        QCOMPARE(busy.error().kind, Error::Kind::Busy);
        m_cluster->squeueReply.reset();
        const auto back = fetch();
        QVERIFY(back);
        QVERIFY(back->change.none()); // nothing ended in between
    }

    void aFieldThatTheVersionLacksIsLeftOutAndSaid() // RES-01, JSN-11
    {
        m_cluster->lacking << "tres-alloc" << "RestartCnt";
        m_cluster->jobs << FakeJob("1", "RUNNING").set("tres-per-node", "gres:gpu:2").set("NumNodes", "2");
        const auto snapshot = fetch();
        QVERIFY(snapshot);
        QCOMPARE(snapshot->fieldsMissing, (QStringList{u"tres-alloc"_s, u"RestartCnt"_s}));
        QCOMPARE(jobOf(snapshot, 1)->gpus, 4u); // per node, times the nodes
        QVERIFY(fetch());
        QCOMPARE(m_cluster->shell->asked("squeue").size(), 4); // three to learn, then one each
    }

    void aJobThatLeftKeepsItsPlaceWithItsEnd() // STA-05, STA-06
    {
        m_cluster->jobs << FakeJob("1", "RUNNING") << FakeJob("2", "RUNNING") << FakeJob("3", "RUNNING");
        fetch();
        m_cluster->jobs.removeAt(1);
        m_cluster->records << FakeRecord("2", "PREEMPTED").set("Start", "1796130100").set("End", "1796130200")
                           << FakeRecord("2", "TIMEOUT").set("Start", "1796130300").set("ExitCode", "0:15");
        const auto next = fetch(kSettled);
        QCOMPARE(stateOf(next, 2), u"Timeout"_s); // the newest record by its start
        QVERIFY(jobOf(next, 2)->fromAccounting);
        QCOMPARE(jobOf(next, 2)->exitSignal, 15);
        QCOMPARE(jobOf(next, 2)->end, Moment(1796130590));
        QCOMPARE(next->jobs.size(), size_t(3));
        QCOMPARE(next->change.went, 0u);
        QCOMPARE(stateOf(fetch(), 2), u"Timeout"_s); // and it stays
    }

    void theEndIsSaidAtTheNextRefreshWithoutWaiting()
    {
        m_cluster->jobs << FakeJob("1", "RUNNING");
        fetch();
        m_cluster->jobs.clear();
        m_cluster->records << FakeRecord("1", "COMPLETED");
        QTRY_COMPARE(stateOf(fetch(), 1), u"Completed"_s);
        bool background = false;
        for (const Urgency urgency : m_cluster->shell->urgencies())
            background |= urgency == Urgency::Background;
        QVERIFY(background);
    }

    void aRecordFromBeforeTheSubmitIsAnotherJobs() // JID-11
    {
        m_cluster->jobs << FakeJob("1201", "RUNNING");
        fetch();
        m_cluster->jobs.clear();
        m_cluster->records
            << FakeRecord("1201", "COMPLETED").set("Submit", "1730000000").set("Start", "1730000100").set("End", "1730000200");
        QCOMPARE(stateOf(fetch(kSettled), 1201), u"NotKnownAnyMore"_s);
    }

    void accountingThatIsAwayIsSaidAndHoldsNothing() // STA-15, LRG-07
    {
        m_cluster->jobs << FakeJob("1", "RUNNING") << FakeJob("2", "RUNNING");
        fetch();
        m_cluster->sacctReply = Reply{{}, "sacct: error: Problem talking to the database: Connection refused\n", 1};
        m_cluster->jobs.removeAt(0);
        const auto next = fetch(kSettled);
        QCOMPARE(stateOf(next, 1), u"NotKnownAnyMore"_s);
        QCOMPARE(next->words->string(jobOf(next, 1)->name), u"train"_s); // with what was last known
        QVERIFY(!jobOf(next, 1)->end.known()); // and not with the end of its time limit
        QCOMPARE(next->partial.size(), 1);
        QCOMPARE(next->partial[0].kind, Error::Kind::Busy);
        QCOMPARE(stateOf(next, 2), u"Running"_s);
    }

    void accountingLacksAFieldAndIsAskedWithoutIt() // RES-01
    {
        m_cluster->sacctLacking << "Restarts";
        m_cluster->jobs << FakeJob("1", "RUNNING");
        fetch(kSettled);
        m_cluster->jobs.clear();
        m_cluster->records << FakeRecord("1", "COMPLETED");
        const auto next = fetch(kSettled);
        QCOMPARE(stateOf(next, 1), u"Completed"_s);
        QVERIFY(next->partial.isEmpty());
    }

    void whatEndedInASleepIsAskedForAfterIt() // CLK-02
    {
        m_cluster->jobs << FakeJob("1", "RUNNING");
        QVERIFY(fetch(kSettled));
        m_cluster->now = QByteArray::number(1796130600 + 8 * 3600); // our own clocks stood still
        m_cluster->jobs.clear();
        QVERIFY(fetch(kSettled));
        QByteArray ofUser;
        for (const QByteArray &asked : m_cluster->shell->asked("sacct"))
            ofUser = asked.contains("-u alice") ? asked : ofUser;
        const qsizetype at = ofUser.indexOf("-S now-") + 7;
        QVERIFY2(ofUser.sliced(at, ofUser.indexOf("seconds") - at).toInt() >= 8 * 3600, ofUser.constData());
    }

    void accountingsMemoryOfTheWholeJobIsToldPerNode() // RES-04
    {
        m_cluster->jobs << FakeJob("1", "RUNNING");
        m_cluster->records << FakeRecord("2", "COMPLETED")
                                  .set("NNodes", "2")
                                  .set("NCPUS", "8")
                                  .set("ReqMem", "512M")
                                  .set("ReqTRES", "cpu=8,mem=512M,node=2")
                           << FakeRecord("3", "COMPLETED").set("NNodes", "2").set("ReqMem", "512Mn").set("ReqTRES", "cpu=8,mem=1G,node=2");
        const auto seen = fetch(kSettled);
        QCOMPARE(jobOf(seen, 2)->memory.count(), 256LL << 20);
        QCOMPARE(jobOf(seen, 2)->memoryPer, MemoryPer::Node);
        QCOMPARE(jobOf(seen, 3)->memory.count(), 512LL << 20);
        QCOMPARE(jobOf(seen, 2)->nice, kUnknownNice); // nobody told it
        QCOMPARE(jobOf(seen, 2)->restarts, kUnknownRestarts);
    }

    void aRestWhoseListIsCutBeforeItsFirstCommaIsStillARest() // JID-02
    {
        m_cluster->jobs << FakeJob("157_[1000000", "PENDING");
        QCOMPARE(jobOf(fetch(), 157)->waitingTasks, 1u);
    }

    void rowsOfAccountingThatCannotBeReadAreSaid()
    {
        m_cluster->jobs << FakeJob("1", "RUNNING");
        m_cluster->records << FakeRecord("2", "COMPLETED") << FakeRecord("nonsense", "COMPLETED");
        const auto seen = fetch(kSettled);
        QCOMPARE(stateOf(seen, 2), u"Completed"_s);
        QCOMPARE(seen->partial.size(), 1);
        QCOMPARE(seen->partial[0].kind, Error::Kind::BadReply);
        QCOMPARE(seen->partial[0].subject, u"sacct"_s);
    }

    void anUpgradedClusterIsAskedForAllFieldsAgain() // RES-01
    {
        m_cluster->lacking << "tres-alloc";
        m_cluster->jobs << FakeJob("1", "RUNNING");
        QCOMPARE(fetch()->fieldsMissing, QStringList{u"tres-alloc"_s});
        m_cluster->squeueReply = Reply{{}, "slurm_load_jobs error: Unable to contact slurm controller (connect failure)\n", 1};
        QVERIFY(!m_source->fetch(kJobs, {}));
        m_cluster->squeueReply.reset();
        m_cluster->lacking.clear();
        m_cluster->version = "24.11.5";
        QCOMPARE(fetch()->version, u"24.11.5"_s);
        QVERIFY(fetch()->fieldsMissing.isEmpty());
    }

    void whatTheMachineSaysOfEachProgramIsNoFailure() // SSH-20
    {
        const QByteArray said = "ERROR: ld.so: object 'libx.so' from LD_PRELOAD cannot be preloaded (cannot open shared object file): "
                                "ignored.\n";
        m_cluster->squeueReply = Reply{{}, said, 0};
        const auto none = m_source->fetch({.jobs = true, .ended = false}, {});
        QVERIFY(none && (*none)->jobs.empty() && (*none)->partial.isEmpty());
        m_cluster->squeueReply = Reply{{}, said + "slurm_load_jobs error: Socket timed out on send/recv operation\n", 0};
        const auto busy = m_source->fetch({.jobs = true, .ended = false}, {});
        QVERIFY(!busy);
        QCOMPARE(busy.error().kind, Error::Kind::Busy);
        QVERIFY(!busy.error().detail.contains(u"LD_PRELOAD"_s));
    }

    void aRequeueIsNoEnd() // STA-08
    {
        m_cluster->jobs << FakeJob("1", "RUNNING");
        QCOMPARE(stateOf(fetch(kSettled), 1), u"Running"_s);
        m_cluster->jobs[0] = FakeJob("1", "COMPLETING");
        QCOMPARE(stateOf(fetch(kSettled), 1), u"Completing"_s);
        QVERIFY(!hasEnded(JobState::Completing));
        m_cluster->records << FakeRecord("1", "PREEMPTED"); // of the first run
        m_cluster->jobs[0] = FakeJob("1", "PENDING").set("Reason", "BeginTime").set("RestartCnt", "1");
        const auto requeued = fetch(kSettled);
        QCOMPARE(stateOf(requeued, 1), u"Pending"_s);
        QCOMPARE(jobOf(requeued, 1)->restarts, quint16(1));
        m_cluster->jobs[0] = FakeJob("1", "RUNNING").set("RestartCnt", "1");
        QCOMPARE(stateOf(fetch(kSettled), 1), u"Running"_s);
    }

    void aJobShorterThanThePollIsSeen() // STA-16
    {
        m_cluster->jobs << FakeJob("1", "RUNNING");
        m_cluster->records << FakeRecord("5206", "COMPLETED").set("Start", "1796130595").set("End", "1796130597")
                           << FakeRecord("5207", "RUNNING").set("End", "Unknown");
        const auto seen = fetch(kSettled);
        QCOMPARE(stateOf(seen, 5206), u"Completed"_s);
        QCOMPARE(stateOf(seen, 5207), u"no row"_s); // squeue does not show it: accounting lags
        const QByteArray asked = m_cluster->shell->asked("sacct").value(0);
        QVERIFY(asked.contains(" -S now-") && asked.contains(" -E now") && asked.contains("-u alice"));
    }

    void tasksOfARestThatStartedAreNoEnd()
    {
        m_cluster->jobs << FakeJob("7_[3]", "PENDING") << FakeJob("7_2", "RUNNING");
        fetch();
        m_cluster->jobs.removeAt(0);
        m_cluster->jobs << FakeJob("7_3", "RUNNING");
        const auto next = fetch(kSettled);
        QCOMPARE(next->jobs.size(), size_t(2));
        QCOMPARE(stateOf(next, 7), u"no row"_s);
    }

    void aCancelledRestHasItsEnd()
    {
        m_cluster->jobs << FakeJob("7_[3-9]", "PENDING");
        fetch();
        m_cluster->jobs.clear();
        m_cluster->records << FakeRecord("7_[3-9]", "CANCELLED by 2001").set("Start", "None");
        const auto next = fetch(kSettled);
        QCOMPARE(stateOf(next, 7), u"Cancelled"_s);
        QVERIFY(!jobOf(next, 7)->start.known()); // TIM-02: never started
    }

    void placesFollowPriorityAndCountTasks()
    {
        m_cluster->jobs << FakeJob("1", "PENDING").set("PriorityLong", "500") << FakeJob("2", "PENDING").set("PriorityLong", "900")
                        << FakeJob("3_[0-9]", "PENDING").set("PriorityLong", "700")
                        << FakeJob("4", "PENDING").set("PriorityLong", "0").set("Reason", "JobHeldUser")
                        << FakeJob("5", "PENDING").set("PriorityLong", "950").set("Reason", "Dependency").set("EligibleTime", "N/A")
                        << FakeJob("6", "PENDING").set("PriorityLong", "950").set("Reason", "BeginTime").set("EligibleTime", "1796139999")
                        << FakeJob("7", "RUNNING") << FakeJob("8", "PENDING").set("PriorityLong", "500")
                        << FakeJob("9", "PENDING").set("PriorityLong", "600").set("Partition", "batch,gpu");
        const auto snapshot = fetch();
        const auto place = [&](quint32 id) { return u"%1/%2"_s.arg(jobOf(snapshot, id)->place).arg(jobOf(snapshot, id)->placeOf); };
        QCOMPARE(place(2), u"1/14"_s);
        QCOMPARE(place(3), u"2/14"_s);
        QCOMPARE(place(1), u"13/14"_s);
        QCOMPARE(place(8), u"14/14"_s);
        for (const quint32 id : {4u, 5u, 6u, 7u})
            QCOMPARE(place(id), u"0/0"_s);
        QCOMPARE(place(9), u"1/1"_s); // alone in gpu
    }

    void ofSeveralPartitionsTheBestPlaceCounts()
    {
        m_cluster->jobs << FakeJob("1", "PENDING").set("PriorityLong", "900")
                        << FakeJob("2", "PENDING").set("PriorityLong", "500").set("Partition", "batch,gpu")
                        << FakeJob("3", "PENDING").set("PriorityLong", "400").set("Partition", "gpu");
        const auto snapshot = fetch();
        QCOMPARE(jobOf(snapshot, 2)->place, 1u);
        QCOMPARE(jobOf(snapshot, 2)->placeOf, 2u);
        QCOMPARE(jobOf(snapshot, 3)->place, 2u);
    }

    void expectedStartsAreMarkedSo()
    {
        m_cluster->jobs << FakeJob("1", "PENDING").set("StartTime", "1796139999");
        const auto snapshot = fetch();
        QVERIFY(jobOf(snapshot, 1)->startIsExpected);
    }

    void unreadRowsMakeTheListPartial()
    {
        m_cluster->jobs << FakeJob("1", "RUNNING") << FakeJob("nonsense", "RUNNING");
        const auto snapshot = fetch();
        QCOMPARE(snapshot->unreadCount, 1u);
        QCOMPARE(snapshot->unreadRows.size(), 1);
        QCOMPARE(snapshot->jobs.size(), size_t(1));
    }

    void wordsOfGoneJobsAreForgotten()
    {
        for (int round = 0; round < 25; ++round) {
            m_cluster->jobs.clear();
            for (int i = 0; i < 1'000; ++i)
                m_cluster->jobs << FakeJob(QByteArray::number(round * 1'000 + i + 1), "RUNNING", "bob",
                                           "name-" + QByteArray::number(round * 1'000 + i));
            const auto snapshot = m_source->fetch(Wanted{.jobs = true, .ended = false}, {});
            QVERIFY(snapshot);
            QVERIFY((*snapshot)->words->count() < 30'000);
            for (const Job &job : (*snapshot)->jobs) {
                if (job.state == JobState::Running)
                    QCOMPARE((*snapshot)->words->bytes(job.name).toByteArray(), "name-" + QByteArray::number(job.key.job - 1));
            }
        }
    }

    void aStopRequestEndsTheFetch()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto fetched = m_source->fetch(kJobs, stop.get_token());
        QVERIFY(!fetched);
        QCOMPARE(fetched.error().kind, Error::Kind::Stopped);
    }
};

PILOTHOUSE_TEST(TestSlurmPoll)
#include "tst_poll.moc"
