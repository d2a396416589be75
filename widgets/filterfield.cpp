// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/filterfield.h"

#include "widgets/icons.h"
#include "widgets/style.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTextCharFormat>
#include <QTimer>

#include <cmath>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {

// A painter takes what its font leaves open from the widget's: here the wide spaces between tokens.
QFont hintFont(TextSize size)
{
    QFont font = textFont(size);
    font.setWordSpacing(0);
    return font;
}

constexpr int kTextAt = 38; // behind the glyph
constexpr int kPadding = 5;
constexpr int kProposalsShown = 8;

// What a proposal is, and what it means at the right.
class ProposalDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &t = theme();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, t.surface.selection);
        const QRect in = option.rect.adjusted(10, 0, -10, 0);
        painter->setFont(textFont(TextSize::Mono));
        painter->setPen(t.text.primary);
        const QString text = index.data().toString();
        painter->drawText(in, int(Qt::AlignVCenter | Qt::AlignLeft), text);
        const int used = QFontMetrics(painter->font()).horizontalAdvance(text) + 16;
        painter->setFont(textFont(TextSize::Small));
        painter->setPen(t.text.tertiary);
        painter->drawText(in.adjusted(used, 0, 0, 0), int(Qt::AlignVCenter | Qt::AlignRight),
                          QFontMetrics(painter->font()).elidedText(index.data(Qt::UserRole).toString(), Qt::ElideRight, in.width() - used));
    }
    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return {100, 26}; }
};

} // namespace

FilterField::FilterField(QWidget *parent) : QLineEdit(parent), m_popup(new QListWidget(this)), m_pause(new QTimer(this))
{
    setObjectName(u"filterField"_s);
    setAccessibleName(tr("Filter"));
    setAccessibleDescription(tr("For example: user:me state:pending gpu>=4 waited>2h"));
    setProperty("plain", true);
    setFrame(false);
    setFixedHeight(28);
    setLayoutDirection(Qt::LeftToRight); // a formal language
    QFont font = textFont(TextSize::Mono);
    font.setWordSpacing(8); // room for the tokens' edges
    setFont(font);
    setTextMargins(kTextAt - 2, 0, 8, 0);
    m_pause->setSingleShot(true);
    m_pause->setInterval(150);
    connect(m_pause, &QTimer::timeout, this, &FilterField::tellNow);
    connect(this, &QLineEdit::textChanged, this, &FilterField::textWasChanged);
    connect(this, &QLineEdit::textEdited, this, &FilterField::offer);
    connect(this, &QLineEdit::cursorPositionChanged, this, [this] {
        colourTokens();
        update();
    });

    m_popup->setObjectName(u"filterProposals"_s);
    m_popup->setWindowFlags(Qt::ToolTip | Qt::FramelessWindowHint);
    m_popup->setFocusPolicy(Qt::NoFocus);
    m_popup->setFocusProxy(this);
    m_popup->setAttribute(Qt::WA_ShowWithoutActivating);
    m_popup->setItemDelegate(new ProposalDelegate(m_popup));
    m_popup->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_popup->setAccessibleName(tr("Proposals"));
    connect(m_popup, &QListWidget::itemClicked, this, [this](QListWidgetItem *item) { take(m_popup->row(item)); });
}

bool FilterField::completing() const
{
    return m_popup->isVisible();
}

void FilterField::setError(const std::optional<FilterError> &error)
{
    if (m_error == error)
        return;
    m_error = error;
    update();
}

void FilterField::tellNow()
{
    m_pause->stop();
    if (m_told == text() && !m_told.isNull())
        return;
    m_told = text();
    emit filterChanged(text());
}

void FilterField::showTokens()
{
    m_pause->stop();
    m_told = text();
    m_tokens = filterTokens(text());
    colourTokens();
    update();
}

void FilterField::textWasChanged()
{
    m_tokens = filterTokens(text());
    colourTokens();
    m_pause->start();
    update();
}

// The '#' of a token that is off is drawn as its dashes; the character itself shows only while one edits there.
bool FilterField::markHidden(const FilterToken &token) const
{
    return token.off && !(hasFocus() && cursorPosition() >= token.at && cursorPosition() <= token.end());
}

