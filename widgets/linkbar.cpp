// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/linkbar.h"

#include "models/errortext.h"
#include "models/format.h"
#include "models/plaintext.h"
#include "widgets/icons.h"
#include "widgets/sourcebar.h"

#include <QHBoxLayout>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace pilothouse {

LinkBar::LinkBar(const Console &console, QWidget *parent)
    : Surface(Ground::FailedSoft, parent),
      m_console(console),
      m_title(new Label({}, TextSize::Body, Tone::Primary, QFont::DemiBold)),
      m_cause(new Label({}, TextSize::Small, Tone::Secondary)),
      m_steps(new Button(Button::Kind::Outline, "act-log", tr("Show steps"))),
      m_retry(new Button(Button::Kind::Outline, "act-refresh", tr("Try now")))
{
    setObjectName(u"linkBar"_s);
    setFixedHeight(40);
    m_title->setObjectName(u"linkTitle"_s);
    m_cause->setObjectName(u"linkCause"_s);
    m_cause->setElide(Qt::ElideRight);
    m_steps->setObjectName(u"linkSteps"_s);
    m_retry->setObjectName(u"linkRetry"_s);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(40, 0, px::kNormal, 0);
    row->setSpacing(px::kTight);
    row->addWidget(m_title);
    row->addWidget(m_cause, 1);
    row->addWidget(m_steps);
    row->addWidget(m_retry);
    connect(m_steps, &QPushButton::clicked, this, [this] {
        if (m_shown)
            emit stepsWanted(m_shown->info.index);
    });
    connect(m_retry, &QPushButton::clicked, this, [this] {
        if (!m_shown)
            return;
        if (m_shown->retry)
            m_shown->retry();
        m_shown->feed->refresh();
    });
    tick();
}

void LinkBar::tick()
{
    m_shown = nullptr;
    int lost = 0;
    for (const ConsoleSource &source : m_console.sources) {
        if (source.feed->link() != Feed::Link::Lost && source.feed->link() != Feed::Link::NeedsPerson)
            continue;
        ++lost;
        if (!m_shown)
            m_shown = &source;
    }
    setVisible(m_shown);
    if (!m_shown)
        return;
    const QString name = plaintext::cell(m_shown->info.name, 40);
    const bool person = m_shown->feed->link() == Feed::Link::NeedsPerson;
    m_title->setText(person ? tr("%1 needs you").arg(name)
                         : m_shown->feed->last()
                         ? tr("%1 has not answered since %2").arg(name, format::clockTime(m_shown->feed->last()->at.toLocalTime()))
                         : tr("%1 does not answer").arg(name));
    QStringList parts;
    if (m_shown->feed->error()) {
        const ErrorText text = errorText(*m_shown->feed->error());
        parts << text.title;
        m_cause->setToolTip(
            plaintext::asRichText(text.title + u'\n' + text.advice + (text.detail.isEmpty() ? QString() : u'\n' + text.detail)));
        if (person) // a fingerprint is there to be compared: it stands before the advice, where the line is not cut
            parts << plaintext::cell(text.detail, 120) << text.advice;
    }
    if (!person)
        parts << freshnessOf(*m_shown).note;
    if (lost > 1)
        parts << tr("%1 more sources are lost").arg(lost - 1);
    parts.removeAll(QString());
    m_cause->setText(parts.join(u" · "_s));
    m_steps->setVisible(bool(m_shown->link));
    update();
}

void LinkBar::paintEvent(QPaintEvent *event)
{
    Surface::paintEvent(event);
    QPainter painter(this);
    const int x = layoutDirection() == Qt::RightToLeft ? width() - 32 : 16;
    const bool person = m_shown && m_shown->feed->link() == Feed::Link::NeedsPerson;
    drawIcon(painter, QRect(x, 0, 16, height()), person ? "source-key" : "alert-link-lost", theme().state.failed);
}

} // namespace pilothouse
