// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How a person likes the window: theme, columns, saved views. One INI file of mode 0600; never secrets.
#pragma once
#include "backend/core/result.h"

#include <QSettings>

#include <memory>

namespace pilothouse {

[[nodiscard]] QString defaultSettingsFile(); // $XDG_CONFIG_HOME/pilothouse/pilothouse.ini
// Error: the file is a link, another person's, or cannot be made; then settings live in memory for this run.
[[nodiscard]] Result<std::unique_ptr<QSettings>> openSettings(const QString &file);

} // namespace pilothouse
