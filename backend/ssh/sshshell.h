// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A machine reached over SSH: one session, one thread, a few long-lived shells on it. Connects when first asked, and again after drops.
#pragma once
#include "backend/core/profile.h"
#include "backend/ssh/prompter.h"
#include "backend/ssh/shell.h"

#include <memory>

namespace pilothouse {

class SshWorker;
class Surroundings;

class SshShell final : public Shell {
public:
    SshShell(const Profile &profile, std::shared_ptr<Prompter> prompter, std::shared_ptr<const Surroundings> surroundings = {});
    ~SshShell() override; // asks the thread to end and waits for nobody
    Q_DISABLE_COPY_MOVE(SshShell)

    // While a failed link waits for its next try this fails at once with the last error; after a refusal (log-in, host key, nobody to
    // answer) it does so until retryNow().
    [[nodiscard]] Result<std::vector<Reply>> run(QList<Command> commands, Urgency urgency, std::stop_token stop) override;
    [[nodiscard]] LinkFacts facts() const override;
    void retryNow() override;
    [[nodiscard]] QString host() const override;

private:
    QString m_host;
    std::shared_ptr<SshWorker> m_worker;
};

// The shell that a profile asks for: over SSH, or this machine's. BadInput if its ssh_config can't be read.
[[nodiscard]] Result<std::shared_ptr<Shell>> makeShell(const Profile &profile, std::shared_ptr<Prompter> prompter);

} // namespace pilothouse
