// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What one refresh of the Jobs page costs besides the commands themselves:
//   bench_poll PROFILE-FILE rtts NAME [REPEATS]  round trips: (poll time - command time) / round trip, 50 ms each way
//   bench_poll PROFILE-FILE rpcs NAME [REPEATS]  questions to slurmctld, counted by itself (sdiag)
// Poll time is that of the whole SlurmSource::fetch, reading and comparing included, through the proxy. Command time is what the far
// end's own clock says of the same commands, asked in turn over a connection without delay, whose output nothing holds up.
#include "backend/slurm/slurmsource.h"
#include "backend/ssh/prompters.h"
#include "backend/ssh/sshshell.h"
#include "backend/store/profiles.h"
#include "tests/support/delayproxy.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

using namespace pilothouse;
using namespace std::chrono_literals;

namespace {

constexpr auto kEachWay = 50ms;
constexpr Wanted kWanted{.jobs = true, .nodes = false, .ended = true}; // as the page that is seen

[[noreturn]] void fail(const Error &error)
{
    std::fprintf(stderr, "bench_poll: failed: kind %d, %s, %s\n", int(error.kind), qUtf8Printable(error.subject),
                 qUtf8Printable(error.detail));
    std::exit(1);
}

// Has the far end tell its time before and after what it is asked.
class ClockedShell final : public Shell {
public:
    explicit ClockedShell(std::shared_ptr<Shell> shell) : m_shell(std::move(shell)) { }
    Result<std::vector<Reply>> run(QList<Command> commands, Urgency urgency, std::stop_token stop) override
    {
        Command clock;
        clock.words = {"date", "+%s%N"};
        commands.prepend(clock);
        commands.append(clock);
        auto replies = m_shell->run(commands, urgency, stop);
        if (replies) {
            m_took += double(replies->back().out.trimmed().toLongLong() - replies->front().out.trimmed().toLongLong()) / 1e6;
            replies->erase(replies->begin());
            replies->pop_back();
        }
        return replies;
    }
    LinkFacts facts() const override { return m_shell->facts(); }
    void retryNow() override { m_shell->retryNow(); }
    QString host() const override { return m_shell->host(); }
    [[nodiscard]] double takeMs() { return std::exchange(m_took, 0); }

private:
    std::shared_ptr<Shell> m_shell;
    double m_took = 0;
};

// The same host by way of the proxy, with its key known there.
SshSettings through(int port, SshSettings settings, const QString &folder)
{
    QFile known(settings.userKnownHostsFile);
    QFile copy(folder + QStringLiteral("/known_hosts"));
    if (known.open(QIODevice::ReadOnly) && copy.open(QIODevice::WriteOnly))
        copy.write(known.readAll().replace("]:" + QByteArray::number(settings.port) + ' ', "]:" + QByteArray::number(port) + ' '));
    settings.port = port;
    settings.userKnownHostsFile = copy.fileName();
    return settings;
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + qsizetype(values.size() / 2), values.end());
    return values[values.size() / 2];
}

double timedFetch(SlurmSource &source, size_t &rows)
{
    QElapsedTimer timer;
    timer.start();
    const auto snapshot = source.fetch(kWanted, {});
    const double took = double(timer.nsecsElapsed()) / 1e6;
    if (!snapshot)
        fail(snapshot.error());
    rows = (*snapshot)->jobs.size();
    return took;
}

int roundTrips(const Profile &near, const char *name, int repeats)
{
    test::DelayProxy proxy(near.ssh.port, kEachWay);
    const QTemporaryDir folder;
    Profile far = near;
    far.ssh = through(proxy.port(), far.ssh, folder.path());
    const auto clocked = std::make_shared<ClockedShell>(std::make_shared<SshShell>(near, nobodyPrompter()));
    SlurmSource nearSource({}, clocked);
    SlurmSource farSource({}, std::make_shared<SshShell>(far, nobodyPrompter()));

    size_t rows = 0;
    for (int i = 0; i < 2; ++i) { // logs in, and asks what is asked once
        (void)timedFetch(nearSource, rows);
        (void)timedFetch(farSource, rows);
    }
    (void)clocked->takeMs();
    std::vector<double> command, nearPoll, farPoll;
    for (int i = 0; i < repeats; ++i) {
        nearPoll.push_back(timedFetch(nearSource, rows));
        command.push_back(clocked->takeMs());
        farPoll.push_back(timedFetch(farSource, rows));
    }
    const double trip = double((2 * kEachWay).count());
    std::fprintf(stderr, "%s: %zu rows; commands %.1f ms, poll without delay %.1f ms, through the proxy %.1f ms\n", name, rows,
                 median(command), median(nearPoll), median(farPoll));
    std::printf("%s_rows %zu rows\n%s %.2f round_trips\n", name, rows, name, (median(farPoll) - median(command)) / trip);
    return 0;
}

// All questions that slurmctld has counted, but those for the counts themselves.
long questions(Shell &shell)
{
    Command command;
    command.words = {"sdiag"};
    const auto reply = runOne(shell, command, Urgency::View, {});
    if (!reply)
        fail(reply.error());
    long sum = 0;
    bool byType = false;
    for (const QByteArray &line : reply->out.split('\n')) {
        if (!line.startsWith('\t') && !line.trimmed().isEmpty())
            byType = line.startsWith("Remote Procedure Call statistics by message type");
        const qsizetype at = line.indexOf("count:");
        if (byType && at > 0 && !line.contains("REQUEST_STATS_INFO"))
            sum += line.mid(at + 6).trimmed().split(' ').front().toLong();
    }
    if (sum == 0)
        fail({Error::Kind::Incomplete, QStringLiteral("sdiag"), QString::fromUtf8(reply->out.left(200))});
    return sum;
}

int rpcs(const Profile &profile, const char *name, int repeats)
{
    const auto shell = std::make_shared<SshShell>(profile, nobodyPrompter());
    SlurmSource source({}, shell);
    size_t rows = 0;
    (void)timedFetch(source, rows);
    const long start = questions(*shell);
    std::vector<double> each;
    for (int i = 0; i < repeats; ++i) {
        const long before = questions(*shell);
        (void)timedFetch(source, rows);
        each.push_back(double(questions(*shell) - before));
    }
    std::fprintf(stderr, "%s: %zu rows; %ld in all for %d refreshes\n", name, rows, questions(*shell) - start, repeats);
    std::printf("%s %.0f rpcs\n", name, median(each));
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.size() < 4 || (words[2] != QStringLiteral("rtts") && words[2] != QStringLiteral("rpcs"))) {
        std::fprintf(stderr, "usage: bench_poll PROFILE-FILE rtts|rpcs NAME [REPEATS]\n");
        return 2;
    }
    const auto profiles = loadProfiles(words[1]);
    if (!profiles)
        fail(profiles.error());
    const int repeats = words.value(4, QStringLiteral("9")).toInt();
    return words[2] == QStringLiteral("rtts") ? roundTrips(profiles->front(), argv[3], repeats) : rpcs(profiles->front(), argv[3], repeats);
}
