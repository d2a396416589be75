// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Shown while there is no profile: what can be done now, over quiet depth contours.
#pragma once
#include <QPixmap>
#include <QWidget>

namespace pilothouse {

class FirstPage final : public QWidget {
    Q_OBJECT
public:
    explicit FirstPage(const QStringList &notes, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QPixmap m_contours;
    bool m_dark = false; // as the contours were drawn
};

} // namespace pilothouse
