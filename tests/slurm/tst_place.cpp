// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Who stands in line, and where.
#include "backend/slurm/place.h"
#include "tests/support/runner.h"

#include <QtTest>

using namespace pilothouse;
using namespace pilothouse::slurm;
using namespace Qt::StringLiterals;

namespace {

constexpr Moment kNow(1796130600);

class Queue {
public:
    Job &add(quint32 id, quint32 priority, const QByteArray &reason = "Priority", const QByteArray &partition = "batch")
    {
        Job job;
        job.key = {id, kNoTask, 0};
        job.jobId = id;
        job.state = JobState::Pending;
        job.priority = priority;
        job.reason = m_words.add(reason);
        job.partition = m_words.add(partition);
        m_jobs.push_back(job);
        return m_jobs.back();
    }
    QString places() // "1/2" of each, in order
    {
        findPlaces(m_jobs, m_words, kNow);
        QStringList all;
        for (const Job &job : m_jobs)
            all.append(u"%1/%2"_s.arg(job.place).arg(job.placeOf));
        return all.join(u' ');
    }

private:
    TextPool m_words;
    std::vector<Job> m_jobs;
};

} // namespace

class TestPlace : public QObject {
    Q_OBJECT

private slots:
    void whatCannotStartStandsInNoLine_data()
    {
        QTest::addColumn<QByteArray>("reason");
        QTest::addColumn<bool>("stands");
        const auto row = [](const char *reason, bool stands) { QTest::newRow(reason) << QByteArray(reason) << stands; };
        for (const char *reason : {"Priority", "Resources", "None", "Licenses", "JobArrayTaskLimit", "QOSMaxJobsPerUserLimit",
                                   "AssocGrpCpuLimit", "QOSGrpGRES", "ReqNodeNotAvail, UnavailableNodes:n2", "PartitionDown", "",
                                   "Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority partitions"})
            row(reason, true);
        for (const char *reason : {"JobHeldUser",
                                   "JobHeldAdmin",
                                   "job requeued in held state",
                                   "launch failed requeued held",
                                   "Dependency",
                                   "DependencyNeverSatisfied",
                                   "BeginTime",
                                   "BeginTime,JobHeldUser",
                                   "BadConstraints",
                                   "PartitionTimeLimit",
                                   "PartitionNodeLimit",
                                   "QOSMaxWallDurationPerJobLimit",
                                   "QOSMaxCpuPerJobLimit",
                                   "QOSMaxMemoryPerJob",
                                   "QOSMaxGRESPerJob",
                                   "AssocMaxNodePerJobLimit",
                                   "QOSMinGRES",
                                   "QOSMinCpuNotSatisfied",
                                   "InvalidQOS",
                                   "InvalidAccount",
                                   "JobHoldMaxRequeue",
                                   "ReservationDeleted"})
            row(reason, false);
    }
    void whatCannotStartStandsInNoLine()
    {
        QFETCH(QByteArray, reason);
        QFETCH(bool, stands);
        Queue queue;
        queue.add(1, 900, reason);
        queue.add(2, 100);
        QCOMPARE(queue.places(), stands ? u"1/2 2/2"_s : u"0/0 1/1"_s);
    }

    void whatDoesNotWaitYetStandsInNoLine()
    {
        Queue queue;
        queue.add(1, 0); // held
        queue.add(2, 900).state = JobState::Running;
        queue.add(3, 900).eligible = Moment(kNow.epoch() + 1);
        queue.add(4, 900).eligible = kNow;
        queue.add(5, 900).state = JobState::RequeueHold;
        QCOMPARE(queue.places(), u"0/0 0/0 0/0 1/1 0/0"_s);
    }

    void equalPriorityGoesById()
    {
        Queue queue;
        queue.add(7, 500);
        queue.add(9, 500);
        queue.add(8, 501);
        QCOMPARE(queue.places(), u"2/3 3/3 1/3"_s);
    }

    void aRestStandsForAllOfItsTasks() // JID-04
    {
        Queue queue;
        queue.add(1, 900).waitingTasks = 758;
        queue.add(2, 500);
        QCOMPARE(queue.places(), u"1/759 759/759"_s);
    }

    void eachPartitionIsALineOfItsOwnAndTheBestPlaceIsTold()
    {
        Queue queue;
        queue.add(1, 900);
        queue.add(2, 800);
        queue.add(3, 700, "Priority", "batch,gpu");
        queue.add(4, 600, "Priority", "gpu");
        QCOMPARE(queue.places(), u"1/3 2/3 1/2 2/2"_s);
    }

    void placesOfTheLastTimeAreForgotten()
    {
        Queue queue;
        Job &job = queue.add(1, 900);
        job.place = 5;
        job.placeOf = 9;
        job.state = JobState::Completed;
        QCOMPARE(queue.places(), u"0/0"_s);
    }
};

PILOTHOUSE_TEST(TestPlace)
#include "tst_place.moc"
