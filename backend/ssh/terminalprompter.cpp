// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/fd.h"
#include "backend/ssh/prompters.h"

#include <array>
#include <atomic>
#include <csignal>
#include <mutex>

#include <fcntl.h>
#include <poll.h>
#include <termios.h>

namespace pilothouse {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// Words of a server, made harmless for a terminal.
QByteArray printable(const QString &text)
{
    QString clean;
    for (const char32_t c : text.toUcs4())
        clean += QChar::isPrint(c) || c == U'\n' ? QString::fromUcs4(&c, 1) : QString(QChar(u'\ufffd'));
    return clean.toLocal8Bit();
}

// The terminal without echo while this lives.
class Quiet {
public:
    Quiet(int fd, bool wanted) : m_fd(fd), m_changed(wanted && tcgetattr(fd, &m_before) == 0)
    {
        if (!m_changed)
            return;
        termios silent = m_before;
        silent.c_lflag &= ~tcflag_t(ECHO);
        tcsetattr(fd, TCSAFLUSH, &silent);
    }
    ~Quiet()
    {
        if (m_changed)
            tcsetattr(m_fd, TCSAFLUSH, &m_before);
    }
    Q_DISABLE_COPY_MOVE(Quiet)

private:
    int m_fd;
    termios m_before{};
    bool m_changed;
};

// Holds up the signals that would end or stop the program with the terminal still silent; one at a time lives.
class HeldSignals {
public:
    HeldSignals()
    {
        s_caught = 0;
        s_bell = m_bell.fd();
        struct sigaction note{};
        note.sa_handler = [](int number) {
            const int before = errno;
            s_caught = number;
            const uint64_t one = 1;
            (void)!write(s_bell, &one, sizeof one);
            errno = before;
        };
        for (size_t i = 0; i < kHeld.size(); ++i) {
            sigaction(kHeld[i], nullptr, &m_before[i]);
            if (m_before[i].sa_handler != SIG_IGN)
                sigaction(kHeld[i], &note, nullptr);
        }
    }
    ~HeldSignals()
    {
        for (size_t i = 0; i < kHeld.size(); ++i)
            sigaction(kHeld[i], &m_before[i], nullptr);
    }
    Q_DISABLE_COPY_MOVE(HeldSignals)
    [[nodiscard]] const Bell &bell() const { return m_bell; }
    [[nodiscard]] static int caught() { return s_caught; }

private:
    static constexpr std::array kHeld{SIGINT, SIGHUP, SIGTERM, SIGQUIT, SIGTSTP};
    static inline std::atomic<int> s_caught{0}, s_bell{-1};
    Bell m_bell;
    std::array<struct sigaction, kHeld.size()> m_before{};
};

class TerminalPrompter final : public Prompter {
public:
    Result<QList<QByteArray>> ask(const Prompt &prompt, std::stop_token stop) override
    {
        std::unique_lock oneAtATime(s_terminal, std::defer_lock);
        while (!oneAtATime.try_lock_for(100ms)) {
            if (stop.stop_requested())
                return failure(Error::Kind::Stopped);
        }
        const Fd terminal(open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC));
        if (!terminal)
            return needsPerson(prompt);
        for (const QString &text : {prompt.title, prompt.instruction})
            if (!text.isEmpty())
                say(terminal.get(), printable(text) + '\n');
        QList<QByteArray> given;
        for (const Question &question : prompt.questions) {
            auto line = askOne(terminal.get(), prompt, question, stop);
            if (!line) {
                for (QByteArray &answer : given)
                    wipe(answer);
                return tl::unexpected(line.error());
            }
            given += std::move(*line);
        }
        return given;
    }

private:
    static Result<QByteArray> askOne(int terminal, const Prompt &prompt, const Question &question, const std::stop_token &stop)
    {
        // A server's words could pretend to be another's: who asks is said by us.
        const QByteArray who
            = prompt.kind == Prompt::Kind::KeyboardInteractive ? printable(u"(%1@%2) "_s.arg(prompt.user, prompt.host)) : QByteArray();
        for (;;) {
            Result<QByteArray> line;
            int caught = 0;
            {
                const HeldSignals held;
                const Quiet quiet(terminal, !question.echo);
                say(terminal, who + printable(question.text));
                line = readLine(terminal, stop, held.bell());
                caught = HeldSignals::caught();
            }
            if (!question.echo || !line)
                say(terminal, "\n");
            if (caught == 0)
                return line;
            if (line)
                wipe(*line);
            kill(getpid(), caught); // now that the terminal is as it was
            if (caught != SIGTSTP)
                return failure(Error::Kind::Stopped);
        }
    }
    static void say(int fd, QByteArrayView text)
    {
        while (!text.isEmpty()) {
            const ssize_t put = write(fd, text.data(), size_t(text.size()));
            if (put < 0 && errno == EINTR)
                continue;
            if (put <= 0)
                return;
            text = text.sliced(put);
        }
    }
    // A line without its end; Stopped at the end of input, on a signal and when stopped.
    static Result<QByteArray> readLine(int fd, const std::stop_token &stop, const Bell &bell)
    {
        const std::stop_callback wake(stop, [&bell] { bell.ring(); });
        QByteArray line;
        line.reserve(kLongest + 1); // no copies are left behind while it grows
        for (char c = 0;;) {
            std::array<pollfd, 2> ends{{{fd, POLLIN, 0}, {bell.fd(), POLLIN, 0}}};
            const bool failed = poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR;
            if (failed || stop.stop_requested() || HeldSignals::caught() != 0)
                break;
            if (!(ends[0].revents & (POLLIN | POLLHUP | POLLERR)))
                continue;
            const ssize_t got = read(fd, &c, 1);
            if (got < 0 && errno == EINTR)
                continue;
            if (got != 1)
                break;
            if (c == '\n')
                return line;
            if (line.size() < kLongest) // the rest of a longer line is no answer to the next question
                line += c;
            c = 0;
        }
        wipe(line);
        return failure(Error::Kind::Stopped);
    }
    static constexpr qsizetype kLongest = 1023;
    static inline std::timed_mutex s_terminal;
};

} // namespace

std::shared_ptr<Prompter> terminalPrompter()
{
    return std::make_shared<TerminalPrompter>();
}

} // namespace pilothouse
