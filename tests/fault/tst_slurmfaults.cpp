// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A controller, an accounting daemon and people that are not as they were when the person looked.
#include "models/actqueue.h"
#include "tests/fault/faultlab.h"
#include "tests/support/runner.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr Wanted kJobs{.jobs = true, .ended = false};

class HandClock : public Clock {
public:
    std::chrono::milliseconds boot{1'000'000};
    QDateTime wall = QDateTime::fromSecsSinceEpoch(1'800'000'000);
    [[nodiscard]] QDateTime now() const override { return wall; }
    [[nodiscard]] std::chrono::milliseconds sinceBoot() const override { return boot; }
    void pass(std::chrono::milliseconds time)
    {
        boot += time;
        wall = wall.addMSecs(time.count());
    }
};

// Runs what was meant to, even if the test leaves early.
class Afterwards {
public:
    explicit Afterwards(std::function<void()> work) : m_work(std::move(work)) { }
    ~Afterwards() { m_work(); }
    Q_DISABLE_COPY_MOVE(Afterwards)

private:
    std::function<void()> m_work;
};

} // namespace

class SlurmFaultsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanup();
    void aJobThatEndedSinceIsSaidToBeOver();
    void anotherJobUnderTheSameIdIsLeftAlone();
    void anothersJobIsRefusedInSlurmsWords();
    void tasksAndArraysEndAsNamed();
    void threeHundredGoInTwoCommands();
    void aWaitingActIsDroppedAndNeverSent();
    void aSilentControllerIsNoEmptyList_data();
    void aSilentControllerIsNoEmptyList();
    void aSilentAccountingDoesNotHoldTheQueue();
    void aDeadNodeChangesNoList();
    void logInShellsAndProfilesDoNoHarm_data();
    void logInShellsAndProfilesDoNoHarm();

private:
    [[nodiscard]] std::vector<Target> choose(const QList<quint32> &jobs);
    [[nodiscard]] QList<quint32> submit(const QString &user, int count, const QStringList &options = {u"-H"_s});
    [[nodiscard]] int sum() const; // of all cancellations so far
    FaultLab m_lab;
    std::unique_ptr<Source> m_source;
    QList<quint32> m_jobs;
};

void SlurmFaultsTest::initTestCase()
{
    if (!m_lab.load())
        QFAIL(qPrintable(m_lab.complaint()));
    for (const QString &daemon : {u"slurmdbd"_s, u"slurmctld"_s}) // a run before that was killed may have left them paused
        QVERIFY(m_lab.service(daemon, u"resume"_s));
    m_source = FaultLab::source(m_lab.shell());
}

void SlurmFaultsTest::cleanup()
{
    m_lab.cancel(std::exchange(m_jobs, {}));
}

QList<quint32> SlurmFaultsTest::submit(const QString &user, int count, const QStringList &options)
{
    const QList<quint32> jobs = m_lab.submit(user, count, options);
    m_jobs += jobs;
    return jobs;
}

std::vector<Target> SlurmFaultsTest::choose(const QList<quint32> &jobs)
{
    const auto snapshot = m_source->fetch(kJobs, {});
    if (!snapshot) {
        qWarning("%s: %s", qPrintable(snapshot.error().subject), qPrintable(snapshot.error().detail));
        return {};
    }
    return FaultLab::targets(**snapshot, QSet<quint32>(jobs.begin(), jobs.end()));
}

int SlurmFaultsTest::sum() const
{
    int times = 0;
    for (const int each : m_lab.cancellations())
        times += each;
    return times;
}

void SlurmFaultsTest::aJobThatEndedSinceIsSaidToBeOver()
{
    const auto targets = choose(submit(u"alice"_s, 2));
    QCOMPARE(targets.size(), size_t(2));
    m_lab.cancel({targets[0].jobId});
    const int before = sum();
    QCOMPARE(told(m_source->act(Act::Stop, {targets[0]}, {})), u"1 AlreadyOver"_s);
    QCOMPARE(sum(), before);
    const auto both = m_source->act(Act::Stop, targets, {});
    QCOMPARE(told(both), u"1 AlreadyOver, 1 Done"_s);
    QCOMPARE(both->commands.size(), 1);
    QVERIFY(!both->commands.first().contains(targets[0].id));
}

