// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobspage.h"

#include "models/errortext.h"
#include "models/format.h"
#include "models/plaintext.h"
#include "widgets/filterfield.h"
#include "widgets/icons.h"
#include "widgets/jobstable.h"
#include "widgets/linkbar.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace pilothouse {

QString groupWord(JobGroup group)
{
    switch (group) {
    case JobGroup::None:
        return JobsPage::tr("none");
    case JobGroup::State:
        return JobsPage::tr("state");
    case JobGroup::Source:
        return JobsPage::tr("source");
    case JobGroup::User:
        return JobsPage::tr("user");
    case JobGroup::Account:
        return JobsPage::tr("account");
    case JobGroup::Queue:
        return JobsPage::tr("queue");
    case JobGroup::Name:
        return JobsPage::tr("name");
    }
    return {};
}

JobsPage::JobsPage(const Console &console, QWidget *parent)
    : Surface(Ground::Page, parent),
      m_console(console),
      m_jobs(*console.jobs),
      m_table(new JobsTable),
      m_filter(new FilterField),
      m_link(new LinkBar(console))
{
    setObjectName(u"jobsPage"_s);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    buildHead(column);
    column->addWidget(m_link);
    connect(m_link, &LinkBar::stepsWanted, this, &JobsPage::stepsWanted);
    buildFilter(column);
    buildBody(column);
    connect(&m_jobs, &JobTableModel::applied, this, &JobsPage::applied);
    loadSettings();
    applied();
}

void JobsPage::buildHead(QVBoxLayout *column)
{
    auto *head = new QHBoxLayout;
    head->setContentsMargins(18, 0, px::kNormal, 0);
    head->setSpacing(px::kHalf);
    auto *title = new Label(tr("Jobs"), TextSize::Title, Tone::Primary, QFont::DemiBold);
    title->setObjectName(u"pageTitle"_s);
    head->addWidget(title);
    head->addSpacing(px::kNormal);
    m_tabs = new QHBoxLayout;
    m_tabs->setSpacing(px::kHalf);
    head->addLayout(m_tabs);
    auto *save = new Button(Button::Kind::Ghost, "act-add", QString());
    save->setObjectName(u"saveView"_s);
    save->setAccessibleName(tr("Save this view"));
    save->setToolTip(tr("Save this view: filter, order and groups"));
    connect(save, &QPushButton::clicked, this, &JobsPage::saveView);
    head->addWidget(save);
    head->addStretch(1);
    auto *columns = new Button(Button::Kind::Ghost, "act-columns", tr("Columns"));
    columns->setObjectName(u"columnsButton"_s);
    columns->setToolTip(tr("Choose columns (Ctrl+Shift+C)"));
    connect(columns, &QPushButton::clicked, this, &JobsPage::chooseColumns);
    head->addWidget(columns);
    auto *save2 = new Button(Button::Kind::Ghost, "act-export", tr("Export"));
    save2->setObjectName(u"exportButton"_s);
    save2->setToolTip(tr("Write the rows to a file (Ctrl+E)"));
    connect(save2, &QPushButton::clicked, this, &JobsPage::exportRows);
    head->addWidget(save2);
    auto *holder = new QWidget;
    holder->setFixedHeight(px::kToolbar);
    holder->setLayout(head);
    column->addWidget(holder);
}

