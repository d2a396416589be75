# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Needs a cluster: live.sh starts one and runs it.
pilothouse_bench(bench_window
  SOURCES window_bench.cpp ${CMAKE_SOURCE_DIR}/app/application.cpp ${CMAKE_SOURCE_DIR}/app/application.h
  LINK pilothouse_cli pilothouse_widgets)
