// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/squeue.h"

#include "backend/slurm/squeuerow.h"
#include "backend/slurm/toolerror.h"

#include <QRandomGenerator>

#include <algorithm>
#include <cstring>

using namespace Qt::StringLiterals;

namespace pilothouse::slurm {

namespace {

constexpr char kFieldEnd = '\x1f';
constexpr qsizetype kKeptRows = 20;

QByteArray newMark()
{
    QByteArray mark;
    for (int i = 0; i < 2; ++i)
        mark += QByteArray::number(QRandomGenerator::system()->generate64() | (1ULL << 63), 36).left(6);
    return mark;
}

// Where the mark stands next; nullptr if nowhere.
const char *findMark(const char *from, const char *end, const QByteArray &mark)
{
    while (const auto *at = static_cast<const char *>(std::memchr(from, mark[0], size_t(end - from)))) {
        if (end - at >= mark.size() && std::memcmp(at, mark.constData(), size_t(mark.size())) == 0)
            return at;
        from = at + 1;
    }
    return nullptr;
}

struct Columns {
    std::vector<const SqueueField *> fixed;
    std::vector<const SqueueField *> chosen; // by people
};

class Reader {
public:
    Reader(QByteArrayView out, const SqueueQuestion &question, RowReader &row, SqueueRows &rows)
        : m_at(out.data()),
          m_end(out.data() + out.size()),
          m_textEnd(question.textEnd()),
          m_rowEnd(question.rowEnd()),
          m_row(row),
          m_rows(rows)
    {
        for (const QByteArray &name : question.fields()) {
            const SqueueField *field = findSqueueField(name);
            (field->chosen ? m_columns.chosen : m_columns.fixed).push_back(field);
        }
    }

    void read()
    {
        while (skipHeads()) {
            const char *start = m_at;
            m_row.begin();
            if (readRow() && m_row.finish()) {
                m_rows.jobs.push_back(m_row.job());
                continue;
            }
            m_at = start;
            loseRow();
        }
    }

private:
    // "CLUSTER: west" stands before the rows of each cluster. False at the end.
    bool skipHeads()
    {
        constexpr QByteArrayView kHead("CLUSTER: ");
        while (m_at < m_end && (*m_at == '\n' || *m_at == 'C')) {
            const auto *line = static_cast<const char *>(std::memchr(m_at, '\n', size_t(m_end - m_at)));
            const QByteArrayView words(m_at, (line ? line : m_end) - m_at);
            if (!words.isEmpty() && !words.startsWith(kHead))
                break;
            if (!words.isEmpty())
                m_row.setCluster(words.sliced(kHead.size()));
            m_at = line ? line + 1 : m_end;
        }
        return m_at < m_end;
    }

    bool readRow()
    {
        for (const SqueueField *field : m_columns.fixed) {
            const auto *stop = static_cast<const char *>(std::memchr(m_at, kFieldEnd, size_t(m_end - m_at)));
            // A field that begins with a mark's second byte: this row has fewer fields than were asked for.
            if (!stop || *m_at == m_textEnd[1] || *m_at == m_rowEnd[1])
                return false;
            (m_row.*field->read)(QByteArrayView(m_at, stop - m_at));
            m_at = stop + 1;
        }
        if (m_at < m_end && (*m_at == m_textEnd[1] || *m_at == m_rowEnd[1])) // a chosen text was read as the last fixed field
            return false;
        for (const SqueueField *field : m_columns.chosen) {
            const QByteArray &mark = field == m_columns.chosen.back() ? m_rowEnd : m_textEnd;
            const char *stop = findMark(m_at, m_end, mark);
            if (!stop)
                return false;
            (m_row.*field->read)(QByteArrayView(m_at, stop - m_at));
            m_at = stop + mark.size();
        }
        if (m_at < m_end && *m_at == '\n')
            ++m_at;
        return true;
    }

    // Goes on behind the next row's end and keeps the bytes raw.
    void loseRow()
    {
        const char *stop = findMark(m_at, m_end, m_rowEnd);
        const char *next = stop ? stop + m_rowEnd.size() : m_end;
        if (next < m_end && *next == '\n')
            ++next;
        ++m_rows.unread;
        if (m_rows.unreadRows.size() < kKeptRows)
            m_rows.unreadRows.append(QString::fromUtf8(m_at, std::min<qsizetype>((stop ? stop : m_end) - m_at, 800)).left(200));
        m_at = next;
    }