void JobsPage::buildFilter(QVBoxLayout *column)
{
    auto *row = new QHBoxLayout;
    row->setContentsMargins(16, 0, 16, 0);
    row->setSpacing(px::kUnit);
    row->addWidget(m_filter, 1);
    m_group = new Button(Button::Kind::Ghost, nullptr, QString());
    m_group->setObjectName(u"groupButton"_s);
    m_group->setOpensMenu();
    m_group->setToolTip(tr("Group and order the rows"));
    connect(m_group, &QPushButton::clicked, this, &JobsPage::groupMenu);
    row->addWidget(m_group);
    m_shown = new Label({}, TextSize::Small, Tone::Primary, QFont::DemiBold);
    m_shown->setObjectName(u"shownCount"_s);
    m_all = new Label({}, TextSize::Small, Tone::Secondary);
    m_all->setObjectName(u"allCount"_s);
    row->addWidget(m_shown);
    row->addWidget(m_all);
    auto *holder = new QWidget;
    holder->setFixedHeight(px::kFilterBar);
    holder->setLayout(row);
    column->addWidget(holder);
    m_filterError = new Label({}, TextSize::Small, Tone::Failed);
    m_filterError->setObjectName(u"filterError"_s);
    m_filterError->setContentsMargins(54, 0, 16, 4);
    m_filterError->hide();
    column->addWidget(m_filterError);
    connect(m_filter, &FilterField::filterChanged, this, [this](const QString &text) {
        JobView view = m_jobs.view();
        view.filter = text;
        setView(view);
    });
    connect(m_filter, &FilterField::left, this, [this] {
        m_table->setFocus();
        if (!m_table->currentIndex().isValid() && m_jobs.rowCount() > 0)
            m_table->setCurrentIndex(m_jobs.index(m_jobs.rowCount() > 1 ? 1 : 0, 0));
    });
    m_filter->setKnownWords([this] { return m_jobs.knownWords(); });
}

void JobsPage::buildBody(QVBoxLayout *column)
{
    m_partial = new Surface(Ground::PendingSoft);
    m_partial->setObjectName(u"partialBar"_s);
    auto *said = new QHBoxLayout(m_partial);
    said->setContentsMargins(18, 6, 16, 6);
    m_partialText = new Label({}, TextSize::Small, Tone::Primary);
    m_partialText->setObjectName(u"partialText"_s);
    m_partialText->setElide(Qt::ElideRight);
    said->addWidget(m_partialText, 1);
    m_partial->hide();
    column->addWidget(m_partial);

    m_table->setJobs(&m_jobs);
    m_table->setAccessibleName(tr("Jobs"));
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, &JobsPage::rowMenu);
    connect(m_table, &JobsTable::foldWanted, this, &JobsPage::fold);
    connect(m_table, &JobsTable::openWanted, this, &JobsPage::openWanted);
    connect(m_table, &JobsTable::leaveWanted, this, &JobsPage::leaveWanted);
    connect(m_table, &JobsTable::currentMoved, this, &JobsPage::currentMoved);
    connect(m_table, &JobsTable::headerMenuWanted, this, &JobsPage::chooseColumns);
    connect(m_table, &JobsTable::columnsChanged, this, &JobsPage::saveSettings);
    connect(m_table, &JobsTable::sortWanted, this,
            [this](JobColumn by) { sortBy(by, m_jobs.view().sortBy == by && !m_jobs.view().descending); });

    auto *state = new QWidget;
    state->setObjectName(u"pageState"_s);
    auto *middle = new QVBoxLayout(state);
    middle->setSpacing(px::kTight);
    middle->addStretch(2);
    m_stateTitle = new Label({}, TextSize::Heading, Tone::Primary, QFont::DemiBold);
    m_stateTitle->setObjectName(u"stateTitle"_s);
    m_stateTitle->setAlignment(Qt::AlignCenter);
    m_stateText = new Label({}, TextSize::Body, Tone::Secondary);
    m_stateText->setObjectName(u"stateText"_s);
    m_stateText->setAlignment(Qt::AlignCenter);
    m_stateText->setWordWrap(true);
    m_stateAct = new Button(Button::Kind::Outline, nullptr, QString());
    m_stateAct->setObjectName(u"stateAct"_s);
    connect(m_stateAct, &QPushButton::clicked, this, &JobsPage::showAll);
    middle->addWidget(m_stateTitle);
    middle->addWidget(m_stateText);
    middle->addSpacing(px::kUnit);
    middle->addWidget(m_stateAct, 0, Qt::AlignHCenter);
    middle->addStretch(3);
    m_stack = new QStackedWidget;
    m_stack->addWidget(m_table);
    m_stack->addWidget(state);
    column->addWidget(m_stack, 1);
}

