// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/diag.h"

#include "backend/slurm/toolerror.h"
#include "backend/slurm/values.h"

#include <array>

using namespace Qt::StringLiterals;

namespace pilothouse::slurm {

namespace {

// Letters that all versions know; %o (account) is missing before 24.11 and would shift what follows.
struct SprioField {
    const char *letter;
    qint64 PriorityFactors::*value; // nullptr: one of the words
};
constexpr std::array kSprio{
    SprioField{"%i", nullptr},
    SprioField{"%r", nullptr},
    SprioField{"%T", nullptr},
    SprioField{"%Y", &PriorityFactors::priority},
    SprioField{"%A", &PriorityFactors::age},
    SprioField{"%F", &PriorityFactors::fairShare},
    SprioField{"%J", &PriorityFactors::jobSize},
    SprioField{"%P", &PriorityFactors::partitionPart},
    SprioField{"%Q", &PriorityFactors::qos},
    SprioField{"%N", &PriorityFactors::nice},
    SprioField{"%S", &PriorityFactors::site},
    SprioField{"%B", &PriorityFactors::association},
};

// "(1796113781)" at the end of a line
Moment inBrackets(QByteArrayView line)
{
    const qsizetype open = line.lastIndexOf('(');
    const qsizetype close = line.lastIndexOf(')');
    return open >= 0 && close > open ? readMoment(line.sliced(open + 1, close - open - 1)) : Moment();
}

// "name ( 2003) count:144 ave_time:777 total_time:111983"
std::optional<RpcCount> readRpc(const QByteArray &line)
{
    const qsizetype bracket = line.indexOf('(');
    const qsizetype count = line.indexOf("count:");
    const qsizetype average = line.indexOf("ave_time:");
    if (bracket < 0 || count < 0 || average < 0)
        return std::nullopt;
    const auto number = [&](qsizetype at) {
        return readNumber(QByteArrayView(line).sliced(at).first(std::max<qsizetype>(line.indexOf(' ', at), at) - at));
    };
    const auto calls = number(count + 6);
    const auto time = number(average + 9);
    if (!calls || !time)
        return std::nullopt;
    return RpcCount{words(line.first(bracket)), *calls, std::chrono::microseconds(qint64(*time))};
}

} // namespace

Command priorityQuestion(const std::vector<quint32> &ids)
{
    QByteArrayList letters;
    for (const SprioField &field : kSprio)
        letters.append(field.letter);
    Command command;
    command.words = {"sprio", "-h", "-o", letters.join('\x1f')};
    if (!ids.empty()) {
        QByteArrayList some;
        for (const quint32 id : ids)
            some.append(QByteArray::number(id));
        command.words << "-j" << some.join(',');
    }
    command.large = ids.empty();
    return command;
}

Result<std::vector<PriorityFactors>> readPriorities(const Reply &reply)
{
    // "Unable to find jobs matching …" on stdout or stderr, exit 0: none of them waits in line.
    if (reply.exitStatus == 0 && (reply.err.contains("Unable to find jobs") || reply.out.startsWith("Unable to find jobs")))
        return std::vector<PriorityFactors>();
    if (const auto failed = failureOf(reply, u"sprio"_s))
        return tl::unexpected(*failed);
    std::vector<PriorityFactors> all;
    for (const QByteArray &line : reply.out.split('\n')) {
        const QByteArrayList cells = line.split('\x1f');
        const auto id = readNumber32(cells[0].trimmed());
        if (line.trimmed().isEmpty())
            continue;
        if (cells.size() != qsizetype(kSprio.size()) || !id)
            return failure(Error::Kind::BadReply, u"sprio"_s, words(line.left(200)));
        PriorityFactors factors;
        factors.jobId = *id;
        factors.partition = words(cells[1]);
        factors.tres = words(cells[2]);
        for (size_t i = 0; i < kSprio.size(); ++i) {
            if (kSprio[i].value)
                factors.*kSprio[i].value = cells[qsizetype(i)].trimmed().toLongLong();
        }
        all.push_back(std::move(factors));
    }
    return all;
}

Result<std::vector<PriorityFactors>> fetchPriorityFactors(Shell &shell, const std::vector<quint32> &ids, std::stop_token stop)
{
    const auto reply = runOne(shell, priorityQuestion(ids), Urgency::View, stop);
    if (!reply)
        return tl::unexpected(reply.error());
    return readPriorities(*reply);
}

Command diagQuestion()
{
    Command command;
    command.words = {"sdiag"};
    command.maxBytes = 4 << 20;
    return command;
}

Result<Diag> readDiag(const Reply &reply)
{
    if (const auto failed = failureOf(reply, u"sdiag"_s))
        return tl::unexpected(*failed);
    Diag diag;
    enum class Part { Head, Main, Backfill, ByType, ByUser, Rest } part = Part::Head;
    for (const QByteArray &raw : reply.out.split('\n')) {
        const QByteArray line = raw.trimmed();
        if (line.startsWith("Main schedule"))
            part = Part::Main;
        else if (line.startsWith("Backfilling stats"))
            part = Part::Backfill;
        else if (line.contains("statistics by message type"))
            part = Part::ByType;
        else if (line.contains("statistics by user"))
            part = Part::ByUser;
        else if (line.startsWith("Pending RPC") || line.startsWith("Latency"))
            part = Part::Rest;
        else if (line.startsWith("sdiag output at"))
            diag.at = inBrackets(line);
        else if (line.startsWith("Data since"))
            diag.since = inBrackets(line);
        if (part == Part::ByType || part == Part::ByUser) {
            if (auto rpc = readRpc(line))
                (part == Part::ByType ? diag.byType : diag.byUser).push_back(std::move(*rpc));
            continue;
        }
        const qsizetype colon = line.indexOf(':');
        const QByteArray key = line.first(std::max<qsizetype>(colon, 0));
        const auto value = colon < 0 ? std::optional<quint32>() : readNumber32(line.sliced(colon + 1).trimmed());
        if (!value)
            continue;
        if (key == "Server thread count")
            diag.serverThreads = value;
        else if (key == "Agent queue size")
            diag.agentQueue = value;
        else if (key == "DBD Agent queue size")
            diag.dbdQueue = value;
        else if (key == "Jobs pending")
            diag.jobsPending = value;
        else if (key == "Jobs running")
            diag.jobsRunning = value;
        else if (key == "Mean cycle" && part == Part::Main)
            diag.mainCycleMean = std::chrono::microseconds(*value);
        else if (key == "Mean cycle" && part == Part::Backfill)
            diag.backfillCycleMean = std::chrono::microseconds(*value);
    }
    if (!diag.at.known())
        return failure(Error::Kind::BadReply, u"sdiag"_s, words(reply.out.left(200)));
    return diag;
}

Result<Diag> fetchDiag(Shell &shell, std::stop_token stop)
{
    const auto reply = runOne(shell, diagQuestion(), Urgency::View, stop);
    if (!reply)
        return tl::unexpected(reply.error());
    return readDiag(*reply);
}

} // namespace pilothouse::slurm
