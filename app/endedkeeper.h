// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Picks out of each snapshot the jobs that have ended since the one before, for the store. Runs on a worker, one call at a time.
#pragma once
#include "backend/core/snapshot.h"
#include "backend/store/store.h"

#include <QSet>

namespace pilothouse {

class EndedKeeper {
public:
    explicit EndedKeeper(QString profile) : m_profile(std::move(profile)) { }
    [[nodiscard]] std::vector<EndedJob> fresh(const Snapshot &snapshot);

private:
    QString m_profile; // stands for the cluster where a source does not tell its name
    QSet<std::pair<JobKey, qint64>> m_kept; // of the last snapshot; the second is the submit time
};

} // namespace pilothouse
