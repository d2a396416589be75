// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The task indexes of an array as Slurm writes them: "2-9,11", "0-96:4%8", or a cut list.
#pragma once
#include <QByteArrayView>

#include <vector>

namespace pilothouse {

struct TaskRange {
    quint32 first = 0;
    quint32 last = 0;
    quint32 step = 1;
    friend bool operator==(const TaskRange &, const TaskRange &) = default;
};

struct TaskIndexes {
    std::vector<TaskRange> ranges;
    quint64 count = 0;
    bool whole = false; // false: cut or not understood; ranges then hold what could be read
};

[[nodiscard]] TaskIndexes readTaskIndexes(QByteArrayView words);

} // namespace pilothouse
