// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Writes every page as a PNG, with the data of the profiles: PAGE-THEME-LANGUAGE.png.
#pragma once
#include "app/commandline.h"

class QApplication;

namespace pilothouse {

[[nodiscard]] ExitCode takeScreenshots(QApplication &application, const CommandLine &line);

} // namespace pilothouse
