// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Link cuts at every step of a stop: what is told of each job is what slurmctld's own log says, and nothing is sent twice.
#include "tests/fault/faultlab.h"
#include "tests/support/runner.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTest>

#include <atomic>
#include <thread>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr Wanted kJobs{.jobs = true, .ended = false};

struct StopCut {
    bool cold = false; // the link is not up yet
    DelayProxy::From from = DelayProxy::From::Server;
    qint64 bytes = 0;
    bool stalls = false;
    std::vector<Target> targets;
    Result<Outcome> outcome = failure(Error::Kind::Stopped);
    qint64 took = 0;
    bool fired = false;
    [[nodiscard]] QString name() const
    {
        return u"%1, %2 after %3 bytes from the %4"_s.arg(cold ? u"no link yet"_s : u"good link"_s, stalls ? u"silent"_s : u"cut"_s)
            .arg(bytes)
            .arg(from == DelayProxy::From::Server ? u"server"_s : u"client"_s);
    }
};

} // namespace

class StopCutsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void aCutStopTellsTheTruthAndIsNeverSentTwice();

private:
    [[nodiscard]] std::vector<Target> targetsFor(const QList<quint32> &jobs) const;
    void perform(StopCut &cut) const;
    [[nodiscard]] std::vector<StopCut> choose() const;
    [[nodiscard]] QStringList judge(const StopCut &cut, const QMap<QString, int> &cancellations, const QMap<QString, QString> &queue) const;
    FaultLab m_lab;
    QList<quint32> m_others, m_bobs;
};

void StopCutsTest::initTestCase()
{
    if (!m_lab.load())
        QFAIL(qPrintable(m_lab.complaint()));
    m_others = m_lab.submit(u"alice"_s, 3);
    m_bobs = m_lab.submit(u"bob"_s, 3);
    QCOMPARE(m_others.size() + m_bobs.size(), 6);
}

void StopCutsTest::cleanupTestCase()
{
    m_lab.cancel(m_others + m_bobs);
}

std::vector<Target> StopCutsTest::targetsFor(const QList<quint32> &jobs) const
{
    const auto snapshot = FaultLab::source(m_lab.shell())->fetch(kJobs, {});
    return snapshot ? FaultLab::targets(**snapshot, QSet<quint32>(jobs.begin(), jobs.end())) : std::vector<Target>();
}

void StopCutsTest::perform(StopCut &cut) const
{
    DelayProxy proxy(m_lab.ssh().port());
    const auto source = FaultLab::source(m_lab.shell(&proxy));
    if (!cut.cold && !source->fetch(kJobs, {}))
        return;
    if (cut.stalls)
        proxy.stallOnceAfter(cut.from, cut.bytes);
    else
        proxy.cutOnceAfter(cut.from, cut.bytes);
    QElapsedTimer timer;
    timer.start();
    cut.outcome = source->act(Act::Stop, cut.targets, {});
    cut.took = timer.elapsed();
    cut.fired = proxy.fired();
}

// One cut in each of equal parts of what goes either way.
std::vector<StopCut> StopCutsTest::choose() const
{
    QRandomGenerator random(4712);
    std::vector<StopCut> cuts;
    const int each = FaultLab::thorough() ? 40 : 12;
    for (const bool cold : {true, false}) {
        const auto jobs = m_lab.submit(u"alice"_s, 2);
        DelayProxy proxy(m_lab.ssh().port());
        const auto source = FaultLab::source(m_lab.shell(&proxy));
        if (!cold)
            (void)source->fetch(kJobs, {});
        const qint64 down = proxy.bytesFromServer(), up = proxy.bytesFromClient();
        const auto outcome = source->act(Act::Stop, targetsFor(jobs), {});
        qInfo("%s: %s; %lld bytes from the server, %lld from us", cold ? "no link yet" : "good link", qPrintable(told(outcome)),
              proxy.bytesFromServer() - down, proxy.bytesFromClient() - up);
        for (int i = 0; i < (cold ? each / 2 : each); ++i) {
            for (const auto from : {DelayProxy::From::Server, DelayProxy::From::Client}) {
                const qint64 all = from == DelayProxy::From::Server ? proxy.bytesFromServer() - down : proxy.bytesFromClient() - up;
                const int parts = cold ? each / 2 : each;
                cuts.push_back({cold, from, (all * i + random.bounded(int(all))) / parts, false, {}});
            }
        }
        if (!cold) {
            cuts.push_back({cold, DelayProxy::From::Server, (proxy.bytesFromServer() - down) / 2, true, {}});
            cuts.push_back({cold, DelayProxy::From::Client, (proxy.bytesFromClient() - up) * 2 / 3, true, {}});
        }
    }
    return cuts;
}

