// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/joborder.h"

#include "models/jobtext.h"
#include "models/textranks.h"

#include <QSet>

#include <algorithm>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostKnown = 200;

struct Item { // a job or a folded array, before it is a row
    qint64 key = 0;
    quint32 group = 0;
    quint32 at = 0;
    quint16 slot = 0;
    RowKind kind = RowKind::Job;
    Look look = Look::Unknown;
};

quint32 weight(const Job &job)
{
    return std::max<quint32>(1, job.waitingTasks);
}

class Orderer {
public:
    Orderer(const OrderInput &input, std::stop_token stop) : m_in(input), m_stop(std::move(stop)), m_rows(std::make_shared<JobRows>()) { }

    std::shared_ptr<JobRows> run()
    {
        m_rows->snapshots = m_in.snapshots;
        m_rows->group = m_in.fold ? m_in.view.group : JobGroup::None;
        m_rows->usesTime = m_in.filter.usesTime();
        const JobColumn by = m_in.view.sortBy;
        m_rows->sortsByTime = by == JobColumn::Time || by == JobColumn::Waited || by == JobColumn::Place;
        m_rows->madeAt = m_in.now;
        for (quint16 slot = 0; slot < m_in.snapshots.size(); ++slot) {
            if (!select(slot))
                return nullptr;
        }
        assignGroups();
        assignKeys();
        if (m_stop.stop_requested())
            return nullptr;
        std::ranges::stable_sort(m_items,
                                 [](const Item &a, const Item &b) { return a.group != b.group ? a.group < b.group : a.key < b.key; });
        if (m_stop.stop_requested())
            return nullptr;
        emitRows();
        index();
        collectWords();
        return m_stop.stop_requested() ? nullptr : m_rows;
    }

private:
    [[nodiscard]] const Job &jobOf(const Item &item) const
    {
        return m_rows->snapshots[item.slot]->jobs[item.kind == RowKind::Array ? m_rows->arrays[item.at].main : item.at];
    }

    bool select(quint16 slot)
    {
        const Snapshot &snapshot = *m_in.snapshots[slot];
        FilterRun filter(m_in.filter, snapshot, m_in.sourceNames.value(slot), m_in.now, m_in.stale[slot]);
        QHash<quint32, Wait> waits;
        quint32 openArray = 0; // the array that the last item stands for; 0: none
        m_items.reserve(m_items.size() + snapshot.jobs.size());
        for (quint32 at = 0; at < snapshot.jobs.size(); ++at) {
            if (at % 4096 == 0 && m_stop.stop_requested())
                return false;
            const Job &job = snapshot.jobs[at];
            m_rows->counts.all += weight(job);
            if (!filter.passes(job))
                continue;
            Wait wait = Wait::Goes;
            if (isWaiting(job.state)) {
                const auto known = waits.constFind(job.reason.at());
                wait = known != waits.cend() ? *known : *waits.insert(job.reason.at(), waitOf(snapshot.words->bytes(job.reason)));
            }
            const Look look = lookOf(job.state, wait);
            m_rows->counts.shown += weight(job);
            m_rows->counts.byLook[size_t(look)] += weight(job);
            countState(job);
            if (!m_in.fold || job.arrayJobId == 0) {
                m_items.push_back({0, 0, at, slot, m_in.fold || job.arrayJobId == 0 ? RowKind::Job : RowKind::Task, look});
                openArray = 0;
                continue;
            }
            if (openArray != job.arrayJobId) {
                openArray = job.arrayJobId;
                m_items.push_back({0, 0, quint32(m_rows->arrays.size()), slot, RowKind::Array, look});
                m_rows->arrays.emplace_back().main = at;
            }
            addToArray(m_rows->arrays.back(), job, at, look, m_items.back());
        }
        return true;
    }

    void addToArray(ArrayRow &array, const Job &job, quint32 at, Look look, Item &item)
    {
        array.records.push_back(at);
        array.tasks += weight(job);
        array.counts[size_t(look)] += weight(job);
        if (job.key.task == kNoTask)
            array.main = at;
        const bool active = isActive(job.state);
        const auto rank = [](StateGroup group) { return group == StateGroup::Running ? 3 : group == StateGroup::Waiting ? 2 : 1; };
        const bool first = array.records.size() == 1;
        const int before = first ? 0 : rank(stateGroupOf(item.look));
        const int here = rank(stateGroupOf(job.state));
        // What runs shows; else what waits; of the ended the worst.
        if (here > before || (here == before && badness(look) > badness(item.look)))
            item.look = look;
        if (active) {
            array.gpus = (m_activeArray == array.records.front() ? array.gpus : 0) + job.gpus;
            array.cpus = (m_activeArray == array.records.front() ? array.cpus : 0) + job.cpus;
            m_activeArray = array.records.front();
        } else if (first) {
            array.gpus = job.gpus;
            array.cpus = job.cpus;
            m_activeArray = kNoTask;
        }
    }

