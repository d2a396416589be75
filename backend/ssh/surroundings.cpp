// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/surroundings.h"

#include <array>
#include <ctime>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

namespace pilothouse {

namespace {

QByteArray textOf(const sockaddr *address)
{
    std::array<char, INET6_ADDRSTRLEN> text{};
    const void *bytes = nullptr;
    if (address && address->sa_family == AF_INET)
        bytes = &reinterpret_cast<const sockaddr_in *>(address)->sin_addr;
    else if (address && address->sa_family == AF_INET6)
        bytes = &reinterpret_cast<const sockaddr_in6 *>(address)->sin6_addr;
    return bytes && inet_ntop(address->sa_family, bytes, text.data(), text.size()) ? QByteArray(text.data()) : QByteArray();
}

} // namespace

std::chrono::nanoseconds Surroundings::slept() const
{
    timespec boot{}, awake{};
    clock_gettime(CLOCK_MONOTONIC, &awake);
    clock_gettime(CLOCK_BOOTTIME, &boot);
    return std::chrono::seconds(boot.tv_sec - awake.tv_sec) + std::chrono::nanoseconds(boot.tv_nsec - awake.tv_nsec);
}

bool Surroundings::hasAddress(const QByteArray &address) const
{
    if (address.startsWith("127.") || address == "::1") // nobody loses these, and no interface needs to list them
        return true;
    ifaddrs *list = nullptr;
    if (getifaddrs(&list) != 0)
        return true; // unknown: nothing is dropped for it
    bool found = false;
    for (const ifaddrs *each = list; each && !found; each = each->ifa_next)
        found = textOf(each->ifa_addr) == address;
    freeifaddrs(list);
    return found;
}

Fd Surroundings::watchAddresses() const
{
    Fd watch(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE));
    sockaddr_nl groups{};
    groups.nl_family = AF_NETLINK;
    groups.nl_groups = RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR;
    if (watch && bind(watch.get(), reinterpret_cast<const sockaddr *>(&groups), sizeof groups) != 0)
        watch.reset();
    return watch;
}

bool Surroundings::takeNews(const Fd &watch)
{
    std::array<char, 4096> message{};
    for (bool news = false; watch;) {
        // An overrun is news too: all is looked up anyway.
        if (read(watch.get(), message.data(), message.size()) > 0 || errno == ENOBUFS)
            news = true;
        else if (errno != EINTR)
            return news;
    }
    return false;
}

QByteArray addressOf(int socket)
{
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (getsockname(socket, reinterpret_cast<sockaddr *>(&address), &size) != 0)
        return {};
    return textOf(reinterpret_cast<const sockaddr *>(&address));
}

} // namespace pilothouse
