"""What may whoever runs the server tell it to do? Lines to commands, and commands to what the hub is to do. Pure."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import NamedTuple, assert_never

from server import names
from server.census import census
from server.door import loopback
from server.hub import Hub
from server.lobby import line as table_line
from server.logs import plain, told
from server.outputs import Output
from server.session import Session

log = logging.getLogger(__name__)

MOST_LINES = 200
"""Lines of a list that are shown."""
LONGEST_SAYING = 300
LONGEST_WAIT = 7 * 24 * 3600
"""Seconds that a stop may lie ahead."""
WARNINGS = (300, 60, 10)
"""Seconds before a stop at which everybody is told, besides at once."""


@dataclass(frozen=True, slots=True)
class Help:
    """What there is."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables."""


@dataclass(frozen=True, slots=True)
class Players:
    """Everybody who has a name here."""


@dataclass(frozen=True, slots=True)
class ListBans:
    """Who is banned."""


@dataclass(frozen=True, slots=True)
class Kick:
    """Send somebody away, who may come back."""

    name: str


@dataclass(frozen=True, slots=True)
class Ban:
    """Send somebody away for good: by the name and the address, or by an address alone."""

    name: str


@dataclass(frozen=True, slots=True)
class Unban:
    """Let a name, or an address, in again."""

    name: str


@dataclass(frozen=True, slots=True)
class Say:
    """Tell everybody."""

    text: str


@dataclass(frozen=True, slots=True)
class Stop:
    """End the server in so many seconds; 0: now."""

    seconds: int = 0


@dataclass(frozen=True, slots=True)
class CancelStop:
    """It goes on after all."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A line that makes no sense; `text` says why, and what does."""

    text: str


ForHub = Help | Tables | Players | ListBans | Kick | Ban | Unban | Say | Unclear
Command = ForHub | Stop | CancelStop


class Done(NamedTuple):
    """What came of a command: lines to show, and what the hub wants done."""

    lines: tuple[str, ...]
    outputs: list[Output]


# --- what was typed ------------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A command of the console: how it is typed, what it does, and how the rest of its line is read."""

    usage: str
    help: str
    read: Callable[[str], Command]


def parse(line: str) -> Command:
    """What a typed line asks for. An empty one asks for help."""
    word, _, rest = _shown(line, 1000).strip().partition(" ")
    row = COMMANDS.get(word.lower())
    if row is None:
        return Unclear(f"there is no command {word!r}; there are: {', '.join(COMMANDS)}") if word else Help()
    return row.read(rest.strip())


def _alone(command: Command) -> Callable[[str], Command]:
    def read(rest: str) -> Command:
        return Unclear(f"nothing goes behind it, not {rest!r}") if rest else command

    return read


def _named(kind: type[Kick | Ban | Unban], word: str) -> Callable[[str], Command]:
    return lambda rest: kind(rest) if rest else Unclear(f"whom? Type {word} NAME; `players` shows the names")


def _said(rest: str) -> Command:
    if not rest:
        return Unclear("what? Type say TEXT")
    return Say(rest) if len(rest) <= LONGEST_SAYING else Unclear(f"at most {LONGEST_SAYING} characters")


_SPAN = re.compile(r"(?:in +)?(\d{1,6}) *(s|m|h|seconds?|minutes?|hours?)")
_UNITS = {"s": 1, "m": 60, "h": 3600}


def _stop(rest: str) -> Command:
    if not rest:
        return Stop()
    if rest == "cancel":
        return CancelStop()
    found = _SPAN.fullmatch(rest.lower())
    if found is None:
        return Unclear("when? Type stop, stop in 5m (or 30s, 1h), or stop cancel")
    seconds = int(found[1]) * _UNITS[found[2][0]]
    return Stop(seconds) if seconds <= LONGEST_WAIT else Unclear("that is more than a week ahead")


COMMANDS: Mapping[str, Row] = {
    "help": Row("help", "show this", _alone(Help())),
    "tables": Row("tables", "the tables, who is host, how many are there", _alone(Tables())),
    "players": Row("players", "who is here, where, from which address", _alone(Players())),
    "kick": Row("kick NAME", "send somebody away, who may come back", _named(Kick, "kick")),
    "ban": Row("ban NAME", "send somebody away for good, with the address", _named(Ban, "ban")),
    "unban": Row("unban NAME", "let a name, or an address, in again", _named(Unban, "unban")),
    "bans": Row("bans", "who is banned", _alone(ListBans())),
    "say": Row("say TEXT", "tell everybody", _said),
    "stop": Row("stop [in 5m | cancel]", "end the server now or then, and tell everybody", _stop),
}


# --- what is done --------------------------------------------------------------------------------------------------


def obey(hub: Hub, command: ForHub, now: float) -> Done:
    """Carry out a command at the hub. `now` as for every input of it."""
    match command:
        case Help():
            width = max(len(row.usage) for row in COMMANDS.values())
            return _only(f"{row.usage:{width}}  {row.help}" for row in COMMANDS.values())
        case Unclear(text):
            return _only((text,))
        case Tables():
            return _list(_tables(hub), "there is no table")
        case Players():
            return _list(_players(hub, now), "nobody is here")
        case ListBans():
            return _list(_bans(hub), "nobody is banned")
        case Say(text):
            _note("say")
            return Done((f"told to {people(census(hub).players or 0)}",), hub.announce(text))
        case Kick(name):
            return _kick(hub, name, now)
        case Ban(name):
            return _ban(hub, name, now)
        case Unban(name):
            return _unban(hub, name, now)
        case _ as unreachable:
            assert_never(unreachable)


