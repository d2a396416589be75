// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What one does with the rows of the Jobs page: stop, copy, export, choose columns.
#include "widgets/jobspage.h"

#include "models/errortext.h"
#include "models/format.h"
#include "models/jobexport.h"
#include "models/plaintext.h"
#include "widgets/columnssheet.h"
#include "widgets/dialogs.h"
#include "widgets/icons.h"
#include "widgets/jobstable.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QSaveFile>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {

Result<QByteArray> writeFile(const QString &file, QByteArray content)
{
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(content) != content.size() || !out.commit())
        return failure(Error::Kind::Storage, QFileInfo(file).fileName(), out.errorString());
    return content;
}

// By the ending of its name, else by what was chosen in the dialog.
ListFormat formatOf(const QString &file, const QString &chosen)
{
    for (const QString &ending : {QFileInfo(file).suffix().toLower(), chosen}) {
        if (ending == "json"_L1)
            return ListFormat::Json;
        if (ending == "md"_L1)
            return ListFormat::Markdown;
        if (ending == "html"_L1)
            return ListFormat::Html;
        if (ending == "csv"_L1)
            return ListFormat::Csv;
    }
    return ListFormat::Csv;
}

} // namespace

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
        std::erase_if(part, [this](const Target &target) { return m_console.acts && m_console.acts->isStopping(target); });
        if (part.empty()) { // while it waits the bar says so
            if (m_console.acts->waiting().empty())
                emit said(tr("This stop is on its way already"), tr("It is sent once."), false);
            continue;
        }
        if (!needsAsking(part)) {
            addStop(std::move(part));
            continue;
        }
        // The targets belong to the dialog from here on: rows may move underneath as they like.
        auto sheet = confirmStop(part, name, window());
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
    const auto added = m_console.acts->add(source, Act::Stop, std::move(targets), ActQueue::kGrace);
    if (!added)
        emit said(tr("Nothing was queued"), errorText(added.error()).title, true);
}

void JobsPage::copyRows(int format)
{
    const QList<int> rows = m_table->chosenRows();
    const auto jobs = std::make_shared<const JobExport>(rows.isEmpty() ? JobExport() : m_jobs.exported(rows));
    if (jobs->records.empty()) // nothing chosen, or lines of groups alone: the clipboard stays
        return;
    if (isWriting())
        return;
    const QList<JobColumn> columns = m_table->shownColumns();
    m_writing.emplace(
        *QThreadPool::globalInstance(),
        [jobs, columns, format](std::stop_token) -> Result<QByteArray> { return writeJobs(*jobs, columns, ListFormat(format)); },
        [this, count = jobs->records.size()](const Result<QByteArray> &text) {
            QGuiApplication::clipboard()->setText(QString::fromUtf8(*text));
            emit said(count == 1 ? tr("1 row copied") : tr("%1 rows copied").arg(format::number(qint64(count))), QString(), false);
        });
}

// One at a time: the answer of the one that runs would be lost.
bool JobsPage::isWriting()
{
    if (!m_writing || !m_writing->running())
        return false;
    emit said(tr("Rows are still being written"), tr("Try again when that is done."), true);
    return true;
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
    dialog->selectFile(u"jobs-%1.csv"_s.arg(m_console.clock->now().date().toString(Qt::ISODate)));
    connect(dialog, &QFileDialog::filterSelected, dialog,
            [dialog](const QString &filter) { dialog->setDefaultSuffix(filter.section(u"*."_s, 1).remove(u')')); });
    // What was chosen is fixed here: rows move while a name is typed.
    const auto chosenJobs = rows.isEmpty() ? nullptr : std::make_shared<const JobExport>(m_jobs.exported(rows));
    connect(dialog, &QFileDialog::fileSelected, this, [this, chosenJobs, dialog](const QString &file) {
        if (isWriting())
            return;
        const auto jobs = chosenJobs ? chosenJobs : std::make_shared<const JobExport>(m_jobs.exported());
        const ListFormat format = formatOf(file, dialog->defaultSuffix());
        const QList<JobColumn> columns = m_table->shownColumns();
        m_writing.emplace(
            *QThreadPool::globalInstance(),
            [jobs, columns, file, format](std::stop_token) {
                return writeFile(file, writeJobs(*jobs, columns, format, ByteOrderMark::Yes)); // of CSV: spreadsheets want it
            },
            [this, file, count = jobs->records.size()](const Result<QByteArray> &done) {
                if (done)
                    emit said(count == 1 ? tr("1 row written") : tr("%1 rows written").arg(format::number(qint64(count))),
                              QFileInfo(file).fileName(), false);
                else
                    emit said(tr("Not written"), errorText(done.error()).title, true);
            });
    });
    dialog->open();
}

void JobsPage::chooseColumns()
{
    auto *sheet = new ColumnsSheet(*m_table, window());
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->open();
}

void JobsPage::rowMenu(const QPoint &at)
{
    const QModelIndex index = m_table->indexAt(at); // Qt tells it in the viewport's own coordinates
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

} // namespace pilothouse
