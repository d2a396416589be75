// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The saved views of the Jobs page, their counts, and what the page keeps for the next time.
#include "widgets/jobspage.h"

#include "models/format.h"
#include "models/plaintext.h"
#include "widgets/dialogs.h"
#include "widgets/filterfield.h"
#include "widgets/jobstable.h"

#include <QHBoxLayout>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {

QVariantMap mapOf(const JobView &view)
{
    return {{u"filter"_s, view.filter},
            {u"group"_s, int(view.group)},
            {u"sort"_s, QString::fromLatin1(infoOf(view.sortBy).key)},
            {u"descending"_s, view.descending}};
}

} // namespace

// Another window, of another profile file, may have saved views of its own meanwhile: they are read again before the list is changed.
void JobsPage::readOwnViews()
{
    if (!m_console.setting)
        return;
    m_views.removeIf([](const SavedView &view) { return view.own; });
    for (const QVariant &one : m_console.setting(u"jobs/views"_s).toList()) {
        const QVariantMap map = one.toMap();
        SavedView saved{.name = map[u"name"_s].toString(), .view = {}, .own = true};
        saved.view.filter = map[u"filter"_s].toString();
        saved.view.group = JobGroup(std::clamp(map[u"group"_s].toInt(), 0, int(JobGroup::Name)));
        saved.view.sortBy = jobColumnByKey(map[u"sort"_s].toString()).value_or(JobColumn::State);
        saved.view.descending = map[u"descending"_s].toBool();
        m_views << saved;
    }
}

void JobsPage::writeOwnViews()
{
    QVariantList own;
    for (const SavedView &saved : std::as_const(m_views)) {
        if (!saved.own)
            continue;
        QVariantMap one = mapOf(saved.view);
        one[u"name"_s] = saved.name;
        own << one;
    }
    keep(u"jobs/views"_s, own);
}

// Each write locks and rewrites a file, maybe in a home folder over the network: only what is another than before is written.
void JobsPage::keep(const QString &key, const QVariant &value)
{
    if (m_console.setSetting && !(m_console.setting && m_console.setting(key) == value))
        m_console.setSetting(key, value);
}

void JobsPage::loadSettings()
{
    m_views = {{tr("Mine"), {.filter = u"user:me"_s, .openArrays = {}, .closedGroups = {}}, false},
               {tr("All"), {.filter = u""_s, .openArrays = {}, .closedGroups = {}}, false},
               {tr("Waiting"), {.filter = u"state:waiting"_s, .openArrays = {}, .closedGroups = {}}, false},
               {tr("Failed 24 h"), {.filter = u"state:bad ended<24h"_s, .openArrays = {}, .closedGroups = {}}, false}};
    JobView start;
    start.filter = u""_s;
    if (m_console.setting) {
        readOwnViews();
        const QVariantMap last = m_console.setting(u"jobs/view"_s).toMap();
        start.filter = last.value(u"filter"_s, u""_s).toString();
        start.group = JobGroup(std::clamp(last.value(u"group"_s, int(JobGroup::State)).toInt(), 0, int(JobGroup::Name)));
        start.sortBy = jobColumnByKey(last[u"sort"_s].toString()).value_or(JobColumn::State);
        start.descending = last[u"descending"_s].toBool();
        m_table->restoreColumns(m_console.setting(u"jobs/columns"_s).toByteArray());
        m_table->setCompact(m_console.setting(u"jobs/compact"_s).toBool());
    }
    makeTabs();
    setView(start);
    const QSignalBlocker quiet(m_filter);
    m_filter->setText(start.filter);
    m_filter->showTokens();
}

void JobsPage::saveSettings()
{
    keep(u"jobs/view"_s, mapOf(m_jobs.view()));
    keep(u"jobs/columns"_s, m_table->columnState());
    keep(u"jobs/compact"_s, m_table->compact());
}

