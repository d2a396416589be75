# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where packages come from: only what this machine's own apt is set up to use."""

import os
import re
import shutil
import subprocess

from .model import EXIT_SKIP, LabError, say

_FORMAT = "$(SITE)|$(RELEASE)|$(COMPONENT)|$(ORIGIN)|$(TARGET_OF)"
_NO_ANSWER = re.compile(r"^(Err:|E: Failed to fetch|W: Failed to fetch)|Could not (resolve|connect)|Unable to connect"
                        r"|Cannot initiate the connection|Temporary failure|does not have a Release file", re.MULTILINE)
_SETTING = re.compile(r'^Acquire::(?:http|https|ftp|Retries|Check-|ForceIPv|Queue)\S* "(?!")')


def mirror():
    """The Debian mirror of this machine. PILOTHOUSE_DEBIAN_MIRROR names another."""
    named = os.environ.get("PILOTHOUSE_DEBIAN_MIRROR")
    if named:
        return named
    run = subprocess.run(["apt-get", "indextargets", "--format", _FORMAT, "Created-By: Packages"],
                         capture_output=True, text=True, timeout=60, check=False)
    rows = [line.split("|") for line in run.stdout.splitlines()]
    # A plain release of the main component: neither updates, security nor another vendor's packages.
    sites = [(origin == "Debian", site) for site, release, component, origin, kind in
             (row for row in rows if len(row) == 5)
             if kind == "deb" and component == "main" and "-" not in release
             and (origin == "Debian" or site.rstrip("/").endswith("debian"))]
    if not sites:
        raise LabError("apt on this machine knows no Debian mirror; PILOTHOUSE_DEBIAN_MIRROR can name one\n"
                       + run.stderr)
    return max(sites, key=lambda site: site[0])[1]


def settings():
    """This machine's apt settings for fetching (proxies, time-outs, checks of dates) as apt.conf text."""
    dump = subprocess.run(["apt-config", "dump"], capture_output=True, text=True, timeout=60, check=False)
    kept = [line for line in dump.stdout.splitlines() if _SETTING.match(line)]
    return "".join(line + "\n" for line in kept)


def exit_code(errors):
    """Whether a test may be skipped: only when it was the source that did not answer, each time it was tried."""
    return EXIT_SKIP if all(_NO_ANSWER.search(error) for error in errors) else 1


def ensure_bootstrapper():
    """mmdebstrap, or debootstrap where there is no mmdebstrap; root may install it."""
    for attempt in range(2):
        for tool in ("mmdebstrap", "debootstrap"):
            if shutil.which(tool):
                return tool
        if attempt or os.getuid() != 0:
            break
        say("installing mmdebstrap, which makes the lab's root file systems")
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        install = ["apt-get", "install", "-y", "-q", "--no-install-recommends", "mmdebstrap"]
        run = subprocess.run(install, capture_output=True, text=True, env=environment, check=False)
        if run.returncode:  # package lists may be missing or old
            updated = subprocess.run(["apt-get", "update", "-q"], capture_output=True, text=True, env=environment, check=False)
            run = subprocess.run(install, capture_output=True, text=True, env=environment, check=False)
        if run.returncode:
            raise LabError(run.stderr.strip(), exit_code([run.stderr + updated.stderr]))
    raise LabError("neither mmdebstrap nor debootstrap is installed (apt-get install mmdebstrap)")
