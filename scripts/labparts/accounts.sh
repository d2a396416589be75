#!/bin/bash
# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Accounts, QOS and fair shares of a lab; runs once inside its root, against a running slurmdbd.
set -eu
make() { timeout 60 sacctmgr -i -Q "$@"; }

make add cluster lab
make add account physics Description=physics Organization=uni Fairshare=30
make add account chem Description=chem Organization=uni Fairshare=10
make add account subphys parent=physics Fairshare=5 Description=sub Organization=uni
make modify user where user=root set AdminLevel=Admin
make add user alice account=physics Fairshare=10
make add user alice account=subphys Fairshare=10
make add user bob account=chem Fairshare=5
make add user carol account=physics Fairshare=1
make add user dave account=chem AdminLevel=Operator Fairshare=1
make add coordinator account=chem names=bob
make add qos scavenge Priority=0 PreemptMode=cancel
make add qos high Priority=100 Preempt=scavenge
make add qos limited Priority=10 MaxJobsPerUser=1
make add qos mini Priority=0 MaxTRESPerUser=cpu=2 MaxWall=00:05:00
make modify user where user=alice set QOS=normal,high,limited,mini DefaultQOS=normal
make modify user where user=bob set QOS=normal,limited,mini
make modify user where user=carol set QOS=normal,limited,scavenge
make modify user where user=dave set QOS=normal,high,limited
make modify account chem set GrpTRES=cpu=6
