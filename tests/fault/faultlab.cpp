// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fault/faultlab.h"

#include "backend/slurm/slurmsource.h"
#include "backend/ssh/prompters.h"
#include "models/jobtargets.h"

#include <QFile>
#include <QMetaEnum>
#include <QProcess>
#include <QRegularExpression>

#include <array>

namespace pilothouse::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

QString FaultLab::inLab(const QStringList &words, const QString &user) const
{
    return QString::fromUtf8(m_ssh.inLab(words, user)).trimmed();
}

bool FaultLab::service(const QString &name, const QString &action) const
{
    return QProcess::execute(
               qEnvironmentVariable("PILOTHOUSE_SOURCE_DIR") + u"/scripts/lab"_s,
               {u"service"_s, u"--dir"_s, m_ssh.value(u"LAB_BASE"_s), u"--slurm"_s, m_ssh.value(u"LAB_VERSION"_s), name, action})
        == 0;
}

QList<quint32> FaultLab::submit(const QString &user, int count, const QStringList &options) const
{
    const QString script
        = u"for i in $(seq %1); do sbatch --parsable -o /dev/null --comment fault --wrap 'sleep 600' \"$@\"; done"_s.arg(count);
    QList<quint32> ids;
    for (const QString &line : inLab(QStringList{u"sh"_s, u"-c"_s, script, u"sh"_s} + options, user).split(u'\n')) {
        bool isNumber = false;
        const quint32 id = line.section(u';', 0, 0).toUInt(&isNumber);
        if (isNumber)
            ids.append(id);
    }
    return ids;
}

void FaultLab::cancel(const QList<quint32> &jobs) const
{
    QStringList words{u"scancel"_s};
    for (const quint32 id : jobs)
        words.append(QString::number(id));
    if (!jobs.isEmpty())
        (void)inLab(words);
}

QMap<QString, QString> FaultLab::queue() const
{
    QMap<QString, QString> jobs;
    for (const QString &line :
         inLab({u"env"_s, u"SLURM_BITSTR_LEN=0"_s, u"squeue"_s, u"-h"_s, u"-a"_s, u"-o"_s, u"%i %T"_s}, u"alice"_s).split(u'\n')) {
        if (line.contains(u' '))
            jobs.insert(line.section(u' ', 0, 0), line.section(u' ', 1));
    }
    return jobs;
}

QMap<QString, int> FaultLab::cancellations() const
{
    static const QRegularExpression line(u"REQUEST_KILL_JOBS? JobId=([0-9_\\[\\],+-]+) uid"_s);
    QMap<QString, int> counts;
    QFile log(m_ssh.value(u"LAB_LOG"_s) + u"/slurmctld.log"_s);
    if (!log.open(QIODevice::ReadOnly))
        return counts;
    auto hits = line.globalMatch(QString::fromUtf8(log.readAll()));
    while (hits.hasNext())
        ++counts[hits.next().captured(1)];
    return counts;
}

std::shared_ptr<SshShell> FaultLab::shell(const DelayProxy *proxy, const QString &user) const
{
    SshSettings settings = m_ssh.settings(user);
    if (proxy)
        settings = m_ssh.through(proxy->port(), settings, m_folder.path());
    return std::make_shared<SshShell>(profileWith(settings), nobodyPrompter());
}

std::unique_ptr<Source> FaultLab::source(std::shared_ptr<Shell> shell)
{
    return std::make_unique<SlurmSource>(
        SourceInfo{.index = 0, .name = u"lab"_s, .kind = u"slurm"_s, .readOnly = false, .minimumInterval = 200ms}, std::move(shell));
}

std::vector<Target> FaultLab::targets(const Snapshot &snapshot, const QSet<quint32> &jobs)
{
    std::vector<Target> made;
    for (const Job &job : snapshot.jobs) {
        if (jobs.contains(job.key.job) && !hasEnded(job.state))
            made.push_back(targetOf(job, snapshot));
    }
    return made;
}

QString fateName(Fate fate)
{
    constexpr std::array names{"Done", "Sent", "AlreadyOver", "NotAllowed", "NotFound", "ChangedSince", "NotSent", "Unknown", "Refused"};
    return QString::fromLatin1(names.at(size_t(fate)));
}

QString told(const Result<Outcome> &outcome)
{
    if (!outcome)
        return u"error %1: %2"_s.arg(QLatin1String(QMetaEnum::fromType<Error::Kind>().valueToKey(int(outcome.error().kind))),
                                     outcome.error().detail);
    QMap<QString, int> counts;
    for (const TargetOutcome &target : outcome->targets)
        ++counts[fateName(target.fate)];
    QStringList words;
    for (auto count = counts.begin(); count != counts.end(); ++count)
        words.append(u"%1 %2"_s.arg(count.value()).arg(count.key()));
    return words.join(u", "_s);
}

} // namespace pilothouse::test
