// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/slurmsource.h"
#include "backend/slurm/stop.h"
#include "tests/slurm/fakecluster.h"
#include "tests/slurm/stopwords.h"
#include "tests/support/runner.h"

#include <QElapsedTimer>
#include <QtTest>

#include <condition_variable>

using namespace pilothouse;
using namespace pilothouse::slurm;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

// Once told to, it answers only when it is asked to stop.
class WaitingLook final : public Shell {
public:
    explicit WaitingLook(std::shared_ptr<Shell> inner) : m_inner(std::move(inner)) { }
    [[nodiscard]] Result<std::vector<Reply>> run(QList<Command> commands, Urgency urgency, std::stop_token stop) override
    {
        std::unique_lock lock(m_mutex);
        if (waits) {
            m_never.wait_for(lock, stop, std::chrono::seconds(30), [] { return false; });
            return failure(Error::Kind::Stopped);
        }
        return m_inner->run(std::move(commands), urgency, stop);
    }
    [[nodiscard]] LinkFacts facts() const override { return m_inner->facts(); }
    void retryNow() override { }
    [[nodiscard]] QString host() const override { return m_inner->host(); }
    bool waits = false;

private:
    std::shared_ptr<Shell> m_inner;
    std::mutex m_mutex;
    std::condition_variable_any m_never;
};

} // namespace

class TestSlurmStop : public QObject {
    Q_OBJECT

    std::unique_ptr<FakeCluster> m_cluster;

    Result<Outcome> stop(std::vector<Target> targets)
    {
        return stopJobs(*m_cluster->shell, std::move(targets), {}, std::chrono::milliseconds(1));
    }
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

    // A task that is requeued gets a new submit time: the array is the same one.
    void aWholeArrayWithARequeuedTaskIsStopped()
    {
        m_cluster->jobs << FakeJob("30_1", "RUNNING").set("SubmitTime", "1796139999") << FakeJob("30_2", "RUNNING");
        Target whole = target(u"30"_s, 30);
        whole.wholeArray = true;
        QCOMPARE(fates(stop({whole})), u"30 Done"_s);
        QCOMPARE(sent(), QByteArrayList{"scancel -v 30"});
    }

