// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Reads every file of a folder that a reader knows (PILOTHOUSE_CORPUS; without it our own recordings) and reports, by file: rows read,
// cells not understood, rows lost; and by name what no reader knows. A file that is recognized and yields no row fails.
#include "tests/slurm/corpusreaders.h"
#include "tests/support/runner.h"

#include <QDir>
#include <QDirIterator>
#include <QtTest>

using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

QString line(const QString &name, const CorpusReport &report)
{
    QStringList words;
    for (auto it = report.notUnderstood.begin(); it != report.notUnderstood.end(); ++it)
        words.append(u"%1 ×%2 (%3)"_s.arg(it.key()).arg(it.value()).arg(report.example.value(it.key())));
    QString text = u"%1: %2, %3 read, %4 lost"_s.arg(name, report.kind).arg(report.read).arg(report.lost);
    if (report.example.contains(u"lost"_s))
        text += u" (%1)"_s.arg(report.example[u"lost"_s]);
    return words.isEmpty() ? text : text + u"; not understood: "_s + words.join(u", "_s);
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
        int known = 0, read = 0, lost = 0;
        QStringList empty, unknown;
        QStringList paths;
        QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext())
            paths.append(files.next());
        paths.sort();
        for (const QString &path : paths) {
            QFile file(path);
            const QString name = QDir(folder).relativeFilePath(path);
            if (file.size() > (64 << 20) || !file.open(QIODevice::ReadOnly)) {
                unknown.append(name + u": too large, or not readable"_s);
                continue;
            }
            for (const CorpusPiece &piece : piecesOf(file.readAll())) {
                const QString whole = piece.name.isEmpty() ? name : name + u" ["_s + piece.name + u']';
                QString why;
                const auto report = readPiece(piece.bytes, &why);
                if (!report) {
                    unknown.append(whole + u": "_s + why);
                    continue;
                }
                ++known;
                read += report->read;
                lost += report->lost;
                qInfo("%s", qPrintable(line(whole, *report)));
                if (report->read == 0 && report->lost > 0)
                    empty.append(whole);
            }
        }
        for (const QString &name : unknown)
            qInfo("no reader for %s", qPrintable(name));
        qInfo("%d answers, %d rows read, %d lost; no reader for %lld", known, read, lost, qlonglong(unknown.size()));
        QVERIFY2(empty.isEmpty(), qPrintable(empty.join(u'\n')));
        QVERIFY(known > 0);
    }
};

PILOTHOUSE_TEST(TestCorpus)
#include "tst_corpus.moc"
