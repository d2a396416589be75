// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/wire.h"

#include <array>
#include <condition_variable>
#include <cstring>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>

namespace pilothouse {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kNameLimit = 10s;
constexpr auto kTcpLimit = 15s;
constexpr off_t kMostErrors = 256 << 10; // bytes of a ProxyCommand's complaints
constexpr int kUnheardLimit = 30'000; // ms in which the far end's kernel must say that it got what we sent

struct Address {
    int family = 0;
    sockaddr_storage storage{};
    socklen_t length = 0;
};

struct LookUp {
    std::mutex mutex;
    std::vector<Address> found;
    QString complaint;
    bool done = false;
    Bell bell;
};

tl::unexpected<Error> unreachable(const QString &host, const QString &detail)
{
    return failure(Error::Kind::Unreachable, host, detail);
}

QString systemText()
{
    return QString::fromLocal8Bit(strerror(errno));
}

// getaddrinfo can't be stopped: it runs aside, and a thread that hangs in it keeps only what it needs.
void resolve(const std::shared_ptr<LookUp> &lookUp, const QByteArray &name, int port, int family)
{
    addrinfo hints{};
    hints.ai_family = family;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo *list = nullptr;
    const int code = getaddrinfo(name.constData(), QByteArray::number(port).constData(), &hints, &list);
    const std::scoped_lock lock(lookUp->mutex);
    if (code != 0)
        lookUp->complaint = QString::fromLocal8Bit(gai_strerror(code));
    for (const addrinfo *each = list; each; each = each->ai_next) {
        Address address{each->ai_family, {}, each->ai_addrlen};
        memcpy(&address.storage, each->ai_addr, each->ai_addrlen);
        lookUp->found.push_back(address);
    }
    if (list)
        freeaddrinfo(list);
    lookUp->done = true;
    lookUp->bell.ring();
}

Result<std::vector<Address>> lookUpName(const HostConfig &host, const Interrupt &interrupt)
{
    const int family = host.family == HostConfig::Family::Inet ? AF_INET : host.family == HostConfig::Family::Inet6 ? AF_INET6 : AF_UNSPEC;
    auto lookUp = std::make_shared<LookUp>();
    std::thread([lookUp, name = host.hostName.toUtf8(), port = host.port, family] { resolve(lookUp, name, port, family); }).detach();
    switch (waitFor(lookUp->bell.fd(), POLLIN, kNameLimit, interrupt)) {
    case Ready::Stopped:
        return failure(Error::Kind::Stopped);
    case Ready::TimedOut:
        return unreachable(host.hostName, u"the look-up of the name took too long"_s);
    case Ready::Yes:
        break;
    }
    const std::scoped_lock lock(lookUp->mutex);
    if (lookUp->found.empty())
        return unreachable(host.hostName, lookUp->complaint);
    return lookUp->found;
}

Result<> bindTo(int fd, const HostConfig &host, int family)
{
    addrinfo hints{};
    hints.ai_family = family;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICHOST;
    addrinfo *list = nullptr;
    const int code = getaddrinfo(host.bindAddress.toUtf8().constData(), nullptr, &hints, &list);
    if (code != 0)
        return unreachable(host.hostName, u"BindAddress: "_s + QString::fromLocal8Bit(gai_strerror(code)));
    const int bound = bind(fd, list->ai_addr, list->ai_addrlen);
    freeaddrinfo(list);
    if (bound != 0)
        return unreachable(host.hostName, u"BindAddress: "_s + systemText());
    return {};
}

Result<Fd> connectOne(const HostConfig &host, const Address &address, std::chrono::milliseconds limit, const Interrupt &interrupt)
{
    Fd fd(socket(address.family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd)
        return unreachable(host.hostName, systemText());
    const int on = 1;
    setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    // A server may think long about a log-in; the system notices meanwhile if it is gone.
    const int unheard = kUnheardLimit, idle = 15, between = 5;
    setsockopt(fd.get(), IPPROTO_TCP, TCP_USER_TIMEOUT, &unheard, sizeof unheard);
    setsockopt(fd.get(), SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd.get(), IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(fd.get(), IPPROTO_TCP, TCP_KEEPINTVL, &between, sizeof between);
    if (!host.bindAddress.isEmpty())
        if (const auto bound = bindTo(fd.get(), host, address.family); !bound)
            return tl::unexpected(bound.error());
    if (connect(fd.get(), reinterpret_cast<const sockaddr *>(&address.storage), address.length) != 0) {
        if (errno != EINPROGRESS)
            return unreachable(host.hostName, systemText());
        switch (waitFor(fd.get(), POLLOUT, limit, interrupt)) {
        case Ready::Stopped:
            return failure(Error::Kind::Stopped);
        case Ready::TimedOut:
            return unreachable(host.hostName, u"no answer"_s);
        case Ready::Yes:
            break;
        }
        int code = 0;
        socklen_t size = sizeof code;
        getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &code, &size);
        errno = code;
        if (code != 0)
            return unreachable(host.hostName, systemText());
    }
    return fd;
}

} // namespace

Ready waitFor(int fd, short events, std::chrono::milliseconds limit, const Interrupt &interrupt)
{
    const auto until = std::chrono::steady_clock::now() + limit;
    for (;;) {
        if (interrupt.stop.stop_requested())
            return Ready::Stopped;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        if (left <= 0ms)
            return Ready::TimedOut;
        std::array<pollfd, 2> ends{{{fd, events, 0}, {interrupt.bell.fd(), POLLIN, 0}}};
        if (poll(ends.data(), ends.size(), int(left.count())) > 0 && ends[0].revents)
            return Ready::Yes;
    }
}

Result<Fd> connectTcp(const HostConfig &host, const Interrupt &interrupt, Steps &steps)
{
    steps.begin(u"name"_s, host.hostName);
    const auto addresses = lookUpName(host, interrupt);
    if (!addresses) {
        steps.failed(addresses.error().detail);
        return tl::unexpected(addresses.error());
    }
    steps.done(host.notUnderstood.isEmpty() ? QString() : u"ssh_config, not understood: "_s + host.notUnderstood.join(u"; "_s));
    steps.begin(u"tcp"_s, u"%1:%2"_s.arg(host.hostName).arg(host.port));
    const std::chrono::milliseconds limit = host.connectTimeout.count() > 0 ? std::chrono::milliseconds(host.connectTimeout) : kTcpLimit;
    const auto until = std::chrono::steady_clock::now() + limit;
    Result<Fd> last = unreachable(host.hostName, {});
    for (size_t i = 0; i < addresses->size(); ++i) {
        // Each address gets its share of what is left, so that a dead first one leaves time for the next.
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        last = connectOne(host, addresses->at(i), left / qint64(addresses->size() - i), interrupt);
        if (last || last.error().kind == Error::Kind::Stopped)
            break;
    }
    if (last)
        steps.done();
    else
        steps.failed(last.error().detail);
    return last;
}

Result<Fd> ProxyProcess::start(const QByteArray &command)
{
    std::array<int, 2> pair{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0)
        return unreachable(u"ProxyCommand"_s, systemText());
    Fd ours(pair[0]);
    const Fd theirs(pair[1]);
    // It may talk for weeks: the file ends where it begins to be a burden, and what would go behind that is lost.
    m_errors = Fd(memfd_create("proxy", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (ftruncate(m_errors.get(), kMostErrors) != 0 || fcntl(m_errors.get(), F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0)
        return unreachable(u"ProxyCommand"_s, systemText());
    if (const int code = m_process.start({"-c", command}, theirs.get(), theirs.get(), m_errors.get()); code != 0) {
        errno = code;
        return unreachable(u"ProxyCommand"_s, systemText());
    }
    fcntl(ours.get(), F_SETFL, O_NONBLOCK);
    return ours;
}

QString ProxyProcess::complaint() const
{
    std::array<char, 400> text{};
    const off_t size = m_errors ? lseek(m_errors.get(), 0, SEEK_CUR) : 0; // where its own writing has come to
    const ssize_t got = size > 0 ? pread(m_errors.get(), text.data(), text.size(), std::max<off_t>(0, size - off_t(text.size()))) : 0;
    return QString::fromLocal8Bit(text.data(), std::max<ssize_t>(0, got)).trimmed();
}

} // namespace pilothouse
