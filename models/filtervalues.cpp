// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filterprogram.h"

#include <QDateTime>

#include <cmath>

namespace pilothouse::filter {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kLongestSubject = 4096;
constexpr int kMostNodes = 65'536;

bool splitNumber(QStringView words, double &value, QStringView &rest)
{
    qsizetype at = 0;
    while (at < words.size() && (words[at].isDigit() || words[at] == u'.' || (at == 0 && words[at] == u'-')))
        ++at;
    bool ok = false;
    value = words.first(at).toDouble(&ok);
    rest = words.sliced(at);
    return ok && std::isfinite(value);
}

// "1-04:00", "2:30" (hours and minutes), "2:30:10"
std::optional<double> readClock(QStringView words)
{
    double days = 0;
    if (const qsizetype dash = words.indexOf(u'-'); dash > 0) {
        bool ok = false;
        days = words.first(dash).toInt(&ok);
        if (!ok)
            return std::nullopt;
        words = words.sliced(dash + 1);
    }
    const auto parts = words.split(u':');
    if (parts.size() > 3 || (parts.size() < 2 && days == 0))
        return std::nullopt;
    double seconds = 0;
    double unit = 3600;
    for (const QStringView part : parts) {
        bool ok = false;
        const int value = part.toInt(&ok);
        if (!ok || value < 0)
            return std::nullopt;
        seconds += value * unit;
        unit /= 60;
    }
    return days * 86400 + seconds;
}

} // namespace

std::optional<double> readNumber(QStringView words)
{
    double value = 0;
    QStringView rest;
    if (!splitNumber(words, value, rest))
        return std::nullopt;
    if (rest.compare(u"k", Qt::CaseInsensitive) == 0)
        return value * 1000;
    if (rest.compare(u"m", Qt::CaseInsensitive) == 0)
        return value * 1'000'000;
    return rest.isEmpty() ? std::optional(value) : std::nullopt;
}

std::optional<double> readAmount(QStringView words)
{
    double value = 0;
    QStringView rest;
    if (!splitNumber(words, value, rest) || value < 0)
        return std::nullopt;
    if (rest.endsWith(u"iB"_s, Qt::CaseInsensitive))
        rest.chop(2);
    else if (rest.endsWith(u'B', Qt::CaseInsensitive))
        rest.chop(1);
    if (rest.isEmpty())
        return value;
    const qsizetype unit = u"KMGTP"_s.indexOf(rest, 0, Qt::CaseInsensitive);
    if (rest.size() != 1 || unit < 0)
        return std::nullopt;
    return value * std::pow(1024.0, double(unit + 1));
}

std::optional<double> readSpan(QStringView words)
{
    if (words.contains(u':') || (words.contains(u'-') && !words.startsWith(u'-')))
        return readClock(words);
    double seconds = 0;
    bool any = false;
    const bool negative = words.startsWith(u'-');
    if (negative)
        words = words.sliced(1);
    while (!words.isEmpty()) {
        double value = 0;
        QStringView rest;
        if (!splitNumber(words, value, rest))
            return std::nullopt;
        qsizetype letters = 0;
        while (letters < rest.size() && rest[letters].isLetter())
            ++letters;
        const QString unit = rest.first(letters).toString().toLower();
        static const QHash<QString, double> kUnits{{u"s"_s, 1},     {u"sec"_s, 1},    {u"m"_s, 60}, {u"min"_s, 60}, {u"h"_s, 3600},
                                                   {u"d"_s, 86400}, {u"w"_s, 604800}, {u""_s, 60}}; // minutes, as Slurm takes a bare number
        if (!kUnits.contains(unit) || value < 0)
            return std::nullopt;
        seconds += value * kUnits[unit];
        words = rest.sliced(letters);
        any = true;
    }
    return any ? std::optional(negative ? -seconds : seconds) : std::nullopt;
}

std::optional<Time> readTime(QStringView words)
{
    const QString text = words.toString();
    if (text.compare("now"_L1, Qt::CaseInsensitive) == 0)
        return Time{double(QDateTime::currentSecsSinceEpoch()), false};
    QDate date = text.size() == 10 ? QDate::fromString(text, Qt::ISODate) : QDate(); // Qt takes the first ten characters of any text
    if (text.compare("today"_L1, Qt::CaseInsensitive) == 0)
        date = QDate::currentDate();
    else if (text.compare("yesterday"_L1, Qt::CaseInsensitive) == 0)
        date = QDate::currentDate().addDays(-1);
    if (date.isValid())
        return Time{double(date.startOfDay().toSecsSinceEpoch()), true};
    const QDateTime time = QDateTime::fromString(text, Qt::ISODate);
    if (time.isValid() && text.contains(u'T'))
        return Time{double(time.toSecsSinceEpoch()), false};
    return std::nullopt;
}

bool globMatches(QStringView glob, QStringView words)
{
    qsizetype g = 0, w = 0, star = -1, resume = 0;
    while (w < words.size()) {
        if (g < glob.size() && glob[g] == u'*') {
            star = g++;
            resume = w;
        } else if (g < glob.size() && (glob[g] == u'?' || glob[g] == words[w])) {
            ++g;
            ++w;
        } else if (star >= 0) {
            g = star + 1;
            w = ++resume;
        } else {
            return false;
        }
    }
    while (g < glob.size() && glob[g] == u'*')
        ++g;
    return g == glob.size();
}

bool Pattern::matches(const QString &words) const
{
    if (expression)
        return expression->match(words.left(kLongestSubject)).hasMatch();
    const QString lower = words.left(kLongestSubject).toCaseFolded();
    if (glob)
        return globMatches(folded, lower);
    return part ? lower.contains(folded) : lower == folded;
}

namespace {

// One entry of a node list, "gpu[01-04,9]-ib": each name it stands for; true from visit ends it.
template <class Visit> bool expand(QStringView entry, int &left, Visit visit)
{
    const qsizetype open = entry.indexOf(u'[');
    const qsizetype close = open < 0 ? -1 : entry.indexOf(u']', open);
    if (close < 0)
        return --left >= 0 && visit(entry.toString());
    const QStringView prefix = entry.first(open);
    const QStringView suffix = entry.sliced(close + 1);
    for (const QStringView range : entry.sliced(open + 1, close - open - 1).split(u',')) {
        const qsizetype dash = range.indexOf(u'-');
        const QStringView first = dash < 0 ? range : range.first(dash);
        const QStringView last = dash < 0 ? range : range.sliced(dash + 1);
        bool isFirst = false, isLast = false;
        const int from = first.toInt(&isFirst);
        const int to = last.toInt(&isLast);
        if (!isFirst || !isLast)
            continue;
        for (int n = from; n <= to && left > 0; ++n) {
            const QString name = prefix.toString() + QString::number(n).rightJustified(first.size(), u'0') + suffix.toString();
            if (expand(name, left, visit))
                return true;
        }
    }
    return false;
}

} // namespace

bool hostlistMatches(const QString &list, const Pattern &pattern)
{
    if (pattern.matches(list))
        return true;
    int left = kMostNodes;
    qsizetype begin = 0;
    int depth = 0;
    for (qsizetype at = 0; at <= list.size(); ++at) {
        if (at < list.size() && list[at] == u'[')
            ++depth;
        else if (at < list.size() && list[at] == u']')
            --depth;
        if (at < list.size() && (list[at] != u',' || depth > 0))
            continue;
        const QString entry = list.mid(begin, at - begin);
        begin = at + 1;
        if (expand(entry, left, [&pattern](const QString &name) { return pattern.matches(name); }))
            return true;
    }
    return false;
}

} // namespace pilothouse::filter
