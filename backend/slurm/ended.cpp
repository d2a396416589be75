// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/ended.h"

#include <algorithm>
#include <array>
#include <set>

namespace pilothouse::slurm {

namespace {

using namespace std::chrono_literals;

constexpr size_t kKept = 5'000;
constexpr qint64 kKeptSeconds = 24 * 3600;
// Accounting lags by some seconds; slurmdbd may be away for minutes.
constexpr std::array<std::chrono::seconds, 6> kDelays{3s, 6s, 15s, 45s, 120s, 300s};

bool isRest(const Job &job)
{
    return job.waitingTasks > 0;
}

// A state that this program does not know is over when its record has an end.
bool isOver(const Job &record)
{
    return hasEnded(record.state) || (record.state == JobState::Other && record.end.known());
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
        Entry &entry = m_entries[job.key];
        entry = {job, 0, now, false, now};
        entry.job.state = JobState::NotKnownAnyMore;
        entry.job.stateText = {};
        entry.job.place = entry.job.placeOf = 0;
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

void EndedJobs::later(Entry &entry, Clock::time_point now) const
{
    if (entry.tries >= int(kDelays.size())) {
        entry.settled = true; // not known any more, and we say so
        return;
    }
    entry.next = now + kDelays[size_t(entry.tries)];
    ++entry.tries;
}

void EndedJobs::told(const std::vector<Job> &records, const std::vector<quint32> &asked, const std::vector<Job> &live, Moment since,
                     Clock::time_point now)
{
    for (const quint32 id : asked) {
        auto at = m_entries.lower_bound(JobKey{id, 0, 0});
        while (at != m_entries.end() && at->first.job == id) {
            Entry &entry = at->second;
            if (entry.settled) {
                ++at;
                continue;
            }
            const Job *record = findJob(records, at->first);
            // The counter of ids may have been reset: a record from before the job was submitted is another job's.
            const bool fits = record && isOver(*record)
                && !(record->submit.known() && entry.job.submit.known() && record->submit < entry.job.submit);
            if (fits) {
                const Job last = entry.job;
                entry.job = *record;
                entry.job.mine = last.mine || record->mine;
                if (entry.job.reason.isEmpty())
                    entry.job.reason = last.reason;
                if (entry.job.comment.isEmpty())
                    entry.job.comment = last.comment;
                entry.settled = true;
            } else if (isRest(entry.job) && !record && anyOf(records, id)) {
                at = m_entries.erase(at); // its tasks have records of their own
                continue;
            } else {
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
                later(at->second, now);
        }
    }
}

void EndedJobs::add(const std::vector<Job> &records, const std::vector<Job> &live)
{
    for (const Job &record : records) {
        if (!isOver(record) || findJob(live, record.key))
            continue;
        const auto known = m_entries.find(record.key);
        if (known == m_entries.end())
            m_entries.emplace(record.key, Entry{record, 0, {}, true, Clock::now()});
        else if (!known->second.settled && !(record.submit < known->second.job.submit))
            known->second = Entry{record, 0, {}, true, Clock::now()};
    }
}

void EndedJobs::bound(Moment sourceNow, Clock::time_point now)
{
    std::erase_if(m_entries, [&](const auto &e) {
        const Job &job = e.second.job;
        if (isOver(job) && job.end.known() && sourceNow.known() && job.fromAccounting)
            return (sourceNow - job.end).count() > kKeptSeconds;
        return now - e.second.since > std::chrono::seconds(kKeptSeconds);
    });
    while (m_entries.size() > kKept) { // others' before one's own, oldest id first
        const auto other = std::find_if(m_entries.begin(), m_entries.end(), [](const auto &e) { return !e.second.job.mine; });
        m_entries.erase(other == m_entries.end() ? m_entries.begin() : other);
    }
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
