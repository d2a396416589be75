// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/link.h"

#include "backend/ssh/login.h"
#include "backend/ssh/surroundings.h"

#include <QRandomGenerator>

#include <sys/socket.h>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostHops = 8;
constexpr int kTries = 3; // at a server that turns us away, before it is told
constexpr std::chrono::milliseconds kFirstPause{600};

// A hop is a host of the same ssh_config; what the profile says of files goes for it too where its own config says nothing.
Result<HostConfig> configOfHop(const JumpHop &hop, const SshSettings &profile)
{
    SshSettings settings;
    settings.host = hop.host;
    settings.user = hop.user;
    settings.port = hop.port;
    settings.config = profile.config;
    settings.userKnownHostsFile = profile.userKnownHostsFile;
    auto config = hostConfigFor(settings);
    if (config && !config->identitiesGiven && !profile.identityFiles.isEmpty()) {
        settings.identityFiles = profile.identityFiles;
        config = hostConfigFor(settings);
    }
    return config;
}

} // namespace

Link::~Link() = default;

void Link::dropUnsent()
{
    const linger none{1, 0};
    setsockopt(ssh_get_fd(m_session.raw()), SOL_SOCKET, SO_LINGER, &none, sizeof none);
    if (m_tunnel)
        m_tunnel->dropUnsent();
    m_proxy.reset();
}

Result<std::unique_ptr<Link>> Link::open(const SshSettings &settings, Prompter &prompter, const Interrupt &interrupt, Steps &steps)
{
    steps.clear();
    auto config = hostConfigFor(settings);
    if (!config)
        return tl::unexpected(config.error());
    const QStringList jumps = config->proxyJump.isEmpty() ? QStringList() : config->proxyJump.split(u',');
    return openTo(*config, jumps, {settings, prompter, interrupt, steps, 0});
}

// A server that turned us away may have room soon. Tried again here only where nobody was asked anything on the way.
Result<std::unique_ptr<Link>> Link::openTo(const HostConfig &config, const QStringList &jumps, const Route &route)
{
    if (route.depth > kMostHops)
        return failure(Error::Kind::BadInput, config.original, u"too many jump hosts, or a ring of them"_s);
    PlaceIfAny place;
    std::unique_ptr<Link> link;
    const qsizetype steps = route.steps.all().size();
    for (int tries = 1;; ++tries) {
        link.reset(new Link(route.interrupt, config));
        const auto reached = link->reach(jumps, route, place);
        if (reached)
            break;
        if (!link->m_session.turnedAway() || link->m_proxy || !jumps.isEmpty() || tries == kTries)
            return tl::unexpected(reached.error());
        const int step = int(kFirstPause.count()) << (tries - 1);
        link.reset();
        if (waitFor(-1, 0, std::chrono::milliseconds(step / 2 + QRandomGenerator::global()->bounded(step)), route.interrupt)
            == Ready::Stopped)
            return failure(Error::Kind::Stopped);
        route.steps.backTo(steps);
    }
    route.steps.begin(u"login"_s, u"%1@%2"_s.arg(link->m_config.user, hostLabel(link->m_config)));
    Login login(link->m_session, link->m_config, route.prompter, *place);
    const auto method = login.run();
    if (!method) {
        route.steps.failed(method.error().detail);
        return tl::unexpected(method.error());
    }
    route.steps.done(*method);
    return link;
}

Result<> Link::reach(QStringList jumps, const Route &route, PlaceIfAny &place)
{
    auto carrier = stream(std::move(jumps), route, place);
    if (!carrier)
        return tl::unexpected(carrier.error());
    const auto shaken = m_session.shakeHands(std::move(*carrier), m_config, route.steps);
    if (!shaken && m_proxy && shaken.error().kind == Error::Kind::Unreachable && !m_proxy->complaint().isEmpty())
        return failure(Error::Kind::Unreachable, shaken.error().subject, u"ProxyCommand: "_s + m_proxy->complaint());
    return shaken;
}

Result<> Link::takePlace(const QString &step, const Route &route, PlaceIfAny &place) const
{
    if (place)
        return {};
    const QString door = u"%1:%2"_s.arg(m_config.hostName).arg(m_config.port);
    route.steps.wait(step, door);
    if (auto taken = Turns::all().take(door, route.interrupt.stop))
        place.emplace(std::move(*taken));
    return place ? Result<>() : failure(Error::Kind::Stopped);
}

Result<Fd> Link::stream(QStringList jumps, const Route &route, PlaceIfAny &place)
{
    if (!m_config.proxyCommand.isEmpty()) {
        const auto command = expandProxyCommand(m_config);
        if (!command)
            return tl::unexpected(command.error());
        if (const auto taken = takePlace(u"jump"_s, route, place); !taken)
            return tl::unexpected(taken.error());
        route.steps.begin(u"jump"_s, QString::fromUtf8(*command));
        m_proxy = std::make_unique<ProxyProcess>();
        auto carrier = m_proxy->start(*command);
        carrier ? route.steps.done() : route.steps.failed(carrier.error().detail);
        return carrier;
    }
    if (jumps.isEmpty()) {
        if (const auto taken = takePlace(u"name"_s, route, place); !taken)
            return tl::unexpected(taken.error());
        auto socket = connectTcp(m_config, route.interrupt, route.steps);
        m_localAddress = socket ? addressOf(socket->get()) : QByteArray();
        return socket;
    }
    // The last hop before us, by way of those before it; the first of all may have a way of its own in the config.
    const auto hop = parseJumps(jumps.takeLast());
    if (!hop)
        return tl::unexpected(hop.error());
    auto config = configOfHop(hop->first(), route.settings);
    if (!config)
        return tl::unexpected(config.error());
    if (!jumps.isEmpty())
        config->proxyCommand.clear();
    else if (!config->proxyJump.isEmpty())
        jumps = config->proxyJump.split(u',');
    Route next = route;
    ++next.depth;
    auto link = openTo(*config, jumps, next);
    if (!link)
        return tl::unexpected(link.error());
    m_localAddress = (*link)->m_localAddress;
    if (const auto taken = takePlace(u"jump"_s, route, place); !taken)
        return tl::unexpected(taken.error());
    route.steps.begin(u"jump"_s, u"%1:%2"_s.arg(m_config.hostName).arg(m_config.port));
    Fd end;
    auto tunnel = Tunnel::open(std::move(*link), m_config.hostName, m_config.port, end);
    if (!tunnel) {
        route.steps.failed(tunnel.error().detail);
        return tl::unexpected(tunnel.error());
    }
    route.steps.done();
    m_tunnel = std::move(*tunnel);
    return end;
}

} // namespace pilothouse
