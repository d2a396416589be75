// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/sacct.h"

#include "backend/slurm/squeuerow.h"
#include "backend/slurm/toolerror.h"

#include <QRandomGenerator>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace pilothouse::slurm {

namespace {

struct SacctField {
    const char *name;
    void (RowReader::*read)(QByteArrayView);
};

// AllocTRES stands behind ReqTRES: what was given wins over what was asked.
constexpr std::array kFields{
    SacctField{"JobID", &RowReader::shownId},
    SacctField{"JobIDRaw", &RowReader::recordId},
    SacctField{"State", &RowReader::state},
    SacctField{"Partition", &RowReader::partition},
    SacctField{"User", &RowReader::user},
    SacctField{"UID", &RowReader::uid},
    SacctField{"Account", &RowReader::account},
    SacctField{"QOS", &RowReader::qos},
    SacctField{"Priority", &RowReader::priority},
    SacctField{"NCPUS", &RowReader::cpus},
    SacctField{"NNodes", &RowReader::nodeCount},
    SacctField{"ReqMem", &RowReader::requestedMemory},
    SacctField{"ReqTRES", &RowReader::tresIfTold},
    SacctField{"AllocTRES", &RowReader::tresIfTold},
    SacctField{"Timelimit", &RowReader::timeLimit},
    SacctField{"Submit", &RowReader::submit},
    SacctField{"Eligible", &RowReader::eligible},
    SacctField{"Start", &RowReader::start},
    SacctField{"End", &RowReader::end},
    SacctField{"ExitCode", &RowReader::exit},
    SacctField{"Restarts", &RowReader::restarts}, // since 24.11
    SacctField{"NodeList", &RowReader::nodes},
    SacctField{"Reservation", &RowReader::reservation},
    SacctField{"Constraints", &RowReader::features},
    SacctField{"Comment", &RowReader::comment},
    SacctField{"WorkDir", &RowReader::workDir},
    SacctField{"JobName", &RowReader::name},
};

const SacctField *find(QByteArrayView name)
{
    const auto at = std::find_if(kFields.begin(), kFields.end(), [&](const SacctField &f) { return name == QByteArrayView(f.name); });
    return at == kFields.end() ? nullptr : &*at;
}

// "None" as an end means that it never ended; a record that waits or runs says nothing of a job that left.
bool newer(const Job &a, const Job &b)
{
    return a.start != b.start ? a.start > b.start : a.submit > b.submit;
}

} // namespace

bool knowsSacctField(QByteArrayView name)
{
    return find(name) != nullptr;
}

SacctQuestion::SacctQuestion(QByteArrayList without)
    : m_delimiter("\x1f\x1e" + QByteArray::number(QRandomGenerator::system()->generate64() | (1ULL << 63), 36).left(11))
{
    for (const SacctField &field : kFields) {
        if (!without.contains(QByteArray(field.name)))
            m_fields.append(field.name);
    }
}

SacctQuestion::SacctQuestion(QByteArrayList fields, QByteArray delimiter) : m_fields(std::move(fields)), m_delimiter(std::move(delimiter))
{
}

Command SacctQuestion::command(const QByteArrayList &more, Seconds back) const
{
    Command command;
    // Both times: with a state filter or -S alone some versions print nothing.
    command.words = QByteArrayList{"sacct",
                                   "-X",
                                   "-n",
                                   "-p",
                                   "--delimiter=" + m_delimiter,
                                   "-S",
                                   "now-" + QByteArray::number(qint64(back.count())) + "seconds",
                                   "-E",
                                   "now",
                                   "-o",
                                   m_fields.join(',')}
        + more;
    command.limit = std::chrono::seconds(15);
    command.maxBytes = 32 << 20;
    command.large = true;
    return command;
}

Command SacctQuestion::ofJobs(const QByteArrayList &ids, Seconds back) const
{
    return command({"-j", ids.join(',')}, back);
}

Command SacctQuestion::ofUser(const QByteArray &user, Seconds back) const
{
    return command({"-u", user}, back);
}

std::vector<std::vector<QByteArrayView>> splitRows(QByteArrayView out, const QByteArray &delimiter, size_t fields, quint32 *unread)
{
    std::vector<std::vector<QByteArrayView>> rows;
    while (!out.isEmpty()) {
        std::vector<QByteArrayView> row;
        while (row.size() < fields) {
            const qsizetype at = out.indexOf(delimiter);
            if (at < 0)
                break;
            row.push_back(out.first(at));
            out = out.sliced(at + delimiter.size());
        }
        if (row.size() < fields) {
            if (unread && (!row.empty() || !out.trimmed().isEmpty()))
                ++*unread;
            break;
        }
        if (out.startsWith('\n'))
            out = out.sliced(1);
        rows.push_back(std::move(row));
    }
    return rows;
}

Result<SacctRows> readSacct(const Reply &reply, const SacctQuestion &question, TextPool &words, const Me &me, quint16 source)
{
    const QByteArray lacking = unknownField(reply);
    if (!lacking.isEmpty())
        return failure(Error::Kind::Unsupported, QString::fromUtf8(lacking), slurm::words(reply.err));
    if (const auto failed = failureOf(reply, u"sacct"_s))
        return tl::unexpected(*failed);
    SacctRows rows;
    RowReader reader(words, me, source);
    std::vector<const SacctField *> fields;
    for (const QByteArray &name : question.fields())
        fields.push_back(find(name));
    for (const auto &row : splitRows(reply.out, question.delimiter(), fields.size(), &rows.unread)) {
        reader.begin();
        for (size_t i = 0; i < fields.size(); ++i)
            (reader.*fields[i]->read)(row[i]);
        if (!reader.finish()) {
            ++rows.unread;
            continue;
        }
        rows.jobs.push_back(reader.job());
        rows.jobs.back().fromAccounting = true;
    }
    std::stable_sort(rows.jobs.begin(), rows.jobs.end(),
                     [](const Job &a, const Job &b) { return a.key != b.key ? a.key < b.key : newer(a, b); });
    rows.jobs.erase(std::unique(rows.jobs.begin(), rows.jobs.end(), [](const Job &a, const Job &b) { return a.key == b.key; }),
                    rows.jobs.end());
    return rows;
}

} // namespace pilothouse::slurm
