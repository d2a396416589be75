// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Amounts that cannot be mixed up: bytes, moments, spans; each knows "unknown".
#pragma once
#include <QtGlobal>

#include <chrono>
#include <compare>
#include <limits>

namespace pilothouse {

using Seconds = std::chrono::seconds;

// A point in time in whole seconds since the epoch (UTC), in the clock of whoever told it. Zero is unknown or never.
class Moment {
public:
    constexpr Moment() = default;
    constexpr explicit Moment(qint64 epoch) : m_epoch(epoch > 0 && epoch < std::numeric_limits<quint32>::max() ? quint32(epoch) : 0) { }
    [[nodiscard]] constexpr bool known() const { return m_epoch != 0; }
    [[nodiscard]] constexpr qint64 epoch() const { return m_epoch; }
    friend constexpr auto operator<=>(Moment, Moment) = default;
    friend constexpr Seconds operator-(Moment a, Moment b) { return Seconds(a.epoch() - b.epoch()); }

private:
    quint32 m_epoch = 0;
};

// A length of time that may be unlimited or unknown (Slurm: UNLIMITED, NOT_SET, Partition_Limit, INVALID …).
class Span {
public:
    constexpr Span() = default;
    constexpr explicit Span(Seconds s) : m_seconds(qint32(std::min<qint64>(s.count(), kUnlimited - 1))) { }
    [[nodiscard]] static constexpr Span unlimited()
    {
        Span s;
        s.m_seconds = kUnlimited;
        return s;
    }
    [[nodiscard]] constexpr bool known() const { return m_seconds != kUnknown; }
    [[nodiscard]] constexpr bool isUnlimited() const { return m_seconds == kUnlimited; }
    [[nodiscard]] constexpr bool isFinite() const { return known() && !isUnlimited(); }
    [[nodiscard]] constexpr Seconds seconds() const { return Seconds(m_seconds); } // only when isFinite()
    friend constexpr auto operator<=>(Span, Span) = default;

private:
    static constexpr qint32 kUnknown = -1;
    static constexpr qint32 kUnlimited = std::numeric_limits<qint32>::max();
    qint32 m_seconds = kUnknown;
};

// Bytes; -1 is unknown.
class Bytes {
public:
    constexpr Bytes() = default;
    constexpr explicit Bytes(qint64 count) : m_count(count) { }
    [[nodiscard]] constexpr bool known() const { return m_count >= 0; }
    [[nodiscard]] constexpr qint64 count() const { return m_count; }
    constexpr Bytes &operator+=(Bytes b)
    {
        m_count += b.m_count;
        return *this;
    }
    friend constexpr Bytes operator+(Bytes a, Bytes b) { return a += b; }
    friend constexpr double operator/(Bytes part, Bytes whole) { return double(part.m_count) / double(whole.m_count); }
    friend constexpr auto operator<=>(const Bytes &, const Bytes &) = default;

private:
    qint64 m_count = -1;
};

constexpr Bytes operator""_KiB(unsigned long long n)
{
    return Bytes(qint64(n) << 10);
}
constexpr Bytes operator""_MiB(unsigned long long n)
{
    return Bytes(qint64(n) << 20);
}
constexpr Bytes operator""_GiB(unsigned long long n)
{
    return Bytes(qint64(n) << 30);
}

} // namespace pilothouse
