// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Walks through ssh_config files and collects the first value of each keyword that holds for one host.
#pragma once
#include "backend/ssh/sshconfig.h"

#include <QHash>

namespace pilothouse {

class SshConfigReader {
public:
    SshConfigReader(const ConfigFiles &files, QString host, QString user, int port);

    [[nodiscard]] Result<> readFile(const QString &name, bool active, int depth, bool isPersons);
    // First values, keyword in lower case; the lists of IdentityFile and CertificateFile are summed up.
    [[nodiscard]] QStringList values(const QString &keyword) const { return m_values.value(keyword); }
    [[nodiscard]] QString value(const QString &keyword) const { return m_values.value(keyword).value(0); }
    [[nodiscard]] bool has(const QString &keyword) const { return m_values.contains(keyword); }
    [[nodiscard]] const QStringList &notUnderstood() const { return m_notUnderstood; }

private:
    [[nodiscard]] Result<> readLine(const QString &line, bool &active, bool outer, int depth, bool isPersons);
    [[nodiscard]] bool hostHolds(const QStringList &patterns) const;
    [[nodiscard]] Result<bool> matchHolds(const QStringList &words, const QString &line);
    [[nodiscard]] Result<> include(const QStringList &patterns, bool active, int depth, bool isPersons);
    void take(const QString &keyword, const QStringList &words, const QString &line);
    [[nodiscard]] QString currentHost() const;

    const ConfigFiles &m_files;
    QString m_host;
    QHash<QString, QStringList> m_values;
    QStringList m_notUnderstood;
};

// ssh_config's words: blanks between them, double quotes around, the keyword's "=" allowed. BadInput for an open quote.
[[nodiscard]] Result<QStringList> configWords(const QString &line);

} // namespace pilothouse
