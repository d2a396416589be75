// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format.h"
#include "models/jobtext.h"
#include "models/plaintext.h"
#include "models/reasontext.h"

#include <QCoreApplication>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(JobText)
};

QString exitText(const Job &job)
{
    if (job.exitSignal > 0)
        return Words::tr("Signal %1").arg(job.exitSignal);
    return job.exitCode >= 0 ? Words::tr("Exit %1").arg(job.exitCode) : QString();
}

// "CANCELLED by 1001": the owner by name, anybody else by number.
QString cancelledBy(const Job &job, const TextPool &words)
{
    const QByteArrayView state = words.bytes(job.stateText);
    const qsizetype by = state.toByteArray().indexOf(" by ");
    if (by < 0)
        return Words::tr("Cancelled");
    const QByteArrayView who = state.sliced(by + 4).trimmed();
    bool isNumber = false;
    const uint uid = who.toByteArray().toUInt(&isNumber);
    if (!isNumber)
        return Words::tr("Cancelled by %1").arg(plaintext::cell(who, 40));
    if (uid == job.uid && !job.user.isEmpty())
        return Words::tr("Cancelled by %1").arg(plaintext::cell(words.bytes(job.user), 40));
    return Words::tr("Cancelled by uid %1").arg(uid);
}

QString withExit(const QString &cause, const Job &job)
{
    const QString exit = job.exitCode > 0 || job.exitSignal > 0 ? exitText(job) : QString();
    return exit.isEmpty() ? cause : cause + u" · "_s + exit;
}

QString failedText(const Job &job, const TextPool &words)
{
    const QString exit = exitText(job);
    const QByteArrayView reason = words.bytes(job.reason);
    const bool saysMore = !reason.isEmpty() && reason != QByteArrayView("None") && reason != QByteArrayView("NonZeroExitCode")
        && !reason.startsWith("RaisedSignal");
    const QString more = saysMore ? reasonText(reason) : QString();
    if (exit.isEmpty())
        return more.isEmpty() ? Words::tr("Failed") : more;
    return more.isEmpty() ? exit : exit + u" · "_s + more;
}

} // namespace

QString endCause(const Job &job, const TextPool &words)
{
    switch (job.state) {
    case JobState::Completed:
        return job.exitCode >= 0 ? exitText(job) : Words::tr("Ended well");
    case JobState::Failed:
        return failedText(job, words);
    case JobState::Timeout:
        return job.timeLimit.isFinite() ? Words::tr("Time limit %1 reached").arg(format::duration(job.timeLimit.seconds()))
                                        : Words::tr("Time limit reached");
    case JobState::OutOfMemory: {
        if (!job.memory.known() || job.memory.count() == 0)
            return Words::tr("Killed for memory");
        const QString asked = CellText{format::bytes(job.memory), perText(job.memoryPer)}.whole();
        return Words::tr("Killed for memory; asked %1").arg(asked);
    }
    case JobState::Cancelled:
        return cancelledBy(job, words);
    case JobState::NodeFail:
        return withExit(Words::tr("Node failed"), job);
    case JobState::BootFail:
        return Words::tr("Node did not boot");
    case JobState::Deadline:
        return Words::tr("Deadline passed");
    case JobState::Preempted:
        return Words::tr("Preempted by another job");
    case JobState::Revoked:
        return Words::tr("Taken over by another cluster");
    case JobState::NotKnownAnyMore:
        return Words::tr("Left the queue; no record of its end");
    default:
        return {};
    }
}

QString toolTip(JobColumn column, const Job &job, const JobContext &context)
{
    const TextPool &words = *context.snapshot.words;
    const Moment now = sourceNow(context.snapshot, context.now, context.stale);
    const auto whole = [&words](Text text) { return plaintext::cell(words.bytes(text), 4096); };
    QStringList lines;
    switch (column) {
    case JobColumn::State:
        lines << stateWord(job, words) << whole(job.stateText);
        break;
    case JobColumn::Name:
        lines << whole(job.name);
        break;
    case JobColumn::Id:
        lines << jobIdText(job, words);
        if (job.arrayJobId != 0 && job.jobId != job.arrayJobId)
            lines << Words::tr("own id %1").arg(job.jobId);
        break;
    case JobColumn::Reason:
        lines << cellText(column, job, context).whole() << whole(job.reason);
        break;
    case JobColumn::Place:
    case JobColumn::Time:
        lines << cellText(column, job, context).whole();
        if (const auto elapsed = elapsedOf(job, now))
            lines << Words::tr("elapsed %1").arg(format::durationExact(*elapsed));
        if (const auto left = remainingOf(job, now))
            lines << (left->count() >= 0 ? Words::tr("%1 left").arg(format::durationExact(*left))
                                         : Words::tr("0 left, over by %1").arg(format::durationExact(-*left)));
        break;
    case JobColumn::Start:
        lines << format::momentExact(format::local(job.start));
        break;
    case JobColumn::Submitted:
        lines << format::momentExact(format::local(job.submit));
        break;
    case JobColumn::Ended:
        if (hasEnded(job.state))
            lines << format::momentExact(format::local(job.end));
        break;
    case JobColumn::NodeList:
        lines << whole(job.nodes);
        break;
    case JobColumn::Gpus:
        lines << whole(job.gres);
        break;
    case JobColumn::WorkDir:
        lines << whole(job.workDir);
        break;
    case JobColumn::Comment:
        lines << whole(job.comment);
        break;
    default:
        lines << cellText(column, job, context).whole();
    }
    lines.removeAll(QString());
    lines.removeDuplicates();
    return lines.join(u'\n');
}

QString rowSentence(const Job &job, const JobContext &context)
{
    const TextPool &words = *context.snapshot.words;
    const Moment now = sourceNow(context.snapshot, context.now, context.stale);
    QStringList parts{stateWord(job, words), plaintext::cell(words.bytes(job.name)), jobIdText(job, words)};
    const QString queue = plaintext::cell(words.bytes(job.partition));
    if (job.gpus > 0)
        parts << (job.gpus == 1 ? Words::tr("1 GPU on %1").arg(queue) : Words::tr("%1 GPUs on %2").arg(format::number(job.gpus), queue));
    else
        parts << Words::tr("queue %1").arg(queue);
    if (const auto elapsed = elapsedOf(job, now)) {
        parts << (job.timeLimit.isFinite()
                      ? Words::tr("%1 of %2").arg(format::duration(*elapsed), format::duration(job.timeLimit.seconds()))
                      : format::duration(*elapsed));
    }
    if (job.place > 0)
        parts << Words::tr("place %1 of %2").arg(format::number(job.place), format::number(job.placeOf));
    parts << (hasEnded(job.state) ? endCause(job, words) : isWaiting(job.state) ? waitCause(job, context) : QString());
    if (context.stale)
        parts << Words::tr("as it was at %1").arg(format::clockTime(context.snapshot.at));
    parts.removeAll(QString());
    return parts.join(u", "_s);
}

} // namespace pilothouse
