// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/session.h"

#include "backend/ssh/knownhosts.h"

#include <poll.h>
#include <sys/socket.h>

namespace pilothouse {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kHandshakeLimit = 20s;
constexpr auto kFirstWord = 1s;
constexpr auto kHandshakeQuiet = 10s; // no person and no directory has a say yet: sshd answers within moments

// Types on file first: a server that has several keys then shows the one that can be checked.
QByteArray hostKeyOrder(const QByteArrayList &onFile)
{
    const QByteArrayList all{"ssh-ed25519",         "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384",
                             "ecdsa-sha2-nistp521", "rsa-sha2-512",        "rsa-sha2-256"};
    const auto isOnFile = [&](const QByteArray &name) { return onFile.contains(name.startsWith("rsa-sha2-") ? "ssh-rsa"_ba : name); };
    QByteArrayList order;
    for (const QByteArray &name : all)
        if (isOnFile(name))
            order += name;
    for (const QByteArray &name : all)
        if (!isOnFile(name))
            order += name;
    return order.join(',');
}

Result<HostKey> serverKey(ssh_session session)
{
    ssh_key key = nullptr;
    if (ssh_get_server_publickey(session, &key) != SSH_OK)
        return failure(Error::Kind::Unreachable, {}, u"no host key"_s);
    char *text = nullptr;
    HostKey found;
    if (ssh_pki_export_pubkey_base64(key, &text) == SSH_OK)
        found.blob = QByteArray::fromBase64(text);
    const char *type = ssh_key_type_to_char(ssh_key_type(key));
    found.type = type ? QByteArray(type) : QByteArray();
    ssh_string_free_char(text);
    ssh_key_free(key);
    if (found.blob.isEmpty() || found.type.isEmpty())
        return failure(Error::Kind::Unreachable, {}, u"an unreadable host key"_s);
    return found;
}

QString described(const HostKey &key)
{
    return QString::fromLatin1(key.type) + u' ' + key.fingerprint();
}

Error refusal(const HostVerdict &verdict, const HostKey &key, const QString &host)
{
    QString detail = described(key);
    if (verdict.authorityOnFile)
        detail += u"\n@cert-authority: host certificates aren't supported"_s;
    switch (verdict.kind) {
    case HostVerdict::Kind::Revoked:
        return {Error::Kind::HostKeyRevoked, host, detail};
    case HostVerdict::Kind::Changed:
        for (const HostKey &old : verdict.onFile)
            if (old.type == key.type)
                detail += u"\non file: "_s + described(old);
        return {Error::Kind::HostKeyChanged, host, detail};
    case HostVerdict::Kind::OtherType:
        for (const HostKey &old : verdict.onFile)
            detail += u"\nother key type on file: "_s + described(old);
        break;
    case HostVerdict::Kind::Unknown:
    case HostVerdict::Kind::Known:
        break;
    }
    return {Error::Kind::HostKeyUnknown, host, detail};
}

} // namespace

QString hostLabel(const HostConfig &host)
{
    const QString name = host.hostKeyAlias.isEmpty() ? host.hostName : host.hostKeyAlias;
    return host.port == 22 || !host.hostKeyAlias.isEmpty() ? name : u"[%1]:%2"_s.arg(name).arg(host.port);
}

Session::~Session()
{
    if (!m_session)
        return;
    ssh_silent_disconnect(m_session); // closes the stream without waiting for anybody
    ssh_free(m_session);
}

QString Session::lastError() const
{
    return m_session ? QString::fromUtf8(ssh_get_error(m_session)) : QString();
}

// A server that is too busy sends one line of text in place of its greeting, which libssh would swallow.
void Session::peek(int fd)
{
    std::array<char, 256> text{};
    const ssize_t got = recv(fd, text.data(), text.size() - 1, MSG_PEEK | MSG_DONTWAIT);
    if (got <= 0)
        return;
    m_peeked = true;
    if (!QByteArrayView(text.data(), got).startsWith("SSH-"))
        m_greeting = QByteArray(text.data(), got).split('\n').first().trimmed();
}

bool Session::waitForStream(std::chrono::milliseconds limit)
{
    const bool writes = (ssh_get_poll_flags(m_session) & SSH_WRITE_PENDING) != 0;
    // The slice is a safety net: libssh may hold bytes that no longer show on the descriptor.
    const auto ready = waitFor(ssh_get_fd(m_session), short(POLLIN | (writes ? POLLOUT : 0)),
                               std::min<std::chrono::milliseconds>(limit, 250ms), m_interrupt);
    if (!m_peeked && ready == Ready::Yes)
        peek(ssh_get_fd(m_session));
    return ready != Ready::Stopped;
}

