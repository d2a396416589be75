// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/profiles.h"

#include "backend/store/jsonlines.h"

#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace pilothouse {

using namespace Qt::StringLiterals;
using nlohmann::json;

namespace {

constexpr qint64 kLargest = 1 << 20;
constexpr double kLongestInterval = 24 * 3600;

tl::unexpected<Error> refuse(const LinedJson &at, const QString &words)
{
    return failure(Error::Kind::BadInput, u"line %1"_s.arg(at.line), words);
}

// A file that people copy to each other must never hold one.
bool looksSecret(const QString &key)
{
    static constexpr std::array kWords{"password", "passwd", "passphrase", "secret", "token", "privatekey", "apikey", "credential"};
    const QString plain = key.toLower().remove(u'_').remove(u'-');
    return std::ranges::any_of(kWords, [&](const char *word) { return plain.contains(QLatin1StringView(word)); });
}

Result<> readText(const LinedJson &from, const QString &key, QString &to)
{
    if (!from.value.is_string())
        return refuse(from, u"\"%1\" must be text in quotes"_s.arg(key));
    to = QString::fromStdString(from.value.get<std::string>());
    if (std::ranges::any_of(to, [](QChar c) { return c.unicode() < 0x20 || c.unicode() == 0x7f; }))
        return refuse(from, u"\"%1\" holds a control character; remove it"_s.arg(key));
    return {};
}

Result<> readTexts(const LinedJson &from, const QString &key, QStringList &to)
{
    if (!from.value.is_array())
        return refuse(from, u"\"%1\" must be a list, such as [\"one\", \"two\"]"_s.arg(key));
    to.clear();
    for (const LinedJson &item : from.items) {
        if (const auto read = readText(item, key, to.emplace_back()); !read)
            return read;
    }
    return {};
}

Result<> readBool(const LinedJson &from, const QString &key, bool &to)
{
    if (!from.value.is_boolean())
        return refuse(from, u"\"%1\" must be true or false, without quotes"_s.arg(key));
    to = from.value.get<bool>();
    return {};
}

Result<> readPort(const LinedJson &from, const QString &key, int &to)
{
    const bool whole = from.value.is_number_integer();
    const auto number = whole ? from.value.get<std::int64_t>() : 0;
    if (number < 1 || number > 65535)
        return refuse(from, u"\"%1\" must be a whole number from 1 to 65535; leave it out to use the SSH configuration"_s.arg(key));
    to = int(number);
    return {};
}

Result<> readInterval(const LinedJson &from, const QString &key, std::chrono::milliseconds &to)
{
    const double seconds = from.value.is_number() ? from.value.get<double>() : 0;
    if (!(seconds >= 1 && seconds <= kLongestInterval))
        return refuse(from, u"\"%1\" must be a number of seconds from 1 to 86400"_s.arg(key));
    to = std::chrono::milliseconds(std::llround(seconds * 1000));
    return {};
}

Result<> readMethods(const LinedJson &from, const QString &key, QStringList &to)
{
    static const QStringList known{u"publickey"_s, u"keyboard-interactive"_s, u"password"_s, u"gssapi-with-mic"_s, u"none"_s};
    if (const auto read = readTexts(from, key, to); !read)
        return read;
    for (const QString &method : to) {
        if (!known.contains(method))
            return refuse(from, u"\"%1\" does not know \"%2\"; it takes %3"_s.arg(key, method, known.join(u", "_s)));
    }
    return {};
}

using Take = std::function<Result<>(const LinedJson &, const QString &)>;
using Keys = std::vector<std::pair<QLatin1StringView, Take>>;

// Reads each member by its key; what nobody knows is kept in rest and told, what looks like a secret is refused.
Result<> readMembers(const LinedJson &object, const Keys &keys, const QString &where, json &rest, QStringList &notes)
{
    QStringList seen;
    for (const auto &[key, member] : object.members) {
        if (seen.contains(key))
            return refuse(member, u"\"%1\" stands twice in %2; remove one"_s.arg(key, where));
        seen << key;
        const auto known = std::ranges::find(keys, key, [](const auto &pair) { return pair.first; });
        if (known != keys.end()) {
            if (const auto read = known->second(member, key); !read)
                return read;
        } else if (looksSecret(key)) {
            return refuse(member, u"\"%1\" looks like a secret, and profile files never hold any: remove it; you will be asked"_s.arg(key));
        } else {
            rest[key.toStdString()] = member.plain();
            notes << u"line %1: the key \"%2\" of %3 is not known and is left alone"_s.arg(member.line).arg(key, where);
        }
    }
    return {};
}

template <class T> Take into(Result<> (*read)(const LinedJson &, const QString &, T &), T &to)
{
    return [read, &to](const LinedJson &from, const QString &key) { return read(from, key, to); };
}

Result<> readSsh(const LinedJson &from, SshSettings &ssh, const QString &where, json &rest, QStringList &notes)
{
    if (!from.value.is_object())
        return refuse(from, u"\"ssh\" must be an object, such as {\"host\": \"login.example.org\"}"_s);
    const Keys keys{{"host"_L1, into(readText, ssh.host)},
                    {"port"_L1, into(readPort, ssh.port)},
                    {"user"_L1, into(readText, ssh.user)},
                    {"identityFiles"_L1, into(readTexts, ssh.identityFiles)},
                    {"userKnownHostsFile"_L1, into(readText, ssh.userKnownHostsFile)},
                    {"proxyJump"_L1, into(readText, ssh.proxyJump)},
                    {"config"_L1, into(readText, ssh.config)},
                    {"preferredAuthentications"_L1, into(readMethods, ssh.preferredAuthentications)}};
    json restOfSsh = json::object();
    if (const auto read = readMembers(from, keys, u"\"ssh\" of "_s + where, restOfSsh, notes); !read)
        return read;
    if (!restOfSsh.empty())
        rest["ssh"] = std::move(restOfSsh);
    if (ssh.host.isEmpty())
        return refuse(from, u"%1 has no \"host\" in \"ssh\"; give a name of ~/.ssh/config or an address"_s.arg(where));
    if (ssh.host.startsWith(u'-') || ssh.user.startsWith(u'-')) // would be an option of ProxyCommand's program
        return refuse(from, u"a host or user may not begin with \"-\""_s);
    return {};
}

Result<Profile> readProfile(const LinedJson &from, json &rest, QStringList &notes)
{
    if (!from.value.is_object())
        return refuse(from, u"each profile must be an object in braces"_s);
    Profile profile;
    const LinedJson *ssh = nullptr;
    const Take takeSsh = [&ssh](const LinedJson &value, const QString &) {
        ssh = &value;
        return Result<>();
    };
    // The name first: every other sentence names the profile.
    for (const auto &[key, member] : from.members) {
        if (key == "name"_L1) {
            if (const auto read = readText(member, key, profile.name); !read)
                return tl::unexpected(read.error());
        }
    }
    if (profile.name.trimmed().isEmpty())
        return refuse(from, u"this profile has no \"name\"; give it one of your choice"_s);
    const QString where = u"profile \"%1\""_s.arg(profile.name);
    const Keys keys{{"name"_L1, into(readText, profile.name)},
                    {"kind"_L1, into(readText, profile.kind)},
                    {"local"_L1, into(readBool, profile.local)},
                    {"readOnly"_L1, into(readBool, profile.readOnly)},
                    {"ssh"_L1, takeSsh},
                    {"minimumInterval"_L1, into(readInterval, profile.minimumInterval)}};
    if (const auto read = readMembers(from, keys, where, rest, notes); !read)
        return tl::unexpected(read.error());
    if (profile.kind != "slurm"_L1)
        return refuse(from, u"%1 must have \"kind\": \"slurm\""_s.arg(where));
    if (profile.local == (ssh != nullptr))
        return refuse(from, u"%1 needs either \"ssh\" or \"local\": true"_s.arg(where));
    if (ssh != nullptr) {
        if (const auto read = readSsh(*ssh, profile.ssh, where, rest, notes); !read)
            return tl::unexpected(read.error());
    }
    return profile;
}

json write(const Profile &profile, json whole)
{
    const auto text = [](const QString &words) { return words.toStdString(); };
    const auto put = [&](json &to, const char *key, const QString &words) {
        if (!words.isEmpty())
            to[key] = text(words);
    };
    const auto putAll = [&](json &to, const char *key, const QStringList &words) {
        for (const QString &word : words)
            to[key].push_back(text(word));
    };
    whole["name"] = text(profile.name);
    whole["kind"] = text(profile.kind);
    if (profile.local) {
        whole["local"] = true;
    } else {
        json &ssh = whole["ssh"];
        put(ssh, "host", profile.ssh.host);
        if (profile.ssh.port != 0)
            ssh["port"] = profile.ssh.port;
        put(ssh, "user", profile.ssh.user);
        putAll(ssh, "identityFiles", profile.ssh.identityFiles);
        put(ssh, "userKnownHostsFile", profile.ssh.userKnownHostsFile);
        put(ssh, "proxyJump", profile.ssh.proxyJump);
        put(ssh, "config", profile.ssh.config);
        putAll(ssh, "preferredAuthentications", profile.ssh.preferredAuthentications);
    }
    if (profile.readOnly)
        whole["readOnly"] = true;
    if (profile.minimumInterval != Profile().minimumInterval)
        whole["minimumInterval"] = double(profile.minimumInterval.count()) / 1000;
    return whole;
}

} // namespace

