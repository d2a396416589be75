// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles as files: JSON {"pilothouse":1,"profiles":[…]}, never with secrets. Unknown keys are kept and told; bad values are refused
// with the line and what to do.
#pragma once
#include "backend/core/profile.h"
#include "backend/core/result.h"

#include <QByteArray>
#include <QList>

namespace pilothouse {

[[nodiscard]] Result<QList<Profile>> readProfiles(const QByteArray &json);
[[nodiscard]] Result<QList<Profile>> loadProfiles(const QString &file);
[[nodiscard]] QByteArray writeProfiles(const QList<Profile> &profiles);
[[nodiscard]] QString defaultProfileFile(); // $XDG_CONFIG_HOME/pilothouse/profiles.json

} // namespace pilothouse
