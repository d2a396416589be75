// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ssh/kdc.h"

#include <QDir>
#include <QFile>
#include <QTcpServer>

namespace pilothouse::test {

using namespace Qt::StringLiterals;

namespace {

bool written(const QString &name, const QString &text)
{
    QFile file(name);
    return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) >= 0;
}

} // namespace

Kdc::~Kdc()
{
    m_server.kill();
    m_server.waitForFinished();
}

QProcessEnvironment Kdc::environment() const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"LD_LIBRARY_PATH"_s, m_libraries);
    environment.insert(u"KRB5_CONFIG"_s, config());
    environment.insert(u"KRB5_KDC_PROFILE"_s, m_folder.filePath(u"kdc.conf"_s));
    return environment;
}

bool Kdc::run(const QString &tool, const QStringList &words, const QByteArray &input)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setProcessEnvironment(environment());
    process.start(m_tools + u'/' + tool, words);
    process.write(input);
    process.closeWriteChannel();
    if (process.waitForFinished(60'000) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        return true;
    m_complaint = tool + u": "_s + process.errorString() + u": "_s + QString::fromUtf8(process.readAll());
    return false;
}

bool Kdc::writeConfig(int port)
{
    const QString listen = u"127.0.0.1:%1"_s.arg(port);
    return written(config(),
                   u"[libdefaults]\ndefault_realm = LAB.TEST\ndns_lookup_kdc = false\ndns_lookup_realm = false\n"
                   "dns_canonicalize_hostname = false\nrdns = false\n[realms]\nLAB.TEST = {\nkdc = %1\ndatabase_module = db\n}\n"
                   "[dbmodules]\ndb_module_dir = %2/krb5/plugins/kdb\ndb = {\ndb_library = db2\ndatabase_name = %3/db\n}\n"_s.arg(
                       listen, m_libraries, m_folder.path()))
        && written(m_folder.filePath(u"kdc.conf"_s),
                   u"[realms]\nLAB.TEST = {\nkey_stash_file = %1/stash\nkdc_listen = %2\nkdc_tcp_listen = %2\n}\n"_s.arg(m_folder.path(),
                                                                                                                         listen));
}

bool Kdc::start()
{
    const QString root = qEnvironmentVariable("PILOTHOUSE_KERBEROS");
    const QStringList libraries = QDir(root + u"/usr/lib"_s).entryList({u"*-linux-*"_s}, QDir::Dirs);
    m_tools = root + u"/usr"_s;
    if (root.isEmpty() || libraries.isEmpty() || !QFile::exists(m_tools + u"/sbin/krb5kdc"_s)) {
        m_complaint = u"PILOTHOUSE_KERBEROS must name a folder with krb5-kdc unpacked (scripts/test does it)"_s;
        return false;
    }
    m_libraries = root + u"/usr/lib/"_s + libraries.first();
    int port = 0;
    {
        QTcpServer free;
        free.listen(QHostAddress::LocalHost);
        port = free.serverPort();
    }
    if (!writeConfig(port) || !run(u"sbin/kdb5_util"_s, {u"create"_s, u"-r"_s, u"LAB.TEST"_s, u"-s"_s, u"-W"_s, u"-P"_s, u"master"_s}))
        return false;
    m_server.setProcessEnvironment(environment());
    m_server.setProcessChannelMode(QProcess::MergedChannels);
    m_server.start(m_tools + u"/sbin/krb5kdc"_s, {u"-n"_s});
    // It says so once it listens.
    while (m_server.waitForReadyRead(30'000))
        if (m_server.readAll().contains("starting"))
            return true;
    m_complaint = u"krb5kdc: "_s + m_server.errorString();
    return false;
}

bool Kdc::addPerson(const QString &name, const QString &password)
{
    return run(u"sbin/kadmin.local"_s, {u"-q"_s, u"addprinc -pw %1 %2"_s.arg(password, name)});
}

bool Kdc::addHost(const QString &name, const QString &keytab)
{
    return run(u"sbin/kadmin.local"_s, {u"-q"_s, u"addprinc -randkey host/"_s + name})
        && run(u"sbin/kadmin.local"_s, {u"-q"_s, u"ktadd -k %1 host/%2"_s.arg(keytab, name)});
}

bool Kdc::logIn(const QString &name, const QString &password, const QString &cache)
{
    return run(u"bin/kinit"_s, {u"-c"_s, cache, name}, password.toUtf8() + '\n');
}

} // namespace pilothouse::test
