// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/reasontext.h"

#include "models/plaintext.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ReasonText)
};

struct Known {
    const char *reason;
    const char *text; // null: says nothing by itself
};

constexpr std::array kKnown{
    Known{"None", nullptr},
    Known{"Priority", QT_TRANSLATE_NOOP("ReasonText", "Jobs with higher priority are ahead")},
    Known{"Resources", QT_TRANSLATE_NOOP("ReasonText", "Waits for free nodes")},
    Known{"Dependency", QT_TRANSLATE_NOOP("ReasonText", "Waits for another job")},
    Known{"DependencyNeverSatisfied", QT_TRANSLATE_NOOP("ReasonText", "The job it depends on did not end as asked")},
    Known{"BeginTime", QT_TRANSLATE_NOOP("ReasonText", "Its begin time has not come")},
    Known{"JobHeldUser", QT_TRANSLATE_NOOP("ReasonText", "Held by its owner")},
    Known{"JobHeldAdmin", QT_TRANSLATE_NOOP("ReasonText", "Held by an administrator")},
    Known{"JobHoldMaxRequeue", QT_TRANSLATE_NOOP("ReasonText", "Held: requeued too often")},
    Known{"JobArrayTaskLimit", QT_TRANSLATE_NOOP("ReasonText", "The array's own task limit is reached")},
    Known{"PartitionNodeLimit", QT_TRANSLATE_NOOP("ReasonText", "Asks more or fewer nodes than the queue allows")},
    Known{"PartitionTimeLimit", QT_TRANSLATE_NOOP("ReasonText", "Asks more time than the queue allows")},
    Known{"PartitionDown", QT_TRANSLATE_NOOP("ReasonText", "The queue is down")},
    Known{"PartitionInactive", QT_TRANSLATE_NOOP("ReasonText", "The queue is inactive")},
    Known{"PartitionConfig", QT_TRANSLATE_NOOP("ReasonText", "The queue is not for this job")},
    Known{"Licenses", QT_TRANSLATE_NOOP("ReasonText", "Waits for a licence")},
    Known{"AssociationJobLimit", QT_TRANSLATE_NOOP("ReasonText", "The account's job limit is reached")},
    Known{"AssociationResourceLimit", QT_TRANSLATE_NOOP("ReasonText", "The account's resource limit is reached")},
    Known{"AssociationTimeLimit", QT_TRANSLATE_NOOP("ReasonText", "The account's time limit is reached")},
    Known{"QOSJobLimit", QT_TRANSLATE_NOOP("ReasonText", "The QOS's job limit is reached")},
    Known{"QOSResourceLimit", QT_TRANSLATE_NOOP("ReasonText", "The QOS's resource limit is reached")},
    Known{"QOSTimeLimit", QT_TRANSLATE_NOOP("ReasonText", "The QOS's time limit is reached")},
    Known{"QOSUsageThreshold", QT_TRANSLATE_NOOP("ReasonText", "Usage is above the QOS's threshold")},
    Known{"QOSNotAllowed", QT_TRANSLATE_NOOP("ReasonText", "The QOS is not allowed here")},
    Known{"AccountNotAllowed", QT_TRANSLATE_NOOP("ReasonText", "The account is not allowed in this queue")},
    Known{"InvalidAccount", QT_TRANSLATE_NOOP("ReasonText", "The account is not valid")},
    Known{"InvalidQOS", QT_TRANSLATE_NOOP("ReasonText", "The QOS is not valid")},
    Known{"BadConstraints", QT_TRANSLATE_NOOP("ReasonText", "No node can meet what it asks")},
    Known{"Reservation", QT_TRANSLATE_NOOP("ReasonText", "Waits for its reservation")},
    Known{"ReservationDeleted", QT_TRANSLATE_NOOP("ReasonText", "Its reservation was deleted")},
    Known{"ReqNodeNotAvail", QT_TRANSLATE_NOOP("ReasonText", "A node it asks for is not available")},
    Known{"FrontEndDown", QT_TRANSLATE_NOOP("ReasonText", "No front end is up")},
    Known{"SchedDefer", QT_TRANSLATE_NOOP("ReasonText", "Scheduling is put off for now")},
    Known{"NodeDown", QT_TRANSLATE_NOOP("ReasonText", "A node it needs is down")},
    Known{"SystemFailure", QT_TRANSLATE_NOOP("ReasonText", "The system failed")},
    Known{"JobLaunchFailure", QT_TRANSLATE_NOOP("ReasonText", "It could not be launched")},
    Known{"NonZeroExitCode", QT_TRANSLATE_NOOP("ReasonText", "Ended with an exit code")},
    Known{"TimeLimit", QT_TRANSLATE_NOOP("ReasonText", "Its time limit was reached")},
    Known{"InactiveLimit", QT_TRANSLATE_NOOP("ReasonText", "It was inactive for too long")},
    Known{"OutOfMemory", QT_TRANSLATE_NOOP("ReasonText", "It ran out of memory")},
    Known{"Cleaning", QT_TRANSLATE_NOOP("ReasonText", "Its last run is being cleaned up")},
    Known{"Prolog", QT_TRANSLATE_NOOP("ReasonText", "The nodes are being prepared")},
    Known{"DeadLine", QT_TRANSLATE_NOOP("ReasonText", "It cannot meet its deadline")},
    Known{"MaxRequeue", QT_TRANSLATE_NOOP("ReasonText", "Requeued too often")},
    Known{"MaxMemPerLimit", QT_TRANSLATE_NOOP("ReasonText", "Asks more memory than the queue allows")},
    Known{"FedJobLock", QT_TRANSLATE_NOOP("ReasonText", "Another cluster of the federation decides")},
    Known{"MaxPoweredUpNodes", QT_TRANSLATE_NOOP("ReasonText", "No more nodes may be powered up")},
    Known{"MpiPortsBusy", QT_TRANSLATE_NOOP("ReasonText", "No MPI ports are free")},
    Known{"BurstBufferOperation", QT_TRANSLATE_NOOP("ReasonText", "The burst buffer operation failed")},
    Known{"BurstBufferResources", QT_TRANSLATE_NOOP("ReasonText", "Waits for burst buffer space")},
    Known{"BurstBufferStageIn", QT_TRANSLATE_NOOP("ReasonText", "Its files are being staged in")},
    Known{"PowerNotAvail", QT_TRANSLATE_NOOP("ReasonText", "Not enough power is available")},
    Known{"PowerReserved", QT_TRANSLATE_NOOP("ReasonText", "Power is reserved for others")},
    Known{"QOSGrpJobsLimit", QT_TRANSLATE_NOOP("ReasonText", "QOS limit: jobs of the whole group")},
    Known{"AssocGrpJobsLimit", QT_TRANSLATE_NOOP("ReasonText", "Account limit: jobs of the whole group")},
    Known{"AssocMaxJobsLimit", QT_TRANSLATE_NOOP("ReasonText", "Account limit: running jobs")},
    Known{"MaxJobsPerAccount", QT_TRANSLATE_NOOP("ReasonText", "QOS limit: jobs per account")},
    Known{"MaxSubmitJobsPerAccount", QT_TRANSLATE_NOOP("ReasonText", "QOS limit: submitted jobs per account")},
    Known{"job requeued in held state", QT_TRANSLATE_NOOP("ReasonText", "Requeued and held")},
    Known{"launch failed requeued held", QT_TRANSLATE_NOOP("ReasonText", "The launch failed; requeued and held")},
    Known{"Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority partitions",
          QT_TRANSLATE_NOOP("ReasonText", "Its nodes are down, drained or reserved for queues of higher priority")},
    Known{"NotKnownAnyMore", nullptr},
};

