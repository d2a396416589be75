# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starting, entering and ending a lab. All of its processes live in one pid namespace."""

import grp
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from . import access, config, rootless, roots
from .model import EXIT_NOT_RUNNING, NODES, VERSIONS, Lab, LabError, cache_dir, make_base, say, write_file
from .undo import undone_if_killed

_PARTS = Path(__file__).parent
_UNSHARE = ("unshare", "--mount", "--pid", "--uts", "--ipc", "--fork", "--propagation", "private")
_PORTS = ("ctld", "dbd", "rest", *NODES, "ssh", "jump")


def free_ports():
    """Free ports below the range that outgoing connections take theirs from."""
    ports = {}
    numbers = iter(random.SystemRandom().sample(range(20000, 32000), 2000))
    for name in _PORTS:
        for number in numbers:
            with socket.socket() as probe:
                try:
                    probe.bind(("0.0.0.0", number))
                except OSError:
                    continue
                ports[name] = number
                break
    return ports


def free_uids(count):
    """Numbers above 60000 that nobody has and that no service allocates from: the kernel knows no names."""
    taken = {entry.pw_uid for entry in pwd.getpwall()} | {entry.gr_gid for entry in grp.getgrall()}
    return [number for number in range(60700, 61184) if number not in taken][:count]


def running_pid(lab):
    """The lab's first process by the machine's count, or None; a pid given to another process is not it."""
    try:
        pid, started, *boot = lab.path("init.pid").read_text().split()
        stat = Path("/proc", pid, "stat").read_text()
        if boot != [Path("/proc/sys/kernel/random/boot_id").read_text().strip()][:len(boot)]:
            return None  # the machine was started anew since
    except (OSError, ValueError):
        return None
    fields = stat.rpartition(")")[2].split()
    return int(pid) if fields[19] == started and fields[0] not in "ZX" else None


def up(lab, max_sessions=10, saved_queue=None, uids=None):
    """Starts a lab unless it runs. Returns its record. Its root holds `lab.extras` too."""
    make_base(lab.base)
    with roots.locked(lab.base / f".{lab.name}.lock"):
        if running_pid(lab) and lab.path("ready").exists():
            record = lab.record()
            if record["max_sessions"] != max_sessions:
                _change_max_sessions(lab, record, max_sessions)
            return record
        root = roots.ensure(lab.version, lab.extras)
        saved = {} if lab.fill else {"db": _ensure_database(lab, root)}
        if saved_queue:
            saved["slurmctld"] = saved_queue
        with undone_if_killed(lambda: _leave_nothing(lab)):
            return _start(lab, root, max_sessions, saved, uids)


def prepare(lab):
    """What takes minutes the first time, kept in the cache: the root file system and the accounts."""
    _ensure_database(lab, roots.ensure(lab.version))


def _start(lab, root, max_sessions, saved, uids):
    started = time.monotonic()
    remove(lab)
    ports, people = free_ports(), dict(zip(lab.users, uids or free_uids(len(lab.users))))
    _prepare(lab, ports, people, "lab", config.services(lab), saved)
    phrase = access.make_keys(lab, root)
    passwords = access.make_passwords(lab)
    access.write_ssh(lab, ports, max_sessions)
    access.write_profiles(lab, ports, passwords, phrase)
    access.give_to_caller(lab)
    pid = _boot(lab, root)
    access.write_env(lab, ports, pid)
    record = {"version": lab.version, "ports": ports, "uids": people, "max_sessions": max_sessions, "extras": list(lab.extras),
              "seconds": round(time.monotonic() - started, 1)}
    lab.write_record(record)
    return record


def _prepare(lab, ports, people, mode, services, saved):
    lab.dir.mkdir(mode=0o755)
    for name in ("mnt", "etc", "log", "bin", "ssh", "canary"):
        lab.path(name).mkdir(mode=0o755)
    lab.path("canary").chmod(0o1777)
    for script in ("boot.sh", "accounts.sh"):
        shutil.copy(_PARTS / script, lab.path("bin"))
    for name, folder in saved.items():
        lab.path(f"saved-{name}").symlink_to(folder)
    config.write_slurm(lab, ports)
    plugins = f"-s {VERSIONS[lab.version].rest_plugins}" if lab.fill else ""
    values = {"LAB_MODE": mode, "LAB_SERVICES": " ".join(services), "LAB_REST_PLUGINS": plugins,
              "LAB_NODES": "" if lab.fill or mode == "seed" else " ".join(NODES),
              "LAB_USERS": " ".join(f"{name}:{uid}" for name, uid in people.items()),
              **{f"LAB_{name.upper()}_PORT": port for name, port in ports.items()}}
    write_file(lab.path("boot.env"), "".join(f"{key}='{value}'\n" for key, value in values.items()))


