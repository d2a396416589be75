// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/activitytext.h"

#include "models/errortext.h"
#include "models/format.h"
#include "models/plaintext.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Activity)
};

constexpr qsizetype kMostNamed = 12;

// At most a handful, then how many more: never silently fewer.
QString listOf(const QStringList &words)
{
    if (words.size() <= kMostNamed)
        return words.join(u", "_s);
    return Words::tr("%1 and %2 more").arg(words.mid(0, kMostNamed).join(u", "_s), format::number(words.size() - kMostNamed));
}

QString fateWord(Fate fate)
{
    switch (fate) {
    case Fate::Done:
        return Words::tr("stopped");
    case Fate::Sent:
        return Words::tr("accepted, not over yet");
    case Fate::AlreadyOver:
        return Words::tr("was over already");
    case Fate::NotAllowed:
        return Words::tr("not allowed");
    case Fate::NotFound:
        return Words::tr("not found");
    case Fate::ChangedSince:
        return Words::tr("not sent: it is another job now");
    case Fate::NotSent:
        return Words::tr("not sent");
    case Fate::Unknown:
        return Words::tr("sent, outcome not known");
    case Fate::Refused:
        return Words::tr("refused");
    }
    return {};
}

QString idOf(const Target &target)
{
    return target.wholeArray ? Words::tr("%1 (whole array)").arg(plaintext::cell(target.id)) : plaintext::cell(target.id);
}

QString whyText(ActQueue::DropReason reason)
{
    switch (reason) {
    case ActQueue::DropReason::Undone:
        return Words::tr("undone");
    case ActQueue::DropReason::LinkLost:
        return Words::tr("the link was lost");
    case ActQueue::DropReason::Slept:
        return Words::tr("the computer slept or stood still");
    case ActQueue::DropReason::ClockJumped:
        return Words::tr("the clock jumped");
    case ActQueue::DropReason::Quit:
        return Words::tr("the program was quit");
    }
    return {};
}

// "done" only if the source took at least one of them.
QString kindOf(const Outcome &outcome)
{
    const auto any = [&](std::initializer_list<Fate> fates) {
        return std::ranges::any_of(outcome.targets,
                                   [&](const TargetOutcome &one) { return std::ranges::find(fates, one.fate) != fates.end(); });
    };
    if (any({Fate::Unknown}))
        return u"unknown"_s;
    return any({Fate::Done, Fate::Sent, Fate::AlreadyOver}) ? u"done"_s : u"refused"_s;
}

QString usersOf(const std::vector<Target> &targets)
{
    QStringList users;
    for (const Target &target : targets) {
        const QString user = plaintext::cell(target.user, 40);
        if (!user.isEmpty() && !users.contains(user))
            users << user;
    }
    return listOf(users);
}

} // namespace

QString kindText(const QString &kind)
{
    static const QHash<QString, const char *> kKinds{
        {u"asked"_s, QT_TRANSLATE_NOOP("Activity", "Asked")},     {u"dropped"_s, QT_TRANSLATE_NOOP("Activity", "Dropped")},
        {u"sent"_s, QT_TRANSLATE_NOOP("Activity", "Sent")},       {u"done"_s, QT_TRANSLATE_NOOP("Activity", "Done")},
        {u"refused"_s, QT_TRANSLATE_NOOP("Activity", "Refused")}, {u"unknown"_s, QT_TRANSLATE_NOOP("Activity", "Not known")},
    };
    const char *known = kKinds.value(kind);
    return known ? QCoreApplication::translate("Activity", known) : plaintext::cell(kind);
}

QString idsText(const std::vector<Target> &targets)
{
    QStringList ids;
    for (const Target &target : targets)
        ids << idOf(target);
    return listOf(ids);
}

QString actSubject(const std::vector<Target> &targets)
{
    const QString users = usersOf(targets);
    return users.isEmpty() ? Words::tr("Stop %1").arg(idsText(targets)) : Words::tr("Stop %1 of %2").arg(idsText(targets), users);
}

// "3 jobs", "1 whole array": what is to be stopped, with its owners.
static QString countedText(const std::vector<Target> &targets)
{
    const QString users = usersOf(targets);
    const qint64 arrays = std::ranges::count(targets, true, &Target::wholeArray);
    const QString count = format::number(qint64(targets.size()));
    QString what = targets.size() != 1 ? Words::tr("%1 jobs").arg(count) : arrays == 1 ? Words::tr("1 whole array") : Words::tr("1 job");
    if (targets.size() > 1 && arrays > 0)
        what = Words::tr("%1 jobs, %2 of them whole arrays,").arg(count, format::number(arrays));
    return users.isEmpty() ? what : Words::tr("%1 of %2").arg(what, users);
}

QString waitingText(const std::vector<Target> &targets, int seconds)
{
    return Words::tr("Stopping %1 in %2 s").arg(countedText(targets), QString::number(seconds));
}

QString sentText(const std::vector<Target> &targets)
{
    return Words::tr("Stopping %1: sent, the answer is awaited").arg(countedText(targets));
}

QString fateText(const TargetOutcome &outcome)
{
    const QString said = plaintext::cell(outcome.detail.trimmed());
    const QString line = idOf(outcome.target) + u": "_s + fateWord(outcome.fate);
    return said.isEmpty() ? line : line + u" – "_s + said;
}

QString outcomeText(const Outcome &outcome)
{
    std::map<Fate, qint64> counts;
    for (const TargetOutcome &one : outcome.targets)
        ++counts[one.fate];
    QStringList parts;
    for (const auto &[fate, count] : counts) {
        QString part = format::number(count) + u' ' + fateWord(fate);
        // A refusal without its reason would send the person to the log.
        const auto said = std::ranges::find(outcome.targets, fate, &TargetOutcome::fate);
        if (fate == Fate::Refused && !said->detail.trimmed().isEmpty())
            part += u": "_s + plaintext::cell(said->detail.trimmed(), 80);
        parts << part;
    }
    return parts.join(u", "_s);
}

QString dropText(ActQueue::DropReason reason, int acts)
{
    return acts == 1 ? Words::tr("1 act was dropped: %1. Nothing was sent.").arg(whyText(reason))
                     : Words::tr("%1 acts were dropped: %2. Nothing was sent.").arg(format::number(acts), whyText(reason));
}

LogEntry logEntryOf(const QString &kind, const ActQueue::Waiting &act, const Outcome *outcome, std::optional<ActQueue::DropReason> dropped,
                    const std::optional<Error> &error, const QString &sourceName, const QDateTime &at)
{
    LogEntry entry;
    entry.at = at;
    entry.source = sourceName;
    entry.kind = kind;
    entry.subject = actSubject(act.targets);
    entry.act = qint64(act.id);
    QStringList answer;
    if (outcome) {
        entry.kind = kindOf(*outcome);
        entry.command = outcome->commands.join(u'\n');
        answer = outcome->answers;
        for (const TargetOutcome &one : outcome->targets)
            answer << fateText(one);
    }
    if (dropped)
        answer << Words::tr("%1; nothing was sent").arg(whyText(*dropped));
    if (error) {
        const ErrorText text = errorText(*error);
        answer << text.title << text.detail;
    }
    answer.removeAll(QString());
    entry.answer = answer.join(u'\n');
    return entry;
}

QString unfinishedText(const LogEntry &entry)
{
    return entry.kind == "dropped"_L1
        ? Words::tr("%1: it still waited when the program ended last time, and was not sent.").arg(entry.subject)
        : Words::tr("%1: it was sent when the program ended last time; what became of it is not known.").arg(entry.subject);
}

} // namespace pilothouse
