// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/jobdetail.h"

#include "backend/slurm/jobrecord.h"
#include "backend/slurm/sacct.h"
#include "backend/slurm/sstat.h"
#include "backend/slurm/taskset.h"
#include "backend/slurm/toolerror.h"
#include "backend/slurm/values.h"

#include <algorithm>
#include <future>

using namespace Qt::StringLiterals;

namespace pilothouse::slurm {

namespace {

enum Column { IdRaw, Name, State_, Submit, Start, End, Nodes, Exit_, Tasks, MaxRss, TotalCpu };

constexpr Seconds kLongestPause = std::chrono::hours(24); // between an attempt's end and the next one's submit

QByteArray rawIdOf(const Job &job)
{
    return QByteArray::number(job.jobId != 0 ? job.jobId : job.key.job);
}

QString string(QByteArrayView bytes)
{
    return QString::fromUtf8(bytes);
}

Command sacct(const QByteArrayList &words, const QByteArray &delimiter)
{
    Command command;
    command.words = QByteArrayList{"sacct", "-p", "--delimiter=" + delimiter} + words;
    command.limit = std::chrono::seconds(10);
    command.maxBytes = 16 << 20;
    return command;
}

JobDetail::Step readStep(const std::vector<QByteArrayView> &row, QByteArrayView id)
{
    JobDetail::Step step;
    step.id = string(id);
    step.name = string(row[Name]);
    step.state = string(row[State_]);
    step.nodes = isNothing(row[Nodes]) ? QString() : string(row[Nodes]);
    step.start = readMoment(row[Start]);
    step.end = readMoment(row[End]);
    step.tasks = readNumber32(row[Tasks]).value_or(0);
    if (!row[MaxRss].isEmpty())
        step.maxRss = readMemory(row[MaxRss]).amount;
    // Of what still runs it says zero: it does not know yet.
    if (const Span cpu = readSpan(row[TotalCpu]); cpu.isFinite() && (step.end.known() || cpu.seconds() > Seconds(0)))
        step.cpuTime = cpu.seconds();
    return step;
}

void addUp(JobDetail &detail)
{
    detail.peakMemory = {};
    detail.cpuTime = Seconds(-1);
    for (const JobDetail::Step &step : detail.steps) {
        if (step.maxRss.known() && (!detail.peakMemory.known() || step.maxRss > detail.peakMemory))
            detail.peakMemory = step.maxRss;
        if (step.cpuTime.count() >= 0)
            detail.cpuTime = Seconds(std::max<qint64>(detail.cpuTime.count(), 0) + step.cpuTime.count());
    }
}

// One record of "sacct -o ALL" with its head line: what the controller has forgotten.
Result<QList<Field>> readAllFields(const Reply &reply, const QByteArray &delimiter, const QByteArray &rawId)
{
    if (const auto failed = failureOf(reply, u"sacct"_s))
        return tl::unexpected(*failed);
    const qsizetype line = reply.out.indexOf(delimiter + '\n');
    const QByteArray head = reply.out.left(std::max<qsizetype>(line, 0));
    QByteArrayList names;
    for (qsizetype from = 0; !head.isEmpty();) {
        const qsizetype at = head.indexOf(delimiter, from);
        names.append(head.sliced(from, (at < 0 ? head.size() : at) - from));
        if (at < 0)
            break;
        from = at + delimiter.size();
    }
    const qsizetype raw = names.indexOf("JobIDRaw");
    if (raw < 0)
        return failure(Error::Kind::NotFound, u"sacct"_s);
    const QByteArrayView body = QByteArrayView(reply.out).sliced(line + delimiter.size() + 1);
    QList<Field> fields;
    for (const auto &row : splitRows(body, delimiter, size_t(names.size()), nullptr)) {
        if (row[size_t(raw)] != QByteArrayView(rawId))
            continue;
        fields.clear(); // the last record is the newest
        for (qsizetype i = 0; i < names.size(); ++i) {
            if (!row[size_t(i)].isEmpty())
                fields.append({string(names[i]), string(row[size_t(i)])});
        }
    }
    if (fields.isEmpty())
        return failure(Error::Kind::NotFound, u"job %1"_s.arg(string(rawId)));
    return fields;
}

QByteArray accountingId(const Job &job)
{
    if (job.arrayJobId != 0)
        return QByteArray::number(job.arrayJobId) + (job.key.task == kNoTask ? QByteArray() : '_' + QByteArray::number(job.key.task));
    return QByteArray::number(job.hetJobId != 0 ? job.hetJobId : job.key.job);
}

// The name and the comment, byte by byte, of the row of this job.
ChosenTexts chosenTexts(const Reply &reply, const SqueueQuestion &question, quint32 rawId)
{
    TextPool words;
    const auto rows = readSqueue(reply, question, words, {}, 0);
    if (!rows)
        return {};
    for (const Job &job : rows->jobs) {
        if (job.jobId == rawId)
            return {words.bytes(job.name).toByteArray(), words.bytes(job.comment).toByteArray()};
    }
    return {};
}

// Each beside the rest: an accounting daemon or a node that hangs takes nothing else with it.
void askSteps(Shell &shell, const Job &job, const QByteArray &delimiter, JobDetail &detail, std::stop_token stop)
{
    const auto reply
        = runOne(shell, sacct({"-D", "-n", "-j", accountingId(job), "-o", attemptFields().join(',')}, delimiter), Urgency::View, stop);
    if (!reply)
        detail.partial.append({reply.error().kind, u"sacct"_s, reply.error().detail});
    else if (const auto failed = failureOf(*reply, u"sacct"_s))
        detail.partial.append(*failed);
    else {
        quint32 unread = 0;
        readAttempts(splitRows(reply->out, delimiter, size_t(attemptFields().size()), &unread), rawIdOf(job).toUInt(), detail);
        if (unread > 0)
            detail.partial.append({Error::Kind::BadReply, u"sacct"_s, words(reply->out.right(200))});
    }
}

// Others' jobs are not asked about: sstat tells their owners only.
bool hasUses(const Job &job)
{
    return job.mine && (job.state == JobState::Running || job.state == JobState::Suspended || job.state == JobState::Stopped);
}

void takeUses(const Result<Reply> &reply, JobDetail &detail)
{
    const auto uses = reply.and_then(readSstat);
    if (!uses) {
        detail.partial.append({uses.error().kind, u"sstat"_s, uses.error().detail});
        return;
    }
    if (!wordsOf(*reply).isEmpty()) // a step or a node that did not tell
        detail.partial.append(toolError(*reply, u"sstat"_s));
    addUses(*uses, detail);
    detail.usedSoFar = true;
}

} // namespace

const QByteArrayList &attemptFields()
{
    static const QByteArrayList fields{"JobIDRaw", "JobName",  "State",  "Submit", "Start",   "End",
                                       "NodeList", "ExitCode", "NTasks", "MaxRSS", "TotalCPU"};
    return fields;
}

void readAttempts(const std::vector<std::vector<QByteArrayView>> &rows, quint32 rawId, JobDetail &detail)
{
    struct Run {
        JobDetail::Attempt attempt;
        Moment submit;
        std::vector<JobDetail::Step> steps;
    };
    std::vector<Run> runs;
    for (const auto &row : rows) {
        const auto id = JobId::read(row[IdRaw]);
        if (!id || id->job != rawId)
            continue;
        if (id->step.isEmpty())
            runs.push_back({{string(row[State_]), readMoment(row[Start]), readMoment(row[End]),
                             isNothing(row[Nodes]) ? QString() : string(row[Nodes]), string(row[Exit_])},
                            readMoment(row[Submit]),
                            {}});
        else if (!runs.empty())
            runs.back().steps.push_back(readStep(row, id->step));
    }
    // A run that never started (waits again) is the newest whatever its start says.
    std::stable_sort(runs.begin(), runs.end(), [](const Run &a, const Run &b) { return a.submit < b.submit; });
    size_t first = runs.empty() ? 0 : runs.size() - 1;
    while (first > 0 && !(runs[first - 1].attempt.end.known() && runs[first].submit - runs[first - 1].attempt.end > kLongestPause))
        --first;
    for (size_t i = first; i < runs.size(); ++i)
        detail.attempts.push_back(runs[i].attempt);
    if (!runs.empty())
        detail.steps = runs.back().steps;
    addUp(detail);
}

Result<JobDetail> fetchDetail(Shell &shell, const Job &job, std::stop_token stop)
{
    const QByteArray rawId = rawIdOf(job);
    const quint32 raw = rawId.toUInt();
    const SqueueQuestion question;
    const QByteArray delimiter = question.textEnd();
    Command record;
    record.words = {"scontrol", "-d", "show", "job", rawId};
    record.maxBytes = 64 << 20;
    const auto replies = shell.run({record, question.command({"-j", rawId})}, Urgency::View, stop);
    if (!replies)
        return tl::unexpected(replies.error());
    if (replies->size() != 2)
        return failure(Error::Kind::Incomplete, shell.host());

    JobDetail detail;
    detail.key = job.key;
    detail.at = QDateTime::currentDateTimeUtc(); // of its fields; what comes below may take long
    if (job.waitingTasks == 0) { // an array's waiting rest has neither steps nor attempts
        // At once, since either may use up its limit.
        std::future<Result<Reply>> uses;
        if (hasUses(job))
            uses = std::async(std::launch::async, runOne, std::ref(shell), sstatQuestion(raw), Urgency::View, stop);
        askSteps(shell, job, delimiter, detail, stop);
        if (uses.valid())
            takeUses(uses.get(), detail);
        addUp(detail);
    }
    const auto failed = failureOf((*replies)[0], u"scontrol"_s);
    if (!failed) {
        detail.fields = readJobRecord((*replies)[0].out, raw, chosenTexts((*replies)[1], question, raw));
        if (detail.fields.isEmpty())
            return failure(Error::Kind::BadReply, u"scontrol"_s, words((*replies)[0].out.left(200)));
        return detail;
    }
    if (!isUnknownJob((*replies)[0]))
        return tl::unexpected(*failed);
    // The controller has forgotten it: accounting may tell.
    const auto all = runOne(shell, sacct({"-X", "-j", accountingId(job), "-o", "ALL"}, delimiter), Urgency::View, stop);
    if (!all)
        return tl::unexpected(all.error());
    auto fields = readAllFields(*all, delimiter, rawId);
    if (!fields)
        return tl::unexpected(fields.error());
    detail.fields = std::move(*fields);
    return detail;
}

} // namespace pilothouse::slurm
