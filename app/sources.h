// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// From profiles to sources: which ones a person wants, and for each its shell and its own threads.
#pragma once
#include "app/commandline.h"
#include "backend/core/profile.h"
#include "backend/core/source.h"
#include "backend/ssh/prompter.h"
#include "backend/ssh/shell.h"

#include <QThreadPool>

namespace pilothouse {

struct SourceUnit {
    SourceInfo info;
    std::shared_ptr<Shell> shell;
    std::shared_ptr<Source> source;
    bool local = false;
    std::unique_ptr<QThreadPool> pool; // last: it waits for its work before the rest goes
};

struct ChosenProfiles {
    QList<Profile> profiles;
    QStringList notes; // for people
};

// Without a profile file of the person's own choice, a missing one means no profiles.
[[nodiscard]] Result<ChosenProfiles> chooseProfiles(const CommandLine &line);
[[nodiscard]] QString profileFileOf(const CommandLine &line);
[[nodiscard]] std::vector<SourceUnit> makeSources(const QList<Profile> &profiles, const std::shared_ptr<Prompter> &prompter);

} // namespace pilothouse
