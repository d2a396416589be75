// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/undobar.h"

#include "models/activitytext.h"
#include "models/errortext.h"
#include "models/format.h"
#include "models/plaintext.h"
#include "widgets/icons.h"
#include "widgets/paint.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QTimer>

#include <cmath>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {

constexpr int kResultStays = 8000;
constexpr int kBeforeNext = 4000; // when more was said
constexpr int kWasRead = 2000;
constexpr size_t kMostSaid = 20;

} // namespace

UndoBar::UndoBar(ActQueue &acts, QWidget *parent)
    : Surface(Ground::Inverse, parent),
      m_acts(acts),
      m_title(new Label({}, TextSize::Body, Tone::OnInverse, QFont::DemiBold)),
      m_ids(new Label({}, TextSize::Small, Tone::OnInverseQuiet)),
      m_note(new Label(tr("Nothing has been sent yet"), TextSize::Small, Tone::OnInverseQuiet)),
      m_undo(new Button(Button::Kind::OnInverse, "act-undo", tr("Undo"))),
      m_log(new Button(Button::Kind::OnInverse, "act-log", tr("Show log"))),
      m_second(new QTimer(this)),
      m_away(new QTimer(this))
{
    setObjectName(u"undoBar"_s);
    setFixedHeight(px::kUndoBar);
    m_title->setObjectName(u"undoTitle"_s);
    m_title->setElide(Qt::ElideRight); // many owners, a long error: the buttons stay
    m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_ids->setObjectName(u"undoIds"_s);
    m_ids->setElide(Qt::ElideRight);
    m_note->setObjectName(u"undoNote"_s);
    m_undo->setObjectName(u"undoButton"_s);
    m_undo->setCount(u"Ctrl+Z"_s);
    m_undo->setAccessibleName(tr("Undo"));
    m_log->setObjectName(u"undoLog"_s);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(48, 0, px::kNormal, 0);
    row->setSpacing(px::kNormal);
    row->addWidget(m_title);
    row->addWidget(m_ids, 1);
    row->addWidget(m_note);
    row->addWidget(m_undo);
    row->addWidget(m_log);
    m_second->setInterval(100);
    m_away->setSingleShot(true);
    connect(m_second, &QTimer::timeout, this, &UndoBar::follow);
    connect(m_away, &QTimer::timeout, this, [this] {
        if (!m_said.empty())
            m_said.pop_front();
        m_shown.invalidate();
        follow();
    });
    connect(m_undo, &QPushButton::clicked, this, &UndoBar::undoLast);
    connect(m_log, &QPushButton::clicked, this, &UndoBar::logWanted);
    connect(&m_acts, &ActQueue::changed, this, &UndoBar::follow);
    connect(&m_acts, &ActQueue::finished, this, &UndoBar::tell);
    connect(&m_acts, &ActQueue::failed, this, [this](const Error &error) {
        const ErrorText text = errorText(error);
        say(tr("Not stopped. %1").arg(text.title), text.advice, true);
    });
    connect(&m_acts, &ActQueue::dropped, this, [this](ActQueue::DropReason reason, int count) {
        if (reason == ActQueue::DropReason::Undone && m_acts.waiting().empty()) // else the bar goes back to the act before
            say(tr("Undone."), tr("Nothing was sent."), false);
        else if (reason != ActQueue::DropReason::Undone && reason != ActQueue::DropReason::Quit)
            say(dropText(reason, count), QString(), true);
    });
    hide();
    follow();
}

const ActQueue::Waiting *UndoBar::last() const
{
    return m_acts.waiting().empty() ? nullptr : &m_acts.waiting().back();
}

void UndoBar::undoLast()
{
    if (const auto *waiting = last())
        m_acts.undo(waiting->id);
}

void UndoBar::tell(const Outcome &outcome)
{
    const bool bad = std::ranges::any_of(outcome.targets, [](const TargetOutcome &t) {
        return t.fate != Fate::Done && t.fate != Fate::Sent && t.fate != Fate::AlreadyOver;
    });
    std::vector<Target> targets;
    for (const TargetOutcome &one : outcome.targets)
        targets.push_back(one.target);
    say(outcomeText(outcome), idsText(targets), bad);
}

