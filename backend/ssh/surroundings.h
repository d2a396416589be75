// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to this machine that ends links: it slept, or lost the address that a link goes out from. Tests bring their own.
#pragma once
#include "backend/ssh/fd.h"

#include <QByteArray>

#include <chrono>

namespace pilothouse {

class Surroundings {
public:
    virtual ~Surroundings() = default;
    // How long the machine has slept so far, since it was started.
    [[nodiscard]] virtual std::chrono::nanoseconds slept() const;
    // Whether an interface has it, as addressOf() gives it.
    [[nodiscard]] virtual bool hasAddress(const QByteArray &address) const;
    // Readable when addresses came or went; none where the system does not tell.
    [[nodiscard]] virtual Fd watchAddresses() const;
    // Takes the news away; true if there were any.
    [[nodiscard]] static bool takeNews(const Fd &watch);
};

// The address that a connected socket goes out from; empty for what is no internet socket.
[[nodiscard]] QByteArray addressOf(int socket);

} // namespace pilothouse
