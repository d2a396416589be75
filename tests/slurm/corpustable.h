// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Delimited tables with a head line, as squeue -o, squeue -O, sacct -P and sstat -P print them.
#pragma once
#include "tests/slurm/corpusreaders.h"

namespace pilothouse::test {

struct CorpusTable {
    QByteArrayList columns; // upper case, without "_", "-" and blanks
    QList<QByteArrayList> rows;
    int lost = 0; // lines that no row could be made of
};

[[nodiscard]] std::optional<CorpusTable> cutTable(const QByteArray &bytes);
[[nodiscard]] std::optional<CorpusReport> readTable(const CorpusTable &table);
void judge(const QByteArray &column, const QByteArray &cell, CorpusReport &report); // by the value readers

} // namespace pilothouse::test
