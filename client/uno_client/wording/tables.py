"""Tables in words: what one is like besides its rules, what its host has changed, and its tally (P-7.31)."""

from collections.abc import Sequence
from operator import attrgetter

from uno_client.wording.sanitize import clean
from uno_engine.language import N_, _, ngettext
from uno_engine.rules import RuleSet
from uno_engine.state import View
from uno_protocol.labels import LABELS, worded
from uno_protocol.messages import TableLine
from uno_protocol.room import Room, TallyLine
from uno_protocol.sentences import RECORDS, listing, pace_text
from uno_protocol.wording.tables import DOORS, PHASES

TEST_DEAL = LABELS["test_deal"]
"""The word for a table whose games begin with chosen cards (P-7.30)."""


def door_words(room: Room) -> list[str]:
    """The table's access and visibility settings that differ from the defaults, each in a few words."""
    said = (
        (not room.listed, _(DOORS["unlisted"])),
        (room.programs is False, _(DOORS["no_programs"])),
        (not room.show_hands, _(DOORS["hands_closed"])),
        (room.pace not in (None, "normal"), pace_text(room.pace or "")),
    )
    return [*access_words(room), *(words for holds, words in said if holds)]


def access_words(table: Room | TableLine) -> list[str]:
    """What keeps people from a table, or makes it another than they think."""
    said = (
        (table.test, _(DOORS["test"])),
        (table.locked, _(DOORS["locked"])),
        (table.password, _(DOORS["password"])),
        (not table.watching, _(DOORS["unwatched"])),
    )
    return [words for holds, words in said if holds]


def phase_word(phase: str) -> str:
    """The phase of a table, in a list; its own word if it is unknown here."""
    return _(PHASES[phase]) if phase in PHASES else clean(phase).replace("_", " ")


def to_tell(address: str, code: str, fingerprint: str = "") -> str:
    """What others type to join a table: `uno://HOST:PORT/CODE#FINGERPRINT`; empty if the address is unknown."""
    key = f"#{fingerprint}" if fingerprint else ""
    return f"uno://{clean(address)}/{clean(code)}{key}" if address else ""


def late_text(game: View, seat: int | None) -> str:
    """When a player who sat down in mid-round will play; empty for everybody else."""
    if seat is None or game.seated[seat]:
        return ""
    if game.rules.goal.by_points:
        return worded("next_round_on")
    return worded("next_game_on")


def goal_text(rules: RuleSet) -> str:
    """What is played for, in a few words: `500 points win`."""
    return worded(f"goal_{rules.goal.value}", n=rules.target)


NEAR = 4
"""How close to the limit a hand is marked: that many cards can come together."""


def near_mercy(game: View, seat: int) -> bool:
    """Whether a few cards more put this player out of the round (N8)."""
    return bool(game.rules.mercy) and game.counts[seat] + NEAR >= game.rules.mercy


def too_many_bots(bots: int, seats: int) -> str:
    """A sentence saying that so many computer players leave you no seat at a table."""
    said = ngettext(
        "{n} computer player leaves no seat for you at a table of {seats}.",
        "{n} computer players leave no seat for you at a table of {seats}.",
        bots,
    )
    return said.format(n=bots, seats=seats)


TONIGHT = N_("Tonight's wins")


def wins_of(tally: Sequence[TallyLine]) -> list[str]:
    """Everybody who has won, with their wins, most first: `Anna 3`; or that nobody has."""
    winners = sorted((line for line in tally if line.wins), key=lambda line: -line.wins)
    return [f"{clean(line.name)} {line.wins}" for line in winners] or [_("nobody")]


def records_of(tally: Sequence[TallyLine]) -> list[str]:
    """The record holders, such as `Biggest hand: Bitsy 17`; records still at 0 are left out."""
    told = []
    for what, of in ((what, attrgetter(field)) for field, what in RECORDS.items()):
        if most := max(map(of, tally), default=0):
            told.append(f"{_(what)}: {listing([clean(line.name) for line in tally if of(line) == most])} {most}")
    return told


def tally_sentences(tally: Sequence[TallyLine]) -> list[str]:
    """The tally as lines of text."""
    if not tally:
        return []
    said, records = [_("Tonight, games won: {wins}.").format(wins=", ".join(wins_of(tally)))], records_of(tally)
    return [*said, f"{'. '.join(records)}."] if records else said
