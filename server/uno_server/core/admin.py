"""The administrator's commands: typed lines become commands, and commands become outputs of the hub. Pure."""

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import NamedTuple

from uno_protocol.interfaces import loopback
from uno_protocol.text import clean
from uno_server.base import names
from uno_server.base.logs import plain, told
from uno_server.base.rate_limit import network_of, place_of, place_to_ban
from uno_server.core.census import census
from uno_server.core.hub import Hub
from uno_server.core.lobby import line as table_line
from uno_server.core.outputs import Close, Output
from uno_server.core.sessions import Session

log = logging.getLogger(__name__)

MOST_LINES = 200
"""The most lines of a list that are shown."""
LONGEST_SAYING = 300
LONGEST_WAIT = 7 * 24 * 3600
"""The most seconds ahead for which a stop can be planned."""
WARNINGS = (300, 60, 10)
"""Seconds before a stop at which players are warned again."""


class Result(NamedTuple):
    """The result of a command: lines to show, and outputs of the hub."""

    lines: tuple[str, ...]
    outputs: list[Output]


Work = Callable[[Hub, str, float], Result]
"""Carries out a command: of the hub, what was typed behind the word, and the time as for all inputs of the hub."""


@dataclass(frozen=True, slots=True)
class ForHub:
    """A command for the hub: what carries it out, and what was typed behind the word."""

    work: Work
    about: str = ""

    def carry_out(self, hub: Hub, now: float) -> Result:
        """Carry it out at the hub; `now` as for all its inputs."""
        return self.work(hub, self.about, now)


@dataclass(frozen=True, slots=True)
class ShowKey:
    """Show by what players know this server again."""


@dataclass(frozen=True, slots=True)
class Qr:
    """Show the QR code by which phones find the page, or a table there; `number`: of which address."""

    table: str = ""
    number: int = 1


@dataclass(frozen=True, slots=True)
class StopServer:
    """Stop the server in this many seconds; 0: now."""

    seconds: int = 0


@dataclass(frozen=True, slots=True)
class CancelStop:
    """Cancel the planned stop."""


AdminCommand = ForHub | ShowKey | Qr | StopServer | CancelStop


class Row(NamedTuple):
    """A command: how to type it, what it does, and how the rest of its line is read."""

    usage: str
    help: str
    read: Callable[[str], AdminCommand]


def parse(line: str) -> AdminCommand:
    """The command of a typed line. An empty one means help."""
    word, _, rest = _typed(line).strip().partition(" ")
    row = COMMANDS.get(word.lower())
    if row is None:
        return _unclear(f"unknown command {word!r}; commands: {', '.join(COMMANDS)}") if word else ForHub(show_help)
    return row.read(rest.strip())


