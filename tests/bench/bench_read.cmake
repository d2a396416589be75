# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
pilothouse_bench(bench_read SOURCES bench_read.cpp LINK pilothouse_slurm)
