// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endedkeeper.h"
#include "tests/support/runner.h"

#include <QTest>

using namespace pilothouse;
using namespace Qt::StringLiterals;

namespace {

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

class EndedKeeperTest : public QObject {
    Q_OBJECT

private slots:
    void anEndedJobIsKeptOnceAndAReusedIdAgain() // JID-11
    {
        EndedKeeper keeper(u"hpc"_s);
        QCOMPARE(lines(keeper.fresh(*snapshot({{1, JobState::Running, 100}, {2, JobState::Failed, 110}}))),
                 QStringList{u"c1 2 FAILED 110"_s});
        QCOMPARE(lines(keeper.fresh(*snapshot({{1, JobState::Failed, 100}, {2, JobState::Failed, 110}}))),
                 QStringList{u"c1 1 FAILED 100"_s});
        QCOMPARE(lines(keeper.fresh(*snapshot({{2, JobState::Failed, 990}}))), QStringList{u"c1 2 FAILED 990"_s});
    }

    void whatMerelyLeftTheQueueIsKeptOnceItsEndIsTold() // STA-05
    {
        EndedKeeper keeper(u"hpc"_s);
        QVERIFY(keeper.fresh(*snapshot({{1, JobState::Running, 100}})).empty());
        QVERIFY(keeper.fresh(*snapshot({{1, JobState::NotKnownAnyMore, 100}})).empty());
        QCOMPARE(lines(keeper.fresh(*snapshot({{1, JobState::Failed, 100}}))), QStringList{u"c1 1 FAILED 100"_s});
    }

    void aClusterWithoutANameIsKeptUnderItsProfile()
    {
        auto nameless = snapshot({{2, JobState::Failed, 110}});
        nameless->cluster.clear();
        QCOMPARE(lines(EndedKeeper(u"hpc"_s).fresh(*nameless)), QStringList{u"hpc 2 FAILED 110"_s});
    }
};
PILOTHOUSE_TEST(EndedKeeperTest)

#include "tst_endedkeeper.moc"