def _typed(line: str) -> str:
    """A line without control or invisible characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in line[:1000])


def _alone(command: AdminCommand) -> Callable[[str], AdminCommand]:
    def read(rest: str) -> AdminCommand:
        return _unclear(f"unexpected text after the command: {rest!r}") if rest else command

    return read


def _named(work: Work, word: str, where: str = "players") -> Callable[[str], AdminCommand]:
    return lambda rest: ForHub(work, rest) if rest else _unclear(f"type {word} NAME; {where} lists the names")


def _located(work: Work) -> Callable[[str], AdminCommand]:
    return lambda rest: (
        ForHub(work, rest) if rest else _unclear("type ban-address ADDRESS; players lists the addresses")
    )


def _said(rest: str) -> AdminCommand:
    if not rest:
        return _unclear("type say TEXT")
    return ForHub(tell_all, rest) if len(rest) <= LONGEST_SAYING else _unclear(f"at most {LONGEST_SAYING} characters")


def _unclear(why: str) -> AdminCommand:
    """A line that is no command: why, and what to type."""
    return ForHub(lambda _hub, text, _now: _only((clean(text),)), why)


def _qr(rest: str) -> AdminCommand:
    *table, last = rest.split() or [""]
    if not (last.isascii() and last.isdigit()):
        return Qr(rest)
    return Qr(" ".join(table), int(last) if len(last) < 10 else 0)


_SPAN = re.compile(r"(?:in +)?(\d{1,6}) *(s|m|h|seconds?|minutes?|hours?)")
_UNITS = {"s": 1, "m": 60, "h": 3600}


def _stop(rest: str) -> AdminCommand:
    if not rest:
        return StopServer()
    if rest == "cancel":
        return CancelStop()
    found = _SPAN.fullmatch(rest.lower())
    if found is None:
        return _unclear("type stop, stop in 5m (or 30s, 1h), or stop cancel")
    seconds = int(found[1]) * _UNITS[found[2][0]]
    return StopServer(seconds) if seconds <= LONGEST_WAIT else _unclear("at most a week ahead")


def show_help(_hub: Hub, _about: str, _now: float) -> Result:
    """The commands."""
    width = max(len(row.usage) for row in COMMANDS.values())
    return _only(f"{row.usage:{width}}  {row.help}" for row in COMMANDS.values())


def tell_all(hub: Hub, text: str, _now: float) -> Result:
    """Send a message to everybody."""
    _note("say")
    return Result((f"sent to {people(census(hub).players or 0)}",), hub.announce(text))


def kick(hub: Hub, name: str, now: float) -> Result:
    """Disconnect a player, who may come back."""
    session = find(hub, name)
    if not isinstance(session, Session):
        return _only((session or f"no player is called {_shown(name)}; players lists the names",))
    _note("kick", session.name)
    return Result((f"kicked {_shown(session.name)}, who may come back",), hub.kick(session, "kicked", now))


def forget(hub: Hub, name: str, now: float) -> Result:
    """End a session, so that its name is free."""
    session = find(hub, name)
    if not isinstance(session, Session):
        return _only((session or f"nobody holds the name {_shown(name)}; sessions lists the names",))
    _note("forget", session.name)
    outputs = hub.forget(session, now)
    gone = session.number not in hub.sessions
    return Result((f"forgot {_shown(session.name)}" if gone else f"kicked {_shown(session.name)}: try again",), outputs)


def allow(hub: Hub, name: str, now: float) -> Result:
    """Give a player's seat to whoever asks for it."""
    session = find(hub, name)
    if isinstance(session, str):
        return _only((session,))
    outputs = None if session is None else hub.allow_claim(session, now)
    if session is None or outputs is None:
        return _only((f"nobody asks for the seat of {_shown(name)}",))
    _note("allow", session.name)
    return Result((f"gave the seat of {_shown(session.name)} to the one who asked",), outputs)


def ban(hub: Hub, name: str, now: float) -> Result:
    """Ban a player by name and address, or only an address. Ask which if it could be either."""
    bans, address, session = hub.admission.bans, _address(name), find(hub, name)
    if isinstance(session, str):
        return _only((session,))
    if session is None and address is not None:
        return ban_address(hub, name, now)
    if session is not None and address is not None:
        which = f"ban {_how_to_mean(hub, session)} for the player, ban-address {address} for the address"
        return _only((f"{_shown(name)} could be a player or an address: type {which}",))
    if session is None:
        bans.add(name, None)
        _note("ban", name)
        return Result((f"banned the name {_shown(name)}; no such player is here now",), hub.keep_bans(now))
    where = hub.last_address(session)
    where = None if where is None or loopback(where) else _place(hub, where, session)
    bans.add(session.name, where)
    _note("ban", session.name)
    with_it = "" if where is None else f" and the address {where}"
    outputs = [*hub.keep_bans(now), *hub.kick(session, "banned", now)]
    return _banned(hub, f"{_shown(session.name)}{with_it}", outputs, now)


def ban_address(hub: Hub, typed: str, now: float) -> Result:
    """Ban an address or a network, and end the connections from there."""
    address = _address(typed)
    if address is None:
        return _only((f"{_shown(typed)} is not an address; players lists the addresses",))
    if loopback(address):
        return _only(("this machine's own address cannot be banned; ban a name",))
    place = _place(hub, address)
    hub.admission.bans.add("", place)
    _note("ban-address", place)
    return _banned(hub, place, hub.keep_bans(now), now)


def _banned(hub: Hub, what: str, outputs: list[Output], now: float) -> Result:
    """The result of a ban that `outputs` store, with the end of each connection that it forbids."""
    ended = hub.kick_banned(now)
    count = sum(isinstance(each, Close) for each in ended)
    more = f"; ended {count} connection{'s' if count > 1 else ''} from there" if count else ""
    return Result((f"banned {what}{more}",), [*outputs, *ended])


