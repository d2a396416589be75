// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The place of each waiting job in its partition, by the order in which Slurm's main loop takes them.
#pragma once
#include "backend/core/snapshot.h"

namespace pilothouse::slurm {

// Fills place and placeOf of what stands in line: pending, not held, able to start, no open dependency, not before its begin time.
// An array's waiting rest stands for as many places as it has tasks; its place is its first task's.
// A job in several partitions has its best place. Within one partition the tier is the same for all: priority, then id, decide.
void findPlaces(std::vector<Job> &jobs, const TextPool &words, Moment now);

} // namespace pilothouse::slurm
