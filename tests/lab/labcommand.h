// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Runs commands in the lab's cluster (scripts/lab exec) and our own program beside it.
#pragma once
#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace pilothouse::test {

struct Ran {
    int status = -1; // -1: did not start or did not end in time
    QByteArray out;
    QByteArray err;
};

inline Ran run(const QString &program, const QStringList &arguments, int seconds = 120)
{
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(program, arguments);
    Ran ran;
    if (!process.waitForFinished(seconds * 1000)) {
        process.kill();
        process.waitForFinished(5000);
        ran.err = process.errorString().toUtf8() + process.readAllStandardError();
        return ran;
    }
    ran.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    ran.out = process.readAllStandardOutput();
    ran.err = process.readAllStandardError();
    return ran;
}

inline QString sourceFolder()
{
    return qEnvironmentVariable("PILOTHOUSE_SOURCE_DIR");
}

inline QString labProfile()
{
    return qEnvironmentVariable("PILOTHOUSE_LAB_PROFILE");
}

// As USER inside the cluster, with times as epoch seconds and index lists whole.
inline Ran inLab(const QString &user, const QStringList &words)
{
    return run(sourceFolder() + QStringLiteral("/scripts/lab"),
               QStringList{QStringLiteral("exec"), QStringLiteral("--slurm"),
                           qEnvironmentVariable("PILOTHOUSE_LAB_VERSION", QStringLiteral("22.05")), QStringLiteral("--as"), user,
                           QStringLiteral("env"), QStringLiteral("SLURM_TIME_FORMAT=%s"), QStringLiteral("SLURM_BITSTR_LEN=0"),
                           QStringLiteral("LC_ALL=C.UTF-8")}
                   + words);
}

inline Ran console(const QStringList &arguments)
{
    return run(QStringLiteral(PILOTHOUSE_BINARY), arguments);
}

} // namespace pilothouse::test
