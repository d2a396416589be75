// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the reason of a waiting job says about its wait: it goes on by itself, somebody holds it, or it never ends.
#pragma once
#include <QByteArrayView>

namespace pilothouse {

enum class Wait : quint8 { Goes, Held, Never };

[[nodiscard]] Wait waitOf(QByteArrayView reason);

} // namespace pilothouse
