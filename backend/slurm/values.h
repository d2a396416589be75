// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the single values that Slurm's tools print: numbers, times, spans, memory, exit codes, states, TRES and GRES. Pure functions.
#pragma once
#include "backend/core/job.h"

#include <QByteArrayView>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pilothouse::slurm {

// "", "(null)", "N/A", "Unknown", "None", "NONE", "n/a", "None assigned": nothing was told.
[[nodiscard]] bool isNothing(QByteArrayView words);

// Decimal digits only; nullopt also for NO_VAL (4294967294, 2^64-2, 65534 is a number) and INFINITE.
[[nodiscard]] std::optional<quint64> readNumber(QByteArrayView words);
[[nodiscard]] std::optional<quint32> readNumber32(QByteArrayView words);
[[nodiscard]] std::optional<qint32> readSigned(QByteArrayView words);

// Epoch seconds (SLURM_TIME_FORMAT=%s), or "2026-12-01T08:28:25" with or without a zone; without one, offset is the far end's.
[[nodiscard]] Moment readMoment(QByteArrayView words, Seconds offset = Seconds{0});

// A printed span: "D-HH:MM:SS", "HH:MM:SS", "MM:SS"; a bare number is minutes (TimelimitRaw). UNLIMITED is unlimited; INVALID, NOT_SET,
// Partition_Limit, NO_VAL and what can't be read are unknown. The input form "3-0:00" is three days.
[[nodiscard]] Span readSpan(QByteArrayView words);

struct Memory {
    Bytes amount; // 0: all of the node
    MemoryPer per = MemoryPer::Unknown;
};
// "4000M", "16Gn" (per node), "4000Mc" (per CPU), "312.50G", "0"; a bare number is in MiB. 16777216T (NO_VAL) is unknown.
[[nodiscard]] Memory readMemory(QByteArrayView words);

struct Exit {
    qint32 code = -1; // -1: unknown
    qint32 signal = 0;
};
[[nodiscard]] Exit readExit(QByteArrayView words); // "0:125", "2"

struct State {
    JobState state = JobState::Other;
    std::optional<quint32> by; // "CANCELLED by 1001"
};
[[nodiscard]] State readState(QByteArrayView words); // long or compact form, cut by a column ("CANCELLED+") or not

struct Gpus {
    quint32 total = 0;
    std::vector<std::pair<std::string, quint32>> types; // in the order told; empty when no type was named
    bool readable = true; // false: the cell holds something else (a driver's error text)
};
// "gres/gpu=4,gres/gpu:a100=4" (4), "gpu:turing:1,gpu:ampere:3(S:0-1)" (4), "gres:gpu:tesla:2", "gpu:1g.5gb:2(IDX:0,3)".
[[nodiscard]] Gpus readGpus(QByteArrayView words);

// The value of one TRES ("mem", "cpu", "node") in "cpu=4,mem=1G,node=1"; empty if it is not there.
[[nodiscard]] QByteArrayView tresValue(QByteArrayView tres, QByteArrayView name);

} // namespace pilothouse::slurm
