// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept between runs, in one SQLite file of mode 0600 in a folder of 0700: activity log, ended jobs. Bounded, migrated, survives
// kill -9 and a full disk (then it says so and goes on without). Any thread; each opens its own connection.
#pragma once
#include "backend/core/result.h"
#include "backend/core/job.h"

#include <QDateTime>
#include <QString>

#include <memory>
#include <vector>

namespace pilothouse {

struct LogEntry { // one line of the activity log
    qint64 id = 0;
    QDateTime at;
    QString source; // profile name
    QString kind; // "asked", "dropped", "sent", "done", "refused", "unknown", "link", "note"
    QString subject; // "Stop 4711, 4712 of alice"
    QString command; // exactly as sent
    QString answer; // exactly as answered, cut to 16 KiB
};

struct EndedJob { // a job as last seen, for History and for what happened while away
    QString cluster;
    QString id; // "4711_12"
    Moment submit;
    QString name, user, account, partition, state, reason, nodes;
    Moment start, end;
    int exitCode = -1, exitSignal = 0;
};

class Store {
public:
    // Opens or makes the file; an older schema is migrated in a transaction, a newer one is refused (Unsupported), a damaged one is
    // set aside under another name and said (Error in lastTrouble()).
    [[nodiscard]] static Result<std::unique_ptr<Store>> open(const QString &file);
    ~Store();

    [[nodiscard]] Result<> add(const LogEntry &entry);
    [[nodiscard]] Result<std::vector<LogEntry>> log(int newest, qint64 before = 0) const; // newest first
    [[nodiscard]] Result<> add(const std::vector<EndedJob> &jobs); // the same (cluster, id, submit) is updated
    [[nodiscard]] Result<std::vector<EndedJob>> ended(const QString &cluster, Moment since) const;
    // Acts that waited when the program died (kind "asked" without an end): they were never sent; marked dropped and returned.
    [[nodiscard]] Result<std::vector<LogEntry>> dropUnfinished();
    [[nodiscard]] std::optional<Error> lastTrouble() const; // e.g. disk full: entries since then are only in memory

private:
    struct Private;
    explicit Store(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

} // namespace pilothouse
