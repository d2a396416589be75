// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What stays where it is while rows come and go, and what does not stand still.
#include "tests/support/runner.h"
#include "tests/widgets/opened.h"
#include "widgets/theme.h"

#include <QCoreApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

void orderById(Opened &o)
{
    JobView view = o.world.jobs.view();
    view.group = JobGroup::None;
    view.sortBy = JobColumn::Id;
    o.world.jobs.setView(view);
}

void moveMouseTo(const JobsTable &table, int row)
{
    const QPointF at(200, table.rowViewportPosition(row) + 5);
    QMouseEvent moved(QEvent::MouseMove, at, table.viewport()->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(table.viewport(), &moved);
}

} // namespace

class SteadyTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::Light); }

    void theWaitingRestOfAnOpenArrayStaysAtItsPlace()
    {
        Opened o;
        for (quint32 task = 0; task < 80; ++task)
            o.maker.addTask(500, task, 501 + task, JobState::Running);
        o.maker.addRest(500, "80-99", 20);
        for (quint32 id = 1000; id < 1060; ++id)
            o.maker.add(id, "more", "kim", JobState::Running);
        QTRY_VERIFY(o.ready());
        o.nextRead();
        QTRY_VERIFY(o.world.jobs.rowOf({1059, kNoTask, 0}) >= 0);
        orderById(o);
        JobView view = o.world.jobs.view();
        view.openArrays.insert({500, kNoTask, 0});
        o.world.jobs.setView(view);
        QTRY_VERIFY(o.world.jobs.rowOf({500, kNoTask, 0}, true) > 80);
        JobsTable &table = o.table();
        const auto rest = [&] { return o.world.jobs.rowOf({500, kNoTask, 0}, true); };
        table.setCurrentIndex(o.world.jobs.index(rest(), int(JobColumn::Name)));
        table.scrollTo(o.world.jobs.index(rest(), 0), QAbstractItemView::PositionAtCenter);
        const int y = table.rowViewportPosition(rest());
        QVERIFY(y > 50 && y < table.viewport()->height());
        for (quint32 id = 10; id < 13; ++id) { // three refreshes, each with one more job above
            o.maker.add(id, "new", "kim", JobState::Running);
            o.nextRead();
            QTRY_VERIFY(o.world.jobs.rowOf({id, kNoTask, 0}) >= 0);
            QCOMPARE(table.rowViewportPosition(rest()), y);
        }
    }

    void theRowUnderTheMouseStaysAtTheTopOfTheListToo()
    {
        Opened o;
        for (quint32 id = 1000; id < 1060; ++id)
            o.maker.add(id, "more", "kim", JobState::Running);
        QTRY_VERIFY(o.ready());
        o.nextRead();
        QTRY_VERIFY(o.world.jobs.rowOf({1059, kNoTask, 0}) >= 0);
        orderById(o);
        QTRY_COMPARE(o.world.jobs.rowOf({3, kNoTask, 0}), 2);
        JobsTable &table = o.table();
        QCOMPARE(table.verticalScrollBar()->value(), 0);
        moveMouseTo(table, 2);
        const int y = table.rowViewportPosition(2);
        o.maker.jobs.erase(o.maker.jobs.begin() + 3); // one goes below
        Job above = o.maker.jobs[0];
        above.key.job = above.jobId = 0;
        o.maker.jobs.push_back(above); // one comes above
        o.nextRead();
        QTRY_COMPARE(o.world.jobs.rowOf({3, kNoTask, 0}), 3);
        QCOMPARE(table.rowViewportPosition(3), y);
        // Without the mouse new rows come in at the top.
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(table.viewport(), &leave);
        table.verticalScrollBar()->setValue(0);
        o.maker.jobs.pop_back();
        o.nextRead();
        QTRY_COMPARE(o.world.jobs.rowOf({3, kNoTask, 0}), 2);
        QCOMPARE(table.verticalScrollBar()->value(), 0);
    }

    void theAgeInAGroupsLineGoesOn()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        JobView view = o.world.jobs.view();
        view.group = JobGroup::Source;
        o.world.jobs.setView(view);
        const auto age = [&o] { return o.world.jobs.index(0, int(JobColumn::State)).data(SecondaryRole).toString(); };
        QTRY_VERIFY(!age().isEmpty());
        o.world.jobs.tick(0, 4);
        const QString before = age();
        QSignalSpy painted(&o.world.jobs, &QAbstractItemModel::dataChanged);
        o.world.clock.pass(std::chrono::minutes(5));
        o.world.jobs.tick(0, 4);
        QVERIFY(age() != before);
        QVERIFY(std::ranges::any_of(painted, [](const QList<QVariant> &one) { return one[0].toModelIndex().row() == 0; }));
    }
};

PILOTHOUSE_TEST(SteadyTest)
#include "tst_steady.moc"
