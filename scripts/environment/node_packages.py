"""The packages that tests need from npm: fetched if it can; otherwise those tests are skipped."""

import shutil
import subprocess
from pathlib import Path

import environment

EXAMPLE = environment.ROOT / "scripts" / "examples" / "node"
LIMIT = 60.0  # seconds
COMMAND = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=0")


def ready(folder: Path = EXAMPLE, limit: float = LIMIT) -> str:
    """Install what `folder` needs, unless it is there. Gives why that was not possible, in a few words, or nothing."""
    if (folder / "node_modules" / ".package-lock.json").is_file():  # npm writes it last
        return ""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return "there is no Node.js with npm here"
    try:
        done = subprocess.run(
            [npm, *COMMAND],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # no pipe: what npm has started could hold it open beyond the limit
            stderr=subprocess.DEVNULL,
            timeout=limit,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as failure:
        return f"npm ci failed: {type(failure).__name__}"
    return "" if done.returncode == 0 else f"npm ci failed with exit code {done.returncode}"
