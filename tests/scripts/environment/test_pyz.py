"""The single file says in a sentence where it can't run, and chooses the program by its first word."""

import ast
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import pytest

from tests.patience import HANG

NEW = (ast.JoinedStr, ast.NamedExpr, ast.Nonlocal, ast.Starred)


def ended(script: ModuleType, made_for: str, needs: tuple[int, ...]) -> str:
    with pytest.raises(SystemExit) as ends:
        script.main(made_for, needs)
    return str(ends.value)


@pytest.fixture(autouse=True)
def started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/home/uno.pyz"])
    monkeypatch.setattr(platform, "libc_ver", lambda: ("glibc", "2.31"))
    monkeypatch.setattr(platform, "mac_ver", lambda: ("14.5", ("", "", ""), ""))


@pytest.mark.parametrize(
    ("suffix", "name"),
    [
        (".cpython-311-x86_64-linux-musl.so", "cpython-311-x86_64-linux-musl"),
        (".cp311-win_amd64.pyd", "cp311-win_amd64"),
        (None, "linux-x86_64"),
    ],
    ids=["musl", "windows", "python 2"],
)
def test_packages_for_another_python_or_system_end_the_program_in_a_sentence(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, suffix: str | None, name: str
) -> None:
    monkeypatch.setattr(sys, "platform", "other")
    monkeypatch.setattr(sysconfig, "get_config_var", {"EXT_SUFFIX": suffix}.get)
    monkeypatch.setattr(sysconfig, "get_platform", lambda: "linux-x86_64")
    assert script.fault(name, (2, 17)) == ""
    said = ended(script, "cpython-399-x86_64-linux-gnu", (2, 17))
    assert said.startswith("uno.pyz: this file is for cpython-399-x86_64-linux-gnu only, but this is Python 3.")
    assert f"({name}); README.md has" in said
    assert "\n" not in said


@pytest.mark.parametrize(
    ("system", "version", "why"),
    [
        ("linux", "2.31", "needs glibc 2.34, but this system has 2.31"),
        ("linux", "2.9", "needs glibc 2.34, but this system has 2.9"),
        ("linux", "2.34", ""),
        ("linux", "", ""),  # musl says no version to Pythons before 3.14
        ("darwin", "1.0", "needs macOS 2.34, but this system has 1.0"),
    ],
)
def test_a_system_that_is_too_old_for_them_does_so_too(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, system: str, version: str, why: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(platform, "libc_ver", lambda: ("glibc", version))
    monkeypatch.setattr(platform, "mac_ver", lambda: (version, ("", "", ""), ""))
    assert script.fault(script.here(), (2, 34)) == why


def test_a_mac_of_the_other_kind_is_another_system(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(platform, "machine", lambda: "arm64")
    made_for = script.here()
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    assert "-arm64 only" in ended(script, made_for, (2, 17))


def test_it_is_written_so_that_python_2_can_read_it(script: ModuleType) -> None:
    text = Path(str(script.__file__)).read_text(encoding="utf-8")
    assert text.isascii()
    for node in ast.walk(ast.parse(text)):
        assert not isinstance(node, NEW), ast.unparse(node)
        assert not getattr(node, "annotation", None), ast.unparse(node)
        assert not getattr(node, "returns", None), ast.unparse(node)


@pytest.mark.fast
@pytest.mark.parametrize("python", ["python2", "python3.6", "python3.8"])
def test_old_pythons_say_the_sentence(script: ModuleType, python: str) -> None:
    def ran(code: str) -> subprocess.CompletedProcess[str]:
        argv = [python, "-B", "-c", code]
        folder = Path(str(script.__file__)).parent
        return subprocess.run(argv, cwd=folder, capture_output=True, text=True, timeout=HANG, check=False)

    if not shutil.which(python) or ran("").returncode != 0:
        pytest.skip(f"{python} is not installed")
    done = ran("import pyz, sys; sys.argv = ['uno.pyz']; pyz.main('cpython-399', (2, 17))")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("uno.pyz: this file is for cpython-399 only, but this is Python ")


def test_a_home_that_nothing_can_be_written_to_ends_it_in_a_sentence(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SHIV_ROOT", str(tmp_path / "file" / "folder"))
    assert re.fullmatch(
        "/home/uno.pyz: can't unpack itself: .*; the variable SHIV_ROOT .*", ended(script, script.here(), ())
    )


@pytest.mark.parametrize(
    ("typed", "entry", "rest"),
    [
        ("server --help", "uno_server.cli:main", "--help"),
        ("game.local --help", None, "game.local --help"),
        ("", None, ""),
    ],
)
def test_the_first_word_may_be_another_program(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: str, entry: str | None, rest: str
) -> None:
    monkeypatch.setenv("UNO_STARTED_AS", "")
    monkeypatch.setenv("SHIV_ENTRY_POINT", "")
    monkeypatch.delenv("SHIV_ENTRY_POINT")
    monkeypatch.setenv("SHIV_ROOT", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["uno.pyz", *typed.split()])
    script.main(script.here(), (2, 17))
    assert os.environ.get("SHIV_ENTRY_POINT") == entry
    assert sys.argv[1:] == rest.split()
    assert os.environ["UNO_STARTED_AS"].endswith(" uno.pyz")
