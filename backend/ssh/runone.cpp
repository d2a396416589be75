// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/shell.h"

namespace pilothouse {

Result<Reply> runOne(Shell &shell, Command command, Urgency urgency, std::stop_token stop)
{
    auto replies = shell.run({std::move(command)}, urgency, std::move(stop));
    if (!replies)
        return tl::unexpected(replies.error());
    return std::move(replies->front());
}

} // namespace pilothouse
