// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles as files: JSON {"pilothouse":1,"profiles":[…]}, never with secrets. Unknown keys are kept and told; bad values are refused
// with the line and what to do.
#pragma once
#include "backend/core/profile.h"
#include "backend/core/result.h"

#include <QByteArray>
#include <QHash>
#include <QList>

namespace pilothouse {

struct ProfileFile {
    QList<Profile> profiles;
    QStringList notes; // "line 7: the key \"colour\" of profile \"hpc\" is not known and is left alone"
    QHash<QString, QByteArray> kept; // by profile name: its keys that this program does not know, as a JSON object
};

// BadInput: subject "line N", detail what is wrong and what to do.
[[nodiscard]] Result<ProfileFile> readProfileFile(const QByteArray &json);
[[nodiscard]] Result<ProfileFile> loadProfileFile(const QString &file); // subject: "FILE, line N"; NotFound: no such file
[[nodiscard]] QByteArray writeProfileFile(const ProfileFile &content);

[[nodiscard]] Result<QList<Profile>> readProfiles(const QByteArray &json);
[[nodiscard]] Result<QList<Profile>> loadProfiles(const QString &file);
[[nodiscard]] QByteArray writeProfiles(const QList<Profile> &profiles);
[[nodiscard]] QString defaultProfileFile(); // $XDG_CONFIG_HOME/pilothouse/profiles.json

} // namespace pilothouse
