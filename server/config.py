"""What the server is told when it starts: flags, then UNO_ variables, then defaults."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from protocol.discovery import AUTO, Reach, read_reach

PROGRAM = "uno-server"
PORT = 7777
USAGE = 2


@dataclass(frozen=True, slots=True)
class Config:
    """How to run. `host` None: all addresses. `port` 0: any free one."""

    host: str | None
    port: int
    name: str
    exit_with_stdin: bool
    data_dir: Path | None = None
    """Where the journal is; None: nothing is stored."""
    durable: bool = False
    announce: Reach = AUTO
    """Where the server is announced to those who look for one."""


class Parser(argparse.ArgumentParser):
    """Says what it does not understand in one line, with exit code 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message} (see {self.prog} --help)\n")


def read(argv: Sequence[str], environment: Mapping[str, str], version: str) -> Config:
    """The configuration. Ends the program with one line and code 2 for what it does not understand."""
    parser = _parser(version)
    # A flag goes before the variable, the variable before the default; argparse converts text defaults like flags.
    parser.set_defaults(**{key: environment[f"UNO_{key.upper()}"] for key in _VARIABLES if _given(environment, key)})
    found = parser.parse_args(argv)
    named = any(word.partition("=")[0] == "--data-dir" for word in argv)
    if found.ephemeral and (found.durable or named):
        parser.error("--ephemeral stores nothing, so it goes with neither --data-dir nor --durable")
    directory = None if found.ephemeral else data_dir(found.data_dir, found.port)
    if found.durable and directory is None:
        parser.error("--durable needs --data-dir, as --port 0 has no place of its own")
    announce = ",".join(found.announce or [environment.get("UNO_ANNOUNCE") or "auto"])
    try:
        reach = read_reach(announce)
    except ValueError as fault:
        parser.error(f"argument --announce: {fault}")
    return Config(found.host or None, found.port, found.name, found.exit_with_stdin, directory, found.durable, reach)


def data_dir(given: str | None, port: int) -> Path | None:
    """The directory asked for, else one of the user's for that port; for any free port there is none."""
    if given:
        return Path(given).expanduser()
    if not port:
        return None
    from platformdirs import user_data_path

    return user_data_path("uno-lan", appauthor=False) / "server" / str(port)


_VARIABLES = ("host", "port", "name", "data_dir")


def _given(environment: Mapping[str, str], key: str) -> bool:
    return bool(environment.get(f"UNO_{key.upper()}"))


def _parser(version: str) -> argparse.ArgumentParser:
    parser = Parser(
        prog=PROGRAM,
        description="Serve UNO to the local network. Others join with: uno-client HOST:PORT",
        epilog="Every flag but the switches can also be set by a variable: UNO_HOST, UNO_PORT, UNO_NAME, UNO_DATA_DIR, "
        "UNO_ANNOUNCE.",
        allow_abbrev=False,
    )
    parser.add_argument("--host", metavar="HOST", help="address to listen on (default: all, IPv6 and IPv4)")
    parser.add_argument(
        "--port", metavar="PORT", type=port_number, default=PORT, help="default %(default)s; 0: a free one"
    )
    parser.add_argument("--name", metavar="NAME", type=_name, default="UNO", help="what players see as the game's name")
    parser.add_argument(
        "--data-dir",
        metavar="DIR",
        help="where games are kept (default: a directory of yours for that port; with --port 0 nowhere)",
    )
    parser.add_argument("--ephemeral", action="store_true", help="store nothing: all ends with the process")
    parser.add_argument("--durable", action="store_true", help="let every move survive a loss of power too (slower)")
    parser.add_argument(
        "--announce",
        metavar="auto|off|IP",
        action="append",
        help="let clients find the game by themselves: on the networks that it listens on (auto, the default), "
        "not at all (off), or on those of these addresses of this machine (repeated, or parted by commas)",
    )
    parser.add_argument("--exit-with-stdin", action="store_true", help="end when standard input is closed")
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {version}")
    return parser


def port_number(text: str) -> int:
    """A port, 0 to 65535, from a flag. Raises argparse.ArgumentTypeError."""
    if not (text.isascii() and text.isdigit()) or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")
    return int(text)


def _name(text: str) -> str:
    if not text.strip() or len(text) > 40 or not text.isprintable():
        raise argparse.ArgumentTypeError("a name has 1 to 40 printable characters")
    return text.strip()
