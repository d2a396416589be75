// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/agentfilter.h"

#include <QFile>
#include <QtEndian>

#include <array>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>

namespace pilothouse {

namespace {

constexpr quint32 kLongest = 1 << 20;
constexpr char kIdentitiesAnswer = 12;

bool readAll(int fd, char *to, size_t size)
{
    while (size > 0) {
        const ssize_t got = recv(fd, to, size, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        to += got;
        size -= size_t(got);
    }
    return true;
}

bool writeAll(int fd, QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const ssize_t put = send(fd, bytes.data(), size_t(bytes.size()), MSG_NOSIGNAL);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        bytes = bytes.sliced(put);
    }
    return true;
}

void appendNumber(QByteArray &to, quint32 number)
{
    std::array<char, 4> bytes{};
    qToBigEndian(number, bytes.data());
    to.append(bytes.data(), 4);
}

void appendString(QByteArray &to, const QByteArray &text)
{
    appendNumber(to, quint32(text.size()));
    to += text;
}

// One message without its length; empty: the other end is gone.
QByteArray readMessage(int fd)
{
    std::array<char, 4> head{};
    if (!readAll(fd, head.data(), head.size()))
        return {};
    const quint32 size = qFromBigEndian<quint32>(head.data());
    QByteArray message(qsizetype(std::min(size, kLongest)), Qt::Uninitialized);
    if (size == 0 || size > kLongest || !readAll(fd, message.data(), size))
        return {};
    return message;
}

bool writeMessage(int fd, const QByteArray &message)
{
    QByteArray framed;
    appendString(framed, message);
    return writeAll(fd, framed);
}

bool takeString(QByteArrayView &from, QByteArray &text)
{
    if (from.size() < 4)
        return false;
    const quint32 size = qFromBigEndian<quint32>(from.data());
    if (size > quint64(from.size() - 4))
        return false;
    text = from.sliced(4, qsizetype(size)).toByteArray();
    from = from.sliced(4 + qsizetype(size));
    return true;
}

} // namespace

std::unique_ptr<AgentFilter> AgentFilter::open(const QString &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray name = QFile::encodeName(path);
    if (name.isEmpty() || size_t(name.size()) >= sizeof address.sun_path)
        return nullptr;
    memcpy(address.sun_path, name.constData(), size_t(name.size()));
    std::unique_ptr<AgentFilter> filter(new AgentFilter);
    filter->m_agent = Fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    std::array<int, 2> pair{};
    if (connect(filter->m_agent.get(), reinterpret_cast<sockaddr *>(&address), sizeof address) != 0
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
    QByteArray blob, comment;
    while (takeString(rest, blob) && takeString(rest, comment)) {
        blobs += blob;
        comments += comment;
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

void AgentFilter::serve()
{
    for (;;) {
        const QByteArray question = readMessage(m_ours.get());
        if (question.isEmpty() || !writeMessage(m_agent.get(), question))
            break;
        const QByteArray answer = readMessage(m_agent.get());
        if (answer.isEmpty() || !writeMessage(m_ours.get(), answer.front() == kIdentitiesAnswer ? filtered(answer) : answer))
            break;
    }
    shutdown(m_ours.get(), SHUT_RDWR);
}

} // namespace pilothouse
