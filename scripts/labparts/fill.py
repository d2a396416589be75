# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A cluster whose queue shows many thousands of rows, made cheaply and kept for the next time."""

import json
import shlex
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import cluster, fill_plan, roots
from .model import LabError, cache_dir, say, write_file

_FOLDER = "/var/lib/lab/slurmctld"
# A node that is powered up has 18 hours to come; a saved queue must be younger.
_MAX_AGE = 12 * 3600
_RECIPE = "1"  # raised when a queue saved before must be made again; what fill_plan and config say counts by itself


def fill(lab, rows, plain=False):
    """Starts a filled cluster unless it runs with as many rows. Returns nothing; `describe` tells."""
    asked = f"plain{rows}" if plain else str(rows)
    record = lab.record()
    if record and record.get("asked") == asked and set(lab.extras) <= set(record.get("extras", ())) and cluster.running_pid(lab):
        return
    started = time.monotonic()
    cluster.down(lab)
    saved = _saved(_place(lab, asked))
    if saved:
        cluster.up(lab, saved_queue=saved / "state", uids=json.loads((saved / "uids.json").read_text()))
    else:
        cluster.up(lab)
        if plain:
            made = _submit(lab, list(fill_plan.plain(rows)))
            say(f"{len(made)} jobs that wait: {time.monotonic() - started:.1f} s")
        else:
            _submit_everything(lab, rows, started)
        _save(lab, _place(lab, asked))
    shown = _count(lab)
    record = {**lab.record(), "asked": asked, "rows": shown, "seconds": round(time.monotonic() - started, 1)}
    how = "from the saved queue" if saved else "made and saved for the next time"
    record["notes"] = [f"rows in squeue: {shown} of {rows} asked for, {how}"]
    lab.write_record(record)
    if shown < 0.8 * rows:
        raise LabError(f"only {shown} of {rows} rows were made, see {lab.path('log')}")


def _place(lab, asked):
    parts = Path(__file__).parent
    recipe = roots.digest(_RECIPE + "".join((parts / name).read_text() for name in ("fill_plan.py", "config.py")))
    folder = cache_dir() / "fill"
    folder.mkdir(exist_ok=True)
    return folder / f"{lab.version}-{asked}-{recipe}"


def _saved(place):
    """The saved queue, if its people's numbers are still free and its nodes still have time to come."""
    try:
        uids = json.loads((place / "uids.json").read_text())
        fresh = time.time() - (place / "uids.json").stat().st_mtime < _MAX_AGE
    except (OSError, ValueError):
        return None
    return place if fresh and uids == cluster.free_uids(len(uids)) else None


def _submit_everything(lab, rows, started):
    first = _submit(lab, list(fill_plan.running(rows)))
    _wait_until_running(lab, sum(batch.tasks for _, batch in first))
    say(f"{len(first)} arrays that run: {time.monotonic() - started:.1f} s")
    made = _submit(lab, list(fill_plan.waiting(rows, first[0][0])))
    say(f"{len(made)} jobs and arrays that wait: {time.monotonic() - started:.1f} s")
    _split(lab, made, chunk=max(5, rows // 4000))
    say(f"split into records: {time.monotonic() - started:.1f} s")


def _wait_until_running(lab, wanted):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        run = cluster.inside(lab, ["squeue", "-h", "-t", "R,CF", "-o", "%i"], seconds=55)
        if run.stdout.count("\n") >= 0.97 * wanted:  # a few may find their part of the cluster full
            return
        time.sleep(0.5)
    say(f"only {run.stdout.count(chr(10))} of {wanted} run")


def _submit(lab, batches):
    """One shell a user, several at once. Returns (job id, batch) of each."""
    users = {user: [batch for batch in batches if batch.user == user] for user in {batch.user for batch in batches}}

    def work(user):
        lines = ["sbatch --parsable -D /tmp -o /dev/null --wrap 'sleep 100' " + " ".join(map(shlex.quote, batch.words))
                 + " || echo failed" for batch in users[user]]
        run = cluster.inside(lab, ["bash"], user=user, seconds=1800, input="\n".join(lines) + "\n")
        numbers = run.stdout.split()
        if len(numbers) != len(lines) or "failed" in numbers:
            raise LabError(f"jobs of {user} were refused: {run.stderr.strip()[-500:]}")
        return list(zip(numbers, users[user]))

    with ThreadPoolExecutor(4) as pool:
        return [each for made in pool.map(work, sorted(users)) for each in made]


def _split(lab, made, chunk):
    """An update of some tasks of an array makes each of them a record of its own. scontrol takes many at its input."""
    lines = []
    for number, batch in made:
        for first in range(0, batch.tasks, chunk) if batch.split else ():
            last = min(first + chunk, batch.tasks) - 1
            words = f"jobid={number}_[{first}-{last}] nice={batch.names.randrange(50)}"
            if batch.names.random() < 0.9:  # the others keep the array's name
                words += " jobname=" + shlex.quote(fill_plan.name(batch.names))
            lines.append("update " + words)
    run = cluster.inside(lab, ["scontrol"], seconds=900, input="\n".join(lines) + "\n")
    write_file(lab.path("log", "split.log"), run.stdout + run.stderr)


def _count(lab):
    return cluster.inside(lab, ["squeue", "-h", "-o", "%i"], seconds=110).stdout.count("\n")


def _save(lab, place):
    """Stops the controller, keeps a copy of its state, and starts it again."""
    control = ["bash", "/lab/bin/boot.sh"]
    cluster.inside(lab, [*control, "stop", "slurmctld"], seconds=120)
    copied = cluster.inside(lab, ["cp", "-a", _FOLDER, "/lab/saved-state"], seconds=120)
    # Its streams are not ours: the daemon that is started keeps them.
    run = cluster.inside(lab, ["sh", "-c", 'exec "$@" >/dev/null 2>&1', "sh", *control, "start", "slurmctld"], seconds=120)
    if copied.returncode or run.returncode:
        raise LabError(f"the queue could not be saved: {copied.stderr}{run.stderr}")
    for old in place.parent.glob(f"{place.name.rpartition('-')[0]}-*"):
        shutil.rmtree(old)
    temp = place.with_name("." + place.name)
    shutil.rmtree(temp, ignore_errors=True)
    temp.mkdir()
    shutil.move(lab.path("saved-state"), temp / "state")
    (temp / "uids.json").write_text(json.dumps(list(lab.record()["uids"].values())))
    temp.rename(place)
