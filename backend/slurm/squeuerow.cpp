// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/squeuerow.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pilothouse::slurm {

namespace {

using Use = SqueueField::Use;

// What passes by itself (time used, time left) is not asked: every row would change every second.
constexpr std::array kFields{
    SqueueField{"JobArrayID", &RowReader::shownId, Use::Both},
    SqueueField{"JobID", &RowReader::recordId, Use::Both},
    SqueueField{"State", &RowReader::state, Use::Both},
    SqueueField{"Partition", &RowReader::partition},
    SqueueField{"UserName", &RowReader::user, Use::Both},
    SqueueField{"UserID", &RowReader::uid, Use::Both},
    SqueueField{"Account", &RowReader::account},
    SqueueField{"QOS", &RowReader::qos},
    SqueueField{"Reason", &RowReader::reason},
    SqueueField{"PriorityLong", &RowReader::priority},
    SqueueField{"Nice", &RowReader::nice},
    SqueueField{"NumCPUs", &RowReader::cpus},
    SqueueField{"NumNodes", &RowReader::nodeCount},
    SqueueField{"MinMemory", &RowReader::memory},
    SqueueField{"tres-alloc", &RowReader::tres},
    SqueueField{"tres-per-node", &RowReader::gresPerNode},
    SqueueField{"TimeLimit", &RowReader::timeLimit},
    SqueueField{"SubmitTime", &RowReader::submit, Use::Both},
    SqueueField{"EligibleTime", &RowReader::eligible},
    SqueueField{"StartTime", &RowReader::start},
    SqueueField{"EndTime", &RowReader::end},
    SqueueField{"RestartCnt", &RowReader::restarts},
    SqueueField{"NodeList", &RowReader::nodes},
    SqueueField{"Dependency", &RowReader::dependency},
    SqueueField{"Reservation", &RowReader::reservation},
    SqueueField{"Feature", &RowReader::features},
    SqueueField{"Licenses", &RowReader::licenses},
    SqueueField{"Cluster", &RowReader::cluster, Use::CheckOnly},
    SqueueField{"WorkDir", &RowReader::workDir, Use::PollOnly, true},
    SqueueField{"Comment", &RowReader::comment, Use::PollOnly, true},
    SqueueField{"Name", &RowReader::name, Use::Both, true},
};

// The common case of readNumber32: 0 for what is not told.
quint32 quick(QByteArrayView words)
{
    if (words.isEmpty() || words.size() > 9)
        return readNumber32(words).value_or(0);
    quint32 value = 0;
    for (const char c : words) {
        if (c < '0' || c > '9')
            return 0;
        value = value * 10 + quint32(c - '0');
    }
    return value;
}

Moment quickMoment(QByteArrayView words)
{
    if (words.size() != 10)
        return readMoment(words);
    quint64 value = 0;
    for (const char c : words) {
        if (c < '0' || c > '9')
            return readMoment(words);
        value = value * 10 + quint64(c - '0');
    }
    return value < 0xfffffffeu ? Moment(qint64(value)) : Moment();
}

// "gres/gpu=1" out of "billing=1,cpu=1,gres/gpu=1,mem=1G": sacct puts its TRES in the order of the alphabet.
QByteArrayView gresPart(QByteArrayView tres)
{
    const qsizetype from = tres.indexOf("gres/");
    if (from < 0)
        return {};
    qsizetype end = from;
    while (end < tres.size()) {
        const qsizetype comma = tres.indexOf(',', end);
        const bool more = comma >= 0 && tres.sliced(comma + 1).startsWith("gres/");
        end = comma < 0 ? tres.size() : comma;
        if (!more)
            break;
        ++end;
    }
    return tres.sliced(from, end - from);
}

bool nearly(double a, double b)
{
    return std::abs(a - b) <= 0.02 * std::max(a, b); // squeue rounds to two places of a unit
}

} // namespace

std::span<const SqueueField> squeueFields()
{
    return kFields;
}

const SqueueField *findSqueueField(QByteArrayView name)
{
    for (const SqueueField &field : kFields) {
        if (name == QByteArrayView(field.name))
            return &field;
    }
    return nullptr;
}

