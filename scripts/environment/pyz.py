"""What `uno.pyz` does first: it ends with a sentence where it can't run, and chooses the program.

`uno.pyz server …` is `uno-server …`, and so with `journal` and `conformance`; the rest is for `uno-client`.
shiv runs this with `site_packages` and `archive` as globals, once the packages are unpacked; any Python from 3.6 on can
read it.
"""

import os
import sys
import sysconfig
from pathlib import Path

ENTRIES = {
    "server": "uno_server.cli:main",
    "journal": "uno_server.archive.cli:main",
    "conformance": "uno_protocol.conformance.cli:main",
}


def fault(site_packages: Path) -> str:
    """Why the packages can't run here; empty if they can. The names of compiled modules say what they are for."""
    made_for = next((site_packages / "msgspec").glob("_core.*")).name[len("_core") :]
    if made_for == sysconfig.get_config_var("EXT_SUFFIX"):
        return ""
    here = f"this is Python {sys.version.split()[0]} on {sysconfig.get_platform()}"
    return f"this file runs with {made_for.split('.')[1]} only, but {here}; README.md has other ways to install"


def main(site_packages: Path, archive: str) -> None:
    """See the text at the top of this file. Ends the program if it can't run."""
    why = fault(site_packages)
    if why:
        sys.exit(f"{Path(archive).name}: {why}")
    if sys.argv[1:2] and sys.argv[1] in ENTRIES:
        os.environ["SHIV_ENTRY_POINT"] = ENTRIES[sys.argv.pop(1)]
    os.environ["UNO_STARTED_AS"] = f"{Path(sys.executable).name} {archive}"  # for the client's hints


if __name__ == "__main__":
    main(globals()["site_packages"], globals()["archive"])
