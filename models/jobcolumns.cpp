// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/jobcolumns.h"

#include <QCoreApplication>

#include <array>

namespace pilothouse {

namespace {

using enum JobColumn;

constexpr std::array kColumns{
    JobColumnInfo{State, "state", QT_TRANSLATE_NOOP("JobColumn", "State"), false, true, 14},
    JobColumnInfo{Id, "id", QT_TRANSLATE_NOOP("JobColumn", "ID"), false, true, 14},
    JobColumnInfo{Name, "name", QT_TRANSLATE_NOOP("JobColumn", "Name"), false, true, 26},
    JobColumnInfo{User, "user", QT_TRANSLATE_NOOP("JobColumn", "User"), false, true, 8},
    JobColumnInfo{Account, "account", QT_TRANSLATE_NOOP("JobColumn", "Account"), false, false, 12},
    JobColumnInfo{Source, "source", QT_TRANSLATE_NOOP("JobColumn", "Source"), false, false, 10},
    JobColumnInfo{Queue, "queue", QT_TRANSLATE_NOOP("JobColumn", "Queue"), false, true, 12},
    JobColumnInfo{Qos, "qos", QT_TRANSLATE_NOOP("JobColumn", "QOS"), false, false, 10},
    JobColumnInfo{Gpus, "gpus", QT_TRANSLATE_NOOP("JobColumn", "GPU"), true, true, 5},
    JobColumnInfo{Place, "place", QT_TRANSLATE_NOOP("JobColumn", "Place"), false, true, 10},
    JobColumnInfo{Time, "time", QT_TRANSLATE_NOOP("JobColumn", "Elapsed / limit · start"), true, true, 18},
    JobColumnInfo{Reason, "reason", QT_TRANSLATE_NOOP("JobColumn", "Nodes or reason"), false, true, 34},
    JobColumnInfo{Waited, "waited", QT_TRANSLATE_NOOP("JobColumn", "Waited"), true, false, 8},
    JobColumnInfo{Start, "start", QT_TRANSLATE_NOOP("JobColumn", "Start"), true, false, 12},
    JobColumnInfo{Submitted, "submitted", QT_TRANSLATE_NOOP("JobColumn", "Submitted"), true, false, 12},
    JobColumnInfo{Ended, "ended", QT_TRANSLATE_NOOP("JobColumn", "Ended"), true, false, 12},
    JobColumnInfo{Nodes, "nodes", QT_TRANSLATE_NOOP("JobColumn", "Nodes"), true, false, 6},
    JobColumnInfo{NodeList, "nodelist", QT_TRANSLATE_NOOP("JobColumn", "Node list"), false, false, 16},
    JobColumnInfo{Cpus, "cpus", QT_TRANSLATE_NOOP("JobColumn", "CPU"), true, false, 6},
    JobColumnInfo{Memory, "memory", QT_TRANSLATE_NOOP("JobColumn", "Memory"), true, false, 12},
    JobColumnInfo{Priority, "priority", QT_TRANSLATE_NOOP("JobColumn", "Priority"), true, false, 9},
    JobColumnInfo{Nice, "nice", QT_TRANSLATE_NOOP("JobColumn", "Nice"), true, false, 6},
    JobColumnInfo{Restarts, "restarts", QT_TRANSLATE_NOOP("JobColumn", "Restarts"), true, false, 6},
    JobColumnInfo{WorkDir, "workdir", QT_TRANSLATE_NOOP("JobColumn", "Working folder"), false, false, 30},
    JobColumnInfo{Comment, "comment", QT_TRANSLATE_NOOP("JobColumn", "Comment"), false, false, 20},
};
static_assert(kColumns.size() == size_t(Count));

constexpr bool inEnumOrder()
{
    for (size_t i = 0; i < kColumns.size(); ++i) {
        if (size_t(kColumns[i].column) != i)
            return false;
    }
    return true;
}
static_assert(inEnumOrder());

} // namespace

std::span<const JobColumnInfo> jobColumns()
{
    return kColumns;
}

const JobColumnInfo &infoOf(JobColumn column)
{
    return kColumns[size_t(column)];
}

std::optional<JobColumn> jobColumnByKey(QStringView key)
{
    for (const JobColumnInfo &info : kColumns) {
        if (key.compare(QLatin1StringView(info.key), Qt::CaseInsensitive) == 0)
            return info.column;
    }
    return std::nullopt;
}

QString titleOf(JobColumn column)
{
    return QCoreApplication::translate("JobColumn", infoOf(column).title);
}

} // namespace pilothouse
