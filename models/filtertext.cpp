// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the filter field needs while a person types: tokens to paint, one to switch off, words to propose.
#include "models/filterparse.h"

namespace pilothouse {

using namespace filter;
using namespace Qt::StringLiterals;

namespace {

constexpr int kMostProposals = 12;

// As far as it can be read: an open quotation mark is closed, so that a half-typed term is a token too.
std::vector<Lexeme> lexed(const QString &text)
{
    if (auto all = lex(text))
        return *all;
    if (auto all = lex(text + u'"'))
        return *all;
    return {};
}

QStringList startingWith(const QStringList &words, const QString &begin)
{
    QStringList fits;
    for (const QString &word : words) {
        if (word.startsWith(begin, Qt::CaseInsensitive) && word != begin && fits.size() < kMostProposals)
            fits << word;
    }
    return fits;
}

QStringList wordsOf(const Key &key, const std::function<QStringList(const QString &)> &known)
{
    if (key.kind != Kind::State)
        return known ? known(QString::fromLatin1(key.name)) : QStringList();
    QStringList words;
    for (const StateWord &word : stateWords())
        words << QString::fromLatin1(word.word);
    return words;
}

QStringList keyProposals(const QString &begin)
{
    QStringList all;
    for (const Key &key : keys()) {
        const bool amount = key.kind == Kind::Number || key.kind == Kind::Bytes || key.kind == Kind::Duration || key.kind == Kind::Time;
        all << QString::fromLatin1(key.name) + (amount ? u">="_s : u":"_s);
    }
    return startingWith(all, begin);
}

// A word with a blank, a bracket or a comma goes between quotation marks.
QString asTyped(QString word)
{
    static const QRegularExpression plain(u"^[^\\s()\",*?\\\\]+$"_s);
    if (plain.match(word).hasMatch())
        return word;
    word.replace(u'\\', u"\\\\"_s).replace(u'"', u"\\\""_s);
    return u'"' + word + u'"';
}

} // namespace

QList<FilterToken> filterTokens(const QString &text)
{
    QList<FilterToken> tokens;
    for (const Lexeme &lexeme : lexed(text)) {
        const int length = std::min(lexeme.length, int(text.size()) - lexeme.at);
        FilterToken::Kind kind = FilterToken::Kind::Word;
        if (lexeme.type == Lexeme::Type::Open || lexeme.type == Lexeme::Type::Close)
            kind = FilterToken::Kind::Paren;
        else if (lexeme.off)
            kind = FilterToken::Kind::Off;
        else if (lexeme.type == Lexeme::Type::Term && !lexeme.key.isEmpty())
            kind = FilterToken::Kind::Term;
        tokens.append({kind, lexeme.at, length});
    }
    return tokens;
}

QString toggleFilterToken(const QString &text, int position)
{
    for (const Lexeme &lexeme : lexed(text)) {
        if (lexeme.type != Lexeme::Type::Term || position < lexeme.at || position > lexeme.at + lexeme.length)
            continue;
        QString changed = text;
        return lexeme.off ? changed.remove(lexeme.at, 1) : changed.insert(lexeme.at, u'#');
    }
    return text;
}

FilterCompletion completeFilter(const QString &text, int cursor, const std::function<QStringList(const QString &key)> &known)
{
    const QString before = text.left(cursor);
    const std::vector<Lexeme> all = lexed(before);
    if (all.empty() || before.back().isSpace() || all.back().type == Lexeme::Type::Open || all.back().type == Lexeme::Type::Close)
        return {cursor, 0, keyProposals({})};
    const Lexeme &last = all.back();
    const int end = std::min(last.at + last.length, cursor);
    if (last.key.isEmpty()) {
        const int begin = last.at + int(last.off) + int(last.negated);
        return {begin, end - begin, keyProposals(text.mid(begin, end - begin))};
    }
    const Key *key = keyNamed(last.key);
    if (!key)
        return {};
    const int valueAt = last.at + int(last.off) + int(last.negated) + int(last.key.size() + last.op.size());
    const int begin = std::max(valueAt, int(before.lastIndexOf(u',')) + 1);
    QString typed = before.mid(begin);
    typed.remove(u'"');
    QStringList proposals;
    for (const QString &word : startingWith(wordsOf(*key, known), typed))
        proposals << asTyped(word);
    return {begin, end - begin, proposals};
}

} // namespace pilothouse
