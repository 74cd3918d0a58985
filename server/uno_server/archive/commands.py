"""The commands of `uno-records`. Each returns None if all is well, else a complaint; "" if it has printed that."""

import json
import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any

from uno_engine.events import Event
from uno_protocol.catalogues import LANGUAGES, of_locale
from uno_protocol.records.checking import Finding, RecordVerdict
from uno_protocol.records.checking import check as check_record
from uno_protocol.records.file import (
    ALL,
    LARGEST,
    SPECTATOR,
    SUFFIX,
    has_words_of_people,
    read,
    renamed,
    write,
)
from uno_protocol.room import GameSeed, RoomEvent
from uno_protocol.sentences import Voice, event_text
from uno_protocol.text import clean
from uno_protocol.wire import action_to_map, event_from_map, event_to_map
from uno_server.archive.forgetting import forget
from uno_server.archive.opening import opened
from uno_server.archive.prune import DAY, prune
from uno_server.archive.reader import Archive, SavedGame, SavedTable, check, missing
from uno_server.archive.summaries import options_told, rules_text, wrong
from uno_server.archive.text import text
from uno_server.journal import recording
from uno_server.journal.bodies import Moment
from uno_server.journal.database import OLD, CannotOpen, Damaged
from uno_server.table.event_log import Shown


def list_all(directory: Path, asked: Namespace) -> str | None:
    """Print the tables and their games."""
    with opened(directory) as connection:
        tables = [_table_map(table) for table in Archive(connection).tables.values()]
    lines = [[_table_line(table), *(_game_line(game, table) for game in table["games"])] for table in tables]
    print(json.dumps(tables) if asked.json else "\n".join(chain(*lines)) or "no games are saved here")
    return None


def print_game(directory: Path, asked: Namespace) -> str | None:
    """Print how a game went, as far as it can be read."""
    story, fault = list[Moment](), None
    with opened(directory) as connection:
        archive = Archive(connection)
        game = archive.find(asked.game)
        try:
            story += archive.moments(game)
        except Damaged as damage:
            fault = f"the game is damaged: {damage}"
    table = _table_map(game.table)
    print(_in_json(table, game, story) if asked.json else "\n".join(_in_words(table, game, story)))
    return fault


def check_games(directory: Path, asked: Namespace) -> str | None:
    """Compare all with the rules, or some games, or records; print what differs, and how much was compared."""
    files = [name for name in asked.games if name.endswith(SUFFIX) or Path(name).is_file()]
    if files:
        if len(files) < len(asked.games):
            return "name games, or files of records, not both"
        return _check_files(files)
    with opened(directory) as connection:
        archive = Archive(connection)
        only = [archive.find(name) for name in asked.games]
        faults = list(chain(*(check(archive, game) for game in only)) if only else check(archive))
        if not only:
            faults += [f"summary {number} is not what happened in its game" for number in wrong(connection)]
        games = only or archive.games
        notes = list(chain(*(_missing(archive, game) for game in games)))
    moves = sum(game.told.moves for game in games)
    print("\n".join([*faults, *notes, f"checked: games {len(games)}, moves {moves}; differences {len(faults)}"]))
    return "" if faults else None


def _missing(archive: Archive, game: SavedGame) -> Iterator[str]:
    """Whose bytes are missing, a line: nobody but they can know whether the server left them out."""
    try:
        names = missing(archive, game)
    except Damaged:
        return
    if names:
        whose = " and ".join(map(clean, names))
        yield f"game {game.name} at {game.table.code}: the bytes of {whose} are missing from the deal"


def _check_files(names: Sequence[str]) -> str | None:
    """Say of each record whether it is true."""
    good = True
    for name in names:
        try:
            _, found = _checked(Path(name))
            said, true = found.text, found.verdict is RecordVerdict.TRUE
        except OSError as fault:
            said, true = f"cannot be read: {fault.strerror}", False
        print(f"{clean(name)}: {clean(said)}")
        good = good and true
    return None if good else ""


def _checked(path: Path) -> tuple[bytes, Finding]:
    """The record in a file, and the verdict on it. Raises OSError."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    return data, check_record(data)


class Pseudonyms:
    """Player 1, Player 2, … for the names of people, the same ones in all records."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def in_place(self, data: bytes) -> bytes:
        """The record with pseudonyms, and without the table's name."""
        return write(*renamed(read(data), self._name, ""))

    def _name(self, name: str) -> str:
        return self._names.setdefault(name, f"Player {len(self._names) + 1}")


def export(directory: Path, asked: Namespace) -> str | None:
    """Write one record, from the journal or a file, or all that are open."""
    if (senseless := _contradiction(asked)) is not None:
        return senseless
    names = Pseudonyms() if asked.pseudonyms else None
    if not asked.all and asked.game.endswith(SUFFIX):
        return _export_file(Path(asked.game), asked, names)
    with opened(directory) as connection:
        archive = Archive(connection)
        if not asked.all:
            return _export(archive, archive.find(asked.game), asked, names)
        games = [game for game in archive.games if game.open]
        complaints = 0
        for game in games:
            if (complaint := _export(archive, game, asked, names)) is not None:
                print(f"uno-records: {complaint}", file=sys.stderr)
                complaints += 1
    if not games:
        return "no game is over with open hands, so there is nothing to export"
    return "" if complaints else None


