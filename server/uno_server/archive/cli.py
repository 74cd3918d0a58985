"""The command `uno-journal`: lists the games in a journal, prints one, checks them, prunes old ones."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from uno_protocol.completion import add_completion
from uno_protocol.text import clean
from uno_server import config
from uno_server.base.logs import whereabouts

if TYPE_CHECKING:
    from uno_server.archive.reader import Archive, KeptTable, SavedGame
    from uno_server.journal.games import Moment

PROGRAM = "uno-journal"
GOOD, FAILURE, INTERRUPTED = 0, 1, 130
DAY = 24 * 3600.0


def main() -> int:
    """Run the command. Returns the exit code: 0 good, 1 cannot be done or is not as it must be (2: usage)."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # names may be beyond the encoding
    try:
        return run(sys.argv[1:], os.environ)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        sys.stdout = None  # nobody reads any more; nothing is left to flush
        return FAILURE
    except Exception as fault:  # noqa: BLE001  (the edge of the program: no traceback reaches anybody)
        print(f"{PROGRAM}: failed: {whereabouts(fault)}", file=sys.stderr)
        return FAILURE


def run(argv: Sequence[str], environment: Mapping[str, str]) -> int:
    """The command with these arguments and variables."""
    parser = _parser()
    asked = parser.parse_args(argv)
    directory = _directory(parser, asked, environment)
    from uno_server.journal.database import CannotOpen

    try:
        code: int = asked.work(directory, asked)
    except CannotOpen as fault:
        print(f"{PROGRAM}: {fault}", file=sys.stderr)
        return FAILURE
    sys.stdout.flush()
    return code


def _directory(parser: config.ServerParser, asked: argparse.Namespace, environment: Mapping[str, str]) -> Path:
    """Where the server of that port would keep its journal: flags go before UNO_DATA_DIR and UNO_PORT."""
    given: str | None = getattr(asked, "data_dir", None)
    port: int | None = getattr(asked, "port", None)
    if given is not None and port is not None:
        parser.error("give --data-dir or --port, not both")
    if given is None and port is None:
        given = environment.get("UNO_DATA_DIR")
        if environment.get("UNO_PORT"):
            try:
                port = config.port_number(environment["UNO_PORT"])
            except argparse.ArgumentTypeError as fault:
                parser.error(f"UNO_PORT: {fault}")
    found = config.data_dir(given, config.PORT if port is None else port)
    if found is None:
        parser.error("port 0 has no directory of its own; give --data-dir")
    return found


def _parser() -> config.ServerParser:
    where = config.ServerParser(add_help=False, argument_default=argparse.SUPPRESS)
    where.add_argument("--data-dir", metavar="DIR", help="where the server saves its games")
    where.add_argument("--port", metavar="PORT", type=config.port_number, help="the server's port (default: 7777)")
    parser = config.ServerParser(
        prog=PROGRAM,
        description="List, print, check and prune the games that uno-server saved.",
        epilog="GAME is a number from `list`, such as 12.3; or a table's number or code, for its last game.",
        allow_abbrev=False,
        parents=[where],
    )
    add_completion(parser)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, text: str, work: object) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text, parents=[where], allow_abbrev=False)
        made.set_defaults(work=work)
        return made

    listing = command("list", "List the saved tables and games.", _list)
    printing = command("print", "Print how a game went. An unfinished game shows only what spectators may see.", _print)
    checking = command("check", "Replay every game from its seed and compare.", _check)
    pruning = command("prune", "Remove tables that have ended; the server may run.", _prune)
    printing.add_argument("game", metavar="GAME", help="such as 12.3; see list")
    checking.add_argument("game", metavar="GAME", nargs="?", help="such as 12.3; see list (default: all)")
    for made in (listing, printing):
        made.add_argument("--json", action="store_true", help="one JSON value on one line")
    which = pruning.add_mutually_exclusive_group(required=True)
    which.add_argument("--older-than", metavar="DAYS", type=_days, help="what ended more than DAYS days ago")
    which.add_argument("--all-finished", action="store_true", help="everything that has ended")
    pruning.add_argument("--dry-run", action="store_true", help="only show what would be removed")
    return parser


