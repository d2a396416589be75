// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filterprogram.h"
#include "models/jobtext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace pilothouse {

using namespace filter;

namespace {

std::optional<double> positive(quint32 value)
{
    return value == 0 ? std::nullopt : std::optional(double(value));
}
std::optional<double> seconds(const std::optional<Seconds> &span)
{
    return span ? std::optional(double(span->count())) : std::nullopt;
}
std::optional<double> epoch(Moment at)
{
    return at.known() ? std::optional(double(at.epoch())) : std::nullopt;
}

// nullopt is unknown, and unknown passes no comparison.
std::optional<double> figureOf(Field field, const Job &job, Moment now)
{
    switch (field) {
    case Field::Gpus:
        return job.gpus;
    case Field::Nodes:
        return positive(job.nodeCount);
    case Field::Cpus:
        return positive(job.cpus);
    case Field::Memory:
        return job.memory.count() > 0 ? std::optional(double(job.memory.count())) : std::nullopt;
    case Field::Priority:
        return positive(job.priority);
    case Field::Nice:
        return job.nice == kUnknownNice ? std::nullopt : std::optional(double(job.nice));
    case Field::Place:
        return positive(job.place);
    case Field::Restarts:
        return job.restarts == kUnknownRestarts ? std::nullopt : std::optional(double(job.restarts));
    case Field::ExitCode:
        return job.exitCode < 0 ? std::nullopt : std::optional(double(job.exitCode));
    case Field::Elapsed:
        return seconds(elapsedOf(job, now));
    case Field::Limit:
        if (job.timeLimit.isUnlimited())
            return std::numeric_limits<double>::infinity();
        return job.timeLimit.isFinite() ? std::optional(double(job.timeLimit.seconds().count())) : std::nullopt;
    case Field::Remaining:
        return seconds(remainingOf(job, now));
    case Field::Waited:
        return seconds(waitedOf(job, now));
    case Field::Submitted:
        return epoch(job.submit);
    case Field::Started:
        return isWaiting(job.state) ? std::nullopt : epoch(job.start);
    case Field::Ended:
        return hasEnded(job.state) ? epoch(job.end) : std::nullopt;
    default:
        return std::nullopt;
    }
}

bool compares(Op op, double a, double b)
{
    switch (op) {
    case Op::Is:
        return a == b;
    case Op::Less:
        return a < b;
    case Op::AtMost:
        return a <= b;
    case Op::More:
        return a > b;
    case Op::AtLeast:
        return a >= b;
    default:
        return false;
    }
}

bool passesNumber(const NumberTest &test, const Job &job, Moment now)
{
    if (test.field == Field::Within)
        return !hasEnded(job.state) || (job.end.known() && double(now.epoch() - job.end.epoch()) <= test.any[0]);
    const auto figure = figureOf(test.field, job, now);
    if (!figure)
        return false;
    if (test.byAge)
        return compares(test.op, double(now.epoch()) - *figure, test.any[0]);
    if (test.op != Op::Is && test.op != Op::IsNot)
        return compares(test.op, *figure, test.any[0]);
    bool is = false;
    for (size_t i = 0; i < test.any.size() && !is; ++i) {
        const double value = test.any[i];
        is = *figure == value;
        if (test.byDay[i])
            is = *figure >= value
                && *figure < double(QDateTime::fromSecsSinceEpoch(qint64(value)).date().addDays(1).startOfDay().toSecsSinceEpoch());
    }
    return is == (test.op == Op::Is);
}

bool passesState(const StateTest &test, const Job &job, const TextPool &words)
{
    const StateSet &set = test.set;
    if (job.state == JobState::Other && !test.others.empty()) {
        const QString name = words.string(job.stateText).toCaseFolded();
        if (std::ranges::find(test.others, name) != test.others.end())
            return true;
    }
    if (set.states >> quint32(job.state) & 1u)
        return true;
    if (set.looks == 0)
        return false;
    const Look look = lookOf(job, words);
    // A suspended job looks held but holds its nodes: state:held is for what waits.
    return (set.looks >> quint32(look) & 1u) && (look != Look::Held || isWaiting(job.state));
}

using Digits = std::array<char, 24>;
QByteArrayView write(Digits &room, const Job &job)
{
    const bool het = job.hetJobId != 0;
    const quint32 master = het ? job.hetJobId : job.arrayJobId != 0 ? job.arrayJobId : job.jobId;
    char *end = std::to_chars(room.data(), room.data() + room.size(), master).ptr;
    if (het || (job.arrayJobId != 0 && job.key.task != kNoTask)) {
        *end++ = het ? '+' : '_';
        end = std::to_chars(end, room.data() + room.size(), het ? quint32(job.hetOffset) : job.key.task).ptr;
    }
    return {room.data(), end - room.data()};
}

bool passesId(const IdTest &test, const Job &job)
{
    for (const IdTest::One &one : test.any) {
        if (one.pattern) {
            Digits room{};
            if (one.pattern->matches(QString::fromLatin1(write(room, job))))
                return true;
        } else if (one.het                   ? job.hetJobId == one.job && job.hetOffset == one.task
                       : one.task != kNoTask ? job.arrayJobId == one.job && job.key.task == one.task
                                             : job.jobId == one.job || job.arrayJobId == one.job || job.hetJobId == one.job) {
            return true;
        }
    }
    return false;
}

Text textOf(Field field, const Job &job)
{
    switch (field) {
    case Field::Name:
        return job.name;
    case Field::User:
        return job.user;
    case Field::Account:
        return job.account;
    case Field::Source:
        return job.cluster;
    case Field::Queue:
        return job.partition;
    case Field::Qos:
        return job.qos;
    case Field::Reason:
        return job.reason;
    case Field::Node:
        return job.nodes;
    case Field::WorkDir:
        return job.workDir;
    case Field::Comment:
        return job.comment;
    default:
        return {};
    }
}

bool anyMatches(const TextTest &test, const QString &words)
{
    for (const Pattern &pattern : test.any) {
        if (test.field == Field::Node ? hostlistMatches(words, pattern) : pattern.matches(words))
            return true;
        // A waiting job may name several queues.
        if (test.field == Field::Queue && words.contains(u',')) {
            for (const QString &one : words.split(u',')) {
                if (pattern.matches(one))
                    return true;
            }
        }
    }
    return false;
}

} // namespace

