"""The `.unorec` file: a record of a game as JSON lines, read and written (`engine/RECORD.md`)."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

import msgspec

from uno_engine import events as ev
from uno_engine.actions import Action, Join
from uno_engine.decide import advance
from uno_engine.events import Event
from uno_engine.options import fingerprint
from uno_engine.presets import PRESETS
from uno_engine.rules import MOST_SEATS, RuleSet, RulesRefused, Seat
from uno_engine.scenario.position import placed_at
from uno_engine.scenario.text import ScenarioFault
from uno_engine.shuffle import SEED_BYTES
from uno_engine.state import Game, Phase, State, View, new_game
from uno_engine.view import view_for
from uno_protocol.messages import Share, ShareHash
from uno_protocol.room import DealMixed, HandsShown, Occupant, Room, RoomEvent, SeatTaken, as_told, rules_of
from uno_protocol.shapes import Record as Shape
from uno_protocol.text import clean
from uno_protocol.wire import (
    action_from_map,
    action_to_map,
    event_from_map,
    event_to_map,
    told_rules,
    view_from_map,
)

FORMAT = 1
"""The version of the format that this program writes, and the highest that it reads."""
SUFFIX = ".unorec"
LARGEST = 16 * 2**20
"""The most bytes of a record that is read."""
ALL: Final = "all"
SPECTATOR: Final = "spectator"
PERSON, PROGRAM = "person", "program"


class RecordFault(Exception):
    """The file can't be shown. The text is one sentence for its reader."""


class RecordDamaged(RecordFault):
    """It is not what was written, or no record at all."""


class RecordUnknown(RecordFault):
    """It is of a format, or of rules, that this program doesn't know."""


class RecordMalformed(RecordFault):
    """Its digest fits, but line `line` has no place in a record."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"line {line} {text}")
        self.line = line


class RecordedPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player at the start of the game."""

    name: str
    kind: str = PERSON
    """`person`, `program`, or the level of a computer player."""

    @classmethod
    def of(cls, occupant: Occupant | None) -> RecordedPlayer:
        """The player in a seat; without a name if nobody is known there any more."""
        if occupant is None:
            return cls("")
        return cls(occupant.name, occupant.bot or (PROGRAM if occupant.program else PERSON))


