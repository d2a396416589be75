// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/quote.h"

#include <algorithm>

namespace pilothouse {

namespace {

bool plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' || c == '/'
        || c == ':' || c == ',' || c == '+' || c == '@';
}

// Inside single quotes fish gives the backslash a meaning and tcsh the exclamation mark; outside, a backslash before them is right
// everywhere.
bool needsBackslash(char c)
{
    return c == '\'' || c == '\\' || c == '!';
}

} // namespace

Result<QByteArray> quoteWord(QByteArrayView word)
{
    if (word.contains('\0'))
        return failure(Error::Kind::BadInput, QStringLiteral("NUL in a word"));
    if (word.isEmpty())
        return QByteArrayLiteral("''");
    if (std::all_of(word.begin(), word.end(), plain))
        return word.toByteArray();
    QByteArray quoted;
    quoted.reserve(word.size() + 8);
    bool inside = false;
    for (const char c : word) {
        if (needsBackslash(c) == inside) {
            quoted += '\'';
            inside = !inside;
        }
        if (!inside)
            quoted += '\\';
        quoted += c;
    }
    if (inside)
        quoted += '\'';
    return quoted;
}

Result<QByteArray> quoteForLoginShell(QByteArrayView word)
{
    if (word.contains('\n') || word.contains('\r'))
        return failure(Error::Kind::BadInput, QStringLiteral("line feed in a word"));
    return quoteWord(word);
}

Result<QByteArray> quoteWords(const QByteArrayList &words)
{
    QByteArray line;
    for (const QByteArray &word : words) {
        auto quoted = quoteWord(word);
        if (!quoted)
            return tl::unexpected(quoted.error());
        if (!line.isEmpty())
            line += ' ';
        line += *quoted;
    }
    return line;
}

} // namespace pilothouse
