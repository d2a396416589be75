// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every reader of the SSH layer and its quoting, by name: for the fuzz tests and for libFuzzer. A false: what was promised does not hold.
#pragma once
#include "backend/ssh/inflate.h"
#include "backend/ssh/knownhosts.h"
#include "backend/ssh/quote.h"
#include "backend/ssh/shellprotocol.h"
#include "backend/ssh/sshconfig.h"

#include <array>
#include <optional>

#include <sys/mman.h>
#include <unistd.h>

namespace pilothouse::test {

struct SshFuzzTarget {
    const char *name;
    bool (*holds)(const QByteArray &bytes);
    const char *seed; // words that the reader knows
};

// What a POSIX shell makes of quoted words, by its own rules; nothing where anything stands that it would interpret.
inline std::optional<QByteArrayList> unquoted(const QByteArray &line)
{
    static const QByteArray live("$`\"*?[]{}()<>|&;#~^=%!\t\n\r");
    QByteArrayList words{{}};
    bool any = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '\'') {
            const qsizetype end = line.indexOf('\'', i + 1);
            if (end < 0)
                return {};
            const QByteArray inside = line.mid(i + 1, end - i - 1);
            if (inside.contains('\\') || inside.contains('!')) // fish and tcsh look at these even here
                return {};
            words.last() += inside;
            i = end;
            any = true;
        } else if (c == '\\' && i + 1 < line.size()) {
            words.last() += line[++i];
            any = true;
        } else if (c == ' ') {
            words += QByteArray();
            any = false;
        } else if (live.contains(c) || c == '\\') {
            return {};
        } else {
            words.last() += c;
            any = true;
        }
    }
    return any ? std::optional(words) : std::nullopt;
}

inline bool quotingHolds(const QByteArray &bytes)
{
    const QByteArrayList words = bytes.split('\x1f');
    const auto line = quoteWords(words);
    if (bytes.contains('\0'))
        return !line && line.error().kind == Error::Kind::BadInput;
    if (!line || unquoted(*line) != words)
        return false;
    for (const QByteArray &word : words)
        if (quoteForLoginShell(word).has_value() == (word.contains('\n') || word.contains('\r')))
            return false;
    return true;
}

inline bool configHolds(const QByteArray &bytes)
{
    const int fd = memfd_create("config", MFD_CLOEXEC);
    const bool written = fd >= 0 && write(fd, bytes.constData(), size_t(bytes.size())) == bytes.size();
    const QString name = QStringLiteral("/proc/self/fd/%1").arg(fd);
    const ConfigFiles files{{name}, QStringLiteral("/home/alice"), QStringLiteral("/nowhere"), QStringLiteral("alice")};
    const auto config = readSshConfig(files, QStringLiteral("login1"), {}, 0);
    close(fd);
    if (config) {
        (void)expandProxyCommand(*config);
        (void)parseJumps(config->proxyJump);
    }
    return written && (config ? config->port > 0 && config->port < 65536 : config.error().kind == Error::Kind::BadInput);
}

inline bool knownHostsHold(const QByteArray &bytes)
{
    QByteArray blob("\0\0\0\x0bssh-ed25519", 15);
    const HostKey key{"ssh-ed25519", blob + QByteArray(36, 'k')};
    KnownHosts hosts;
    hosts.addText(bytes);
    for (const int port : {22, 2222, 0}) {
        const HostVerdict verdict = hosts.check(QStringLiteral("login.example"), port, key);
        // Nothing is known whose key does not stand in the file.
        if (verdict.kind == HostVerdict::Kind::Known && !bytes.contains(key.blob.toBase64()))
            return false;
        (void)hosts.typesFor(QStringLiteral("login.example"), port);
    }
    return true;
}

// Whatever comes, in whatever pieces: what is given as a reply was framed by the mark.
inline bool repliesHold(const QByteArray &bytes)
{
    static const QByteArray mark(32, 'm');
    const QList<Command> commands{{.words = {"squeue"}, .maxBytes = 500, .large = true}, {.words = {"sacct"}, .maxBytes = 100}};
    const qsizetype half = bytes.indexOf('\x1d');
    const QByteArray out = half < 0 ? bytes : bytes.first(half), err = half < 0 ? bytes : bytes.sliced(half + 1);
    std::optional<Result<std::vector<Reply>>> first;
    for (const qsizetype piece : {qsizetype(7), std::max<qsizetype>(1, bytes.size())}) {
        ReplyReader reader(commands, mark);
        for (qsizetype at = 0; at < out.size(); at += piece)
            reader.addOut(QByteArrayView(out).sliced(at, std::min(piece, out.size() - at)));
        for (qsizetype at = 0; at < err.size(); at += piece)
            reader.addErr(QByteArrayView(err).sliced(at, std::min(piece, err.size() - at)));
        (void)reader.chatter();
        const auto replies = reader.take(std::chrono::milliseconds(1));
        if (replies && (replies->size() != 2 || out.count(mark) < 4 || err.count(mark) < 4))
            return false;
        for (const Reply &reply : replies ? *replies : std::vector<Reply>())
            if (reply.out.size() > 500)
                return false;
        if (first && first->has_value() != replies.has_value())
            return false;
        first = replies;
    }
    return true;
}

inline const std::array kSshFuzzTargets{
    SshFuzzTarget{
        "known hosts", knownHostsHold,
        "# x\n@revoked *.example,!login.example ssh-rsa AAAAB3NzaC1yc2E=\n|1|MDEyMzQ1Njc4OWFiY2RlZmdoaWo=|YokjqjBlRPXk6pcgGutbs1sgjc0= "
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=\n[login.example]:2222 ssh-ed25519 AAAA\n"
        "@cert-authority log?n.* ssh-ed25519 AAAAC3NzaC1lZDI1NTE5\n"},
    SshFuzzTarget{
        "ssh_config", configHolds,
        "Host !login2 log*n?\n HostName=%h.example\nPort 2222\nUser \"al ice\"\nProxyJump bob@[::1]:22,gate\nIdentityFile ~/%r_%C\n"
        "Match host a exec \"x\"\nConnectTimeout 1h30m\nMatch all\nProxyCommand nc %h %p\nInclude none/*\n"},
    SshFuzzTarget{"jumps",
                  [](const QByteArray &bytes) {
                      const auto hops = parseJumps(QString::fromUtf8(bytes));
                      for (const JumpHop &hop : hops ? *hops : QList<JumpHop>())
                          if (hop.host.isEmpty() || hop.host.startsWith(u'-') || hop.port < 0 || hop.port > 65535)
                              return false;
                      return true;
                  },
                  "bob@gate:2200,[fe80::1]:22,ssh://carol@last"},
    SshFuzzTarget{"replies", repliesHold,
                  "hello\n\nmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm b 0\nout\n\nmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm e 0 3 p\n"
                  "\nmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm b 1\nmore\nmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm e 1 0 z\n\x1d"
                  "\nmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm b 0\n\nmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm e 0\n"
                  "\nmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm b 1\nerr\nmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm e 1\n"},
    SshFuzzTarget{"gzip",
                  [](const QByteArray &bytes) {
                      const auto plain = gunzip(bytes, 1000);
                      return !plain || plain->size() <= 1000;
                  },
                  "\x1f\x8b\x08"},
    SshFuzzTarget{"quoting", quotingHolds, "it's \\ !$(id)`x`\x1f~\x1f\x1f-n *\n{a,b}\x1f\"%s\" a=b #"},
};

} // namespace pilothouse::test
