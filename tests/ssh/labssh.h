// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The lab's sshd for the tests of the SSH layer, and more sshd of its own kind with other settings beside it.
#pragma once
#include "backend/core/profile.h"

#include <QHash>
#include <QStringList>

#include <memory>

namespace pilothouse::test {

// An extra sshd inside the lab; ended when it goes.
class ExtraSshd {
public:
    ~ExtraSshd();
    [[nodiscard]] int port() const { return m_port; }
    [[nodiscard]] QString log() const;
    [[nodiscard]] QString folder() const { return m_folder; }

private:
    friend class LabSsh;
    ExtraSshd() = default;
    int m_port = 0;
    QString m_folder; // on this machine
    QString m_name;
    const class LabSsh *m_lab = nullptr;
};

class LabSsh {
public:
    // False when no lab is up: the test must fail, and says so.
    [[nodiscard]] bool load();
    [[nodiscard]] QString complaint() const { return m_complaint; }
    [[nodiscard]] QString value(const QString &name) const { return m_values.value(name); }
    [[nodiscard]] int port() const { return value(QStringLiteral("LAB_SSH_PORT")).toInt(); }
    [[nodiscard]] QString password(const QString &user) const;

    // The settings of a profile file of the lab: "" , "jump", "password", "kbd", "passphrase", "bob" …
    [[nodiscard]] SshSettings settings(const QString &kind = {}) const;
    [[nodiscard]] QString answersFile(const QString &kind) const;
    // The same settings through another port, with the lab's host key known there.
    [[nodiscard]] SshSettings through(int port, SshSettings settings, const QString &folder) const;

    // Another sshd with the lab's host key and keys; further lines of its configuration come first, so they win.
    // @DIR@, in them and in NAME=VALUE of its environment, is its folder as it sees it.
    [[nodiscard]] std::unique_ptr<ExtraSshd> start(const QStringList &lines, const QStringList &environment = {}) const;
    // Runs a command in the lab as root; its output.
    QByteArray inLab(const QStringList &words, const QString &user = QStringLiteral("root")) const;

private:
    [[nodiscard]] std::unique_ptr<ExtraSshd> startOnce(const QStringList &lines, QStringList environment) const;
    QHash<QString, QString> m_values;
    QString m_complaint;
};

[[nodiscard]] Profile profileWith(SshSettings settings);

} // namespace pilothouse::test
