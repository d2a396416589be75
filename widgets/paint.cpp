// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint.h"

#include "widgets/theme.h"

#include <QPaintDevice>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>

#include <cmath>

using namespace Qt::StringLiterals;

namespace pilothouse::paint {

namespace {

QPixmap hatchTile(qreal ratio)
{
    // Unlike the icons it is drawn in a colour of its own: one step over the ground in both themes.
    QColor colour = theme().line.strong;
    colour.setAlphaF(theme().dark ? 0.42F : 0.45F);
    const QString key = u"pilothouse-hatch-%1-%2"_s.arg(colour.rgba(), 0, 16).arg(ratio);
    QPixmap tile;
    if (QPixmapCache::find(key, &tile))
        return tile;
    const int size = int(std::lround(8 * ratio));
    tile = QPixmap(size, size);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, ratio));
    for (int shift = -1; shift <= 1; ++shift)
        painter.drawLine(QPointF(shift * size, size), QPointF((shift + 1) * size, 0));
    painter.end();
    tile.setDevicePixelRatio(ratio);
    QPixmapCache::insert(key, tile);
    return tile;
}

} // namespace

void hatch(QPainter &painter, const QRect &in, const QPoint &origin)
{
    const QPixmap tile = hatchTile(painter.device()->devicePixelRatioF());
    painter.drawTiledPixmap(in, tile, QPoint(in.topLeft() - origin));
}

void limitBar(QPainter &painter, const QRect &in, double part, const QColor &mark, const QColor &ground)
{
    const Theme &t = theme();
    const QRect bar(in.left(), in.top() + in.height() / 2 - 4, in.width(), 6);
    painter.fillRect(bar, ground);
    // Something always shows once it runs, and never more than all.
    const int filled = part > 0 ? std::clamp(int(std::lround(part * bar.width())), 2, bar.width()) : 0;
    painter.fillRect(QRect(bar.left(), bar.top(), filled, bar.height()), mark);
    for (int quarter = 1; quarter < 4; ++quarter)
        painter.fillRect(QRect(bar.left() + bar.width() * quarter / 4, bar.bottom() + 2, 1, 2), t.line.strong);
}

int arrayStrip(QPainter &painter, const QRect &in, const ArrayStrip &strip, bool stale)
{
    const Theme &t = theme();
    const int columns = (int(strip.cells.size()) + 3) / 4;
    if (columns == 0)
        return 0;
    // 3-px cells with a 1-px gap, wider ones for a few tasks; more tasks than fit make narrower columns, never fewer.
    const int most = std::clamp(96 / columns, 4, 12);
    const int pitch = std::max(1, std::min(most, in.width() / columns));
    const int cellWidth = pitch > 1 ? pitch - 1 : 1;
    const int top = in.top() + (in.height() - 19) / 2;
    for (size_t i = 0; i < strip.cells.size(); ++i) {
        const int x = in.left() + int(i / 4) * pitch;
        const QRect cell(x, top + int(i % 4) * 5, cellWidth, 4);
        if (x + cellWidth > in.right() + 1)
            break;
        const Look look = strip.cells[i];
        const bool waits = look == Look::Pending || look == Look::Held;
        if (waits) // what has not begun is only outlined by its foot
            painter.fillRect(QRect(cell.left(), cell.top() + 2, cell.width(), 1), look == Look::Held ? markColour(look) : t.line.strong);
        else
            painter.fillRect(cell, stale ? t.mark.stale : markColour(look));
    }
    return columns * pitch;
}

void ring(QPainter &painter, const QRectF &in, double part, const QColor &colour, const QColor &ground)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(ground, 2));
    painter.drawEllipse(in);
    QPen pen(colour, 2);
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.drawArc(in, 90 * 16, int(360 * 16 * std::clamp(part, 0.0, 1.0)));
    painter.restore();
}

int text(QPainter &painter, const QRect &in, const QString &words, Qt::Alignment align, Qt::TextElideMode elide)
{
    const QFontMetrics metrics(painter.font());
    int width = metrics.horizontalAdvance(words);
    QString shown = words;
    if (width > in.width()) {
        shown = metrics.elidedText(words, elide, in.width());
        width = metrics.horizontalAdvance(shown);
    }
    painter.drawText(in, int(align | Qt::AlignVCenter | Qt::TextSingleLine), shown);
    return width;
}

} // namespace pilothouse::paint
