// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/detailpanel.h"

#include "models/errortext.h"
#include "models/format.h"
#include "models/plaintext.h"
#include "widgets/detailbody.h"
#include "widgets/icons.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {

constexpr auto kAskAgain = std::chrono::seconds(15); // for a job that runs
constexpr auto kAskAfter = std::chrono::milliseconds(250); // how long one stays at a row that is looked at

class Tab final : public QWidget { // the one that works so far
public:
    explicit Tab(const QString &title) : m_title(title) { setFixedHeight(px::kTab); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &t = theme();
        QPainter painter(this);
        painter.fillRect(0, height() - 1, width(), 1, t.line.normal);
        painter.setFont(textFont(TextSize::Small, QFont::DemiBold));
        painter.setPen(t.text.primary);
        const int wide = QFontMetrics(painter.font()).horizontalAdvance(m_title);
        const int x = layoutDirection() == Qt::RightToLeft ? width() - 16 - wide : 16;
        painter.drawText(QRect(x, 0, wide + 2, height()), int(Qt::AlignVCenter), m_title);
        painter.fillRect(x, height() - 2, wide, 2, t.accent.base);
    }

private:
    QString m_title;
};

} // namespace

DetailPanel::DetailPanel(const Console &console, QWidget *parent)
    : Surface(Ground::Panel, parent),
      m_console(console),
      m_headGround(new Surface(Ground::Panel)),
      m_glyph(new Glyph("state-unknown", [] { return theme().text.secondary; })),
      m_name(new Label({}, TextSize::Heading, Tone::Primary, QFont::DemiBold)),
      m_age(new Label({}, TextSize::Caption, Tone::Tertiary)),
      m_ids(new Label({}, TextSize::Small, Tone::Secondary)),
      m_state(new Label({}, TextSize::Small, Tone::Primary, QFont::Medium)),
      m_stop(new Button(Button::Kind::Outline, "act-stop", tr("Stop"))),
      m_scroll(new QScrollArea),
      m_nothing(new Label(tr("Choose a job to see it here."), TextSize::Body, Tone::Tertiary))
{
    setObjectName(u"detailPanel"_s);
    setFixedWidth(px::kDetail);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    buildHead(column);
    m_scroll->setObjectName(u"detailScroll"_s);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setAccessibleName(tr("Summary of the job"));
    m_scroll->viewport()->setAutoFillBackground(false);
    column->addWidget(m_scroll, 1);
    m_nothing->setAlignment(Qt::AlignCenter);
    column->addWidget(m_nothing, 1);
    m_askSoon.setSingleShot(true);
    m_askSoon.setInterval(kAskAfter);
    connect(&m_askSoon, &QTimer::timeout, this, &DetailPanel::ask);
}

void DetailPanel::buildHead(QVBoxLayout *column)
{
    auto *head = new QVBoxLayout(m_headGround);
    head->setContentsMargins(16, 12, 12, 2);
    head->setSpacing(px::kTight);
    auto *first = new QHBoxLayout;
    first->setSpacing(px::kTight);
    first->addWidget(m_glyph);
    m_name->setObjectName(u"detailName"_s);
    m_name->setElide(Qt::ElideMiddle);
    m_name->setSelectable();
    first->addWidget(m_name, 1);
    m_age->setObjectName(u"detailAge"_s);
    first->addWidget(m_age);
    head->addLayout(first);
    m_ids->setObjectName(u"detailIds"_s);
    m_ids->setSelectable();
    m_ids->setElide(Qt::ElideMiddle);
    head->addWidget(m_ids);
    auto *acts = new QHBoxLayout;
    acts->setSpacing(px::kTight);
    m_stop->setObjectName(u"detailStop"_s);
    m_stop->setAccessibleName(tr("Stop this job"));
    acts->addWidget(m_stop);
    m_state->setObjectName(u"detailState"_s);
    m_state->setElide(Qt::ElideRight);
    acts->addWidget(m_state, 1);
    auto *close = new Button(Button::Kind::Ghost, "act-close", QString());
    close->setObjectName(u"detailClose"_s);
    close->setAccessibleName(tr("Close the detail"));
    close->setToolTip(tr("Close the detail (Ctrl+I)"));
    acts->addWidget(close);
    head->addLayout(acts);
    column->addWidget(m_headGround);
    auto *tab = new Tab(tr("Summary"));
    tab->setObjectName(u"detailTab"_s);
    column->addWidget(tab);
    connect(close, &QPushButton::clicked, this, &DetailPanel::closeWanted);
    connect(m_stop, &QPushButton::clicked, this, [this] {
        if (row() >= 0)
            emit stopWanted(m_console.jobs->targets({row()}));
    });
}

