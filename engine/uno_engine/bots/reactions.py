"""Reactions: what a computer player overlooks, and how long it takes, by its level, public facts and a secret.

Nothing hidden goes in, so nothing that a computer player does tells by its time what it holds. The secret is the
computers' own: who does not know it cannot foretell a reaction.
"""

from collections.abc import Iterable, Mapping
from random import Random

from uno_engine.levels import LEVELS, Reactions, Span

NEVER = float("inf")


BY_LEVEL: Mapping[str, Reactions] = {name: level.reactions for name, level in LEVELS.items()}
"""The weakest first."""
WITHOUT_GRACE = 1.2
"""Seconds that a catch waits longer at a table that knows no grace."""
AFTER_GRACE = 1.0
"""Seconds that a computer player on turn waits at least after a grace."""
AFTER_CARD = 1.5
"""Seconds that it waits at least after a card that somebody may jump in on."""
PACES: Mapping[str, float] = {"calm": 1.5, "normal": 1.0, "brisk": 0.5}
"""The factor on all times that the host's pace sets; it may be any number."""
AT_MOST_BETWEEN = 8.0
"""Seconds that the computer players between two people may take together."""
A_PAUSE = 1.3
"""Seconds that a pause usually takes."""
AMONG_THEMSELVES = 0.25
"""How much of a pause is left when only computer players are."""


def forgets(level: str, secret: bytes, occasion: str) -> bool:
    """Whether UNO is not called with a play that leaves one card.

    An occasion names what there is to react to, `round 3 turn 17 seat 2` say; the same one gives the same answer.
    """
    return _luck("forget", secret, occasion).random() < BY_LEVEL[level].forgets


def calls_after(level: str, secret: bytes, occasion: str) -> float:
    """When a player who forgot UNO calls it: seconds after the grace, or NEVER."""
    luck = _luck("call", secret, occasion)
    return _within(BY_LEVEL[level].calls, luck) if luck.random() < 0.5 else NEVER


def best_of(levels: Iterable[str]) -> str | None:
    """The best level that catches; None if there is none."""
    there = {*levels}
    return next((level for level in reversed([*BY_LEVEL]) if level in there), None)


def catches_after(level: str, secret: bytes, occasion: str, *, grace: bool) -> float:
    """When the computer players of a table catch somebody, by the best level present: one roll for all, or NEVER.

    Seconds after the grace; at a table without `grace`, after the window opened.
    """
    luck, row = _luck("catch", secret, occasion), BY_LEVEL[level]
    if luck.random() >= row.catches:
        return NEVER
    return _within(row.catching, luck) + WITHOUT_GRACE * (not grace)


def jumps_after(level: str, secret: bytes, occasion: str) -> float:
    """When it sees that it could jump in: seconds after the card, or NEVER."""
    luck, row = _luck("jump", secret, occasion), BY_LEVEL[level]
    return _within(row.jumping, luck) if luck.random() < row.jumps else NEVER


def paced(pause: float, pace: float, between: int, people: int, *, grace_ended: bool, may_be_jumped: bool) -> float:
    """The pause before a move, from `pace`: shorter where many computer players sit `between` two people.

    With no `people` left it is much shorter, and nobody has to be waited for; else there is time to call after a
    grace, and to jump in. Only who wants it quicker than the quickest of `PACES` gets less.
    """
    pause *= pace
    if not people:
        return pause * AMONG_THEMSELVES
    pause *= min(1.0, AT_MOST_BETWEEN / (A_PAUSE * max(1, between)))
    least = max(AFTER_GRACE * grace_ended, AFTER_CARD * may_be_jumped)
    return max(pause, least * min(1.0, pace / min(PACES.values())))


def _luck(kind: str, secret: bytes, occasion: str) -> Random:
    return Random(secret + f"{kind} {occasion}".encode())


def _within(span: Span, luck: Random) -> float:
    return luck.triangular(span.least, span.most)
