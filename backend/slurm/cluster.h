// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a cluster says of itself: name and version, partitions. Asked rarely.
#pragma once
#include "backend/core/snapshot.h"
#include "backend/ssh/shell.h"

namespace pilothouse::slurm {

struct ClusterFacts {
    QString name;
    QString version; // "22.05.8"
};

[[nodiscard]] Command clusterQuestion();
[[nodiscard]] Result<ClusterFacts> readCluster(const Reply &reply);

[[nodiscard]] Command partitionQuestion();
[[nodiscard]] Result<std::vector<Partition>> readPartitions(const Reply &reply, TextPool &words);

// One line of "Key=value Key=value" without free text; the value of a key, or empty.
[[nodiscard]] QByteArrayView keyValue(QByteArrayView line, QByteArrayView key);

} // namespace pilothouse::slurm
