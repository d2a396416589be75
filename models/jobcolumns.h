// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of jobs: key for settings and --columns, title, alignment. One table serves the page, --list and exports.
#pragma once
#include <QObject>
#include <QString>

#include <optional>
#include <span>

namespace pilothouse {

enum class JobColumn : quint8 {
    State, // glyph and word; for a group row the whole line
    Id,
    Name,
    User,
    Account,
    Source,
    Queue, // partition
    Qos,
    Gpus,
    Place, // bar of elapsed against limit while it runs; "12 / 340" while it waits
    Time, // "11:42 / 24:00", "≈ 16:50", duration once ended
    Reason, // reason in words while it waits, cause once ended, nodes while it runs
    Waited,
    Start,
    Submitted,
    Ended,
    Nodes,
    NodeList,
    Cpus,
    Memory,
    Priority,
    Nice,
    Restarts,
    WorkDir,
    Comment,
    Count,
};

struct JobColumnInfo {
    JobColumn column;
    const char *key; // "state", "id", "name" …: also the word of the filter language where it can be filtered
    const char *title; // QT_TRANSLATE_NOOP("JobColumn", …)
    bool numeric; // right-aligned, tabular
    bool shownAtFirst;
    int width; // in characters of figures, a first guess
};

[[nodiscard]] std::span<const JobColumnInfo> jobColumns(); // in enum order
[[nodiscard]] const JobColumnInfo &infoOf(JobColumn column);
[[nodiscard]] std::optional<JobColumn> jobColumnByKey(QStringView key);
[[nodiscard]] QString titleOf(JobColumn column); // translated

} // namespace pilothouse
