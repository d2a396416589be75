// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sourcebar.h"

#include "models/format.h"
#include "models/jobtext.h"
#include "models/plaintext.h"
#include "widgets/icons.h"
#include "widgets/paint.h"
#include "widgets/style.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPainter>

#include <cmath>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {

constexpr Seconds kSkewSaid{60};

struct Words {
    Q_DECLARE_TR_FUNCTIONS(SourceBar)
};

class SourceChip final : public QAbstractButton {
public:
    explicit SourceChip(const ConsoleSource &source, QWidget *parent) : QAbstractButton(parent), m_source(source)
    {
        setObjectName(u"source-"_s + source.info.name);
        setFocusPolicy(Qt::TabFocus);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    }
    void show(const Freshness &fresh)
    {
        m_fresh = fresh;
        const QString name = plaintext::cell(m_source.info.name, 40);
        setAccessibleName(SourceBar::tr("Source %1, %2 %3").arg(name, fresh.age, fresh.note));
        setToolTip(plaintext::asRichText(m_source.host.isEmpty() ? name : name + u" · "_s + plaintext::cell(m_source.host, 80)));
        const QSize wanted = sizeHint();
        if (wanted != m_size) {
            m_size = wanted;
            updateGeometry();
        }
        update();
    }
    QSize sizeHint() const override
    {
        const QFontMetrics small(textFont(TextSize::Caption));
        int width = 16 + 18 + nameMetrics().horizontalAdvance(m_source.info.name) + 12;
        for (const QString &part : {m_fresh.age, m_fresh.note})
            width += part.isEmpty() ? 0 : small.horizontalAdvance(part) + 8;
        return {width, px::kStatusBar};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &t = theme();
        const bool lost = m_fresh.kind == Freshness::Kind::Lost || m_fresh.kind == Freshness::Kind::NeedsPerson;
        const bool late = m_fresh.kind == Freshness::Kind::Late;
        QPainter painter(this);
        if (lost)
            painter.fillRect(rect(), t.soft.failed);
        else if (underMouse())
            painter.fillRect(rect(), t.surface.hover);
        const bool rtl = layoutDirection() == Qt::RightToLeft;
        const auto put = [&](int x, int w) { return QRect(rtl ? width() - x - w : x, 0, w, height()); };
        int x = 16;
        if (lost)
            drawIcon(painter, put(x, 14), m_fresh.kind == Freshness::Kind::NeedsPerson ? "source-key" : "alert-link-lost", t.state.failed,
                     14);
        else if (late)
            drawIcon(painter, put(x, 14), "state-pending", t.state.pending, 14);
        else
            paint::ring(painter, QRectF(put(x, 12)).adjusted(1, (height() - 10) / 2.0, -1, -(height() - 10) / 2.0), m_fresh.untilNext,
                        m_fresh.kind == Freshness::Kind::Connecting ? t.text.tertiary : t.mark.completed, t.line.strong);
        x += 18;
        painter.setFont(textFont(TextSize::Caption, QFont::Medium));
        painter.setPen(t.text.primary);
        const int named = nameMetrics().horizontalAdvance(m_source.info.name);
        painter.drawText(put(x, named + 2), int(Qt::AlignVCenter | (rtl ? Qt::AlignRight : Qt::AlignLeft)), m_source.info.name);
        x += named + 8;
        painter.setFont(textFont(TextSize::Caption));
        const QFontMetrics metrics(painter.font());
        for (const QString &part : {m_fresh.age, m_fresh.note}) {
            if (part.isEmpty())
                continue;
            const bool age = part == m_fresh.age;
            painter.setPen(lost && age ? t.state.failed : late && age ? t.state.pending : t.text.secondary);
            const int width = metrics.horizontalAdvance(part);
            painter.drawText(put(x, width + 2), int(Qt::AlignVCenter | (rtl ? Qt::AlignRight : Qt::AlignLeft)), part);
            x += width + 8;
        }
        if (hasFocus())
            drawFocusRing(painter, rect());
    }

private:
    static QFontMetrics nameMetrics() { return QFontMetrics(textFont(TextSize::Caption, QFont::Medium)); }
    const ConsoleSource &m_source;
    Freshness m_fresh;
    QSize m_size;
};

} // namespace

// CLK-01: so that times of day that differ from the wall's have a reason.
static QString skewNote(const Snapshot &snapshot)
{
    const Seconds skew = clockSkew(snapshot).value_or(Seconds(0));
    if (skew > kSkewSaid)
        return Words::tr("clock %1 ahead").arg(format::age(skew));
    return skew < -kSkewSaid ? Words::tr("clock %1 behind").arg(format::age(-skew)) : QString();
}

