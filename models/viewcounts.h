// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How many jobs each of several filters lets pass, for the counts beside the saved views. Made on a worker.
#pragma once
#include "backend/core/snapshot.h"

#include <QDateTime>
#include <QStringList>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace pilothouse {

struct CountInput {
    std::vector<SnapshotPtr> snapshots; // none is null
    QStringList sourceNames; // by snapshot
    std::vector<bool> stale; // by snapshot
    QStringList filters;
    QDateTime now;
};

// By filter; jobs and tasks, as in JobCounts::shown. Unset: the filter has a mistake, or it was stopped.
[[nodiscard]] std::vector<std::optional<quint32>> countPassing(const CountInput &input, const std::stop_token &stop);

} // namespace pilothouse
