// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The window: rail, page, detail, undo bar, activity log, sources. One timer a second while it is seen, none while it is hidden.
#pragma once
#include "widgets/console.h"
#include "widgets/parts.h"

#include <QMainWindow>
#include <QTimer>

class QStackedWidget;
class QVBoxLayout;

namespace pilothouse {

class ActivityLog;
class DetailPanel;
class FirstPage;
class JobsPage;
class Rail;
class SourceBar;
class UndoBar;

class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(Console console, QWidget *parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] QStringList pages() const; // names, as in the rail
    void showPage(const QString &name);
    [[nodiscard]] QString page() const;
    void showNotice(const QString &notice); // one line over the page; several are shown one after the other
    void showSources(const QStringList &names); // their jobs only; a name that is not there is said
    [[nodiscard]] JobsPage *jobsPage() { return m_jobs; }

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] bool mayClose(); // asks where something waits or is on its way
    void build();
    void buildNotice(QVBoxLayout *column);
    void connectParts();
    void addKeys();
    void tick();
    void runClock();
    void followCurrent();
    void openDetail(bool open, bool focus);
    void openLog(bool open);
    void foldRail(bool folded);
    void fit();
    void refreshAll();
    void nextNotice();
    void showSteps(quint16 source);
    void restore();
    void settingsMenu(const QPoint &global);

    Console m_console;
    QTimer m_second;
    Rail *m_rail = nullptr;
    QStackedWidget *m_stack = nullptr;
    FirstPage *m_first = nullptr;
    JobsPage *m_jobs = nullptr;
    DetailPanel *m_detail = nullptr;
    UndoBar *m_undo = nullptr;
    ActivityLog *m_log = nullptr;
    SourceBar *m_sources = nullptr;
    Surface *m_notice = nullptr;
    Label *m_noticeText = nullptr;
    QStringList m_notices;
    bool m_detailOpen = true; // as the person wants it
    bool m_detailAsked = false; // in this run: then it is shown in a narrow window too
    std::optional<bool> m_railFolded; // unset: by the width of the window
    bool m_asking = false; // whether to close
};

} // namespace pilothouse
