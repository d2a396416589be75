// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A lab's cluster for fault tests: jobs to stop, what Slurm itself says of them, and how often it was asked to end each.
#pragma once
#include "backend/core/source.h"
#include "backend/ssh/sshshell.h"
#include "tests/ssh/labssh.h"
#include "tests/support/delayproxy.h"

#include <QMap>
#include <QSet>
#include <QTemporaryDir>

#include <memory>

namespace pilothouse::test {

class FaultLab {
public:
    [[nodiscard]] bool load() { return m_ssh.load(); }
    [[nodiscard]] QString complaint() const { return m_ssh.complaint(); }
    [[nodiscard]] const LabSsh &ssh() const { return m_ssh; }
    [[nodiscard]] static bool thorough() { return qEnvironmentVariable("PILOTHOUSE_FAULTS") == QLatin1String("all"); }

    [[nodiscard]] QString inLab(const QStringList &words, const QString &user = QStringLiteral("root")) const;
    [[nodiscard]] bool service(const QString &name, const QString &action) const;
    // Ids of new jobs; held ones wait until somebody stops them.
    [[nodiscard]] QList<quint32> submit(const QString &user, int count, const QStringList &options = {QStringLiteral("-H")}) const;
    void cancel(const QList<quint32> &jobs) const;
    // As squeue says it now: id as shown → state.
    [[nodiscard]] QMap<QString, QString> queue() const;
    // How often slurmctld was asked to end it, by its own log; id as scancel was told.
    [[nodiscard]] int timesCancelled(const QString &id) const { return cancellations().value(id); }
    [[nodiscard]] QMap<QString, int> cancellations() const;

    [[nodiscard]] std::shared_ptr<SshShell> shell(const DelayProxy *proxy = nullptr, const QString &user = {}) const;
    [[nodiscard]] static std::unique_ptr<Source> source(std::shared_ptr<Shell> shell);
    // Of the jobs that a snapshot shows.
    [[nodiscard]] static std::vector<Target> targets(const Snapshot &snapshot, const QSet<quint32> &jobs);

private:
    LabSsh m_ssh;
    QTemporaryDir m_folder;
};

[[nodiscard]] QString fateName(Fate fate);
[[nodiscard]] QString told(const Result<Outcome> &outcome); // "2 Done, 1 Unknown", or the error

} // namespace pilothouse::test
