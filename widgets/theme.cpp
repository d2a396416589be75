// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme.h"

#include "widgets/icons.h"
#include "widgets/style.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QPalette>
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
#include <QStyleHints>
#endif

using namespace Qt::StringLiterals;

// The resources stand in a static library: without this the linker leaves them out.
static void initResources()
{
    Q_INIT_RESOURCE(resources);
}

namespace pilothouse {

namespace {

struct Current {
    Theme theme;
    ThemeKind kind = ThemeKind::System;
    QPalette systemPalette;
    bool ready = false;
};

Current &current()
{
    static Current c;
    return c;
}

const QJsonObject &tokens()
{
    static const QJsonObject all = [] {
        initResources();
        QFile file(u":/pilothouse/tokens.json"_s);
        if (!file.open(QIODevice::ReadOnly))
            qFatal("the design tokens are missing from the program");
        return QJsonDocument::fromJson(file.readAll()).object();
    }();
    return all;
}

void readStates(const QJsonObject &from, Theme::States &to)
{
    const auto colour = [&from](QLatin1StringView key) { return QColor(from[key].toString()); };
    to = {colour("running"_L1), colour("pending"_L1),   colour("completing"_L1), colour("completed"_L1),
          colour("failed"_L1),  colour("cancelled"_L1), colour("held"_L1),       colour("stale"_L1)};
}

Theme readTheme(bool dark)
{
    const QJsonObject all = tokens()[dark ? "dark"_L1 : "light"_L1].toObject();
    const auto get = [&all](QLatin1StringView group, QLatin1StringView key) { return QColor(all[group][key].toString()); };
    Theme t;
    t.dark = dark;
    const auto surface = [&get](QLatin1StringView key) { return get("surface"_L1, key); };
    t.surface = {surface("window"_L1),  surface("page"_L1),    surface("panel"_L1),      surface("raised"_L1),
                 surface("sunken"_L1),  surface("hover"_L1),   surface("selection"_L1),  surface("selectionInactive"_L1),
                 surface("pressed"_L1), surface("inverse"_L1), surface("inverseText"_L1)};
    const auto text = [&get](QLatin1StringView key) { return get("text"_L1, key); };
    t.text = {text("primary"_L1), text("secondary"_L1), text("tertiary"_L1), text("onInk"_L1), text("disabled"_L1)};
    const auto line = [&get](QLatin1StringView key) { return get("line"_L1, key); };
    t.line = {line("faint"_L1), line("normal"_L1), line("strong"_L1), line("tick"_L1)};
    t.accent = {get("accent"_L1, "base"_L1), get("accent"_L1, "soft"_L1), get("accent"_L1, "line"_L1)};
    t.ink = {get("ink"_L1, "base"_L1), get("ink"_L1, "hover"_L1), get("ink"_L1, "text"_L1)};
    readStates(all["state"_L1].toObject(), t.state);
    readStates(all["stateSoft"_L1].toObject(), t.soft);
    readStates(all["stateMark"_L1].toObject(), t.mark);
    return t;
}

QPalette paletteOf(const Theme &t)
{
    QPalette p;
    p.setColor(QPalette::Window, t.surface.window);
    p.setColor(QPalette::WindowText, t.text.primary);
    p.setColor(QPalette::Base, t.surface.page);
    p.setColor(QPalette::AlternateBase, t.surface.panel);
    p.setColor(QPalette::Text, t.text.primary);
    p.setColor(QPalette::PlaceholderText, t.text.tertiary);
    p.setColor(QPalette::Button, t.surface.raised);
    p.setColor(QPalette::ButtonText, t.text.primary);
    p.setColor(QPalette::BrightText, t.surface.inverseText);
    p.setColor(QPalette::Highlight, t.surface.selection);
    p.setColor(QPalette::HighlightedText, t.text.primary);
    p.setColor(QPalette::ToolTipBase, t.surface.inverse);
    p.setColor(QPalette::ToolTipText, t.surface.inverseText);
    p.setColor(QPalette::Link, t.state.running);
    p.setColor(QPalette::LinkVisited, t.state.held);
    p.setColor(QPalette::Light, t.surface.raised);
    p.setColor(QPalette::Midlight, t.surface.hover);
    p.setColor(QPalette::Mid, t.line.normal);
    p.setColor(QPalette::Dark, t.line.strong);
    p.setColor(QPalette::Shadow, t.line.strong);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        p.setColor(QPalette::Disabled, role, t.text.disabled);
    return p;
}

bool systemIsDark()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    if (const auto scheme = QGuiApplication::styleHints()->colorScheme(); scheme != Qt::ColorScheme::Unknown)
        return scheme == Qt::ColorScheme::Dark;
#endif
    // Before 6.5 only the platform's palette tells; ours hides it once set, so the first one is kept.
    const QPalette &p = current().systemPalette;
    return p.color(QPalette::Window).lightness() < p.color(QPalette::WindowText).lightness();
}

void loadFonts()
{
    initResources();
    for (const QLatin1StringView file : {"PilothouseSans-Regular.otf"_L1, "PilothouseSans-Medium.otf"_L1, "PilothouseSans-SemiBold.otf"_L1,
                                         "PilothouseMono-Regular.ttf"_L1}) {
        if (QFontDatabase::addApplicationFont(":/pilothouse/fonts/"_L1 + file) < 0)
            qWarning("the font %s could not be loaded", file.data());
    }
}

bool chinese()
{
    return QLocale().language() == QLocale::Chinese;
}

void apply(QApplication &application)
{
    Current &c = current();
    const bool dark = c.kind == ThemeKind::Dark || (c.kind == ThemeKind::System && systemIsDark());
    c.theme = readTheme(dark);
    forgetIcons();
    application.setPalette(paletteOf(c.theme));
    application.setFont(textFont(TextSize::Body));
}

const QColor &colourOf(const Theme::States &states, Look look)
{
    switch (look) {
    case Look::Running:
        return states.running;
    case Look::Pending:
    case Look::Preempted:
        return states.pending;
    case Look::Completing:
        return states.completing;
    case Look::Completed:
        return states.completed;
    case Look::Failed:
    case Look::Timeout:
    case Look::OutOfMemory:
    case Look::NodeFail:
    case Look::NeverStarts:
        return states.failed;
    case Look::Cancelled:
    case Look::Stopping:
        return states.cancelled;
    case Look::Held:
        return states.held;
    case Look::Stale:
    case Look::Unknown:
        break;
    }
    return states.stale;
}

} // namespace

