// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A scripted Shell: answers from a queue or by a function, and keeps what was asked.
#pragma once
#include "backend/ssh/shell.h"

#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace pilothouse::test {

class FakeShell final : public Shell {
public:
    using Answer = std::function<Result<Reply>(const Command &)>;

    // Answers every command; an Error breaks the link in this run. Set before use.
    Answer answer;
    // Before answer is asked: whole runs, first in first out.
    std::deque<Result<std::vector<Reply>>> queue;
    // The link breaks when the run of this number (from 0) is asked; -1: never.
    int breakAt = -1;
    // Then the commands of that run reach the far end all the same: the answer alone is lost.
    bool breakAfterwards = false;
    // Incomplete: it was sent; Unreachable: it never was.
    Error::Kind breakKind = Error::Kind::Incomplete;

    [[nodiscard]] Result<std::vector<Reply>> run(QList<Command> commands, Urgency urgency, std::stop_token stop) override
    {
        const std::lock_guard lock(m_mutex);
        const int number = int(m_runs.size());
        m_runs.push_back(commands);
        m_urgencies.push_back(urgency);
        if (stop.stop_requested())
            return failure(Error::Kind::Stopped);
        if (number == breakAt && !breakAfterwards)
            return lost();
        if (!queue.empty()) {
            Result<std::vector<Reply>> reply = number == breakAt ? lost() : std::move(queue.front());
            queue.pop_front();
            return reply;
        }
        std::vector<Reply> replies;
        for (const Command &command : commands) {
            auto reply = answer ? answer(command) : Result<Reply>(Reply{});
            if (!reply)
                return tl::unexpected(reply.error());
            replies.push_back(std::move(*reply));
        }
        return number == breakAt ? lost() : Result<std::vector<Reply>>(std::move(replies));
    }
    [[nodiscard]] LinkFacts facts() const override { return {}; }
    void retryNow() override { }
    [[nodiscard]] QString host() const override { return QStringLiteral("fake"); }

    [[nodiscard]] std::vector<QList<Command>> runs() const
    {
        const std::lock_guard lock(m_mutex);
        return m_runs;
    }
    // Every command of all runs whose first word is this, words joined by blanks.
    [[nodiscard]] QByteArrayList asked(const QByteArray &tool) const
    {
        const std::lock_guard lock(m_mutex);
        QByteArrayList asked;
        for (const auto &run : m_runs) {
            for (const Command &command : run) {
                if (command.words.value(0) == tool)
                    asked.append(command.words.join(' '));
            }
        }
        return asked;
    }
    [[nodiscard]] std::vector<Urgency> urgencies() const
    {
        const std::lock_guard lock(m_mutex);
        return m_urgencies;
    }

private:
    Result<std::vector<Reply>> lost() const { return failure(breakKind, QStringLiteral("fake"), QStringLiteral("the link broke")); }

    mutable std::mutex m_mutex;
    std::vector<QList<Command>> m_runs;
    std::vector<Urgency> m_urgencies;
};

} // namespace pilothouse::test
