// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept between runs, in one SQLite file of mode 0600 in a folder of 0700: activity log, ended jobs. Bounded, migrated, survives
// kill -9 and a full disk (then it says so and goes on in memory). Any thread may call; one thread of its own holds the connection.
#pragma once
#include "backend/core/job.h"
#include "backend/core/result.h"

#include <QDateTime>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace pilothouse {

struct LogEntry { // one line of the activity log
    qint64 id = 0;
    QDateTime at{};
    QString source{}; // profile name
    QString kind{}; // "asked", "dropped", "sent", "done", "refused", "unknown", "link", "note"
    QString subject{}; // "Stop 4711, 4712 of alice"
    QString command{}; // exactly as sent
    QString answer{}; // exactly as answered, cut to 16 KiB
    qint64 act = 0; // ties an act's entries together within one run of the program; 0: of no act
    friend bool operator==(const LogEntry &, const LogEntry &) = default;
};

struct EndedJob { // a job as last seen, for History and for what happened while away
    QString cluster{};
    QString id{}; // "4711_12"
    Moment submit{};
    QString name{}, user{}, account{}, partition{}, state{}, reason{}, nodes{};
    Moment start{}, end{};
    int exitCode = -1, exitSignal = 0;
    friend bool operator==(const EndedJob &, const EndedJob &) = default;
};

class Store {
public:
    static constexpr int kMostEntries = 50'000;
    static constexpr int kMostEnded = 100'000;

    // Opens or makes the file; an older schema is migrated in a transaction, a newer one is refused (Unsupported), a damaged one is
    // set aside under another name and said (Error in lastTrouble()). A file that is a link or another person's is refused (NotAllowed).
    [[nodiscard]] static Result<std::unique_ptr<Store>> open(const QString &file);
    // The same on the store's own thread, so that a window need not wait: what open() would refuse is told as trouble, and then nothing
    // is kept beyond this run.
    [[nodiscard]] static std::unique_ptr<Store> openLater(const QString &file);
    // Keeps nothing beyond this run; lastTrouble() is why.
    [[nodiscard]] static std::unique_ptr<Store> inMemory(Error why);
    ~Store();

    // Storage: the entry is kept in memory only; it is written later if the disk lets us.
    [[nodiscard]] Result<> add(const LogEntry &entry);
    // The same without waiting, in the order of the calls: for the GUI thread.
    void note(const LogEntry &entry);
    [[nodiscard]] Result<std::vector<LogEntry>> log(int newest, qint64 before = 0) const; // newest first; before: an id, 0 for all
    [[nodiscard]] Result<> add(const std::vector<EndedJob> &jobs); // the same (cluster, id, submit) is updated
    [[nodiscard]] Result<std::vector<EndedJob>> ended(const QString &cluster, Moment since) const; // latest end first
    // Acts of a run that died. Waiting ones (kind "asked" alone) were never sent: entered as "dropped". Sent ones without an end are
    // entered as "unknown". Both are returned, oldest first.
    [[nodiscard]] Result<std::vector<LogEntry>> dropUnfinished();

    [[nodiscard]] std::optional<Error> lastTrouble() const; // e.g. disk full: entries since then are only in memory
    // Called on the store's own thread whenever lastTrouble() changes.
    void onTrouble(std::function<void(std::optional<Error>)> told);

private:
    struct Private;
    explicit Store(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

[[nodiscard]] QString defaultStoreFile(); // $XDG_DATA_HOME/pilothouse/store.sqlite

} // namespace pilothouse
