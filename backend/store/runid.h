// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Names one run of the program so that a later one can tell whether it still lives. A home may be shared between hosts, and hosts may be
// made from one image: host, boot, process namespace, process id and its start together are a run's name.
#pragma once
#include <QString>

namespace pilothouse {

enum class RunState {
    Alive,
    Gone, // its host was booted anew, its process is gone, or the process id was used anew
    Elsewhere, // of another host or container: cannot be seen from here
};

[[nodiscard]] QString thisRun();
[[nodiscard]] RunState stateOf(const QString &run);

} // namespace pilothouse
