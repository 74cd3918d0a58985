"""State: what a table is (its room, its members, its log), and how anything happens there.

waiting -> playing <-> paused -> between_rounds -> playing ... -> finished -> waiting; any -> closed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from uno_engine.actions import Listed
from uno_engine.levels import SEARCHES, BotLevel
from uno_protocol import messages as m
from uno_protocol import room as rm
from uno_protocol.result import RoundResult
from uno_protocol.room import RoomPhase
from uno_protocol.wording.entries import Story
from uno_server.base.limits import Limits
from uno_server.base.refusal import Refusal
from uno_server.base.secrets import Entropy
from uno_server.base.states import AT_REST, Turn, next_phase
from uno_server.table import seats
from uno_server.table.access import Access
from uno_server.table.clock import ClockTelling, Times
from uno_server.table.dealing import Dealing
from uno_server.table.event_log import TableLog

NEVER = float("inf")
CLOSED = RoomPhase.CLOSED  # asked for at every move, and a member of an enum is slow to look up before Python 3.12

Told = tuple[int, tuple[Listed, ...]]
"""A decision number and the legal actions that were listed for it."""
Spans = tuple[tuple[int, int], ...]
"""Stretches of commits, each from one to another, both included."""
STAYS_KEPT = 40
"""Players of one game whose seats are known afterwards: those who left longest ago make room."""
UNKNOWN: Told = (-1, ())
"""The last list may not have arrived."""


@dataclass(slots=True)
class Member:
    """A session at a table. For a seat, the room knows whether it is connected (`Occupant.connected`)."""

    session: int
    name: str
    seat: int | None
    """None for a spectator."""
    since: int
    """The entry at which the member came to this seat, or as a spectator: nothing up to it is ever replayed."""
    away_since: float = 0.0
    """When the link was last lost."""
    dealt: bool = False
    """The hand of the seat was dealt to this member, not to somebody before."""
    left_at: int | None = None
    """The last entry that can have been seen before the link was lost; None while connected.
    If a client claims to have seen more, that was lost with the end of a journal."""
    told: Told | None = None
    """The last list sent; None: none, or an empty one."""
    address: str = ""
    """The address of the member, for a ban; empty: unknown since a restart."""
    time_outs: int = 0
    """How often in a row the member's time ran out."""

    @property
    def seated(self) -> int:
        """The seat. The member must have one."""
        assert self.seat is not None
        return self.seat

    def sits_anew(self, seat: int) -> None:
        """Move to another seat: the next message is a snapshot, and the hand there is somebody else's."""
        self.seat, self.since, self.dealt, self.told = seat, -1, False, None


@dataclass(slots=True)
class Stay:
    """A player who plays in a seat in a game. Its eyes are theirs for that time (P-8.10)."""

    seat: int
    session: int
    """0: a computer player, in what was written before others than the first in a seat were noted."""
    until: int | None = None
    """The last commit with which a round was over before they left; None: they haven't."""
    since: int = 0
    """The commit with which they joined the game; 0: they were there when it began."""


class SeatGiven(NamedTuple):
    """Where a player's seat was given to somebody who asked for it (P-5.17), and the commit that did it."""

    table: int
    commit: int


