"""Builds what people install, into the folder dist.

build.py                  wheel, sdist and uno.pyz: equal sources give equal bytes
build.py --twice          the same, and again from the sdist in another folder; exit code 1 if any byte differs
build.py image            the root of a container (Debian's Python and the wheel), and from it uno-image.tar, without a
                          daemon; needs mmdebstrap and buildah
build.py notes [VERSION]  prints a version's part of CHANGELOG.md, by default what is not released

uno.pyz has every package in it, as scripts/locked/play.txt has it, for the Python and the system that built it. The
image is for this machine's processor; --suite names the release of Debian.
"""

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent))  # `-P` leaves it out

import environment
from environment import pyz as first_steps
from play import into_environment

ROOT = environment.ROOT
PACKED = ("wheel", "sdist", "pyz")
GLIBC = (17, 26, 27, 28, 31, 34, 35, 36)
"""Of 2.17 and so on: wheels for these run on the image's Debian."""
RELEASES = re.compile(r"^Tag: .*-(?:manylinux|musllinux|macosx)_(\d+)_(\d+)_", re.MULTILINE)
SUITE = "trixie"
"""A name that stays, not `stable`: the next release of Debian has a Python that the lock has no packages for."""
UNNEEDED = (
    "usr/lib/*/gconv",
    "usr/share/doc-base",
    "usr/share/locale",
    "usr/share/man",
    "usr/share/lintian",
    "var/lib/apt",
)


class BuildFailed(Exception):
    """The message is one line that says why."""


