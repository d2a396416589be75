// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A small direct-mapped store of what was last made of the same bytes: most fields of a queue repeat.
#pragma once
#include <QByteArrayView>

#include <array>
#include <cstring>

namespace pilothouse::slurm {

template <class Value, size_t kSlots = 64> class Memo {
public:
    // make(words) runs only for words that were not seen lately. The words must outlive the memo.
    template <class Make> const Value &get(QByteArrayView words, Make make)
    {
        Slot &slot = m_slots[slotOf(words)];
        if (slot.size != words.size() || (!words.isEmpty() && std::memcmp(slot.data, words.data(), size_t(words.size())) != 0)) {
            slot.data = words.data();
            slot.size = words.size();
            slot.value = make(words);
        }
        return slot.value;
    }

private:
    struct Slot {
        const char *data = nullptr;
        qsizetype size = -1;
        Value value{};
    };

    static size_t slotOf(QByteArrayView words)
    {
        const auto size = size_t(words.size());
        if (size == 0)
            return 0;
        const auto *bytes = reinterpret_cast<const unsigned char *>(words.data());
        size_t hash = size * 7 + bytes[size - 1] * 31 + bytes[size / 2] * 17 + bytes[0];
        if (size > 2)
            hash += bytes[size - 2] * 13;
        return (hash ^ (hash >> 6)) % kSlots;
    }

    std::array<Slot, kSlots> m_slots{};
};

} // namespace pilothouse::slurm
