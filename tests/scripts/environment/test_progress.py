"""How far a run is: one line of a terminal, of which nothing is left; and not a byte elsewhere."""

import io
import sys
from contextlib import suppress
from types import ModuleType

import pytest


class Terminal(io.StringIO):
    """Standard error of somebody who looks on."""

    def isatty(self) -> bool:
        return True

    @property
    def seen(self) -> str:
        """The line that is there now."""
        return self.getvalue().rpartition("\r\x1b[K")[2]


def test_the_line_is_written_over_and_goes_at_the_end(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setenv("COLUMNS", "12")
    with suppress(RuntimeError), script.line():
        script.show("run 1 of 2")
        assert terminal.seen == "run 1 of 2"
        script.show("run 2 of 2, which is long")
        assert terminal.seen == "run 2 of 2,"
        raise RuntimeError
    assert terminal.seen == ""
    assert "\n" not in terminal.getvalue()


def test_elsewhere_nothing_is_written(script: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    with script.line():
        script.show("run 1 of 2")
    assert capsys.readouterr() == ("", "")
