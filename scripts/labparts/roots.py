# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The root file systems that the daemons run in: one a version, made once and kept in the cache.

Nothing of Slurm is installed on the machine itself: Debian's packages would start and enable services.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from . import aptsource
from .model import VERSIONS, LabError, cache_dir, say
from .undo import undone_if_killed

_RECIPE = "5"  # raised when a root made before must be made again
MARK = ".pilothouse-complete"
# What a root can hold on wish, by name: Slurm's own window program, to be measured beside ours.
EXTRAS = {"sview": ("sview", "fonts-dejavu-core")}
_EXCLUDED = ("/usr/share/man/*", "/usr/share/locale/*", "/usr/share/doc/*")
# No service may start while packages are installed.
_NO_SERVICES = 'printf "#!/bin/sh\\nexit 101\\n" >"$1/usr/sbin/policy-rc.d"; chmod 755 "$1/usr/sbin/policy-rc.d"'


@contextmanager
def locked(path):
    """Two labs that start at once must not build the same thing twice."""
    while True:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "w", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            # Whoever held it may have removed the file: then others lock a new one.
            if not path.exists() or path.stat().st_ino != os.fstat(file.fileno()).st_ino:
                continue
            yield
            return


def ensure(version, extras=()):
    """The root of a version; built when it is missing, half made or made by an older recipe.

    With extras it is another root beside the plain one, so that what runs in the plain one stays what it is.
    """
    folder = cache_dir() / "roots"
    folder.mkdir(exist_ok=True)
    name = "+".join((version, *extras))
    packages = VERSIONS[version].packages + tuple(package for extra in extras for package in EXTRAS[extra])
    root = folder / name
    with locked(folder / f"{name}.lock"):
        if _is_complete(root, version, packages):
            return root
        started = time.monotonic()
        say(f"making the root file system of Slurm {name} (once)")
        _build(version, packages, root)
        say(f"made {root} in {time.monotonic() - started:.0f} s")
    return root


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _stamp(version, packages):
    return digest(repr((_RECIPE, VERSIONS[version].suites, packages)))


def _is_complete(root, version, packages):
    try:
        return (root / MARK).read_text() == _stamp(version, packages)
    except OSError:
        return False


def _build(version, packages, root):
    tool = aptsource.ensure_bootstrapper()
    errors = []
    for suite in VERSIONS[version].suites:
        temp = Path(tempfile.mkdtemp(prefix=f".{root.name}.", dir=root.parent))
        with undone_if_killed(lambda: temp.exists() and shutil.rmtree(temp)), _removed(temp):
            target = temp / "root"
            error = _bootstrap(tool, suite, packages, target, temp)
            if not error:
                _finish(target)
                _add_older_mariadb_library(target, temp)
                (target / MARK).write_text(_stamp(version, packages))
                _replace(root, target, temp)
                return
            errors.append(error)
    raise LabError("\n".join(errors), aptsource.exit_code(errors))


@contextmanager
def _removed(temp):
    try:
        yield
    finally:
        shutil.rmtree(temp, ignore_errors=True)


def _replace(root, target, temp):
    if root.exists():
        root.rename(temp / "old")
    target.rename(root)


def _bootstrap(tool, suite, packages, target, temp):
    """Makes one root; returns the packager's own error text, or nothing."""
    (temp / "apt.conf").write_text('APT::Install-Recommends "false";\n' + aptsource.settings())
    make = _mmdebstrap if tool == "mmdebstrap" else _debootstrap
    return make(suite, packages, target, temp)


def _mmdebstrap(suite, packages, target, temp, variant="minbase"):
    command = ["mmdebstrap", f"--variant={variant}", "--format=directory", f"--aptopt={temp}/apt.conf",
               "--mode=root", "--include=" + ",".join(packages),
               *(f"--dpkgopt=path-exclude={pattern}" for pattern in _EXCLUDED)]
    if Path("/etc/apt/auth.conf.d").is_dir():
        command.append('--setup-hook=mkdir -p "$1/etc/apt" && cp -r /etc/apt/auth.conf.d "$1/etc/apt/"')
    if variant == "minbase":
        command.append("--essential-hook=" + _NO_SERVICES)
    return _run([*command, suite, str(target), f"deb {aptsource.mirror()} {suite} main"])


def _debootstrap(suite, packages, target, temp):
    script = Path("/usr/share/debootstrap/scripts", suite)
    command = ["debootstrap", "--variant=minbase", "--include=ca-certificates", suite, str(target), aptsource.mirror()]
    error = _run(command if script.exists() else [*command, str(script.with_name("sid"))])
    if error:
        return error
    subprocess.run(["sh", "-c", _NO_SERVICES, "sh", str(target)], check=True)
    shutil.copy(temp / "apt.conf", target / "etc/apt/apt.conf.d/99mmdebstrap")
    shutil.copy("/etc/resolv.conf", target / "etc/resolv.conf")
    install = "mount -t proc proc /proc; apt-get update && exec apt-get install -y --no-install-recommends \"$@\""
    return _run(["unshare", "--mount", "--propagation", "private", "chroot", str(target), "env",
                 "DEBIAN_FRONTEND=noninteractive", "sh", "-c", install, "sh", *packages])


def _run(command):
    # It takes minutes: it ends when this process is killed.
    run = subprocess.run(["setpriv", "--pdeathsig", "TERM", *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         text=True, errors="replace", timeout=1800, check=False)
    if not run.returncode:
        return ""
    lines = run.stdout.splitlines()
    errors = [line for line in lines if line.startswith(("E:", "Err:", "W:", "dpkg:", "  "))]
    return "\n".join((errors or lines)[-12:]) or f"{command[0]} ended with {run.returncode}"


def _finish(target):
    """Takes out what belongs to one machine: keys, proxies and passwords; and what needs a whole machine."""
    for pattern in ("etc/munge/munge.key", "etc/ssh/ssh_host_*", "etc/apt/apt.conf.d/99mmdebstrap",
                    "etc/resolv.conf", "etc/hostname", "var/cache/apt/*.bin"):
        for path in target.glob(pattern):
            path.unlink()
    shutil.rmtree(target / "etc/apt/auth.conf.d", ignore_errors=True)
    (target / "etc/apt/sources.list").unlink(missing_ok=True)
    # A log-in may not depend on audit ids (containers refuse them) or print a message of the day.
    pam = target / "etc/pam.d/sshd"
    kept = [line for line in pam.read_text().splitlines() if not {"pam_loginuid.so", "pam_motd.so"} & set(line.split())]
    pam.write_text("\n".join(kept) + "\n")


def _add_older_mariadb_library(target, temp):
    """slurmdbd dies at start with libmariadb 11.8's client library; 10.11's beside it is fine."""
    if next(target.glob("usr/lib/*/libmariadb.so.3"), None) is None:
        return
    status = (target / "var/lib/dpkg/status").read_text()
    entry = status.partition("\nPackage: libmariadb3\n")[2].partition("\n\n")[0]
    if "\nVersion: 1:11." not in entry:
        return
    older = temp / "older"
    error = _mmdebstrap("bookworm", ("libmariadb3",), older, temp, variant="extract")
    if error:
        raise LabError(error, aptsource.exit_code([error]))
    folder = target / "usr/lib/pilothouse-lab"
    folder.mkdir()
    for library in older.glob("usr/lib/*/libmariadb.so.3"):
        shutil.copy(library, folder)
