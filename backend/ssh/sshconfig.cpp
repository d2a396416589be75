// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/sshconfig.h"

#include "backend/ssh/sshconfigreader.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QSysInfo>

#include <pwd.h>
#include <unistd.h>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

// The %-tokens alone: what else stands in a HostName or a ProxyCommand is the person's, or the command's shell's.
QString withTokens(const QString &text, const HostConfig &host, const ConfigFiles &files)
{
    QString out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != u'%' || i + 1 == text.size()) {
            out += text[i];
            continue;
        }
        const QString local = QSysInfo::machineHostName();
        switch (text[++i].unicode()) {
        case u'%':
            out += u'%';
            break;
        case u'd':
            out += files.home;
            break;
        case u'h':
            out += host.hostName;
            break;
        case u'i':
            out += QString::number(getuid());
            break;
        case u'k':
            out += host.hostKeyAlias.isEmpty() ? host.original : host.hostKeyAlias;
            break;
        case u'L':
            out += local.section(u'.', 0, 0);
            break;
        case u'l':
            out += local;
            break;
        case u'n':
            out += host.original;
            break;
        case u'p':
            out += QString::number(host.port);
            break;
        case u'r':
            out += host.user;
            break;
        case u'u':
            out += files.localUser;
            break;
        case u'j':
            out += host.proxyJump;
            break;
        case u'C':
            out += QString::fromLatin1(QCryptographicHash::hash((local + host.hostName + QString::number(host.port) + host.user).toUtf8(),
                                                                QCryptographicHash::Sha1)
                                           .toHex());
            break;
        default:
            out += u'%';
            out += text[i];
        }
    }
    return out;
}

// Puts ~, ${NAME} and the %-tokens into paths, and keeps what it could not: a path with a part left out would be another one.
class PathReader {
public:
    PathReader(const HostConfig &host, const ConfigFiles &files) : m_host(host), m_files(files) { }
    [[nodiscard]] QString path(QString text)
    {
        if (text == u"~"_s || text.startsWith(u"~/"_s))
            text = m_files.home + text.sliced(1);
        QString out;
        qsizetype from = 0;
        for (qsizetype at = 0; (at = text.indexOf(u"${"_s, from)) >= 0;) {
            const qsizetype end = text.indexOf(u'}', at);
            const QString name = end < 0 ? QString() : text.mid(at + 2, end - at - 2);
            if (name.isEmpty() || !qEnvironmentVariableIsSet(name.toUtf8().constData())) {
                m_missing += text.mid(at, end < 0 ? -1 : end - at + 1);
                return {};
            }
            out += withTokens(text.mid(from, at - from), m_host, m_files) + qEnvironmentVariable(name.toUtf8().constData());
            from = end + 1;
        }
        return out + withTokens(text.mid(from), m_host, m_files);
    }
    [[nodiscard]] QStringList paths(const QStringList &texts)
    {
        QStringList all;
        for (const QString &text : texts)
            if (text.toLower() != u"none"_s)
                all += path(text);
        return all;
    }
    [[nodiscard]] Result<> done() const
    {
        if (m_missing.isEmpty())
            return {};
        return failure(Error::Kind::BadInput, m_host.original, u"not set: "_s + m_missing.join(u", "_s));
    }

private:
    const HostConfig &m_host;
    const ConfigFiles &m_files;
    QStringList m_missing;
};

QStringList usualIdentities(const QString &home)
{
    QStringList names;
    for (const auto &name : {u"id_rsa"_s, u"id_ecdsa"_s, u"id_ecdsa_sk"_s, u"id_ed25519"_s, u"id_ed25519_sk"_s})
        names += home + u"/.ssh/"_s + name;
    return names;
}

// ConnectTimeout and such: "30", "2m", "1h30m".
std::chrono::seconds timeSpan(const QString &text)
{
    qint64 sum = 0, number = 0;
    for (const QChar c : text.toLower()) {
        if (c.isDigit()) {
            number = number * 10 + c.digitValue();
            continue;
        }
        sum += number * (c == u'm' ? 60 : c == u'h' ? 3600 : c == u'd' ? 86400 : c == u'w' ? 604800 : 1);
        number = 0;
    }
    return std::chrono::seconds(sum + number);
}

