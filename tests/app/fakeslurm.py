#!/usr/bin/env python3
# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands in for squeue, scontrol, sacct … under their names: answers from scene.json beside it, in the format that it is asked for."""
import json, pathlib, re, sys

here = pathlib.Path(sys.argv[0]).parent
tool = pathlib.Path(sys.argv[0]).name
scene = json.loads((here / "scene.json").read_text())
with open(here / "asked", "a", encoding="utf-8") as log:
    log.write(f"{tool}\n")
if tool in scene.get("fail", {}):
    code, words = scene["fail"][tool]
    print(words, file=sys.stderr)
    sys.exit(code)
words = sys.argv[1:]
if tool == "squeue":
    asked = words[words.index("-O") + 1]
    fields = re.findall(r"([A-Za-z-]+):([^,]*)(?:,|$)", asked)
    for row in scene["jobs"]:
        line = "".join(str(row.get(name, scene["defaults"].get(name, "N/A"))) + end for name, end in fields)
        sys.stdout.write((row["raw"] + fields[-1][1] if "raw" in row else line) + "\n")
elif tool == "scontrol" and words[-2:] == ["show", "config"]:
    print("ClusterName             = fake\nSLURM_VERSION           = 22.05.8")
elif tool == "scontrol" and words[-2:] == ["show", "partition"]:
    print("PartitionName=batch AllocNodes=ALL Default=YES MaxTime=1-00:00:00 Nodes=n1 PriorityTier=1 State=UP TotalNodes=1")
