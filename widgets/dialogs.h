// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The few questions that the program asks, and the small sheets that it shows.
#pragma once
#include "backend/core/action.h"
#include "backend/ssh/shell.h"
#include "models/actqueue.h"
#include "widgets/parts.h"

#include <QDialog>

#include <memory>

class QHBoxLayout;
class QVBoxLayout;

namespace pilothouse {

inline constexpr int kAskAbove = 20; // stopping more jobs than this at once asks first

class Sheet : public QDialog { // a dialog in our look: title, sentences, rows, buttons at its foot
    Q_OBJECT
public:
    Sheet(const QString &title, const QString &sentence, QWidget *parent);
    void addRow(const char *icon, Glyph::Colour colour, const QString &what, const QString &detail, const QString &end = {});
    void addWidget(QWidget *widget);
    Button *addButton(Button::Kind kind, const QString &text, int result); // from left to right; the last one has the focus

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QVBoxLayout *m_rows;
    QHBoxLayout *m_buttons;
};

[[nodiscard]] bool needsAsking(const std::vector<Target> &targets);
// Names ids, owners and the count. The targets were fixed when it opened: a refresh underneath does not change them.
[[nodiscard]] std::unique_ptr<Sheet> confirmStop(const std::vector<Target> &targets, const QString &source, QWidget *parent);
enum class QuitChoice { Cancel = 0, Drop = 1, SendNow = 2 };
[[nodiscard]] std::unique_ptr<Sheet> askQuit(const std::deque<ActQueue::Waiting> &waiting, QWidget *parent);
// Drop: go without the answer. It closes by itself with Drop when the last answer is in.
[[nodiscard]] std::unique_ptr<Sheet> awaitAnswers(ActQueue &acts, QWidget *parent);
[[nodiscard]] std::unique_ptr<Sheet> stepsSheet(const QString &source, const LinkFacts &facts, QWidget *parent);
[[nodiscard]] std::unique_ptr<Sheet> shortcutSheet(QWidget *parent);
[[nodiscard]] std::unique_ptr<Sheet> aboutSheet(QWidget *parent);

} // namespace pilothouse
