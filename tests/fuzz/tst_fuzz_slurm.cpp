// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Each reader on words that were cut, doubled, swapped and spoilt at random places: it may refuse, it may not fall over. Same seed, same
// run.
#include "tests/fuzz/slurmreaders.h"
#include "tests/support/runner.h"

#include <QtTest>

#include <random>

using namespace pilothouse::test;

namespace {

QByteArray spoil(QByteArray bytes, std::mt19937 &random)
{
    static const QByteArray odd("\x1f\x1e\x1d\n\0[]()_-+%:,.=|*~ 09\xff", 25);
    const auto upTo = [&](qsizetype n) { return n <= 0 ? qsizetype(0) : qsizetype(random() % quint32(n)); };
    for (qsizetype edits = 1 + upTo(6); edits > 0; --edits) {
        const qsizetype at = upTo(bytes.size() + 1);
        switch (upTo(6)) {
        case 0:
            bytes.truncate(at);
            break;
        case 1:
            bytes.remove(at, 1 + upTo(5));
            break;
        case 2:
            bytes.insert(at, bytes.mid(upTo(bytes.size()), upTo(40)));
            break;
        case 3:
            bytes.insert(at, odd[upTo(odd.size())]);
            break;
        case 4:
            bytes.insert(at, QByteArray::number(random()) + QByteArray::number(random()));
            break;
        default:
            if (at < bytes.size())
                bytes[at] = char(random() % 256);
        }
    }
    return bytes;
}

} // namespace

class FuzzSlurm : public QObject {
    Q_OBJECT

private slots:
    void spoiltWordsAreRefusedNotFatal_data()
    {
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < kFuzzTargets.size(); ++i)
            QTest::newRow(kFuzzTargets[i].name) << int(i);
    }
    void spoiltWordsAreRefusedNotFatal()
    {
        QFETCH(int, index);
        const FuzzTarget &target = kFuzzTargets[size_t(index)];
        std::mt19937 random(42);
        const QByteArray seed(target.seed);
        for (qsizetype cut = 0; cut <= seed.size(); ++cut)
            target.read(seed.first(cut));
        for (int round = 0; round < 4'000; ++round)
            target.read(spoil(seed, random));
    }
};

PILOTHOUSE_TEST(FuzzSlurm)
#include "tst_fuzz_slurm.moc"
