// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// SIGTERM, SIGINT and SIGHUP end the program in order: the log-out, the terminal, the session manager.
#pragma once
#include <QSocketNotifier>

#include <functional>

namespace pilothouse {

class QuitSignals {
public:
    explicit QuitSignals(std::function<void()> quit); // called on the GUI thread
    ~QuitSignals();
    Q_DISABLE_COPY_MOVE(QuitSignals)

private:
    int m_pipe[2] = {-1, -1};
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace pilothouse
