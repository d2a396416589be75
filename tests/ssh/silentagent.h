// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A key agent that takes questions and answers none, as one does whose person is not there.
#pragma once
#include "backend/ssh/fd.h"

#include <QFile>
#include <QTemporaryDir>

#include <array>
#include <cstring>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace pilothouse::test {

class SilentAgent {
public:
    explicit SilentAgent(int backlog = 5)
    {
        const sockaddr_un name = address();
        bind(m_socket.get(), reinterpret_cast<const sockaddr *>(&name), sizeof name);
        listen(m_socket.get(), backlog);
    }
    [[nodiscard]] QByteArray path() const { return QFile::encodeName(m_folder.filePath(QStringLiteral("agent"))); }
    // False when no question came.
    [[nodiscard]] bool waitForQuestion()
    {
        std::array<char, 5> question{};
        return readable(m_socket.get()) && (m_peer = Fd(accept4(m_socket.get(), nullptr, nullptr, SOCK_CLOEXEC))) && readable(m_peer.get())
            && recv(m_peer.get(), question.data(), question.size(), MSG_WAITALL) == ssize_t(question.size());
    }
    void answer(QByteArrayView bytes) const { (void)send(m_peer.get(), bytes.data(), size_t(bytes.size()), MSG_NOSIGNAL); }
    [[nodiscard]] sockaddr_un address() const
    {
        sockaddr_un made{};
        made.sun_family = AF_UNIX;
        const QByteArray name = path();
        memcpy(made.sun_path, name.constData(), size_t(std::min<qsizetype>(name.size(), sizeof made.sun_path - 1)));
        return made;
    }

private:
    [[nodiscard]] static bool readable(int fd)
    {
        pollfd end{fd, POLLIN, 0};
        return poll(&end, 1, 60'000) > 0;
    }
    QTemporaryDir m_folder;
    Fd m_socket{socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    Fd m_peer;
};

} // namespace pilothouse::test