    void countState(const Job &job)
    {
        const size_t group = size_t(stateGroupOf(job.state));
        m_byState[group].jobs += weight(job);
        addFacts(m_byState[group], job);
    }

    static void addFacts(GroupRow &group, const Job &job)
    {
        if (isActive(job.state)) {
            group.gpus += job.gpus;
            group.cpus += job.cpus;
        }
        if (isWaiting(job.state) && job.startIsExpected && job.start.known() && (!group.nextStart.known() || job.start < group.nextStart))
            group.nextStart = job.start;
        if (hasEnded(job.state) && job.end.known() && (!group.firstEnd.known() || job.end < group.firstEnd))
            group.firstEnd = job.end;
    }

    [[nodiscard]] Text groupText(const Job &job) const
    {
        switch (m_rows->group) {
        case JobGroup::User:
            return job.user;
        case JobGroup::Account:
            return job.account;
        case JobGroup::Queue:
            return job.partition;
        case JobGroup::Name:
            return job.name;
        default:
            return {};
        }
    }

    [[nodiscard]] StateGroup stateOf(const Item &item) const
    {
        return item.kind == RowKind::Array ? stateGroupOf(item.look) : stateGroupOf(jobOf(item).state);
    }

    void assignGroups()
    {
        if (m_rows->group == JobGroup::None)
            return;
        if (m_rows->group == JobGroup::State || m_rows->group == JobGroup::Source) {
            for (Item &item : m_items)
                item.group = m_rows->group == JobGroup::State ? quint32(stateOf(item)) : item.slot;
            return;
        }
        TextRanks ranks;
        for (const Item &item : m_items)
            ranks.add(*m_rows->snapshots[item.slot]->words, item.slot, groupText(jobOf(item)));
        ranks.order();
        for (Item &item : m_items) // what has no word comes last
            item.group = ranks.rank(item.slot, groupText(jobOf(item))) - 1;
    }

    void assignKeys()
    {
        const JobColumn column = m_in.view.sortBy;
        TextRanks ranks;
        const bool byText = sortsByText(column);
        for (const Item &item : m_items) {
            if (byText)
                ranks.add(*m_rows->snapshots[item.slot]->words, item.slot, sortText(column, jobOf(item)));
        }
        ranks.order();
        std::vector<Moment> now;
        for (size_t slot = 0; slot < m_in.snapshots.size(); ++slot)
            now.push_back(sourceNow(*m_in.snapshots[slot], m_in.now, m_in.stale[slot]));
        for (Item &item : m_items) {
            if (byText) {
                const quint32 rank = ranks.rank(item.slot, sortText(column, jobOf(item)));
                item.key = rank == 0 ? kUnknownLast : qint64(rank);
            } else {
                item.key = figureOf(item, column, now[item.slot]);
            }
            if (m_in.view.descending && item.key != kUnknownLast)
                item.key = -item.key;
        }
    }

    [[nodiscard]] qint64 figureOf(const Item &item, JobColumn column, Moment now) const
    {
        if (column == JobColumn::Source)
            return item.slot;
        if (item.kind != RowKind::Array)
            return sortFigure(column, jobOf(item), item.look, now);
        const ArrayRow &array = m_rows->arrays[item.at];
        if (column == JobColumn::Gpus)
            return array.gpus;
        if (column == JobColumn::Cpus)
            return array.cpus == 0 ? kUnknownLast : qint64(array.cpus);
        if (column != JobColumn::State)
            return sortFigure(column, jobOf(item), item.look, now);
        // By the record that gives the array its state: the first of that group.
        const Snapshot &snapshot = *m_rows->snapshots[item.slot];
        for (const quint32 record : array.records) {
            if (stateGroupOf(snapshot.jobs[record].state) == stateGroupOf(item.look))
                return sortFigure(column, snapshot.jobs[record], item.look, now);
        }
        return sortFigure(column, jobOf(item), item.look, now);
    }

    void emitRows()
    {
        JobRows &out = *m_rows;
        out.rows.reserve(m_items.size() + 8);
        bool open = true;
        for (size_t i = 0; i < m_items.size(); ++i) {
            const Item &item = m_items[i];
            if (out.group != JobGroup::None && (i == 0 || item.group != m_items[i - 1].group))
                open = beginGroup(item);
            if (out.group != JobGroup::None)
                addToGroup(out.groups.back(), item);
            if (open)
                addRow(item);
        }
    }