def _kick(hub: Hub, name: str, now: float) -> Done:
    session = find(hub, name)
    if session is None:
        return _only((f"nobody here is called {_shown(name)}; `players` shows the names",))
    _note("kick", session.name)
    return Done((f"{_shown(session.name)} is sent away, and may come back",), hub.send_away(session, "kicked", now))


def _ban(hub: Hub, name: str, now: float) -> Done:
    bans, address = hub.door.bans, _address(name)
    if address is not None:
        if loopback(address):
            return _only(("that is this machine itself, which cannot be banned; ban a name",))
        bans.add(address, address)
        _note("ban", address)
        return Done((f"nobody from {address} comes in any more",), hub.keep_bans(now))
    session = find(hub, name)
    if session is None:
        bans.add(name, None)
        _note("ban", name)
        return Done((f"{_shown(name)} is banned; nobody of that name is here now",), hub.keep_bans(now))
    where = hub.last_address(session)
    where = None if where is None or loopback(where) else where
    bans.add(session.name, where)
    _note("ban", session.name)
    with_it = "" if where is None else f", and so is {where}: nobody comes in from there any more"
    outputs = [*hub.keep_bans(now), *hub.send_away(session, "banned", now)]
    return Done((f"{_shown(session.name)} is banned{with_it}",), outputs)


def _unban(hub: Hub, name: str, now: float) -> Done:
    if not hub.door.bans.lift(_address(name) or name):
        return _only((f"{_shown(name)} is not banned; `bans` shows who is",))
    _note("unban", name)
    return Done((f"{_shown(name)} may come in again",), hub.keep_bans(now))


def find(hub: Hub, name: str) -> Session | None:
    """The session of that name, or of one that looks like it."""
    look = names.skeleton(name)
    return next((one for one in hub.sessions if one.name == name or names.skeleton(one.name) == look), None)


def _address(text: str) -> str | None:
    """An address as the hub knows it, if the text is one."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return str(getattr(found, "ipv4_mapped", None) or found)


# --- what is shown -------------------------------------------------------------------------------------------------


def status(hub: Hub, address: str, stops_in: float | None = None) -> str:
    """The status line: who is here, what to tell people who want to come, and whether an end is near."""
    told = census(hub)
    count = len(hub.lobby)
    parts = [people(told.players or 0), "1 table" if count == 1 else f"{count} tables"]
    if stops_in is not None:  # goes before what a narrow terminal may cut off
        parts.append(f"stops in {in_words(round(stops_in))}")
    parts.append(address)
    if hub.door.password_needed:
        parts.append("password")
    return " · ".join(filter(None, parts))


def warning(seconds: int) -> str:
    """What everybody is told before a stop."""
    return f"The server stops in {in_words(seconds)}."


def warnings(seconds: int) -> tuple[int, ...]:
    """How many seconds before a stop everybody is told, the first time at once."""
    return (seconds, *(each for each in WARNINGS if each < seconds))


def in_words(seconds: int) -> str:
    """`10 seconds`, `5 minutes`, `1 hour`; over a minute and a half in whole minutes, as of a clock that is read."""
    for span, unit in ((3600, "hour"), (60, "minute")):
        if (seconds % span == 0 and seconds) or seconds >= 2 * span:
            return f"{(count := seconds // span)} {unit}{'s' if count > 1 else ''}"
    return f"{seconds} second{'s' if seconds != 1 else ''}"


def people(count: int) -> str:
    """`1 player`, `2 players`."""
    return "1 player" if count == 1 else f"{count} players"


def _tables(hub: Hub) -> Iterable[str]:
    for table in sorted(hub.lobby, key=lambda each: each.room.code):
        told = table_line(table)
        host = "nobody" if told.host is None else _shown(told.host)
        taken = f"{told.people + told.bots} of {told.seats} seats"
        yield f"{told.code}  {_shown(told.name)}: {told.phase}, {told.preset}, {taken}, host {host}"


def _players(hub: Hub, now: float) -> Iterable[str]:
    for session in sorted(hub.sessions, key=lambda each: names.key(each.name)):
        address = hub.address_of(session)
        if address is None and session.table is None:
            continue  # a name that is held, and nobody there
        where = "in the lobby" if session.table is None else f"at {session.table}"
        gone = f"away for {in_words(round(now - session.last_used))}" if address is None else f"from {address}"
        yield f"{_shown(session.name)}: {where}, {gone}"


def _bans(hub: Hub) -> Iterable[str]:
    for name, where in hub.door.bans.by_look.values():
        yield ", ".join(dict.fromkeys((_shown(name), *map(_shown, where))))


def _list(lines: Iterable[str], otherwise: str) -> Done:
    found = list(lines)
    more = (f"... and {len(found) - MOST_LINES} more",) if len(found) > MOST_LINES else ()
    return _only((*found[:MOST_LINES], *more) if found else (otherwise,))


def _only(lines: Iterable[str]) -> Done:
    return Done(tuple(lines), [])


def _shown(text: str, longest: int = 64) -> str:
    """Text from outside as part of a line: nothing that a terminal would obey, or that the eye cannot see."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:longest])


def _note(command: str, about: str | None = None) -> None:
    """The log tells what was done by hand, but not what was said."""
    text = f"by hand: {command}" + (f" {about}" if about else "")
    log.info("%s", plain(text), extra=told("admin", command=command, about=about))