// What is gone keeps the time at which it was last seen, as what is behind a lost link does.
JobContext DetailPanel::context() const
{
    return {*m_shown->snapshot, m_console.clock->now(), m_shown->source, m_shown->lost || m_shown->gone};
}

int DetailPanel::row() const
{
    return m_key ? m_console.jobs->rowOf(*m_key, m_rest) : -1;
}

void DetailPanel::showJob(std::optional<JobKey> key, bool rest)
{
    if (key != m_key || rest != m_rest) {
        m_key = key;
        m_rest = rest;
        m_detail.reset();
        m_detailError.reset();
        m_asking = false;
        m_shown.reset();
        m_scroll->verticalScrollBar()->setValue(0);
    }
    refresh();
}

// The job as its row has it; without a row as the source's last list has it, for a filter or a fold hides rows and ends nothing.
void DetailPanel::look()
{
    const auto source = std::ranges::find_if(m_console.sources, [this](const ConsoleSource &s) { return s.info.index == m_key->source; });
    if (source == m_console.sources.end())
        return;
    const Feed::Link link = source->feed->link();
    const bool lost = link == Feed::Link::Lost || link == Feed::Link::NeedsPerson;
    if (const int at = row(); at >= 0) {
        const QModelIndex index = m_console.jobs->index(at, int(JobColumn::Id));
        m_shown = Shown{.job = *m_console.jobs->job(at),
                        .snapshot = m_console.jobs->snapshotOf(at),
                        .source = source->info.name,
                        .idText = index.data().toString(),
                        .array = RowKind(index.data(KindRole).toInt()) == RowKind::Array,
                        .onPage = true,
                        .gone = false,
                        .lost = lost,
                        .readOnly = source->info.readOnly};
        return;
    }
    if (!m_shown)
        return;
    m_shown->onPage = false;
    m_shown->lost = lost;
    const SnapshotPtr &last = source->feed->last();
    if (!last)
        return;
    auto found = std::ranges::lower_bound(last->jobs, *m_key, {}, &Job::key);
    if ((found == last->jobs.end() || found->key != *m_key) && m_shown->array) // without a waiting rest its first task stands for it
        found = std::ranges::lower_bound(last->jobs, JobKey{m_key->job, 0, m_key->source}, {}, &Job::key);
    m_shown->gone = found == last->jobs.end() || (found->key != *m_key && !(m_shown->array && found->key.job == m_key->job));
    if (m_shown->gone)
        return;
    m_shown->job = *found;
    m_shown->snapshot = last;
    if (!m_shown->array)
        m_shown->idText = jobIdText(*found, *last->words);
}

// By the boot clock, as far as it can be: a wall clock that is set makes nothing younger.
std::chrono::milliseconds DetailPanel::ageOf(const Snapshot &snapshot) const
{
    for (const ConsoleSource &source : m_console.sources) {
        if (source.info.index == snapshot.source && source.feed->last())
            return source.feed->age() + std::chrono::milliseconds(std::max<qint64>(0, snapshot.at.msecsTo(source.feed->last()->at)));
    }
    return {};
}

void DetailPanel::refresh()
{
    if (!isVisible())
        return;
    const auto before = m_shown ? std::optional(m_shown->job.state) : std::nullopt;
    if (m_key)
        look();
    if (m_shown)
        m_shown->age = ageOf(*m_shown->snapshot);
    const bool any = m_shown.has_value();
    m_headGround->setVisible(any);
    findChild<QWidget *>(u"detailTab"_s)->setVisible(any);
    m_scroll->setVisible(any);
    m_nothing->setVisible(!any);
    if (!any) {
        m_askSoon.stop();
        return;
    }
    head();
    fill();
    if (before != m_shown->job.state) // it is new here, or it started or ended
        m_askSoon.start();
    else if (!m_askSoon.isActive() && isActive(m_shown->job.state) && m_console.clock->sinceBoot() - m_askedAt >= kAskAgain)
        ask();
}

