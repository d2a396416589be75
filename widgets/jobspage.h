// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The Jobs page: saved views, filter, groups, the table, and what one does with its rows.
#pragma once
#include "models/viewcounts.h"
#include "widgets/console.h"
#include "widgets/parts.h"

class QHBoxLayout;
class QStackedWidget;
class QVBoxLayout;

namespace pilothouse {

class FilterField;
class JobsTable;
class LinkBar;

struct SavedView {
    QString name;
    JobView view;
    bool own = false; // made by the person: can be removed
};

class JobsPage final : public Surface {
    Q_OBJECT
public:
    explicit JobsPage(const Console &console, QWidget *parent = nullptr);

    [[nodiscard]] JobsTable &table() { return *m_table; }
    void tick(); // while it is seen: each second, and whenever a source or an act tells something
    void focusFilter();
    void stopChosen();
    void stop(std::vector<Target> targets); // asks first where it must
    void copyRows(int format); // ListFormat
    void exportRows();
    void chooseColumns();
    void showAll();
    void filterBySources(const QStringList &names);
    void saveSettings();

signals:
    void openWanted(); // the detail of the current row
    void leaveWanted();
    void currentMoved();
    void stepsWanted(quint16 source);
    void said(const QString &result, const QString &detail, bool bad);

protected:
private:
    void buildHead(QVBoxLayout *column);
    void buildFilter(QVBoxLayout *column);
    void buildBody(QVBoxLayout *column);
    void loadSettings();
    void readOwnViews();
    void writeOwnViews();
    void keep(const QString &key, const QVariant &value);
    void makeTabs();
    void countViews();
    void showCounts();
    void useView(int index);
    void saveView();
    void removeView(int index);
    void setView(const JobView &view);
    void applied();
    void showState();
    void fold(const QModelIndex &index, bool open);
    void rowMenu(const QPoint &at);
    void groupMenu();
    void sortBy(JobColumn by, bool descending);
    void addStop(std::vector<Target> targets);
    [[nodiscard]] bool isWriting(); // and says so
    [[nodiscard]] const ConsoleSource *sourceOf(quint16 index) const;

    const Console &m_console;
    JobTableModel &m_jobs;
    JobsTable *m_table;
    FilterField *m_filter;
    LinkBar *m_link;
    QHBoxLayout *m_tabs = nullptr;
    QList<Button *> m_tabButtons;
    QList<SavedView> m_views;
    int m_current = -1;
    Button *m_group = nullptr;
    Label *m_shown = nullptr;
    Label *m_all = nullptr;
    Label *m_filterError = nullptr;
    Surface *m_partial = nullptr;
    Label *m_partialText = nullptr;
    QStackedWidget *m_stack = nullptr;
    Label *m_stateTitle = nullptr;
    Label *m_stateText = nullptr;
    Button *m_stateAct = nullptr;
    std::optional<Call<Result<QByteArray>>> m_writing;
    std::optional<Call<std::vector<std::optional<quint32>>>> m_counting;
    std::vector<std::optional<quint32>> m_counts; // by view
    std::vector<SnapshotPtr> m_counted; // what they were made of
    qint64 m_countedAt = 0; // minute
};

[[nodiscard]] QString groupWord(JobGroup group);

} // namespace pilothouse
