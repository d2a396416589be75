# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line of scripts/lab."""

import argparse
import os
import shlex
import subprocess
import sys
from pathlib import Path

from . import cluster, config, fill, rootless, roots, scenario
from .model import EXIT_NOT_RUNNING, VERSIONS, Lab, LabError, default_base


def main(words):
    # chroot and its like are not in an ordinary user's path.
    os.environ["PATH"] = os.environ.get("PATH", os.defpath) + ":/usr/sbin:/sbin"
    options = _parser().parse_args(words)
    try:
        return options.run(options) or 0
    except LabError as error:
        print(f"lab: {error}", file=sys.stderr)
        return error.code
    except subprocess.TimeoutExpired as error:
        print(f"lab: no answer within {error.timeout:.0f} s: {error.cmd}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 1


def _parser():
    parser = argparse.ArgumentParser(prog="lab", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name, run, text, fill=True):
        command = commands.add_parser(name, help=text, description=text)
        command.add_argument("--slurm", choices=VERSIONS, default="22.05", help="the version (default 22.05)")
        command.add_argument("--dir", type=Path, default=default_base(), help="the folder above the labs")
        if fill:
            command.add_argument("--fill", action="store_true", help="the filled cluster beside the ordinary one")
        command.set_defaults(run=run)
        return command

    command = add("up", _up, "start a cluster, or say how to use the one that runs", fill=False)
    command.add_argument("--max-sessions", type=int, default=10, metavar="N", help="sshd's MaxSessions")
    add("prepare", _prepare, "fetch and make what `up` needs and keeps, and start nothing", fill=False)
    command = add("down", _down, "end a cluster and remove its folder")
    command.add_argument("--all", action="store_true", help="every cluster in the folder")
    add("status", _status, "say what runs and how to use it")
    command = add("exec", _exec, "run a command inside the cluster")
    command.add_argument("--as", dest="user", default="root", metavar="USER", help="as whom (default root)")
    command.add_argument("--show", action="store_true", help="print the words of the machine's own command that does it, quoted for a shell")
    command.add_argument("words", nargs=argparse.REMAINDER, metavar="CMD", help="the command and its words")
    command = add("scenario", _scenario, "make jobs of every state, reason, form and awkward name", fill=False)
    command.add_argument("--wait", action="store_true", help="also for states that come after a minute")
    command = add("fill", _fill, "start a second cluster whose queue shows ROWS rows", fill=False)
    command.add_argument("rows", type=int, nargs="?", default=30000, metavar="ROWS", help="how many (default 30000)")
    command.add_argument("--plain", action="store_true", help="jobs of their own only, all waiting: no arrays (slow to make)")
    command.add_argument("--with", dest="extras", action="append", default=[], choices=roots.EXTRAS, help="in a root that holds this too")
    command.add_argument("--down", action="store_true", help="end it")
    command = add("token", _token, "print a token for slurmrestd")
    command.add_argument("user", help="whose")
    command = add("service", _service, "start, stop (TERM), kill, pause or resume one daemon")
    command.add_argument("name", help="munged, mariadb, slurmdbd, slurmctld, slurmd-NODE, slurmrestd, sshd or jump")
    command.add_argument("action", choices=("start", "stop", "kill", "pause", "resume"))
    return parser


def _lab(options):
    return Lab(options.slurm, options.dir.absolute(), getattr(options, "fill", False), tuple(getattr(options, "extras", ())))


def _up(options):
    rootless.become_root()
    lab = _lab(options)
    cluster.up(lab, options.max_sessions)
    describe(lab)


def _prepare(options):
    rootless.become_root()
    cluster.prepare(_lab(options))


def _down(options):
    base = options.dir.absolute()
    labs = _all_labs(base) if options.all else [_lab(options)]
    for lab in labs:
        print(f"{lab.name}: " + ("ended" if cluster.down(lab) else "was not up"))


def _all_labs(base):
    return [lab for version in VERSIONS for lab in (Lab(version, base), Lab(version, base, True)) if lab.dir.exists()]


def describe(lab):
    """What a person or a test needs to know about a lab that runs."""
    record = lab.record()
    ports = " ".join(f"{name}={port}" for name, port in record["ports"].items())
    print(f"{lab.name}: up, process {cluster.running_pid(lab)}, started in {record['seconds']} s, {lab.dir}")
    print(f"ports on 127.0.0.1: {ports}")
    print(f"people: {' '.join(lab.users)}; for shell tests: {lab.path('lab.env')}")
    for line in record.get("notes", []):
        print(line)
    print(f"profile: {lab.path('profile.json')}")
    print(lab.path("profile.json").read_text(), end="")


def _status(options):
    lab = _lab(options)
    others = [each for each in _all_labs(lab.base) if each != lab and cluster.running_pid(each)]
    code = 0
    if cluster.running_pid(lab) and lab.path("ready").exists():
        describe(lab)
        gone = [name for name in config.services(lab) if not _alive(lab, name)]
        print("daemons: " + ("all run" if not gone else "not running: " + " ".join(gone)))
    else:
        print(f"{lab.name}: not up")
        code = EXIT_NOT_RUNNING
    for other in others:
        print(f"also up: {other.name} in {other.dir}")
    return code


def _alive(lab, name):
    return cluster.inside(lab, ["bash", "/lab/bin/boot.sh", "alive", name], seconds=10).returncode == 0


def _exec(options):
    words = options.words[1:] if options.words[:1] == ["--"] else options.words
    if not words:
        raise LabError("exec needs a command", 2)
    command = cluster.enter_command(_lab(options), options.user, words)
    if options.show:
        print(shlex.join(command))
        return
    sys.stdout.flush()
    os.execvp(command[0], command)


def _scenario(options):
    return 1 if scenario.make(_lab(options), options.wait) else 0


def _fill(options):
    options.fill, options.all = True, False
    if options.down:
        return _down(options)
    if options.rows < 50:
        raise LabError("fill makes 50 rows or more", 2)
    rootless.become_root()
    lab = _lab(options)
    fill.fill(lab, options.rows, options.plain)
    describe(lab)
    return 0


def _token(options):
    lab = _lab(options)
    run = cluster.inside(lab, ["scontrol", "token", f"username={options.user}", "lifespan=86400"])
    word, _, token = run.stdout.strip().partition("=")
    if run.returncode or word != "SLURM_JWT":
        raise LabError(run.stderr.strip() or "no token")
    print(token)


def _service(options):
    lab = _lab(options)
    if options.name not in config.services(lab):
        raise LabError(f"no service {options.name} in {lab.name}: {' '.join(config.services(lab))}", 2)
    signals = {"stop": "TERM", "kill": "KILL", "pause": "STOP", "resume": "CONT"}
    words = ["start", options.name] if options.action == "start" else ["stop", options.name, signals[options.action]]
    # A daemon keeps the streams it was given: they may not be ours, or a caller's pipe would never end.
    command = cluster.enter_command(lab, "root", ["bash", "/lab/bin/boot.sh", *words])
    with open(lab.path("log", "service.log"), "ab") as log:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, timeout=90, check=False).returncode