Result<> Session::shakeHands(Fd stream, const HostConfig &host, Steps &steps)
{
    const auto files = KnownHosts::read(host.userKnownHostsFiles + host.globalKnownHostsFiles);
    if (!files)
        return tl::unexpected(files.error());
    const QString lookUp = host.hostKeyAlias.isEmpty() ? host.hostName : host.hostKeyAlias;
    const int lookUpPort = host.hostKeyAlias.isEmpty() ? host.port : 0;
    m_session = ssh_new();
    const QByteArray order = hostKeyOrder(files->typesFor(lookUp, lookUpPort));
    const int off = 0;
    const long on = 1;
    socket_t fd = stream.release();
    ssh_options_set(m_session, SSH_OPTIONS_PROCESS_CONFIG, &off);
    ssh_options_set(m_session, SSH_OPTIONS_HOST, host.hostName.toUtf8().constData());
    ssh_options_set(m_session, SSH_OPTIONS_PORT, &host.port);
    ssh_options_set(m_session, SSH_OPTIONS_USER, host.user.toUtf8().constData());
    ssh_options_set(m_session, SSH_OPTIONS_FD, &fd);
    ssh_options_set(m_session, SSH_OPTIONS_HOSTKEYS, order.constData());
    ssh_options_set(m_session, SSH_OPTIONS_KNOWNHOSTS, "/dev/null"); // our own reader decides
    ssh_options_set(m_session, SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null");
    ssh_options_set(m_session, SSH_OPTIONS_COMPRESSION, "no");
    ssh_options_set(m_session, SSH_OPTIONS_NODELAY, &on);
    ssh_set_blocking(m_session, 0);
    ssh_set_counters(m_session, &m_wire, &m_inside);

    steps.begin(u"hostkey"_s, hostLabel(host));
    int code = SSH_ERROR;
    // Servers speak first, and what they say is looked at before libssh reads it; the few that don't are not waited for.
    if (waitFor(fd, POLLIN, kFirstWord, m_interrupt) == Ready::Yes)
        peek(fd);
    const bool given = host.connectTimeout.count() > 0;
    const std::chrono::milliseconds limit = given ? std::chrono::milliseconds(host.connectTimeout) : kHandshakeLimit;
    const bool ended
        = await(Plain{[this] { return ssh_connect(m_session); }}, code, limit, given ? limit : std::chrono::milliseconds(kHandshakeQuiet));
    if (m_interrupt.stop.stop_requested())
        return failure(Error::Kind::Stopped);
    if (!ended || code != SSH_OK) {
        const bool busy = m_greeting.contains("MaxStartups");
        const bool hungUp = ended && m_wire.in_bytes == 0;
        m_turnedAway = busy || hungUp;
        QString detail = !m_greeting.isEmpty() ? QString::fromUtf8(m_greeting)
            : hungUp ? u"the server hung up without a greeting: it has too many log-ins at once, or keeps this address out"_s
            : ended  ? lastError()
                     : u"the server did not finish the key exchange in time"_s;
        steps.failed(detail);
        return failure(busy ? Error::Kind::Busy : Error::Kind::Unreachable, hostLabel(host), detail);
    }
    return checkHostKey(host, steps);
}

Result<> Session::checkHostKey(const HostConfig &host, Steps &steps)
{
    const auto key = serverKey(m_session);
    const auto files = KnownHosts::read(host.userKnownHostsFiles + host.globalKnownHostsFiles);
    if (!key || !files) {
        const Error error = key ? files.error() : key.error();
        steps.failed(error.detail);
        return tl::unexpected(error);
    }
    const bool alias = !host.hostKeyAlias.isEmpty();
    const HostVerdict verdict = files->check(alias ? host.hostKeyAlias : host.hostName, alias ? 0 : host.port, *key);
    if (verdict.kind == HostVerdict::Kind::Known) {
        steps.done(described(*key));
        return {};
    }
    const Error error = refusal(verdict, *key, hostLabel(host));
    steps.failed(error.detail);
    return tl::unexpected(error);
}

} // namespace pilothouse
