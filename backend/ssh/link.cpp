// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/link.h"

#include "backend/ssh/login.h"

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostHops = 8;

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

Result<std::unique_ptr<Link>> Link::open(const SshSettings &settings, Prompter &prompter, const Interrupt &interrupt, Steps &steps)
{
    steps.clear();
    auto config = hostConfigFor(settings);
    if (!config)
        return tl::unexpected(config.error());
    const QStringList jumps = config->proxyJump.isEmpty() ? QStringList() : config->proxyJump.split(u',');
    return openTo(std::move(*config), jumps, {settings, prompter, interrupt, steps, 0});
}

Result<std::unique_ptr<Link>> Link::openTo(HostConfig config, QStringList jumps, const Route &route)
{
    if (route.depth > kMostHops)
        return failure(Error::Kind::BadInput, config.original, u"too many jump hosts, or a ring of them"_s);
    std::unique_ptr<Link> link(new Link(route.interrupt, std::move(config)));
    auto stream = link->stream(std::move(jumps), route);
    if (!stream)
        return tl::unexpected(stream.error());
    if (const auto shaken = link->m_session.shakeHands(std::move(*stream), link->m_config, route.steps); !shaken) {
        Error error = shaken.error();
        if (link->m_proxy && error.kind == Error::Kind::Unreachable && !link->m_proxy->complaint().isEmpty())
            error.detail = u"ProxyCommand: "_s + link->m_proxy->complaint();
        return tl::unexpected(error);
    }
    route.steps.begin(u"login"_s, u"%1@%2"_s.arg(link->m_config.user, hostLabel(link->m_config)));
    Login login(link->m_session, link->m_config, route.prompter);
    const auto method = login.run();
    if (!method) {
        route.steps.failed(method.error().detail);
        return tl::unexpected(method.error());
    }
    route.steps.done(*method);
    return link;
}

Result<Fd> Link::stream(QStringList jumps, const Route &route)
{
    if (!m_config.proxyCommand.isEmpty()) {
        const auto command = expandProxyCommand(m_config);
        if (!command)
            return tl::unexpected(command.error());
        route.steps.begin(u"jump"_s, QString::fromUtf8(*command));
        m_proxy = std::make_unique<ProxyProcess>();
        auto stream = m_proxy->start(*command);
        stream ? route.steps.done() : route.steps.failed(stream.error().detail);
        return stream;
    }
    if (jumps.isEmpty())
        return connectTcp(m_config, route.interrupt, route.steps);
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
    auto link = openTo(std::move(*config), jumps, next);
    if (!link)
        return tl::unexpected(link.error());
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
