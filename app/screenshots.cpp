// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/screenshots.h"

#include "app/application.h"
#include "app/languages.h"
#include "backend/ssh/prompters.h"
#include "widgets/jobspage.h"
#include "widgets/jobstable.h"
#include "widgets/mainwindow.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QDir>
#include <QEventLoop>
#include <QLocale>
#include <QPixmap>
#include <QTimer>

#include <cstdio>

namespace pilothouse {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kPatience = 30s; // for the first data
constexpr auto kSettle = 1500ms; // then for details that the page asks for
constexpr QSize kUsualSize(1280, 800);

// Turns the event loop until it is so, or the time is over.
template <class F> bool waitUntil(F so, std::chrono::milliseconds limit)
{
    QEventLoop loop;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (so())
            loop.quit();
    });
    poll.start(20ms);
    QTimer::singleShot(limit, &loop, &QEventLoop::quit);
    loop.exec();
    return so();
}

void settle(std::chrono::milliseconds time)
{
    (void)waitUntil([] { return false; }, time);
}

// As a person leaves it: a job chosen, so that the detail is seen too.
void chooseSomething(MainWindow &window)
{
    if (!window.jobsPage())
        return;
    JobsTable &table = window.jobsPage()->table();
    table.setAlwaysActive(true);
    for (int row = 0; row < table.model()->rowCount(); ++row) {
        const QModelIndex index = table.model()->index(row, 0);
        if (index.data(KindRole).toInt() == int(RowKind::Job)) {
            table.setCurrentIndex(index);
            return;
        }
    }
}

// One look: every page once. False: a picture could not be written.
bool shootPages(MainWindow &window, const QDir &folder, const QString &ending)
{
    for (const QString &page : window.pages()) {
        window.showPage(page);
        chooseSomething(window);
        settle(kSettle);
        const QString file = folder.filePath(page + ending + u".png"_s);
        if (!window.grab().save(file)) {
            std::fprintf(stderr, "pilothouse: %s: cannot be written\n", qUtf8Printable(file));
            return false;
        }
        std::printf("%s\n", qUtf8Printable(file));
    }
    return true;
}

} // namespace

ExitCode takeScreenshots(QApplication &application, const CommandLine &line)
{
    const auto complain = [](const Error &error) { std::fprintf(stderr, "pilothouse: %s\n", qUtf8Printable(error.detail)); };
    auto profiles = chooseProfiles(line);
    if (!profiles) {
        complain(profiles.error());
        return ExitCode::BadUsage;
    }
    const auto prompter = line.answersFile.isEmpty() ? Result<std::shared_ptr<Prompter>>(nobodyPrompter()) : filePrompter(line.answersFile);
    if (!prompter) {
        complain(prompter.error());
        return ExitCode::BadUsage;
    }
    if (!QDir().mkpath(line.screenshotFolder)) {
        complain({Error::Kind::Storage, {}, line.screenshotFolder + u": cannot be made"_s});
        return ExitCode::FailedOrPartial;
    }

    CommandLine sized = line;
    if (!sized.size.isValid())
        sized.size = kUsualSize;
    const QString language = !line.language.isEmpty() ? line.language : QLocale().language() == QLocale::Chinese ? u"zh_CN"_s : u"en"_s;
    bool arrived = true;
    for (const auto &[kind, name] : {std::pair(ThemeKind::Light, u"light"_s), std::pair(ThemeKind::Dark, u"dark"_s)}) {
        if ((line.look == CommandLine::Look::Light && kind != ThemeKind::Light)
            || (line.look == CommandLine::Look::Dark && kind != ThemeKind::Dark))
            continue; // both when none was named
        applyTheme(application, kind);
        Application graph(sized, *profiles, *prompter, Application::Memory::None);
        graph.window().show();
        if (!waitUntil([&] { return graph.allArrived(); }, kPatience)) {
            complain({Error::Kind::TimedOut, {}, u"not every source answered within 30 s; its page shows what there was"_s});
            arrived = false;
        }
        if (!shootPages(graph.window(), QDir(line.screenshotFolder), u'-' + name + u'-' + language))
            return ExitCode::FailedOrPartial;
    }
    return arrived ? ExitCode::AllRead : ExitCode::FailedOrPartial;
}

} // namespace pilothouse
