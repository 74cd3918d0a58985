"""A table without its game, as everyone there knows it: seats, ready marks, host, presence, phase, rules.

A `Room` is the fold of the room events in the table's log. The server keeps one for each table; a client rebuilds it
from the snapshot and the entries (P-8).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache

from uno_engine.cards import Card
from uno_engine.decisions import Kinded
from uno_engine.language import _
from uno_engine.mixing import SeatKind
from uno_engine.options import ADDED, options_of, values_of, with_options
from uno_engine.presets import preset
from uno_engine.rules import DEFAULTS, MOST_SEATS, OWN, OWN_TEXT, RuleSet, RulesRefused, Seat


class RoomPhase(Enum):
    """The life of a table: waiting -> playing <-> paused -> between_rounds -> playing ... -> finished -> waiting."""

    WAITING = "waiting"
    PLAYING = "playing"
    PAUSED = "paused"
    BETWEEN_ROUNDS = "between_rounds"
    FINISHED = "finished"
    CLOSED = "closed"

    __hash__ = object.__hash__  # that of Enum is slow, and every request is looked up here


@dataclass(slots=True)
class Occupant:
    """The occupant of a seat: a person, or a computer player of some level."""

    name: str
    bot: str | None = None
    """Level of a computer player; absent for a person."""
    ready: bool = False
    connected: bool = True
    stand_in: str | None = None
    """Level of the computer player that stands in for the person (P-7.23); absent: the person plays."""
    extra_seconds: int = 0
    """Extra seconds for every answer (P-7.24)."""
    face: int | None = None
    """P-5.15; absent: the player sat down before the server knew faces."""
    program: bool | None = None
    """True for a program (P-5.18), else absent."""
    share: str | None = None
    """The hash of the bytes that the player offers for the deal (P-7.34); absent: none, or not ready."""

    @property
    def plays(self) -> bool:
        """True for a person without a stand-in."""
        return self.bot is None and self.stand_in is None


@dataclass(slots=True)
class Remark:
    """Something said at the table."""

    name: str
    text: str
    seat: Seat | None = None
    """Absent for a spectator."""


@dataclass(slots=True)
class TallyLine:
    """A player's record in the finished games of this table."""

    name: str
    games: int = 0
    """How many finished games of this table the player played to the end."""
    wins: int = 0
    caught: int = 0
    """How often the player caught somebody without UNO."""
    biggest: int = 0
    """The most cards held after an action."""
    longest: int = 0
    """The most cards played at once (Q2); 0: never more than one."""


LINES_TALLIED = 20
"""How many players the tally of a table has: those who played last."""
REMARKS_KEPT = 20
"""How many of the last remarks people see who come later."""
LEAST_SEATS = 2
MOST_NAMES = 1024
"""The most people who can watch, or be silenced, at one table: an array has no more (P-3.4)."""