def _export(archive: Archive, game: SavedGame, asked: Namespace, names: Pseudonyms | None) -> str | None:
    try:
        record = _record(archive, game, asked.eyes)
    except Damaged as fault:
        return f"game {game.name} is damaged: {fault}"
    return record if isinstance(record, str) else _write(record, f"game {game.name}", asked, names)


def _export_file(path: Path, asked: Namespace, names: Pseudonyms | None) -> str | None:
    """In another form: a record that a client has saved, say."""
    if asked.eyes is not None:
        return "a file shows what it shows: leave out --eyes"
    if not (asked.html or asked.text or asked.to):
        return "say what to make of the file: --html FILE, --text or --to FILE"
    try:
        data, found = _checked(path)
    except OSError as fault:
        return f"cannot read {path}: {fault.strerror}"
    if found.verdict not in (RecordVerdict.TRUE, RecordVerdict.NOT_CHECKED):
        return f"{path}: {found.text}"
    return _write(data, str(path), asked, names)


def _write(record: bytes, what: str, asked: Namespace, names: Pseudonyms | None) -> str | None:
    """Write a record in the form that is asked for; the complaint if that can't be done. Raises CannotOpen."""
    header = read(record).header
    if asked.text and header.eyes != ALL:
        return f"{what} has the eyes of one viewer, and --text writes all hands"
    if names is not None:
        if has_words_of_people(header):
            return f"{what} is left out: it has a custom rule or position, which may name people"
        record = names.in_place(record)
    suffix = ".txt" if asked.text else SUFFIX
    path = _path(asked.html or asked.to, f"game-{header.game}{suffix}", folder=asked.all)
    shown = _in_form(record, asked)
    if shown is None:
        return f"{what} is too long for --html; uno-client replay shows its record"
    try:
        if asked.all:
            path.parent.mkdir(exist_ok=True)
        path.write_bytes(shown)
    except OSError as fault:
        raise CannotOpen(f"cannot write {path}: {fault.strerror}") from fault
    print(path)
    return None


def _contradiction(asked: Namespace) -> str | None:
    """The reason why these options can't be combined, if there is one."""
    if asked.all and asked.eyes is not None:
        return "--all writes all hands: leave out --eyes"
    if asked.html and (asked.all or asked.to is not None):
        return "--html writes one game, to its own FILE: leave out --all and --to"
    if asked.text and (asked.html or asked.eyes is not None):
        return "--text writes all hands: leave out --html and --eyes"
    return None


def _record(archive: Archive, game: SavedGame, eyes: str | None) -> bytes | str:
    """The record of a game, or why it is not to be had. Raises Damaged.

    The eyes of all seats together show every hand, so those of one seat are open only if all are.
    """
    if eyes != SPECTATOR and not game.open:
        why = "its table keeps hands closed" if not game.head.room.show_hands else "it was not played to its end"
        return f"game {game.name} shows no hands, as {why}; --eyes {SPECTATOR} writes what everybody saw"
    if eyes is None:
        return recording.whole_record(game.name, game.head, archive.moments(game))
    if eyes != SPECTATOR and not (eyes.isdecimal() and int(eyes) < len(game.head.seated)):
        return f"--eyes takes a seat from 0 to {len(game.head.seated) - 1}, or {SPECTATOR}"
    viewer = None if eyes == SPECTATOR else int(eyes)
    return recording.own_record(game.name, game.head, archive.moments(game), viewer, finished=game.finished)


def _in_form(record: bytes, asked: Namespace) -> bytes | None:
    """The record as a page or as text, if that is asked for; None if the page would be too large."""
    if asked.html:
        from uno_server.archive.html import TooLong, html  # the page is read only for this

        try:
            return html(record, _language())
        except TooLong:
            return None
    return text(record).encode() if asked.text else record


def _language() -> str:
    """The language that UNO_LANG asks for, as in the client, else that of the system."""
    asked = os.environ.get("UNO_LANG", "")
    return asked if asked in LANGUAGES else of_locale(os.environ)


def _path(to: str | None, name: str, *, folder: bool) -> Path:
    return Path(to or ".") / name if to is None or folder else Path(to)


def prune_tables(directory: Path, asked: Namespace) -> str | None:
    """Remove the tables that ended long enough ago, and print how many."""
    before = float("inf") if asked.all_finished else time.time() - asked.older_than * DAY
    tables, games = prune(directory, before, dry_run=asked.dry_run)
    print(f"{'would remove' if asked.dry_run else 'removed'}: tables {tables}, games {games}")
    return None


