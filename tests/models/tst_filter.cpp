// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter.h"
#include "tests/models/somejobs.h"
#include "tests/support/runner.h"

#include <QElapsedTimer>
#include <QTest>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

struct Queue : JobMaker { };

std::unique_ptr<Queue> someQueue()
{
    auto queue = std::make_unique<Queue>();
    Job &one = queue->add(4711, "resnet50-seed1", "alice", JobState::Running);
    one.mine = true;
    one.gpus = 4;
    one.partition = queue->text("a100");
    one.start = Moment(kNow - 7200);
    one.timeLimit = Span(Seconds(4 * 3600));
    one.memory = 64_GiB;
    one.nodes = queue->text("n[01-04],gpu7");
    Job &two = queue->add(4712, "train [v2] (big)", "bob", JobState::Pending);
    two.partition = queue->text("a100,h100");
    two.reason = queue->text("JobHeldUser");
    Job &three = queue->add(4720, "sweep", "alice", JobState::Pending);
    three.mine = true;
    three.arrayJobId = 4720;
    three.waitingTasks = 96;
    three.gpus = 8;
    three.reason = queue->text("Priority");
    Job &four = queue->add(4723, "sweep", "alice", JobState::OutOfMemory);
    four.mine = true;
    four.key = {4720, 3, 0};
    four.jobId = 4723;
    four.arrayJobId = 4720;
    four.start = Moment(kNow - 9000);
    four.end = Moment(kNow - 8000);
    Job &five = queue->add(4800, "", "averylongusername", JobState::Other);
    five.stateText = queue->text("COSMIC_RAY");
    return queue;
}

} // namespace

