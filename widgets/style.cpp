// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style.h"

#include "widgets/icons.h"
#include "widgets/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {

void drawHeaderLabel(const QStyleOptionHeader &option, QPainter &painter)
{
    const Theme &t = theme();
    const bool first = option.position == QStyleOptionHeader::Beginning || option.position == QStyleOptionHeader::OnlyOneSection;
    const bool last = option.position == QStyleOptionHeader::End || option.position == QStyleOptionHeader::OnlyOneSection;
    QRect rect = option.rect.adjusted(first ? 18 : 6, 0, last ? -16 : -6, 0);
    const bool sorted = option.sortIndicator != QStyleOptionHeader::None;
    painter.setFont(textFont(TextSize::Small, sorted ? QFont::Medium : QFont::Normal));
    painter.setPen(sorted || option.state.testFlag(QStyle::State_MouseOver) ? t.text.primary : t.text.secondary);
    const QFontMetrics metrics(painter.font());
    const bool right = option.textAlignment.testFlag(Qt::AlignRight);
    const int mark = sorted ? 14 : 0;
    const QString text = metrics.elidedText(option.text, Qt::ElideRight, rect.width() - mark);
    const int width = metrics.horizontalAdvance(text);
    if (sorted) {
        // The arrow stands on the side away from the edge that the column aligns to.
        const int x = right ? rect.right() - width - mark : rect.left() + width + 2;
        const bool down = option.sortIndicator == QStyleOptionHeader::SortDown;
        drawIcon(painter, QRect(x, rect.top(), 12, rect.height()), down ? "chevron-up" : "chevron-down", t.text.secondary, 12);
    }
    painter.drawText(rect, int((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter), text);
}

void drawScrollBar(const QStyleOptionSlider &option, QPainter &painter, const QRect &slider)
{
    const Theme &t = theme();
    if (option.maximum <= option.minimum)
        return;
    const bool over = option.state.testFlag(QStyle::State_MouseOver) || option.state.testFlag(QStyle::State_Sunken);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(over ? t.line.tick : t.line.strong);
    const QRectF thumb = option.orientation == Qt::Vertical ? QRectF(slider).adjusted(3, 1, -2, -1) : QRectF(slider).adjusted(1, 3, -1, -2);
    painter.drawRoundedRect(thumb, 2.5, 2.5);
    painter.restore();
}

void drawCheckBox(const QStyleOption &option, QPainter &painter)
{
    const Theme &t = theme();
    const bool on = option.state.testFlag(QStyle::State_On);
    const bool enabled = option.state.testFlag(QStyle::State_Enabled);
    const QRectF box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(on ? t.ink.base : t.line.strong, 1));
    painter.setBrush(on ? (enabled ? t.ink.base : t.text.disabled) : t.surface.raised);
    painter.drawRoundedRect(box, 3, 3);
    painter.restore();
    if (on)
        drawIcon(painter, option.rect, "state-completed", t.ink.text, 12);
}

} // namespace

void drawFocusRing(QPainter &painter, const QRectF &around, qreal radius)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().accent.base, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(around.adjusted(1, 1, -1, -1), radius, radius);
    painter.restore();
}

Style::Style() : QProxyStyle(QStyleFactory::create(u"Fusion"_s))
{
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &t = theme();
    switch (element) {
    case PE_FrameFocusRect:
        drawFocusRing(*painter, option->rect);
        return;
    case PE_PanelItemViewRow:
        return;
    case PE_PanelItemViewItem:
        if (option->state.testFlag(State_Selected))
            painter->fillRect(option->rect, t.surface.selection);
        else if (option->state.testFlag(State_MouseOver))
            painter->fillRect(option->rect, t.surface.hover);
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        drawCheckBox(*option, *painter);
        return;
    case PE_PanelLineEdit:
    case PE_FrameLineEdit: {
        if (widget && widget->property("plain").toBool())
            return;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(t.surface.sunken);
        painter->drawRoundedRect(option->rect, px::kRadius, px::kRadius);
        painter->restore();
        if (option->state.testFlag(State_HasFocus))
            drawFocusRing(*painter, option->rect);
        return;
    }
    case PE_PanelScrollAreaCorner:
        painter->fillRect(option->rect, t.surface.page);
        return;
    case PE_PanelTipLabel:
        painter->fillRect(option->rect, t.surface.inverse);
        return;
    case PE_FrameMenu:
        painter->setPen(t.line.normal);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        return;
    case PE_PanelMenu:
        painter->fillRect(option->rect, t.surface.raised);
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &t = theme();
    switch (element) {
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        painter->fillRect(option->rect, t.surface.page);
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), t.line.normal);
        return;
    case CE_HeaderLabel:
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option))
            drawHeaderLabel(*header, *painter);
        return;
    case CE_Header:
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option)) {
            drawControl(CE_HeaderSection, option, painter, widget);
            drawHeaderLabel(*header, *painter);
        }
        return;
    default:
        QProxyStyle::drawControl(element, option, painter, widget);
    }
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    if (control == CC_ScrollBar) {
        if (const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option))
            drawScrollBar(*slider, *painter, subControlRect(control, option, SC_ScrollBarSlider, widget));
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl sub, const QWidget *widget) const
{
    const auto *slider = control == CC_ScrollBar ? qstyleoption_cast<const QStyleOptionSlider *>(option) : nullptr;
    if (!slider)
        return QProxyStyle::subControlRect(control, option, sub, widget);
    const bool upright = slider->orientation == Qt::Vertical;
    const QRect all = option->rect;
    const int length = upright ? all.height() : all.width();
    const qint64 range = qint64(slider->maximum) - slider->minimum;
    int thumb = length;
    if (range > 0)
        thumb = int(std::min(std::max(qint64(28), qint64(length) * slider->pageStep / (range + slider->pageStep)), qint64(length)));
    const int at = sliderPositionFromValue(slider->minimum, slider->maximum, slider->sliderPosition, length - thumb, slider->upsideDown);
    const auto part = [&](int from, int size) {
        return upright ? QRect(all.left(), all.top() + from, all.width(), size) : QRect(all.left() + from, all.top(), size, all.height());
    };
    switch (sub) {
    case SC_ScrollBarSlider:
        return part(at, thumb);
    case SC_ScrollBarSubPage:
        return part(0, at);
    case SC_ScrollBarAddPage:
        return part(at + thumb, length - at - thumb);
    case SC_ScrollBarGroove:
        return all;
    default:
        return {}; // no arrows
    }
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return px::kScrollBar;
    case PM_ScrollBarSliderMin:
        return 28;
    case PM_ScrollView_ScrollBarOverlap:
        return 0;
    case PM_ScrollView_ScrollBarSpacing:
        return 0;
    case PM_SmallIconSize:
        return px::kIcon;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
        return 16;
    case PM_HeaderGripMargin:
        return 5;
    case PM_ToolTipLabelFrameWidth:
        return 6;
    case PM_MenuPanelWidth:
        return 1;
    case PM_MenuVMargin:
        return 4;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *returned) const
{
    switch (hint) {
    case SH_EtchDisabledText:
        return 0;
    case SH_ItemView_ShowDecorationSelected:
        return 1;
    case SH_ItemView_ActivateItemOnSingleClick:
        return 0;
    case SH_ScrollBar_Transient:
        return 0;
    case SH_ToolTipLabel_Opacity:
        return 255;
    default:
        return QProxyStyle::styleHint(hint, option, widget, returned);
    }
}

} // namespace pilothouse
