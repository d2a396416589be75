// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/actlog.h"
#include "app/endedkeeper.h"
#include "tests/support/runner.h"

#include <QTest>

using namespace pilothouse;
using namespace Qt::StringLiterals;

namespace {

ActQueue::Waiting stop(const QStringList &ids, const QString &user = u"alice"_s)
{
    ActQueue::Waiting act;
    act.id = 5;
    for (const QString &id : ids) {
        Target target;
        target.id = id;
        target.user = user;
        act.targets.push_back(target);
    }
    return act;
}

Outcome outcome(const ActQueue::Waiting &act, const std::vector<Fate> &fates)
{
    Outcome done;
    done.commands = {u"scancel 4711 4712"_s};
    done.answers = {u"0"_s};
    for (size_t i = 0; i < fates.size(); ++i)
        done.targets.push_back({act.targets[i], fates[i], {}});
    return done;
}

QString line(const LogEntry &entry)
{
    return entry.kind + u'|' + entry.subject + u'|' + entry.command + u'|' + entry.answer.split(u'\n').join(u" / "_s);
}

LogEntry entryOf(const QString &kind, const ActQueue::Waiting &act, const Outcome *done = nullptr,
                 std::optional<ActQueue::DropReason> dropped = std::nullopt)
{
    return actEntry(kind, act, done, dropped, std::nullopt, u"hpc"_s, QDateTime::fromSecsSinceEpoch(1'800'000'000, Qt::UTC));
}

std::shared_ptr<Snapshot> snapshot(const std::vector<std::tuple<quint32, JobState, qint64>> &jobs)
{
    auto words = std::make_shared<TextPool>();
    auto made = std::make_shared<Snapshot>();
    made->cluster = u"c1"_s;
    for (const auto &[id, state, submit] : jobs) {
        Job job;
        job.key.job = job.jobId = id;
        job.state = state;
        job.stateText = words->add(state == JobState::Failed ? "FAILED" : "RUNNING");
        job.submit = Moment(submit);
        made->jobs.push_back(job);
    }
    made->words = words;
    return made;
}

QStringList lines(const std::vector<EndedJob> &jobs)
{
    QStringList all;
    for (const EndedJob &job : jobs)
        all << job.cluster + u' ' + job.id + u' ' + job.state + u' ' + QString::number(job.submit.epoch());
    return all;
}

} // namespace

class ActLog : public QObject {
    Q_OBJECT

private slots:
    void anActIsNamedByIdsAndOwner()
    {
        QCOMPARE(actSubject(stop({u"4711"_s, u"4712_[1-3]"_s})), u"Stop 4711, 4712_[1-3] of alice"_s);
        ActQueue::Waiting two = stop({u"1"_s});
        two.targets.push_back(stop({u"2"_s}, u"bob"_s).targets[0]);
        QCOMPARE(actSubject(two), u"Stop 1, 2 of 2 people"_s);
        QStringList many;
        for (int i = 1; i <= 200; ++i)
            many << QString::number(i);
        QVERIFY2(actSubject(stop(many)).endsWith(u"20 and 180 more of alice"_s), qPrintable(actSubject(stop(many))));
    }

    void whatWasSentAndAnsweredStandsInTheEntry() // CAN-01, CAN-06
    {
        const auto act = stop({u"4711"_s, u"4712"_s});
        const Outcome half = outcome(act, {Fate::Done, Fate::NotAllowed});
        QCOMPARE(line(entryOf(u"done"_s, act, &half)),
                 u"done|Stop 4711, 4712 of alice|scancel 4711 4712|0 / 4711: stopped / 4712: not allowed"_s);
        const Outcome none = outcome(act, {Fate::NotAllowed, Fate::ChangedSince});
        QCOMPARE(entryOf(u"done"_s, act, &none).kind, u"refused"_s);
        const Outcome lost = outcome(act, {Fate::Done, Fate::Unknown});
        QCOMPARE(entryOf(u"done"_s, act, &lost).kind, u"unknown"_s);
        QCOMPARE(entryOf(u"asked"_s, act).act, 5);
    }

    void aDroppedActSaysWhy()
    {
        QCOMPARE(line(entryOf(u"dropped"_s, stop({u"1"_s}), nullptr, ActQueue::DropReason::Slept)),
                 u"dropped|Stop 1 of alice||the machine slept; nothing was sent"_s);
    }

    void anEndedJobIsKeptOnceAndAReusedIdAgain() // JID-11
    {
        EndedKeeper keeper(u"hpc"_s);
        QCOMPARE(lines(keeper.fresh(*snapshot({{1, JobState::Running, 100}, {2, JobState::Failed, 110}}))),
                 QStringList{u"c1 2 FAILED 110"_s});
        QCOMPARE(lines(keeper.fresh(*snapshot({{1, JobState::Failed, 100}, {2, JobState::Failed, 110}}))),
                 QStringList{u"c1 1 FAILED 100"_s});
        QCOMPARE(lines(keeper.fresh(*snapshot({{2, JobState::Failed, 990}}))), QStringList{u"c1 2 FAILED 990"_s});
    }

    void aClusterWithoutANameIsKeptUnderItsProfile()
    {
        auto nameless = snapshot({{2, JobState::Failed, 110}});
        nameless->cluster.clear();
        QCOMPARE(lines(EndedKeeper(u"hpc"_s).fresh(*nameless)), QStringList{u"hpc 2 FAILED 110"_s});
    }
};
PILOTHOUSE_TEST(ActLog)

#include "tst_actlog.moc"
