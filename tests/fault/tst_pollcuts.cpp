// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Link cuts at every step of a poll lose nothing and show nothing false.
#include "tests/fault/pollcase.h"
#include "tests/support/runner.h"

#include <QRandomGenerator>
#include <QTest>

#include <deque>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr size_t kAtOnce = 8; // sshd turns some away from ten log-ins at once on

} // namespace

class PollCutsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void aLinkCutAnywhereKeepsTheListAndComesBackByItself();
    void silenceIsNoticedAsALostLink();
    void aRestartedSshdIsFoundAgain();

private:
    struct Sizes {
        qint64 down = 0, up = 0;
    };
    [[nodiscard]] Sizes measure(bool comingIn) const;
    void runAll(const std::vector<PollCut> &cuts, int *lost, qint64 *latest);
    FaultLab m_lab;
    QSet<quint32> m_jobs;
};

void PollCutsTest::initTestCase()
{
    if (!m_lab.load())
        QFAIL(qPrintable(m_lab.complaint()));
    const auto jobs = m_lab.submit(u"alice"_s, 12) + m_lab.submit(u"bob"_s, 8);
    m_jobs = QSet<quint32>(jobs.begin(), jobs.end());
    QCOMPARE(m_jobs.size(), 20);
}

void PollCutsTest::cleanupTestCase()
{
    m_lab.cancel(m_jobs.values());
}

// Of coming in with the first poll, or of a poll over a good link.
PollCutsTest::Sizes PollCutsTest::measure(bool comingIn) const
{
    DelayProxy proxy(m_lab.ssh().port());
    const auto source = FaultLab::source(m_lab.shell(&proxy));
    const Wanted wanted{.jobs = true, .ended = false};
    if (!source->fetch(wanted, {}))
        return {};
    const Sizes first{proxy.bytesFromServer(), proxy.bytesFromClient()};
    if (comingIn)
        return first;
    if (!source->fetch(wanted, {}))
        return {};
    return {proxy.bytesFromServer() - first.down, proxy.bytesFromClient() - first.up};
}

void PollCutsTest::runAll(const std::vector<PollCut> &cuts, int *lost, qint64 *latest)
{
    std::deque<std::unique_ptr<PollCase>> running;
    size_t next = 0;
    QStringList wrong;
    while (next < cuts.size() || !running.empty()) {
        while (running.size() < kAtOnce && next < cuts.size())
            running.push_back(std::make_unique<PollCase>(m_lab, m_jobs, cuts[next++]));
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        std::erase_if(running, [&](const auto &each) {
            if (!each->over())
                return false;
            *lost += each->wasLost() ? 1 : 0;
            *latest = std::max(*latest, each->lostAfter());
            if (!each->wrong().isEmpty())
                wrong << each->name() + u": "_s + each->wrong().join(u"; "_s);
            return true;
        });
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(u"%1 of %2:\n"_s.arg(wrong.size()).arg(cuts.size()) + wrong.join(u'\n')));
}

void PollCutsTest::aLinkCutAnywhereKeepsTheListAndComesBackByItself()
{
    QRandomGenerator random(4711);
    std::vector<PollCut> cuts;
    const int each = FaultLab::thorough() ? 60 : 15;
    for (const bool comingIn : {true, false}) {
        const Sizes sizes = measure(comingIn);
        QVERIFY(sizes.down > 400 && sizes.up > 200);
        qInfo("%s: %lld bytes from the server, %lld from us", comingIn ? "coming in with the first poll" : "a poll", sizes.down, sizes.up);
        for (int i = 0; i < each; ++i) {
            for (const auto from : {DelayProxy::From::Server, DelayProxy::From::Client}) {
                const qint64 all = from == DelayProxy::From::Server ? sizes.down : sizes.up;
                // One in each of so many equal parts.
                cuts.push_back({comingIn, from, (all * i + random.bounded(int(all))) / each, false});
            }
        }
    }
    int lost = 0;
    qint64 latest = 0;
    runAll(cuts, &lost, &latest);
    qInfo("%zu cuts: %d seen as a lost link, the latest after %lld ms; every list whole, every feed back by itself", cuts.size(), lost,
          latest);
    QVERIFY(lost > int(cuts.size()) * 3 / 4);
    QVERIFY2(latest < 30'000, qPrintable(QString::number(latest)));
}

void PollCutsTest::silenceIsNoticedAsALostLink() // SSH-15
{
    const Sizes in = measure(true), poll = measure(false);
    std::vector<PollCut> cuts;
    for (const auto from : {DelayProxy::From::Server, DelayProxy::From::Client}) {
        const bool down = from == DelayProxy::From::Server;
        cuts.push_back({false, from, (down ? poll.down : poll.up) / 2, true});
        for (const int part : FaultLab::thorough() ? QList<int>{1, 3, 5, 7, 9} : QList<int>{1, 5})
            cuts.push_back({true, from, (down ? in.down : in.up) * part / 10, true});
    }
    int lost = 0;
    qint64 latest = 0;
    runAll(cuts, &lost, &latest);
    qInfo("%d of %zu silences noticed, the latest after %lld ms", lost, cuts.size(), latest);
    QCOMPARE(lost, int(cuts.size()));
    // 13 s over a good link, 10 s in the key exchange; a log-in is given 20 s, as its checks at the far end may be slow.
    QVERIFY2(latest < 28'000, qPrintable(QString::number(latest)));
}

void PollCutsTest::aRestartedSshdIsFoundAgain()
{
    const auto source = FaultLab::source(m_lab.shell());
    const Wanted wanted{.jobs = true, .ended = false};
    QVERIFY(source->fetch(wanted, {}));
    // sshd's sessions outlive it: they are ended too, as a reboot of the log-in node does.
    QVERIFY(m_lab.service(u"sshd"_s, u"stop"_s));
    (void)m_lab.inLab({u"pkill"_s, u"-u"_s, u"alice"_s, u"sshd"_s});
    const auto fetched = [&] { return source->fetch(wanted, {}); };
    QTRY_VERIFY_WITH_TIMEOUT(!fetched(), 30'000);
    const auto while_down = fetched();
    QVERIFY(m_lab.service(u"sshd"_s, u"start"_s));
    QVERIFY(!while_down);
    QCOMPARE(while_down.error().kind, Error::Kind::Unreachable);
    SnapshotPtr back;
    QTRY_VERIFY_WITH_TIMEOUT((back = fetched().value_or(nullptr)), 120'000);
    QCOMPARE(FaultLab::targets(*back, m_jobs).size(), size_t(m_jobs.size()));
}

PILOTHOUSE_TEST(PollCutsTest)
#include "tst_pollcuts.moc"
