"""Node.js, with which pages and the client in Node.js are tried where it is installed."""

import re
import shutil
import subprocess

from tests.patience import HANG

NODE = shutil.which("node") or ""
OLDEST = 18


def _lacking() -> str:
    if not NODE:
        return "there is no Node.js here"
    said = subprocess.run([NODE, "--version"], capture_output=True, text=True, timeout=HANG, check=False).stdout
    found = re.match(r"v(\d+)\.", said)
    return "" if found and int(found[1]) >= OLDEST else f"Node.js here is {said.strip()}, older than {OLDEST}"


LACKING = _lacking()
"""Why nothing can be tried in it here; empty if it can."""
