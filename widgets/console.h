// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the window needs from the program: sources, the jobs, acts, the log, settings. The app fills it; the window owns none of it.
#pragma once
#include "backend/core/feed.h"
#include "backend/ssh/shell.h"
#include "backend/store/store.h"
#include "models/actqueue.h"
#include "models/jobtablemodel.h"

#include <QVariant>

#include <functional>
#include <vector>

namespace pilothouse {

struct ConsoleSource {
    SourceInfo info;
    Feed *feed = nullptr;
    std::function<LinkFacts()> link; // cheap: called on the GUI thread once a second. Empty: no link (local)
    std::function<void()> retry; // a person's "try now"; the window calls feed->refresh() itself
    QString host; // for sentences: "login1.hpc-a"
};

struct Console {
    std::vector<ConsoleSource> sources; // none: the first page is shown
    JobTableModel *jobs = nullptr;
    ActQueue *acts = nullptr;
    const Clock *clock = nullptr;

    // Newest first; answers later on the GUI thread. Empty: there is no log.
    std::function<void(int newest, std::function<void(Result<std::vector<LogEntry>>)> done)> readLog;
    // All fields of one job; answers later on the GUI thread, or never if another detail is asked first.
    std::function<void(const Job &job, std::function<void(Result<JobDetail>)> done)> fetchDetail;
    // Kept between runs: geometry, columns, saved views. Never secrets.
    std::function<QVariant(const QString &key)> setting;
    std::function<void(const QString &key, const QVariant &value)> setSetting;

    QStringList notes; // shown once at the start: "profile hpc-a: …"
};

} // namespace pilothouse
