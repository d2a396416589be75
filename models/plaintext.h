// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Words from elsewhere made safe to show: control and direction marks become visible, length is bounded, mixed directions are isolated.
// The only way remote words reach the screen, a terminal or a file for people.
#pragma once
#include <QByteArrayView>
#include <QString>

namespace pilothouse::plaintext {

inline constexpr qsizetype kLongestCell = 240;

// Every control, direction and invisible mark by a picture or its short name (␛, ⟦RLO⟧); everything else as it is.
[[nodiscard]] QString visible(QStringView words);
// Bytes that are not UTF-8 become U+FFFD; else as above. Not cut.
[[nodiscard]] QString visible(QByteArrayView bytes);
// For one cell: visible, cut to a bound with an ellipsis, isolated when it holds right-to-left letters.
[[nodiscard]] QString cell(QByteArrayView bytes, qsizetype longest = kLongestCell);
[[nodiscard]] QString cell(QStringView words, qsizetype longest = kLongestCell);
// Wraps in isolates when it holds right-to-left letters, so that what stands beside it keeps its place.
[[nodiscard]] QString isolated(const QString &safe);
// For QToolTip and QLabel, which guess at rich text: shows exactly these words.
[[nodiscard]] QString asRichText(const QString &safe);

} // namespace pilothouse::plaintext
