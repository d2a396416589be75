// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/textranks.h"

#include <algorithm>

namespace pilothouse {

namespace {

quint64 idOf(quint16 slot, Text text)
{
    return quint64(slot) << 32 | text.at();
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

std::string naturalKey(QByteArrayView words)
{
    const bool plain = std::all_of(words.begin(), words.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    QByteArray folded;
    if (!plain) {
        folded = QString::fromUtf8(words).toCaseFolded().toUtf8();
        words = folded;
    }
    std::string key;
    key.reserve(size_t(words.size()) + 4);
    for (qsizetype i = 0; i < words.size();) {
        char c = words[i];
        if (!isDigit(c)) {
            key += c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
            ++i;
            continue;
        }
        // Figures: how many there are, then which, so that 9 comes before 10.
        while (i + 1 < words.size() && words[i] == '0' && isDigit(words[i + 1]))
            ++i;
        qsizetype end = i;
        while (end < words.size() && isDigit(words[end]))
            ++end;
        key += '0';
        key += char(std::min<qsizetype>(end - i, 120));
        key.append(words.data() + i, size_t(end - i));
        i = end;
    }
    return key;
}

void TextRanks::add(const TextPool &pool, quint16 slot, Text text)
{
    if (text.isEmpty())
        return;
    const quint64 id = idOf(slot, text);
    quint32 &rank = m_ranks[id];
    if (rank != 0)
        return;
    rank = 1;
    const QByteArrayView words = pool.bytes(text);
    m_entries.push_back({naturalKey(words), words, id});
}

void TextRanks::order()
{
    std::ranges::sort(m_entries, [](const Entry &a, const Entry &b) {
        const int order = a.key.compare(b.key);
        return order != 0 ? order < 0 : a.words < b.words;
    });
    quint32 rank = 0;
    for (size_t i = 0; i < m_entries.size(); ++i) {
        if (i == 0 || m_entries[i].words != m_entries[i - 1].words)
            ++rank;
        m_ranks[m_entries[i].id] = rank;
    }
    m_entries = {};
}

quint32 TextRanks::rank(quint16 slot, Text text) const
{
    return text.isEmpty() ? 0 : m_ranks.value(idOf(slot, text));
}

} // namespace pilothouse
