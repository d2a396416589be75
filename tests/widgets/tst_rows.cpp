// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What is done with the rows of the Jobs page beside stopping: files, columns, saved views, order, menus.
#include "tests/support/runner.h"
#include "tests/widgets/opened.h"
#include "widgets/filterfield.h"
#include "widgets/theme.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QContextMenuEvent>
#include <QDialog>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

class RowsTest : public QObject {
    Q_OBJECT

    // One that was closed may not be gone yet.
    template <class T> static T *shownOne(const Opened &o, const QString &name)
    {
        for (T *one : o.window->findChildren<T *>(name)) {
            if (one->isVisible())
                return one;
        }
        return nullptr;
    }
    static void exportTo(Opened &o, const QString &file)
    {
        o.window->activateWindow(); // a dialog before this one may just have closed
        QTRY_VERIFY(o.window->isActiveWindow());
        QTest::keyClick(o.window.get(), Qt::Key_E, Qt::ControlModifier);
        auto *dialog = shownOne<QFileDialog>(o, u"exportDialog"_s);
        QVERIFY(dialog);
        dialog->selectFile(file);
        QMetaObject::invokeMethod(dialog, "accept");
        QTRY_VERIFY(o.find<QWidget>(u"undoBar"_s)->isVisible());
    }
    static QByteArray contentOf(const QString &file)
    {
        QFile got(file);
        return got.open(QIODevice::ReadOnly) ? got.readAll() : QByteArray();
    }
    static QListWidget *openColumns(Opened &o)
    {
        QTest::keyClick(o.window.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        return shownOne<QListWidget>(o, u"columnsList"_s);
    }
    static int rowOf(const QListWidget *list, const QString &title) { return list->row(list->findItems(title, Qt::MatchExactly).value(0)); }

private slots:
    void initTestCase()
    {
        // A file dialog opens where one was last, also in another run: what this account remembers is not for tests.
        QVERIFY(m_remembered.isValid());
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_remembered.path());
        applyTheme(*qApp, ThemeKind::Light);
    }

    void theShownRowsAreWrittenInTheFormThatTheNameAsksFor()
    {
        QTemporaryDir folder;
        Opened o;
        QTRY_VERIFY(o.ready());
        exportTo(o, folder.filePath(u"all.csv"_s));
        QTRY_COMPARE(o.text(u"undoTitle"_s), u"4 rows written"_s);
        QCOMPARE(o.text(u"undoIds"_s), u"all.csv"_s);
        QCOMPARE(contentOf(folder.filePath(u"all.csv"_s)).count("\r\n"), 5); // with its head
        exportTo(o, folder.filePath(u"all.json"_s));
        QTRY_COMPARE(o.text(u"undoIds"_s), u"all.json"_s); // until it is told, another export is refused
        QCOMPARE(QJsonDocument::fromJson(contentOf(folder.filePath(u"all.json"_s))).array().size(), 4);
        exportTo(o, folder.filePath(u"all.md"_s));
        QTRY_COMPARE(o.text(u"undoIds"_s), u"all.md"_s);
        QVERIFY(contentOf(folder.filePath(u"all.md"_s)).startsWith("|"));
        QVERIFY(contentOf(folder.filePath(u"all.md"_s)).contains("third"));
    }

    void aNameWithoutAnEndingBecomesCsv()
    {
        QTemporaryDir folder;
        Opened o;
        QTRY_VERIFY(o.ready());
        exportTo(o, folder.filePath(u"plain"_s));
        QTRY_VERIFY(QFile::exists(folder.filePath(u"plain.csv"_s)));
    }

    void whatIsChosenIsWrittenAlone()
    {
        QTemporaryDir folder;
        Opened o;
        QTRY_VERIFY(o.ready());
        o.choose({2, 3});
        exportTo(o, folder.filePath(u"two.json"_s));
        QTRY_COMPARE(o.text(u"undoTitle"_s), u"2 rows written"_s);
        const QJsonArray jobs = QJsonDocument::fromJson(contentOf(folder.filePath(u"two.json"_s))).array();
        QCOMPARE(jobs.size(), 2);
        QCOMPARE(jobs[0].toObject()[u"name"_s].toString(), u"second"_s);
    }