    const char *m_at;
    const char *m_end;
    QByteArray m_textEnd;
    QByteArray m_rowEnd;
    RowReader &m_row;
    SqueueRows &m_rows;
    Columns m_columns;
};

quint64 packed(const JobKey &key)
{
    return quint64(key.job) << 32 | key.task;
}

// squeue -S i sorts nearly so; only what is out of order is paid for.
void orderByKey(std::vector<Job> &jobs)
{
    const auto before = [](const Job &a, const Job &b) { return packed(a.key) < packed(b.key); };
    if (!std::is_sorted(jobs.begin(), jobs.end(), before))
        std::stable_sort(jobs.begin(), jobs.end(), before);
}

// squeue may split an array's waiting rest over several rows (two partitions); no row may be lost for having the same key.
void partTwins(std::vector<Job> &jobs, const TextPool &words)
{
    quint32 spare = kNoTask;
    for (size_t i = 1; i < jobs.size(); ++i) {
        if (jobs[i].key != jobs[i - 1].key)
            continue;
        const auto indexes = TaskSet::read(words.bytes(jobs[i - 1].waitingIndexes));
        const auto first = indexes ? indexes->list(1) : std::vector<quint32>();
        jobs[i - 1].key.task = first.empty() ? --spare : first.front();
    }
    if (!std::is_sorted(jobs.begin(), jobs.end(), [](const Job &a, const Job &b) { return packed(a.key) < packed(b.key); }))
        orderByKey(jobs);
}

} // namespace

SqueueQuestion::SqueueQuestion(Fields fields, QByteArrayList without) : m_mark(newMark())
{
    for (const SqueueField &field : squeueFields()) {
        const bool wanted = fields == Fields::Poll ? field.use != SqueueField::Use::CheckOnly : field.use != SqueueField::Use::PollOnly;
        if (wanted && !without.contains(QByteArray(field.name)))
            m_fields.append(field.name);
    }
}

SqueueQuestion::SqueueQuestion(QByteArrayList fields, QByteArray mark) : m_fields(std::move(fields)), m_mark(std::move(mark))
{
}

Command SqueueQuestion::command(const QByteArrayList &more) const
{
    QByteArray format;
    for (const QByteArray &name : m_fields) {
        const bool last = name == m_fields.back();
        format += name + ':' + (last ? rowEnd() : findSqueueField(name)->chosen ? textEnd() : QByteArray(1, kFieldEnd)) + (last ? "" : ",");
    }
    Command command;
    command.words = QByteArrayList{"squeue", "-h", "-a", "-S", "i"} + more + QByteArrayList{"-O", format};
    command.limit = std::chrono::seconds(60);
    command.large = true;
    return command;
}

Result<SqueueRows> readSqueue(const Reply &reply, const SqueueQuestion &question, TextPool &words, const Me &me, quint16 source)
{
    const QByteArray lacking = unknownField(reply);
    if (!lacking.isEmpty())
        return failure(Error::Kind::Unsupported, QString::fromUtf8(lacking), slurm::words(reply.err));
    if (const auto failed = failureOf(reply, u"squeue"_s))
        return tl::unexpected(*failed);
    SqueueRows rows;
    rows.jobs.reserve(size_t(reply.out.size()) / 200 + 16);
    RowReader row(words, me, source);
    Reader(reply.out, question, row, rows).read();
    if (rows.jobs.empty() && !reply.out.isEmpty()) // not one row among the words: never an empty list
        return failure(Error::Kind::BadReply, u"squeue"_s, slurm::words(reply.out));
    orderByKey(rows.jobs);
    partTwins(rows.jobs, words);
    return rows;
}

QByteArray shownId(const Job &job, const TextPool &words)
{
    if (job.hetJobId != 0)
        return QByteArray::number(job.hetJobId) + '+' + QByteArray::number(job.hetOffset);
    if (job.arrayJobId == 0)
        return QByteArray::number(job.key.job);
    if (!job.waitingIndexes.isEmpty())
        return QByteArray::number(job.arrayJobId) + "_[" + words.bytes(job.waitingIndexes).toByteArray() + ']';
    return QByteArray::number(job.arrayJobId) + '_' + QByteArray::number(job.key.task);
}

} // namespace pilothouse::slurm
