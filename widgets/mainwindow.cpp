// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/mainwindow.h"

#include "models/format.h"
#include "models/jobexport.h"
#include "models/plaintext.h"
#include "widgets/activitylog.h"
#include "widgets/detailpanel.h"
#include "widgets/dialogs.h"
#include "widgets/firstpage.h"
#include "widgets/icons.h"
#include "widgets/jobspage.h"
#include "widgets/jobstable.h"
#include "widgets/rail.h"
#include "widgets/sourcebar.h"
#include "widgets/undobar.h"

#include <QApplication>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {
constexpr int kFoldRailBelow = 1400;
constexpr int kNarrowDetailBelow = 1500;
constexpr int kHideDetailBelow = 1120; // the table would lose its times and reasons
} // namespace

MainWindow::MainWindow(Console console, QWidget *parent) : QMainWindow(parent), m_console(std::move(console))
{
    setObjectName(u"mainWindow"_s);
    setWindowTitle(u"Pilothouse"_s);
    setWindowIcon(QIcon(iconPixmap("app-pilothouse", theme().text.primary, 64, 1)));
    setMinimumSize(720, 480);
    resize(1440, 900);
    build();
    connectParts();
    addKeys();
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, &MainWindow::tick);
    restore();
    showPage(m_console.sources.empty() ? u"first"_s : u"jobs"_s);
    centralWidget()->setFocus();
    if (m_jobs) {
        if (m_console.jobs->rowCount() > 0)
            m_jobs->table().setFocus();
        for (const QString &note : std::as_const(m_console.notes))
            showNotice(note);
    }
}

MainWindow::~MainWindow() = default;

void MainWindow::build()
{
    auto *root = new Surface(Ground::Window);
    auto *column = new QVBoxLayout(root);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *middle = new QHBoxLayout;
    middle->setContentsMargins(0, 0, 0, 0);
    middle->setSpacing(0);
    m_rail = new Rail;
    middle->addWidget(m_rail);
    auto *centre = new QVBoxLayout;
    centre->setContentsMargins(0, 0, 0, 0);
    centre->setSpacing(0);
    buildNotice(centre);
    m_stack = new QStackedWidget;
    centre->addWidget(m_stack, 1);
    middle->addLayout(centre, 1);
    if (m_console.sources.empty()) {
        m_first = new FirstPage(m_console.notes);
        m_stack->addWidget(m_first);
    } else {
        m_jobs = new JobsPage(m_console);
        m_stack->addWidget(m_jobs);
        m_rail->addPage(u"jobs"_s, "page-jobs", tr("Jobs"));
        if (m_console.acts) {
            m_undo = new UndoBar(*m_console.acts);
            centre->addWidget(m_undo);
        }
        m_detail = new DetailPanel(m_console);
        middle->addWidget(m_detail);
    }
    column->addLayout(middle, 1);
    m_log = new ActivityLog(m_console);
    m_log->hide();
    column->addWidget(m_log);
    m_sources = new SourceBar(m_console);
    column->addWidget(m_sources);
    root->setFocusPolicy(Qt::ClickFocus); // keeps the focus off the first button until there are rows
    setCentralWidget(root);
}

void MainWindow::buildNotice(QVBoxLayout *column)
{
    m_notice = new Surface(Ground::PendingSoft);
    m_notice->setObjectName(u"noticeBar"_s);
    auto *row = new QHBoxLayout(m_notice);
    row->setContentsMargins(18, 4, 8, 4);
    m_noticeText = new Label({}, TextSize::Small, Tone::Primary);
    m_noticeText->setObjectName(u"noticeText"_s);
    m_noticeText->setElide(Qt::ElideRight);
    row->addWidget(m_noticeText, 1);
    auto *close = new Button(Button::Kind::Ghost, "act-close", QString());
    close->setObjectName(u"noticeClose"_s);
    close->setAccessibleName(tr("Close this notice"));
    connect(close, &QPushButton::clicked, this, [this] {
        if (!m_notices.isEmpty())
            m_notices.removeFirst();
        nextNotice();
    });
    row->addWidget(close);
    m_notice->hide();
    column->addWidget(m_notice);
}

