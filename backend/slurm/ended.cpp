// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/ended.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace pilothouse::slurm {

namespace {

using namespace std::chrono_literals;

constexpr size_t kKept = 5'000;
constexpr qint64 kKeptSeconds = 24 * 3600;
// Accounting lags by some seconds, by minutes where its queue is long.
constexpr std::array<std::chrono::seconds, 6> kDelays{3s, 6s, 15s, 45s, 120s, 300s};

bool isRest(const Job &job)
{
    return job.waitingTasks > 0;
}

// The end of what was last seen running is its time limit's, and the start of what waited is a guess: neither happened.
Job goneJob(const Job &last)
{
    Job job = last;
    if (job.state != JobState::Completing && !hasEnded(job.state))
        job.end = {};
    if (job.startIsExpected)
        job.start = {};
    job.startIsExpected = false;
    job.state = JobState::NotKnownAnyMore;
    job.stateText = {};
    job.place = job.placeOf = 0;
    return job;
}

// A state that this program does not know is over when its record has an end.
bool isOver(const Job &record)
{
    return hasEnded(record.state) || (record.state == JobState::Other && record.end.known());
}

// An end, and of this job: the counter of ids may have been reset, and a record from before the submit is another job's.
bool isEndOf(const Job &record, const Job &job)
{
    return isOver(record) && !(record.submit.known() && job.submit.known() && record.submit < job.submit);
}

// Are there rows of this array or job?
bool anyOf(const std::vector<Job> &ordered, quint32 job)
{
    const auto at = std::lower_bound(ordered.begin(), ordered.end(), job, [](const Job &j, quint32 id) { return j.key.job < id; });
    return at != ordered.end() && at->key.job == job;
}

} // namespace

const Job *findJob(const std::vector<Job> &ordered, const JobKey &key)
{
    const auto at = std::lower_bound(ordered.begin(), ordered.end(), key, [](const Job &j, const JobKey &k) { return j.key < k; });
    return at != ordered.end() && at->key == key ? &*at : nullptr;
}

void EndedJobs::compare(const std::vector<Job> &before, const std::vector<Job> &after, Clock::time_point now)
{
    auto next = after.begin();
    for (const Job &job : before) {
        if (job.fromAccounting || job.state == JobState::NotKnownAnyMore)
            continue;
        while (next != after.end() && next->key < job.key)
            ++next;
        if (next != after.end() && next->key == job.key)
            continue;
        // A waiting rest leaves when its last task starts: that is no end.
        if (isRest(job) && anyOf(after, job.key.job))
            continue;
        // Known already where the refresh before this was given up half-way.
        m_entries.try_emplace(job.key, Entry{goneJob(job), 0, now, false, now});
    }
    std::erase_if(m_entries, [&](const auto &e) { return findJob(after, e.first) != nullptr; });
}

std::vector<quint32> EndedJobs::due(Clock::time_point now, size_t atMost) const
{
    std::vector<quint32> ids;
    std::set<quint32> seen;
    for (const bool mine : {true, false}) {
        for (const auto &[key, entry] : m_entries) {
            if (!entry.settled && entry.next <= now && entry.job.mine == mine && ids.size() < atMost && seen.insert(key.job).second)
                ids.push_back(key.job);
        }
    }
    return ids;
}

Seconds EndedJobs::back(const std::vector<quint32> &ids, Moment sourceNow) const
{
    qint64 seconds = 3600;
    for (const quint32 id : ids) {
        for (auto at = m_entries.lower_bound(JobKey{id, 0, 0}); at != m_entries.end() && at->first.job == id; ++at) {
            if (at->second.job.submit.known() && sourceNow.known())
                seconds = std::max<qint64>(seconds, (sourceNow - at->second.job.submit).count() + 3600);
        }
    }
    return Seconds(seconds);
}

void EndedJobs::later(Entry &entry, Clock::time_point now)
{
    if (entry.tries >= int(kDelays.size())) {
        entry.settled = true; // not known any more, and we say so
        return;
    }
    entry.next = now + kDelays[size_t(entry.tries)];
    ++entry.tries;
}

