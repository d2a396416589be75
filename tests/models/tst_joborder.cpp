// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/joborder.h"
#include "models/jobtargets.h"
#include "models/jobtext.h"
#include "models/rowtext.h"
#include "models/textranks.h"
#include "tests/models/somejobs.h"
#include "tests/support/runner.h"

#include <QTest>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

OrderInput inputOf(std::vector<SnapshotPtr> snapshots, const JobView &view)
{
    OrderInput input;
    for (const SnapshotPtr &snapshot : snapshots) {
        input.sourceNames << u"hpc-%1"_s.arg(QChar(char16_t('a' + snapshot->source)));
        input.stale.push_back(false);
    }
    input.snapshots = std::move(snapshots);
    input.view = view;
    input.filter = *Filter::compile(view.filter);
    input.now = QDateTime::fromSecsSinceEpoch(kNow).toUTC();
    return input;
}

QString rowText(const JobRows &rows, const JobRow &row)
{
    switch (row.kind) {
    case RowKind::Group:
        return u"%1 %2"_s.arg(groupTitle(rows.groups[row.at], rows, u"hpc-%1"_s.arg(QChar(char16_t('a' + row.slot)))))
            .arg(rows.groups[row.at].jobs);
    case RowKind::Array:
        return arrayIdText(rows, rows.arrays[row.at], row.slot) + u": "_s + countsText(rows.arrays[row.at].counts);
    case RowKind::Task:
        return u"  "_s + jobIdText(rows.job(row), *rows.snapshot(row).words);
    case RowKind::Job:
        break;
    }
    return jobIdText(rows.job(row), *rows.snapshot(row).words);
}

QStringList rowTexts(const JobRows &rows)
{
    QStringList lines;
    for (const JobRow &row : rows.rows)
        lines << rowText(rows, row);
    return lines;
}

} // namespace

class JobOrderTest : public QObject {
    Q_OBJECT
private slots:
    void init() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void groupsByStateWithArraysFolded()
    {
        JobMaker maker;
        maker.add(10, "a", "bob", JobState::Running).start = Moment(kNow - 100);
        maker.add(11, "b", "bob", JobState::Running).start = Moment(kNow - 50);
        maker.add(12, "c", "bob", JobState::Completed).end = Moment(kNow - 10);
        maker.add(13, "d", "bob", JobState::Failed).end = Moment(kNow - 5);
        maker.add(14, "e", "bob", JobState::Pending).reason = maker.text("JobHeldUser");
        maker.add(15, "f", "bob", JobState::Pending).place = 7;
        maker.add(16, "g", "bob", JobState::Pending).place = 3;
        maker.add(17, "h", "bob", JobState::Pending).reason = maker.text("BadConstraints");
        maker.addTask(20, 0, 21, JobState::Completed);
        maker.addTask(20, 1, 22, JobState::Running).start = Moment(kNow - 70);
        maker.addRest(20, "2-9", 8);
        const auto rows = orderJobs(inputOf({maker.snapshot()}, {}), {});
        QCOMPARE(rowTexts(*rows),
                 (QStringList{u"Running 3"_s, u"11"_s, u"20_[0–9]: 1 completed, 1 running, 8 waiting"_s, u"10"_s, u"Waiting 12"_s, u"16"_s,
                              u"15"_s, u"14"_s, u"17"_s, u"Ended 3"_s, u"13"_s, u"12"_s}));
        QCOMPARE(rows->counts.shown, 18u);
        QCOMPARE(rows->counts.rows, 9u);
    }

    void totalsStayWhenTasksStart() // JID-04
    {
        JobMaker maker;
        maker.addRest(5104, "0-767", 768);
        const auto before = orderJobs(inputOf({maker.snapshot()}, {}), {});
        JobMaker later(0, maker.pool());
        for (quint32 task = 0; task < 10; ++task)
            later.addTask(5104, task, 5200 + task, JobState::Running);
        later.addRest(5104, "10-767", 758);
        const auto after = orderJobs(inputOf({later.snapshot()}, {}), {});
        QCOMPARE(before->counts.shown, 768u);
        QCOMPARE(after->counts.shown, 768u);
        QCOMPARE(after->counts.byLook[size_t(Look::Running)], 10u);
        QCOMPARE(after->counts.byLook[size_t(Look::Pending)], 758u);
        QCOMPARE(rowTexts(*after).value(1), u"5104_[0–767]: 10 running, 758 waiting"_s);
    }

