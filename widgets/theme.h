// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The look as a value: colours, type and spacing, read from resources/tokens.json, light or dark.
#pragma once
#include "models/looks.h"

#include <QColor>
#include <QFont>

#include <array>

class QApplication;

namespace pilothouse {

enum class ThemeKind { System, Light, Dark };

enum class TextSize { Caption, Small, Body, Heading, Title, Figure, Mono };

struct Theme {
    bool dark = false;
    struct {
        QColor window, page, panel, raised, sunken, hover, selection, selectionInactive, pressed, inverse, inverseText;
    } surface;
    struct {
        QColor primary, secondary, tertiary, onInk, disabled;
    } text;
    struct {
        QColor faint, normal, strong, tick;
    } line;
    struct {
        QColor base, soft, line;
    } accent;
    struct {
        QColor base, hover, text;
    } ink;
    struct States {
        QColor running, pending, completing, completed, failed, cancelled, held, stale;
    };
    States state; // glyphs and words
    States soft; // grounds of notes
    States mark; // bars and strips
};

// Sizes in pixels that do not depend on the theme.
namespace px {
inline constexpr int kHalf = 2, kUnit = 4, kTight = 8, kNormal = 12, kLoose = 16, kSection = 24, kPage = 32;
inline constexpr int kRadius = 4, kPanelRadius = 6;
inline constexpr int kRow = 28, kCompactRow = 24, kHeader = 36, kToolbar = 48, kFilterBar = 40, kStatusBar = 28, kUndoBar = 40, kTab = 36;
inline constexpr int kRail = 168, kRailFolded = 48, kDetail = 384, kDetailMin = 320, kScrollBar = 10, kIcon = 16;
} // namespace px

// The theme in use. Widgets paint from it and repaint on QEvent::PaletteChange.
[[nodiscard]] const Theme &theme();
// Loads the shipped fonts, sets style, palette and font. Call again to change; System takes what the desktop says now, and follows it where
// Qt tells of changes (6.5 and later).
void applyTheme(QApplication &application, ThemeKind kind);
[[nodiscard]] ThemeKind themeKind();

[[nodiscard]] QFont textFont(TextSize size, QFont::Weight weight = QFont::Normal);

[[nodiscard]] const QColor &stateColour(Look look);
[[nodiscard]] const QColor &markColour(Look look);
[[nodiscard]] const char *stateIcon(Look look); // name for icons.h

} // namespace pilothouse