    void whatWasChosenIsWrittenThoughRowsCameMeanwhile()
    {
        QTemporaryDir folder;
        Opened o;
        QTRY_VERIFY(o.ready());
        o.choose({2, 3});
        QTest::keyClick(o.window.get(), Qt::Key_E, Qt::ControlModifier);
        auto *dialog = o.find<QFileDialog>(u"exportDialog"_s);
        o.maker.jobs.erase(o.maker.jobs.begin()); // job 1, above them
        o.nextRead();
        QTRY_COMPARE(o.world.jobs.rowOf({1, kNoTask, 0}), -1);
        dialog->findChild<QLineEdit *>(u"fileNameEdit"_s)->setText(folder.filePath(u"two.json"_s));
        QMetaObject::invokeMethod(dialog, "accept");
        QTRY_COMPARE(o.text(u"undoTitle"_s), u"2 rows written"_s);
        const QJsonArray jobs = QJsonDocument::fromJson(contentOf(folder.filePath(u"two.json"_s))).array();
        QCOMPARE(jobs.size(), 2);
        QCOMPARE(jobs[0].toObject()[u"name"_s].toString(), u"second"_s);
    }

    void linesOfGroupsAreNotCounted()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        o.table().selectAll();
        QTest::keyClick(&o.table(), Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(o.text(u"undoTitle"_s), u"4 rows copied"_s);
    }