void JobsPage::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void JobsPage::showAll()
{
    m_filter->clear();
    m_filter->tellNow();
    m_table->setFocus();
}

void JobsPage::filterBySources(const QStringList &names)
{
    QStringList quoted;
    for (const QString &name : names)
        quoted << quotedForFilter(name);
    m_filter->setText(u"source:"_s + quoted.join(u','));
}

const ConsoleSource *JobsPage::sourceOf(quint16 index) const
{
    const auto found = std::ranges::find_if(m_console.sources, [index](const ConsoleSource &s) { return s.info.index == index; });
    return found == m_console.sources.end() ? nullptr : &*found;
}

void JobsPage::tick()
{
    m_link->tick();
    countViews();
    showState();
    if (m_stack->currentIndex() == 0 && m_jobs.rowCount() > 0) {
        const auto [first, last] = m_table->visibleRows();
        m_jobs.tick(first, last);
    }
}

void JobsPage::setView(const JobView &view)
{
    m_jobs.setView(view);
    m_group->setText(tr("Group: %1").arg(groupWord(view.group)));
    m_table->showSort(view.sortBy, view.descending);
    m_current = -1;
    for (int i = 0; i < m_views.size(); ++i) {
        const JobView &one = m_views[i].view;
        const bool whole = one.group == view.group && one.sortBy == view.sortBy && one.descending == view.descending;
        if (one.filter != view.filter || (m_views[i].own && !whole))
            continue;
        if (m_current < 0 || m_views[i].own) // one's own says more than a built-in one with the same filter
            m_current = i;
    }
    for (int i = 0; i < m_tabButtons.size(); ++i)
        m_tabButtons[i]->setChecked(i == m_current);
    saveSettings();
}

void JobsPage::applied()
{
    const JobCounts counts = m_jobs.counts();
    const bool known = std::ranges::any_of(m_console.sources, [](const ConsoleSource &s) { return s.feed->last() != nullptr; });
    m_shown->setText(known ? format::number(counts.shown) : format::unknown());
    m_all->setText(known ? tr("of %1").arg(format::number(counts.all)) : QString());
    const auto error = m_jobs.filterError();
    m_filter->setError(error);
    m_filterError->setVisible(error.has_value());
    if (error)
        m_filterError->setText(error->message);
    countViews();
    showState();
    emit currentMoved();
}

void JobsPage::showState()
{
    quint32 unread = 0;
    QStringList missing;
    QStringList connecting;
    const ConsoleSource *lost = nullptr;
    bool anyRead = false;
    for (const ConsoleSource &source : m_console.sources) {
        const QString name = plaintext::cell(source.info.name, 40);
        if (const SnapshotPtr &last = source.feed->last()) {
            anyRead = true;
            unread += last->unreadCount;
            for (const Error &error : last->partial)
                missing << name + u": "_s + errorText(error).title;
        } else if (source.feed->link() == Feed::Link::Connecting || source.feed->link() == Feed::Link::Live) {
            connecting << name;
        } else if (!lost) {
            lost = &source;
        }
    }
    QStringList parts;
    if (unread > 0)
        parts << (unread == 1 ? tr("1 row could not be read; the list is not complete.")
                              : tr("%1 rows could not be read; the list is not complete.").arg(format::number(unread)));
    parts += missing;
    m_partial->setVisible(!parts.isEmpty());
    m_partialText->setText(parts.join(u" · "_s));

    const JobCounts counts = m_jobs.counts();
    const bool filtered = !m_jobs.view().filter.trimmed().isEmpty();
    QString title;
    QString text;
    bool act = false;
    if (m_jobs.rowCount() > 0) {
    } else if (!anyRead && !connecting.isEmpty()) {
        title = tr("Connecting to %1…").arg(connecting.join(u", "_s));
        text = tr("Jobs appear as soon as the first answer is complete.");
    } else if (!anyRead && lost) {
        const ErrorText why = lost->feed->error() ? errorText(*lost->feed->error()) : ErrorText();
        title = tr("%1 does not answer").arg(plaintext::cell(lost->info.name, 40));
        text = why.title + u'\n' + why.advice + (why.detail.isEmpty() ? QString() : u'\n' + plaintext::cell(why.detail, 300));
    } else if (filtered && counts.all > 0 && !m_jobs.filterError()) {
        title = tr("No job passes this filter");
        text = counts.all == 1 ? tr("1 job is hidden.") : tr("%1 jobs are hidden.").arg(format::number(counts.all));
        act = true;
    } else if (anyRead && counts.all == 0 && !m_jobs.ordering()) {
        title = tr("No jobs");
        text = m_console.sources.size() == 1
            ? tr("%1 answered: its queue is empty.").arg(plaintext::cell(m_console.sources.front().info.name, 40))
            : tr("The sources that answered have empty queues.");
    }
    const bool table = title.isEmpty();
    const bool appears = table && m_stack->currentIndex() != 0;
    m_stack->setCurrentIndex(table ? 0 : 1);
    if (appears && !m_filter->hasFocus()) // the keys belong to the rows as soon as there are some
        m_table->setFocus();
    m_stateTitle->setText(title);
    m_stateText->setText(text);
    m_stateAct->setVisible(act);
    m_stateAct->setText(tr("Show all"));
}

