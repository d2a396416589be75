// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What JobTableModel keeps. Private to its own files.
#pragma once
#include "models/joborder.h"
#include "models/jobtablemodel.h"
#include "models/rowtext.h"

namespace pilothouse {

struct JobTableModel::Private {
    struct Known {
        SourceInfo info;
        SnapshotPtr latest;
        bool lost = false;
        QDateTime since;
    };

    Private(QThreadPool &workers, const Clock &time) : pool(workers), clock(time) { }

    QThreadPool &pool;
    const Clock &clock;
    std::vector<Known> sources;
    std::shared_ptr<JobRows> rows = std::make_shared<JobRows>();
    int count = 0; // as told to the views; differs from rows in the middle of an exchange
    std::optional<FilterError> error;
    QString goodFilter;
    bool wanted = false; // something changed since the order that runs now began
    StopMarks stopping;
    mutable QHash<quint32, int> arraysLeft; // by array whose tasks are to be stopped one by one, as far as it was asked
    std::vector<QString> ticked; // the clock cells of the rows from tickedFrom on, as last painted
    int tickedFrom = 0;
    QHash<quint32, ArrayStrip> strips; // by array, as far as they were painted
    std::stop_source stopOrder; // of the order that runs
    std::optional<Call<Ordered>> call; // last: it is dropped before what it uses

    [[nodiscard]] const Known *sourceOf(quint16 slot) const;
    [[nodiscard]] const JobRow *row(int number) const
    {
        return number >= 0 && size_t(number) < rows->rows.size() ? &rows->rows[size_t(number)] : nullptr;
    }
    [[nodiscard]] JobContext context(const JobRow &at) const;
    [[nodiscard]] OrderInput input(const JobView &view) const;
    [[nodiscard]] int rowAfter(const JobRow &before, const JobRows &next) const; // -1: it is gone
    [[nodiscard]] int secondsLeft(const JobRow &at) const; // -1: no stop waits or is being sent
    [[nodiscard]] int arrayLeft(const JobRow &at) const;
    [[nodiscard]] QVariant groupData(const JobRow &at, JobColumn column, int role) const;
    [[nodiscard]] QVariant jobData(const JobRow &at, JobColumn column, int role);
    [[nodiscard]] CellText cell(const JobRow &at, JobColumn column, const JobContext &context) const;
    [[nodiscard]] QString accessible(const JobRow &at, JobColumn column, const JobContext &context) const;

    // A big snapshot takes milliseconds to free: elsewhere.
    void freeElsewhere(std::shared_ptr<const void> old) const
    {
        pool.start([kept = std::move(old)]() mutable { kept.reset(); });
    }
};

} // namespace pilothouse
