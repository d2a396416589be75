// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/firstpage.h"

#include "widgets/icons.h"
#include "widgets/parts.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <cmath>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {

// A sea floor of a few hills; its level lines are what a chart shows.
double depth(double x, double y)
{
    const auto hill = [x, y](double cx, double cy, double rx, double ry, double high) {
        const double dx = (x - cx) / rx;
        const double dy = (y - cy) / ry;
        return high * std::exp(-(dx * dx + dy * dy));
    };
    return 22 - hill(0.12, 0.85, 0.30, 0.34, 19) + hill(0.55, 0.10, 0.34, 0.30, 24) - hill(0.98, 0.75, 0.22, 0.40, 15)
        + hill(0.85, 0.15, 0.2, 0.2, 9) + 4 * std::sin(5 * x + 2) * std::cos(4 * y);
}

void drawContours(QPainter &painter, const QSize &size)
{
    // Marching squares on a coarse grid: one straight piece a cell is enough at this step.
    constexpr double kStep = 8;
    constexpr double kBetween = 3;
    const double scale = 1.0 / size.width();
    const int columns = int(size.width() / kStep) + 1;
    const int rows = int(size.height() / kStep) + 1;
    std::vector<QLineF> lines;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const double x = column * kStep;
            const double y = row * kStep;
            const std::array corners{QPointF(x, y), QPointF(x + kStep, y), QPointF(x + kStep, y + kStep), QPointF(x, y + kStep)};
            std::array<double, 4> v{};
            for (size_t i = 0; i < 4; ++i)
                v[i] = depth(corners[i].x() * scale, corners[i].y() * scale * 1.4);
            const auto [low, high] = std::minmax_element(v.begin(), v.end());
            for (double level = std::ceil(*low / kBetween) * kBetween; level <= *high; level += kBetween) {
                std::array<QPointF, 4> cuts;
                size_t count = 0;
                for (size_t i = 0; i < 4; ++i) {
                    const size_t j = (i + 1) % 4;
                    if ((v[i] < level) == (v[j] < level))
                        continue;
                    const double t = (level - v[i]) / (v[j] - v[i]);
                    cuts[count++] = corners[i] + (corners[j] - corners[i]) * t;
                }
                for (size_t i = 0; i + 1 < count; i += 2)
                    lines.emplace_back(cuts[i], cuts[i + 1]);
            }
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().line.faint, 1));
    painter.drawLines(lines.data(), int(lines.size()));
    painter.setFont(textFont(TextSize::Caption));
    painter.setPen(theme().line.strong);
    for (int i = 0; i < 26; ++i) { // soundings, at places that look strewn and stay the same
        const double x = std::fmod(0.137 + i * 0.6180339887, 1.0);
        const double y = std::fmod(0.411 + i * 0.7548776662, 1.0);
        const bool behindWords = std::abs(x - 0.5) * size.width() < 380 && y > 0.1 && y < 0.8;
        if (behindWords)
            continue;
        const double metres = std::max(2.0, depth(x, y * size.height() * scale * 1.4));
        painter.drawText(QPointF(x * size.width(), y * size.height()), QString::number(int(metres)));
    }
}

class Card final : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme().line.normal, 1));
        painter.setBrush(theme().surface.raised);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    }
};

QWidget *commandRow(const char *icon, const QString &title, const QString &sentence, const QString &command)
{
    auto *row = new QWidget;
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(20, 12, 16, 12);
    line->setSpacing(px::kNormal);
    line->addWidget(new Glyph(icon, [] { return theme().text.secondary; }), 0, Qt::AlignTop);
    auto *words = new QVBoxLayout;
    words->setSpacing(4);
    words->addWidget(new Label(title, TextSize::Body, Tone::Primary, QFont::Medium));
    auto *said = new Label(sentence, TextSize::Small, Tone::Secondary);
    said->setWordWrap(true);
    words->addWidget(said);
    auto *box = new Surface(Ground::Sunken);
    box->setRadius(4);
    auto *inside = new QHBoxLayout(box);
    inside->setContentsMargins(10, 4, 4, 4);
    auto *text = new Label(command, TextSize::Mono, Tone::Primary);
    text->setSelectable();
    inside->addWidget(text, 1);
    auto *copy = new Button(Button::Kind::Ghost, "act-copy", QString());
    copy->setAccessibleName(FirstPage::tr("Copy the command"));
    copy->setToolTip(FirstPage::tr("Copy the command"));
    QObject::connect(copy, &QPushButton::clicked, copy, [command] { QGuiApplication::clipboard()->setText(command); });
    inside->addWidget(copy);
    words->addWidget(box);
    line->addLayout(words, 1);
    return row;
}

} // namespace

FirstPage::FirstPage(const QStringList &notes, QWidget *parent) : QWidget(parent)
{
    setObjectName(u"firstPage"_s);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(24, 24, 24, 24);
    outer->addStretch(2);
    auto *middle = new QWidget;
    middle->setMaximumWidth(640);
    auto *column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(px::kSection);
    auto *head = new QHBoxLayout;
    head->setSpacing(px::kLoose);
    head->addWidget(new Glyph("app-pilothouse", [] { return theme().text.primary; }, 56));
    auto *words = new QVBoxLayout;
    words->setSpacing(2);
    auto *title = new Label(tr("Where do your jobs run?"), TextSize::Figure, Tone::Primary, QFont::DemiBold);
    title->setObjectName(u"firstTitle"_s);
    words->addWidget(title);
    words->addWidget(new Label(tr("Nothing is installed there, and nothing is changed by looking."), TextSize::Body, Tone::Secondary));
    head->addLayout(words, 1);
    column->addLayout(head);

    auto *card = new Card;
    auto *rows = new QVBoxLayout(card);
    rows->setContentsMargins(0, 8, 0, 8);
    rows->setSpacing(0);
    rows->addWidget(commandRow("source-slurm", tr("Your cluster"),
                               tr("A profile file names the host as in ~/.ssh/config. It never holds a password."),
                               u"pilothouse --profile-file FILE"_s));
    rows->addWidget(commandRow("source-demo", tr("Look around on a real Slurm of your own"),
                               tr("From the source folder: starts a small cluster on this machine only, and opens the console on it."),
                               u"scripts/run --lab"_s));
    rows->addWidget(commandRow("act-log", tr("Without a window"), tr("Prints what the Jobs page would show, for scripts."),
                               u"pilothouse --profile-file FILE --list jobs"_s));
    column->addWidget(card);
    for (const QString &note : notes) {
        auto *said = new Label(note, TextSize::Small, Tone::Failed);
        said->setWordWrap(true);
        column->addWidget(said);
    }
    auto *centre = new QHBoxLayout;
    centre->addStretch(1);
    centre->addWidget(middle, 8);
    centre->addStretch(1);
    outer->addLayout(centre);
    outer->addStretch(3);
}

void FirstPage::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const qreal ratio = devicePixelRatioF();
    const QSize wanted = size() * ratio;
    if (m_contours.size() != wanted || m_dark != theme().dark) {
        m_dark = theme().dark;
        m_contours = QPixmap(wanted);
        m_contours.setDevicePixelRatio(ratio);
        m_contours.fill(theme().surface.page);
        QPainter inside(&m_contours);
        drawContours(inside, size());
    }
    painter.drawPixmap(0, 0, m_contours);
}

} // namespace pilothouse
