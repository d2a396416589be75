// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// One line over the page when a source is lost or waits for a person: cause, next try, two acts.
#pragma once
#include "widgets/console.h"
#include "widgets/parts.h"

namespace pilothouse {

class LinkBar final : public Surface {
    Q_OBJECT
public:
    explicit LinkBar(const Console &console, QWidget *parent = nullptr);
    void tick();

signals:
    void stepsWanted(quint16 source);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Console &m_console;
    Label *m_title;
    Label *m_cause;
    Button *m_steps;
    Button *m_retry;
    const ConsoleSource *m_shown = nullptr;
};

} // namespace pilothouse
