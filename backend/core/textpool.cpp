// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/core/textpool.h"

namespace pilothouse {

namespace {

constexpr qsizetype kLongest = 64 * 1024;

quint32 hashOf(QByteArrayView words)
{
    return quint32(qHash(words, 0x9e3779b9u)) | 1u;
}

} // namespace

TextPool::TextPool() : m_slots(1024)
{
    m_nextUnit = 1u << kChunkBits; // the first store opens a chunk
}

TextPool::~TextPool()
{
    for (quint32 i = 0; i < m_chunkCount; ++i)
        delete[] m_chunks[i].load(std::memory_order_relaxed);
}

Text TextPool::add(QByteArrayView words)
{
    if (words.isEmpty())
        return {};
    words = words.first(std::min(words.size(), kLongest));
    const quint32 hash = hashOf(words);
    const size_t mask = m_slots.size() - 1;
    size_t at = hash & mask;
    for (; m_slots[at].at != 0; at = (at + 1) & mask) {
        if (m_slots[at].hash == hash && bytes(Text(m_slots[at].at)) == words)
            return Text(m_slots[at].at);
    }
    const quint32 stored = store(words);
    if (stored == 0)
        return {}; // full
    m_slots[at] = {hash, stored};
    if (++m_count * 2 > qsizetype(m_slots.size()))
        grow();
    return Text(stored);
}

Text TextPool::find(QByteArrayView words) const
{
    if (words.isEmpty())
        return {};
    const quint32 hash = hashOf(words);
    const size_t mask = m_slots.size() - 1;
    for (size_t at = hash & mask; m_slots[at].at != 0; at = (at + 1) & mask) {
        if (m_slots[at].hash == hash && bytes(Text(m_slots[at].at)) == words)
            return Text(m_slots[at].at);
    }
    return {};
}

quint32 TextPool::store(QByteArrayView words)
{
    const quint32 units = quint32((words.size() + qsizetype(sizeof(quint32)) + kUnit - 1) / kUnit);
    if (m_nextUnit + units > (1u << kChunkBits)) {
        if (m_chunkCount == kMaxChunks)
            return 0; // 4 GiB of words: shown as empty rather than taking the machine down
        m_chunks[m_chunkCount].store(new char[size_t(kUnit) << kChunkBits], std::memory_order_release);
        m_nextUnit = m_chunkCount == 0 ? 1 : 0; // unit 0 of chunk 0 means "empty"
        ++m_chunkCount;
    }
    char *entry = m_chunks[m_chunkCount - 1].load(std::memory_order_relaxed) + size_t(m_nextUnit) * kUnit;
    const quint32 length = quint32(words.size());
    std::memcpy(entry, &length, sizeof length);
    std::memcpy(entry + sizeof length, words.data(), size_t(words.size()));
    const quint32 at = ((m_chunkCount - 1) << kChunkBits) | m_nextUnit;
    m_nextUnit += units;
    return at;
}

void TextPool::grow()
{
    std::vector<Slot> wider(m_slots.size() * 2);
    const size_t mask = wider.size() - 1;
    for (const Slot &slot : m_slots) {
        if (slot.at == 0)
            continue;
        size_t at = slot.hash & mask;
        while (wider[at].at != 0)
            at = (at + 1) & mask;
        wider[at] = slot;
    }
    m_slots = std::move(wider);
}

qint64 TextPool::bytesUsed() const
{
    return qint64(m_chunkCount) * (qint64(kUnit) << kChunkBits) + qint64(m_slots.size() * sizeof(Slot));
}

} // namespace pilothouse
