"""The wheel holds everything, and works where only the wheel and what it asks for is installed."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import Distribution, PackageNotFoundError, PathDistribution, distribution
from pathlib import Path

import pytest

from tests.scripts.conftest import loaded

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("engine", "protocol", "server", "client")
PROGRAMS = ("uno-client", "uno-conformance", "uno-records", "uno-server")
SCRIPTS = "Scripts" if sys.platform == "win32" else "bin"
GAME = ("--solo", "--bots", "3:normal", "--autoplay", "normal", "--rounds", "1", "--json")
PIP = ("-P", "-m", "pip", "--disable-pip-version-check", "--no-input")

pytestmark = pytest.mark.slow


def run(*argv: str | Path, cwd: Path, **more: str) -> str:
    """What a command prints on standard output, with `more` variables. Fails the test, in words, if it fails."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | more
    done = subprocess.run(
        [str(word) for word in argv], cwd=cwd, env=variables, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode != 0:
        words = " ".join(str(word) for word in argv)
        pytest.fail(
            f"{words}\nended with {done.returncode} (a package index is needed here):\n{done.stdout}{done.stderr}"
        )
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    place = tmp_path_factory.mktemp("wheel")
    built_here = ("--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir")
    run(sys.executable, *PIP, "wheel", *built_here, place, ROOT, cwd=place)
    (built,) = place.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of packages of an environment with the wheel and what it asks for alone."""
    empty = tmp_path_factory.mktemp("empty")
    run(sys.executable, "-m", "venv", "--without-pip", empty, cwd=empty)
    run(sys.executable, *PIP, "--python", empty, "install", "--quiet", "--no-deps", wheel, cwd=empty)
    (place,) = empty.glob("[Ll]ib/**/site-packages")
    (ours,) = place.glob("*.dist-info")
    for top in asked_for(PathDistribution(ours)):
        copied = shutil.copytree if top.is_dir() else shutil.copy
        copied(top, place / top.name)
    return place


def files_of(wheel: Path) -> set[str]:
    """The packages in a wheel: what it installs without what it says about itself and what is for the system."""
    return {name for name in zipfile.ZipFile(wheel).namelist() if not re.search(r"\.(dist-info|data)/", name)}


def asked_for(one: Distribution) -> set[Path]:
    """The files and folders of all that a distribution asks for, as they are installed here."""
    found = set()
    for name in {re.split(r"[^\w.-]", line)[0] for line in one.requires or () if "extra ==" not in line}:
        try:
            other = distribution(name)
        except PackageNotFoundError:  # for another system
            continue
        tops = {Path(str(other.locate_file(file.parts[0]))) for file in other.files or () if file.parts[0] != ".."}
        found |= tops | asked_for(other)
    return found


def test_the_names_that_the_wheel_installs_are_nobody_elses(wheel: Path) -> None:
    assert {name.partition("/")[0] for name in files_of(wheel)} == {f"uno_{folder}" for folder in FOLDERS}


def test_the_wheel_holds_every_file_of_the_four_packages_and_the_protocol_and_nothing_else(wheel: Path) -> None:
    folders = [ROOT / folder for folder in FOLDERS]
    paths = [(folder, path) for folder in folders for path in folder.glob("uno_*/**/*") if path.is_file()]
    ours = {path.relative_to(folder).as_posix() for folder, path in paths if "__pycache__" not in path.parts}
    pages = {f"uno_protocol/document/{page.name}" for page in (ROOT / "protocol").glob("*.md")}
    assert files_of(wheel) == ours | pages


def test_the_wheel_brings_manuals_and_completions_of_every_program_and_the_unit(wheel: Path) -> None:
    for_system = {name.partition(".data/data/")[2] for name in zipfile.ZipFile(wheel).namelist()} - {""}
    completions = ("bash-completion/completions/{}", "zsh/site-functions/_{}", "fish/vendor_completions.d/{}.fish")
    each = [f"share/{path}" for path in ("man/man1/{}.1", *completions)]
    unit = "lib/systemd/system/uno-server.service"
    assert for_system == {path.format(program) for path in each for program in PROGRAMS} | {unit}


def test_the_programs_run_from_an_empty_environment_beside_folders_of_any_name(site: Path, tmp_path: Path) -> None:
    programs = next(each for folder in site.parents if (each := folder / SCRIPTS).is_dir())
    for name in FOLDERS:
        (tmp_path / "here" / name).mkdir(parents=True)
        (tmp_path / "here" / name / "__init__.py").write_text(
            "raise ImportError('the wrong folder')\n", encoding="utf-8"
        )
    for program in PROGRAMS:
        assert program in run(programs / program, "--help", cwd=tmp_path / "here")
    for program in ("uno-client", "uno-server"):  # without -P: what lies there comes first
        assert program in run(programs / "python", "-m", program.replace("-", "_"), "--help", cwd=tmp_path / "here")
    clauses = "from uno_protocol.conformance import report; print(*report.clauses_of_the_document())"
    assert "P-1.1" in run(programs / "python", "-c", clauses, cwd=tmp_path / "here")
    assert json.loads(run(programs / "uno-client", *GAME, cwd=tmp_path / "here"))["rounds"] == 1


def test_a_single_file_plays_too_and_is_each_of_the_programs(site: Path, tmp_path: Path) -> None:
    loaded("build").pyz(site, file := tmp_path / "uno.pyz")
    for program in PROGRAMS:
        chosen = program.removeprefix("uno-").replace("client", "--help")
        assert program in run(sys.executable, file, chosen, "--help", cwd=tmp_path, SHIV_ROOT=str(tmp_path))
    # The server of a game alone is a process of its own.
    assert json.loads(run(sys.executable, file, *GAME, cwd=tmp_path, SHIV_ROOT=str(tmp_path)))["rounds"] == 1
    loaded("build").pyz(site, again := tmp_path / "again.pyz")
    assert again.read_bytes() == file.read_bytes()
    packed = [(each.filename, each.external_attr >> 16) for each in zipfile.ZipFile(file).infolist()]
    assert packed == sorted((name, 0o100644) for name, _ in packed)  # whatever this machine's order and rights are
