// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/activitylog.h"

#include "models/activitytext.h"
#include "models/errortext.h"
#include "models/format.h"
#include "models/plaintext.h"

#include <QAbstractTableModel>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {
constexpr int kEntriesRead = 1000;
}

class LogModel final : public QAbstractTableModel {
    Q_DECLARE_TR_FUNCTIONS(ActivityLog)
public:
    enum Column { At, Source, Kind, Subject, Command, Answer, Columns };
    using QAbstractTableModel::QAbstractTableModel;
    void set(std::vector<LogEntry> entries)
    {
        if (entries == m_entries)
            return;
        beginResetModel();
        m_entries = std::move(entries);
        endResetModel();
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
            return plaintext::asRichText(plaintext::visible(raw(e, index.column())));
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
    static QString raw(const LogEntry &e, int column)
    {
        switch (column) {
        case At:
            return format::clockTime(e.at.toLocalTime());
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
    for (const int width : {92, 90, 80, 260, 300})
        m_table->setColumnWidth(section++, width);
    column->addWidget(m_table, 1);
}

void ActivityLog::refresh()
{
    if (!m_console.readLog) {
        m_state->setText(tr("No log is kept in this run."));
        return;
    }
    m_console.readLog(kEntriesRead, [self = QPointer(this)](Result<std::vector<LogEntry>> got) {
        if (!self)
            return;
        if (!got) { // the last good lines stay
            self->m_state->setText(errorText(got.error()).title);
            self->m_state->setTone(Tone::Failed);
            return;
        }
        self->m_state->setTone(Tone::Tertiary);
        self->m_state->setText(got->empty() ? tr("Nothing has been done yet.") : format::number(qint64(got->size())));
        self->m_model->set(std::move(*got));
    });
}

void ActivityLog::focusSearch()
{
    m_search->setFocus();
}

void ActivityLog::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        emit closeWanted();
    else
        Surface::keyPressEvent(event);
}

} // namespace pilothouse