// QLineEdit takes formats for parts of its text only the way input methods send them.
void FilterField::colourTokens()
{
    if (m_colouring)
        return;
    m_colouring = true;
    const Theme &t = theme();
    QList<QInputMethodEvent::Attribute> all;
    const auto colour = [&](int from, int length, const QColor &with) {
        QTextCharFormat format;
        format.setForeground(with);
        if (length > 0)
            all << QInputMethodEvent::Attribute(QInputMethodEvent::TextFormat, from - cursorPosition(), length, format);
    };
    for (const FilterToken &token : m_tokens) {
        const int key = token.keyLength + token.opLength;
        if (token.off) {
            colour(token.at, 1, markHidden(token) ? QColor(Qt::transparent) : t.text.tertiary);
            colour(token.keyAt(), token.length - 1, t.text.secondary);
        } else if (token.kind == FilterToken::Kind::Term) {
            colour(token.at, key, t.text.secondary);
        }
    }
    QInputMethodEvent event(QString(), all);
    QApplication::sendEvent(this, &event);
    m_colouring = false;
}

qreal FilterField::xOf(int position) const
{
    // The scroll of a QLineEdit is only told by where its cursor stands.
    const QFontMetricsF metrics(font());
    const qreal cursor = cursorRect().x() + cursorRect().width() / 2.0 - metrics.horizontalAdvance(text().left(cursorPosition()));
    return cursor + metrics.horizontalAdvance(text().left(position));
}

void FilterField::paintEvent(QPaintEvent *event)
{
    const Theme &t = theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.surface.sunken);
    painter.drawRoundedRect(rect(), px::kRadius, px::kRadius);
    painter.setRenderHint(QPainter::Antialiasing, false);
    drawIcon(painter, QRect(8, 0, 16, height()), "act-filter", t.text.secondary);

    painter.setClipRect(rect().adjusted(kTextAt - kPadding - 2, 0, -6, 0));
    painter.setRenderHint(QPainter::Antialiasing);
    for (const FilterToken &token : m_tokens) {
        if (token.kind == FilterToken::Kind::Open || token.kind == FilterToken::Kind::Close || token.kind == FilterToken::Kind::Or
            || token.kind == FilterToken::Kind::Not)
            continue;
        const qreal from = xOf(markHidden(token) ? token.keyAt() : token.at) - kPadding;
        const QRectF box(std::round(from) + 0.5, 4.5, std::round(xOf(token.end()) + kPadding - from) - 1, height() - 9);
        const bool wrong = m_error && token.at < m_error->at + std::max(1, m_error->length) && token.end() > m_error->at;
        if (token.off) {
            QPen pen(t.line.tick, 1);
            pen.setDashPattern({3, 2});
            painter.setPen(pen);
            painter.setBrush(Qt::NoBrush);
        } else {
            painter.setPen(wrong ? QPen(t.state.failed, 1) : QPen(Qt::NoPen));
            painter.setBrush(wrong ? t.soft.failed : t.surface.raised);
        }
        painter.drawRoundedRect(box, 3, 3);
    }
    painter.setClipping(false);
    const bool focused = hasFocus();
    if (!focused && text().isEmpty()) {
        painter.setFont(hintFont(TextSize::Small));
        painter.setPen(t.text.tertiary);
        painter.drawText(rect().adjusted(kTextAt, 0, -40, 0), int(Qt::AlignVCenter | Qt::AlignLeft),
                         tr("Filter: user:me state:pending gpu>=4 name~resnet waited>2h"));
    }
    const bool off = std::ranges::any_of(m_tokens, &FilterToken::off);
    int right = width() - 10;
    if (!focused) { // the key that leads here
        const QRect key(right - 16, 6, 16, 16);
        painter.setPen(QPen(t.line.strong, 1));
        painter.setBrush(t.surface.raised);
        painter.drawRoundedRect(QRectF(key).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        painter.setFont(textFont(TextSize::Caption));
        painter.setPen(t.text.secondary);
        painter.drawText(key, int(Qt::AlignCenter), u"/"_s);
        right = key.left() - 8;
    }
    if (off) {
        painter.setFont(hintFont(TextSize::Caption));
        const QString hint = tr("Dashed tokens are off; click to use them");
        const int room = right - int(xOf(int(text().size()))) - 20;
        if (QFontMetrics(painter.font()).horizontalAdvance(hint) < room) {
            painter.setPen(t.text.tertiary);
            painter.drawText(QRect(0, 0, right, height()), int(Qt::AlignVCenter | Qt::AlignRight), hint);
        }
    }
    painter.end();
    QPalette p = palette();
    if (p.color(QPalette::Base) != Qt::transparent) {
        p.setColor(QPalette::Base, Qt::transparent);
        setPalette(p);
    }
    QLineEdit::paintEvent(event);
    if (focused) {
        QPainter ring(this);
        drawFocusRing(ring, rect());
    }
}

