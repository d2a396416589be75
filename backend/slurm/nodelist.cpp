// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/nodelist.h"

#include "backend/slurm/values.h"

#include <vector>

namespace pilothouse::slurm {

namespace {

struct Numbers {
    quint64 first = 0;
    quint64 last = 0;
    int width = 0; // of a padded number; 0: as it is
};

// One name with its brackets, cut in pieces: text, ranges, text, ranges, …
struct Pattern {
    std::vector<QByteArrayView> texts; // one more than there are brackets
    std::vector<std::vector<Numbers>> brackets;

    [[nodiscard]] quint64 count() const
    {
        quint64 product = 1;
        for (const auto &bracket : brackets) {
            quint64 sum = 0;
            for (const Numbers &span : bracket)
                sum += span.last - span.first + 1;
            if (sum != 0 && product > (1ULL << 40) / sum)
                return 1ULL << 40; // nobody has a trillion nodes: a bound, not a count
            product *= sum;
        }
        return product;
    }
};

std::optional<std::vector<Numbers>> readBracket(QByteArrayView inner)
{
    std::vector<Numbers> spans;
    while (true) {
        const qsizetype comma = inner.indexOf(',');
        const QByteArrayView item = comma < 0 ? inner : inner.first(comma);
        const qsizetype dash = item.indexOf('-');
        const QByteArrayView low = dash < 0 ? item : item.first(dash);
        const auto first = readNumber(low);
        const auto last = dash < 0 ? first : readNumber(item.sliced(dash + 1));
        if (!first || !last || *last < *first || low.size() > 12)
            return std::nullopt;
        spans.push_back({*first, *last, low.size() > 1 && low[0] == '0' ? int(low.size()) : 0});
        if (comma < 0)
            return spans;
        inner = inner.sliced(comma + 1);
    }
}

std::optional<Pattern> readPattern(QByteArrayView name)
{
    Pattern pattern;
    while (true) {
        const qsizetype open = name.indexOf('[');
        const QByteArrayView text = open < 0 ? name : name.first(open);
        if (text.contains(']') || text.contains(' '))
            return std::nullopt;
        pattern.texts.push_back(text);
        if (open < 0)
            return pattern;
        const qsizetype close = name.indexOf(']', open);
        if (close < 0)
            return std::nullopt;
        auto bracket = readBracket(name.sliced(open + 1, close - open - 1));
        if (!bracket)
            return std::nullopt;
        pattern.brackets.push_back(std::move(*bracket));
        name = name.sliced(close + 1);
    }
}

// Calls visit for each pattern of the list; false if it is no list.
template <class Visit> bool eachPattern(QByteArrayView list, Visit visit)
{
    if (isNothing(list))
        return true;
    while (true) {
        int depth = 0;
        qsizetype end = 0;
        for (; end < list.size() && (depth > 0 || list[end] != ','); ++end)
            depth += list[end] == '[' ? 1 : list[end] == ']' ? -1 : 0;
        if (end == 0)
            return false;
        const auto pattern = readPattern(list.first(end));
        if (!pattern)
            return false;
        visit(*pattern);
        if (end == list.size())
            return true;
        list = list.sliced(end + 1);
    }
}

void expand(const Pattern &pattern, size_t piece, const QByteArray &head, qsizetype atMost, QByteArrayList &names)
{
    const QByteArray start = head + QByteArray(pattern.texts[piece].data(), pattern.texts[piece].size());
    if (piece == pattern.brackets.size()) {
        if (names.size() < atMost)
            names.append(start);
        return;
    }
    for (const Numbers &span : pattern.brackets[piece]) {
        for (quint64 i = span.first; i <= span.last && names.size() < atMost; ++i)
            expand(pattern, piece + 1, start + QByteArray::number(i).rightJustified(span.width, '0'), atMost, names);
    }
}

} // namespace

std::optional<quint64> countNodes(QByteArrayView list)
{
    quint64 sum = 0;
    if (!eachPattern(list, [&](const Pattern &pattern) { sum += pattern.count(); }))
        return std::nullopt;
    return sum;
}

std::optional<QByteArrayList> expandNodes(QByteArrayView list, qsizetype atMost)
{
    QByteArrayList names;
    if (!eachPattern(list, [&](const Pattern &pattern) { expand(pattern, 0, {}, atMost, names); }))
        return std::nullopt;
    return names;
}

} // namespace pilothouse::slurm