const Theme &theme()
{
    return current().theme;
}

ThemeKind themeKind()
{
    return current().kind;
}

void applyTheme(QApplication &application, ThemeKind kind)
{
    Current &c = current();
    if (!c.ready) {
        c.ready = true;
        c.systemPalette = QGuiApplication::palette();
        loadFonts();
        application.setStyle(new Style);
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
        QObject::connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, &application, [&application] {
            if (current().kind == ThemeKind::System)
                apply(application);
        });
#endif
    }
    c.kind = kind;
    apply(application);
}

// Kept, since each new QFont has to find its face again: that is most of what painting a cell costs.
QFont textFont(TextSize size, QFont::Weight weight)
{
    static QHash<quint32, QFont> made;
    const quint32 key = quint32(size) | quint32(weight) << 8 | (chinese() ? 1U << 24 : 0U);
    if (const auto known = made.constFind(key); known != made.cend())
        return *known;
    // Latin first, so that digits and ids look the same in every language. The shipped Inter has tabular figures as its own
    // (see resources/fonts/make-fonts.py): QFont::setFeature exists only from Qt 6.7.
    static const QStringList text{u"Pilothouse Sans"_s, u"Noto Sans"_s, u"Noto Sans CJK SC"_s, u"DejaVu Sans"_s};
    static const QStringList mono{u"Pilothouse Mono"_s, u"Noto Sans Mono"_s, u"Noto Sans CJK SC"_s, u"DejaVu Sans Mono"_s};
    static constexpr std::array kPixels{11, 12, 13, 15, 20, 28, 12};
    int pixels = kPixels[size_t(size)];
    if (chinese() && size == TextSize::Caption)
        pixels = 12;
    QFont font(size == TextSize::Mono ? mono : text);
    font.setPixelSize(pixels);
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    made.insert(key, font);
    return font;
}

const QColor &stateColour(Look look)
{
    return colourOf(theme().state, look);
}

const QColor &markColour(Look look)
{
    return colourOf(theme().mark, look);
}

const char *stateIcon(Look look)
{
    static constexpr std::array<const char *, kLookCount> kIcons{"state-running",   "state-pending", "state-completing", "state-completed",
                                                                 "state-failed",    "state-timeout", "state-oom",        "state-nodefail",
                                                                 "state-cancelled", "state-held",    "state-preempted",  "state-never",
                                                                 "state-stale",     "state-unknown", "state-cancelled"};
    return kIcons[size_t(look)];
}

} // namespace pilothouse
