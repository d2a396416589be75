// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How many round trips a poll costs: bench_ssh PROFILE-FILE FIGURE [REPEATS]. Through a proxy that delays by 50 ms each way; the far end
// tells how long the commands took there: (poll − commands) ÷ round trip, the median of all polls.
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

// The profile's host by way of the proxy, with its key known there.
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

// The far end's clock stands before and behind the commands, and tells how long they took there.
QList<Command> poll()
{
    Command queue;
    queue.words = {"squeue", "-h", "-a", "-r", "-o", "%A|%F|%K|%T|%r|%j|%u|%a|%P|%q|%V|%S|%e|%l|%D|%C|%m|%b|%N|%Q|%E|%v|%Z"};
    queue.large = true;
    Command partitions, clock;
    partitions.words = {"sinfo", "-h", "-o", "%R|%a|%D|%l"};
    clock.words = {"date", "+%s%N"};
    return {clock, queue, partitions, clock};
}

double ownTime(const std::vector<Reply> &replies)
{
    return double(replies.back().out.trimmed().toLongLong() - replies.front().out.trimmed().toLongLong()) / 1e6;
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + qsizetype(values.size() / 2), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.size() < 3) {
        std::fprintf(stderr, "usage: bench_ssh PROFILE-FILE FIGURE [REPEATS]\n");
        return 2;
    }
    const auto profiles = loadProfiles(words[1]);
    if (!profiles || profiles->isEmpty()) {
        std::fprintf(stderr, "%s: no profile\n", qPrintable(words[1]));
        return 1;
    }
    const int repeats = words.value(3, QStringLiteral("9")).toInt();
    test::DelayProxy proxy(profiles->first().ssh.port, kEachWay);
    const QTemporaryDir folder;
    Profile profile = profiles->first();
    profile.ssh = through(proxy.port(), profile.ssh, folder.path());
    SshShell shell(profile, nobodyPrompter());
    std::vector<double> polls, rest;
    qsizetype rows = 0;
    for (int i = -1; i < repeats; ++i) { // the first one connects
        QElapsedTimer timer;
        timer.start();
        const auto replies = shell.run(poll(), Urgency::View, {});
        const double took = double(timer.nsecsElapsed()) / 1e6;
        if (!replies || replies->at(1).exitStatus != 0) {
            std::fprintf(stderr, "%s\n", replies ? replies->at(1).err.constData() : qPrintable(replies.error().detail));
            return 1;
        }
        rows = replies->at(1).out.count('\n');
        if (i >= 0) {
            polls.push_back(took);
            rest.push_back(took - ownTime(*replies));
        }
    }
    const double roundTrip = double((2 * kEachWay).count());
    std::fprintf(stderr, "%lld rows, poll %.1f ms, without its commands %.1f ms, round trip %.0f ms\n", qlonglong(rows), median(polls),
                 median(rest), roundTrip);
    std::printf("%s %.3f ratio\n", qPrintable(words[2]), median(rest) / roundTrip);
    return 0;
}
