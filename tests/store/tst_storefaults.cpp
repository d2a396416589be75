// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/store.h"
#include "tests/support/runner.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

using namespace pilothouse;
using namespace Qt::StringLiterals;

namespace {

QStringList subjects(const Store &store)
{
    QStringList all;
    const auto log = store.log(Store::kMostEntries).value();
    for (const LogEntry &entry : log)
        all.prepend(entry.subject);
    return all;
}

QStringList lines(const QByteArray &text)
{
    return QString::fromUtf8(text).split(u'\n', Qt::SkipEmptyParts);
}

} // namespace

class StoreFaults : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    [[nodiscard]] QString file() const { return m_dir.filePath(QString::fromLatin1(QTest::currentTestFunction()) + u"/store.sqlite"_s); }

private slots:
    void whatWasKeptOutlivesAKill()
    {
        for (int round = 0; round < 5; ++round) {
            QProcess writer;
            writer.start(QStringLiteral(STORE_WRITER), {file(), QString::number((round + 1) * 100'000), u"100000"_s});
            QTRY_VERIFY_WITH_TIMEOUT(writer.bytesAvailable() > 60 * (round + 1), 30'000);
            writer.kill(); // SIGKILL
            QVERIFY(writer.waitForFinished());
            QCOMPARE(writer.exitStatus(), QProcess::CrashExit);
            QStringList told = lines(writer.readAll());
            if (!told.isEmpty() && told.last().size() < 6)
                told.removeLast(); // the line itself was cut
            const auto store = Store::open(file());
            QVERIFY(store);
            QCOMPARE((*store)->lastTrouble(), std::nullopt);
            const QStringList kept = subjects(**store);
            // Each number that was told to be kept is there; at most one more was committed and not told any more.
            QStringList ofThisRound;
            for (const QString &number : kept) {
                if (number.toInt() / 100'000 == round + 1)
                    ofThisRound << number;
            }
            const qsizetype more = ofThisRound.size() - told.size();
            QVERIFY2(more == 0 || more == 1, qPrintable(QString::number(more)));
            QCOMPARE(ofThisRound.first(told.size()), told);
        }
    }

    void anActThatWaitedWhenTheProgramWasKilledIsDroppedAndSaid()
    {
        QProcess writer;
        writer.start(QStringLiteral(STORE_WRITER), {file(), u"4711"_s, u"0"_s, u"act"_s});
        QVERIFY(writer.waitForReadyRead(30'000));
        const auto store = Store::open(file());
        QVERIFY(store);
        QVERIFY((*store)->dropUnfinished()->empty()); // the other program still lives: its acts are its own
        writer.kill();
        QVERIFY(writer.waitForFinished());

        QStringList ends;
        const auto dropped = (*store)->dropUnfinished().value();
        for (const LogEntry &entry : dropped)
            ends << entry.subject + u' ' + entry.kind;
        QCOMPARE(ends, (QStringList{u"4711 dropped"_s, u"4712 unknown"_s})); // 4713 had its end
        QVERIFY((*store)->dropUnfinished()->empty()); // once only
        QCOMPARE((*store)->log(1)->front().kind, u"unknown"_s);
    }

    void twoProgramsWriteSideBySide()
    {
        QProcess one;
        QProcess two;
        one.start(QStringLiteral(STORE_WRITER), {file(), u"1000"_s, u"300"_s});
        two.start(QStringLiteral(STORE_WRITER), {file(), u"2000"_s, u"300"_s});
        QVERIFY(one.waitForFinished(60'000));
        QVERIFY(two.waitForFinished(60'000));
        const QByteArray said = one.readAll() + two.readAll();
        QVERIFY2(!said.contains("trouble"), said.constData());
        QStringList kept = subjects(*Store::open(file()).value());
        kept.sort();
        QCOMPARE(kept.size(), 600);
        QCOMPARE(kept.first(), u"1000"_s);
        QCOMPARE(kept.last(), u"2299"_s);
        QCOMPARE(kept.removeDuplicates(), 0);
    }

    // The limit on a file's size is the one full disk that needs no rights.
    void aFullDiskIsToldAndTheLogGoesOnInMemory()
    {
        const auto store = Store::open(file());
        QVERIFY(store);
        QVERIFY((*store)->add(LogEntry{.at = QDateTime::currentDateTimeUtc(), .kind = u"note"_s, .subject = u"before"_s}));
        std::vector<Error> told;
        (*store)->onTrouble([&told](std::optional<Error> trouble) {
            if (trouble)
                told.push_back(*trouble);
        });

        rlimit old = {};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &old), 0);
        const auto oldHandler = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{.rlim_cur = 64 * 1024, .rlim_max = old.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        int unsaved = 0;
        for (int i = 0; i < 40; ++i) {
            const auto kept = (*store)->add(LogEntry{
                .at = QDateTime::currentDateTimeUtc(), .kind = u"note"_s, .subject = QString::number(i), .answer = QString(8000, u'x')});
            if (!kept) {
                QCOMPARE(kept.error().kind, Error::Kind::Storage);
                ++unsaved;
            }
        }
        QVERIFY(unsaved > 0);
        QCOMPARE((*store)->lastTrouble()->kind, Error::Kind::Storage);
        QCOMPARE(subjects(**store).size(), 41); // all are shown
        QCOMPARE(subjects(**store).last(), u"39"_s);

        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &old), 0); // room again: what was held back is written with the next entry
        std::signal(SIGXFSZ, oldHandler);
        QVERIFY((*store)->add(LogEntry{.at = QDateTime::currentDateTimeUtc(), .kind = u"note"_s, .subject = u"after"_s}));
        QCOMPARE((*store)->lastTrouble(), std::nullopt);
        QCOMPARE(told.size(), 1u); // once, not with each entry
        QCOMPARE(subjects(*Store::open(file()).value()), subjects(**store));
        QCOMPARE(subjects(**store).size(), 42);
    }

    void aFileSystemWithoutASingleFreeByteIsSurvived()
    {
        if (::geteuid() != 0)
            QSKIP("mounting a file system of 256 KiB needs root: \"mount: must be superuser\"");
        QVERIFY(QDir().mkpath(m_dir.filePath(u"small"_s)));
        QProcess writer; // in a mount namespace of its own: nothing is left behind
        writer.start(
            u"unshare"_s,
            {u"--mount"_s, u"sh"_s, u"-c"_s,
             u"mount -t tmpfs -o size=256k,mode=700 tmpfs \"$1\" || { echo no mount; exit 77; }; \"$2\" \"$1/store.sqlite\" 1 3000"_s,
             u"sh"_s, m_dir.filePath(u"small"_s), QStringLiteral(STORE_WRITER)});
        QVERIFY(writer.waitForFinished(120'000));
        const QByteArray said = writer.readAll();
        if (writer.exitCode() == 77)
            QSKIP(qPrintable(u"no file system can be mounted here: "_s + QString::fromUtf8(said + writer.readAllStandardError())));
        QCOMPARE(writer.exitCode(), 0);
        QVERIFY2(said.contains("trouble: database or disk is full"), said.constData());
        QVERIFY2(said.endsWith("in the log: 3000\n"), said.right(200).constData());
    }
};
PILOTHOUSE_TEST(StoreFaults)

#include "tst_storefaults.moc"