const Known *find(QByteArrayView reason)
{
    for (const Known &known : kKnown) {
        if (reason == QByteArrayView(known.reason))
            return &known;
    }
    return nullptr;
}

bool take(QByteArrayView &rest, QByteArrayView prefix)
{
    if (!rest.startsWith(prefix))
        return false;
    rest = rest.sliced(prefix.size());
    return true;
}

struct Resource {
    const char *name;
    const char *text;
};
// Longer names first: "CPURunMinutes" before "CPU".
constexpr std::array kResources{
    Resource{"CPURunMinutes", QT_TRANSLATE_NOOP("ReasonText", "CPU minutes of running jobs")},
    Resource{"CpuRunMinutes", QT_TRANSLATE_NOOP("ReasonText", "CPU minutes of running jobs")},
    Resource{"CPUMinutes", QT_TRANSLATE_NOOP("ReasonText", "CPU minutes")},
    Resource{"CpuMinutes", QT_TRANSLATE_NOOP("ReasonText", "CPU minutes")},
    Resource{"Cpu", QT_TRANSLATE_NOOP("ReasonText", "CPUs")},
    Resource{"CPU", QT_TRANSLATE_NOOP("ReasonText", "CPUs")},
    Resource{"MemRunMinutes", QT_TRANSLATE_NOOP("ReasonText", "memory minutes of running jobs")},
    Resource{"MemMinutes", QT_TRANSLATE_NOOP("ReasonText", "memory minutes")},
    Resource{"Memory", QT_TRANSLATE_NOOP("ReasonText", "memory")},
    Resource{"Mem", QT_TRANSLATE_NOOP("ReasonText", "memory")},
    Resource{"NodeRunMinutes", QT_TRANSLATE_NOOP("ReasonText", "node minutes of running jobs")},
    Resource{"NodeMinutes", QT_TRANSLATE_NOOP("ReasonText", "node minutes")},
    Resource{"Nodes", QT_TRANSLATE_NOOP("ReasonText", "nodes")},
    Resource{"Node", QT_TRANSLATE_NOOP("ReasonText", "nodes")},
    Resource{"GRESRunMinutes", QT_TRANSLATE_NOOP("ReasonText", "GPU minutes of running jobs")},
    Resource{"GRESMinutes", QT_TRANSLATE_NOOP("ReasonText", "GPU minutes")},
    Resource{"GRES", QT_TRANSLATE_NOOP("ReasonText", "GPUs")},
    Resource{"Gres", QT_TRANSLATE_NOOP("ReasonText", "GPUs")},
    Resource{"LicenseRunMinutes", QT_TRANSLATE_NOOP("ReasonText", "licence minutes of running jobs")},
    Resource{"LicenseMinutes", QT_TRANSLATE_NOOP("ReasonText", "licence minutes")},
    Resource{"License", QT_TRANSLATE_NOOP("ReasonText", "licences")},
    Resource{"BBRunMinutes", QT_TRANSLATE_NOOP("ReasonText", "burst buffer minutes of running jobs")},
    Resource{"BBMinutes", QT_TRANSLATE_NOOP("ReasonText", "burst buffer minutes")},
    Resource{"BB", QT_TRANSLATE_NOOP("ReasonText", "burst buffers")},
    Resource{"BillingRunMinutes", QT_TRANSLATE_NOOP("ReasonText", "billing minutes of running jobs")},
    Resource{"BillingMinutes", QT_TRANSLATE_NOOP("ReasonText", "billing minutes")},
    Resource{"Billing", QT_TRANSLATE_NOOP("ReasonText", "billing units")},
    Resource{"EnergyRunMinutes", QT_TRANSLATE_NOOP("ReasonText", "energy minutes of running jobs")},
    Resource{"EnergyMinutes", QT_TRANSLATE_NOOP("ReasonText", "energy minutes")},
    Resource{"Energy", QT_TRANSLATE_NOOP("ReasonText", "energy")},
    Resource{"WallDuration", QT_TRANSLATE_NOOP("ReasonText", "run time")},
    Resource{"Wall", QT_TRANSLATE_NOOP("ReasonText", "run time")},
    Resource{"SubmitJobs", QT_TRANSLATE_NOOP("ReasonText", "submitted jobs")},
    Resource{"SubmitJob", QT_TRANSLATE_NOOP("ReasonText", "submitted jobs")},
    Resource{"Jobs", QT_TRANSLATE_NOOP("ReasonText", "running jobs")},
    Resource{"UnknownRunMinutes", QT_TRANSLATE_NOOP("ReasonText", "minutes of running jobs")},
    Resource{"UnknownMinutes", QT_TRANSLATE_NOOP("ReasonText", "minutes")},
    Resource{"Unknown", QT_TRANSLATE_NOOP("ReasonText", "another resource")},
};

