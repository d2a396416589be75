// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The place of each waiting job in its partition, by the order in which Slurm's main loop takes them.
#pragma once
#include "backend/core/snapshot.h"

namespace pilothouse::slurm {

// Does it stand in line: pending, not held, no open dependency, not before its begin time?
[[nodiscard]] bool standsInLine(const Job &job, const TextPool &words, Moment now);

// Fills place and placeOf. An array's waiting rest stands for as many places as it has tasks; its place is its first task's.
// A job in several partitions has its best place. Within one partition the tier is the same for all: priority, then id, decide.
void findPlaces(std::vector<Job> &jobs, const TextPool &words, Moment now);

} // namespace pilothouse::slurm
