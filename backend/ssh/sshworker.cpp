// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/sshworker.h"

#include "backend/core/clock.h"

#include <csignal>

#include <poll.h>

namespace pilothouse {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr size_t kMostShells = 3;
constexpr size_t kReserve = 2; // sessions left to log tails and the like
constexpr auto kBackgroundFirst = 3s; // so long a read in the background is left to itself, where there is no session for a view beside it
constexpr auto kLimitHolds = 10min; // a refusal may have been for a moment only: then it is tried again
constexpr auto kRefusedLimit = 60s; // without any session, on a link that had some

int silence(socket_t, int, void *bell)
{
    static_cast<const Bell *>(bell)->silence();
    return 0;
}

int nothing(socket_t, int, void *)
{
    return 0;
}

} // namespace

SshWorker::SshWorker(SshSettings settings, std::shared_ptr<Prompter> prompter, std::shared_ptr<const Surroundings> surroundings)
    : m_settings(std::move(settings)),
      m_prompter(std::move(prompter)),
      m_surroundings(std::move(surroundings)),
      m_watch(m_surroundings->watchAddresses()),
      m_slept(m_surroundings->slept())
{
}

SshWorker::~SshWorker() = default;

void SshWorker::stop()
{
    m_stop.request_stop();
    m_stopBell.ring();
    m_bell.ring();
}

Result<> SshWorker::submit(TicketPtr ticket)
{
    const std::scoped_lock lock(m_mutex);
    const auto now = std::chrono::steady_clock::now();
    if (!m_connected && ticket->sendBy.count() > 0)
        return failure(Error::Kind::Unreachable, m_settings.host, u"the link is down"_s);
    if (!m_connected) {
        if (hasSlept())
            m_backoff.hurry();
        if (auto error = m_backoff.standing(now)) {
            if (!m_backoff.needsPerson())
                error->detail += u" (next try in %1 s)"_s.arg(std::chrono::ceil<std::chrono::seconds>(m_backoff.untilNext(now)).count());
            return tl::unexpected(*error);
        }
    }
    m_queue.push_back(std::move(ticket));
    m_bell.ring();
    return {};
}

void SshWorker::retryNow()
{
    const std::scoped_lock lock(m_mutex);
    m_backoff.forget();
    m_bell.ring();
}

LinkFacts SshWorker::facts() const
{
    const std::scoped_lock lock(m_mutex);
    LinkFacts facts = m_facts;
    facts.connected = m_connected;
    facts.steps = m_steps.all();
    return facts;
}

void SshWorker::run()
{
    // libssh writes to sockets that may be gone: an error there, not the end of the program.
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
    while (!m_stop.stop_requested()) {
        if (m_link)
            serve();
        else
            waitForWork();
    }
    dropLink(u"stopped"_s);
    answerAll({Error::Kind::Stopped, {}, {}});
}

void SshWorker::waitForWork()
{
    bool work = false;
    {
        const std::scoped_lock lock(m_mutex);
        std::erase_if(m_queue, [](const TicketPtr &ticket) { return ticket->isDropped(); });
        work = !m_queue.empty();
    }
    if (work) {
        connect();
        return;
    }
    std::array<pollfd, 2> ends{{{m_bell.fd(), POLLIN, 0}, {m_watch.get(), POLLIN, 0}}};
    poll(ends.data(), ends.size(), -1);
    m_bell.silence();
    if (Surroundings::takeNews(m_watch)) {
        const std::scoped_lock lock(m_mutex);
        m_backoff.hurry();
    }
}

void SshWorker::connect()
{
    auto link = Link::open(m_settings, *m_prompter, m_interrupt, m_steps);
    const auto now = std::chrono::steady_clock::now();
    if (!link) {
        giveUp(link.error());
        return;
    }
    m_link = std::move(*link);
    m_event = ssh_event_new();
    ssh_event_add_session(m_event, m_link->raw());
    ssh_event_add_fd(m_event, m_bell.fd(), POLLIN, silence, const_cast<Bell *>(&m_bell));
    ssh_event_add_fd(m_event, m_stopBell.fd(), POLLIN, nothing, nullptr);
    if (m_watch)
        ssh_event_add_fd(m_event, m_watch.get(), POLLIN, onNews, this);
    m_address = m_link->localAddress();
    if (!m_surroundings->hasAddress(m_address)) // one that needs no interface: nothing can be told from it
        m_address.clear();
    m_wire = {};
    ssh_set_counters(m_link->raw(), &m_wire, &m_raw);
    m_seenIn = m_seenOut = 0;
    m_lastIn = m_lastPing = m_pingSent = m_addressSeen = now;
    m_pinging = m_served = false;
    m_maxSessions = 0;
    m_refusedSince = m_nextOpening = Time();
    m_lost.clear();
    m_steps.begin(u"shell"_s, u"/bin/sh"_s);
    const std::scoped_lock lock(m_mutex);
    m_connected = true;
    m_facts.maxSessions = 0;
    (void)hasSlept(); // before this link
}