void SlurmFaultsTest::anotherJobUnderTheSameIdIsLeftAlone()
{
    const auto targets = choose(submit(u"alice"_s, 1));
    QCOMPARE(targets.size(), size_t(1));
    const int before = sum();
    Target earlier = targets[0];
    earlier.submit = Moment(earlier.submit.epoch() - 100);
    QCOMPARE(told(m_source->act(Act::Stop, {earlier}, {})), u"1 ChangedSince"_s);
    Target bobs = targets[0];
    bobs.user = u"bob"_s;
    QCOMPARE(told(m_source->act(Act::Stop, {bobs}, {})), u"1 ChangedSince"_s);
    Target elsewhere = targets[0];
    elsewhere.cluster = u"elsewhere"_s;
    QCOMPARE(told(m_source->act(Act::Stop, {elsewhere}, {})), u"1 ChangedSince"_s);
    Target gone = targets[0];
    gone.key.job = gone.jobId = 99'999'999;
    gone.id = u"99999999"_s;
    QCOMPARE(told(m_source->act(Act::Stop, {gone}, {})), u"1 AlreadyOver"_s);
    QCOMPARE(sum(), before);
    QVERIFY(m_lab.queue().contains(targets[0].id));
}

void SlurmFaultsTest::anothersJobIsRefusedInSlurmsWords()
{
    const auto targets = choose(submit(u"bob"_s, 1) + submit(u"alice"_s, 1));
    QCOMPARE(targets.size(), size_t(2));
    const auto outcome = m_source->act(Act::Stop, targets, {});
    QCOMPARE(told(outcome), u"1 Done, 1 NotAllowed"_s);
    for (const TargetOutcome &each : outcome->targets)
        if (each.fate == Fate::NotAllowed) {
            QCOMPARE(each.target.user, u"bob"_s);
            QVERIFY2(each.detail.contains(u"Access/permission denied"_s), qPrintable(each.detail));
            QVERIFY(m_lab.queue().contains(each.target.id));
        }
}

void SlurmFaultsTest::tasksAndArraysEndAsNamed()
{
    const quint32 array = submit(u"alice"_s, 1, {u"-H"_s, u"--array=0-9%3"_s}).value(0);
    auto targets = choose({array});
    QCOMPARE(targets.size(), size_t(1)); // the waiting rest
    Target one = targets[0];
    one.key.task = 4;
    one.id = u"%1_4"_s.arg(array);
    QCOMPARE(told(m_source->act(Act::Stop, {one}, {})), u"1 Done"_s);
    QMap<QString, QString> queue = m_lab.queue();
    QVERIFY2(queue.contains(u"%1_[0-3,5-9%3]"_s.arg(array)), qPrintable(QStringList(queue.keys()).join(u' ')));
    // The row that was chosen before still names task 4, which is over: the others end.
    QCOMPARE(told(m_source->act(Act::Stop, targets, {})), u"1 Done"_s);
    const quint32 second = submit(u"alice"_s, 1, {u"-H"_s, u"--array=1-5"_s}).value(0);
    targets = choose({second});
    QCOMPARE(targets.size(), size_t(1));
    targets[0].wholeArray = true;
    targets[0].id = QString::number(second);
    QCOMPARE(told(m_source->act(Act::Stop, targets, {})), u"1 Done"_s);
    for (const QString &id : m_lab.queue().keys())
        QVERIFY2(!id.startsWith(QString::number(array)) && !id.startsWith(QString::number(second)), qPrintable(id));
}

void SlurmFaultsTest::threeHundredGoInTwoCommands() // CAN-06
{
    const auto targets = choose(submit(u"alice"_s, 300));
    QCOMPARE(targets.size(), size_t(300));
    const auto outcome = m_source->act(Act::Stop, targets, {});
    QCOMPARE(told(outcome), u"300 Done"_s);
    QCOMPARE(outcome->commands.size(), 2);
    const auto counts = m_lab.cancellations();
    for (const Target &target : targets)
        QCOMPARE(counts.value(target.id), 1);
}

