// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/taskset.h"

#include "backend/slurm/values.h"

namespace pilothouse::slurm {

namespace {

std::optional<TaskSet::Range> readRange(QByteArrayView item)
{
    TaskSet::Range range;
    const qsizetype colon = item.indexOf(':');
    if (colon >= 0) {
        const auto step = readNumber32(item.sliced(colon + 1));
        if (!step || *step == 0)
            return std::nullopt;
        range.step = *step;
        item = item.first(colon);
    }
    const qsizetype dash = item.indexOf('-');
    const auto first = readNumber32(dash < 0 ? item : item.first(dash));
    const auto last = dash < 0 ? first : readNumber32(item.sliced(dash + 1));
    if (!first || !last || *last < *first)
        return std::nullopt;
    range.first = *first;
    range.last = *last;
    return range;
}

} // namespace

std::optional<TaskSet> TaskSet::read(QByteArrayView words)
{
    TaskSet set;
    const qsizetype percent = words.indexOf('%');
    if (percent >= 0) {
        set.m_limit = readNumber32(words.sliced(percent + 1)).value_or(0);
        words = words.first(percent);
    }
    if (words.endsWith("...")) {
        set.m_cut = true;
        words = words.chopped(3);
        if (!words.isEmpty() && words.back() != ',') // the cut may stand in mid-number: leave that one out
            words = words.first(words.lastIndexOf(',') + 1);
        if (!words.isEmpty())
            words = words.chopped(1);
    }
    while (!words.isEmpty()) {
        const qsizetype comma = words.indexOf(',');
        const auto range = readRange(comma < 0 ? words : words.first(comma));
        if (!range)
            return std::nullopt;
        set.m_ranges.push_back(*range);
        if (comma < 0)
            break;
        words = words.sliced(comma + 1);
    }
    if (set.m_ranges.empty() && !set.m_cut)
        return std::nullopt;
    return set;
}

quint64 TaskSet::count() const
{
    quint64 sum = 0;
    for (const Range &range : m_ranges)
        sum += range.count();
    return sum;
}

bool TaskSet::contains(quint32 task) const
{
    for (const Range &range : m_ranges) {
        if (task >= range.first && task <= range.last && (task - range.first) % range.step == 0)
            return true;
    }
    return false;
}

std::vector<quint32> TaskSet::list(size_t atMost) const
{
    std::vector<quint32> tasks;
    for (const Range &range : m_ranges) {
        for (quint64 task = range.first; task <= range.last && tasks.size() < atMost; task += range.step)
            tasks.push_back(quint32(task));
    }
    return tasks;
}

std::optional<JobId> JobId::read(QByteArrayView words)
{
    JobId id;
    qsizetype end = 0;
    while (end < words.size() && words[end] >= '0' && words[end] <= '9')
        ++end;
    const auto job = readNumber32(words.first(end));
    if (!job || *job == 0)
        return std::nullopt;
    id.job = *job;
    QByteArrayView rest = words.sliced(end);
    if (rest.startsWith("_[")) {
        id.isRest = true;
        rest = rest.sliced(2);
        const qsizetype close = rest.indexOf(']');
        QByteArrayView inner = close < 0 ? rest : rest.first(close);
        const qsizetype percent = inner.indexOf('%');
        id.indexes = percent < 0 ? inner : inner.first(percent);
        // Slurm 22.05 cuts long lists after 32 bytes with neither mark nor bracket.
        const auto set = close < 0 ? TaskSet::read(QByteArray(inner.data(), inner.size()) + "...") : TaskSet::read(inner);
        if (!set)
            return std::nullopt;
        id.waiting = *set;
        return close < 0 || close + 1 == rest.size() ? std::optional(id) : std::nullopt;
    }
    const char kind = rest.isEmpty() ? '\0' : rest[0];
    if (kind == '_' || kind == '+') {
        const qsizetype dot = rest.indexOf('.');
        const auto number = readNumber32(rest.first(dot < 0 ? rest.size() : dot).sliced(1));
        if (!number || (kind == '+' && *number > 0xffffu))
            return std::nullopt;
        if (kind == '_')
            id.task = *number;
        else
            id.hetOffset = quint16(*number);
        rest = dot < 0 ? QByteArrayView() : rest.sliced(dot);
    }
    if (!rest.isEmpty()) {
        if (rest[0] != '.' || rest.size() == 1)
            return std::nullopt;
        id.step = rest.sliced(1);
    }
    return id;
}

} // namespace pilothouse::slurm
