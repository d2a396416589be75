// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Words of Slurm's tools that more than one test needs.
#pragma once

namespace pilothouse::test {

inline constexpr char kSprioRow[] = "31\x1f"
                                    "debug\x1f"
                                    "cpu=1\x1f"
                                    "2682\x1f"
                                    "1\x1f"
                                    "1667\x1f"
                                    "16\x1f"
                                    "1000\x1f"
                                    "0\x1f"
                                    "-5\x1f"
                                    "0\x1f"
                                    "0\n";
inline constexpr char kScancelRefusal[] = "scancel: error: Kill job error on job id 80: Access/permission denied\n";
inline constexpr char kSstatRows[] = "15.batch|1|21556K|00:00:01|cpu=00:00:01,energy=0,fs/disk=64800,mem=21556K|n1|\n"
                                     "15.0|4|5512K|00:00:10|cpu=00:00:40,energy=0,fs/disk=91661,mem=22048K|n[1-2]|\n";

} // namespace pilothouse::test
