// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/core/job.h"
#include "tests/support/runner.h"

#include <QTest>

#include <random>

using namespace pilothouse;
using namespace std::chrono_literals;

class ValuesTest : public QObject {
    Q_OBJECT
private slots:
    void equalWordsAreOneText()
    {
        TextPool pool;
        const Text a = pool.add("alice");
        QCOMPARE(pool.add("alice"), a);
        QVERIFY(pool.add("bob") != a);
        QCOMPARE(pool.bytes(a).toByteArray(), QByteArray("alice"));
        QCOMPARE(pool.find("alice"), a);
        QVERIFY(pool.find("carol").isEmpty());
        QVERIFY(pool.add("").isEmpty());
        QCOMPARE(pool.count(), 2);
    }

    void wordsKeepEveryByte()
    {
        TextPool pool;
        const QByteArray odd("caf\xe9 \xff\xfe\0tail", 13); // NAM-04
        QCOMPARE(pool.bytes(pool.add(odd)).toByteArray(), odd);
        QCOMPARE(pool.string(pool.add("caf\xe9")), QStringLiteral("caf\ufffd"));
    }

    void manyWordsStayWhereTheyAre()
    {
        TextPool pool;
        std::mt19937 random(7);
        std::vector<std::pair<Text, QByteArray>> all;
        for (int i = 0; i < 60'000; ++i) {
            const QByteArray words = QByteArray::number(i) + QByteArray(int(random() % 90), char('a' + i % 26));
            all.emplace_back(pool.add(words), words);
        }
        for (const auto &[text, words] : all)
            QCOMPARE(pool.bytes(text).toByteArray(), words);
        QVERIFY(pool.bytesUsed() > (2 << 20)); // several chunks
    }

    void anEndlessWordIsCut()
    {
        TextPool pool;
        QCOMPARE(pool.bytes(pool.add(QByteArray(1 << 20, 'x'))).size(), qsizetype(64 * 1024));
    }

    void sentinelsAreUnknownNotNumbers()
    {
        QVERIFY(!Moment(0).known());
        QVERIFY(!Moment(-1).known());
        QVERIFY(!Moment(0xfffffffe).known() || Moment(0xfffffffe).epoch() > 0);
        QVERIFY(!Moment(qint64(1) << 40).known());
        QVERIFY(!Span().known());
        QVERIFY(Span::unlimited().known() && !Span::unlimited().isFinite());
        QVERIFY(!Bytes().known());
    }

    void amountsAdd()
    {
        QCOMPARE((8_GiB + 8_GiB).count(), (16_GiB).count());
        Bytes total(0);
        for (int i = 0; i < 800; ++i)
            total += Bytes(qint64(6442450944) * 1024); // RES-13
        QCOMPARE(total.count(), qint64(4800) << 40);
    }

    void everyStateIsWaitingActiveOrEnded()
    {
        for (int i = int(JobState::Pending); i <= int(JobState::NotKnownAnyMore); ++i) {
            const auto state = JobState(i);
            QCOMPARE(int(isWaiting(state)) + int(isActive(state)) + int(hasEnded(state)), 1);
        }
        QVERIFY(!isActive(JobState::Other) && !hasEnded(JobState::Other) && !isWaiting(JobState::Other)); // STA-01
    }
};

PILOTHOUSE_TEST(ValuesTest)
#include "tst_values.moc"
