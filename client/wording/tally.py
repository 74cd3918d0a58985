"""The tally of a table in words: who has won how often, and who holds which record (P-7.31)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.wording.sanitize import clean
from protocol.room import TallyLine
from protocol.sentences import listing

TONIGHT = "Tonight"
"""What is counted since the table was opened."""

_RECORDS: tuple[tuple[str, Callable[[TallyLine], int]], ...] = (
    ("UNOs caught", lambda line: line.caught),
    ("Biggest hand", lambda line: line.biggest),
    ("Longest chain", lambda line: line.longest),
)


def wins_of(tally: Sequence[TallyLine]) -> list[str]:
    """Everybody with their wins, most first: `Anna 3`."""
    return [f"{clean(line.name)} {line.wins}" for line in sorted(tally, key=lambda line: -line.wins)]


def records_of(tally: Sequence[TallyLine]) -> list[str]:
    """Who did most of what: `Biggest hand: Bitsy 17`; nothing of what nobody has done."""
    return [said for what, of in _RECORDS if (said := _record(tally, what, of))]


def _record(tally: Sequence[TallyLine], what: str, of: Callable[[TallyLine], int]) -> str:
    most = max(map(of, tally), default=0)
    holders = listing([clean(line.name) for line in tally if of(line) == most])
    return f"{what}: {holders} {most}" if most else ""


def tally_sentences(tally: Sequence[TallyLine]) -> list[str]:
    """The tally in lines of text."""
    if not tally:
        return []
    return [f"{TONIGHT}, games won: {', '.join(wins_of(tally))}.", f"{'. '.join(records_of(tally))}."]
