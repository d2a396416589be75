// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The small parts that pages are made of: plain-text labels, buttons, grounds.
#pragma once
#include "widgets/theme.h"

#include <QLabel>
#include <QPushButton>

#include <functional>

namespace pilothouse {

enum class Tone { Primary, Secondary, Tertiary, Failed, Pending, Completed, OnInverse, OnInverseQuiet };
[[nodiscard]] QColor toneColour(Tone tone);

// A label of plain text that follows the theme. Elided ones tell all in their tooltip.
class Label : public QLabel {
    Q_OBJECT
public:
    explicit Label(const QString &text = {}, TextSize size = TextSize::Body, Tone tone = Tone::Primary,
                   QFont::Weight weight = QFont::Normal, QWidget *parent = nullptr);
    void setTone(Tone tone);
    void setElide(Qt::TextElideMode mode);
    void setSelectable();
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    void colour();
    Tone m_tone;
    Qt::TextElideMode m_elide = Qt::ElideNone;
};

// An icon in a colour that follows the theme and the screen that it is on.
class Glyph final : public QWidget {
    Q_OBJECT
public:
    using Colour = std::function<QColor()>;
    Glyph(const char *icon, Colour colour, int size = px::kIcon, QWidget *parent = nullptr);
    void show(const char *icon, Colour colour);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const char *m_icon;
    Colour m_colour;
};

class Button : public QPushButton {
    Q_OBJECT
public:
    enum class Kind { Primary, Outline, Ghost, Tab, OnInverse };
    Button(Kind kind, const char *icon, const QString &text, QWidget *parent = nullptr);
    void setCount(const QString &count); // beside the text, quieter
    [[nodiscard]] const QString &count() const { return m_count; }
    void setIconName(const char *icon);
    void setOpensMenu(); // a chevron at the end
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Colours {
        QColor ground, line, text;
    };
    [[nodiscard]] Colours colours() const;
    [[nodiscard]] QFont labelFont() const;
    Kind m_kind;
    const char *m_icon;
    QString m_count;
    bool m_chevron = false;
};

enum class Ground { Window, Page, Panel, Raised, Inverse, FailedSoft, PendingSoft, Sunken };

class Surface : public QWidget {
    Q_OBJECT
public:
    explicit Surface(Ground ground, QWidget *parent = nullptr);
    void setGround(Ground ground);
    void setTopLine(bool on) { m_topLine = on; }
    void setRadius(int radius) { m_radius = radius; }
    void setHatched(bool on);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Ground m_ground;
    bool m_topLine = false;
    bool m_hatched = false;
    int m_radius = 0;
};

} // namespace pilothouse
