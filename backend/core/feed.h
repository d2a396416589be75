// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Decides when a source is asked again: by interval, cost, back-off and whether anybody looks. Lives on the GUI thread.
#pragma once
#include "backend/core/call.h"
#include "backend/core/clock.h"
#include "backend/core/source.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace pilothouse {

class Feed : public QObject {
    Q_OBJECT
public:
    enum class Link { Connecting, Live, Lost, NeedsPerson };
    Q_ENUM(Link)

    Feed(std::shared_ptr<Source> source, QThreadPool &pool, const Clock &clock, QObject *parent = nullptr);

    void setWanted(const Wanted &wanted); // an empty one pauses
    // A person's: skips the interval and this feed's own back-off. While a read runs, one more follows it: the running one was asked
    // before.
    void refresh();

    [[nodiscard]] const std::shared_ptr<Source> &source() const { return m_source; }
    [[nodiscard]] Link link() const { return m_link; }
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; } // why it is lost
    [[nodiscard]] const SnapshotPtr &last() const { return m_last; } // last good one; null before the first
    [[nodiscard]] std::chrono::milliseconds interval() const { return m_interval; } // as stretched by cost, to 5 minutes at most
    [[nodiscard]] std::chrono::milliseconds untilNext() const; // 0 when none is planned
    [[nodiscard]] std::chrono::milliseconds age() const; // of the last good read, sleep counted; 0 before the first
    [[nodiscard]] bool reading() const { return m_fetch && m_fetch->running(); }
    // Our load over the last minute.
    [[nodiscard]] double requestsPerMinute() const;
    [[nodiscard]] double bytesPerMinute() const;

signals:
    void arrived(const pilothouse::SnapshotPtr &snapshot); // also when nothing changed: its age did
    void linkChanged();

private:
    void ask();
    void deliver(Result<SnapshotPtr> got);
    [[nodiscard]] bool paused() const;
    [[nodiscard]] std::chrono::milliseconds untilDue() const;
    void plan(std::chrono::milliseconds in);
    void setLink(Link link, std::optional<Error> error);

    std::shared_ptr<Source> m_source;
    QThreadPool &m_pool;
    const Clock &m_clock;
    Wanted m_wanted;
    Link m_link = Link::Connecting;
    std::optional<Error> m_error;
    SnapshotPtr m_last;
    std::chrono::milliseconds m_interval{0};
    std::chrono::milliseconds m_readAt{0}; // Clock::sinceBoot() of the last good read
    int m_failures = 0;
    bool m_again = false; // asked for while a read ran
    QTimer m_next;
    struct Sent {
        std::chrono::milliseconds at;
        quint32 requests;
        qint64 bytes;
    };
    std::vector<Sent> m_sent;
    std::optional<Call<Result<SnapshotPtr>>> m_fetch; // last: it is dropped before what it uses
};

} // namespace pilothouse
