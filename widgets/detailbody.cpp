// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/detailbody.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {

constexpr int kKeyWidth = 84;

QString words(const DetailRow &row)
{
    return row.secondary.isEmpty() ? row.value : row.value + (row.secondary.startsWith(u'/') ? u" "_s : u" · "_s) + row.secondary;
}

bool sameShape(const DetailSection &a, const DetailSection &b)
{
    return a.title == b.title && a.folded == b.folded
        && std::ranges::equal(a.rows, b.rows, [](const DetailRow &one, const DetailRow &other) {
               return one.label == other.label && one.bar.has_value() == other.bar.has_value();
           });
}

} // namespace

class ThinBar final : public QWidget {
public:
    explicit ThinBar(double part)
    {
        setFixedHeight(4);
        setPart(part);
    }
    void setPart(double part)
    {
        m_part = part;
        update();
    }

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
    double m_part = 0;
};

DetailBody::DetailBody(std::vector<DetailSection> sections, QSet<QString> &open) : m_open(open), m_sections(std::move(sections))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 16);
    column->setSpacing(px::kLoose);
    for (size_t i = 0; i < m_sections.size(); ++i)
        m_blocks.push_back(addSection(m_sections[i], column, i));
    column->addStretch(1);
}

bool DetailBody::follow(const std::vector<DetailSection> &sections)
{
    if (!std::ranges::equal(sections, m_sections, sameShape))
        return false;
    for (size_t s = 0; s < sections.size(); ++s) {
        if (m_blocks[s].note)
            m_blocks[s].note->setText(sections[s].note);
        for (size_t r = 0; r < sections[s].rows.size(); ++r) {
            const DetailRow &row = sections[s].rows[r];
            if (row == m_sections[s].rows[r])
                continue;
            const Line &line = m_blocks[s].lines[r];
            line.value->setText(words(row));
            line.value->setAccessibleName(row.label + u' ' + line.value->text());
            if (line.bar)
                line.bar->setPart(*row.bar);
        }
    }
    m_sections = sections;
    return true;
}

DetailBody::Block DetailBody::addSection(const DetailSection &section, QVBoxLayout *body, size_t number)
{
    Block made;
    auto *block = new QWidget;
    auto *column = new QVBoxLayout(block);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(px::kTight);
    QWidget *rows = addRows(section, number, made);
    if (!section.title.isEmpty()) {
        auto *head = new QHBoxLayout;
        head->addWidget(new Label(section.title, TextSize::Small, Tone::Primary, QFont::DemiBold));
        head->addStretch(1);
        made.note = new Label(section.note, TextSize::Caption, Tone::Tertiary);
        made.note->setObjectName(u"note-%1"_s.arg(number));
        head->addWidget(made.note);
        if (section.folded)
            addFold(section, rows, head, number);
        column->addLayout(head);
    }
    column->addWidget(rows);
    body->addWidget(block);
    return made;
}

void DetailBody::addFold(const DetailSection &section, QWidget *rows, QLayout *head, size_t number)
{
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

QWidget *DetailBody::addRows(const DetailSection &section, size_t number, Block &block)
{
    auto *rows = new QWidget;
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
        ThinBar *bar = row.bar ? new ThinBar(*row.bar) : nullptr;
        if (bar) {
            bar->setObjectName(u"bar-%1-%2"_s.arg(number).arg(i));
            grid->addWidget(bar, line++, 1);
        }
        block.lines.push_back({value, bar});
    }
    return rows;
}

} // namespace pilothouse