def _boot(lab, root, seconds=120):
    """Runs enter.sh in namespaces of its own, free of this terminal, and waits for it to be ready."""
    with open(lab.path("log", "boot.log"), "wb") as log:
        outer = subprocess.Popen([*_UNSHARE, "bash", str(_PARTS / "enter.sh"), str(lab.dir), str(root)],
                                 stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", start_new_session=True)
    end = time.monotonic() + seconds
    while time.monotonic() < end and outer.poll() is None and not lab.path("ready").exists():
        time.sleep(0.02)
    if not lab.path("ready").exists():
        reason = _failure(lab, outer.poll())
        remove(lab, keep_logs=True)
        raise LabError(f"{lab.name} did not come up: {reason}\nLogs: {lab.path('log')}")
    return running_pid(lab)


def _failure(lab, code):
    try:
        reason = lab.path("failed").read_text().strip()
    except OSError:
        reason = "no answer in time" if code is None else f"its first process ended with {code}"
    tail = [f"{path.name}: {line}" for path in sorted(lab.path("log").glob("*.log"))
            for line in path.read_text(errors="replace").splitlines()[-4:]]
    return "\n".join([reason, *tail])


def _ensure_database(lab, root):
    """A MariaDB folder with the accounts in it, made once a version."""
    recipe = roots.digest((_PARTS / "accounts.sh").read_text() + (root / roots.MARK).read_text())
    folder = cache_dir() / "db"
    folder.mkdir(exist_ok=True)
    ready = folder / f"{lab.version}-{recipe}"
    with roots.locked(folder / f"{lab.version}.lock"):
        if ready.exists():
            return ready
        say(f"making the accounts of Slurm {lab.version} (once)")
        seed = Lab(lab.version, lab.base / f"{lab.version}-seed")
        make_base(seed.base)
        remove(seed)
        people = dict(zip(lab.users, free_uids(len(lab.users))))
        with undone_if_killed(lambda: _leave_nothing(seed)):
            _prepare(seed, free_ports(), people, "seed", ("munged", "mariadb", "slurmdbd"), {})
            _boot(seed, root)
        for old in folder.glob(f"{lab.version}-*"):
            shutil.rmtree(old)
        made = folder / f".{ready.name}"
        shutil.rmtree(made, ignore_errors=True)
        shutil.move(seed.path("db"), made)
        made.rename(ready)
        remove(seed)
        seed.base.rmdir()
    return ready


def _change_max_sessions(lab, record, max_sessions):
    access.write_sshd(lab, "sshd", record["ports"], max_sessions)
    inside(lab, ["bash", "/lab/bin/boot.sh", "stop", "sshd", "HUP"])
    record["max_sessions"] = max_sessions
    lab.write_record(record)


def down(lab):
    """Ends a lab and removes its folder. True when there was one."""
    if not lab.dir.exists():
        return False
    with roots.locked(lab.base / f".{lab.name}.lock"):
        _leave_nothing(lab)
    return True


def _leave_nothing(lab):
    """Removes a lab whose lock is held, and the folder above it if that is empty then."""
    remove(lab)
    lab.base.joinpath(f".{lab.name}.lock").unlink(missing_ok=True)
    try:
        lab.base.rmdir()
    except OSError:
        pass  # other labs stand there


def remove(lab, keep_logs=False):
    """Kills the first process, and with it by the kernel's doing all others of the lab and its mounts."""
    # First, so that a process that is about to become the lab's first sees it and goes no further (enter.sh).
    lab.path("boot.env").unlink(missing_ok=True)
    pid = running_pid(lab)
    if pid:
        handle = os.pidfd_open(pid)
        try:
            if running_pid(lab) == pid:  # the handle is known to be the lab's
                signal.pidfd_send_signal(handle, signal.SIGKILL)
        finally:
            os.close(handle)
        end = time.monotonic() + 30
        while running_pid(lab) and time.monotonic() < end:
            time.sleep(0.02)
    if not keep_logs:
        shutil.rmtree(lab.dir, ignore_errors=True)
        if lab.dir.exists():
            raise LabError(f"{lab.dir} could not be removed")


def enter_command(lab, user, words):
    """The command that runs WORDS inside the lab, exactly as they are."""
    pid = running_pid(lab)
    if not pid:
        raise LabError(f"{lab.name} does not run (scripts/lab up)", EXIT_NOT_RUNNING)
    if user != "root" and user not in lab.users:
        raise LabError(f"no user {user} in {lab.name}: root, {', '.join(lab.users)}", 2)
    home = "/root" if user == "root" else f"/home/{user}"
    become = [] if user == "root" else ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"]
    environment = ["env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8",
                   f"HOME={home}", f"USER={user}", f"LOGNAME={user}", f"TERM={os.environ.get('TERM', 'dumb')}"]
    return ["nsenter", f"--target={pid}", *rootless.nsenter_words(), "--mount", "--pid", "--uts", "--ipc", "--root", "--wd", "--",
            *become, *environment, "sh", "-c", 'cd && exec "$@"', "sh", *words]


def inside(lab, words, user="root", seconds=60, text=True, **more):
    """Runs WORDS inside the lab and returns the finished process; never waits for ever."""
    command = enter_command(lab, user, ["timeout", "-k", "2", str(seconds), *words])
    more.setdefault("stdin", None if "input" in more else subprocess.DEVNULL)
    if "input" in more:
        del more["stdin"]
    return subprocess.run(command, capture_output=True, text=text, errors="surrogateescape" if text else None,
                          timeout=seconds + 10, check=False, **more)
