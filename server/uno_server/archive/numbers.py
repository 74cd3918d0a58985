"""Statistics of the players on a server, by name, from the summary rows of finished games."""

import math
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, field
from datetime import datetime, timedelta
from functools import reduce
from operator import add
from typing import NamedTuple, Self

from uno_protocol.kept import unpack
from uno_server.journal import database

PERSON, PROGRAM = "person", "program"
"""Kinds of players in the rows; others are computers, which have no statistics."""
FINISHED = """
    SELECT number, ended, last, result, record, body, sum FROM games
    WHERE result IS NOT NULL AND ended IS NOT NULL AND last IS NOT NULL
"""
"""Selects the games that have a row, or should have one."""
Z = 1.959964
"""The normal quantile of an interval that holds the truth in 95 of 100 cases."""


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The Wilson score interval of a chance, from one game on."""
    share, part = wins / games, Z * Z / games
    middle, half = share + part / 2, Z * math.sqrt((share * (1 - share) + part / 4) / games)
    return max(0.0, (middle - half) / (1 + part)), min(1.0, (middle + half) / (1 + part))


class PlayerSummary(NamedTuple):
    """A player's numbers of one game. Players who left before its end have none."""

    seat: int
    name: str
    kind: str
    """PERSON, PROGRAM, or the level of a computer player."""
    won: bool
    points: int
    called: int
    """UNO calls."""
    forgotten: int
    """How often others, or the referee, caught the player without UNO."""
    caught: int
    """How often the player caught somebody."""
    right: int
    """Challenges that found a bluff."""
    wrong: int
    biggest: int
    """The most cards held after an event."""
    longest: int
    """The most cards played at once (Q2); 0: never more than one."""


class SummaryRow(NamedTuple):
    """The body of a row of `numbers`."""

    rules: str
    """The preset, and the options that differ from it."""
    rounds: int
    share: float
    """The chance to win of a player who is as good as the others who were there at the end."""
    public: bool
    """Its table was listed and had no password, from the game's start to its end."""
    players: list[PlayerSummary]


@dataclass(slots=True)
class CountedGames:
    """What a player has done in some games."""

    games: int = 0
    wins: int = 0
    equal: float = 0.0
    """How many of these games a player wins on average who is as good as the others."""
    points: int = 0
    called: int = 0
    forgotten: int = 0
    caught: int = 0
    right: int = 0
    wrong: int = 0
    biggest: int = 0
    longest: int = 0

    def with_(self, other: Self) -> Self:
        """These games and others."""
        mine, theirs = astuple(self), astuple(other)
        most = [max(pair) for pair in zip(mine[-2:], theirs[-2:], strict=True)]
        return type(self)(*map(add, mine[:-2], theirs[:-2]), *most)

    @property
    def interval(self) -> tuple[float, float]:
        """Between which values the player's chance to win is, in 95 of 100 cases."""
        return wilson(self.wins, self.games)


@dataclass(slots=True)
class CountedPlayer:
    """The games of a name."""

    name: str
    streak: int = 0
    """The most games won in a row."""
    running: int = 0
    """How many of the last games were won in a row."""
    rules: dict[str, CountedGames] = field(default_factory=dict)
    """By rules."""

    @property
    def all(self) -> CountedGames:
        """By any rules."""
        return reduce(CountedGames.with_, self.rules.values())


class Period(NamedTuple):
    """A stretch of time that ends now."""

    name: str
    since: float
    """Calendar time in seconds."""


def periods(now: float) -> list[Period]:
    """Tonight, which is since the last noon; this month; always."""
    local = datetime.fromtimestamp(now).astimezone()
    noon = local.replace(hour=12, minute=0, second=0, microsecond=0)
    if noon > local:
        noon -= timedelta(days=1)
    month = local.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return [Period("tonight", noon.timestamp()), Period("this month", month.timestamp()), Period("always", 0.0)]


def numbers(games: Iterable[SummaryRow], only: str | None = None) -> list[CountedPlayer]:
    """Those of people and programs, or of one name, in these games, in order; who played most comes first."""
    found: dict[str, CountedPlayer] = {}
    for rules, _, share, _, players in games:
        for _, name, kind, won, points, called, forgotten, caught, right, wrong, biggest, longest in players:
            if kind not in _SHOWN or (only is not None and name != only):
                continue
            if (one := found.get(name)) is None:
                one = found[name] = CountedPlayer(name)
            if (did := one.rules.get(rules)) is None:
                did = one.rules[rules] = CountedGames()
            did.games += 1
            did.equal += share
            did.points += points
            did.called += called
            did.forgotten += forgotten
            did.caught += caught
            did.right += right
            did.wrong += wrong
            if biggest > did.biggest:  # quicker than `max`
                did.biggest = biggest
            if longest > did.longest:
                did.longest = longest
            if won:
                did.wins += 1
                one.running += 1
                one.streak = max(one.streak, one.running)
            else:
                one.running = 0
    return sorted(found.values(), key=lambda one: (-one.all.games, one.name))


_SHOWN = frozenset((PERSON, PROGRAM))


def missing(connection: sqlite3.Connection) -> sqlite3.Cursor:
    """The finished games that have no row yet. Raises sqlite3.Error."""
    but = " AND number NOT IN (SELECT number FROM numbers)" if database.has_numbers(connection) else ""
    return connection.execute(FINISHED + but)


def stored(connection: sqlite3.Connection, since: float, *, public: bool = False) -> Iterator[SummaryRow]:
    """The summaries of the games that ended since then, in the order in which they began. Damaged ones are left out.

    `public`: only those of tables that anybody could see and enter.

    Raises sqlite3.Error.
    """
    if database.has_numbers(connection):
        sql = "SELECT number, body, sum FROM numbers WHERE ended >= ? ORDER BY number"
        for number, body, sum_ in connection.execute(sql, (since,)):
            if database.is_sound(number, body, sum_):
                row = SummaryRow(*unpack(body))
                if row.public or not public:
                    yield row
