# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
pilothouse_bench(bench_ssh SOURCES ssh_bench.cpp ${CMAKE_SOURCE_DIR}/tests/support/delayproxy.cpp LINK pilothouse_ssh pilothouse_store)
