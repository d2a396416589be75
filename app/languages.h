// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The languages that the program speaks, and putting one of them on.
#pragma once
#include <QStringList>

class QCoreApplication;

namespace pilothouse {

[[nodiscard]] QStringList languages(); // "en", "zh_CN"
// Empty: the system's where we speak it, else English; numbers and dates then stay the system's.
void speak(QCoreApplication &application, const QString &language);

} // namespace pilothouse
