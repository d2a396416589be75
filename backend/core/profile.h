// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A saved connection, without secrets. Read from and written to JSON by backend/store/profiles.
#pragma once
#include <QString>
#include <QStringList>

#include <chrono>

namespace pilothouse {

struct SshSettings {
    QString host; // a name of ~/.ssh/config, or an address
    int port = 0; // 0: from the ssh config, else 22
    QString user; // empty: from the ssh config, else the local user
    QStringList identityFiles; // empty: from the ssh config, else the usual ones
    QString userKnownHostsFile; // empty: from the ssh config, else ~/.ssh/known_hosts
    QString proxyJump; // empty: from the ssh config; "none"; "user@host:port,user2@host2"
    QString config; // path of the ssh config; empty: ~/.ssh/config and /etc/ssh/ssh_config; "none": no file
    QStringList preferredAuthentications; // empty: the server's order
    friend bool operator==(const SshSettings &, const SshSettings &) = default;
};

struct Profile {
    QString name;
    QString kind; // "slurm"
    bool local = false; // Slurm's commands on this machine, no SSH
    SshSettings ssh;
    bool readOnly = false;
    std::chrono::milliseconds minimumInterval{5000};
    friend bool operator==(const Profile &, const Profile &) = default;
};

} // namespace pilothouse
