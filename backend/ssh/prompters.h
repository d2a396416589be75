// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The prompters that need no window: a file of answers, the terminal, nobody.
#pragma once
#include "backend/ssh/prompter.h"

#include <memory>

namespace pilothouse {

// {"answers":[{"user":"alice","host":"127.0.0.1","match":"assword","answer":"…"}]}; the file must be regular, ours and 0600.
// An answer that was wrong once is not given again.
[[nodiscard]] Result<std::shared_ptr<Prompter>> filePrompter(const QString &file);
// Asks on the controlling terminal; NeedsPerson where there is none.
[[nodiscard]] std::shared_ptr<Prompter> terminalPrompter();
// Always NeedsPerson, with what was asked.
[[nodiscard]] std::shared_ptr<Prompter> nobodyPrompter();

// What was asked, in one line; and that nobody was there for it.
[[nodiscard]] QString askedBy(const Prompt &prompt);
[[nodiscard]] tl::unexpected<Error> needsPerson(const Prompt &prompt);

// Overwrites the bytes before they are freed.
void wipe(QByteArray &secret);

} // namespace pilothouse
