// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/poll.h"

#include "backend/core/clock.h"
#include "backend/slurm/place.h"
#include "backend/slurm/toolerror.h"
#include "backend/slurm/values.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace pilothouse::slurm {

namespace {

using namespace std::chrono_literals;

constexpr auto kPartitionsEvery = 5min;
constexpr auto kClusterEvery = 1h; // it may be upgraded while we look
constexpr auto kForgotSaid = 24h;
constexpr auto kRecentEvery = 30s;
constexpr auto kAccountingPause = 60s; // after it did not answer
constexpr auto kLinkPause = 3s; // after the link broke: no fault of accounting
constexpr size_t kIdsAtOnce = 500;
constexpr int kMostLacking = 12;

Command small(QByteArrayList words)
{
    Command command;
    command.words = std::move(words);
    command.maxBytes = 1 << 20;
    return command;
}

// The words of one pool in another.
void translate(Job &job, const TextPool &from, TextPool &to)
{
    for (Text Job::*field : {&Job::stateText, &Job::reason, &Job::name, &Job::user, &Job::account, &Job::partition, &Job::qos, &Job::nodes,
                             &Job::gres, &Job::waitingIndexes, &Job::dependency, &Job::reservation, &Job::licenses, &Job::features,
                             &Job::workDir, &Job::comment, &Job::cluster})
        job.*field = to.add(from.bytes(job.*field));
}

} // namespace

Change difference(const std::vector<Job> &before, const std::vector<Job> &after)
{
    Change change;
    auto old = before.begin();
    for (const Job &job : after) {
        for (; old != before.end() && old->key < job.key; ++old)
            ++change.went;
        if (old == before.end() || old->key != job.key) {
            ++change.came;
            continue;
        }
        change.changed += *old == job ? 0 : 1;
        ++old;
    }
    change.went += quint32(before.end() - old);
    return change;
}

void Poll::takeUser(const Reply &name, const Reply &uid, Live &live)
{
    const auto number = readNumber32(uid.out.trimmed());
    if (name.exitStatus != 0 || uid.exitStatus != 0 || !number || name.out.trimmed().isEmpty()) {
        live.partial.append(toolError(name.exitStatus != 0 ? name : uid, u"id"_s));
        return;
    }
    m_me = {name.out.trimmed(), *number};
}

void Poll::takeCluster(const Reply &reply, Live &live)
{
    auto facts = readCluster(reply);
    if (!facts) {
        live.partial.append(facts.error());
        return;
    }
    m_relearn |= !m_cluster.version.isEmpty() && m_cluster.version != facts->version;
    m_cluster = std::move(*facts);
    m_clusterDue = Clock::now() + kClusterEvery;
    m_noAccounting = false; // it may have been set up since
}

void Poll::takePartitions(const Reply &reply, Live &live)
{
    auto partitions = readPartitions(reply, *m_words);
    if (!partitions) {
        live.partial.append(partitions.error());
        return;
    }
    m_partitions = std::move(*partitions);
    m_partitionsDue = Clock::now() + kPartitionsEvery;
}

Result<Poll::Live> Poll::askLive(std::stop_token stop)
{
    Live live;
    if (std::exchange(m_relearn, false)) {
        m_squeueLacks.clear();
        m_sacctLacks.clear();
    }
    // A version that lacks a field names it and prints nothing else: ask again without it.
    for (int tries = 0; tries < kMostLacking; ++tries) {
        const SqueueQuestion question(SqueueQuestion::Fields::Poll, m_squeueLacks);
        const bool askUser = !m_me.known();
        const bool askCluster = Clock::now() >= m_clusterDue;
        const bool askPartitions = Clock::now() >= m_partitionsDue;
        QList<Command> commands{question.command()};
        if (askUser)
            commands << small({"id", "-un"}) << small({"id", "-u"});
        if (askCluster)
            commands << clusterQuestion();
        if (askPartitions)
            commands << partitionQuestion();
        commands << small({"date", "+%s"});

        auto replies = m_shell->run(commands, Urgency::View, stop);
        if (!replies)
            return tl::unexpected(replies.error());
        if (qsizetype(replies->size()) != commands.size())
            return failure(Error::Kind::Incomplete, m_shell->host());
        for (const Reply &reply : *replies)
            live.cost.bytesReceived += reply.out.size() + reply.err.size();
        live.cost.requests += quint32(commands.size());
        live.partial.clear();

        auto reply = replies->begin() + 1;
        if (askUser) {
            takeUser(reply[0], reply[1], live);
            reply += 2;
        }
        if (askCluster)
            takeCluster(*reply++, live);
        if (askPartitions)
            takePartitions(*reply++, live);
        live.now = readMoment(reply->out.trimmed());
        live.at = QDateTime::currentDateTimeUtc();

        auto rows = readSqueue(replies->front(), question, *m_words, m_me, m_source);
        if (rows) {
            live.rows = std::move(*rows);
            // Rows and words of failure beside them: some of the list may be missing.
            if (!wordsOf(replies->front()).isEmpty())
                live.partial.append(toolError(replies->front(), u"squeue"_s));
            live.cost.took = replies->front().took;
            live.cost.roundTrip = m_shell->facts().roundTrip;
            return live;
        }
        const QByteArray field = rows.error().subject.toUtf8();
        if (rows.error().kind != Error::Kind::Unsupported || !question.fields().contains(field))
            return tl::unexpected(rows.error());
        m_squeueLacks.append(field);
    }
    return failure(Error::Kind::Unsupported, u"squeue"_s);
}