void SlurmFaultsTest::aWaitingActIsDroppedAndNeverSent()
{
    const auto targets = choose(submit(u"alice"_s, 1));
    QCOMPARE(targets.size(), size_t(1));
    const int before = sum();
    HandClock clock;
    QStringList log;
    QThreadPool pool;
    ActQueue queue(clock,
                   [&](const QString &kind, const ActQueue::Waiting &, const Outcome *, std::optional<ActQueue::DropReason>,
                       const std::optional<Error> &) { log << kind; });
    const std::shared_ptr<Source> source = FaultLab::source(m_lab.shell());
    queue.addSource(source, pool);
    QVERIFY(queue.add(0, Act::Stop, targets, 5s));
    queue.sourceLost(0);
    QVERIFY(queue.add(0, Act::Stop, targets, 5s));
    clock.pass(3600s); // slept
    QTRY_VERIFY(queue.waiting().empty());
    QVERIFY(queue.add(0, Act::Stop, targets, 5s));
    clock.wall = clock.wall.addSecs(-7200); // set back
    QTRY_VERIFY(queue.waiting().empty());
    QVERIFY(!queue.sending());
    QCOMPARE(log.join(u' '), u"asked dropped asked dropped asked dropped"_s);
    QCOMPARE(sum(), before);
    // And one that nothing comes in the way of is sent, once.
    QVERIFY(queue.add(0, Act::Stop, targets, 3s));
    for (int i = 0; i < 2; ++i) {
        QSignalSpy ticks(&queue, &ActQueue::changed);
        clock.pass(2s);
        QVERIFY(ticks.wait());
    }
    QTRY_VERIFY_WITH_TIMEOUT(log.contains(u"done"_s), 30'000);
    QCOMPARE(m_lab.cancellations().value(targets[0].id), 1);
}

void SlurmFaultsTest::aSilentControllerIsNoEmptyList_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("cure");
    QTest::newRow("paused") << u"pause"_s << u"resume"_s;
    QTest::newRow("stopped") << u"stop"_s << u"start"_s;
}

