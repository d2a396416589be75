// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/settings.h"

#include "backend/store/privatefile.h"

#include <QFileInfo>
#include <QStandardPaths>

namespace pilothouse {

using namespace Qt::StringLiterals;

QString defaultSettingsFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/pilothouse/pilothouse.ini"_s;
}

Result<std::unique_ptr<QSettings>> openSettings(const QString &file)
{
    // QSettings keeps the mode of a file that is there, so it must be there first.
    const auto made = makePrivateFolder(QFileInfo(file).path()).and_then([&] { return makePrivateFile(file); });
    if (!made)
        return tl::unexpected(made.error());
    return std::make_unique<QSettings>(file, QSettings::IniFormat);
}

} // namespace pilothouse
