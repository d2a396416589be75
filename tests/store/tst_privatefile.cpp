// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/privatefile.h"
#include "backend/store/settings.h"
#include "backend/store/store.h"
#include "tests/support/runner.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace pilothouse;
using namespace Qt::StringLiterals;

namespace {

QString mode(const QString &name)
{
    struct stat facts = {};
    return ::stat(QFile::encodeName(name).constData(), &facts) == 0 ? QString::number(facts.st_mode & 07777, 8) : u"missing"_s;
}

QString words(const Result<> &result)
{
    return result ? u"fine"_s : result.error().detail;
}

} // namespace

class PrivateFile : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    [[nodiscard]] QString in(const QString &name) const { return m_dir.filePath(name); }

private slots:
    void modesAreRightWhateverTheUmask_data()
    {
        QTest::addColumn<uint>("mask");
        QTest::newRow("open to all") << 0u;
        QTest::newRow("usual") << 022u;
        QTest::newRow("absurd") << 0277u;
    }
    void modesAreRightWhateverTheUmask()
    {
        QFETCH(uint, mask);
        const QString folder = in(QString::number(mask, 8));
        const mode_t old = ::umask(mask);
        const auto store = Store::open(folder + u"/store.sqlite"_s);
        const bool added = store && (*store)->add(LogEntry{.at = QDateTime::currentDateTimeUtc(), .kind = u"note"_s});
        ::umask(old);
        QVERIFY(added);
        QCOMPARE(mode(folder), u"700"_s);
        QCOMPARE(mode(folder + u"/store.sqlite"_s), u"600"_s);
        QCOMPARE(mode(folder + u"/store.sqlite-wal"_s), u"600"_s);
    }

    void wideModesOfBeforeAreNarrowed()
    {
        QVERIFY(QDir().mkpath(in(u"wide"_s)));
        QFile file(in(u"wide/file"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        ::chmod(QFile::encodeName(in(u"wide"_s)).constData(), 0777);
        ::chmod(QFile::encodeName(in(u"wide/file"_s)).constData(), 0666);
        QVERIFY(makePrivateFolder(in(u"wide"_s)));
        QVERIFY(makePrivateFile(in(u"wide/file"_s)));
        QCOMPARE(mode(in(u"wide"_s)), u"700"_s);
        QCOMPARE(mode(in(u"wide/file"_s)), u"600"_s);
    }

    void aLinkOrASecondNameOrAFolderIsRefused()
    {
        QVERIFY(makePrivateFile(in(u"target"_s)));
        QVERIFY(QFile::link(in(u"target"_s), in(u"link"_s)));
        QCOMPARE(words(makePrivateFile(in(u"link"_s))), u"is a symbolic link"_s);
        QCOMPARE(Store::open(in(u"link"_s)).error().kind, Error::Kind::NotAllowed);
        QCOMPARE(::link(QFile::encodeName(in(u"target"_s)).constData(), QFile::encodeName(in(u"second"_s)).constData()), 0);
        QCOMPARE(words(makePrivateFile(in(u"second"_s))), u"has a second name (hard link)"_s);
        QVERIFY(QDir().mkpath(in(u"folder"_s)));
        QCOMPARE(words(makePrivateFile(in(u"folder"_s))), u"not a plain file"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(in(u"pipe"_s)).constData(), 0600), 0);
        QCOMPARE(words(makePrivateFile(in(u"pipe"_s))), u"not a plain file"_s);
    }

    void anotherPersonsFileIsRefusedAndLeftAlone()
    {
        if (::geteuid() != 0)
            QSKIP("giving a file to another user needs root");
        QVERIFY(makePrivateFile(in(u"theirs"_s)));
        QCOMPARE(::chown(QFile::encodeName(in(u"theirs"_s)).constData(), 65534, 65534), 0);
        ::chmod(QFile::encodeName(in(u"theirs"_s)).constData(), 0644);
        QCOMPARE(words(makePrivateFile(in(u"theirs"_s))), u"belongs to another user"_s);
        QCOMPARE(mode(in(u"theirs"_s)), u"644"_s);
    }

    void aFileIsReplacedWholeAndStaysPrivate()
    {
        const QString name = in(u"whole"_s);
        QVERIFY(writePrivateFile(name, "one"_ba));
        QVERIFY(writePrivateFile(name, "two"_ba));
        QFile file(name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), "two"_ba);
        QCOMPARE(mode(name), u"600"_s);
        QCOMPARE(writePrivateFile(in(u"nowhere/x"_s), {}).error().kind, Error::Kind::Storage);
    }

    void settingsKeepTheirMode()
    {
        const QString name = in(u"settings/pilothouse.ini"_s);
        const mode_t old = ::umask(0);
        {
            const auto settings = openSettings(name);
            QVERIFY(settings);
            (*settings)->setValue(u"theme"_s, u"dark"_s);
            (*settings)->sync();
            QCOMPARE(mode(name), u"600"_s);
            (*settings)->setValue(u"theme"_s, u"light"_s);
        }
        ::umask(old);
        QCOMPARE(mode(name), u"600"_s);
        QCOMPARE(openSettings(name).value()->value(u"theme"_s).toString(), u"light"_s);
    }
};
PILOTHOUSE_TEST(PrivateFile)

#include "tst_privatefile.moc"
