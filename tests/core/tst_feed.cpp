// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/core/feed.h"
#include "tests/support/runner.h"

#include <QSignalSpy>
#include <QTest>

#include <condition_variable>
#include <deque>
#include <mutex>

using namespace pilothouse;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

class HandClock : public Clock {
public:
    std::chrono::milliseconds sinceBoot() const override { return boot; }
    std::chrono::milliseconds boot{1000s};
};

// Does not answer before it is let go, or asked to stop.
class SlowSource : public Source {
public:
    SourceInfo info() const override { return {0, u"lab"_s, u"slurm"_s, false, minimum}; }
    Result<SnapshotPtr> fetch(const Wanted &, std::stop_token stop) override
    {
        std::unique_lock lock(m_mutex);
        ++asked;
        most = std::max(most.load(), ++m_now);
        m_changed.wait(lock, stop, [this] { return m_goes; });
        --m_now;
        if (stop.stop_requested())
            return failure(Error::Kind::Stopped);
        return std::make_shared<Snapshot>();
    }
    Result<JobDetail> detail(const Job &, std::stop_token) override { return failure(Error::Kind::Stopped); }
    Result<Outcome> act(Act, std::vector<Target>, std::stop_token) override { return failure(Error::Kind::Stopped); }
    void letGo()
    {
        const std::lock_guard lock(m_mutex);
        m_goes = true;
        m_changed.notify_all();
    }
    std::atomic<int> asked = 0, most = 0;
    std::chrono::milliseconds minimum{5ms};

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    int m_now = 0;
    bool m_goes = false;
};

// Answers from a list; when it is used up, with the last one again.
class ScriptedSource : public Source {
public:
    SourceInfo info() const override { return {0, u"lab"_s, u"slurm"_s, false, minimum}; }
    Result<SnapshotPtr> fetch(const Wanted &, std::stop_token) override
    {
        const std::lock_guard lock(m_mutex);
        ++asked;
        const auto answer = m_answers.front();
        if (m_answers.size() > 1)
            m_answers.pop_front();
        return answer;
    }
    Result<JobDetail> detail(const Job &, std::stop_token) override { return failure(Error::Kind::Stopped); }
    Result<Outcome> act(Act, std::vector<Target>, std::stop_token) override { return failure(Error::Kind::Stopped); }

    void answer(std::initializer_list<Result<SnapshotPtr>> answers) { m_answers = answers; }
    static SnapshotPtr took(std::chrono::milliseconds time)
    {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->cost = {time, 0ms, 1000, 2};
        return snapshot;
    }

    std::chrono::milliseconds minimum{20ms};
    std::atomic<int> asked = 0;

private:
    std::mutex m_mutex;
    std::deque<Result<SnapshotPtr>> m_answers;
};

constexpr Wanted kJobs{.jobs = true};

} // namespace

