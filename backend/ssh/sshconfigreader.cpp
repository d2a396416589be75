// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/sshconfigreader.h"

#include "backend/ssh/knownhosts.h"

#include <QDir>
#include <QFile>
#include <QSet>

#include <glob.h>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

constexpr int kDeepest = 16; // as OpenSSH

const QSet<QString> &obeyed()
{
    static const QSet<QString> words{u"hostname"_s,
                                     u"user"_s,
                                     u"port"_s,
                                     u"identityfile"_s,
                                     u"identitiesonly"_s,
                                     u"identityagent"_s,
                                     u"certificatefile"_s,
                                     u"proxyjump"_s,
                                     u"proxycommand"_s,
                                     u"userknownhostsfile"_s,
                                     u"globalknownhostsfile"_s,
                                     u"hostkeyalias"_s,
                                     u"preferredauthentications"_s,
                                     u"serveraliveinterval"_s,
                                     u"connecttimeout"_s,
                                     u"addressfamily"_s,
                                     u"bindaddress"_s,
                                     u"pubkeyauthentication"_s,
                                     u"passwordauthentication"_s,
                                     u"kbdinteractiveauthentication"_s,
                                     u"challengeresponseauthentication"_s,
                                     u"gssapiauthentication"_s};
    return words;
}

// Of no weight for us: they change neither host nor key nor way in, or only ask for less care than we take.
const QSet<QString> &weightless()
{
    static const QSet<QString> words{u"addkeystoagent"_s,
                                     u"batchmode"_s,
                                     u"checkhostip"_s,
                                     u"clearallforwardings"_s,
                                     u"compression"_s,
                                     u"connectionattempts"_s,
                                     u"controlmaster"_s,
                                     u"controlpath"_s,
                                     u"controlpersist"_s,
                                     u"dynamicforward"_s,
                                     u"enableescapecommandline"_s,
                                     u"escapechar"_s,
                                     u"exitonforwardfailure"_s,
                                     u"fingerprinthash"_s,
                                     u"forkafterauthentication"_s,
                                     u"forwardagent"_s,
                                     u"forwardx11"_s,
                                     u"forwardx11timeout"_s,
                                     u"forwardx11trusted"_s,
                                     u"gatewayports"_s,
                                     u"gssapidelegatecredentials"_s,
                                     u"hashknownhosts"_s,
                                     u"hostbasedauthentication"_s,
                                     u"ignoreunknown"_s,
                                     u"ipqos"_s,
                                     u"localcommand"_s,
                                     u"localforward"_s,
                                     u"loglevel"_s,
                                     u"logverbose"_s,
                                     u"nohostauthenticationforlocalhost"_s,
                                     u"numberofpasswordprompts"_s,
                                     u"obscurekeystroketiming"_s,
                                     u"permitlocalcommand"_s,
                                     u"permitremoteopen"_s,
                                     u"proxyusefdpass"_s,
                                     u"rekeylimit"_s,
                                     u"remotecommand"_s,
                                     u"remoteforward"_s,
                                     u"requesttty"_s,
                                     u"sendenv"_s,
                                     u"serveralivecountmax"_s,
                                     u"sessiontype"_s,
                                     u"setenv"_s,
                                     u"stdinnull"_s,
                                     u"streamlocalbindmask"_s,
                                     u"streamlocalbindunlink"_s,
                                     u"stricthostkeychecking"_s,
                                     u"syslogfacility"_s,
                                     u"tcpkeepalive"_s,
                                     u"tunnel"_s,
                                     u"tunneldevice"_s,
                                     u"updatehostkeys"_s,
                                     u"verifyhostkeydns"_s,
                                     u"visualhostkey"_s,
                                     u"xauthlocation"_s};
    return words;
}

bool listHolds(const QString &name, const QString &patterns)
{
    return matchesPatternList(name.toLower().toUtf8(), patterns.toLower().toUtf8());
}

} // namespace

Result<QStringList> configWords(const QString &line)
{
    QStringList words;
    qsizetype i = 0;
    bool mayBeEquals = true;
    while (i < line.size()) {
        if (line[i].isSpace()) {
            ++i;
            continue;
        }
        if (words.size() == 1 && mayBeEquals && line[i] == u'=') {
            mayBeEquals = false;
            ++i;
            continue;
        }
        if (line[i] == u'#' && !words.isEmpty())
            break;
        QString word;
        bool quoted = false;
        for (; i < line.size() && (quoted || !line[i].isSpace()); ++i) {
            if (line[i] == u'"') {
                quoted = !quoted;
            } else if (line[i] == u'\\' && i + 1 < line.size() && (line[i + 1] == u'"' || line[i + 1] == u'\\')) {
                word += line[++i];
            } else if (words.isEmpty() && !quoted && line[i] == u'=') {
                break;
            } else {
                word += line[i];
            }
        }
        if (quoted)
            return failure(Error::Kind::BadInput, line.trimmed(), u"a quote is not closed"_s);
        words += word;
    }
    return words;
}

SshConfigReader::SshConfigReader(const ConfigFiles &files, QString host, QString user, int port) : m_files(files), m_host(std::move(host))
{
    if (!user.isEmpty())
        m_values[u"user"_s] = {std::move(user)};
    if (port > 0)
        m_values[u"port"_s] = {QString::number(port)};
}

QString SshConfigReader::currentHost() const
{
    return has(u"hostname"_s) ? QString(value(u"hostname"_s)).replace(u"%h"_s, m_host).replace(u"%%"_s, u"%"_s) : m_host;
}

