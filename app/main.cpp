// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/application.h"
#include "app/languages.h"
#include "app/listcommand.h"
#include "app/screenshots.h"

#include <QApplication>

#include <cstdio>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace pilothouse;
using namespace Qt::StringLiterals;

namespace {

int tell(ExitCode code, const QString &words)
{
    std::fprintf(code == ExitCode::AllRead ? stdout : stderr, "%s\n", words.toUtf8().constData());
    return int(code);
}

bool hasWord(int argc, char **argv, std::initializer_list<QLatin1StringView> words)
{
    return std::any_of(argv + 1, argv + argc, [&](const char *word) {
        return std::ranges::any_of(words, [&](QLatin1StringView one) {
            return QLatin1StringView(word) == one || QLatin1StringView(word).startsWith(QString(one) + u'=');
        });
    });
}

bool hasDisplay()
{
    return std::ranges::any_of(std::array{"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"},
                               [](const char *name) { return !qEnvironmentVariableIsEmpty(name); });
}

int withoutDisplay(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    speak(application, languageOf(QCoreApplication::arguments()));
    const auto line = readCommandLine(QCoreApplication::arguments());
    if (!line)
        return tell(ExitCode::BadUsage, u"pilothouse: "_s + line.error().detail);
    switch (line->mode) {
    case CommandLine::Mode::Version:
        return tell(ExitCode::AllRead, u"pilothouse "_s + QStringLiteral(PILOTHOUSE_VERSION));
    case CommandLine::Mode::Help:
        return tell(ExitCode::AllRead, helpText().trimmed());
    case CommandLine::Mode::List:
        return int(runList(*line));
    default:
        return tell(ExitCode::FailedOrPartial,
                    u"pilothouse: "_s
                        + QCoreApplication::translate("Main", "there is no display; --list and --screenshots work without one"));
    }
}

} // namespace

int main(int argc, char **argv)
{
    // Nothing of ours is for other people, and a core file could hold a passphrase.
    ::umask(077);
    const rlimit none{.rlim_cur = 0, .rlim_max = 0};
    ::setrlimit(RLIMIT_CORE, &none);

    const bool pictures = hasWord(argc, argv, {"--screenshots"_L1});
    if (hasWord(argc, argv, {"--list"_L1, "--help"_L1, "-h"_L1, "--version"_L1, "-v"_L1}) || (!pictures && !hasDisplay()))
        return withoutDisplay(argc, argv);
    if (pictures && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");

    QApplication application(argc, argv);
    QGuiApplication::setDesktopFileName(u"org.pilothouse.Pilothouse"_s);
    QCoreApplication::setApplicationName(u"pilothouse"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(PILOTHOUSE_VERSION));
    QGuiApplication::setApplicationDisplayName(u"Pilothouse"_s);
    speak(application, languageOf(QCoreApplication::arguments()));
    const auto line = readCommandLine(QCoreApplication::arguments());
    if (!line)
        return tell(ExitCode::BadUsage, u"pilothouse: "_s + line.error().detail);
    return line->mode == CommandLine::Mode::Screenshots ? int(takeScreenshots(application, *line)) : openWindow(application, *line);
}
