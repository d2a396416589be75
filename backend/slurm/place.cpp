// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/place.h"

#include "backend/core/wait.h"

#include <QHash>

#include <algorithm>

namespace pilothouse::slurm {

namespace {

struct Waiting {
    quint32 priority = 0;
    quint32 id = 0;
    quint32 row = 0;
    friend bool operator<(const Waiting &a, const Waiting &b) { return a.priority != b.priority ? a.priority > b.priority : a.id < b.id; }
};

// Held, or overtaken by all for ever, or not yet there: it stands in no line.
bool forbids(QByteArrayView reason)
{
    return waitOf(reason) != Wait::Goes || reason.startsWith("Dependency") || reason.startsWith("BeginTime")
        || reason.startsWith("JobHeld");
}

// Pending, not held, not before its begin time.
bool mayStand(const Job &job, Moment now)
{
    return job.state == JobState::Pending && job.priority != 0 && (!job.eligible.known() || !now.known() || job.eligible <= now);
}

} // namespace

void findPlaces(std::vector<Job> &jobs, const TextPool &words, Moment now)
{
    QHash<Text, std::vector<Waiting>> lines;
    QHash<Text, std::vector<Text>> parts; // "a,b" → a, b
    QHash<Text, bool> forbidden; // few reasons, many jobs
    for (quint32 row = 0; row < jobs.size(); ++row) {
        Job &job = jobs[row];
        job.place = job.placeOf = 0;
        if (!mayStand(job, now))
            continue;
        auto reason = forbidden.find(job.reason);
        if (reason == forbidden.end())
            reason = forbidden.insert(job.reason, forbids(words.bytes(job.reason)));
        if (*reason)
            continue;
        auto known = parts.find(job.partition);
        if (known == parts.end()) {
            known = parts.insert(job.partition, {});
            // A partition that has no row of its own may not be interned: the first row of the list stands for it.
            for (const QByteArray &name : words.bytes(job.partition).toByteArray().split(',')) {
                const Text text = words.find(name);
                known->push_back(text.isEmpty() ? job.partition : text);
            }
        }
        for (const Text partition : *known)
            lines[partition].push_back({job.priority, job.key.job, row});
    }
    for (auto &line : lines) {
        std::sort(line.begin(), line.end());
        quint32 place = 1;
        quint32 all = 0;
        for (const Waiting &waiting : line)
            all += std::max(jobs[waiting.row].waitingTasks, 1u);
        for (const Waiting &waiting : line) {
            Job &job = jobs[waiting.row];
            if (job.place == 0 || place < job.place) {
                job.place = place;
                job.placeOf = all;
            }
            place += std::max(job.waitingTasks, 1u);
        }
    }
}

} // namespace pilothouse::slurm
