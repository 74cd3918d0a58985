"""Release notes are what the changelog says of a version, and a single file knows how old a system may be."""

import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from tests.scripts.conftest import SCRIPTS, Command

LOG = """# Changelog

## [Unreleased]

### Players

- New.

## [0.2.0] - 2026-01-02

- Old.

[0.2.0]: https://forge.example/0.2.0
"""


@pytest.mark.parametrize(("of", "said"), [("Unreleased", "### Players\n\n- New."), ("0.2.0", "- Old."), ("0.2", "")])
def test_the_notes_of_a_version_are_its_part_of_the_changelog(script: ModuleType, of: str, said: str) -> None:
    assert script.notes(LOG, of) == said


def test_they_are_printed_and_a_version_that_is_not_there_is_refused(command: Command) -> None:
    code, out, err = command("notes 0.3.0")
    assert (code, err) == (0, "")
    assert "### Players and hosts\n" in out
    assert not re.search(r"^## ", out, re.MULTILINE)
    assert command("notes 9.9") == (1, "", "build.py: CHANGELOG.md has nothing about that version\n")


@pytest.mark.fast
@pytest.mark.skipif(sys.platform == "win32", reason="a closed pipe is another fault there")
def test_a_reader_of_the_notes_may_stop_early() -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-P", str(SCRIPTS / "build.py"), "notes", "0.3.0"]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("line", ["wheels", "image --twice"])
def test_what_cannot_be_built_is_a_usage_error(command: Command, line: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        command(line)


@pytest.mark.parametrize(
    ("wheels", "oldest"),
    [
        ([], (0, 0)),
        (["py3-none-any"], (0, 0)),
        (
            ["cp311-abi3-manylinux_2_9_x86_64", "cp311-cp311-manylinux_2_17_x86_64 cp311-cp311-manylinux2014_x86_64"],
            (2, 17),
        ),
        (["cp311-cp311-manylinux_2_28_x86_64 cp311-cp311-manylinux_2_17_x86_64"], (2, 17)),
        (["cp311-cp311-macosx_10_9_universal2", "cp311-cp311-macosx_11_0_arm64"], (11, 0)),
        (["cp311-cp311-musllinux_1_2_x86_64"], (1, 2)),
    ],
)
def test_a_system_must_be_as_new_as_the_most_demanding_package(
    script: ModuleType, tmp_path: Path, wheels: list[str], oldest: tuple[int, int]
) -> None:
    for number, tags in enumerate(wheels):
        (folder := tmp_path / f"p{number}.dist-info").mkdir()
        lines = [f"Tag: {tag}\n" for tag in tags.split()]
        (folder / "WHEEL").write_text("".join(["Wheel-Version: 1.0\n", *lines]), encoding="utf-8")
    assert script.least(tmp_path) == oldest


def test_packages_say_nothing_of_programs_that_name_the_python_that_built_them(
    script: ModuleType, tmp_path: Path
) -> None:
    record = tmp_path / "segno-1.0.dist-info" / "RECORD"
    for file, text in ((tmp_path / "bin" / "segno", ""), (record, "../../bin/segno,sha256=x,9\nsegno.py,sha256=y,9\n")):
        file.parent.mkdir()
        file.write_text(text, encoding="utf-8")
    script.without_programs(tmp_path)
    assert not (tmp_path / "bin").exists()
    assert record.read_text(encoding="utf-8") == "segno.py,sha256=y,9\n"


LACKING = b"""I: running apt-get update...
E: The repository 'http://mirror.example foo Release' does not have a Release file.
E: mmdebstrap failed to run
"""


def debian(monkeypatch: pytest.MonkeyPatch, script: ModuleType, python: str) -> None:
    """Let mmdebstrap make a root with this Python; without one, it fails."""

    def ran(argv: Sequence[str | Path], **_: object) -> subprocess.CompletedProcess[bytes]:
        if python:
            with tarfile.open(argv[4], "w") as tar:
                tar.addfile(tarfile.TarInfo(f"./usr/bin/{python}"))
        return subprocess.CompletedProcess(argv, 0 if python else 1, b"", LACKING)

    monkeypatch.setattr(script.subprocess, "run", ran)


@pytest.mark.parametrize(
    ("python", "why"),
    [
        ("", r"mmdebstrap .*: The repository '.*' does not have a Release file. \(--suite names another .* than foo\)"),
        ("python3.9", "foo has Python 3.9, which nothing is tested with: --suite names another release"),
    ],
)
def test_a_debian_that_is_not_there_or_too_old_is_refused_with_the_cause(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, python: str, why: str
) -> None:
    debian(monkeypatch, script, python)
    with pytest.raises(script.BuildFailed) as refused:
        script.root(tmp_path / "base.tar", "foo")
    assert re.fullmatch(why, str(refused.value))


def test_the_image_has_the_python_of_its_debian(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    debian(monkeypatch, script, "python3.13")
    assert script.root(tmp_path / "base.tar", script.SUITE) == "3.13"
    assert script.SUITE not in ("stable", "testing", "unstable")  # names that move on
