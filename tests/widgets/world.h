// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A console over made-up sources: everything below the window is the real thing but the far end.
#pragma once
#include "tests/models/somejobs.h"
#include "widgets/console.h"

#include <QMap>

#include <condition_variable>
#include <mutex>

namespace pilothouse::test {

class MadeUpSource final : public Source {
public:
    explicit MadeUpSource(SourceInfo info) : m_info(std::move(info)) { }
    SourceInfo info() const override { return m_info; }
    Result<SnapshotPtr> fetch(const Wanted &, std::stop_token) override
    {
        const std::scoped_lock lock(m_mutex);
        return m_next;
    }
    Result<JobDetail> detail(const Job &, std::stop_token) override { return failure(Error::Kind::Unsupported); }
    Result<Outcome> act(Act act, std::vector<Target> targets, std::stop_token stop) override
    {
        std::unique_lock lock(m_mutex);
        m_answers.wait(lock, stop, [this] { return !m_silent; });
        Outcome outcome{.act = act, .targets = {}, .commands = {}, .answers = {}};
        for (Target &target : targets) {
            m_stopped << target.id;
            outcome.targets.push_back({std::move(target), m_fate, {}});
        }
        return outcome;
    }
    void answer(Result<SnapshotPtr> next)
    {
        const std::scoped_lock lock(m_mutex);
        m_next = std::move(next);
    }
    void setFate(Fate fate)
    {
        const std::scoped_lock lock(m_mutex);
        m_fate = fate;
    }
    void setSilent(bool silent) // acts get no answer while it is
    {
        const std::scoped_lock lock(m_mutex);
        m_silent = silent;
        m_answers.notify_all();
    }
    QStringList stopped() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_stopped;
    }

private:
    const SourceInfo m_info;
    mutable std::mutex m_mutex;
    Result<SnapshotPtr> m_next = failure(Error::Kind::Unreachable, QStringLiteral("login1"));
    Fate m_fate = Fate::Done;
    bool m_silent = false;
    std::condition_variable_any m_answers;
    QStringList m_stopped;
};

class World {
public:
    struct Line {
        std::shared_ptr<MadeUpSource> source;
        std::unique_ptr<Feed> feed;
    };
    World() : jobs(pool, clock), acts(clock, [](auto &&...) { })
    {
        QObject::connect(&acts, &ActQueue::changed, &jobs, [this] { jobs.setStopping(acts.stopping()); });
    }
    Line &add(const QString &name, bool readOnly = false)
    {
        const SourceInfo info{quint16(lines.size()), name, QStringLiteral("slurm"), readOnly, std::chrono::milliseconds(5000)};
        auto source = std::make_shared<MadeUpSource>(info);
        auto feed = std::make_unique<Feed>(source, pool, clock);
        jobs.addSource(info);
        acts.addSource(source, pool);
        Feed *plain = feed.get();
        QObject::connect(plain, &Feed::arrived, &jobs, &JobTableModel::setSnapshot);
        QObject::connect(plain, &Feed::linkChanged, &jobs, [this, plain, index = info.index] {
            const bool lost = plain->link() == Feed::Link::Lost || plain->link() == Feed::Link::NeedsPerson;
            jobs.setSourceLost(index, lost ? std::optional(plain->last() ? plain->last()->at : QDateTime()) : std::nullopt);
        });
        lines.push_back({std::move(source), std::move(feed)});
        return lines.back();
    }
    [[nodiscard]] Console console()
    {
        Console made;
        for (Line &line : lines)
            made.sources.push_back({.info = line.source->info(),
                                    .feed = line.feed.get(),
                                    .link = [this] { return link; },
                                    .retry = {},
                                    .host = QStringLiteral("login.example")});
        made.jobs = &jobs;
        made.acts = &acts;
        made.clock = &clock;
        made.readLog = [this](int, auto done) { done(log); };
        made.fetchDetail = [this](const Job &job, auto done) {
            if (detail) {
                JobDetail one = *detail;
                one.key = job.key;
                done(one);
            }
        };
        made.setting = [this](const QString &key) { return settings.value(key); };
        made.setSetting = [this](const QString &key, const QVariant &value) { settings.insert(key, value); };
        return made;
    }
    void read()
    {
        for (Line &line : lines) {
            line.feed->setWanted({.jobs = true, .nodes = false, .ended = true});
            line.feed->refresh();
        }
    }

    HandClock clock;
    QThreadPool pool;
    JobTableModel jobs;
    ActQueue acts;
    std::vector<Line> lines;
    LinkFacts link;
    std::vector<LogEntry> log;
    std::optional<JobDetail> detail;
    QMap<QString, QVariant> settings;
};

} // namespace pilothouse::test
