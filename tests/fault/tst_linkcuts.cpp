// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A link that is cut at every step of a poll and of a stop, over a cluster in memory: no lab is needed.
#include "backend/slurm/ended.h"
#include "backend/slurm/slurmsource.h"
#include "backend/slurm/stop.h"
#include "tests/slurm/fakecluster.h"
#include "tests/slurm/stopwords.h"
#include "tests/support/runner.h"

#include <QtTest>

using namespace pilothouse;
using namespace pilothouse::slurm;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

class LinkCutsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<FakeCluster> m_cluster;

    Result<Outcome> stop(std::vector<Target> targets)
    {
        return stopJobs(*m_cluster->shell, std::move(targets), {}, std::chrono::milliseconds(1));
    }
    [[nodiscard]] QByteArrayList sent() const { return m_cluster->shell->asked("scancel"); }

private slots:
    void init() { m_cluster = std::make_unique<FakeCluster>(); }

    void aPollThatBreaksAtAnyStepLosesNothing()
    {
        for (int step = 0; step < 6; ++step) {
            init();
            SlurmSource source({.index = 3, .name = u"lab"_s, .kind = u"slurm"_s}, m_cluster->shell);
            m_cluster->jobs << FakeJob("1", "RUNNING") << FakeJob("2", "RUNNING");
            m_cluster->records << FakeRecord("2", "COMPLETED");
            m_cluster->shell->breakAt = step;
            SnapshotPtr last;
            for (int poll = 0; poll < 6; ++poll) {
                if (poll == 2)
                    m_cluster->jobs.removeAt(1);
                if (const auto fetched = source.fetch({.jobs = true, .settled = true}, {}))
                    last = *fetched;
                QVERIFY(!last || findJob(last->jobs, {1, kNoTask, 3}));
                QVERIFY(!last || findJob(last->jobs, {2, kNoTask, 3}));
            }
            QVERIFY(last);
            QCOMPARE(int(findJob(last->jobs, {1, kNoTask, 3})->state), int(JobState::Running));
            QVERIFY(sent().isEmpty());
        }
    }

    void aLinkThatBreaksSaysWhatIsKnown_data()
    {
        QTest::addColumn<int>("run"); // 0 check, 1 and 2 scancel, 3 re-read
        QTest::addColumn<bool>("afterwards");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<int>("commands");
        QTest::newRow("at the check") << 0 << false << u"error Incomplete"_s << 0;
        QTest::newRow("before the first command arrives") << 1 << false << u"200 Unknown, 50 NotSent"_s << 1;
        QTest::newRow("after the first command arrived") << 1 << true << u"200 Done, 50 NotSent"_s << 1;
        QTest::newRow("before the second") << 2 << false << u"200 Done, 50 Unknown"_s << 2;
        QTest::newRow("after the second") << 2 << true << u"250 Done"_s << 2;
        QTest::newRow("at the re-read") << 3 << false << u"250 Done"_s << 2; // and read once more
    }
    void aLinkThatBreaksSaysWhatIsKnown()
    {
        QFETCH(int, run);
        QFETCH(bool, afterwards);
        QFETCH(int, commands);
        std::vector<Target> targets;
        for (quint32 id = 1; id <= 250; ++id) {
            m_cluster->jobs << FakeJob(QByteArray::number(id), "RUNNING");
            targets.push_back(target(QString::number(id), id));
        }
        m_cluster->shell->breakAt = run;
        m_cluster->shell->breakAfterwards = afterwards;
        const auto outcome = stop(targets);
        QStringList counted;
        if (!outcome) {
            counted.append(fates(outcome));
        } else {
            for (const QString &fate : {u"Done"_s, u"Sent"_s, u"NotSent"_s, u"Unknown"_s}) {
                const auto count = fates(outcome).count(QRegularExpression(u" %1\\b"_s.arg(fate)));
                if (count > 0)
                    counted.append(u"%1 %2"_s.arg(count).arg(fate));
            }
            counted.sort();
            QCOMPARE(outcome->commands.size(), outcome->answers.size());
        }
        QTEST(counted.join(u", "_s), "expected");
        QCOMPARE(sent().size(), commands); // nothing is repeated
    }

    // The answer to scancel is lost; "gone" is a job that squeue has no more.
    void aLostAnswerIsToldByHowTheJobEnded_data()
    {
        QTest::addColumn<QByteArray>("squeue");
        QTest::addColumn<QByteArray>("sacct");
        QTest::addColumn<QString>("fate");
        const auto row = [](const char *squeue, const char *sacct, const QString &fate) {
            QTest::addRow("%s, %s", squeue, sacct) << QByteArray(squeue) << QByteArray(sacct) << fate;
        };
        row("CANCELLED", "not asked", u"80 Done"_s);
        row("COMPLETED", "not asked", u"80 AlreadyOver"_s);
        row("FAILED", "not asked", u"80 AlreadyOver"_s);
        row("TIMEOUT", "not asked", u"80 AlreadyOver"_s);
        row("RUNNING", "not asked", u"80 Unknown"_s);
        row("COMPLETING", "CANCELLED by 2001", u"80 Done"_s);
        row("COMPLETING", "COMPLETED", u"80 AlreadyOver"_s);
        row("COMPLETING", "RUNNING", u"80 Unknown"_s);
        row("gone", "CANCELLED by 2001", u"80 Done"_s);
        row("gone", "COMPLETED", u"80 AlreadyOver"_s);
        row("gone", "OUT_OF_MEMORY", u"80 AlreadyOver"_s);
        row("gone", "no record", u"80 Unknown"_s);
        row("gone", "of another job", u"80 Unknown"_s);
        row("gone", "no answer", u"80 Unknown"_s);
    }
    void aLostAnswerIsToldByHowTheJobEnded()
    {
        QFETCH(QByteArray, squeue);
        QFETCH(QByteArray, sacct);
        m_cluster->jobs << FakeJob("80", "RUNNING");
        m_cluster->onCancel = [&](const QByteArrayList &) {
            m_cluster->jobs.clear();
            if (squeue != "gone")
                m_cluster->jobs << FakeJob("80", squeue);
            if (sacct == "no answer")
                m_cluster->sacctReply = Reply{{}, "sacct: error: Problem talking to the database: Connection refused\n", 1};
            else if (sacct == "of another job")
                m_cluster->records << FakeRecord("80", "CANCELLED by 2001").set("Submit", "1700000000");
            else if (sacct != "no record")
                m_cluster->records << FakeRecord("80", sacct);
        };
        m_cluster->scancelReply = Reply{}; // what is left of the job is as above
        m_cluster->shell->breakAt = 1;
        m_cluster->shell->breakAfterwards = true;
        const auto outcome = stop({target(u"80"_s, 80)});
        QTEST(fates(outcome), "fate");
        QCOMPARE(sent().size(), 1);
        QCOMPARE(m_cluster->shell->asked("sacct").isEmpty(), sacct == "not asked");
        if (outcome->targets[0].fate == Fate::Unknown) // and it says why
            QVERIFY2(squeue == "RUNNING" || outcome->targets[0].detail.contains(u"it is over; sacct"_s),
                     qPrintable(outcome->targets[0].detail));
    }

    void tasksThatWereOverBeforeTellNothingOfTheOthers()
    {
        Target whole = target(u"30"_s, 30);
        whole.wholeArray = true;
        m_cluster->jobs << FakeJob("30_1", "CANCELLED") << FakeJob("30_2", "RUNNING");
        m_cluster->scancelReply = Reply{};
        m_cluster->onCancel = [&](const QByteArrayList &) { m_cluster->jobs[1] = FakeJob("30_2", "COMPLETED"); };
        m_cluster->shell->breakAt = 1;
        m_cluster->shell->breakAfterwards = true;
        QCOMPARE(fates(stop({whole})), u"30 AlreadyOver"_s);
    }

    void whatNoLinkCouldTakeIsNotSent_data()
    {
        QTest::addColumn<int>("run");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<int>("commands");
        QTest::newRow("the first") << 1 << u"error Unreachable"_s << 0;
        QTest::newRow("the second") << 2 << u"200 Done, 50 NotSent"_s << 1;
    }
    void whatNoLinkCouldTakeIsNotSent()
    {
        QFETCH(int, run);
        QFETCH(int, commands);
        std::vector<Target> targets;
        for (quint32 id = 1; id <= 250; ++id) {
            m_cluster->jobs << FakeJob(QByteArray::number(id), "RUNNING");
            targets.push_back(target(QString::number(id), id));
        }
        m_cluster->shell->breakAt = run;
        m_cluster->shell->breakKind = Error::Kind::Unreachable;
        const auto outcome = stop(targets);
        const QString all = fates(outcome);
        QTEST(outcome ? u"%1 Done, %2 NotSent"_s.arg(all.count(u" Done"_s)).arg(all.count(u" NotSent"_s)) : all, "expected");
        QCOMPARE(outcome ? outcome->commands.size() : 0, commands); // exactly what was sent
        for (const auto &commandsOfRun : m_cluster->shell->runs())
            for (const Command &command : commandsOfRun)
                QCOMPARE(command.sendBy > std::chrono::milliseconds(0), command.words.first() == "scancel");
    }
};

PILOTHOUSE_TEST(LinkCutsTest)
#include "tst_linkcuts.moc"
