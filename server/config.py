"""What the server is told when it starts: flags, then UNO_ variables, then the file of `--config`, then defaults."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from protocol.discovery import AUTO, Reach, read_reach
from server import config_file, config_limits
from server.config_file import FileRefused
from server.limits import Limits

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
    password: str | None = field(default=None, repr=False)
    """What a login has to name; None: nothing."""
    log_json: bool = False
    allow_test_deals: bool = False
    """Tables may be opened at a position (P-7.30)."""
    limits: Limits = field(default_factory=Limits)


class Parser(argparse.ArgumentParser):
    """Says what it does not understand in one line, with exit code 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message} (see {self.prog} --help)\n")


class Setting(NamedTuple):
    """Something that a variable or the file may set as well as a flag: its kinds in the file, and how text is read.

    `read` raises argparse.ArgumentTypeError, with what is wanted.
    """

    kinds: tuple[type, ...]
    read: Callable[[str], object]


def port_number(text: str) -> int:
    """A port, 0 to 65535, from a flag. Raises argparse.ArgumentTypeError."""
    if not (text.isascii() and text.isdigit()) or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text[:40]!r}")
    return int(text)


def _name(text: str) -> str:
    if not text.strip() or len(text) > 40 or not text.isprintable():
        raise argparse.ArgumentTypeError("a name has 1 to 40 printable characters")
    return text.strip()


def _password(text: str) -> str:
    if not text or len(text) > 128 or not text.isprintable():
        raise argparse.ArgumentTypeError("a password has 1 to 128 printable characters")
    return text