@dataclass(slots=True)
class Room:
    """A table without its game."""

    code: str
    name: str
    preset: str
    """P-7.6."""
    options: dict[str, str]
    """The options that differ from the preset."""
    turn_seconds: int
    """0: no limit."""
    occupants: list[Occupant | None]
    """By seat; nil for a free one."""
    host: Seat | None = None
    """The host's seat, always a person's; absent only while no person is seated."""
    phase: RoomPhase = RoomPhase.WAITING
    """P-7.8."""
    watchers: list[str] = field(default_factory=list)
    """The names of the spectators, in the order in which they came."""
    listed: bool = True
    """P-7.17."""
    locked: bool = False
    """P-7.17."""
    password: bool = False
    """Whether the table has one; only the server knows which."""
    watching: bool = True
    """Whether spectators are allowed (P-7.17)."""
    show_hands: bool = True
    """Whether all hands are shown at the end of a round, and the seed after the game (P-7.19)."""
    test: bool = False
    """Every game here begins at a given position, not with a deal (P-7.30)."""
    held: bool = False
    """The host has paused the game, during a round (phase `paused`) or between rounds (P-7.22)."""
    muted: list[str] = field(default_factory=list)
    """The names of those silenced at this table (P-7.28)."""
    remarks: list[Remark] = field(default_factory=list)
    """The last remarks, up to 20, oldest first."""
    tally: tuple[TallyLine, ...] | None = None
    """P-7.31: players of the last game by seat, then earlier ones, up to 20; absent before a game is finished."""
    own_text: str | None = None
    """The host's own rule, under `customizable_rule` `own` (P-18.4); absent if there is none."""
    pace: str | None = None
    """The pace of computer players (P-18.5): `calm`, `normal` or `brisk`; absent if it is none of those."""
    gone: tuple[str, ...] | None = None
    """The names of players who left the current or last game, by seat; empty for other seats, absent if nobody did.

    `seat_freed` outside the phase `waiting` puts the occupant's name here, `seat_taken` empties its seat;
    `seats_moved`, `game_opened`, `game_placed`, `game_cleared`, `table_changed` with `seats`, and the phase `waiting`
    remove it.
    """
    screens: list[str] | None = None
    """The names of the screens that show the table (P-5.14), in the order in which they came; absent if none does."""
    claim: Seat | None = None
    """The seat that somebody asks for (P-5.17), absent if nobody does."""
    claim_number: int | None = None
    """The number of that claim: no other at this table has it."""
    programs: bool | None = None
    """Whether programs may sit down (P-5.18), true if absent."""
    commitment: str | None = None
    """The hash of the secret behind the deals of the running or next game (P-7.33); absent if the server gives none."""
    shares: tuple[str | None, ...] | None = None
    """The list of `game_opened` while its bytes are opened (P-7.35), by seat; absent at all other times."""

    def name_at(self, seat: int) -> str:
        """The name in that seat, or of the player who had it in the game; empty if nobody is known."""
        occupant = self.occupants[seat]
        return occupant.name if occupant is not None else self.gone[seat] if self.gone else ""

    @property
    def rules(self) -> RuleSet:
        """The table's rules. Raises RulesRefused if they make no sense."""
        return rules_of(self.preset, self.options, self.own_text)

    @property
    def rules_known(self) -> bool:
        """Whether this program knows the preset and all options: a newer server may have others (P-11.1)."""
        try:
            return bool(self.rules)
        except RulesRefused:
            return False

    @property
    def kinds(self) -> tuple[int, ...]:
        """By seat, the `SeatKind` that is mixed into a deal (P-7.35)."""
        return tuple(
            int(SeatKind.EMPTY if one is None else SeatKind.PERSON if one.bot is None else SeatKind.COMPUTER)
            for one in self.occupants
        )

    def copy(self) -> Room:
        """An independent copy; remarks and tallies never change."""
        return replace(
            self,
            options=dict(self.options),
            occupants=[None if one is None else replace(one) for one in self.occupants],
            watchers=list(self.watchers),
            muted=list(self.muted),
            remarks=list(self.remarks),
        )


WITHOUT = {option: text for option, text in values_of(DEFAULTS).items() if option in ADDED and option != OWN_TEXT}
"""The added options at their default."""


def added_of(options: Mapping[str, str]) -> dict[str, str]:
    """The added ones among options."""
    return {option: text for option, text in options.items() if option in WITHOUT}


def without_defaults(options: Mapping[str, str]) -> dict[str, str]:
    """Options without added ones at their default."""
    return {option: text for option, text in options.items() if WITHOUT.get(option) != text}


def with_text(options: Mapping[str, str], own_text: str | None) -> dict[str, str]:
    """Options with the host's own rule, if there is one, as one of them."""
    return {**options, OWN_TEXT: own_text} if own_text else dict(options)


def rules_of(name: str, options: Mapping[str, str], own_text: str | None) -> RuleSet:
    """The rules of a preset with these options. Raises RulesRefused."""
    if OWN_TEXT in options:
        raise RulesRefused(OWN_TEXT, "unknown_option", _("stands in a field of its own"))
    return _rules_of(name, tuple(with_text(options, own_text).items()))


@lru_cache(256)
def _rules_of(name: str, options: tuple[tuple[str, str], ...]) -> RuleSet:
    return with_options(preset(name), dict(options))


def own_text_of(rules: RuleSet) -> str:
    """The host's own rule, also where no card of the table has it; empty if another one is chosen."""
    return rules.own_text if rules.customizable_rule == OWN else ""