    bool beginGroup(const Item &item)
    {
        GroupRow group;
        group.slot = item.slot;
        group.state = stateOf(item);
        if (m_rows->group == JobGroup::State) {
            group.jobs = m_byState[size_t(group.state)].jobs;
            group.gpus = m_byState[size_t(group.state)].gpus;
            group.cpus = m_byState[size_t(group.state)].cpus;
            group.nextStart = m_byState[size_t(group.state)].nextStart;
            group.firstEnd = m_byState[size_t(group.state)].firstEnd;
        }
        group.word = groupText(jobOf(item));
        group.open = m_in.view.closedGroups.isEmpty() || !m_in.view.closedGroups.contains(groupKey(group, *m_rows, m_in.sourceNames));
        group.row = quint32(m_rows->rows.size());
        m_rows->rows.push_back({quint32(m_rows->groups.size()), item.slot, RowKind::Group, Look::Unknown});
        m_rows->groups.push_back(group);
        return group.open;
    }

    void addToGroup(GroupRow &group, const Item &item)
    {
        ++group.rows;
        if (m_rows->group == JobGroup::State)
            return;
        if (item.kind != RowKind::Array) {
            group.jobs += weight(jobOf(item));
            addFacts(group, jobOf(item));
            return;
        }
        const Snapshot &snapshot = *m_rows->snapshots[item.slot];
        for (const quint32 record : m_rows->arrays[item.at].records) {
            group.jobs += weight(snapshot.jobs[record]);
            addFacts(group, snapshot.jobs[record]);
        }
    }

    void addRow(const Item &item)
    {
        m_rows->rows.push_back({item.at, item.slot, item.kind, item.look});
        if (item.kind != RowKind::Array)
            return;
        ArrayRow &array = m_rows->arrays[item.at];
        array.open = m_in.view.openArrays.contains(m_rows->keyOf(m_rows->rows.back()));
        if (!array.open)
            return;
        const Snapshot &snapshot = *m_rows->snapshots[item.slot];
        for (const quint32 record : array.records)
            m_rows->rows.push_back({record, item.slot, RowKind::Task, lookOf(snapshot.jobs[record], *snapshot.words)});
    }

    void index()
    {
        struct Entry {
            JobKey key;
            quint32 row;
        };
        std::vector<Entry> entries;
        entries.reserve(m_rows->rows.size());
        for (quint32 i = 0; i < m_rows->rows.size(); ++i) {
            const JobRow &row = m_rows->rows[i];
            if (row.kind != RowKind::Group)
                entries.push_back({m_rows->keyOf(row), i});
        }
        // An array's own row comes before the row of its waiting rest, which has the same key: rows are in that order already.
        std::ranges::sort(entries, [](const Entry &a, const Entry &b) { return a.key != b.key ? a.key < b.key : a.row < b.row; });
        m_rows->byKey.reserve(entries.size());
        for (const Entry &entry : entries)
            m_rows->byKey.push_back(entry.row);
        m_rows->counts.rows = quint32(entries.size());
    }

    void collectWords()
    {
        struct Collected {
            Text Job::*member;
            QStringList KnownWords::*list;
        };
        const Collected all[] = {{&Job::user, &KnownWords::users},
                                 {&Job::account, &KnownWords::accounts},
                                 {&Job::partition, &KnownWords::queues},
                                 {&Job::qos, &KnownWords::qos},
                                 {&Job::reason, &KnownWords::reasons}};
        for (const Collected &one : all) {
            QSet<QString> words;
            for (const SnapshotPtr &snapshot : m_rows->snapshots) {
                QSet<quint32> seen;
                Text last;
                for (const Job &job : snapshot->jobs) {
                    const Text text = job.*one.member;
                    if (text == last || text.isEmpty() || words.size() >= kMostKnown)
                        continue;
                    last = text;
                    if (!seen.contains(text.at())) {
                        seen.insert(text.at());
                        words.insert(snapshot->words->string(text));
                    }
                }
            }
            QStringList &list = m_rows->known.*one.list;
            list = words.values();
            list.sort(Qt::CaseInsensitive);
        }
        m_rows->known.sources = m_in.sourceNames;
    }

    const OrderInput &m_in;
    std::stop_token m_stop;
    std::shared_ptr<JobRows> m_rows;
    std::vector<Item> m_items;
    std::array<GroupRow, 3> m_byState;
    quint32 m_activeArray = kNoTask; // first record of the array whose running tasks are being summed
};

} // namespace

std::shared_ptr<JobRows> orderJobs(const OrderInput &input, std::stop_token stop)
{
    return Orderer(input, std::move(stop)).run();
}

QString groupKey(const GroupRow &group, const JobRows &rows, const QStringList &sourceNames)
{
    switch (rows.group) {
    case JobGroup::None:
        return {};
    case JobGroup::State:
        return group.state == StateGroup::Running ? u"running"_s : group.state == StateGroup::Waiting ? u"waiting"_s : u"ended"_s;
    case JobGroup::Source:
        return u"source:"_s + sourceNames.value(group.slot);
    default:
        return u"word:"_s + rows.snapshots[group.slot]->words->string(group.word);
    }
}

} // namespace pilothouse
