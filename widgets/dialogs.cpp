// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs.h"

#include "models/activitytext.h"
#include "models/format.h"
#include "models/plaintext.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace pilothouse {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Dialogs)
};

constexpr int kRowsShown = 12;
constexpr int kWidestFirst = 280;
constexpr qsizetype kIdShown = 60; // an array's waiting rest may name thousands of indexes

QString idOf(const Target &target)
{
    return plaintext::cell(target.id, kIdShown);
}

QColor quiet()
{
    return theme().text.secondary;
}

QString stepWord(const QString &what)
{
    if (what == "name"_L1)
        return Words::tr("Name");
    if (what == "jump"_L1)
        return Words::tr("Jump host");
    if (what == "tcp"_L1)
        return Words::tr("Connection");
    if (what == "hostkey"_L1)
        return Words::tr("Host key");
    if (what == "login"_L1)
        return Words::tr("Log-in");
    if (what == "shell"_L1)
        return Words::tr("Shell");
    return plaintext::cell(what, 24);
}

} // namespace

Sheet::Sheet(const QString &title, const QString &sentence, QWidget *parent)
    : QDialog(parent), m_rows(new QVBoxLayout), m_buttons(new QHBoxLayout)
{
    setWindowTitle(title);
    setMinimumWidth(440);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 20);
    column->setSpacing(px::kTight);
    auto *head = new Label(title, TextSize::Heading, Tone::Primary, QFont::DemiBold);
    head->setObjectName(u"sheetTitle"_s);
    head->setWordWrap(true);
    column->addWidget(head);
    if (!sentence.isEmpty()) {
        auto *said = new Label(sentence, TextSize::Body, Tone::Secondary);
        said->setObjectName(u"sheetSentence"_s);
        said->setWordWrap(true);
        column->addWidget(said);
    }
    column->addSpacing(px::kUnit);
    m_rows->setSpacing(2);
    column->addLayout(m_rows);
    column->addSpacing(px::kNormal);
    m_buttons->setSpacing(px::kTight);
    m_buttons->addStretch(1);
    column->addLayout(m_buttons);
}

void Sheet::addRow(const char *icon, Glyph::Colour colour, const QString &what, const QString &detail, const QString &end)
{
    auto *row = new QHBoxLayout;
    row->setSpacing(0);
    if (icon) {
        row->addWidget(new Glyph(icon, std::move(colour)));
        row->addSpacing(px::kTight);
    }
    auto *first = new Label(what, TextSize::Small, Tone::Primary);
    first->setMinimumWidth(112);
    if (first->sizeHint().width() > kWidestFirst) {
        first->setElide(Qt::ElideMiddle);
        first->setFixedWidth(kWidestFirst);
    }
    row->addWidget(first);
    auto *second = new Label(detail, TextSize::Small, Tone::Secondary);
    second->setElide(Qt::ElideMiddle);
    second->setMinimumWidth(160);
    row->addWidget(second, 1);
    if (!end.isEmpty()) {
        row->addSpacing(12);
        row->addWidget(new Label(end, TextSize::Small, Tone::Tertiary));
    }
    auto *holder = new QWidget;
    holder->setFixedHeight(24);
    row->setContentsMargins(0, 0, 0, 0);
    holder->setLayout(row);
    m_rows->addWidget(holder);
}

void Sheet::addWidget(QWidget *widget)
{
    m_rows->addWidget(widget);
}

Button *Sheet::addButton(Button::Kind kind, const QString &text, int result)
{
    auto *button = new Button(kind, nullptr, text);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAutoDefault(true);
    button->setObjectName(u"answer-%1"_s.arg(result));
    connect(button, &QPushButton::clicked, this, [this, result] { done(result); });
    m_buttons->addWidget(button);
    button->setFocus();
    return button;
}

void Sheet::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().surface.raised);
}

static qint64 ofOthers(const std::vector<Target> &targets)
{
    return std::ranges::count(targets, false, &Target::mine);
}

bool needsAsking(const std::vector<Target> &targets)
{
    return ofOthers(targets) > 0 || int(targets.size()) > kAskAbove
        || std::ranges::any_of(targets, [](const Target &t) { return t.wholeArray; });
}

