// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The question to sacct and the reader of its answer: jobs that ended, one row a job, newest record only. Each field ends in a mark that
// is drawn anew for each question, since names and comments may hold any byte.
#pragma once
#include "backend/slurm/squeue.h"

#include <optional>

namespace pilothouse::slurm {

class SacctQuestion {
public:
    // without: fields that this version was found to lack.
    explicit SacctQuestion(QByteArrayList without = {});
    // The same with a delimiter that is given: for recorded answers.
    SacctQuestion(QByteArrayList fields, QByteArray delimiter);

    // These jobs, whoever's; back is how far back they were submitted.
    [[nodiscard]] Command ofJobs(const QByteArrayList &ids, Seconds back) const;
    // What ran within the last so many seconds.
    [[nodiscard]] Command ofUser(const QByteArray &user, Seconds back) const;
    [[nodiscard]] const QByteArrayList &fields() const { return m_fields; }
    [[nodiscard]] const QByteArray &delimiter() const { return m_delimiter; }

private:
    [[nodiscard]] Command command(const QByteArrayList &more, Seconds back) const;

    QByteArrayList m_fields;
    QByteArray m_delimiter;
};

struct SacctRows {
    std::vector<Job> jobs; // by key; of several records of one job, the one that started last
    quint32 unread = 0;
};

// Unsupported with the field as subject when this version lacks one of the fields.
[[nodiscard]] Result<SacctRows> readSacct(const Reply &reply, const SacctQuestion &question, TextPool &words, const Me &me, quint16 source);

[[nodiscard]] bool knowsSacctField(QByteArrayView name);

// Cuts an answer of "-p" into rows of so many fields, each ended by the delimiter.
[[nodiscard]] std::vector<std::vector<QByteArrayView>> splitRows(QByteArrayView out, const QByteArray &delimiter, size_t fields,
                                                                 quint32 *unread);

} // namespace pilothouse::slurm
