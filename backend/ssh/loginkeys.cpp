// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/keyfiles.h"
#include "backend/ssh/login.h"

#include <QFile>

namespace pilothouse {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// sshd hangs up after six failures; one is left for a password, so that a full agent can't shut a person out.
constexpr int kMaxOffers = 5;
constexpr auto kAgentLimit = AgentFilter::kAnswerLimit + 30s; // and the server's own answers

QString agentSocket(const HostConfig &host)
{
    if (host.identityAgent.toLower() == u"none"_s)
        return {};
    return host.identityAgent.isEmpty() ? qEnvironmentVariable("SSH_AUTH_SOCK") : host.identityAgent;
}

} // namespace

// The configured keys first, from the agent where it holds them; then its other keys; then files.
Login::Outcome Login::byPublicKey()
{
    QByteArrayList configured;
    for (const QString &file : m_host.identityFiles)
        if (const QByteArray blob = publicBlob(file); !blob.isEmpty())
            configured += blob;
    if (!m_agent)
        if (const QString path = agentSocket(m_host); !path.isEmpty()) {
            m_agent = AgentFilter::open(path, m_session.interrupt());
            if (m_agent) {
                m_agent->setWaiting([this](bool waits) { m_place.setAside(waits); });
                ssh_set_agent_socket(m_session.raw(), m_agent->takeClientEnd());
            } else {
                m_notes += u"no agent answers at "_s + path;
            }
        }
    const bool configuredOnly = m_host.identitiesOnly;
    if (m_agent && (m_host.identitiesGiven || configuredOnly))
        if (const Outcome outcome = byAgent(configured, true); outcome != Outcome::Denied)
            return outcome;
    const auto byFiles = [this] {
        for (const QString &file : m_host.identityFiles) {
            const Outcome outcome = byKeyFile(file);
            if (outcome != Outcome::Denied || m_stopped)
                return outcome;
        }
        return Outcome::Denied;
    };
    if (m_host.identitiesGiven)
        if (const Outcome outcome = byFiles(); outcome != Outcome::Denied || m_stopped)
            return outcome;
    if (m_agent && !configuredOnly)
        if (const Outcome outcome = byAgent(configured, false); outcome != Outcome::Denied)
            return outcome;
    return m_host.identitiesGiven ? Outcome::Denied : byFiles();
}

Login::Outcome Login::byAgent(const QByteArrayList &wanted, bool onlyWanted)
{
    const int room = kMaxOffers - m_offers;
    if (room <= 0 || m_agent->wasSilent())
        return Outcome::Denied;
    m_agent->setChoice([this, wanted, onlyWanted, room](const QByteArrayList &held) {
        QByteArrayList chosen;
        for (const QByteArray &blob : wanted)
            if (held.contains(blob) && !m_usedBlobs.contains(blob))
                chosen += blob;
        for (const QByteArray &blob : held)
            if (!onlyWanted && !chosen.contains(blob) && !m_usedBlobs.contains(blob))
                chosen += blob;
        chosen = chosen.first(std::min<qsizetype>(chosen.size(), room));
        for (const QByteArray &blob : chosen)
            m_usedBlobs += blob;
        return chosen;
    });
    int code = SSH_AUTH_ERROR;
    if (!m_session.await(Auth{[this] { return ssh_userauth_agent(m_session.raw(), nullptr); }}, code, kAgentLimit))
        return Outcome::Broken;
    if (m_agent->wasSilent())
        m_notes += u"the key agent did not answer in time"_s;
    m_offers += m_agent->offered();
    // libssh calls an agent without keys an error.
    return code == SSH_AUTH_ERROR && m_agent->offered() == 0 ? Outcome::Denied : outcomeOf(code);
}

Login::Outcome Login::byKeyFile(const QString &file)
{
    if (m_usedFiles.contains(file))
        return Outcome::Denied;
    if (!QFile::exists(file)) {
        if (m_host.identitiesGiven && !m_usedFiles.contains(file))
            m_notes += file + u": no such file"_s;
        m_usedFiles += file;
        return Outcome::Denied;
    }
    m_usedFiles += file;
    const QByteArray blob = publicBlob(file);
    if (!blob.isEmpty() && m_usedBlobs.contains(blob))
        return Outcome::Denied; // the agent showed it already
    if (blobType(blob).startsWith("sk-")) {
        m_notes += file + u": hardware keys work only through an agent"_s;
        return Outcome::Denied;
    }
    if (m_offers >= kMaxOffers) {
        m_notes += file + u": not tried, the server would hang up"_s;
        return Outcome::Denied;
    }
    const bool hasCertificate = QFile::exists(file + u"-cert.pub"_s) || !m_host.certificateFiles.isEmpty();
    // Nobody is asked for the passphrase of a key that the server doesn't want.
    if (const KeyPtr key = publicKey(blob); key && !hasCertificate) {
        ++m_offers;
        const Outcome offered = request([&] { return ssh_userauth_try_publickey(m_session.raw(), nullptr, key.get()); });
        if (offered != Outcome::In) // here it means: this key would do
            return offered;
    }
    const auto key = privateKey(file, [this, &file](int attempt) -> Result<QByteArray> {
        Prompt prompt = promptOf(Prompt::Kind::Passphrase);
        prompt.subject = file;
        prompt.attempt = attempt;
        prompt.questions = {Question{u"Enter passphrase for key '%1': "_s.arg(file), false}};
        auto answers = ask(prompt);
        if (!answers)
            return tl::unexpected(answers.error());
        return std::move(answers->front());
    });
    if (!key) {
        m_notes += file + u": "_s + key.error().detail;
        return Outcome::Denied;
    }
    if (hasCertificate)
        if (const Outcome outcome = byCertificate(file, key->get()); outcome != Outcome::Denied)
            return outcome;
    ++m_offers;
    return request([&] { return ssh_userauth_publickey(m_session.raw(), nullptr, key->get()); });
}

// The certificate beside the key, or one of CertificateFile that was made for it.
Login::Outcome Login::byCertificate(const QString &file, ssh_key key)
{
    for (const QString &name : m_host.certificateFiles + QStringList{file + u"-cert.pub"_s}) {
        ssh_key read = nullptr;
        if (!QFile::exists(name) || ssh_pki_import_cert_file(QFile::encodeName(name).constData(), &read) != SSH_OK)
            continue;
        const KeyPtr certificate(read);
        // A copy per certificate: libssh binds one for good.
        const KeyPtr bound(ssh_key_dup(key));
        if (!bound || ssh_pki_copy_cert_to_privkey(certificate.get(), bound.get()) != SSH_OK)
            continue;
        ++m_offers;
        const Outcome outcome = request([&] { return ssh_userauth_publickey(m_session.raw(), nullptr, bound.get()); });
        if (outcome != Outcome::Denied)
            return outcome;
    }
    return Outcome::Denied;
}

} // namespace pilothouse