Result<ProfileFile> readProfileFile(const QByteArray &text)
{
    auto root = readLinedJson(text);
    if (!root)
        return tl::unexpected(root.error());
    if (!root->value.is_object())
        return refuse(*root, u"a profile file is an object: {\"pilothouse\": 1, \"profiles\": [ … ]}"_s);
    ProfileFile file;
    const LinedJson *version = nullptr;
    const LinedJson *list = nullptr;
    const auto remember = [](const LinedJson *&place) {
        return [&place](const LinedJson &value, const QString &) {
            place = &value;
            return Result<>();
        };
    };
    json rest = json::object();
    if (const auto read
        = readMembers(*root, {{"pilothouse"_L1, remember(version)}, {"profiles"_L1, remember(list)}}, u"the file"_s, rest, file.notes);
        !read)
        return tl::unexpected(read.error());
    if (version == nullptr || version->value != 1)
        return refuse(version == nullptr ? *root : *version,
                      u"the file must say \"pilothouse\": 1; a later version needs a later program"_s);
    if (list == nullptr || !list->value.is_array())
        return refuse(list == nullptr ? *root : *list, u"the file must have a list \"profiles\": [ … ]"_s);
    for (const LinedJson &item : list->items) {
        json unknown = json::object();
        auto profile = readProfile(item, unknown, file.notes);
        if (!profile)
            return tl::unexpected(profile.error());
        if (std::ranges::any_of(file.profiles, [&](const Profile &other) { return other.name == profile->name; }))
            return refuse(item, u"two profiles are called \"%1\"; rename one"_s.arg(profile->name));
        if (!unknown.empty())
            file.kept.insert(profile->name, QByteArray::fromStdString(unknown.dump()));
        file.profiles << std::move(*profile);
    }
    return file;
}

