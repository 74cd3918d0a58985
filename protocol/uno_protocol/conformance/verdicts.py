"""How a case ends: the exceptions that end it, what came of it, and how much it asked."""

from enum import Enum
from typing import Any

Message = dict[str, Any]
"""A message as it is on the wire: a map with its type under `t`."""


class Failed(Exception):
    """The peer does something else than the document says; the text is what was found."""


class FailedClosing(Exception):
    """What is asked for was done, but the connection is not closed, or kept, as the document says."""


class Skipped(Exception):
    """The case cannot be tried with this peer; the text says why."""


class Requirement(Enum):
    """How much a case asks."""

    MUST = "MUST"
    SHOULD = "SHOULD"


class Verdict(Enum):
    """What came of a case."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
