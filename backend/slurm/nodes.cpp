// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/nodes.h"

#include "backend/slurm/cluster.h"
#include "backend/slurm/toolerror.h"
#include "backend/slurm/values.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace pilothouse::slurm {

namespace {

QString told(QByteArrayView words)
{
    return isNothing(words) ? QString() : QString::fromUtf8(words);
}

QStringList list(QByteArrayView words)
{
    return isNothing(words) ? QStringList() : QString::fromUtf8(words).split(u',', Qt::SkipEmptyParts);
}

std::optional<quint32> count(QByteArrayView words)
{
    return readNumber32(words);
}

Bytes mebibytes(QByteArrayView words)
{
    const auto value = readNumber(words);
    return value && *value < (1ULL << 40) ? Bytes(qint64(*value) << 20) : Bytes();
}

std::optional<double> loadOf(QByteArrayView words)
{
    bool ok = false;
    const double load = QByteArray(words.data(), words.size()).toDouble(&ok);
    return ok && load >= 0 && load < 1e6 ? std::optional(load) : std::nullopt; // 42949672.94 is NO_VAL
}

std::vector<GpuType> gpusOf(const Gpus &total, const Gpus &used)
{
    std::vector<GpuType> types;
    for (const auto &[type, number] : total.types)
        types.push_back({QString::fromStdString(type), number, 0});
    if (types.empty() && total.total > 0)
        types.push_back({QString(), total.total, 0});
    for (GpuType &type : types) {
        const auto of = std::find_if(used.types.begin(), used.types.end(),
                                     [&](const auto &t) { return QString::fromStdString(t.first) == type.type; });
        if (of != used.types.end())
            type.used = of->second;
        else if (types.size() == 1) // the site names the type in one place only
            type.used = used.total;
    }
    return types;
}

// "Reason=disk: bad, see ticket [root@2026-12-01T08:37:04]", to the end of the line.
void readReason(QByteArrayView line, Node &node)
{
    const qsizetype at = line.indexOf(" Reason=");
    if (at < 0)
        return;
    QByteArrayView reason = line.sliced(at + 8);
    while (reason.endsWith(' '))
        reason = reason.chopped(1);
    const qsizetype open = reason.lastIndexOf('[');
    if (open >= 0 && reason.endsWith(']')) {
        const QByteArrayView who = reason.sliced(open + 1).chopped(1);
        const qsizetype sign = who.lastIndexOf('@');
        if (sign > 0) {
            node.reasonBy = QString::fromUtf8(who.first(sign));
            node.reasonAt = readMoment(who.sliced(sign + 1));
            reason = reason.first(std::max<qsizetype>(open - 1, 0));
        }
    }
    node.reason = told(reason);
}

Node readNode(QByteArrayView line)
{
    Node node;
    const qsizetype reason = line.indexOf(" Reason=");
    const QByteArrayView keys = reason < 0 ? line : line.first(reason); // words of an admin are no keys
    const auto value = [&](QByteArrayView key) { return keyValue(keys, key); };
    node.name = QString::fromUtf8(value("NodeName"));
    node.hostName = told(value("NodeHostName"));
    node.use = readNodeState(value("State"), &node.state, &node.flags);
    node.partitions = list(value("Partitions"));
    node.features = list(value("ActiveFeatures"));
    node.version = told(value("Version"));
    node.cpusTotal = count(value("CPUTot"));
    node.cpusUsed = count(value("CPUAlloc"));
    node.load = loadOf(value("CPULoad"));
    node.memoryTotal = mebibytes(value("RealMemory"));
    node.memoryUsed = mebibytes(value("AllocMem"));
    node.memoryFree = mebibytes(value("FreeMem"));
    const Gpus total = readGpus(value("Gres"));
    const Gpus used = readGpus(value("GresUsed"));
    node.gpus = gpusOf(total, used);
    node.gpusReadable = total.readable && used.readable;
    node.boot = readMoment(value("BootTime"));
    readReason(line, node);
    return node;
}

} // namespace

