// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The Slurm source over SSH against real daemons: what it reads equals what squeue, scontrol and sacct say; what it stops is stopped.
#include "backend/slurm/diag.h"
#include "backend/slurm/ended.h"
#include "backend/slurm/nodes.h"
#include "backend/slurm/slurmsource.h"
#include "backend/slurm/squeue.h"
#include "backend/slurm/values.h"
#include "backend/ssh/prompters.h"
#include "backend/ssh/sshshell.h"
#include "backend/store/profiles.h"
#include "tests/lab/labcommand.h"
#include "tests/support/runner.h"

#include <QTest>

using namespace pilothouse;
using namespace pilothouse::slurm;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

constexpr Wanted kSettled{.jobs = true, .settled = true};

QString submitted(const QString &user, const QStringList &words)
{
    const Ran ran = inLab(user, QStringList{u"sbatch"_s, u"--parsable"_s, u"--mem=20"_s, u"-o"_s, u"/dev/null"_s} + words);
    return QString::fromUtf8(ran.out).trimmed();
}

QString fateOf(const Result<Outcome> &outcome)
{
    static const QStringList names{u"Done"_s,         u"Sent"_s,    u"AlreadyOver"_s, u"NotAllowed"_s, u"NotFound"_s,
                                   u"ChangedSince"_s, u"NotSent"_s, u"Unknown"_s,     u"Refused"_s};
    return outcome ? names[int(outcome->targets.at(0).fate)] : u"error: "_s + outcome.error().detail;
}

} // namespace

class TestLabSlurm : public QObject {
    Q_OBJECT

    std::shared_ptr<Shell> m_shell;
    std::unique_ptr<SlurmSource> m_source;

    SnapshotPtr fetch()
    {
        const auto fetched = m_source->fetch(kSettled, {});
        if (!fetched)
            qWarning("%s: %s", qPrintable(fetched.error().subject), qPrintable(fetched.error().detail));
        return fetched.value_or(nullptr);
    }

    Target target(const QString &id) // as a person would see it in the table
    {
        const auto snapshot = fetch();
        Target t;
        for (const Job &job : snapshot ? snapshot->jobs : std::vector<Job>()) {
            const QString shown = QString::fromUtf8(shownId(job, *snapshot->words));
            const bool whole = job.arrayJobId != 0 && QString::number(job.arrayJobId) == id;
            if (shown != id && !whole)
                continue;
            t.key = whole ? JobKey{job.arrayJobId, kNoTask, job.key.source} : job.key;
            t.jobId = whole ? job.arrayJobId : job.jobId;
            t.id = id;
            t.wholeArray = whole;
            t.submit = job.submit;
            t.user = snapshot->words->string(job.user);
            t.name = snapshot->words->string(job.name);
            t.cluster = snapshot->cluster;
            t.state = job.state;
        }
        return t;
    }

private slots:
    void initTestCase()
    {
        if (labProfile().isEmpty())
            QSKIP("no lab: PILOTHOUSE_LAB_PROFILE names no profile file");
        const auto profiles = loadProfiles(labProfile());
        QVERIFY(profiles);
        const auto shell = makeShell(profiles->at(0), nobodyPrompter());
        QVERIFY(shell);
        m_shell = *shell;
        m_source = std::make_unique<SlurmSource>(SourceInfo{.index = 0, .name = u"lab"_s, .kind = u"slurm"_s}, m_shell);
    }
    void cleanupTestCase()
    {
        m_source.reset();
        m_shell.reset();
    }

    void everyJobEqualsWhatSqueueSaysOfEachField()
    {
        const auto snapshot = fetch();
        QVERIFY(snapshot);
        QCOMPARE(snapshot->unreadCount, 0u);
        QVERIFY2(snapshot->fieldsMissing.isEmpty(), qPrintable(snapshot->fieldsMissing.join(u' ')));
        // Each field by itself, with the id, so that nothing can shift.
        const auto column = [](const QString &field) {
            QMap<QString, QString> values;
            const Ran ran = inLab(u"alice"_s, {u"squeue"_s, u"-h"_s, u"-a"_s, u"-O"_s, u"JobID:\x1f,"_s + field + u":\x1d"_s});
            for (const QByteArray &row : ran.out.split('\x1d')) {
                const QString text = QString::fromUtf8(row);
                const qsizetype at = text.indexOf(u'\x1f');
                if (at > 0)
                    values.insert(text.first(at).trimmed(), text.sliced(at + 1));
            }
            return values;
        };
        const auto told = [](const QString &value) { return isNothing(value.toUtf8()) ? QString() : value; };
        const auto users = column(u"UserName"_s), accounts = column(u"Account"_s), partitions = column(u"Partition"_s),
                   nodes = column(u"NodeList"_s), dirs = column(u"WorkDir"_s), priorities = column(u"PriorityLong"_s),
                   submits = column(u"SubmitTime"_s), limits = column(u"TimeLimit"_s), qos = column(u"QOS"_s), cpus = column(u"NumCPUs"_s),
                   counts = column(u"NumNodes"_s), nice = column(u"Nice"_s), licenses = column(u"Licenses"_s);
        int compared = 0;
        for (const Job &job : snapshot->jobs) {
            const QString id = QString::number(job.jobId);
            if (job.fromAccounting || job.state == JobState::NotKnownAnyMore || !users.contains(id))
                continue;
            ++compared;
            const auto text = [&](Text t) { return snapshot->words->string(t); };
            QCOMPARE(text(job.user), users[id]);
            QCOMPARE(text(job.account), told(accounts[id]));
            QCOMPARE(text(job.partition), partitions[id]);
            QCOMPARE(text(job.workDir), told(dirs[id]));
            QCOMPARE(text(job.nodes), told(nodes[id]));
            QCOMPARE(text(job.qos), qos[id]);
            QCOMPARE(text(job.licenses), told(licenses[id]));
            QCOMPARE(QString::number(job.submit.epoch()), submits[id]);
            QCOMPARE(QString::number(job.cpus), cpus[id]);
            QCOMPARE(QString::number(job.nodeCount), counts[id]);
            QCOMPARE(QString::number(job.nice), nice[id]);
            QVERIFY(job.timeLimit == readSpan(limits[id].toUtf8()));
            Q_UNUSED(priorities) // ages while we ask
        }
        qInfo("%d jobs compared", compared);
        QVERIFY(compared > 0);
    }

