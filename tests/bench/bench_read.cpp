// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// jobs.read_vs_scan: reading, interning and diffing 100,000 rows of squeue with 23 fields, divided by one memchr pass that finds every
// field and row end in the same bytes. Median of 15, in turn in one process.
// groups: jobs
#include "backend/slurm/place.h"
#include "backend/slurm/poll.h"
#include "backend/slurm/squeue.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <random>

using namespace pilothouse;
using namespace pilothouse::slurm;

namespace {

constexpr int kRows = 100'000;
constexpr int kRounds = 15;

// The 23 fields that the table shows most.
const QByteArrayList kFields{"JobArrayID",   "JobID",        "State",   "Partition",  "UserName",  "UserID",     "Account",   "QOS",
                             "Reason",       "PriorityLong", "NumCPUs", "NumNodes",   "MinMemory", "tres-alloc", "TimeLimit", "SubmitTime",
                             "EligibleTime", "StartTime",    "EndTime", "RestartCnt", "NodeList",  "WorkDir",    "Name"};

// A mixed queue: 20 % running, 3,000 names, 400 users, 60 accounts; changed: of 1,000 rows so many have started since.
QByteArray makeAnswer(const SqueueQuestion &question, int changed)
{
    std::minstd_rand random;
    const auto upTo = [&](int n) { return int(random() % unsigned(n)); };
    const QByteArray end = "\x1f";
    QByteArray out;
    out.reserve(kRows * 260);
    for (int i = 0; i < kRows; ++i) {
        random.seed(unsigned(i) + 1); // a row's words do not hang on the row before
        const QByteArray id = QByteArray::number(4'000'000 + i);
        const int user = upTo(400);
        const bool starts = i % 1000 < changed;
        const bool runs = upTo(5) == 0 || starts;
        const int cpus = 1 << upTo(7);
        const int nodes = 1 + upTo(3) / 2;
        const int memory = 4 << upTo(6);
        const int gpus = upTo(4) == 0 ? 1 << upTo(4) : 0;
        const int submit = 1'796'000'000 + i * 2 + upTo(2);
        const int start = 1'796'130'000 + upTo(9'000);
        const int hours = 1 + upTo(48);
        const QByteArray tres = "cpu=" + QByteArray::number(cpus) + ",mem=" + QByteArray::number(memory)
            + "G,node=" + QByteArray::number(nodes) + ",billing=" + QByteArray::number(cpus)
            + (gpus ? ",gres/gpu=" + QByteArray::number(gpus) : QByteArray());
        const QByteArray list = runs
            ? (nodes > 1 ? "node[0" + QByteArray::number(100 + upTo(400)) + ",0" + QByteArray::number(500 + upTo(400)) + "]"
                         : "node0" + QByteArray::number(100 + upTo(800)))
            : QByteArray();
        const QByteArray name = "user" + QByteArray::number(user);
        static const QByteArrayList partitions{"batch", "gpu", "long", "debug", "gpu-large"};
        static const QByteArrayList reasons{"Priority",     "Resources",        "Dependency", "QOSMaxCpuPerUserLimit",
                                            "AssocGrpGRES", "JobArrayTaskLimit"};
        static const QByteArrayList kinds{"train", "eval", "preprocess", "md", "align", "wrap"};
        out += id + end + id + end + (runs ? "RUNNING" : "PENDING") + end + partitions[upTo(5)] + end + name + end
            + QByteArray::number(20'000 + user) + end + "account" + QByteArray::number(user % 60) + end + "normal" + end
            + (runs ? QByteArray("None") : reasons[upTo(6)]) + end + QByteArray::number(1000 + upTo(90'000)) + end
            + QByteArray::number(cpus) + end + QByteArray::number(nodes) + end + QByteArray::number(memory) + "G" + end + tres + end
            + QByteArray::number(hours) + ":00:00" + end + QByteArray::number(submit) + end + QByteArray::number(submit) + end
            + (runs ? QByteArray::number(start) : QByteArray("N/A")) + end
            + (runs ? QByteArray::number(start + hours * 3600) : QByteArray("N/A")) + end + "0" + end + list + end + "/home/" + name
            + "/runs" + question.textEnd() + kinds[upTo(6)] + "-" + QByteArray::number(upTo(500)) + question.rowEnd() + "\n";
    }
    return out;
}

double milliseconds(std::chrono::steady_clock::time_point since)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - since).count();
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

// Each field end and each row end, by memchr.
size_t scan(const QByteArray &bytes)
{
    size_t found = 0;
    const char *at = bytes.constData();
    const char *const end = at + bytes.size();
    while (at < end) {
        for (qsizetype field = 0; field < kFields.size(); ++field) {
            const auto *stop = static_cast<const char *>(std::memchr(at, '\x1f', size_t(end - at)));
            if (!stop)
                return found;
            ++found;
            at = stop + 1;
        }
        const auto *line = static_cast<const char *>(std::memchr(at, '\n', size_t(end - at)));
        if (!line)
            return found;
        ++found;
        at = line + 1;
    }
    return found;
}

} // namespace

int main()
{
    const SqueueQuestion question(kFields, "q7xk20vma8");
    const Reply before{makeAnswer(question, 0), {}, 0};
    const Reply after{makeAnswer(question, 50), {}, 0};
    const Me me{"user7", 20'007};
    std::vector<double> reads, scans, rereads, places;
    size_t found = 0;
    size_t changed = 0;
    for (int round = 0; round < kRounds; ++round) {
        TextPool words;
        auto start = std::chrono::steady_clock::now();
        const auto first = readSqueue(before, question, words, me, 0);
        reads.push_back(milliseconds(start));
        start = std::chrono::steady_clock::now();
        auto second = readSqueue(after, question, words, me, 0);
        const Change change = difference(first->jobs, second->jobs);
        rereads.push_back(milliseconds(start));
        changed = change.changed;
        start = std::chrono::steady_clock::now();
        findPlaces(second->jobs, words, Moment(1'796'140'000));
        places.push_back(milliseconds(start));
        start = std::chrono::steady_clock::now();
        found = scan(after.out);
        scans.push_back(milliseconds(start));
        if (first->jobs.size() != kRows || second->jobs.size() != kRows || first->unread != 0) {
            std::fprintf(stderr, "rows were lost: %zu of %d\n", first->jobs.size(), kRows);
            return 1;
        }
    }
    std::fprintf(stderr, "# %lld bytes, %zu ends, %zu changed\n", qlonglong(after.out.size()), found, changed);
    std::printf("jobs.read_vs_scan %.2f ratio\n", median(rereads) / median(scans));
    std::printf("jobs.first_read_vs_scan %.2f ratio\n", median(reads) / median(scans));
    std::printf("jobs.read_ms %.1f ms\n", median(rereads));
    std::printf("jobs.scan_ms %.2f ms\n", median(scans));
    std::printf("jobs.place_ms %.1f ms\n", median(places));
    return 0;
}
