// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How the window ends, with acts that still wait, and what it keeps for the next time.
#include "widgets/dialogs.h"
#include "widgets/jobspage.h"
#include "widgets/mainwindow.h"

#include <QCloseEvent>

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
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_console.acts && !m_console.acts->waiting().empty() && !m_quitting) {
        const int choice = askQuit(m_console.acts->waiting(), this)->exec();
        if (choice == int(QuitChoice::Cancel)) {
            event->ignore();
            return;
        }
        if (choice == int(QuitChoice::SendNow)) {
            std::vector<quint64> ids;
            for (const ActQueue::Waiting &act : m_console.acts->waiting())
                ids.push_back(act.id);
            for (const quint64 id : ids)
                m_console.acts->sendNow(id);
            // The window goes once the answers are in: a stop that was asked for is not cut off half way.
            m_quitting = true;
            const auto goOn = [this] {
                if (!m_console.acts->sending())
                    close();
            };
            connect(m_console.acts, &ActQueue::finished, this, goOn, Qt::QueuedConnection);
            connect(m_console.acts, &ActQueue::failed, this, goOn, Qt::QueuedConnection);
            event->ignore();
            return;
        }
        m_console.acts->dropAll(ActQueue::DropReason::Quit);
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
