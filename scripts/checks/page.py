"""The page's modules: what ESLint says of them; where it cannot be had, only whether Node.js can read each.

check.py page   checks server/uno_server/web/page and its tests; what this machine cannot run is reported and left out
"""

import shutil
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `-P` leaves it out

import environment
from environment import node_packages

PAGE = environment.ROOT / "server" / "uno_server" / "web" / "page"
TESTS = environment.ROOT / "tests" / "page"
LIMIT = 3600.0  # seconds


def commands() -> list[list[str]]:
    """The tools to run. Prints the ones that are missing, and why."""
    node = shutil.which("node")
    if node is None:
        print("left out: there is no Node.js here")
        return []
    modules = sorted(map(str, [*PAGE.rglob("*.js"), *TESTS.glob("*.mjs")]))
    if lacking := node_packages.ready(TESTS):
        print(f"ESLint is left out: {lacking}")
        return [[node, "--check", module] for module in modules]
    eslint = str(TESTS / "node_modules" / "eslint" / "bin" / "eslint.js")
    config = str((TESTS / "eslint.config.mjs").relative_to(environment.ROOT))
    return [[node, eslint, "--config", config, "--max-warnings", "0", *modules]]


def main() -> int:
    """Exit code: 0 if nothing was found, 1 otherwise."""
    if sys.argv[1:]:
        print(__doc__)
        return 0 if sys.argv[1:] in (["-h"], ["--help"]) else 2
    codes = [
        subprocess.run(command, cwd=environment.ROOT, stdin=subprocess.DEVNULL, timeout=LIMIT, check=False).returncode
        for command in commands()
    ]
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main())
