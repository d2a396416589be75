// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Key files of a person: their public halves without a passphrase, their private halves with one.
#pragma once
#include "backend/core/result.h"

#include <functional>
#include <memory>

#include <libssh/libssh.h>

namespace pilothouse {

struct FreeKey {
    void operator()(ssh_key key) const { ssh_key_free(key); }
};
using KeyPtr = std::unique_ptr<ssh_key_struct, FreeKey>;

// The public half of a key: from FILE.pub, else from the OpenSSH container itself. Empty when only the private key tells it (PEM).
[[nodiscard]] QByteArray publicBlob(const QString &file);
// The key type at the head of a blob.
[[nodiscard]] QByteArray blobType(const QByteArray &blob);
[[nodiscard]] KeyPtr publicKey(const QByteArray &blob);

// Asked only if the file is encrypted; attempt counts from 1.
using AskPassphrase = std::function<Result<QByteArray>(int attempt)>;
// BadInput when libssh can't read it.
[[nodiscard]] Result<KeyPtr> privateKey(const QString &file, const AskPassphrase &ask);

} // namespace pilothouse
