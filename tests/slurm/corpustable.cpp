// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/slurm/corpustable.h"

#include "backend/slurm/nodelist.h"
#include "backend/slurm/sacct.h"
#include "backend/slurm/squeue.h"
#include "backend/slurm/sstat.h"
#include "backend/slurm/taskset.h"
#include "backend/slurm/values.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace pilothouse::slurm;

namespace pilothouse::test {

namespace {

// Column as printed → field of the question that the reader knows.
const QMap<QByteArray, QByteArray> kSqueue{
    {"JOBID", "JobArrayID"},
    {"JOBARRAYID", "JobArrayID"},
    {"STATE", "State"},
    {"ST", "State"},
    {"PARTITION", "Partition"},
    {"USER", "UserName"},
    {"USERNAME", "UserName"},
    {"UID", "UserID"},
    {"USERID", "UserID"},
    {"ACCOUNT", "Account"},
    {"QOS", "QOS"},
    {"REASON", "Reason"},
    {"PRIORITYLONG", "PriorityLong"},
    {"NICE", "Nice"},
    {"CPUS", "NumCPUs"},
    {"NUMCPUS", "NumCPUs"},
    {"NODES", "NumNodes"},
    {"MINMEMORY", "MinMemory"},
    {"TRESALLOC", "tres-alloc"},
    {"TRESPERNODE", "tres-per-node"},
    {"TIMELIMIT", "TimeLimit"},
    {"SUBMITTIME", "SubmitTime"},
    {"ELIGIBLETIME", "EligibleTime"},
    {"STARTTIME", "StartTime"},
    {"ENDTIME", "EndTime"},
    {"RESTARTCOUNT", "RestartCnt"},
    {"NODELIST", "NodeList"},
    {"DEPENDENCY", "Dependency"},
    {"RESERVATION", "Reservation"},
    {"FEATURES", "Feature"},
    {"LICENSES", "Licenses"},
    {"WORKDIR", "WorkDir"},
    {"COMMENT", "Comment"},
    {"NAME", "Name"},
};
const QByteArrayList kSacct{"JobID", "JobIDRaw", "State",    "Partition", "User",        "UID",         "Account", "QOS",      "Priority",
                            "NCPUS", "NNodes",   "ReqMem",   "ReqTRES",   "AllocTRES",   "Timelimit",   "Submit",  "Eligible", "Start",
                            "End",   "ExitCode", "Restarts", "NodeList",  "Reservation", "Constraints", "Comment", "WorkDir",  "JobName"};

QByteArray plain(QByteArray column)
{
    column = column.trimmed().toUpper();
    for (const char c : {'_', '-', ' '})
        column.replace(c, "");
    return column;
}

bool isChosen(const QByteArray &column) // by people: may hold the delimiter and line feeds
{
    return column == "NAME" || column == "JOBNAME" || column == "COMMENT" || column == "WORKDIR" || column == "COMMAND";
}

bool isAnyOf(const QByteArray &name, std::initializer_list<const char *> names)
{
    return std::any_of(names.begin(), names.end(), [&](const char *n) { return name == n; });
}

// A row with more cells than its head holds the delimiter in a text; with one such text in it, that can be undone.
void joinTexts(QByteArrayList &cells, const QByteArrayList &columns, const QByteArray &delimiter)
{
    const auto chosen = std::count_if(columns.begin(), columns.end(), isChosen);
    const auto at = std::find_if(columns.begin(), columns.end(), isChosen) - columns.begin();
    while (chosen == 1 && cells.size() > columns.size())
        cells[at] += delimiter + cells.takeAt(at + 1);
}

CorpusReport readSqueueTable(const CorpusTable &table)
{
    QByteArrayList fixed, chosen;
    QList<qsizetype> from;
    for (qsizetype i = 0; i < table.columns.size(); ++i) {
        const QByteArray field = kSqueue.value(table.columns[i]);
        if (field.isEmpty() || fixed.contains(field) || chosen.contains(field))
            continue;
        if (field == "WorkDir" || field == "Comment" || field == "Name") {
            chosen.append(field);
            from.append(i);
        } else {
            from.insert(fixed.size(), i);
            fixed.append(field);
        }
    }
    if (chosen.isEmpty()) { // the reader's row ends behind a text
        chosen.append("Name");
        from.append(-1);
    }
    const SqueueQuestion question(fixed + chosen, "Q");
    QByteArray out;
    for (const QByteArrayList &row : table.rows) {
        for (qsizetype i = 0; i < from.size(); ++i) {
            const QByteArray cell = from[i] < 0 ? QByteArray() : row[from[i]];
            const bool last = i + 1 == from.size();
            out += (i < fixed.size() ? cell.trimmed() : cell) + (last ? question.rowEnd() : i < fixed.size() ? "\x1f" : question.textEnd());
        }
        out += '\n';
    }
    CorpusReport report{u"squeue table"_s, 0, table.lost, {}, {}};
    TextPool words;
    const auto rows = readSqueue({out, {}, 0}, question, words, {}, 0);
    report.read = rows ? int(rows->jobs.size()) : 0;
    report.lost += rows ? int(rows->unread) : int(table.rows.size());
    if (rows && !rows->unreadRows.isEmpty())
        report.example[u"lost"_s] = rows->unreadRows.first();
    return report;
}

CorpusReport readSacctTable(const CorpusTable &table)
{
    const QByteArray end("\x1f\x1e");
    QByteArrayList fields;
    QList<qsizetype> from;
    for (const QByteArray &field : kSacct) {
        const qsizetype at = table.columns.indexOf(plain(field));
        if (at >= 0) {
            fields.append(field);
            from.append(at);
        }
    }
    CorpusReport report{u"sacct table"_s, 0, table.lost, {}, {}};
    const qsizetype id = table.columns.indexOf("JOBID");
    for (const QByteArrayList &row : table.rows) {
        const auto read = JobId::read(row[id].trimmed());
        if (read && !read->step.isEmpty()) { // a step's row: its id and its amounts
            ++report.read;
            continue;
        }
        QByteArray out;
        for (const qsizetype at : from)
            out += row[at].trimmed() + end;
        TextPool words;
        const auto rows = readSacct({out + '\n', {}, 0}, SacctQuestion(fields, end), words, {}, 0);
        ++(rows && rows->jobs.size() == 1 ? report.read : report.lost);
        if (!rows || rows->jobs.empty())
            report.example[u"lost"_s] = QString::fromUtf8(row.join('|')).left(200);
    }
    return report;
}

CorpusReport readSstatTable(const CorpusTable &table)
{
    CorpusReport report{u"sstat table"_s, 0, table.lost, {}, {}};
    for (const QByteArrayList &row : table.rows) {
        QByteArray out;
        for (const char *column : {"JOBID", "NTASKS", "MAXRSS", "AVECPU", "TRESUSAGEINTOT", "NODELIST"}) {
            const qsizetype at = table.columns.indexOf(column);
            out += (at < 0 ? QByteArray() : row[at].trimmed()) + '|';
        }
        const auto uses = readSstat({out + '\n', {}, 0});
        ++(uses && uses->size() == 1 ? report.read : report.lost);
    }
    return report;
}

} // namespace

void judge(const QByteArray &column, const QByteArray &cell, CorpusReport &report)
{
    const QByteArray name = plain(column);
    const QByteArrayView words = QByteArrayView(cell).trimmed();
    if (isNothing(words) || isAnyOf(QByteArray(words.data(), words.size()), {"NA", "*", "Partition_Limit", "INVALID", "NOT_SET", "NONE"}))
        return;
    bool good = true;
    if (isAnyOf(name, {"STATE", "ST", "JOBSTATE"}))
        good = readState(words).state != JobState::Other;
    else if (isAnyOf(name, {"SUBMIT", "START", "END", "ELIGIBLE", "SUBMITTIME", "STARTTIME", "ENDTIME", "ELIGIBLETIME", "ACCRUETIME"}))
        good = readMoment(words).known();
    else if (isAnyOf(name, {"TIMELIMIT", "TIME", "ELAPSED", "TIMELEFT", "TIMEUSED", "AVECPU", "TOTALCPU", "MINCPU", "RUNTIME"}))
        good = readSpan(words).known();
    else if (name == "EXITCODE")
        good = readExit(words).code >= 0;
    else if (name == "NODELIST")
        good = countNodes(words).has_value();
    else if (isAnyOf(name, {"REQMEM", "MINMEMORY", "MAXRSS", "AVERSS", "MAXVMSIZE"}))
        good = readMemory(words).amount.known();
    else if (isAnyOf(name, {"NCPUS", "NNODES", "CPUS", "NUMCPUS", "UID", "PRIORITYLONG", "NTASKS", "JOBIDRAW", "RESTARTS"}))
        good = readNumber32(words).has_value();
    else if (name == "NICE")
        good = readSigned(words).has_value();
    else if (isAnyOf(name, {"TRESALLOC", "ALLOCTRES", "REQTRES", "TRESPERNODE", "TRES"}))
        good = readGpus(words).readable;
    if (good)
        return;
    ++report.notUnderstood[QString::fromUtf8(name)];
    report.example[QString::fromUtf8(name)] = QString::fromUtf8(words).left(60);
}

std::optional<CorpusTable> cutTable(const QByteArray &bytes)
{
    QByteArrayList lines = bytes.split('\n');
    while (!lines.isEmpty() && (lines[0].trimmed().isEmpty() || lines[0].startsWith("CLUSTER: ")))
        lines.removeFirst();
    if (lines.isEmpty())
        return std::nullopt;
    CorpusTable table;
    QByteArray delimiter;
    for (const char *one : {"\x1f", "^^^", "|", "\x1e"}) {
        if (delimiter.isEmpty() && lines[0].count(one) >= 1)
            delimiter = one;
    }
    if (delimiter.isEmpty())
        return std::nullopt;
    QByteArray head = lines.takeFirst();
    const bool closed = head.endsWith(delimiter); // each cell ends in it, the last one too
    if (closed)
        head.chop(delimiter.size());
    for (const QByteArray &column : head.split(delimiter[0]))
        if (!column.isEmpty() || delimiter.size() == 1)
            table.columns.append(plain(column));
    if (!table.columns.contains("JOBID") && !table.columns.contains("JOBARRAYID"))
        return std::nullopt;
    QByteArray open; // a row that a text's line feed has cut
    for (const QByteArray &line : lines) {
        if (open.isEmpty() && (line.trimmed().isEmpty() || line.startsWith("CLUSTER: ")))
            continue;
        open += (open.isEmpty() ? "" : "\n") + (line.startsWith('\x1e') && delimiter[0] != '\x1e' ? line.sliced(1) : line);
        QByteArrayList cells;
        for (qsizetype at = 0; at >= 0;) {
            const qsizetype stop = open.indexOf(delimiter, at);
            cells.append(open.sliced(at, (stop < 0 ? open.size() : stop) - at));
            at = stop < 0 ? -1 : stop + delimiter.size();
        }
        if (closed && cells.last().isEmpty())
            cells.removeLast();
        if (cells.size() < table.columns.size())
            continue;
        joinTexts(cells, table.columns, delimiter);
        if (cells.size() == table.columns.size())
            table.rows.append(cells);
        else
            ++table.lost;
        open.clear();
    }
    table.lost += open.trimmed().isEmpty() ? 0 : 1;
    return table;
}

std::optional<CorpusReport> readTable(const CorpusTable &table)
{
    const bool isSstat = table.columns.contains("MAXRSS") && !table.columns.contains("STATE");
    const bool isSacct = table.columns.contains("JOBNAME") || table.columns.contains("JOBIDRAW") || table.columns.contains("NCPUS")
        || table.columns.contains("ALLOCCPUS");
    if (!isSstat && !table.columns.contains("STATE") && !table.columns.contains("ST"))
        return std::nullopt;
    CorpusReport report = isSstat ? readSstatTable(table) : isSacct ? readSacctTable(table) : readSqueueTable(table);
    for (const QByteArrayList &row : table.rows) {
        for (qsizetype i = 0; i < row.size(); ++i)
            judge(table.columns[i], row[i], report);
    }
    return report;
}

} // namespace pilothouse::test
