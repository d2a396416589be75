// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/knownhosts.h"

#include <QCryptographicHash>
#include <QFile>
#include <QMessageAuthenticationCode>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

QByteArray lookupName(const QString &host, int port)
{
    const QByteArray name = host.toLower().toUtf8();
    return port == 0 || port == 22 ? name : '[' + name + "]:" + QByteArray::number(port);
}

QByteArrayView takeWord(QByteArrayView &line)
{
    line = line.trimmed();
    qsizetype end = 0;
    while (end < line.size() && line[end] != ' ' && line[end] != '\t')
        ++end;
    const QByteArrayView word = line.first(end);
    line = line.sliced(end).trimmed();
    return word;
}

// "|1|salt|hash": HMAC-SHA1 of the name under the salt.
bool matchesHashed(const QByteArray &name, QByteArrayView hashed)
{
    const QByteArrayList parts = hashed.toByteArray().split('|');
    if (parts.size() != 4 || parts[1] != "1")
        return false;
    const QByteArray salt = QByteArray::fromBase64(parts[2]);
    const QByteArray hash = QByteArray::fromBase64(parts[3]);
    return hash.size() == 20 && QMessageAuthenticationCode::hash(name, salt, QCryptographicHash::Sha1) == hash;
}

bool meant(const QByteArray &name, const QByteArray &hosts)
{
    return hosts.startsWith('|') ? matchesHashed(name, hosts) : matchesPatternList(name, hosts.toLower());
}

// The blob begins with its own type's name; a line whose halves disagree is broken.
bool agrees(const HostKey &key)
{
    if (key.blob.size() < 4)
        return false;
    const auto byte = [&](qsizetype i) { return quint32(quint8(key.blob[i])); };
    const quint32 length = byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3);
    return length == quint32(key.type.size()) && key.blob.sliced(4).startsWith(key.type) && key.blob.size() > qsizetype(length) + 4;
}

} // namespace

bool matchesPattern(QByteArrayView name, QByteArrayView pattern)
{
    qsizetype n = 0, p = 0, star = -1, resume = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = n;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
            ++p;
            ++n;
        } else if (star >= 0) {
            p = star + 1;
            n = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

bool matchesPatternList(QByteArrayView name, QByteArrayView patterns)
{
    bool matched = false;
    for (const QByteArray &each : patterns.toByteArray().split(',')) {
        if (each.startsWith('!')) {
            if (matchesPattern(name, QByteArrayView(each).sliced(1)))
                return false;
        } else if (!each.isEmpty() && matchesPattern(name, each)) {
            matched = true;
        }
    }
    return matched;
}

QString HostKey::fingerprint() const
{
    return u"SHA256:"_s
        + QString::fromLatin1(QCryptographicHash::hash(blob, QCryptographicHash::Sha256).toBase64(QByteArray::OmitTrailingEquals));
}

Result<KnownHosts> KnownHosts::read(const QStringList &files)
{
    KnownHosts hosts;
    for (const QString &name : files) {
        QFile file(name);
        if (!file.exists())
            continue;
        if (!file.open(QIODevice::ReadOnly))
            return failure(Error::Kind::Storage, name, file.errorString());
        hosts.addText(file.readAll());
    }
    return hosts;
}

void KnownHosts::addText(QByteArrayView text)
{
    while (!text.isEmpty()) {
        const qsizetype end = text.indexOf('\n');
        addLine(end < 0 ? text : text.first(end));
        text = end < 0 ? QByteArrayView() : text.sliced(end + 1);
    }
}

void KnownHosts::addLine(QByteArrayView line)
{
    Line made;
    QByteArrayView word = takeWord(line);
    if (word.isEmpty() || word.startsWith('#'))
        return;
    if (word.startsWith('@')) {
        if (word == QByteArrayView("@revoked"))
            made.mark = Mark::Revoked;
        else if (word == QByteArrayView("@cert-authority"))
            made.mark = Mark::Authority;
        else
            return;
        word = takeWord(line);
    }
    made.hosts = word.toByteArray();
    made.key.type = takeWord(line).toByteArray();
    auto blob = QByteArray::fromBase64Encoding(takeWord(line).toByteArray(),
                                               QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (made.hosts.isEmpty() || blob.decodingStatus != QByteArray::Base64DecodingStatus::Ok)
        return;
    made.key.blob = std::move(blob.decoded);
    if (agrees(made.key))
        m_lines.push_back(std::move(made));
}

HostVerdict KnownHosts::checkName(const QByteArray &name, const HostKey &key) const
{
    HostVerdict verdict;
    bool sameType = false, same = false, revoked = false;
    for (const Line &line : m_lines) {
        if (!meant(name, line.hosts))
            continue;
        if (line.mark == Mark::Authority) {
            verdict.authorityOnFile = true; // its key is never a host's
        } else if (line.mark == Mark::Revoked) {
            revoked = revoked || line.key.blob == key.blob;
        } else {
            verdict.onFile += line.key;
            same = same || line.key.blob == key.blob;
            sameType = sameType || line.key.type == key.type;
        }
    }
    verdict.kind = revoked          ? HostVerdict::Kind::Revoked
        : same                      ? HostVerdict::Kind::Known
        : sameType                  ? HostVerdict::Kind::Changed
        : !verdict.onFile.isEmpty() ? HostVerdict::Kind::OtherType
                                    : HostVerdict::Kind::Unknown;
    return verdict;
}

HostVerdict KnownHosts::check(const QString &host, int port, const HostKey &key) const
{
    HostVerdict verdict = checkName(lookupName(host, port), key);
    if (port == 0 || port == 22 || verdict.kind == HostVerdict::Kind::Revoked)
        return verdict;
    HostVerdict plain = checkName(lookupName(host, 22), key);
    if (plain.kind == HostVerdict::Kind::Revoked)
        return plain;
    if (plain.kind == HostVerdict::Kind::Known && verdict.kind != HostVerdict::Kind::Known && verdict.kind != HostVerdict::Kind::Changed)
        return plain;
    return verdict;
}

QByteArrayList KnownHosts::typesFor(const QString &host, int port) const
{
    QByteArrayList types;
    for (const QByteArray &name : {lookupName(host, port), lookupName(host, 22)}) {
        for (const Line &line : m_lines)
            if (line.mark == Mark::None && !types.contains(line.key.type) && meant(name, line.hosts))
                types += line.key.type;
        if (!types.isEmpty() || port == 0)
            break;
    }
    return types;
}

} // namespace pilothouse
