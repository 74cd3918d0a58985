"""How large each installation is, and how soon it runs: each is made from nothing, and a game is played with it.

bench.py install                  all ways, from what scripts/build.py has put into dist; needs a package index
bench.py install --only pyz       some of them
bench.py install --container "podman --runtime runc run"

A server is started on loopback, twice: seconds until it listens. Then a player and a computer player finish a round on
it, and another round is played with `--solo`. The container's server is joined by the client of this checkout.
Exit code: 0; 1 if one could not be installed, or did not finish its rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import environment
from play import into_environment

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

LIMIT = 300.0
"""Seconds after which a step hangs."""
QUIET = ("--announce", "off", "--exit-with-stdin")
LOOPBACK = ("--host", "127.0.0.1", "--port", "0")
GAME = ("--autoplay", "normal", "--rounds", "1", "--json")
DIST = environment.ROOT / "dist"


class Failed(Exception):
    """A step failed; the message is one line."""


class Installed(NamedTuple):
    """The two programs of an installation, as they are typed, and what it takes on disk."""

    server: Sequence[str]
    client: Sequence[str]
    size: int


class Row(NamedTuple):
    """What was measured of a way."""

    way: str
    mb: float
    install_s: float
    first_s: float
    next_s: float


class Place:
    """A folder with nothing in it, and a user who has nothing else."""

    def __init__(self, folder: Path, container: Sequence[str]) -> None:
        self.folder, self.container = folder, container
        outside = {name: value for name, value in os.environ.items() if not name.startswith(("UNO_", "PYTHON", "UV_"))}
        ours = {"HOME": "home", "SHIV_ROOT": "shiv", "PIPX_HOME": "pipx", "PIPX_BIN_DIR": "bin", "PIPX_MAN_DIR": "man"}
        ours |= {"UV_TOOL_DIR": "uv", "UV_TOOL_BIN_DIR": "bin", "UV_CACHE_DIR": "uv-cache", "PIP_CACHE_DIR": "cache"}
        self.variables: Mapping[str, str] = outside | {name: str(folder / place) for name, place in ours.items()}

    def run(self, *argv: str | Path) -> str:
        """What a command says on standard output. Raises Failed."""
        try:
            done = subprocess.run(
                argv, env=self.variables, cwd=self.folder, capture_output=True, text=True, timeout=LIMIT, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as fault:
            raise Failed(f"{argv[0]}: {fault}") from None
        if done.returncode != 0:
            last = (done.stderr or done.stdout).strip().splitlines()[-1:]
            raise Failed(f"{' '.join(map(str, argv[:4]))} … ended with {done.returncode}: {''.join(last)}")
        return done.stdout

    def tool(self, name: str) -> Path:
        """A program of a package of that name, for this place alone. Raises Failed."""
        made = self.folder / "tools"
        self.run(sys.executable, "-m", "venv", made)
        self.run(made / "bin" / "pip", "install", "--quiet", name)
        return made / "bin" / name

    def size(self, *names: str) -> int:
        """Bytes of what is in these folders, each file once, by however many names."""
        every = (file.lstat() for name in names for file in (self.folder / name).rglob("*") if not file.is_dir())
        return sum({found.st_ino: found.st_size for found in every}.values())

    def programs(self, folder: str) -> Installed:
        """What has put its programs into `bin`, and all else into a folder."""
        return Installed(
            (str(self.folder / "bin" / "uno-server"),), (str(self.folder / "bin" / "uno-client"),), self.size(folder)
        )


def built(pattern: str) -> Path:
    """A file that scripts/build.py has made. Raises Failed."""
    if not (found := sorted(DIST.glob(pattern))):
        raise Failed(f"there is no dist/{pattern}: python3 scripts/build.py")
    return found[-1]


def by_pipx(file: str, place: Place) -> Installed:
    """With `pipx install`."""
    place.run(place.tool("pipx"), "install", built(file))
    return place.programs("pipx")


def by_uv(file: str, place: Place) -> Installed:
    """With `uv tool install`."""
    place.run(place.tool("uv"), "tool", "install", "--python", sys.executable, built(file))
    return place.programs("uv")


def by_uvx(file: str, place: Place) -> Installed:
    """With `uvx`, which installs at the first start."""
    uvx = (str(place.tool("uv").with_name("uvx")), "--python", sys.executable, "--from", str(built(file)))
    place.run(*uvx, "uno-client", "--version")
    return Installed((*uvx, "uno-server"), (*uvx, "uno-client"), place.size("uv-cache"))


def by_pyz(file: str, place: Place) -> Installed:
    """The single file, in a folder of its own."""
    argv = (sys.executable, str(shutil.copy(built(file), place.folder)))
    return Installed((*argv, "server"), argv, built(file).stat().st_size)


def by_image(file: str, place: Place) -> Installed:
    """The image, with a read-only root, no capabilities, and the journal in a volume."""
    said = place.run(place.container[0], "load", "--quiet", "--input", built(file))
    alone = ("--rm", "--interactive", "--network", "host", "--read-only", "--cap-drop", "all")
    name = said.strip().rpartition(" ")[2]
    return Installed(
        (*place.container, *alone, name), (sys.executable, "-P", "-m", "uno_client"), built(file).stat().st_size
    )


WAYS: Mapping[str, tuple[Callable[[str, Place], Installed], str]] = {
    "pipx-wheel": (by_pipx, "*.whl"),
    "pipx-sdist": (by_pipx, "uno_lan-*.tar.gz"),
    "uv-wheel": (by_uv, "*.whl"),
    "uv-sdist": (by_uv, "uno_lan-*.tar.gz"),
    "uvx-wheel": (by_uvx, "*.whl"),
    "uvx-sdist": (by_uvx, "uno_lan-*.tar.gz"),
    "pyz": (by_pyz, "uno.pyz"),
    "image": (by_image, "uno-image.tar"),
}


def served(place: Place, made: Installed, *, plays: bool) -> float:
    """Seconds until a server listens; a round is finished on it if `plays`. Raises Failed."""
    began = time.perf_counter()
    with subprocess.Popen(
        [*made.server, *LOOPBACK, *QUIET],
        env=place.variables,
        cwd=place.folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        where = server.stdout.readline().partition("listening on ")[2].strip()
        seconds = time.perf_counter() - began
        try:
            if not where:
                raise Failed("the server doesn't listen")
            if plays:
                finished(place.run(*made.client, where, "--table", "a", "--seats", "2", "--bots", "1:normal", *GAME))
        finally:
            server.stdin.close()
    return seconds


def finished(said: str) -> None:
    """Raises Failed unless a round was played to its end."""
    if json.loads(said)["rounds"] != 1:
        raise Failed(f"no round was finished: {said.strip()}")


def tried(name: str, container: Sequence[str]) -> Row:
    """Install one, and play with it. Raises Failed."""
    way, file = WAYS[name]
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder), container)
        began = time.perf_counter()
        made = way(file, place)
        took = time.perf_counter() - began
        first, again = served(place, made, plays=False), served(place, made, plays=True)
        finished(place.run(*made.client, "--solo", *GAME))
    return Row(name, made.size / 1e6, took, first, again)


def main(arguments: Sequence[str]) -> int:
    """Run it. See the text at the top of this file."""
    parser = argparse.ArgumentParser(prog="bench.py install", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", nargs="+", choices=WAYS, default=list(WAYS), metavar="WAY", help=", ".join(WAYS))
    parser.add_argument("--container", default="podman run", metavar="CMD", help="how a container is run here")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each")
    asked = parser.parse_args(arguments)
    into_environment()
    code = 0
    for name in asked.only:
        try:
            row = tried(name, shlex.split(asked.container))
        except (Failed, ValueError) as fault:
            print(f"bench.py install: {name}: {fault}", file=sys.stderr)
            code = 1
            continue
        if asked.json:
            print(json.dumps(row._asdict()), flush=True)
        else:
            started = f"first start {row.first_s:4.1f} s, next {row.next_s:4.1f} s"
            print(f"{name:<11} {row.mb:6.1f} MB, installed in {row.install_s:5.1f} s, {started}", flush=True)
    return code
