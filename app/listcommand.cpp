// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/listcommand.h"

#include "app/sources.h"
#include "backend/ssh/prompters.h"
#include "models/errortext.h"
#include "models/jobexport.h"
#include "models/plaintext.h"

#include <QCoreApplication>
#include <QtConcurrent>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <unistd.h>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ListCommand)
};

void complain(const QString &words)
{
    std::fprintf(stderr, "pilothouse: %s\n", words.toUtf8().constData());
}

// A single look: no later one could bring what accounting tells late.
constexpr Wanted kWanted{.jobs = true, .nodes = false, .ended = true, .settled = true};

// Sources log in side by side, but a terminal has one line.
class OneAtATime final : public Prompter {
public:
    explicit OneAtATime(std::shared_ptr<Prompter> inner) : m_inner(std::move(inner)) { }
    Result<QList<QByteArray>> ask(const Prompt &prompt, std::stop_token stop) override
    {
        const std::lock_guard lock(m_mutex);
        return m_inner->ask(prompt, std::move(stop));
    }

private:
    std::mutex m_mutex;
    std::shared_ptr<Prompter> m_inner;
};

void complain(const QString &source, const Error &error)
{
    const ErrorText words = errorText(error);
    // Here is no button to click.
    const QString advice = error.kind == Error::Kind::NeedsPerson
        ? Words::tr("Run this on a terminal to answer, or give the answers with --answers FILE.")
        : words.advice;
    complain(source + u": "_s + words.title + u' ' + advice);
    if (!words.detail.isEmpty())
        complain(source + u": "_s + words.detail);
}

// What keeps a list from being whole; true if there was anything.
bool complainIfPartial(const QString &source, const Snapshot &snapshot)
{
    for (const Error &error : snapshot.partial)
        complain(source, error);
    if (snapshot.unreadCount > 0) {
        complain(Words::tr("%1: %2 rows could not be read and are missing:").arg(source).arg(snapshot.unreadCount));
        for (const QString &row : snapshot.unreadRows)
            complain(source + u":   "_s + plaintext::visible(row));
    }
    return !snapshot.partial.isEmpty() || snapshot.unreadCount > 0;
}

QList<JobColumn> columnsAtFirst() // as the page has them
{
    QList<JobColumn> columns;
    for (const JobColumnInfo &info : jobColumns()) {
        if (info.shownAtFirst)
            columns << info.column;
    }
    return columns;
}

// False: the disk is full or the reader went away.
bool print(const QByteArray &text)
{
    for (qsizetype at = 0; at < text.size();) {
        const ssize_t wrote = ::write(STDOUT_FILENO, text.constData() + at, size_t(text.size() - at));
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0) {
            complain(Words::tr("the output could not be written: %1").arg(QString::fromLocal8Bit(std::strerror(errno))));
            return false;
        }
        at += wrote;
    }
    return true;
}

} // namespace

ExitCode runList(const CommandLine &line)
{
    const auto chosen = chooseProfiles(line);
    if (!chosen) {
        complain(chosen.error().detail);
        return ExitCode::BadUsage;
    }
    for (const QString &note : chosen->notes)
        complain(note);
    auto prompter = line.answersFile.isEmpty() ? Result<std::shared_ptr<Prompter>>(terminalPrompter()) : filePrompter(line.answersFile);
    if (!prompter) {
        complain(errorText(prompter.error()).title + u' ' + prompter.error().detail);
        return ExitCode::BadUsage;
    }
    const std::vector<SourceUnit> units = makeSources(chosen->profiles, std::make_shared<OneAtATime>(*prompter));

    std::vector<QFuture<Result<SnapshotPtr>>> reads;
    for (const SourceUnit &unit : units) {
        reads.push_back(QtConcurrent::run(unit.pool.get(), [source = unit.source] { return source->fetch(kWanted, std::stop_token()); }));
    }
    ExitCode code = ExitCode::AllRead;
    std::vector<SnapshotPtr> snapshots;
    QHash<quint16, SourceInfo> sources;
    for (size_t i = 0; i < units.size(); ++i) {
        const QString &name = units[i].info.name;
        const auto snapshot = reads[i].takeResult();
        if (!snapshot) {
            complain(name, snapshot.error());
            const bool person = snapshot.error().kind == Error::Kind::NeedsPerson;
            code = person || code == ExitCode::NeedsPerson ? ExitCode::NeedsPerson : ExitCode::FailedOrPartial;
            continue;
        }
        if (complainIfPartial(name, **snapshot) && code == ExitCode::AllRead)
            code = ExitCode::FailedOrPartial;
        snapshots.push_back(*snapshot);
        sources.insert(units[i].info.index, units[i].info);
    }
    // Nothing at all was read: no list, not an empty one.
    if (snapshots.empty())
        return code;
    const JobView view{.filter = line.filter};
    const auto list = listJobs(snapshots, sources, view, line.columns.isEmpty() ? columnsAtFirst() : line.columns, line.format, Clock());
    if (!list) {
        complain(list.error().detail);
        return ExitCode::BadUsage;
    }
    return print(*list) ? code : ExitCode::FailedOrPartial;
}

} // namespace pilothouse
