// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filterprogram.h"
#include "models/plaintext.h"

#include <QCoreApplication>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostProposals = 40;

QStringList valuesOf(const filter::FieldInfo &info, const KnownWords &known)
{
    using filter::Field;
    switch (info.field) {
    case Field::State: {
        QStringList words;
        for (const filter::StateWord &state : filter::stateWords())
            words << QLatin1StringView(state.word);
        return words;
    }
    case Field::User:
        return QStringList{u"me"_s} + known.users;
    case Field::Account:
        return known.accounts;
    case Field::Queue:
        return known.queues;
    case Field::Qos:
        return known.qos;
    case Field::Reason:
        return known.reasons;
    case Field::Source:
        return known.sources;
    case Field::Mine:
    case Field::Array:
        return {u"yes"_s, u"no"_s};
    case Field::Within:
        return {u"1h"_s, u"24h"_s, u"7d"_s};
    case Field::Submitted:
    case Field::Started:
    case Field::Ended:
        return {u"today"_s, u"yesterday"_s};
    default:
        return {};
    }
}

// What begins so comes first, then what holds it.
QStringList fitting(const QStringList &words, const QString &typed)
{
    QStringList first, then;
    for (const QString &word : words) {
        if (word.startsWith(typed, Qt::CaseInsensitive))
            first << word;
        else if (word.contains(typed, Qt::CaseInsensitive))
            then << word;
    }
    return (first + then).mid(0, kMostProposals);
}

QList<Proposal> completeValue(const QString &text, int cursor, const FilterToken &token, const KnownWords &known)
{
    const auto *info = filter::fieldByKey(QStringView(text).sliced(token.keyAt(), token.keyLength));
    if (!info)
        return {};
    int begin = token.keyAt() + token.keyLength + token.opLength;
    bool quoted = false;
    for (int i = begin; i < cursor; ++i) {
        if (text[i] == u'"')
            quoted = !quoted;
        else if (text[i] == u',' && !quoted)
            begin = i + 1;
    }
    int end = cursor;
    while (end < token.end() && text[end] != u',')
        ++end;
    QString typed = text.mid(begin, cursor - begin);
    typed.remove(u'"');
    QList<Proposal> proposals;
    for (const QString &word : fitting(valuesOf(*info, known), typed))
        proposals << Proposal{quotedForFilter(word), {}, begin, end - begin};
    return proposals;
}

QList<Proposal> completeKey(const QString &text, int cursor, int begin, int end)
{
    const QString typed = text.mid(begin, cursor - begin);
    QList<Proposal> first, then;
    for (const filter::FieldInfo &info : filter::fields()) {
        const QString key = QLatin1StringView(info.key);
        const bool ordered
            = info.shape == filter::Shape::Number || info.shape == filter::Shape::Amount || info.shape == filter::Shape::Span;
        const QString op = info.field == filter::Field::Mine ? QString() : ordered ? u">="_s : u":"_s;
        const Proposal proposal{key + op, QCoreApplication::translate("Filter", info.hint), begin, end - begin};
        if (key.startsWith(typed, Qt::CaseInsensitive))
            first << proposal;
        else if (info.alias && QLatin1StringView(info.alias).startsWith(typed, Qt::CaseInsensitive))
            then << proposal;
    }
    return first + then;
}

} // namespace

QList<Proposal> completeFilter(const QString &text, int cursor, const KnownWords &known)
{
    cursor = std::clamp(cursor, 0, int(text.size()));
    for (const FilterToken &token : filterTokens(text)) {
        if (cursor < token.at || cursor > token.end())
            continue;
        if (token.kind == FilterToken::Kind::Term && cursor >= token.keyAt() + token.keyLength + token.opLength)
            return completeValue(text, cursor, token, known);
        if (token.kind == FilterToken::Kind::Term && cursor >= token.keyAt())
            return completeKey(text, cursor, token.keyAt(), token.keyAt() + token.keyLength + token.opLength);
        if (token.kind == FilterToken::Kind::Word && cursor > token.at)
            return completeKey(text, cursor, token.keyAt(), token.end());
        if (token.kind == FilterToken::Kind::Phrase && cursor > token.at && (cursor < token.end() || !token.closed))
            return {};
    }
    return completeKey(text, cursor, cursor, cursor);
}

} // namespace pilothouse