    void everyLiveJobHasItsDetailAsScontrolSays()
    {
        const auto snapshot = fetch();
        QVERIFY(snapshot);
        int compared = 0;
        for (const Job &job : snapshot->jobs) {
            if (job.fromAccounting || job.state == JobState::NotKnownAnyMore || ++compared > 60)
                continue;
            const auto detail = m_source->detail(job, {});
            if (!detail && detail.error().kind == Error::Kind::NotFound)
                continue; // it ended meanwhile
            QVERIFY2(detail, detail ? "" : qPrintable(detail.error().detail));
            QMap<QString, QString> fields;
            for (const Field &field : detail->fields) {
                if (!fields.contains(field.key))
                    fields.insert(field.key, field.value);
            }
            QCOMPARE(fields[u"JobId"_s], QString::number(job.jobId));
            QCOMPARE(fields[u"JobName"_s], snapshot->words->string(job.name));
            QVERIFY(fields[u"UserId"_s].startsWith(snapshot->words->string(job.user) + u'('));
            QCOMPARE(fields[u"Partition"_s], snapshot->words->string(job.partition));
            QCOMPARE(fields[u"SubmitTime"_s], QString::number(job.submit.epoch()));
            QCOMPARE(fields[u"WorkDir"_s], snapshot->words->string(job.workDir));
        }
        QVERIFY(compared > 0);
    }

    // As sstat says to its owner; nobody else's is asked for, and steps that accounting has no amounts of are no zeros.
    void runningJobsOfOnesOwnSayWhatTheyUse()
    {
        const auto snapshot = fetch();
        QVERIFY(snapshot);
        int own = 0, others = 0;
        for (const Job &job : snapshot->jobs) {
            if (job.state != JobState::Running || (job.mine ? own : others) >= 5)
                continue;
            const auto detail = m_source->detail(job, {});
            if (!detail)
                continue; // it ended meanwhile
            if (!job.mine) {
                ++others;
                QVERIFY(!detail->usedSoFar);
                QVERIFY(!detail->peakMemory.known());
                QCOMPARE(detail->cpuTime, Seconds(-1));
                continue;
            }
            if (!detail->usedSoFar) { // in its prolog it has no steps yet, and that is said
                QVERIFY(!detail->partial.isEmpty() && detail->partial[0].subject == u"sstat"_s);
                continue;
            }
            ++own;
            const Ran ran
                = inLab(u"alice"_s,
                        {u"sstat"_s, u"-a"_s, u"-n"_s, u"-P"_s, u"-j"_s, QString::number(job.jobId), u"-o"_s, u"JobID,NTasks,MaxRSS"_s});
            Bytes most;
            for (const QByteArray &line : ran.out.trimmed().split('\n')) {
                const QByteArrayList cells = line.split('|');
                QCOMPARE(cells.size(), 3);
                const QString id = QString::fromUtf8(cells[0]).section(u'.', 1);
                const auto step = std::find_if(detail->steps.begin(), detail->steps.end(), [&](const auto &s) { return s.id == id; });
                QVERIFY2(step != detail->steps.end(), line.constData());
                QCOMPARE(step->tasks, cells[1].toUInt());
                QCOMPARE(step->maxRss, readMemory(cells[2]).amount); // they sleep: it stays as it is
                most = std::max(most, step->maxRss);
            }
            QCOMPARE(detail->peakMemory, most);
            QVERIFY(detail->cpuTime.count() >= 0);
        }
        qInfo("%d own and %d other running jobs", own, others);
        QVERIFY(own > 0 && others > 0);
    }

