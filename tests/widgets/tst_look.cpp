// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Themes, what a screen reader is told, and that all can be reached without a mouse.
#include "tests/support/runner.h"
#include "tests/widgets/labday.h"
#include "tests/widgets/opened.h"
#include "widgets/theme.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QPainter>
#include <QTest>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

class LookTest : public QObject {
    Q_OBJECT

    static QImage picture(QWidget &window)
    {
        QCoreApplication::processEvents();
        return window.grab().toImage();
    }

private slots:
    void init() { applyTheme(*qApp, ThemeKind::Light); }
    void cleanupTestCase() { applyTheme(*qApp, ThemeKind::Light); }

    // Nothing keeps a colour of the theme before: the first page's glyphs did.
    void aWindowThatChangesItsThemeLooksLikeOneThatWasOpenedInIt()
    {
        for (const bool sources : {false, true}) {
            World world;
            if (sources)
                world.add(u"hpc-a"_s).source->answer(dayOfHpcA());
            const auto open = [&](MainWindow &window) {
                window.resize(1280, 800);
                window.show();
                if (!sources)
                    return;
                world.read();
                QTRY_VERIFY(world.jobs.rowCount() > 20);
                QTRY_VERIFY(!window.findChild<Button *>(u"view-1"_s)->count().isEmpty()); // counted on a worker
                window.jobsPage()->table().selectRow(world.jobs.rowOf({481207, kNoTask, 0}));
                window.jobsPage()->table().setFocus();
            };
            applyTheme(*qApp, ThemeKind::Light);
            MainWindow changed(world.console());
            open(changed);
            (void)picture(changed);
            applyTheme(*qApp, ThemeKind::Dark);
            changed.hide();
            MainWindow fresh(world.console());
            open(fresh);
            QImage want = picture(fresh);
            fresh.hide();
            changed.show();
            if (sources)
                changed.jobsPage()->table().setFocus();
            QImage got = picture(changed);
            QCOMPARE(got.size(), want.size());
            for (QImage *image : {&want, &got}) // the ring of the time to the next read goes on between the two
                QPainter(image).fillRect(QRect(0, image->height() - 28, 32, 28), Qt::black);
            int differ = 0;
            QPoint first;
            for (int y = 0; y < want.height(); ++y) {
                for (int x = 0; x < want.width(); ++x) {
                    if (want.pixel(x, y) != got.pixel(x, y) && differ++ == 0)
                        first = {x, y};
                }
            }
            QVERIFY2(differ == 0, qPrintable(u"%1 pixels, the first at %2,%3"_s.arg(differ).arg(first.x()).arg(first.y())));
        }
    }

    void theLookIsChosenFromTheSettingsAndKept()
    {
        applyTheme(*qApp, ThemeKind::System);
        Opened o;
        QTRY_VERIFY(o.ready());
        o.find<QAbstractButton>(u"rail-settings"_s)->click();
        QVERIFY(o.find<QMenu>(u"settingsMenu"_s));
        o.find<QAction>(u"theme-dark"_s)->trigger();
        QCOMPARE(themeKind(), ThemeKind::Dark);
        QVERIFY(theme().dark);
        applyTheme(*qApp, ThemeKind::System);
        const MainWindow again(o.world.console());
        QCOMPARE(themeKind(), ThemeKind::Dark);
    }

    void theCommandLinesLookGoesBeforeTheKeptOne()
    {
        World world;
        world.add(u"hpc-a"_s);
        world.settings.insert(u"window/theme"_s, u"dark"_s);
        applyTheme(*qApp, ThemeKind::Light);
        const MainWindow window(world.console());
        QCOMPARE(themeKind(), ThemeKind::Light);
    }

    void aScreenReaderHearsARowAsASentence()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        QAccessibleInterface *table = QAccessible::queryAccessibleInterface(&o.table());
        QVERIFY(table && table->tableInterface());
        QCOMPARE(table->text(QAccessible::Name), u"Jobs"_s);
        const int row = o.world.jobs.rowOf({3, kNoTask, 0});
        QAccessibleInterface *cell = table->tableInterface()->cellAt(row, int(JobColumn::State));
        QVERIFY(cell);
        const QString said = cell->text(QAccessible::Name);
        QVERIFY2(said.startsWith(u"Running, third"_s), qPrintable(said));
    }

    void everyButtonAndFieldTellsItsNameAndWhatItIs()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        QTest::keyClick(o.window.get(), Qt::Key_L, Qt::ControlModifier);
        QStringList wrong;
        for (QWidget *widget : o.window->findChildren<QWidget *>()) {
            const bool button = qobject_cast<QAbstractButton *>(widget);
            if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus))
                continue;
            QAccessibleInterface *told = QAccessible::queryAccessibleInterface(widget);
            const bool named = told && !told->text(QAccessible::Name).isEmpty();
            const bool pressed = told
                && (!button || told->role() == QAccessible::Button || told->role() == QAccessible::CheckBox
                    || told->role() == QAccessible::RadioButton || told->role() == QAccessible::PageTab);
            if (!named || !pressed)
                wrong << u"%1 (%2)"_s.arg(widget->objectName(), QString::fromLatin1(widget->metaObject()->className()));
        }
        QCOMPARE(wrong, QStringList());
    }

    void tabReachesEachControlOnceAndComesBack()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        QTRY_VERIFY(QApplication::focusWidget());
        o.table().setCurrentIndex(o.world.jobs.index(1, 0));
        o.table().setFocus();
        QStringList reached;
        QWidget *const start = QApplication::focusWidget();
        for (int step = 0; step < 80; ++step) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QWidget *at = QApplication::focusWidget();
            QVERIFY(at);
            if (at == start)
                break;
            reached << at->objectName();
        }
        QCOMPARE(QApplication::focusWidget(), start);
        for (const QString &name :
             {u"rail-jobs"_s, u"rail-settings"_s, u"view-0"_s, u"saveView"_s, u"columnsButton"_s, u"exportButton"_s, u"filterField"_s,
              u"groupButton"_s, u"detailStop"_s, u"detailClose"_s, u"source-hpc-a"_s, u"keysButton"_s})
            QVERIFY2(reached.count(name) == 1, qPrintable(name + u" in "_s + reached.join(u' ')));
    }
};
PILOTHOUSE_TEST(LookTest)

#include "tst_look.moc"
