// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers, amounts, spans and moments as people read them, by locale. Unknown is an em dash, never 0.
#pragma once
#include "backend/core/units.h"

#include <QDateTime>
#include <QString>

namespace pilothouse::format {

[[nodiscard]] QString unknown(); // "—"
[[nodiscard]] QString number(qint64 value); // "1,216"
[[nodiscard]] QString percent(double ratio); // "86 %"
[[nodiscard]] QString bytes(Bytes amount); // "480 GiB", "312.5 GiB", "4,800 TiB"

[[nodiscard]] QString duration(Seconds span); // hours and minutes: "11:42", "1-04:12"; under a minute "40 s"; never negative
[[nodiscard]] QString durationExact(Seconds span); // "11:42:08", "1-04:12:09", "0:29"
[[nodiscard]] QString limit(Span span); // as duration; "no limit"; "—"
[[nodiscard]] QString age(std::chrono::milliseconds span); // "4 s", "11 min", "3 h", "2 d"

[[nodiscard]] QDateTime local(Moment at); // invalid when unknown
[[nodiscard]] QString moment(const QDateTime &at, const QDateTime &now); // "16:50", "Th 09:20", "3 Mar 09:20", "2025-03-03 09:20"
[[nodiscard]] QString momentExact(const QDateTime &at); // date, time and zone, for tooltips and details
[[nodiscard]] QString clockTime(const QDateTime &at); // "14:21:36"
[[nodiscard]] QString about(const QString &estimate); // "≈ 16:50"

} // namespace pilothouse::format