void SshWorker::serve()
{
    ping(std::chrono::steady_clock::now()); // the first round trip is measured at once
    while (!m_stop.stop_requested()) {
        turn();
        if (!m_lost.isEmpty() || !ssh_is_connected(m_link->raw())) {
            const QString why = !m_lost.isEmpty() ? m_lost : u"the connection was lost: "_s + m_link->session().lastError();
            dropLink(why);
            if (!m_served) // else a server that hangs up at once would be called again without end
                giveUp({Error::Kind::Unreachable, m_settings.host, why});
            return;
        }
    }
}

void SshWorker::turn()
{
    if (ssh_event_dopoll(m_event, int(pause().count())) == SSH_ERROR && !ssh_is_connected(m_link->raw()))
        return;
    const auto now = std::chrono::steady_clock::now();
    tend(now);
    deal(now);
    watch(now);
}

std::chrono::milliseconds SshWorker::pause() const
{
    for (const auto &shell : m_shells)
        if (shell->waits())
            return 250ms;
    return m_pinging ? 250ms : 1000ms;
}

void SshWorker::tend(Time now)
{
    for (const auto &shell : m_shells) {
        if (shell->ticket() && shell->ticket()->isDropped())
            shell->abandon();
        const auto before = shell->state();
        shell->advance(now);
        if (before != RemoteShell::State::Idle && shell->state() == RemoteShell::State::Idle)
            noteServed();
        if (shell->state() == RemoteShell::State::NoSession)
            learnLimit(*shell, now);
        else if (shell->state() == RemoteShell::State::Dead && !shell->complaint().isEmpty() && before != RemoteShell::State::Dead) {
            m_steps.failed(shell->complaint());
            answerAll({Error::Kind::Unreachable, m_settings.host, shell->complaint()});
        }
    }
    std::erase_if(m_shells, [](const auto &shell) {
        return shell->state() == RemoteShell::State::NoSession || shell->state() == RemoteShell::State::Dead;
    });
}

void SshWorker::noteServed()
{
    m_steps.done(); // the first shell closes the steps
    m_refusedSince = Time();
    if (m_served)
        return;
    m_served = true;
    const std::scoped_lock lock(m_mutex);
    m_backoff.succeeded();
}

// A refused session is no dead link: what is open goes on, and the rest waits its turn.
void SshWorker::learnLimit(const RemoteShell &refused, Time now)
{
    const size_t open = m_shells.size() - 1;
    m_nextOpening = now + 1s;
    if (open == 0 && m_served) { // the server may still count one that we closed
        if (m_refusedSince == Time())
            m_refusedSince = now;
        if (now - m_refusedSince < kRefusedLimit)
            return;
    }
    if (open == 0) {
        m_steps.failed(refused.complaint());
        giveUp({Error::Kind::Busy, m_settings.host, refused.complaint()});
        m_lost = u"no session: "_s + refused.complaint();
        m_served = true; // told already
        return;
    }
    m_maxSessions = int(open);
    m_limitLearnt = now;
    const std::scoped_lock lock(m_mutex);
    m_facts.maxSessions = m_maxSessions;
}

size_t SshWorker::capacity() const
{
    if (m_maxSessions == 0)
        return kMostShells;
    const auto max = size_t(m_maxSessions);
    return std::min(kMostShells, std::max(std::min<size_t>(2, max), max > kReserve ? max - kReserve : 1));
}

// One shell is kept for what a person does, where there are two. A read in the background, one at a time, may be on it: it makes room.
bool SshWorker::mayStart(Urgency urgency) const
{
    const auto running = [this](Urgency which) {
        return size_t(std::count_if(m_shells.begin(), m_shells.end(),
                                    [which](const auto &shell) { return shell->ticket() && shell->ticket()->urgency == which; }));
    };
    const size_t reads = std::max<size_t>(1, capacity() - 1);
    if (urgency == Urgency::View)
        return running(Urgency::View) < reads;
    return urgency == Urgency::Act || (running(Urgency::Background) == 0 && running(Urgency::View) < reads);
}

