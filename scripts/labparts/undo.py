# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A command that is killed half-way leaves nothing: another process, which outlives it, takes back what it began."""

import os
import time
from contextlib import contextmanager

from .model import LabError


@contextmanager
def undone_if_killed(undo):
    """Runs UNDO in a process of its own if this one ends, by whatever, before the block has ended by itself."""
    reading, writing = os.pipe()
    watch = os.fork()
    if watch == 0:
        _watch(reading, writing, undo)
    os.close(reading)
    try:
        try:
            yield
        except (LabError, OSError):  # the block has tidied up, and says what went wrong
            os.write(writing, b"!")
            raise
        os.write(writing, b"!")
    finally:
        os.close(writing)
        os.waitpid(watch, 0)


def _watch(reading, writing, undo):
    try:
        os.setsid()  # what the terminal sends to the command is not for this process
        os.close(writing)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):  # nobody who reads the command's output waits for this process
            os.dup2(nothing, stream)
        if not os.read(reading, 1):
            end = time.monotonic() + 60
            while not _done(undo) and time.monotonic() < end:
                time.sleep(0.1)
    finally:
        os._exit(0)


def _done(undo):
    try:
        undo()
    except (LabError, OSError):
        return False
    return True
