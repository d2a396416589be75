// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filterleaf.h"

#include <QCoreApplication>

#include <algorithm>

namespace pilothouse::filter {

using namespace Qt::StringLiterals;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Filter)
};

using Made = tl::expected<MadeLeaf, FilterError>;
constexpr qsizetype kLongestExpression = 1000;

struct Value {
    QString text;
    bool quoted = false;
    int at = 0;
    int length = 0;
};

QString unquoted(QStringView words)
{
    QString out;
    for (qsizetype i = 0; i < words.size(); ++i) {
        if (words[i] == u'\\' && i + 1 < words.size() && words[i + 1] == u'"')
            ++i;
        else if (words[i] == u'"')
            continue;
        out += words[i];
    }
    return out;
}

// Parts between commas; quotes keep theirs.
std::vector<Value> valuesOf(const QString &text, int at, int end, bool split)
{
    std::vector<Value> values;
    int begin = at;
    bool quoted = false;
    for (int i = at; i <= end; ++i) {
        if (i < end && text[i] == u'"' && (i == at || text[i - 1] != u'\\'))
            quoted = !quoted;
        if (i < end && (quoted || !split || text[i] != u','))
            continue;
        const QStringView piece = QStringView(text).sliced(begin, i - begin);
        values.push_back({unquoted(piece), piece.contains(u'"'), begin, i - begin});
        begin = i + 1;
    }
    return values;
}

tl::unexpected<FilterError> fail(QString message, int at, int length)
{
    return tl::unexpected(FilterError{std::move(message), at, length});
}
tl::unexpected<FilterError> fail(const QString &message, const Value &value)
{
    return fail(message.arg(value.text.left(60)), value.at, std::max(1, value.length));
}

std::optional<Op> opOf(QStringView op)
{
    if (op == u":" || op == u"=")
        return Op::Is;
    if (op == u"!=")
        return Op::IsNot;
    if (op == u"~")
        return Op::Like;
    if (op == u"!~")
        return Op::NotLike;
    if (op == u"<")
        return Op::Less;
    if (op == u"<=")
        return Op::AtMost;
    if (op == u">")
        return Op::More;
    return op == u">=" ? std::optional(Op::AtLeast) : std::nullopt;
}

