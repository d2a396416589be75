// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing that several widgets share: hatch of old data, limit bar, array strip, age ring.
#pragma once
#include "models/jobrows.h"

#include <QColor>
#include <QPoint>
#include <QRect>

class QPainter;

namespace pilothouse::paint {

// The 8-px diagonal hatch of what is old; origin keeps it in place while rows scroll.
void hatch(QPainter &painter, const QRect &in, const QPoint &origin);
// Elapsed of limit: a 6-px bar with ticks at the quarters under it.
void limitBar(QPainter &painter, const QRect &in, double part, const QColor &mark, const QColor &ground);
// Tasks in order, column by column, four a column. Returns the width that it took.
int arrayStrip(QPainter &painter, const QRect &in, const ArrayStrip &strip, bool stale);
// Runs down towards the next read: part is what is left, 0 to 1.
void ring(QPainter &painter, const QRectF &in, double part, const QColor &colour, const QColor &ground);
// Text in the rectangle, in the middle of its height. Returns its width.
int text(QPainter &painter, const QRect &in, const QString &words, Qt::Alignment align = Qt::AlignLeft,
         Qt::TextElideMode elide = Qt::ElideRight);

} // namespace pilothouse::paint
