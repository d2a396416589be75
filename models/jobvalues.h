// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A job as raw values for scripts: times in ISO 8601 UTC, spans in seconds, amounts in bytes, unknown ones null.
#pragma once
#include "models/jobtext.h"

#include <QVariant>

namespace pilothouse {

struct JobValue {
    const char *key;
    QVariant value; // null: unknown
};

[[nodiscard]] std::vector<JobValue> valuesOf(const Job &job, const JobContext &context);
[[nodiscard]] QVariant valueOf(JobColumn column, const Job &job, const JobContext &context);

} // namespace pilothouse