class FilterTest : public QObject {
    Q_OBJECT
private slots:
    void passesWhatIsMeant_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("ids");
        const auto row = [](const char *filter, const char *ids) {
            QTest::newRow(*filter ? filter : "nothing") << QString::fromUtf8(filter) << QString::fromUtf8(ids);
        };
        row("", "4711 4712 4720 4723 4800");
        row("   ", "4711 4712 4720 4723 4800");
        row("user:me", "4711 4720 4723");
        row("user:ALICE", "4711 4720 4723");
        row("user:alice,bob", "4711 4712 4720 4723");
        row("user:avery*", "4800");
        row("user!=alice", "4712 4800");
        row("-user:me", "4712 4800");
        row("state:pending", "4712 4720");
        row("state:waiting,oom", "4712 4720 4723");
        row("state:held", "4712");
        row("state:failed", "4723"); // STA-05: an out-of-memory end is a failure
        row("state:cosmic_ray", "4800"); // STA-01
        row("queue:h100", "4712");
        row("queue:a100", "4711 4712");
        row("gpu>=4", "4711 4720");
        row("gpu>=4 state:running", "4711");
        row("gpu>=4 and state:running", "4711");
        row("gpu:8 or user:bob", "4712 4720");
        row("not (gpu:8 or user:bob)", "4711 4723 4800");
        row("-(gpu:8 or user:bob)", "4711 4723 4800");
        row("name~\"^resnet.*seed[0-9]$\"", "4711");
        row("name~re.*1", "4711");
        row("name:\"train [v2]\"", "4712");
        row("name=\"train [v2]\"", "");
        row("name=sweep", "4720 4723");
        row("name!=sweep", "4711 4712 4800");
        row("name:\"\"", "4800");
        row("sweep", "4720 4723");
        row("SEED1", "4711");
        row("47", "4711 4712 4720 4723");
        row("471", "4711 4712");
        row("4720_3", "4723");
        row("id:47*", "4711 4712 4720 4723");
        row("mine", "4711 4720 4723");
        row("mine:no", "4712 4800");
        row("array:yes", "4720 4723");
        row("array:4720", "4720 4723");
        row("gpu:8|user:bob", "4712 4720");
        row("name!~^s", "4711 4712 4800");
        row("user:a*,b?b", "4711 4712 4720 4723 4800");
        row("name:\"s*\"", "");
        row("source:hpc-a gpu:8", "4720");
        row("source:lab gpu:8", "4720");
        row("source:other", "");
        row("ended<3h", "4723");
        row("submitted:2027-01-15", "4711 4712 4720 4723 4800");
        row("submitted:2027-01-15,2020-01-01T10:00", "4711 4712 4720 4723 4800");
        row("submitted>2027-01-15", "");
        row("submitted<=2027-01-15", "4711 4712 4720 4723 4800");
        row("submitted>=2027-01-15 gpu:8", "4720");
        row("submitted<2h", "");
        row("name~(resnet|sweep)", "4711 4720 4723");
        row("(name~seed | gpu:8) user:me", "4711 4720");
        row("place>=1", "");
        row("place<99", "");
        row("node:n02", "4711");
        row("node:n0[1-4]", "");
        row("node:n0*", "4711");
        row("node:n05", "");
        row("id:4720", "4720 4723");
        row("id:4720_3", "4723");
        row("\"(big)\"", "4712");
        row("waited>2h", "4712 4720");
        row("elapsed>=2h", "4711");
        row("elapsed<1h", "4723");
        row("remaining<=2h", "4711");
        row("limit>1-00:00:00", "");
        row("limit<1-00:00:00", "4711");
        row("mem>=64G", "4711");
        row("mem>64G", "");
        row("within:1h", "4711 4712 4720 4800");
        row("within:3h", "4711 4712 4720 4723 4800");
        row("#user:me", "4711 4712 4720 4723 4800");
        row("#user:me gpu:8", "4720");
        row("(#user:me) gpu:8", "4720");
        row("gpu:8 or #user:bob", "4720");
        row("reason:held", "4712");
    }
    void passesWhatIsMeant()
    {
        QFETCH(const QString, filter);
        const auto queue = someQueue();
        const auto compiled = Filter::compile(filter);
        QVERIFY2(compiled, compiled ? "" : qPrintable(compiled.error().message));
        const auto snapshot = queue->snapshot();
        FilterRun run(*compiled, *snapshot, u"hpc-a"_s, snapshot->at);
        QStringList ids;
        for (const Job &job : queue->jobs) {
            if (run.passes(job))
                ids << QString::number(job.jobId);
        }
        QTEST(ids.join(u' '), "ids");
    }

    void saysWhereItIsWrong_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<int>("at");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *filter, int at, const char *says) {
            QTest::newRow(*filter ? filter : "nothing") << QString::fromUtf8(filter) << at << QString::fromUtf8(says);
        };
        row("usr:bob", 0, "There is no field “usr”");
        row("useer:bob", 0, "Did you mean user?");
        row("gpu>=many", 5, "“many” is not a number");
        row("state:running waited>soon", 21, "not a span of time");
        row("mem>4X", 4, "64G");
        row("submitted>yesteryear", 10, "2026-03-01");
        row("submitted:2h", 10, "2026-03-01");
        row("submitted>2026-03-01x", 10, "2026-03-01");
        row("within!=24h", 8, "within:24h");
        row("within:1h,24h", 10, "Only one value");
        row("state:runing", 6, "Did you mean running?");
        row("id:abc", 3, "not a job id");
        row("mine:perhaps", 5, "neither yes nor no");
        row("gpu>4,5", 6, "Only one value");
        row("a | ", 2, "must follow");
        row("| a", 0, "must stand before");
        row("user:bob,", 0, "value is missing");
        row("state>running", 5, "cannot be compared");
        row("name:\"open", 0, "not closed");
        row("(user:bob", 0, "not closed");
        row("user:bob)", 8, "closes nothing");
        row("name~\"(\"", 7, "not right here");
        row("name~a[b", 7, "not right here");
        row("user>bob", 4, "cannot be compared");
        row("gpu~4", 3, "for words only");
        row("user:", 0, "value is missing");
        row("user:bob or", 9, "must follow");
        row("user:bob and", 9, "both sides");
        row("not", 0, "must follow");
    }
    void saysWhereItIsWrong()
    {
        QFETCH(const QString, filter);
        QFETCH(const QString, says);
        const auto compiled = Filter::compile(filter);
        QVERIFY(!compiled);
        QVERIFY2(compiled.error().message.contains(says), qPrintable(compiled.error().message));
        QTEST(compiled.error().at, "at");
        QVERIFY(compiled.error().length >= 1 && compiled.error().at + compiled.error().length <= std::max(filter.size(), qsizetype(1)));
    }

    void aPatternThatWouldNeverEndGivesUp()
    {
        Queue queue;
        queue.add(1, QByteArray(60, 'a').append('!').constData(), "bob", JobState::Running);
        const auto compiled = Filter::compile(u"name~\"(a+)+$\""_s);
        QVERIFY(compiled);
        const auto snapshot = queue.snapshot();
        FilterRun run(*compiled, *snapshot, {}, snapshot->at);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!run.passes(queue.jobs[0]));
        QCOMPARE_LT(timer.elapsed(), 2000);
    }

    void deepBracketsAreRefused()
    {
        QVERIFY(!Filter::compile(QString(2000, u'(') + u"a"_s + QString(2000, u')')));
        QVERIFY(!Filter::compile(QString(5000, u'a')));
    }

    void tokensCoverWhatWasTyped()
    {
        const QString text = u"user:me #gpu>=4 (resnet or name:\"a b\") -x"_s;
        QStringList seen;
        for (const FilterToken &token : filterTokens(text)) {
            const QString kind = QString::number(int(token.kind)) + (token.off ? u"off"_s : QString());
            seen << text.mid(token.at, token.length) + u'/' + kind + u'/' + text.mid(token.keyAt(), token.keyLength);
        }
        QCOMPARE(seen,
                 (QStringList{u"user:me/2/user"_s, u"#gpu>=4/2off/gpu"_s, u"(/6/"_s, u"resnet/0/"_s, u"or/5/"_s, u"name:\"a b\"/2/name"_s,
                              u")/7/"_s, u"-/3/"_s, u"x/0/"_s}));
    }

    void aTokenIsSwitchedOffAndOnAgain()
    {
        const QString text = u"user:me gpu>=4"_s;
        const QString off = withToggledToken(text, filterTokens(text)[1]);
        QCOMPARE(off, u"user:me #gpu>=4"_s);
        QCOMPARE(withToggledToken(off, filterTokens(off)[1]), text);
    }

    void aValueIsQuotedWhereItMustBe()
    {
        for (const QString &value :
             {u"vision lab"_s, u"a\"b"_s, u"x,y"_s, u"a*"_s, u"#off"_s, u"-1"_s, u""_s, u"plain"_s, u"a|b"_s, u"back\\slash"_s}) {
            JobMaker queue;
            queue.add(1, value.toUtf8(), "bob", JobState::Running);
            queue.add(2, "another", "bob", JobState::Running);
            const auto compiled = Filter::compile(u"name="_s + quotedForFilter(value));
            QVERIFY2(compiled, qPrintable(value));
            const auto snapshot = queue.snapshot();
            FilterRun run(*compiled, *snapshot, {}, snapshot->at);
            QVERIFY2(run.passes(snapshot->jobs[0]), qPrintable(value));
            QVERIFY(!run.passes(snapshot->jobs[1]));
        }
    }

    void filtersThatRunWithTheClockSaySo()
    {
        QVERIFY(Filter::compile(u"waited>2h"_s)->usesTime());
        QVERIFY(Filter::compile(u"submitted<2h"_s)->usesTime());
        QVERIFY(!Filter::compile(u"submitted>2026-03-01 gpu>2"_s)->usesTime());
        QVERIFY(Filter::compile(u"#waited>2h"_s)->isEmpty());
    }

    void proposesWhatFits_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("replaced");
        QTest::addColumn<QString>("first");
        const auto row = [](const char *text, const char *replaced, const char *first) {
            QTest::newRow(*text ? text : "nothing") << QString::fromUtf8(text) << QString::fromUtf8(replaced) << QString::fromUtf8(first);
        };
        row("", "", "state:");
        row("us", "us", "user:");
        row("gpu:4 wai", "wai", "waited>=");
        row("user:a", "a", "alice");
        row("user:alice,b", "b", "bob");
        row("state:pen", "pen", "pending");
        row("account:v", "v", "\"vision lab\"");
        row("-user:b", "b", "bob");
        row("nosuch:v", "", "");
    }
    void proposesWhatFits()
    {
        QFETCH(const QString, text);
        KnownWords known;
        known.users = {u"alice"_s, u"bob"_s};
        known.accounts = {u"vision lab"_s};
        const QList<Proposal> got = completeFilter(text, int(text.size()), known);
        QTEST(got.isEmpty() ? QString() : text.mid(got[0].at, got[0].length), "replaced");
        QTEST(got.isEmpty() ? QString() : got[0].text, "first");
    }

    void aSuspendedJobIsNotHeld()
    {
        Queue queue;
        queue.add(1, "a", "bob", JobState::Suspended);
        Job &held = queue.add(2, "b", "bob", JobState::Pending);
        held.reason = queue.text("JobHeldAdmin");
        const auto snapshot = queue.snapshot();
        FilterRun run(*Filter::compile(u"state:held"_s), *snapshot, u"lab"_s, snapshot->at);
        QVERIFY(!run.passes(snapshot->jobs[0]));
        QVERIFY(run.passes(snapshot->jobs[1]));
    }

    void randomTextNeverCrashesAndPointsIntoItself()
    {
        std::mt19937 random(11);
        const QString parts[] = {u"user:"_s, u"me"_s, u"\""_s,  u"("_s,  u")"_s,      u"|"_s, u" "_s,
                                 u"-"_s,     u"#"_s,  u"gpu"_s, u">="_s, u"~"_s,      u"4"_s, u"not"_s,
                                 u","_s,     u"\\"_s, u"[a"_s,  u"or"_s, u"state:"_s, u"é"_s, QString(QChar(0xd800)),
                                 u"mine"_s,  u"!"_s};
        for (int round = 0; round < 3000; ++round) {
            QString text;
            for (int i = int(random() % 9); i >= 0; --i)
                text += parts[random() % std::size(parts)];
            const auto compiled = Filter::compile(text);
            if (!compiled) {
                const FilterError &error = compiled.error();
                QVERIFY2(!error.message.isEmpty() && error.at >= 0 && error.length > 0
                             && error.at + error.length <= std::max<qsizetype>(1, text.size()),
                         qPrintable(text));
            }
            for (int cursor = 0; cursor <= text.size(); ++cursor) {
                for (const Proposal &proposal : completeFilter(text, cursor, {}))
                    QVERIFY2(proposal.at >= 0 && proposal.at + proposal.length <= text.size(), qPrintable(text));
            }
        }
    }
};

PILOTHOUSE_TEST(FilterTest)
#include "tst_filter.moc"
