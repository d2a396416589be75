# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
pilothouse_bench(bench_jobs SOURCES bench_jobs.cpp LINK pilothouse_models Qt6::Widgets)