def project() -> Mapping[str, Any]:
    """What pyproject.toml says of the project."""
    found: Mapping[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def version() -> str:
    """The version of the project."""
    return str(project()["version"])


def run(*argv: str | Path, cwd: Path = ROOT) -> None:
    """Run a command. Raises BuildFailed, with its first line that apt marks as an error, or else its last."""
    try:
        done = subprocess.run(
            argv, cwd=cwd, env=environment.variables(), stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except FileNotFoundError:
        raise BuildFailed(f"{argv[0]} is not installed") from None
    if done.returncode != 0:
        said = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines() or ["it said nothing"]
        why = next((line.removeprefix("E: ") for line in said if line.startswith("E: ")), said[-1])
        raise BuildFailed(f"{' '.join(str(word) for word in argv[:4])} …: {why}")


def pip(*words: str | Path) -> None:
    """Run pip of the environment. Raises BuildFailed."""
    run(sys.executable, "-P", "-m", "pip", "--disable-pip-version-check", "--no-input", *words)


def packed(out: Path, source: Path = ROOT, names: Sequence[str] = PACKED) -> None:
    """Build these into a folder, from a checkout or an unpacked sdist. Raises BuildFailed."""
    targets = [word for name in names if name in ("wheel", "sdist") for word in ("-t", name)]
    if targets:
        run(sys.executable, "-m", "hatchling", "build", *targets, "-d", out.resolve(), cwd=source)
    if "pyz" in names:
        with tempfile.TemporaryDirectory() as folder:
            site = Path(folder, "site")
            installed(wheel_of(source, Path(folder)), site)
            pyz(site, out / "uno.pyz")


def wheel_of(source: Path, folder: Path) -> Path:
    """The wheel of a checkout, built into a folder. Raises BuildFailed."""
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=source)
    return next(folder.glob("*.whl"))


def installed(wheel: Path, site: Path, *elsewhere: str) -> None:
    """Install the wheel, and what it needs in the versions and with the hashes of the lock, into an empty folder.

    `elsewhere`: options of pip that name another one than this. Raises BuildFailed.
    """
    lock = environment.LOCKS[0]
    if not environment.is_current(lock):
        raise BuildFailed(f"{lock.file.name} is older than pyproject.toml: python3 scripts/lock.py")
    with tempfile.TemporaryDirectory() as fetched:
        locked = ("--require-hashes", "--no-deps", "--requirement", lock.file)
        pip("download", "--quiet", "--only-binary", ":all:", *elsewhere, "--dest", fetched, *locked)
        shutil.copy(wheel, fetched)
        here = ("--no-index", "--find-links", fetched, "--only-binary", ":all:", "--no-compile")
        pip("install", "--quiet", *here, *elsewhere, "--target", site, "uno-lan")
    without_programs(site)


def without_programs(site: Path) -> None:
    """Remove what pip has put into `bin`, and its hashes: there, it names the path of this machine's Python."""
    shutil.rmtree(site / "bin")
    for record in site.glob("*.dist-info/RECORD"):
        lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
        rest = "".join(line for line in lines if not line.startswith("../../bin/"))
        record.write_text(rest, encoding="utf-8", newline="\n")


def pyz(site: Path, target: Path) -> None:
    """Pack a folder of packages into one file that runs them, with this Python. Raises BuildFailed."""
    with tempfile.TemporaryDirectory() as folder:
        options = ("--reproducible", "--extend-pythonpath", "--root", "~/.cache/uno-lan")
        entry = ("--entry-point", "uno_client.cli:main", "--site-packages", site)
        run(sys.executable, "-m", "shiv", *options, *entry, "--output-file", made := Path(folder, target.name))
        with zipfile.ZipFile(made) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
    files["pyz.py"] = Path(str(first_steps.__file__)).read_bytes()
    files["__main__.py"] = f"import pyz\npyz.main{first_steps.here(), least(site)}\n".encode() + files["__main__.py"]
    # Packed again, as shiv's own files are in the order, and have the rights, that they happen to have here.
    with target.open("wb") as file:
        file.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in sorted(files.items()):
                (packed := zipfile.ZipInfo(name)).external_attr = 0o100644 << 16
                archive.writestr(packed, content, zipfile.ZIP_DEFLATED)
    target.chmod(0o755)


def least(site: Path) -> tuple[int, int]:
    """The oldest release of the C library, or of macOS, that the compiled modules in a folder of packages run with."""
    wheels = [RELEASES.findall(file.read_text(encoding="utf-8")) for file in site.glob("*.dist-info/WHEEL")]
    return max((min((int(major), int(minor)) for major, minor in tags) for tags in wheels if tags), default=(0, 0))


def root(base: Path, suite: str) -> str:
    """Make a tar of a release of Debian with its Python, whose version this returns. Raises BuildFailed."""
    less = f'--customize-hook=cd "$1" && rm -rf {" ".join(UNNEEDED)}'
    try:
        run("mmdebstrap", "--variant=extract", "--include=base-files,python3", suite, base, less)
    except BuildFailed as fault:
        raise BuildFailed(f"{fault} (--suite names another release of Debian than {suite})") from None
    with tarfile.open(base) as tar:
        (python,) = {m[1] for name in tar.getnames() if (m := re.fullmatch(r"\./usr/bin/python(3\.\d+)", name))}
    if f"Programming Language :: Python :: {python}" not in project()["classifiers"]:
        raise BuildFailed(f"{suite} has Python {python}, which nothing is tested with: --suite names another release")
    return python


def image(out: Path, suite: str) -> None:
    """Build the image: a root with Debian's Python, the packages, scripts/Containerfile. Raises BuildFailed."""
    with tempfile.TemporaryDirectory() as folder:
        base, site = Path(folder, "base.tar"), Path(folder, "site")
        python = root(base, suite)
        machine = platform.machine()
        wanted = [word for minor in GLIBC for word in ("--platform", f"manylinux_2_{minor}_{machine}")]
        installed(wheel_of(ROOT, Path(folder)), site, "--python-version", python, *wanted)
        Path(folder, "games").mkdir()
        tag = f"uno-lan:{version()}"
        containerfile = ROOT / "scripts" / "Containerfile"
        # Docker's format, as the OCI's has no health check; podman loads it, too.
        run("buildah", "build", "--isolation", "chroot", "--format", "docker", "-f", containerfile, "-t", tag, folder)
        (archive := out / "uno-image.tar").unlink(missing_ok=True)
        run("buildah", "push", tag, f"docker-archive:{archive.resolve()}:{tag}")


def differing(out: Path) -> list[str]:
    """The files that are not the same once they are built again elsewhere, from the sdist. Raises BuildFailed."""
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(next(out.glob(f"uno_lan-{version()}.tar.gz"))) as sdist:
            sdist.extractall(folder, filter="data")
        source = next(Path(folder).iterdir())
        (again := Path(folder, "again")).mkdir()
        packed(again, source)
        return sorted(file.name for file in again.iterdir() if file.read_bytes() != (out / file.name).read_bytes())


def notes(text: str, of: str) -> str:
    """The part of a changelog about a version, without its heading; empty if it has none."""
    _, _, rest = f"\n{text}".partition(f"\n## [{of}]")
    return re.split(r"\n(?:## |\[[^\]]+\]: )", rest)[0].partition("\n")[2].strip()


def main() -> int:
    """Exit code: 0; 1 if something can't be built, or differs; 2 for a wrong command line."""
    parser = argparse.ArgumentParser(
        prog="build.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="*", metavar="NAME", help="wheel, sdist, pyz, image; or notes and a version")
    parser.add_argument("--twice", action="store_true", help="build again from the sdist, and compare")
    parser.add_argument("--suite", default=SUITE, help=f"the release of Debian in the image (default: {SUITE})")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="DIR", help="the folder (default: dist)")
    asked = parser.parse_args()
    if asked.what[:1] == ["notes"]:
        found = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), (*asked.what[1:], "Unreleased")[0])
        if not found:
            print("build.py: CHANGELOG.md has nothing about that version", file=sys.stderr)
            return 1
        try:
            print(found, flush=True)
        except BrokenPipeError:  # as by `head`
            sys.stdout = None  # nothing is left to flush
        return 0
    if unknown := set(asked.what) - {*PACKED, "image"}:
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    if asked.what and asked.twice:
        parser.error("--twice is for all three of wheel, sdist and pyz")
    into_environment("shiv", ["test"])
    os.umask(0o022)
    asked.out.mkdir(exist_ok=True)
    try:
        packed(asked.out, names=[name for name in asked.what or PACKED if name in PACKED])
        if "image" in asked.what:
            image(asked.out, asked.suite)
        for name in (differs := differing(asked.out) if asked.twice else []):
            print(f"build.py: {name} is not the same when it is built again", file=sys.stderr)
    except BuildFailed as fault:
        print(f"build.py: {fault}", file=sys.stderr)
        return 1
    for file in sorted(asked.out.iterdir()):
        print(f"{file.stat().st_size / 1e6:6.1f} MB  {file.name}")
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
