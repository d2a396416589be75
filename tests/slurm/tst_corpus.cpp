// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Reads every file of a folder that a reader knows (PILOTHOUSE_CORPUS; without it our own recordings) and reports, by file: rows read,
// cells not understood, rows lost. A file that is recognized and yields no row fails.
#include "backend/slurm/jobdetail.h"
#include "backend/slurm/nodelist.h"
#include "backend/slurm/nodes.h"
#include "backend/slurm/taskset.h"
#include "backend/slurm/values.h"
#include "tests/support/runner.h"

#include <QDirIterator>
#include <QtTest>

using namespace pilothouse;
using namespace pilothouse::slurm;
using namespace Qt::StringLiterals;

namespace {

struct Report {
    QString kind;
    int read = 0;
    int lost = 0;
    QMap<QString, int> notUnderstood; // by field
};

// Whether a cell of this column means something to our readers. Columns without a rule are text.
bool isUnderstood(const QByteArray &column, QByteArrayView cell)
{
    const QByteArray name = column.toUpper();
    if (isNothing(cell) || cell == QByteArrayView("NA") || cell == QByteArrayView("*"))
        return true;
    if (name == "STATE" || name == "ST" || name == "JOBSTATE")
        return readState(cell).state != JobState::Other;
    if (name == "SUBMIT" || name == "START" || name == "END" || name.endsWith("_TIME") || name == "SUBMITTIME" || name == "ELIGIBLE")
        return readMoment(cell).known() || name == "PENDING_TIME" || name == "PREEMPT_TIME";
    if (name == "TIMELIMIT" || name == "TIME_LIMIT")
        return readSpan(cell).known() || cell == QByteArrayView("Partition_Limit");
    if (name == "EXITCODE")
        return readExit(cell).code >= 0;
    if (name == "NODELIST")
        return countNodes(cell).has_value();
    if (name == "REQMEM" || name == "MIN_MEMORY" || name == "MAXRSS")
        return readMemory(cell).amount.known();
    if (name == "NCPUS" || name == "NNODES" || name == "CPUS" || name == "NODES" || name == "UID")
        return readNumber32(cell).has_value();
    return true;
}

// "JOBID|…" with its head line, from squeue or sacct -P. A row of another count may be a name that holds the mark: lost, and counted.
std::optional<Report> readTable(const QByteArray &bytes)
{
    const QByteArrayList lines = bytes.split('\n');
    const QByteArrayList head = lines[0].split('|');
    QByteArrayList upper;
    for (const QByteArray &column : head)
        upper.append(column.trimmed().toUpper());
    const qsizetype id = upper.indexOf("JOBID");
    if (head.size() < 3 || id < 0)
        return std::nullopt;
    Report report{u"table"_s, 0, 0, {}};
    for (const QByteArray &line : lines.sliced(1)) {
        if (line.trimmed().isEmpty())
            continue;
        const QByteArrayList cells = line.split('|');
        if (cells.size() != head.size() || !JobId::read(cells[id].trimmed())) {
            ++report.lost;
            continue;
        }
        ++report.read;
        for (qsizetype i = 0; i < head.size(); ++i) {
            if (!isUnderstood(upper[i], cells[i].trimmed()))
                ++report.notUnderstood[QString::fromUtf8(upper[i])];
        }
    }
    return report;
}

std::optional<Report> readJobs(const QByteArray &bytes)
{
    if (!bytes.startsWith("JobId=") || !bytes.contains("\n   UserId=")) // the long form
        return std::nullopt;
    Report report{u"scontrol job"_s, 0, 0, {}};
    for (qsizetype at = 0; at >= 0; at = bytes.indexOf("\nJobId=", at + 1)) {
        const QByteArray head = bytes.mid(at, 60).trimmed();
        const auto id = readNumber32(QByteArrayView(head).sliced(6, std::max<qsizetype>(head.indexOf(' '), 6) - 6));
        const auto fields = id ? readJobRecord(QByteArrayView(bytes).sliced(at == 0 ? 0 : at + 1), *id, {}) : QList<Field>();
        ++(fields.size() > 10 ? report.read : report.lost);
        for (const Field &field : fields) {
            if (!isUnderstood(field.key.toUtf8(), field.value.toUtf8()))
                ++report.notUnderstood[field.key];
        }
    }
    return report;
}

std::optional<Report> readNodeLines(const QByteArray &bytes)
{
    if (!bytes.startsWith("NodeName="))
        return std::nullopt;
    Report report{u"scontrol node"_s, 0, 0, {}};
    QByteArray folded = bytes;
    folded.replace("\n   ", " "); // the long form has a key or two on each line
    const auto nodes = readNodes({folded, {}, 0});
    for (const Node &node : nodes ? *nodes : std::vector<Node>()) {
        ++(node.name.isEmpty() || !node.cpusTotal ? report.lost : report.read);
        if (node.use == NodeUse::Other)
            ++report.notUnderstood[u"State="_s + node.state];
        if (!node.gpusReadable)
            ++report.notUnderstood[u"Gres"_s];
    }
    return report;
}

} // namespace

class TestCorpus : public QObject {
    Q_OBJECT

private slots:
    void everyFileThatAReaderKnowsIsRead()
    {
        const QString given = qEnvironmentVariable("PILOTHOUSE_CORPUS");
        const QString folder = given.isEmpty() ? qEnvironmentVariable("PILOTHOUSE_SOURCE_DIR") + u"/tests/data/slurm"_s : given;
        QVERIFY2(QDir(folder).exists(), qPrintable(folder));
        int known = 0;
        QStringList empty;
        QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.size() > (64 << 20) || !file.open(QIODevice::ReadOnly))
                continue;
            const QByteArray bytes = file.readAll();
            for (const auto reader : {readTable, readJobs, readNodeLines}) {
                const auto report = reader(bytes);
                if (!report)
                    continue;
                ++known;
                QStringList fields;
                for (auto it = report->notUnderstood.begin(); it != report->notUnderstood.end(); ++it)
                    fields.append(u"%1 ×%2"_s.arg(it.key()).arg(it.value()));
                qInfo("%s: %s, %d read, %d lost%s", qPrintable(QDir(folder).relativeFilePath(file.fileName())), qPrintable(report->kind),
                      report->read, report->lost, fields.isEmpty() ? "" : qPrintable(u"; not understood: "_s + fields.join(u", "_s)));
                if (report->read == 0 && report->lost > 0)
                    empty.append(file.fileName());
                break;
            }
        }
        QVERIFY2(empty.isEmpty(), qPrintable(empty.join(u'\n')));
        QVERIFY(known > 0);
    }
};

PILOTHOUSE_TEST(TestCorpus)
#include "tst_corpus.moc"