void DetailPanel::head()
{
    const Job &job = m_shown->job;
    const TextPool &texts = *m_shown->snapshot->words;
    const int at = row();
    const Look look = at >= 0 ? Look(m_console.jobs->index(at, 0).data(LookRole).toInt()) : lookOf(job, texts);
    const bool old = m_shown->lost || m_shown->gone;
    m_glyph->show(stateIcon(look), [look, old] { return old ? theme().text.secondary : stateColour(look); });
    m_name->setText(plaintext::cell(texts.bytes(job.name), 400));
    m_ids->setText(
        QStringList{plaintext::cell(m_shown->source, 40), m_shown->idText, plaintext::cell(texts.bytes(job.user), 40)}.join(u" · "_s));
    m_state->setText(m_shown->gone ? tr("Not in the queue any more")
                         : at >= 0 ? m_console.jobs->index(at, int(JobColumn::State)).data().toString()
                                   : tr("%1 · hidden here").arg(stateWord(job, texts)));
    const QString age = format::age(m_shown->age);
    m_age->setText(old ? tr("%1 old").arg(age) : age);
    m_age->setTone(old ? Tone::Failed : Tone::Tertiary);
    m_headGround->setHatched(old);
    const QString why = whyNoStop(look);
    m_stop->setEnabled(why.isEmpty());
    m_stop->setText(m_shown->array ? tr("Stop array…") : tr("Stop"));
    m_stop->setToolTip(why.isEmpty() ? tr("Stop (S); 5 seconds to undo") : why);
    m_stop->setAccessibleDescription(why);
}

QString DetailPanel::whyNoStop(Look look) const
{
    return m_shown->readOnly                              ? tr("This profile is read-only.")
        : m_shown->lost                                   ? tr("Stop needs the link.")
        : hasEnded(m_shown->job.state) && !m_shown->array ? tr("This job has ended.")
        : m_shown->gone                                   ? tr("This job has left the queue.")
        : !m_shown->onPage                                ? tr("The filter or a fold hides this job.")
        : look == Look::Stopping                          ? tr("A stop waits already.")
                                                          : QString();
}

void DetailPanel::fill()
{
    std::vector<DetailSection> sections = detailOf(m_shown->job, context(), m_detail ? &*m_detail : nullptr);
    if (!m_detail && m_detailError) {
        const ErrorText text = errorText(*m_detailError);
        sections.push_back(
            {.title = tr("More could not be read"), .rows = {{tr("Why"), text.title, {}, {}}, {tr("Try"), text.advice, {}, {}}}});
    }
    if (m_body && m_body->follow(sections))
        return;
    // Made whole before it is put in: the scroll area forgets its place, and takes its range from what it is given.
    const int at = m_scroll->verticalScrollBar()->value();
    const QWidget *focused = m_body && m_body->isAncestorOf(focusWidget()) ? focusWidget() : nullptr;
    const QString focus = focused ? focused->objectName() : QString();
    m_body = new DetailBody(std::move(sections), m_open);
    m_scroll->setWidget(m_body);
    m_body->setAutoFillBackground(false); // setWidget turns it on; the panel's own ground is meant
    m_scroll->verticalScrollBar()->setValue(at);
    if (auto *again = focus.isEmpty() ? nullptr : m_body->findChild<QWidget *>(focus))
        again->setFocus();
}

void DetailPanel::ask()
{
    if (!m_console.fetchDetail || !m_shown || m_asking || m_shown->lost || m_shown->gone || !isVisible())
        return;
    m_asking = true;
    m_askedAt = m_console.clock->sinceBoot();
    m_console.fetchDetail(m_shown->job, [self = QPointer(this), key = *m_key, rest = m_rest](Result<JobDetail> got) {
        if (!self || self->m_key != key || self->m_rest != rest)
            return; // another job is shown by now
        self->m_asking = false;
        if (got) {
            self->m_detail = std::move(*got);
            self->m_detailError.reset();
        } else {
            self->m_detailError = got.error(); // what was known stays
        }
        self->refresh();
    });
}

void DetailPanel::showEvent(QShowEvent *event)
{
    Surface::showEvent(event);
    refresh();
    if (m_shown && !m_detail)
        m_askSoon.start();
}

void DetailPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        emit closeWanted();
    else
        Surface::keyPressEvent(event);
}

} // namespace pilothouse