QStringList StopCutsTest::judge(const StopCut &cut, const QMap<QString, int> &cancellations, const QMap<QString, QString> &queue) const
{
    QStringList wrong;
    const auto say = [&](const QString &words) { wrong << cut.name() + u": "_s + words + u" ("_s + told(cut.outcome) + u')'; };
    // Silence has to be noticed (13 s), and then the look-up meets it again (10 s in the key exchange).
    if (cut.took > (cut.stalls ? 30'000 : 20'000))
        say(u"took %1 ms"_s.arg(cut.took));
    QMap<QString, TargetOutcome> fates;
    if (cut.outcome) {
        for (const TargetOutcome &outcome : cut.outcome->targets)
            fates.insert(outcome.target.id, outcome);
        if (fates.size() != qsizetype(cut.targets.size()))
            say(u"%1 fates"_s.arg(fates.size()));
        if (cut.outcome->commands.size() != cut.outcome->answers.size())
            say(u"%1 commands, %2 answers"_s.arg(cut.outcome->commands.size()).arg(cut.outcome->answers.size()));
    }
    for (const Target &target : cut.targets) {
        const int times = cancellations.value(target.id);
        const bool there = queue.contains(target.id);
        const Fate fate = cut.outcome ? fates.value(target.id, {target, Fate::Refused, u"no fate"_s}).fate : Fate::NotSent;
        if (times > 1)
            say(u"%1 was cancelled %2 times"_s.arg(target.id).arg(times));
        if ((times == 0) != there)
            say(u"%1 was cancelled %2 times and is %3 there"_s.arg(target.id).arg(times).arg(there ? u"still"_s : u"not"_s));
        const bool right
            = fate == Fate::Unknown || (fate == Fate::NotSent ? times == 0 : (fate == Fate::Done || fate == Fate::Sent) && times == 1);
        if (!right)
            say(u"%1 is %2, was cancelled %3 times"_s.arg(target.id, fateName(fate)).arg(times));
    }
    return wrong;
}

void StopCutsTest::aCutStopTellsTheTruthAndIsNeverSentTwice()
{
    std::vector<StopCut> cuts = choose();
    QList<quint32> jobs = m_lab.submit(u"alice"_s, int(cuts.size()) * 2);
    QCOMPARE(jobs.size(), qsizetype(cuts.size()) * 2);
    std::vector<Target> targets = targetsFor(jobs);
    QCOMPARE(targets.size(), cuts.size() * 2);
    for (size_t i = 0; i < cuts.size(); ++i)
        cuts[i].targets = {targets[2 * i], targets[2 * i + 1]};
    const QMap<QString, int> before = m_lab.cancellations();
    for (const Target &target : targets)
        QCOMPARE(before.value(target.id), 0);

    std::atomic<size_t> next = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; ++i)
        threads.emplace_back([&] {
            for (size_t at = next++; at < cuts.size(); at = next++)
                perform(cuts[at]);
        });
    for (std::thread &thread : threads)
        thread.join();

    // A round trip of its own through slurmctld: what was under way has come in.
    const QMap<QString, QString> queue = m_lab.queue();
    const QMap<QString, int> after = m_lab.cancellations();
    QStringList wrong;
    QMap<QString, int> ways;
    for (const StopCut &cut : cuts) {
        wrong += judge(cut, after, queue);
        ++ways[told(cut.outcome).section(u':', 0, 0) + (cut.fired ? QString() : u" (not cut)"_s)];
    }
    for (auto way = ways.begin(); way != ways.end(); ++way)
        qInfo("%d × %s", way.value(), qPrintable(way.key()));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    for (const quint32 id : m_others + m_bobs) {
        QCOMPARE(after.value(QString::number(id)), before.value(QString::number(id)));
        QVERIFY(queue.contains(QString::number(id)));
    }
    // Some cuts came before anything was sent, and some after.
    QVERIFY(ways.value(u"2 Done"_s) > 0);
    QVERIFY(ways.value(u"error Incomplete"_s) + ways.value(u"error Unreachable"_s) > 0);
    m_lab.cancel(jobs);
}

PILOTHOUSE_TEST(StopCutsTest)
#include "tst_stopcuts.moc"
