// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/jobdetailtext.h"

#include "models/errortext.h"
#include "models/format.h"
#include "models/plaintext.h"
#include "models/rowtext.h"

#include <QCoreApplication>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(JobDetail)
};

constexpr size_t kMostTasks = 20; // listed one by one

class Maker {
public:
    Maker(const Job &job, const JobContext &context, const JobDetail *detail)
        : m_job(job),
          m_context(context),
          m_words(*context.snapshot.words),
          m_detail(detail),
          m_now(sourceNow(context.snapshot, context.now, context.stale))
    {
    }

    std::vector<DetailSection> make() const
    {
        std::vector<DetailSection> all{times(), requested(), used(), arrayTasks(), dependencies(), identity()};
        if (m_detail) {
            all.push_back(attempts());
            all.push_back(steps());
            all.push_back(failures());
            all.push_back(raw());
        }
        std::erase_if(all, [](const DetailSection &section) { return section.rows.empty(); });
        return all;
    }

private:
    [[nodiscard]] QString word(Text text) const { return plaintext::cell(m_words.bytes(text), 4096); }
    [[nodiscard]] QString at(Moment moment) const { return format::moment(format::local(moment), m_context.now); }
    static void add(DetailSection &section, const QString &label, const QString &value, const QString &secondary = {},
                    std::optional<double> bar = {})
    {
        if (!value.isEmpty())
            section.rows.push_back({label, value, secondary, bar});
    }

    [[nodiscard]] DetailSection times() const
    {
        DetailSection section;
        add(section, Words::tr("State"), stateWord(m_job, m_words), hasEnded(m_job.state) ? endCause(m_job, m_words) : waitReason());
        if (m_job.submit.known())
            add(section, Words::tr("Submitted"), at(m_job.submit), waitedText());
        if (m_job.start.known())
            add(section, m_job.startIsExpected ? Words::tr("Expected start") : Words::tr("Started"),
                m_job.startIsExpected ? format::about(at(m_job.start)) : at(m_job.start));
        if (m_job.eligible.known() && isWaiting(m_job.state) && m_job.eligible > m_now)
            add(section, Words::tr("Not before"), at(m_job.eligible));
        if (const auto elapsed = elapsedOf(m_job, m_now))
            add(section, Words::tr("Elapsed"), format::durationExact(*elapsed), limitText(), barOf(m_job, m_now));
        else
            add(section, Words::tr("Time limit"), format::limit(m_job.timeLimit));
        if (const auto left = remainingOf(m_job, m_now); left && left->count() < 0)
            add(section, Words::tr("Remaining"), Words::tr("0 left, over by %1").arg(format::durationExact(-*left)));
        if (hasEnded(m_job.state) && m_job.end.known())
            add(section, Words::tr("Ended"), at(m_job.end));
        if (m_job.place > 0)
            add(section, Words::tr("Place"), format::number(m_job.place),
                m_job.placeOf > 0 ? Words::tr("of %1").arg(format::number(m_job.placeOf)) : QString());
        return section;
    }

    [[nodiscard]] QString waitReason() const { return isWaiting(m_job.state) ? waitCause(m_job, m_context) : QString(); }
    [[nodiscard]] QString waitedText() const
    {
        const auto waited = waitedOf(m_job, m_now);
        return waited ? Words::tr("waited %1").arg(format::duration(*waited)) : QString();
    }
    [[nodiscard]] QString limitText() const
    {
        if (!m_job.timeLimit.isFinite())
            return m_job.timeLimit.isUnlimited() ? format::limit(m_job.timeLimit) : QString();
        const QString limit = u"/ "_s + format::durationExact(m_job.timeLimit.seconds());
        if (!isActive(m_job.state))
            return limit;
        return limit + u" · "_s + Words::tr("ends by %1").arg(at(Moment(m_job.start.epoch() + m_job.timeLimit.seconds().count())));
    }

