// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/activitytext.h"
#include "tests/support/runner.h"

#include <QTest>

using namespace pilothouse;
using namespace Qt::StringLiterals;

namespace {

ActQueue::Waiting stop(const QStringList &ids, const QString &user = u"alice"_s)
{
    ActQueue::Waiting act;
    act.id = 5;
    for (const QString &id : ids) {
        Target target;
        target.id = id;
        target.user = user;
        act.targets.push_back(target);
    }
    return act;
}

Outcome outcome(const ActQueue::Waiting &act, const std::vector<Fate> &fates)
{
    Outcome done;
    done.commands = {u"scancel 4711 4712"_s};
    done.answers = {u"0"_s};
    for (size_t i = 0; i < fates.size(); ++i)
        done.targets.push_back({act.targets[i], fates[i], {}});
    return done;
}

QString line(const LogEntry &entry)
{
    return entry.kind + u'|' + entry.subject + u'|' + entry.command + u'|' + entry.answer.split(u'\n').join(u" / "_s);
}

LogEntry entryOf(const QString &kind, const ActQueue::Waiting &act, const Outcome *done = nullptr,
                 std::optional<ActQueue::DropReason> dropped = std::nullopt)
{
    return logEntryOf(kind, act, done, dropped, std::nullopt, u"hpc"_s, QDateTime::fromSecsSinceEpoch(1'800'000'000).toUTC());
}

} // namespace

class ActivityText : public QObject {
    Q_OBJECT

private slots:
    void anActIsNamedByIdsAndOwners()
    {
        const auto subject = [](const ActQueue::Waiting &act) { return actSubject(act.targets); };
        QCOMPARE(subject(stop({u"4711"_s, u"4712_[1-3]"_s})), u"Stop 4711, 4712_[1-3] of alice"_s);
        ActQueue::Waiting two = stop({u"1"_s});
        two.targets.push_back(stop({u"2"_s}, u"bob"_s).targets[0]);
        QCOMPARE(subject(two), u"Stop 1, 2 of alice, bob"_s);
        QStringList many;
        for (int i = 1; i <= 200; ++i)
            many << QString::number(i);
        QVERIFY2(subject(stop(many)).endsWith(u"12 and 188 more of alice"_s), qPrintable(subject(stop(many))));
    }

    void whatWaitsIsCountedAndOwned()
    {
        ActQueue::Waiting act = stop({u"1"_s});
        QCOMPARE(waitingText(act.targets, 4), u"Stopping 1 job of alice in 4 s"_s);
        act.targets[0].wholeArray = true;
        QCOMPARE(waitingText(act.targets, 4), u"Stopping 1 whole array of alice in 4 s"_s);
        act = stop({u"1"_s, u"2"_s, u"3"_s}, QString());
        QCOMPARE(waitingText(act.targets, 4), u"Stopping 3 jobs in 4 s"_s);
        act.targets[1].wholeArray = true;
        QCOMPARE(waitingText(act.targets, 4), u"Stopping 3 jobs, 1 of them whole arrays, in 4 s"_s);
    }

    void whatWasSentAndAnsweredStandsInTheEntry() // CAN-01, CAN-06
    {
        const auto act = stop({u"4711"_s, u"4712"_s});
        const Outcome half = outcome(act, {Fate::Done, Fate::NotAllowed});
        QCOMPARE(line(entryOf(u"done"_s, act, &half)),
                 u"done|Stop 4711, 4712 of alice|scancel 4711 4712|0 / 4711: stopped / 4712: not allowed"_s);
        const Outcome none = outcome(act, {Fate::NotAllowed, Fate::ChangedSince});
        QCOMPARE(entryOf(u"done"_s, act, &none).kind, u"refused"_s);
        const Outcome lost = outcome(act, {Fate::Done, Fate::Unknown});
        QCOMPARE(entryOf(u"done"_s, act, &lost).kind, u"unknown"_s);
        QCOMPARE(entryOf(u"asked"_s, act).act, 5);
    }

    void aRefusalIsToldInTheSourcesWords()
    {
        Outcome refused = outcome(stop({u"1"_s, u"2"_s}), {Fate::Done, Fate::Refused});
        refused.targets[1].detail = u"Job is held by\u202e QOS\n"_s;
        QCOMPARE(outcomeText(refused), u"1 stopped, 1 refused: Job is held by\u27e6RLO\u27e7 QOS"_s);
    }

    void aDroppedActSaysWhy()
    {
        QCOMPARE(line(entryOf(u"dropped"_s, stop({u"1"_s}), nullptr, ActQueue::DropReason::Slept)),
                 u"dropped|Stop 1 of alice||the computer slept or stood still; nothing was sent"_s);
    }

    void anActOfARunThatDiedIsToldAsWhatItIs()
    {
        QVERIFY(unfinishedText({.kind = u"dropped"_s, .subject = u"Stop 1"_s}).endsWith(u"and was not sent."_s));
        QVERIFY(unfinishedText({.kind = u"unknown"_s, .subject = u"Stop 1"_s}).endsWith(u"is not known."_s));
    }
};
PILOTHOUSE_TEST(ActivityText)

#include "tst_activity.moc"
