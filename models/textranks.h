// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Orders words of several pools once each: case left aside, figures by their value (seed2 before seed10). Equal words share a rank.
#pragma once
#include "backend/core/textpool.h"

#include <QHash>

#include <string>
#include <vector>

namespace pilothouse {

// Bytes whose plain order is the natural order of the words.
[[nodiscard]] std::string naturalKey(QByteArrayView words);

class TextRanks {
public:
    void add(const TextPool &pool, quint16 slot, Text text);
    void order(); // after the last add
    [[nodiscard]] quint32 rank(quint16 slot, Text text) const; // 0 for the empty text, else from 1

private:
    struct Entry {
        std::string key;
        QByteArrayView words;
        quint64 id = 0;
    };
    std::vector<Entry> m_entries;
    QHash<quint64, quint32> m_ranks; // by slot and text
};

} // namespace pilothouse