def _days(text: str) -> float:
    try:
        days = float(text)
    except ValueError:
        days = -1.0
    if not 0 <= days < 1e6:
        raise argparse.ArgumentTypeError(f"a number of days, not {text!r}")
    return days


def _list(directory: Path, asked: argparse.Namespace) -> int:
    from uno_server.archive.reader import Archive, opened

    with opened(directory) as connection:
        archive = Archive(connection)
    tables = [_table_map(table) for table in archive.tables.values()]
    if asked.json:
        print(json.dumps(tables))
        return GOOD
    for table in tables:
        print(_table_line(table))
        for game in table["games"]:
            print(_game_line(game, table))
    if not tables:
        print("no games are saved here")
    return GOOD


def _table_map(table: KeptTable) -> dict[str, Any]:
    room = table.room
    return {
        "table": table.number,
        "code": table.code,
        "name": None if room is None else room.name,
        "preset": None if room is None else room.preset,
        "options": None if room is None else room.options,
        "opened": table.chain.opened,
        "ended": table.ended,
        "damage": table.damage,
        "games": [_game_map(table, game) for game in table.games],
    }


def _game_map(table: KeptTable, saved: SavedGame) -> dict[str, Any]:
    from uno_server.archive.reader import state_of

    state, game = state_of(saved), saved.told
    made: dict[str, Any] = {
        "game": f"{table.number}.{game.number}",
        "began": game.began,
        "finished": game.finished,
        "state": state,
        "preset": game.preset,
        "options": game.options,
        "players": [
            {"seat": seat, "name": name, "bot": game.bots[seat], "score": game.scores[seat]}
            for seat, name in enumerate(game.names)
            if name is not None
        ],
        "rounds": game.rounds,
        "moves": game.moves,
        "winners": [game.names[seat] for seat in game.winners],
    }
    if state == "finished":
        made["seed"] = game.seed.hex()
    return made


def _table_line(table: Mapping[str, Any]) -> str:
    rules = _rules(table["preset"] or "", table["options"] or {})
    span = f"opened {_when(table['opened'])}" + (f", ended {_when(table['ended'])}" if table["ended"] else "")
    damage = f"; DAMAGED: {table['damage']}" if table["damage"] else ""
    return _shown(f"table {table['table']}  {table['code']}  {clean(table['name'] or '?')}  ({rules})  {span}{damage}")


def _rules(preset: str, options: Mapping[str, str]) -> str:
    return " ".join([preset, *(f"{key}={value}" for key, value in options.items())])


def _game_line(game: Mapping[str, Any], table: Mapping[str, Any]) -> str:
    """The game; with its rules where the table has others now."""
    players = ", ".join(clean(one["name"]) + (f" ({one['bot']})" if one["bot"] else "") for one in game["players"])
    parts = [f"  {game['game']}", _when(game["began"]), game["state"], players]
    rules = game["preset"], game["options"]
    if rules != (table["preset"], table["options"]):
        parts.append(f"({_rules(*rules)})")
    parts.append(f"rounds {game['rounds']}, moves {game['moves']}")
    if game["state"] != "finished":
        return _shown("  ".join(parts))
    parts.append(f"winner {' and '.join(map(clean, game['winners'])) or 'nobody'}")
    return _shown("  ".join(parts)) + f"\n       seed {game['seed']}"