Seconds Poll::sinceTold(Moment now) const
{
    const Seconds ours = std::chrono::duration_cast<Seconds>(::pilothouse::Clock().sinceBoot() - m_recentToldAt);
    return now.known() && m_recentTold.known() ? std::max(ours, now - m_recentTold) : ours;
}

bool Poll::askAccounting(const Wanted &wanted, Moment now)
{
    const auto at = Clock::now();
    if (!wanted.ended || m_noAccounting || m_errand.busy() || at < m_accountingDue || !m_me.known())
        return false;
    const auto sinceBoot = ::pilothouse::Clock().sinceBoot();
    Errand::Asked asked{SacctQuestion(m_sacctLacks), m_ended.due(at, kIdsAtOnce), now, sinceBoot, {}};
    if (!asked.ids.empty()) {
        QByteArrayList ids;
        for (const quint32 id : asked.ids)
            ids.append(QByteArray::number(id));
        asked.commands << asked.question.ofJobs(ids, m_ended.back(asked.ids, now));
    }
    if (at >= m_recentDue || !asked.ids.empty()) {
        // Relative to the source's own clock, with room for accounting's lag.
        const Seconds back = wanted.settled ? Seconds(3600) : Seconds(60);
        if (m_recentToldAt.count() == 0) {
            m_since = now.known() ? Moment(now.epoch() - back.count()) : Moment();
            m_recentTold = now;
            m_recentToldAt = sinceBoot;
        }
        // From the last time that was answered, however long ago and asleep or not: what ended since is not lost.
        asked.commands << asked.question.ofUser(m_me.name, std::max(back, sinceTold(now) + Seconds(60)));
        m_recentDue = at + kRecentEvery;
    }
    if (asked.commands.isEmpty())
        return false;
    m_errand.start(std::move(asked));
    return true;
}

bool Poll::learn(const Error &error, const SacctQuestion &question)
{
    const QByteArray field = error.subject.toUtf8();
    if (error.kind != Error::Kind::Unsupported)
        return false;
    if (question.fields().contains(field) && !m_sacctLacks.contains(field)) {
        m_sacctLacks.append(field);
        m_recentDue = {}; // the same again, without that field
        return true;
    }
    if (error.detail.contains(u"storage is disabled"_s)) {
        m_noAccounting = true; // a site without it: nothing is wrong, and there is nothing to ask for
        return true;
    }
    return false;
}

void Poll::takeRows(const SacctRows &rows, const Errand::Answer &answer, bool ofIds, const std::vector<Job> &live)
{
    if (rows.unread > 0)
        m_accountingError = Error{Error::Kind::BadReply, u"sacct"_s, u"rows that could not be read: %1"_s.arg(rows.unread)};
    if (ofIds) {
        m_ended.told(rows.jobs, answer.asked.ids, live, m_since, Clock::now());
        return;
    }
    m_recentTold = answer.asked.now;
    m_recentToldAt = answer.asked.at;
    std::vector<Job> recent;
    std::copy_if(rows.jobs.begin(), rows.jobs.end(), std::back_inserter(recent), [this](const Job &j) { return !(j.end < m_since); });
    m_ended.add(recent, live);
}

void Poll::takeRecords(const Errand::Answer &answer, const std::vector<Job> &live)
{
    m_accountingError.reset();
    bool ofIds = !answer.asked.ids.empty();
    for (const Reply &reply : *answer.replies) {
        const auto rows = readSacct(reply, answer.asked.question, *m_words, m_me, m_source);
        if (rows) {
            takeRows(*rows, answer, ofIds, live);
        } else if (learn(rows.error(), answer.asked.question)) {
            return;
        } else {
            m_accountingError = rows.error();
            m_accountingDue = Clock::now() + kAccountingPause;
            if (ofIds)
                m_ended.notTold(answer.asked.ids, Clock::now());
        }
        ofIds = false;
    }
}

