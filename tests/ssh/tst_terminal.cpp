// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/runner.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

QString probe()
{
    return QCoreApplication::applicationDirPath() + u"/sshprobe"_s;
}

// A terminal of its own with the probe on it.
class Terminal {
public:
    explicit Terminal(const QString &file = {})
    {
        const QByteArray path = probe().toLocal8Bit(), stop = file.toLocal8Bit();
        m_child = forkpty(&m_end, nullptr, nullptr, nullptr);
        if (m_child == 0) {
            execl(path.constData(), "sshprobe", "ask", stop.constData(), nullptr);
            _exit(127);
        }
    }
    ~Terminal()
    {
        if (m_child > 0) {
            kill(m_child, SIGKILL);
            waitpid(m_child, nullptr, 0);
        }
        close(m_end);
    }
    Q_DISABLE_COPY_MOVE(Terminal)

    // All that came so far, once the words are behind what was waited for before; or what came until the end.
    bool shows(const QByteArray &words)
    {
        QElapsedTimer timer;
        timer.start();
        for (qsizetype at = -1; (at = screen.indexOf(words, m_seen)) < 0 || (m_seen = at + words.size(), false);) {
            pollfd end{m_end, POLLIN, 0};
            char piece[512];
            if (timer.elapsed() > 60'000 || poll(&end, 1, 60'000) != 1)
                return false;
            const ssize_t got = read(m_end, piece, sizeof piece);
            if (got <= 0)
                return false;
            screen.append(piece, got);
        }
        return true;
    }
    void type(const QByteArray &text) const { QCOMPARE(write(m_end, text.constData(), size_t(text.size())), ssize_t(text.size())); }
    [[nodiscard]] bool echoes() const
    {
        termios facts{};
        return tcgetattr(m_end, &facts) == 0 && (facts.c_lflag & ECHO);
    }
    int ended()
    {
        int status = 0;
        waitpid(std::exchange(m_child, -1), &status, 0);
        return status;
    }
    QByteArray screen;

private:
    int m_end = -1;
    pid_t m_child = -1;
    qsizetype m_seen = 0;
};

} // namespace

// The prompter on a real terminal.
class TerminalTest : public QObject {
    Q_OBJECT
private slots:
    void a_secret_is_not_shown_and_the_rest_is();
    void what_a_server_says_cannot_steer_the_terminal();
    void a_signal_leaves_the_terminal_as_it_was_data();
    void a_signal_leaves_the_terminal_as_it_was();
    void a_stop_key_asks_again();
    void the_end_of_input_is_a_refusal();
    void being_stopped_leaves_the_terminal_as_it_was();
    void a_line_too_long_answers_nothing_else();
    void without_a_terminal_nobody_is_there();
};

void TerminalTest::a_secret_is_not_shown_and_the_rest_is() // SSH-06
{
    Terminal terminal;
    QVERIFY(terminal.shows("(alice@login1) Password: "));
    QVERIFY(!terminal.echoes());
    terminal.type("s3cret word\n");
    QVERIFY(terminal.shows("(alice@login1) Code: "));
    QVERIFY(terminal.echoes());
    QVERIFY2(!terminal.screen.contains("s3cret"), terminal.screen.constData());
    terminal.type("12");
    QVERIFY(terminal.shows("12"));
    terminal.type("34\n");
    QVERIFY(terminal.shows("answers <s3cret word|1234>"));
    QCOMPARE(terminal.ended(), 0);
}

void TerminalTest::what_a_server_says_cannot_steer_the_terminal()
{
    Terminal terminal;
    QVERIFY(terminal.shows("Password: "));
    QVERIFY2(terminal.screen.contains("Site ") && terminal.screen.contains("]0;evil"), terminal.screen.constData());
    QVERIFY(!terminal.screen.contains('\x1b') && !terminal.screen.contains('\x07') && !terminal.screen.contains("\u202e"));
}

void TerminalTest::a_signal_leaves_the_terminal_as_it_was_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<int>("number");
    QTest::newRow("interrupt") << "\x03"_ba << SIGINT;
    QTest::newRow("quit") << "\x1c"_ba << SIGQUIT;
}

void TerminalTest::a_signal_leaves_the_terminal_as_it_was()
{
    QFETCH(QByteArray, key);
    QFETCH(int, number);
    Terminal terminal;
    QVERIFY(terminal.shows("Password: "));
    QVERIFY(!terminal.echoes());
    terminal.type("s3c" + key);
    const int status = terminal.ended();
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(WTERMSIG(status), number);
    QVERIFY(terminal.echoes());
}

void TerminalTest::a_stop_key_asks_again() // its group has no parent here, so the system does not stop it
{
    Terminal terminal;
    QVERIFY(terminal.shows("Password: "));
    terminal.type("s3c\x1a");
    QVERIFY(terminal.shows("Password: "));
    QVERIFY(!terminal.echoes());
    terminal.type("other\n");
    QVERIFY(terminal.shows("Code: "));
    terminal.type("1\n");
    QVERIFY(terminal.shows("answers <other|1>"));
}

void TerminalTest::the_end_of_input_is_a_refusal()
{
    Terminal terminal;
    QVERIFY(terminal.shows("Password: "));
    terminal.type("\x04");
    QVERIFY(terminal.shows("error Stopped"));
    QVERIFY(terminal.echoes());
    QCOMPARE(terminal.ended(), 0);
}

void TerminalTest::being_stopped_leaves_the_terminal_as_it_was()
{
    const QTemporaryDir folder;
    QFile stop(folder.filePath(u"stop"_s));
    Terminal terminal(stop.fileName());
    QVERIFY(terminal.shows("Password: "));
    QVERIFY(!terminal.echoes());
    QVERIFY(stop.open(QIODevice::WriteOnly));
    QVERIFY(terminal.shows("error Stopped"));
    QVERIFY(terminal.echoes());
}

void TerminalTest::a_line_too_long_answers_nothing_else()
{
    Terminal terminal;
    QVERIFY(terminal.shows("Password: "));
    terminal.type(QByteArray(3000, 'x') + "\n");
    QVERIFY(terminal.shows("Code: "));
    terminal.type("1\n");
    QVERIFY(terminal.shows("|1>"));
    QCOMPARE(terminal.ended(), 0);
}

void TerminalTest::without_a_terminal_nobody_is_there()
{
    QProcess alone;
    alone.start(u"setsid"_s, {u"-w"_s, probe(), u"ask"_s});
    QVERIFY(alone.waitForFinished(60'000));
    QCOMPARE(alone.readAllStandardOutput(), "error NeedsPerson\n"_ba);
}

PILOTHOUSE_TEST(TerminalTest)
#include "tst_terminal.moc"