// The family (QOS|Assoc)(Grp|Max|Min)RESOURCE[PerJob|PerUser|PerAccount|PerNode][Limit|NotSatisfied]: some 150 reasons.
QString limitText(QByteArrayView reason)
{
    const bool qos = take(reason, "QOS");
    if (!qos && !take(reason, "Assoc"))
        return {};
    const bool group = take(reason, "Grp");
    const bool least = !group && take(reason, "Min");
    if (!group && !least && !take(reason, "Max"))
        return {};
    QString what;
    for (const Resource &resource : kResources) {
        if (take(reason, resource.name)) {
            what = QCoreApplication::translate("ReasonText", resource.text);
            break;
        }
    }
    if (what.isEmpty())
        return {};
    QString whose = group ? Words::tr("%1 of the whole group").arg(what) : what;
    if (take(reason, "PerJob"))
        whose = Words::tr("%1 per job").arg(what);
    else if (take(reason, "PerUser"))
        whose = Words::tr("%1 per user").arg(what);
    else if (take(reason, "PerAccount") || take(reason, "PerAcct"))
        whose = Words::tr("%1 per account").arg(what);
    else if (take(reason, "PerNode"))
        whose = Words::tr("%1 per node").arg(what);
    if (!reason.isEmpty() && reason != QByteArrayView("Limit") && reason != QByteArrayView("NotSatisfied"))
        return {};
    if (least)
        return Words::tr("QOS minimum not met: %1").arg(whose);
    return qos ? Words::tr("QOS limit: %1").arg(whose) : Words::tr("Account limit: %1").arg(whose);
}

