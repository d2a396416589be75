// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/slurm/fakecluster.h"

#include "backend/slurm/taskset.h"

namespace pilothouse::test {

namespace {

QByteArray wordBehind(const QByteArrayList &words, const QByteArray &option)
{
    const qsizetype at = words.indexOf(option);
    return at < 0 ? QByteArray() : words.value(at + 1);
}

QByteArray baseOf(const QByteArray &id)
{
    qsizetype end = 0;
    while (end < id.size() && id[end] >= '0' && id[end] <= '9')
        ++end;
    return id.first(end);
}

bool isNamed(const QByteArrayList &ids, const QByteArray &id, const QByteArray &raw)
{
    return ids.contains(id) || ids.contains(baseOf(id)) || ids.contains(raw);
}

} // namespace

FakeJob::FakeJob(const QByteArray &id, const QByteArray &state, const QByteArray &user, const QByteArray &name)
{
    const QByteArray uid = user == "alice" ? "2001" : "2002";
    const auto read = slurm::JobId::read(id);
    const quint32 raw = read ? read->job + (read->task ? *read->task + 1'000'000 : 0) + read->hetOffset.value_or(0) : 0;
    fields = {{"JobArrayID", id},
              {"JobID", QByteArray::number(raw)},
              {"State", state},
              {"Partition", "batch"},
              {"UserName", user},
              {"UserID", uid},
              {"Account", "physics"},
              {"QOS", "normal"},
              {"Reason", state == "PENDING" ? "Priority" : "None"},
              {"PriorityLong", "1000"},
              {"Nice", "0"},
              {"NumCPUs", "2"},
              {"NumNodes", "1"},
              {"MinMemory", "256M"},
              {"tres-alloc", "cpu=2,mem=256M,node=1,billing=2"},
              {"tres-per-node", "N/A"},
              {"TimeLimit", "30:00"},
              {"SubmitTime", "1796130000"},
              {"EligibleTime", "1796130000"},
              {"StartTime", state == "PENDING" ? "N/A" : "1796130100"},
              {"EndTime", state == "PENDING" ? "N/A" : "1796131900"},
              {"RestartCnt", "0"},
              {"NodeList", state == "PENDING" ? "" : "n1"},
              {"Cluster", "lab"},
              {"WorkDir", "/home/alice"},
              {"Name", name}};
}

FakeRecord::FakeRecord(const QByteArray &id, const QByteArray &state, const QByteArray &user)
{
    fields = {{"JobID", id},
              {"JobIDRaw", baseOf(id)},
              {"State", state},
              {"Partition", "batch"},
              {"User", user},
              {"UID", user == "alice" ? "2001" : "2002"},
              {"NCPUS", "2"},
              {"NNodes", "1"},
              {"Submit", "1796130000"},
              {"Start", "1796130100"},
              {"End", "1796130590"},
              {"ExitCode", "0:0"},
              {"NodeList", "n1"},
              {"Timelimit", "00:30:00"},
              {"JobName", "train"}};
}

QList<std::pair<QByteArray, QByteArray>> formatOf(const QByteArray &format)
{
    QList<std::pair<QByteArray, QByteArray>> fields;
    for (const QByteArray &item : format.split(',')) {
        const qsizetype colon = item.indexOf(':');
        fields.append({item.first(colon), item.sliced(colon + 1)});
    }
    return fields;
}

FakeCluster::FakeCluster()
{
    shell->answer = [this](const Command &command) { return answer(command); };
}

Result<Reply> FakeCluster::answer(const Command &command)
{
    const QByteArray tool = command.words.value(0);
    if (hanging.contains(tool))
        return failure(Error::Kind::TimedOut, QString::fromUtf8(tool), QStringLiteral("ended after 8000 ms"));
    if (tool == "sstat")
        return sstatReply;
    if (tool == "scontrol" && command.words.contains("job"))
        return record(command.words.back());
    if (tool == "id")
        return Reply{command.words.value(1) == "-un" ? "alice\n" : "2001\n", {}, 0};
    if (tool == "date")
        return Reply{now + '\n', {}, 0};
    if (tool == "squeue")
        return squeueReply ? *squeueReply : squeue(command.words);
    if (tool == "sacct")
        return sacctReply ? *sacctReply : sacct(command.words);
    if (tool == "scancel")
        return scancel(command.words);
    if (tool == "scontrol" && command.words.contains("config"))
        return Reply{"ClusterName             = lab\nSLURM_VERSION           = " + version + '\n', {}, 0};
    if (tool == "scontrol" && command.words.contains("partition"))
        return Reply{"PartitionName=batch Default=YES MaxTime=1-00:00:00 PriorityTier=1 State=UP TotalNodes=2\n"
                     "PartitionName=gpu Default=NO MaxTime=UNLIMITED PriorityTier=5 State=DOWN TotalNodes=4\n",
                     {},
                     0};
    return Reply{{}, "sh: " + tool + ": not found\n", 127};
}

Reply FakeCluster::squeue(const QByteArrayList &words) const
{
    const auto format = formatOf(wordBehind(words, "-O"));
    for (const auto &[name, end] : format) {
        if (lacking.contains(name))
            return {"\n\n", "squeue: error: Invalid job format specification: " + name + "\n", 0};
    }
    const QByteArrayList ids = wordBehind(words, "-j").split(',');
    Reply reply;
    reply.out = noise;
    bool any = !words.contains("-j");
    for (const FakeJob &job : jobs) {
        if (words.contains("-j") && !isNamed(ids, job.fields["JobArrayID"], job.fields["JobID"]))
            continue;
        any = true;
        for (const auto &[name, end] : format)
            reply.out += job.fields.value(name, "(null)") + end;
        reply.out += '\n';
    }
    return any ? reply : Reply{{}, "slurm_load_jobs error: Invalid job id specified\n", 1};
}

Reply FakeCluster::record(const QByteArray &id) const
{
    for (const FakeJob &job : jobs) {
        if (job.fields["JobID"] == id)
            return {"JobId=" + id + " JobName=" + job.fields["Name"] + "\n   UserId=" + job.fields["UserName"] + '(' + job.fields["UserID"]
                        + ")\n   JobState=" + job.fields["State"] + " Reason=None\n\n",
                    {},
                    0};
    }
    return {{}, "slurm_load_jobs error: Invalid job id specified\n", 1};
}

Reply FakeCluster::sacct(const QByteArrayList &words) const
{
    QByteArray delimiter;
    for (const QByteArray &word : words) {
        if (word.startsWith("--delimiter="))
            delimiter = word.sliced(12);
    }
    const QByteArrayList names = wordBehind(words, "-o").split(',');
    for (const QByteArray &name : names) {
        if (sacctLacking.contains(name))
            return {{}, "sacct: error: Invalid field requested: \"" + name + "\"\n", 1};
    }
    const QByteArrayList ids = wordBehind(words, "-j").split(',');
    Reply reply;
    for (const FakeRecord &record : records) {
        if (words.contains("-j") && !isNamed(ids, record.fields["JobID"], record.fields["JobIDRaw"]))
            continue;
        if (words.contains("-u") && record.fields["User"] != wordBehind(words, "-u"))
            continue;
        for (const QByteArray &name : names)
            reply.out += record.fields.value(name) + delimiter;
        reply.out += '\n';
    }
    return reply;
}

Reply FakeCluster::scancel(const QByteArrayList &words)
{
    const QByteArrayList ids = words.sliced(2);
    if (onCancel)
        onCancel(ids);
    if (scancelReply)
        return *scancelReply;
    Reply reply;
    for (const QByteArray &id : ids) {
        reply.err += "scancel: Terminating job " + id + "\n";
        if (foreign.contains(id)) {
            reply.err += "scancel: error: Kill job error on job id " + id + ": Access/permission denied\n";
            reply.exitStatus = 210;
            continue;
        }
        jobs.removeIf([&](const FakeJob &job) {
            const bool meant = job.fields["JobArrayID"] == id || (baseOf(id) == id && baseOf(job.fields["JobArrayID"]) == id);
            if (meant) // accounting has its end
                records << FakeRecord(job.fields["JobArrayID"], "CANCELLED by 2001", job.fields["UserName"])
                               .set("Submit", job.fields["SubmitTime"]);
            return meant;
        });
    }
    return reply;
}

} // namespace pilothouse::test
