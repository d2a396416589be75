// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/undobar.h"

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

constexpr double kGrace = 5000;
constexpr int kResultStays = 8000;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(UndoBar)
};

QString fateWords(Fate fate, int count)
{
    switch (fate) {
    case Fate::Done:
        return Words::tr("%1 stopped").arg(format::number(count));
    case Fate::Sent:
        return Words::tr("%1 sent; the source does not show it yet").arg(format::number(count));
    case Fate::AlreadyOver:
        return Words::tr("%1 had ended already").arg(format::number(count));
    case Fate::NotAllowed:
        return Words::tr("%1 refused: not permitted").arg(format::number(count));
    case Fate::NotFound:
        return Words::tr("%1 not found").arg(format::number(count));
    case Fate::ChangedSince:
        return Words::tr("%1 not sent: no longer the job that you saw").arg(format::number(count));
    case Fate::NotSent:
        return Words::tr("%1 not sent").arg(format::number(count));
    case Fate::Unknown:
        return Words::tr("%1 unknown: no answer came").arg(format::number(count));
    case Fate::Refused:
        break;
    }
    return Words::tr("%1 refused").arg(format::number(count));
}

QString idsOf(const std::vector<Target> &targets)
{
    QStringList ids;
    for (const Target &target : targets) {
        if (ids.size() == 6) {
            ids << Words::tr("and %1 more").arg(format::number(qint64(targets.size()) - 6));
            break;
        }
        ids << target.id;
    }
    const QString names = targets.size() == 1 ? plaintext::cell(targets.front().name, 60) + u" · "_s : QString();
    return names + ids.join(u", "_s);
}

} // namespace

QString outcomeSentence(const Outcome &outcome)
{
    QStringList parts;
    for (const Fate fate : {Fate::Done, Fate::Sent, Fate::AlreadyOver, Fate::NotAllowed, Fate::NotFound, Fate::ChangedSince, Fate::NotSent,
                            Fate::Unknown, Fate::Refused}) {
        const auto count = std::ranges::count(outcome.targets, fate, &TargetOutcome::fate);
        if (count == 0)
            continue;
        QString part = fateWords(fate, int(count));
        const auto said = std::ranges::find(outcome.targets, fate, &TargetOutcome::fate);
        if (fate == Fate::Refused && !said->detail.isEmpty())
            part += u": "_s + plaintext::cell(said->detail, 80);
        parts << part;
    }
    return parts.join(u", "_s);
}

UndoBar::UndoBar(ActQueue &acts, const Clock &clock, QWidget *parent)
    : Surface(Ground::Inverse, parent),
      m_acts(acts),
      m_clock(clock),
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
    m_ids->setObjectName(u"undoIds"_s);
    m_ids->setElide(Qt::ElideRight);
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
        m_result = false;
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
    connect(&m_acts, &ActQueue::dropped, this, [this](ActQueue::DropReason reason) {
        if (reason == ActQueue::DropReason::Undone)
            say(tr("Undone."), tr("Nothing was sent."), false);
        else if (reason != ActQueue::DropReason::Quit)
            say(tr("Dropped, not sent."),
                reason == ActQueue::DropReason::LinkLost ? tr("The link was lost before the time was up.")
                                                         : tr("The computer slept or its clock jumped."),
                true);
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
    QStringList ids;
    for (const TargetOutcome &target : outcome.targets)
        ids << target.target.id;
    say(outcomeSentence(outcome), ids.mid(0, 6).join(u", "_s) + (ids.size() > 6 ? u" …"_s : QString()), bad);
}

void UndoBar::say(const QString &result, const QString &detail, bool bad)
{
    m_result = true;
    m_bad = bad;
    m_title->setText(result);
    m_ids->setText(detail);
    m_away->start(kResultStays);
    follow();
}

void UndoBar::follow()
{
    const auto *waiting = last();
    if (waiting) {
        m_result = false;
        const double left = double((waiting->due - m_clock.sinceBoot()).count());
        m_left = left / kGrace;
        m_seconds = std::max(0, int(std::ceil(left / 1000)));
        size_t count = 0;
        for (const ActQueue::Waiting &one : m_acts.waiting())
            count += one.targets.size();
        const QString user = waiting->targets.empty() ? QString() : waiting->targets.front().user;
        const bool oneUser = std::ranges::all_of(waiting->targets, [&user](const Target &t) { return t.user == user; });
        const QString owner = oneUser && !user.isEmpty() ? tr(" of %1").arg(plaintext::cell(user, 40)) : QString();
        m_title->setText(count == 1
                             ? tr("Stopping 1 job%1 in %2 s").arg(owner, QString::number(m_seconds))
                             : tr("Stopping %1 jobs%2 in %3 s").arg(format::number(qint64(count)), owner, QString::number(m_seconds)));
        m_ids->setText(idsOf(waiting->targets));
    }
    m_note->setVisible(waiting);
    m_undo->setVisible(waiting);
    m_log->setVisible(!waiting);
    if (!waiting)
        m_second->stop();
    else if (!m_second->isActive())
        m_second->start();
    setVisible(waiting || m_result);
    update();
}

void UndoBar::paintEvent(QPaintEvent *event)
{
    Surface::paintEvent(event);
    const Theme &t = theme();
    QPainter painter(this);
    const int x = layoutDirection() == Qt::RightToLeft ? width() - 35 : 17;
    if (m_result) {
        drawIcon(painter, QRect(x, 0, 18, height()), m_bad ? "alert-warning" : "state-completed", t.surface.inverseText);
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
