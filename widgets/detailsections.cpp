// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/detailsections.h"

#include "models/errortext.h"
#include "models/format.h"
#include "models/plaintext.h"

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Detail)
};

QString join(QStringList parts)
{
    parts.removeAll(QString());
    return parts.join(u" · "_s);
}

QString labelled(const QString &name, const QString &value)
{
    return value.isEmpty() ? QString() : name + u' ' + value;
}

void addTimes(std::vector<DetailRow> &rows, const Job &job, const JobContext &c)
{
    const Moment now = sourceNow(c.snapshot, c.now, c.stale);
    const auto moment = [&c](Moment at) { return format::moment(format::local(at), c.now); };
    const auto waited = waitedOf(job, now);
    const QString waitedText = waited ? Words::tr("waited %1").arg(format::duration(*waited)) : QString();
    if (isWaiting(job.state)) {
        rows.push_back({Words::tr("Submitted"), moment(job.submit), waitedText.isEmpty() ? QString() : u"· "_s + waitedText, {}});
        if (job.start.known())
            rows.push_back({Words::tr("Starts"), job.startIsExpected ? format::about(moment(job.start)) : moment(job.start), job.startIsExpected ? Words::tr("· as the scheduler expects") : QString(), {}});
        if (const CellText place = cellText(JobColumn::Place, job, c); job.place > 0)
            rows.push_back({Words::tr("Place"), place.text, place.lesser, {}});
        return;
    }
    rows.push_back({Words::tr("Started"), moment(job.start), waitedText.isEmpty() ? QString() : u"· "_s + waitedText, {}});
    if (const auto elapsed = elapsedOf(job, now)) {
        const QString limit = job.timeLimit.isFinite() ? u"/ "_s + format::durationExact(job.timeLimit.seconds()) : u"· "_s + format::limit(job.timeLimit);
        rows.push_back({Words::tr("Elapsed"), format::durationExact(*elapsed), limit, barOf(job, now)});
    }
    if (hasEnded(job.state))
        rows.push_back({Words::tr("Ended"), moment(job.end), endCause(job, *c.snapshot.words).isEmpty() ? QString() : u"· "_s + endCause(job, *c.snapshot.words), {}});
}

} // namespace

std::vector<DetailSection> summaryOf(const Job &job, const JobContext &c)
{
    const TextPool &words = *c.snapshot.words;
    const auto cell = [&words](Text text) { return plaintext::cell(words.bytes(text)); };
    DetailSection s;
    if (isWaiting(job.state))
        s.rows.push_back({Words::tr("Waits for"), waitCause(job, c), {}, {}});
    addTimes(s.rows, job, c);
    if (!job.nodes.isEmpty())
        s.rows.push_back({Words::tr("Where"), cell(job.nodes), job.nodeCount > 0 ? (job.nodeCount == 1 ? Words::tr("· 1 node") : Words::tr("· %1 nodes").arg(format::number(job.nodeCount))) : QString(), {}});
    s.rows.push_back({Words::tr("Requested"), join({job.gpus > 0 ? Words::tr("%1 GPU").arg(format::number(job.gpus)) : QString(), job.cpus > 0 ? Words::tr("%1 CPU").arg(format::number(job.cpus)) : QString(), memoryText(job)}), {}, {}});
    s.rows.push_back({Words::tr("Queue"), cell(job.partition), join({labelled(Words::tr("QOS"), cell(job.qos)), labelled(Words::tr("account"), cell(job.account))}).prepend(job.qos.isEmpty() && job.account.isEmpty() ? QString() : u"· "_s), {}});
    const auto add = [&](const QString &key, Text text) {
        if (!text.isEmpty())
            s.rows.push_back({key, cell(text), {}, {}});
    };
    add(Words::tr("Depends on"), job.dependency);
    add(Words::tr("GRES"), job.gres);
    add(Words::tr("Tasks waiting"), job.waitingIndexes);
    add(Words::tr("Reservation"), job.reservation);
    add(Words::tr("Features"), job.features);
    add(Words::tr("Licences"), job.licenses);
    add(Words::tr("Folder"), job.workDir);
    add(Words::tr("Comment"), job.comment);
    if (job.restarts > 0)
        s.rows.push_back({Words::tr("Restarts"), format::number(job.restarts), {}, {}});
    return {s};
}

std::vector<DetailSection> sectionsOf(const Job &job, const JobContext &c, const JobDetail &detail)
{
    std::vector<DetailSection> all;
    const auto moment = [&c](Moment at) { return format::moment(format::local(at), c.now); };
    DetailSection use{Words::tr("Requested and used"), {}, {}, false};
    if (detail.peakMemory.known()) {
        std::optional<double> bar;
        if (job.memory.known() && job.memory.count() > 0 && job.memoryPer == MemoryPer::Node)
            bar = detail.peakMemory / job.memory;
        use.note = Words::tr("memory: largest single task");
        use.rows.push_back({Words::tr("Memory"), format::bytes(detail.peakMemory), job.memory.known() && job.memory.count() > 0 ? Words::tr("of %1").arg(memoryText(job)) : QString(), bar});
    }
    const auto elapsed = elapsedOf(job, sourceNow(c.snapshot, c.now, c.stale));
    if (detail.cpuTime.count() >= 0) {
        std::optional<double> bar;
        QString of;
        if (elapsed && job.cpus > 0 && elapsed->count() > 0) {
            const Seconds given{elapsed->count() * job.cpus};
            bar = double(detail.cpuTime.count()) / double(given.count());
            of = Words::tr("of %1 · %2").arg(format::duration(given), format::percent(*bar));
        }
        use.rows.push_back({Words::tr("CPU time"), format::duration(detail.cpuTime), of, bar});
    }
    if (!use.rows.empty())
        all.push_back(use);
    if (!detail.steps.empty()) {
        DetailSection steps{Words::tr("Steps"), format::number(qint64(detail.steps.size())), {}, false};
        for (const JobDetail::Step &step : detail.steps)
            steps.rows.push_back({plaintext::cell(step.id, 24), join({plaintext::cell(step.name, 60), plaintext::cell(step.state, 30)}), step.maxRss.known() ? u"· "_s + format::bytes(step.maxRss) : QString(), {}});
        all.push_back(steps);
    }
    if (detail.attempts.size() > 1) {
        DetailSection attempts{Words::tr("Attempts"), format::number(qint64(detail.attempts.size())), {}, false};
        for (size_t i = 0; i < detail.attempts.size(); ++i) {
            const JobDetail::Attempt &a = detail.attempts[i];
            attempts.rows.push_back({format::number(qint64(i) + 1), join({plaintext::cell(a.state, 30), moment(a.start)}), join({plaintext::cell(a.nodes, 40), plaintext::cell(a.exit, 20)}), {}});
        }
        all.push_back(attempts);
    }
    for (const Error &error : detail.partial) {
        const ErrorText text = errorText(error);
        all.push_back({text.title, {}, {{Words::tr("Unknown"), text.advice, {}, {}}}, false});
    }
    if (!detail.fields.isEmpty()) {
        DetailSection raw{Words::tr("All fields"), format::number(detail.fields.size()), {}, true};
        for (const Field &field : detail.fields)
            raw.rows.push_back({plaintext::cell(field.key, 60), plaintext::cell(field.value, 4000), {}, {}});
        all.push_back(raw);
    }
    return all;
}

} // namespace pilothouse
