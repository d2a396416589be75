# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The configuration files of a lab's Slurm."""

import secrets

from .model import NODES, VERSIONS, write_file

_COMMON = """ClusterName={cluster}
SlurmctldHost=lab(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort={ctld}
SlurmctldPidFile=/run/slurmctld.pid
SlurmdPidFile=/run/slurmd.%n.pid
SlurmctldLogFile=/var/log/lab/slurmctld.log
SlurmdLogFile=/var/log/lab/slurmd.%n.log
StateSaveLocation=/var/lib/lab/slurmctld
SlurmdSpoolDir=/var/spool/slurmd.%n
# Without it every daemon listens on all addresses of the machine.
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
CredType=cred/munge
AuthAltTypes=auth/jwt
AuthAltParameters=jwt_key=/etc/slurm/jwt.key
SlurmdParameters=config_overrides
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
GresTypes=gpu
PriorityType=priority/multifactor
PriorityWeightJobSize={weight_size}
SchedulerType=sched/backfill
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
MinJobAge={min_job_age}
MaxArraySize=200001
MaxJobCount=250000
PlugStackConfig=/etc/slurm/plugstack.conf
"""

# Small nodes that seem bigger than the machine, and quick decisions, so that tests need not wait.
_LAB = """ProctrackType=proctrack/linuxproc
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=task=1
JobAcctGatherParams=OverMemoryKill
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePort={dbd}
AccountingStorageEnforce=associations,limits,qos
AccountingStorageTRES=gres/gpu
PriorityWeightAge=1000
PriorityWeightFairshare=10000
PriorityWeightPartition=1000
PriorityWeightQOS=2000
PriorityMaxAge=1-0
PriorityDecayHalfLife=1-0
PriorityCalcPeriod=1
SchedulerParameters=bf_interval=2,sched_min_interval=500000,batch_sched_delay=0,enable_user_top
PreemptType=preempt/qos
PreemptMode=REQUEUE
SlurmctldTimeout=30
SlurmdTimeout=10
KillWait=2
# A slow prolog is no lost job.
BatchStartTimeout=3600
DefMemPerCPU=256
Licenses=matlab:2,ansys:1
Prolog=/etc/slurm/prolog.sh
Epilog=/etc/slurm/epilog.sh
PrologFlags=Alloc
JobRequeue=1
NodeName=n1 NodeHostname=lab NodeAddr=127.0.0.1 Port={n1} CPUs=4 RealMemory=4000 Feature=cpuonly State=UNKNOWN
NodeName=n2 NodeHostname=lab NodeAddr=127.0.0.1 Port={n2} CPUs=4 RealMemory=4000 Feature=cpuonly State=UNKNOWN
NodeName=g1 NodeHostname=lab NodeAddr=127.0.0.1 Port={g1} CPUs=4 RealMemory=8000 Gres=gpu:tesla:2 Feature=gpu,big Weight=10 State=UNKNOWN
NodeName=g2 NodeHostname=lab NodeAddr=127.0.0.1 Port={g2} CPUs=4 RealMemory=8000 Gres=gpu:tesla:2 Feature=gpu,big Weight=10 State=UNKNOWN
PartitionName=batch Nodes=n[1-2] Default=YES MaxTime=1-0 DefaultTime=10 State=UP
PartitionName=gpu Nodes=g[1-2] MaxTime=2:00:00 DefaultTime=10 PriorityJobFactor=10 State=UP
PartitionName=debug Nodes=n[1-2],g[1-2] MaxTime=30 DefaultTime=5 PriorityJobFactor=20 State=UP
"""

