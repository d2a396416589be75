// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/runner.h"
#include "tests/widgets/opened.h"
#include "widgets/filterfield.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

class JobsPageTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::Light); }
    // "This plugin does not support …" is what the offscreen platform says of itself.
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void aRefreshKeepsWhatIsChosen()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        o.choose({2, 3});
        o.maker.jobs.erase(o.maker.jobs.begin()); // the row above goes
        o.nextRead();
        QTRY_COMPARE(o.world.jobs.rowOf({1, kNoTask, 0}), -1);
        QCOMPARE(o.chosen(), (QStringList{u"2"_s, u"3"_s}));
    }

    void aStopWaitsAndCanBeUndone()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        o.choose({1, 2});
        QTest::keyClick(&o.table(), Qt::Key_S);
        QTRY_VERIFY(o.window->findChild<QWidget *>(u"undoBar"_s)->isVisible());
        QCOMPARE(o.text(u"undoTitle"_s), u"Stopping 2 jobs of me in 5 s"_s);
        QCOMPARE(o.text(u"undoIds"_s), u"1, 2"_s);
        const int row = o.world.jobs.rowOf({1, kNoTask, 0});
        QTRY_COMPARE(o.world.jobs.index(row, int(JobColumn::Reason)).data().toString(), u"Stops in 5 s; nothing sent yet"_s);
        QTest::keyClick(&o.table(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(o.text(u"undoTitle"_s), u"Undone."_s);
        o.passGrace();
        QCOMPARE(o.world.lines[0].source->stopped(), QStringList());
    }

    void theResultIsToldInTheBarsPlace()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        o.world.lines[0].source->setFate(Fate::NotAllowed);
        o.choose({1});
        QTest::keyClick(&o.table(), Qt::Key_Delete);
        o.passGrace();
        QTRY_COMPARE(o.text(u"undoTitle"_s), u"1 not allowed"_s);
        QCOMPARE(o.world.lines[0].source->stopped(), QStringList{u"1"_s});
    }

    // CAN-04: the ids in the dialog are the ones that are stopped, whatever the rows do underneath.
    void theDialogsJobsAreStoppedEvenIfRowsMove()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        o.choose({3});
        QTest::keyClick(&o.table(), Qt::Key_S);
        auto *dialog = o.window->findChild<QDialog *>(u"confirmStop"_s);
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QLabel *>(u"sheetTitle"_s)->text(), u"Stop job 3 on hpc-a?"_s);
        QVERIFY(dialog->findChild<QLabel *>(u"sheetSentence"_s)->text().startsWith(u"Owned by kim. 1 is not yours."_s));
        o.maker.jobs.erase(o.maker.jobs.begin());
        o.nextRead();
        QTRY_COMPARE(o.world.jobs.rowOf({1, kNoTask, 0}), -1);
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"answer-1"_s), Qt::LeftButton);
        QTRY_COMPARE(o.world.acts.waiting().size(), size_t(1));
        o.passGrace();
        QTRY_COMPARE(o.world.lines[0].source->stopped(), QStringList{u"3"_s});
    }

    void aReadOnlyProfileStopsNothing()
    {
        Opened o(true);
        QTRY_VERIFY(o.ready());
        o.choose({1});
        QTest::keyClick(&o.table(), Qt::Key_S);
        QTRY_COMPARE(o.text(u"undoTitle"_s), u"hpc-a is read-only"_s);
        QVERIFY(o.world.acts.waiting().empty());
        o.table().setCurrentIndex(o.world.jobs.index(o.world.jobs.rowOf({1, kNoTask, 0}), 0));
        auto *stop = o.window->findChild<QPushButton *>(u"detailStop"_s);
        QTRY_VERIFY(!stop->isEnabled());
        QCOMPARE(stop->toolTip(), u"This profile is read-only."_s);
    }

    void theFilterIsTypedAndFollowed()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        QTest::keyClick(&o.table(), Qt::Key_Slash);
        auto *filter = o.window->findChild<FilterField *>();
        QTest::keyClicks(filter, u"user:kim"_s);
        QTest::keyClick(filter, Qt::Key_Escape);
        QTRY_COMPARE(o.text(u"shownCount"_s), u"1"_s);
        QCOMPARE(o.text(u"allCount"_s), u"of 4"_s);
    }

    void aFilterWithAMistakeSaysSoAndKeepsTheRows()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        const int rows = o.world.jobs.rowCount();
        o.window->findChild<FilterField *>()->setText(u"gpu>=many"_s);
        auto *error = o.window->findChild<QLabel *>(u"filterError"_s);
        QTRY_VERIFY(error->isVisible());
        QVERIFY(!error->text().isEmpty());
        QCOMPARE(o.world.jobs.rowCount(), rows);
    }

    void whenNothingPassesAllIsOneClickAway()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        o.window->findChild<FilterField *>()->setText(u"user:nobody"_s);
        QTRY_COMPARE(o.text(u"stateTitle"_s), u"No job passes this filter"_s);
        QTest::mouseClick(o.window->findChild<QPushButton *>(u"stateAct"_s), Qt::LeftButton);
        QTRY_COMPARE(o.text(u"shownCount"_s), u"4"_s);
        QTRY_VERIFY(o.table().isVisible());
    }

    void aGroupIsFoldedByKey()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        o.table().setCurrentIndex(o.world.jobs.index(0, 0));
        QTest::keyClick(&o.table(), Qt::Key_Left);
        QTRY_COMPARE(o.world.jobs.rowOf({1, kNoTask, 0}), -1);
        QTest::keyClick(&o.table(), Qt::Key_Right);
        QTRY_VERIFY(o.world.jobs.rowOf({1, kNoTask, 0}) >= 0);
    }

    void rowsAreCopied()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        o.choose({2});
        QGuiApplication::clipboard()->clear();
        QTest::keyClick(&o.table(), Qt::Key_C, Qt::ControlModifier);
        QTRY_VERIFY(QGuiApplication::clipboard()->text().contains(u"second"_s));
        QVERIFY(!QGuiApplication::clipboard()->text().contains(u"third"_s));
    }

    void columnsAreKept()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        o.table().setColumnShown(JobColumn::Account, true);
        o.table().setColumnShown(JobColumn::Queue, false);
        const QList<JobColumn> shown = o.table().shownColumns();
        const MainWindow again(o.world.console());
        QCOMPARE(const_cast<MainWindow &>(again).jobsPage()->table().shownColumns(), shown);
    }

    void rowsThatCouldNotBeReadAreSaid()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        auto partial = std::const_pointer_cast<Snapshot>(SnapshotPtr(o.maker.snapshot()));
        partial->unreadCount = 12;
        o.world.lines[0].source->answer(SnapshotPtr(partial));
        o.world.lines[0].feed->refresh();
        QTRY_COMPARE(o.text(u"partialText"_s), u"12 rows could not be read; the list is not complete."_s);
        QVERIFY(o.window->findChild<QWidget *>(u"partialBar"_s)->isVisible());
    }
};

PILOTHOUSE_TEST(JobsPageTest)
#include "tst_jobspage.moc"
