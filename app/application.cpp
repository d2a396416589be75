// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/application.h"

#include "backend/store/settings.h"
#include "models/activitytext.h"
#include "models/errortext.h"
#include "widgets/mainwindow.h"

#include <QCoreApplication>
#include <QEvent>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

constexpr int kModelThreads = 2; // one orders, the other may still be with the rows before

QString sentence(const Error &error)
{
    const ErrorText words = errorText(error);
    return words.title + u' ' + words.advice;
}

} // namespace

Application::Application(const CommandLine &line, ChosenProfiles chosen, std::shared_ptr<Prompter> prompter, Memory memory)
    : m_jobs(m_modelPool, m_clock),
      m_acts(m_clock,
             [this](const QString &kind, const ActQueue::Waiting &act, const Outcome *outcome, std::optional<ActQueue::DropReason> dropped,
                    const std::optional<Error> &error) { logAct(kind, act, outcome, dropped, error); })
{
    m_storePool.setMaxThreadCount(1);
    m_modelPool.setMaxThreadCount(kModelThreads);
    m_modelPool.setExpiryTimeout(-1);
    QStringList notes = chosen.notes;
    if (memory == Memory::Kept)
        openSettings(notes);
    openStore(memory);

    std::vector<SourceUnit> units = makeSources(chosen.profiles, prompter);
    m_lines.reserve(units.size()); // lines are pointed to
    for (SourceUnit &unit : units) {
        Line &source = m_lines.emplace_back();
        source.unit = std::move(unit);
        source.feed = std::make_unique<Feed>(source.unit.source, *source.unit.pool, m_clock);
        source.keeper = std::make_shared<EndedKeeper>(source.unit.info.name);
        connectSource(source);
    }
    connect(&m_acts, &ActQueue::changed, this, [this] { m_jobs.setStopping(m_acts.stopping()); });

    m_window = std::make_unique<MainWindow>(makeConsole(std::move(notes)));
    if (line.size.isValid())
        m_window->resize(line.size);
    m_window->installEventFilter(this);
    if (memory == Memory::None)
        return;
    m_store->onTrouble([this](const std::optional<Error> &trouble) { // on the store's thread
        QMetaObject::invokeMethod(this, [this, trouble] {
            m_window->showNotice(trouble ? sentence(*trouble)
                                         : QCoreApplication::translate("Application", "The activity log is written to disk again."));
        });
    });
    tellUnfinished();
}

Application::~Application()
{
    m_store->onTrouble({});
    m_acts.dropAll(ActQueue::DropReason::Quit);
    m_window.reset();
    // Each is asked to stop before any is waited for.
    m_detail.reset();
    for (Line &line : m_lines)
        line.feed.reset();
}

void Application::openSettings(QStringList &notes)
{
    auto settings = pilothouse::openSettings(defaultSettingsFile());
    if (settings)
        m_settings = std::move(*settings);
    else
        notes << sentence(settings.error());
}

void Application::openStore(Memory memory)
{
    m_store = memory == Memory::Kept ? Store::openLater(defaultStoreFile()) : Store::inMemory({Error::Kind::Stopped, QString(), QString()});
}

void Application::connectSource(Line &line)
{
    m_jobs.addSource(line.unit.info);
    m_acts.addSource(line.unit.source, *line.unit.pool);
    connect(line.feed.get(), &Feed::arrived, this, [this, &line](const SnapshotPtr &snapshot) {
        line.answered = true;
        m_jobs.setSnapshot(snapshot);
        keepEnded(line, snapshot);
    });
    connect(line.feed.get(), &Feed::linkChanged, this, [this, &line] { linkChanged(line); });
    // What was done shows in the next read, not after the interval.
    const quint16 index = line.unit.info.index;
    connect(&m_acts, &ActQueue::finished, line.feed.get(), [feed = line.feed.get(), index](const Outcome &outcome) {
        if (std::ranges::any_of(outcome.targets, [index](const TargetOutcome &one) { return one.target.key.source == index; }))
            feed->refresh();
    });
}

void Application::keepEnded(Line &line, const SnapshotPtr &snapshot)
{
    m_storePool.start([keeper = line.keeper, snapshot, store = m_store.get()] {
        if (const std::vector<EndedJob> jobs = keeper->fresh(*snapshot); !jobs.empty())
            (void)store->add(jobs); // trouble is told by onTrouble
    });
}