std::unique_ptr<Sheet> confirmStop(const std::vector<Target> &targets, const QString &source, QWidget *parent)
{
    QStringList owners;
    for (const Target &target : targets) {
        if (!owners.contains(target.user))
            owners << target.user;
    }
    owners.sort();
    QStringList shownOwners;
    for (const QString &owner : owners.mid(0, 6))
        shownOwners << (owner.isEmpty() ? format::unknown() : plaintext::cell(owner, 40));
    if (owners.size() > 6)
        shownOwners << Words::tr("%1 more").arg(owners.size() - 6);
    const QString count = format::number(qint64(targets.size()));
    const QString title = targets.size() == 1 ? Words::tr("Stop job %1 on %2?").arg(idOf(targets.front()), source)
                                              : Words::tr("Stop %1 jobs on %2?").arg(count, source);
    QString sentence = Words::tr("Owned by %1.").arg(shownOwners.join(u", "_s));
    if (const qint64 others = ofOthers(targets); others > 0)
        sentence += u' ' + (others == 1 ? Words::tr("1 is not yours.") : Words::tr("%1 are not yours.").arg(format::number(others)));
    if (const auto arrays = std::ranges::count(targets, true, &Target::wholeArray); arrays > 0)
        sentence += u' '
            + (arrays == 1 ? Words::tr("1 is a whole array, with all its tasks.")
                           : Words::tr("%1 are whole arrays, with all their tasks.").arg(arrays));
    sentence += u' ' + Words::tr("You can undo for 5 seconds before anything is sent.");
    auto sheet = std::make_unique<Sheet>(title, sentence, parent);
    sheet->setObjectName(u"confirmStop"_s);
    for (size_t i = 0; i < targets.size() && int(i) < kRowsShown; ++i) {
        const Target &t = targets[i];
        sheet->addRow("act-stop", quiet, idsText({t}), plaintext::cell(t.name, 120), plaintext::cell(t.user, 40));
    }
    if (int(targets.size()) > kRowsShown)
        sheet->addWidget(
            new Label(Words::tr("and %1 more").arg(format::number(qint64(targets.size()) - kRowsShown)), TextSize::Small, Tone::Tertiary));
    sheet->addButton(Button::Kind::Primary, targets.size() == 1 ? Words::tr("Stop 1 job") : Words::tr("Stop %1 jobs").arg(count),
                     QDialog::Accepted);
    sheet->addButton(Button::Kind::Outline, Words::tr("Keep"), QDialog::Rejected);
    return sheet;
}

static void addActs(Sheet &sheet, const auto &acts)
{
    for (const ActQueue::Waiting &act : acts) {
        for (size_t i = 0; i < act.targets.size() && i < 6; ++i)
            sheet.addRow("act-stop", quiet, Words::tr("Stop %1").arg(idOf(act.targets[i])), plaintext::cell(act.targets[i].name, 120),
                         plaintext::cell(act.targets[i].user, 40));
        if (act.targets.size() > 6)
            sheet.addWidget(
                new Label(Words::tr("and %1 more").arg(format::number(qint64(act.targets.size()) - 6)), TextSize::Small, Tone::Tertiary));
    }
}

std::unique_ptr<Sheet> askQuit(const std::deque<ActQueue::Waiting> &waiting, QWidget *parent)
{
    auto sheet = std::make_unique<Sheet>(Words::tr("Something still waits to be sent"),
                                         Words::tr("Nothing of it has been sent yet. If you drop it, the jobs go on."), parent);
    sheet->setObjectName(u"quitDialog"_s);
    addActs(*sheet, waiting);
    sheet->addButton(Button::Kind::Ghost, Words::tr("Go back"), int(QuitChoice::Cancel));
    sheet->addButton(Button::Kind::Outline, Words::tr("Send now and quit"), int(QuitChoice::SendNow));
    sheet->addButton(Button::Kind::Primary, Words::tr("Drop and quit"), int(QuitChoice::Drop))->setDefault(true);
    return sheet;
}

std::unique_ptr<Sheet> awaitAnswers(ActQueue &acts, QWidget *parent)
{
    auto sheet = std::make_unique<Sheet>(
        Words::tr("A stop is on its way"),
        Words::tr("Pilothouse closes when its answer is in. If you quit before, what was not sent yet is dropped, and nobody tells you "
                  "what became of the rest."),
        parent);
    sheet->setObjectName(u"awaitDialog"_s);
    addActs(*sheet, acts.sent());
    sheet->addButton(Button::Kind::Outline, Words::tr("Quit without the answer"), int(QuitChoice::Drop));
    sheet->addButton(Button::Kind::Primary, Words::tr("Go back"), int(QuitChoice::Cancel))->setDefault(true);
    const auto goOn = [&acts, shown = sheet.get()] {
        if (!acts.sending())
            shown->done(int(QuitChoice::Drop));
    };
    QObject::connect(&acts, &ActQueue::changed, sheet.get(), goOn);
    return sheet;
}