def _reach(text: str) -> Reach:
    try:
        return read_reach(text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def _yes(text: str) -> bool:
    if text.lower() not in ("0", "1", "no", "yes"):
        raise argparse.ArgumentTypeError(f"is 1 or 0, not {text[:40]!r}")
    return text.lower() in ("1", "yes")


SETTINGS: Mapping[str, Setting] = {
    "host": Setting((str,), str),
    "port": Setting((int,), port_number),
    "name": Setting((str,), _name),
    "data_dir": Setting((str,), str),
    "ephemeral": Setting((bool,), _yes),
    "durable": Setting((bool,), _yes),
    "announce": Setting((str, list), _reach),
    "password": Setting((str,), _password),
    "password_file": Setting((str,), str),
    "log_json": Setting((bool,), _yes),
    "allow_test_deals": Setting((bool,), _yes),
}
"""By the key of the file; `UNO_` and the key in capitals is the variable."""

Level = Mapping[str, Any]
"""What was set in one place: on the command line, by variables, in the file."""


def read(argv: Sequence[str], environment: Mapping[str, str], version: str) -> Config:
    """The configuration. Ends the program with one line and code 2 for what it does not understand."""
    parser = _parser(version)
    flags = vars(parser.parse_args(argv))
    try:
        if "announce" in flags:
            flags["announce"] = _flag("--announce", _reach, ",".join(flags["announce"]))
        variables = _variables(environment)
        by_flag = config_limits.of_flags(flags.pop("limit", ()))
        file, by_file = _file(flags.get("config") or environment.get("UNO_CONFIG") or None)
        limits = config_limits.settled(by_flag, by_file)
        return _config((flags, variables, file), limits)
    except ValueError as fault:
        parser.error(str(fault))


def _flag(flag: str, read: Callable[[str], object], text: str) -> object:
    """The value of a flag that may come several times. Raises ValueError."""
    try:
        return read(text)
    except argparse.ArgumentTypeError as fault:
        raise ValueError(f"argument {flag}: {fault}") from None


def _config(levels: Sequence[Level], limits: Limits) -> Config:
    """What comes of it all. Raises ValueError for what does not go together."""
    _check_storing(levels)
    port = _first(levels, "port", PORT)
    stored = next((one for one in levels if {"ephemeral", "data_dir"} & one.keys() or one.get("durable")), {})
    directory = None if stored.get("ephemeral") else data_dir(_first(levels, "data_dir", None), port)
    durable = bool(_first(levels, "durable", False)) and not stored.get("ephemeral")
    if durable and directory is None:
        raise ValueError("--durable needs --data-dir, as --port 0 has no place of its own")
    return Config(
        host=_first(levels, "host", None) or None,
        port=port,
        name=_first(levels, "name", "UNO"),
        exit_with_stdin=levels[0].get("exit_with_stdin", False),
        data_dir=directory,
        durable=durable,
        announce=_first(levels, "announce", AUTO),
        password=_password_of(levels),
        log_json=_first(levels, "log_json", False),
        allow_test_deals=bool(_first(levels, "allow_test_deals", False)),
        limits=limits,
    )


def _first(levels: Sequence[Level], key: str, default: Any) -> Any:
    return next((level[key] for level in levels if key in level), default)


def _check_storing(levels: Sequence[Level]) -> None:
    """Raises ValueError where one place asks for both: to store nothing, and where or how to store."""
    for level in levels:
        if level.get("ephemeral") and (level.get("durable") or "data_dir" in level):
            raise ValueError("--ephemeral stores nothing, so it goes with neither --data-dir nor --durable")


def _password_of(levels: Sequence[Level]) -> str | None:
    """The password, from the first place that names one or a file with one. Raises ValueError."""
    for level in levels:
        if "password" in level and "password_file" in level:
            raise ValueError("a password and a file with one are two ways for one thing: leave one out")
        if "password" in level:
            return str(level["password"])
        if "password_file" in level:
            return password_in(Path(level["password_file"]).expanduser())
    return None


def password_in(path: Path) -> str:
    """The first line of a file. Raises ValueError, with one line that does not show it."""
    try:
        with path.open(encoding="utf-8") as file:
            return _password(file.readline(1000).rstrip("\r\n"))
    except OSError as fault:
        raise ValueError(f"cannot read {path}: {(fault.strerror or str(fault)).lower()}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not text in UTF-8") from None
    except argparse.ArgumentTypeError as fault:
        raise ValueError(f"{path}: {fault}") from None


def data_dir(given: str | None, port: int) -> Path | None:
    """The directory asked for, else one of the user's for that port; for any free port there is none."""
    if given:
        return Path(given).expanduser()
    if not port:
        return None
    from platformdirs import user_data_path

    return user_data_path("uno-lan", appauthor=False) / "server" / str(port)


def _variables(environment: Mapping[str, str]) -> Level:
    """What variables set; an empty one sets nothing. Raises ValueError."""
    found = {}
    for key, setting in SETTINGS.items():
        if text := environment.get(variable := f"UNO_{key.upper()}"):
            try:
                found[key] = setting.read(text)
            except argparse.ArgumentTypeError as fault:
                raise ValueError(f"{variable}: {fault}") from None
    return found


def _file(name: str | None) -> tuple[Level, config_limits.Set]:
    """What the file sets, if there is one; its limits apart. Raises ValueError."""
    if name is None:
        return {}, {}
    path = Path(name).expanduser()
    found = config_file.load(path)
    for key in found:
        config_file.check_key(path, key, (*SETTINGS, "limits"))
    limits = config_limits.of_file(path, found.pop("limits", {}))
    return {key: _from_file(path, key, value) for key, value in found.items()}, limits


def _from_file(path: Path, key: str, value: object) -> object:
    setting = SETTINGS[key]
    config_file.check_kind(path, key, value, setting.kinds)
    text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    try:
        return value if isinstance(value, bool) else setting.read(text)
    except argparse.ArgumentTypeError as fault:
        raise FileRefused(f"{path}: {key}: {fault}") from None


def _parser(version: str) -> argparse.ArgumentParser:
    parser = Parser(
        prog=PROGRAM,
        description="Serve UNO to the local network. Others join with: uno-client HOST:PORT",
        epilog="A flag goes before a variable (UNO_HOST, UNO_PORT, UNO_NAME, UNO_DATA_DIR, UNO_ANNOUNCE, UNO_CONFIG, "
        "UNO_PASSWORD, UNO_PASSWORD_FILE; UNO_EPHEMERAL, UNO_DURABLE and UNO_LOG_JSON are 1 or 0), a variable before "
        "the file of --config, whose keys are the names of the flags (data_dir = ...), with password = ... and a table "
        "[limits].",
        allow_abbrev=False,
        argument_default=argparse.SUPPRESS,
    )
    add = parser.add_argument
    add("--host", metavar="HOST", help="address to listen on (default: all, IPv6 and IPv4)")
    add("--port", metavar="PORT", type=port_number, help=f"default {PORT}; 0: a free one")
    add("--name", metavar="NAME", type=_name, help="what players see as the game's name (default UNO)")
    add(
        "--data-dir",
        metavar="DIR",
        help="where games are kept (default: a directory of yours for that port; with --port 0 nowhere)",
    )
    add(
        "--announce",
        metavar="auto|off|IP",
        action="append",
        help="let clients find the game by themselves: on the networks that it listens on (auto, the default), "
        "not at all (off), or on those of these addresses of this machine (repeated, or parted by commas)",
    )
    switch = argparse.BooleanOptionalAction
    add("--ephemeral", action=switch, help="store nothing: all ends with the process")
    add("--durable", action=switch, help="let every move survive a loss of power too (slower)")
    add(
        "--password-file",
        metavar="FILE",
        help="let in only who knows the password in the first line of FILE (or in UNO_PASSWORD; there is no flag for "
        "the password itself, as others on this machine can read command lines)",
    )
    add("--config", metavar="FILE", help="a file of settings in TOML (without this flag none is read)")
    add(
        "--limit",
        metavar="NAME=VALUE",
        action="append",
        help="set a limit as [limits] of the file does, for this run (repeated; server/README.md has them all)",
    )
    add("--log-json", action=switch, help="write the log as one JSON object a line")
    add(
        "--allow-test-deals",
        action=switch,
        help="let tables be opened at any position, for uno-conformance and for those who write clients",
    )
    add("--exit-with-stdin", action="store_true", help="end when standard input is closed")
    add("--version", action="version", version=f"{PROGRAM} {version}")
    return parser
