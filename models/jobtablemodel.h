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
#include "models/jobrows.h"
#include "models/jobview.h"
#include "models/stopping.h"

#include <QAbstractTableModel>
#include <QThreadPool>

#include <array>
#include <map>
#include <memory>
#include <optional>

namespace pilothouse {

struct JobExport;

enum JobRole {
    KindRole = Qt::UserRole + 1, // RowKind
    KeyRole, // JobKey (invalid QVariant for a group)
    LookRole, // Look; Stopping while a stop waits or is being sent
    MineRole, // bool
    StaleRole, // bool: its source's link is down
    ExpandedRole, // bool, for Group and Array
    DepthRole, // int: 0, or 1 for tasks of an open array
    BarRole, // double: elapsed / limit, may pass 1; invalid: no bar
    SecondaryRole, // QString: the lesser part of the cell ("/ 24:00", "/ 340")
    StripRole, // ArrayStrip, for Array
    StoppingRole, // int: seconds until a stop is sent, kStopSent: its answer is awaited; invalid: none waits
    GroupKeyRole, // QString: key of a Group, for JobView::closedGroups
    GroupCountRole, // int: jobs in it (tasks of folded arrays counted)
    RestRole, // bool: an array's waiting rest as a row of its own; its key is the array's
    GroupNoteRole, // QString: beside the title of a group of a lost source: "link lost · 17 rows as they were at 14:21:36"
};

// DisplayRole is the greater part of a cell and SecondaryRole the lesser one; ToolTipRole is rich text made from plain words.
// The accessible text of the State column is a sentence about the whole row.
class JobTableModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    JobTableModel(QThreadPool &pool, const Clock &clock, QObject *parent = nullptr);
    ~JobTableModel() override;

    void addSource(const SourceInfo &info);
    void setSnapshot(const SnapshotPtr &snapshot);
    void setSourceLost(quint16 source, std::optional<QDateTime> since); // greyed and dated; nullopt: live again
    void setView(const JobView &view);
    void setStopping(const StopMarks &marks); // rows under the undo bar

    [[nodiscard]] const JobView &view() const { return m_view; }
    [[nodiscard]] JobCounts counts() const;
    [[nodiscard]] std::optional<FilterError> filterError() const; // of the present view; the rows then stay as they were

    [[nodiscard]] const KnownWords &knownWords() const; // for the filter's completion
    // True while rows are being ordered for the present view or snapshots.
    [[nodiscard]] bool ordering() const;

    // -1: not shown. rest: the row of an open array's waiting rest, which has the array's key.
    [[nodiscard]] int rowOf(const JobKey &key, bool rest = false) const;
    [[nodiscard]] const Job *job(int row) const; // null for a Group; an Array's is its waiting rest or first task
    [[nodiscard]] const TextPool *words(int row) const;
    [[nodiscard]] SnapshotPtr snapshotOf(int row) const;
    // No job twice, none that has ended. An Array row means the whole array; if the filter hides some of its tasks, those that are shown.
    [[nodiscard]] std::vector<Target> targets(const QList<int> &rows) const;

    // For copies and files; see models/jobexport.h. Empty: all rows that are shown.
    [[nodiscard]] JobExport exported(const QList<int> &rows = {}) const;

    // Clocks run between refreshes: repaints the time columns of these rows, and the ages of groups, only.
    void tick(int firstRow, int lastRow);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

signals:
    void applied(); // new rows stand; counts and filterError are up to date

public:
    struct Ordered { // what the worker answers
        std::shared_ptr<JobRows> rows; // null: it was stopped
        JobView view; // what it was made for
        std::optional<FilterError> error;
        QString filterUsed;
    };

private:
    void requestOrder();
    void finishOrder(Ordered answer);
    void apply(std::shared_ptr<JobRows> next);

    struct Private;
    std::unique_ptr<Private> d;
    JobView m_view;
};

} // namespace pilothouse

Q_DECLARE_METATYPE(pilothouse::JobKey)
Q_DECLARE_METATYPE(pilothouse::ArrayStrip)
