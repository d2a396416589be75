// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of node names in Slurm's bracket form ("gpu[01-04,07],b2u[05,02]n3"): counted without being built, expanded when asked.
#pragma once
#include <QByteArray>
#include <QByteArrayList>
#include <QByteArrayView>

#include <optional>

namespace pilothouse::slurm {

// How many names; 0 for none ("", "(null)", "None assigned", "n/a"); nullopt for what is no list.
[[nodiscard]] std::optional<quint64> countNodes(QByteArrayView list);
// The names in the order told, at most so many; nullopt for what is no list.
[[nodiscard]] std::optional<QByteArrayList> expandNodes(QByteArrayView list, qsizetype atMost);

} // namespace pilothouse::slurm
