"""What can be found wrong, and under which heading it is counted."""

from enum import Enum


class Kind(Enum):
    """The headings of the report."""

    LOST = "lost"
    """Something that was acknowledged is no longer there."""
    DOUBLED = "doubled"
    """Something happened, or was told, twice."""
    DIVERGED = "diverged"
    """Somebody's picture is not what the server would show, or a law does not hold."""
    UNFINISHED = "unfinished"
    """A table does not come to its end though nothing is broken any more."""
    EARLY = "early"
    """Something was sent before it was stored."""
    FAILED = "failed"
    """The server made a mistake of its own, or said so."""


class Wrong(Exception):
    """Something that must hold does not."""

    def __init__(self, kind: Kind, text: str) -> None:
        super().__init__(kind, text)  # with all that makes it, so that it can be sent from one process to another
        self.kind = kind
        self.text = text

    def __str__(self) -> str:
        return self.text


def require(holds: bool, kind: Kind, *what: object) -> None:
    """Raise Wrong unless it holds; `what` is put into words only then."""
    if not holds:
        raise Wrong(kind, " ".join(str(part) for part in what))
