// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots made by hand or at random, and a clock moved by hand.
#pragma once
#include "backend/core/clock.h"
#include "backend/core/snapshot.h"

#include <algorithm>
#include <random>

namespace pilothouse::test {

inline constexpr qint64 kNow = 1'800'000'000; // 2027-01-15 08:00 UTC, a Friday

class HandClock : public Clock {
public:
    QDateTime now() const override { return wall; }
    std::chrono::milliseconds sinceBoot() const override { return boot; }
    void pass(std::chrono::milliseconds time)
    {
        boot += time;
        wall = wall.addMSecs(time.count());
    }
    QDateTime wall = QDateTime::fromSecsSinceEpoch(kNow).toUTC();
    std::chrono::milliseconds boot{1'000'000};
};

// Jobs of one source. The pool is shared by all snapshots that come from it, as a source does it.
class JobMaker {
public:
    explicit JobMaker(quint16 source = 0, std::shared_ptr<TextPool> pool = std::make_shared<TextPool>())
        : m_source(source), m_pool(std::move(pool))
    {
    }

    Text text(QByteArrayView words) { return m_pool->add(words); }
    Job &add(quint32 id, QByteArrayView name, QByteArrayView user, JobState state)
    {
        Job job;
        job.key = {id, kNoTask, m_source};
        job.jobId = id;
        job.name = text(name);
        job.user = text(user);
        job.state = state;
        job.submit = Moment(kNow - 3 * 3600);
        jobs.push_back(job);
        return jobs.back();
    }
    Job &addTask(quint32 master, quint32 task, quint32 id, JobState state)
    {
        Job &job = add(id, "sweep", "alice", state);
        job.key = {master, task, m_source};
        job.arrayJobId = master;
        return job;
    }
    Job &addRest(quint32 master, QByteArrayView indexes, quint32 count)
    {
        Job &job = add(master, "sweep", "alice", JobState::Pending);
        job.arrayJobId = master;
        job.waitingTasks = count;
        job.waitingIndexes = text(indexes);
        job.reason = text("Priority");
        return job;
    }
    [[nodiscard]] std::shared_ptr<Snapshot> snapshot() const
    {
        auto made = std::make_shared<Snapshot>();
        made->source = m_source;
        made->at = QDateTime::fromSecsSinceEpoch(kNow).toUTC();
        made->sourceNow = Moment(kNow);
        made->words = m_pool;
        made->cluster = QStringLiteral("lab");
        made->jobs = jobs;
        made->change.changed = 1;
        std::ranges::sort(made->jobs, {}, &Job::key);
        return made;
    }
    [[nodiscard]] const std::shared_ptr<TextPool> &pool() const { return m_pool; }

    std::vector<Job> jobs;

private:
    quint16 m_source;
    std::shared_ptr<TextPool> m_pool;
};

// Any mix of plain jobs, tasks and waiting rests, each key once.
inline std::vector<Job> randomJobs(JobMaker &maker, std::mt19937 &random, int most)
{
    maker.jobs.clear();
    const auto below = [&random](quint32 n) { return quint32(random() % n); };
    static constexpr JobState kStates[]
        = {JobState::Pending,     JobState::Running,   JobState::Completed, JobState::Failed, JobState::Completing,
           JobState::OutOfMemory, JobState::Cancelled, JobState::Suspended, JobState::Other};
    const char *const names[] = {"a", "B", "seed2", "seed10", "\xff\xfe", "", "x\ny", "seed02"};
    const char *const reasons[] = {"Priority", "JobHeldUser", "Resources", "BadConstraints", "None", "what, is this"};
    const int count = int(below(quint32(most) + 1));
    for (int i = 0; i < count; ++i) {
        const quint32 id = 100 + below(quint32(most) * 2);
        const bool array = id % 7 == 0;
        Job &job = array ? (below(3) == 0 ? maker.addRest(id, "5-9", 5) : maker.addTask(id, below(5), id + 50'000, kStates[1 + below(8)]))
                         : maker.add(id, names[below(8)], below(2) ? "alice" : "bob", kStates[below(9)]);
        job.reason = maker.text(reasons[below(6)]);
        job.partition = maker.text(below(2) ? "cpu" : "gpu");
        job.gpus = below(9);
        job.cpus = below(65);
        job.priority = below(1000);
        job.place = below(2) ? below(50) : 0;
        job.start = Moment(below(2) ? kNow - below(10'000) : 0);
        job.end = Moment(below(2) ? kNow - below(1000) : 0);
        job.timeLimit = below(4) == 0 ? Span::unlimited() : Span(Seconds(3600 * (1 + below(20))));
    }
    std::ranges::stable_sort(maker.jobs, {}, &Job::key);
    const auto twice = std::ranges::unique(maker.jobs, {}, &Job::key);
    maker.jobs.erase(twice.begin(), twice.end());
    return maker.jobs;
}

} // namespace pilothouse::test
