// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// One row of squeue becomes one Job: the table of fields, and what each does to the Job.
#pragma once
#include "backend/slurm/memo.h"
#include "backend/slurm/squeue.h"
#include "backend/slurm/taskset.h"
#include "backend/slurm/values.h"

#include <span>

namespace pilothouse::slurm {

class RowReader;

struct SqueueField {
    enum class Use { Both, PollOnly, CheckOnly };
    const char *name; // of squeue -O
    void (RowReader::*read)(QByteArrayView);
    Use use = Use::PollOnly;
    bool chosen = false; // its text is a person's: ends in a mark
};

[[nodiscard]] std::span<const SqueueField> squeueFields(); // fixed ones first
[[nodiscard]] const SqueueField *findSqueueField(QByteArrayView name); // nullptr: none

class RowReader {
public:
    RowReader(TextPool &words, const Me &me, quint16 source) : m_words(words), m_me(me) { m_blank.key.source = source; }

    void begin()
    {
        m_job = m_blank;
        m_id.reset();
        m_memoryWords = {};
        m_total = {};
        m_memoryOfAll = false;
    }
    [[nodiscard]] bool finish(); // false: what makes a row is not there
    [[nodiscard]] const Job &job() const { return m_job; }
    void setCluster(QByteArrayView name) { m_blank.cluster = m_words.add(name); }

    void shownId(QByteArrayView words);
    void recordId(QByteArrayView words);
    void state(QByteArrayView words);
    void partition(QByteArrayView words);
    void user(QByteArrayView words);
    void uid(QByteArrayView words);
    void account(QByteArrayView words);
    void qos(QByteArrayView words);
    void reason(QByteArrayView words);
    void priority(QByteArrayView words);
    void nice(QByteArrayView words);
    void cpus(QByteArrayView words);
    void nodeCount(QByteArrayView words);
    void memory(QByteArrayView words);
    void requestedMemory(QByteArrayView words); // sacct's
    void tres(QByteArrayView words);
    void gresPerNode(QByteArrayView words);
    void timeLimit(QByteArrayView words);
    void submit(QByteArrayView words);
    void eligible(QByteArrayView words);
    void start(QByteArrayView words);
    void end(QByteArrayView words);
    void restarts(QByteArrayView words);
    void exit(QByteArrayView words);
    void tresIfTold(QByteArrayView words);
    void skip(QByteArrayView) { }
    void nodes(QByteArrayView words);
    void dependency(QByteArrayView words);
    void reservation(QByteArrayView words);
    void features(QByteArrayView words);
    void licenses(QByteArrayView words);
    void cluster(QByteArrayView words);
    void workDir(QByteArrayView words);
    void comment(QByteArrayView words);
    void name(QByteArrayView words);

private:
    struct Tres {
        Gpus gpus;
        Text gres;
        Bytes memory; // of the whole job
    };
    struct StateWords {
        JobState state = JobState::Other;
        Text text;
    };
    using WordMemo = Memo<Text>;
    enum Column {
        Partition,
        User,
        Account,
        Qos,
        Reason,
        Nodes,
        Dependency,
        Reservation,
        Features,
        Licenses,
        WorkDir,
        Comment,
        Name,
        kColumns
    };

    [[nodiscard]] Text text(Column column, QByteArrayView words);

    TextPool &m_words;
    const Me &m_me;
    Job m_blank;
    Job m_job;
    std::optional<JobId> m_id;
    QByteArrayView m_memoryWords;
    Bytes m_total; // memory of the whole job, by TRES
    bool m_memoryOfAll = false;
    std::array<WordMemo, kColumns> m_memos;
    Memo<StateWords> m_states;
    Memo<Tres, 256> m_tres;
    Memo<Gpus> m_gpus;
    Memo<Memory> m_memories;
    Memo<Span> m_spans;
};

} // namespace pilothouse::slurm
