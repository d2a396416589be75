// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter.h"
#include "tests/support/runner.h"

#include <QTest>

using namespace pilothouse;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kNow = 1'800'000'000;

struct Queue {
    TextPool words;
    std::vector<Job> jobs;

    Job &add(quint32 id, const char *name, const char *user, JobState state)
    {
        Job job;
        job.key.job = id;
        job.jobId = id;
        job.name = words.add(name);
        job.user = words.add(user);
        job.state = state;
        job.submit = Moment(kNow - 3 * 3600);
        jobs.push_back(job);
        return jobs.back();
    }
    Text text(const char *s) { return words.add(s); }
};

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
        const auto row = [](const char *filter, const char *ids) { QTest::newRow(filter) << QString::fromUtf8(filter) << QString::fromUtf8(ids); };
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
        row("sweep", "4720 4723");
        row("SEED1", "4711");
        row("47", "4711 4712 4720 4723");
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
        FilterRun run(*compiled, queue->words, u"lab"_s, Moment(kNow));
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
        const auto row = [](const char *filter, int at, const char *says) { QTest::newRow(filter) << QString::fromUtf8(filter) << at << QString::fromUtf8(says); };
        row("usr:bob", 0, "There is no word usr");
        row("gpu>=many", 0, "many is no number");
        row("state:running waited>soon", 14, "no length of time");
        row("mem>4X", 0, "64G");
        row("submitted>yesterday", 0, "2026-03-01");
        row("name:\"open", 5, "never closed");
        row("(user:bob", 0, "never closed");
        row("user:bob)", 8, "closes nothing");
        row("name~\"(\"", 0, "cannot be read");
        row("user>bob", 0, "no amount");
        row("gpu~4", 0, "is an amount");
        row("user:", 0, "value is missing");
        row("user:bob or", 9, "missing beside");
        row("not", 0, "missing behind");
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
        FilterRun run(*compiled, queue.words, {}, Moment(kNow));
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
        const QString text = u"user:me #gpu>=4 (resnet or name:\"a b\")"_s;
        QStringList seen;
        for (const FilterToken &token : filterTokens(text))
            seen << text.mid(token.at, token.length) + u'/' + QString::number(int(token.kind));
        QCOMPARE(seen, (QStringList{u"user:me/0"_s, u"#gpu>=4/1"_s, u"(/3"_s, u"resnet/2"_s, u"or/2"_s, u"name:\"a b\"/0"_s, u")/3"_s}));
    }

    void aTokenIsSwitchedOffAndOnAgain()
    {
        const QString off = toggleFilterToken(u"user:me gpu>=4"_s, 10);
        QCOMPARE(off, u"user:me #gpu>=4"_s);
        QCOMPARE(toggleFilterToken(off, 10), u"user:me gpu>=4"_s);
    }

    void proposesWhatFits_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("replaced");
        QTest::addColumn<QString>("first");
        const auto row = [](const char *text, const char *replaced, const char *first) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(replaced) << QString::fromUtf8(first);
        };
        row("", "", "user:");
        row("us", "us", "user:");
        row("gpu:4 wai", "wai", "waited>=");
        row("user:a", "a", "alice");
        row("user:alice,b", "b", "bob");
        row("state:pen", "pen", "pending");
        row("account:v", "v", "\"vision lab\"");
        row("nosuch:v", "", "");
    }
    void proposesWhatFits()
    {
        QFETCH(const QString, text);
        const FilterCompletion got = completeFilter(text, int(text.size()), [](const QString &key) {
            return key == u"user"_s ? QStringList{u"alice"_s, u"bob"_s} : key == u"account"_s ? QStringList{u"vision lab"_s} : QStringList();
        });
        QTEST(text.mid(got.at, got.length), "replaced");
        QTEST(got.proposals.value(0), "first");
    }
};

PILOTHOUSE_TEST(FilterTest)
#include "tst_filter.moc"