const FilterToken *FilterField::tokenAt(const QPoint &at) const
{
    for (const FilterToken &token : m_tokens) {
        if (at.x() >= xOf(token.at) - kPadding && at.x() <= xOf(token.end()) + kPadding)
            return &token;
    }
    return nullptr;
}

void FilterField::mousePressEvent(QMouseEvent *event)
{
    const FilterToken *token = tokenAt(event->position().toPoint());
    const bool wanted = token && (token->off || event->modifiers().testFlag(Qt::ControlModifier));
    if (event->button() == Qt::LeftButton && wanted) {
        setText(withToggledToken(text(), *token));
        tellNow();
        return;
    }
    QLineEdit::mousePressEvent(event);
}

void FilterField::offer()
{
    m_proposals = m_known ? completeFilter(text(), cursorPosition(), m_known()) : QList<Proposal>();
    m_popup->clear();
    for (const Proposal &proposal : m_proposals) {
        auto *item = new QListWidgetItem(proposal.text, m_popup);
        item->setData(Qt::UserRole, proposal.hint);
    }
    if (m_proposals.isEmpty() || !hasFocus()) {
        m_popup->hide();
        return;
    }
    const int rows = std::min(kProposalsShown, int(m_proposals.size()));
    m_popup->resize(420, rows * 26 + 2 * m_popup->frameWidth());
    m_popup->move(mapToGlobal(QPoint(int(xOf(m_proposals.front().at)) - 10, height() + 4)));
    m_popup->setCurrentRow(-1);
    m_popup->show();
}

void FilterField::take(int row)
{
    if (row < 0 || row >= m_proposals.size())
        return;
    const Proposal chosen = m_proposals[row];
    m_popup->hide();
    QString next = text();
    next.replace(chosen.at, chosen.length, chosen.text);
    setText(next);
    setCursorPosition(chosen.at + int(chosen.text.size()));
    offer();
}

void FilterField::keyPressEvent(QKeyEvent *event)
{
    const bool open = m_popup->isVisible();
    switch (event->key()) {
    case Qt::Key_Down:
    case Qt::Key_Up: {
        if (!open && event->key() == Qt::Key_Down) {
            tellNow();
            emit left();
            return;
        }
        if (!open)
            break;
        const int step = event->key() == Qt::Key_Down ? 1 : -1;
        m_popup->setCurrentRow(std::clamp(m_popup->currentRow() + step, 0, m_popup->count() - 1));
        return;
    }
    case Qt::Key_Tab:
        if (open) {
            take(std::max(0, m_popup->currentRow()));
            return;
        }
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (open && m_popup->currentRow() >= 0) {
            take(m_popup->currentRow());
            return;
        }
        m_popup->hide();
        tellNow();
        return;
    case Qt::Key_Escape:
        if (open)
            m_popup->hide();
        else
            emit left();
        return;
    default:
        break;
    }
    QLineEdit::keyPressEvent(event);
}

bool FilterField::focusNextPrevChild(bool next)
{
    return !m_popup->isVisible() && QLineEdit::focusNextPrevChild(next);
}

void FilterField::focusInEvent(QFocusEvent *event)
{
    QLineEdit::focusInEvent(event);
    colourTokens();
    update();
}

void FilterField::focusOutEvent(QFocusEvent *event)
{
    m_popup->hide();
    QLineEdit::focusOutEvent(event);
    colourTokens();
    update();
}

void FilterField::changeEvent(QEvent *event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_colouring)
        colourTokens();
}

} // namespace pilothouse
