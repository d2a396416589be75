// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/agentfilter.h"

#include "backend/ssh/sshstring.h"

#include <QFile>

#include <array>
#include <cstring>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace pilothouse {

using namespace std::chrono_literals;

namespace {

constexpr quint32 kLongest = 1 << 20;
constexpr char kIdentitiesAnswer = 12;
constexpr auto kConnectLimit = 5s; // an agent whose queue is full
constexpr auto kSoon = 2s; // an agent that asks nobody has answered by then

// One end of a conversation, and by when a message must have gone over it.
struct Peer {
    int fd;
    const Interrupt &interrupt;
    std::chrono::steady_clock::time_point until;

    [[nodiscard]] Ready wait(short events) const
    {
        return waitFor(fd, events, std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()), interrupt);
    }
    [[nodiscard]] bool readAll(char *to, size_t size) const
    {
        while (size > 0) {
            const ssize_t got = recv(fd, to, size, MSG_DONTWAIT);
            if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
                return false;
            if (got < 0 && errno == EAGAIN && wait(POLLIN) != Ready::Yes)
                return false;
            if (got > 0) {
                to += got;
                size -= size_t(got);
            }
        }
        return true;
    }
    // One message without its length; empty: the other end is gone, or too late.
    [[nodiscard]] QByteArray read() const
    {
        std::array<char, 4> head{};
        if (!readAll(head.data(), head.size()))
            return {};
        const quint32 size = qFromBigEndian<quint32>(head.data());
        QByteArray message(qsizetype(std::min(size, kLongest)), Qt::Uninitialized);
        if (size == 0 || size > kLongest || !readAll(message.data(), size))
            return {};
        return message;
    }
    [[nodiscard]] bool write(QByteArrayView message) const
    {
        QByteArray framed;
        appendString(framed, message);
        for (QByteArrayView bytes = framed; !bytes.isEmpty();) {
            const ssize_t put = send(fd, bytes.data(), size_t(bytes.size()), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (put == 0 || (put < 0 && errno != EINTR && errno != EAGAIN))
                return false;
            if (put < 0 && errno == EAGAIN && wait(POLLOUT) != Ready::Yes)
                return false;
            if (put > 0)
                bytes = bytes.sliced(put);
        }
        return true;
    }
};

bool connectTo(int fd, const sockaddr_un &address, const Interrupt &interrupt)
{
    const auto until = std::chrono::steady_clock::now() + kConnectLimit;
    while (connect(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0) {
        // A full queue gives no sign when it has room again.
        if ((errno != EAGAIN && errno != EINTR) || std::chrono::steady_clock::now() > until
            || waitFor(-1, 0, 50ms, interrupt) == Ready::Stopped)
            return false;
    }
    return true;
}

} // namespace

std::unique_ptr<AgentFilter> AgentFilter::open(const QString &path, const Interrupt &interrupt, std::chrono::milliseconds limit)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray name = QFile::encodeName(path);
    if (name.isEmpty() || size_t(name.size()) >= sizeof address.sun_path)
        return nullptr;
    memcpy(address.sun_path, name.constData(), size_t(name.size()));
    std::unique_ptr<AgentFilter> filter(new AgentFilter(interrupt, limit));
    filter->m_agent = Fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    std::array<int, 2> pair{};
    if (!filter->m_agent || !connectTo(filter->m_agent.get(), address, interrupt)
        || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0)
        return nullptr;
    filter->m_client = Fd(pair[0]);
    filter->m_ours = Fd(pair[1]);
    filter->m_thread = std::thread([raw = filter.get()] { raw->serve(); });
    return filter;
}

AgentFilter::~AgentFilter()
{
    shutdown(m_ours.get(), SHUT_RDWR);
    shutdown(m_agent.get(), SHUT_RDWR);
    if (m_thread.joinable())
        m_thread.join();
}

void AgentFilter::setChoice(Choice choice)
{
    const std::scoped_lock lock(m_mutex);
    m_choice = std::move(choice);
    m_offered = 0;
}

void AgentFilter::setWaiting(Waiting waiting)
{
    const std::scoped_lock lock(m_mutex);
    m_waiting = std::move(waiting);
}

int AgentFilter::offered() const
{
    const std::scoped_lock lock(m_mutex);
    return m_offered;
}

QByteArray AgentFilter::filtered(const QByteArray &message)
{
    QByteArrayView rest = QByteArrayView(message).sliced(1);
    if (rest.size() < 4)
        return message;
    rest = rest.sliced(4);
    QByteArrayList blobs, comments;
    QByteArrayView blob, comment;
    while (takeString(rest, blob) && takeString(rest, comment)) {
        blobs += blob.toByteArray();
        comments += comment.toByteArray();
    }
    const std::scoped_lock lock(m_mutex);
    const QByteArrayList chosen = m_choice ? m_choice(blobs) : QByteArrayList();
    m_offered = int(chosen.size());
    QByteArray answer(1, kIdentitiesAnswer);
    appendNumber(answer, quint32(chosen.size()));
    for (const QByteArray &each : chosen) {
        appendString(answer, each);
        appendString(answer, comments.value(blobs.indexOf(each)));
    }
    return answer;
}

QByteArray AgentFilter::askAgent(const QByteArray &question)
{
    const auto now = std::chrono::steady_clock::now();
    const Peer agent{m_agent.get(), m_interrupt, now + m_limit};
    const bool sent = agent.write(question);
    Waiting waiting;
    if (sent && waitFor(agent.fd, POLLIN, std::min<std::chrono::milliseconds>(kSoon, m_limit), m_interrupt) == Ready::TimedOut) {
        const std::scoped_lock lock(m_mutex);
        waiting = m_waiting;
    }
    if (waiting)
        waiting(true);
    QByteArray answer = sent ? agent.read() : QByteArray();
    if (waiting)
        waiting(false);
    m_silent = answer.isEmpty() && std::chrono::steady_clock::now() >= agent.until;
    return answer;
}

void AgentFilter::serve()
{
    for (;;) {
        // libssh asks when it likes: until it is gone, or we are stopped.
        Ready ready = Ready::TimedOut;
        while (ready == Ready::TimedOut)
            ready = waitFor(m_ours.get(), POLLIN, 1h, m_interrupt);
        const Peer ours{m_ours.get(), m_interrupt, std::chrono::steady_clock::now() + m_limit};
        const QByteArray question = ready == Ready::Yes ? ours.read() : QByteArray();
        const QByteArray answer = question.isEmpty() ? QByteArray() : askAgent(question);
        if (answer.isEmpty() || !ours.write(answer.front() == kIdentitiesAnswer ? filtered(answer) : answer))
            break;
    }
    shutdown(m_ours.get(), SHUT_RDWR); // libssh, which waits for it without a limit, sees the end
    shutdown(m_agent.get(), SHUT_RDWR);
}

} // namespace pilothouse