def forget_player(directory: Path, asked: Namespace) -> str | None:
    """Replace a name by *Player N*, and print which, and what may still hold the name."""
    print(f"{clean(asked.name)} is {forget(directory, asked.name)} now")
    for path in sorted(path for path in directory.glob("journal.*") if path.name == OLD or ".damaged-" in path.name):
        print(f"{path} is not changed: delete it, if the name may be in it")
    return None


COMMANDS: Mapping[str, Callable[[Path, Namespace], str | None]] = {
    "list": list_all,
    "print": print_game,
    "check": check_games,
    "export": export,
    "forget": forget_player,
    "prune": prune_tables,
}


def _table_map(table: SavedTable) -> dict[str, Any]:
    room = table.room
    return {
        "table": table.number,
        "code": table.code,
        **{key: None if room is None else getattr(room, key) for key in ("name", "preset")},
        "options": None if room is None else options_told(room),
        "opened": table.notes.opened,
        "ended": table.ended,
        "damage": table.damage,
        "games": [_game_map(game) for game in table.games],
    }


def _game_map(game: SavedGame) -> dict[str, Any]:
    head, told = game.head, game.told
    made: dict[str, Any] = {
        "game": game.name,
        "began": head.began,
        "finished": game.ended if game.finished else None,
        "state": game.state,
        "preset": head.room.preset,
        "options": options_told(head.room),
        "players": [
            {"seat": seat, "name": name, "bot": told.bots[seat], "score": told.scores[seat]}
            for seat, name in enumerate(told.names)
            if name is not None
        ],
        "rounds": told.rounds,
        "moves": told.moves,
        "winners": [told.names[seat] for seat in told.winners],
    }
    if game.open:
        made["seed"] = (told.seed or head.seed).hex()
    return made


def _table_line(table: Mapping[str, Any]) -> str:
    rules = rules_text(table["preset"] or "", table["options"] or {})
    ended = f", ended {_when(table['ended'])}" if table["ended"] else ""
    damage = f"; DAMAGED: {clean(table['damage'])}" if table["damage"] else ""
    name = clean(table["name"] or "?")
    return f"table {table['table']}  {table['code']}  {name}  ({rules})  opened {_when(table['opened'])}{ended}{damage}"


def _game_line(game: Mapping[str, Any], table: Mapping[str, Any]) -> str:
    """The game; with its rules where the table has others now."""
    players = ", ".join(clean(one["name"]) + (f" ({one['bot']})" if one["bot"] else "") for one in game["players"])
    parts = [f"  {game['game']}", _when(game["began"]), game["state"], players]
    rules = game["preset"], game["options"]
    if rules != (table["preset"], table["options"]):
        parts.append(f"({rules_text(*rules)})")
    parts.append(f"rounds {game['rounds']}, moves {game['moves']}")
    if game["state"] == "finished":
        seed = f"\n       seed {game['seed']}" if "seed" in game else ""
        parts.append(f"winner {' and '.join(map(clean, game['winners'])) or 'nobody'}{seed}")
    return "  ".join(parts)


def _when(wall: float, form: str = "%Y-%m-%d %H:%M") -> str:
    return datetime.fromtimestamp(wall).astimezone().strftime(form)


def _in_words(table: Mapping[str, Any], game: SavedGame, story: Sequence[Moment]) -> Iterator[str]:
    """The lines about a game."""
    room = game.head.room.copy()
    yield _table_line(table)
    yield _game_line(_game_map(game), table)
    for moment in story:
        when = _when(moment.wall, "%H:%M:%S")
        for event in moment.events:
            if moment is not story[0] and isinstance(event, RoomEvent):
                event.fold(room)
            if isinstance(event, GameSeed) and not game.open:
                continue
            names = (clean(room.name_at(seat)) for seat in range(len(room.occupants)))
            said = event_text(_seen(event, game), Voice(tuple(names), whole=True))
            yield from (f"{when}  {line}" for line in said.splitlines())


def _in_json(table: Mapping[str, Any], game: SavedGame, story: Sequence[Moment]) -> str:
    moments = []
    for commit, _, when, first, actions, events in story:
        made: dict[str, Any] = {"commit": commit, "when": when}
        if game.open:
            made["actions"] = [action_to_map(action) for action in actions]
        made["entries"] = [{"n": n, "event": event_to_map(_seen(event, game))} for n, event in enumerate(events, first)]
        moments.append(made)
    made = {**table, **_game_map(game), "seated": game.head.seated, "chosen": game.head.chosen, "moments": moments}
    del made["games"]
    return json.dumps(made)


def _seen(event: Event | RoomEvent, game: SavedGame) -> Event | RoomEvent:
    """All of it if the game is open, else what a spectator sees (A9)."""
    shown = event if game.open else event_from_map(Shown("", 0, event).public.event)
    assert shown is not None
    return shown if game.open or not isinstance(shown, GameSeed) else replace(shown, seed="")
