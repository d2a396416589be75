// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/detailpanel.h"

#include "models/errortext.h"
#include "models/format.h"
#include "models/plaintext.h"
#include "widgets/icons.h"
#include "widgets/sourcebar.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {

constexpr int kKeyWidth = 84;
constexpr int kAskAgain = 15; // seconds, for a job that runs

QString words(const DetailRow &row)
{
    return row.secondary.isEmpty() ? row.value : row.value + (row.secondary.startsWith(u'/') ? u" "_s : u" · "_s) + row.secondary;
}

class ThinBar final : public QWidget {
public:
    explicit ThinBar(double part) : m_part(part) { setFixedHeight(4); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), theme().surface.sunken);
        const int filled = int(width() * std::clamp(m_part, 0.0, 1.0));
        const bool rtl = layoutDirection() == Qt::RightToLeft;
        painter.fillRect(QRect(rtl ? width() - filled : 0, 0, filled, height()),
                         m_part >= 0.9 ? theme().mark.pending : theme().text.tertiary);
    }

private:
    double m_part;
};

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
    showJob(std::nullopt);
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
        const int row = m_key ? m_console.jobs->rowOf(*m_key) : -1;
        if (row >= 0)
            emit stopWanted(m_console.jobs->targets({row}));
    });
}

JobContext DetailPanel::context() const
{
    return {*m_shown->snapshot, m_console.clock->now(), m_shown->source, m_shown->stale};
}

void DetailPanel::showJob(std::optional<JobKey> key)
{
    if (key != m_key) {
        m_key = key;
        m_detail.reset();
        m_detailError.reset();
        m_asking = false;
        m_shown.reset();
        m_filled.clear();
        m_scroll->verticalScrollBar()->setValue(0);
    }
    refresh();
}

void DetailPanel::refresh()
{
    const int row = m_key ? m_console.jobs->rowOf(*m_key) : -1;
    if (row >= 0) {
        const QModelIndex index = m_console.jobs->index(row, int(JobColumn::Id));
        const auto source
            = std::ranges::find_if(m_console.sources, [this](const ConsoleSource &s) { return s.info.index == m_key->source; });
        const bool first = !m_shown;
        m_shown = Shown{*m_console.jobs->job(row),
                        m_console.jobs->snapshotOf(row),
                        {},
                        index.data().toString(),
                        RowKind(index.data(KindRole).toInt()) == RowKind::Array,
                        index.data(StaleRole).toBool(),
                        false};
        if (source != m_console.sources.end()) {
            m_shown->source = source->info.name;
            m_shown->readOnly = source->info.readOnly;
        }
        if (first && isVisible())
            ask();
    }
    const bool any = m_shown.has_value();
    m_headGround->setVisible(any);
    findChild<QWidget *>(u"detailTab"_s)->setVisible(any);
    m_scroll->setVisible(any);
    m_nothing->setVisible(!any);
    if (!any)
        return;
    head();
    fill();
}

void DetailPanel::head()
{
    const Job &job = m_shown->job;
    const QDateTime now = m_console.clock->now();
    const int row = m_console.jobs->rowOf(*m_key);
    const Look look = row >= 0 ? Look(m_console.jobs->index(row, 0).data(LookRole).toInt()) : Look::Unknown;
    m_glyph->show(stateIcon(look), [look, stale = m_shown->stale] { return stale ? theme().text.secondary : stateColour(look); });
    m_name->setText(plaintext::cell(m_shown->snapshot->words->bytes(job.name), 400));
    m_ids->setText(
        QStringList{plaintext::cell(m_shown->source, 40), m_shown->idText, plaintext::cell(m_shown->snapshot->words->bytes(job.user), 40)}
            .join(u" · "_s));
    m_state->setText(row >= 0 ? m_console.jobs->index(row, int(JobColumn::State)).data().toString() : tr("Not on the page any more"));
    const QString age = format::age(std::chrono::milliseconds(std::max<qint64>(0, m_shown->snapshot->at.msecsTo(now))));
    m_age->setText(m_shown->stale ? tr("%1 old").arg(age) : age);
    m_age->setTone(m_shown->stale ? Tone::Failed : Tone::Tertiary);
    m_headGround->setHatched(m_shown->stale);
    const bool over = hasEnded(job.state) && !m_shown->array;
    const QString why = m_shown->readOnly ? tr("This profile is read-only.")
        : m_shown->stale                  ? tr("Stop needs the link.")
        : over                            ? tr("This job has ended.")
        : row < 0                         ? tr("The filter hides this job, or it has gone.")
        : look == Look::Stopping          ? tr("A stop waits already.")
                                          : QString();
    m_stop->setEnabled(why.isEmpty());
    m_stop->setText(m_shown->array ? tr("Stop array…") : tr("Stop"));
    m_stop->setToolTip(why.isEmpty() ? tr("Stop (S); 5 seconds to undo") : why);
    m_stop->setAccessibleDescription(why);
}

