// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Undoes gzip, with a bound on what comes out.
#pragma once
#include "backend/core/result.h"

#include <QByteArrayView>

namespace pilothouse {

// BadReply if the stream is damaged or broken off, TooLarge above the bound.
[[nodiscard]] Result<QByteArray> gunzip(QByteArrayView packed, qint64 maxBytes);

} // namespace pilothouse
