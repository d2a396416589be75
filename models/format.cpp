// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>
#include <cmath>

namespace pilothouse::format {

using namespace Qt::StringLiterals;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Format)
};

QString twoDigits(qint64 value)
{
    return u"%1"_s.arg(value, 2, 10, '0'_L1);
}

QString shortWeekday(const QDate &date)
{
    const QLocale locale;
    const QString name = locale.dayName(date.dayOfWeek(), QLocale::ShortFormat);
    // English cells are narrow: two letters tell the days apart.
    return locale.language() == QLocale::English || locale.language() == QLocale::C ? name.left(2) : name;
}

} // namespace

QString unknown()
{
    return u"—"_s;
}

QString number(qint64 value)
{
    return QLocale().toString(value);
}

QString percent(double ratio)
{
    if (!std::isfinite(ratio))
        return unknown();
    return Words::tr("%1 %").arg(number(std::llround(ratio * 100)));
}

QString bytes(Bytes amount)
{
    if (!amount.known())
        return unknown();
    static constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
    double value = double(amount.count());
    size_t unit = 0;
    while (value >= 1024 && unit + 1 < kUnits.size()) {
        value /= 1024;
        ++unit;
    }
    const bool whole = std::fabs(value - std::round(value)) < 0.05;
    const QString figure
        = QLocale().toString(value, 'f', whole || value >= 100 ? (std::fabs(value - std::round(value)) < 0.05 ? 0 : 1) : 1);
    return figure + u' ' + QLatin1StringView(kUnits[unit]);
}

QString duration(Seconds span)
{
    const qint64 all = std::max<qint64>(0, span.count());
    if (all < 60)
        return Words::tr("%1 s").arg(all);
    const qint64 days = all / 86400;
    const qint64 hours = all / 3600 % 24;
    const QString minutes = twoDigits(all / 60 % 60);
    // The biggest limit below two days is read as hours, as a wall clock is: 24:00, then 1-00:01.
    if (days == 0 || all == 86400)
        return u"%1:%2"_s.arg(days * 24 + hours).arg(minutes);
    return u"%1-%2:%3"_s.arg(days).arg(twoDigits(hours), minutes);
}

QString durationExact(Seconds span)
{
    const qint64 all = std::max<qint64>(0, span.count());
    const qint64 days = all / 86400;
    const qint64 hours = all / 3600 % 24;
    const QString seconds = twoDigits(all % 60);
    if (days > 0)
        return u"%1-%2:%3:%4"_s.arg(days).arg(twoDigits(hours), twoDigits(all / 60 % 60), seconds);
    if (hours > 0)
        return u"%1:%2:%3"_s.arg(hours).arg(twoDigits(all / 60 % 60), seconds);
    return u"%1:%2"_s.arg(all / 60).arg(seconds);
}

QString limit(Span span)
{
    if (!span.known())
        return unknown();
    return span.isUnlimited() ? Words::tr("no limit") : duration(span.seconds());
}

QString age(std::chrono::milliseconds span)
{
    const qint64 all = std::max<qint64>(0, std::chrono::duration_cast<Seconds>(span).count());
    if (all < 120)
        return Words::tr("%1 s").arg(all);
    if (all < 120 * 60)
        return Words::tr("%1 min").arg(all / 60);
    if (all < 48 * 3600)
        return Words::tr("%1 h").arg(all / 3600);
    return Words::tr("%1 d").arg(number(all / 86400));
}

QDateTime local(Moment at)
{
    return at.known() ? QDateTime::fromSecsSinceEpoch(at.epoch()) : QDateTime();
}

QString moment(const QDateTime &at, const QDateTime &now)
{
    if (!at.isValid())
        return unknown();
    const QDateTime here = at.toLocalTime();
    const QString time = here.toString(u"HH:mm"_s);
    const qint64 days = now.toLocalTime().date().daysTo(here.date());
    if (days == 0)
        return time;
    if (std::llabs(days) < 7)
        return shortWeekday(here.date()) + u' ' + time;
    if (here.date().year() == now.toLocalTime().date().year()) //: a day of this year, as QDate::toString takes it
        return QLocale().toString(here.date(), Words::tr("d MMM")) + u' ' + time;
    return here.toString(u"yyyy-MM-dd HH:mm"_s);
}

QString momentExact(const QDateTime &at)
{
    if (!at.isValid())
        return unknown();
    const QDateTime here = at.toLocalTime();
    return here.toString(u"yyyy-MM-dd HH:mm:ss "_s) + here.timeZoneAbbreviation();
}

QString clockTime(const QDateTime &at)
{
    return at.isValid() ? at.toLocalTime().toString(u"HH:mm:ss"_s) : unknown();
}

QString about(const QString &estimate)
{
    return Words::tr("≈ %1").arg(estimate);
}

} // namespace pilothouse::format