    [[nodiscard]] DetailSection requested() const
    {
        DetailSection section{.title = Words::tr("Requested")};
        add(section, Words::tr("GPUs"), format::number(m_job.gpus), word(m_job.gres));
        add(section, Words::tr("CPUs"), m_job.cpus == 0 ? format::unknown() : format::number(m_job.cpus));
        add(section, Words::tr("Memory"), memoryText(m_job), m_job.memory.count() > 0 ? perText(m_job.memoryPer) : QString());
        add(section, Words::tr("Nodes"), m_job.nodeCount == 0 ? format::unknown() : format::number(m_job.nodeCount), word(m_job.nodes));
        add(section, Words::tr("Features"), word(m_job.features));
        add(section, Words::tr("Licences"), word(m_job.licenses));
        add(section, Words::tr("Reservation"), word(m_job.reservation));
        return section;
    }

    // Bytes of one node, as far as the request tells.
    [[nodiscard]] Bytes memoryOfNode() const
    {
        if (m_job.memory.count() <= 0)
            return {};
        if (m_job.memoryPer == MemoryPer::Node)
            return m_job.memory;
        if (m_job.memoryPer == MemoryPer::Cpu && m_job.nodeCount == 1 && m_job.cpus > 0)
            return Bytes(m_job.memory.count() * m_job.cpus);
        return {};
    }

    [[nodiscard]] DetailSection used() const
    {
        DetailSection section{.title = Words::tr("Used")};
        if (!m_detail)
            return section;
        if (m_detail->usedSoFar)
            section.note = Words::tr("so far");
        for (const Error &error : m_detail->partial) {
            if (error.subject != u"sstat"_s || m_detail->usedSoFar)
                continue;
            add(section, Words::tr("Largest task"), format::unknown(), errorText(error).title);
            add(section, Words::tr("CPU time"), format::unknown(), errorText(error).title);
        }
        if (m_detail->peakMemory.known()) {
            const Bytes asked = memoryOfNode();
            add(section, Words::tr("Largest task"), format::bytes(m_detail->peakMemory),
                asked.known() ? Words::tr("of %1 a node · %2").arg(format::bytes(asked), format::percent(m_detail->peakMemory / asked))
                              : QString(),
                asked.known() ? std::optional(m_detail->peakMemory / asked) : std::nullopt);
        }
        const auto elapsed = elapsedOf(m_job, m_now);
        if (m_detail->cpuTime.count() >= 0) {
            const double held = elapsed ? double(elapsed->count()) * m_job.cpus : 0;
            add(section, Words::tr("CPU time"), format::durationExact(m_detail->cpuTime),
                held > 0 ? Words::tr("of %1 held · %2")
                               .arg(format::duration(Seconds(qint64(held))), format::percent(double(m_detail->cpuTime.count()) / held))
                         : QString(),
                held > 0 ? std::optional(double(m_detail->cpuTime.count()) / held) : std::nullopt);
        }
        return section;
    }

    [[nodiscard]] DetailSection identity() const
    {
        DetailSection section{.title = Words::tr("Job")};
        add(section, Words::tr("ID"), jobIdText(m_job, m_words),
            m_job.arrayJobId != 0 && m_job.jobId != m_job.arrayJobId ? Words::tr("own id %1").arg(m_job.jobId) : QString());
        add(section, Words::tr("Name"), word(m_job.name));
        add(section, Words::tr("User"), word(m_job.user), m_job.uid == 0xffffffffu ? QString() : Words::tr("uid %1").arg(m_job.uid));
        add(section, Words::tr("Account"), word(m_job.account));
        add(section, Words::tr("Queue"), word(m_job.partition));
        add(section, Words::tr("QOS"), word(m_job.qos));
        add(section, Words::tr("Priority"), m_job.priority == 0 ? format::unknown() : format::number(m_job.priority),
            m_job.nice == 0 || m_job.nice == kUnknownNice ? QString() : Words::tr("nice %1").arg(format::number(m_job.nice)));
        add(section, Words::tr("Source"), cellText(JobColumn::Source, m_job, m_context).whole(), m_context.snapshot.cluster);
        add(section, Words::tr("Working folder"), word(m_job.workDir));
        add(section, Words::tr("Comment"), word(m_job.comment));
        return section;
    }

