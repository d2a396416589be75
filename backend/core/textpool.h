// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Interned words of one source: user, partition, name … stand once, rows hold a 4-byte Text. Equal text ⇔ equal Text (same pool).
// One thread adds at a time (the source's fetch); any thread may read a Text that it was handed with a snapshot: chunks never move.
#pragma once
#include <QByteArrayView>
#include <QHashFunctions>
#include <QString>

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <vector>

namespace pilothouse {

// Raw bytes as the far end sent them (not always valid UTF-8). Zero is the empty text.
class Text {
public:
    constexpr Text() = default;
    [[nodiscard]] constexpr bool isEmpty() const { return m_at == 0; }
    [[nodiscard]] constexpr quint32 at() const { return m_at; }
    friend constexpr auto operator<=>(Text, Text) = default;
    friend size_t qHash(Text t, size_t seed = 0) { return ::qHash(t.m_at, seed); }

private:
    friend class TextPool;
    constexpr explicit Text(quint32 at) : m_at(at) { }
    quint32 m_at = 0;
};

class TextPool {
public:
    TextPool();
    ~TextPool();
    Q_DISABLE_COPY_MOVE(TextPool)

    // Adds the words if they are new. Longer than 64 KiB is cut (remote words are bounded).
    [[nodiscard]] Text add(QByteArrayView words);
    // The Text of words that are already here; empty if they are not.
    [[nodiscard]] Text find(QByteArrayView words) const;
    // The raw bytes.
    [[nodiscard]] QByteArrayView bytes(Text text) const
    {
        if (text.isEmpty())
            return {};
        const char *entry = m_chunks[text.m_at >> kChunkBits].load(std::memory_order_acquire) + size_t(text.m_at & kMask) * kUnit;
        quint32 length = 0;
        std::memcpy(&length, entry, sizeof length);
        return {entry + sizeof length, qsizetype(length)};
    }
    // For people: bytes that are not UTF-8 become U+FFFD; control and direction marks stay (see models/plaintext).
    [[nodiscard]] QString string(Text text) const { return QString::fromUtf8(bytes(text)); }

    [[nodiscard]] qint64 bytesUsed() const;
    [[nodiscard]] qsizetype count() const { return m_count; }

private:
    static constexpr quint32 kUnit = 8; // entries start at multiples of it
    static constexpr quint32 kChunkBits = 17; // 2^17 units of 8 bytes: 1 MiB
    static constexpr quint32 kMask = (1u << kChunkBits) - 1;
    static constexpr size_t kMaxChunks = 4096; // 4 GiB of words

    [[nodiscard]] quint32 store(QByteArrayView words);
    void grow();

    std::array<std::atomic<char *>, kMaxChunks> m_chunks{};
    quint32 m_chunkCount = 0;
    quint32 m_nextUnit = 0; // in the last chunk
    struct Slot {
        quint32 hash = 0;
        quint32 at = 0; // 0: free
    };
    std::vector<Slot> m_slots; // open addressing, power of two
    qsizetype m_count = 0;
};

} // namespace pilothouse
