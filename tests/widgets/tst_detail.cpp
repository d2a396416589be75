// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/runner.h"
#include "tests/widgets/opened.h"
#include "widgets/detailpanel.h"
#include "widgets/filterfield.h"
#include "widgets/theme.h"

#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

// One array of two running tasks and eight that wait.
void addArray(Opened &o, quint32 id)
{
    for (quint32 task = 0; task < 2; ++task)
        o.maker.addTask(id, task, id + 1 + task, JobState::Running).mine = true;
    o.maker.addRest(id, "2-9", 8).mine = true;
}

void show(const Opened &o, const JobKey &key, bool rest = false)
{
    o.table().setCurrentIndex(o.world.jobs.index(o.world.jobs.rowOf(key, rest), int(JobColumn::Name)));
}

QString allText(const Opened &o)
{
    QStringList all;
    for (const QLabel *label : o.find<QScrollArea>(u"detailScroll"_s)->findChildren<QLabel *>())
        all << label->text();
    return all.join(u'\n');
}

} // namespace

class DetailTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::Light); }

    // An act names exactly what it hits: the waiting row of an open array is not the array.
    void theWaitingRestIsShownAndStoppedAlone()
    {
        Opened o;
        addArray(o, 50);
        QTRY_VERIFY(o.ready());
        o.nextRead();
        QTRY_VERIFY(o.world.jobs.rowOf({50, kNoTask, 0}) >= 0);
        JobView view = o.world.jobs.view();
        view.openArrays.insert({50, kNoTask, 0});
        o.world.jobs.setView(view);
        QTRY_VERIFY(o.world.jobs.rowOf({50, kNoTask, 0}, true) >= 0);
        show(o, {50, kNoTask, 0}, true);
        QTRY_COMPARE(o.text(u"detailIds"_s), u"hpc-a · 50_[2-9] · alice"_s);
        auto *stop = o.find<QPushButton>(u"detailStop"_s);
        QCOMPARE(stop->text(), u"Stop"_s);
        QTest::mouseClick(stop, Qt::LeftButton);
        QTRY_COMPARE(o.world.acts.waiting().size(), size_t(1));
        const std::vector<Target> &targets = o.world.acts.waiting().front().targets;
        QCOMPARE(targets.size(), size_t(1));
        QCOMPARE(targets.front().id, u"50_[2-9]"_s);
        QVERIFY(!targets.front().wholeArray);
        show(o, {50, kNoTask, 0});
        QTRY_COMPARE(stop->text(), u"Stop array…"_s);
    }

    void aJobThatTheFilterHidesGetsItsEndAllTheSame()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        o.find<FilterField>(u"filterField"_s)->setText(u"state:running"_s);
        QTRY_COMPARE(o.world.jobs.rowOf({4, kNoTask, 0}), -1);
        show(o, {1, kNoTask, 0});
        QTRY_COMPARE(o.text(u"detailState"_s), u"Running"_s);
        o.maker.jobs[0].state = JobState::Completed;
        o.maker.jobs[0].start = Moment(kNow - 3600);
        o.maker.jobs[0].end = Moment(kNow - 60);
        o.nextRead();
        QTRY_COMPARE(o.text(u"detailState"_s), u"Completed · hidden here"_s);
        QCOMPARE(o.find<QPushButton>(u"detailStop"_s)->toolTip(), u"This job has ended."_s);
    }

    void theClocksOfAJobThatIsGoneStandStill()
    {
        Opened o;
        o.maker.jobs[0].start = Moment(kNow - 3600);
        QTRY_VERIFY(o.ready());
        o.nextRead();
        QTRY_VERIFY(o.world.jobs.job(o.world.jobs.rowOf({1, kNoTask, 0}))->start.known());
        show(o, {1, kNoTask, 0});
        QTRY_VERIFY(allText(o).contains(u"1:00:00"_s));
        o.maker.jobs.erase(o.maker.jobs.begin());
        o.nextRead();
        QTRY_COMPARE(o.text(u"detailState"_s), u"Not in the queue any more"_s);
        QVERIFY(!o.find<QPushButton>(u"detailStop"_s)->isEnabled());
        o.world.clock.pass(std::chrono::hours(3));
        o.window->findChild<DetailPanel *>()->refresh();
        QVERIFY2(allText(o).contains(u"1:00:00"_s), qPrintable(allText(o)));
    }

    void barsFollowTheTime()
    {
        Opened o;
        o.maker.jobs[0].start = Moment(kNow - 360);
        o.maker.jobs[0].timeLimit = Span(Seconds(4 * 3600));
        QTRY_VERIFY(o.ready());
        o.nextRead();
        QTRY_VERIFY(o.world.jobs.job(o.world.jobs.rowOf({1, kNoTask, 0}))->start.known());
        show(o, {1, kNoTask, 0});
        const auto bar = [&o] {
            for (auto *each : o.find<QScrollArea>(u"detailScroll"_s)->findChildren<QWidget *>()) {
                if (each->objectName().startsWith(u"bar-"_s))
                    return each;
            }
            return static_cast<QWidget *>(nullptr);
        };
        QTRY_VERIFY(bar());
        QWidget *const first = bar();
        o.world.clock.pass(std::chrono::hours(3) + std::chrono::minutes(45));
        o.window->findChild<DetailPanel *>()->refresh();
        QCOMPARE(bar(), first); // followed in place
        const QImage late = first->grab().toImage();
        QCOMPARE(late.pixelColor(late.width() / 2, 1), theme().mark.pending); // 96 %: amber, over the middle
        QVERIFY2(allText(o).contains(u"3:51:00"_s), qPrintable(allText(o)));
        for (const QLabel *label : o.find<QScrollArea>(u"detailScroll"_s)->findChildren<QLabel *>()) {
            if (label->objectName().startsWith(u"value-"_s))
                QVERIFY2(label->accessibleName().endsWith(label->text()), qPrintable(label->accessibleName()));
        }
    }

    void theScrollIsKeptWhenTheShapeChanges()
    {
        Opened o;
        o.window->resize(1280, 500);
        QTRY_VERIFY(o.ready());
        addArray(o, 50);
        o.nextRead();
        QTRY_VERIFY(o.world.jobs.rowOf({50, kNoTask, 0}) >= 0);
        show(o, {50, kNoTask, 0});
        QScrollBar *bar = o.find<QScrollArea>(u"detailScroll"_s)->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 40);
        bar->setValue(40);
        const QWidget *body = o.find<QScrollArea>(u"detailScroll"_s)->widget();
        o.maker.addTask(50, 2, 53, JobState::Running);
        o.nextRead();
        QTRY_VERIFY(o.find<QScrollArea>(u"detailScroll"_s)->widget() != body); // another task: other rows
        QCOMPARE(bar->value(), 40);
    }

    void rowsThatArePassedByAreNotAskedFor()
    {
        World world;
        JobMaker maker;
        for (quint32 id = 1; id <= 30; ++id)
            maker.add(id, "j", "me", JobState::Running);
        world.add(u"hpc-a"_s).source->answer(maker.snapshot());
        Console console = world.console();
        QList<quint32> asked;
        console.fetchDetail = [&asked](const Job &job, auto done) {
            asked << job.jobId;
            done(JobDetail{});
        };
        MainWindow window(console);
        window.resize(1280, 800);
        window.show();
        world.read();
        QTRY_VERIFY(world.jobs.rowCount() > 30);
        JobsTable &table = window.jobsPage()->table();
        table.setCurrentIndex(world.jobs.index(1, int(JobColumn::Name)));
        for (int i = 0; i < 20; ++i)
            QTest::keyClick(&table, Qt::Key_Down);
        const quint32 last = world.jobs.job(table.currentIndex().row())->jobId;
        QTRY_VERIFY(!asked.isEmpty());
        QCOMPARE(asked, QList<quint32>{last});
        auto *detail = window.findChild<DetailPanel *>();
        for (int i = 0; i < 40; ++i) // as a waiting act and other sources tick
            detail->refresh();
        QCOMPARE(asked.size(), 1);
        world.clock.pass(std::chrono::seconds(16));
        detail->refresh();
        QCOMPARE(asked.size(), 2);
    }

    void aClosedPanelDoesNothing()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        show(o, {1, kNoTask, 0});
        QTRY_COMPARE(o.text(u"detailName"_s), u"first"_s);
        QTest::keyClick(o.window.get(), Qt::Key_I, Qt::ControlModifier);
        QTRY_VERIFY(!o.find<QWidget>(u"detailPanel"_s)->isVisible());
        show(o, {2, kNoTask, 0});
        QCOMPARE(o.text(u"detailName"_s), u"first"_s);
        QTest::keyClick(o.window.get(), Qt::Key_I, Qt::ControlModifier);
        QTRY_COMPARE(o.text(u"detailName"_s), u"second"_s);
    }
};

PILOTHOUSE_TEST(DetailTest)
#include "tst_detail.moc"
