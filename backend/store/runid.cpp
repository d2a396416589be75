// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/runid.h"

#include <QCryptographicHash>
#include <QFile>
#include <QStringList>
#include <QSysInfo>

#include <unistd.h>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

enum Part { Host, Boot, Space, Process, Start, Parts };

QByteArray readAll(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
}

// Field 22 of its stat, in clock ticks. Empty when there is no such process.
QString startOf(const QString &pid)
{
    // The command's name may hold blanks and brackets: count fields behind the last one.
    const QByteArray stat = readAll(u"/proc/%1/stat"_s.arg(pid));
    const QByteArrayList fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    constexpr int kStart = 22 - 3;
    return fields.size() > kStart ? QString::fromLatin1(fields[kStart]) : QString();
}

// Log-in nodes made from one image share their machine id: the name tells them apart.
QString thisHost()
{
    const QByteArray both = QSysInfo::machineUniqueId() + '/' + QSysInfo::machineHostName().toUtf8();
    return QString::fromLatin1(QCryptographicHash::hash(both, QCryptographicHash::Sha256).toHex().left(16));
}

QString thisBoot()
{
    return QString::fromLatin1(readAll(u"/proc/sys/kernel/random/boot_id"_s));
}

// Containers share the boot of their host but not its process ids.
QString thisSpace()
{
    return QFile::symLinkTarget(u"/proc/self/ns/pid"_s).section(u'[', 1).remove(u']');
}

} // namespace

QString thisRun()
{
    const QString pid = QString::number(::getpid());
    return QStringList{thisHost(), thisBoot(), thisSpace(), pid, startOf(pid)}.join(u'/');
}

RunState stateOf(const QString &run)
{
    const QStringList parts = run.split(u'/');
    if (parts.size() != Parts || parts[Host] != thisHost())
        return RunState::Elsewhere;
    if (parts[Boot] != thisBoot())
        return RunState::Gone;
    if (parts[Space] != thisSpace())
        return RunState::Elsewhere;
    return !parts[Start].isEmpty() && startOf(parts[Process]) == parts[Start] ? RunState::Alive : RunState::Gone;
}

} // namespace pilothouse