Text RowReader::text(Column column, QByteArrayView words)
{
    return m_memos[column].get(words, [this](QByteArrayView w) { return isNothing(w) ? Text() : m_words.add(w); });
}

void RowReader::shownId(QByteArrayView words)
{
    // Words that are not Slurm's (a chatty wrapper) may stand on lines before the row: the id is what follows the last one.
    const qsizetype line = words.lastIndexOf('\n');
    m_id = JobId::read(line < 0 ? words : words.sliced(line + 1));
    if (!m_id || !m_id->step.isEmpty()) {
        m_id.reset();
        return;
    }
    m_job.key.job = m_id->job;
    if (m_id->task) {
        m_job.key.task = *m_id->task;
        m_job.arrayJobId = m_id->job;
    } else if (m_id->isRest) {
        m_job.arrayJobId = m_id->job;
        // Of a list that was cut before its first comma nothing is left, but somebody waits in it.
        m_job.waitingTasks = quint32(std::clamp<quint64>(m_id->waiting.count(), 1, 0xfffffffeu));
        m_job.taskLimit = m_id->waiting.limit();
        const bool cut = m_id->waiting.isCut() && !m_id->indexes.endsWith("...");
        m_job.waitingIndexes = cut ? m_words.add(m_id->indexes.toByteArray() + "...") : m_words.add(m_id->indexes);
    } else if (m_id->hetOffset) {
        m_job.hetJobId = m_id->job;
        m_job.hetOffset = *m_id->hetOffset;
    }
}

void RowReader::recordId(QByteArrayView words)
{
    m_job.jobId = quick(words);
}

void RowReader::state(QByteArrayView words)
{
    const StateWords &state = m_states.get(words, [this](QByteArrayView w) { return StateWords{readState(w).state, m_words.add(w)}; });
    m_job.state = state.state;
    m_job.stateText = state.text;
}

void RowReader::partition(QByteArrayView words)
{
    m_job.partition = text(Partition, words);
}
void RowReader::user(QByteArrayView words)
{
    m_job.user = text(User, words);
}
void RowReader::account(QByteArrayView words)
{
    m_job.account = text(Account, words);
}
void RowReader::qos(QByteArrayView words)
{
    m_job.qos = text(Qos, words);
}
void RowReader::nodes(QByteArrayView words)
{
    m_job.nodes = text(Nodes, words);
}
void RowReader::dependency(QByteArrayView words)
{
    m_job.dependency = text(Dependency, words);
}
void RowReader::reservation(QByteArrayView words)
{
    m_job.reservation = text(Reservation, words);
}
void RowReader::features(QByteArrayView words)
{
    m_job.features = text(Features, words);
}
void RowReader::licenses(QByteArrayView words)
{
    m_job.licenses = text(Licenses, words);
}
void RowReader::workDir(QByteArrayView words)
{
    m_job.workDir = text(WorkDir, words);
}
void RowReader::comment(QByteArrayView words)
{
    m_job.comment = text(Comment, words);
}
void RowReader::cluster(QByteArrayView words)
{
    m_job.cluster = isNothing(words) ? Text() : m_words.add(words);
}

void RowReader::name(QByteArrayView words)
{
    // Somebody may well call a job "None": a name is what it is.
    m_job.name = m_memos[Name].get(words, [this](QByteArrayView w) { return m_words.add(w); });
}

void RowReader::uid(QByteArrayView words)
{
    if (const auto uid = readNumber32(words))
        m_job.uid = *uid;
}

void RowReader::reason(QByteArrayView words)
{
    if (words.startsWith('(') && words.endsWith(')') && words.size() > 1)
        words = words.sliced(1).chopped(1);
    m_job.reason = text(Reason, words);
}

void RowReader::priority(QByteArrayView words)
{
    m_job.priority = quick(words);
}
void RowReader::nice(QByteArrayView words)
{
    m_job.nice = words == QByteArrayView("0") ? 0 : readSigned(words).value_or(kUnknownNice);
}
void RowReader::cpus(QByteArrayView words)
{
    m_job.cpus = quick(words);
}
void RowReader::nodeCount(QByteArrayView words)
{
    m_job.nodeCount = quick(words);
}
void RowReader::memory(QByteArrayView words)
{
    m_memoryWords = words;
}

