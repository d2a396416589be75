// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/wire.h"
#include "tests/support/runner.h"

#include <QDir>
#include <QTest>

#include <poll.h>
#include <sys/stat.h>

using namespace pilothouse;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class WireTest : public QObject {
    Q_OBJECT
private slots:
    void a_proxy_that_talks_for_weeks_fills_no_memory();
    void the_last_words_of_a_proxy_are_kept();

private:
    // What the proxy prints until it says that it is done.
    QByteArray heard(const Fd &stream) const
    {
        QByteArray all;
        while (!all.endsWith('\n')) {
            QByteArray piece(4096, Qt::Uninitialized);
            if (waitFor(stream.get(), POLLIN, 60s, {m_bell, {}}) != Ready::Yes)
                return "late";
            const ssize_t got = read(stream.get(), piece.data(), size_t(piece.size()));
            if (got <= 0)
                break;
            all += piece.first(got);
        }
        return all;
    }
    Bell m_bell;
};

void WireTest::a_proxy_that_talks_for_weeks_fills_no_memory()
{
    ProxyProcess proxy;
    const auto stream = proxy.start("head -c 5000000 /dev/zero >&2; echo done");
    QVERIFY(stream);
    QCOMPARE(heard(*stream), "done\n"_ba);
    int files = 0;
    for (const QFileInfo &each : QDir(u"/proc/self/fd"_s).entryInfoList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System)) {
        std::array<char, 64> target{};
        struct stat facts{};
        const QByteArray name = QFile::encodeName(each.filePath());
        if (readlink(name.constData(), target.data(), target.size() - 1) <= 0 || !QByteArray(target.data()).startsWith("/memfd:proxy"))
            continue;
        ++files;
        QCOMPARE(stat(name.constData(), &facts), 0);
        QVERIFY2(facts.st_size <= 1 << 20, qPrintable(QString::number(facts.st_size)));
    }
    QCOMPARE(files, 1);
}

void WireTest::the_last_words_of_a_proxy_are_kept()
{
    ProxyProcess proxy;
    const auto stream = proxy.start("echo first >&2; head -c 1000 /dev/zero | tr '\\0' '-' >&2; echo sorry >&2; echo done");
    QVERIFY(stream);
    QCOMPARE(heard(*stream), "done\n"_ba);
    QVERIFY2(proxy.complaint().endsWith(u"--sorry"_s), qPrintable(proxy.complaint()));
    QVERIFY(!proxy.complaint().contains(u"first"_s));
}

PILOTHOUSE_TEST(WireTest)
#include "tst_wire.moc"
