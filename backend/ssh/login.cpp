// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/login.h"

#include "backend/ssh/prompters.h"

#include <QDir>
#include <QFile>

#include <array>

#include <unistd.h>

namespace pilothouse {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int kAttempts = 3; // as OpenSSH's NumberOfPasswordPrompts
constexpr int kMaxRounds = 20; // of one keyboard-interactive conversation

const std::array kMethods{
    std::pair{u"gssapi-with-mic"_s, SSH_AUTH_METHOD_GSSAPI_MIC},
    std::pair{u"publickey"_s, SSH_AUTH_METHOD_PUBLICKEY},
    std::pair{u"keyboard-interactive"_s, SSH_AUTH_METHOD_INTERACTIVE},
    std::pair{u"password"_s, SSH_AUTH_METHOD_PASSWORD},
};

// Sites with a cache of another kind (KCM on Fedora, KEYRING on RHEL) name it in Kerberos' own files.
bool configNamesCache()
{
    QStringList names = qEnvironmentVariable("KRB5_CONFIG", u"/etc/krb5.conf"_s).split(u':');
    for (const QFileInfo &each : QDir(u"/etc/krb5.conf.d"_s).entryInfoList(QDir::Files))
        names += each.filePath();
    return std::any_of(names.cbegin(), names.cend(), [](const QString &name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) && file.read(1 << 20).contains("default_ccache_name");
    });
}

bool ticketSeemsThere()
{
    QString cache = qEnvironmentVariable("KRB5CCNAME");
    if (cache.isEmpty() && configNamesCache())
        return true;
    if (cache.isEmpty())
        cache = u"/tmp/krb5cc_%1"_s.arg(getuid());
    if (cache.startsWith(u"FILE:"_s))
        cache.remove(0, 5);
    // Other kinds of cache (KEYRING:, KCM:) can't be looked into cheaply: tried.
    return cache.startsWith(u'/') ? QFile::exists(cache) : true;
}

} // namespace

Login::Login(Session &session, const HostConfig &host, Prompter &prompter, Turns::Place &place)
    : m_session(session), m_host(host), m_prompter(prompter), m_place(place)
{
}

Login::~Login() = default;

Login::Outcome Login::outcomeOf(int code) const
{
    switch (code) {
    case SSH_AUTH_SUCCESS:
        return Outcome::In;
    case SSH_AUTH_PARTIAL:
        return Outcome::Partial;
    case SSH_AUTH_DENIED:
        return Outcome::Denied;
    default:
        return ssh_is_connected(m_session.raw()) ? Outcome::Denied : Outcome::Broken;
    }
}

// What the server still lists, in the person's order if there is one, else in OpenSSH's.
QStringList Login::methodsInOrder() const
{
    const auto listed = quint32(ssh_userauth_list(m_session.raw(), nullptr));
    const QHash<QString, bool> allowed{{u"gssapi-with-mic"_s, m_host.gssapiAuthentication && ticketSeemsThere()},
                                       {u"publickey"_s, m_host.pubkeyAuthentication},
                                       {u"keyboard-interactive"_s, m_host.kbdInteractiveAuthentication},
                                       {u"password"_s, m_host.passwordAuthentication}};
    QStringList offered, ordered;
    for (const auto &[name, bit] : kMethods)
        if ((listed & bit) && allowed.value(name) && !m_spent.contains(name))
            offered += name;
    if (m_host.preferredAuthentications.isEmpty())
        return offered;
    for (const QString &name : m_host.preferredAuthentications)
        if (offered.contains(name))
            ordered += name;
    return ordered;
}

Result<QString> Login::run()
{
    Outcome outcome = request([this] { return ssh_userauth_none(m_session.raw(), nullptr); });
    if (outcome == Outcome::In)
        return u"none"_s;
    while (outcome != Outcome::Broken) {
        const QStringList methods = methodsInOrder();
        if (methods.isEmpty())
            break;
        const QString method = methods.first();
        outcome = tryMethod(method);
        if (m_stopped || m_session.interrupt().stop.stop_requested())
            return failure(Error::Kind::Stopped, m_host.hostName);
        if (outcome == Outcome::In || outcome == Outcome::Partial)
            m_taken += method;
        if (outcome == Outcome::In)
            return m_taken.join(u", "_s);
        if (outcome == Outcome::Partial) {
            m_spent.clear(); // what is left now counts, and may be the same method again
            m_refused = 0;
        } else {
            m_spent += method;
        }
    }
    return tl::unexpected(refusal(outcome == Outcome::Broken));
}

