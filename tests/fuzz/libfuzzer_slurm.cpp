// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's way in: the first byte chooses the reader.
#include "tests/fuzz/slurmreaders.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    if (size == 0)
        return 0;
    const QByteArray bytes(reinterpret_cast<const char *>(data) + 1, qsizetype(size - 1));
    pilothouse::test::kFuzzTargets[data[0] % pilothouse::test::kFuzzTargets.size()].read(bytes);
    return 0;
}