    void anArrayThatCameUnderTheSameIdIsNotStopped()
    {
        m_cluster->jobs << FakeJob("30_1", "RUNNING").set("SubmitTime", "1796139999")
                        << FakeJob("30_2", "RUNNING").set("SubmitTime", "1796139999");
        Target whole = target(u"30"_s, 30);
        whole.wholeArray = true;
        QCOMPARE(fates(stop({whole})), u"30 ChangedSince"_s);
        QVERIFY(sent().isEmpty());
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
        QTest::newRow("too slow") << QByteArray("scancel: error: Kill job error on job id 269: Socket timed out on send/recv operation\n")
                                  << 1 << u"269 Unknown"_s;
        QTest::newRow("too slow, of none") << QByteArray(
            "scancel: error: slurm_kill_job2() failed Zero Bytes were transmitted or received\n")
                                           << 1 << u"269 Unknown"_s;
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

    void aRequestThatTimedOutIsLookedAtAgain() // CAN-01: it lay in the controller's queue
    {
        m_cluster->jobs << FakeJob("80", "RUNNING") << FakeJob("81", "RUNNING");
        m_cluster->scancelReply = Reply{{}, "scancel: error: Kill job error on job id 80: Socket timed out on send/recv operation\n", 1};
        m_cluster->onCancel = [&](const QByteArrayList &) {
            m_cluster->jobs.removeFirst();
            m_cluster->records << FakeRecord("80", "CANCELLED by 2001");
        };
        QCOMPARE(fates(stop({target(u"80"_s, 80)})), u"80 Done"_s);
        QCOMPARE(sent().size(), 1);
    }

    void aCheckThatFailsOtherwiseThanByAnUnknownIdSendsNothingAndTellsNoEnd_data() // STA-15
    {
        QTest::addColumn<QByteArray>("err");
        QTest::newRow("munge") << QByteArray(
            "squeue: error: Munge encode failed: Failed to access \"/run/munge/munge.socket.2\": No such file "
            "or directory\nslurm_load_jobs error: Protocol authentication error\n");
        QTest::newRow("config") << QByteArray("squeue: fatal: slurm.conf: No such file or directory\n");
        QTest::newRow("wrapper") << QByteArray("bash: line 1: module: command not found\n");
    }
    void aCheckThatFailsOtherwiseThanByAnUnknownIdSendsNothingAndTellsNoEnd()
    {
        QFETCH(QByteArray, err);
        m_cluster->jobs << FakeJob("80", "RUNNING");
        m_cluster->squeueReply = Reply{{}, err, 1};
        QVERIFY(fates(stop({target(u"80"_s, 80)})).startsWith(u"error "_s));
        QVERIFY(sent().isEmpty());

        m_cluster->squeueReply.reset(); // and at the look afterwards nothing is made of it either
        m_cluster->scancelReply = Reply{{}, "scancel: Terminating job 80\n", 0};
        m_cluster->onCancel = [&](const QByteArrayList &) { m_cluster->squeueReply = Reply{{}, err, 1}; };
        QCOMPARE(fates(stop({target(u"80"_s, 80)})), u"80 Sent"_s);
    }

    void theWholeListIsLoadedOnceBeforeAndOnceAfterHoweverManyAreStopped() // LRG-03
    {
        std::vector<Target> targets;
        for (quint32 id = 100'001; id <= 102'500; ++id) {
            m_cluster->jobs << FakeJob(QByteArray::number(id), "RUNNING");
            targets.push_back(target(QString::number(id), id));
        }
        m_cluster->jobs << FakeJob("7", "RUNNING");
        const auto outcome = stop(targets);
        QCOMPARE(fates(outcome).count(u"Done"_s), 2'500);
        QCOMPARE(m_cluster->shell->asked("squeue").size(), 2);
        QCOMPARE(m_cluster->jobs.size(), 1);
    }

    void whenTheProgramEndsALookAfterwardsIsGivenUp()
    {
        m_cluster->jobs << FakeJob("80", "RUNNING");
        m_cluster->scancelReply = Reply{{}, "scancel: Terminating job 80\n", 0};
        WaitingLook shell(m_cluster->shell);
        std::stop_source asked;
        m_cluster->onCancel = [&](const QByteArrayList &) {
            shell.waits = true;
            asked.request_stop();
        };
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(fates(stopJobs(shell, {target(u"80"_s, 80)}, asked.get_token())), u"80 Sent"_s);
        QVERIFY(timer.elapsed() < 15'000);
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

    void anAcceptedStopOfAJobThatEndedByItselfIsNotCalledDone()
    {
        m_cluster->jobs << FakeJob("80", "RUNNING") << FakeJob("81", "RUNNING");
        m_cluster->scancelReply = Reply{{}, "scancel: Terminating job 80\nscancel: Terminating job 81\n", 0};
        m_cluster->onCancel = [&](const QByteArrayList &) { m_cluster->jobs = {FakeJob("80", "COMPLETED"), FakeJob("81", "CANCELLED")}; };
        QCOMPARE(fates(stop({target(u"80"_s, 80), target(u"81"_s, 81)})), u"80 AlreadyOver, 81 Done"_s);
    }

    void aListThatWasCutIsNeverSent_data() // JID-02: the rest is not known, and scancel would take what is left of it
    {
        QTest::addColumn<QString>("id");
        for (const QString &id :
             {u"24_[1,4,9,16,..."_s, u"24_[1,4,9,16,...]"_s, u"24_[1,4,9,1..."_s, u"24_[1,4,9,16,…]"_s, u"24_[1,4,9,…"_s,
              u"24_[1,4,...%2]"_s, u"24_[1,4,9,16,25,36,49,64,81,10"_s, u"24_[...]"_s, u"24_[…]"_s, u"24_[1,...,9]"_s})
            QTest::addRow("%s", qPrintable(id)) << id;
    }
    void aListThatWasCutIsNeverSent()
    {
        QFETCH(QString, id);
        m_cluster->jobs << FakeJob("24_[1,4,9]", "PENDING");
        SlurmSource source({.index = 3, .name = u"lab"_s, .kind = u"slurm"_s}, m_cluster->shell);
        QCOMPARE(fates(source.act(Act::Stop, {target(id, 24)}, {})), id + u" NotSent"_s);
        QVERIFY(sent().isEmpty());
        Target whole = target(id, 24); // all of it is meant: its list does not matter
        whole.wholeArray = true;
        QVERIFY(fates(source.act(Act::Stop, {whole}, {})).endsWith(u"Done"_s));
        QCOMPARE(sent(), QByteArrayList{"scancel -v 24"});
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
