// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The thread of an SshShell: connects, deals the runs out to its remote shells, keeps the link alive.
#pragma once
#include "backend/ssh/backoff.h"
#include "backend/ssh/link.h"
#include "backend/ssh/remoteshell.h"
#include "backend/ssh/surroundings.h"

#include <libssh/callbacks.h>

namespace pilothouse {

class SshWorker {
public:
    SshWorker(SshSettings settings, std::shared_ptr<Prompter> prompter, std::shared_ptr<const Surroundings> surroundings);
    ~SshWorker();

    void run(); // the thread's body
    void stop();
    // For any thread.
    [[nodiscard]] Result<> submit(TicketPtr ticket);
    void nudge() { m_bell.ring(); }
    void retryNow();
    [[nodiscard]] LinkFacts facts() const;

private:
    using Time = RemoteShell::Time;
    void waitForWork();
    void connect();
    void serve();
    void turn();
    void tend(Time now);
    void deal(Time now);
    [[nodiscard]] bool mayStart(Urgency urgency) const;
    void makeRoom(Urgency urgency, Time now);
    void noteServed();
    void learnLimit(const RemoteShell &refused, Time now);
    void watch(Time now);
    void ping(Time now);
    [[nodiscard]] bool isDead(Time now) const;
    void noticeSleep(Time now);
    void noticeAddresses(Time now);
    [[nodiscard]] bool hasSlept(); // since it was asked last; under the mutex
    static int onNews(socket_t, int, void *self);
    void dropLink(const QString &why);
    void giveUp(const Error &error);
    void answerAll(const Error &error);
    [[nodiscard]] size_t capacity() const;
    [[nodiscard]] std::chrono::milliseconds pause() const;

    const SshSettings m_settings;
    const std::shared_ptr<Prompter> m_prompter;
    const std::shared_ptr<const Surroundings> m_surroundings;
    const Fd m_watch; // of addresses
    std::stop_source m_stop;
    const Bell m_stopBell; // rung once
    const Bell m_bell; // work came, or somebody left
    const Interrupt m_interrupt{m_stopBell, m_stop.get_token()};
    Steps m_steps;

    mutable std::mutex m_mutex; // for what other threads see
    std::vector<TicketPtr> m_queue;
    Backoff m_backoff;
    LinkFacts m_facts;
    bool m_connected = false;
    std::chrono::nanoseconds m_slept;

    // The thread's own.
    std::unique_ptr<Link> m_link;
    ssh_event m_event = nullptr;
    std::vector<std::unique_ptr<RemoteShell>> m_shells;
    ssh_counter_struct m_wire{}; // of the socket
    ssh_counter_struct m_raw{}; // libssh wants one for what is inside, too
    quint64 m_seenIn = 0, m_seenOut = 0;
    Time m_lastIn, m_lastPing, m_pingSent, m_addressSeen;
    bool m_pinging = false;
    bool m_news = false; // addresses came or went
    QByteArray m_address; // that the link goes out from; empty: unknown
    QString m_lost; // why the link is given up
    bool m_served = false; // a shell came up on this link
    int m_maxSessions = 0; // learnt on this link
    Time m_limitLearnt, m_refusedSince, m_nextOpening;
};

} // namespace pilothouse
