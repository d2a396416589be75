// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// One refresh of a Slurm queue: one round trip for what is live, accounting beside it, the difference to the refresh before.
#pragma once
#include "backend/core/source.h"
#include "backend/slurm/cluster.h"
#include "backend/slurm/ended.h"
#include "backend/slurm/errand.h"

namespace pilothouse::slurm {

class Poll {
public:
    // settleLimit: how long a single look waits for accounting.
    Poll(quint16 source, std::shared_ptr<Shell> shell, std::chrono::milliseconds settleLimit = std::chrono::seconds(20))
        : m_source(source), m_shell(shell), m_settleLimit(settleLimit), m_errand(std::move(shell))
    {
    }

    [[nodiscard]] Result<SnapshotPtr> fetch(const Wanted &wanted, std::stop_token stop);

private:
    using Clock = std::chrono::steady_clock;
    struct Live { // what one round trip told
        SqueueRows rows;
        Moment now; // the source's clock
        QDateTime at; // ours
        QList<Error> partial;
        Cost cost;
    };

    [[nodiscard]] Result<Live> askLive(std::stop_token stop);
    void takeUser(const Reply &name, const Reply &uid, Live &live);
    void takeCluster(const Reply &reply, Live &live);
    void takePartitions(const Reply &reply, Live &live);
    bool askAccounting(const Wanted &wanted, Moment now); // true: started
    // How long ago the log-in user's jobs were asked about last, with an answer.
    [[nodiscard]] Seconds sinceTold(Moment now) const;
    void takeAccounting(const std::vector<Job> &live);
    void takeRecords(const Errand::Answer &answer, const std::vector<Job> &live);
    void takeRows(const SacctRows &rows, const Errand::Answer &answer, bool ofIds, const std::vector<Job> &live);
    // True: the error told of a field that is lacking, or that there is no accounting, and is no failure.
    bool learn(const Error &error, const SacctQuestion &question);
    void settle(const Wanted &wanted, Live &live, std::stop_token stop);
    [[nodiscard]] SnapshotPtr makeSnapshot(Live live);
    void renewPool();

    quint16 m_source;
    std::shared_ptr<Shell> m_shell;
    std::chrono::milliseconds m_settleLimit;
    std::shared_ptr<TextPool> m_words = std::make_shared<TextPool>();
    qsizetype m_wordsAtStart = 0; // of this pool, after its first refresh
    SnapshotPtr m_last;
    Me m_me;
    ClusterFacts m_cluster;
    std::vector<Partition> m_partitions;
    Clock::time_point m_partitionsDue{};
    Clock::time_point m_clusterDue{};
    bool m_relearn = false; // another version than before: it may have fields that the old one lacked
    QByteArrayList m_squeueLacks;
    QByteArrayList m_sacctLacks;
    EndedJobs m_ended;
    Moment m_since; // ends before this are not of interest, in the source's clock
    Clock::time_point m_recentDue{};
    // Asked first, then last with an answer: in the source's clock, and in ours since boot, which sleep does not stop.
    Moment m_recentTold;
    std::chrono::milliseconds m_recentToldAt{0};
    Clock::time_point m_accountingDue{}; // not before, after it failed
    std::optional<Error> m_accountingError;
    bool m_noAccounting = false; // the site keeps none
    Clock::time_point m_forgotOwn{}; // when ended jobs of the log-in user's were last dropped for their number
    Errand m_errand;
};

[[nodiscard]] Change difference(const std::vector<Job> &before, const std::vector<Job> &after); // both ordered by key

} // namespace pilothouse::slurm
