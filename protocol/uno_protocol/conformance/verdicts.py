"""How a case ends: the exceptions that end it, what came of it, and how much it asked."""

from enum import Enum
from typing import Any

Message = dict[str, Any]
"""A message as it is on the wire: a map with its type under `t`."""


class Failed(Exception):
    """The peer does something else than the document says; the text is what was found."""


def fail_if(wrong: object, found: str) -> None:
    """Raise Failed, with what was found, if something is wrong."""
    if wrong:
        raise Failed(found)


class FailedClosing(Exception):
    """The server did what was asked, but closed or kept the connection against the document."""


class Skipped(Exception):
    """The case cannot be tried with this peer; the text says why."""


def skip_if(unfit: object, why: str) -> None:
    """Raise Skipped, with the reason, if the case does not fit this peer."""
    if unfit:
        raise Skipped(why)


def closing_fails_if(wrong: object, found: str) -> None:
    """Raise FailedClosing, with what was found, if something is wrong."""
    if wrong:
        raise FailedClosing(found)


class Requirement(Enum):
    """How much a case asks."""

    MUST = "MUST"
    SHOULD = "SHOULD"


class Verdict(Enum):
    """The result of a case."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
