# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a lab is: its version, its folders and the few helpers that every part needs."""

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

USERS = ("alice", "bob", "carol", "dave")
# A filled cluster shows a queue of many people.
FILL_USERS = USERS + ("erin", "frank", "grace", "heidi", "ivan", "judy", "kim", "leo",
                      "mallory", "nina", "oscar", "peggy")
NODES = ("n1", "n2", "g1", "g2")

EXIT_NOT_RUNNING = 3
EXIT_SKIP = 75  # EX_TEMPFAIL: a test prints what was said and skips


class LabError(Exception):
    """Ends the command with a message and an exit code."""

    def __init__(self, message, code=1):
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Version:
    """How one Slurm version is had from Debian, and what it needs beside the others."""

    suites: tuple  # tried in this order
    packages: tuple
    rest_plugins: str  # what slurmrestd may load where there is no slurmdbd
    cgroup_plugin: str  # which one leaves the machine's cgroups alone
    ssh_penalties: bool  # its sshd shuts out an address after failed log-ins, and all tests share one


_COMMON = ("slurm-client", "slurmctld", "slurmd", "slurmdbd", "slurmrestd", "munge", "openssh-server",
           "openssh-client", "bash", "coreutils", "gzip", "procps", "python3-minimal", "tcsh", "fish",
           "dash", "util-linux", "iproute2")
_PLUGINS = ("slurm-wlm-jwt-plugin", "slurm-wlm-mysql-plugin")
_MARIADB = ("mariadb-server-core", "mariadb-client-core")

VERSIONS = {
    "20.11": Version(("bullseye",), _COMMON + ("mariadb-server-core-10.5", "mariadb-client-core-10.5"),
                     "openapi/v0.0.36", "", False),
    "22.05": Version(("bookworm",), _COMMON + _PLUGINS + _MARIADB, "openapi/v0.0.38", "cgroup/v1", False),
    "24.11": Version(("trixie",), _COMMON + _PLUGINS + _MARIADB, "openapi/slurmctld", "disabled", True),
    "26.05": Version(("forky", "sid"), _COMMON + _PLUGINS + _MARIADB, "openapi/slurmctld", "disabled", True),
}


@dataclass(frozen=True)
class Lab:
    """One cluster: a version in a folder. A filled one stands beside the ordinary one."""

    version: str
    base: Path
    fill: bool = False
    extras: tuple = ()  # names of roots.EXTRAS

    @property
    def name(self):
        return self.version + ("-fill" if self.fill else "")

    @property
    def dir(self):
        return self.base / self.name

    @property
    def users(self):
        return FILL_USERS if self.fill else USERS

    def path(self, *parts):
        return self.dir.joinpath(*parts)

    def record(self):
        """What `up` wrote down, or None when this lab was never started here."""
        try:
            return json.loads(self.path("lab.json").read_text())
        except (OSError, ValueError):
            return None

    def write_record(self, record):
        write_file(self.path("lab.json"), json.dumps(record, indent=1) + "\n")


def cache_dir():
    root = os.environ.get("PILOTHOUSE_CACHE")
    if not root:
        xdg = os.environ.get("XDG_CACHE_HOME")
        root = (Path(xdg) if xdg else Path.home() / ".cache") / "pilothouse"
    path = Path(root).absolute() / "lab"
    path.mkdir(parents=True, exist_ok=True)
    path.chmod(0o700)  # the roots hold setuid programs: nobody else is to reach them
    return path


def default_base():
    # Short on purpose: a Unix socket's path has 108 bytes at most.
    return Path(os.environ.get("PILOTHOUSE_LAB_DIR") or f"/tmp/pilothouse-lab.{os.getuid()}")


def make_base(base):
    """The folder above the labs; refused where somebody else could have put it there."""
    base.mkdir(mode=0o755, parents=True, exist_ok=True)
    if base.is_symlink() or base.stat().st_uid != os.getuid():
        raise LabError(f"{base} belongs to somebody else: name another folder by --dir")


def write_file(path, text, mode=0o644):
    """Writes a whole file at once; a secret never stands in it with wider permissions."""
    temp = path.with_name(f".{path.name}.new")
    temp.unlink(missing_ok=True)
    fd = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(fd, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    os.chmod(temp, mode)
    os.rename(temp, path)


def say(message):
    print(f"lab: {message}", file=sys.stderr, flush=True)
