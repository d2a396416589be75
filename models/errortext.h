// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// An Error in words: what is so, and what to do about it.
#pragma once
#include "backend/core/result.h"

namespace pilothouse {

struct ErrorText {
    QString title; // one sentence, with the subject
    QString advice; // what to do; never empty
    QString detail; // as the tool said it, made safe; may be empty
};

[[nodiscard]] ErrorText errorText(const Error &error);

} // namespace pilothouse
