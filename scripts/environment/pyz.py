"""What `uno.pyz` does first: it ends with a sentence where it can't run, and chooses the program.

`uno.pyz server ...` is `uno-server ...`, and so with `records` and `conformance`; the rest is for `uno-client`.
Any Python can read this file, even 2.7, and it runs before anything is unpacked.
"""

import os
import platform
import re
import sys
import sysconfig

ENTRIES = {
    "server": "uno_server.cli:main",
    "records": "uno_server.archive.cli:main",
    "conformance": "uno_protocol.conformance.cli:main",
}


def here():
    # type: () -> str
    """The kind of Python and of system that this is, in the words of compiled modules' names."""
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX") or "")
    name = suffix.split(".")[1] if suffix.count(".") > 1 else sysconfig.get_platform()
    return name + "-" + platform.machine() if sys.platform == "darwin" else name


def release():
    # type: () -> tuple[str, tuple[int, ...]]
    """What compiled modules need of the system, and its version; the latter is empty if the system doesn't say it."""
    name, version = ("macOS", platform.mac_ver()[0]) if sys.platform == "darwin" else platform.libc_ver()
    return name, tuple(int(part) for part in re.findall("[0-9]+", version)[:2])


def dotted(version):
    # type: (tuple[int, ...]) -> str
    """The version as it is written."""
    return ".".join(str(part) for part in version)


def fault(made_for, needs):
    # type: (str, tuple[int, ...]) -> str
    """Why modules for such a Python (see `here`), and for this release or a later one, can't run; empty if they can."""
    if here() != made_for:
        return "is for %s only, but this is Python %s (%s)" % (made_for, sys.version.split()[0], here())
    name, found = release()
    if found and found < needs:
        return "needs %s %s, but this system has %s" % (name, dotted(needs), dotted(found))
    return ""


def main(made_for, needs):
    # type: (str, tuple[int, ...]) -> None
    """See the text at the top of this file. Ends the program if it can't run."""
    archive = sys.argv[0]
    why = fault(made_for, needs)
    if why:
        sys.exit("%s: this file %s; README.md has other ways to install" % (os.path.basename(archive), why))
    folder = os.environ.setdefault("SHIV_ROOT", os.path.expanduser("~/.cache/uno-lan"))
    try:
        if not os.path.isdir(folder):
            os.makedirs(folder)
    except OSError as refused:
        sys.exit("%s: can't unpack itself: %s; the variable SHIV_ROOT names another folder" % (archive, refused))
    if sys.argv[1:2] and sys.argv[1] in ENTRIES:
        os.environ["SHIV_ENTRY_POINT"] = ENTRIES[sys.argv.pop(1)]
    os.environ["UNO_STARTED_AS"] = os.path.basename(sys.executable) + " " + archive  # for the client's hints
