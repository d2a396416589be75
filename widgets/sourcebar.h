// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The status bar: each source with its age and latency, and what we ourselves cost.
#pragma once
#include "widgets/console.h"
#include "widgets/parts.h"

namespace pilothouse {

// How fresh a source is, in one place for bar, page and panel.
struct Freshness {
    enum class Kind { Connecting, Fresh, Late, Lost, NeedsPerson };
    Kind kind = Kind::Connecting;
    QString age; // "4 s"; empty before the first read
    QString note; // "38 ms", "try in 23 s", "connecting", "clock 3 min ahead"
    double untilNext = 0; // 0 to 1 of the interval
};
[[nodiscard]] Freshness freshnessOf(const ConsoleSource &source);

class SourceBar final : public Surface {
    Q_OBJECT
public:
    explicit SourceBar(const Console &console, QWidget *parent = nullptr);
    void tick(); // while the window is seen: each second, and whenever a source or an act tells something

signals:
    void sourceChosen(quint16 source);
    void helpWanted();

private:
    const Console &m_console;
    QList<QWidget *> m_chips;
    Label *m_load;
};

} // namespace pilothouse