quint32 Node::freeCpus() const
{
    const bool open = use == NodeUse::Idle || use == NodeUse::Mixed || use == NodeUse::Planned;
    return open && cpusTotal && cpusUsed && *cpusTotal > *cpusUsed ? *cpusTotal - *cpusUsed : 0;
}

NodeUse readNodeState(QByteArrayView words, QString *base, QStringList *flags)
{
    QString text = QString::fromUtf8(words).toUpper();
    QStringList marks;
    // Suffixes of sinfo's compact form.
    static const QHash<QChar, QString> suffixes{{u'*', u"NOT_RESPONDING"_s},   {u'~', u"POWERED_DOWN"_s},  {u'#', u"POWERING_UP"_s},
                                                {u'%', u"POWERING_DOWN"_s},    {u'!', u"POWER_DOWN"_s},    {u'$', u"MAINTENANCE"_s},
                                                {u'@', u"REBOOT_REQUESTED"_s}, {u'^', u"REBOOT_ISSUED"_s}, {u'-', u"PLANNED"_s}};
    while (!text.isEmpty() && suffixes.contains(text.back())) {
        marks.append(suffixes.value(text.back()));
        text.chop(1);
    }
    QStringList parts = text.split(u'+');
    const QString first = parts.takeFirst();
    marks = parts + marks;
    if (base)
        *base = first;
    if (flags)
        *flags = marks;
    const auto has = [&](const QString &flag) { return marks.contains(flag); };
    if (first == u"DOWN"_s || first == u"FAIL"_s || first == u"ERROR"_s)
        return NodeUse::Down;
    if (has(u"POWERED_DOWN"_s) || has(u"POWERING_DOWN"_s) || has(u"POWER_DOWN"_s))
        return NodeUse::PoweredDown;
    const bool busy = first == u"ALLOCATED"_s || first == u"MIXED"_s || first == u"ALLOC"_s || first == u"MIX"_s || has(u"COMPLETING"_s);
    if (has(u"DRAIN"_s) || first == u"DRAIN"_s || first == u"DRAINED"_s || first == u"DRAINING"_s || first == u"DRNG"_s)
        return busy || first == u"DRAINING"_s || first == u"DRNG"_s ? NodeUse::Draining : NodeUse::Drained;
    if (has(u"MAINTENANCE"_s) || has(u"MAINT"_s) || has(u"RESERVED"_s) || first == u"MAINT"_s || first == u"RESV"_s
        || first == u"RESERVED"_s)
        return NodeUse::Reserved;
    if (first == u"PLANNED"_s || first == u"PLND"_s || (has(u"PLANNED"_s) && first == u"IDLE"_s))
        return NodeUse::Planned;
    if (first == u"IDLE"_s)
        return NodeUse::Idle;
    if (first == u"MIXED"_s || first == u"MIX"_s)
        return NodeUse::Mixed;
    if (first == u"ALLOCATED"_s || first == u"ALLOC"_s || first == u"COMPLETING"_s || first == u"COMP"_s)
        return NodeUse::Allocated;
    return NodeUse::Other;
}

Command nodesQuestion()
{
    Command command;
    command.words = {"scontrol", "-a", "-d", "-o", "show", "node"};
    command.large = true;
    return command;
}

Result<std::vector<Node>> readNodes(const Reply &reply)
{
    if (const auto failed = failureOf(reply, u"scontrol"_s))
        return tl::unexpected(*failed);
    std::vector<Node> nodes;
    qsizetype unread = 0;
    for (const QByteArray &line : reply.out.split('\n')) {
        if (line.startsWith("NodeName="))
            nodes.push_back(readNode(line));
        else if (!line.trimmed().isEmpty())
            ++unread;
    }
    if (unread > 0 && !reply.out.startsWith("No nodes"))
        return failure(Error::Kind::BadReply, u"scontrol"_s, words(reply.out.left(200)));
    return nodes;
}

Result<std::vector<Node>> fetchNodes(Shell &shell, std::stop_token stop)
{
    const auto reply = runOne(shell, nodesQuestion(), Urgency::View, stop);
    if (!reply)
        return tl::unexpected(reply.error());
    return readNodes(*reply);
}

} // namespace pilothouse::slurm
