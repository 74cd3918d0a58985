"""The environment of the scripts: the `.venv` of this checkout, made once and found quickly after that.

Standard library only. This file and those that import it keep to a syntax that Pythons too old for the game can read,
so that those too can say in words what is missing.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if sys.version_info < (3, 11):  # noqa: UP036  (an older one may well be what starts a script)
    version = sys.version.split()[0]
    sys.exit(f"{Path(sys.argv[0]).name}: needs Python 3.11 or newer, this is {version}: run it with a newer one")

from environment import translations

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PACKAGES = [str(ROOT / name) for name in ("engine", "protocol", "server", "client")]
"""The folders that hold the packages, for `sys.path` where the checkout may not be installed."""
PYTHON = VENV / "Scripts" / "python.exe" if os.name == "nt" else VENV / "bin" / "python"
STAMP = VENV / "made-from.json"
LANGUAGES = VENV / "languages-made-from.txt"
LOG = VENV / "set-up.log"
LOCK = ROOT / ".venv.lock"

UNLOCKED = "UNO_UNLOCKED"
"""If this variable is 1, what pyproject.toml asks for is installed in any version, and no hash is compared."""


class Lock(NamedTuple):
    """A file with a version and hashes for everything that the project with these extras needs (scripts/lock.py)."""

    file: Path
    extras: frozenset[str]


TEST = ("test", "zoo")
"""The extras that the tests and checks need."""
LOCKS = (
    Lock(ROOT / "scripts" / "locked" / "play.txt", frozenset()),
    Lock(ROOT / "scripts" / "locked" / "test.txt", frozenset(TEST)),
    Lock(ROOT / "scripts" / "locked" / "browser.txt", frozenset({*TEST, "browser"})),
)
"""The smaller ones first."""


class SetUpFailed(Exception):
    """The environment could not be made. The text is one line that says why and what to do."""


class Made(NamedTuple):
    """The ingredients of an environment. If they are equal, no new set-up is needed."""

    python: str
    checkout: str
    project: str
    extras: frozenset[str]


def ready(extras: Iterable[str] = ()) -> Path:
    """The interpreter of a `.venv` that holds the project, what it needs, and `extras` of pyproject.toml.

    Makes or renews it first where needed, telling so on standard error; otherwise reads a few files and is done. The
    same goes for what is made of the translations, as an installation that was made once never does that again.
    Two processes may call this at the same time: one makes it, the other waits. Raises `SetUpFailed`.
    """
    wanted = _wanted(frozenset(extras))
    try:
        if not _serves(_found(), wanted):
            with _one_at_a_time():
                found = _found()
                if not _serves(found, wanted):
                    _make(found, wanted)
    except OSError as fault:
        raise SetUpFailed(f"cannot write the environment in {VENV}: {fault.strerror or fault}") from fault
    try:
        translations.renew(LANGUAGES)
    except (translations.Untranslatable, OSError) as fault:
        raise SetUpFailed(f"cannot make the languages: {fault}") from fault
    return PYTHON


def _wanted(extras: frozenset[str]) -> Made:
    whole = [ROOT / "pyproject.toml", *(lock.file for lock in LOCKS)]
    project = hashlib.sha256(b"".join(file.read_bytes() for file in whole if file.exists())).hexdigest()
    return Made(python=sys.version, checkout=str(ROOT), project=project, extras=extras)


def _found() -> Made | None:
    """The ingredients of the present `.venv`; None if there is none, or it is incomplete."""
    if not PYTHON.exists():
        return None
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
        return Made(stamp["python"], stamp["checkout"], stamp["project"], frozenset(stamp["extras"]))
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None


def _serves(found: Made | None, wanted: Made) -> bool:
    return found is not None and found._replace(extras=wanted.extras) == wanted and found.extras >= wanted.extras


def _make(found: Made | None, wanted: Made) -> None:
    if found is not None:
        wanted = wanted._replace(extras=wanted.extras | found.extras)
    _say(f"setting up {VENV} (once; this takes about a minute)")
    STAMP.unlink(missing_ok=True)
    if not _fit_to_keep(found, wanted):
        _create()
    _install(wanted.extras)
    fresh = STAMP.with_suffix(".new")
    fresh.write_text(json.dumps({**wanted._asdict(), "extras": sorted(wanted.extras)}), encoding="utf-8")
    fresh.replace(STAMP)


def _install(extras: frozenset[str]) -> None:
    # Python compiles what it loads: a tenth of it.
    pip = [str(PYTHON), "-P", "-m", "pip", "install", "--quiet", "--no-compile", "--no-input"]
    pip.append("--disable-pip-version-check")
    failure = "pip could not install what is needed (is the network up?)"
    lock = next((lock for lock in reversed(LOCKS) if lock.extras <= extras), LOCKS[0])
    if (why := _no_lock(lock)) is not None:
        _say(f"installing without comparing hashes: {why}")
        _run([*pip, "--editable", f".{_listed(extras)}"], failure)
        return
    # First pip itself: the one that came with Python may take twice as long for the rest.
    newer = VENV / "pip.txt"
    newer.write_text("".join(re.findall(r"^pip==(?:.*\\\n)*.*", lock.file.read_text(encoding="utf-8"), re.MULTILINE)))
    for locked in (newer, lock.file):
        hashed = ["--require-hashes", "--only-binary", ":all:", "--requirement", str(locked)]
        _run([*pip, *hashed], f"{failure[:-1]}; {UNLOCKED}=1 takes other versions, without comparing hashes)")
    _run([*pip, "--no-deps", "--no-build-isolation", "--editable", "."], failure)
    if more := extras - lock.extras:
        _say(f"installing what is for {', '.join(sorted(more))} alone without comparing hashes")
        _run([*pip, "--editable", f".{_listed(more)}"], failure)


def _listed(extras: Iterable[str]) -> str:
    return f"[{','.join(sorted(extras))}]" if extras else ""


def _no_lock(lock: Lock) -> str | None:
    """Why a lock does not hold here; None if it does."""
    if os.environ.get(UNLOCKED) == "1":
        return f"{UNLOCKED} is set"
    if sys.platform not in ("linux", "win32", "darwin") or not (3, 11) <= sys.version_info < (3, 14):
        return "there are none for this system or this Python"
    return None if is_current(lock) else f"{lock.file.name} is older than pyproject.toml (python3 scripts/lock.py)"


def asked_for(extras: Iterable[str]) -> list[str]:
    """The sorted requirements in pyproject.toml: with these extras, and to build the project."""
    import tomllib

    found = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = found["project"]
    needed = [*found["build-system"]["requires"], "editables>=0.5", "pip>=26", *project["dependencies"]]
    return sorted([*needed, *(one for extra in extras for one in project["optional-dependencies"][extra])])


def mark(extras: Iterable[str]) -> str:
    """The line of a lock that says what it was made for."""
    return f"# For {hashlib.sha256(repr(asked_for(extras)).encode()).hexdigest()}"


def is_current(lock: Lock) -> bool:
    """Whether a lock is there, and for what pyproject.toml asks for now."""
    return lock.file.exists() and mark(lock.extras) in lock.file.read_text(encoding="utf-8").splitlines()[:2]


def _create() -> None:
    """Makes an empty `.venv`, in place of what is there."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise SetUpFailed(
            "this Python has no venv module, or it lacks ensurepip; install it "
            "(Debian, Ubuntu: sudo apt install python3-venv) and start again"
        )
    # The interpreter that runs this may be that of the very .venv which is to be made anew.
    base = getattr(sys, "_base_executable", None) or sys.executable
    _run([base, "-m", "venv", "--clear", str(VENV)], "Python could not make a virtual environment")


