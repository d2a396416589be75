// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/sstat.h"

#include "backend/slurm/sacct.h"
#include "backend/slurm/taskset.h"
#include "backend/slurm/toolerror.h"
#include "backend/slurm/values.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace pilothouse::slurm {

namespace {

enum Column { Id, Tasks, MaxRss, AveCpu, Total, Nodes, kColumns };

// TRESUsageInTot is of all tasks; AveCPU of one in the middle.
Seconds cpuTimeOf(QByteArrayView total, QByteArrayView average, quint32 tasks)
{
    if (const Span span = readSpan(tresValue(total, "cpu")); span.isFinite())
        return span.seconds();
    const Span one = readSpan(average);
    return one.isFinite() && tasks > 0 ? one.seconds() * tasks : Seconds(-1);
}

} // namespace

Command sstatQuestion(quint32 rawId)
{
    Command command;
    // No text of a person's is among these, so a plain bar parts them: not every version takes another one.
    command.words
        = {"sstat", "-a", "-n", "-p", "-j", QByteArray::number(rawId), "-o", "JobID,NTasks,MaxRSS,AveCPU,TRESUsageInTot,Nodelist"};
    command.limit = std::chrono::seconds(8); // each node of the job is asked, and one may be away
    command.maxBytes = 4 << 20;
    return command;
}

Result<std::vector<StepUse>> readSstat(const Reply &reply)
{
    if (const auto failed = failureOf(reply, u"sstat"_s))
        return tl::unexpected(*failed);
    std::vector<StepUse> uses;
    quint32 unread = 0;
    for (const auto &row : splitRows(reply.out, "|", kColumns, &unread)) {
        const auto id = JobId::read(row[Id]);
        if (!id || id->step.isEmpty()) {
            ++unread;
            continue;
        }
        StepUse use;
        use.id = QString::fromUtf8(id->step);
        use.nodes = isNothing(row[Nodes]) ? QString() : QString::fromUtf8(row[Nodes]);
        use.tasks = readNumber32(row[Tasks]).value_or(0);
        if (const Bytes rss = readMemory(row[MaxRss]).amount; rss.count() > 0) // nothing was measured yet
            use.maxRss = rss;
        use.cpuTime = cpuTimeOf(row[Total], row[AveCpu], use.tasks);
        uses.push_back(std::move(use));
    }
    if (unread > 0)
        return failure(Error::Kind::BadReply, u"sstat"_s, words(reply.out.left(200)));
    return uses;
}

void addUses(const std::vector<StepUse> &uses, JobDetail &detail)
{
    for (const StepUse &use : uses) {
        auto step = std::find_if(detail.steps.begin(), detail.steps.end(), [&](const JobDetail::Step &s) { return s.id == use.id; });
        if (step == detail.steps.end()) {
            JobDetail::Step added;
            added.id = use.id;
            added.state = u"RUNNING"_s;
            step = detail.steps.insert(detail.steps.end(), std::move(added));
        }
        if (use.maxRss.known() && !(step->maxRss > use.maxRss))
            step->maxRss = use.maxRss;
        step->cpuTime = std::max(step->cpuTime, use.cpuTime);
        step->tasks = std::max(step->tasks, use.tasks);
        if (step->nodes.isEmpty())
            step->nodes = use.nodes;
    }
}

} // namespace pilothouse::slurm
