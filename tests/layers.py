#!/usr/bin/env python3
# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails on an include that points the wrong way between the project's own folders."""
import pathlib, re, sys
ALLOWED = {"backend": {"backend"}, "models": {"models", "backend"}, "widgets": {"widgets", "models", "backend"}, "app": {"app", "widgets", "models", "backend"}}
FORBIDDEN_QT = {"backend": ("QtGui", "QtWidgets", "QtCharts"), "models": ("QtGui", "QtWidgets", "QtCharts", "QtNetwork")}
wrong = []
for folder, allowed in ALLOWED.items():
    for file in sorted(pathlib.Path(sys.argv[1], folder).rglob("*.[ch]*")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if found := re.match(r'\s*#include [<"](\w+)/', line):
                target = found[1]
                if (target in ALLOWED and target not in allowed) or target in FORBIDDEN_QT.get(folder, ()):
                    wrong.append(f"{file}:{number}: {folder}/ must not include {target}/")
print("\n".join(wrong) or "layers: every include points down")
sys.exit(bool(wrong))
