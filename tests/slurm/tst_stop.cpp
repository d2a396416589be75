// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/slurmsource.h"
#include "backend/slurm/stop.h"
#include "tests/slurm/fakecluster.h"
#include "tests/support/runner.h"

#include <QtTest>

using namespace pilothouse;
using namespace pilothouse::slurm;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

Target target(const QString &id, quint32 job, quint32 task = kNoTask)
{
    Target t;
    t.key = {job, task, 3};
    t.jobId = job;
    t.id = id;
    t.submit = Moment(1796130000);
    t.user = u"alice"_s;
    t.cluster = u"lab"_s;
    t.state = JobState::Running;
    return t;
}

QString fates(const Result<Outcome> &outcome)
{
    if (!outcome)
        return u"error "_s + QString::fromLatin1(QMetaEnum::fromType<Error::Kind>().valueToKey(int(outcome.error().kind)));
    static const QStringList names{u"Done"_s,         u"Sent"_s,    u"AlreadyOver"_s, u"NotAllowed"_s, u"NotFound"_s,
                                   u"ChangedSince"_s, u"NotSent"_s, u"Unknown"_s,     u"Refused"_s};
    QStringList all;
    for (const TargetOutcome &t : outcome->targets)
        all.append(t.target.id + u' ' + names[int(t.fate)]);
    all.sort();
    return all.join(u", "_s);
}

} // namespace

class TestSlurmStop : public QObject {
    Q_OBJECT

    std::unique_ptr<FakeCluster> m_cluster;

    Result<Outcome> stop(std::vector<Target> targets) { return stopJobs(*m_cluster->shell, std::move(targets), {}); }
    [[nodiscard]] QByteArrayList sent() const { return m_cluster->shell->asked("scancel"); }

private slots:
    void init() { m_cluster = std::make_unique<FakeCluster>(); }

    void aJobIsCheckedStoppedAndReadAgain()
    {
        m_cluster->jobs << FakeJob("80", "RUNNING") << FakeJob("81", "RUNNING");
        const auto outcome = stop({target(u"80"_s, 80)});
        QCOMPARE(fates(outcome), u"80 Done"_s);
        QCOMPARE(sent(), QByteArrayList{"scancel -v 80"});
        QCOMPARE(outcome->commands, QStringList{u"scancel -v 80"_s});
        QVERIFY(outcome->answers.value(0).contains(u"exit 0"_s));
        QCOMPARE(m_cluster->shell->asked("squeue").size(), 2);
        QCOMPARE(m_cluster->jobs.size(), 1);
    }

    void whatChangedSinceIsNotSent_data()
    {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("fate");
        QTest::newRow("submit time") << QByteArray("SubmitTime") << QByteArray("1796130001") << u"80 ChangedSince"_s;
        QTest::newRow("owner") << QByteArray("UserName") << QByteArray("bob") << u"80 ChangedSince"_s;
        QTest::newRow("cluster") << QByteArray("Cluster") << QByteArray("west") << u"80 ChangedSince"_s;
        QTest::newRow("ended") << QByteArray("State") << QByteArray("COMPLETED") << u"80 AlreadyOver"_s;
        QTest::newRow("gone") << QByteArray("JobArrayID") << QByteArray("79") << u"80 AlreadyOver"_s;
    }
    void whatChangedSinceIsNotSent()
    {
        QFETCH(QByteArray, field);
        QFETCH(QByteArray, value);
        m_cluster->jobs << FakeJob("80", "RUNNING").set(field, value);
        if (field == "JobArrayID")
            m_cluster->jobs[0].set("JobID", "79");
        QTEST(fates(stop({target(u"80"_s, 80)})), "fate");
        QVERIFY(sent().isEmpty());
    }

    void tasksAndArraysAreNamedExactly()
    {
        m_cluster->jobs << FakeJob("24_1", "RUNNING") << FakeJob("24_2", "RUNNING") << FakeJob("24_[3-9]", "PENDING")
                        << FakeJob("30_1", "RUNNING") << FakeJob("30_[2-5]", "PENDING") << FakeJob("40_[1-3]", "PENDING")
                        << FakeJob("40_0", "RUNNING");
        Target whole = target(u"30"_s, 30);
        whole.wholeArray = true;
        QCOMPARE(fates(stop({target(u"24_1"_s, 24, 1), whole, target(u"40_[1-3]"_s, 40)})), u"24_1 Done, 30 Done, 40_[1-3] Done"_s);
        QCOMPARE(sent(), QByteArrayList{"scancel -v 24_1 30 40_[1-3]"});
        QCOMPARE(m_cluster->jobs.size(), 3); // 24_2, 24_[3-9], 40_0
    }

    void aWaitingTaskHidesInItsFoldedRow()
    {
        m_cluster->jobs << FakeJob("24_[3-9]", "PENDING");
        m_cluster->onCancel = [this](const QByteArrayList &) { m_cluster->jobs[0] = FakeJob("24_[3-4,6-9]", "PENDING"); };
        QCOMPARE(fates(stop({target(u"24_5"_s, 24, 5)})), u"24_5 Done"_s);
        QCOMPARE(sent(), QByteArrayList{"scancel -v 24_5"});
    }