void DetailPanel::fill()
{
    std::vector<DetailSection> sections = detailOf(m_shown->job, context(), m_detail ? &*m_detail : nullptr);
    if (!m_detail && m_detailError) {
        const ErrorText text = errorText(*m_detailError);
        sections.push_back(
            {.title = tr("More could not be read"), .rows = {{tr("Why"), text.title, {}, {}}, {tr("Try"), text.advice, {}, {}}}});
    }
    if (m_body && sections == m_filled)
        return;
    // Same shape: only words change, so that a selection of text and the focus survive the passing of time.
    const bool shape = m_body && sections.size() == m_filled.size()
        && std::ranges::equal(sections, m_filled, [](const DetailSection &a, const DetailSection &b) {
                           return a.title == b.title && std::ranges::equal(a.rows, b.rows, {}, &DetailRow::label, &DetailRow::label);
                       });
    m_filled = sections;
    if (shape) {
        for (size_t s = 0; s < sections.size(); ++s) {
            for (size_t r = 0; r < sections[s].rows.size(); ++r) {
                const DetailRow &row = sections[s].rows[r];
                if (auto *value = m_body->findChild<Label *>(u"value-%1-%2"_s.arg(s).arg(r)))
                    value->setText(words(row));
            }
        }
        return;
    }
    const int at = m_scroll->verticalScrollBar()->value();
    m_body = new QWidget;
    auto *column = new QVBoxLayout(m_body);
    column->setContentsMargins(16, 14, 16, 16);
    column->setSpacing(px::kLoose);
    m_scroll->setWidget(m_body);
    m_body->setAutoFillBackground(false); // setWidget turns it on; the panel's own ground is meant
    for (const DetailSection &section : sections)
        addSection(section);
    column->addStretch(1);
    m_scroll->verticalScrollBar()->setValue(at);
}

void DetailPanel::addSection(const DetailSection &section)
{
    const auto number = m_body->layout()->count();
    auto *block = new QWidget;
    auto *column = new QVBoxLayout(block);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(px::kTight);
    auto *rows = new QWidget;
    if (!section.title.isEmpty()) {
        auto *head = new QHBoxLayout;
        head->addWidget(new Label(section.title, TextSize::Small, Tone::Primary, QFont::DemiBold));
        head->addStretch(1);
        head->addWidget(new Label(section.note, TextSize::Caption, Tone::Tertiary));
        if (section.folded) {
            const bool open = m_open.contains(section.title);
            auto *fold = new Button(Button::Kind::Ghost, open ? "chevron-down" : "chevron-right", QString());
            fold->setObjectName(u"fold-%1"_s.arg(number));
            fold->setAccessibleName(section.title);
            fold->setFixedHeight(22);
            head->addWidget(fold);
            rows->setVisible(open);
            connect(fold, &QPushButton::clicked, rows, [this, rows, fold, title = section.title] {
                const bool show = rows->isHidden();
                rows->setVisible(show);
                show ? void(m_open.insert(title)) : void(m_open.remove(title));
                fold->setIconName(show ? "chevron-down" : "chevron-right");
            });
        }
        column->addLayout(head);
    }
    auto *grid = new QGridLayout(rows);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(px::kTight);
    grid->setVerticalSpacing(6);
    grid->setColumnMinimumWidth(0, kKeyWidth);
    grid->setColumnStretch(1, 1);
    int line = 0;
    for (size_t i = 0; i < section.rows.size(); ++i) {
        const DetailRow &row = section.rows[i];
        auto *key = new Label(row.label, TextSize::Small, Tone::Secondary);
        if (section.folded)
            key->setElide(Qt::ElideRight);
        grid->addWidget(key, line, 0, Qt::AlignTop);
        auto *value = new Label(words(row), TextSize::Small, Tone::Primary);
        value->setObjectName(u"value-%1-%2"_s.arg(number).arg(i));
        value->setAccessibleName(row.label + u' ' + value->text());
        value->setSelectable();
        value->setWordWrap(true);
        value->setMinimumWidth(40);
        grid->addWidget(value, line++, 1);
        if (row.bar)
            grid->addWidget(new ThinBar(*row.bar), line++, 1);
    }
    column->addWidget(rows);
    static_cast<QVBoxLayout *>(m_body->layout())->addWidget(block);
}

void DetailPanel::ask()
{
    if (!m_console.fetchDetail || !m_shown || m_asking || m_shown->stale)
        return;
    m_asking = true;
    m_askedAgo = 0;
    m_console.fetchDetail(m_shown->job, [self = QPointer(this), key = *m_key](Result<JobDetail> got) {
        if (!self || self->m_key != key)
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

void DetailPanel::tick()
{
    if (!m_shown || !isVisible())
        return;
    if (++m_askedAgo >= kAskAgain && isActive(m_shown->job.state))
        ask();
    refresh(); // the link may have gone without a new row
}

void DetailPanel::showEvent(QShowEvent *event)
{
    Surface::showEvent(event);
    if (m_shown && !m_detail)
        ask();
}

void DetailPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        emit closeWanted();
    else
        Surface::keyPressEvent(event);
}

} // namespace pilothouse
