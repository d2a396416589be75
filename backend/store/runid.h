// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Names one run of the program so that a later one can tell whether it still lives: boot, process id, its start.
#pragma once
#include <QString>

namespace pilothouse {

[[nodiscard]] QString thisRun();
[[nodiscard]] bool isAlive(const QString &run); // false for another boot, a process that is gone, or a process id used anew

} // namespace pilothouse
