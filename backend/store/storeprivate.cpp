// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/storeprivate.h"

#include "backend/store/privatefile.h"
#include "backend/store/schema.h"
#include "backend/store/tables.h"

#include <QFile>
#include <QFileInfo>
#include <QSqlError>

#include <atomic>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {
constexpr qint64 kSurelyOver = 24 * 3600; // seconds after which no act of a run is still under way
}

Store::Private::~Private()
{
    {
        const std::lock_guard lock(mutex);
        ending = true;
    }
    wake.notify_one();
    thread.join();
}

void Store::Private::work()
{
    std::unique_lock lock(mutex);
    while (true) {
        const auto due = [this] { return ending || !tasks.empty(); };
        if (!hasUnsaved()) {
            wake.wait(lock, due);
        } else if (!wake.wait_for(lock, nextTry.remainingTimeAsDuration(), due)) {
            lock.unlock();
            (void)save(); // what came of it stands in trouble
            lock.lock();
            continue;
        }
        if (tasks.empty())
            break; // what was noted before the end is still written
        const std::function<void()> task = std::move(tasks.front());
        tasks.pop_front();
        lock.unlock();
        task();
        lock.lock();
    }
    lock.unlock();
    if (hasUnsaved())
        (void)saveOnce(); // there is nobody left to be told
    close();
}

void Store::Private::post(std::function<void()> task)
{
    {
        const std::lock_guard lock(mutex);
        tasks.push_back(std::move(task));
    }
    wake.notify_one();
}

Result<> Store::Private::openOnce()
{
    const QString folder = QFileInfo(file).path();
    if (const auto made = makePrivateFolder(folder); !made)
        return made;
    if (const auto made = makePrivateFile(file); !made)
        return made;
    static std::atomic<int> count = 0;
    connection = u"pilothouse-store-%1"_s.arg(++count);
    QSqlDatabase opened = QSqlDatabase::addDatabase(u"QSQLITE"_s, connection);
    opened.setDatabaseName(file);
    opened.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=5000"_s);
    if (!opened.open())
        return tl::unexpected(storageError(opened.lastError(), file));
    return prepareDatabase(opened).and_then([&] { return tables::lastId(opened); }).map([this](qint64 id) { lastId = id; });
}

void Store::Private::close()
{
    if (connection.isEmpty())
        return;
    database().close();
    QSqlDatabase::removeDatabase(connection);
    connection.clear();
}

Result<> Store::Private::open()
{
    auto opened = openOnce();
    if (!opened && opened.error().kind == Error::Kind::BadReply)
        opened = setAside(opened.error());
    if (opened)
        return {};
    close();
    if (opened.error().kind != Error::Kind::Storage && opened.error().kind != Error::Kind::Busy)
        return opened;
    // A full disk or a lock: go on in memory, try again with each write.
    setTrouble(opened.error());
    return {};
}

// Never deleted: a person may want to save what is left of it.
Result<> Store::Private::setAside(const Error &why)
{
    close();
    const QString aside = file + u".damaged-"_s + QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-HHmmss-zzz"_s);
    if (!QFile::rename(file, aside))
        return failure(Error::Kind::Storage, file, u"damaged (%1) and cannot be set aside as %2"_s.arg(why.detail, aside));
    for (const QString &part : {u"-wal"_s, u"-shm"_s})
        QFile::rename(file + part, aside + part);
    const Error said{Error::Kind::BadReply, file, u"set aside as %1: %2"_s.arg(aside, why.detail)};
    std::function<void(std::optional<Error>)> tell;
    {
        const std::lock_guard lock(mutex);
        damage = said;
        tell = told;
    }
    if (tell)
        tell(said);
    return openOnce();
}

void Store::Private::setTrouble(std::optional<Error> next)
{
    std::function<void(std::optional<Error>)> tell;
    {
        const std::lock_guard lock(mutex);
        if (trouble == next)
            return;
        trouble = next;
        tell = told;
        if (!next)
            next = damage;
    }
    if (tell)
        tell(next);
}

