// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/jobtablemodel.h"
#include "tests/models/somejobs.h"
#include "tests/support/runner.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QSignalSpy>
#include <QTest>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class JobTableTest : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        clock = HandClock();
        model = std::make_unique<JobTableModel>(pool, clock);
        tester = std::make_unique<QAbstractItemModelTester>(model.get(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        model->addSource({0, u"hpc-a"_s, u"slurm"_s, false, 5000ms});
        model->addSource({1, u"hpc-b"_s, u"slurm"_s, false, 5000ms});
    }
    void cleanup()
    {
        tester.reset();
        model.reset();
        pool.waitForDone();
    }

    void rowsAreWhatTheSnapshotSays()
    {
        JobMaker maker;
        Job &job = maker.add(4711, "llama", "robin", JobState::Running);
        job.start = Moment(kNow - 42120);
        job.timeLimit = Span(24h);
        job.gpus = 8;
        job.cpus = 64;
        job.mine = true;
        maker.addRest(20, "0-9", 10);
        show(maker.snapshot());
        QCOMPARE(lines(), (QStringList{u"Running|"_s, u"Running|4711"_s, u"Waiting|"_s, u"Array|20_[0–9]"_s}));
        QCOMPARE(at(0, JobColumn::State, SecondaryRole).toString(), u"8 GPUs · 64 CPUs"_s);
        QCOMPARE(at(0, JobColumn::State, GroupCountRole).toInt(), 1);
        QCOMPARE(at(2, JobColumn::State, GroupCountRole).toInt(), 10);
        QCOMPARE(at(1, JobColumn::Time).toString(), u"11:42"_s);
        QCOMPARE(at(1, JobColumn::Time, SecondaryRole).toString(), u"/ 24:00"_s);
        QVERIFY(qAbs(at(1, JobColumn::Place, BarRole).toDouble() - 0.4875) < 1e-9);
        QVERIFY(at(1, JobColumn::State, MineRole).toBool());
        QCOMPARE(at(3, JobColumn::State, StripRole).value<ArrayStrip>().tasks, 10u);
        QCOMPARE(at(3, JobColumn::State, Qt::AccessibleTextRole).toString(), u"Array 20_[0–9], sweep, 10 tasks: 10 waiting"_s);
        QCOMPARE(model->rowOf({4711, kNoTask, 0}), 1);
        QVERIFY(!model->job(0));
        QCOMPARE(model->job(1)->jobId, 4711u);
        clock.pass(60s); // what passes by itself is made when painted
        QCOMPARE(at(1, JobColumn::Time).toString(), u"11:43"_s);
    }

    // Random snapshots, views and selections: the selection is the same jobs afterwards, and no reset was ever sent.
    void theSelectionFollowsItsJobs()
    {
        const quint32 seed = 20260301;
        std::mt19937 random(seed);
        QItemSelectionModel selection(model.get());
        QSignalSpy resets(model.get(), &QAbstractItemModel::modelReset);
        JobMaker maker;
        for (int round = 0; round < 150; ++round) {
            QSet<QString> chosen;
            selection.clearSelection();
            for (int row = 0; row < model->rowCount(); ++row) {
                if (random() % 3 == 0 && model->job(row)) {
                    selection.select(model->index(row, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
                    chosen << identity(row);
                }
            }
            randomJobs(maker, random, round % 10 == 9 ? 3 : 60);
            JobView view = model->view();
            if (round % 3 == 0) {
                view.group = JobGroup(random() % 7);
                view.sortBy = JobColumn(random() % int(JobColumn::Count));
                view.descending = random() % 2 == 1;
                view.openArrays = random() % 2 ? QSet<JobKey>{{105, kNoTask, 0}, {112, kNoTask, 0}, {119, kNoTask, 0}} : QSet<JobKey>();
                view.filter = random() % 2 ? u"gpu>=3"_s : QString();
            }
            model->setView(view);
            show(maker.snapshot());
            QSet<QString> there, expected, selected;
            for (int row = 0; row < model->rowCount(); ++row) {
                if (model->job(row))
                    there << identity(row);
            }
            for (const QString &one : std::as_const(chosen)) {
                if (there.contains(one))
                    expected << one;
            }
            for (const QModelIndex &index : selection.selectedRows())
                selected << identity(index.row());
            QVERIFY2(selected == expected, qPrintable(u"seed %1 round %2"_s.arg(seed).arg(round)));
        }
        QCOMPARE(resets.count(), 0);
    }

    void aSelectedRowInTheTailSurvivesAShrinkingList()
    {
        JobMaker maker;
        for (quint32 id = 1; id <= 100; ++id)
            maker.add(id, "a", "bob", JobState::Running);
        JobView view;
        view.group = JobGroup::None;
        view.sortBy = JobColumn::Id;
        model->setView(view);
        show(maker.snapshot());
        const QPersistentModelIndex last = model->index(99, 2);
        const QPersistentModelIndex gone = model->index(10, 0);
        maker.jobs.erase(maker.jobs.begin(), maker.jobs.begin() + 90);
        show(maker.snapshot());
        QCOMPARE(last.row(), 9);
        QVERIFY(!gone.isValid());
    }

    void aFilterThatCannotBeReadLeavesTheRowsAndTheyStayLive()
    {
        JobMaker maker;
        maker.add(1, "a", "bob", JobState::Running);
        maker.add(2, "b", "eve", JobState::Running);
        JobView view;
        view.group = JobGroup::None;
        view.filter = u"user:bob"_s;
        model->setView(view);
        show(maker.snapshot());
        view.filter = u"user:bob gpu>=many"_s;
        model->setView(view);
        QTRY_VERIFY(!model->ordering());
        QVERIFY(model->filterError());
        QCOMPARE(model->filterError()->at, 14);
        maker.add(3, "c", "bob", JobState::Running);
        show(maker.snapshot());
        QCOMPARE(model->rowCount(), 2);
        view.filter = u"user:eve"_s;
        model->setView(view);
        QTRY_COMPARE(model->rowCount(), 1);
        QVERIFY(!model->filterError());
    }

    void aLostLinkKeepsRowsAndStopsTheirClock()
    {
        JobMaker maker;
        maker.add(1, "a", "bob", JobState::Running).start = Moment(kNow - 60 * 60);
        JobView view;
        view.group = JobGroup::Source;
        model->setView(view);
        show(maker.snapshot());
        clock.pass(11min);
        QCOMPARE(at(1, JobColumn::Time).toString(), u"1:11"_s);
        model->setSourceLost(0, clock.now());
        QCOMPARE(at(1, JobColumn::Time).toString(), u"1:00"_s);
        QVERIFY(at(1, JobColumn::State, StaleRole).toBool());
        QCOMPARE(at(0, JobColumn::State, SecondaryRole).toString(), u"11 min old"_s);
        QVERIFY(at(0, JobColumn::State, GroupNoteRole).toString().startsWith(u"link lost · 1 row as it was at "_s));
        model->setSourceLost(0, std::nullopt);
        QVERIFY(!at(1, JobColumn::State, StaleRole).toBool());
    }

    void aWaitingStopIsSaidOnItsRows()
    {
        JobMaker maker;
        maker.add(1, "a", "bob", JobState::Running);
        maker.addTask(20, 1, 21, JobState::Running);
        maker.addTask(20, 2, 22, JobState::Completed);
        JobView view;
        view.group = JobGroup::None;
        view.sortBy = JobColumn::Id;
        view.openArrays = {{20, kNoTask, 0}};
        model->setView(view);
        show(maker.snapshot());
        QSignalSpy changed(model.get(), &QAbstractItemModel::dataChanged);
        model->setStopping({{{{1, kNoTask, 0}, false}, 4}, {{{20, kNoTask, 0}, true}, 4}});
        QVERIFY(changed.count() > 0);
        QCOMPARE(lines(), (QStringList{u"Stopping|1"_s, u"Stopping|20_[1–2]"_s, u"Stopping|20_1"_s, u"Completed|20_2"_s}));
        QCOMPARE(at(0, JobColumn::Reason).toString(), u"Stops in 4 s; nothing sent yet"_s);
        QCOMPARE(at(0, JobColumn::State, StoppingRole).toInt(), 4);
        model->setStopping({});
        QCOMPARE(at(0, JobColumn::State).toString(), u"Running"_s);
    }

    void aStopOfTheWaitingRestIsSaidOnItsRowAlone()
    {
        JobMaker maker;
        maker.addTask(20, 1, 21, JobState::Running);
        maker.addRest(20, "2-9", 8);
        JobView view;
        view.group = JobGroup::None;
        view.sortBy = JobColumn::Id;
        view.openArrays = {{20, kNoTask, 0}};
        model->setView(view);
        show(maker.snapshot());
        model->setStopping({{{{20, kNoTask, 0}, false}, 4}});
        QStringList stopping;
        for (int row = 0; row < model->rowCount(); ++row) {
            if (at(row, JobColumn::State, StoppingRole).isValid())
                stopping << at(row, JobColumn::Id).toString();
        }
        QCOMPARE(stopping, QStringList{u"20_[2-9]"_s});
        // With every task of it chosen one by one, the folded array says so too.
        model->setStopping({{{{20, kNoTask, 0}, false}, 4}, {{{20, 1, 0}, false}, kStopSent}});
        QCOMPARE(at(0, JobColumn::State, StoppingRole).toInt(), kStopSent);
        QCOMPARE(at(0, JobColumn::Reason).toString(), u"Stop sent; its answer is awaited"_s);
    }

    // Qt keeps row numbers, not indexes, where all cells of a table of more than 1,000 are selected.
    void withAllSelectedWhatComesIsNotSelected()
    {
        JobMaker maker;
        for (quint32 id = 1; id <= 60; ++id)
            maker.add(id, "a", "bob", JobState::Running);
        JobView view;
        view.group = JobGroup::None;
        view.sortBy = JobColumn::Id;
        model->setView(view);
        show(maker.snapshot());
        QItemSelectionModel selection(model.get());
        selection.select(QItemSelection(model->index(0, 0), model->index(59, model->columnCount() - 1)), QItemSelectionModel::Select);
        maker.jobs.erase(maker.jobs.begin() + 10);
        maker.add(99, "new", "bob", JobState::Running);
        show(maker.snapshot());
        QCOMPARE(selection.selectedRows().size(), 59);
        QVERIFY(!selection.isRowSelected(model->rowOf({99, kNoTask, 0})));
    }

    void aWholeArrayIsNamedByTheOldestSubmitTimeOfWhatLives()
    {
        JobMaker maker;
        maker.addTask(20, 1, 21, JobState::Running).submit = Moment(kNow - 60); // requeued
        maker.addTask(20, 2, 22, JobState::Running).mine = true;
        maker.addTask(20, 3, 23, JobState::Completed).submit = Moment(kNow - 9 * 3600);
        show(maker.snapshot());
        const auto targets = model->targets({model->rowOf({20, kNoTask, 0})});
        QCOMPARE(targets.size(), size_t(1));
        QVERIFY(targets[0].wholeArray);
        QCOMPARE(targets[0].submit, Moment(kNow - 3 * 3600));
        QVERIFY(!targets[0].mine);
    }

    void aClockRepaintsItsRowOnlyWhenItShowsAnotherTime()
    {
        JobMaker maker;
        maker.add(1, "a", "bob", JobState::Running).start = Moment(kNow - 3 * 3600);
        JobView view;
        view.group = JobGroup::None;
        model->setView(view);
        show(maker.snapshot());
        model->tick(0, 0);
        QSignalSpy changed(model.get(), &QAbstractItemModel::dataChanged);
        clock.pass(1s);
        model->tick(0, 0);
        QCOMPARE(changed.count(), 0);
        clock.pass(60s);
        model->tick(0, 0);
        QCOMPARE(changed.count(), 1);
    }

    void anUnchangedSnapshotMovesNothing()
    {
        JobMaker maker;
        maker.add(1, "a", "bob", JobState::Running);
        show(maker.snapshot());
        QSignalSpy layouts(model.get(), &QAbstractItemModel::layoutChanged);
        QSignalSpy applied(model.get(), &JobTableModel::applied);
        auto same = maker.snapshot();
        same->change = {};
        same->at = same->at.addSecs(5);
        model->setSnapshot(same);
        QCOMPARE(applied.count(), 1);
        QCOMPARE(layouts.count(), 0);
        QCOMPARE(model->snapshotOf(1)->at, same->at);
    }

    void anOrderByTimeFollowsTheClockThoughNothingChanged()
    {
        JobMaker maker;
        Job &ended = maker.add(1, "a", "bob", JobState::Completed);
        ended.start = Moment(kNow - 3600);
        ended.end = Moment(kNow);
        maker.add(2, "b", "bob", JobState::Running).start = Moment(kNow - 3540);
        JobView view;
        view.group = JobGroup::None;
        view.sortBy = JobColumn::Time;
        view.descending = true;
        model->setView(view);
        show(maker.snapshot());
        QCOMPARE(model->job(0)->jobId, 1u);
        clock.pass(5min);
        auto same = maker.snapshot();
        same->change = {};
        same->at = clock.now();
        same->sourceNow = Moment(kNow + 300);
        model->setSnapshot(same);
        QTRY_COMPARE(model->job(0)->jobId, 2u);
    }

    void aSecondSourceStandsBesideTheFirst()
    {
        JobMaker one(0), two(1);
        one.add(1, "a", "bob", JobState::Running);
        two.add(1, "a", "bob", JobState::Running);
        show(one.snapshot());
        show(two.snapshot());
        QCOMPARE(model->counts().all, 2u);
        QVERIFY(model->rowOf({1, kNoTask, 0}) != model->rowOf({1, kNoTask, 1}));
        QCOMPARE(at(model->rowOf({1, kNoTask, 1}), JobColumn::Source).toString(), u"hpc-b"_s);
    }

    void manyChangesEndWithTheNewestView()
    {
        JobMaker maker;
        for (quint32 id = 1; id <= 3000; ++id)
            maker.add(id, "job", "bob", JobState::Running).gpus = id % 9;
        JobView view;
        view.group = JobGroup::None;
        for (int n = 0; n < 9; ++n) {
            view.filter = u"gpu:%1"_s.arg(n);
            model->setView(view);
            model->setSnapshot(maker.snapshot());
        }
        QTRY_VERIFY(!model->ordering());
        QCOMPARE(model->rowCount(), 333);
        QCOMPARE(model->job(0)->gpus, 8u);
    }

private:
    void show(const SnapshotPtr &snapshot)
    {
        QSignalSpy applied(model.get(), &JobTableModel::applied);
        model->setSnapshot(snapshot);
        QTRY_VERIFY(!model->ordering());
        QVERIFY(applied.count() > 0);
    }
    [[nodiscard]] QVariant at(int row, JobColumn column, int role = Qt::DisplayRole) const
    {
        return model->data(model->index(row, int(column)), role);
    }
    [[nodiscard]] QStringList lines() const
    {
        QStringList all;
        for (int row = 0; row < model->rowCount(); ++row)
            all << at(row, JobColumn::State).toString() + u'|' + at(row, JobColumn::Id).toString();
        return all;
    }
    [[nodiscard]] QString identity(int row) const
    {
        const auto key = at(row, JobColumn::State, KeyRole).value<JobKey>();
        return u"%1 %2 %3 %4"_s.arg(key.source)
            .arg(key.job)
            .arg(key.task)
            .arg(at(row, JobColumn::State, DepthRole).toInt() == 1 && key.task == kNoTask);
    }

    QThreadPool pool;
    HandClock clock;
    std::unique_ptr<JobTableModel> model;
    std::unique_ptr<QAbstractItemModelTester> tester;
};

PILOTHOUSE_TEST(JobTableTest)
#include "tst_jobtable.moc"