std::unique_ptr<Sheet> stepsSheet(const QString &source, const LinkFacts &facts, QWidget *parent)
{
    auto sheet = std::make_unique<Sheet>(
        Words::tr("Coming in to %1").arg(plaintext::cell(source, 60)),
        facts.steps.isEmpty() ? Words::tr("No try has been made yet.") : Words::tr("The last try, step by step."), parent);
    sheet->setObjectName(u"stepsSheet"_s);
    for (const LinkStep &step : facts.steps) {
        const char *icon = "state-unknown";
        Glyph::Colour colour = [] { return theme().text.tertiary; };
        if (step.state == LinkStep::State::Done) {
            icon = "state-completed";
            colour = [] { return theme().state.completed; };
        } else if (step.state == LinkStep::State::Failed) {
            icon = "state-failed";
            colour = [] { return theme().state.failed; };
        } else if (step.state == LinkStep::State::Running) {
            icon = "state-completing";
            colour = [] { return theme().state.completing; };
        }
        QStringList detail{plaintext::cell(step.subject, 80), plaintext::cell(step.detail, 160)};
        if (step.state == LinkStep::State::NotNeeded)
            detail << Words::tr("not needed");
        detail.removeAll(QString());
        sheet->addRow(icon, colour, stepWord(step.what), detail.join(u" · "_s),
                      step.took.count() > 0 ? Words::tr("%1 ms").arg(format::number(step.took.count())) : format::unknown());
    }
    sheet->addButton(Button::Kind::Primary, Words::tr("Close"), QDialog::Accepted);
    return sheet;
}

std::unique_ptr<Sheet> shortcutSheet(QWidget *parent)
{
    auto sheet = std::make_unique<Sheet>(Words::tr("Keys"), QString(), parent);
    sheet->setObjectName(u"shortcutSheet"_s);
    const std::initializer_list<std::pair<QString, QString>> keys{{u"/"_s, Words::tr("Filter")},
                                                                  {u"↑ ↓"_s, Words::tr("Move; with Shift choose several")},
                                                                  {u"← →"_s, Words::tr("Fold and unfold groups and arrays")},
                                                                  {u"Enter"_s, Words::tr("Open the job's detail")},
                                                                  {u"Esc"_s, Words::tr("Back")},
                                                                  {u"S · Delete"_s, Words::tr("Stop what is chosen")},
                                                                  {u"Ctrl+Z"_s, Words::tr("Undo what waits")},
                                                                  {u"Ctrl+C"_s, Words::tr("Copy rows")},
                                                                  {u"Ctrl+E"_s, Words::tr("Export rows")},
                                                                  {u"Ctrl+Shift+C"_s, Words::tr("Columns")},
                                                                  {u"Ctrl+L"_s, Words::tr("Activity log")},
                                                                  {u"F5"_s, Words::tr("Read again now")},
                                                                  {u"Ctrl+B"_s, Words::tr("Fold the rail")},
                                                                  {u"Ctrl+I"_s, Words::tr("Fold the detail")},
                                                                  {u"Ctrl+,"_s, Words::tr("Settings")},
                                                                  {u"F1 · ?"_s, Words::tr("This list")}};
    for (const auto &[key, what] : keys)
        sheet->addRow(nullptr, {}, key, what);
    sheet->addButton(Button::Kind::Primary, Words::tr("Close"), QDialog::Accepted);
    return sheet;
}

std::unique_ptr<Sheet> aboutSheet(QWidget *parent)
{
    auto sheet = std::make_unique<Sheet>(
        u"Pilothouse "_s + QStringLiteral(PILOTHOUSE_VERSION),
        Words::tr("A console for people whose jobs run on Slurm clusters. Nothing leaves this computer but the requests to your sources."),
        parent);
    sheet->setObjectName(u"aboutSheet"_s);
    sheet->addRow(nullptr, {}, Words::tr("Licence"), u"GPL-3.0-or-later"_s);
    sheet->addRow(nullptr, {}, u"Qt"_s, QString::fromLatin1(qVersion()));
    sheet->addButton(Button::Kind::Primary, Words::tr("Close"), QDialog::Accepted);
    return sheet;
}

} // namespace pilothouse
