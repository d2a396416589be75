// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Our SVG icons, drawn at the exact device size in any colour, kept once drawn.
#pragma once
#include <QIcon>
#include <QPixmap>

class QPainter;

namespace pilothouse {

// name without folder and ending: "act-stop". The pixmap carries its device pixel ratio.
[[nodiscard]] QPixmap iconPixmap(const char *name, const QColor &colour, int size, qreal ratio);
// Draws it centred in the rectangle, on whole pixels of the widget (device pixels at whole scales).
void drawIcon(QPainter &painter, const QRect &in, const char *name, const QColor &colour, int size = 16);
[[nodiscard]] QIcon themedIcon(const char *name); // for menus: normal and off
void forgetIcons(); // after a change of theme

} // namespace pilothouse
