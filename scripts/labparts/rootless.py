# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The lab for an ordinary user: root and all of its people are numbers that belong to that user (user_namespaces(7))."""

import os
import pwd
import shutil
import sys
from pathlib import Path

from .model import LabError, default_base

_INSIDE = "PILOTHOUSE_LAB_ROOTLESS"


def become_root():
    """Starts this command again as root of a user namespace; root itself just goes on."""
    if os.getuid() == 0:
        return
    _require_ids()
    os.environ.update({_INSIDE: "1", "PILOTHOUSE_LAB_DIR": str(default_base())})
    os.execvp("unshare", ["unshare", "--user", "--map-root-user", "--map-auto", "--mount", "--", sys.executable, *sys.argv])


def _require_ids():
    """Without numbers of one's own there could be only one person in the lab, and no sshd: that is no lab."""
    uid = str(os.getuid())
    try:
        me = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        me = uid
    entries = [line.split(":") for name in ("/etc/subuid", "/etc/subgid") if Path(name).exists()
               for line in Path(name).read_text().splitlines()]
    enough = [entry for entry in entries if len(entry) == 3 and entry[0] in (me, uid)
              and int(entry[2]) >= 65536]
    missing = [] if shutil.which("newuidmap") else ["newuidmap (apt-get install uidmap)"]
    if len(enough) < 2:
        missing.append(f"65536 numbers for {me} in /etc/subuid and /etc/subgid (usermod --add-subuids)")
    if missing:
        raise LabError("the lab has several people and needs numbers for them. Run it as root, or have root give you "
                       + " and ".join(missing))


def nsenter_words():
    """What nsenter needs besides, when an ordinary user enters the lab that he started."""
    return [] if os.getuid() == 0 else ["--user", "--preserve-credentials"]
