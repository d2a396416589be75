#!/usr/bin/env python3
# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""install.py BUILD: what `cmake --install` puts under a prefix, and that the program there needs nothing of the build tree."""

import configparser
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

EXPECTED = {
    "bin/pilothouse",
    "share/applications/org.pilothouse.Pilothouse.desktop",
    "share/icons/hicolor/scalable/apps/pilothouse.svg",
    "share/man/man1/pilothouse.1",
    "share/metainfo/org.pilothouse.Pilothouse.metainfo.xml",
}
failures = []


def check(holds, words):
    if not holds:
        failures.append(words)


def main(build):
    with tempfile.TemporaryDirectory(prefix="ph-install.") as temp:
        prefix, home = Path(temp, "usr"), Path(temp, "home")
        home.mkdir()
        subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        found = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file()}
        check(found == EXPECTED, f"missing: {sorted(EXPECTED - found)}; not expected: {sorted(found - EXPECTED)}")
        version = (Path(build) / "CMakeCache.txt").read_text().partition("CMAKE_PROJECT_VERSION:STATIC=")[2].split("\n")[0]
        check_entries(prefix, version)
        check_program(prefix / "bin/pilothouse", build, home, version)
        check({path.name for path in Path(temp).iterdir()} == {"usr", "home", "shots"}, "files beside home and prefix")
    print("\n".join(failures) or "install: all in its place")
    return bool(failures)


def check_entries(prefix, version):
    """The desktop file and the metainfo name each other, the icon and the program."""
    entry = configparser.ConfigParser(interpolation=None, strict=True)
    entry.optionxform = str
    entry.read(prefix / "share/applications/org.pilothouse.Pilothouse.desktop", encoding="utf-8")
    entry = entry["Desktop Entry"]
    check(entry["Exec"].split()[0] == "pilothouse", "the desktop file starts another program")
    icon = prefix / f"share/icons/hicolor/scalable/apps/{entry['Icon']}.svg"
    check(icon.exists() and xml.parse(icon).getroot().tag.endswith("svg"), "the desktop file's icon is not there")
    info = xml.parse(prefix / "share/metainfo/org.pilothouse.Pilothouse.metainfo.xml").getroot()
    check(info.findtext("launchable") == "org.pilothouse.Pilothouse.desktop", "the metainfo launches another desktop file")
    check(info.findtext("icon") == entry["Icon"], "the metainfo has another icon")
    check(info.find("releases/release").get("version") == version, f"the metainfo's last release is not {version}")


def check_program(program, build, home, version):
    def run(*words, good=True):
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen",
                       "XDG_RUNTIME_DIR": str(home)}
        done = subprocess.run([program, *words], env=environment, cwd="/", capture_output=True, text=True, timeout=120, check=False)
        check((done.returncode == 0) == good, f"{words}: ended with {done.returncode}: {done.stderr}")
        return done

    check(run("--version").stdout.strip().endswith(version), "--version says another version")
    dynamic = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True).stdout
    check(os.path.realpath(build) not in dynamic and "PATH)" not in dynamic, "the program looks for libraries in the build tree")

    bad = home / "bad.json"
    bad.write_text('{"pilothouse": 1, "profiles": [{"name": "x", "kind": "other"}]}')
    refused = run("--profile-file", str(bad), "--list", "jobs", good=False)
    check(not refused.stdout and "bad.json" in refused.stderr, f"a bad profile is not told: {refused.stderr!r}")

    good = home / "good.json"
    good.write_text(json.dumps({"pilothouse": 1, "profiles": [{"name": "nobody", "kind": "slurm", "ssh": {"host": "127.0.0.1", "port": 1}}]}))
    shots = home.parent / "shots"
    for language in ("en", "zh_CN"):
        run("--profile-file", str(good), "--screenshots", str(shots), "--size", "900x600", "--lang", language)
    pages = sorted(shots.glob("*-en.png"))
    check(pages, "no screenshots were written")
    # Its words in Chinese come from inside the program.
    same = [page.name for page in pages if page.read_bytes() == page.with_name(page.name.replace("-en.", "-zh_CN.")).read_bytes()]
    check(not same, f"no Chinese on {same}")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
