// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The person's ssh_config, read as OpenSSH reads it; what we can't obey is told, never passed over.
#pragma once
#include "backend/core/profile.h"
#include "backend/core/result.h"

#include <QStringList>

#include <chrono>

namespace pilothouse {

// Everything about one host that we act on. Tokens are expanded, ~ is too.
struct HostConfig {
    QString original; // as the person named it
    QString hostName;
    int port = 22;
    QString user;
    QStringList identityFiles;
    bool identitiesGiven = false; // by the profile or the config, not the usual ones
    QStringList certificateFiles;
    bool identitiesOnly = false;
    QString identityAgent; // socket; "none"; empty: SSH_AUTH_SOCK
    QString proxyJump; // empty: none
    QString proxyCommand; // empty: none; tokens still in it
    QStringList userKnownHostsFiles;
    QStringList globalKnownHostsFiles;
    QString hostKeyAlias;
    QStringList preferredAuthentications;
    bool pubkeyAuthentication = true;
    bool passwordAuthentication = true;
    bool kbdInteractiveAuthentication = true;
    bool gssapiAuthentication = true;
    std::chrono::seconds connectTimeout{0}; // 0: ours
    std::chrono::seconds serverAliveInterval{0}; // 0: ours
    enum class Family { Any, Inet, Inet6 };
    Family family = Family::Any;
    QString bindAddress;
    QStringList notUnderstood; // "Match exec …", keywords that would change host, key or way in
};

struct ConfigFiles {
    QStringList files; // in the order in which they count; first value wins
    QString home; // for ~ and %d
    QString sshFolder; // for relative Include of a person's file
    QString localUser;
};
// The usual files of this person, or what the profile names.
[[nodiscard]] ConfigFiles configFilesFor(const QString &profileConfig);

// BadInput with file and line for a line that OpenSSH would refuse too, and for a path with a variable that is not set.
[[nodiscard]] Result<HostConfig> readSshConfig(const ConfigFiles &files, const QString &host, const QString &user, int port);

// The config with the profile's own words put over it.
[[nodiscard]] Result<HostConfig> hostConfigFor(const SshSettings &settings);

// "user@host:port" of a ProxyJump list, one hop; IPv6 in brackets.
struct JumpHop {
    QString user;
    QString host;
    int port = 0;
};
[[nodiscard]] Result<QList<JumpHop>> parseJumps(const QString &proxyJump);

// ProxyCommand with its %-tokens put in; ${…} and ~ in it are its shell's. Hosts and users with characters that a shell knows are refused.
[[nodiscard]] Result<QByteArray> expandProxyCommand(const HostConfig &config);

} // namespace pilothouse