# Nodes that are started on demand and never come: jobs get real allocations and stay CONFIGURING.
# Without PrivateData=cloud sinfo would hide the nodes that are powered down.
_FILL = """ProctrackType=proctrack/pgid
JobAcctGatherType=jobacct_gather/none
SchedulerParameters=bf_interval=30,bf_max_job_test=200,default_queue_depth=2000,sched_interval=5,sched_min_interval=2000000,enable_user_top
PrivateData=cloud
SlurmdTimeout=0
ResumeProgram=/bin/true
SuspendProgram=/bin/true
SuspendTime=INFINITE
ResumeTimeout=65000
ResumeRate=0
SuspendRate=0
MaxStepCount=40000
NodeName=cpu[0001-1800] NodeHostname=lab NodeAddr=127.0.0.1 Port={n1} CPUs=64 Sockets=2 CoresPerSocket=32 RealMemory=256000 Feature=intel,avx512 State=CLOUD
NodeName=gpu[001-200] NodeHostname=lab NodeAddr=127.0.0.1 Port={n1} CPUs=64 Sockets=2 CoresPerSocket=32 RealMemory=512000 Gres=gpu:a100:8 Feature=amd,gpu State=CLOUD
PartitionName=cpu Nodes=cpu[0001-1800] Default=YES MaxTime=7-0 DefaultTime=1:00:00 State=UP
PartitionName=gpu Nodes=gpu[001-200] MaxTime=2-0 DefaultTime=1:00:00 State=UP
PartitionName=long Nodes=cpu[0001-0900] MaxTime=30-0 DefaultTime=1-0 State=UP
PartitionName=short Nodes=ALL MaxTime=1:00:00 State=UP
"""

_DBD = """DbdHost=lab
DbdAddr=127.0.0.1
DbdPort={dbd}
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser=root
AuthType=auth/munge
AuthAltTypes=auth/jwt
AuthAltParameters=jwt_key=/etc/slurm/jwt.key
LogFile=/var/log/lab/slurmdbd.log
PidFile=/run/slurmdbd.pid
StorageType=accounting_storage/mysql
StorageHost=localhost
StorageUser=root
StorageLoc=slurm_acct_db
DebugLevel=info
"""

# A test that wants jobs to be slow to start or to end puts seconds into prolog.delay or epilog.delay, or, for one job,
# into prolog.delay.JOBID. Removing the file ends the wait.
_DELAY = """#!/bin/sh
for file in /etc/slurm/{0}.delay."$SLURM_JOB_ID" /etc/slurm/{0}.delay; do
    left=$(cat "$file" 2>/dev/null)
    while [ "${{left:-0}}" -gt 0 ] && [ -e "$file" ]; do
        sleep 1
        left=$((left - 1))
    done
done
exit 0
"""


def write_slurm(lab, ports):
    """Writes all of /etc/slurm."""
    folder = lab.path("etc")
    values = {"cluster": "big" if lab.fill else "lab", "weight_size": 1000 if lab.fill else 100,
              "min_job_age": 300, **ports}
    write_file(folder / "slurm.conf", (_COMMON + (_FILL if lab.fill else _LAB)).format(**values))
    write_file(folder / "gres.conf", "NodeName=gpu[001-200] Name=gpu Type=a100 Count=8\n" if lab.fill else
               "NodeName=g[1-2] Name=gpu Type=tesla File=/dev/fakegpu[0-1]\n")
    write_file(folder / "plugstack.conf", "")
    # Found out by itself it would be the machine's kind, and slurmd would not start where there is none.
    plugin = VERSIONS[lab.version].cgroup_plugin
    if plugin:
        write_file(folder / "cgroup.conf", f"CgroupPlugin={plugin}\n")
    for kind in ("prolog", "epilog"):
        write_file(folder / f"{kind}.sh", _DELAY.format(kind), 0o755)
    write_file(folder / "slurmdbd.conf", _DBD.format(**values), 0o600)
    write_file(folder / "jwt.key", secrets.token_bytes(32), 0o600)


def services(lab):
    """The daemons of a lab in the order of their start."""
    if lab.fill:
        return ("munged", "sshd", "jump", "slurmctld", "slurmrestd")
    return ("munged", "sshd", "jump", "mariadb", "slurmdbd", "slurmctld", *(f"slurmd-{node}" for node in NODES),
            "slurmrestd")
