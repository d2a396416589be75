// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a person asked for on the command line, checked: a bad value is refused with what is allowed.
#pragma once
#include "backend/core/result.h"
#include "models/jobexport.h"

#include <QList>
#include <QSize>
#include <QStringList>

namespace pilothouse {

enum class ExitCode {
    AllRead = 0,
    FailedOrPartial = 1,
    BadUsage = 2,
    NeedsPerson = 3,
};

struct CommandLine {
    enum class Mode { Window, List, Screenshots, Version, Help };
    enum class Look { System, Light, Dark };

    Mode mode = Mode::Window;
    QStringList profiles; // names; empty: all of the file
    QString profileFile; // empty: the usual one
    QString answersFile;
    QString filter;
    QList<JobColumn> columns; // empty: those that the page shows at first
    ListFormat format = ListFormat::Text;
    QString screenshotFolder;
    Look look = Look::System;
    QString language; // "en", "zh_CN"; empty: the system's
    QSize size; // of the window; invalid: as it was last
};

// words: as QCoreApplication::arguments(). BadInput: detail is a sentence for the person.
[[nodiscard]] Result<CommandLine> readCommandLine(const QStringList &words);
[[nodiscard]] QString helpText();
// Before anything is translated: the value of --lang, if it is one.
[[nodiscard]] QString languageOf(const QStringList &words);

} // namespace pilothouse