bool SshConfigReader::hostHolds(const QStringList &patterns) const
{
    bool holds = false;
    for (const QString &pattern : patterns) {
        if (pattern.startsWith(u'!')) {
            if (matchesPattern(m_host.toUtf8(), QStringView(pattern).sliced(1).toUtf8()))
                return false;
        } else if (matchesPattern(m_host.toUtf8(), pattern.toUtf8())) {
            holds = true;
        }
    }
    return holds;
}

Result<bool> SshConfigReader::matchHolds(const QStringList &words, const QString &line)
{
    bool holds = true;
    bool strange = false;
    for (qsizetype i = 0; i < words.size(); ++i) {
        QString criterion = words[i].toLower();
        const bool negated = criterion.startsWith(u'!');
        if (negated)
            criterion.remove(0, 1);
        if (criterion == u"all"_s) {
            holds = holds && !negated;
            continue;
        }
        if (criterion == u"canonical"_s || criterion == u"final"_s) {
            strange = true;
            continue;
        }
        if (++i >= words.size())
            return failure(Error::Kind::BadInput, line.trimmed(), u"a condition lacks its value"_s);
        bool here = false;
        if (criterion == u"host"_s)
            here = listHolds(currentHost(), words[i]);
        else if (criterion == u"originalhost"_s)
            here = listHolds(m_host, words[i]);
        else if (criterion == u"user"_s)
            here = matchesPatternList((has(u"user"_s) ? value(u"user"_s) : m_files.localUser).toUtf8(), words[i].toUtf8());
        else if (criterion == u"localuser"_s)
            here = matchesPatternList(m_files.localUser.toUtf8(), words[i].toUtf8());
        else
            strange = true;
        if (!strange)
            holds = holds && here != negated;
    }
    if (strange && holds) // whether it holds is not known: told, and nothing of it taken
        m_notUnderstood += line.trimmed();
    return holds && !strange;
}

Result<> SshConfigReader::include(const QStringList &patterns, bool active, int depth, bool isPersons)
{
    for (QString pattern : patterns) {
        if (pattern.startsWith(u"~/"_s))
            pattern = m_files.home + pattern.sliced(1);
        else if (!pattern.startsWith(u'/'))
            pattern = (isPersons ? m_files.sshFolder : u"/etc/ssh"_s) + u'/' + pattern;
        glob_t found{};
        if (glob(QFile::encodeName(pattern).constData(), 0, nullptr, &found) == 0) {
            for (size_t i = 0; i < found.gl_pathc; ++i) {
                if (const auto read = readFile(QFile::decodeName(found.gl_pathv[i]), active, depth + 1, isPersons); !read) {
                    globfree(&found);
                    return read;
                }
            }
        }
        globfree(&found);
    }
    return {};
}

void SshConfigReader::take(const QString &keyword, const QStringList &words, const QString &line)
{
    if (obeyed().contains(keyword)) {
        const bool sums = keyword == u"identityfile"_s || keyword == u"certificatefile"_s;
        if (sums) {
            if (!m_values[keyword].contains(words.first()))
                m_values[keyword] += words.first();
            return;
        }
        // The one that comes first decides about both.
        if ((keyword == u"proxyjump"_s && has(u"proxycommand"_s)) || (keyword == u"proxycommand"_s && has(u"proxyjump"_s)))
            return;
        if (!has(keyword))
            m_values[keyword] = words;
    } else if (!weightless().contains(keyword) && !m_notUnderstood.contains(line.trimmed())) {
        m_notUnderstood += line.trimmed();
    }
}

Result<> SshConfigReader::readLine(const QString &line, bool &active, bool outer, int depth, bool isPersons)
{
    const QString trimmed = line.trimmed();
    if (trimmed.isEmpty() || trimmed.startsWith(u'#'))
        return {};
    auto words = configWords(trimmed);
    if (!words)
        return tl::unexpected(words.error());
    if (words->isEmpty())
        return {};
    const QString keyword = words->takeFirst().toLower();
    if (words->isEmpty())
        return failure(Error::Kind::BadInput, trimmed, u"a value is missing"_s);
    if (keyword == u"host"_s) {
        active = outer && hostHolds(*words);
    } else if (keyword == u"match"_s) {
        if (!outer) {
            active = false;
            return {};
        }
        const auto holds = matchHolds(*words, trimmed);
        if (!holds)
            return tl::unexpected(holds.error());
        active = *holds;
    } else if (keyword == u"include"_s) {
        return include(*words, active, depth, isPersons);
    } else if (active) {
        // A command is all of the rest of the line, quotes and all.
        if (keyword == u"proxycommand"_s) {
            QString rest = trimmed.sliced(keyword.size()).trimmed();
            if (rest.startsWith(u'='))
                rest = rest.sliced(1).trimmed();
            take(keyword, {rest}, trimmed);
        } else {
            take(keyword, *words, trimmed);
        }
    }
    return {};
}

Result<> SshConfigReader::readFile(const QString &name, bool active, int depth, bool isPersons)
{
    if (depth > kDeepest)
        return failure(Error::Kind::BadInput, name, u"too many files include each other"_s);
    QFile file(name);
    if (!file.exists())
        return {};
    if (!file.open(QIODevice::ReadOnly))
        return failure(Error::Kind::BadInput, name, file.errorString());
    const bool outer = active;
    const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (auto read = readLine(lines[i], active, outer, depth, isPersons); !read)
            return failure(Error::Kind::BadInput, u"%1:%2"_s.arg(name).arg(i + 1), read.error().detail);
    }
    return {};
}

} // namespace pilothouse
