# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ways into a lab: keys, passwords, sshd's configuration, and the console's profile files."""

import json
import os
import secrets
import shlex
import subprocess

from .model import USERS, VERSIONS, LabError, write_file

PASSPHRASE_KEY = "alice_locked_ed25519"

_SSHD = """Port {port}
ListenAddress 127.0.0.1
HostKey /lab/ssh/host_{name}
PidFile /run/{name}.pid
AuthorizedKeysFile /lab/ssh/authorized-{name}/%u
StrictModes no
UsePAM yes
PubkeyAuthentication yes
PasswordAuthentication yes
KbdInteractiveAuthentication yes
PermitRootLogin no
AllowTcpForwarding yes
Subsystem sftp internal-sftp
LogLevel VERBOSE
LoginGraceTime 30
PrintMotd no
MaxSessions {max_sessions}
"""


def make_keys(lab, root):
    """Host keys, a key a person and one with a passphrase; ssh-keygen is the root's own."""
    folder = lab.path("ssh")
    phrase = secrets.token_urlsafe(12)
    wanted = [("host_sshd", ""), ("host_jump", ""), (PASSPHRASE_KEY, phrase),
              *((f"{user}_ed25519", "") for user in USERS)]
    for name, secret in wanted:
        # The root is not the lab's own layer yet: keys go by standard streams through a folder bound into it.
        command = ["unshare", "--mount", "--propagation", "private", "sh", "-c",
                   'mount --bind "$1" "$2/mnt" && mount --rbind /dev "$2/dev" && exec chroot "$2" ssh-keygen -q -t ed25519 -N "$3" -C "$4" -f "/mnt/$4"',
                   "sh", str(folder), str(root), secret, name]
        run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        if run.returncode:
            raise LabError(f"ssh-keygen: {run.stderr}")
    return phrase


def _public(lab, name):
    return " ".join(lab.path("ssh", f"{name}.pub").read_text().split()[:2])


def write_ssh(lab, ports, max_sessions):
    """sshd's configuration and whom it lets in."""
    folder = lab.path("ssh")
    for name in ("sshd", "jump"):
        write_sshd(lab, name, ports, max_sessions if name == "sshd" else 10)
        keys = folder / f"authorized-{name}"
        keys.mkdir()
        for user in USERS:
            allowed = [f"{user}_ed25519"] + ([PASSPHRASE_KEY] if user == "alice" else [])
            if (name, user) == ("jump", "bob"):  # everybody jumps as bob
                allowed = [f"{each}_ed25519" for each in USERS] + [PASSPHRASE_KEY]
            write_file(keys / user, "".join(_public(lab, key) + "\n" for key in allowed))
    hosts = [f"[127.0.0.1]:{ports[port]} {_public(lab, key)}\n" for port, key in
             (("ssh", "host_sshd"), ("jump", "host_jump"))]
    write_file(folder / "known_hosts", "".join(hosts))


def write_sshd(lab, name, ports, max_sessions):
    text = _SSHD.format(name=name, port=ports["jump" if name == "jump" else "ssh"], max_sessions=max_sessions)
    if VERSIONS[lab.version].ssh_penalties:
        text += "PerSourcePenalties no\n"
    write_file(lab.path("ssh", f"{name}.conf"), text)


def make_passwords(lab):
    passwords = {user: secrets.token_urlsafe(12) for user in lab.users}
    write_file(lab.path("passwords"), "".join(f"{user}:{word}\n" for user, word in passwords.items()), 0o600)
    return passwords


def write_profiles(lab, ports, passwords, phrase):
    """What `pilothouse --profile-file` and its test option `--answers` take."""
    jump = {"proxyJump": f"bob@127.0.0.1:{ports['jump']}"}
    _profile(lab, ports, "", "alice")
    for user in USERS[1:]:
        _profile(lab, ports, user, user)
    _profile(lab, ports, "jump", "alice", **jump)
    _profile(lab, ports, "password", "alice", identityFiles=None, preferredAuthentications=["password"])
    _profile(lab, ports, "kbd", "alice", identityFiles=None, preferredAuthentications=["keyboard-interactive"])
    _profile(lab, ports, "passphrase", "alice", identityFiles=[str(lab.path("ssh", PASSPHRASE_KEY))])
    for kind in ("password", "kbd"):
        _answers(lab, kind, "assword", passwords["alice"])
    _answers(lab, "passphrase", "assphrase", phrase)


def _profile(lab, ports, kind, user, **changes):
    suffix = f"-{kind}" if kind else ""
    ssh = {"host": "127.0.0.1", "port": ports["ssh"], "user": user,
           "identityFiles": [str(lab.path("ssh", f"{user}_ed25519"))],
           "userKnownHostsFile": str(lab.path("ssh", "known_hosts")), "config": "none", **changes}
    profile = {"name": f"lab-{lab.name}{suffix}", "kind": "slurm",
               "ssh": {key: value for key, value in ssh.items() if value is not None}, "minimumInterval": 2}
    write_file(lab.path(f"profile{suffix}.json"),
               json.dumps({"pilothouse": 1, "profiles": [profile]}, separators=(",", ":")) + "\n")


def _answers(lab, kind, match, answer):
    entry = {"user": "alice", "host": "127.0.0.1", "match": match, "answer": answer}
    write_file(lab.path(f"answers-{kind}.json"), json.dumps({"answers": [entry]}) + "\n", 0o600)


def write_env(lab, ports, pid):
    """The same facts for shell tests to source."""
    values = {"LAB_VERSION": lab.version, "LAB_NAME": lab.name, "LAB_DIR": lab.dir, "LAB_BASE": lab.base,
              "LAB_PID": pid,
              **{f"LAB_{name.upper()}_PORT": port for name, port in ports.items()},
              "LAB_PROFILE": lab.path("profile.json"), "LAB_KNOWN_HOSTS": lab.path("ssh", "known_hosts"),
              **{f"LAB_KEY_{user.upper()}": lab.path("ssh", f"{user}_ed25519") for user in USERS},
              "LAB_KEY_ALICE_LOCKED": lab.path("ssh", PASSPHRASE_KEY), "LAB_PASSWORDS": lab.path("passwords"),
              "LAB_CANARY": lab.path("canary"), "LAB_LOG": lab.path("log"), "LAB_CONF": lab.path("etc")}
    write_file(lab.path("lab.env"), "".join(f"{key}={shlex.quote(str(value))}\n" for key, value in values.items()))


def give_to_caller(lab):
    """Under sudo the console runs as the person who called: the keys and answers are theirs."""
    uid, gid = os.environ.get("SUDO_UID"), os.environ.get("SUDO_GID")
    if uid is None or gid is None:
        return
    for path in [*lab.path("ssh").glob("*_ed25519"), *lab.dir.glob("answers-*.json"), lab.path("passwords")]:
        os.chown(path, int(uid), int(gid))