Result<ProfileFile> loadProfileFile(const QString &name)
{
    QFile file(name);
    if (!file.exists())
        return failure(Error::Kind::NotFound, name, u"no such file"_s);
    if (!QFileInfo(file).isFile())
        return failure(Error::Kind::BadInput, name, u"not a plain file"_s);
    if (!file.open(QIODevice::ReadOnly))
        return failure(Error::Kind::Storage, name, file.errorString());
    const QByteArray text = file.read(kLargest + 1);
    if (text.size() > kLargest)
        return failure(Error::Kind::TooLarge, name, u"larger than 1 MiB"_s);
    return readProfileFile(text).map_error([&](Error error) {
        error.subject = name + u", "_s + error.subject;
        return error;
    });
}

QByteArray writeProfileFile(const ProfileFile &content)
{
    json list = json::array();
    for (const Profile &profile : content.profiles) {
        const json kept = json::parse(content.kept.value(profile.name, "{}"_ba).toStdString(), nullptr, false);
        list.push_back(write(profile, kept.is_object() ? kept : json::object()));
    }
    const json whole{{"pilothouse", 1}, {"profiles", std::move(list)}};
    return QByteArray::fromStdString(whole.dump(2, ' ', false, json::error_handler_t::replace)) + '\n';
}

Result<QList<Profile>> readProfiles(const QByteArray &text)
{
    return readProfileFile(text).map([](const ProfileFile &file) { return file.profiles; });
}

Result<QList<Profile>> loadProfiles(const QString &file)
{
    return loadProfileFile(file).map([](const ProfileFile &read) { return read.profiles; });
}

QByteArray writeProfiles(const QList<Profile> &profiles)
{
    return writeProfileFile({.profiles = profiles, .notes = {}, .kept = {}});
}

QString defaultProfileFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/pilothouse/profiles.json"_s;
}

} // namespace pilothouse
