// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actqueue.h"
#include "tests/support/runner.h"

#include <QSignalSpy>
#include <QTest>

using namespace pilothouse;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

class HandClock : public Clock {
public:
    QDateTime now() const override { return wall; }
    std::chrono::milliseconds sinceBoot() const override { return boot; }
    void pass(std::chrono::milliseconds time)
    {
        boot += time;
        wall = wall.addMSecs(time.count());
    }
    QDateTime wall = QDateTime::fromSecsSinceEpoch(1'800'000'000).toUTC();
    std::chrono::milliseconds boot{1000s};
};

class CountingSource : public Source {
public:
    SourceInfo info() const override { return {0, u"lab"_s, u"slurm"_s, readOnly, 5000ms}; }
    Result<SnapshotPtr> fetch(const Wanted &, std::stop_token) override { return failure(Error::Kind::Stopped); }
    Result<JobDetail> detail(const Job &, std::stop_token) override { return failure(Error::Kind::Stopped); }
    Result<Outcome> act(Act act, std::vector<Target> targets, std::stop_token) override
    {
        ++acts;
        Outcome outcome{act, {}, {u"scancel 4711"_s}, {u"0"_s}};
        for (const Target &target : targets)
            outcome.targets.push_back({target, Fate::Done, {}});
        return outcome;
    }
    bool readOnly = false;
    std::atomic<int> acts = 0;
};

std::vector<Target> job4711()
{
    Target target;
    target.key.job = 4711;
    target.jobId = 4711;
    target.id = u"4711"_s;
    return {target};
}

} // namespace

