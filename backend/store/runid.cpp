// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/runid.h"

#include <QFile>
#include <QStringList>

#include <unistd.h>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

QByteArray readAll(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
}

// Empty when there is no such process.
QString nameOf(const QString &boot, const QString &pid)
{
    // The command's name may hold blanks and brackets: count fields behind the last one. Field 22 is the start in clock ticks.
    const QByteArray stat = readAll(u"/proc/%1/stat"_s.arg(pid));
    const QByteArrayList fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    constexpr int kStart = 22 - 3;
    return fields.size() > kStart ? u"%1/%2/%3"_s.arg(boot, pid, QString::fromLatin1(fields[kStart])) : QString();
}

QString thisBoot()
{
    return QString::fromLatin1(readAll(u"/proc/sys/kernel/random/boot_id"_s));
}

} // namespace

QString thisRun()
{
    return nameOf(thisBoot(), QString::number(::getpid()));
}

bool isAlive(const QString &run)
{
    const QStringList parts = run.split(u'/');
    return parts.size() == 3 && parts[0] == thisBoot() && nameOf(parts[0], parts[1]) == run;
}

} // namespace pilothouse