    // The array that it belongs to: exact counts over all records that are known, and the first tasks one by one.
    [[nodiscard]] DetailSection arrayTasks() const
    {
        DetailSection section{.title = Words::tr("Array tasks")};
        if (m_job.arrayJobId == 0)
            return section;
        std::array<quint32, kLookCount> counts{};
        quint32 tasks = 0;
        std::vector<const Job *> single;
        const auto &jobs = m_context.snapshot.jobs;
        for (auto job = std::ranges::lower_bound(jobs, JobKey{m_job.key.job, 0, 0}, {}, &Job::key);
             job != jobs.end() && job->key.job == m_job.key.job; ++job) {
            const quint32 here = std::max(job->waitingTasks, 1u);
            counts[size_t(lookOf(*job, m_words))] += here;
            tasks += here;
            if (job->key.task != kNoTask && single.size() < kMostTasks)
                single.push_back(&*job);
        }
        add(section, Words::tr("Tasks"), countsText(counts));
        for (const Job *job : single)
            add(section, jobIdText(*job, m_words), stateWord(*job, m_words), cellText(JobColumn::Time, *job, m_context).whole());
        if (tasks > single.size() && !single.empty())
            add(section, u"…"_s, Words::tr("the other tasks stand in the table: unfold the array"));
        section.note = format::number(tasks);
        return section;
    }

    [[nodiscard]] DetailSection dependencies() const
    {
        DetailSection section{.title = Words::tr("Dependencies")};
        for (const QByteArray &one : m_words.bytes(m_job.dependency).toByteArray().split(',')) {
            const qsizetype colon = one.indexOf(':');
            if (!one.isEmpty())
                add(section, plaintext::cell(colon < 0 ? one : one.left(colon)),
                    colon < 0 ? format::unknown() : plaintext::cell(one.mid(colon + 1)));
        }
        return section;
    }

    [[nodiscard]] DetailSection attempts() const
    {
        DetailSection section{.title = Words::tr("Attempts")};
        if (m_detail->attempts.size() < 2)
            return section;
        int number = 0;
        for (const JobDetail::Attempt &one : m_detail->attempts) {
            QStringList more{one.start.known() ? at(one.start) : QString(), one.end.known() ? u"– "_s + at(one.end) : QString(),
                             plaintext::cell(one.nodes), plaintext::cell(one.exit)};
            more.removeAll(QString());
            add(section, Words::tr("Attempt %1").arg(++number), plaintext::cell(one.state), more.join(u' '));
        }
        return section;
    }

    [[nodiscard]] DetailSection steps() const
    {
        DetailSection section{.title = Words::tr("Steps")};
        for (const JobDetail::Step &one : m_detail->steps) {
            QStringList more;
            if (one.tasks > 0)
                more << (one.tasks == 1 ? Words::tr("1 task") : Words::tr("%1 tasks").arg(format::number(one.tasks)));
            if (one.maxRss.known())
                more << Words::tr("largest task %1").arg(format::bytes(one.maxRss));
            if (one.cpuTime.count() >= 0)
                more << Words::tr("CPU %1").arg(format::durationExact(one.cpuTime));
            if (!one.nodes.isEmpty())
                more << plaintext::cell(one.nodes);
            section.note = format::number(qint64(m_detail->steps.size()));
            add(section, plaintext::cell(one.id), QStringList{plaintext::cell(one.state), plaintext::cell(one.name)}.join(u' ').trimmed(),
                more.join(u" · "_s));
        }
        return section;
    }

    [[nodiscard]] DetailSection failures() const
    {
        DetailSection section{.title = Words::tr("Not known")};
        for (const Error &error : m_detail->partial)
            add(section, errorText(error).title, errorText(error).advice);
        return section;
    }

    [[nodiscard]] DetailSection raw() const
    {
        DetailSection section{.title = Words::tr("All fields")};
        for (const Field &field : m_detail->fields)
            section.rows.push_back(
                {plaintext::cell(field.key), field.value.isEmpty() ? format::unknown() : plaintext::cell(field.value, 4096), {}, {}});
        section.note = format::number(m_detail->fields.size());
        section.folded = true;
        return section;
    }

    const Job &m_job;
    const JobContext &m_context;
    const TextPool &m_words;
    const JobDetail *m_detail;
    Moment m_now;
};

} // namespace

std::vector<DetailSection> detailOf(const Job &job, const JobContext &context, const JobDetail *detail)
{
    return Maker(job, context, detail).make();
}

} // namespace pilothouse
