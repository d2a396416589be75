// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How the window ends while something waits to be sent; the undo bar and the activity log.
#include "tests/support/runner.h"
#include "tests/widgets/opened.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QTimer>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

class QuitTest : public QObject {
    Q_OBJECT

    // Closes the window and answers the dialog that must open; what it said.
    static QString closeAnd(Opened &o, const std::function<void(QDialog &)> &answer)
    {
        QString said;
        QTimer::singleShot(0, o.window.get(), [&] {
            auto *dialog = o.find<QDialog>(u"quitDialog"_s);
            if (!dialog)
                return;
            said = dialog->findChild<QLabel *>(u"sheetSentence"_s)->text();
            answer(*dialog);
        });
        o.window->close();
        return said;
    }
    static void waitForStop(Opened &o)
    {
        QTRY_VERIFY(o.ready());
        o.choose({1, 2});
        QTest::keyClick(&o.table(), Qt::Key_S);
        QCOMPARE(o.world.acts.waiting().size(), size_t(1));
    }

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::Light); }

    void enterDropsWhatWaitsAndNothingIsSent()
    {
        Opened o;
        waitForStop(o);
        const QString said = closeAnd(o, [](QDialog &dialog) {
            QCOMPARE(dialog.findChild<QPushButton *>(u"answer-1"_s)->text(), u"Drop and quit"_s);
            QVERIFY(dialog.findChild<QPushButton *>(u"answer-1"_s)->isDefault());
            QTest::keyClick(&dialog, Qt::Key_Return);
        });
        QVERIFY2(said.startsWith(u"Nothing of it has been sent yet."_s), qPrintable(said));
        QVERIFY(!o.window->isVisible());
        QVERIFY(o.world.acts.waiting().empty());
        o.passGrace();
        QCOMPARE(o.world.lines[0].source->stopped(), QStringList());
    }

    void escapeGoesBackAndTheActGoesOnWaiting()
    {
        Opened o;
        waitForStop(o);
        QVERIFY(!closeAnd(o, [](QDialog &dialog) { QTest::keyClick(&dialog, Qt::Key_Escape); }).isEmpty());
        QVERIFY(o.window->isVisible());
        QCOMPARE(o.world.acts.waiting().size(), size_t(1));
    }

    void sendNowSendsAndGoesOnceTheAnswerIsIn()
    {
        Opened o;
        waitForStop(o);
        closeAnd(o, [](QDialog &dialog) { dialog.findChild<QPushButton *>(u"answer-2"_s)->click(); });
        QTRY_VERIFY(!o.window->isVisible());
        QCOMPARE(o.world.lines[0].source->stopped(), (QStringList{u"1"_s, u"2"_s}));
    }

    void whileItAsksNothingIsSent()
    {
        Opened o;
        waitForStop(o);
        closeAnd(o, [&o](QDialog &dialog) {
            o.passGrace();
            QVERIFY(!o.world.acts.sending());
            QTest::keyClick(&dialog, Qt::Key_Return);
        });
        QVERIFY(!o.window->isVisible());
        o.passGrace();
        QCOMPARE(o.world.lines[0].source->stopped(), QStringList());
    }

    void theQuestionGoesWhenWhatItAsksAboutWasDropped()
    {
        Opened o;
        waitForStop(o);
        closeAnd(o, [&o](QDialog &) { o.world.acts.sourceLost(0); });
        QVERIFY(o.window->isVisible());
        QCOMPARE(o.text(u"undoTitle"_s), u"1 act was dropped: the link was lost. Nothing was sent."_s);
        o.window->close();
        QVERIFY(!o.window->isVisible());
    }

    // The window waits for the answer of what was sent, or goes without it only when told to.
    void aStopThatIsOnItsWayIsNotCutOff()
    {
        Opened o;
        o.world.lines[0].source->setSilent(true);
        waitForStop(o);
        o.passGrace();
        QVERIFY(o.world.acts.sending());
        QCOMPARE(o.text(u"undoTitle"_s), u"Stopping 2 jobs of me: sent, the answer is awaited"_s);
        QString asked;
        const auto answer = [&o, &asked](const std::function<void(QDialog &)> &how) {
            QTimer::singleShot(0, o.window.get(), [&o, &asked, how] {
                if (auto *dialog = o.find<QDialog>(u"awaitDialog"_s)) {
                    asked = dialog->findChild<QLabel *>(u"sheetTitle"_s)->text();
                    how(*dialog);
                }
            });
            o.window->close();
        };
        answer([](QDialog &dialog) { QTest::keyClick(&dialog, Qt::Key_Escape); });
        QCOMPARE(asked, u"A stop is on its way"_s);
        QVERIFY(o.window->isVisible());
        answer([&o](QDialog &) { o.world.lines[0].source->setSilent(false); });
        QVERIFY(!o.window->isVisible());
        QCOMPARE(o.world.lines[0].source->stopped(), (QStringList{u"1"_s, u"2"_s}));
    }

    void theSameStopIsNotQueuedTwice()
    {
        Opened o;
        waitForStop(o);
        QTest::keyClick(&o.table(), Qt::Key_S);
        QTest::keyClick(&o.table(), Qt::Key_Delete);
        QCOMPARE(o.world.acts.waiting().size(), size_t(1));
    }

    void whatIsSaidWhileAnActWaitsIsToldAfterwards()
    {
        Opened o;
        waitForStop(o);
        emit o.window->jobsPage()->said(u"Not written"_s, u"disk full"_s, true);
        QCOMPARE(o.text(u"undoTitle"_s), u"Stopping 2 jobs of me in 5 s"_s);
        QTest::keyClick(&o.table(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(o.text(u"undoTitle"_s), u"Not written"_s);
        QCOMPARE(o.text(u"undoIds"_s), u"disk full"_s);
    }

    void withNothingWaitingNothingIsAsked()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        o.window->close();
        QVERIFY(!o.window->isVisible());
    }

    void undoTakesBackTheLastAndTheOthersStay()
    {
        Opened o;
        waitForStop(o);
        o.choose({4});
        QTest::keyClick(&o.table(), Qt::Key_S);
        QTRY_COMPARE(o.text(u"undoTitle"_s), u"Stopping 1 job of me in 5 s"_s);
        QCOMPARE(o.text(u"undoIds"_s), u"fourth · 4"_s);
        QCOMPARE(o.text(u"undoNote"_s), u"1 more act waits; nothing has been sent yet"_s);
        QTest::mouseClick(o.find<QPushButton>(u"undoButton"_s), Qt::LeftButton);
        QTRY_COMPARE(o.text(u"undoTitle"_s), u"Stopping 2 jobs of me in 5 s"_s);
        o.passGrace();
        QTRY_COMPARE(o.world.lines[0].source->stopped(), (QStringList{u"1"_s, u"2"_s}));
        QTRY_COMPARE(o.text(u"undoTitle"_s), u"2 stopped"_s);
    }

    void aLostLinkDropsWhatWaitsAndSaysSo()
    {
        Opened o;
        waitForStop(o);
        o.world.acts.sourceLost(0);
        QTRY_COMPARE(o.text(u"undoTitle"_s), u"1 act was dropped: the link was lost. Nothing was sent."_s);
    }

    void theLogIsOpenedSearchedAndLeftWithTheKeys()
    {
        Opened o;
        const QDateTime at = o.world.clock.now();
        o.world.log = {{.id = 2,
                        .at = at,
                        .source = u"hpc-a"_s,
                        .kind = u"refused"_s,
                        .subject = u"Stop 9 of kim"_s,
                        .command = u"scancel 9"_s,
                        .answer = u"denied \u202e"_s,
                        .act = 2},
                       {.id = 1,
                        .at = at,
                        .source = u"hpc-a"_s,
                        .kind = u"asked"_s,
                        .subject = u"Stop 1 of me"_s,
                        .command = {},
                        .answer = {},
                        .act = 1}};
        QTRY_VERIFY(o.ready());
        auto *table = o.find<QTableView>(u"logTable"_s);
        QVERIFY(!table->isVisible());
        o.table().setFocus();
        QTest::keyClick(o.window.get(), Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY(table->isVisible());
        QCOMPARE(table->model()->rowCount(), 2);
        QStringList cells;
        for (int column = 2; column < table->model()->columnCount(); ++column)
            cells << table->model()->index(0, column).data().toString();
        QCOMPARE(cells, (QStringList{u"Refused"_s, u"Stop 9 of kim"_s, u"scancel 9"_s, u"denied ⟦RLO⟧"_s}));
        auto *search = o.find<QLineEdit>(u"logSearch"_s);
        QVERIFY(search->hasFocus());
        QTest::keyClicks(search, u"of me"_s);
        QCOMPARE(table->model()->rowCount(), 1);
        QTest::keyClick(search, Qt::Key_Escape);
        QVERIFY(!table->isVisible());
        QVERIFY(o.table().hasFocus());
    }

    void theResultLeadsToTheLog()
    {
        Opened o;
        waitForStop(o);
        o.passGrace();
        auto *show = o.find<QPushButton>(u"undoLog"_s);
        QTRY_VERIFY(show->isVisible());
        QTest::mouseClick(show, Qt::LeftButton);
        QVERIFY(o.find<QWidget>(u"activityLog"_s)->isVisible());
    }
};
PILOTHOUSE_TEST(QuitTest)

#include "tst_quit.moc"
