// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Commands on this machine, without SSH: for people on the log-in node itself.
#pragma once
#include "backend/ssh/shell.h"

namespace pilothouse {

// Each run is a /bin/sh of its own, so that runs never wait for each other.
class LocalShell final : public Shell {
public:
    [[nodiscard]] Result<std::vector<Reply>> run(QList<Command> commands, Urgency urgency, std::stop_token stop) override;
    [[nodiscard]] LinkFacts facts() const override;
    void retryNow() override { }
    [[nodiscard]] QString host() const override;
};

} // namespace pilothouse
