// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The Jobs table: rows filtered, ordered, grouped and folded on a worker and swapped in at once; selection goes by key.
// Flat on purpose (groups, arrays and tasks are rows with a kind and a depth): one layout change a refresh at 100,000 rows.
#pragma once
#include "backend/core/action.h"
#include "backend/core/call.h"
#include "backend/core/clock.h"
#include "backend/core/snapshot.h"
#include "backend/core/source.h"
#include "models/filter.h"
#include "models/jobview.h"
#include "models/looks.h"

#include <QAbstractTableModel>
#include <QThreadPool>

#include <array>
#include <map>
#include <memory>
#include <optional>

namespace pilothouse {

struct JobRows; // what the worker made; see models/joborder.h

enum class RowKind : quint8 { Group, Job, Array, Task };

// An array in one line: its tasks in order and exact counts.
struct ArrayStrip {
    quint32 tasks = 0; // all that are known
    std::vector<Look> cells; // one a task, or the worst of n tasks beyond 256
    std::array<quint32, kLookCount> counts{}; // by Look; they add up to tasks
    friend bool operator==(const ArrayStrip &, const ArrayStrip &) = default;
};

enum JobRole {
    KindRole = Qt::UserRole + 1, // RowKind
    KeyRole, // JobKey (invalid QVariant for a group)
    LookRole, // Look
    MineRole, // bool
    StaleRole, // bool: its source's link is down
    ExpandedRole, // bool, for Group and Array
    DepthRole, // int: 0, or 1 for tasks of an open array
    BarRole, // double: elapsed / limit, may pass 1; invalid: no bar
    SecondaryRole, // QString: the lesser part of the cell ("/ 24:00", "/ 340")
    StripRole, // ArrayStrip, for Array
    StoppingRole, // int: seconds until a stop is sent; invalid: none waits
    GroupKeyRole, // QString: key of a Group, for JobView::closedGroups
    GroupCountRole, // int: jobs in it (tasks of folded arrays counted)
};

struct JobCounts { // over all sources, arrays counted by task
    quint32 rows = 0; // shown now, groups left out
    quint32 shown = 0; // jobs and tasks that pass the filter
    quint32 all = 0; // jobs and tasks known
    std::array<quint32, kLookCount> byLook{}; // of what passes the filter
};

class JobTableModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    JobTableModel(QThreadPool &pool, const Clock &clock, QObject *parent = nullptr);
    ~JobTableModel() override;

    void addSource(const SourceInfo &info);
    void setSnapshot(const SnapshotPtr &snapshot);
    void setSourceLost(quint16 source, std::optional<QDateTime> since); // greyed and dated; nullopt: live again
    void setView(const JobView &view);
    void setStopping(const QHash<JobKey, int> &secondsLeft); // rows under the undo bar

    [[nodiscard]] const JobView &view() const { return m_view; }
    [[nodiscard]] JobCounts counts() const;
    [[nodiscard]] std::optional<FilterError> filterError() const; // of the present view; the rows then stay as they were

    [[nodiscard]] int rowOf(const JobKey &key) const; // -1: not shown
    [[nodiscard]] const Job *job(int row) const; // null for a Group; an Array's is its waiting rest or first task
    [[nodiscard]] const TextPool *words(int row) const;
    [[nodiscard]] SnapshotPtr snapshotOf(int row) const;
    [[nodiscard]] std::vector<Target> targets(const QList<int> &rows) const; // an Array row means the whole array; no job twice

    // Clocks run between refreshes: repaints the time columns of these rows only.
    void tick(int firstRow, int lastRow);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

signals:
    void applied(); // new rows stand; counts and filterError are up to date

private:
    struct Private;
    std::unique_ptr<Private> d;
    JobView m_view;
};

} // namespace pilothouse

Q_DECLARE_METATYPE(pilothouse::JobKey)
Q_DECLARE_METATYPE(pilothouse::ArrayStrip)