// What accounting does not tell, or not in this version, stays as it was last seen. Its memory is the whole job's, squeue's is not.
void EndedJobs::take(Entry &entry, const Job &record)
{
    const Job last = std::exchange(entry.job, record);
    Job &job = entry.job;
    job.mine = last.mine || record.mine;
    job.nice = record.nice == kUnknownNice ? last.nice : record.nice;
    job.restarts = record.restarts == kUnknownRestarts ? last.restarts : record.restarts;
    job.taskLimit = record.taskLimit == 0 ? last.taskLimit : record.taskLimit;
    if (last.memory.known()) {
        job.memory = last.memory;
        job.memoryPer = last.memoryPer;
    }
    if (job.gres.isEmpty() && job.gpus == 0) {
        job.gres = last.gres;
        job.gpus = last.gpus;
    }
    for (Text Job::*field : {&Job::reason, &Job::comment, &Job::dependency, &Job::licenses}) {
        if ((job.*field).isEmpty())
            job.*field = last.*field;
    }
    entry.settled = true;
}

void EndedJobs::told(const std::vector<Job> &records, const std::vector<quint32> &asked, const std::vector<Job> &live, Moment since,
                     Clock::time_point now)
{
    for (const quint32 id : asked) {
        auto at = m_entries.lower_bound(JobKey{id, 0, 0});
        while (at != m_entries.end() && at->first.job == id) {
            Entry &entry = at->second;
            const Job *record = findJob(records, at->first);
            if (entry.job.state == JobState::NotKnownAnyMore && record && isEndOf(*record, entry.job)) {
                take(entry, *record);
            } else if (!entry.settled && isRest(entry.job) && !record && anyOf(records, id)) {
                at = m_entries.erase(at); // its tasks have records of their own
                continue;
            } else if (!entry.settled) {
                later(entry, now);
            }
            ++at;
        }
    }
    // Tasks of an asked array that started and ended between two polls.
    std::vector<Job> unseen;
    for (const Job &record : records) {
        if (record.arrayJobId != 0 && record.key.task != kNoTask && record.end.known() && record.end >= since)
            unseen.push_back(record);
    }
    add(unseen, live);
}

void EndedJobs::notTold(const std::vector<quint32> &asked, Clock::time_point now)
{
    for (const quint32 id : asked) {
        for (auto at = m_entries.lower_bound(JobKey{id, 0, 0}); at != m_entries.end() && at->first.job == id; ++at) {
            if (!at->second.settled)
                at->second.next = now + kDelays.front();
        }
    }
}

void EndedJobs::add(const std::vector<Job> &records, const std::vector<Job> &live)
{
    for (const Job &record : records) {
        if (!isOver(record) || findJob(live, record.key))
            continue;
        const auto [known, isNew] = m_entries.try_emplace(record.key, Entry{record, 0, {}, true, Clock::now()});
        if (!isNew && known->second.job.state == JobState::NotKnownAnyMore && isEndOf(record, known->second.job))
            take(known->second, record);
    }
}

size_t EndedJobs::bound(Moment sourceNow, Clock::time_point now)
{
    std::erase_if(m_entries, [&](const auto &e) {
        const Job &job = e.second.job;
        if (isOver(job) && job.end.known() && sourceNow.known() && job.fromAccounting)
            return (sourceNow - job.end).count() > kKeptSeconds;
        return now - e.second.since > std::chrono::seconds(kKeptSeconds);
    });
    size_t own = 0;
    for (const bool mine : {false, true}) { // oldest id first
        for (auto at = m_entries.begin(); at != m_entries.end() && m_entries.size() > kKept;) {
            const bool goes = at->second.job.mine == mine;
            own += goes && mine ? 1 : 0;
            at = goes ? m_entries.erase(at) : std::next(at);
        }
    }
    return own;
}

std::vector<Job> EndedJobs::merged(std::vector<Job> live) const
{
    if (m_entries.empty())
        return live;
    std::vector<Job> all;
    all.reserve(live.size() + m_entries.size());
    auto next = m_entries.begin();
    for (const Job &job : live) {
        for (; next != m_entries.end() && next->first < job.key; ++next)
            all.push_back(next->second.job);
        all.push_back(job);
    }
    for (; next != m_entries.end(); ++next)
        all.push_back(next->second.job);
    return all;
}

void EndedJobs::translate(const std::function<void(Job &)> &toOtherPool)
{
    for (auto &entry : m_entries)
        toOtherPool(entry.second.job);
}

} // namespace pilothouse::slurm
