// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/prompter.h"
#include "backend/ssh/sshshell.h"
#include "tests/support/runner.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

#include <arpa/inet.h>
#include <libssh/libssh.h>
#include <libssh/server.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace pilothouse;
using namespace Qt::StringLiterals;

namespace {

struct Round {
    const char *instruction;
    std::vector<std::pair<const char *, bool>> prompts; // text, echo
    std::vector<QByteArray> right;
};

// The conversation that sites with a second factor hold; no PAM module of the lab does, so libssh's own server side speaks it.
const std::vector<Round> kRounds{
    {"", {{"Password: ", false}}, {"s3cret"}},
    {"Choose a way", {{"1. push  2. code", true}, {"Passcode or option (1-3): ", true}}, {"", "2"}},
    {"Success. Logging you in...", {}, {}},
};

class QuestionServer {
public:
    explicit QuestionServer(const QString &hostKey)
    {
        m_bind = ssh_bind_new();
        const bool off = false;
        ssh_bind_options_set(m_bind, SSH_BIND_OPTIONS_PROCESS_CONFIG, &off);
        ssh_bind_options_set(m_bind, SSH_BIND_OPTIONS_HOSTKEY, QFile::encodeName(hostKey).constData());
        m_listen = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        bind(m_listen, reinterpret_cast<sockaddr *>(&address), sizeof address);
        listen(m_listen, 4);
        socklen_t size = sizeof address;
        getsockname(m_listen, reinterpret_cast<sockaddr *>(&address), &size);
        port = ntohs(address.sin_port);
        m_thread = std::thread([this] { serve(); });
    }
    ~QuestionServer()
    {
        shutdown(m_listen, SHUT_RDWR);
        m_thread.join();
        close(m_listen);
        ssh_bind_free(m_bind);
    }
    int port = 0;
    std::atomic<bool> loggedIn = false;
    std::atomic<int> passwordRequests = 0;

private:
    void serve()
    {
        const int fd = accept4(m_listen, nullptr, nullptr, SOCK_CLOEXEC);
        if (fd < 0)
            return;
        const ssh_session session = ssh_new();
        if (ssh_bind_accept_fd(m_bind, session, fd) == SSH_OK && ssh_handle_key_exchange(session) == SSH_OK) {
            ssh_set_auth_methods(session, SSH_AUTH_METHOD_INTERACTIVE | SSH_AUTH_METHOD_PASSWORD);
            while (ssh_message message = ssh_message_get(session)) {
                answer(session, message);
                ssh_message_free(message);
            }
        }
        ssh_disconnect(session);
        ssh_free(session);
    }
    void ask(ssh_message message)
    {
        const Round &round = kRounds[m_round];
        std::vector<const char *> texts;
        std::vector<char> echoes;
        for (const auto &[text, echo] : round.prompts) {
            texts.push_back(text);
            echoes.push_back(echo);
        }
        texts.push_back(nullptr);
        echoes.push_back(0);
        ssh_message_auth_interactive_request(message, "Site", round.instruction, unsigned(round.prompts.size()), texts.data(),
                                             echoes.data());
    }
    void answer(ssh_session session, ssh_message message)
    {
        const int type = ssh_message_type(message), subtype = ssh_message_subtype(message);
        if (type == SSH_REQUEST_SERVICE) {
            ssh_message_service_reply_success(message);
        } else if (type == SSH_REQUEST_AUTH && subtype == int(SSH_AUTH_METHOD_PASSWORD)) {
            ++passwordRequests;
            ssh_message_reply_default(message);
        } else if (type != SSH_REQUEST_AUTH || subtype != int(SSH_AUTH_METHOD_INTERACTIVE)) {
            ssh_message_reply_default(message);
        } else if (!ssh_message_auth_kbdint_is_response(message)) {
            m_round = 0;
            ask(message);
        } else {
            const auto &right = kRounds[m_round].right;
            bool good = ssh_userauth_kbdint_getnanswers(session) == int(right.size());
            for (size_t i = 0; good && i < right.size(); ++i)
                good = right[i] == ssh_userauth_kbdint_getanswer(session, unsigned(i));
            if (!good) {
                ssh_message_reply_default(message);
            } else if (++m_round < kRounds.size()) {
                ask(message);
            } else {
                loggedIn = true;
                ssh_message_auth_reply_success(message, 0);
            }
        }
    }
    ssh_bind m_bind = nullptr;
    int m_listen = -1;
    size_t m_round = 0;
    std::thread m_thread;
};

class Person final : public Prompter {
public:
    explicit Person(QByteArray word) : password(std::move(word)) { }
    Result<QList<QByteArray>> ask(const Prompt &prompt, std::stop_token) override
    {
        QStringList texts;
        QList<QByteArray> given;
        for (const Question &question : prompt.questions) {
            texts += question.text.trimmed() + (question.echo ? u" (shown)"_s : QString());
            given += question.text.startsWith(u"Password"_s) ? QByteArray(password.constData(), password.size())
                : question.text.startsWith(u"Passcode"_s)    ? QByteArray("2")
                                                             : QByteArray("");
        }
        asked += u"%1|%2|%3|%4"_s.arg(prompt.title, prompt.instruction, texts.join(u" + "_s)).arg(prompt.attempt);
        if (prompt.attempt > 1)
            return failure(Error::Kind::Stopped);
        return given;
    }
    QByteArray password;
    QStringList asked;
};

} // namespace

class QuestionsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void every_round_is_asked_in_the_servers_words_and_an_empty_one_is_not();
    void a_wrong_answer_is_told_and_a_person_may_give_up();

private:
    [[nodiscard]] SshSettings settings(int port)
    {
        QFile key(m_folder.filePath(u"host.pub"_s)), known(m_folder.filePath(u"known"_s));
        if (key.open(QIODevice::ReadOnly) && known.open(QIODevice::WriteOnly))
            known.write("[127.0.0.1]:" + QByteArray::number(port) + ' ' + key.readAll());
        SshSettings made;
        made.host = u"127.0.0.1"_s;
        made.port = port;
        made.user = u"alice"_s;
        made.config = u"none"_s;
        made.userKnownHostsFile = known.fileName();
        made.preferredAuthentications = {u"keyboard-interactive"_s};
        return made;
    }
    [[nodiscard]] static Profile profileWith(const SshSettings &ssh)
    {
        Profile profile;
        profile.ssh = ssh;
        return profile;
    }
    QTemporaryDir m_folder;
};

void QuestionsTest::initTestCase()
{
    QCOMPARE(
        QProcess::execute(u"ssh-keygen"_s, {u"-q"_s, u"-t"_s, u"ed25519"_s, u"-N"_s, QString(), u"-f"_s, m_folder.filePath(u"host"_s)}), 0);
}

void QuestionsTest::every_round_is_asked_in_the_servers_words_and_an_empty_one_is_not() // SSH-06, SSH-08
{
    QuestionServer server(m_folder.filePath(u"host"_s));
    const auto person = std::make_shared<Person>("s3cret");
    SshShell shell(profileWith(settings(server.port)), person);
    const auto reply = runOne(shell, {.words = {"true"}}, Urgency::View, {});
    QVERIFY(!reply); // it has no shell to offer
    QVERIFY2(server.loggedIn, qPrintable(reply.error().detail));
    QCOMPARE(person->asked,
             QStringList({u"Site||Password:|1"_s, u"Site|Choose a way|1. push  2. code (shown) + Passcode or option (1-3): (shown)|1"_s}));
    QCOMPARE(shell.facts().steps.at(3).state, LinkStep::State::Done);
    QCOMPARE(server.passwordRequests.load(), 0);
}

void QuestionsTest::a_wrong_answer_is_told_and_a_person_may_give_up()
{
    QuestionServer server(m_folder.filePath(u"host"_s));
    const auto person = std::make_shared<Person>("wrong");
    SshShell shell(profileWith(settings(server.port)), person);
    const auto reply = runOne(shell, {.words = {"true"}}, Urgency::View, {});
    QVERIFY(!reply);
    QVERIFY(!server.loggedIn);
    QCOMPARE(int(reply.error().kind), int(Error::Kind::Stopped));
    QCOMPARE(person->asked, QStringList({u"Site||Password:|1"_s, u"Site||Password:|2"_s}));
    QCOMPARE(server.passwordRequests.load(), 0);
}

PILOTHOUSE_TEST(QuestionsTest)
#include "tst_questions.moc"
