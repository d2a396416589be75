// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// `--list`: what a page would show, on standard output; what failed or is partial, on standard error.
#pragma once
#include "app/commandline.h"

namespace pilothouse {

[[nodiscard]] ExitCode runList(const CommandLine &line);

} // namespace pilothouse
