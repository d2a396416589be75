// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The inside of the store: its thread, its connection, and what is not yet on the disk.
#pragma once
#include "backend/store/runid.h"
#include "backend/store/store.h"

#include <QDeadlineTimer>
#include <QSqlDatabase>

#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <thread>

namespace pilothouse {

// Everything below `thread` lives on that thread: a Qt SQL connection may not be used from two.
struct Store::Private {
    QString file;
    const QString run = thisRun();

    mutable std::mutex mutex; // of the next four
    std::condition_variable wake;
    std::deque<std::function<void()>> tasks;
    bool ending = false;
    std::optional<Error> trouble; // passes
    std::optional<Error> damage; // stays for this run: the old file was set aside
    std::function<void(std::optional<Error>)> told;

    QString connection;
    std::deque<LogEntry> unsavedLog;
    std::deque<EndedJob> unsavedJobs;
    std::optional<Error> memoryOnly;
    qint64 lastId = 0;
    QDeadlineTimer nextTry{0}; // while the disk is full the whole of what is unsaved is not tried again with each entry

    std::thread thread; // last: it uses all of the above

    Private() : thread([this] { work(); }) { }
    ~Private();
    Q_DISABLE_COPY_MOVE(Private)

    void work();
    void post(std::function<void()> task);
    template <class F> auto ask(F task) const -> decltype(task()); // waits for the answer

    QSqlDatabase database() const { return QSqlDatabase::database(connection, false); }
    Result<> open();
    Result<> openOnce();
    void close();
    Result<> setAside(const Error &why);
    void setTrouble(std::optional<Error> next);

    Result<> save(); // all that is unsaved, in one transaction
    Result<> saveOnce();
    bool hasUnsaved() const { return !(unsavedLog.empty() && unsavedJobs.empty()) && !memoryOnly; } // that may still be written
    void bound();
    Result<std::vector<LogEntry>> log(int newest, qint64 before);
    Result<std::vector<EndedJob>> ended(const QString &cluster, Moment since);
    Result<std::vector<LogEntry>> dropUnfinished();
};

template <class F> auto Store::Private::ask(F task) const -> decltype(task())
{
    std::promise<decltype(task())> answer;
    const_cast<Private *>(this)->post([&] { answer.set_value(task()); });
    return answer.get_future().get();
}

} // namespace pilothouse
