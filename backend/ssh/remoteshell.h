// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A /bin/sh that lives at the far end on one channel and answers batches, one at a time. Never waits.
#pragma once
#include "backend/ssh/shellprotocol.h"
#include "backend/ssh/ticket.h"

#include <chrono>

#include <libssh/callbacks.h>
#include <libssh/libssh.h>

namespace pilothouse {

class RemoteShell {
public:
    enum class State { Opening, Starting, Idle, Busy, Ending, NoSession, Dead };
    using Time = std::chrono::steady_clock::time_point;

    explicit RemoteShell(ssh_session session);
    ~RemoteShell();
    Q_DISABLE_COPY_MOVE(RemoteShell)

    // Drives it on as far as it goes now; answers its ticket when that is done.
    void advance(Time now);
    void give(TicketPtr ticket, Time now);
    // The far end's command is told to end, and this shell with it; until that is so the server counts it among its sessions. A batch
    // that acts is left to finish.
    void abandon();
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool opens() const { return m_state == State::Opening || m_state == State::Starting; }
    [[nodiscard]] bool waits() const { return opens() || m_state == State::Busy || m_state == State::Ending; }
    [[nodiscard]] const TicketPtr &ticket() const { return m_ticket; }
    [[nodiscard]] TicketPtr takeTicket() { return std::exchange(m_ticket, nullptr); }
    [[nodiscard]] Time since() const { return m_since; } // of the present state
    [[nodiscard]] const QString &complaint() const { return m_complaint; }

private:
    void enter(State state, Time now);
    void open(Time now);
    void start(Time now);
    void write();
    void look(Time now);
    void finish(Result<std::vector<Reply>> result, State next, Time now);
    void end(Time now);
    static int onData(ssh_session, ssh_channel, void *data, uint32_t length, int isErr, void *self);
    static void onClose(ssh_session, ssh_channel, void *self);

    ssh_session m_session;
    ssh_channel m_channel;
    ssh_channel_callbacks_struct m_callbacks{};
    State m_state = State::Opening;
    Time m_since;
    TicketPtr m_ticket;
    std::optional<ReplyReader> m_reader;
    QByteArray m_early; // end of what came before the first batch
    QByteArray m_toWrite;
    qsizetype m_written = 0;
    std::chrono::milliseconds m_limit{0};
    bool m_fresh = true; // no batch was ever begun: a slow profile may still run
    bool m_closed = false;
    QString m_complaint;
};

} // namespace pilothouse
