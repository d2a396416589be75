// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A window over a small queue that has been read, and how a person handles it.
#pragma once
#include "tests/widgets/world.h"
#include "widgets/jobspage.h"
#include "widgets/jobstable.h"
#include "widgets/mainwindow.h"

#include <QLabel>

namespace pilothouse::test {

struct Opened {
    explicit Opened(bool readOnly = false)
    {
        world.add(QStringLiteral("hpc-a"), readOnly);
        maker.add(1, "first", "me", JobState::Running).mine = true;
        maker.add(2, "second", "me", JobState::Running).mine = true;
        maker.add(3, "third", "kim", JobState::Running);
        maker.add(4, "fourth", "me", JobState::Pending).mine = true;
        world.lines[0].source->answer(maker.snapshot());
        window = std::make_unique<MainWindow>(world.console());
        window->resize(1280, 800);
        window->show();
        world.read();
    }
    [[nodiscard]] bool ready() const { return world.jobs.rowOf({4, kNoTask, 0}) >= 0; }
    [[nodiscard]] JobsTable &table() const { return window->jobsPage()->table(); }
    void choose(std::initializer_list<quint32> ids) const
    {
        table().clearSelection();
        for (const quint32 id : ids)
            table().selectionModel()->select(world.jobs.index(world.jobs.rowOf({id, kNoTask, 0}), 0),
                                             QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    [[nodiscard]] QStringList chosen() const
    {
        QStringList ids;
        for (const int row : table().chosenRows())
            ids << world.jobs.index(row, int(JobColumn::Id)).data().toString();
        return ids;
    }
    void nextRead()
    {
        world.lines[0].source->answer(maker.snapshot());
        world.lines[0].feed->refresh();
    }
    void passGrace()
    {
        for (int second = 0; second < 6; ++second) {
            world.clock.pass(std::chrono::seconds(1));
            QMetaObject::invokeMethod(&world.acts, "tick");
        }
    }
    [[nodiscard]] QString text(const QString &name) const { return window->findChild<QLabel *>(name)->text(); }
    template <class T> [[nodiscard]] T *find(const QString &name) const { return window->findChild<T *>(name); }

    JobMaker maker;
    World world;
    std::unique_ptr<MainWindow> window;
};

} // namespace pilothouse::test