    void tasksOfARestThatStartedAreStillMeant()
    {
        m_cluster->jobs << FakeJob("24_3", "RUNNING") << FakeJob("24_[4-9]", "PENDING");
        m_cluster->onCancel = [this](const QByteArrayList &) { m_cluster->jobs.clear(); };
        QCOMPARE(fates(stop({target(u"24_[3-9%2]"_s, 24)})), u"24_[3-9%2] Done"_s);
        QCOMPARE(sent(), QByteArrayList{"scancel -v 24_[3-9]"});
    }

    void refusalsAreToldForEach() // CAN-01, CAN-06
    {
        m_cluster->jobs << FakeJob("80", "RUNNING") << FakeJob("180", "RUNNING") << FakeJob("81", "RUNNING");
        m_cluster->foreign << "80";
        const auto outcome = stop({target(u"80"_s, 80), target(u"180"_s, 180), target(u"81"_s, 81)});
        QCOMPARE(fates(outcome), u"180 Done, 80 NotAllowed, 81 Done"_s);
        QVERIFY(outcome->targets[0].detail.contains(u"Access/permission denied"_s));
    }

    void wordsWinOverTheExitStatus_data() // CAN-01
    {
        QTest::addColumn<QByteArray>("err");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("fate");
        QTest::newRow("over") << QByteArray(
            "scancel: Terminating job 269\nscancel: error: Kill job error on job id 269: Job/step already completing or completed\n")
                              << 0 << u"269 AlreadyOver"_s;
        QTest::newRow("refused") << QByteArray("scancel: error: Kill job error on job id 269: Access/permission denied\n") << 210
                                 << u"269 NotAllowed"_s;
        QTest::newRow("unknown") << QByteArray("scancel: error: Kill job error on job id 269: Invalid job id specified\n") << 0
                                 << u"269 NotFound"_s;
        QTest::newRow("no controller") << QByteArray(
            "scancel: error: slurm_load_jobs error: Unable to contact slurm controller (connect failure)\n")
                                       << 8 << u"269 Refused"_s;
        QTest::newRow("missing") << QByteArray("sh: scancel: not found\n") << 127 << u"269 Refused"_s;
        QTest::newRow("accepted, not seen yet") << QByteArray("scancel: Terminating job 269\n") << 0 << u"269 Sent"_s;
        QTest::newRow("another's words") << QByteArray("scancel: error: Kill job error on job id 1269: Access/permission denied\n") << 210
                                         << u"269 Sent"_s;
    }
    void wordsWinOverTheExitStatus()
    {
        QFETCH(QByteArray, err);
        QFETCH(int, status);
        m_cluster->jobs << FakeJob("269", "RUNNING");
        m_cluster->scancelReply = Reply{{}, err, status};
        QTEST(fates(stop({target(u"269"_s, 269)})), "fate");
    }

    void manyGoInFewBoundedCommands() // CAN-06, LRG-03
    {
        std::vector<Target> targets;
        for (quint32 id = 1; id <= 450; ++id) {
            m_cluster->jobs << FakeJob(QByteArray::number(id), "RUNNING");
            targets.push_back(target(QString::number(id), id));
        }
        const auto outcome = stop(targets);
        QCOMPARE(outcome->commands.size(), 3);
        QCOMPARE(fates(outcome).count(u"Done"_s), 450);
        QVERIFY(m_cluster->jobs.isEmpty());
        for (const QByteArray &command : sent())
            QVERIFY(command.size() < 8'100);
    }

    void theSameIsNeverSentTwice()
    {
        m_cluster->jobs << FakeJob("80", "RUNNING");
        QCOMPARE(fates(stop({target(u"80"_s, 80), target(u"80"_s, 80)})), u"80 Done"_s);
        QCOMPARE(sent(), QByteArrayList{"scancel -v 80"});
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

    void whatIsNoIdIsNeverSent() // NAM-07
    {
        m_cluster->jobs << FakeJob("80", "RUNNING");
        for (const QString &id : {u"80; reboot"_s, u"-u alice"_s, u"80\n81"_s, u"80_[1,2"_s, u""_s, u"80.batch"_s}) {
            Target t = target(id, 80);
            QVERIFY(fates(stop({t})).endsWith(u"NotSent"_s));
        }
        QVERIFY(sent().isEmpty());
    }

    void aReadOnlySourceSendsNothing()
    {
        m_cluster->jobs << FakeJob("80", "RUNNING");
        SlurmSource source({.index = 3, .name = u"lab"_s, .kind = u"slurm"_s, .readOnly = true}, m_cluster->shell);
        QCOMPARE(fates(source.act(Act::Stop, {target(u"80"_s, 80)}, {})), u"error ReadOnly"_s);
        QVERIFY(m_cluster->shell->runs().empty());
    }

    void aStopRequestBeforeSendingSendsNothing()
    {
        m_cluster->jobs << FakeJob("80", "RUNNING");
        std::stop_source asked;
        asked.request_stop();
        QCOMPARE(fates(stopJobs(*m_cluster->shell, {target(u"80"_s, 80)}, asked.get_token())), u"error Stopped"_s);
        QVERIFY(sent().isEmpty());
    }
};

PILOTHOUSE_TEST(TestSlurmStop)
#include "tst_stop.moc"
