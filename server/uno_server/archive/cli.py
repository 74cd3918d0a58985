"""The command `uno-records`: lists the games in a journal, prints, checks, exports and counts them, prunes old ones."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from uno_protocol.completion import add_completion
from uno_server import config
from uno_server.base.logs import whereabouts

PROGRAM = "uno-records"
GOOD, FAILURE, INTERRUPTED = 0, 1, 130
_EXPORT = (
    "Write records of games: all hands of a finished game whose table opened them, else what everybody saw "
    "(--eyes spectator). Players save what they saw themselves in their client; that file can be given instead."
)


def main() -> int:
    """Run the command. Returns the exit code: 0 good, 1 cannot be done or is not as it must be (2: usage)."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # names may be beyond the encoding
    if "stats" in sys.argv[1:]:
        _give_way()  # it only reads, and a server may be playing beside it
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


def _give_way() -> None:
    """Let a server compute first, as far as the system knows how."""
    if hasattr(os, "nice"):
        os.nice(19)


def run(argv: Sequence[str], environment: Mapping[str, str]) -> int:
    """The command with these arguments and variables."""
    parser = _parser()
    asked = vars(parser.parse_args(argv))
    if {"data_dir", "port"} <= asked.keys():
        parser.error("give --data-dir or --port, not both")
    if not {"data_dir", "port"} & asked.keys():
        try:
            asked |= config.variables({name: environment.get(name, "") for name in ("UNO_DATA_DIR", "UNO_PORT")})
        except ValueError as wrong:
            parser.error(str(wrong))
    directory = config.data_dir(asked.get("data_dir"), asked.get("port", config.PORT))
    if directory is None:
        parser.error("port 0 has no directory of its own; give --data-dir")
    command = _command(asked["command"])  # not before: a shell that completes a word is not kept waiting
    from uno_server.journal.database import CannotOpen

    try:
        fault = command(directory, argparse.Namespace(**asked))
        sys.stdout.flush()
    except CannotOpen as cannot:
        fault = str(cannot)
    if fault:
        print(f"{PROGRAM}: {fault}", file=sys.stderr)
    return GOOD if fault is None else FAILURE


def _command(name: str) -> Callable[[Path, argparse.Namespace], str | None]:
    if name == "stats":  # half of its time would go into what the others import (`bench.py numbers`)
        from uno_server.archive.stats import stats

        return stats
    from uno_server.archive.commands import COMMANDS

    return COMMANDS[name]


def _parser() -> config.ServerParser:
    where = config.ServerParser(add_help=False, argument_default=argparse.SUPPRESS)
    where.add_argument("--data-dir", metavar="DIR", help="where the server saves its games")
    where.add_argument("--port", metavar="PORT", type=config.port_number, help="the server's port (default: 7777)")
    parser = config.ServerParser(
        prog=PROGRAM,
        description="List, print, check, export, count and prune the games that uno-server saved.",
        epilog="GAME is a number from `list`, such as 12.3; or a table's number or code, for its last game.",
        allow_abbrev=False,
        parents=[where],
    )
    add_completion(parser)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")

    def command(name: str, text: str, more: str = "") -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text, description=more or text, parents=[where], allow_abbrev=False)

    listing = command("list", "List the saved tables and games.")
    printing = command("print", "Print how a game went: with all hands where the table opened them after the game.")
    checking = command("check", "Replay every game from its seed and compare; or check records.")
    exporting = command("export", "Write records of games: all hands where the table opened them.", _EXPORT)
    counting = command("stats", "Show what the players have done, by name: tonight, this month, always.")
    forgetting = command("forget", "Put `Player N` for a name in all that is saved; the server may run.")
    pruning = command("prune", "Remove tables that have ended, and old games of others; the server may run.")
    printing.add_argument("game", metavar="GAME", help="such as 12.3; see list")
    checking.add_argument("games", metavar="GAME", nargs="*", help="such as 12.3, or FILE.unorec (default: all games)")
    what = exporting.add_mutually_exclusive_group(required=True)
    what.add_argument("game", metavar="GAME", nargs="?", help="such as 12.3, see list; or FILE.unorec, a saved record")
    what.add_argument("--all", action="store_true", help="every game that is over and open, a file each")
    exporting.add_argument(
        "--eyes",
        metavar="WHOSE",
        help="`spectator`, or a seat's number; where hands are closed, only `spectator` (default: all hands)",
    )
    exporting.add_argument("--pseudonyms", action="store_true", help="write Player 1, Player 2 for the names")
    exporting.add_argument("--to", metavar="PATH", help="the file; with --all, the folder (default: here)")
    exporting.add_argument(
        "--html", metavar="FILE", help="a page that shows and checks the record in any browser, offline"
    )
    exporting.add_argument(
        "--text", action="store_true", help="a scenario of its moves, to read or to paste (otherwise JSON, a line each)"
    )
    for made in (listing, printing):
        made.add_argument("--json", action="store_true", help="one JSON value on one line")
    forgetting.add_argument("name", metavar="NAME", help="exactly as it was")
    counting.set_defaults(player=None, since=None, most=None, public=False, csv=False, json=False)
    counting.add_argument("--player", metavar="NAME", help="one name only, also by rules")
    counting.add_argument("--since", metavar="WHEN", type=_since, help="a date such as 2026-05-01, or a number of days")
    counting.add_argument("--most", metavar="N", type=_count, help="only the N who played most")
    counting.add_argument("--public", action="store_true", help="without tables that are unlisted or have a password")
    form = counting.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="comma-separated values")
    form.add_argument("--json", action="store_true", help="one JSON value on one line")
    which = pruning.add_mutually_exclusive_group(required=True)
    which.add_argument("--older-than", metavar="DAYS", type=_days, help="what ended more than DAYS days ago")
    which.add_argument("--all-finished", action="store_true", help="everything that has ended")
    pruning.add_argument("--dry-run", action="store_true", help="only show what would be removed")
    return parser


def _since(text: str) -> Callable[[float], float]:
    """The calendar time (seconds) that a date or a number of days means, at a given time."""
    with suppress(ValueError, OverflowError):
        date = datetime.strptime(text, "%Y-%m-%d").astimezone().timestamp()
        return lambda _: date
    with suppress(argparse.ArgumentTypeError):
        days = _days(text)
        return lambda now: now - days * 24 * 3600
    raise argparse.ArgumentTypeError(f"a date such as 2026-05-01 or a number of days, not {text!r}")


def _count(text: str) -> int:
    with suppress(ValueError):
        if (count := int(text)) >= 1:
            return count
    raise argparse.ArgumentTypeError(f"a number from 1 on, not {text!r}")


def _days(text: str) -> float:
    with suppress(ValueError):
        if 0 <= (days := float(text)) < 1e6:
            return days
    raise argparse.ArgumentTypeError(f"a number of days, not {text!r}")


if __name__ == "__main__":
    sys.exit(main())