void UndoBar::say(const QString &result, const QString &detail, bool bad)
{
    Said said{result, detail, bad};
    // A newer word takes the place of good news that stands there.
    if (m_shown.isValid() && !m_said.empty() && (!m_said.front().bad || m_said.front() == said)) {
        m_said.pop_front();
        m_shown.invalidate();
    }
    if (m_said.empty() || m_said.back() != said)
        m_said.push_back(std::move(said));
    if (m_said.size() > kMostSaid) // the log has all of them
        m_said.pop_front();
    if (m_shown.isValid())
        m_away->start(std::max(0, kBeforeNext - int(m_shown.elapsed())));
    follow();
}

void UndoBar::leaveSaid()
{
    m_away->stop();
    if (m_shown.isValid() && !m_said.empty() && (!m_said.front().bad || m_shown.elapsed() > kWasRead))
        m_said.pop_front();
    m_shown.invalidate();
}

void UndoBar::showWaiting(const ActQueue::Waiting &act)
{
    const auto left = double(m_acts.timeLeft(act).count());
    m_left = left / double(ActQueue::kGrace.count());
    m_seconds = std::max(0, int(std::ceil(left / 1000)));
    m_title->setText(waitingText(act.targets, m_seconds));
    const QString name = act.targets.size() == 1 ? plaintext::cell(act.targets.front().name, 60) + u" · "_s : QString();
    m_ids->setText(name + idsText(act.targets));
    // Undo takes back the last one; the others have their own time.
    const auto more = qint64(m_acts.waiting().size()) - 1;
    m_note->setText(more == 0       ? tr("Nothing has been sent yet")
                        : more == 1 ? tr("1 more act waits; nothing has been sent yet")
                                    : tr("%1 more acts wait; nothing has been sent yet").arg(format::number(more)));
}

void UndoBar::showSent()
{
    const std::vector<ActQueue::Waiting> sent = m_acts.sent();
    m_title->setText(sentText(sent.back().targets));
    m_ids->setText(idsText(sent.back().targets));
    const auto more = qint64(sent.size()) - 1;
    m_note->setText(more == 0       ? QString()
                        : more == 1 ? tr("1 more act is on its way")
                                    : tr("%1 more acts are on their way").arg(format::number(more)));
}

void UndoBar::showSaid()
{
    const Said &said = m_said.front();
    m_title->setText(said.result);
    m_ids->setText(said.detail);
    if (m_shown.isValid())
        return;
    m_shown.start();
    m_away->start(m_said.size() > 1 ? kBeforeNext : kResultStays);
}

void UndoBar::follow()
{
    const auto *waiting = last();
    const bool sends = !waiting && m_said.empty() && m_acts.sending();
    if (waiting) {
        leaveSaid();
        showWaiting(*waiting);
    } else if (!m_said.empty()) {
        showSaid();
    } else if (sends) {
        showSent();
    }
    m_note->setVisible(waiting || (sends && !m_note->text().isEmpty()));
    m_undo->setVisible(waiting);
    m_log->setVisible(!waiting);
    if (!waiting)
        m_second->stop();
    else if (!m_second->isActive())
        m_second->start();
    setVisible(waiting || sends || !m_said.empty());
    update();
}

void UndoBar::paintEvent(QPaintEvent *event)
{
    Surface::paintEvent(event);
    const Theme &t = theme();
    QPainter painter(this);
    const int x = layoutDirection() == Qt::RightToLeft ? width() - 35 : 17;
    if (!last()) {
        const char *icon = m_said.empty() ? "state-completing" : m_said.front().bad ? "alert-warning" : "state-completed";
        drawIcon(painter, QRect(x, 0, 18, height()), icon, t.surface.inverseText);
        return;
    }
    QColor ground = t.surface.inverseText;
    ground.setAlphaF(0.25F);
    const QRectF ring(x + 1, (height() - 16) / 2.0, 16, 16);
    paint::ring(painter, ring, m_left, t.surface.inverseText, ground);
    painter.setFont(textFont(TextSize::Caption, QFont::DemiBold));
    painter.setPen(t.surface.inverseText);
    painter.drawText(ring, int(Qt::AlignCenter), QString::number(m_seconds));
}

} // namespace pilothouse