@dataclass(slots=True)
class GameKept:
    """A game whose record can be fetched (P-8.10)."""

    commit: int
    """That opened it."""
    opens: bool
    """Its table opens hands."""
    until: int = 0
    """The last commit with which a round, or the game, was over; 0: there is none."""
    finished: bool = False
    """It was played to its end."""
    stays: list[Stay] = field(default_factory=list)

    def join(self, seat: int, session: int, since: int = 0) -> None:
        """Somebody plays in that seat from that commit on; session 0: a computer, which nobody asks for."""
        if session:
            self.stays.append(Stay(seat, session, since=since))

    def leave(self, seat: int) -> None:
        """The player in that seat leaves."""
        for stay in self.stays:
            if stay.seat == seat and stay.until is None:
                stay.until = self.until
        if len(self.stays) > STAYS_KEPT:
            self.stays.remove(next(stay for stay in self.stays if stay.until is not None))

    def of_session(self, session: int, since: int = 0) -> list[tuple[Stay, int]]:
        """The stays of a session that began with that commit or later, each with the last round's end in it."""
        ends = [(stay, self.until if stay.until is None else stay.until) for stay in self.stays]
        return [
            (stay, until)
            for stay, until in ends
            if stay.session == session and stay.since < until and since <= max(stay.since, self.commit)
        ]

    def seen_by(self, session: int, since: int = 0) -> tuple[int | None, Spans]:
        """The seat whose eyes a session has, and from which commit to which; None for a spectator's of all rounds.

        If a player has changed seats, that is the last one. Stays that began before `since` are somebody else's.
        """
        mine = self.of_session(session, since)
        if not mine:
            return None, ((0, self.until),)
        seat = mine[-1][0].seat
        return seat, tuple((stay.since, until) for stay, until in mine if stay.seat == seat)

    @property
    def players(self) -> set[int]:
        """The sessions that have sat in it until a round was over."""
        return {
            stay.session
            for stay in self.stays
            if stay.session and stay.since < (self.until if stay.until is None else stay.until)
        }

    def values(self) -> tuple[object, ...]:
        """What is stored of it, in order."""
        stays = [(stay.seat, stay.session, stay.until, *((stay.since,) if stay.since else ())) for stay in self.stays]
        return self.commit, self.opens, self.until, self.finished, stays

    @classmethod
    def of(cls, values: Sequence[Any]) -> Self:
        """From what was stored. Raises ValueError, TypeError."""
        commit, opens, until, finished, stays = values
        return cls(commit, opens, until, finished, [Stay(*stay) for stay in stays])


@dataclass(slots=True)
class JournalNotes:
    """The journal's own notes about a table: where it finds what happened there, and what it lists of its game."""

    opened: float = 0.0
    """Calendar time in seconds; 0: not stored yet."""
    last: int = 0
    """The last commit with entries; 0: there is none."""
    games: int = 0
    """How many games have begun."""
    game: int = 0
    """The commit that opened the running game; 0: there is none."""
    moves: int = 0
    """Actions of players in that game."""
    names: list[str | None] = field(default_factory=list)
    """By seat, of everyone who has played in it; the last one who sat there."""
    bots: list[str | None] = field(default_factory=list)
    """The levels of those that are computers."""
    kept: list[GameKept] = field(default_factory=list)
    """The game that began last, and the one before it."""

    def values(self) -> tuple[object, ...]:
        """What is stored of it, in order."""
        values = self.opened, self.last, self.games, self.game, self.moves, self.names, self.bots
        return (*values, [game.values() for game in self.kept]) if self.kept else values

    @classmethod
    def of(cls, values: Sequence[Any]) -> Self:
        """From what was stored. Raises ValueError, TypeError."""
        notes = cls(*values[:7])
        notes.kept += map(GameKept.of, values[7] if values[7:] else ())
        return notes

    @property
    def running(self) -> GameKept | None:
        """The running game."""
        return self.kept[-1] if self.kept and self.kept[-1].commit == self.game else None

    def to_fetch(self, *, last: bool) -> GameKept | None:
        """The game whose record is asked for: the running one, else, or if `last`, the last one that is over."""
        games = self.kept[:-1] if last and self.running is not None else self.kept
        return games[-1] if games else None

    def open_game(self, commit: int, room: rm.Room, seated: Sequence[bool]) -> None:
        """A game begins."""
        self.games, self.game, self.moves = self.games + 1, commit, 0
        people = [one if there else None for one, there in zip(room.occupants, seated, strict=True)]
        self.names = [None if one is None else one.name for one in people]
        self.bots = [None if one is None else one.bot for one in people]
        self.kept = [*self.kept[-1:], GameKept(commit, room.show_hands)]

    def join(self, seat: int, room: rm.Room) -> None:
        """Somebody joins the game."""
        if (occupant := room.occupants[seat]) is not None:
            self.names[seat], self.bots[seat] = occupant.name, occupant.bot


