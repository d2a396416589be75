// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/jobtext.h"
#include "tests/models/somejobs.h"
#include "tests/support/runner.h"

#include <QMetaEnum>
#include <QTest>

#include <functional>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using Edit = std::function<void(Job &, JobMaker &)>;
Q_DECLARE_METATYPE(Edit)

class JobTextTest : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        qputenv("TZ", "UTC");
        tzset();
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }

    void cellsFollowTheState_data()
    {
        QTest::addColumn<Edit>("change");
        QTest::addColumn<QString>("line"); // state | place | time | reason
        const auto row = [](const char *name, Edit edit, const QString &line) { QTest::newRow(name) << edit << line; };
        const auto ended = [](JobState state) {
            return [state](Job &job, JobMaker &) {
                job.state = state;
                job.end = Moment(job.start.epoch() + 6720);
            };
        };
        row("running", [](Job &, JobMaker &) { }, u"Running||11:42 / 24:00|n1"_s);
        row("running without a limit", [](Job &job, JobMaker &) { job.timeLimit = Span::unlimited(); }, u"Running|no limit|11:42|n1"_s);
        row("limit unknown (TIM-01)", [](Job &job, JobMaker &) { job.timeLimit = Span(); }, u"Running||11:42|n1"_s);
        row("started in our future (CLK-01)", [](Job &job, JobMaker &) { job.start = Moment(kNow + 240); }, u"Running||0:00 / 24:00|n1"_s);
        row(
            "running and held", [](Job &job, JobMaker &m) { job.reason = m.text("JobHeldUser"); },
            u"Running||11:42 / 24:00|n1 · Held by its owner"_s);
        row("configuring", [](Job &job, JobMaker &) { job.state = JobState::Configuring; }, u"Starting||11:42 / 24:00|n1"_s);
        row("suspended", [](Job &job, JobMaker &) { job.state = JobState::Suspended; }, u"Suspended||11:42 / 24:00|n1"_s);
        row(
            "never heard of (STA-01)",
            [](Job &job, JobMaker &m) {
                job.state = JobState::Other;
                job.stateText = m.text("COSMIC_RAY");
            },
            u"COSMIC_RAY||11:42 / 24:00|n1"_s);
        const auto waits = [](const char *reason, Edit more = {}) {
            return [reason, more](Job &job, JobMaker &m) {
                job.state = JobState::Pending;
                job.nodes = {};
                job.start = {};
                job.reason = m.text(reason);
                if (more)
                    more(job, m);
            };
        };
        row("waiting",
            waits("Priority",
                  [](Job &job, JobMaker &) {
                      job.place = 12;
                      job.placeOf = 340;
                      job.start = Moment(kNow + 3600);
                      job.startIsExpected = true;
                  }),
            u"Waiting|12 / 340|≈ 09:00|11 jobs are ahead"_s);
        row("next",
            waits("Resources",
                  [](Job &job, JobMaker &) {
                      job.place = 1;
                      job.placeOf = 5;
                  }),
            u"Waiting|1 / 5|—|Next; waits for free nodes"_s);
        row("after another", waits("Dependency", [](Job &job, JobMaker &m) { job.dependency = m.text("afterok:481207(unfulfilled)"); }),
            u"Waiting|—|after 481207|Starts when 481207 ends well"_s);
        row("after several",
            waits("Dependency", [](Job &job, JobMaker &m) { job.dependency = m.text("afterok:1(unfulfilled),afterany:2(unfulfilled)"); }),
            u"Waiting|—|—|Waits for another job"_s);
        row("begin time", waits("BeginTime", [](Job &job, JobMaker &) { job.eligible = Moment(kNow + 7200); }),
            u"Waiting|—|from 10:00|Its begin time has not come"_s);
        row("held", waits("JobHeldUser"), u"Held|—|—|Held by its owner"_s);
        row("held by admin", waits("JobHeldAdmin"), u"Held|—|—|Held by an administrator"_s);
        row("some of the tasks held", waits("BeginTime,JobHeldUser"), u"Waiting|—|—|Its begin time has not come; Held by its owner"_s);
        row("requeued and held", waits("job requeued in held state"), u"Held|—|—|Requeued and held"_s);
        row("never", waits("DependencyNeverSatisfied"), u"Never starts|—|never|The job it depends on did not end as asked"_s);
        row("too long for its queue", waits("PartitionTimeLimit"), u"Never starts|—|never|Asks more time than the queue allows"_s);
        row("no such node", waits("BadConstraints"), u"Never starts|—|never|No node can meet what it asks"_s);
        row("too big for its QOS", waits("QOSMaxCpuPerJobLimit"), u"Never starts|—|never|QOS limit: CPUs per job"_s);
        row("too many of mine", waits("QOSMaxCpuPerUserLimit"), u"Waiting|—|—|QOS limit: CPUs per user"_s);
        // STA-05: each end in its own words
        row("completed", ended(JobState::Completed), u"Completed||1:52 / 24:00|Ended well"_s);
        row(
            "exit",
            [ended](Job &job, JobMaker &m) {
                ended(JobState::Failed)(job, m);
                job.exitCode = 1;
            },
            u"Failed||1:52 / 24:00|Exit 1"_s);
        row(
            "signal",
            [ended](Job &job, JobMaker &m) {
                ended(JobState::Failed)(job, m);
                job.exitCode = 0;
                job.exitSignal = 9;
            },
            u"Failed||1:52 / 24:00|Signal 9"_s);
        row(
            "launch",
            [ended](Job &job, JobMaker &m) {
                ended(JobState::Failed)(job, m);
                job.exitCode = 1;
                job.reason = m.text("JobLaunchFailure");
            },
            u"Failed||1:52 / 24:00|Exit 1 · It could not be launched"_s);
        row("time limit", ended(JobState::Timeout), u"Time limit||1:52 / 24:00|Time limit 24:00 reached"_s);
        row("out of memory", ended(JobState::OutOfMemory), u"Out of memory||1:52 / 24:00|Killed for memory; asked 480 GiB a node"_s);
        row("node", ended(JobState::NodeFail), u"Node failed||1:52 / 24:00|Node failed"_s);
        row("boot", ended(JobState::BootFail), u"Boot failed||1:52 / 24:00|Node did not boot"_s);
        row(
            "cancelled by another (STA-03)",
            [ended](Job &job, JobMaker &m) {
                ended(JobState::Cancelled)(job, m);
                job.stateText = m.text("CANCELLED by 1001");
            },
            u"Cancelled||1:52 / 24:00|Cancelled by uid 1001"_s);
        row(
            "cancelled by its owner (STA-03)",
            [ended](Job &job, JobMaker &m) {
                ended(JobState::Cancelled)(job, m);
                job.uid = 1001;
                job.stateText = m.text("CANCELLED by 1001");
            },
            u"Cancelled||1:52 / 24:00|Cancelled by robin"_s);
        row(
            "cancelled before it started (TIM-02)",
            [](Job &job, JobMaker &) {
                job.state = JobState::Cancelled;
                job.start = {};
                job.end = Moment(kNow);
            },
            u"Cancelled||never started|Cancelled"_s);
        row(
            "gone (STA-15)", [](Job &job, JobMaker &) { job.state = JobState::NotKnownAnyMore; },
            u"Gone||—|Left the queue; no record of its end"_s);
    }
    void cellsFollowTheState()
    {
        QFETCH(const Edit, change);
        JobMaker maker;
        Job &job = maker.add(481207, "llama", "robin", JobState::Running);
        job.start = Moment(kNow - (11 * 3600 + 42 * 60));
        job.timeLimit = Span(24h);
        job.nodes = maker.text("n1");
        job.memory = 480_GiB;
        job.memoryPer = MemoryPer::Node;
        change(job, maker);
        const auto snapshot = maker.snapshot();
        const JobContext context{*snapshot, snapshot->at, u"hpc-a"_s};
        const auto whole = [&](JobColumn column) { return cellText(column, snapshot->jobs[0], context).whole(); };
        QTEST((QStringList{whole(JobColumn::State), whole(JobColumn::Place), whole(JobColumn::Time), whole(JobColumn::Reason)}.join(u'|')),
              "line");
    }

    void clocksRunByTheClusterAndStandStillWhenTheLinkIsLost() // CLK-01, TIM-09
    {
        JobMaker maker;
        maker.add(1, "a", "bob", JobState::Running).start = Moment(kNow - 12);
        auto snapshot = maker.snapshot();
        snapshot->at = snapshot->at.addSecs(-600); // our clock is ten minutes behind
        const QDateTime later = snapshot->at.addSecs(30);
        QCOMPARE(cellText(JobColumn::Time, snapshot->jobs[0], {*snapshot, later, {}}).text, u"42 s"_s);
        QCOMPARE(cellText(JobColumn::Time, snapshot->jobs[0], {*snapshot, later, {}, true}).text, u"12 s"_s);
        QCOMPARE(clockSkew(*snapshot), std::optional(Seconds(600)));
        // A clock of ours that is set back does not make time run backwards.
        QCOMPARE(cellText(JobColumn::Time, snapshot->jobs[0], {*snapshot, snapshot->at.addSecs(-3600), {}}).text, u"12 s"_s);
    }

    void overTheLimitIsSaid() // TIM-12
    {
        JobMaker maker;
        Job &job = maker.add(1, "a", "bob", JobState::Running);
        job.start = Moment(kNow - 7229);
        job.timeLimit = Span(2h);
        const auto snapshot = maker.snapshot();
        QVERIFY(toolTip(JobColumn::Time, snapshot->jobs[0], {*snapshot, snapshot->at, {}}).contains(u"0 left, over by 0:29"_s));
        QVERIFY(*barOf(snapshot->jobs[0], Moment(kNow)) > 1);
    }

    void idsAreAsSlurmWritesThem()
    {
        JobMaker maker;
        QCOMPARE(jobIdText(maker.add(4711, "", "", JobState::Running), *maker.pool()), u"4711"_s);
        QCOMPARE(jobIdText(maker.addTask(4711, 12, 4733, JobState::Running), *maker.pool()), u"4711_12"_s);
        Job rest = maker.addRest(4711, "2-9", 8);
        rest.taskLimit = 4;
        QCOMPARE(jobIdText(rest, *maker.pool()), u"4711_[2-9%4]"_s);
        Job het = maker.add(25, "", "", JobState::Pending);
        het.hetJobId = 24;
        het.hetOffset = 1;
        QCOMPARE(jobIdText(het, *maker.pool()), u"24+1"_s);
    }

    void unknownIsADashAndNeverZero()
    {
        JobMaker maker;
        maker.add(1, "", "", JobState::Pending);
        const auto snapshot = maker.snapshot();
        const JobContext context{*snapshot, snapshot->at, u"hpc-a"_s};
        for (const JobColumn column :
             {JobColumn::Name, JobColumn::User, JobColumn::Account, JobColumn::Queue, JobColumn::Qos, JobColumn::Place, JobColumn::Time,
              JobColumn::Reason, JobColumn::Start, JobColumn::Ended, JobColumn::Nodes, JobColumn::NodeList, JobColumn::Cpus,
              JobColumn::Memory, JobColumn::Priority, JobColumn::Restarts, JobColumn::WorkDir, JobColumn::Comment})
            QVERIFY2(cellText(column, snapshot->jobs[0], context).whole() == u"—"_s, infoOf(column).key);
    }

    void everyStateHasWords()
    {
        const QMetaEnum states = QMetaEnum::fromType<JobState>();
        JobMaker maker;
        QStringList seen;
        for (int i = 0; i < states.keyCount(); ++i)
            seen << stateWord(maker.add(quint32(i + 1), "a", "b", JobState(states.value(i))), *maker.pool());
        QVERIFY(!seen.contains(QString()));
    }

    void aRowIsASentence()
    {
        JobMaker maker;
        Job &job = maker.add(481207, "llama-8b", "robin", JobState::Running);
        job.start = Moment(kNow - 42120);
        job.timeLimit = Span(24h);
        job.gpus = 8;
        job.partition = maker.text("h100");
        const auto snapshot = maker.snapshot();
        QCOMPARE(rowSentence(snapshot->jobs[0], {*snapshot, snapshot->at, {}}),
                 u"Running, llama-8b, 481207, 8 GPUs on h100, 11:42 of 24:00"_s);
    }
};

PILOTHOUSE_TEST(JobTextTest)
#include "tst_jobtext.moc"