void Poll::takeAccounting(const std::vector<Job> &live)
{
    const auto answer = m_errand.take();
    if (!answer)
        return;
    if (answer->replies) {
        takeRecords(*answer, live);
        return;
    }
    m_accountingError = answer->replies.error();
    m_accountingError->subject = u"sacct"_s;
    const bool link = m_accountingError->kind == Error::Kind::Incomplete || m_accountingError->kind == Error::Kind::Unreachable;
    m_accountingDue = Clock::now() + (link ? std::chrono::seconds(kLinkPause) : std::chrono::seconds(kAccountingPause));
    if (link)
        m_recentDue = {};
    m_ended.notTold(answer->asked.ids, Clock::now());
}

// Words of jobs that are long gone fill the pool: a new one takes over what is in use. Old snapshots keep theirs.
void Poll::renewPool()
{
    if (m_wordsAtStart == 0 || m_words->count() < m_wordsAtStart * 3 + 20'000)
        return;
    const auto old = std::exchange(m_words, std::make_shared<TextPool>());
    const auto move = [&](Job &job) { translate(job, *old, *m_words); };
    if (m_last) {
        auto renewed = std::make_shared<Snapshot>(*m_last);
        std::for_each(renewed->jobs.begin(), renewed->jobs.end(), move);
        renewed->words = m_words;
        m_last = std::move(renewed);
    }
    for (Partition &partition : m_partitions)
        partition.name = m_words->add(old->bytes(partition.name));
    m_ended.translate(move);
    m_wordsAtStart = m_words->count();
}

SnapshotPtr Poll::makeSnapshot(Live live)
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->source = m_source;
    snapshot->at = live.at;
    snapshot->sourceNow = live.now;
    snapshot->words = m_words;
    snapshot->jobs = m_ended.merged(std::move(live.rows.jobs));
    findPlaces(snapshot->jobs, *m_words, live.now);
    snapshot->partitions = m_partitions;
    snapshot->version = m_cluster.version;
    snapshot->cluster = m_cluster.name;
    snapshot->change = m_last ? difference(m_last->jobs, snapshot->jobs) : Change{quint32(snapshot->jobs.size()), 0, 0};
    snapshot->cost = live.cost;
    for (const QByteArray &field : m_squeueLacks)
        snapshot->fieldsMissing.append(QString::fromUtf8(field));
    if (m_noAccounting)
        snapshot->fieldsMissing.append(u"sacct"_s);
    snapshot->unreadRows = live.rows.unreadRows;
    snapshot->unreadCount = live.rows.unread;
    snapshot->partial = live.partial;
    if (m_accountingError)
        snapshot->partial.append(*m_accountingError);
    if (m_forgotOwn != Clock::time_point{} && Clock::now() - m_forgotOwn < kForgotSaid)
        snapshot->partial.append({Error::Kind::TooLarge, u"sacct"_s, u"of your ended jobs only the newest are kept"_s});
    return snapshot;
}

// A single look has no next refresh that could bring the answer; a field that is lacking costs one more question.
void Poll::settle(const Wanted &wanted, Live &live, std::stop_token stop)
{
    for (int tries = 0; m_errand.busy() && tries < kMostLacking; ++tries) {
        m_errand.wait(m_settleLimit, stop);
        if (m_errand.asking()) {
            live.partial.append({Error::Kind::TimedOut, u"sacct"_s, u"no answer yet"_s});
            return;
        }
        const qsizetype lacks = m_sacctLacks.size();
        takeAccounting(live.rows.jobs);
        if (m_sacctLacks.size() == lacks || !askAccounting(wanted, live.now))
            return;
    }
}

Result<SnapshotPtr> Poll::fetch(const Wanted &wanted, std::stop_token stop)
{
    renewPool();
    auto live = askLive(stop);
    if (!live) {
        m_clusterDue = {}; // what was learnt of it is asked again when it is back
        return tl::unexpected(live.error());
    }
    if (m_last)
        m_ended.compare(m_last->jobs, live->rows.jobs, Clock::now());
    if (wanted.settled)
        m_errand.wait(m_settleLimit, stop);
    takeAccounting(live->rows.jobs);
    askAccounting(wanted, live->now);
    if (wanted.settled)
        settle(wanted, *live, stop);
    if (stop.stop_requested())
        return failure(Error::Kind::Stopped);
    if (m_ended.bound(live->now, Clock::now()) > 0)
        m_forgotOwn = Clock::now();
    m_last = makeSnapshot(std::move(*live));
    if (m_wordsAtStart == 0)
        m_wordsAtStart = std::max<qsizetype>(m_words->count(), 1);
    return m_last;
}

} // namespace pilothouse::slurm
