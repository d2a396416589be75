// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The seam to a machine that runs commands: over SSH, or here. Functions block and are safe to call from any worker.
#pragma once
#include "backend/core/result.h"

#include <QByteArrayList>
#include <QList>

#include <chrono>
#include <stop_token>
#include <vector>

namespace pilothouse {

struct Command {
    QByteArrayList words; // argv; every word is quoted on the way, none is ever interpreted
    QByteArray input; // its standard input, closed behind it
    std::chrono::milliseconds limit{30'000}; // then it is ended at the far end and the reply is TimedOut
    qint64 maxBytes = 256LL << 20; // more is TooLarge
    // By the boot clock (Clock::sinceBoot): sent only over a link that is up, and not later; else Unreachable, and nothing was sent.
    std::chrono::milliseconds sendBy{0}; // 0: whenever a link can be had
    bool large = false; // compress on the way where the far end can
};

struct Reply {
    QByteArray out;
    QByteArray err;
    int exitStatus = 0; // always a real one: a missing status is Error Incomplete
    std::chrono::milliseconds took{0}; // from its begin to its end as we saw them: neither log-in nor the wait for a turn is in it
};

enum class Urgency { Act, View, Background }; // waiting channels are given out in this order

struct LinkStep { // one step of coming in, for people
    enum class State { Waiting, Running, Done, Failed, NotNeeded };
    QString what; // "name", "jump", "tcp", "hostkey", "login", "shell"
    QString subject; // which host, key or method
    State state = State::Waiting;
    std::chrono::milliseconds took{0};
    QString detail;
};

struct LinkFacts {
    bool connected = false;
    std::chrono::milliseconds roundTrip{0}; // last measured; 0: unknown
    qint64 bytesReceived = 0; // on the wire, since the program started
    qint64 bytesSent = 0;
    int maxSessions = 0; // learnt from the first refusal; 0: not met yet
    QList<LinkStep> steps; // of the last try to come in
};

class Shell {
public:
    virtual ~Shell() = default;
    // Runs the commands one after the other in one round trip; all replies or an error. Environment is clean:
    // LC_ALL=C.UTF-8, SLURM_TIME_FORMAT=%s, SLURM_BITSTR_LEN=0; SQUEUE_*, SINFO_*, SACCT_*, SLURM_CLUSTERS … unset.
    // A command that fails has its exit status in its Reply; Error is for the link (or a limit), and then no reply counts.
    [[nodiscard]] virtual Result<std::vector<Reply>> run(QList<Command> commands, Urgency urgency, std::stop_token stop) = 0;
    [[nodiscard]] virtual LinkFacts facts() const = 0;
    // A person's "try now": forgets the back-off.
    virtual void retryNow() = 0;
    [[nodiscard]] virtual QString host() const = 0; // for sentences
};

// One command, the common case.
[[nodiscard]] Result<Reply> runOne(Shell &shell, Command command, Urgency urgency, std::stop_token stop);

} // namespace pilothouse
