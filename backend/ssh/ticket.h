// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// One run() on its way through a session's thread, shared between it and the caller.
#pragma once
#include "backend/ssh/shell.h"

#include <condition_variable>
#include <mutex>
#include <optional>

namespace pilothouse {

struct Ticket {
    QList<Command> commands;
    Urgency urgency = Urgency::View;
    QByteArray mark;
    QByteArray script;
    std::chrono::milliseconds sendBy{0}; // of its commands, the earliest

    void answer(Result<std::vector<Reply>> replies)
    {
        const std::scoped_lock lock(mutex);
        if (!result)
            result = std::move(replies);
        changed.notify_all();
    }
    [[nodiscard]] bool isDropped() const
    {
        const std::scoped_lock lock(mutex);
        return dropped;
    }
    mutable std::mutex mutex;
    std::condition_variable changed;
    std::optional<Result<std::vector<Reply>>> result;
    bool dropped = false; // the caller has gone
};
using TicketPtr = std::shared_ptr<Ticket>;

} // namespace pilothouse
