// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What `pilothouse --list jobs` says about every ended job of the lab's scenario equals what sacct says, field by field.
#include "backend/slurm/sacct.h"
#include "backend/slurm/values.h"
#include "tests/lab/labcommand.h"
#include "tests/support/runner.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QTest>

using namespace pilothouse;
using namespace pilothouse::slurm;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

const QStringList kFields{u"State"_s,     u"User"_s,        u"UID"_s,         u"Account"_s,  u"Partition"_s,  u"QOS"_s,
                          u"Submit"_s,    u"Eligible"_s,    u"Start"_s,       u"End"_s,      u"ElapsedRaw"_s, u"Timelimit"_s,
                          u"NNodes"_s,    u"NCPUS"_s,       u"NodeList"_s,    u"ExitCode"_s, u"ReqMem"_s,     u"ReqTRES"_s,
                          u"AllocTRES"_s, u"Reservation"_s, u"Constraints"_s, u"WorkDir"_s,  u"JobName"_s,    u"JobIDRaw"_s};

// Job id as shown → field → value; each field asked by itself, so that no name can shift another.
using Records = QMap<QString, QMap<QString, QByteArray>>;

Records askSacct()
{
    Records records;
    for (const QString &field : kFields) {
        const Ran ran = inLab(u"alice"_s,
                              {u"sacct"_s, u"-X"_s, u"-n"_s, u"-p"_s, u"-u"_s, u"alice"_s, u"--delimiter=\x1f\x1e"_s, u"-S"_s,
                               u"now-3500seconds"_s, u"-E"_s, u"now"_s, u"-o"_s, u"JobID,"_s + field});
        for (const auto &row : splitRows(ran.out, "\x1f\x1e", 2, nullptr))
            records[QString::fromUtf8(row[0])][field] = row[1].toByteArray();
    }
    return records;
}

QJsonValue text(const QByteArray &said)
{
    return isNothing(said) ? QJsonValue() : QJsonValue(QString::fromUtf8(said));
}

QJsonValue moment(const QByteArray &said)
{
    const Moment at = readMoment(said);
    return at.known() ? QJsonValue(QDateTime::fromSecsSinceEpoch(at.epoch()).toUTC().toString(Qt::ISODate)) : QJsonValue();
}

QJsonValue limit(const QByteArray &said)
{
    const Span span = readSpan(said);
    return span.isUnlimited() ? QJsonValue(u"unlimited"_s) : span.known() ? QJsonValue(qint64(span.seconds().count())) : QJsonValue();
}

QJsonValue memory(const QByteArray &said)
{
    const Bytes amount = readMemory(said).amount;
    return amount.known() ? QJsonValue(amount.count()) : QJsonValue();
}

// What --list's JSON has to say for a record of sacct.
QMap<QString, QJsonValue> expected(const QMap<QString, QByteArray> &said)
{
    const bool started = readMoment(said[u"Start"_s]).known();
    const Exit exit = readExit(said[u"ExitCode"_s]);
    const QByteArray tres = isNothing(said[u"AllocTRES"_s]) ? said[u"ReqTRES"_s] : said[u"AllocTRES"_s];
    const auto count
        = [&](const QString &field) { return said[field].toLongLong() > 0 ? QJsonValue(said[field].toLongLong()) : QJsonValue(); };
    return {{u"state"_s, text(said[u"State"_s])},
            {u"user"_s, text(said[u"User"_s])},
            {u"uid"_s, said[u"UID"_s].toLongLong()},
            {u"account"_s, text(said[u"Account"_s])},
            {u"queue"_s, text(said[u"Partition"_s])},
            {u"qos"_s, text(said[u"QOS"_s])},
            {u"submit"_s, moment(said[u"Submit"_s])},
            {u"eligible"_s, moment(said[u"Eligible"_s])},
            {u"start"_s, moment(said[u"Start"_s])},
            {u"end"_s, moment(said[u"End"_s])},
            {u"elapsed"_s, started ? QJsonValue(said[u"ElapsedRaw"_s].toLongLong()) : QJsonValue()},
            {u"time_limit"_s, limit(said[u"Timelimit"_s])},
            {u"node_count"_s, count(u"NNodes"_s)},
            {u"cpus"_s, count(u"NCPUS"_s)},
            {u"nodes"_s, text(said[u"NodeList"_s])},
            {u"exit_code"_s, exit.code},
            {u"exit_signal"_s, exit.signal},
            {u"memory"_s, memory(said[u"ReqMem"_s])},
            {u"gpus"_s, qint64(readGpus(tres).total)},
            {u"reservation"_s, text(said[u"Reservation"_s])},
            {u"features"_s, text(said[u"Constraints"_s])},
            {u"work_dir"_s, text(said[u"WorkDir"_s])},
            {u"name"_s, said[u"JobName"_s].isEmpty() ? QJsonValue() : QJsonValue(QString::fromUtf8(said[u"JobName"_s]))},
            {u"job_id"_s, said[u"JobIDRaw"_s].toLongLong()}};
}

QString shown(const QJsonValue &value)
{
    return QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
}

} // namespace

class LabEndedTest : public QObject {
    Q_OBJECT
private slots:
    void everyEndedJobIsAsSacctSays()
    {
        QVERIFY2(!labProfile().isEmpty(), "PILOTHOUSE_LAB_PROFILE is not set: scripts/test -L slurm starts the lab and sets it");
        const Records before = askSacct();
        const Ran list = console({u"--profile-file"_s, labProfile(), u"--list"_s, u"jobs"_s, u"--format"_s, u"json"_s});
        QVERIFY2(list.status == 0, list.err.constData());
        QMap<QString, QJsonObject> jobs;
        for (const QJsonValue &value : QJsonDocument::fromJson(list.out).array())
            jobs.insert(value[u"id"_s].toString(), value.toObject());
        QStringList wrong;
        QSet<QString> states;
        int compared = 0;
        for (auto record = before.begin(); record != before.end(); ++record) {
            const State state = readState((*record)[u"State"_s]);
            if (!hasEnded(state.state))
                continue;
            const QJsonObject job = jobs.value(record.key());
            if (job.isEmpty()) {
                wrong << u"job %1 (%2) is missing"_s.arg(record.key(), QString::fromUtf8((*record)[u"State"_s]));
                continue;
            }
            if (job[u"state"_s].toString() == u"COMPLETING"_s) // an epilog still runs: squeue has it, and is right
                continue;
            ++compared;
            states.insert(QString::fromUtf8((*record)[u"State"_s]).section(u' ', 0, 0));
            const auto wanted = expected(*record);
            for (auto want = wanted.begin(); want != wanted.end(); ++want) {
                if (job[want.key()] != want.value())
                    wrong << u"job %1: %2 is %3, sacct says %4"_s.arg(record.key(), want.key(), shown(job[want.key()]),
                                                                      shown(want.value()));
            }
        }
        qInfo("%d ended jobs compared, %lld fields each, states %s", compared, qlonglong(expected({}).size()),
              qPrintable(QStringList(states.begin(), states.end()).join(u' ')));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.mid(0, 60).join(u'\n')));
        QVERIFY2(compared >= 8, qPrintable(QString::number(compared)));
        for (const QString &state : {u"COMPLETED"_s, u"FAILED"_s, u"CANCELLED"_s, u"NODE_FAIL"_s})
            QVERIFY2(states.contains(state), qPrintable(state));
    }
};

PILOTHOUSE_TEST(LabEndedTest)
#include "tst_lab_ended.moc"