QString raisedSignal(QByteArrayView reason)
{
    if (!take(reason, "RaisedSignal:"))
        return {};
    const qsizetype bracket = reason.indexOf('(');
    const QString number = plaintext::cell(bracket < 0 ? reason : reason.first(bracket), 8);
    return Words::tr("Ended by signal %1").arg(number);
}

QString nodesNotThere(QByteArrayView reason)
{
    if (!take(reason, "ReqNodeNotAvail"))
        return {};
    if (take(reason, ", UnavailableNodes:") || take(reason, ",UnavailableNodes:"))
        return reason.trimmed().isEmpty() ? Words::tr("A node it asks for is not available")
                                          : Words::tr("Not available: %1").arg(plaintext::cell(reason.trimmed()));
    if (reason == QByteArrayView(", May be reserved for other job"))
        return Words::tr("A node it asks for may be reserved for another job");
    return {};
}

QString oneText(QByteArrayView reason)
{
    if (const Known *known = find(reason))
        return known->text ? QCoreApplication::translate("ReasonText", known->text) : QString();
    for (const QString &text : {limitText(reason), raisedSignal(reason), nodesNotThere(reason)}) {
        if (!text.isEmpty())
            return text;
    }
    return plaintext::cell(reason);
}

} // namespace

bool isKnownReason(QByteArrayView reason)
{
    return find(reason) || !limitText(reason).isEmpty() || !raisedSignal(reason).isEmpty() || !nodesNotThere(reason).isEmpty();
}

QString reasonText(QByteArrayView reason)
{
    reason = reason.trimmed();
    if (reason.isEmpty())
        return {};
    if (reason.size() > 2 && reason.startsWith('(') && reason.endsWith(')'))
        reason = reason.sliced(1, reason.size() - 2);
    // Free text has blanks and commas of its own; only names joined by bare commas are several reasons.
    if (isKnownReason(reason) || !reason.contains(',') || reason.contains(' '))
        return oneText(reason);
    QStringList parts;
    qsizetype at = 0;
    while (at <= reason.size()) {
        const qsizetype found = reason.sliced(at).indexOf(',');
        const qsizetype end = found < 0 ? reason.size() : at + found;
        const QString text = oneText(reason.sliced(at, end - at));
        if (!text.isEmpty() && !parts.contains(text))
            parts << text;
        at = end + 1;
    }
    return parts.join(Words::tr("; "));
}

} // namespace pilothouse
