// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/actlog.h"

#include "models/errortext.h"

#include <QCoreApplication>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

constexpr int kNamed = 20; // ids in a subject; the command has them all

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ActLog)
};

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

QString fateWords(Fate fate)
{
    switch (fate) {
    case Fate::Done:
        return Words::tr("stopped");
    case Fate::Sent:
        return Words::tr("accepted, still to be seen");
    case Fate::AlreadyOver:
        return Words::tr("was over already");
    case Fate::NotAllowed:
        return Words::tr("not allowed");
    case Fate::NotFound:
        return Words::tr("not found");
    case Fate::ChangedSince:
        return Words::tr("not sent: it is another job by now");
    case Fate::NotSent:
        return Words::tr("not sent");
    case Fate::Unknown:
        return Words::tr("sent, no answer");
    case Fate::Refused:
        return Words::tr("refused");
    }
    return {};
}

QString answerOf(const Outcome &outcome)
{
    QStringList lines = outcome.answers;
    for (const TargetOutcome &one : outcome.targets)
        lines << one.target.id + u": "_s + fateWords(one.fate) + (one.detail.isEmpty() ? QString() : u" ("_s + one.detail + u')');
    return lines.join(u'\n');
}

} // namespace

QString actSubject(const ActQueue::Waiting &act)
{
    QStringList ids;
    QStringList users;
    for (const Target &target : act.targets) {
        if (ids.size() < kNamed)
            ids << target.id;
        if (!users.contains(target.user))
            users << target.user;
    }
    const auto more = int(act.targets.size()) - int(ids.size());
    const QString named = more > 0 ? Words::tr("%1 and %2 more").arg(ids.join(u", "_s)).arg(more) : ids.join(u", "_s);
    return users.size() == 1 ? Words::tr("Stop %1 of %2").arg(named, users[0])
                             : Words::tr("Stop %1 of %2 people").arg(named).arg(users.size());
}

QString dropWords(ActQueue::DropReason reason)
{
    switch (reason) {
    case ActQueue::DropReason::Undone:
        return Words::tr("undone; nothing was sent");
    case ActQueue::DropReason::LinkLost:
        return Words::tr("the link was lost; nothing was sent");
    case ActQueue::DropReason::Slept:
        return Words::tr("the machine slept; nothing was sent");
    case ActQueue::DropReason::ClockJumped:
        return Words::tr("the clock jumped; nothing was sent");
    case ActQueue::DropReason::Quit:
        return Words::tr("the program was closed; nothing was sent");
    case ActQueue::DropReason::Crashed:
        return Words::tr("the program had ended; nothing was sent");
    }
    return {};
}

LogEntry actEntry(const QString &kind, const ActQueue::Waiting &act, const Outcome *outcome, std::optional<ActQueue::DropReason> dropped,
                  const std::optional<Error> &error, const QString &source, const QDateTime &at)
{
    LogEntry entry{.at = at, .source = source, .kind = kind, .subject = actSubject(act), .act = qint64(act.id)};
    if (outcome) {
        entry.kind = kindOf(*outcome);
        entry.command = outcome->commands.join(u'\n');
        entry.answer = answerOf(*outcome);
    } else if (dropped) {
        entry.answer = dropWords(*dropped);
    } else if (error) {
        const ErrorText words = errorText(*error);
        entry.answer = words.title + (words.detail.isEmpty() ? QString() : u'\n' + words.detail);
    }
    return entry;
}

QString unfinishedNote(const LogEntry &entry)
{
    return entry.kind == "dropped"_L1
        ? Words::tr("%1: it still waited when the program ended last time, and was not sent.").arg(entry.subject)
        : Words::tr("%1: it was sent when the program ended last time; what became of it is not known.").arg(entry.subject);
}

} // namespace pilothouse
