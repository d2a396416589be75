// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/icons.h"

#include "widgets/theme.h"

#include <QFile>
#include <QHash>
#include <QPaintDevice>
#include <QPainter>
#include <QSvgRenderer>

#include <cmath>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {

struct Key {
    const char *name; // all names are literals: the address is enough within one call site, equal text is compared below
    QRgb colour;
    int pixels;
    friend bool operator==(const Key &a, const Key &b)
    {
        return a.colour == b.colour && a.pixels == b.pixels && qstrcmp(a.name, b.name) == 0;
    }
    friend size_t qHash(const Key &k, size_t seed = 0) { return qHashMulti(seed, QByteArrayView(k.name), k.colour, k.pixels); }
};

QHash<Key, QPixmap> &drawn()
{
    static QHash<Key, QPixmap> all;
    return all;
}

QByteArray svgOf(const char *name)
{
    QFile file(":/pilothouse/icons/"_L1 + QLatin1StringView(name) + ".svg"_L1);
    if (!file.open(QIODevice::ReadOnly)) {
        qWarning("there is no icon %s", name);
        return {};
    }
    return file.readAll();
}

} // namespace

QPixmap iconPixmap(const char *name, const QColor &colour, int size, qreal ratio)
{
    const int pixels = int(std::lround(size * ratio));
    const Key key{name, colour.rgba(), pixels};
    auto &all = drawn();
    if (const auto found = all.constFind(key); found != all.cend())
        return *found;
    QSvgRenderer renderer(svgOf(name).replace("currentColor", colour.name().toLatin1()));
    QPixmap pixmap(pixels, pixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    if (renderer.isValid())
        renderer.render(&painter, QRectF(0, 0, pixels, pixels));
    painter.end();
    pixmap.setDevicePixelRatio(ratio);
    all.insert(key, pixmap);
    return pixmap;
}

void drawIcon(QPainter &painter, const QRect &in, const char *name, const QColor &colour, int size)
{
    const QPixmap pixmap = iconPixmap(name, colour, size, painter.device()->devicePixelRatioF());
    painter.drawPixmap(in.x() + (in.width() - size) / 2, in.y() + (in.height() - size) / 2, pixmap);
}

QIcon themedIcon(const char *name)
{
    QIcon icon;
    for (const qreal ratio : {1.0, 1.25, 1.5, 2.0}) {
        icon.addPixmap(iconPixmap(name, theme().text.secondary, px::kIcon, ratio), QIcon::Normal);
        icon.addPixmap(iconPixmap(name, theme().text.primary, px::kIcon, ratio), QIcon::Active);
        icon.addPixmap(iconPixmap(name, theme().text.disabled, px::kIcon, ratio), QIcon::Disabled);
    }
    return icon;
}

void forgetIcons()
{
    drawn().clear();
}

} // namespace pilothouse
