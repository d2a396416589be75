// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded answers of any origin, told apart by their looks and given to the readers that the program itself uses.
#pragma once
#include <QByteArray>
#include <QList>
#include <QMap>
#include <QString>

#include <optional>

namespace pilothouse::test {

struct CorpusReport {
    QString kind; // "squeue table", "scontrol node" …
    int read = 0;
    int lost = 0;
    QMap<QString, int> notUnderstood; // cells, by field
    QMap<QString, QString> example; // one of them, by field
};

struct CorpusPiece {
    QString name; // of a file that holds several answers: which
    QByteArray bytes;
};

// A file may hold answers in a wrapping: "### name" heads, or JSON objects with "stdout".
[[nodiscard]] QList<CorpusPiece> piecesOf(const QByteArray &file);

// Nothing: no reader of ours takes such words. why then says what they are, as far as that can be told.
[[nodiscard]] std::optional<CorpusReport> readPiece(const QByteArray &bytes, QString *why);

} // namespace pilothouse::test