def as_told(name: str, options: dict[str, str], told: Mapping[str, str], own_text: str | None = None) -> dict[str, str]:
    """Options of a preset with which it means the same as the complete options received.

    A record of 0.1 or 0.2 knows no added option: its presets have them at their default (N0).
    """
    try:
        meant = options_of(rules_of(name, options, own_text))
    except RulesRefused:
        return options  # said when the rules are asked for
    lacking = {option: WITHOUT[option] for option in meant if option in WITHOUT and option not in told}
    return {**lacking, **options} if lacking else options


@dataclass(slots=True)
class RoomEvent(Kinded):
    """Something that happened at a table outside the game. Everyone there sees all of it."""

    def fold(self, room: Room) -> None:
        """Apply this event to `room` in place. Without a definition in its class, an event changes nothing.

        Lists are replaced, never changed, so that copies of the room may share them. If the event contradicts the room,
        it stays as it was, and LookupError or ValueError is raised.
        """


@dataclass(slots=True)
class SeatTaken(RoomEvent, kind="seat_taken"):
    """Somebody sits down; `bot` is the level of a computer player."""

    seat: Seat
    name: str
    bot: str | None = None
    face: int | None = None
    program: bool | None = None

    def fold(self, room: Room) -> None:
        room.occupants[self.seat] = Occupant(
            self.name, self.bot, ready=self.bot is not None, face=self.face, program=self.program
        )
        _remember_gone(room, self.seat, "")


@dataclass(slots=True)
class SeatFreed(RoomEvent, kind="seat_freed"):
    """The occupant leaves for good: `left`, `kicked`, `banned`, or `absent` (away for too long)."""

    seat: Seat
    reason: str = "left"

    def fold(self, room: Room) -> None:
        if room.phase is not RoomPhase.WAITING:
            _remember_gone(room, self.seat, room.name_at(self.seat))
        room.occupants[self.seat] = None


@dataclass(slots=True)
class SeatsMoved(RoomEvent, kind="seats_moved"):
    """The occupant of `seat` moves to the seat `to`; its occupant, if any, moves to `seat`."""

    seat: Seat
    to: Seat

    def fold(self, room: Room) -> None:
        seats, one, other = room.occupants, self.seat, self.to
        seats[one], seats[other] = seats[other], seats[one]
        if room.host in (one, other):
            room.host = other if room.host == one else one
        room.gone = None


@dataclass(slots=True)
class StandInChanged(RoomEvent, kind="stand_in_changed"):
    """A computer player of some level plays for a person, and is ready; no `level`: the person is back, not ready."""

    seat: Seat
    level: str | None = None

    def fold(self, room: Room) -> None:
        occupant = room.occupants[self.seat]
        if occupant is not None:
            occupant.stand_in, occupant.ready, occupant.share = self.level, self.level is not None, None


@dataclass(slots=True)
class TimeGiven(RoomEvent, kind="time_given"):
    """The seat has this many extra seconds for every answer."""

    seat: Seat
    seconds: int

    def fold(self, room: Room) -> None:
        occupant = room.occupants[self.seat]
        if occupant is not None:
            occupant.extra_seconds = self.seconds


@dataclass(slots=True)
class TableChanged(RoomEvent, kind="table_changed"):
    """The host has changed the table; fields that are absent stay. `options` are all that differ from the preset."""

    preset: str | None = None
    options: dict[str, str] | None = None
    seats: int | None = None
    turn_seconds: int | None = None
    password: bool | None = None
    listed: bool | None = None
    locked: bool | None = None
    watching: bool | None = None
    show_hands: bool | None = None
    rules: dict[str, str] | None = None
    """Every option in force, if the preset or the options changed; for clients that do not know the presets."""
    fingerprint: str | None = None
    own_text: str | None = None
    """Empty: none."""
    pace: str | None = None
    programs: bool | None = None

    def fold(self, room: Room) -> None:
        if self.seats is not None:
            if not LEAST_SEATS <= self.seats <= MOST_SEATS:
                raise ValueError(f"a table has {LEAST_SEATS} to {MOST_SEATS} seats")
            if any(one is not None for one in room.occupants[self.seats :]):
                raise ValueError("somebody sits in a seat that would go")
        doors = ("password", "listed", "locked", "watching", "show_hands", "programs")
        for name in ("preset", "options", "turn_seconds", "pace", *doors):
            value = getattr(self, name)
            if value is not None:
                setattr(room, name, value)
        if self.own_text is not None:
            room.own_text = self.own_text or None
        if self.preset is not None or self.options is not None:
            room.options = as_told(room.preset, room.options, self.rules or {}, room.own_text)
        if self.seats is not None:
            room.occupants = [*room.occupants, *[None] * self.seats][: self.seats]
            room.gone = None


