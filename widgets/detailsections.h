// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the Summary of a job says, as rows of words: from its snapshot at once, from its detail once that is there.
#pragma once
#include "models/jobtext.h"

#include "backend/core/source.h"

#include <QCoreApplication>

#include <optional>
#include <vector>

namespace pilothouse {

struct DetailRow {
    QString key;
    QString value;
    QString lesser; // behind it, quieter
    std::optional<double> bar; // used of requested
};

struct DetailSection {
    QString title; // empty: the first one
    QString note; // at the right of the title: age, "largest single task"
    std::vector<DetailRow> rows;
    bool folded = false; // at first
};

[[nodiscard]] std::vector<DetailSection> summaryOf(const Job &job, const JobContext &context);
[[nodiscard]] std::vector<DetailSection> sectionsOf(const Job &job, const JobContext &context, const JobDetail &detail);

} // namespace pilothouse