// Accounting that hangs holds up neither a stop nor, for long, the queue.
void SshWorker::makeRoom(Urgency urgency, Time now)
{
    for (const auto &shell : m_shells) {
        const TicketPtr ticket = shell->ticket();
        if (!ticket || ticket->urgency != Urgency::Background || urgency == Urgency::Background
            || (urgency == Urgency::View && now - shell->since() < kBackgroundFirst))
            continue;
        shell->abandon();
        ticket->answer(failure(Error::Kind::TimedOut, QString::fromUtf8(ticket->commands.first().words.value(0)),
                               u"ended to make room: no other session was free"_s));
        return;
    }
}

void SshWorker::deal(Time now)
{
    if (m_maxSessions != 0 && now - m_limitLearnt > kLimitHolds)
        m_maxSessions = 0;
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_queue, [](const TicketPtr &ticket) { return ticket->isDropped(); });
    std::stable_sort(m_queue.begin(), m_queue.end(), [](const TicketPtr &a, const TicketPtr &b) { return a->urgency < b->urgency; });
    for (auto it = m_queue.begin(); it != m_queue.end();) {
        if (!mayStart((*it)->urgency)) {
            ++it;
            continue;
        }
        const auto idle
            = std::find_if(m_shells.begin(), m_shells.end(), [](const auto &shell) { return shell->state() == RemoteShell::State::Idle; });
        if (idle == m_shells.end()) {
            const auto comes = [](const auto &shell) { return shell->opens() || shell->state() == RemoteShell::State::Ending; };
            // Where the server's limit was never met, those that end need not be waited for.
            const auto ending = std::count_if(m_shells.begin(), m_shells.end(),
                                              [](const auto &shell) { return shell->state() == RemoteShell::State::Ending; });
            if (m_shells.size() - (m_maxSessions == 0 ? size_t(ending) : 0) < capacity()) {
                const bool opening = std::any_of(m_shells.begin(), m_shells.end(), [](const auto &shell) { return shell->opens(); });
                if (!opening && now >= m_nextOpening) {
                    m_shells.push_back(std::make_unique<RemoteShell>(m_link->raw()));
                    m_shells.back()->advance(now);
                }
            } else if (std::none_of(m_shells.begin(), m_shells.end(), comes)) {
                makeRoom((*it)->urgency, now);
            }
            return;
        }
        if ((*it)->sendBy.count() > 0 && Clock().sinceBoot() > (*it)->sendBy)
            (*it)->answer(failure(Error::Kind::Unreachable, m_settings.host, u"it could not be sent in time"_s));
        else
            (*idle)->give(*it, now);
        it = m_queue.erase(it);
    }
}

void SshWorker::dropLink(const QString &why)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_connected = false;
        std::erase_if(m_queue, [&](const TicketPtr &ticket) { // what may not wait for another link
            if (ticket->sendBy.count() > 0)
                ticket->answer(failure(Error::Kind::Unreachable, m_settings.host, why));
            return ticket->sendBy.count() > 0;
        });
    }
    if (m_link && !m_lost.isEmpty())
        m_link->dropUnsent();
    for (const auto &shell : m_shells)
        if (const TicketPtr ticket = shell->takeTicket()) // sent, and nobody knows how far it came
            ticket->answer(failure(Error::Kind::Incomplete, m_settings.host, why));
    if (m_link && m_event)
        ssh_event_remove_session(m_event, m_link->raw());
    m_shells.clear();
    m_link.reset();
    if (m_event) {
        ssh_event_remove_fd(m_event, m_bell.fd()); // what was added is not freed with the event
        ssh_event_remove_fd(m_event, m_stopBell.fd());
        if (m_watch)
            ssh_event_remove_fd(m_event, m_watch.get());
        ssh_event_free(m_event);
    }
    m_event = nullptr;
}

// The link can't be had now: whoever waits is told, and so is who comes before the next try.
void SshWorker::giveUp(const Error &error)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_connected = false; // who comes from now on is told, too, and does not wait for the next link
        m_backoff.failed(error, std::chrono::steady_clock::now());
    }
    answerAll(error);
}

void SshWorker::answerAll(const Error &error)
{
    std::vector<TicketPtr> queue;
    {
        const std::scoped_lock lock(m_mutex);
        queue.swap(m_queue);
    }
    for (const TicketPtr &ticket : queue)
        ticket->answer(tl::unexpected(error));
}

} // namespace pilothouse
