// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the window with believable data into a folder, to be looked at: shots FOLDER.
#include "tests/widgets/labday.h"
#include "widgets/dialogs.h"
#include "widgets/filterfield.h"
#include "widgets/jobspage.h"
#include "widgets/jobstable.h"
#include "widgets/mainwindow.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QLocale>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

template <class Ready> void waitFor(Ready ready)
{
    QElapsedTimer limit;
    limit.start();
    while (!ready() && limit.elapsed() < 10'000)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
}

void shoot(QWidget &window, const QDir &folder, const QString &name)
{
    QCoreApplication::processEvents();
    if (!window.grab().save(folder.filePath(name + u".png"_s)))
        qFatal("the picture could not be written");
}

void choose(MainWindow &window, World &world, const JobKey &key)
{
    JobsTable &table = window.jobsPage()->table();
    table.setAlwaysActive(true);
    const int row = world.jobs.rowOf(key);
    table.selectRow(row);
    table.setCurrentIndex(world.jobs.index(row, 0));
}

void jobsShots(const QDir &folder, const QString &theme)
{
    World world;
    world.add(u"hpc-a"_s).source->answer(dayOfHpcA());
    world.add(u"hpc-b"_s).source->answer(dayOfHpcB());
    MainWindow window(world.console());
    window.resize(1600, 1000);
    window.show();
    world.read();
    waitFor([&] { return world.jobs.rowCount() > 20; });
    world.clock.pass(std::chrono::seconds(4));
    choose(window, world, {481207, kNoTask, 0});
    std::vector<int> rows;
    for (const quint32 id : {481233u, 481234u, 481235u})
        rows.push_back(world.jobs.rowOf({id, kNoTask, 0}));
    if (world.acts.add(0, Act::Stop, world.jobs.targets({rows[0], rows[1], rows[2]}), std::chrono::milliseconds(5000)))
        waitFor([&] { return !world.acts.waiting().empty(); });
    window.jobsPage()->findChild<FilterField *>()->setText(u"within:48h #user:me #state:running gpu>=0"_s);
    waitFor([&] { return !world.jobs.ordering(); });
    choose(window, world, {481207, kNoTask, 0});
    shoot(window, folder, u"jobs-%1-1600"_s.arg(theme));
    window.resize(1280, 800);
    shoot(window, folder, u"jobs-%1-1280"_s.arg(theme));
    const std::vector<Target> others = world.jobs.targets({world.jobs.rowOf({480977, kNoTask, 0}), world.jobs.rowOf({481207, kNoTask, 0})});
    const auto ask = confirmStop(others, 1, u"hpc-a"_s, &window);
    ask->adjustSize();
    shoot(*ask, folder, u"confirm-%1"_s.arg(theme));
    const auto keys = shortcutSheet(&window);
    keys->adjustSize();
    shoot(*keys, folder, u"keys-%1"_s.arg(theme));
    world.acts.dropAll(ActQueue::DropReason::Quit);

    JobView view = world.jobs.view();
    view.group = JobGroup::Source;
    view.filter.clear();
    world.jobs.setView(view);
    world.lines[0].source->answer(failure(Error::Kind::Unreachable, u"login.hpc-a"_s, u"Connection timed out"_s));
    world.clock.pass(std::chrono::minutes(11));
    world.lines[0].feed->refresh();
    waitFor([&] { return world.lines[0].feed->link() == Feed::Link::Lost && !world.jobs.ordering(); });
    window.resize(1600, 1000);
    choose(window, world, {481207, kNoTask, 0});
    shoot(window, folder, u"lost-%1-1600"_s.arg(theme));
}

void emptyShots(const QDir &folder, const QString &theme)
{
    World none;
    MainWindow first(none.console());
    first.resize(1600, 1000);
    first.show();
    shoot(first, folder, u"first-%1-1600"_s.arg(theme));
    World world;
    world.add(u"hpc-a"_s);
    MainWindow window(world.console());
    window.resize(1280, 800);
    window.show();
    shoot(window, folder, u"connecting-%1-1280"_s.arg(theme));
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
    const QDir folder(argc > 1 ? QString::fromLocal8Bit(argv[1]) : u"."_s);
    if (!folder.mkpath(u"."_s))
        qFatal("the folder could not be made");
    for (const auto &[kind, name] : {std::pair(ThemeKind::Light, u"light"_s), std::pair(ThemeKind::Dark, u"dark"_s)}) {
        applyTheme(application, kind);
        jobsShots(folder, name);
        emptyShots(folder, name);
    }
    return 0;
}
