// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs that left squeue: kept with what was last known of them until accounting tells their end, for a day and a bounded number.
#pragma once
#include "backend/core/snapshot.h"

#include <QByteArrayList>

#include <functional>
#include <map>

namespace pilothouse::slurm {

class EndedJobs {
public:
    using Clock = std::chrono::steady_clock;

    // before: a snapshot's rows; after: squeue's. Both ordered by key. What is gone is looked for; what came back is forgotten here.
    void compare(const std::vector<Job> &before, const std::vector<Job> &after, Clock::time_point now);
    // Master or plain ids to ask accounting for now, the log-in user's first.
    [[nodiscard]] std::vector<quint32> due(Clock::time_point now, size_t atMost) const;
    // How far back the earliest of them was submitted, in the source's clock.
    [[nodiscard]] Seconds back(const std::vector<quint32> &ids, Moment sourceNow) const;
    // Accounting's answer for asked ids: ends are taken, what it does not know is asked again later, a few times. Then it is asked no
    // more, but a record that comes along with another answer is still taken.
    // since: tasks of an asked array that ended before it are not of interest.
    void told(const std::vector<Job> &records, const std::vector<quint32> &asked, const std::vector<Job> &live, Moment since,
              Clock::time_point now);
    // Accounting did not answer: again as soon as it may, and no try is used up by that.
    void notTold(const std::vector<quint32> &asked, Clock::time_point now);
    // What the log-in user's jobs did lately: those that ended unseen are added.
    void add(const std::vector<Job> &records, const std::vector<Job> &live);
    // Older than a day by the source's clock, or more than 5,000: forgotten, others' first. How many of the log-in user's own had to go
    // for their number alone.
    [[nodiscard]] size_t bound(Moment sourceNow, Clock::time_point now);

    // squeue's rows and ours, ordered by key.
    [[nodiscard]] std::vector<Job> merged(std::vector<Job> live) const;
    void translate(const std::function<void(Job &)> &toOtherPool);
    [[nodiscard]] size_t count() const { return m_entries.size(); }

private:
    struct Entry {
        Job job;
        int tries = 0; // that accounting answered, without it
        Clock::time_point next{};
        bool settled = false; // asked no more
        Clock::time_point since{}; // when it was first missed
    };
    static void later(Entry &entry, Clock::time_point now);
    static void take(Entry &entry, const Job &record);

    std::map<JobKey, Entry> m_entries;
};

[[nodiscard]] const Job *findJob(const std::vector<Job> &ordered, const JobKey &key);

} // namespace pilothouse::slurm
