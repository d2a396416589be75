// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Slurm's reasons (20.11 to 26.05) in a short sentence; one that is not known is shown as it is.
#pragma once
#include <QByteArrayView>
#include <QString>

#include <optional>

namespace pilothouse {

// The words for one reason; empty for "None" or nothing.
[[nodiscard]] QString reasonText(QByteArrayView reason);
// Whether the reason is known by name (not free text).
[[nodiscard]] bool isKnownReason(QByteArrayView reason);

} // namespace pilothouse
