// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Each reader of the SSH layer on words that were cut, doubled, swapped and spoilt at random places, and quoting against the real
// shells. Same seed, same run.
#include "tests/fuzz/sshreaders.h"
#include "tests/support/runner.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <random>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

QByteArray spoil(QByteArray bytes, std::mt19937 &random)
{
    static constexpr char kOdd[] = "\x1f\x1d\n\r\0'\"\\!$`*?[]|@,:= \tme01\xff";
    static const QByteArray odd(kOdd, sizeof kOdd - 1);
    const auto upTo = [&](qsizetype n) { return n <= 0 ? qsizetype(0) : qsizetype(random() % quint32(n)); };
    for (qsizetype edits = 1 + upTo(6); edits > 0; --edits) {
        const qsizetype at = upTo(bytes.size() + 1);
        switch (upTo(5)) {
        case 0:
            bytes.truncate(at);
            break;
        case 1:
            bytes.remove(at, 1 + upTo(9));
            break;
        case 2:
            bytes.insert(at, bytes.mid(upTo(bytes.size()), upTo(60)));
            break;
        case 3:
            bytes.insert(at, odd[upTo(odd.size())]);
            break;
        default:
            if (at < bytes.size())
                bytes[at] = char(random() % 256);
        }
    }
    return bytes;
}

// One command line as sshd hands it to a log-in shell; what a program then gets as its words.
QByteArray throughShell(const QString &shell, const QByteArray &line)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"LC_ALL"_s, u"C"_s); // lets bytes through that are not UTF-8
    process.setProcessEnvironment(environment);
    process.start(u"sh"_s, {u"-c"_s, u"line=$(cat; echo x); exec \"$0\" -c \"${line%x}\""_s, shell});
    process.write("exec printf '%s\\001' " + line);
    process.closeWriteChannel();
    process.waitForFinished(120'000);
    return process.readAllStandardOutput() + process.readAllStandardError();
}

} // namespace

class FuzzSsh : public QObject {
    Q_OBJECT
private slots:
    void spoilt_words_are_refused_not_fatal_data();
    void spoilt_words_are_refused_not_fatal();
    void every_shell_gets_the_very_words_data();
    void every_shell_gets_the_very_words();
};

void FuzzSsh::spoilt_words_are_refused_not_fatal_data()
{
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < kSshFuzzTargets.size(); ++i)
        QTest::newRow(kSshFuzzTargets[i].name) << int(i);
}

void FuzzSsh::spoilt_words_are_refused_not_fatal()
{
    QFETCH(int, index);
    const SshFuzzTarget &target = kSshFuzzTargets[size_t(index)];
    std::mt19937 random(42);
    const QByteArray seed(target.seed);
    for (qsizetype cut = 0; cut <= seed.size(); ++cut)
        QVERIFY2(target.holds(seed.first(cut)), seed.first(cut).toPercentEncoding().constData());
    for (int round = 0; round < 4'000; ++round) {
        const QByteArray spoilt = spoil(seed, random);
        QVERIFY2(target.holds(spoilt), spoilt.toPercentEncoding().constData());
    }
}

void FuzzSsh::every_shell_gets_the_very_words_data()
{
    QTest::addColumn<bool>("lines"); // a line feed can't be quoted for all shells: such words go to sh alone
    QTest::addColumn<bool>("anyByte");
    QTest::newRow("sh") << true << true;
    QTest::newRow("bash") << true << true;
    QTest::newRow("dash") << true << true;
    QTest::newRow("tcsh") << false << false;
    QTest::newRow("fish") << true << false;
}

void FuzzSsh::every_shell_gets_the_very_words() // NAM-07, SSH-01
{
    const QString shell = QString::fromLatin1(QTest::currentDataTag());
    if (QStandardPaths::findExecutable(shell).isEmpty())
        QFAIL("this shell is not installed");
    QFETCH(bool, lines);
    QFETCH(bool, anyByte);
    std::mt19937 random(4711);
    const QByteArray seed("it's \\ !$(id)`x` ~ -n * {a,b} \"%s\" a=b #\\'!! $HOME;&&|<>()[]?^\t\n@-x/..");
    for (int round = 0; round < 25; ++round) {
        QByteArrayList words;
        for (int i = 0; i < 50; ++i) {
            QByteArray word = spoil(seed.mid(qsizetype(random() % quint32(seed.size()))), random).left(60);
            for (char &c : word) {
                const bool isLine = c == '\n' || c == '\r';
                if (c == '\0' || c == '\1' || (isLine && !lines) || (!anyByte && (uchar(c) < 32 || uchar(c) > 126) && !isLine))
                    c = 'x';
            }
            words += word;
        }
        const QByteArray expected = words.join('\1') + '\1';
        const QByteArray seen = throughShell(shell, *quoteWords(words));
        if (seen == expected)
            continue;
        const QByteArrayList got = seen.split('\1'); // the first that differs, to read
        for (qsizetype i = 0; i < words.size(); ++i)
            QCOMPARE(got.value(i).toPercentEncoding(), words[i].toPercentEncoding());
        QCOMPARE(seen.toPercentEncoding(), expected.toPercentEncoding());
    }
}

PILOTHOUSE_TEST(FuzzSsh)
#include "tst_fuzz_ssh.moc"
