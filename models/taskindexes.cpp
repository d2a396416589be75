// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/taskindexes.h"

#include <charconv>

namespace pilothouse {

static constexpr quint32 kHighest = 4'000'000; // Slurm's own bound of MaxArraySize; a far end that says more is broken

TaskIndexes readTaskIndexes(QByteArrayView words)
{
    TaskIndexes indexes;
    const char *at = words.data();
    const char *const end = at + words.size();
    const auto number = [&at, end](quint32 &value) {
        const auto [next, error] = std::from_chars(at, end, value);
        const bool ok = error == std::errc() && next != at;
        at = next;
        return ok;
    };
    while (at < end) {
        TaskRange range;
        if (!number(range.first))
            return indexes;
        range.last = range.first;
        if (at < end && *at == '-' && !number((++at, range.last)))
            return indexes;
        if (at < end && *at == ':' && !number((++at, range.step)))
            return indexes;
        if (range.last < range.first || range.step == 0 || range.last > kHighest || range.step > kHighest)
            return indexes;
        indexes.ranges.push_back(range);
        indexes.count += (range.last - range.first) / range.step + 1;
        if (at < end && *at == ',' && at + 1 < end)
            ++at;
        else
            break;
    }
    // A throttle may follow, "%2"; anything else means that the list was cut.
    indexes.whole = !indexes.ranges.empty() && (at == end || *at == '%');
    return indexes;
}

} // namespace pilothouse
