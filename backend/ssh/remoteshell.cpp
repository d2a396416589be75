// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/remoteshell.h"

namespace pilothouse {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kOpenLimit = 30s;
constexpr auto kGrace = 10s; // limits are kept at the far end; this is for a far end that does not
constexpr auto kProfileLimit = 30s; // a log-in shell's profile may take long, once
constexpr auto kEndLimit = 15s; // of a shell that was told to end
constexpr uint32_t kWindow = 4 << 20;

// libssh grows its window to what a read asks for, so that a long reply needs fewer round trips.
void widenWindow(ssh_channel channel)
{
    QByteArray nothing(qsizetype(kWindow), Qt::Uninitialized);
    (void)ssh_channel_read_timeout(channel, nothing.data(), kWindow, 0, 0);
}

} // namespace

RemoteShell::RemoteShell(ssh_session session)
    : m_session(session), m_channel(ssh_channel_new(session)), m_since(std::chrono::steady_clock::now())
{
}

RemoteShell::~RemoteShell()
{
    if (m_channel) {
        ssh_remove_channel_callbacks(m_channel, &m_callbacks);
        ssh_channel_free(m_channel); // sends the close and waits for nobody
    }
}

void RemoteShell::enter(State state, Time now)
{
    m_state = state;
    m_since = now;
}

int RemoteShell::onData(ssh_session, ssh_channel, void *data, uint32_t length, int isErr, void *self)
{
    auto *shell = static_cast<RemoteShell *>(self);
    const QByteArrayView piece(static_cast<const char *>(data), qsizetype(length));
    if (shell->m_reader)
        isErr ? shell->m_reader->addErr(piece) : shell->m_reader->addOut(piece);
    else if (shell->m_fresh) // a profile may speak before the first batch is given
        shell->m_early = shell->m_early.append(piece).right(500);
    return int(length);
}

void RemoteShell::onClose(ssh_session, ssh_channel, void *self)
{
    static_cast<RemoteShell *>(self)->m_closed = true;
}

void RemoteShell::advance(Time now)
{
    switch (m_state) {
    case State::Opening:
        open(now);
        break;
    case State::Starting:
        start(now);
        break;
    case State::Idle:
        if (m_closed || ssh_channel_is_eof(m_channel))
            enter(State::Dead, now);
        break;
    case State::Busy:
        write();
        look(now);
        break;
    case State::Ending:
        if (m_closed || now - m_since > kEndLimit)
            enter(State::Dead, now);
        break;
    case State::NoSession:
    case State::Dead:
        break;
    }
}

void RemoteShell::open(Time now)
{
    const int code = ssh_channel_open_session(m_channel);
    if (code == SSH_OK) {
        m_callbacks.userdata = this;
        m_callbacks.channel_data_function = onData;
        m_callbacks.channel_close_function = onClose;
        m_callbacks.channel_eof_function = onClose;
        ssh_callbacks_init(&m_callbacks);
        ssh_add_channel_callbacks(m_channel, &m_callbacks);
        enter(State::Starting, now);
        start(now);
    } else if (code != SSH_AGAIN) {
        m_complaint = QString::fromUtf8(ssh_get_error(m_session));
        enter(ssh_is_connected(m_session) ? State::NoSession : State::Dead, now);
    } else if (now - m_since > kOpenLimit) {
        m_complaint = u"no answer to a new session"_s;
        enter(State::Dead, now);
    }
}

void RemoteShell::start(Time now)
{
    // The log-in shell only ever sees these fixed words, whatever its syntax; all else goes to the sh behind them.
    const int code = ssh_channel_request_exec(m_channel, "exec /bin/sh");
    if (code == SSH_OK) {
        widenWindow(m_channel);
        m_toWrite = shellPrelude(FarEnd::Remote);
        m_written = 0;
        enter(State::Idle, now);
    } else if (code != SSH_AGAIN) {
        m_complaint = QString::fromUtf8(ssh_get_error(m_session));
        enter(State::Dead, now);
    } else if (now - m_since > kOpenLimit) {
        m_complaint = u"no answer to a command"_s;
        enter(State::Dead, now);
    }
}

void RemoteShell::give(TicketPtr ticket, Time now)
{
    m_ticket = std::move(ticket);
    m_reader.emplace(m_ticket->commands, m_ticket->mark);
    m_reader->addOut(std::exchange(m_early, {}));
    m_toWrite = m_toWrite.mid(m_written) + m_ticket->script;
    m_written = 0;
    m_limit = totalLimit(m_ticket->commands) + kGrace + (m_fresh ? std::chrono::milliseconds(kProfileLimit) : 0ms);
    enter(State::Busy, now);
    advance(now);
}

void RemoteShell::write()
{
    while (m_written < m_toWrite.size()) {
        const int put = ssh_channel_write(m_channel, m_toWrite.constData() + m_written, uint32_t(m_toWrite.size() - m_written));
        if (put <= 0) // the window is full, or the channel is gone: the close tells
            return;
        m_written += put;
    }
    m_toWrite.clear();
    m_written = 0;
}

void RemoteShell::look(Time now)
{
    const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - m_since);
    if (m_reader->begun())
        m_fresh = false;
    if (m_reader->done()) {
        auto result = m_reader->take(elapsed);
        // After any fault the streams can't be trusted to be in step: a new shell is opened.
        const State next = result ? State::Idle : State::Dead;
        finish(std::move(result), next, now);
    } else if (m_closed || ssh_channel_is_eof(m_channel) || !ssh_channel_is_open(m_channel)) {
        finish(m_reader->take(0ms), State::Dead, now);
    } else if (elapsed > m_limit || (m_fresh && elapsed > kProfileLimit)) {
        const QString name = QString::fromUtf8(m_ticket->commands.first().words.value(0));
        QString detail = u"no answer after %1 s"_s.arg(elapsed.count() / 1000);
        if (m_fresh)
            detail += u"; the log-in shell never came to the command: its profile may start another shell or wait. "_s
                + QString::fromUtf8(m_reader->chatter());
        finish(failure(Error::Kind::TimedOut, name, detail), State::Busy, now);
        end(now);
    }
}

void RemoteShell::finish(Result<std::vector<Reply>> result, State next, Time now)
{
    m_reader.reset();
    enter(next, now);
    if (const TicketPtr ticket = takeTicket())
        ticket->answer(std::move(result));
}

void RemoteShell::abandon()
{
    if (m_state != State::Busy || m_ticket->urgency == Urgency::Act)
        return;
    m_ticket.reset();
    m_reader.reset();
    end(std::chrono::steady_clock::now());
}

void RemoteShell::end(Time now)
{
    ssh_channel_request_send_signal(m_channel, "TERM");
    ssh_channel_send_eof(m_channel); // for a server that passes no signals on
    m_toWrite.clear();
    enter(State::Ending, now);
}

} // namespace pilothouse
