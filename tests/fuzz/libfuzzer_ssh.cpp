// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's way in: the first byte chooses the reader.
#include "tests/fuzz/sshreaders.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    if (size == 0)
        return 0;
    const QByteArray bytes(reinterpret_cast<const char *>(data) + 1, qsizetype(size - 1));
    if (!pilothouse::test::kSshFuzzTargets[data[0] % pilothouse::test::kSshFuzzTargets.size()].holds(bytes))
        abort();
    return 0;
}
