// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/singleinstance.h"

#include "backend/store/privatefile.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QLockFile>
#include <QTimer>

#include <sys/socket.h>
#include <unistd.h>

namespace pilothouse {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kPatience = 3s;
constexpr qint64 kLongestWish = 64 * 1024;

QString runtimeFolder()
{
    const QString given = qEnvironmentVariable("XDG_RUNTIME_DIR");
    // A name of our own either way: makePrivateFolder then refuses one that somebody else has put there.
    return given.isEmpty() ? QDir::tempPath() + u"/pilothouse-%1"_s.arg(::geteuid()) : given + u"/pilothouse"_s;
}

QByteArray write(const StartWish &wish)
{
    const QJsonObject object{{u"profiles"_s, QJsonArray::fromStringList(wish.profiles)}, {u"activationToken"_s, wish.activationToken}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

StartWish read(const QByteArray &line)
{
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    StartWish wish{.profiles = {}, .activationToken = object[u"activationToken"_s].toString()};
    for (const QJsonValue &name : object[u"profiles"_s].toArray())
        wish.profiles << name.toString();
    return wish;
}

// The folder keeps others out; this holds even if its mode were changed.
bool isOurs(const QLocalSocket &socket)
{
    ucred peer = {};
    socklen_t size = sizeof peer;
    return ::getsockopt(int(socket.socketDescriptor()), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

} // namespace

SingleInstance::SingleInstance(const QString &profileFile, QObject *parent) : QObject(parent), m_folder(runtimeFolder())
{
    const QString canonical = QFileInfo(profileFile).canonicalFilePath();
    const QByteArray hash = QCryptographicHash::hash((canonical.isEmpty() ? profileFile : canonical).toUtf8(), QCryptographicHash::Sha256);
    m_socket = m_folder + u"/window-"_s + QString::fromLatin1(hash.toHex().left(12));
    connect(&m_server, &QLocalServer::newConnection, this, &SingleInstance::greet);
}

SingleInstance::~SingleInstance() = default;

Result<SingleInstance::Role> SingleInstance::claim(const StartWish &wish)
{
    if (const auto made = makePrivateFolder(m_folder); !made)
        return tl::unexpected(made.error());
    // Two starts at the same moment: one of them asks and listens first.
    QLockFile lock(m_socket + u".lock"_s);
    lock.setStaleLockTime(0ms); // only its process decides
    if (!lock.tryLock(kPatience))
        return failure(Error::Kind::Busy, m_socket, u"another start holds the lock"_s);
    const auto taken = handOver(wish);
    if (!taken)
        return tl::unexpected(taken.error());
    if (*taken)
        return Role::Second;
    QLocalServer::removeServer(m_socket); // of a program that died
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    if (!m_server.listen(m_socket))
        return failure(Error::Kind::Storage, m_socket, m_server.errorString());
    return Role::First;
}

Result<bool> SingleInstance::handOver(const StartWish &wish)
{
    QLocalSocket socket;
    socket.connectToServer(m_socket);
    if (!socket.waitForConnected(int(std::chrono::milliseconds(kPatience).count())))
        return false;
    socket.write(write(wish));
    // The answer, not the mere connection, shows that it lives: the kernel connects to a program that hangs as well.
    if (!socket.waitForReadyRead(int(std::chrono::milliseconds(kPatience).count())) || !socket.readAll().startsWith("taken"))
        return failure(Error::Kind::TimedOut, m_socket, u"a window is open already but does not answer"_s);
    return true;
}

void SingleInstance::greet()
{
    while (QLocalSocket *socket = m_server.nextPendingConnection()) {
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        if (!isOurs(*socket)) {
            socket->abort();
            continue;
        }
        socket->setReadBufferSize(kLongestWish);
        QTimer::singleShot(kPatience, socket, [socket] { socket->abort(); }); // nobody may keep connections open
        const auto listen = [this, socket] {
            if (!socket->canReadLine())
                return;
            const StartWish wish = read(socket->readLine(kLongestWish));
            socket->write("taken\n");
            socket->flush();
            socket->disconnectFromServer();
            emit wished(wish);
        };
        connect(socket, &QLocalSocket::readyRead, this, listen);
        listen(); // it may have come with the connection
    }
}

} // namespace pilothouse
