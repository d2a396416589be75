// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The words of rows that stand for several jobs: groups and folded arrays.
#pragma once
#include "models/jobrows.h"
#include "models/jobtext.h"

namespace pilothouse {

[[nodiscard]] QString arrayIdText(const JobRows &rows, const ArrayRow &array, quint16 slot); // "481190_[0–255]"
[[nodiscard]] QString countsText(const std::array<quint32, kLookCount> &counts); // "140 completed, 32 running, 3 failed"
[[nodiscard]] CellText arrayCell(JobColumn column, const JobRows &rows, const JobRow &row, const JobContext &context);
[[nodiscard]] QString arraySentence(const JobRows &rows, const JobRow &row, const JobContext &context);

struct SourceAge {
    QString name;
    bool lost = false;
    QDateTime since; // when the link was lost
};
[[nodiscard]] QString groupTitle(const GroupRow &group, const JobRows &rows, const QString &sourceName);
[[nodiscard]] QString groupFact(const GroupRow &group, const JobRows &rows, const SourceAge &source, const QDateTime &now);
[[nodiscard]] QString groupNote(const GroupRow &group, const JobRows &rows, const SourceAge &source);

} // namespace pilothouse
