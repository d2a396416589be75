// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The whole program from inside, on a real cluster: bench_window PROFILE-FILE [REFRESHES]
// How long until all rows are on the screen, and for how long at most each refresh keeps the GUI thread from a timer of 1 ms.
// Somebody has to change the queue meanwhile, or a refresh has nothing to do. Refreshes are asked for as by F5.
#include "app/application.h"
#include "app/languages.h"
#include "backend/ssh/prompters.h"
#include "widgets/jobspage.h"
#include "widgets/jobstable.h"
#include "widgets/mainwindow.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QEventLoop>
#include <QFile>
#include <QShortcut>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>

#include <unistd.h>

using namespace pilothouse;
using namespace std::chrono_literals;

namespace {

constexpr int kPause = 1500; // ms: what a refresh sets off is over by then

double clockMs(clockid_t clock)
{
    timespec now{};
    ::clock_gettime(clock, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

double msSinceProcessStart()
{
    QFile file(QStringLiteral("/proc/self/stat"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = file.readAll();
    const QByteArrayList fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    return clockMs(CLOCK_BOOTTIME) - fields.value(19).toDouble() * 1e3 / double(::sysconf(_SC_CLK_TCK));
}

// Remembers the longest gap between the ticks of a GUI timer, and what the GUI thread itself did in it.
class Ticker : public QObject {
public:
    Ticker()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(1);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            const double now = clockMs(CLOCK_MONOTONIC);
            const double cpu = clockMs(CLOCK_THREAD_CPUTIME_ID);
            if (now - m_last > longest) {
                longest = now - m_last;
                cpuInLongest = cpu - m_lastCpu;
            }
            m_last = now;
            m_lastCpu = cpu;
        });
        restart();
        m_timer.start();
    }
    void restart()
    {
        longest = 0;
        m_last = clockMs(CLOCK_MONOTONIC);
        m_lastCpu = clockMs(CLOCK_THREAD_CPUTIME_ID);
    }
    double longest = 0;
    double cpuInLongest = 0;

private:
    QTimer m_timer;
    double m_last = 0;
    double m_lastCpu = 0;
};

// Tells when new rows have been painted.
class Painted : public QObject {
public:
    explicit Painted(JobsTable &table) : m_table(table)
    {
        connect(qobject_cast<JobTableModel *>(table.model()), &JobTableModel::applied, this, [this] { m_applied = true; });
        table.viewport()->installEventFilter(this);
    }
    bool wait(int limitMs)
    {
        m_applied = m_painted = false;
        QTimer::singleShot(limitMs, &m_loop, [this] { m_loop.exit(1); });
        return m_loop.exec() == 0;
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint && m_applied && !m_painted && m_table.model()->rowCount() > 0) {
            m_painted = true;
            QMetaObject::invokeMethod(this, [this] { m_loop.exit(0); }, Qt::QueuedConnection);
        }
        return QObject::eventFilter(watched, event);
    }

private:
    JobsTable &m_table;
    QEventLoop m_loop;
    bool m_applied = false;
    bool m_painted = false;
};

void turnFor(int ms)
{
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + qsizetype(values.size() / 2), values.end());
    return values[values.size() / 2];
}

int fail(const QString &why)
{
    std::fprintf(stderr, "bench_window: %s\n", qUtf8Printable(why));
    return 1;
}

int measure(MainWindow &window, int refreshes)
{
    JobsTable &table = window.jobsPage()->table();
    Painted painted(table);
    window.show();
    if (!painted.wait(60'000))
        return fail(QStringLiteral("no rows came"));
    std::printf("start.rows_inside_ms %.0f ms\n", msSinceProcessStart());
    const auto shortcuts = window.findChildren<QShortcut *>();
    const auto again = std::ranges::find(shortcuts, QKeySequence(Qt::Key_F5), &QShortcut::key);
    if (again == shortcuts.end())
        return fail(QStringLiteral("F5 does nothing"));

    turnFor(kPause);
    Ticker ticker;
    std::vector<double> gaps, cpu, quiet;
    for (int i = 0; i < refreshes; ++i) {
        ticker.restart();
        turnFor(kPause); // the same without a refresh, for comparison
        quiet.push_back(ticker.longest);
        ticker.restart();
        QMetaObject::invokeMethod(*again, "activated");
        if (!painted.wait(60'000))
            return fail(QStringLiteral("a refresh brought nothing"));
        turnFor(kPause);
        gaps.push_back(ticker.longest);
        cpu.push_back(ticker.cpuInLongest);
    }
    std::fprintf(
        stderr,
        "%d refreshes, %d lines on the page; longest gap: median %.1f ms, worst %.1f ms, of which the GUI thread worked %.1f ms (median); "
        "without a refresh %.1f ms\n",
        refreshes, table.model()->rowCount(), median(gaps), *std::ranges::max_element(gaps), median(cpu), median(quiet));
    std::printf("refresh.freeze_rows %zu rows\nrefresh.freeze_ms %.1f ms\nrefresh.freeze_worst_ms %.1f ms\nrefresh.freeze_cpu_ms %.1f ms\n",
                size_t(table.model()->rowCount()), median(gaps), *std::ranges::max_element(gaps), median(cpu));
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.size() < 2)
        return fail(QStringLiteral("usage: bench_window PROFILE-FILE [REFRESHES]"));
    speak(application, QStringLiteral("en"));
    CommandLine line;
    line.profileFile = words[1];
    line.size = {1600, 1000};
    auto profiles = chooseProfiles(line);
    if (!profiles)
        return fail(profiles.error().detail);
    applyTheme(application, ThemeKind::Light);
    Application graph(line, std::move(*profiles), nobodyPrompter(), Application::Memory::Kept);
    return measure(graph.window(), words.value(2, QStringLiteral("9")).toInt());
}
