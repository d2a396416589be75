// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The filter as a line of tokens: ordinary text underneath, so that typing, copying and undo are as everywhere. A dashed token is
// kept but off; a click switches it.
#pragma once
#include "models/filter.h"

#include <QLineEdit>

#include <functional>
#include <optional>

class QListWidget;
class QTimer;

namespace pilothouse {

class FilterField final : public QLineEdit {
    Q_OBJECT
public:
    explicit FilterField(QWidget *parent = nullptr);
    void setKnownWords(std::function<KnownWords()> known) { m_known = std::move(known); }
    void setError(const std::optional<FilterError> &error);
    [[nodiscard]] bool completing() const;
    void tellNow(); // without the pause
    void showTokens(); // after the text was set without telling

signals:
    void filterChanged(const QString &text); // after a short pause
    void left(); // Esc, or down into the table

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool focusNextPrevChild(bool next) override; // Tab takes a proposal while they are shown

private:
    [[nodiscard]] qreal xOf(int position) const;
    [[nodiscard]] const FilterToken *tokenAt(const QPoint &at) const;
    void textWasChanged();
    void colourTokens();
    [[nodiscard]] bool markHidden(const FilterToken &token) const;
    void offer();
    void take(int row);

    std::vector<FilterToken> m_tokens;
    std::optional<FilterError> m_error;
    std::function<KnownWords()> m_known;
    QList<Proposal> m_proposals;
    QListWidget *m_popup;
    QTimer *m_pause;
    QString m_told;
    bool m_colouring = false;
};

} // namespace pilothouse
