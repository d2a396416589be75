// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/sshshell.h"

#include "backend/ssh/localshell.h"
#include "backend/ssh/prompters.h"
#include "backend/ssh/shellprotocol.h"
#include "backend/ssh/sshworker.h"

#include <libssh/libssh.h>

#include <atomic>
#include <thread>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

// Threads of shells that are gone: nobody waits for them but the end of the program, and each ends within moments of being asked.
class Leaving {
public:
    // OpenSSL takes its tables down in an exit handler of its own. Using it once before this object is made puts that handler behind
    // this destructor: a session that still says goodbye then finds the tables there.
    Leaving()
    {
        char byte = 0;
        (void)ssh_get_random(&byte, 1, 0);
    }
    ~Leaving()
    {
        for (Each &each : m_threads) { // a program may end with shells that nobody let go
            if (const auto worker = each.worker.lock())
                worker->stop();
        }
        for (Each &each : m_threads)
            each.thread.join();
    }
    void run(std::shared_ptr<SshWorker> worker)
    {
        const std::scoped_lock lock(m_mutex);
        std::erase_if(m_threads, [](Each &each) {
            if (!*each.done)
                return false;
            each.thread.join();
            return true;
        });
        auto done = std::make_shared<std::atomic<bool>>(false);
        const std::weak_ptr<SshWorker> known = worker;
        m_threads.push_back({std::thread([worker = std::move(worker), done]() mutable {
                                 worker->run();
                                 worker.reset();
                                 *done = true;
                             }),
                             done, known});
    }
    [[nodiscard]] static Leaving &all()
    {
        static Leaving leaving;
        return leaving;
    }

private:
    struct Each {
        std::thread thread;
        std::shared_ptr<std::atomic<bool>> done;
        std::weak_ptr<SshWorker> worker;
    };
    std::mutex m_mutex;
    std::vector<Each> m_threads;
};

} // namespace

SshShell::SshShell(const Profile &profile, std::shared_ptr<Prompter> prompter, std::shared_ptr<const Surroundings> surroundings)
    : m_host(profile.ssh.host),
      m_worker(std::make_shared<SshWorker>(profile.ssh, prompter ? std::move(prompter) : nobodyPrompter(),
                                           surroundings ? std::move(surroundings) : std::make_shared<Surroundings>()))
{
    Leaving::all().run(m_worker);
}

SshShell::~SshShell()
{
    m_worker->stop();
}

Result<std::vector<Reply>> SshShell::run(QList<Command> commands, Urgency urgency, std::stop_token stop)
{
    auto ticket = std::make_shared<Ticket>();
    ticket->mark = newMark();
    auto script = batchScript(commands, ticket->mark);
    if (!script)
        return tl::unexpected(script.error());
    if (commands.isEmpty())
        return std::vector<Reply>();
    ticket->script = std::move(*script);
    ticket->sendBy = earliestSendBy(commands);
    ticket->commands = std::move(commands);
    ticket->urgency = urgency;
    if (stop.stop_requested())
        return failure(Error::Kind::Stopped);
    if (const auto submitted = m_worker->submit(ticket); !submitted)
        return tl::unexpected(submitted.error());
    const std::stop_callback leave(stop, [&] {
        {
            const std::scoped_lock lock(ticket->mutex);
            ticket->dropped = true;
            ticket->changed.notify_all();
        }
        m_worker->nudge();
    });
    std::unique_lock lock(ticket->mutex);
    ticket->changed.wait(lock, [&] { return ticket->result || ticket->dropped; });
    if (!ticket->result)
        return failure(Error::Kind::Stopped);
    return std::move(*ticket->result);
}

LinkFacts SshShell::facts() const
{
    return m_worker->facts();
}

void SshShell::retryNow()
{
    m_worker->retryNow();
}

QString SshShell::host() const
{
    return m_host;
}

Result<std::shared_ptr<Shell>> makeShell(const Profile &profile, std::shared_ptr<Prompter> prompter)
{
    if (profile.local)
        return std::make_shared<LocalShell>();
    if (const auto config = hostConfigFor(profile.ssh); !config)
        return tl::unexpected(config.error());
    return std::make_shared<SshShell>(profile, std::move(prompter));
}

} // namespace pilothouse
