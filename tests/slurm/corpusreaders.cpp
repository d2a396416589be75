// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/slurm/corpusreaders.h"

#include "backend/slurm/cluster.h"
#include "backend/slurm/diag.h"
#include "backend/slurm/jobdetail.h"
#include "backend/slurm/nodes.h"
#include "backend/slurm/stop.h"
#include "backend/slurm/values.h"
#include "tests/slurm/corpustable.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;
using namespace pilothouse::slurm;

namespace pilothouse::test {

namespace {

CorpusReport reportOf(const QString &kind)
{
    return {kind, 0, 0, {}, {}};
}

// One record a paragraph or a line: every line that does not begin one is a part of the last one.
QByteArrayList recordsOf(const QByteArray &bytes, const QByteArray &head)
{
    QByteArrayList records;
    for (const QByteArray &line : bytes.split('\n')) {
        if (line.startsWith(head))
            records.append(line);
        else if (!records.isEmpty())
            records.last() += '\n' + line;
    }
    return records;
}

CorpusReport readJobs(const QByteArray &bytes)
{
    CorpusReport report = reportOf(u"scontrol job"_s);
    for (const QByteArray &record : recordsOf(bytes, "JobId=")) {
        const auto id = readNumber32(QByteArrayView(record).sliced(6).first(std::max<qsizetype>(record.indexOf(' '), 6) - 6));
        const auto fields = id ? readJobRecord(record, *id, {}) : QList<Field>();
        ++(fields.size() > 10 ? report.read : report.lost);
        for (const Field &field : fields)
            judge(field.key.toUtf8(), field.value.toUtf8(), report);
    }
    return report;
}

CorpusReport readNodeRecords(const QByteArray &bytes)
{
    CorpusReport report = reportOf(u"scontrol node"_s);
    QByteArray lines; // the reader's question is for one line a node
    for (QByteArray record : recordsOf(bytes, "NodeName="))
        lines += record.replace("\n   ", " ").replace('\n', ' ') + '\n';
    const auto nodes = readNodes({lines, {}, 0});
    for (const Node &node : nodes ? *nodes : std::vector<Node>()) {
        ++(node.name.isEmpty() || !node.cpusTotal ? report.lost : report.read);
        if (node.use == NodeUse::Other)
            ++report.notUnderstood[u"State="_s + node.state];
        if (!node.gpusReadable)
            ++report.notUnderstood[u"Gres"_s];
    }
    if (!nodes)
        report.lost += int(lines.count('\n'));
    return report;
}

CorpusReport readPartitionRecords(const QByteArray &bytes)
{
    CorpusReport report = reportOf(u"scontrol partition"_s);
    QByteArray lines;
    for (QByteArray record : recordsOf(bytes, "PartitionName="))
        lines += record.replace("\n   ", " ").replace('\n', ' ') + '\n';
    TextPool words;
    const auto partitions = readPartitions({lines, {}, 0}, words);
    report.read = partitions ? int(partitions->size()) : 0;
    report.lost = int(lines.count('\n')) - report.read;
    for (const Partition &partition : partitions ? *partitions : std::vector<Partition>()) {
        if (!partition.maxTime.known())
            ++report.notUnderstood[u"MaxTime"_s];
    }
    return report;
}

CorpusReport readOne(const QString &kind, bool good)
{
    CorpusReport report = reportOf(kind);
    ++(good ? report.read : report.lost);
    return report;
}

CorpusReport readScancel(const QByteArray &bytes)
{
    CorpusReport report = reportOf(u"scancel"_s);
    for (const QByteArray &line : bytes.split('\n')) {
        if (!line.contains("error"))
            continue;
        ++report.read;
        if (fateOf(line) == Fate::Refused)
            ++report.notUnderstood[QString::fromUtf8(line).left(120)];
    }
    return report;
}

QString whatItIs(const QByteArray &bytes)
{
    const QByteArray start = bytes.trimmed();
    const QByteArray line = start.left(start.indexOf('\n'));
    if (start.isEmpty())
        return u"empty"_s;
    if (start.startsWith('{') || start.startsWith('['))
        return u"JSON"_s;
    if (start.startsWith("JobId="))
        return u"scontrol show job, one line a job"_s;
    if (line.contains("JOBID") && line.contains("PARTITION"))
        return u"squeue in padded columns"_s;
    if (line.contains("JobID") || start.contains("------------"))
        return u"sacct or sstat in padded columns"_s;
    if (line.contains("NODELIST") || line.contains("PARTITION") || line.contains("HOSTNAMES"))
        return u"sinfo"_s;
    return u"\"%1\""_s.arg(QString::fromUtf8(line.left(50)).simplified());
}

} // namespace

QList<CorpusPiece> piecesOf(const QByteArray &file)
{
    QList<CorpusPiece> pieces;
    if (file.startsWith("### ")) {
        for (const QByteArray &section : ('\n' + file).split('#')) {
            const qsizetype line = section.indexOf('\n');
            if (section.startsWith(' ') && line > 0)
                pieces.append({QString::fromUtf8(section.first(line)).trimmed(), section.sliced(line + 1)});
            else if (!pieces.isEmpty() && !section.trimmed().isEmpty())
                pieces.last().bytes += '#' + section;
        }
        return pieces;
    }
    const QJsonDocument json = file.size() < (4 << 20) && file.trimmed().startsWith('{') ? QJsonDocument::fromJson(file) : QJsonDocument();
    if (json.object().contains(u"stdout"_s)) {
        pieces.append({u"stdout"_s, json.object()[u"stdout"_s].toString().toUtf8()});
        return pieces;
    }
    return {{QString(), file}};
}

std::optional<CorpusReport> readPiece(const QByteArray &bytes, QString *why)
{
    const bool isLong = bytes.contains("\n   UserId=");
    if (bytes.startsWith("JobId=") && isLong)
        return readJobs(bytes);
    if (bytes.startsWith("NodeName=") && bytes.contains("CPUTot="))
        return readNodeRecords(bytes);
    if (bytes.startsWith("PartitionName=") && bytes.contains("MaxTime="))
        return readPartitionRecords(bytes);
    if (bytes.startsWith("Configuration data as of"))
        return readOne(u"scontrol config"_s, readCluster({bytes, {}, 0}).has_value());
    if (bytes.contains("sdiag output at"))
        return readOne(u"sdiag"_s, readDiag({bytes, {}, 0}).has_value());
    if (bytes.startsWith("scancel: "))
        return readScancel(bytes);
    if (const auto table = cutTable(bytes)) {
        if (auto report = readTable(*table))
            return report;
    }
    *why = whatItIs(bytes);
    return std::nullopt;
}

} // namespace pilothouse::test