Freshness freshnessOf(const ConsoleSource &source)
{
    Freshness fresh;
    const Feed &feed = *source.feed;
    const auto next = feed.untilNext();
    std::chrono::milliseconds age{0};
    if (feed.last()) {
        age = feed.age(); // by the boot clock: a wall clock that is set makes nothing younger
        fresh.age = format::age(age);
    }
    const auto tryIn = [&] {
        return feed.reading()  ? Words::tr("trying now")
            : next.count() > 0 ? Words::tr("try in %1 s").arg((next.count() + 999) / 1000)
                               : QString();
    };
    switch (feed.link()) {
    case Feed::Link::Connecting:
        fresh.note = Words::tr("connecting");
        return fresh;
    case Feed::Link::Lost:
        fresh.kind = Freshness::Kind::Lost;
        fresh.age = feed.last() ? Words::tr("%1 old").arg(fresh.age) : QString();
        fresh.note = tryIn();
        return fresh;
    case Feed::Link::NeedsPerson:
        fresh.kind = Freshness::Kind::NeedsPerson;
        fresh.age = feed.last() ? Words::tr("%1 old").arg(fresh.age) : QString();
        fresh.note = Words::tr("needs you");
        return fresh;
    case Feed::Link::Live:
        break;
    }
    const auto interval = std::max(feed.interval(), std::chrono::milliseconds(1000));
    fresh.kind = age > 2 * interval ? Freshness::Kind::Late : Freshness::Kind::Fresh;
    fresh.untilNext = std::clamp(double(next.count()) / double(interval.count()), 0.0, 1.0);
    std::chrono::milliseconds trip{0};
    if (source.link)
        trip = source.link().roundTrip;
    if (trip.count() == 0 && feed.last())
        trip = feed.last()->cost.roundTrip;
    QStringList notes;
    if (trip.count() > 0)
        notes << Words::tr("%1 ms").arg(format::number(trip.count()));
    if (feed.last())
        notes << skewNote(*feed.last());
    notes.removeAll(QString());
    fresh.note = notes.join(u" · "_s);
    return fresh;
}

SourceBar::SourceBar(const Console &console, QWidget *parent)
    : Surface(Ground::Window, parent), m_console(console), m_load(new Label({}, TextSize::Caption, Tone::Secondary))
{
    setObjectName(u"sourceBar"_s);
    setFixedHeight(px::kStatusBar);
    setTopLine(true);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 1, px::kNormal, 0);
    row->setSpacing(0);
    for (const ConsoleSource &source : m_console.sources) {
        auto *chip = new SourceChip(source, this);
        connect(chip, &QAbstractButton::clicked, this, [this, index = source.info.index] { emit sourceChosen(index); });
        m_chips << chip;
        row->addWidget(chip);
    }
    if (m_console.sources.empty()) {
        auto *none = new Label(tr("No sources yet"), TextSize::Caption, Tone::Secondary);
        none->setContentsMargins(16, 0, 0, 0);
        row->addWidget(none);
    }
    row->addStretch(1);
    m_load->setObjectName(u"ourLoad"_s);
    m_load->setToolTip(tr("What this program asks of your sources, over the last minute"));
    row->addWidget(m_load);
    row->addSpacing(8);
    auto *help = new Button(Button::Kind::Ghost, nullptr, tr("Keys"));
    help->setObjectName(u"keysButton"_s);
    help->setCount(u"F1"_s);
    help->setFixedHeight(22);
    connect(help, &QPushButton::clicked, this, &SourceBar::helpWanted);
    row->addWidget(help);
    tick();
}

void SourceBar::tick()
{
    double requests = 0;
    double bytes = 0;
    for (size_t i = 0; i < m_console.sources.size(); ++i) {
        const ConsoleSource &source = m_console.sources[i];
        static_cast<SourceChip *>(m_chips[qsizetype(i)])->show(freshnessOf(source));
        requests += source.feed->requestsPerMinute();
        bytes += source.feed->bytesPerMinute();
    }
    m_load->setVisible(!m_console.sources.empty());
    m_load->setText(tr("Our load  %1 requests/min · %2 kB/min")
                        .arg(format::number(std::llround(requests)), format::number(std::llround(bytes / 1000))));
}

} // namespace pilothouse