def _place(hub: Hub, address: str, banned: Session | None = None) -> str:
    """What to ban with an address, which the others who are connected may share."""
    return place_to_ban(address, (hub.address_of(session) for session in hub.sessions if session is not banned))


def unban(hub: Hub, name: str, now: float) -> Result:
    """Lift the ban on a name or an address."""
    address = _address(name) or name
    if True not in [hub.admission.bans.lift(each) for each in {address, place_of(address)}]:
        return _only((f"{_shown(name)} is not banned; bans lists who is",))
    _note("unban", name)
    return Result((f"unbanned {_shown(name)}",), hub.keep_bans(now))


def find(hub: Hub, typed: str) -> Session | str | None:
    """The session that is meant by a number (`#12` or `12`, if that is nobody else's name) or by a name (`Bo`, `"Bo"`).

    A name may be in other letters that look like it. A text if that could be several: it says how to choose. None if
    there is none.
    """
    bare = typed.removeprefix("#")
    number = int(bare) if bare.isascii() and bare.isdigit() and len(bare) < 10 else 0
    numbered = hub.sessions.by_number.get(number)
    quoted = len(typed) > 2 and typed[0] == typed[-1] == '"'
    name = typed[1:-1] if quoted else typed
    like = hub.sessions.like(name)
    named = [each for each in like if each.name == name] or like
    named += [each for each in hub.sessions.like(typed) if quoted and each.name == typed]
    meant = named if numbered is None else [numbered, *(each for each in named if each is not numbered)]
    if len(meant) < 2:
        none = f"there is no player {typed}; players lists the numbers" if typed.startswith("#") and number else None
        return meant[0] if meant else none
    which = ", ".join(f"{_how_to_mean(hub, each)} for {_shown(each.name)}" for each in meant)
    return f"{_shown(typed)} could be several: type {which}"


def _how_to_mean(hub: Hub, session: Session) -> str:
    """The unique way to type that session: its number, or its name if the number looks like another's."""
    number = f"#{session.number}"
    return f'"{_shown(session.name)}"' if any(each is not session for each in hub.sessions.like(number)) else number


def _address(text: str) -> str | None:
    """An address as the hub writes it, or a network as `bans` lists it, if the text is one."""
    whole = ":" in text and text.endswith("/64")
    try:
        found = ip_address(text.removesuffix("/64") if whole else text)
    except ValueError:
        return None
    address = str(getattr(found, "ipv4_mapped", None) or found)
    return f"{network_of(address)}/64" if whole else address


def status(hub: Hub, address: str, stops_in: float | None = None) -> str:
    """The status line: how many are here, how to join, and whether a stop is planned."""
    told = census(hub)
    count = len(hub.lobby)
    parts = [_players_here(hub, told.players or 0), "1 table" if count == 1 else f"{count} tables"]
    if stops_in is not None:  # first, as a narrow terminal may cut off the rest
        parts.append(f"stops in {in_words(round(stops_in))}")
    if hub.thinker.late:
        parts.append(f"{hub.thinker.late} late expert moves")
    parts.append(address)
    if hub.admission.password_needed:
        parts.append("password")
    return " · ".join(filter(None, parts))


def _players_here(hub: Hub, count: int) -> str:
    encrypted = sum(hub.is_encrypted(each) for each in hub.sessions if not each.screen)
    plain = 0 if hub.fingerprint is None else count - encrypted
    return f"{people(count)} ({plain} not encrypted)" if plain else people(count)


def warning(seconds: int) -> str:
    """The announcement before a stop."""
    return f"The server stops in {in_words(seconds)}."


def warnings(seconds: int) -> tuple[int, ...]:
    """The seconds before a stop at which players are warned; the first is immediate."""
    return (seconds, *(each for each in WARNINGS if each < seconds))


def in_words(seconds: int) -> str:
    """`10 seconds`, `5 minutes`, `1 hour`; from two minutes or hours on in whole ones."""
    for span, unit in ((3600, "hour"), (60, "minute")):
        if (seconds % span == 0 and seconds) or seconds >= 2 * span:
            return f"{(count := seconds // span)} {unit}{'s' if count > 1 else ''}"
    return f"{seconds} second{'s' if seconds != 1 else ''}"


def people(count: int) -> str:
    """`1 player`, `2 players`."""
    return "1 player" if count == 1 else f"{count} players"


