// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The one bridge from worker to GUI thread. Destroying a Call asks its work to stop and drops the answer; assigning replaces it.
#pragma once
#include <QFutureWatcher>
#include <QThreadPool>
#include <QtConcurrent>

#include <memory>
#include <stop_token>

namespace pilothouse {

// work(std::stop_token) -> T on the pool; done(T) on the thread that made the Call.
template <class T> class Call {
public:
    template <class Work, class Done> Call(QThreadPool &pool, Work work, Done done) : m_watcher(new QFutureWatcher<T>)
    {
        QObject::connect(m_watcher.get(), &QFutureWatcherBase::finished, m_watcher.get(),
                         [watcher = m_watcher.get(), running = m_running, done = std::move(done)] {
                             *running = false;
                             done(watcher->future().takeResult());
                         });
        m_watcher->setFuture(
            QtConcurrent::run(&pool, [work = std::move(work), stop = m_stop.get_token()]() mutable { return work(stop); }));
    }
    Call(Call &&) noexcept = default;
    Call &operator=(Call &&other) noexcept
    {
        Call(std::move(other)).swap(*this);
        return *this;
    }
    ~Call()
    {
        if (m_watcher) {
            m_watcher->disconnect();
            m_stop.request_stop();
        }
    }
    void swap(Call &o) noexcept
    {
        std::swap(m_stop, o.m_stop);
        std::swap(m_running, o.m_running);
        std::swap(m_watcher, o.m_watcher);
    }
    [[nodiscard]] bool running() const { return m_running && *m_running; } // false from the moment that done is called

private:
    struct Later {
        void operator()(QObject *o) const { o->deleteLater(); }
    };
    std::stop_source m_stop;
    std::shared_ptr<bool> m_running = std::make_shared<bool>(true); // a taken QFuture does not say that it has finished
    std::unique_ptr<QFutureWatcher<T>, Later> m_watcher;
};

} // namespace pilothouse
