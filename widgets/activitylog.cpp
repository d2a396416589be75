// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/activitylog.h"

#include "models/activitytext.h"
#include "models/errortext.h"
#include "models/format.h"
#include "models/plaintext.h"

#include <QAbstractTableModel>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {
constexpr size_t kEntriesRead = 1000;
}

class LogModel final : public QAbstractTableModel {
    Q_DECLARE_TR_FUNCTIONS(ActivityLog)
public:
    enum Column { At, Source, Kind, Subject, Command, Answer, Columns };
    using QAbstractTableModel::QAbstractTableModel;
    void set(std::vector<LogEntry> entries)
    {
        // What is new stands at the top, and what is beyond the bound goes at the end: scroll and selection stay where they are.
        const auto known = m_entries.empty() ? entries.end() : std::ranges::find(entries, m_entries.front());
        const auto fresh = known - entries.begin();
        const auto kept = std::min<std::ptrdiff_t>(entries.end() - known, std::ssize(m_entries));
        if (kept == 0 || !std::equal(known, known + kept, m_entries.begin()) || known + kept != entries.end()) {
            beginResetModel();
            m_entries = std::move(entries);
            endResetModel();
            return;
        }
        if (kept < std::ssize(m_entries)) {
            beginRemoveRows({}, int(kept), int(m_entries.size()) - 1);
            m_entries.resize(size_t(kept));
            endRemoveRows();
        }
        if (fresh > 0) {
            beginInsertRows({}, 0, int(fresh) - 1);
            m_entries = std::move(entries);
            endInsertRows();
        }
    }
    // Whole and raw, for the clipboard.
    [[nodiscard]] QString line(int row) const
    {
        const LogEntry &e = m_entries[size_t(row)];
        return QStringList{e.at.toLocalTime().toString(Qt::ISODate), e.source, e.kind, e.subject, e.command, e.answer}.join(u'\t');
    }
    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_entries.size()); }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : Columns; }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
            return {};
        const std::array titles{tr("Time"), tr("Source"), tr("What"), tr("Subject"), tr("Command"), tr("Answer")};
        return titles[size_t(section)];
    }
    QVariant data(const QModelIndex &index, int role) const override
    {
        const LogEntry &e = m_entries[size_t(index.row())];
        if (role == Qt::ToolTipRole)
            return plaintext::asRichText(
                plaintext::visible(index.column() == At ? format::momentExact(e.at.toLocalTime()) : raw(e, index.column())));
        if (role == Qt::FontRole)
            return textFont(index.column() >= Command ? TextSize::Mono : TextSize::Small);
        if (role == Qt::ForegroundRole) {
            const bool bad = e.kind == "refused"_L1 || e.kind == "unknown"_L1 || e.kind == "failed"_L1;
            return index.column() == Kind && bad ? theme().state.failed
                : index.column() == Subject      ? theme().text.primary
                                                 : theme().text.secondary;
        }
        return role == Qt::DisplayRole ? QVariant(index.column() == Kind ? kindText(e.kind) : plaintext::cell(raw(e, index.column())))
                                       : QVariant();
    }

private:
    static QString timeOf(const QDateTime &at) // the log goes back over runs: another day's time says its day
    {
        const QString time = format::clockTime(at);
        return at.date() == QDate::currentDate() ? time : at.date().toString(Qt::ISODate) + u' ' + time;
    }
    static QString raw(const LogEntry &e, int column)
    {
        switch (column) {
        case At:
            return timeOf(e.at.toLocalTime());
        case Source:
            return e.source;
        case Kind:
            return e.kind;
        case Subject:
            return e.subject;
        case Command:
            return e.command;
        default:
            return e.answer;
        }
    }
    std::vector<LogEntry> m_entries;
};

ActivityLog::ActivityLog(const Console &console, QWidget *parent)
    : Surface(Ground::Panel, parent),
      m_console(console),
      m_model(new LogModel(this)),
      m_table(new QTableView),
      m_search(new QLineEdit),
      m_state(new Label({}, TextSize::Small, Tone::Tertiary))
{
    setObjectName(u"activityLog"_s);
    setTopLine(true);
    setFixedHeight(236);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 1, 0, 0);
    column->setSpacing(0);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(18, 6, 8, 6);
    head->setSpacing(px::kNormal);
    head->addWidget(new Label(tr("Activity log"), TextSize::Body, Tone::Primary, QFont::DemiBold));
    head->addWidget(m_state);
    head->addStretch(1);
    m_search->setObjectName(u"logSearch"_s);
    m_search->setAccessibleName(tr("Search the log"));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setClearButtonEnabled(true);
    m_search->setFixedSize(220, 26);
    m_search->setFont(textFont(TextSize::Small));
    m_search->setTextMargins(6, 0, 6, 0);
    head->addWidget(m_search);
    auto *close = new Button(Button::Kind::Ghost, "act-close", QString());
    close->setAccessibleName(tr("Close the log"));
    close->setToolTip(tr("Close the log (Ctrl+L)"));
    connect(close, &QPushButton::clicked, this, &ActivityLog::closeWanted);
    head->addWidget(close);
    column->addLayout(head);

    auto *proxy = new QSortFilterProxyModel(this);
    proxy->setSourceModel(m_model);
    proxy->setFilterKeyColumn(-1);
    proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    connect(m_search, &QLineEdit::textChanged, proxy, &QSortFilterProxyModel::setFilterFixedString);
    m_table->setObjectName(u"logTable"_s);
    m_table->setAccessibleName(tr("Activity log"));
    m_table->setModel(proxy);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(px::kCompactRow);
    m_table->horizontalHeader()->setFixedHeight(26);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    int section = 0;
    for (const int width : {140, 90, 80, 260, 300})
        m_table->setColumnWidth(section++, width);
    m_table->installEventFilter(this);
    column->addWidget(m_table, 1);
}

void ActivityLog::refresh()
{
    if (!m_console.readLog) {
        m_state->setText(tr("No log is kept in this run."));
        return;
    }
    m_console.readLog(int(kEntriesRead), [self = QPointer(this)](Result<std::vector<LogEntry>> got) {
        if (!self)
            return;
        if (!got) { // the last good lines stay
            self->m_state->setText(errorText(got.error()).title);
            self->m_state->setTone(Tone::Failed);
            return;
        }
        self->m_state->setTone(Tone::Tertiary);
        const QString count = format::number(qint64(got->size()));
        self->m_state->setText(got->empty()                     ? tr("Nothing has been done yet.")
                                   : got->size() < kEntriesRead ? count
                                                                : tr("the newest %1").arg(count));
        self->m_model->set(std::move(*got));
    });
}

void ActivityLog::focusSearch()
{
    m_search->setFocus();
}

// A view would copy what one cell shows, cut as it is there.
bool ActivityLog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_table || event->type() != QEvent::KeyPress || !static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy))
        return Surface::eventFilter(watched, event);
    const auto *proxy = static_cast<const QSortFilterProxyModel *>(m_table->model());
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    QStringList lines;
    for (const QModelIndex &row : std::as_const(rows))
        lines << m_model->line(proxy->mapToSource(row).row());
    if (!lines.isEmpty())
        QGuiApplication::clipboard()->setText(lines.join(u'\n'));
    return true;
}

void ActivityLog::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        emit closeWanted();
    else
        Surface::keyPressEvent(event);
}

} // namespace pilothouse
