# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Brings the jobs of scenario_jobs.py to their states and writes down which is which."""

import base64
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor

from . import scenario_jobs as jobs
from .cluster import inside
from .model import LabError, say, write_file
from .names import awkward_names

_SLOW = ("timeout", "deadline")  # their states come after a minute


class Scenario:
    def __init__(self, lab):
        self.lab = lab
        self.ids = {}  # label -> id
        self.rows = {}  # label -> (user, state, reason)
        self.missing = []  # (what, why)

    # -- small steps -------------------------------------------------------------------------------------------------

    def slurm(self, *words, user="root", seconds=30, must=True):
        run = inside(self.lab, list(words), user=user, seconds=seconds)
        if run.returncode and must:
            self.missing.append((" ".join(words), run.stderr.strip()))
        return run

    def submit(self, row):
        """One row of scenario_jobs.py."""
        label, user, words, script, state, reason = row
        if isinstance(words, str):
            words = words.replace("{deadline-way}", jobs.DEADLINE.get(self.lab.version, jobs.LATER_DEADLINE)).split()
        words = [self._fill_in(word) for word in words]
        if not script.startswith("#!"):
            script = f"#!/bin/bash\n{script}\n"
        # Het parts each take their own options; only the first carries the name.
        named = [] if label == "het-held" else [f"--job-name={label}"]
        run = inside(self.lab, ["sbatch", "--parsable", *named, *words], user=user, seconds=30, input=script)
        lines = run.stdout.split()
        if run.returncode or not lines:
            self.missing.append((label, run.stderr.strip().replace("\n", "; ")))
            return
        self.ids[label] = lines[-1].split(";")[0]
        self.rows[label] = (user, state, reason)

    def _fill_in(self, word):
        for label, number in self.ids.items():
            word = word.replace("{" + label + "}", number)
        return word

    def submit_all(self, rows):
        for row in rows:
            self.submit(row)

    def states(self):
        """What squeue says of every job now: id -> [(id of the task, state, reason)]."""
        form = "%F\x1f%i\x1f%T\x1f%r"
        run = inside(self.lab, ["squeue", "-h", "-a", "-r", "-t", "all", "-o", form], seconds=20)
        found = {}
        for line in run.stdout.splitlines():
            parts = line.split("\x1f")
            if len(parts) == 4:
                found.setdefault(parts[0], []).append(tuple(parts[1:]))
        return found

    def wait_for(self, wanted, seconds):
        """Waits until the labelled jobs have their states; says whether they do."""
        end = time.monotonic() + seconds
        while True:
            now = self.states()
            if all(self._has(now, label, state) for label, state in wanted.items() if label in self.ids):
                return True
            if time.monotonic() > end:
                return False
            time.sleep(0.3)

    def _has(self, now, label, state):
        return any(each[1] == state for each in now.get(self.ids[label], ()))

    def on(self, command, label, user="root"):
        """A command on a job that could be made; the id comes last."""
        if label in self.ids:
            self.slurm(*command, self.ids[label], user=user)

    # -- the scenes --------------------------------------------------------------------------------------------------

    def clear(self):
        """Starts from nothing, also after an earlier scenario."""
        for user in self.lab.users:
            self.slurm("scancel", f"--user={user}", must=False)  # 20.11 complains when there are none
        for file in self.lab.path("etc").glob("*.delay.*"):
            file.unlink()
        self._wait_until_ended()
        for node in ("n2", "g2"):
            self.slurm("scontrol", "update", f"nodename={node}", "state=resume", must=False)
        self.slurm("scontrol", "delete", "reservationname=maint", must=False)
        # Of a higher tier, so that other partitions' waiting jobs do not change the reasons in them.
        for name, state, nodes in (("crowded", "UP", "g2"), ("spare", "UP", "g1"), ("closed", "DOWN", "n1"),
                                   ("inactive", "DOWN", "n1")):
            self.slurm("scontrol", "delete", f"partitionname={name}", must=False)
            self.slurm("scontrol", "create", f"partitionname={name}", f"nodes={nodes}", f"state={state}", "maxtime=60",
                       "prioritytier=5")

    def _wait_until_ended(self):
        end = time.monotonic() + 15
        while time.monotonic() < end and self.slurm("squeue", "-h", "-o", "%i").stdout:
            time.sleep(0.3)

    def ended(self):
        self.submit_all(jobs.ENDED)
        self.wait_for({label: "RUNNING" for label in ("cancelled-running", "cancelled-by-operator", "node-fail",
                                                      "requeued", "requeued-held", "special-exit")}, 8)
        self.on(["scontrol", "requeue"], "requeued")
        self.on(["scontrol", "requeuehold"], "requeued-held")
        self.on(["scontrol", "requeuehold", "State=SpecialExit"], "special-exit")
        self.on(["scancel"], "cancelled-running", user="alice")
        self.on(["scancel"], "cancelled-pending", user="alice")
        self.on(["scancel"], "cancelled-by-operator", user="dave")
        self.slurm("scontrol", "update", "nodename=g2", "state=down", "reason=lab: node fails")
        self.wait_for({"node-fail": "NODE_FAIL"}, 5)
        self.slurm("scontrol", "update", "nodename=g2", "state=resume", must=False)  # or it came back by itself

    def running(self):
        self.submit_all(jobs.RUNNING)
        self.wait_for({"preempted": "RUNNING", "suspended": "RUNNING", "steps": "RUNNING"}, 10)
        self.on(["scontrol", "suspend"], "suspended")
        self.submit(jobs.PREEMPTOR)
        self._linger()
        self.wait_for({"preempted": "PREEMPTED", "preemptor": "COMPLETED", "completing": "RUNNING"}, 12)
        self.on(["scancel"], "completing")
        self.submit_all(jobs.CROWD)
        self.wait_for({"bob-full-node": "RUNNING"}, 10)

    def _linger(self):
        """One job whose prolog and one whose epilog takes an hour."""
        self.submit_all(jobs.LINGERING)
        for label, kind in (("completing", "epilog"), ("prolog", "prolog")):
            if label in self.ids:
                write_file(self.lab.path("etc", f"{kind}.delay.{self.ids[label]}"), "3600\n")
                self.on(["scontrol", "release"], label)

    def pending(self):
        self.slurm("scontrol", "create", "reservation", "reservationname=maint", "starttime=now+2hours", "duration=60",
                   "nodes=n1", "users=alice", "flags=maint,ignore_jobs")
        self.slurm("scontrol", "update", "nodename=n2", "state=drain", 'reason=disk: bad | sector, node "n2"')
        self.submit_all(jobs.PENDING)
        self.slurm("scontrol", "update", "partitionname=inactive", "state=INACTIVE")  # takes no new jobs from now on
        if "held-admin" in self.ids:
            self.on(["scontrol", "hold"], "held-admin")
            self.slurm("scontrol", "update", f"jobid={self.ids['held-admin']}", "admincomment=held: see ticket #42")
        if "array-mixed" in self.ids:
            number = self.ids["array-mixed"]
            self.slurm("scontrol", "hold", f"{number}_[2-3]", user="alice")
            self.slurm("scontrol", "update", f"jobid={number}_5", "nice=100", user="alice")
            self.slurm("scontrol", "update", f"jobid={number}_7", "jobname=its own name", user="alice")
            self.slurm("scancel", f"{number}_9", user="alice")
        if "array-throttled" in self.ids:
            self.slurm("scancel", f"{self.ids['array-throttled']}_0", user="alice")
            self.slurm("scontrol", "hold", f"{self.ids['array-throttled']}_8", user="alice")

    def names(self):
        """Held jobs with awkward names; names.json says which id has which name."""
        names = awkward_names(str(self.lab.path("canary")))

        def submit(name):
            word = b"--job-name=" + name
            run = inside(self.lab, ["sbatch", "--parsable", *jobs.HOLD, "-p", "batch", "--wrap=true", os.fsdecode(word)],
                         user="alice", seconds=30)
            return name, run.stdout.strip(), run.stderr.strip()

        with ThreadPoolExecutor(4) as pool:
            made = list(pool.map(submit, names))
        known = {number: name for name, number, _ in made if number.isdigit()}
        self.missing += [(f"the name {name!r}", why) for name, number, why in made if not number.isdigit()]
        text = inside(self.lab, ["squeue", "-h", "-a", "-o", "\x02%A\x03%j\x04"], seconds=20, text=False).stdout
        self.missing += [(f"the name {name!r}", "Slurm stores another") for number, name in known.items()
                         if f"\x02{number}\x03".encode() + name + b"\x04\n" not in text]
        encoded = {number: base64.b64encode(name).decode() for number, name in known.items()}
        write_file(self.lab.path("names.json"), json.dumps(encoded, indent=0) + "\n")
        return len(known)

    # -- the end -----------------------------------------------------------------------------------------------------

    def report(self, waited):
        """Prints the table, writes scenario.json; returns how many jobs are not as they should be."""
        now, entries, wrong = self.states(), [], 0
        for label, (user, state, reason) in self.rows.items():
            seen = now.get(self.ids[label], [])
            pairs = sorted({(each[1], each[2]) for each in seen})
            good = any((not state or each[0] == state) and (not reason or each[1].startswith(reason)) for each in pairs)
            later = not good and label in _SLOW and not waited
            mark = "ok" if good else "later" if later else "OTHER"
            wrong += mark == "OTHER"
            shown = "; ".join(f"{each[0]} ({each[1]})" for each in pairs[:4]) or "gone from squeue"
            print(f"{mark:5}  {label:22} {self.ids[label]:>5} {user:6} {shown}")
            entries.append({"label": label, "job": self.ids[label], "jobs": [each[0] for each in seen], "user": user,
                            "state": state, "reason": reason, "made": mark})
        write_file(self.lab.path("scenario.json"), json.dumps({"jobs": entries, "missing": self.missing}, indent=1) + "\n")
        for what, why in [*self.missing, *jobs.IMPOSSIBLE]:
            print(f"not made: {what}: {why}")
        return wrong


def make(lab, wait):
    """Makes everything; returns how many jobs are not as they should be."""
    started = time.monotonic()
    scenario = Scenario(lab)
    if lab.fill:
        raise LabError("a filled cluster has no nodes to run a scenario on", 2)
    for scene in ("clear", "ended", "running", "pending"):
        getattr(scenario, scene)()
        say(f"{scene}: {time.monotonic() - started:.1f} s")
    count = scenario.names()
    scenario.wait_for({"completed": "COMPLETED", "over-memory": "FAILED"}, 10)
    time.sleep(1)  # the scheduler gives the last ones their reasons
    if wait:
        scenario.wait_for({"timeout": "TIMEOUT", "deadline": "DEADLINE"}, 150)
    wrong = scenario.report(wait)
    print(f"{len(scenario.ids)} jobs and arrays, {count} awkward names, {wrong} not as meant, "
          f"{time.monotonic() - started:.1f} s; {lab.path('scenario.json')}, {lab.path('names.json')}")
    return wrong
