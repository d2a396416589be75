# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of scripts/lab: real Slurm clusters on loopback, for tests and for trying the console."""
