// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Keys that work everywhere, what is said of a source, what is kept beside other windows.
#include "tests/support/runner.h"
#include "tests/widgets/opened.h"
#include "widgets/activitylog.h"
#include "widgets/filterfield.h"
#include "widgets/sourcebar.h"
#include "widgets/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

LogEntry entry(qint64 id, const QDateTime &at)
{
    return {.id = id, .at = at, .source = u"hpc-a"_s, .kind = u"done"_s, .subject = u"Stop %1"_s.arg(id), .command = QString(600, u'x')};
}

} // namespace

class ConsoleTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::Light); }

    void undoAndFilterAreThereWhereverTheFocusIs()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        o.choose({1});
        QTest::keyClick(&o.table(), Qt::Key_S);
        QTRY_COMPARE(o.world.acts.waiting().size(), size_t(1));
        QTest::keyClick(o.window.get(), Qt::Key_L, Qt::ControlModifier);
        auto *log = o.find<QTableView>(u"logTable"_s);
        QTRY_VERIFY(log->isVisible());
        QTest::keyClick(log, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(o.world.acts.waiting().empty());
        QTest::keyClick(log, Qt::Key_Slash);
        auto *filter = o.window->findChild<FilterField *>();
        QCOMPARE(o.window->focusWidget(), filter);
        QTest::keyClicks(filter, u"work:/home"_s); // in the field it is a letter
        QCOMPARE(filter->text(), u"work:/home"_s);
    }

    void aPersonsRefreshSkipsTheLinksBackOffButForRefusedLogIns()
    {
        World world;
        world.add(u"hpc-a"_s).source->answer(failure(Error::Kind::Unreachable, u"login1"_s));
        world.add(u"hpc-b"_s).source->answer(failure(Error::Kind::LoginRefused, u"login1"_s));
        Console console = world.console();
        QStringList retried;
        for (ConsoleSource &source : console.sources)
            source.retry = [&retried, name = source.info.name] { retried << name; };
        MainWindow window(console);
        window.show();
        world.read();
        QTRY_COMPARE(world.lines[0].feed->link(), Feed::Link::Lost);
        QTRY_COMPARE(world.lines[1].feed->link(), Feed::Link::NeedsPerson);
        QTest::keyClick(&window, Qt::Key_F5);
        QCOMPARE(retried, QStringList{u"hpc-a"_s});
    }

    void anAgeDoesNotFollowAWallClockThatIsSet() // CLK-01
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        o.world.clock.pass(std::chrono::seconds(30));
        o.world.clock.wall = o.world.clock.wall.addSecs(-600);
        const Console console = o.world.console();
        QCOMPARE(freshnessOf(console.sources.front()).age, u"30 s"_s);
    }

    void aSourceWhoseClockIsWrongSaysSo() // CLK-01
    {
        World world;
        JobMaker maker;
        const auto snapshot = maker.snapshot();
        snapshot->sourceNow = Moment(kNow + 200);
        world.add(u"hpc-a"_s).source->answer(snapshot);
        world.read();
        QTRY_VERIFY(world.lines[0].feed->last());
        const Console console = world.console();
        QCOMPARE(freshnessOf(console.sources.front()).note, u"clock 3 min ahead"_s);
    }

    void aFingerprintStandsWhereItCanBeCompared()
    {
        World world;
        world.add(u"hpc-a"_s).source->answer(failure(Error::Kind::HostKeyUnknown, u"login1"_s, u"SHA256:abcdef"_s));
        MainWindow window(world.console());
        window.show();
        world.read();
        QTRY_VERIFY(window.findChild<QLabel *>(u"stateText"_s)->text().contains(u"SHA256:abcdef"_s));
        QTRY_VERIFY(window.findChild<QLabel *>(u"linkCause"_s)->text().contains(u"SHA256:abcdef"_s));
    }

    void profilesThatAreAskedForAreShownTogether()
    {
        World world;
        world.add(u"hpc-a"_s);
        world.add(u"hpc b"_s);
        MainWindow window(world.console());
        window.show();
        auto *filter = window.findChild<FilterField *>();
        filter->setText(u"user:kim"_s);
        window.showSources({});
        QCOMPARE(filter->text(), u"user:kim"_s);
        window.showSources({u"other"_s});
        QCOMPARE(filter->text(), u"user:kim"_s);
        QVERIFY(window.findChild<QLabel *>(u"noticeText"_s)->text().contains(u"no profile other"_s));
        window.showSources({u"hpc-a"_s, u"hpc b"_s});
        QCOMPARE(filter->text(), u"source:hpc-a,\"hpc b\""_s);
    }

    void aNoticeThatComesAgainIsThereOnce()
    {
        Opened o;
        for (int i = 0; i < 5; ++i)
            o.window->showNotice(u"The disk is full."_s);
        QCOMPARE(o.text(u"noticeText"_s), u"The disk is full."_s);
    }

    void aNameThatCanBeSelectedIsCutInTheMiddleLikeAnother()
    {
        Label plain(u"llama-8b-sft-with-a-very-long-name-seed3"_s);
        Label selectable(plain.text());
        selectable.setSelectable();
        for (Label *label : {&plain, &selectable}) {
            label->setElide(Qt::ElideMiddle);
            label->resize(100, 20);
        }
        QCOMPARE(selectable.grab().toImage(), plain.grab().toImage());
    }

    void anAmpersandOfAViewsNameIsShown()
    {
        Button with(Button::Kind::Tab, nullptr, u"R&&D"_s);
        Button without(Button::Kind::Tab, nullptr, u"RD"_s);
        QVERIFY(with.sizeHint().width() > without.sizeHint().width());
        Opened o;
        o.world.settings[u"jobs/views"_s]
            = QVariantList{QVariantMap{{u"name"_s, u"R&D"_s}, {u"filter"_s, u"user:kim"_s}, {u"group"_s, 0}, {u"sort"_s, u"state"_s}}};
        MainWindow window(o.world.console());
        QCOMPARE(window.findChild<QPushButton *>(u"view-4"_s)->text(), u"R&&D"_s);
    }

    void viewsThatAnotherWindowSavedAreLeftAlone()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        const QVariantMap theirs{{u"name"_s, u"Theirs"_s}, {u"filter"_s, u"user:kim"_s}};
        o.world.settings[u"jobs/views"_s] = QVariantList{theirs};
        o.find<FilterField>(u"filterField"_s)->setText(u"user:me"_s);
        QTRY_COMPARE(o.world.settings[u"jobs/view"_s].toMap()[u"filter"_s].toString(), u"user:me"_s);
        QCOMPARE(o.world.settings[u"jobs/views"_s].toList().size(), 1);
        QTest::mouseClick(o.find<QPushButton>(u"saveView"_s), Qt::LeftButton);
        QTest::keyClicks(o.find<QLineEdit>(u"viewName"_s), u"Ours"_s);
        QTest::keyClick(o.find<QLineEdit>(u"viewName"_s), Qt::Key_Return);
        QTRY_COMPARE(o.world.settings[u"jobs/views"_s].toList().size(), 2);
        QCOMPARE(o.world.settings[u"jobs/views"_s].toList()[0].toMap()[u"name"_s].toString(), u"Theirs"_s);
        QCOMPARE(o.world.settings[u"jobs/views"_s].toList()[1].toMap()[u"name"_s].toString(), u"Ours"_s);
    }

    void theLogSaysTheDayKeepsItsPlaceAndIsCopiedWhole()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        const QDateTime today = QDateTime::currentDateTime();
        const QDateTime before = today.addDays(-3);
        o.world.log = {entry(2, today), entry(1, before)};
        QTest::keyClick(o.window.get(), Qt::Key_L, Qt::ControlModifier);
        auto *table = o.find<QTableView>(u"logTable"_s);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QVERIFY(table->model()->index(1, 0).data().toString().startsWith(before.date().toString(Qt::ISODate)));
        table->selectRow(1);
        o.world.log.insert(o.world.log.begin(), entry(3, today));
        o.window->findChild<ActivityLog *>()->refresh();
        QTRY_COMPARE(table->model()->rowCount(), 3);
        QCOMPARE(table->currentIndex().row(), 2); // the same entry, one further down
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().contains(QString(600, u'x')));
        QVERIFY(QGuiApplication::clipboard()->text().contains(u"Stop 1"_s));
    }
};

PILOTHOUSE_TEST(ConsoleTest)
#include "tst_console.moc"
