// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parts.h"

#include "models/plaintext.h"
#include "widgets/icons.h"
#include "widgets/paint.h"
#include "widgets/style.h"

#include <QApplication>
#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace pilothouse {

// Without the marks of the keys; a doubled one is the letter itself.
static QString shownText(QString text)
{
    constexpr QChar kHeld(0x1);
    return text.replace(QStringLiteral("&&"), kHeld).remove(u'&').replace(kHeld, u'&');
}

QColor toneColour(Tone tone)
{
    const Theme &t = theme();
    switch (tone) {
    case Tone::Primary:
        return t.text.primary;
    case Tone::Secondary:
        return t.text.secondary;
    case Tone::Tertiary:
        return t.text.tertiary;
    case Tone::Failed:
        return t.state.failed;
    case Tone::Pending:
        return t.state.pending;
    case Tone::Completed:
        return t.state.completed;
    case Tone::OnInverse:
        return t.surface.inverseText;
    case Tone::OnInverseQuiet:
        break;
    }
    QColor quiet = t.surface.inverseText;
    quiet.setAlphaF(0.74F);
    return quiet;
}

Label::Label(const QString &text, TextSize size, Tone tone, QFont::Weight weight, QWidget *parent) : QLabel(parent), m_tone(tone)
{
    setTextFormat(Qt::PlainText); // names from afar may look like markup
    setFont(textFont(size, weight));
    setText(text);
    colour();
}

void Label::setTone(Tone tone)
{
    m_tone = tone;
    colour();
}

void Label::setElide(Qt::TextElideMode mode)
{
    m_elide = mode;
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void Label::setSelectable()
{
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFocusPolicy(Qt::ClickFocus);
}

QSize Label::minimumSizeHint() const
{
    return m_elide == Qt::ElideNone ? QLabel::minimumSizeHint() : QSize(24, QLabel::minimumSizeHint().height());
}

void Label::colour()
{
    QPalette p = palette();
    const QColor wanted = toneColour(m_tone);
    if (p.color(QPalette::Active, QPalette::WindowText) == wanted && p.isBrushSet(QPalette::Active, QPalette::WindowText))
        return;
    p.setColor(QPalette::WindowText, wanted);
    p.setColor(QPalette::Text, wanted);
    setPalette(p);
}

void Label::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colour();
}

void Label::paintEvent(QPaintEvent *event)
{
    // While words are being selected they stand as they are; else the end of a long name is seen, which tells it from others.
    const bool selectable = textInteractionFlags() != Qt::LinksAccessibleByMouse;
    if (m_elide == Qt::ElideNone || (selectable && (hasFocus() || hasSelectedText()))) {
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    painter.setPen(toneColour(m_tone));
    painter.drawText(contentsRect(), int(alignment()), fontMetrics().elidedText(text(), m_elide, contentsRect().width()));
}

bool Label::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && m_elide != Qt::ElideNone && toolTip().isEmpty()
        && fontMetrics().horizontalAdvance(text()) > contentsRect().width()) {
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), plaintext::asRichText(text()), this);
        return true;
    }
    return QLabel::event(event);
}

Glyph::Glyph(const char *icon, Colour colour, int size, QWidget *parent) : QWidget(parent), m_icon(icon), m_colour(std::move(colour))
{
    setFixedSize(size, size);
}

void Glyph::show(const char *icon, Colour colour)
{
    m_icon = icon;
    m_colour = std::move(colour);
    update();
}

void Glyph::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    drawIcon(painter, rect(), m_icon, m_colour(), width());
}

