"""The wheel holds everything, and works where only the wheel is installed."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "protocol", "server", "client")
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input")

pytestmark = pytest.mark.slow


def run(*argv: str | Path, cwd: Path) -> str:
    """What a command prints on standard output. Fails the test, in words, if the command fails."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
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
    run(sys.executable, "-P", *PIP, "wheel", "--quiet", "--no-deps", "--wheel-dir", place, ROOT, cwd=place)
    (built,) = place.glob("*.whl")
    return built


def test_the_wheel_holds_every_file_of_the_four_packages_and_nothing_else(wheel: Path) -> None:
    """But for the pictures of README."""
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    paths = [path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file()]
    paths = [path for path in paths if path.parent != ROOT / "client" / "screens"]
    assert held == {path.relative_to(ROOT).as_posix() for path in paths if "__pycache__" not in path.parts}


def test_the_programs_run_from_an_empty_environment_beside_a_folder_named_server(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", tmp_path / "empty", cwd=tmp_path)
    programs = tmp_path / "empty" / ("Scripts" if sys.platform == "win32" else "bin")
    run(programs / "python", *PIP, "install", "--quiet", wheel, cwd=tmp_path)
    for name in PACKAGES:
        (tmp_path / "here" / name).mkdir(parents=True)
        (tmp_path / "here" / name / "__init__.py").write_text(
            "raise ImportError('the wrong folder')\n", encoding="utf-8"
        )
    for program in ("uno-client", "uno-journal", "uno-server"):
        assert program in run(programs / program, "--help", cwd=tmp_path / "here")
