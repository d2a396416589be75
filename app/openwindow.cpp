// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/application.h"

#include "app/quitsignals.h"
#include "backend/ssh/prompters.h"
#include "widgets/mainwindow.h"
#include "widgets/theme.h"

#include <QApplication>

#include <cstdio>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

int refuse(ExitCode code, const Error &error)
{
    std::fprintf(stderr, "pilothouse: %s\n", qUtf8Printable(error.detail));
    return int(code);
}

ThemeKind themeOf(CommandLine::Look look)
{
    switch (look) {
    case CommandLine::Look::Light:
        return ThemeKind::Light;
    case CommandLine::Look::Dark:
        return ThemeKind::Dark;
    case CommandLine::Look::System:
        break;
    }
    return ThemeKind::System;
}

} // namespace

int openWindow(QApplication &application, const CommandLine &line)
{
    auto profiles = chooseProfiles(line);
    if (!profiles)
        return refuse(ExitCode::BadUsage, profiles.error());
    const auto prompter = line.answersFile.isEmpty() ? Result<std::shared_ptr<Prompter>>(nobodyPrompter()) : filePrompter(line.answersFile);
    if (!prompter)
        return refuse(ExitCode::BadUsage, prompter.error());

    SingleInstance instance(profileFileOf(line));
    const auto role = instance.claim({.profiles = line.profiles, .activationToken = qEnvironmentVariable("XDG_ACTIVATION_TOKEN")});
    if (!role)
        return refuse(ExitCode::FailedOrPartial, role.error());
    if (*role == SingleInstance::Role::Second)
        return int(ExitCode::AllRead);

    applyTheme(application, themeOf(line.look));
    Application *running = nullptr;
    const QuitSignals ends([&running] { running ? running->quit() : QCoreApplication::quit(); });
    Application graph(line, std::move(*profiles), *prompter, Application::Memory::Kept);
    QObject::connect(&instance, &SingleInstance::wished, &graph, &Application::raiseWindow);
    running = &graph;
    graph.window().show();
    return QApplication::exec();
}

} // namespace pilothouse