tl::expected<Pattern, FilterError> expressionOf(const Value &value)
{
    if (value.text.size() > kLongestExpression)
        return fail(Words::tr("The expression is longer than %1 characters; shorten it.").arg(kLongestExpression), value.at, value.length);
    // The limit ends expressions that would backtrack for ever: then they do not match.
    Pattern pattern;
    const QString bound = u"(*LIMIT_MATCH=200000)"_s;
    pattern.expression.emplace(bound + value.text,
                               QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
    if (!pattern.expression->isValid()) {
        const int inside = std::max(0, int(pattern.expression->patternErrorOffset() - bound.size()));
        const int at = std::min(value.at + (value.quoted ? 1 : 0) + inside, value.at + std::max(0, value.length - 1));
        return fail(Words::tr("The expression is not right here (%1); correct it, or put \\ before the mark.")
                        .arg(pattern.expression->errorString()),
                    at, 1);
    }
    return pattern;
}

Pattern plainPattern(const Value &value, bool part)
{
    Pattern pattern;
    pattern.folded = value.text.toCaseFolded();
    pattern.glob = !value.quoted && (value.text.contains(u'*') || value.text.contains(u'?'));
    pattern.part = part && !pattern.folded.isEmpty();
    return pattern;
}

Made textLeaf(const FieldInfo &info, Op op, bool whole, const std::vector<Value> &values)
{
    TextTest test{info.field, {}, false};
    const bool part = !whole
        && (info.field == Field::Name || info.field == Field::Reason || info.field == Field::WorkDir || info.field == Field::Comment);
    for (const Value &value : values) {
        if (op == Op::Like || op == Op::NotLike) {
            auto pattern = expressionOf(value);
            if (!pattern)
                return tl::unexpected(pattern.error());
            test.any.push_back(std::move(*pattern));
        } else if (info.field == Field::User && !value.quoted && value.text.compare("me"_L1, Qt::CaseInsensitive) == 0) {
            test.me = true;
        } else {
            test.any.push_back(plainPattern(value, part));
        }
    }
    return MadeLeaf{std::move(test), false};
}

Made stateLeaf(const std::vector<Value> &values)
{
    StateTest test;
    for (const Value &value : values) {
        const auto set = stateByWord(value.text);
        const QString near = set ? QString() : nearestState(value.text);
        if (!near.isEmpty())
            return fail(Words::tr("No state is called “%1”. Did you mean %2?").arg(value.text.left(60), near), value.at, value.length);
        if (!set && value.text.size() < 3)
            return fail(Words::tr("No state is called “%1”. Try running, pending, held, never, ended, failed, timeout or cancelled."),
                        value);
        if (!set) { // a newer Slurm may have states that this program has never heard of
            test.others.push_back(value.text.toCaseFolded());
            continue;
        }
        test.set.states |= set->states;
        test.set.looks |= set->looks;
    }
    return MadeLeaf{test, false};
}

Made idLeaf(const std::vector<Value> &values)
{
    IdTest test;
    for (const Value &value : values) {
        IdTest::One one;
        bool ok = true;
        const bool het = value.text.contains(u'+');
        const auto parts = value.text.split(het ? u'+' : u'_');
        one.het = het;
        one.job = parts[0].toUInt(&ok);
        if (ok && parts.size() == 2)
            one.task = parts[1].toUInt(&ok);
        if (!ok || parts.size() > 2) {
            if (!value.text.contains(u'*') && !value.text.contains(u'?'))
                return fail(Words::tr("“%1” is not a job id. Write 4711, 4711_12, 24+1 or 47*."), value);
            one.pattern = plainPattern(value, false);
        }
        test.any.push_back(std::move(one));
    }
    return MadeLeaf{std::move(test), false};
}

Made flagLeaf(const FieldInfo &info, const std::vector<Value> &values)
{
    if (values.size() == 1) {
        const QString word = values[0].text.toLower();
        if (word == "yes"_L1 || word == "true"_L1 || word == "1"_L1)
            return MadeLeaf{FlagTest{info.field, true}, false};
        if (word == "no"_L1 || word == "false"_L1 || word == "0"_L1)
            return MadeLeaf{FlagTest{info.field, false}, false};
    }
    if (info.field == Field::Array)
        return idLeaf(values);
    return fail(Words::tr("“%1” is neither yes nor no."), values[0]);
}

struct Figure {
    double value = 0;
    bool byDay = false;
    bool byAge = false;
};

tl::expected<Figure, FilterError> figureOf(const FieldInfo &info, Op op, const Value &value)
{
    std::optional<double> read;
    Figure figure;
    QString advice;
    switch (info.shape) {
    case Shape::Amount:
        read = readAmount(value.text);
        advice = Words::tr("“%1” is not an amount. Write 500M, 64G or 1.5T.");
        break;
    case Shape::Span:
    case Shape::Within:
        if (info.field == Field::Limit && value.text.compare("unlimited"_L1, Qt::CaseInsensitive) == 0)
            read = std::numeric_limits<double>::infinity();
        else
            read = readSpan(value.text);
        advice = Words::tr("“%1” is not a span of time. Write 90s, 30m, 2h, 1d12h or 1-04:00.");
        break;
    case Shape::Time:
        if (const auto time = readTime(value.text)) {
            read = time->epoch;
            figure.byDay = time->wholeDay && (op == Op::Is || op == Op::IsNot);
            // "after the first of March" begins when that day is over, "up to" holds all of it.
            if (time->wholeDay && (op == Op::More || op == Op::AtMost))
                *read = double(QDateTime::fromSecsSinceEpoch(qint64(*read)).date().addDays(1).startOfDay().toSecsSinceEpoch() - 1);
        } else if (op != Op::Is && op != Op::IsNot) {
            read = readSpan(value.text);
            figure.byAge = true;
        }
        advice = Words::tr("“%1” is not a time. Write 2026-03-01, 2026-03-01T10:00, today, or an age such as <2h.");
        break;
    default:
        read = readNumber(value.text);
        advice = Words::tr("“%1” is not a number.");
    }
    if (!read)
        return fail(advice, value);
    figure.value = *read;
    return figure;
}

bool runsWithTime(const FieldInfo &info, bool byAge)
{
    return byAge || info.field == Field::Elapsed || info.field == Field::Remaining || info.field == Field::Waited
        || info.field == Field::Within;
}

Made numberLeaf(const FieldInfo &info, Op op, const std::vector<Value> &values)
{
    NumberTest test{info.field, op, {}, {}, false};
    if (values.size() > 1 && ((op != Op::Is && op != Op::IsNot) || info.field == Field::Within))
        return fail(Words::tr("Only one value can be compared; remove the rest."), values[1].at, values[1].length);
    if (info.field == Field::Within && op != Op::Is)
        return fail(Words::tr("Write within:24h, or -within:24h for the rest."), values[0].at, values[0].length);
    for (const Value &value : values) {
        const auto figure = figureOf(info, op, value);
        if (!figure)
            return tl::unexpected(figure.error());
        test.any.push_back(figure->value);
        test.byDay.push_back(figure->byDay);
        test.byAge = figure->byAge;
    }
    return MadeLeaf{std::move(test), runsWithTime(info, test.byAge)};
}

Made bareLeaf(const Value &value)
{
    if (!value.quoted && value.text.compare("mine"_L1, Qt::CaseInsensitive) == 0)
        return MadeLeaf{FlagTest{Field::Mine, true}, false};
    BareTest test;
    test.name = plainPattern(value, true);
    if (test.name.glob)
        test.name.folded = u'*' + test.name.folded + u'*';
    const auto ofId = [](QChar c) { return (c >= u'0' && c <= u'9') || c == u'_' || c == u'+'; };
    if (std::all_of(value.text.begin(), value.text.end(), ofId))
        test.digits = value.text.toLatin1();
    return MadeLeaf{std::move(test), false};
}

FilterError unknownField(QStringView key, int at)
{
    // A word of the same beginning is what was meant more often than not.
    QString near;
    for (const FieldInfo &info : fields()) {
        const QString known = QLatin1StringView(info.key);
        if (near.isEmpty() && known.startsWith(key.first(std::min<qsizetype>(2, key.size())), Qt::CaseInsensitive))
            near = known;
    }
    const QString message = near.isEmpty()
        ? Words::tr("There is no field “%1”. Try state, user, queue, name, gpu, waited … or put the word in quotes.")
        : Words::tr("There is no field “%1”. Did you mean %2? Else put the word in quotes.");
    return {near.isEmpty() ? message.arg(key) : message.arg(key.toString(), near), at, int(key.size())};
}

Made termLeaf(const QString &text, const FilterToken &token)
{
    const QStringView key = QStringView(text).sliced(token.keyAt(), token.keyLength);
    const int opAt = token.keyAt() + token.keyLength;
    const auto op = opOf(QStringView(text).sliced(opAt, token.opLength));
    const FieldInfo *info = fieldByKey(key);
    if (!info)
        return tl::unexpected(unknownField(key, token.keyAt()));
    const int valueAt = opAt + token.opLength;
    const bool isExpression = op == Op::Like || op == Op::NotLike;
    const std::vector<Value> values = valuesOf(text, valueAt, token.end(), !isExpression);
    for (const Value &value : values) {
        if (value.text.isEmpty() && !value.quoted)
            return fail(Words::tr("A value is missing after %1.").arg(text.mid(token.keyAt(), valueAt - token.keyAt())), token.at,
                        token.length);
    }
    const bool isText = info->shape == Shape::Text || info->shape == Shape::Source;
    const bool isOrdered
        = info->shape == Shape::Number || info->shape == Shape::Amount || info->shape == Shape::Span || info->shape == Shape::Time;
    if (isExpression && !isText)
        return fail(Words::tr("~ is for words only; use : or a comparison with %1.").arg(key), opAt, token.opLength);
    if (!isOrdered && op != Op::Is && op != Op::IsNot && !isExpression)
        return fail(Words::tr("%1 cannot be compared by size; use : with it.").arg(key), opAt, token.opLength);
    switch (info->shape) {
    case Shape::Text:
    case Shape::Source:
        return textLeaf(*info, *op, text[opAt] != u':', values);
    case Shape::State:
        return stateLeaf(values);
    case Shape::Id:
        return idLeaf(values);
    case Shape::YesNo:
        return flagLeaf(*info, values);
    default:
        return numberLeaf(*info, *op, values);
    }
}

// != and !~ on words are the test itself, turned round by the evaluator: numbers know their own IsNot.
bool isTurned(const QString &text, const FilterToken &token)
{
    return token.kind == FilterToken::Kind::Term && text[token.keyAt() + token.keyLength] == u'!';
}

} // namespace

Made makeLeaf(const QString &text, const FilterToken &token)
{
    if (token.kind != FilterToken::Kind::Term) {
        const QStringView piece = QStringView(text).sliced(token.at, token.length);
        return bareLeaf({unquoted(piece), token.kind == FilterToken::Kind::Phrase, token.at, token.length});
    }
    auto made = termLeaf(text, token);
    if (made)
        made->turned = isTurned(text, token) && !std::holds_alternative<NumberTest>(made->leaf);
    return made;
}

} // namespace pilothouse::filter