bool yes(const SshConfigReader &reader, const QString &keyword, bool otherwise)
{
    const QString word = reader.value(keyword).toLower();
    return word.isEmpty() ? otherwise : word == u"yes"_s || word == u"true"_s;
}

Result<> fillFiles(HostConfig &host, const SshConfigReader &reader, const ConfigFiles &files)
{
    PathReader read(host, files);
    host.identitiesGiven = reader.has(u"identityfile"_s);
    host.identityFiles = host.identitiesGiven ? read.paths(reader.values(u"identityfile"_s)) : usualIdentities(files.home);
    host.certificateFiles = read.paths(reader.values(u"certificatefile"_s));
    const QString agent = reader.value(u"identityagent"_s);
    if (agent == u"SSH_AUTH_SOCK"_s)
        host.identityAgent.clear();
    else if (agent.startsWith(u'$') && !agent.startsWith(u"${"_s))
        host.identityAgent = qEnvironmentVariable(agent.sliced(1).toUtf8().constData());
    else
        host.identityAgent = read.path(agent);
    host.userKnownHostsFiles = reader.has(u"userknownhostsfile"_s)
        ? read.paths(reader.values(u"userknownhostsfile"_s))
        : QStringList{files.home + u"/.ssh/known_hosts"_s, files.home + u"/.ssh/known_hosts2"_s};
    host.globalKnownHostsFiles = reader.has(u"globalknownhostsfile"_s)
        ? read.paths(reader.values(u"globalknownhostsfile"_s))
        : QStringList{u"/etc/ssh/ssh_known_hosts"_s, u"/etc/ssh/ssh_known_hosts2"_s};
    return read.done();
}

} // namespace

ConfigFiles configFilesFor(const QString &profileConfig)
{
    ConfigFiles files;
    files.home = QDir::homePath();
    files.sshFolder = files.home + u"/.ssh"_s;
    if (const passwd *person = getpwuid(getuid()))
        files.localUser = QString::fromLocal8Bit(person->pw_name);
    if (profileConfig.isEmpty())
        files.files = {files.sshFolder + u"/config"_s, u"/etc/ssh/ssh_config"_s};
    else if (profileConfig != u"none"_s)
        files.files = {profileConfig.startsWith(u"~/"_s) ? files.home + profileConfig.sliced(1) : profileConfig};
    return files;
}

Result<HostConfig> readSshConfig(const ConfigFiles &files, const QString &host, const QString &user, int port)
{
    SshConfigReader reader(files, host, user, port);
    for (const QString &file : files.files)
        if (const auto read = reader.readFile(file, true, 0, !file.startsWith(u"/etc/ssh/"_s)); !read)
            return tl::unexpected(read.error());
    HostConfig config;
    config.original = host;
    config.hostName = host; // what %h of HostName means
    config.user = reader.has(u"user"_s) ? reader.value(u"user"_s) : files.localUser;
    if (reader.has(u"port"_s)) {
        bool isNumber = false;
        config.port = reader.value(u"port"_s).toInt(&isNumber);
        if (!isNumber || config.port < 1 || config.port > 65535)
            return failure(Error::Kind::BadInput, host, u"Port "_s + reader.value(u"port"_s));
    }
    config.hostKeyAlias = reader.value(u"hostkeyalias"_s);
    if (reader.has(u"hostname"_s))
        config.hostName = withTokens(reader.value(u"hostname"_s), config, files);
    config.hostName = config.hostName.toLower();
    const QString jump = reader.value(u"proxyjump"_s);
    config.proxyJump = jump.toLower() == u"none"_s ? QString() : jump;
    const QString command = reader.value(u"proxycommand"_s);
    config.proxyCommand = command.toLower() == u"none"_s ? QString() : command;
    if (const auto filled = fillFiles(config, reader, files); !filled)
        return tl::unexpected(filled.error());
    config.identitiesOnly = yes(reader, u"identitiesonly"_s, false);
    if (reader.has(u"preferredauthentications"_s))
        config.preferredAuthentications = reader.value(u"preferredauthentications"_s).split(u',');
    config.pubkeyAuthentication = reader.value(u"pubkeyauthentication"_s).toLower() != u"no"_s;
    config.passwordAuthentication = yes(reader, u"passwordauthentication"_s, true);
    config.kbdInteractiveAuthentication = yes(
        reader, reader.has(u"kbdinteractiveauthentication"_s) ? u"kbdinteractiveauthentication"_s : u"challengeresponseauthentication"_s,
        true);
    config.gssapiAuthentication = yes(reader, u"gssapiauthentication"_s, true);
    if (reader.value(u"connecttimeout"_s).toLower() != u"none"_s)
        config.connectTimeout = timeSpan(reader.value(u"connecttimeout"_s));
    config.serverAliveInterval = timeSpan(reader.value(u"serveraliveinterval"_s));
    const QString family = reader.value(u"addressfamily"_s).toLower();
    config.family = family == u"inet"_s ? HostConfig::Family::Inet
        : family == u"inet6"_s          ? HostConfig::Family::Inet6
                                        : HostConfig::Family::Any;
    config.bindAddress = reader.value(u"bindaddress"_s);
    config.notUnderstood = reader.notUnderstood();
    return config;
}