    void aFileThatCannotBeWrittenIsTold()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        exportTo(o, u"/sys/jobs.csv"_s); // nobody makes files there, whoever they are; and a file dialog reads none that never ends
        QTRY_COMPARE(o.text(u"undoTitle"_s), u"Not written"_s);
        QVERIFY2(o.text(u"undoIds"_s).contains(u"jobs.csv"_s), qPrintable(o.text(u"undoIds"_s)));
    }

    void columnsAreChosenAndOrderedWithTheKeysAndKept()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        auto *list = openColumns(o);
        QVERIFY(list);
        QTRY_VERIFY(list->hasFocus());
        list->setCurrentRow(rowOf(list, u"Account"_s));
        QTest::keyClick(list, Qt::Key_Space);
        QVERIFY(o.table().shownColumns().contains(JobColumn::Account));
        while (list->currentRow() > 0)
            QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(o.table().shownColumns().front(), JobColumn::Account);
        const QList<JobColumn> shown = o.table().shownColumns();
        QTest::keyClick(list, Qt::Key_Escape);
        MainWindow again(o.world.console());
        QCOMPARE(again.jobsPage()->table().shownColumns(), shown);

        o.window->activateWindow();
        QTRY_VERIFY(o.window->isActiveWindow()); // again, once the sheet has gone
        list = openColumns(o);
        QVERIFY(list);
        shownOne<QPushButton>(o, u"columnsReset"_s)->click();
        QCOMPARE(o.table().shownColumns().front(), JobColumn::State);
        QVERIFY(!o.table().shownColumns().contains(JobColumn::Account));
        QCOMPARE(list->item(0)->text(), u"State"_s);
    }

    void theLastColumnCannotBeTakenAway()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        auto *list = openColumns(o);
        for (int row = 0; row < list->count(); ++row)
            list->item(row)->setCheckState(Qt::Unchecked);
        QCOMPARE(o.table().shownColumns().size(), 1);
        int ticked = 0;
        for (int row = 0; row < list->count(); ++row)
            ticked += list->item(row)->checkState() == Qt::Checked ? 1 : 0;
        QCOMPARE(ticked, 1);
    }

    void compactRowsAreSwitchedAndKept()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        QCOMPARE(o.table().rowHeight(1), px::kRow);
        openColumns(o);
        o.find<QCheckBox>(u"compactRows"_s)->click();
        QCOMPARE(o.table().rowHeight(1), px::kCompactRow);
        MainWindow again(o.world.console());
        QVERIFY(again.jobsPage()->table().compact());
    }

    void aViewIsNamedShownKeptAndRemoved()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        o.find<FilterField>(u"filterField"_s)->setText(u"user:kim"_s);
        QTRY_COMPARE(o.text(u"shownCount"_s), u"1"_s);
        o.find<QPushButton>(u"saveView"_s)->click();
        auto *sheet = o.find<QDialog>(u"saveViewSheet"_s);
        auto *save = sheet->findChild<QPushButton *>(u"answer-1"_s);
        auto *name = sheet->findChild<QLineEdit *>(u"viewName"_s);
        QTRY_VERIFY(name->hasFocus());
        QVERIFY(!save->isEnabled());
        QTest::keyClicks(name, u"   "_s);
        QVERIFY(!save->isEnabled()); // a name of blanks is none
        QTest::keyClicks(name, u"Kim & co"_s);
        QTest::keyClick(name, Qt::Key_Return);
        auto *tab = o.find<QPushButton>(u"view-4"_s);
        QTRY_VERIFY(tab && tab->isChecked());
        QCOMPARE(tab->text(), u"Kim && co"_s);

        MainWindow again(o.world.console());
        auto *kept = again.findChild<QPushButton *>(u"view-4"_s);
        QVERIFY(kept);
        QCOMPARE(kept->text(), u"Kim && co"_s);
        kept->actions().front()->trigger();
        QTRY_VERIFY(!again.findChild<QPushButton *>(u"view-4"_s));
    }

    void eachViewTellsHowManyItHas()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        const auto count = [&o](int view) { return o.find<Button>(u"view-%1"_s.arg(view))->count(); };
        QTRY_COMPARE((QStringList{count(0), count(1), count(2), count(3)}), (QStringList{u"3"_s, u"4"_s, u"1"_s, u"0"_s}));
        o.maker.add(5, "fifth", "me", JobState::Pending).mine = true;
        o.nextRead();
        QTRY_COMPARE((QStringList{count(0), count(1), count(2)}), (QStringList{u"4"_s, u"5"_s, u"2"_s}));
    }

    void rowsAreOrderedFromTheMenu()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        o.find<QPushButton>(u"groupButton"_s)->click();
        auto *order = o.find<QMenu>(u"orderMenu"_s);
        QVERIFY(order);
        for (QAction *action : order->actions()) {
            if (action->text() == u"Name"_s)
                action->trigger();
        }
        QCOMPARE(o.world.jobs.view().sortBy, JobColumn::Name);
        QTRY_COMPARE(o.world.jobs.index(1, int(JobColumn::Name)).data().toString(), u"first"_s);
        o.find<QAction>(u"descending"_s)->trigger();
        QTRY_COMPARE(o.world.jobs.index(1, int(JobColumn::Name)).data().toString(), u"third"_s);
    }

    void theMenuOfARowIsThatOfTheRowUnderTheMouse()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        const QModelIndex first = o.world.jobs.index(1, int(JobColumn::Name)); // just below its group
        const QPoint at = o.table().visualRect(first).center();
        QTest::mouseClick(o.table().viewport(), Qt::RightButton, {}, at);
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, o.table().viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(o.table().viewport(), &event);
        auto *menu = o.find<QMenu>(u"rowMenu"_s);
        QVERIFY(menu && menu->isVisible());
        QCOMPARE(menu->pos(), o.table().viewport()->mapToGlobal(at));
        QCOMPARE(o.chosen(), QStringList{u"1"_s});
    }

    void theMenuKeyOpensTheMenuOfTheCurrentRow()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        o.table().setCurrentIndex(o.world.jobs.index(1, int(JobColumn::Name)));
        QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(500, 300), o.table().mapToGlobal(QPoint(500, 300)));
        QCoreApplication::sendEvent(&o.table(), &event);
        auto *menu = o.find<QMenu>(u"rowMenu"_s);
        QVERIFY(menu && menu->isVisible());
        const int y = o.table().viewport()->mapFromGlobal(menu->pos()).y();
        QCOMPARE(o.table().rowAt(y - 1), 1);
    }

private:
    QTemporaryDir m_remembered;
};
PILOTHOUSE_TEST(RowsTest)

#include "tst_rows.moc"
