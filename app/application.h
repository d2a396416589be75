// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the graph of the program and owns it: store, sources, feeds, models, window. It alone knows both ends.
#pragma once
#include "app/commandline.h"
#include "app/endedkeeper.h"
#include "app/singleinstance.h"
#include "app/sources.h"
#include "backend/core/call.h"
#include "backend/core/clock.h"
#include "backend/core/feed.h"
#include "backend/store/store.h"
#include "models/actqueue.h"
#include "models/jobtablemodel.h"
#include "widgets/console.h"

#include <QSettings>

class QApplication;

namespace pilothouse {

class MainWindow;

class Application : public QObject {
    Q_OBJECT
public:
    enum class Memory { Kept, None }; // None: a tour of screenshots leaves no trace

    Application(const CommandLine &line, ChosenProfiles chosen, std::shared_ptr<Prompter> prompter, Memory memory);
    ~Application() override;

    [[nodiscard]] MainWindow &window() { return *m_window; }
    [[nodiscard]] bool allArrived() const; // each source has answered or failed
    void raiseWindow(const StartWish &wish);
    void quit(); // without asking: drops what waits

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Line { // one source as it runs
        SourceUnit unit;
        std::unique_ptr<Feed> feed;
        std::shared_ptr<EndedKeeper> keeper;
        bool answered = false;
    };

    void openSettings(QStringList &notes);
    void openStore(Memory memory);
    void connectSource(Line &line);
    void keepEnded(Line &line, const SnapshotPtr &snapshot);
    void linkChanged(Line &line);
    void logAct(const QString &kind, const ActQueue::Waiting &act, const Outcome *outcome, std::optional<ActQueue::DropReason> dropped,
                const std::optional<Error> &error);
    [[nodiscard]] Console makeConsole(QStringList notes);
    void wantWhatIsSeen();
    void tellUnfinished();

    // In the order in which they need each other; they go in the reverse.
    Clock m_clock;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<Store> m_store;
    QThreadPool m_storePool; // one thread: what waits for the store
    QThreadPool m_modelPool;
    std::vector<Line> m_lines;
    JobTableModel m_jobs;
    ActQueue m_acts;
    std::optional<Call<Result<std::vector<LogEntry>>>> m_unfinished;
    std::optional<Call<Result<std::vector<LogEntry>>>> m_logRead;
    std::optional<Call<Result<JobDetail>>> m_detail;
    std::unique_ptr<MainWindow> m_window;
};

// Opens the window and runs until it is closed; returns the exit code.
[[nodiscard]] int openWindow(QApplication &application, const CommandLine &line);

} // namespace pilothouse
