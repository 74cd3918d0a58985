"""Write the locks in scripts/locked: what scripts/play.py and test.py install, with the hash of every file of it.

lock.py             resolves again what no longer fits pyproject.toml; the rest stays
lock.py --upgrade   takes the newest versions
lock.py --check     changes nothing; exit code 1 if a lock is not for what pyproject.toml asks

uv resolves for all systems and Pythons together; it is fetched into a temporary folder. A file that is published later
for one of these versions has no hash here: `lock.py` adds it then.
"""

import argparse
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent))  # `-P` leaves it out

import environment

UV = "uv==0.13.9"
INDEX = "https://pypi.org/simple"


def uv_in(folder: Path) -> Path:
    """The program uv, fetched into an empty folder. Raises CalledProcessError."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--only-binary", ":all:", UV]
    subprocess.run(pip, check=True, env=environment.variables())
    return programs / "uv"


def resolve(uv: Path, lock: environment.Lock, *, upgrade: bool) -> None:
    """Write a lock. Raises CalledProcessError."""
    lock.file.parent.mkdir(exist_ok=True)
    options = ["--universal", "--generate-hashes", "--python-version", "3.11", "--no-annotate", "--no-header"]
    quiet = ["--quiet", "--no-config", "--default-index", INDEX, *(["--upgrade"] if upgrade else [])]
    asked = "\n".join(environment.asked_for(lock.extras))
    argv = [str(uv), "pip", "compile", "-", *options, *quiet, "--output-file", str(lock.file)]
    subprocess.run(argv, check=True, input=asked, text=True, stdout=subprocess.DEVNULL)
    text = lock.file.read_text(encoding="utf-8")
    head = f"# Made by scripts/lock.py.\n{environment.mark(lock.extras)}\n"
    lock.file.write_text(head + text, encoding="utf-8", newline="\n")


def main() -> int:
    """Exit code: 0; 1 if a lock is out of date, or could not be made."""
    parser = argparse.ArgumentParser(description="Write the locks of what the scripts install.")
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions")
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if a lock is out of date")
    asked = parser.parse_args()
    stale = [lock for lock in environment.LOCKS if not environment.is_current(lock)]
    if asked.check:
        for lock in stale:
            print(f"lock.py: {lock.file} is out of date: python3 scripts/lock.py", file=sys.stderr)
        return 1 if stale else 0
    try:
        with tempfile.TemporaryDirectory() as folder:
            uv = uv_in(Path(folder))
            for lock in environment.LOCKS:
                resolve(uv, lock, upgrade=asked.upgrade)
    except subprocess.CalledProcessError as fault:
        print(f"lock.py: {Path(fault.cmd[0]).name} failed with exit code {fault.returncode}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
