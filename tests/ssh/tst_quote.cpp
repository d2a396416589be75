// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/quote.h"
#include "tests/support/runner.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTest>

using namespace pilothouse;
using namespace Qt::StringLiterals;

namespace {

// What a program gets when the shell runs the quoted words: printf with a NUL behind each.
QByteArrayList seenThrough(const QString &shell, const QByteArrayList &words)
{
    QByteArray line = "exec printf '%s/////'";
    for (const QByteArray &word : words)
        line += ' ' + *quoteWord(word);
    QProcess process;
    // A C locale for tcsh and fish lets bytes through that are not UTF-8.
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"LC_ALL"_s, u"C"_s);
    process.setProcessEnvironment(environment);
    // The command line reaches a log-in shell as sshd hands it over: one argument behind -c.
    process.start(u"sh"_s, {u"-c"_s, u"line=$(cat; echo x); exec \"$0\" -c \"${line%x}\""_s, shell});
    process.write(line);
    process.closeWriteChannel();
    process.waitForFinished(120'000);
    QByteArrayList seen;
    const QByteArray out = process.readAllStandardOutput();
    qsizetype from = 0;
    for (qsizetype at = out.indexOf("/////"); at >= 0; at = out.indexOf("/////", from)) {
        seen += out.mid(from, at - from);
        from = at + 5;
    }
    const QByteArray err = process.readAllStandardError();
    if (!err.isEmpty())
        seen += "stderr: " + err;
    return seen;
}

QByteArray randomWord(QRandomGenerator &random, bool lines, bool anyByte)
{
    static const QByteArray nasty("'\"\\`$!*?[]{}()<>|&;#~^=% \tab1-\n");
    QByteArray word;
    const int length = random.bounded(1, 24);
    for (int i = 0; i < length; ++i) {
        char c = nasty[random.bounded(nasty.size() - (lines ? 0 : 1))];
        if (anyByte && random.bounded(4) == 0)
            c = char(random.bounded(lines ? 1 : 32, 255));
        if (c == '/' || (!lines && (c == '\n' || c == '\r')))
            c = 'x';
        word += c;
    }
    return word;
}

} // namespace

class QuoteTest : public QObject {
    Q_OBJECT
private slots:
    void a_plain_word_stays_as_it_is();
    void a_zero_byte_is_refused();
    void a_login_shell_gets_no_line_feeds();
    void every_shell_hands_the_word_over_unchanged_data();
    void every_shell_hands_the_word_over_unchanged();
};

void QuoteTest::a_plain_word_stays_as_it_is()
{
    QCOMPARE(*quoteWord("--format=x"), "'--format=x'"_ba);
    QCOMPARE(*quoteWord("4711_3"), "4711_3"_ba);
    QCOMPARE(*quoteWord(""), "''"_ba);
    QCOMPARE(*quoteWord("it's"), "'it'\\''s'"_ba);
}

void QuoteTest::a_zero_byte_is_refused()
{
    QCOMPARE(quoteWord(QByteArrayView("a\0b", 3)).error().kind, Error::Kind::BadInput);
    QCOMPARE(quoteWords({"squeue"_ba, QByteArray("a\0b", 3)}).error().kind, Error::Kind::BadInput);
}

void QuoteTest::a_login_shell_gets_no_line_feeds() // NAM-07
{
    QCOMPARE(quoteForLoginShell("a\nid").error().kind, Error::Kind::BadInput);
    QCOMPARE(quoteForLoginShell("a\rid").error().kind, Error::Kind::BadInput);
    QCOMPARE(*quoteForLoginShell("$(id).out"), "'$(id).out'"_ba);
}

void QuoteTest::every_shell_hands_the_word_over_unchanged_data()
{
    QTest::addColumn<bool>("lines");
    QTest::addColumn<bool>("anyByte");
    QTest::newRow("sh") << true << true;
    QTest::newRow("bash") << true << true;
    QTest::newRow("dash") << true << true;
    QTest::newRow("tcsh") << false << false;
    QTest::newRow("fish") << true << false;
}

void QuoteTest::every_shell_hands_the_word_over_unchanged() // NAM-07, SSH-01
{
    const QString shell = QString::fromLatin1(QTest::currentDataTag());
    if (QStandardPaths::findExecutable(shell).isEmpty())
        QFAIL("this shell is not installed");
    QFETCH(bool, lines);
    QFETCH(bool, anyByte);
    QByteArrayList fixed{"x'; touch p; '"_ba, "n1;reboot"_ba, "$(id).out"_ba, "`id`"_ba, "!!"_ba, "a\\"_ba,
                         "\\'!\\"_ba,         ""_ba,          "~"_ba,         "-n"_ba,   "%s"_ba};
    if (lines)
        fixed += {"a\nid"_ba, "\n"_ba, "tail\n"_ba};
    QCOMPARE(seenThrough(shell, fixed), fixed);
    QRandomGenerator random(20240117);
    for (int round = 0; round < 6; ++round) {
        QByteArrayList words;
        for (int i = 0; i < 60; ++i)
            words += randomWord(random, lines, anyByte);
        QCOMPARE(seenThrough(shell, words), words);
    }
}

PILOTHOUSE_TEST(QuoteTest)
#include "tst_quote.moc"