def _tables(hub: Hub, _now: float) -> Iterable[str]:
    for table in sorted(hub.lobby, key=lambda each: each.room.code):
        told = table_line(table)
        seat = table.room.host
        host = "nobody" if seat is None else _shown(table.room.name_at(seat))
        taken = f"{told.people + told.bots} of {told.seats} seats"
        yield f"{told.code}  {_shown(told.name)}: {told.phase}, {told.preset}, {taken}, host {host}"


def _players(hub: Hub, now: float) -> Iterable[str]:
    for session in sorted(hub.sessions, key=lambda each: names.key(each.name)):
        address = hub.address_of(session)
        if address is None and session.table is None:
            continue  # a reserved name that nobody uses
        where = "in the lobby" if session.table is None else f"at {session.table}"
        gone = f"disconnected for {in_words(round(now - session.last_used))}" if address is None else f"from {address}"
        how = "" if address is None or hub.fingerprint is None else _HOW[hub.is_encrypted(session)]
        yield f"#{session.number} {_shown(session.name)}: {where}, {gone}{how}"


_HOW = {True: ", encrypted", False: ", not encrypted"}


def _sessions(hub: Hub, now: float) -> Iterable[str]:
    for session in hub.sessions:
        asked = "" if session.taken_up or session.last_id else ", has never asked for anything"
        where = "" if session.table is None else f", at {session.table}"
        here = "connected" if session.peer is not None else f"last used {in_words(round(now - session.last_used))} ago"
        yield f"#{session.number} {_shown(session.name)}: {here}{where}{asked}"


def _bans(hub: Hub, _now: float) -> Iterable[str]:
    for name, where in hub.admission.bans.by_look.values():
        shown = [_shown(each) for each in dict.fromkeys((name, *where)) if each]
        yield from [", ".join(shown)] if name else shown


def _list(lines: Callable[[Hub, float], Iterable[str]], otherwise: str) -> Work:
    def show(hub: Hub, _about: str, now: float) -> Result:
        found = list(lines(hub, now))
        more = (f"... and {len(found) - MOST_LINES} more",) if len(found) > MOST_LINES else ()
        return _only((*found[:MOST_LINES], *more) if found else (otherwise,))

    return show


show_tables = _list(_tables, "no tables")
show_players = _list(_players, "nobody is here")
show_sessions = _list(_sessions, "no names are held")
show_bans = _list(_bans, "nobody is banned")


def _only(lines: Iterable[str]) -> Result:
    return Result(tuple(lines), [])


def _shown(text: str, longest: int = 64) -> str:
    """Text from outside as part of a line: as a client would show it."""
    return clean(text, longest)


def _note(command: str, about: str | None = None) -> None:
    """Log a command, but not the text of an announcement."""
    text = f"console: {command}" + (f" {about}" if about else "")
    log.info("%s", plain(text), extra=told("admin", command=command, about=about))


COMMANDS: Mapping[str, Row] = {
    "help": Row("help", "show this list", _alone(ForHub(show_help))),
    "tables": Row("tables", "list the tables: phase, rules, seats taken, host", _alone(ForHub(show_tables))),
    "players": Row(
        "players", "list the players: number, name, where they are, and their addresses", _alone(ForHub(show_players))
    ),
    "kick": Row("kick NAME", "disconnect a player, by name or number, who may come back", _named(kick, "kick")),
    "allow": Row("allow NAME", "give a player's seat to the one who asks for it", _named(allow, "allow")),
    "ban": Row("ban NAME", "kick a player and ban the name and the address", _named(ban, "ban")),
    "ban-address": Row(
        "ban-address ADDRESS", "ban an address, and end the connections from there", _located(ban_address)
    ),
    "unban": Row("unban NAME", "lift the ban on a name or an address", _named(unban, "unban", "bans")),
    "bans": Row("bans", "list the bans", _alone(ForHub(show_bans))),
    "sessions": Row("sessions", "list all names that are held, also for nobody", _alone(ForHub(show_sessions))),
    "forget": Row("forget NAME", "kick a player and free the name", _named(forget, "forget", "sessions")),
    "key": Row("key", "show the words and the link by which players know this server again", _alone(ShowKey())),
    "qr": Row("qr [TABLE] [2]", "show a QR code for phones; 2: of this computer's second address", _qr),
    "say": Row("say TEXT", "send a message to everybody", _said),
    "stop": Row("stop [in 5m | cancel]", "stop the server, now or later; players are told", _stop),
}