    void aJobShorterThanThePollIsSeenWithItsEnd()
    {
        QVERIFY(fetch());
        // The scenario keeps the nodes busy: what comes and goes between two polls here is a job that its owner cancels. (One that was
        // never eligible, such as a held one, is in no time window of sacct.)
        const QString id = submitted(u"alice"_s, {u"--wrap"_s, u"sleep 60"_s});
        QVERIFY(!id.isEmpty());
        QCOMPARE(inLab(u"alice"_s, {u"scancel"_s, id}).status, 0);
        const auto seen = [&] {
            const auto snapshot = fetch();
            const Job *job = snapshot ? findJob(snapshot->jobs, JobKey{id.toUInt()}) : nullptr;
            return job && job->state == JobState::Cancelled && job->fromAccounting;
        };
        QTRY_VERIFY_WITH_TIMEOUT(seen(), 90'000);
    }

    void onesOwnJobIsStopped()
    {
        const QString id = submitted(u"alice"_s, {u"--hold"_s, u"--wrap"_s, u"sleep 600"_s});
        const Target t = target(id);
        QCOMPARE(t.id, id);
        const auto outcome = m_source->act(Act::Stop, {t}, {});
        QCOMPARE(fateOf(outcome), u"Done"_s);
        QCOMPARE(fateOf(m_source->act(Act::Stop, {t}, {})), u"AlreadyOver"_s);
    }

    void anothersJobIsRefused()
    {
        const QString id = submitted(u"bob"_s, {u"--hold"_s, u"--wrap"_s, u"sleep 600"_s});
        const auto outcome = m_source->act(Act::Stop, {target(id)}, {});
        QCOMPARE(fateOf(outcome), u"NotAllowed"_s);
        QVERIFY(outcome->targets[0].detail.contains(u"denied"_s));
        QCOMPARE(inLab(u"bob"_s, {u"scancel"_s, id}).status, 0);
    }

    void aTaskThenTheWholeArray()
    {
        const QString id = submitted(u"alice"_s, {u"--hold"_s, u"--array=0-9"_s, u"--wrap"_s, u"sleep 600"_s});
        Target task = target(id);
        task.wholeArray = false;
        task.key.task = 4;
        task.id = id + u"_4"_s;
        QCOMPARE(fateOf(m_source->act(Act::Stop, {task}, {})), u"Done"_s);
        const QByteArray left = inLab(u"alice"_s, {u"squeue"_s, u"-h"_s, u"-r"_s, u"-j"_s, id, u"-o"_s, u"%i"_s}).out.trimmed();
        QCOMPARE(left.split('\n').size(), 9);
        QVERIFY(!left.contains("_4"));
        QCOMPARE(fateOf(m_source->act(Act::Stop, {target(id)}, {})), u"Done"_s);
    }

    void aChangedSubmitTimeStopsNothing()
    {
        const QString id = submitted(u"alice"_s, {u"--hold"_s, u"--wrap"_s, u"sleep 600"_s});
        Target t = target(id);
        t.submit = Moment(t.submit.epoch() - 1);
        QCOMPARE(fateOf(m_source->act(Act::Stop, {t}, {})), u"ChangedSince"_s);
        QCOMPARE(inLab(u"alice"_s, {u"scancel"_s, id}).status, 0);
    }

    void nodesPrioritiesAndTheControllersLoadAreRead()
    {
        const auto nodes = fetchNodes(*m_shell, {});
        QVERIFY(nodes);
        QVERIFY(nodes->size() >= 4);
        for (const Node &node : *nodes) {
            QVERIFY(!node.name.isEmpty() && !node.state.isEmpty());
            QVERIFY(node.cpusTotal.value_or(0) > 0);
            QVERIFY(node.use != NodeUse::Other);
        }
        const auto priorities = fetchPriorityFactors(*m_shell, {}, {});
        QVERIFY2(priorities, priorities ? "" : qPrintable(priorities.error().detail));
        const auto diag = fetchDiag(*m_shell, {});
        QVERIFY(diag);
        QVERIFY(!diag->byType.empty());
    }

    void aRefreshCostsAtMostThreeRpcs() // poll.rpcs
    {
        QVERIFY(fetch()); // the rare questions are asked
        QCOMPARE(inLab(u"root"_s, {u"sdiag"_s, u"-r"_s}).status, 0);
        QVERIFY(m_source->fetch(Wanted{.jobs = true, .ended = false}, {}));
        const auto diag = readDiag({inLab(u"root"_s, {u"sdiag"_s}).out, {}, 0});
        QVERIFY(diag);
        quint64 calls = 0;
        for (const RpcCount &user : diag->byUser) {
            if (user.name == u"alice"_s)
                calls = user.count;
        }
        qInfo("poll.rpcs %llu", static_cast<unsigned long long>(calls));
        QVERIFY(calls >= 1 && calls <= 3);
    }
};

PILOTHOUSE_TEST(TestLabSlurm)
#include "tst_lab_slurm.moc"