Result<HostConfig> hostConfigFor(const SshSettings &settings)
{
    const ConfigFiles files = configFilesFor(settings.config);
    if (settings.host.isEmpty() || settings.host.startsWith(u'-'))
        return failure(Error::Kind::BadInput, settings.host, u"no host"_s);
    auto config = readSshConfig(files, settings.host, settings.user, settings.port);
    if (!config)
        return config;
    PathReader read(*config, files);
    if (!settings.identityFiles.isEmpty()) {
        config->identityFiles = read.paths(settings.identityFiles);
        config->identitiesGiven = true;
    }
    if (!settings.userKnownHostsFile.isEmpty())
        config->userKnownHostsFiles = {read.path(settings.userKnownHostsFile)};
    if (const auto done = read.done(); !done)
        return tl::unexpected(done.error());
    if (!settings.preferredAuthentications.isEmpty())
        config->preferredAuthentications = settings.preferredAuthentications;
    if (!settings.proxyJump.isEmpty()) {
        config->proxyJump = settings.proxyJump == u"none"_s ? QString() : settings.proxyJump;
        config->proxyCommand.clear();
    }
    return config;
}

Result<QList<JumpHop>> parseJumps(const QString &proxyJump)
{
    QList<JumpHop> hops;
    if (proxyJump.isEmpty())
        return hops;
    for (QString text : proxyJump.split(u',')) {
        JumpHop hop;
        if (text.startsWith(u"ssh://"_s))
            text.remove(0, 6);
        if (const qsizetype at = text.lastIndexOf(u'@'); at >= 0) {
            hop.user = text.first(at);
            text = text.sliced(at + 1);
        }
        QString port;
        if (text.startsWith(u'[') && text.contains(u']')) {
            hop.host = text.mid(1, text.indexOf(u']') - 1);
            port = text.section(u"]"_s, 1);
            if (!port.isEmpty() && !port.startsWith(u':'))
                return failure(Error::Kind::BadInput, proxyJump, u"ProxyJump"_s);
            port.remove(0, 1);
        } else {
            hop.host = text.section(u':', 0, 0);
            port = text.section(u':', 1);
        }
        bool isNumber = true;
        hop.port = port.isEmpty() ? 0 : port.toInt(&isNumber);
        if (hop.host.isEmpty() || hop.host.startsWith(u'-') || !isNumber || hop.port < 0 || hop.port > 65535)
            return failure(Error::Kind::BadInput, proxyJump, u"ProxyJump"_s);
        hops += hop;
    }
    return hops;
}

Result<QByteArray> expandProxyCommand(const HostConfig &config)
{
    const auto harmless = [](const QString &word, const QString &forbidden) {
        for (const QChar c : word)
            if (c.unicode() < 32 || c == u' ' || forbidden.contains(c))
                return false;
        return !word.startsWith(u'-');
    };
    const QString known = u"'`\"$\\;&<>|(){}"_s;
    if (!harmless(config.hostName, known) || !harmless(config.original, known) || !harmless(config.user, known))
        return failure(Error::Kind::BadInput, config.original,
                       u"characters in the host or user that ProxyCommand's shell would take for its own"_s);
    return "exec " + withTokens(config.proxyCommand, config, configFilesFor(u"none"_s)).toUtf8();
}

} // namespace pilothouse