void JobsPage::fold(const QModelIndex &index, bool open)
{
    JobView view = m_jobs.view();
    if (RowKind(index.data(KindRole).toInt()) == RowKind::Group) {
        const QString key = index.data(GroupKeyRole).toString();
        open ? view.closedGroups.remove(key) : (void(view.closedGroups.insert(key)), true);
    } else {
        const auto key = index.data(KeyRole).value<JobKey>();
        open ? (void(view.openArrays.insert(key)), true) : view.openArrays.remove(key);
    }
    m_jobs.setView(view);
}

void JobsPage::sortBy(JobColumn by, bool descending)
{
    JobView view = m_jobs.view();
    view.sortBy = by;
    view.descending = descending;
    setView(view);
}

void JobsPage::groupMenu()
{
    auto *menu = new QMenu(this);
    menu->setObjectName(u"groupMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const JobView &now = m_jobs.view();
    auto *groups = new QActionGroup(menu);
    menu->addAction(tr("Group by"))->setEnabled(false); // a heading
    for (const JobGroup group :
         {JobGroup::State, JobGroup::Source, JobGroup::User, JobGroup::Account, JobGroup::Queue, JobGroup::Name, JobGroup::None}) {
        QAction *action = groups->addAction(groupWord(group));
        menu->addAction(action);
        connect(action, &QAction::triggered, this, [this, group] {
            JobView view = m_jobs.view();
            view.group = group;
            view.closedGroups.clear();
            setView(view);
        });
        action->setCheckable(true);
        action->setChecked(now.group == group);
    }
    menu->addSeparator();
    // What a click on a header does, for the keys.
    QMenu *order = menu->addMenu(tr("Order by"));
    order->setObjectName(u"orderMenu"_s);
    auto *orders = new QActionGroup(menu);
    for (const JobColumn column : m_table->shownColumns()) {
        QAction *action = order->addAction(titleOf(column), this, [this, column] { sortBy(column, m_jobs.view().descending); });
        action->setCheckable(true);
        action->setChecked(now.sortBy == column);
        orders->addAction(action);
    }
    order->addSeparator();
    QAction *down = order->addAction(tr("Greatest first"), this, [this] { sortBy(m_jobs.view().sortBy, !m_jobs.view().descending); });
    down->setObjectName(u"descending"_s);
    down->setCheckable(true);
    down->setChecked(now.descending);
    menu->popup(m_group->mapToGlobal(QPoint(0, m_group->height() + 2)));
}

} // namespace pilothouse
