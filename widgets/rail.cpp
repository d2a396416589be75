// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/rail.h"

#include "widgets/icons.h"
#include "widgets/paint.h"
#include "widgets/style.h"

#include <QPainter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace pilothouse {

class RailItem final : public QAbstractButton {
public:
    RailItem(const QString &page, const char *icon, const QString &title, QWidget *parent)
        : QAbstractButton(parent), name(page), m_icon(icon)
    {
        setText(title);
        setObjectName(u"rail-"_s + page);
        setAccessibleName(title);
        setFocusPolicy(Qt::TabFocus);
        setAttribute(Qt::WA_Hover);
        setFixedHeight(30);
        setToolTip(title);
    }
    const QString name;
    QString count;
    bool folded = false;
    bool brand = false;

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &t = theme();
        QPainter painter(this);
        const bool rtl = layoutDirection() == Qt::RightToLeft;
        const auto put = [&](int x, int w) { return QRect(rtl ? width() - x - w : x, 0, w, height()); };
        if (isChecked()) {
            painter.fillRect(rect(), t.surface.page);
            painter.fillRect(put(0, 3), t.accent.base);
        } else if (underMouse() && !brand) {
            painter.fillRect(rect(), t.surface.hover);
        }
        const QColor ink = isChecked() || brand ? t.text.primary : t.text.secondary;
        drawIcon(painter, put(brand ? 14 : 16, brand ? 20 : 16), m_icon, ink, brand ? 20 : 16);
        if (!folded) {
            painter.setFont(textFont(TextSize::Body, brand || isChecked() ? QFont::DemiBold : QFont::Normal));
            painter.setPen(ink);
            paint::text(painter, put(brand ? 44 : 40, width() - 84), text(), rtl ? Qt::AlignRight : Qt::AlignLeft);
            painter.setFont(textFont(TextSize::Caption));
            painter.setPen(isChecked() ? t.text.primary : t.text.tertiary);
            paint::text(painter, put(width() - 76, 60), count, rtl ? Qt::AlignLeft : Qt::AlignRight);
        }
        if (hasFocus())
            drawFocusRing(painter, rect());
    }

private:
    const char *m_icon;
};

Rail::Rail(QWidget *parent)
    : Surface(Ground::Window, parent),
      m_brand(new RailItem(u"brand"_s, "app-pilothouse", u"Pilothouse"_s, this)),
      m_settings(new RailItem(u"settings"_s, "settings", tr("Settings"), this)),
      m_fold(new RailItem(u"fold"_s, "act-columns", tr("Fold"), this)),
      m_pages(new QVBoxLayout)
{
    setObjectName(u"rail"_s);
    m_brand->brand = true;
    m_brand->setFixedHeight(48);
    m_brand->setAccessibleName(tr("About Pilothouse"));
    m_brand->setToolTip(tr("About Pilothouse"));
    connect(m_brand, &QAbstractButton::clicked, this, &Rail::aboutWanted);
    m_settings->setToolTip(tr("Settings (Ctrl+,)"));
    connect(m_settings, &QAbstractButton::clicked, this, [this] { emit settingsWanted(settingsAt()); });
    m_fold->setToolTip(tr("Fold the rail (Ctrl+B)"));
    connect(m_fold, &QAbstractButton::clicked, this, [this] { emit foldWanted(!m_folded); });
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, px::kTight);
    column->setSpacing(0);
    column->addWidget(m_brand);
    m_pages->setSpacing(0);
    column->addLayout(m_pages);
    column->addStretch(1);
    column->addWidget(m_settings);
    column->addWidget(m_fold);
    setFixedWidth(px::kRail);
}

void Rail::addPage(const QString &name, const char *icon, const QString &title)
{
    auto *item = new RailItem(name, icon, title, this);
    item->setCheckable(true);
    item->setAutoExclusive(true);
    item->folded = m_folded;
    connect(item, &QAbstractButton::clicked, this, [this, name] { emit chosen(name); });
    m_items << item;
    m_pages->addWidget(item);
}

QPoint Rail::settingsAt() const
{
    return m_settings->mapToGlobal(QPoint(px::kTight, 0));
}

void Rail::setCurrent(const QString &name)
{
    for (RailItem *item : m_items)
        item->setChecked(item->name == name);
}

void Rail::setCount(const QString &name, const QString &count)
{
    for (RailItem *item : m_items) {
        if (item->name == name && item->count != count) {
            item->count = count;
            item->update();
        }
    }
}

void Rail::setFolded(bool folded)
{
    m_folded = folded;
    setFixedWidth(folded ? px::kRailFolded : px::kRail);
    m_fold->setAccessibleName(folded ? tr("Unfold the rail") : tr("Fold the rail"));
    for (RailItem *item : m_items + QList<RailItem *>{m_brand, m_settings, m_fold}) {
        item->folded = folded;
        item->update();
    }
}

} // namespace pilothouse