FilterRun::FilterRun(const Filter &filter, const Snapshot &snapshot, const QString &sourceName, const QDateTime &now, bool stale)
    : m_filter(filter),
      m_snapshot(snapshot),
      m_sourceName(sourceName),
      m_now(sourceNow(snapshot, now, stale)),
      m_known(filter.program().leaves.size())
{
}

bool FilterRun::passes(const Job &job)
{
    const int root = m_filter.program().root;
    return root < 0 || node(root, job);
}

bool FilterRun::node(int index, const Job &job)
{
    const Node &here = m_filter.program().nodes[size_t(index)];
    switch (here.kind) {
    case Node::Kind::And:
        return node(here.left, job) && node(here.right, job);
    case Node::Kind::Or:
        return node(here.left, job) || node(here.right, job);
    case Node::Kind::Not:
        return !node(here.left, job);
    case Node::Kind::Test:
        break;
    }
    return leaf(here.left, job);
}

bool FilterRun::leaf(int index, const Job &job)
{
    const Leaf &any = m_filter.program().leaves[size_t(index)];
    if (const auto *test = std::get_if<TextTest>(&any)) {
        if (test->me && job.mine)
            return true;
        if (test->field == Field::Source && anyMatches(*test, m_sourceName))
            return true;
        if (test->field == Field::Source && job.cluster.isEmpty())
            return anyMatches(*test, m_snapshot.cluster);
        return !test->any.empty() && word(index, textOf(test->field, job));
    }
    if (const auto *test = std::get_if<NumberTest>(&any))
        return passesNumber(*test, job, m_now);
    if (const auto *test = std::get_if<StateTest>(&any))
        return passesState(*test, job, *m_snapshot.words);
    if (const auto *test = std::get_if<IdTest>(&any))
        return passesId(*test, job);
    if (const auto *test = std::get_if<FlagTest>(&any))
        return (test->field == Field::Mine ? job.mine : job.arrayJobId != 0) == test->wanted;
    const auto &bare = std::get<BareTest>(any);
    if (!bare.digits.isEmpty()) {
        Digits room{};
        const QByteArrayView id = write(room, job);
        if (std::string_view(id.data(), size_t(id.size())).find(std::string_view(bare.digits.data(), size_t(bare.digits.size())))
            != std::string_view::npos)
            return true;
    }
    return word(index, job.name);
}

bool FilterRun::word(int leafIndex, Text text)
{
    QHash<quint32, bool> &known = m_known[size_t(leafIndex)];
    if (const auto found = known.constFind(text.at()); found != known.cend())
        return *found;
    const Leaf &any = m_filter.program().leaves[size_t(leafIndex)];
    const QString words = m_snapshot.words->string(text);
    const auto *test = std::get_if<TextTest>(&any);
    const bool passes = test ? anyMatches(*test, words) : std::get<BareTest>(any).name.matches(words);
    known.insert(text.at(), passes);
    return passes;
}

} // namespace pilothouse
