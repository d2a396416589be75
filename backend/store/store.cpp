// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/storeprivate.h"

#include <QStandardPaths>

namespace pilothouse {

using namespace Qt::StringLiterals;

Store::Store(std::unique_ptr<Private> p) : d(std::move(p))
{
}
Store::~Store() = default;

Result<std::unique_ptr<Store>> Store::open(const QString &file)
{
    auto p = std::make_unique<Private>();
    p->file = file;
    if (const auto opened = p->ask([&] { return p->open(); }); !opened)
        return tl::unexpected(opened.error());
    return std::unique_ptr<Store>(new Store(std::move(p)));
}

std::unique_ptr<Store> Store::openLater(const QString &file)
{
    auto p = std::make_unique<Private>();
    p->file = file;
    p->post([p = p.get()] {
        if (const auto opened = p->open(); !opened) {
            p->memoryOnly = opened.error();
            p->setTrouble(opened.error());
        }
    });
    return std::unique_ptr<Store>(new Store(std::move(p)));
}

std::unique_ptr<Store> Store::inMemory(Error why)
{
    auto p = std::make_unique<Private>();
    p->memoryOnly = why;
    p->trouble = std::move(why);
    return std::unique_ptr<Store>(new Store(std::move(p)));
}

Result<> Store::add(const LogEntry &entry)
{
    return d->ask([&] {
        d->unsavedLog.push_back(entry);
        return d->save();
    });
}

void Store::note(const LogEntry &entry)
{
    d->post([p = d.get(), entry] {
        p->unsavedLog.push_back(entry);
        (void)p->save(); // trouble is told by onTrouble
    });
}

Result<std::vector<LogEntry>> Store::log(int newest, qint64 before) const
{
    return d->ask([&] { return d->log(newest, before); });
}

Result<> Store::add(const std::vector<EndedJob> &jobs)
{
    return d->ask([&] {
        d->unsavedJobs.insert(d->unsavedJobs.end(), jobs.begin(), jobs.end());
        return d->save();
    });
}

Result<std::vector<EndedJob>> Store::ended(const QString &cluster, Moment since) const
{
    return d->ask([&] { return d->ended(cluster, since); });
}

Result<std::vector<LogEntry>> Store::dropUnfinished()
{
    return d->ask([&] { return d->dropUnfinished(); });
}

std::optional<Error> Store::lastTrouble() const
{
    const std::lock_guard lock(d->mutex);
    return d->trouble ? d->trouble : d->damage;
}

void Store::onTrouble(std::function<void(std::optional<Error>)> told)
{
    const std::lock_guard lock(d->mutex);
    d->told = std::move(told);
    // What is so already is told as well, on the same thread as the rest.
    if (d->told && (d->trouble || d->damage)) {
        d->tasks.emplace_back([tell = d->told, now = d->trouble ? d->trouble : d->damage] { tell(now); });
        d->wake.notify_one();
    }
}

QString defaultStoreFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/pilothouse/store.sqlite"_s;
}

} // namespace pilothouse