def _shown(text: str) -> str:
    """Text that people chose, as one line that does nothing to a terminal (FAULTS 35 to 38)."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _when(wall: float) -> str:
    return datetime.fromtimestamp(wall).astimezone().strftime("%Y-%m-%d %H:%M")


def _print(directory: Path, asked: argparse.Namespace) -> int:
    from uno_server.archive.reader import Archive, opened
    from uno_server.journal.bodies import Damaged

    moments: list[Moment] = []
    damage = None
    with opened(directory) as connection:
        archive = Archive(connection)
        table, game = _find(archive, asked.game)
        try:
            moments += archive.moments(table, game)
        except Damaged as fault:
            damage = str(fault)
    print("\n".join(_in_json(table, game, moments) if asked.json else _in_words(table, game, moments)))
    if damage is not None:
        print(f"{PROGRAM}: it is damaged: {damage}", file=sys.stderr)
        return FAILURE
    return GOOD


def _find(archive: Archive, text: str) -> tuple[KeptTable, SavedGame]:
    from uno_server.journal.database import CannotOpen

    try:
        return archive.find(text)
    except KeyError:
        raise CannotOpen(f"no game {text!a}; see {PROGRAM} list") from None


def _in_words(table: KeptTable, game: SavedGame, story: Sequence[Moment]) -> Iterator[str]:
    """The lines about a game."""
    from uno_protocol.fold import gone_after, name_at
    from uno_protocol.room import RoomEvent
    from uno_protocol.sentences import Voice, event_text

    about, room = _table_map(table), game.head.room.copy()
    yield _table_line(about)
    yield _game_line(_game_map(table, game), about)
    gone: Mapping[int, str] = {}
    for moment in story:
        when = datetime.fromtimestamp(moment.wall).astimezone().strftime("%H:%M:%S")
        for event in moment.entries.events:
            if moment is not story[0] and isinstance(event, RoomEvent):
                gone = gone_after(event, room, gone)
                event.fold(room)
            names = (clean(name_at(seat, room, gone)) for seat in range(len(room.occupants)))
            said = event_text(_seen(event, game), Voice(tuple(names), whole=True))
            yield from (f"{when}  {line}" for line in said.splitlines())


def _seen(event: Any, game: SavedGame) -> Any:
    """All of it once the game is finished; before that what a spectator sees (A9), and no position (P-7.30)."""
    from uno_engine.events import Event
    from uno_protocol.room import GamePlaced

    if game.told.finished is not None:
        return event
    if isinstance(event, GamePlaced):
        return GamePlaced(event.seated)
    return event.seen_by(None) if isinstance(event, Event) else event


def _in_json(table: KeptTable, game: SavedGame, story: Sequence[Moment]) -> Iterator[str]:
    from uno_protocol.wire import event_to_map
    from uno_server.journal.bodies import action_to_map

    about = _table_map(table)
    del about["games"]
    moments = []
    for moment in story:
        made: dict[str, Any] = {"commit": moment.commit, "when": moment.wall}
        if game.told.finished is not None:
            made["actions"] = [action_to_map(action) for action in moment.entries.actions]
        made["entries"] = [
            {"n": n, "event": event_to_map(_seen(event, game))}
            for n, event in enumerate(moment.entries.events, moment.entries.first)
        ]
        moments.append(made)
    opened = {"seated": game.told.seated, "chosen": game.head.chosen}
    yield json.dumps({**about, **_game_map(table, game), **opened, "moments": moments})


def _check(directory: Path, asked: argparse.Namespace) -> int:
    from uno_server.archive.reader import Archive, check, opened

    faults: list[str] = []
    with opened(directory) as connection:
        archive = Archive(connection)
        if asked.game is None:
            games = [(table, game) for table in archive.tables.values() for game in table.games]
            faults += archive.rest()
        else:
            games = [_find(archive, asked.game)]
        faults += [found for table, game in games if (found := check(archive, table, game)) is not None]
    for fault in faults:
        print(fault)
    moves = sum(game.told.moves for _, game in games)
    print(f"checked: games {len(games)}, moves {moves}; differences {len(faults)}")
    return FAILURE if faults else GOOD


def _prune(directory: Path, asked: argparse.Namespace) -> int:
    from uno_server.archive.prune import prune

    before = float("inf") if asked.all_finished else time.time() - asked.older_than * DAY
    found = prune(directory, before, dry_run=asked.dry_run)
    what = f"tables {found.tables}, games {found.games}"
    freed = f"{found.bytes} bytes freed" if found.bytes else "the files stay as large, and the room is used again"
    print(f"would remove: {what}" if asked.dry_run else f"removed: {what}; {freed}")
    return GOOD


if __name__ == "__main__":
    sys.exit(main())
