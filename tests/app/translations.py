#!/usr/bin/env python3
# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails unless every string of the sources has a finished translation with the same placeholders: translations.py SOURCE_DIR"""
import pathlib, re, shutil, subprocess, sys, tempfile
import xml.etree.ElementTree as xml

PLACES = re.compile(r"%(?:L?\d+|n)")


def strings(file):
    found = {}
    for context in xml.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            key = (context.findtext("name"), message.findtext("source"), message.findtext("comment") or "")
            found[key] = message
    return found


def faults(key, message):
    context, source, _ = key
    translation = message.find("translation")
    where = f"{context}: {source!r}"
    if translation is None or translation.get("type"):
        yield f"{where}: {translation.get('type') if translation is not None else 'missing'}"
        return
    forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
    for form in forms:
        if not form.strip():
            yield f"{where}: empty"
        elif sorted(PLACES.findall(form)) != sorted(PLACES.findall(source)):
            yield f"{where}: other placeholders in {form!r}"
        elif re.search(r"[<>]", form) and not re.search(r"[<>]", source):
            yield f"{where}: a mark-up sign that the source has not"


top = pathlib.Path(sys.argv[1])
wrong = []
for file in sorted(top.glob("translations/*.ts")):
    kept = strings(file)
    wrong += [f"{file.name}: {fault}" for key, message in kept.items() for fault in faults(key, message)]
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(file, folder)
        subprocess.run([top / "scripts/translate", copy], check=True, stdout=subprocess.DEVNULL)
        fresh = strings(copy)
    wrong += [f"{file.name}: {key[0]}: {key[1]!r}: not in the file (scripts/translate)" for key in fresh if key not in kept]
    wrong += [f"{file.name}: {key[0]}: {key[1]!r}: in no source any more (scripts/translate)" for key in kept if key not in fresh]
    if not fresh:
        wrong.append(f"{file.name}: no string was found in the sources")
# tr() of a class in a namespace looks its words up under the full name: a context without it is never found.
declared = set()
for header in top.glob("widgets/*.h"):
    declared |= set(re.findall(r"class (\w+)[^;{]*\{\s*Q_OBJECT", header.read_text()))
sources = "\n".join(file.read_text() for folder in ("app", "widgets", "models") for file in top.glob(f"{folder}/*.*"))
for file in sorted(top.glob("translations/*.ts")):
    for context in xml.parse(file).getroot().iter("context"):
        name = context.findtext("name")
        if name in declared and not re.search(rf'(translate|TR_FUNCTIONS|TR_NOOP)\("?{name}\b', sources):
            wrong.append(f"{file.name}: context {name} is looked up as pilothouse::{name}")
print("\n".join(wrong) or "translations: complete")
sys.exit(bool(wrong))
