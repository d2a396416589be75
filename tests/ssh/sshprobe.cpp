// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A small program for tests of what only a program of its own can show:
//   sshprobe ask [FILE]              asks two questions on its terminal, or gives up once FILE is there
//   sshprobe leave HOW PORT KEY KNOWN  ends while a session is open: by "return", "exit" or with a "forgotten" shell; or while one is
//                                      "asking" a key agent that says nothing
#include "backend/ssh/prompters.h"
#include "backend/ssh/sshshell.h"
#include "tests/ssh/silentagent.h"

#include <QCoreApplication>
#include <QFile>
#include <QMetaEnum>

#include <cstdio>
#include <thread>

using namespace pilothouse;
using namespace Qt::StringLiterals;

namespace {

int ask(const QString &file)
{
    Prompt prompt;
    prompt.kind = Prompt::Kind::KeyboardInteractive;
    prompt.host = u"login1"_s;
    prompt.user = u"alice"_s;
    prompt.title = u"Site \x1b]0;evil\x07 of \u202egnihton"_s;
    prompt.questions = {{u"Password: "_s, false}, {u"Code: "_s, true}};
    std::stop_source stop;
    std::jthread watcher([&](const std::stop_token &over) {
        while (!file.isEmpty() && !over.stop_requested()) {
            if (QFile::exists(file))
                stop.request_stop();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    });
    const auto answers = terminalPrompter()->ask(prompt, stop.get_token());
    const QByteArray words = answers ? "answers <" + answers->join("|") + ">"
                                     : QByteArray("error ") + QMetaEnum::fromType<Error::Kind>().valueToKey(int(answers.error().kind));
    printf("%s\n", words.constData());
    fflush(stdout);
    return 0;
}

std::shared_ptr<SshShell> *volatile s_kept = nullptr; // seen as in use

int leave(const QStringList &words)
{
    Profile profile;
    profile.ssh.host = u"127.0.0.1"_s;
    profile.ssh.port = words.value(3).toInt();
    profile.ssh.user = u"alice"_s;
    profile.ssh.identityFiles = {words.value(4)};
    profile.ssh.userKnownHostsFile = words.value(5);
    profile.ssh.config = u"none"_s;
    static test::SilentAgent agent; // outlives the session's thread
    const bool asking = words.value(2) == u"asking"_s;
    if (asking)
        qputenv("SSH_AUTH_SOCK", agent.path());
    auto shell = std::make_shared<SshShell>(profile, nobodyPrompter());
    if (asking) {
        std::stop_source stop;
        const std::jthread runner([&] { (void)runOne(*shell, {.words = {"true"}}, Urgency::View, stop.get_token()); });
        const bool asked = agent.waitForQuestion();
        stop.request_stop();
        return asked ? 0 : 4;
    }
    const auto reply = runOne(*shell, {.words = {"echo", "in"}}, Urgency::View, {});
    if (!reply || reply->out != "in\n") {
        fprintf(stderr, "%s\n", reply ? "no answer" : qPrintable(reply.error().detail));
        return 3;
    }
    if (words.value(2) == u"forgotten"_s)
        s_kept = new std::shared_ptr<SshShell>(std::move(shell));
    else if (words.value(2) == u"exit"_s)
        exit(0); // the shell is on this stack, and stays
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.value(1) == u"ask"_s)
        return ask(words.value(2));
    return words.value(1) == u"leave"_s ? leave(words) : 2;
}