void JobsPage::makeTabs()
{
    qDeleteAll(m_tabButtons);
    m_tabButtons.clear();
    for (int i = 0; i < m_views.size(); ++i) {
        auto *tab = new Button(Button::Kind::Tab, nullptr, QString(m_views[i].name).replace(u'&', u"&&"_s)); // a name holds no key
        tab->setObjectName(u"view-%1"_s.arg(i));
        tab->setCheckable(true);
        tab->setToolTip(m_views[i].view.filter.isEmpty() ? tr("Every job") : plaintext::asRichText(m_views[i].view.filter));
        connect(tab, &QPushButton::clicked, this, [this, i] { useView(i); });
        if (m_views[i].own) {
            tab->setContextMenuPolicy(Qt::ActionsContextMenu);
            tab->addAction(tr("Remove this view"), this,
                           [this, i] { QMetaObject::invokeMethod(this, [this, i] { removeView(i); }, Qt::QueuedConnection); });
        }
        m_tabs->addWidget(tab);
        m_tabButtons << tab;
    }
    m_counts.clear();
    m_counted.clear();
    m_counting.reset(); // its answer would be that of other views
}

// Each view tells how many jobs it would show; counted on a worker, once for each new read, and by the minute where time is asked for.
void JobsPage::countViews()
{
    if (m_counting && m_counting->running())
        return;
    CountInput input;
    for (const ConsoleSource &source : m_console.sources) {
        if (!source.feed->last())
            continue;
        input.snapshots.push_back(source.feed->last());
        input.sourceNames << source.info.name;
        input.stale.push_back(source.feed->link() != Feed::Link::Live);
    }
    const qint64 minute = m_console.clock->now().toSecsSinceEpoch() / 60;
    if (input.snapshots.empty() || (input.snapshots == m_counted && minute == m_countedAt))
        return;
    m_counted = input.snapshots;
    m_countedAt = minute;
    for (const SavedView &saved : std::as_const(m_views))
        input.filters << saved.view.filter;
    input.now = m_console.clock->now();
    m_counting.emplace(
        *QThreadPool::globalInstance(), [input = std::move(input)](const std::stop_token &stop) { return countPassing(input, stop); },
        [this](std::vector<std::optional<quint32>> counts) {
            m_counts = std::move(counts);
            showCounts();
        });
}

void JobsPage::showCounts()
{
    for (qsizetype i = 0; i < m_tabButtons.size(); ++i) {
        const auto count = size_t(i) < m_counts.size() ? m_counts[size_t(i)] : std::nullopt;
        m_tabButtons[i]->setCount(count ? format::number(*count) : QString());
    }
}

void JobsPage::useView(int index)
{
    const SavedView &saved = m_views[index];
    JobView view = m_jobs.view();
    view.filter = saved.view.filter;
    if (saved.own) {
        view.group = saved.view.group;
        view.sortBy = saved.view.sortBy;
        view.descending = saved.view.descending;
    }
    {
        const QSignalBlocker quiet(m_filter);
        m_filter->setText(view.filter);
    }
    m_filter->showTokens();
    setView(view);
}

void JobsPage::saveView()
{
    auto *sheet = new Sheet(tr("Save this view"), tr("Filter, order and groups under a name."), window());
    sheet->setObjectName(u"saveViewSheet"_s);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    auto *name = new QLineEdit;
    name->setObjectName(u"viewName"_s);
    name->setAccessibleName(tr("Name of the view"));
    name->setMaxLength(40);
    name->setFixedHeight(30);
    name->setTextMargins(6, 0, 6, 0);
    sheet->addWidget(name);
    sheet->addButton(Button::Kind::Outline, tr("Cancel"), QDialog::Rejected);
    Button *save = sheet->addButton(Button::Kind::Primary, tr("Save"), QDialog::Accepted);
    save->setDefault(true);
    save->setEnabled(false);
    connect(name, &QLineEdit::textChanged, save, [save](const QString &text) { save->setEnabled(!text.trimmed().isEmpty()); });
    connect(sheet, &QDialog::accepted, this, [this, name] {
        readOwnViews();
        m_views << SavedView{name->text().trimmed(), m_jobs.view(), true};
        m_views.back().view.openArrays.clear();
        m_views.back().view.closedGroups.clear();
        writeOwnViews();
        makeTabs();
        setView(m_jobs.view());
        applied();
    });
    sheet->open();
    name->setFocus();
}

void JobsPage::removeView(int index)
{
    if (index < 0 || index >= m_views.size() || !m_views[index].own)
        return;
    const SavedView gone = m_views[index];
    readOwnViews();
    const auto same = [&gone](const SavedView &one) { return one.own && one.name == gone.name && one.view == gone.view; };
    if (const auto found = std::ranges::find_if(m_views, same); found != m_views.end())
        m_views.erase(found);
    writeOwnViews();
    makeTabs();
    setView(m_jobs.view());
    applied();
}

} // namespace pilothouse
