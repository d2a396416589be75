// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/runner.h"
#include "tests/widgets/opened.h"
#include "widgets/filterfield.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QListWidget>
#include <QTest>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace Qt::StringLiterals;

class FilterFieldTest : public QObject {
    Q_OBJECT

    static QStringList shown(const QListWidget *list)
    {
        QStringList texts;
        for (int row = 0; row < list->count(); ++row)
            texts << list->item(row)->text();
        return texts;
    }

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::Light); }

    void proposalsAreTakenWithTheKeys()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        auto *filter = o.find<FilterField>(u"filterField"_s);
        auto *list = o.find<QListWidget>(u"filterProposals"_s);
        filter->setFocus();
        QTest::keyClicks(filter, u"us"_s);
        QVERIFY(list->isVisible());
        QVERIFY2(shown(list).contains(u"user:"_s), qPrintable(shown(list).join(u' ')));
        QCOMPARE(list->currentRow(), -1); // Enter would still mean what was typed
        QTest::keyClick(filter, Qt::Key_Down);
        QCOMPARE(list->currentRow(), 0);
        QTest::keyClick(filter, Qt::Key_Return);
        QCOMPARE(filter->text(), u"user:"_s);
        QVERIFY(list->isVisible()); // and goes on with the users
        QVERIFY2(shown(list).contains(u"user:kim"_s) || shown(list).contains(u"kim"_s), qPrintable(shown(list).join(u' ')));
        QTest::keyClicks(filter, u"k"_s);
        QTest::keyClick(filter, Qt::Key_Tab); // the first without choosing
        QCOMPARE(filter->text().trimmed(), u"user:kim"_s);
        QVERIFY(filter->hasFocus());
    }

    void escapeClosesTheProposalsFirstAndThenLeaves()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        auto *filter = o.find<FilterField>(u"filterField"_s);
        auto *list = o.find<QListWidget>(u"filterProposals"_s);
        filter->setFocus();
        QTest::keyClicks(filter, u"st"_s);
        QVERIFY(list->isVisible());
        QTest::keyClick(filter, Qt::Key_Escape);
        QVERIFY(!list->isVisible());
        QVERIFY(filter->hasFocus());
        QCOMPARE(filter->text(), u"st"_s);
        QTest::keyClick(filter, Qt::Key_Escape);
        QVERIFY(o.table().hasFocus());
    }

    void withoutProposalsTabGoesOn()
    {
        Opened o;
        QTRY_VERIFY(o.ready());
        auto *filter = o.find<FilterField>(u"filterField"_s);
        filter->setFocus();
        QTest::keyClick(filter, Qt::Key_Tab);
        QVERIFY(!filter->hasFocus());
    }

    void aTokenThatIsOffIsDrawnByItsDashesAlone()
    {
        FilterField field;
        field.resize(400, 28);
        field.setText(u"#user:me"_s);
        field.show();
        const auto inked = [&field] { // pixels of the mark, between its box's edge and the word behind it
            const QImage image = field.grab().toImage();
            int count = 0;
            for (int x = 42; x < 44; ++x) {
                for (int y = 9; y < 19; ++y)
                    count += qGray(image.pixel(x, y)) < 200 ? 1 : 0;
            }
            return count;
        };
        field.clearFocus();
        QCOMPARE(inked(), 0);
        field.setFocus();
        QTRY_VERIFY(field.hasFocus());
        field.setCursorPosition(3);
        QVERIFY2(inked() > 3, qPrintable(QString::number(inked())));
        QCOMPARE(field.text(), u"#user:me"_s); // it is still what is copied
    }

    void aClickSwitchesATokenOnAgain()
    {
        FilterField field;
        field.resize(400, 28);
        field.setText(u"#user:me"_s);
        field.show();
        QTest::mouseClick(&field, Qt::LeftButton, {}, QPoint(70, 14));
        QCOMPARE(field.text(), u"user:me"_s);
    }
};
PILOTHOUSE_TEST(FilterFieldTest)

#include "tst_filterfield.moc"
