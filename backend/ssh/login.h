// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Gets a session with a checked host logged in: by agent, ticket, key, questions or password, as far as the server wants each.
#pragma once
#include "backend/ssh/agentfilter.h"
#include "backend/ssh/prompter.h"
#include "backend/ssh/session.h"
#include "backend/ssh/turns.h"

#include <QSet>

#include <optional>

namespace pilothouse {

class Login {
public:
    // The place at the server's door is set aside while a person is asked.
    Login(Session &session, const HostConfig &host, Prompter &prompter, Turns::Place &place);
    ~Login();

    // The methods that the server took, "publickey, keyboard-interactive". NeedsPerson if only a missing answer stood in the way.
    [[nodiscard]] Result<QString> run();

private:
    // One answer of the server: to a key or a look-up of the account; and to what a person gave, for sites push to a telephone then.
    static constexpr std::chrono::seconds kAnswerLimit{20}, kVerdictLimit{120};
    enum class Outcome { In, Partial, Denied, Broken };
    template <class Function> [[nodiscard]] Outcome request(Function function, std::chrono::milliseconds limit = kAnswerLimit);
    [[nodiscard]] Outcome outcomeOf(int code) const;
    [[nodiscard]] QStringList methodsInOrder() const;
    [[nodiscard]] Outcome tryMethod(const QString &method);

    [[nodiscard]] Outcome byGssapi();
    [[nodiscard]] Outcome byPublicKey();
    [[nodiscard]] Outcome byAgent(const QByteArrayList &wanted, bool onlyWanted);
    [[nodiscard]] Outcome byKeyFile(const QString &file);
    [[nodiscard]] Outcome byCertificate(const QString &file, ssh_key key);
    [[nodiscard]] Outcome byQuestions();
    [[nodiscard]] Outcome oneConversation(bool &anyAsked);
    [[nodiscard]] Outcome byPassword();

    [[nodiscard]] Prompt promptOf(Prompt::Kind kind) const;
    [[nodiscard]] Result<QList<QByteArray>> ask(const Prompt &prompt);
    [[nodiscard]] Error refusal(bool broken) const;

    Session &m_session;
    const HostConfig &m_host;
    Prompter &m_prompter;
    Turns::Place &m_place;
    std::optional<Error> m_unanswered; // first prompt that nobody answered
    QStringList m_taken; // methods that the server counted
    QSet<QString> m_spent; // methods that can't help any more
    QSet<QString> m_usedFiles; // keys that already counted or were refused
    QSet<QByteArray> m_usedBlobs;
    QStringList m_notes; // for the detail of a refusal
    int m_offers = 0; // public keys shown to the server
    int m_refused = 0; // answers since a method last counted; by another method a wrong one is no better
    bool m_stopped = false;
    std::unique_ptr<AgentFilter> m_agent; // goes first: its thread uses what stands above
};

template <class Function> Login::Outcome Login::request(Function function, std::chrono::milliseconds limit)
{
    int code = SSH_AUTH_ERROR;
    if (!m_session.await(Auth{function}, code, limit)) {
        m_notes += QStringLiteral("no answer in time");
        return Outcome::Broken;
    }
    return outcomeOf(code);
}

} // namespace pilothouse
