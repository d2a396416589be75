// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to accounting beside the poll, on a thread of their own: the refresh does not wait for a slurmdbd that hangs.
#pragma once
#include "backend/slurm/sacct.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace pilothouse::slurm {

class Errand {
public:
    struct Asked {
        SacctQuestion question;
        std::vector<quint32> ids; // looked up by id; empty: only what the user did lately
        Moment now; // when it was asked, in the source's clock
        std::chrono::milliseconds at{0}; // and in ours, since boot
        QList<Command> commands; // one for the ids if there are any, then one for the user if asked
    };
    struct Answer {
        Asked asked;
        Result<std::vector<Reply>> replies;
    };

    explicit Errand(std::shared_ptr<Shell> shell) : m_shell(std::move(shell)) { }
    ~Errand() { stop(); }

    [[nodiscard]] bool asking() const;
    [[nodiscard]] bool busy() const; // asking, or its answer was not taken yet
    void start(Asked asked); // only when not busy
    [[nodiscard]] std::optional<Answer> take(); // what has come in, once
    void wait(std::chrono::milliseconds atMost, std::stop_token stop);
    void stop();

private:
    std::shared_ptr<Shell> m_shell;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_asking = false;
    std::optional<Answer> m_answer;
    std::jthread m_thread; // last: ends before what it uses
};

} // namespace pilothouse::slurm
