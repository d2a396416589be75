// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of known hosts say about a host's key: our own reader, since libssh's overlooks @revoked lines and negation.
#pragma once
#include "backend/core/result.h"

#include <QByteArrayList>
#include <QStringList>

#include <vector>

namespace pilothouse {

struct HostKey {
    QByteArray type; // "ssh-ed25519"
    QByteArray blob; // as in the file, decoded
    friend bool operator==(const HostKey &, const HostKey &) = default;
    [[nodiscard]] QString fingerprint() const; // "SHA256:…" as OpenSSH prints it
};

struct HostVerdict {
    enum class Kind {
        Known,
        Unknown,
        Changed, // another key of this type is on file
        OtherType, // only keys of other types are on file
        Revoked, // forbidden by a @revoked line, whatever other lines say
    };
    Kind kind = Kind::Unknown;
    QList<HostKey> onFile; // plain keys of this host, in the files' order
    bool authorityOnFile = false; // a @cert-authority line is meant for it; host certificates aren't supported
};

class KnownHosts {
public:
    // Reads what is there; a file that is missing is an empty one, one that is unreadable is an error.
    [[nodiscard]] static Result<KnownHosts> read(const QStringList &files);
    // Lines that can't be read are skipped.
    void addText(QByteArrayView text);

    // The name is lower case, without brackets. With a port other than 22 "[name]:port" is looked up; a plain line is taken too
    // when its key is the very one, as OpenSSH does. Port 0: an alias, looked up as it is.
    [[nodiscard]] HostVerdict check(const QString &host, int port, const HostKey &key) const;
    // Key types on file for the host, so that the server is asked for these first.
    [[nodiscard]] QByteArrayList typesFor(const QString &host, int port) const;

private:
    enum class Mark { None, Revoked, Authority };
    struct Line {
        Mark mark = Mark::None;
        QByteArray hosts;
        HostKey key;
    };
    [[nodiscard]] HostVerdict checkName(const QByteArray &name, const HostKey &key) const;
    void addLine(QByteArrayView line);
    std::vector<Line> m_lines;
};

// True if the comma-separated patterns (* ? !) hold for the name, as in known_hosts and ssh_config.
[[nodiscard]] bool matchesPatternList(QByteArrayView name, QByteArrayView patterns);
[[nodiscard]] bool matchesPattern(QByteArrayView name, QByteArrayView pattern);

} // namespace pilothouse
