// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What one does with the rows of the Jobs page: stop, copy, export, choose columns, keep views.
#include "widgets/jobspage.h"

#include "models/errortext.h"
#include "models/format.h"
#include "models/jobexport.h"
#include "models/plaintext.h"
#include "widgets/dialogs.h"
#include "widgets/filterfield.h"
#include "widgets/icons.h"
#include "widgets/jobstable.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QSaveFile>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {

constexpr auto kGrace = std::chrono::milliseconds(5000);

Result<QByteArray> writeFile(const QString &file, QByteArray content)
{
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(content) != content.size() || !out.commit())
        return failure(Error::Kind::Storage, QFileInfo(file).fileName(), out.errorString());
    return content;
}

ListFormat formatOf(const QString &file)
{
    const QString ending = QFileInfo(file).suffix().toLower();
    return ending == "json"_L1 ? ListFormat::Json
        : ending == "md"_L1    ? ListFormat::Markdown
        : ending == "html"_L1  ? ListFormat::Html
                               : ListFormat::Csv;
}

} // namespace

int JobsPage::ofOthers(const std::vector<Target> &targets) const
{
    int others = 0;
    for (const Target &target : targets) {
        const int row = m_jobs.rowOf(target.key);
        if (row < 0 || !m_jobs.index(row, 0).data(MineRole).toBool())
            ++others;
    }
    return others;
}

void JobsPage::stopChosen()
{
    QList<int> rows = m_table->chosenRows();
    if (rows.isEmpty() && m_table->currentIndex().isValid())
        rows << m_table->currentIndex().row();
    stop(m_jobs.targets(rows));
}

void JobsPage::stop(std::vector<Target> targets)
{
    if (targets.empty()) {
        emit said(tr("Nothing to stop"), tr("What is chosen has ended, or nothing is chosen."), true);
        return;
    }
    std::map<quint16, std::vector<Target>> bySource;
    for (Target &target : targets)
        bySource[target.key.source].push_back(std::move(target));
    for (auto &[index, part] : bySource) {
        const ConsoleSource *source = sourceOf(index);
        if (!source)
            continue;
        const QString name = plaintext::cell(source->info.name, 40);
        if (source->info.readOnly) {
            emit said(tr("%1 is read-only").arg(name), tr("This profile sends nothing that changes anything."), true);
            continue;
        }
        if (source->feed->link() != Feed::Link::Live) {
            emit said(tr("%1 is not connected").arg(name), tr("Stop needs the link. Nothing was queued."), true);
            continue;
        }
        const int others = ofOthers(part);
        if (!needsAsking(part, others)) {
            addStop(std::move(part));
            continue;
        }
        // The targets belong to the dialog from here on: rows may move underneath as they like.
        auto sheet = confirmStop(part, others, name, window());
        Sheet *shown = sheet.release();
        shown->setAttribute(Qt::WA_DeleteOnClose);
        connect(shown, &QDialog::accepted, this, [this, chosen = std::move(part)] { addStop(chosen); });
        shown->open();
    }
}

void JobsPage::addStop(std::vector<Target> targets)
{
    if (!m_console.acts)
        return;
    const quint16 source = targets.front().key.source;
    const auto added = m_console.acts->add(source, Act::Stop, std::move(targets), kGrace);
    if (!added)
        emit said(tr("Nothing was queued"), errorText(added.error()).title, true);
}

void JobsPage::copyRows(int format)
{
    const QList<int> rows = m_table->chosenRows();
    if (rows.isEmpty())
        return;
    const auto jobs = std::make_shared<const JobExport>(m_jobs.exported(rows));
    const QList<JobColumn> columns = m_table->shownColumns();
    m_writing.emplace(
        *QThreadPool::globalInstance(),
        [jobs, columns, format](std::stop_token) -> Result<QByteArray> { return writeJobs(*jobs, columns, ListFormat(format)); },
        [this, count = rows.size()](const Result<QByteArray> &text) {
            QGuiApplication::clipboard()->setText(QString::fromUtf8(*text));
            emit said(count == 1 ? tr("1 row copied") : tr("%1 rows copied").arg(format::number(count)), QString(), false);
        });
}

