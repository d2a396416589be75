# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The jobs of `lab scenario`: what is submitted, and as what it should show.

A row is label, user, sbatch's words, what the job runs, state, reason ("" where it does not matter).
{label} in the words is the id of an earlier row.
"""

LONG = "sleep 3600"

STEPS = """#!/bin/bash
srun --overlap -n1 --mem=100 -J stepA sh -c 'head -c 60M /dev/zero | tail -c 60M | (sleep 3500; cat)' &
srun --overlap -n1 --mem=100 -J 'step B|x' sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; sleep 3500' &
wait
"""

HET = """#!/bin/bash
#SBATCH -J het-held -H -n1 -p batch --mem=100
#SBATCH hetjob
#SBATCH -n2 -p gpu --gres=gpu:1 --mem=100
srun --het-group=0,1 sleep 600
"""

IRREGULAR = ",".join(str(n * n) for n in range(1, 25))
HOLD = "-H -n1 -t 5".split()

# A deadline needs a job that can't run in time. Older versions do not look at those that wait for others, newer ones
# refuse at once what can't be.
_EARLIER = "--begin=now+50 --deadline=now+62"
DEADLINE = {"20.11": _EARLIER, "22.05": _EARLIER}
LATER_DEADLINE = "--deadline=now+70 -d afterany:{steps}"

# They end by themselves, or are brought to their end by what scenario.py does next.
ENDED = (
    ("completed", "alice", "-p debug -w n1", "echo hi; sleep 1", "COMPLETED", ""),
    ("failed-exit", "alice", "-p debug", "exit 3", "FAILED", "NonZeroExitCode"),
    ("failed-signal", "bob", "-p debug", "kill -9 $$", "FAILED", ""),
    ("failed-segv", "alice", "-p debug", "kill -SEGV $$", "FAILED", ""),
    ("failed-notfound", "alice", "-p debug", "/no/such/cmd", "FAILED", "NonZeroExitCode"),
    ("over-memory", "alice", "-p debug -w n1 --mem=50", "head -c 400M /dev/zero | tail -c 400M | (sleep 6; wc -c)", "FAILED", ""),
    ("timeout", "alice", "-p debug -w n2 -n1 -t 1 --mem=20", "sleep 600", "TIMEOUT", "TimeLimit"),
    ("cancelled-running", "alice", "-p gpu -w g1 --mem=20", "sleep 600", "CANCELLED", ""),
    ("cancelled-pending", "alice", "-p debug --begin=now+1hour", "sleep 600", "CANCELLED", ""),
    ("cancelled-by-operator", "alice", "-p gpu -w g1 --mem=20", "sleep 600", "CANCELLED", ""),
    ("node-fail", "alice", "-p debug -w g2 --no-requeue", "sleep 600", "NODE_FAIL", "NodeDown"),
    ("requeued", "alice", "-p debug -w n2 -t 30 --mem=20", LONG, "PENDING", ""),
    ("requeued-held", "alice", "-p debug -w n2 -t 30 --mem=20", LONG, "PENDING", "job requeued in held state"),
    ("special-exit", "alice", "-p debug -w n2 -t 30 --mem=20", LONG, "SPECIAL_EXIT", ""),
    ("array-ended", "bob", "-p debug -w n1 --mem=20 --array=0-3", "exit $((SLURM_ARRAY_TASK_ID % 2))", "", ""),
)

RUNNING = (
    ("preempted", "carol", "--qos=scavenge -p gpu -w g2 -n4 -t 30", LONG, "PREEMPTED", ""),
    ("steps", "alice", ["-t", "60", "-n1", "-p", "batch", "-w", "n1", "--mem-per-cpu=300",
                        "--comment=a comment | with; odd, chars", "--mail-type=END", "--mail-user=alice@localhost"],
     STEPS, "RUNNING", ""),
    ("gpu-typed", "alice", "-n1 -p gpu -w g1 --gres=gpu:tesla:1 -t 60", LONG, "RUNNING", ""),
    ("qos-limited", "carol", "--qos limited -n1 -p debug -w g1 -t 30", LONG, "RUNNING", ""),
    ("licenses", "alice", "-L matlab:2 -n1 -p debug -w n2 -t 30 --mem=100", LONG, "RUNNING", ""),
    ("suspended", "alice", "-n1 -p batch -w n1 -t 60", LONG, "SUSPENDED", ""),
    ("array-throttled", "alice", "--array=0-9%2 -n1 -p batch -w n2 -t 60", LONG, "", ""),
    ("het-running", "alice", "-t 60 -n1 -p batch -w n1 --mem=100 : -n1 -p gpu -w g1 --gres=gpu:1 --mem=100",
     LONG, "RUNNING", ""),
)

# Held until scenario.py has made their prolog or epilog slow.
LINGERING = (
    ("completing", "alice", "-H -n1 -p debug -w n1 -t 30 --mem=20", LONG, "COMPLETING", ""),
    ("prolog", "alice", "-H -n1 -p debug -w n1 -t 30 --mem=20", LONG, "RUNNING", "Prolog"),
)

# It takes g2 from the job "preempted", and leaves it to the next one.
PREEMPTOR = ("preemptor", "alice", "--qos=high -p gpu -w g2 -n4 -t 5", "sleep 1", "COMPLETED", "")

CROWD = (
    ("bob-full-node", "bob", "-n4 -p gpu -w g2 -t 60", LONG, "RUNNING", ""),
)

PENDING = (
    ("resources", "alice", "-p crowded -n4 -t 30", LONG, "PENDING", "Resources"),
    ("priority", "alice", "-p crowded -n4 -t 30 --nice=15000", LONG, "PENDING", "Priority"),
    ("priority-carol", "carol", "-p crowded -n4 -t 30 --nice=30000", LONG, "PENDING", "Priority"),
    ("dependency", "alice", "-d afterok:{steps}", LONG, "PENDING", "Dependency"),
    ("dependency-many", "alice", "-d afterany:{steps}:{gpu-typed},singleton", LONG, "PENDING", "Dependency"),
    ("dependency-never", "alice", "-d afterok:{failed-exit} --kill-on-invalid-dep=no", LONG, "PENDING",
     "DependencyNeverSatisfied"),
    ("dependency-task", "alice", "-d afterok:{array-throttled}_3", LONG, "PENDING", "Dependency"),
    ("array-aftercorr", "alice", "-d aftercorr:{array-throttled} --array=0-9", LONG, "PENDING", "Dependency"),
    ("deadline", "alice", "-p debug -t 1 {deadline-way}", LONG, "DEADLINE", "DeadLine"),
    ("begin-time", "alice", "-t 10 --begin=now+1hour", LONG, "PENDING", "BeginTime"),
    ("held-user", "alice", "-H", LONG, "PENDING", "JobHeldUser"),
    ("held-admin", "alice", "--begin=now+2hours", LONG, "PENDING", "JobHeldAdmin"),
    ("qos-max-jobs", "carol", "--qos limited -n1 -p debug -t 20", LONG, "PENDING", "QOSMaxJobsPerUserLimit"),
    ("qos-max-cpu", "alice", "--qos mini -t 2 -n3", LONG, "PENDING", "QOSMaxCpuPerUserLimit"),
    ("qos-max-wall", "alice", "--qos mini -t 60", LONG, "PENDING", "QOSMaxWallDurationPerJobLimit"),
    ("assoc-group-cpu", "bob", "-n4 -p debug -t 20", LONG, "PENDING", "AssocGrpCpuLimit"),
    ("partition-time", "alice", "-p gpu -t 5:00:00", LONG, "PENDING", "PartitionTimeLimit"),
    ("partition-down", "alice", "-p closed -t 5", LONG, "PENDING", "PartitionDown"),
    ("partition-inactive", "alice", "-p inactive -t 5", LONG, "PENDING", "PartitionInactive"),
    ("licenses-wait", "alice", "-L matlab:1 -n1 -p spare -t 20", LONG, "PENDING", "Licenses"),
    ("reservation", "alice", "--reservation=maint -t 10", LONG, "PENDING", "Reservation"),
    ("node-drained", "alice", "-w n2 -n1 -t 20", LONG, "PENDING", "ReqNodeNotAvail"),
    ("node-reserved", "alice", "-w n1 -n1 -t 10:00:00", LONG, "PENDING", "ReqNodeNotAvail"),
    ("nodes-two-exclusive", "alice", "-N2 -n2 -p batch -t 30 --exclusive", LONG, "PENDING", ""),
    ("too-much-memory", "alice", "--mem=7000 -p debug -n1 -t 20 --exclusive", LONG, "PENDING", ""),
    ("multi-partition", "alice", "-n4 -N1 -p batch,debug -t 30", LONG, "PENDING", ""),
    ("gpus-per-node", "alice", "--gpus=tesla:2 --gpus-per-node=tesla:2 -p gpu -n4 -t 30", LONG, "PENDING", ""),
    ("gpu-untyped", "alice", "--gres=gpu:2 -p gpu -n2 -t 30", LONG, "PENDING", ""),
    ("qos-high", "dave", "--qos high -n2 -p debug -t 20 --begin=now+3hours", LONG, "PENDING", "BeginTime"),
    ("array-plain", "carol", "--array=1-500 -n1 -t 10 -p batch --begin=now+1hour", LONG, "PENDING", "BeginTime"),
    ("array-ranges", "bob", "--array=1,3,5-11:2,100-200%7 -H -n1 -p batch -t 20", LONG, "PENDING", "JobHeldUser"),
    ("array-irregular", "alice", ["--array=" + IRREGULAR, *HOLD], LONG, "PENDING", "JobHeldUser"),
    ("array-mixed", "alice", "--array=0-9 -n1 -t 10 --begin=now+1hour", LONG, "PENDING", ""),
    ("het-held", "carol", [], HET, "PENDING", "JobHeldUser"),
    ("odd-paths", "alice", ["-D", "/", "-o", "/var/out dir/%x-%j.txt", "--comment=line1\nline2", *HOLD], LONG, "PENDING",
     "JobHeldUser"),
    ("exported", "alice", ["--export=A=b c,D=$x", *HOLD], LONG, "PENDING", "JobHeldUser"),
)

IMPOSSIBLE = (
    ("OUT_OF_MEMORY", "is set by the kernel's cgroups only, and the lab leaves those alone; see job over-memory for what "
     "Slurm does without them"),
    ("BOOT_FAIL", "needs nodes that Slurm boots and that fail to"),
    ("CONFIGURING", "needs nodes that Slurm powers up: `lab fill` has some 1,200 such jobs"),
    ("REVOKED", "needs a federation of clusters"),
    ("RESIZING, SIGNALING, STAGE_OUT, STOPPED", "pass in a moment or need burst buffers"),
    ("AssocMaxJobsLimit, QOSGrp…", "would change limits that other tests rely on"),
)