void Application::linkChanged(Line &line)
{
    const Feed &feed = *line.feed;
    const quint16 index = line.unit.info.index;
    if (feed.link() == Feed::Link::Live) {
        m_jobs.setSourceLost(index, std::nullopt);
        return;
    }
    if (feed.link() == Feed::Link::Connecting)
        return;
    line.answered = true;
    m_jobs.setSourceLost(index, feed.last() ? feed.last()->at : QDateTime());
    m_acts.sourceLost(index);
}

void Application::logAct(const QString &kind, const ActQueue::Waiting &act, const Outcome *outcome,
                         std::optional<ActQueue::DropReason> dropped, const std::optional<Error> &error)
{
    const QString source = act.source < m_lines.size() ? m_lines[act.source].unit.info.name : QString();
    m_store->note(logEntryOf(kind, act, outcome, dropped, error, source, m_clock.now()));
}

Console Application::makeConsole(QStringList notes)
{
    Console console;
    for (Line &line : m_lines) {
        const std::shared_ptr<Shell> shell = line.unit.shell;
        ConsoleSource source{
            .info = line.unit.info, .feed = line.feed.get(), .link = {}, .retry = [shell] { shell->retryNow(); }, .host = shell->host()};
        if (!line.unit.local)
            source.link = [shell] { return shell->facts(); };
        console.sources.push_back(std::move(source));
    }
    console.jobs = &m_jobs;
    console.acts = &m_acts;
    console.clock = &m_clock;
    console.readLog = [this](int newest, std::function<void(Result<std::vector<LogEntry>>)> done) {
        m_logRead.emplace(
            m_storePool, [store = m_store.get(), newest](const std::stop_token &) { return store->log(newest); }, std::move(done));
    };
    console.fetchDetail = [this](const Job &job, std::function<void(Result<JobDetail>)> done) {
        Line &line = m_lines.at(job.key.source);
        m_detail.emplace(
            *line.unit.pool, [source = line.unit.source, job](std::stop_token stop) { return source->detail(job, stop); }, std::move(done));
    };
    if (m_settings) {
        console.setting = [this](const QString &key) {
            if (key == "jobs/views"_L1)
                m_settings->sync(); // another window may have saved one; it is asked for when a person saves one here
            return m_settings->value(key);
        };
        console.setSetting = [this](const QString &key, const QVariant &value) { m_settings->setValue(key, value); };
    } else {
        const auto kept = std::make_shared<QVariantMap>(); // for this run
        console.setting = [kept](const QString &key) { return kept->value(key); };
        console.setSetting = [kept](const QString &key, const QVariant &value) { kept->insert(key, value); };
    }
    console.notes = std::move(notes);
    return console;
}

bool Application::eventFilter(QObject *watched, QEvent *event)
{
    const QEvent::Type type = event->type();
    if (watched == m_window.get() && (type == QEvent::Show || type == QEvent::Hide || type == QEvent::WindowStateChange))
        QMetaObject::invokeMethod(this, &Application::wantWhatIsSeen, Qt::QueuedConnection); // the window knows its state behind the event
    return QObject::eventFilter(watched, event);
}

void Application::wantWhatIsSeen()
{
    if (!m_window)
        return;
    const bool seen = m_window->isVisible() && !m_window->isMinimized();
    for (Line &line : m_lines)
        line.feed->setWanted({.jobs = seen, .nodes = false, .ended = seen});
}

void Application::tellUnfinished()
{
    m_unfinished.emplace(
        m_storePool, [store = m_store.get()](const std::stop_token &) { return store->dropUnfinished(); },
        [this](const Result<std::vector<LogEntry>> &entries) {
            for (const LogEntry &entry : entries.value_or(std::vector<LogEntry>()))
                m_window->showNotice(unfinishedText(entry));
        });
}

void Application::quit()
{
    m_acts.dropAll(ActQueue::DropReason::Quit);
    QCoreApplication::quit();
}

bool Application::allArrived() const
{
    return std::ranges::all_of(m_lines, &Line::answered);
}

void Application::raiseWindow(const StartWish &wish)
{
    if (!wish.activationToken.isEmpty())
        qputenv("XDG_ACTIVATION_TOKEN", wish.activationToken.toUtf8());
    m_window->setWindowState(m_window->windowState() & ~Qt::WindowMinimized);
    m_window->show();
    m_window->raise();
    m_window->activateWindow();
    m_window->showSources(wish.profiles);
}

} // namespace pilothouse