class ActQueueTest : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        clock = HandClock();
        log.clear();
        source = std::make_shared<CountingSource>();
        queue = std::make_unique<ActQueue>(
            clock,
            [this](const QString &kind, const ActQueue::Waiting &, const Outcome *, std::optional<ActQueue::DropReason> why,
                   const std::optional<Error> &) {
                log << (why ? kind + u' ' + QString::fromLatin1(QMetaEnum::fromType<ActQueue::DropReason>().valueToKey(int(*why))) : kind);
            });
        queue->addSource(source, pool);
    }
    void cleanup()
    {
        queue.reset();
        pool.waitForDone();
    }

    void anActWaitsAndIsSentOnce()
    {
        QVERIFY(queue->add(0, Act::Stop, job4711(), 5s));
        QCOMPARE(queue->stopping().value(markOf(job4711()[0])), 5);
        QSignalSpy finished(queue.get(), &ActQueue::finished);
        for (int i = 0; i < 19; ++i)
            letPass(250ms);
        QCOMPARE(source->acts, 0);
        QCOMPARE(queue->stopping().value(markOf(job4711()[0])), 1);
        letPass(250ms);
        QTRY_COMPARE(finished.count(), 1);
        letPass(250ms);
        QCOMPARE(source->acts, 1);
        QCOMPARE(log, (QStringList{u"asked"_s, u"sent"_s, u"done"_s}));
        QVERIFY(!queue->sending());
    }

    void undoInTheLastMomentSendsNothing()
    {
        const auto id = queue->add(0, Act::Stop, job4711(), 5s);
        for (int i = 0; i < 19; ++i)
            letPass(250ms);
        queue->undo(*id);
        letPass(500ms);
        pool.waitForDone();
        QCOMPARE(source->acts, 0);
        QCOMPARE(log, (QStringList{u"asked"_s, u"dropped Undone"_s}));
    }

    void nothingIsSentLate_data()
    {
        QTest::addColumn<int>("cause");
        QTest::addColumn<QString>("said");
        QTest::newRow("after sleep") << 0 << u"dropped Slept"_s;
        QTest::newRow("when the clock was set forward") << 1 << u"dropped ClockJumped"_s;
        QTest::newRow("when the clock was set back") << 2 << u"dropped ClockJumped"_s;
        QTest::newRow("when the program stood still for nearly all of the grace") << 5 << u"dropped Slept"_s;
        QTest::newRow("when the link is lost") << 3 << u"dropped LinkLost"_s;
        QTest::newRow("when the program ends") << 4 << u"dropped Quit"_s;
    }
    void nothingIsSentLate()
    {
        QFETCH(const int, cause);
        QVERIFY(queue->add(0, Act::Stop, job4711(), 5s));
        letPass(250ms);
        QSignalSpy dropped(queue.get(), &ActQueue::dropped);
        switch (cause) {
        case 0:
            letPass(600s);
            break;
        case 5:
            letPass(4900ms);
            break;
        case 1:
            clock.wall = clock.wall.addSecs(3600);
            letPass(250ms);
            break;
        case 2:
            clock.wall = clock.wall.addSecs(-3600);
            letPass(250ms);
            break;
        case 3:
            queue->sourceLost(0);
            break;
        default:
            queue->dropAll(ActQueue::DropReason::Quit);
        }
        QCOMPARE(dropped.count(), 1);
        letPass(10s);
        pool.waitForDone();
        QCOMPARE(source->acts, 0);
        QTEST(log.last(), "said");
    }

    void whileItIsHeldNothingIsSentAndItsTimeStandsStill()
    {
        QVERIFY(queue->add(0, Act::Stop, job4711(), 5s));
        letPass(2s);
        queue->hold(true);
        for (int i = 0; i < 20; ++i)
            letPass(1s);
        QCOMPARE(queue->stopping().value(markOf(job4711()[0])), 3);
        queue->hold(false);
        letPass(2900ms);
        QVERIFY(!queue->sending());
        QCOMPARE(queue->waiting().size(), size_t(1));
        letPass(200ms);
        QVERIFY(queue->sending());
        QTRY_COMPARE(source->acts, 1);
    }

    void whatIsHeldIsDroppedAfterSleep()
    {
        QVERIFY(queue->add(0, Act::Stop, job4711(), 5s));
        queue->hold(true);
        letPass(600s);
        QVERIFY(queue->waiting().empty());
        QCOMPARE(log.last(), u"dropped Slept"_s);
    }

    void theSameStopWaitsOnce()
    {
        QVERIFY(queue->add(0, Act::Stop, job4711(), 5s));
        const auto again = queue->add(0, Act::Stop, job4711(), 5s);
        QVERIFY(!again);
        QCOMPARE(again.error().kind, Error::Kind::Busy);
        auto two = job4711();
        two.push_back(two[0]);
        two[1].key.job = 4712;
        QVERIFY(queue->add(0, Act::Stop, two, 5s));
        QCOMPARE(queue->waiting().back().targets.size(), size_t(1));
        QCOMPARE(queue->waiting().back().targets[0].key.job, 4712u);
    }

    void whatIsOnItsWayIsShownAndNotSentAgain()
    {
        const auto id = queue->add(0, Act::Stop, job4711(), 5s);
        queue->sendNow(*id);
        QVERIFY(queue->sending());
        QCOMPARE(queue->stopping().value(markOf(job4711()[0]), -1), kStopSent);
        QCOMPARE(queue->sent().size(), size_t(1));
        QVERIFY(!queue->add(0, Act::Stop, job4711(), 5s));
        QTRY_VERIFY(!queue->sending());
        QVERIFY(queue->stopping().isEmpty());
    }

    void aWholeArrayCoversItsTasksAndItsRestDoesNot()
    {
        auto rest = job4711();
        rest[0].id = u"4711_[5-9]"_s;
        QVERIFY(queue->add(0, Act::Stop, rest, 5s));
        auto task = job4711();
        task[0].key.task = 3;
        QVERIFY(!queue->isStopping(task[0]));
        auto whole = job4711();
        whole[0].wholeArray = true;
        QVERIFY(!queue->isStopping(whole[0]));
        QVERIFY(queue->add(0, Act::Stop, whole, 5s));
        QVERIFY(queue->isStopping(task[0]));
    }

    void sendingNowAfterASleepSendsNothing()
    {
        const auto id = queue->add(0, Act::Stop, job4711(), 5s);
        clock.pass(600s);
        queue->sendNow(*id);
        pool.waitForDone();
        QCOMPARE(source->acts, 0);
        QCOMPARE(log, (QStringList{u"asked"_s, u"dropped Slept"_s}));
    }

    void whatWaitsWhenTheQueueGoesIsLogged()
    {
        QVERIFY(queue->add(0, Act::Stop, job4711(), 5s));
        queue.reset();
        QCOMPARE(log, (QStringList{u"asked"_s, u"dropped Quit"_s}));
    }

    void anotherSourcesLossDropsNothing()
    {
        QVERIFY(queue->add(0, Act::Stop, job4711(), 5s));
        queue->sourceLost(1);
        QCOMPARE(queue->waiting().size(), size_t(1));
    }

    void aReadOnlyProfileQueuesNothing()
    {
        source->readOnly = true;
        const auto id = queue->add(0, Act::Stop, job4711(), 5s);
        QVERIFY(!id);
        QCOMPARE(id.error().kind, Error::Kind::ReadOnly);
        QVERIFY(queue->waiting().empty());
        QVERIFY(log.isEmpty());
    }

    void sendingNowSendsOnce()
    {
        const auto id = queue->add(0, Act::Stop, job4711(), 5s);
        QSignalSpy finished(queue.get(), &ActQueue::finished);
        queue->sendNow(*id);
        queue->sendNow(*id);
        QTRY_COMPARE(finished.count(), 1);
        letPass(6s);
        QCOMPARE(source->acts, 1);
    }

private:
    // The queue's own timer is replaced by hand: time passes, then one tick.
    void letPass(std::chrono::milliseconds time)
    {
        clock.pass(time);
        QMetaObject::invokeMethod(queue.get(), "tick");
    }

    HandClock clock;
    QThreadPool pool;
    std::shared_ptr<CountingSource> source;
    std::unique_ptr<ActQueue> queue;
    QStringList log;
};

PILOTHOUSE_TEST(ActQueueTest)
#include "tst_actqueue.moc"
