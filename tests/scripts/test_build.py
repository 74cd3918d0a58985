"""Release notes are what the changelog says of a version."""

import re
from types import ModuleType

import pytest

from tests.scripts.conftest import Command

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


@pytest.mark.parametrize("line", ["wheels", "image --twice"])
def test_what_cannot_be_built_is_a_usage_error(command: Command, line: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        command(line)
