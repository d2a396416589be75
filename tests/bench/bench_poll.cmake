# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Needs a cluster: live.sh starts one and runs it.
pilothouse_bench(bench_poll SOURCES poll_bench.cpp ${CMAKE_SOURCE_DIR}/tests/support/delayproxy.cpp LINK pilothouse_slurm pilothouse_store)