def _fit_to_keep(found: Made | None, wanted: Made) -> bool:
    """Whether the `.venv` that is there can be added to: same checkout, and an interpreter of this version with pip."""
    if not PYTHON.exists() or (found is not None and found.checkout != wanted.checkout):
        return False
    question = [str(PYTHON), "-P", "-c", "import sys, pip; print(sys.version)"]
    answer = subprocess.run(question, capture_output=True, text=True, check=False, env=variables())
    return answer.returncode == 0 and answer.stdout.strip() == wanted.python.strip()


def variables() -> dict[str, str]:
    """This process's environment variables, less those that would lead Python or pip out of the `.venv`.

    Nor is Python kept from storing what it has compiled: tests start it a thousand times.
    """
    astray = {"PYTHONHOME", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PIP_PREFIX", "PIP_ROOT", "PIP_TARGET", "PIP_USER"}
    return {name: value for name, value in os.environ.items() if name not in astray}


def _run(argv: Sequence[str], failure: str) -> None:
    """Runs a step of the set-up, with its chatter in a log. Raises `SetUpFailed` with `failure` and its last word."""
    done = subprocess.run(
        argv,
        cwd=ROOT,
        env=variables(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if VENV.is_dir():
        LOG.write_text(done.stdout, encoding="utf-8")
    if done.returncode != 0:
        lines = [line.strip() for line in done.stdout.splitlines() if line.strip()] or [f"exit code {done.returncode}"]
        errors = [line for line in lines if line.startswith("ERROR:")] or lines
        raise SetUpFailed(f"{failure}: {errors[-1].removeprefix('ERROR: ')}")


@contextlib.contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Holds the lock of this checkout; the system lets go of it if the process dies."""
    with LOCK.open("a+b") as file:
        if not _try_lock(file):
            _say("waiting for another set-up of this checkout to finish")
            while not _try_lock(file):
                time.sleep(0.2)
        yield


def _try_lock(file: IO[bytes]) -> bool:
    if sys.platform == "win32":
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
    else:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