void JobsPage::exportRows()
{
    const QList<int> chosen = m_table->chosenRows();
    const QList<int> rows = chosen.size() > 1 ? chosen : QList<int>();
    auto *dialog
        = new QFileDialog(this, rows.isEmpty() ? tr("Export all shown rows") : tr("Export %1 rows").arg(format::number(rows.size())));
    dialog->setObjectName(u"exportDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("CSV (*.csv)"), tr("JSON (*.json)"), tr("Markdown (*.md)"), tr("HTML (*.html)")});
    dialog->setDefaultSuffix(u"csv"_s);
    connect(dialog, &QFileDialog::filterSelected, dialog,
            [dialog](const QString &filter) { dialog->setDefaultSuffix(filter.section(u"*."_s, 1).remove(u')')); });
    connect(dialog, &QFileDialog::fileSelected, this, [this, rows](const QString &file) {
        const auto jobs = std::make_shared<const JobExport>(m_jobs.exported(rows));
        const QList<JobColumn> columns = m_table->shownColumns();
        m_writing.emplace(
            *QThreadPool::globalInstance(),
            [jobs, columns, file](std::stop_token) { return writeFile(file, writeJobs(*jobs, columns, formatOf(file))); },
            [this, file, count = jobs->records.size()](const Result<QByteArray> &done) {
                if (done)
                    emit said(tr("%1 rows written").arg(format::number(qint64(count))), QFileInfo(file).fileName(), false);
                else
                    emit said(tr("Not written"), errorText(done.error()).title, true);
            });
    });
    dialog->open();
}

void JobsPage::chooseColumns(const QPoint &global)
{
    auto *menu = new QMenu(this);
    menu->setObjectName(u"columnsMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QList<JobColumn> shown = m_table->shownColumns();
    for (const JobColumnInfo &info : jobColumns()) {
        QAction *action = menu->addAction(titleOf(info.column));
        action->setCheckable(true);
        action->setChecked(shown.contains(info.column));
        connect(action, &QAction::toggled, this, [this, column = info.column](bool on) { m_table->setColumnShown(column, on); });
    }
    menu->addSeparator();
    menu->addAction(tr("As at first"), this, [this] {
        m_table->resetColumns();
        saveSettings();
    });
    menu->popup(global.isNull() ? m_table->mapToGlobal(QPoint(40, 36)) : global);
}

void JobsPage::rowMenu(const QPoint &at)
{
    const QModelIndex index = m_table->indexAt(m_table->viewport()->mapFrom(m_table, at));
    if (!index.isValid() || RowKind(index.data(KindRole).toInt()) == RowKind::Group)
        return;
    auto *menu = new QMenu(this);
    menu->setObjectName(u"rowMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QList<int> rows = m_table->chosenRows();
    auto targets = m_jobs.targets(rows);
    menu->addAction(tr("Open detail"), this, &JobsPage::openWanted);
    menu->addSeparator();
    QAction *halt = menu->addAction(themedIcon("act-stop"),
                                    targets.size() > 1 ? tr("Stop %1 jobs").arg(format::number(qint64(targets.size()))) : tr("Stop"));
    halt->setEnabled(!targets.empty());
    connect(halt, &QAction::triggered, this, [this, targets = std::move(targets)] { stop(targets); });
    menu->addSeparator();
    menu->addAction(themedIcon("act-copy"), tr("Copy"), this, [this] { copyRows(int(ListFormat::Text)); });
    menu->addAction(tr("Copy as CSV"), this, [this] { copyRows(int(ListFormat::Csv)); });
    menu->addAction(tr("Copy as JSON"), this, [this] { copyRows(int(ListFormat::Json)); });
    menu->addAction(tr("Copy as Markdown"), this, [this] { copyRows(int(ListFormat::Markdown)); });
    menu->addAction(tr("Export…"), this, &JobsPage::exportRows);
    menu->popup(m_table->viewport()->mapToGlobal(at));
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
        for (const QVariant &one : m_console.setting(u"jobs/views"_s).toList()) {
            const QVariantMap map = one.toMap();
            SavedView saved{.name = map[u"name"_s].toString(), .view = {}, .own = true};
            saved.view.filter = map[u"filter"_s].toString();
            saved.view.group = JobGroup(std::clamp(map[u"group"_s].toInt(), 0, int(JobGroup::Name)));
            saved.view.sortBy = jobColumnByKey(map[u"sort"_s].toString()).value_or(JobColumn::State);
            saved.view.descending = map[u"descending"_s].toBool();
            m_views << saved;
        }
        const QVariantMap last = m_console.setting(u"jobs/view"_s).toMap();
        start.filter = last.value(u"filter"_s, u""_s).toString();
        start.group = JobGroup(std::clamp(last.value(u"group"_s, int(JobGroup::State)).toInt(), 0, int(JobGroup::Name)));
        start.sortBy = jobColumnByKey(last[u"sort"_s].toString()).value_or(JobColumn::State);
        start.descending = last[u"descending"_s].toBool();
        m_table->restoreColumns(m_console.setting(u"jobs/columns"_s).toByteArray());
    }
    makeTabs();
    setView(start);
    const QSignalBlocker quiet(m_filter);
    m_filter->setText(start.filter);
    m_filter->showTokens();
}

void JobsPage::saveSettings()
{
    if (!m_console.setSetting)
        return;
    const auto map = [](const JobView &view) {
        return QVariantMap{{u"filter"_s, view.filter},
                           {u"group"_s, int(view.group)},
                           {u"sort"_s, QString::fromLatin1(infoOf(view.sortBy).key)},
                           {u"descending"_s, view.descending}};
    };
    QVariantList own;
    for (const SavedView &saved : m_views) {
        if (!saved.own)
            continue;
        QVariantMap one = map(saved.view);
        one[u"name"_s] = saved.name;
        own << one;
    }
    m_console.setSetting(u"jobs/views"_s, own);
    m_console.setSetting(u"jobs/view"_s, map(m_jobs.view()));
    m_console.setSetting(u"jobs/columns"_s, m_table->columnState());
}

void JobsPage::makeTabs()
{
    qDeleteAll(m_tabButtons);
    m_tabButtons.clear();
    for (int i = 0; i < m_views.size(); ++i) {
        auto *tab = new Button(Button::Kind::Tab, nullptr, m_views[i].name);
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
        m_views << SavedView{name->text().trimmed(), m_jobs.view(), true};
        m_views.back().view.openArrays.clear();
        m_views.back().view.closedGroups.clear();
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
    m_views.removeAt(index);
    makeTabs();
    setView(m_jobs.view());
    applied();
}

} // namespace pilothouse
