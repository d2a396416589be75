// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/cluster.h"

#include "backend/slurm/toolerror.h"
#include "backend/slurm/values.h"

using namespace Qt::StringLiterals;

namespace pilothouse::slurm {

Command clusterQuestion()
{
    Command command;
    command.words = {"scontrol", "show", "config"};
    command.maxBytes = 4 << 20;
    return command;
}

Result<ClusterFacts> readCluster(const Reply &reply)
{
    if (const auto failed = failureOf(reply, u"scontrol"_s))
        return tl::unexpected(*failed);
    ClusterFacts facts;
    for (const QByteArray &line : reply.out.split('\n')) {
        const qsizetype equals = line.indexOf('=');
        if (equals < 0)
            continue;
        const QByteArray key = line.first(equals).trimmed();
        if (key == "ClusterName")
            facts.name = words(line.sliced(equals + 1));
        else if (key == "SLURM_VERSION")
            facts.version = words(line.sliced(equals + 1));
    }
    if (facts.name.isEmpty() || facts.version.isEmpty())
        return failure(Error::Kind::BadReply, u"scontrol"_s, words(reply.out.left(200)));
    return facts;
}

Command partitionQuestion()
{
    Command command;
    command.words = {"scontrol", "-a", "-o", "show", "partition"};
    command.maxBytes = 16 << 20;
    return command;
}

QByteArrayView keyValue(QByteArrayView line, QByteArrayView key)
{
    while (!line.isEmpty()) {
        const qsizetype blank = line.indexOf(' ');
        const QByteArrayView item = blank < 0 ? line : line.first(blank);
        if (item.size() > key.size() && item.startsWith(key) && item[key.size()] == '=')
            return item.sliced(key.size() + 1);
        line = blank < 0 ? QByteArrayView() : line.sliced(blank + 1);
    }
    return {};
}

Result<std::vector<Partition>> readPartitions(const Reply &reply, TextPool &words)
{
    if (const auto failed = failureOf(reply, u"scontrol"_s))
        return tl::unexpected(*failed);
    std::vector<Partition> partitions;
    for (const QByteArray &line : reply.out.split('\n')) {
        const QByteArrayView name = keyValue(line, "PartitionName");
        if (name.isEmpty())
            continue;
        Partition partition;
        partition.name = words.add(name);
        partition.nodes = readNumber32(keyValue(line, "TotalNodes")).value_or(0);
        partition.priorityTier = readNumber32(keyValue(line, "PriorityTier")).value_or(0);
        partition.maxTime = readSpan(keyValue(line, "MaxTime"));
        partition.isDefault = keyValue(line, "Default") == QByteArrayView("YES");
        partition.up = keyValue(line, "State") == QByteArrayView("UP");
        partitions.push_back(partition);
    }
    if (partitions.empty() && !reply.out.trimmed().isEmpty() && !reply.out.contains("No partitions"))
        return failure(Error::Kind::BadReply, u"scontrol"_s, slurm::words(reply.out.left(200)));
    return partitions;
}

} // namespace pilothouse::slurm
