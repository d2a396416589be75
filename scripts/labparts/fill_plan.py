# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What stands in the queue of a filled cluster: the same for the same number of rows, but mixed like people's work."""

import random
from dataclasses import dataclass

from .model import FILL_USERS

_MODELS = ("resnet50", "vit-b16", "llama-7b", "bert-base", "unet3d", "gnn", "whisper-s", "diffusion", "mamba-130m", "clip")
_DATA = ("imagenet", "cifar100", "laion-sub", "wiki103", "brats", "ogbn", "librispeech", "pile-dedup", "coco")
_TOOLS = ("gromacs-npt", "vasp-relax", "openfoam-cyl", "lammps-melt", "cp2k-h2o", "blastp-nr", "samtools-sort", "fluent-wing",
          "nextflow-head", "jupyter", "日本語-test", "relax slab 001")
_ACCOUNTS = ("physics", "chem", "subphys", "ml-group", "bio", "engineering")


@dataclass
class Batch:
    """One sbatch: an array of tasks, or a plain job where tasks is 0."""

    user: str
    words: list
    tasks: int
    names: random.Random  # where its tasks' own names come from
    split: bool  # whether its tasks become records of their own by hand; running ones do by themselves


def name(rng):
    """A name as sweeps make them; some people type theirs."""
    if rng.random() < 0.15:
        return f"{rng.choice(_TOOLS)}-{rng.randrange(100)}"
    return (f"{rng.choice(_MODELS)}-{rng.choice(_DATA)}-lr{rng.randint(1, 9)}e-{rng.randint(2, 5)}"
            f"-bs{2 ** rng.randint(3, 9)}-seed{rng.randrange(1000)}")


def running(rows):
    """Arrays that start at once: some 1,200 tasks, each on a part of a node or on a whole one."""
    rng = random.Random(f"running {rows}")
    left = min(1200, rows // 5)
    while left > 0:
        tasks = min(left, rng.randint(10, 60))
        left -= tasks
        if rng.random() < 0.12:
            words = ["-p", "gpu", "-n", "16", f"--gres=gpu:a100:{rng.choice((1, 2, 4))}"]
        else:
            words = ["-p", rng.choice(("cpu", "cpu", "long")), "-n", str(rng.choice((16, 32, 64, 64))), "-N", "1"]
        yield _batch(rng, [*words, "-t", rng.choice(("12:00:00", "1-0", "2-0"))], tasks, split=False)


def waiting(rows, first_running):
    """Everything else; most by its begin time, because that costs the controller's scheduler nothing."""
    rng = random.Random(f"waiting {rows}")
    left = rows - min(1200, rows // 5)
    plain = min(300, left // 20)
    for _ in range(plain):
        yield _batch(rng, _waiting_words(rng, first_running), 0, split=False)
    left -= plain
    size = min(500, max(60, rows // 150))
    while left > 0:
        tasks = min(left, rng.randint(size // 2, size))
        left -= tasks
        yield _batch(rng, _waiting_words(rng, first_running), tasks, split=True)


def plain(rows):
    """Jobs that all wait and have nothing in common but their people: no arrays that a console could fold."""
    rng = random.Random(f"plain {rows}")
    for _ in range(rows):
        why = ["-H"] if rng.random() < 0.3 else [f"--begin=now+{rng.randint(300, 3000)}days"]
        yield _batch(rng, [*why, "-p", rng.choice(("cpu", "cpu", "gpu", "long", "short")), "-n", str(rng.choice((1, 2, 4, 16, 64)))],
                     0, split=False)


def _waiting_words(rng, first_running):
    kind = rng.random()
    if kind < 0.65:
        why = [f"--begin=now+{rng.randint(300, 3000)}days"]
    elif kind < 0.8:
        why = ["-H"]
    elif kind < 0.92:
        why = [f"--dependency=afterok:{first_running}"]
    else:  # more nodes than are ever free: Resources and Priority
        return [*rng.choice((["-p", "gpu", "-N", "200"], ["-p", "cpu", "-N", "1790"])), "--exclusive", "-t", "1-0"]
    return [*why, "-p", rng.choice(("cpu", "cpu", "gpu", "long", "short", "cpu,long")), "-n", str(rng.choice((1, 2, 4, 8, 16, 64, 256))),
            "-t", rng.choice(("10", "30", "45", "1:00:00")), f"--mem-per-cpu={rng.choice((500, 1000, 2000, 4000))}"]


def _batch(rng, words, tasks, split):
    user = rng.choices(FILL_USERS, weights=[40 // (place + 1) + 1 for place in range(len(FILL_USERS))])[0]
    words = [*words, f"--account={rng.choice(_ACCOUNTS)}", f"--job-name={name(rng)}"]
    if tasks:
        words.append(f"--array=0-{tasks - 1}")
    return Batch(user, words, tasks, random.Random(rng.random()), split)
