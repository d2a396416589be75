// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A Kerberos realm of one's own on loopback, from Debian's packages as scripts/test unpacks them; nothing is installed for it.
#pragma once
#include <QProcess>
#include <QTemporaryDir>

namespace pilothouse::test {

class Kdc {
public:
    ~Kdc();
    // False, with a complaint, where the packages are not there or the realm does not come up.
    [[nodiscard]] bool start();
    [[nodiscard]] QString complaint() const { return m_complaint; }

    [[nodiscard]] bool addPerson(const QString &name, const QString &password);
    [[nodiscard]] bool addHost(const QString &name, const QString &keytab); // its key goes into the file
    [[nodiscard]] bool logIn(const QString &name, const QString &password, const QString &cache);
    [[nodiscard]] QString config() const { return m_folder.filePath(QStringLiteral("krb5.conf")); }

private:
    [[nodiscard]] bool run(const QString &tool, const QStringList &words, const QByteArray &input = {});
    [[nodiscard]] QProcessEnvironment environment() const;
    bool writeConfig(int port);
    QTemporaryDir m_folder;
    QString m_tools, m_libraries, m_complaint;
    QProcess m_server;
};

} // namespace pilothouse::test