Button::Button(Kind kind, const char *icon, const QString &text, QWidget *parent) : QPushButton(text, parent), m_kind(kind), m_icon(icon)
{
    setFocusPolicy(Qt::TabFocus); // a click leaves the focus where the person works
    setAttribute(Qt::WA_Hover);
    setFont(labelFont());
    setCursor(Qt::ArrowCursor);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Button::setCount(const QString &count)
{
    if (count == m_count)
        return;
    m_count = count;
    updateGeometry();
    update();
}

void Button::setIconName(const char *icon)
{
    m_icon = icon;
    updateGeometry();
    update();
}

void Button::setOpensMenu()
{
    m_chevron = true;
    updateGeometry();
}

QFont Button::labelFont() const
{
    return textFont(m_kind == Kind::Tab ? TextSize::Small : TextSize::Small,
                    m_kind == Kind::Ghost || m_kind == Kind::Tab ? QFont::Normal : QFont::Medium);
}

QSize Button::sizeHint() const
{
    const QFontMetrics metrics(textFont(TextSize::Small, QFont::Medium)); // the widest it gets
    int width = text().isEmpty() ? 12 : 24 + metrics.horizontalAdvance(shownText(text()));
    if (m_icon)
        width += 16 + (text().isEmpty() ? 0 : 8);
    if (m_chevron)
        width += 18;
    if (!m_count.isEmpty())
        width += 7 + metrics.horizontalAdvance(m_count);
    return {width, 28};
}

Button::Colours Button::colours() const
{
    const Theme &t = theme();
    const bool over = underMouse() && isEnabled();
    QColor veil = t.surface.inverseText;
    veil.setAlphaF(isDown() ? 0.30F : over ? 0.24F : 0.16F);
    switch (m_kind) {
    case Kind::Primary:
        return isEnabled() ? Colours{over ? t.ink.hover : t.ink.base, {}, t.ink.text} : Colours{t.surface.sunken, {}, t.text.disabled};
    case Kind::Outline:
        return isEnabled() ? Colours{isDown()   ? t.surface.pressed
                                         : over ? t.surface.hover
                                                : t.surface.raised,
                                     t.dark ? t.line.strong : t.line.normal, t.text.primary}
                           : Colours{{}, t.line.normal, t.text.disabled};
    case Kind::Tab:
        return {isChecked() ? t.surface.sunken : over ? t.surface.hover : QColor(), {}, isChecked() ? t.text.primary : t.text.secondary};
    case Kind::OnInverse:
        return {veil, {}, t.surface.inverseText};
    case Kind::Ghost:
        break;
    }
    return {isDown()                  ? t.surface.pressed
                : over || isChecked() ? t.surface.sunken
                                      : QColor(),
            {},
            isEnabled() ? t.text.secondary : t.text.disabled};
}

void Button::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Colours c = colours();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(c.line.isValid() ? QPen(c.line, 1) : QPen(Qt::NoPen));
    painter.setBrush(c.ground.isValid() ? QBrush(c.ground) : QBrush(Qt::NoBrush));
    if (c.line.isValid())
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), px::kRadius, px::kRadius);
    else if (c.ground.isValid())
        painter.drawRoundedRect(rect(), px::kRadius, px::kRadius);
    painter.setRenderHint(QPainter::Antialiasing, false);

    const bool rtl = layoutDirection() == Qt::RightToLeft;
    const auto mirrored = [&](QRect r) { return rtl ? QRect(width() - r.right() - 1, r.top(), r.width(), r.height()) : r; };
    int x = text().isEmpty() ? (width() - 16) / 2 : 12;
    if (m_icon) {
        drawIcon(painter, mirrored({x, 0, 16, height()}), m_icon, c.text);
        x += 24;
    }
    painter.setFont(m_kind == Kind::Tab && isChecked() ? textFont(TextSize::Small, QFont::Medium) : labelFont());
    painter.setPen(c.text);
    const QString shown = shownText(text());
    const int advance = QFontMetrics(painter.font()).horizontalAdvance(shown);
    painter.drawText(mirrored({x, 0, advance + 2, height()}), int(Qt::AlignVCenter | (rtl ? Qt::AlignRight : Qt::AlignLeft)), shown);
    x += advance + 7;
    if (!m_count.isEmpty()) {
        painter.setFont(textFont(m_kind == Kind::OnInverse ? TextSize::Caption : TextSize::Small));
        painter.setPen(m_kind == Kind::OnInverse ? toneColour(Tone::OnInverseQuiet) : theme().text.tertiary);
        painter.drawText(mirrored({x, 0, width() - x, height()}), int(Qt::AlignVCenter | (rtl ? Qt::AlignRight : Qt::AlignLeft)), m_count);
    }
    if (m_chevron)
        drawIcon(painter, mirrored({width() - 24, 0, 16, height()}), "chevron-down", c.text, 12);
    if (hasFocus())
        drawFocusRing(painter, rect());
}

Surface::Surface(Ground ground, QWidget *parent) : QWidget(parent), m_ground(ground)
{
}

void Surface::setGround(Ground ground)
{
    m_ground = ground;
    update();
}

void Surface::setHatched(bool on)
{
    if (m_hatched != on) {
        m_hatched = on;
        update();
    }
}

void Surface::paintEvent(QPaintEvent *)
{
    const Theme &t = theme();
    QColor colour;
    switch (m_ground) {
    case Ground::Window:
        colour = t.surface.window;
        break;
    case Ground::Page:
        colour = t.surface.page;
        break;
    case Ground::Panel:
        colour = t.surface.panel;
        break;
    case Ground::Raised:
        colour = t.surface.raised;
        break;
    case Ground::Inverse:
        colour = t.surface.inverse;
        break;
    case Ground::FailedSoft:
        colour = t.soft.failed;
        break;
    case Ground::PendingSoft:
        colour = t.soft.pending;
        break;
    case Ground::Sunken:
        colour = t.surface.sunken;
        break;
    }
    QPainter painter(this);
    if (m_radius > 0) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawRoundedRect(rect(), m_radius, m_radius);
    } else {
        painter.fillRect(rect(), colour);
    }
    if (m_hatched)
        paint::hatch(painter, rect(), {});
    if (m_topLine)
        painter.fillRect(0, 0, width(), 1, t.line.normal);
}

} // namespace pilothouse
