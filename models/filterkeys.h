// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The words before the colon: what they mean, what they compare, and how their values are read. One table.
#pragma once
#include "backend/core/job.h"

#include <QString>
#include <QStringView>

#include <optional>
#include <span>

namespace pilothouse::filter {

enum class Kind : quint8 { Text, State, Number, Bytes, Duration, Time, Within, Source, Id };

struct Key {
    const char *name; // "user"
    const char *alias; // another spelling, or ""
    Kind kind;
    Text Job::*text; // Kind::Text
    bool contains; // a plain value matches anywhere in the text, not only the whole
    std::optional<double> (*number)(const Job &job, qint64 now); // the other kinds; empty: unknown, matches nothing
};

[[nodiscard]] std::span<const Key> keys();
[[nodiscard]] const Key *keyNamed(QStringView name);

// A value of a key as a number in the key's unit: plain, bytes, seconds, or epoch seconds; empty: not readable.
[[nodiscard]] std::optional<double> readValue(Kind kind, const QString &text);

struct StateWord {
    const char *word; // "pending"
    bool (*matches)(JobState state, QByteArrayView reason, quint32 priority);
};
[[nodiscard]] std::span<const StateWord> stateWords();

} // namespace pilothouse::filter
