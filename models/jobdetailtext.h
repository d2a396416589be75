// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The Summary of one job: sections of label, value and secondary value. Made anew when the job, its detail or the clock moves.
#pragma once
#include "backend/core/source.h"
#include "models/jobtext.h"

#include <optional>
#include <vector>

namespace pilothouse {

struct DetailRow {
    QString label;
    QString value;
    QString secondary; // "1 node", "of 480 GiB"
    std::optional<double> bar; // used of what was given; may pass 1
    friend bool operator==(const DetailRow &, const DetailRow &) = default;
};

struct DetailSection {
    QString title; // empty for the first
    std::vector<DetailRow> rows;
    QString note; // at the right of the title: how many
    bool folded = false; // at first
    friend bool operator==(const DetailSection &, const DetailSection &) = default;
};

// detail may be null: then only what the list told. All raw fields stand in the last section.
[[nodiscard]] std::vector<DetailSection> detailOf(const Job &job, const JobContext &context, const JobDetail *detail);
} // namespace pilothouse
