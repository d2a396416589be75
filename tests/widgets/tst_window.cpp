// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/runner.h"
#include "tests/widgets/labday.h"
#include "widgets/filterfield.h"
#include "widgets/jobspage.h"
#include "widgets/jobstable.h"
#include "widgets/mainwindow.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QTranslator>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

namespace {

// Every word 40 % longer, to see what does not fit.
class LongWords final : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char *, const char *source, const char *, int) const override
    {
        const QString words = QString::fromUtf8(source);
        return words + QString(words.size() * 2 / 5, u'~');
    }
};

} // namespace

class WindowTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::Light); }
    // "This plugin does not support …" is what the offscreen platform says of itself.
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void withoutSourcesTheFirstPageSaysWhatCanBeDone()
    {
        World world;
        MainWindow window(world.console());
        window.show();
        QCOMPARE(window.pages(), QStringList{u"first"_s});
        QCOMPARE(window.findChild<QLabel *>(u"firstTitle"_s)->text(), u"Where do your jobs run?"_s);
    }

    void whileItConnectsThereIsNoEmptyTable()
    {
        World world;
        world.add(u"hpc-a"_s);
        MainWindow window(world.console());
        window.show();
        QVERIFY(!window.jobsPage()->table().isVisible());
        QCOMPARE(window.findChild<QLabel *>(u"stateTitle"_s)->text(), u"Connecting to hpc-a…"_s);
        QCOMPARE(window.findChild<QLabel *>(u"shownCount"_s)->text(), u"—"_s); // not known is not 0
    }

    void aSourceThatNeverAnsweredSaysWhy()
    {
        World world;
        world.add(u"hpc-a"_s).source->answer(failure(Error::Kind::Unreachable, u"login1"_s));
        MainWindow window(world.console());
        window.show();
        world.read();
        QTRY_COMPARE(world.lines[0].feed->link(), Feed::Link::Lost);
        QTRY_COMPARE(window.findChild<QLabel *>(u"stateTitle"_s)->text(), u"hpc-a does not answer"_s);
        QVERIFY(window.findChild<QWidget *>(u"linkBar"_s)->isVisible());
        QVERIFY(!window.findChild<QLabel *>(u"linkCause"_s)->text().isEmpty());
    }

    void aLostLinkKeepsTheRowsAndDatesThem()
    {
        World world;
        world.add(u"hpc-a"_s).source->answer(dayOfHpcA());
        MainWindow window(world.console());
        window.show();
        world.read();
        QTRY_VERIFY(world.jobs.rowCount() > 20);
        const int rows = world.jobs.rowCount();
        world.lines[0].source->answer(failure(Error::Kind::Unreachable, u"login1"_s));
        world.lines[0].feed->refresh();
        QTRY_COMPARE(world.lines[0].feed->link(), Feed::Link::Lost);
        QTRY_VERIFY(window.findChild<QLabel *>(u"linkTitle"_s)->text().startsWith(u"hpc-a has not answered since "_s));
        QCOMPARE(world.jobs.rowCount(), rows);
    }

    // Its clock, its age and its Stop are of the link, not of the last row that came.
    void theDetailOfALostSourceIsDatedAndStopsNothing()
    {
        World world;
        world.add(u"hpc-a"_s).source->answer(dayOfHpcA());
        MainWindow window(world.console());
        window.show();
        world.read();
        QTRY_VERIFY(world.jobs.rowCount() > 20);
        window.jobsPage()->table().selectRow(world.jobs.rowOf({481207, kNoTask, 0}));
        auto *stop = window.findChild<QPushButton *>(u"detailStop"_s);
        QTRY_VERIFY(stop->isEnabled());
        world.lines[0].source->answer(failure(Error::Kind::Unreachable, u"login1"_s));
        world.clock.pass(std::chrono::minutes(11));
        world.lines[0].feed->refresh();
        QTRY_VERIFY(!stop->isEnabled());
        QCOMPARE(stop->toolTip(), u"Stop needs the link."_s);
        QCOMPARE(window.findChild<QLabel *>(u"detailAge"_s)->text(), u"11 min old"_s);
    }

    void aNarrowWindowKeepsTheTableWholeUntilTheDetailIsAskedFor()
    {
        World world;
        world.add(u"hpc-a"_s).source->answer(dayOfHpcA());
        MainWindow window(world.console());
        window.resize(1024, 700);
        window.show();
        world.read();
        QTRY_VERIFY(world.jobs.rowCount() > 20);
        auto *detail = window.findChild<QWidget *>(u"detailPanel"_s);
        QVERIFY(!detail->isVisible());
        window.jobsPage()->table().selectRow(world.jobs.rowOf({481207, kNoTask, 0}));
        QTest::keyClick(&window.jobsPage()->table(), Qt::Key_Return);
        QVERIFY(detail->isVisible());
        QTest::keyClick(detail, Qt::Key_Escape);
        QVERIFY(!detail->isVisible());
    }

    void theDetailNamesTheCurrentJob()
    {
        World world;
        world.add(u"hpc-a"_s).source->answer(dayOfHpcA());
        MainWindow window(world.console());
        window.show();
        world.read();
        QTRY_VERIFY(world.jobs.rowCount() > 20);
        window.jobsPage()->table().selectRow(world.jobs.rowOf({481207, kNoTask, 0}));
        QTRY_COMPARE(window.findChild<QLabel *>(u"detailName"_s)->text(), u"llama-8b-sft-lr2e-5"_s);
        QCOMPARE(window.findChild<QLabel *>(u"detailIds"_s)->text(), u"hpc-a · 481207 · robin"_s);
    }

    // NAM: Qt takes a label that begins with a tag for rich text.
    void aNameThatLooksLikeMarkupStaysPlain()
    {
        World world;
        JobMaker maker;
        maker.add(7, "<b>x</b><img src=http://example.org/y>", "alice", JobState::Running);
        world.add(u"hpc-a"_s).source->answer(maker.snapshot());
        MainWindow window(world.console());
        window.show();
        world.read();
        QTRY_VERIFY(world.jobs.rowOf({7, kNoTask, 0}) >= 0);
        window.jobsPage()->table().selectRow(world.jobs.rowOf({7, kNoTask, 0}));
        auto *name = window.findChild<QLabel *>(u"detailName"_s);
        QTRY_COMPARE(name->text(), u"<b>x</b><img src=http://example.org/y>"_s);
        for (const QLabel *label : window.findChildren<QLabel *>()) {
            if (!label->text().isEmpty())
                QCOMPARE(label->textFormat(), Qt::PlainText);
        }
    }

    void bothThemesPaintThirtyThousandJobsWithoutAWarning()
    {
        World world;
        JobMaker maker;
        for (quint32 id = 1; id <= 30'000; ++id) {
            Job &job = maker.add(
                id, "a-name-of-eighty-characters-that-has-to-be-cut-in-the-middle-because-of-its-seed" + QByteArray::number(id % 97),
                "alice", id % 5 ? JobState::Pending : JobState::Running);
            job.partition = maker.text("a100");
        }
        world.add(u"hpc-a"_s).source->answer(maker.snapshot());
        MainWindow window(world.console());
        window.resize(1280, 800);
        window.show();
        world.read();
        QTRY_VERIFY(world.jobs.rowCount() >= 30'000);
        QTRY_COMPARE(window.findChild<QLabel *>(u"allCount"_s)->text(), u"of 30,000"_s);
        for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
            applyTheme(*qApp, kind);
            QVERIFY(!window.grab().isNull());
        }
    }

    void longerWordsAndRightToLeftFit()
    {
        LongWords words;
        QCoreApplication::installTranslator(&words);
        QApplication::setLayoutDirection(Qt::RightToLeft);
        {
            World world;
            world.add(u"hpc-a"_s).source->answer(dayOfHpcA());
            MainWindow window(world.console());
            window.resize(1280, 800);
            window.show();
            world.read();
            QTRY_VERIFY(world.jobs.rowCount() > 20);
            window.centralWidget()->layout()->activate(); // a window never grows by its content: what does not fit would be cut off
            const int needed = window.centralWidget()->minimumSizeHint().width();
            QVERIFY2(needed <= 1280, qPrintable(QString::number(needed)));
            QVERIFY(window.findChild<QWidget *>(u"rail"_s)->x() > window.jobsPage()->mapTo(&window, QPoint()).x());
        }
        QApplication::setLayoutDirection(Qt::LeftToRight);
        QCoreApplication::removeTranslator(&words);
    }

    void everyControlHasAName()
    {
        World world;
        world.add(u"hpc-a"_s).source->answer(dayOfHpcA());
        MainWindow window(world.console());
        window.show();
        QStringList nameless;
        for (const QAbstractButton *button : window.findChildren<QAbstractButton *>()) {
            if (button->text().isEmpty() && button->accessibleName().isEmpty() && button->isVisible())
                nameless << button->objectName();
        }
        QCOMPARE(nameless, QStringList());
    }
};

PILOTHOUSE_TEST(WindowTest)
#include "tst_window.moc"