void SlurmFaultsTest::aSilentControllerIsNoEmptyList()
{
    QFETCH(QString, fault);
    QFETCH(QString, cure);
    const auto targets = choose(submit(u"alice"_s, 1));
    QCOMPARE(targets.size(), size_t(1));
    const int before = sum();
    Result<SnapshotPtr> fetched;
    Result<Outcome> outcome;
    QElapsedTimer timer;
    qint64 took = 0;
    {
        QVERIFY(m_lab.service(u"slurmctld"_s, fault));
        const Afterwards again([&] { (void)m_lab.service(u"slurmctld"_s, cure); });
        timer.start();
        fetched = m_source->fetch(kJobs, {});
        took = timer.restart();
        outcome = m_source->act(Act::Stop, targets, {});
    }
    qInfo("poll %lld ms, stop %lld ms: %s", took, timer.elapsed(), qPrintable(told(outcome)));
    QVERIFY(!fetched);
    QVERIFY2(fetched.error().kind == Error::Kind::Busy || fetched.error().kind == Error::Kind::TimedOut,
             qPrintable(fetched.error().detail));
    QVERIFY2(took < 45'000, qPrintable(QString::number(took)));
    QVERIFY2(!outcome, qPrintable(told(outcome))); // the check could not be made: nothing is sent
    SnapshotPtr back;
    QTRY_VERIFY_WITH_TIMEOUT((back = m_source->fetch(kJobs, {}).value_or(nullptr)), 60'000);
    QCOMPARE(FaultLab::targets(*back, {targets[0].jobId}).size(), size_t(1));
    QCOMPARE(sum(), before);
}

void SlurmFaultsTest::aSilentAccountingDoesNotHoldTheQueue()
{
    const auto source = FaultLab::source(m_lab.shell());
    const Wanted wanted{.jobs = true, .ended = true};
    QVERIFY(source->fetch(wanted, {}));
    const auto jobs = submit(u"alice"_s, 1);
    QVERIFY(m_lab.service(u"slurmdbd"_s, u"pause"_s));
    const Afterwards again([&] { (void)m_lab.service(u"slurmdbd"_s, u"resume"_s); });
    QVERIFY(source->fetch(wanted, {}));
    m_lab.cancel(jobs);
    qint64 longest = 0;
    const auto saidAs = [&]() -> QString {
        QElapsedTimer timer;
        timer.start();
        const auto snapshot = source->fetch(wanted, {});
        longest = std::max(longest, timer.elapsed());
        if (!snapshot)
            return u"error "_s + snapshot.error().detail;
        for (const Job &job : (*snapshot)->jobs)
            if (job.jobId == jobs.value(0) && job.state != JobState::NotKnownAnyMore && job.state != JobState::Cancelled)
                return u"an end that nobody told"_s;
        return (*snapshot)->partial.isEmpty() ? QString() : (*snapshot)->partial.first().subject;
    };
    QTRY_COMPARE_WITH_TIMEOUT(saidAs(), u"sacct"_s, 60'000);
    QVERIFY2(longest < 5'000, qPrintable(QString::number(longest)));
}

void SlurmFaultsTest::aDeadNodeChangesNoList()
{
    const auto jobs = submit(u"alice"_s, 1);
    QVERIFY(m_lab.service(u"slurmd-n2"_s, u"kill"_s));
    const Afterwards again([&] { (void)m_lab.service(u"slurmd-n2"_s, u"start"_s); });
    QCOMPARE(choose(jobs).size(), size_t(1));
}

void SlurmFaultsTest::logInShellsAndProfilesDoNoHarm_data()
{
    QTest::addColumn<QString>("shell"); // of dave
    QTest::addColumn<QString>("startup"); // file in his home
    QTest::addColumn<QString>("lines");
    QTest::addColumn<bool>("works");
    QTest::newRow("tcsh") << u"/usr/bin/tcsh"_s << u".cshrc"_s << u"echo welcome"_s << true;
    QTest::newRow("fish") << u"/usr/bin/fish"_s << u".config/fish/config.fish"_s << u"echo welcome"_s << true;
    QTest::newRow("chatty") << u"/bin/bash"_s << u".bashrc"_s << u"echo welcome; echo oops >&2; alias squeue='echo no'; PS1=x"_s << true;
    QTest::newRow("exec fish") << u"/bin/bash"_s << u".bashrc"_s << u"exec fish"_s << false;
    QTest::newRow("leaves") << u"/bin/bash"_s << u".bashrc"_s << u"echo closed for service; exit 1"_s << false;
    QTest::newRow("no path") << u"/bin/bash"_s << u".bashrc"_s << u"PATH=/nowhere"_s << true;
}

void SlurmFaultsTest::logInShellsAndProfilesDoNoHarm() // SSH-01, SSH-04
{
    QFETCH(QString, shell);
    QFETCH(QString, startup);
    QFETCH(QString, lines);
    QFETCH(bool, works);
    const QString home = m_lab.inLab({u"sh"_s, u"-c"_s, u"getent passwd dave | cut -d: -f6"_s});
    const auto change = [&](const QString &toShell, const QString &file, const QString &text) {
        return m_lab.inLab(
            {u"sh"_s, u"-c"_s,
             u"usermod -s \"$1\" dave >/dev/null 2>&1; mkdir -p \"$(dirname \"$2\")\"; if [ -n \"$3\" ]; then printf '%s\\n' \"$3\" >\"$2\"; else rm -f \"$2\"; fi"_s,
             u"sh"_s, toShell, file, text});
    };
    if (m_lab.inLab({u"sh"_s, u"-c"_s, u"command -v "_s + shell}).isEmpty())
        QSKIP(qPrintable(u"the lab has no "_s + shell));
    const QString file = home + u'/' + startup;
    QCOMPARE(change(shell, file, lines), QString());
    const Afterwards back([&] { (void)change(u"/bin/bash"_s, file, QString()); });
    const auto jobs = submit(u"alice"_s, 1);
    const auto source = FaultLab::source(m_lab.shell(nullptr, u"dave"_s));
    QElapsedTimer timer;
    timer.start();
    const auto snapshot = source->fetch(kJobs, {});
    qInfo("%lld ms: %s", timer.elapsed(), snapshot ? "a list" : qPrintable(snapshot.error().detail));
    if (works) {
        QVERIFY2(snapshot, snapshot ? "" : qPrintable(snapshot.error().detail));
        QCOMPARE(FaultLab::targets(**snapshot, {jobs.value(0)}).size(), size_t(1));
    } else if (!snapshot) {
        QVERIFY(!snapshot.error().detail.isEmpty()); // it says what is wrong
    } else {
        QCOMPARE(FaultLab::targets(**snapshot, {jobs.value(0)}).size(), size_t(1));
    }
}

PILOTHOUSE_TEST(SlurmFaultsTest)
#include "tst_slurmfaults.moc"
