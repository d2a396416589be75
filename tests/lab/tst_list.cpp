// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What `pilothouse --list jobs` says about every job of the lab's scenario equals what squeue says, field by field.
#include "tests/lab/labcommand.h"
#include "tests/support/runner.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QTimeZone>

using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

// Record id → one field a column, asked field by field so that no name can shift a column.
using Records = QMap<QString, QStringList>;

const QStringList kFormats{u"%i"_s, u"%u"_s, u"%a"_s, u"%T"_s, u"%r"_s, u"%P"_s, u"%q"_s, u"%Q"_s, u"%y"_s,
                           u"%V"_s, u"%S"_s, u"%l"_s, u"%D"_s, u"%C"_s, u"%N"_s, u"%E"_s, u"%Z"_s};
const QStringList kKeys{u"id"_s,         u"user"_s,     u"account"_s, u"state"_s,      u"reason"_s,  u"queue"_s,
                        u"qos"_s,        u"priority"_s, u"nice"_s,    u"submit"_s,     u"start"_s,   u"time_limit"_s,
                        u"node_count"_s, u"cpus"_s,     u"nodes"_s,   u"dependency"_s, u"work_dir"_s};

// One call for each field would see the queue change; one call whose names are left out cannot be cut wrongly.
Records askSqueue()
{
    const Ran ran = inLab(u"alice"_s, {u"squeue"_s, u"-h"_s, u"-a"_s, u"-o"_s, u"%A\x1f"_s + kFormats.join(u'\x1f')});
    Records records;
    if (ran.status != 0)
        return records;
    for (const QByteArray &line : ran.out.split('\n')) {
        const QStringList fields = QString::fromUtf8(line).split(u'\x1f');
        if (fields.size() == kFormats.size() + 1)
            records.insert(fields[0], fields.mid(1));
    }
    return records;
}

qint64 spanSeconds(const QString &slurm)
{
    const QStringList dayAndRest = slurm.split(u'-');
    const QStringList parts = dayAndRest.last().split(u':');
    qint64 seconds = dayAndRest.size() > 1 ? dayAndRest[0].toLongLong() * 86400 : 0;
    for (qsizetype i = 0; i < parts.size(); ++i)
        seconds += parts[i].toLongLong() * (parts.size() - i == 3 ? 3600 : parts.size() - i == 2 ? 60 : 1);
    return seconds;
}

// squeue's word for a field as --list's JSON has it.
QJsonValue expected(const QString &key, const QString &said)
{
    static const QStringList numbers{u"priority"_s, u"nice"_s, u"node_count"_s, u"cpus"_s};
    if (numbers.contains(key))
        return said.toLongLong();
    if (key == u"submit"_s || key == u"start"_s)
        return said.toLongLong() > 0 ? QJsonValue(QDateTime::fromSecsSinceEpoch(said.toLongLong()).toUTC().toString(Qt::ISODate))
                                     : QJsonValue();
    if (key == u"time_limit"_s)
        return said == u"UNLIMITED"_s ? QJsonValue(u"unlimited"_s) : QJsonValue(spanSeconds(said));
    if (key == u"nodes"_s || key == u"dependency"_s || key == u"reason"_s)
        return said.isEmpty() || said == u"None"_s || said == u"(null)"_s ? QJsonValue() : QJsonValue(said);
    return said;
}

QJsonArray listJobs(const QStringList &more = {})
{
    const Ran ran = console(QStringList{u"--profile-file"_s, labProfile(), u"--list"_s, u"jobs"_s, u"--format"_s, u"json"_s} + more);
    if (ran.status != 0)
        qWarning("--list: exit %d: %s", ran.status, ran.err.constData());
    return QJsonDocument::fromJson(ran.out).array();
}

QString shown(const QJsonValue &value)
{
    return QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
}

} // namespace

class ListTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY2(!labProfile().isEmpty(), "PILOTHOUSE_LAB_PROFILE is not set: scripts/test -L slurm starts the lab and sets it");
    }

    void everyJobIsAsSqueueSays()
    {
        const Records before = askSqueue();
        const QJsonArray jobs = listJobs();
        const Records after = askSqueue();
        QVERIFY2(before.size() > 40, qPrintable(u"squeue shows %1 jobs: is the scenario there?"_s.arg(before.size())));
        int compared = 0;
        QStringList wrong;
        QMap<QString, QJsonObject> byId;
        for (const QJsonValue &value : jobs)
            byId.insert(value[u"id"_s].toString(), value.toObject());
        for (auto record = before.begin(); record != before.end(); ++record) {
            if (after.value(record.key()) != record.value())
                continue; // it changed while we looked
            const QJsonObject job = byId.value(record.value()[0]);
            if (job.isEmpty()) {
                wrong << u"job %1 is missing"_s.arg(record.value()[0]);
                continue;
            }
            ++compared;
            for (qsizetype i = 0; i < kKeys.size(); ++i) {
                const QJsonValue want = expected(kKeys[i], record.value()[i]);
                // squeue has one column for the real start and the expected one.
                const bool expectation = kKeys[i] == u"start"_s && job[u"start"_s].isNull();
                const QJsonValue got = expectation ? job[u"start_expected"_s] : job[kKeys[i]];
                if (got != want)
                    wrong << u"job %1: %2 is %3, squeue says %4"_s.arg(record.value()[0], kKeys[i], shown(got), shown(want));
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.mid(0, 30).join(u'\n')));
        QVERIFY2(compared > 40, qPrintable(QString::number(compared)));
        qInfo("%d jobs compared, %lld fields each", compared, qlonglong(kKeys.size()));
    }

    void everyAwkwardNameIsShownAndNoneRuns()
    {
        QFile file(labProfile().section(u'/', 0, -2) + u"/names.json"_s);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject names = QJsonDocument::fromJson(file.readAll()).object();
        QMap<QString, QString> shownNames;
        for (const QJsonValue &value : listJobs())
            shownNames.insert(value[u"id"_s].toString(), value[u"name"_s].toString());
        QStringList wrong;
        int compared = 0;
        for (auto name = names.begin(); name != names.end(); ++name) {
            if (!shownNames.contains(name.key()))
                continue; // it has ended and left
            ++compared;
            const QString want = QString::fromUtf8(QByteArray::fromBase64(name.value().toString().toLatin1()));
            if (shownNames.value(name.key()) != want)
                wrong << u"job %1: %2, not %3"_s.arg(name.key(), shown(shownNames.value(name.key())), shown(want));
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.mid(0, 20).join(u'\n')));
        QVERIFY2(compared >= 80, qPrintable(QString::number(compared)));
        const QDir canary(labProfile().section(u'/', 0, -2) + u"/canary"_s);
        QVERIFY(canary.exists());
        QCOMPARE(canary.entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden), QStringList());
    }

    void aFilterShowsAPart()
    {
        const QJsonArray held = listJobs({u"--filter"_s, u"state:held"_s});
        QVERIFY(held.size() >= 3);
        for (const QJsonValue &job : held)
            QVERIFY2(job[u"reason"_s].toString().contains(u"eld"_s), qPrintable(shown(job)));
    }

    // Nobody is at a terminal: what was asked is told, and no other code says this.
    void aLogInThatNeedsAPersonEndsWith3_data()
    {
        QTest::addColumn<QString>("asked");
        QTest::newRow("password") << u"assword"_s;
        QTest::newRow("passphrase") << u"assphrase"_s;
        QTest::newRow("kbd") << u"assword"_s;
    }
    void aLogInThatNeedsAPersonEndsWith3()
    {
        QFETCH(const QString, asked);
        const QString base = labProfile().section(u'/', 0, -2);
        const QString kind = QString::fromLatin1(QTest::currentDataTag());
        const QStringList words{u"--profile-file"_s, base + u"/profile-%1.json"_s.arg(kind), u"--list"_s, u"jobs"_s};
        const Ran alone = console(words);
        QCOMPARE(alone.status, 3);
        QCOMPARE(alone.out, QByteArray());
        QVERIFY2(alone.err.contains(asked.toUtf8()) && alone.err.contains("--answers FILE"), alone.err.constData());
        const Ran answered = console(words + QStringList{u"--answers"_s, base + u"/answers-%1.json"_s.arg(kind)});
        QVERIFY2(answered.status == 0, answered.err.constData());
        QVERIFY(!answered.out.isEmpty());
    }

    void aFailedReadIsNoEmptyList()
    {
        const Ran ran = console({u"--profile-file"_s, labProfile(), u"--list"_s, u"jobs"_s, u"--profile"_s, u"no such profile"_s});
        QVERIFY(ran.status != 0);
        QVERIFY(ran.out.isEmpty());
    }
};

PILOTHOUSE_TEST(ListTest)
#include "tst_list.moc"