Error Login::refusal(bool broken) const
{
    const QString who = u"%1@%2"_s.arg(m_host.user, hostLabel(m_host));
    QString words = broken ? m_session.lastError() : QString();
    if (m_unanswered && !(broken && words.contains(u"Too many"_s)))
        return {Error::Kind::NeedsPerson, who, m_unanswered->detail};
    const bool refused = !broken || words.contains(u"Too many"_s) || words.contains(u"authentication"_s);
    QStringList left;
    if (!broken) {
        const auto listed = quint32(ssh_userauth_list(m_session.raw(), nullptr));
        for (const auto &[name, bit] : kMethods)
            if (listed & bit)
                left += name;
    }
    QStringList detail = m_notes;
    if (!m_taken.isEmpty())
        detail.prepend(u"accepted so far: "_s + m_taken.join(u", "_s));
    if (!left.isEmpty())
        detail.prepend(u"the server takes: "_s + left.join(u", "_s));
    if (!words.isEmpty())
        detail.prepend(words);
    return {refused ? Error::Kind::LoginRefused : Error::Kind::Unreachable, who, detail.join(u"\n"_s)};
}

Login::Outcome Login::tryMethod(const QString &method)
{
    if (method == u"publickey"_s)
        return byPublicKey();
    if (method == u"keyboard-interactive"_s)
        return byQuestions();
    if (method == u"password"_s)
        return byPassword();
    return byGssapi();
}

Login::Outcome Login::byGssapi()
{
    const Outcome outcome = request([this] { return ssh_userauth_gssapi(m_session.raw()); });
    // A ticket that doesn't fit is no broken link.
    return outcome == Outcome::Broken && ssh_is_connected(m_session.raw()) ? Outcome::Denied : outcome;
}

Prompt Login::promptOf(Prompt::Kind kind) const
{
    Prompt prompt;
    prompt.kind = kind;
    prompt.host = m_host.original;
    prompt.port = m_host.port;
    prompt.user = m_host.user;
    return prompt;
}

Result<QList<QByteArray>> Login::ask(const Prompt &prompt)
{
    m_place.setAside(true);
    auto answers = m_prompter.ask(prompt, m_session.interrupt().stop);
    m_place.setAside(false);
    if (answers && answers->size() == prompt.questions.size())
        return answers;
    if (answers) {
        for (QByteArray &answer : *answers)
            wipe(answer);
        return failure(Error::Kind::NeedsPerson, prompt.host, u"answers are missing"_s);
    }
    if (answers.error().kind == Error::Kind::Stopped)
        m_stopped = true;
    else if (!m_unanswered)
        m_unanswered = answers.error();
    return answers;
}

Login::Outcome Login::byQuestions()
{
    for (int attempt = 1; attempt <= kAttempts; ++attempt) {
        bool anyAsked = false;
        const Outcome outcome = oneConversation(anyAsked);
        if (outcome != Outcome::Denied || !anyAsked)
            return outcome;
        ++m_refused;
    }
    return Outcome::Denied;
}

Login::Outcome Login::oneConversation(bool &anyAsked)
{
    const auto next = [this](int &code, std::chrono::seconds limit) {
        if (m_session.await(Auth{[this] { return ssh_userauth_kbdint(m_session.raw(), nullptr, nullptr); }}, code, limit))
            return true;
        m_notes += u"no answer in time"_s;
        return false;
    };
    int code = SSH_AUTH_ERROR;
    if (!next(code, kAnswerLimit))
        return Outcome::Broken;
    for (int round = 0; code == SSH_AUTH_INFO && round < kMaxRounds; ++round) {
        ssh_session raw = m_session.raw();
        const int count = ssh_userauth_kbdint_getnprompts(raw);
        Prompt prompt = promptOf(Prompt::Kind::KeyboardInteractive);
        prompt.attempt = m_refused + 1;
        prompt.title = QString::fromUtf8(ssh_userauth_kbdint_getname(raw));
        prompt.instruction = QString::fromUtf8(ssh_userauth_kbdint_getinstruction(raw));
        for (int i = 0; i < count; ++i) {
            char echo = 0;
            const char *text = ssh_userauth_kbdint_getprompt(raw, unsigned(i), &echo);
            prompt.questions += Question{QString::fromUtf8(text), echo != 0};
        }
        if (count > 0) {
            auto answers = ask(prompt);
            if (!answers) {
                anyAsked = false; // no second try of what nobody answers
                return Outcome::Denied;
            }
            anyAsked = true;
            for (int i = 0; i < count; ++i) {
                ssh_userauth_kbdint_setanswer(raw, unsigned(i), answers->at(i).constData());
                wipe((*answers)[i]);
            }
        }
        if (!next(code, kVerdictLimit))
            return Outcome::Broken;
    }
    return outcomeOf(code);
}

Login::Outcome Login::byPassword()
{
    for (int attempt = 1; attempt <= kAttempts; ++attempt) {
        Prompt prompt = promptOf(Prompt::Kind::Password);
        prompt.attempt = m_refused + 1;
        prompt.questions = {Question{u"%1@%2's password: "_s.arg(m_host.user, m_host.hostName), false}};
        auto answers = ask(prompt);
        if (!answers)
            return Outcome::Denied;
        QByteArray &password = answers->front();
        const Outcome outcome
            = request([&] { return ssh_userauth_password(m_session.raw(), nullptr, password.constData()); }, kVerdictLimit);
        wipe(password);
        if (outcome != Outcome::Denied)
            return outcome;
        ++m_refused;
    }
    return Outcome::Denied;
}

} // namespace pilothouse
