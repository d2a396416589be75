// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/keyfiles.h"

#include "backend/ssh/prompters.h"
#include "backend/ssh/sshstring.h"

#include <QFile>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

constexpr int kPassphraseAttempts = 3;
constexpr qint64 kLongestKey = 1 << 20;

QByteArray fileText(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.read(kLongestKey) : QByteArray();
}

// openssh-key-v1: cipher, kdf and its options, number of keys, then the public key, never encrypted.
QByteArray blobOfContainer(const QByteArray &text)
{
    const qsizetype begin = text.indexOf("-----BEGIN OPENSSH PRIVATE KEY-----");
    const qsizetype end = text.indexOf("-----END OPENSSH");
    if (begin < 0 || end < begin)
        return {};
    const QByteArray bytes = QByteArray::fromBase64(text.mid(begin + 35, end - begin - 35));
    const QByteArray magic("openssh-key-v1\0", 15);
    if (!bytes.startsWith(magic))
        return {};
    QByteArrayView rest = QByteArrayView(bytes).sliced(magic.size());
    QByteArrayView part;
    if (!takeString(rest, part) || !takeString(rest, part) || !takeString(rest, part) || rest.size() < 4)
        return {};
    rest = rest.sliced(4);
    return takeString(rest, part) ? part.toByteArray() : QByteArray();
}

struct Wants {
    bool asked = false;
};

// libssh calls this only for an encrypted file; the passphrase itself goes as an argument.
int noteAsked(const char *, char *, size_t, int, int, void *data)
{
    static_cast<Wants *>(data)->asked = true;
    return -1;
}

} // namespace

QByteArray publicBlob(const QString &file)
{
    const QByteArrayList words = fileText(file + u".pub"_s).simplified().split(' ');
    if (words.size() >= 2) {
        const QByteArray blob = QByteArray::fromBase64(words[1]);
        if (blobType(blob) == words[0])
            return blob;
    }
    return blobOfContainer(fileText(file));
}

QByteArray blobType(const QByteArray &blob)
{
    QByteArrayView rest(blob), type;
    return takeString(rest, type) ? type.toByteArray() : QByteArray();
}

KeyPtr publicKey(const QByteArray &blob)
{
    ssh_key key = nullptr;
    const auto type = ssh_key_type_from_name(blobType(blob).constData());
    if (type == SSH_KEYTYPE_UNKNOWN || ssh_pki_import_pubkey_base64(blob.toBase64().constData(), type, &key) != SSH_OK)
        return nullptr;
    return KeyPtr(key);
}

Result<KeyPtr> privateKey(const QString &file, const AskPassphrase &ask)
{
    const QByteArray name = QFile::encodeName(file);
    Wants wants;
    ssh_key key = nullptr;
    if (ssh_pki_import_privkey_file(name.constData(), nullptr, noteAsked, &wants, &key) == SSH_OK)
        return KeyPtr(key);
    if (!wants.asked)
        return failure(Error::Kind::BadInput, file, u"not a private key that can be used here"_s);
    for (int attempt = 1; attempt <= kPassphraseAttempts; ++attempt) {
        auto phrase = ask(attempt);
        if (!phrase)
            return tl::unexpected(phrase.error());
        const int code = ssh_pki_import_privkey_file(name.constData(), phrase->constData(), nullptr, nullptr, &key);
        wipe(*phrase);
        if (code == SSH_OK)
            return KeyPtr(key);
    }
    return failure(Error::Kind::LoginRefused, file, u"wrong passphrase"_s);
}

} // namespace pilothouse