void MainWindow::connectParts()
{
    connect(m_rail, &Rail::chosen, this, &MainWindow::showPage);
    connect(m_rail, &Rail::foldWanted, this, [this](bool folded) {
        m_railFolded = folded;
        foldRail(folded);
    });
    connect(m_rail, &Rail::aboutWanted, this, [this] { aboutSheet(this)->exec(); });
    connect(m_rail, &Rail::settingsWanted, this, &MainWindow::settingsMenu);
    connect(m_log, &ActivityLog::closeWanted, this, [this] { openLog(false); });
    connect(m_sources, &SourceBar::helpWanted, this, [this] { shortcutSheet(this)->exec(); });
    connect(m_sources, &SourceBar::sourceChosen, this, &MainWindow::showSteps);
    if (!m_jobs)
        return;
    connect(m_jobs, &JobsPage::openWanted, this, [this] { openDetail(true, true); });
    connect(m_jobs, &JobsPage::leaveWanted, this, [this] { openDetail(false, false); });
    connect(m_jobs, &JobsPage::currentMoved, this, &MainWindow::followCurrent);
    connect(m_jobs, &JobsPage::stepsWanted, this, &MainWindow::showSteps);
    connect(m_detail, &DetailPanel::stopWanted, m_jobs, [this](const std::vector<Target> &targets) { m_jobs->stop(targets); });
    connect(m_detail, &DetailPanel::closeWanted, this, [this] { openDetail(false, true); });
    connect(m_console.jobs, &JobTableModel::applied, this,
            [this] { m_rail->setCount(u"jobs"_s, format::number(m_console.jobs->counts().all)); });
    if (m_undo) {
        connect(m_jobs, &JobsPage::said, m_undo, &UndoBar::say);
        connect(m_undo, &UndoBar::logWanted, this, [this] { openLog(true); });
        connect(m_console.acts, &ActQueue::changed, this, &MainWindow::tick);
        // The answer of an act is news for an open log.
        const auto refreshLog = [this] {
            if (m_log->isVisible())
                m_log->refresh();
        };
        connect(m_console.acts, &ActQueue::changed, m_log, refreshLog);
        connect(m_console.acts, &ActQueue::finished, m_log, refreshLog);
    }
    for (const ConsoleSource &source : m_console.sources) {
        connect(source.feed, &Feed::linkChanged, this, &MainWindow::tick);
        connect(source.feed, &Feed::arrived, this, &MainWindow::tick);
    }
}

void MainWindow::addKeys()
{
    const auto key = [this](const QKeySequence &keys, auto &&does) {
        auto *shortcut = new QShortcut(keys, this);
        connect(shortcut, &QShortcut::activated, this, does);
    };
    key(Qt::Key_F1, [this] { shortcutSheet(this)->exec(); });
    key(u"Ctrl+L"_s, [this] { openLog(m_log->isHidden()); });
    key(u"Ctrl+B"_s, [this] {
        m_railFolded = !m_rail->folded();
        foldRail(*m_railFolded);
    });
    key(u"Ctrl+,"_s, [this] { settingsMenu(m_rail->settingsAt()); });
    key(QKeySequence::Quit, [this] { close(); });
    if (!m_jobs)
        return;
    key(Qt::Key_F5, [this] { refreshAll(); });
    key(u"Ctrl+E"_s, [this] { m_jobs->exportRows(); });
    key(u"Ctrl+Shift+C"_s, [this] { m_jobs->chooseColumns(); });
    key(u"Ctrl+I"_s, [this] { openDetail(m_detail->isHidden(), false); });
    // Keys that are letters belong to the table; undo, filter and help are there wherever the focus is, but in an input field.
    qApp->installEventFilter(this);
}

bool MainWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress || !m_jobs)
        return QMainWindow::eventFilter(watched, event);
    const auto *widget = qobject_cast<QWidget *>(watched);
    if (!widget || widget->window() != this || qobject_cast<const QLineEdit *>(widget))
        return QMainWindow::eventFilter(watched, event);
    const auto *pressed = static_cast<QKeyEvent *>(event);
    const bool table = watched == &m_jobs->table();
    if (pressed->matches(QKeySequence::Undo) && m_undo)
        m_undo->undoLast();
    else if (table && pressed->matches(QKeySequence::Copy))
        m_jobs->copyRows(int(ListFormat::Text));
    else if (table && (pressed->key() == Qt::Key_Delete || (pressed->key() == Qt::Key_S && pressed->modifiers() == Qt::NoModifier)))
        m_jobs->stopChosen();
    else if (pressed->key() == Qt::Key_Slash && !pressed->modifiers().testFlag(Qt::ControlModifier))
        m_jobs->focusFilter();
    else if (pressed->key() == Qt::Key_Question)
        shortcutSheet(this)->exec();
    else
        return QMainWindow::eventFilter(watched, event);
    return true;
}

