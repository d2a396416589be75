// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ssh/labssh.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>

namespace pilothouse::test {

using namespace Qt::StringLiterals;

namespace {

QStringList words(const QJsonValue &value)
{
    QStringList list;
    for (const auto &each : value.toArray())
        list += each.toString();
    return list;
}

int freePort()
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return server.serverPort();
}

QByteArray contents(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

Profile profileWith(SshSettings settings)
{
    Profile profile;
    profile.name = u"test"_s;
    profile.kind = u"slurm"_s;
    profile.ssh = std::move(settings);
    return profile;
}

bool LabSsh::load()
{
    const QString name = qEnvironmentVariable("PILOTHOUSE_LAB_ENV");
    if (name.isEmpty() || !QFile::exists(name)) {
        m_complaint = u"PILOTHOUSE_LAB_ENV must name the lab.env of a running lab (scripts/lab up)"_s;
        return false;
    }
    for (const QString &line : QString::fromUtf8(contents(name)).split(u'\n'))
        if (const qsizetype at = line.indexOf(u'='); at > 0)
            m_values[line.first(at)] = line.sliced(at + 1).remove(u'\'');
    return true;
}

QString LabSsh::password(const QString &user) const
{
    for (const QString &line : QString::fromUtf8(contents(value(u"LAB_PASSWORDS"_s))).split(u'\n'))
        if (line.startsWith(user + u':'))
            return line.sliced(user.size() + 1);
    return {};
}

SshSettings LabSsh::settings(const QString &kind) const
{
    const QString name = value(u"LAB_DIR"_s) + u"/profile%1.json"_s.arg(kind.isEmpty() ? QString() : u'-' + kind);
    const QJsonObject ssh = QJsonDocument::fromJson(contents(name))[u"profiles"][0][u"ssh"].toObject();
    SshSettings made;
    made.host = ssh[u"host"].toString();
    made.port = ssh[u"port"].toInt();
    made.user = ssh[u"user"].toString();
    made.identityFiles = words(ssh[u"identityFiles"]);
    made.userKnownHostsFile = ssh[u"userKnownHostsFile"].toString();
    made.proxyJump = ssh[u"proxyJump"].toString();
    made.config = ssh[u"config"].toString();
    made.preferredAuthentications = words(ssh[u"preferredAuthentications"]);
    return made;
}

QString LabSsh::answersFile(const QString &kind) const
{
    return value(u"LAB_DIR"_s) + u"/answers-%1.json"_s.arg(kind);
}

SshSettings LabSsh::through(int port, SshSettings settings, const QString &folder) const
{
    const QByteArrayList key = contents(value(u"LAB_DIR"_s) + u"/ssh/host_sshd.pub"_s).split(' ');
    const QString name = folder + u"/known_hosts_%1"_s.arg(port);
    QFile file(name);
    if (file.open(QIODevice::WriteOnly))
        file.write(contents(settings.userKnownHostsFile) + "[127.0.0.1]:" + QByteArray::number(port) + ' ' + key.value(0) + ' '
                   + key.value(1) + '\n');
    settings.port = port;
    settings.userKnownHostsFile = name;
    return settings;
}

QByteArray LabSsh::inLab(const QStringList &command, const QString &user) const
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(qEnvironmentVariable("PILOTHOUSE_SOURCE_DIR") + u"/scripts/lab"_s,
                  QStringList{u"exec"_s, u"--dir"_s, value(u"LAB_BASE"_s), u"--slurm"_s, value(u"LAB_VERSION"_s), u"--as"_s, user}
                      + command);
    process.waitForFinished(60'000);
    return process.readAll();
}

std::unique_ptr<ExtraSshd> LabSsh::start(const QStringList &lines, const QStringList &environment) const
{
    for (int attempt = 0; attempt < 3; ++attempt) // somebody else may have taken the free port meanwhile
        if (auto made = startOnce(lines, environment))
            return made;
    return nullptr;
}

std::unique_ptr<ExtraSshd> LabSsh::startOnce(const QStringList &lines, QStringList environment) const
{
    static int number = 0;
    std::unique_ptr<ExtraSshd> made(new ExtraSshd);
    made->m_lab = this;
    made->m_port = freePort();
    made->m_name = u"test-%1-%2"_s.arg(QCoreApplication::applicationPid()).arg(++number);
    made->m_folder = value(u"LAB_DIR"_s) + u"/ssh/"_s + made->m_name;
    QDir().mkpath(made->m_folder);
    const QString inside = u"/lab/ssh/"_s + made->m_name;
    const QStringList own{u"Port %1"_s.arg(made->m_port), u"ListenAddress 127.0.0.1"_s, u"PidFile %1/pid"_s.arg(inside),
                          u"LogLevel DEBUG"_s};
    const QStringList usual{u"HostKey /lab/ssh/host_sshd"_s,
                            u"AuthorizedKeysFile /lab/ssh/authorized-sshd/%u"_s,
                            u"StrictModes no"_s,
                            u"UsePAM yes"_s,
                            u"KbdInteractiveAuthentication yes"_s,
                            u"PasswordAuthentication yes"_s,
                            u"PrintMotd no"_s,
                            u"LoginGraceTime 30"_s};
    QFile config(made->m_folder + u"/conf"_s);
    if (!config.open(QIODevice::WriteOnly))
        return nullptr;
    config.write((own + lines + usual).join(u'\n').replace(u"@DIR@"_s, inside).toUtf8() + '\n');
    config.close();
    environment.replaceInStrings(u"@DIR@"_s, inside);
    inLab(QStringList{u"env"_s} + environment
          + QStringList{u"/usr/sbin/sshd"_s, u"-f"_s, inside + u"/conf"_s, u"-E"_s, inside + u"/log"_s});
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < 30'000) {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, quint16(made->m_port));
        if (socket.waitForConnected(500) && socket.waitForReadyRead(10'000))
            return made;
    }
    return nullptr;
}

ExtraSshd::~ExtraSshd()
{
    const QByteArray pid = contents(m_folder + u"/pid"_s).trimmed();
    if (!pid.isEmpty())
        m_lab->inLab({u"kill"_s, QString::fromLatin1(pid)});
    QDir(m_folder).removeRecursively();
}

QString ExtraSshd::log() const
{
    return QString::fromUtf8(contents(m_folder + u"/log"_s));
}

} // namespace pilothouse::test