class FeedTest : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        source = std::make_shared<ScriptedSource>();
        source->answer({ScriptedSource::took(1ms)});
        feed = std::make_unique<Feed>(source, pool, clock);
    }
    void cleanup()
    {
        feed.reset();
        pool.waitForDone();
    }

    void nothingIsAskedWhileNobodyLooks()
    {
        QTest::qWait(50);
        QCOMPARE(source->asked, 0);
        QVERIFY(!feed->last());
    }

    void asksAgainAfterTheInterval()
    {
        QSignalSpy arrived(feed.get(), &Feed::arrived);
        feed->setWanted(kJobs);
        QTRY_VERIFY(arrived.count() >= 3);
        QCOMPARE(feed->link(), Feed::Link::Live);
    }

    void theIntervalStretchesWithTheCost()
    {
        source->answer({ScriptedSource::took(4600ms)}); // what a list of 100,000 jobs costs slurmctld
        QSignalSpy arrived(feed.get(), &Feed::arrived);
        feed->setWanted(kJobs);
        QTRY_COMPARE(arrived.count(), 1);
        QCOMPARE(feed->interval(), 92'000ms);
    }

    void theIntervalNeverPassesFiveMinutes()
    {
        source->answer({ScriptedSource::took(60s)});
        feed->setWanted(kJobs);
        QTRY_VERIFY(feed->last());
        QCOMPARE(feed->interval(), 300'000ms);
    }

    void whatIsAskedForDuringAReadIsReadBehindIt() // QUE-01: a stop that is done shows, though an older read was under way
    {
        const auto slow = std::make_shared<SlowSource>();
        slow->minimum = 60s;
        Feed late(slow, pool, clock);
        late.setWanted(kJobs);
        QTRY_COMPARE(slow->asked.load(), 1);
        late.refresh();
        late.refresh();
        slow->letGo();
        QTRY_COMPARE(slow->asked.load(), 2);
        QTRY_VERIFY(late.untilNext() > 30s); // and then by the interval again
        QCOMPARE(slow->asked.load(), 2);
    }

    void aLostLinkKeepsTheLastGoodList()
    {
        const SnapshotPtr good = ScriptedSource::took(1ms);
        source->answer({good, failure(Error::Kind::Unreachable, u"login1"_s)});
        feed->setWanted(kJobs);
        QTRY_COMPARE(feed->link(), Feed::Link::Lost);
        QCOMPARE(feed->last(), good);
        QCOMPARE(feed->error()->kind, Error::Kind::Unreachable);
        QVERIFY(feed->untilNext() > 0ms);
    }

    void comesBackByItself()
    {
        source->answer({failure(Error::Kind::Busy, u"slurmctld"_s), ScriptedSource::took(1ms)});
        feed->setWanted(kJobs);
        QTRY_COMPARE(feed->link(), Feed::Link::Lost);
        QTRY_COMPARE(feed->link(), Feed::Link::Live);
        QVERIFY(!feed->error());
    }

    void waitsForThePersonWhereOnlyAPersonHelps_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("a prompt") << int(Error::Kind::NeedsPerson);
        QTest::newRow("a refused log-in") << int(Error::Kind::LoginRefused);
        QTest::newRow("a changed host key") << int(Error::Kind::HostKeyChanged);
        QTest::newRow("a file that cannot be read") << int(Error::Kind::BadInput);
        QTest::newRow("a prompt that was closed") << int(Error::Kind::Stopped);
    }
    void waitsForThePersonWhereOnlyAPersonHelps()
    {
        QFETCH(const int, kind);
        source->answer({failure(Error::Kind(kind), u"login1"_s), ScriptedSource::took(1ms)});
        feed->setWanted(kJobs);
        QTRY_COMPARE(feed->link(), Feed::Link::NeedsPerson);
        QCOMPARE(feed->untilNext(), 0ms);
        QCOMPARE(source->asked, 1);
        feed->refresh();
        QTRY_COMPARE(feed->link(), Feed::Link::Live);
    }

    void aHiddenPageAsksNothingAndIsServedWhenDue()
    {
        source->minimum = 60'000ms;
        QSignalSpy arrived(feed.get(), &Feed::arrived);
        feed->setWanted(kJobs);
        QTRY_COMPARE(arrived.count(), 1);
        feed->setWanted({});
        QCOMPARE(feed->untilNext(), 0ms);
        clock.boot += 20s;
        feed->setWanted(kJobs);
        QVERIFY2(feed->untilNext() > 30s && feed->untilNext() <= 42s, qPrintable(QString::number(feed->untilNext().count())));
        feed->setWanted({});
        clock.boot += 60s;
        feed->setWanted(kJobs);
        QTRY_COMPARE(arrived.count(), 2);
    }

    void neverTwoReadsAtATime() // LRG-06
    {
        const auto slow = std::make_shared<SlowSource>();
        pool.setMaxThreadCount(4);
        Feed late(slow, pool, clock);
        QSignalSpy arrived(&late, &Feed::arrived);
        late.setWanted(kJobs);
        QTRY_COMPARE(slow->asked.load(), 1);
        for (int i = 0; i < 10; ++i) { // whoever asks meanwhile
            late.refresh();
            late.setWanted({});
            late.setWanted(kJobs);
            clock.boot += 10s;
            QTest::qWait(10); // longer than the interval
        }
        QCOMPARE(slow->asked.load(), 1);
        slow->letGo();
        QTRY_VERIFY(arrived.count() >= 2);
        QCOMPARE(slow->most.load(), 1);
    }

    void aFeedThatGoesStopsItsReadAtOnce()
    {
        const auto slow = std::make_shared<SlowSource>();
        auto late = std::make_unique<Feed>(slow, pool, clock);
        late->setWanted(kJobs);
        QTRY_COMPARE(slow->asked.load(), 1);
        late.reset();
        QVERIFY(pool.waitForDone(2'000)); // the source was asked to stop, and did
    }

    void backsOffWhileItIsLostAndAsksAtOnceWhenAPersonDoes()
    {
        source->answer({failure(Error::Kind::Unreachable, u"login1"_s)});
        feed->setWanted(kJobs);
        QTRY_VERIFY(source->asked.load() >= 1 && !feed->reading() && feed->link() == Feed::Link::Lost);
        const int before = source->asked;
        const auto wait = feed->untilNext();
        QVERIFY2(wait > source->minimum, qPrintable(QString::number(wait.count())));
        feed->refresh();
        QTRY_VERIFY(source->asked > before);
        QTRY_VERIFY(!feed->reading());
        QVERIFY(feed->age() == 0ms); // no list has come yet: it has no age
    }

    void tellsItsOwnLoadOfTheLastMinute()
    {
        source->minimum = 60'000ms;
        QSignalSpy arrived(feed.get(), &Feed::arrived);
        feed->setWanted(kJobs);
        QTRY_COMPARE(arrived.count(), 1);
        QCOMPARE(feed->requestsPerMinute(), 2.0);
        QCOMPARE(feed->bytesPerMinute(), 1000.0);
        clock.boot += 61s;
        QCOMPARE(feed->requestsPerMinute(), 0.0);
        QCOMPARE(feed->age(), 61'000ms);
    }

private:
    HandClock clock;
    QThreadPool pool;
    std::shared_ptr<ScriptedSource> source;
    std::unique_ptr<Feed> feed;
};

PILOTHOUSE_TEST(FeedTest)
#include "tst_feed.moc"