@dataclass(slots=True)
class HostChanged(RoomEvent, kind="host_changed"):
    """The person in that seat is now the host."""

    seat: Seat | None

    def fold(self, room: Room) -> None:
        room.host = self.seat


@dataclass(slots=True)
class ReadyChanged(RoomEvent, kind="ready_changed"):
    """A seat is ready, or no longer.

    `why` is None if its player says so; else `rules`, `turn_seconds`, `seats` or `show_hands`, as the host changed, or
    `moved`.
    `share` is the hash of bytes that the player offers for the deal (P-7.34).
    """

    seat: Seat
    ready: bool
    why: str | None = None
    share: str | None = None

    def fold(self, room: Room) -> None:
        occupant = room.occupants[self.seat]
        if occupant is not None:
            occupant.ready, occupant.share = self.ready, self.share


@dataclass(slots=True)
class PresenceChanged(RoomEvent, kind="presence_changed"):
    """A seated person lost the connection, or is back."""

    seat: Seat
    connected: bool

    def fold(self, room: Room) -> None:
        occupant = room.occupants[self.seat]
        if occupant is not None:
            occupant.connected = self.connected


@dataclass(slots=True)
class ClaimMade(RoomEvent, kind="claim_made"):
    """Somebody asks for the seat of a player who is gone (P-5.17)."""

    seat: Seat
    number: int | None = None

    def fold(self, room: Room) -> None:
        if room.occupants[self.seat] is None:
            raise ValueError("nobody sits there")
        room.claim, room.claim_number = self.seat, self.number


@dataclass(slots=True)
class ClaimEnded(RoomEvent, kind="claim_ended"):
    """It is decided: `allowed` or `refused` by those at the table, allowed by the `administrator`; or it is over.

    That is when it was `withdrawn`, has `expired`, its player came `back`, or the seat is `gone`.
    """

    seat: Seat
    outcome: str

    def fold(self, room: Room) -> None:
        room.claim = room.claim_number = None


@dataclass(slots=True)
class WatcherCame(RoomEvent, kind="watcher_came"):
    """A spectator came, or a screen."""

    name: str
    screen: bool = False

    def fold(self, room: Room) -> None:
        if self.screen:
            room.screens = _with(room.screens or [], self.name)
        else:
            room.watchers = _with(room.watchers, self.name)


@dataclass(slots=True)
class WatcherLeft(RoomEvent, kind="watcher_left"):
    """A spectator or a screen left (`left`, `kicked`, `banned`, `absent`), or a spectator sat down (`left`)."""

    name: str
    reason: str = "left"

    def fold(self, room: Room) -> None:
        if room.screens and self.name in room.screens:
            room.screens = _without(room.screens, self.name) or None
        else:
            room.watchers = _without(room.watchers, self.name)


@dataclass(slots=True)
class MuteChanged(RoomEvent, kind="mute_changed"):
    """The host silenced or unsilenced somebody at this table."""

    name: str
    muted: bool

    def fold(self, room: Room) -> None:
        room.muted = (_with if self.muted else _without)(room.muted, self.name)
        if self.muted:
            room.remarks = [one for one in room.remarks if one.name != self.name]


@dataclass(slots=True)
class Said(RoomEvent, kind="said"):
    """Somebody said something; `seat` absent: a spectator."""

    name: str
    text: str
    seat: Seat | None = None

    def fold(self, room: Room) -> None:
        room.remarks = [*room.remarks, Remark(self.name, self.text, self.seat)][-REMARKS_KEPT:]


@dataclass(slots=True)
class Reacted(RoomEvent, kind="reacted"):
    """Somebody sent a reaction."""

    name: str
    reaction: str
    seat: Seat | None = None


@dataclass(slots=True)
class PhaseChanged(RoomEvent, kind="phase_changed"):
    """The table enters another phase. `waiting`, `between_rounds` and `finished` clear the ready marks of people;
    computer players and stand-ins are always ready. `held`: the host has paused the game."""

    phase: RoomPhase
    held: bool = False

    def fold(self, room: Room) -> None:
        room.phase, room.held = self.phase, self.held
        if self.phase is RoomPhase.WAITING:
            room.gone = None
        if self.phase in (RoomPhase.WAITING, RoomPhase.BETWEEN_ROUNDS, RoomPhase.FINISHED):
            for occupant in room.occupants:
                if occupant is not None:
                    occupant.ready = occupant.bot is not None or occupant.stand_in is not None
                    occupant.share = None


