// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// From rows that a person chose to the exact jobs that an act hits.
#pragma once
#include "backend/core/action.h"
#include "models/jobrows.h"

#include <QList>

namespace pilothouse {

[[nodiscard]] std::vector<Target> targetsOf(const JobRows &rows, const QList<int> &chosen);
// Of one record: a job, a task, or an array's waiting rest by its indexes.
[[nodiscard]] Target targetOf(const Job &job, const Snapshot &snapshot);

} // namespace pilothouse