class Header(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The first line of a record: whose eyes it has, and how the game began."""

    unorec: int
    """The version of the format."""
    program: str
    """The program that kept the game, for people."""
    game: str
    """The number of the game on its server, such as `12.3`."""
    began: float
    """Calendar time in seconds."""
    preset: str
    options: dict[str, str]
    """Every option in force."""
    fingerprint: str
    """That of the rules."""
    seats: list[RecordedPlayer | None]
    """By seat; null for a seat that was empty when the game began."""
    eyes: Literal["all", "spectator"] | int
    """What the events show: everything, what a spectator sees, or what that seat sees."""
    table: str = ""
    """The name of the table."""
    own_text: str | None = None
    """The host's own rule."""
    chosen: int | None = None
    """The seat that the option `starter` `chosen` names."""
    show_hands: bool = False
    """Whether the table opens hands after a round, and with them the seed after a game."""
    commitment: ShareHash = ""
    """64 hex digits: the hash of the secret, as everybody saw it before the game (P-7.33)."""
    shares: list[ShareHash | None] | None = None
    """By seat: the hash of the bytes that the player offered for the deal, as `game_opened` listed them (P-7.35), or
    null; absent if nobody offered any."""
    secret: ShareHash = ""
    """64 hex digits: what the server had committed itself to; only if `eyes` is `all`."""
    seed: ShareHash = ""
    """64 hex digits: what every shuffle follows from; only if `eyes` is `all`."""
    position: str = ""
    """The position at which the game began, as a scenario; only if `eyes` is `all`."""
    start: dict[str, Any] | None = None
    """The view of that position (P-8.3), if `eyes` is not `all`."""

    @property
    def viewer(self) -> int | None:
        """The seat whose eyes the record has; None for a spectator's, and for all."""
        return self.eyes if isinstance(self.eyes, int) else None

    @classmethod
    def of(
        cls,
        room: Room,
        seated: Iterable[bool],
        viewer: int | None,
        *,
        program: str,
        rules: RuleSet | None = None,
        game: str = "",
        began: float = 0.0,
        chosen: int | None = None,
        shares: Iterable[str | None] = (),
        start: Mapping[str, Any] | None = None,
    ) -> Header:
        """That of a game at a table with one viewer's eyes, None for a spectator; `room` is the table as it began.

        `rules` are those of the room unless they are given: the room's may be of a later version. `shares` is the list
        of `game_opened`; empty if there was none.
        """
        rules = rules or room.rules
        return cls(
            unorec=FORMAT,
            program=program,
            game=game,
            table=room.name,
            began=began,
            preset=room.preset if room.preset in PRESETS else "official",
            options=told_rules(rules),
            own_text=room.own_text,
            fingerprint=fingerprint(rules),
            seats=[RecordedPlayer.of(one) if sits else None for one, sits in zip(room.occupants, seated, strict=True)],
            chosen=chosen,
            show_hands=room.show_hands,
            eyes=SPECTATOR if viewer is None else viewer,
            commitment=room.commitment or "",
            shares=[*shares] or None,
            start=None if start is None else {**start},
        )

    def rules(self) -> RuleSet:
        """The rules of the game. Raises RecordUnknown."""
        try:
            told = {**self.options}
            rules = rules_of(self.preset, as_told(self.preset, told, told, self.own_text), self.own_text)
        except RulesRefused as fault:
            raise RecordUnknown(f"this record has rules that this program doesn't know ({clean(str(fault))})") from None
        if fingerprint(rules) != self.fingerprint:
            raise RecordUnknown("this record has rules that mean something else to this program")
        return rules

    def begin(self) -> Game:
        """The game before the first step: a State if `eyes` is `all`, else a View.

        Raises RecordUnknown, RecordMalformed.
        """
        rules = self.rules()
        try:
            if self.eyes == ALL:
                if self.position:
                    placed = placed_at(self.position, rules)
                    if [*placed.seated] != self._seated():
                        raise ValueError("the position is of other seats")
                    return placed
                seed = bytes.fromhex(self.seed)
                if len(seed) != SEED_BYTES:
                    raise ValueError("the seed has 64 hex digits")
                return new_game(rules, self._seated(), seed, self.chosen)
            if self.start is not None:
                return self._placed(rules)
        except (ValueError, ScenarioFault) as fault:
            raise RecordMalformed(1, f"has no beginning ({fault})") from None
        return view_for(new_game(rules, self._seated(), b"", self.chosen), self.viewer)

    def _placed(self, rules: RuleSet) -> View:
        assert self.start is not None
        view = view_from_map(self.start, rules)
        if view.seats != len(self.seats) or view.viewer != self.viewer:
            raise ValueError("the view is of other seats")
        return view

    def _seated(self) -> list[bool]:
        return [one is not None for one in self.seats]


@dataclass(frozen=True, slots=True)
class Mark:
    """A place worth finding again: a round, a UNO, a catch, a challenge, a swap, the end."""

    text: str


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """How the game ended: the last step of a finished one."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    """Points by seat."""
    rounds: int

    @classmethod
    def of(cls, game: Game) -> GameOutcome:
        """That of a game that is over."""
        return cls(game.winners, tuple(game.scores), game.round)


What = Action | Event | RoomEvent | Mark | GameOutcome


class RecordStep(NamedTuple):
    """A line of a record but the first and the last."""

    seconds: float
    """Since the game began; never less than in the line before."""
    what: What


class GameRecord(NamedTuple):
    """A record that was read. Its digest fits; whether it is true is for `checking` to say."""

    header: Header
    steps: tuple[RecordStep, ...]


_OUTCOME = Shape(GameOutcome)


def read(data: bytes) -> GameRecord:
    """The record in a file. Raises RecordDamaged, RecordUnknown, RecordMalformed."""
    try:
        return _read(_sound(data))
    except RecursionError:
        raise RecordDamaged("this is no record: its lines are nested too deeply") from None


def _read(lines: list[bytes]) -> GameRecord:
    header = _header(lines[0])
    header.rules()  # other rules may have other cards, actions and events
    steps, before = [], 0.0
    for number, line in enumerate(lines[1:-1], 2):
        step = _step(number, line)
        if step.seconds < before:
            raise RecordMalformed(number, "is earlier than the line before")
        before = step.seconds
        steps.append(step)
    return GameRecord(header, tuple(steps))


def _sound(data: bytes) -> list[bytes]:
    """The lines of a file whose digest fits. Raises RecordDamaged."""
    if len(data) > LARGEST:
        raise RecordDamaged(f"this is no record: it has more than {LARGEST // 2**20} MB")
    if not data.startswith(b'{"unorec":'):
        raise RecordDamaged("this is no record: a record begins with its version, and this file doesn't")
    lines = data.split(b"\n")
    if len(lines) < 3 or lines.pop():
        raise RecordDamaged("this record is damaged: its last line is missing")
    if digest_of(data) is None:
        raise RecordDamaged("this record is damaged: its digest does not fit")
    return lines


def digest_of(data: bytes) -> str | None:
    """The digest in the last line of a file; None unless that line is, byte for byte, what the lines before it need."""
    lines = data.split(b"\n")
    if len(lines) < 3 or lines.pop():
        return None
    before, last = lines[-2:]
    seconds = before[1 : before.find(b",")] if before.startswith(b"[") else b"0.0"
    digest = hashlib.sha256(data[: -len(last) - 1]).hexdigest()
    return digest if last == _last_line(seconds, digest) else None


def _last_line(seconds: bytes, digest: str) -> bytes:
    return b'[%b,"sha256","%b"]' % (seconds, digest.encode())


def _header(line: bytes) -> Header:
    try:
        version = msgspec.json.decode(line)["unorec"]
        if type(version) is int and version > FORMAT:
            raise RecordUnknown(f"this record has format {version}; this program reads up to {FORMAT}")
        header = msgspec.json.decode(line, type=Header)
        _check_words(*(one.kind for one in header.seats if one is not None))
    except (ValueError, TypeError, LookupError) as fault:
        raise RecordMalformed(1, f"is no header ({fault})") from None
    seats = len(header.seats)
    if header.unorec != FORMAT or not 2 <= seats <= MOST_SEATS or not 0 <= (header.viewer or 0) < seats:
        raise RecordMalformed(1, "is no header: version, seats and eyes don't fit each other")
    if header.chosen is not None and not 0 <= header.chosen < seats:
        raise RecordMalformed(1, "is no header: the seat that was chosen is none of the table's")
    if header.shares is not None and not (len(header.shares) == seats and any(header.shares)):
        raise RecordMalformed(1, "is no header: it lists nobody's bytes, or not by seat")
    if header.eyes != ALL and (header.seed or header.secret or header.position):
        raise RecordMalformed(1, "shows what the eyes of this record can't see")
    if header.eyes == ALL and header.start is not None:
        raise RecordMalformed(1, "shows a view of the beginning, though its eyes see all of it")
    placed = header.position or header.start is not None
    if placed and (header.commitment or header.secret or header.seed or header.shares):
        raise RecordMalformed(
            1, "has a commitment, secret, seed or shares, though its game began at a position (P-7.33)"
        )
    return header


def _step(number: int, line: bytes) -> RecordStep:
    try:
        seconds, kind, told = msgspec.json.decode(line)
        if kind not in _READS:
            raise ValueError("no line is of that kind")
        if isinstance(seconds, bool) or not math.isfinite(seconds) or seconds < 0:
            raise ValueError("its time is no number of seconds")
        what = _READS[kind](told)
    except (ValueError, TypeError, LookupError, OverflowError) as fault:
        raise RecordMalformed(number, f"has no place in a record ({fault})") from None
    return RecordStep(seconds, what)


def _read_event(told: Any) -> Event | RoomEvent:
    event = event_from_map(told)
    if event is None:
        raise RecordUnknown("this record has events that this program doesn't know")
    if isinstance(event, RoomEvent) and type(event) not in OF_ROOM:
        raise ValueError("is no event of a game")
    match event:
        case SeatTaken(bot=word) | ev.VoteCast(rule=word) | ev.RuleChosen(rule=word):
            _check_words(word)
        case ev.BallotDrawn(rules=words):
            _check_words(*words)
        case DealMixed(shares=shares):
            msgspec.convert(shares, tuple[Share | None, ...])
    return event


def _read_mark(told: Any) -> Mark:
    if not isinstance(told, str) or not _MARK.fullmatch(told):
        raise ValueError("is no mark")
    return Mark(told)


_WORD, _MARK = re.compile("[a-z_]{1,40}"), re.compile(r"round \d{1,9}|uno|caught|challenge|swap|end")


def _check_words(*words: str | None) -> None:
    """Raise ValueError unless these are names of levels, kinds or rules: anybody may have written the file."""
    if wrong := [word for word in words if word is not None and not _WORD.fullmatch(word)]:
        raise ValueError(f"{wrong[0][:40]!a} is no name of a level or a rule")


OF_ROOM = (DealMixed, SeatTaken, HandsShown)
"""The events of a table that are part of a record."""
_READS = {"a": action_from_map, "e": _read_event, "m": _read_mark, "r": _OUTCOME.read}


def write(header: Header, steps: Iterable[RecordStep]) -> bytes:
    """The file of a record. `read` gives the same header and steps."""
    lines = [msgspec.json.encode(header)]
    last = 0.0
    for seconds, what in steps:
        last = max(last, round(seconds, 3))
        lines.append(msgspec.json.encode([last, *_written(what)]))
    body = b"\n".join([*lines, b""])
    return body + _last_line(msgspec.json.encode(last), hashlib.sha256(body).hexdigest()) + b"\n"


def _written(what: What) -> tuple[str, object]:
    match what:
        case Mark(text):
            return "m", text
        case GameOutcome():
            return "r", _OUTCOME.write(what)
        case Event() | RoomEvent():
            return "e", event_to_map(what)
        case _:
            return "a", action_to_map(what)


def renamed(record: GameRecord, name: Callable[[str], str], table: str) -> GameRecord:
    """The same record with other names for players, and for the table. It checks as the other does."""
    header, steps = record
    seats = [None if one is None else RecordedPlayer(name(one.name), one.kind) for one in header.seats]
    with_names = [
        RecordStep(seconds, replace(what, name=name(what.name)) if isinstance(what, SeatTaken) else what)
        for seconds, what in steps
    ]
    return GameRecord(msgspec.structs.replace(header, seats=seats, table=table), tuple(with_names))


def has_words_of_people(header: Header) -> bool:
    """True if a record has a custom rule or position, which may name people."""
    return header.own_text is not None or header.position != ""


def mark_of(event: Event | RoomEvent) -> Mark | None:
    """The mark that follows an event, if any."""
    if type(event) is ev.RoundDealt:
        return Mark(f"round {event.round}")
    text = _MARKS.get(type(event))
    return None if text is None else Mark(text)


_MARKS: dict[type[Event | RoomEvent], str] = {
    ev.UnoCalled: "uno",
    ev.UnoCaught: "caught",
    ev.Challenged: "challenge",
    ev.HandsMoved: "swap",
    ev.GameEnded: "end",
}


def after(game: State, action: Action) -> Iterator[What]:
    """What follows an action in a record of all hands, as `game` moves on. Raises Refused."""
    for event in advance(game, action):
        yield event
        if (mark := mark_of(event)) is not None:
            yield mark
    if game.phase is Phase.OVER:
        yield GameOutcome.of(game)


def played(game: State, timed: Iterable[tuple[float, Action, SeatTaken | None]]) -> Iterator[RecordStep]:
    """The steps of a record of all hands: each action, at its time, with what follows from it.

    A newcomer's `Join` comes with who sat down. Raises Refused.
    """
    for seconds, action, newcomer in timed:
        if isinstance(action, Join) and newcomer is not None:
            yield RecordStep(seconds, newcomer)
        yield RecordStep(seconds, action)
        for what in after(game, action):
            yield RecordStep(seconds, what)


def seen(events: Iterable[tuple[float, Event | RoomEvent]], viewer: int | None) -> Iterator[RecordStep]:
    """The steps of a record with one viewer's eyes: its form of each event, at its time."""
    for seconds, event in events:
        shown = event if isinstance(event, RoomEvent) else event.seen_by(viewer)
        yield RecordStep(seconds, shown)
        if (mark := mark_of(event)) is not None:
            yield RecordStep(seconds, mark)