@dataclass(slots=True)
class GameOpened(RoomEvent, kind="game_opened"):
    """A new game begins with the players in these seats; its first deal follows, once all `shares` are opened."""

    seated: tuple[bool, ...]
    chosen: Seat | None = None
    shares: tuple[str | None, ...] = ()
    """By seat: the hashes of the bytes that are mixed into the seed; empty if nobody offers any (P-7.35)."""

    def fold(self, room: Room) -> None:
        room.gone, room.shares = None, self.shares or None


@dataclass(slots=True)
class DealCommitted(RoomEvent, kind="deal_committed"):
    """The server commits itself to a new secret for the next game, by its hash (P-7.33)."""

    commitment: str

    def fold(self, room: Room) -> None:
        room.commitment = self.commitment


@dataclass(slots=True)
class DealMixed(RoomEvent, kind="deal_mixed"):
    """The list of shares is closed and mixed into the seed (P-7.35); the deal follows."""

    kinds: tuple[int, ...]
    """By seat: 0 empty, 1 a person, 2 a computer player, when the game began."""
    shares: tuple[str | None, ...]
    """By seat: the opened bytes."""
    dropped: tuple[Seat, ...] = ()
    """The seats that were listed and whose bytes are missing."""

    def fold(self, room: Room) -> None:
        room.shares = None


@dataclass(slots=True)
class GamePlaced(RoomEvent, kind="game_placed"):
    """A new game begins at a given position. Nobody is sent this entry; everyone gets a snapshot that counts it."""

    seated: tuple[bool, ...]
    position: str | None = None
    """Only the server keeps it."""

    def fold(self, room: Room) -> None:
        room.gone = None


@dataclass(slots=True)
class GameSeed(RoomEvent, kind="game_seed"):
    """Published when a game is over: its seed, as 64 hex digits, to verify every deal, and the table's tally.

    At a table that keeps hands closed, `seed` is empty (P-7.36).
    """

    seed: str
    tally: tuple[TallyLine, ...] = ()
    secret: str | None = None
    """What the server had committed itself to, as 64 hex digits."""

    def fold(self, room: Room) -> None:
        if self.tally:
            room.tally = self.tally[:LINES_TALLIED]


@dataclass(slots=True)
class GameCleared(RoomEvent, kind="game_cleared"):
    """The table no longer has a game: it ended without a result, or rules or seats changed."""

    def fold(self, room: Room) -> None:
        room.gone = room.shares = None


@dataclass(slots=True)
class HandsShown(RoomEvent, kind="hands_shown"):
    """The hands of the round that just ended, by seat, in canonical order; nil for seats not in the round."""

    hands: tuple[tuple[Card, ...] | None, ...]


def _with(names: list[str], name: str) -> list[str]:
    if name in names or len(names) >= MOST_NAMES:
        raise ValueError("is already there, or one too many")
    return [*names, name]


def _without(names: list[str], name: str) -> list[str]:
    if name not in names:
        raise ValueError("is not there")
    return [other for other in names if other != name]


def _remember_gone(room: Room, seat: int, name: str) -> None:
    """Note who left the game from that seat; empty: nobody."""
    names = list(room.gone or [""] * len(room.occupants))
    names[seat] = name
    room.gone = tuple(names) if any(names) else None


ROOM_EVENTS: dict[str, type[RoomEvent]] = {
    event.kind: event
    for event in (
        SeatTaken,
        SeatFreed,
        SeatsMoved,
        StandInChanged,
        TimeGiven,
        TableChanged,
        HostChanged,
        ReadyChanged,
        PresenceChanged,
        ClaimMade,
        ClaimEnded,
        WatcherCame,
        WatcherLeft,
        MuteChanged,
        Said,
        Reacted,
        PhaseChanged,
        DealCommitted,
        GameOpened,
        DealMixed,
        GamePlaced,
        GameSeed,
        GameCleared,
        HandsShown,
    )
}
"""Every room event by its stable name."""
