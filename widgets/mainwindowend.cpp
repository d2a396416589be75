// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How the window ends, with acts that still wait, what it keeps for the next time, and the menu of settings.
#include "widgets/dialogs.h"
#include "widgets/jobspage.h"
#include "widgets/mainwindow.h"
#include "widgets/theme.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QMenu>

namespace pilothouse {

using namespace Qt::StringLiterals;

void MainWindow::restore()
{
    if (!m_console.setting)
        return;
    restoreGeometry(m_console.setting(u"window/geometry"_s).toByteArray());
    m_detailOpen = m_console.setting(u"window/detail"_s).isNull() || m_console.setting(u"window/detail"_s).toBool();
    if (const QVariant folded = m_console.setting(u"window/railFolded"_s); !folded.isNull() && folded.toString() != "auto"_L1)
        m_railFolded = folded.toBool();
    // What was asked for on the command line goes before what is remembered.
    if (const QVariant kept = m_console.setting(u"window/theme"_s); themeKind() == ThemeKind::System && !kept.isNull()) {
        const QString word = kept.toString();
        if (word == "light"_L1 || word == "dark"_L1)
            applyTheme(*qApp, word == "dark"_L1 ? ThemeKind::Dark : ThemeKind::Light);
    }
}

void MainWindow::settingsMenu(const QPoint &global)
{
    auto *menu = new QMenu(this);
    menu->setObjectName(u"settingsMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    auto *looks = new QActionGroup(menu);
    const auto add = [&](ThemeKind kind, const QString &word, const QString &title) {
        QAction *action = menu->addAction(title);
        action->setObjectName(u"theme-"_s + word);
        action->setCheckable(true);
        action->setChecked(themeKind() == kind);
        looks->addAction(action);
        connect(action, &QAction::triggered, this, [this, kind, word] {
            applyTheme(*qApp, kind);
            if (m_console.setSetting)
                m_console.setSetting(u"window/theme"_s, word);
        });
    };
    add(ThemeKind::System, u"system"_s, tr("Look of the system"));
    add(ThemeKind::Light, u"light"_s, tr("Light"));
    add(ThemeKind::Dark, u"dark"_s, tr("Dark"));
    if (m_jobs) {
        menu->addSeparator();
        menu->addAction(tr("Columns and rows…"), this, [this] { m_jobs->chooseColumns(); });
    }
    menu->addSeparator();
    menu->addAction(tr("Keys"), this, [this] { shortcutSheet(this)->exec(); });
    menu->addAction(tr("About Pilothouse"), this, [this] { aboutSheet(this)->exec(); });
    menu->popup(QPoint(global.x(), global.y() - menu->sizeHint().height() - px::kUnit));
}

// Whether the window may go. What the questions say is what happens: while the first one stands nothing is sent, and it goes by itself
// when what it asks about was dropped.
bool MainWindow::mayClose()
{
    ActQueue *acts = m_console.acts;
    if (acts && !acts->waiting().empty()) {
        const auto sheet = askQuit(acts->waiting(), this);
        connect(acts, &ActQueue::dropped, sheet.get(), &QDialog::reject);
        acts->hold(true);
        const int choice = sheet->exec();
        acts->hold(false);
        if (choice == int(QuitChoice::Cancel))
            return false;
        if (choice == int(QuitChoice::Drop)) {
            acts->dropAll(ActQueue::DropReason::Quit);
        } else {
            std::vector<quint64> ids;
            for (const ActQueue::Waiting &act : acts->waiting())
                ids.push_back(act.id);
            for (const quint64 id : ids)
                acts->sendNow(id);
            if (!acts->sending()) // dropped at the last moment: the person reads why
                return false;
        }
    }
    // A stop that was asked for is not cut off half way.
    return !acts || !acts->sending() || awaitAnswers(*acts, this)->exec() == int(QuitChoice::Drop);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_asking) { // a question stands already
        event->ignore();
        return;
    }
    m_asking = true;
    const bool may = mayClose();
    m_asking = false;
    if (!may) {
        event->ignore();
        return;
    }
    if (m_console.setSetting) {
        m_console.setSetting(u"window/geometry"_s, saveGeometry());
        m_console.setSetting(u"window/detail"_s, m_detailOpen);
        if (m_railFolded)
            m_console.setSetting(u"window/railFolded"_s, *m_railFolded);
        if (m_jobs)
            m_jobs->saveSettings();
    }
    QMainWindow::closeEvent(event);
}

} // namespace pilothouse
