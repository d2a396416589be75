// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/singleinstance.h"
#include "tests/support/runner.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <QtConcurrent>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pilothouse;
using namespace Qt::StringLiterals;
using Role = SingleInstance::Role;

class SingleInstanceTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_dir;
    QByteArray m_before;

    static sockaddr_un addressOf(const QString &socket)
    {
        sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
        const QByteArray name = QFile::encodeName(socket).left(qsizetype(sizeof address.sun_path) - 1);
        std::copy(name.begin(), name.end(), address.sun_path);
        return address;
    }

    // A second start, as from another process: the first one's event loop runs meanwhile.
    static Result<Role> start(const QString &profileFile, const StartWish &wish)
    {
        auto answer = QtConcurrent::run([&] { return SingleInstance(profileFile).claim(wish); });
        while (!answer.isFinished())
            QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
        return answer.result();
    }

private slots:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_before = qgetenv("XDG_RUNTIME_DIR");
        qputenv("XDG_RUNTIME_DIR", m_dir->path().toUtf8());
    }
    void cleanup() { m_before.isNull() ? qunsetenv("XDG_RUNTIME_DIR") : qputenv("XDG_RUNTIME_DIR", m_before); }

    void theSecondStartHandsItsWishToTheFirst()
    {
        SingleInstance first(u"/p.json"_s);
        StartWish got;
        connect(&first, &SingleInstance::wished, this, [&](const StartWish &wish) { got = wish; });
        QCOMPARE(first.claim({}).value(), Role::First);
        const StartWish wish{.profiles = {u"hpc-a"_s, u"训练"_s}, .activationToken = u"token"_s};
        QCOMPARE(start(u"/p.json"_s, wish).value(), Role::Second);
        QVERIFY(got == wish);
        QCOMPARE(start(u"/other.json"_s, {}).value(), Role::First); // another profile file is another window
    }

    void aSocketLeftByAProgramThatDiedIsReplaced()
    {
        SingleInstance first(u"/p.json"_s);
        QVERIFY(QDir().mkpath(QFileInfo(first.socketName()).path()));
        const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
        const sockaddr_un address = addressOf(first.socketName());
        QCOMPARE(::bind(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
        ::close(fd); // bound, and nobody there
        QVERIFY(QFileInfo::exists(first.socketName()));
        QCOMPARE(first.claim({}).value(), Role::First);
        QCOMPARE(start(u"/p.json"_s, {}).value(), Role::Second);
    }

    void aFirstOneThatHangsIsToldAndNotTakenOver()
    {
        SingleInstance first(u"/p.json"_s);
        QCOMPARE(first.claim({}).value(), Role::First);
        // No event loop turns here, so nobody answers.
        auto answer = QtConcurrent::run([] { return SingleInstance(u"/p.json"_s).claim({}); });
        QCOMPARE(answer.result().error().kind, Error::Kind::TimedOut);
    }

    void onlyThePersonCanReachTheSocket()
    {
        SingleInstance first(u"/p.json"_s);
        QCOMPARE(first.claim({}).value(), Role::First);
        struct stat facts = {};
        QCOMPARE(::stat(QFile::encodeName(QFileInfo(first.socketName()).path()).constData(), &facts), 0);
        QCOMPARE(facts.st_mode & 0777u, 0700u);

        if (::geteuid() != 0)
            QSKIP("connecting as another user needs root");
        bool wished = false;
        connect(&first, &SingleInstance::wished, this, [&] { wished = true; });
        // As if the modes had been changed: the kernel's word on the peer must do.
        for (const QString &name : {m_dir->path(), QFileInfo(first.socketName()).path(), first.socketName()})
            ::chmod(QFile::encodeName(name).constData(), 0777);
        const sockaddr_un address = addressOf(first.socketName());
        const pid_t other = ::fork();
        if (other == 0) { // 3: let in and shut out again
            char answer = 0;
            const int fd = ::setresuid(65534, 65534, 65534) == 0 ? ::socket(AF_UNIX, SOCK_STREAM, 0) : -1;
            if (::connect(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
                ::_exit(2);
            (void)!::write(fd, "{}\n", 3);
            ::_exit(::read(fd, &answer, 1) <= 0 ? 3 : 4);
        }
        int status = 0;
        bool over = false;
        QTRY_VERIFY((over = over || ::waitpid(other, &status, WNOHANG) == other));
        QCOMPARE(WEXITSTATUS(status), 3);
        QVERIFY(!wished);
    }

    void aFolderOfSomebodyElseIsRefused()
    {
        if (::geteuid() != 0)
            QSKIP("giving a folder to another user needs root");
        QVERIFY(QDir().mkpath(m_dir->filePath(u"pilothouse"_s)));
        QCOMPARE(::chown(QFile::encodeName(m_dir->filePath(u"pilothouse"_s)).constData(), 65534, 65534), 0);
        QCOMPARE(SingleInstance(u"/p.json"_s).claim({}).error().kind, Error::Kind::NotAllowed);
    }
};
PILOTHOUSE_TEST(SingleInstanceTest)

#include "tst_singleinstance.moc"