QStringList MainWindow::pages() const
{
    return {m_first ? u"first"_s : u"jobs"_s};
}

QString MainWindow::page() const
{
    return pages().front();
}

void MainWindow::showPage(const QString &name)
{
    if (!pages().contains(name))
        return;
    m_stack->setCurrentIndex(int(pages().indexOf(name)));
    m_rail->setCurrent(name);
    fit();
}

void MainWindow::showNotice(const QString &notice)
{
    if (m_notices.contains(notice)) // what comes and goes is said once until it is closed
        return;
    m_notices << notice;
    nextNotice();
}

void MainWindow::nextNotice()
{
    m_notice->setVisible(!m_notices.isEmpty());
    if (m_notices.isEmpty())
        return;
    m_noticeText->setText(m_notices.size() > 1 ? tr("%1  (%2 more)").arg(m_notices.front(), QString::number(m_notices.size() - 1))
                                               : m_notices.front());
}

void MainWindow::showSources(const QStringList &names)
{
    QStringList known;
    for (const QString &name : names) {
        if (std::ranges::any_of(m_console.sources, [&name](const ConsoleSource &source) { return source.info.name == name; }))
            known << name;
        else
            showNotice(tr("This window has no profile %1; close it and start again with it.").arg(plaintext::cell(name, 40)));
    }
    if (m_jobs && !known.isEmpty())
        m_jobs->filterBySources(known);
}

void MainWindow::showSteps(quint16 source)
{
    for (const ConsoleSource &one : m_console.sources) {
        if (one.info.index == source && one.link)
            stepsSheet(one.info.name, one.link(), this)->exec();
    }
}

void MainWindow::refreshAll()
{
    for (const ConsoleSource &source : m_console.sources) {
        // The link's own back-off is skipped too; but F5 is pressed without much thought, and refused log-ins lock accounts: "Try now" is
        // for those.
        const auto &why = source.feed->error();
        if (source.retry && !(why && why->kind == Error::Kind::LoginRefused))
            source.retry();
        source.feed->refresh();
    }
    tick();
}

void MainWindow::tick()
{
    if (!isVisible() || isMinimized())
        return;
    m_sources->tick();
    if (m_jobs)
        m_jobs->tick();
    if (m_detail)
        m_detail->refresh(); // clocks, and the link may have gone without a new row
}

void MainWindow::runClock()
{
    const bool seen = isVisible() && !isMinimized();
    if (seen == m_second.isActive())
        return;
    seen ? m_second.start() : m_second.stop();
    if (seen)
        tick();
}

void MainWindow::followCurrent()
{
    const QModelIndex current = m_jobs->table().currentIndex();
    const QVariant key = current.isValid() ? current.siblingAtColumn(0).data(KeyRole) : QVariant();
    // A job that the filter hides or that left stays open to read; only another one takes its place.
    if (key.isValid())
        m_detail->showJob(key.value<JobKey>(), current.siblingAtColumn(0).data(RestRole).toBool());
    else
        m_detail->refresh();
}

void MainWindow::openDetail(bool open, bool focus)
{
    m_detailOpen = open;
    m_detailAsked = open;
    fit();
    if (open)
        followCurrent();
    if (focus && open)
        m_detail->setFocus();
    if (!open)
        m_jobs->table().setFocus();
}

void MainWindow::openLog(bool open)
{
    m_log->setVisible(open);
    if (open) {
        m_log->refresh();
        m_log->focusSearch();
    } else if (m_jobs) {
        m_jobs->table().setFocus();
    }
}

void MainWindow::foldRail(bool folded)
{
    m_rail->setFolded(folded);
}

// What a narrow window has to give up: first the rail's words, then some of the detail.
void MainWindow::fit()
{
    foldRail(m_railFolded.value_or(width() < kFoldRailBelow));
    if (!m_detail)
        return;
    m_detail->setFixedWidth(width() < kNarrowDetailBelow ? px::kDetailMin : px::kDetail);
    const bool room = width() >= kHideDetailBelow || m_detailAsked;
    m_detail->setVisible(m_detailOpen && room && page() == "jobs"_L1);
}

void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    runClock();
}

void MainWindow::hideEvent(QHideEvent *event)
{
    QMainWindow::hideEvent(event);
    runClock();
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange)
        runClock();
    if (event->type() == QEvent::ActivationChange && m_jobs)
        m_jobs->table().viewport()->update();
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    fit();
}

} // namespace pilothouse
