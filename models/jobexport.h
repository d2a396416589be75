// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs as CSV, JSON, Markdown, HTML or aligned text: for copies, files and --list. One record a line; arrays as squeue shows them.
// JSON has every key, CSV the raw values of the chosen columns, the others what the page shows.
#pragma once
#include "backend/core/clock.h"
#include "backend/core/source.h"
#include "models/jobtablemodel.h"

#include <QHash>

#include <span>

namespace pilothouse {

enum class ListFormat : quint8 { Text, Csv, Json, Markdown, Html };
[[nodiscard]] std::optional<ListFormat> listFormatByKey(QStringView key); // "text", "csv", "json", "markdown", "html"

enum class ByteOrderMark : quint8 { No, Yes }; // some spreadsheets need one to read CSV as UTF-8

// What is written: which records of which snapshots. Small and shared, so that a worker may do the writing.
struct JobExport {
    struct Record {
        quint32 at = 0;
        quint16 slot = 0;
    };
    std::vector<SnapshotPtr> snapshots;
    QStringList sourceNames; // by slot
    std::vector<bool> stale; // by slot
    QDateTime now;
    std::vector<Record> records;
};

// Of these rows in their order, folded arrays by their records, none twice, groups left out.
[[nodiscard]] JobExport exportOf(const JobRows &rows, const QList<int> &chosen);

[[nodiscard]] QByteArray writeJobs(const JobExport &jobs, std::span<const JobColumn> columns, ListFormat format,
                                   ByteOrderMark mark = ByteOrderMark::No);

// For --list. BadInput: the filter, with what is wrong and where.
[[nodiscard]] Result<QByteArray> listJobs(const std::vector<SnapshotPtr> &snapshots, const QHash<quint16, SourceInfo> &sources,
                                          const JobView &view, std::span<const JobColumn> columns, ListFormat format, const Clock &clock);

// One cell of a CSV file, quoted where it must be and harmless to a spreadsheet.
[[nodiscard]] QString csvCell(const QString &words);
[[nodiscard]] QString markdownCell(const QString &words);
// Columns that a word takes on a terminal.
[[nodiscard]] int terminalWidth(QStringView words);

} // namespace pilothouse
