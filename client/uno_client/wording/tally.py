"""The tally of a table in words: wins and records (P-7.31)."""

from collections.abc import Callable, Sequence
from operator import attrgetter

from uno_client.wording.sanitize import clean
from uno_engine.language import N_, _
from uno_protocol.room import TallyLine
from uno_protocol.sentences import listing

TONIGHT = N_("Tonight's wins")

RECORDS = {"caught": N_("UNOs caught"), "biggest": N_("Biggest hand"), "longest": N_("Most cards at once")}


def wins_of(tally: Sequence[TallyLine]) -> list[str]:
    """Everybody who has won, with their wins, most first: `Anna 3`; or that nobody has."""
    winners = sorted((line for line in tally if line.wins), key=lambda line: -line.wins)
    return [f"{clean(line.name)} {line.wins}" for line in winners] or [_("nobody")]


def records_of(tally: Sequence[TallyLine]) -> list[str]:
    """The record holders, such as `Biggest hand: Bitsy 17`; records still at 0 are left out."""
    return [said for field, what in RECORDS.items() if (said := _record(tally, what, attrgetter(field)))]


def _record(tally: Sequence[TallyLine], what: str, of: Callable[[TallyLine], int]) -> str:
    most = max(map(of, tally), default=0)
    holders = listing([clean(line.name) for line in tally if of(line) == most])
    return f"{_(what)}: {holders} {most}" if most else ""


def tally_sentences(tally: Sequence[TallyLine]) -> list[str]:
    """The tally as lines of text."""
    if not tally:
        return []
    said, records = [_("Tonight, games won: {wins}.").format(wins=", ".join(wins_of(tally)))], records_of(tally)
    return [*said, f"{'. '.join(records)}."] if records else said
