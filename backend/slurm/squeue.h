// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The question to squeue and the reader of its answer, from one table of fields: a field can't be added to one alone.
// Every field ends in 0x1F. Texts that people choose (work dir, comment, name) and the row end in marks that are drawn anew for each
// question, so no name can forge a field or a row.
#pragma once
#include "backend/core/job.h"
#include "backend/core/result.h"
#include "backend/ssh/shell.h"

#include <QByteArrayList>
#include <QStringList>

#include <vector>

namespace pilothouse::slurm {

struct Me { // the log-in user at the far end
    QByteArray name;
    quint32 uid = 0xffffffffu;
    [[nodiscard]] bool known() const { return !name.isEmpty(); }
};

class SqueueQuestion {
public:
    enum class Fields { Poll, Check }; // Check: what a stop compares, with the cluster
    // without: fields that this version was found to lack.
    explicit SqueueQuestion(Fields fields = Fields::Poll, QByteArrayList without = {});
    // The same with marks that are given: for recorded answers.
    SqueueQuestion(QByteArrayList fields, QByteArray mark);

    [[nodiscard]] Command command(const QByteArrayList &more = {}) const;
    [[nodiscard]] const QByteArrayList &fields() const { return m_fields; }
    [[nodiscard]] QByteArray textEnd() const { return "\x1f\x1e" + m_mark; }
    [[nodiscard]] QByteArray rowEnd() const { return "\x1f\x1d" + m_mark; }

private:
    QByteArrayList m_fields; // the fixed ones first, then those that people choose
    QByteArray m_mark;
};

struct SqueueRows {
    std::vector<Job> jobs; // ordered by key
    QStringList unreadRows; // raw, cut to 200 characters; at most 20
    quint32 unread = 0;
};

// Unsupported with the field as subject when this version lacks one of the fields: ask again without it.
[[nodiscard]] Result<SqueueRows> readSqueue(const Reply &reply, const SqueueQuestion &question, TextPool &words, const Me &me,
                                            quint16 source);

// "20_[2-9]" of a job, as squeue shows it and scancel takes it.
[[nodiscard]] QByteArray shownId(const Job &job, const TextPool &words);

} // namespace pilothouse::slurm