class SeatClaim(NamedTuple):
    """Somebody without a session who asks for the seat of a player who is gone (P-5.17). It is in memory only."""

    peer: int
    """The connection."""
    address: str
    session: int
    """The player's."""
    until: float
    deciders: frozenset[int]
    """The sessions that have a say, all of which must agree; empty: only the administrator has."""
    least: int
    """So many of them must be connected."""
    allowed: frozenset[int] = frozenset()
    """The sessions that would let them have it, where several must."""


@dataclass(slots=True)
class Expected:
    """Members that a restart disconnected: the clocks wait for them until `until`."""

    sessions: set[int] = field(default_factory=set)
    until: float = 0.0

    def came(self, session: int) -> None:
        """A session is back, or has left for good."""
        self.sessions.discard(session)


class Settled:
    """The table after its last settled entry, as far as its log does not tell."""

    def __init__(self) -> None:
        self.access = Access()
        self.dealing: Dealing | None = None
        self.result: RoundResult | None = None
        self.claim: SeatClaim | None = None
        self.members: list[tuple[Member, int | None, int, bool]] = []
        """The members, with seat, `since` and `dealt`."""
        self.faults = 0
        """How many faults of our own came in a row, with nothing settled between them."""

    def note_members(self, members: Mapping[int, Member]) -> None:
        """Note the members as of now."""
        self.members = [(one, one.seat, one.since, one.dealt) for one in members.values()]