    void aStripShowsTasksInTheirOrder()
    {
        JobMaker maker;
        maker.addTask(20, 0, 21, JobState::Completed);
        maker.addTask(20, 3, 22, JobState::Failed);
        maker.addTask(20, 5, 23, JobState::Running);
        maker.addRest(20, "1-2,4", 3);
        const auto rows = orderJobs(inputOf({maker.snapshot()}, {}), {});
        const ArrayStrip strip = rows->strip(rows->arrays[0], 0);
        QCOMPARE(strip.tasks, 6u);
        using enum Look;
        QVERIFY((strip.cells == std::vector<Look>{Completed, Pending, Pending, Failed, Pending, Running}));
    }

    void aStripOfManyTasksShowsTheWorstOfEach()
    {
        JobMaker maker;
        maker.addTask(20, 500, 22, JobState::Failed);
        maker.addRest(20, "0-499,501-99999", 99'999);
        const auto rows = orderJobs(inputOf({maker.snapshot()}, {}), {});
        const ArrayStrip strip = rows->strip(rows->arrays[0], 0);
        QCOMPARE(strip.tasks, 100'000u);
        QCOMPARE(strip.cells.size(), 256u);
        QVERIFY(strip.cells[1] == Look::Failed && std::ranges::count(strip.cells, Look::Failed) == 1);
    }

    void aCutListIsCountedAllTheSame()
    {
        JobMaker maker;
        maker.addTask(20, 500, 22, JobState::Running);
        maker.addRest(20, "1,4,9,16,...", 30);
        const auto rows = orderJobs(inputOf({maker.snapshot()}, {}), {});
        const ArrayStrip strip = rows->strip(rows->arrays[0], 0);
        QCOMPARE(strip.cells.size(), 31u);
        QVERIFY(strip.cells[0] == Look::Running);
        QCOMPARE(arrayIdText(*rows, rows->arrays[0], 0), u"20_[1–…]"_s);
    }

    void openArraysShowTheirTasksAndClosedGroupsTheirHead()
    {
        JobMaker maker;
        maker.addTask(20, 1, 22, JobState::Running);
        maker.addRest(20, "2-9", 8);
        maker.add(30, "x", "bob", JobState::Pending);
        JobView view;
        view.openArrays = {{20, kNoTask, 0}};
        view.closedGroups = {u"waiting"_s};
        const auto rows = orderJobs(inputOf({maker.snapshot()}, view), {});
        QCOMPARE(rowTexts(*rows),
                 (QStringList{u"Running 1"_s, u"20_[1–9]: 1 running, 8 waiting"_s, u"  20_1"_s, u"  20_[2-9]"_s, u"Waiting 9"_s}));
        QCOMPARE(rows->find({20, kNoTask, 0}), 1);
        QCOMPARE(rows->find({20, kNoTask, 0}, true), 3);
        QCOMPARE(rows->find({20, 1, 0}), 2);
        QCOMPARE(rows->find({30, kNoTask, 0}), -1);
    }

    void groupsOfSeveralSourcesShareTheirWords()
    {
        JobMaker one(0), two(1);
        one.add(1, "a", "bob", JobState::Running);
        one.add(2, "a", "Alice", JobState::Running);
        two.add(1, "a", "bob", JobState::Pending);
        two.add(3, "a", "", JobState::Pending);
        JobView view;
        view.group = JobGroup::User;
        view.sortBy = JobColumn::Id;
        const auto rows = orderJobs(inputOf({one.snapshot(), two.snapshot()}, view), {});
        QCOMPARE(rowTexts(*rows), (QStringList{u"Alice 1"_s, u"2"_s, u"bob 2"_s, u"1"_s, u"1"_s, u"— 1"_s, u"3"_s}));
        view.group = JobGroup::Source;
        QCOMPARE(rowTexts(*orderJobs(inputOf({one.snapshot(), two.snapshot()}, view), {})),
                 (QStringList{u"hpc-a 2"_s, u"1"_s, u"2"_s, u"hpc-b 2"_s, u"1"_s, u"3"_s}));
    }

    void unknownGoesLastInEitherDirection()
    {
        JobMaker maker;
        maker.add(1, "seed10", "bob", JobState::Running).priority = 5;
        maker.add(2, "seed2", "bob", JobState::Running).priority = 7;
        maker.add(3, "", "bob", JobState::Running);
        const auto ids = [&maker](JobColumn column, bool descending) {
            JobView view;
            view.group = JobGroup::None;
            view.sortBy = column;
            view.descending = descending;
            return rowTexts(*orderJobs(inputOf({maker.snapshot()}, view), {})).join(u' ');
        };
        QCOMPARE(ids(JobColumn::Priority, false), u"1 2 3"_s);
        QCOMPARE(ids(JobColumn::Priority, true), u"2 1 3"_s);
        QCOMPARE(ids(JobColumn::Name, false), u"2 1 3"_s);
        QCOMPARE(ids(JobColumn::Name, true), u"1 2 3"_s);
    }

    // Every column and direction over random queues, against the plainest way to do it.
    void ordersLikeASlowReference()
    {
        const quint32 seed = 4711;
        std::mt19937 random(seed);
        for (int round = 0; round < 60; ++round) {
            JobMaker maker;
            randomJobs(maker, random, 80);
            const auto snapshot = maker.snapshot();
            JobView view;
            view.group = JobGroup::None;
            view.sortBy = JobColumn(random() % int(JobColumn::Count));
            view.descending = random() % 2 == 1;
            view.filter = random() % 2 == 1 ? u"-state:failed gpu>=2"_s : QString();
            OrderInput input = inputOf({snapshot}, view);
            input.fold = false;
            const auto rows = orderJobs(input, {});
            std::vector<quint32> expected;
            for (quint32 at = 0; at < snapshot->jobs.size(); ++at) {
                const Job &job = snapshot->jobs[at];
                const bool failed = job.state == JobState::Failed || job.state == JobState::OutOfMemory;
                if (view.filter.isEmpty() || (!failed && job.gpus >= 2))
                    expected.push_back(at);
            }
            const auto before = [&](quint32 a, quint32 b) { return reference(snapshot->jobs[a], snapshot->jobs[b], *snapshot, view); };
            std::ranges::stable_sort(expected, before);
            std::vector<quint32> got;
            for (const JobRow &row : rows->rows)
                got.push_back(row.at);
            QVERIFY2(got == expected,
                     qPrintable(u"seed %1 round %2 column %3"_s.arg(seed).arg(round).arg(QLatin1StringView(infoOf(view.sortBy).key))));
        }
    }

    void whatIsStoppedIsNamedExactly() // CAN-04
    {
        JobMaker maker;
        maker.add(10, "a", "bob", JobState::Running);
        maker.add(11, "b", "bob", JobState::Completed);
        maker.addTask(20, 1, 22, JobState::Running);
        maker.addRest(20, "2-8:2", 4);
        JobView view;
        view.group = JobGroup::None;
        view.sortBy = JobColumn::Id;
        view.openArrays = {{20, kNoTask, 0}};
        const auto idsOf = [](const std::vector<Target> &targets) {
            QStringList ids;
            for (const Target &target : targets)
                ids << target.id + (target.wholeArray ? u" whole"_s : QString());
            return ids;
        };
        const auto rows = orderJobs(inputOf({maker.snapshot()}, view), {});
        QCOMPARE(rowTexts(*rows), (QStringList{u"10"_s, u"11"_s, u"20_[1–8]: 1 running, 4 waiting"_s, u"  20_1"_s, u"  20_[2-8:2]"_s}));
        QCOMPARE(idsOf(targetsOf(*rows, {0, 1, 0, 2, 3, 4})), (QStringList{u"20 whole"_s, u"10"_s}));
        QCOMPARE(idsOf(targetsOf(*rows, {3, 4, 99, -1})), (QStringList{u"20_1"_s, u"20_[2,4,6,8]"_s}));
        // Tasks that the filter hides are not hit.
        view.filter = u"state:pending"_s;
        QCOMPARE(idsOf(targetsOf(*orderJobs(inputOf({maker.snapshot()}, view), {}), {0})), (QStringList{u"20_[2,4,6,8]"_s}));
    }

    void aStoppedOrderAnswersNothing()
    {
        JobMaker maker;
        maker.add(1, "a", "bob", JobState::Running);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!orderJobs(inputOf({maker.snapshot()}, {}), stop.get_token()));
    }

private:
    static bool reference(const Job &a, const Job &b, const Snapshot &snapshot, const JobView &view)
    {
        if (sortsByText(view.sortBy)) {
            const auto key = [&](const Job &job) {
                const QByteArrayView words = snapshot.words->bytes(sortText(view.sortBy, job));
                return std::pair(naturalKey(words), words.toByteArray());
            };
            const auto ka = key(a), kb = key(b);
            if (ka.second.isEmpty() || kb.second.isEmpty())
                return !ka.second.isEmpty() && kb.second.isEmpty();
            return view.descending ? kb < ka : ka < kb;
        }
        const auto key = [&](const Job &job) { return sortFigure(view.sortBy, job, lookOf(job, *snapshot.words), Moment(kNow)); };
        const qint64 ka = key(a), kb = key(b);
        if (ka == kUnknownLast || kb == kUnknownLast)
            return ka != kUnknownLast && kb == kUnknownLast;
        return view.descending ? kb < ka : ka < kb;
    }
};

PILOTHOUSE_TEST(JobOrderTest)
#include "tst_joborder.moc"