Result<> Store::Private::saveOnce()
{
    if (memoryOnly)
        return tl::unexpected(*memoryOnly);
    if (connection.isEmpty()) {
        if (const auto opened = openOnce(); !opened) {
            close();
            return opened;
        }
    }
    QSqlDatabase db = database();
    Result<> done = tables::begin(db);
    for (const LogEntry &entry : unsavedLog)
        done = done.and_then([&] { return tables::insert(db, entry, run); });
    for (const EndedJob &job : unsavedJobs)
        done = done.and_then([&] { return tables::upsert(db, job); });
    done = done.and_then([&] { return tables::trim(db); }).and_then([&] { return tables::lastId(db); }).map([this](qint64 id) {
        lastId = id;
    });
    done = done.and_then([&] { return tables::commit(db); });
    if (!done)
        tables::rollBack(db);
    return done;
}

Result<> Store::Private::save()
{
    constexpr size_t kFew = 64;
    bound();
    if (!nextTry.hasExpired() && unsavedLog.size() + unsavedJobs.size() > kFew && trouble)
        return tl::unexpected(*trouble);
    auto done = saveOnce();
    if (!done && done.error().kind == Error::Kind::BadReply)
        done = setAside(done.error()).and_then([this] { return saveOnce(); });
    if (done) {
        unsavedLog.clear();
        unsavedJobs.clear();
        setTrouble(std::nullopt);
        return {};
    }
    nextTry.setRemainingTime(std::chrono::seconds(2));
    setTrouble(done.error());
    return done;
}

void Store::Private::bound()
{
    while (unsavedLog.size() > kMostEntries)
        unsavedLog.pop_front();
    while (unsavedJobs.size() > kMostEnded)
        unsavedJobs.pop_front();
}

Result<std::vector<LogEntry>> Store::Private::log(int newest, qint64 before)
{
    std::vector<LogEntry> entries;
    qint64 id = lastId + qint64(unsavedLog.size());
    for (auto entry = unsavedLog.rbegin(); entry != unsavedLog.rend() && int(entries.size()) < newest; ++entry, --id) {
        if (before != 0 && id >= before)
            continue;
        entries.push_back(*entry);
        entries.back().id = id; // the one that it will have
    }
    if (connection.isEmpty())
        return entries;
    QSqlDatabase db = database();
    auto saved = tables::log(db, newest - int(entries.size()), before);
    if (!saved)
        return saved;
    entries.insert(entries.end(), saved->begin(), saved->end());
    return entries;
}

Result<std::vector<EndedJob>> Store::Private::ended(const QString &cluster, Moment since)
{
    std::vector<EndedJob> jobs;
    if (!connection.isEmpty()) {
        QSqlDatabase db = database();
        auto saved = tables::ended(db, cluster, since);
        if (!saved)
            return saved;
        jobs = std::move(*saved);
    }
    for (const EndedJob &job : unsavedJobs) {
        std::erase_if(jobs, [&](const EndedJob &old) { return old.id == job.id && old.submit == job.submit; });
        if (job.cluster == cluster && job.end >= since)
            jobs.push_back(job);
    }
    std::ranges::stable_sort(jobs, std::ranges::greater{}, &EndedJob::end);
    return jobs;
}

Result<std::vector<LogEntry>> Store::Private::dropUnfinished()
{
    if (connection.isEmpty())
        return std::vector<LogEntry>{}; // nothing of an earlier run can be read; trouble says why
    QSqlDatabase db = database();
    std::vector<LogEntry> ends;
    Result<> done = tables::begin(db);
    if (!done)
        return tl::unexpected(done.error());
    const auto found = tables::unfinished(db, run);
    if (!found)
        done = tl::unexpected(found.error());
    for (const auto &[last, oldRun] : found.value_or(std::vector<tables::Unfinished>{})) {
        // A run that cannot be seen from here may still be sending: it tells its own end, unless it has not for a day.
        const RunState state = stateOf(oldRun);
        const bool old = last.at.secsTo(QDateTime::currentDateTimeUtc()) > kSurelyOver;
        if (state == RunState::Alive || (state == RunState::Elsewhere && !old))
            continue;
        LogEntry end = last;
        end.at = QDateTime::currentDateTimeUtc();
        end.kind = last.kind == "asked"_L1 ? u"dropped"_s : u"unknown"_s;
        end.answer.clear();
        done = done.and_then([&] { return tables::insert(db, end, oldRun); })
                   .and_then([&] { return tables::lastId(db); })
                   .map([&](qint64 id) { end.id = lastId = id; });
        ends.push_back(end);
    }
    done = done.and_then([&] { return tables::commit(db); });
    if (done)
        return ends;
    tables::rollBack(db);
    setTrouble(done.error());
    return tl::unexpected(done.error());
}

} // namespace pilothouse
