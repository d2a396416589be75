// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/localshell.h"

#include "backend/core/clock.h"
#include "backend/ssh/fd.h"
#include "backend/ssh/shellprocess.h"
#include "backend/ssh/shellprotocol.h"

#include <QElapsedTimer>
#include <QSysInfo>

#include <array>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

namespace pilothouse {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kGrace = 5000ms; // the limit is kept by timeout(1); this is for a shell that does not answer at all

Error systemError(const QString &what)
{
    return {Error::Kind::Unreachable, u"/bin/sh"_s, what + u": "_s + QString::fromLocal8Bit(strerror(errno))};
}

// A /bin/sh with our ends of its three streams.
class Child {
public:
    [[nodiscard]] Result<> start();
    Fd in, out, err;

private:
    ShellProcess m_process;
};

Result<> Child::start()
{
    // Input goes through a socket: writing to a shell that is gone must be an error, not a signal.
    std::array<int, 2> inPair{}, outPair{}, errPair{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, inPair.data()) != 0)
        return tl::unexpected(systemError(u"socketpair"_s));
    in = Fd(inPair[0]);
    const Fd childIn(inPair[1]);
    if (pipe2(outPair.data(), O_CLOEXEC) != 0)
        return tl::unexpected(systemError(u"pipe"_s));
    out = Fd(outPair[0]);
    const Fd childOut(outPair[1]);
    if (pipe2(errPair.data(), O_CLOEXEC) != 0)
        return tl::unexpected(systemError(u"pipe"_s));
    err = Fd(errPair[0]);
    const Fd childErr(errPair[1]);
    for (const Fd *fd : {&in, &out, &err})
        fcntl(fd->get(), F_SETFL, O_NONBLOCK);

    if (const int code = m_process.start({}, childIn.get(), childOut.get(), childErr.get()); code != 0) {
        errno = code;
        return tl::unexpected(systemError(u"posix_spawn"_s));
    }
    return {};
}

// What could be read now; closes the end at end of file.
void drain(Fd &fd, ReplyReader &reader, bool isOut)
{
    std::array<char, 64 << 10> piece;
    for (;;) {
        const ssize_t got = read(fd.get(), piece.data(), piece.size());
        if (got > 0) {
            const QByteArrayView view(piece.data(), got);
            isOut ? reader.addOut(view) : reader.addErr(view);
            if (reader.done())
                return;
        } else if (got == 0) {
            fd.reset();
            return;
        } else if (errno != EINTR) {
            if (errno != EAGAIN)
                fd.reset();
            return;
        }
    }
}

// Writes what goes; closes the end when all is written or the shell is gone.
void feed(Fd &fd, QByteArrayView &rest)
{
    while (!rest.isEmpty()) {
        const ssize_t put = send(fd.get(), rest.data(), size_t(rest.size()), MSG_NOSIGNAL);
        if (put > 0) {
            rest = rest.sliced(put);
        } else if (errno != EINTR) {
            if (errno != EAGAIN)
                fd.reset();
            return;
        }
    }
    fd.reset();
}

} // namespace

Result<std::vector<Reply>> LocalShell::run(QList<Command> commands, Urgency /*urgency*/, std::stop_token stop)
{
    const QByteArray mark = newMark();
    const auto batch = batchScript(commands, mark);
    if (!batch)
        return tl::unexpected(batch.error());
    const QByteArray script = shellPrelude(FarEnd::Here) + *batch;
    ReplyReader reader(commands, mark);
    const std::chrono::milliseconds limit = totalLimit(commands) + kGrace;
    Child child;
    if (const auto started = child.start(); !started)
        return tl::unexpected(started.error());
    if (const auto sendBy = earliestSendBy(commands); sendBy.count() > 0 && Clock().sinceBoot() > sendBy)
        return failure(Error::Kind::Unreachable, host(), u"it could not be sent in time"_s); // the shell has got nothing yet
    const Bell bell;
    const std::stop_callback wake(stop, [&bell] { bell.ring(); });
    QElapsedTimer timer;
    timer.start();
    QByteArrayView rest = script;
    while (!reader.done() && (child.out || child.err)) {
        if (stop.stop_requested())
            return failure(Error::Kind::Stopped);
        const auto left = limit - std::chrono::milliseconds(timer.elapsed());
        if (left <= 0ms)
            return failure(Error::Kind::TimedOut, QString::fromUtf8(commands.value(0).words.value(0)),
                           u"no answer after %1 ms"_s.arg(limit.count()));
        std::array<pollfd, 4> ends{
            {{child.in.get(), POLLOUT, 0}, {child.out.get(), POLLIN, 0}, {child.err.get(), POLLIN, 0}, {bell.fd(), POLLIN, 0}}};
        poll(ends.data(), ends.size(), int(left.count()));
        if (child.in && ends[0].revents)
            feed(child.in, rest);
        if (child.out && ends[1].revents)
            drain(child.out, reader, true);
        if (child.err && ends[2].revents)
            drain(child.err, reader, false);
    }
    return reader.take(std::chrono::milliseconds(timer.elapsed()));
}

LinkFacts LocalShell::facts() const
{
    LinkFacts facts;
    facts.connected = true;
    return facts;
}

QString LocalShell::host() const
{
    return QSysInfo::machineHostName();
}

} // namespace pilothouse