class TableState:
    """One table without its game.

    Sessions are known by number; times are seconds of the hub's clock. What happens is noted in the log, and
    `transaction.settle` makes it final.
    """

    def __init__(self, number: int, room: rm.Room, entropy: Entropy) -> None:
        self.number = number
        self.room = room
        self.rules = room.rules
        self.members: dict[int, Member] = {}
        """By session, in order of arrival."""
        self.result: RoundResult | None = None
        """How the last round ended, until the next deal."""
        self.access = Access()
        self.dealing: Dealing | None = None
        """The secret that the table is bound to (P-7.33); None: its games begin at a position, or it isn't yet."""
        self.log = TableLog(room)
        self.story: Story | None = None
        """What the entries have told so far, while somebody at the table wants words."""
        self.settled = Settled()
        self.limits = Limits()
        """The limits of the server; set by the lobby."""
        self.changed: set[str] = set()
        """Has the code of every table whose room has changed; one set for all tables, set by the lobby."""
        self.experts: set[TableState] = set()
        """Has every table that an expert sits at; one set for all tables, set by the lobby."""
        self.entropy = entropy
        self.frozen = False
        """Too many faults of our own in a row: members can only leave."""
        self.bot_levels: dict[int, str] | None = None
        """The levels of the seats that computers play; None: not computed yet."""
        self._present: frozenset[int] | None = None
        """The sessions that are connected; None: not computed yet."""
        self.opener = ""
        """The address that opened the table; empty if it doesn't count, as on the server's own machine."""
        self.deserted_since: float | None = None
        """Since when nobody seated is connected."""
        self.arrived_at = 0.0
        """When a person last sat down, or the server came back."""
        self.expected = Expected()
        self.deadline = NEVER
        """When the table next does something by itself; noted by the hub."""
        self.watched = NEVER
        """When the hub looks at the table next: at its deadline, or before."""

        self.clock_telling = ClockTelling()
        self.claim: SeatClaim | None = None
        """Who asks for a seat; None: nobody, though the room may still say so after a restart."""
        self.decided: list[tuple[SeatClaim, str]] = []
        """Claims that are over since the last settled entry, each with its outcome."""
        self.kicked: list[tuple[int, m.PutOut]] = []
        """Sessions that were kicked or banned, each with its message."""
        self.gone: list[int] = []
        """Sessions that have left since the last settled entry."""
        self.back: dict[int, int | None] = {}
        """Sessions that are back and get what they missed, each with the last entry it saw."""
        self.notes = JournalNotes()
        self.packed_room: bytes | None = None
        """The room as the journal stores it; None: not made yet."""
        self.touched = True
        """The table has changed since the last commit, if only by something that is no entry."""
        self.times_kept = Times()
        """As the journal has it."""

    @property
    def closed(self) -> bool:
        return self.room.phase is CLOSED

    def connected(self, member: Member) -> bool:
        """Whether the member is connected: the room knows it for seats, `left_at` tells it for spectators."""
        if member.seat is None:
            return member.left_at is None or member.session in self.back
        occupant = self.room.occupants[member.seat]
        return occupant is not None and occupant.connected

    def present(self) -> frozenset[int]:
        """The sessions of all members that are connected."""
        if self._present is None:
            self._present = frozenset(number for number, member in self.members.items() if self.connected(member))
        return self._present

    def forget(self) -> None:
        """Forget what was computed from the room and its members, as they have changed."""
        self.bot_levels = self._present = self.packed_room = None
        self.touched = True
        self.changed.add(self.room.code)

    def place_lapses(self, member: Member) -> float:
        """When a disconnected member loses the seat, or the place as a spectator. During a game no seat is lost."""
        if self.connected(member) or (member.seat is not None and self.room.phase not in AT_REST):
            return NEVER
        limit = self.limits.watcher_away_seconds if member.seat is None else self.limits.away_seconds
        return member.away_since + limit

    def host_lapses(self, member: Member) -> float:
        """When another player becomes host, if this member is the host and disconnected."""
        if member.seat is None or member.seat != self.room.host or self.connected(member):
            return NEVER
        return member.away_since + self.limits.host_away_seconds

    def find(self, name: str) -> Member:
        """The person with that name at the table. Raises Refusal `no_such_player`."""
        for member in self.members.values():
            if member.name == name:
                return member
        raise Refusal("no_such_player", field="name", text="nobody at this table has that name")

    def happen(self, event: rm.RoomEvent) -> None:
        """Let something other than play happen at the table."""
        event.fold(self.room)
        self.log.note(event)
        self.forget()
        if type(event) is rm.TableChanged:
            self.rules = self.room.rules

    def enter(self, turn: Turn, *, held: bool = False) -> None:
        """Enter the phase that follows. Raises IllegalTurn, with nothing changed."""
        self.happen(rm.PhaseChanged(next_phase(self.room.phase, turn), held))
        if turn is Turn.DEALT:
            self.result = None

    def seats_expert(self) -> bool:
        """Whether an expert sits here."""
        return not self.closed and any(one is not None and one.bot in SEARCHES for one in self.room.occupants)

    def close(self) -> None:
        """Close the table."""
        if not self.closed:
            self.end_claim("gone")
            self.enter(Turn.CLOSED)

    def end_claim(self, outcome: str, *seats: int | None) -> None:
        """The claim to a seat is over, if there is one: to one of these, if any are named."""
        if self.room.claim is None or (seats and self.room.claim not in seats):
            return
        if self.claim is not None:
            self.decided.append((self.claim, outcome))
            self.claim = None
        self.happen(rm.ClaimEnded(self.room.claim, outcome))

    def sit_in(self, seat: int) -> None:
        """Let a computer player play for the person in that seat. It is always ready."""
        if seats.occupant(self.room, seat).stand_in is None:
            self.happen(rm.StandInChanged(seat, STAND_IN_LEVEL))

    def bind(self) -> None:
        """Bind the table to a new secret for its next game (P-7.33); a position needs none."""
        if not self.access.position:
            self.dealing = Dealing.drawn(self.entropy)
            self.happen(rm.DealCommitted(self.dealing.commitment))

    def set_access(self, access: Access) -> None:
        """Change the access to the table."""
        self.access = access
        self.touched = True


def check_experts(tables: set[TableState], more: int, most: int, field: str) -> None:
    """Raise Refusal `limit` if that many more experts are too many for a server; forget tables that have none.

    `field` of the request has them.
    """
    tables -= {table for table in tables if not table.seats_expert()}
    there = sum(one is not None and one.bot in SEARCHES for table in tables for one in table.room.occupants)
    if more and there + more > most:
        left = max(most - there, 0)
        text = f"this server has at most {most} expert players, {left} of them free: choose hard"
        raise Refusal("limit", field=field, args={"experts": most, "left": left}, text=text)


STAND_IN_LEVEL: BotLevel = "normal"
"""The levels of the computer players at the table."""
