// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Stopping jobs by scancel: checked again, sent once in few commands, read again, each target told what became of it.
#pragma once
#include "backend/core/action.h"
#include "backend/ssh/shell.h"

namespace pilothouse::slurm {

// Error only if nothing was sent. When the link breaks after sending, each is looked up, in accounting too, before it is called Unknown;
// what was not sent yet is not sent any more. accountingLag stands between one look-up there and the next.
[[nodiscard]] Result<Outcome> stopJobs(Shell &shell, std::vector<Target> targets, std::stop_token stop,
                                       std::chrono::milliseconds accountingLag = std::chrono::seconds(2));

// The words of scancel about one id ("80", "24_3", "24_[2-9]", "25+1"); empty if it says nothing of it.
[[nodiscard]] QByteArray scancelSays(const QByteArray &err, const QByteArray &id);
[[nodiscard]] Fate fateOf(const QByteArray &saying); // of words that scancel said about one job

} // namespace pilothouse::slurm
