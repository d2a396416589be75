// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Who answers when a server asks: a dialog, the terminal, a file of answers. Called from the session's thread, may block.
#pragma once
#include "backend/core/result.h"

#include <QList>
#include <QString>

#include <stop_token>

namespace pilothouse {

struct Question {
    QString text; // the server's own words (or ours for a passphrase); plain text, untrusted
    bool echo = false;
};

struct Prompt {
    enum class Kind { Password, KeyboardInteractive, Passphrase };
    Kind kind = Kind::Password;
    QString host;
    int port = 22;
    QString user;
    QString subject; // passphrase: path of the key
    QString title; // keyboard-interactive: the server's name and instruction, untrusted
    QString instruction;
    QList<Question> questions; // never empty: an empty round is answered without asking
    int attempt = 1; // 2 and more: the answer before was wrong
};

class Prompter {
public:
    virtual ~Prompter() = default;
    // As many answers as questions, or NeedsPerson (nobody there; detail: what was asked) or Stopped (the person cancelled).
    [[nodiscard]] virtual Result<QList<QByteArray>> ask(const Prompt &prompt, std::stop_token stop) = 0;
};

} // namespace pilothouse
