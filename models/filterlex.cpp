// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter.h"

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

bool endsToken(QChar c)
{
    return c.isSpace() || c == u'(' || c == u')' || c == u'|';
}

// Past the closing quote; the end of the text when there is none.
qsizetype pastQuote(const QString &text, qsizetype at, bool &closed)
{
    for (++at; at < text.size(); ++at) {
        if (text[at] == u'\\' && at + 1 < text.size() && text[at + 1] == u'"')
            ++at;
        else if (text[at] == u'"')
            return at + 1;
    }
    closed = false;
    return at;
}

int operatorAt(const QString &text, qsizetype at)
{
    const QStringView rest = QStringView(text).sliced(at);
    for (const QStringView two : {u">=", u"<=", u"!=", u"!~"}) {
        if (rest.startsWith(two))
            return 2;
    }
    return !rest.isEmpty() && u":=~<>"_s.contains(rest[0]) ? 1 : 0;
}

FilterToken readToken(const QString &text, qsizetype start)
{
    FilterToken token;
    token.at = int(start);
    qsizetype at = start;
    if (text[at] == u'#') {
        token.off = true;
        ++at;
    }
    if (at < text.size() && text[at] == u'"') {
        token.kind = FilterToken::Kind::Phrase;
        token.length = int(pastQuote(text, at, token.closed) - start);
        return token;
    }
    const qsizetype keyAt = at;
    while (at < text.size() && (text[at].isLetter() || text[at] == u'_'))
        ++at;
    bool expression = false;
    if (const int op = at > keyAt ? operatorAt(text, at) : 0) {
        token.kind = FilterToken::Kind::Term;
        token.keyLength = int(at - keyAt);
        token.opLength = op;
        expression = text[at + op - 1] == u'~';
        at += op;
    }
    // An expression may hold | and brackets of its own: it ends at a blank, or at a bracket that it did not open.
    int depth = 0;
    while (at < text.size()) {
        if (text[at] == u'"' && token.kind == FilterToken::Kind::Term) {
            at = pastQuote(text, at, token.closed);
            continue;
        }
        if (expression && text[at] == u'(')
            ++depth;
        else if (expression && text[at] == u')' && depth-- == 0)
            break;
        else if (expression ? text[at].isSpace() : endsToken(text[at]))
            break;
        ++at;
    }
    token.length = int(at - start);
    return token;
}

// and, or and not stand for themselves; in quotes they are words.
FilterToken asOperator(const QString &text, FilterToken token)
{
    using Kind = FilterToken::Kind;
    if (token.kind != Kind::Word || token.off)
        return token;
    const QStringView word = QStringView(text).sliced(token.at, token.length);
    if (word == u"or")
        token.kind = Kind::Or;
    else if (word == u"and")
        token.kind = Kind::And;
    else if (word == u"not")
        token.kind = Kind::Not;
    return token;
}

} // namespace

std::vector<FilterToken> filterTokens(const QString &text)
{
    using Kind = FilterToken::Kind;
    std::vector<FilterToken> tokens;
    qsizetype at = 0;
    while (at < text.size()) {
        const QChar c = text[at];
        const bool more = at + 1 < text.size() && !text[at + 1].isSpace();
        if (c.isSpace()) {
            ++at;
            continue;
        }
        FilterToken token;
        token.at = int(at);
        token.length = 1;
        if (c == u'|')
            token.kind = Kind::Or;
        else if (c == u'(')
            token.kind = Kind::Open;
        else if (c == u')')
            token.kind = Kind::Close;
        else if ((c == u'-' || c == u'!') && more)
            token.kind = Kind::Not;
        else
            token = asOperator(text, readToken(text, at));
        tokens.push_back(token);
        at = token.end();
    }
    return tokens;
}

QString withToggledToken(const QString &text, const FilterToken &token)
{
    using Kind = FilterToken::Kind;
    if (token.kind != Kind::Word && token.kind != Kind::Phrase && token.kind != Kind::Term)
        return text;
    QString changed = text;
    if (token.off)
        changed.remove(token.at, 1);
    else
        changed.insert(token.at, u'#');
    return changed;
}

QString quotedForFilter(const QString &value)
{
    bool plain = !value.isEmpty() && value[0] != u'#' && value[0] != u'-' && value[0] != u'!';
    for (const QChar c : value)
        plain = plain && !endsToken(c) && c != u'"' && c != u',' && c != u'*' && c != u'?';
    if (plain)
        return value;
    QString inner = value;
    inner.replace(u'"', "\\\""_L1);
    return u'"' + inner + u'"';
}

} // namespace pilothouse