void RowReader::requestedMemory(QByteArrayView words)
{
    m_memoryWords = words;
    m_memoryOfAll = true;
}

void RowReader::tres(QByteArrayView words)
{
    const Tres &tres = m_tres.get(
        words, [this](QByteArrayView w) { return Tres{readGpus(w), m_words.add(gresPart(w)), readMemory(tresValue(w, "mem")).amount}; });
    m_job.gpus = tres.gpus.total;
    m_job.gres = tres.gres;
    m_total = tres.memory;
}

void RowReader::tresIfTold(QByteArrayView words)
{
    if (!isNothing(words))
        tres(words);
}

void RowReader::gresPerNode(QByteArrayView words)
{
    if (isNothing(words))
        return;
    // TRES tells the whole job's GPUs where the site tracks them; the request per node names the type more often.
    if (m_job.gpus == 0) {
        const Gpus &gpus = m_gpus.get(words, [](QByteArrayView w) { return readGpus(w); });
        m_job.gpus = quint32(std::min<quint64>(quint64(gpus.total) * std::max(m_job.nodeCount, 1u), 0xfffffffeu));
    }
    m_job.gres = m_words.add(words);
}

void RowReader::timeLimit(QByteArrayView words)
{
    m_job.timeLimit = m_spans.get(words, [](QByteArrayView w) { return readSpan(w); });
}

void RowReader::submit(QByteArrayView words)
{
    m_job.submit = quickMoment(words);
}
void RowReader::eligible(QByteArrayView words)
{
    m_job.eligible = quickMoment(words);
}
void RowReader::start(QByteArrayView words)
{
    m_job.start = quickMoment(words);
}
void RowReader::end(QByteArrayView words)
{
    m_job.end = quickMoment(words);
}
void RowReader::restarts(QByteArrayView words)
{
    if (const auto times = words == QByteArrayView("0") ? std::optional(0u) : readNumber32(words))
        m_job.restarts = quint16(std::min<quint32>(*times, kUnknownRestarts - 1));
}

void RowReader::exit(QByteArrayView words)
{
    const Exit exit = readExit(words);
    m_job.exitCode = exit.code;
    m_job.exitSignal = exit.signal;
}

bool RowReader::finish()
{
    if (!m_id || m_job.stateText.isEmpty())
        return false;
    if (m_id->hetOffset && m_job.jobId != 0)
        m_job.key.job = m_job.jobId; // each component is a job of its own
    if (m_job.jobId == 0)
        m_job.jobId = m_job.key.job;
    const Memory &memory = m_memories.get(m_memoryWords, [](QByteArrayView w) { return readMemory(w); });
    m_job.memory = memory.amount;
    m_job.memoryPer = memory.per;
    // sacct since 21.08 tells the whole job's, without a letter for what it is per; squeue the share of a node or a CPU.
    const bool ofAll = m_memoryOfAll && memory.per == MemoryPer::Unknown && m_job.nodeCount > 1;
    if (ofAll && memory.amount.count() > 0 && m_total.known() && nearly(double(m_total.count()), double(memory.amount.count())))
        m_job.memory = Bytes(memory.amount.count() / m_job.nodeCount);
    // squeue does not say whether MinMemory is per node or per CPU; the job's total by TRES does.
    if (memory.per == MemoryPer::Unknown && memory.amount.known()) {
        const double total = double(m_total.count());
        const double one = double(m_job.memory.count());
        if (memory.amount.count() == 0 || (m_total.known() && nearly(total, one * m_job.nodeCount)))
            m_job.memoryPer = MemoryPer::Node;
        else if (m_total.known() && nearly(total, one * m_job.cpus))
            m_job.memoryPer = MemoryPer::Cpu;
    }
    if (!hasEnded(m_job.state)) {
        m_job.exitCode = -1;
        m_job.exitSignal = 0;
    }
    m_job.startIsExpected = isWaiting(m_job.state) && m_job.start.known();
    m_job.mine = m_me.known() && (m_job.uid == m_me.uid || m_words.bytes(m_job.user) == QByteArrayView(m_me.name));
    return true;
}

} // namespace pilothouse::slurm
