#!/usr/bin/env python3
# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks at what git keeps: SPDX heads, length of files, no path of one machine, scripts that may run: cleantree.py SOURCE_DIR"""
import pathlib, re, subprocess, sys

top = pathlib.Path(sys.argv[1])
LONGEST = 400
# This machine's own folders, or a home of any; those of made-up people in tests and docs are fine.
OWN = "|".join(re.escape(str(folder)) + r"/(?!\.)" for folder in {pathlib.Path.home(), top.resolve()} if len(folder.parts) > 1)
PATHS = re.compile(rf"(?<![\w./-])({OWN}|/home/(?!alice|bob|carol|dave|robin|USER|user)[a-z]+/|/Users/)")
git = subprocess.run(["git", "-C", top, "ls-files", "-z", "--stage"], capture_output=True, text=True)
if git.returncode:
    print(f"skipped: no git tree here: {git.stderr.strip()}")
    sys.exit(77)
wrong = []
for row in filter(None, git.stdout.split("\0")):
    facts, name = row.split("\t", 1)
    file = top / name
    if facts.startswith("120000") or not file.exists():
        continue
    raw = file.read_bytes()
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        continue
    code = re.search(r"\.(cpp|h|py|sh|cmake)$", name) or name.endswith("CMakeLists.txt")
    script = raw.startswith(b"#!")
    recorded = name.startswith("tests/data/")
    if (code or script) and not recorded and "SPDX-License-" + "Identifier: GPL-3.0-or-later" not in text[:400]:
        wrong.append(f"{name}: no SPDX head")
    if re.search(r"\.(cpp|h)$", name) and text.count("\n") > LONGEST:
        wrong.append(f"{name}: {text.count(chr(10))} lines, {LONGEST} at most")
    if name.endswith(".h") and "#pragma once" not in text:
        wrong.append(f"{name}: no #pragma once")
    if re.match(r"(scripts/[^/]+|\.ci/.+)$", name) and script and not facts.startswith("100755"):
        wrong.append(f"{name}: not executable")
    if not recorded and name != "tests/app/cleantree.py":
        wrong += [f"{name}: a path of one machine: {found.group()}" for found in PATHS.finditer(text)]
print("\n".join(wrong) or "cleantree: fine")
sys.exit(bool(wrong))
