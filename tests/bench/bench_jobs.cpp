// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// GUI thread's time in one refresh of the Jobs table: 100,000 jobs, 5 % changed, 1 % come and go, sorted and filtered, 50 rows selected.
// groups: jobs
// apply: handing the snapshot over, exchanging the rows and laying out the view; paint: all visible cells of all columns, plain delegate.
#include "models/jobtablemodel.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QTableView>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>

using namespace pilothouse;
using namespace Qt::StringLiterals;

namespace {

constexpr quint32 kJobs = 100'000;
constexpr int kRefreshes = 200;
constexpr int kSelected = 50;
constexpr qint64 kNow = 1'800'000'000;

double threadCpuMs()
{
    timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return double(t.tv_sec) * 1000 + double(t.tv_nsec) / 1e6;
}

class Queue {
public:
    Queue() : m_random(4711), m_pool(std::make_shared<TextPool>())
    {
        for (quint32 id = 1; id <= kJobs; ++id)
            m_jobs.push_back(make(id));
        m_next = kJobs + 1;
    }

    SnapshotPtr next()
    {
        for (quint32 i = 0; i < kJobs / 100; ++i)
            m_jobs[below(quint32(m_jobs.size()))].jobId = 0; // goes
        std::erase_if(m_jobs, [](const Job &job) { return job.jobId == 0; });
        while (m_jobs.size() < kJobs)
            m_jobs.push_back(make(m_next++));
        for (quint32 i = 0; i < kJobs / 20; ++i) {
            Job &job = m_jobs[below(kJobs)];
            job.priority = below(1'000'000);
            if (job.state == JobState::Pending && below(4) == 0)
                job.state = JobState::Running;
        }
        return snapshot();
    }
    SnapshotPtr snapshot()
    {
        auto made = std::make_shared<Snapshot>();
        made->at = QDateTime::currentDateTimeUtc();
        made->words = m_pool;
        made->jobs = m_jobs;
        made->change.changed = kJobs / 20;
        return made;
    }

private:
    quint32 below(quint32 n) { return quint32(m_random() % n); }
    Job make(quint32 id)
    {
        Job job;
        job.key.job = id;
        job.jobId = id;
        job.state = below(10) < 8 ? JobState::Pending : JobState::Running;
        job.priority = below(1'000'000);
        job.gpus = below(9);
        job.cpus = 1 + below(128);
        job.timeLimit = Span(Seconds(3600 * (1 + below(48))));
        job.submit = Moment(kNow - below(100'000));
        job.start = Moment(kNow - below(50'000));
        job.startIsExpected = job.state == JobState::Pending;
        job.name = m_pool->add("train-" + QByteArray::number(below(60'000)) + "-seed" + QByteArray::number(below(10)));
        job.user = m_pool->add("user" + QByteArray::number(below(400)));
        job.account = m_pool->add("acct" + QByteArray::number(below(80)));
        job.partition = m_pool->add("part" + QByteArray::number(below(12)));
        job.reason = m_pool->add(below(3) ? "Priority" : "Resources");
        return job;
    }

    std::mt19937 m_random;
    std::shared_ptr<TextPool> m_pool;
    std::vector<Job> m_jobs;
    quint32 m_next = 0;
};

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QThreadPool pool;
    const Clock clock;
    JobTableModel model(pool, clock);
    model.addSource({0, u"bench"_s, u"slurm"_s, false, std::chrono::milliseconds(5000)});
    JobView view;
    view.filter = u"gpu>=1 -user:user7 state:pending,running"_s;
    view.sortBy = JobColumn::Priority;
    view.descending = true;
    model.setView(view);
    Queue queue;
    model.setSnapshot(queue.snapshot());

    double begun = 0;
    double cpu = 0;
    QElapsedTimer wall;
    double wallMs = 0;
    // From the first signal of the exchange to the last. Connected before the view is, so that the view's own work is in it.
    QObject::connect(&model, &QAbstractItemModel::rowsAboutToBeInserted, &model, [&] {
        if (begun == 0) {
            begun = threadCpuMs();
            wall.start();
        }
    });
    QObject::connect(&model, &QAbstractItemModel::layoutAboutToBeChanged, &model, [&] {
        if (begun == 0) {
            begun = threadCpuMs();
            wall.start();
        }
    });
    QObject::connect(&model, &JobTableModel::applied, &model, [&] {
        cpu = threadCpuMs() - begun;
        wallMs = double(wall.nsecsElapsed()) / 1e6;
    });

    QTableView table;
    table.setModel(&model);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(28);
    table.verticalHeader()->hide();
    table.resize(1600, 1000);
    table.show();
    while (model.ordering())
        application.processEvents(QEventLoop::WaitForMoreEvents);
    application.processEvents();

    std::vector<double> all, walls, orders, paints;
    for (int i = 0; i < kRefreshes; ++i) {
        const SnapshotPtr snapshot = queue.next();
        table.selectionModel()->clearSelection();
        for (int row = 0; row < kSelected; ++row)
            table.selectionModel()->select(model.index(1 + row * 311, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        application.processEvents();
        begun = cpu = 0;
        QElapsedTimer order;
        order.start();
        const double from = threadCpuMs();
        model.setSnapshot(snapshot);
        const double asked = threadCpuMs() - from;
        while (model.ordering())
            application.processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::ExcludeUserInputEvents);
        orders.push_back(double(order.nsecsElapsed()) / 1e6);
        // The view puts its layout off to the next turn of the loop: it belongs to the refresh all the same.
        const double laying = threadCpuMs();
        table.doItemsLayout();
        all.push_back(asked + cpu + threadCpuMs() - laying);
        const double painting = threadCpuMs();
        table.viewport()->repaint();
        paints.push_back(threadCpuMs() - painting);
        walls.push_back(wallMs);
        application.processEvents();
    }
    std::ranges::sort(all);
    std::ranges::sort(paints);
    std::ranges::sort(walls);
    std::ranges::sort(orders);
    const int rows = model.rowCount();
    const auto kept = table.selectionModel()->selectedRows().size();
    std::printf("jobs.apply_ms %.2f ms\n", all[all.size() / 2]);
    std::printf("jobs.apply_worst_ms %.2f ms\n", all.back());
    std::printf("jobs.apply_wall_ms %.2f ms\n", walls[walls.size() / 2]);
    std::printf("jobs.apply_wall_worst_ms %.2f ms\n", walls.back());
    std::printf("jobs.paint_plain_ms %.2f ms\n", paints[paints.size() / 2]);
    std::printf("jobs.order_ms %.1f ms\n", orders[orders.size() / 2]);
    std::printf("jobs.rows_shown %d rows\n", rows);
    std::printf("jobs.selected_kept %lld rows\n", static_cast<long long>(kept));
    return 0;
}
