// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Strings as SSH writes them in keys and to agents: four bytes of length, then that many bytes.
#pragma once
#include <QByteArray>
#include <QtEndian>

namespace pilothouse {

// Takes the first one off; false: it is cut off.
[[nodiscard]] inline bool takeString(QByteArrayView &from, QByteArrayView &text)
{
    if (from.size() < 4)
        return false;
    const quint32 size = qFromBigEndian<quint32>(from.data());
    if (size > quint64(from.size() - 4))
        return false;
    text = from.sliced(4, qsizetype(size));
    from = from.sliced(4 + qsizetype(size));
    return true;
}

inline void appendNumber(QByteArray &to, quint32 number)
{
    const quint32 bytes = qToBigEndian(number);
    to.append(reinterpret_cast<const char *>(&bytes), sizeof bytes);
}

inline void appendString(QByteArray &to, QByteArrayView text)
{
    appendNumber(to, quint32(text.size()));
    to.append(text);
}

} // namespace pilothouse
