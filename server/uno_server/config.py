"""The settings of the server: flags, then UNO_ variables, then the `--config` file, then defaults."""

import argparse
import tomllib
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from uno_protocol.completion import add_completion
from uno_protocol.discovery import AUTO, OFF, Reach, read_reach
from uno_server.base import hosts, names
from uno_server.base.limits import BOUNDS, USUAL, Limits, in_training

PROGRAM = "uno-server"
PORT = 7777
TLS = ("offered", "required", "off")
USAGE = 2
NAME_LENGTH = 40
KEEP_DAYS, KEEP_MIB = 365, 1024


@dataclass(frozen=True, slots=True)
class Config:
    """How to run. `host` None: all addresses. `port` 0: any free one."""

    host: str | None = None
    port: int = PORT
    name: str = "UNO"
    exit_with_stdin: bool = False
    data_dir: Path | None = None
    """Where the journal is; None: nothing is stored."""
    durable: bool = False
    keep_days: int = KEEP_DAYS
    """Finished tables are pruned from the journal after this many days; 0: never."""
    keep_mib: int = KEEP_MIB
    """Remove them earlier, the oldest first, if the journal is larger than this many MiB; 0: no bound."""
    announce: Reach = AUTO
    """Where clients can discover the server."""
    password: str | None = field(default=None, repr=False)
    """The password that a login must give; None: no password."""
    log_json: bool = False
    allow_test_deals: bool = False
    """Tables may be opened at a position (P-7.30)."""
    tls: str = TLS[0]
    """Whether connections are encrypted: `offered`, `required` or `off` (P-20)."""
    web: bool = True
    """Whether browsers are served (P-17)."""
    web_names: tuple[str, ...] = ()
    """Names of this server that browsers may ask for, besides those that it knows (P-17.4)."""
    limits: Limits = field(default_factory=Limits)


class FileRefused(ValueError):
    """A file that cannot be used. The text is one line: the file, the key, and what is expected."""


LimitsSet = Mapping[str, float]
"""The settings from one place, by name; each within its bounds."""


class ServerParser(argparse.ArgumentParser):
    """Reports an error in one line, with exit code 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message} (see {self.prog} --help)\n")


class Setting(NamedTuple):
    """A setting of flag, variable and file."""

    kinds: tuple[type, ...]
    """Its types in the file."""
    read: Callable[[str], object]
    """How its text is read. Raises argparse.ArgumentTypeError, with what is expected."""
    metavar: str = ""
    """The name of the flag's value; empty: the flag is a switch."""
    help: str = ""
    """The flag's line in `--help`; empty: there is no flag."""
    several: bool = False
    """The flag may be given several times."""


def port_number(text: str) -> int:
    """A port, 0 to 65535, from a flag. Raises argparse.ArgumentTypeError."""
    if not (text.isascii() and text.isdigit()) or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text[:40]!r}")
    return int(text)


def _name(text: str) -> str:
    try:
        return names.clean(text, NAME_LENGTH)
    except names.NameRejected as fault:
        wanted = f"a name has 1 to {NAME_LENGTH} printable characters"
        raise argparse.ArgumentTypeError(wanted if fault.reason in ("empty", "too_long") else str(fault)) from None


def _password(text: str) -> str:
    if not text or len(text) > 128 or not text.isprintable():
        raise argparse.ArgumentTypeError("a password has 1 to 128 printable characters")
    return text


def _reach(text: str) -> Reach:
    try:
        return read_reach(text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def _bound(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 7:
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 (no bound) to 9999999, not {text[:40]!r}")
    return int(text)


def _one_of(words: Mapping[str, object]) -> Callable[[str], object]:
    *some, last = words

    def read(text: str) -> object:
        if text not in words:
            raise argparse.ArgumentTypeError(f"must be {', '.join(some)} or {last}, not {text[:40]!r}")
        return words[text]

    return read


def _hosts(text: str) -> tuple[str, ...]:
    found = tuple(hosts.normal(name.strip()) for name in text.split(","))
    if not all(found):
        raise argparse.ArgumentTypeError("must be names or addresses without a port or a zone, with commas between")
    return found


def _yes(text: str) -> bool:
    if text.lower() not in ("0", "1", "no", "yes"):
        raise argparse.ArgumentTypeError(f"must be 1 or 0, not {text[:40]!r}")
    return text.lower() in ("1", "yes")


SETTINGS: Mapping[str, Setting] = {
    "host": Setting((str,), str, "HOST", "address to listen on (default: all, IPv6 and IPv4)"),
    "port": Setting((int,), port_number, "PORT", f"port to listen on (default {PORT}; 0: any free one)"),
    "name": Setting((str,), _name, "NAME", "what players see as the game's name (default UNO)"),
    "data_dir": Setting(
        (str,), str, "DIR", "where to save games (default: your own directory for that port; with --port 0, nowhere)"
    ),
    "announce": Setting(
        (str, list),
        _reach,
        "auto|off|IP",
        "where clients can discover the game: on the networks that the server listens on (auto, the default), "
        "nowhere (off), or on the networks of these addresses of this machine (repeat it, or put commas between)",
        several=True,
    ),
    "ephemeral": Setting((bool,), _yes, help="save nothing: games end when the server stops"),
    "durable": Setting((bool,), _yes, help="make every move survive a power failure too (slower)"),
    "keep_days": Setting(
        (int,), _bound, "DAYS", f"how long finished tables stay in the journal (default {KEEP_DAYS}; 0: for ever)"
    ),
    "keep_mib": Setting(
        (int,),
        _bound,
        "MIB",
        "how large the journal may become before the oldest finished tables go, in MiB "
        f"(default {KEEP_MIB}; 0: any size)",
    ),
    "password": Setting((str,), _password),
    "password_file": Setting(
        (str,),
        str,
        "FILE",
        "ask players for the password in the first line of FILE (or in UNO_PASSWORD; no option takes the "
        "password itself, as other users of this machine can read command lines)",
    ),
    "tls": Setting(
        (str,),
        _one_of({word: word for word in TLS}),
        "|".join(TLS),
        "encrypt connections: those of clients that can (offered, the default), all (required: others are turned "
        "away), or none (off)",
    ),
    "web": Setting(
        (str,),
        _one_of({"on": True, "off": False}),
        "on|off",
        "serve the page for browsers, at http://HOST:PORT/, on the same port (on, the default), or no page (off)",
    ),
    "web_names": Setting(
        (str, list),
        _hosts,
        "NAME,...",
        "more names and addresses for the page in browsers (this machine's addresses, its own name, localhost and "
        "NAME.local work already; any others get no page, as they may belong to another site)",
    ),
    "training": Setting(
        (bool,),
        _yes,
        help="let programs train on this machine alone: no pauses, no grace for UNO, no limit to the pace of requests; "
        "listens on 127.0.0.1, saves nothing, serves no page and announces nothing",
    ),
    "log_json": Setting((bool,), _yes, help="write the log as one JSON object per line"),
    "allow_test_deals": Setting(
        (bool,), _yes, help="let players open tables at any position, for uno-conformance and for authors of clients"
    ),
}
"""By the key of the file; `UNO_` and the key in capitals is the variable."""
OF_CLIENTS = {"tls": "auto"}
"""Values of variables that the client has too: the usual ones there, and here as if nothing was set."""

Level = Mapping[str, Any]
"""The settings from one place: the command line, variables or the file."""


def read(argv: Sequence[str], environment: Mapping[str, str], version: str) -> Config:
    """The configuration from arguments, variables and file. A wrong setting exits with one line and code 2."""
    parser = _parser(version)
    flags = vars(parser.parse_args(argv))
    try:
        if "announce" in flags:
            flags["announce"] = _flag("--announce", _reach, ",".join(flags["announce"]))
        by_variable = variables(environment)
        by_flag = _limits_of_flags(flags.pop("limit", ()))
        file, by_file = _file(flags.get("config") or environment.get("UNO_CONFIG") or None)
        limits = settled_limits(by_flag, by_file)
        return _config((flags, by_variable, file), limits)
    except ValueError as fault:
        parser.error(str(fault))


def _flag(flag: str, read: Callable[[str], object], text: str) -> object:
    """The value of a flag that may come several times. Raises ValueError."""
    try:
        return read(text)
    except argparse.ArgumentTypeError as fault:
        raise ValueError(f"argument {flag}: {fault}") from None


def _config(levels: Sequence[Level], limits: Limits) -> Config:
    """The configuration from all places. Raises ValueError for settings that contradict each other."""
    _check_storing(levels)
    found: Level = ChainMap(*map(dict, levels))
    if found.get("training"):
        _check_training(found)
        levels, limits = ({**TRAINING}, *levels), in_training(limits)
        found = ChainMap(*map(dict, levels))
    stored = next((one for one in levels if {"ephemeral", "data_dir"} & one.keys() or one.get("durable")), {})
    directory = None if stored.get("ephemeral") else data_dir(found.get("data_dir"), found.get("port", PORT))
    durable = bool(found.get("durable")) and not stored.get("ephemeral")
    if durable and directory is None:
        raise ValueError("--durable with --port 0 needs --data-dir: a random port has no directory of its own")
    worked_out = {
        "host": found.get("host") or None,
        "data_dir": directory,
        "durable": durable,
        "password": _password_of(levels),
        "limits": limits,
    }
    as_given = {each.name: found[each.name] for each in fields(Config) if each.name in found}
    return Config(**as_given | worked_out)


LOOPBACK = "127.0.0.1"
TRAINING: Level = {"host": LOOPBACK, "ephemeral": True, "web": False, "announce": OFF}
"""What a server for training is, whatever else is set."""
_NOT_IN_TRAINING = {
    "host": f"--training listens on {LOOPBACK} only; leave out --host",
    "ephemeral": "--training saves nothing; leave out --no-ephemeral",
    "data_dir": "--training saves nothing; leave out --data-dir",
    "durable": "--training saves nothing; leave out --durable",
    "web": "--training serves no page; leave out --web",
    "web_names": "--training serves no page; leave out --web-names",
    "announce": "--training announces nothing; leave out --announce",
}


def _check_training(found: Level) -> None:
    """Raises ValueError for a setting that a server for training can't have."""
    for key, fault in _NOT_IN_TRAINING.items():
        if key in found and found[key] != TRAINING.get(key, False):
            raise ValueError(fault)


def _check_storing(levels: Sequence[Level]) -> None:
    """Raises ValueError where one place says both to store nothing, and where or how to store."""
    for level in levels:
        if level.get("ephemeral") and (level.get("durable") or "data_dir" in level):
            raise ValueError("--ephemeral saves nothing, so it cannot be combined with --data-dir or --durable")


def _password_of(levels: Sequence[Level]) -> str | None:
    """The password, from the first place that names one or a file with one. Raises ValueError."""
    for level in levels:
        if "password" in level and "password_file" in level:
            raise ValueError("set a password or a password file, not both")
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


def variables(environment: Mapping[str, str]) -> Level:
    """The settings from variables; an empty one sets nothing. Raises ValueError."""
    found = {}
    for key, setting in SETTINGS.items():
        text = environment.get(variable := f"UNO_{key.upper()}")
        if text and text != OF_CLIENTS.get(key):
            try:
                found[key] = setting.read(text)
            except argparse.ArgumentTypeError as fault:
                raise ValueError(f"{variable}: {fault}") from None
    return found


def _file(name: str | None) -> tuple[Level, LimitsSet]:
    """The settings from the file, if there is one, and its limits apart. Raises ValueError."""
    if name is None:
        return {}, {}
    path = Path(name).expanduser()
    found = _load_file(path)
    for key in found:
        _check_key(path, key, (*SETTINGS, "limits"))
    limits = limits_of_file(path, found.pop("limits", {}))
    return {key: _from_file(path, key, value) for key, value in found.items()}, limits


def _from_file(path: Path, key: str, value: object) -> object:
    setting = SETTINGS[key]
    _check_kind(path, key, value, setting.kinds)
    text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    try:
        return value if isinstance(value, bool) else setting.read(text)
    except argparse.ArgumentTypeError as fault:
        raise FileRefused(f"{path}: {key}: {fault}") from None


def _parser(version: str) -> argparse.ArgumentParser:
    parser = ServerParser(
        prog=PROGRAM,
        description="Serve UNO to the local network. Others join with: uno-client HOST:PORT",
        epilog="Options override variables, and variables override the --config file. Variables: UNO_HOST, UNO_PORT, "
        "UNO_NAME, UNO_DATA_DIR, UNO_ANNOUNCE, UNO_TLS, UNO_WEB, UNO_WEB_NAMES, UNO_CONFIG, UNO_KEEP_DAYS, "
        "UNO_KEEP_MIB, UNO_PASSWORD, UNO_PASSWORD_FILE; UNO_EPHEMERAL, UNO_DURABLE and UNO_LOG_JSON are "
        "1 or 0. Keys of the file: the names of the options (data_dir = ...), password, and a table [limits].",
        allow_abbrev=False,
        argument_default=argparse.SUPPRESS,
    )
    add, switch = parser.add_argument, argparse.BooleanOptionalAction
    for key, setting in SETTINGS.items():
        flag = f"--{key.replace('_', '-')}"
        if setting.several:
            add(flag, metavar=setting.metavar, action="append", help=setting.help)
        elif setting.metavar:
            add(flag, metavar=setting.metavar, type=setting.read, help=setting.help)
        elif setting.help:
            add(flag, action=switch, help=setting.help)
    add("--config", metavar="FILE", help="a settings file in TOML (none is read without this option)")
    add(
        "--limit",
        metavar="NAME=VALUE",
        action="append",
        help="set a limit for this run, as [limits] in the file does (repeat it for more; see server/RUNNING.md)",
    )
    add("--exit-with-stdin", action="store_true", help="stop when standard input closes")
    add_completion(parser)
    add("--version", action="version", version=f"{PROGRAM} {version}")
    return parser


_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "text in quotes", list: "a list"}


def _load_file(path: Path) -> dict[str, Any]:
    """The keys of a TOML file, unchecked. Raises FileRefused."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise FileRefused(f"cannot read {path}: {(fault.strerror or str(fault)).lower()}") from None
    except UnicodeDecodeError:
        raise FileRefused(f"{path} is not text in UTF-8") from None
    except tomllib.TOMLDecodeError as fault:
        raise FileRefused(f"{path} is not TOML: {fault}") from None


def _check_key(place: object, key: str, known: Iterable[str], where: str = "", what: str = "key") -> None:
    """Raises FileRefused for an unknown key, with the one probably meant. `place` is named first."""
    known = sorted(known)
    if key not in known:
        near = get_close_matches(key, known, 1, 0.5)
        meant = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
        raise FileRefused(f"{place}: unknown {what} {ascii(key)[:60]}{where}; {meant}")


def _check_kind(path: Path, key: str, value: object, kinds: tuple[type, ...]) -> None:
    """Raises FileRefused for a value of the wrong type. A whole number passes as a number; true and false do not."""
    if type(value) not in kinds and not (float in kinds and type(value) is int):
        wanted = " or ".join(_KINDS[kind] for kind in kinds)
        raise FileRefused(f"{path}: {key} must be {wanted}, not {_shown_value(value)}")


def _shown_value(value: object) -> str:
    """A wrong value, shortened."""
    kind = _KINDS.get(type(value), "a table")
    return kind if isinstance(value, dict | list) else f"{ascii(value)[:40]}"


def limits_of_file(path: Path, found: object) -> LimitsSet:
    """The limits from the table `[limits]`. Raises FileRefused."""
    if not isinstance(found, Mapping):
        raise FileRefused(f"{path}: limits must be a table: put its keys under [limits]")
    for name, value in found.items():
        _check_key(path, name, USUAL, " in [limits]")
        _check_kind(path, f"limits.{name}", value, (type(USUAL[name]),))
        if fault := _limit_fault(name, value):
            raise FileRefused(f"{path}: limits.{fault}")
    return found


def _limits_of_flags(texts: Iterable[str]) -> LimitsSet:
    """The limits from `--limit`, given once for each. Raises ValueError with one line."""
    found: dict[str, float] = {}
    for text in texts:
        name, _, number = (part.strip() for part in text.partition("="))
        _check_key("argument --limit", name, USUAL, "", "limit")
        whole = isinstance(USUAL[name], int)
        try:
            found[name] = int(number) if whole else float(number)
        except ValueError:
            wanted = "a whole number" if whole else "a number"
            raise ValueError(f"argument --limit: {name} must be {wanted}, not {ascii(number)[:40]}") from None
        if fault := _limit_fault(name, found[name]):
            raise ValueError(f"argument --limit: {fault}")
    return found


def settled_limits(*places: LimitsSet) -> Limits:
    """The limits; earlier places take precedence. Raises ValueError for limits that contradict each other."""
    found: dict[str, float] = {}
    for place in places:
        found = {**place, **found}
    limits = Limits(**found)  # type: ignore[arg-type]  # each was checked against the type of its field
    if limits.silence_seconds < 2 * limits.ping_seconds:
        raise ValueError(
            f"the limit silence_seconds ({limits.silence_seconds:g}) must be at least twice ping_seconds "
            f"({limits.ping_seconds:g}), or connected players would time out"
        )
    if limits.frame_bytes < limits.frame_bytes_before_hello:
        raise ValueError("the limit frame_bytes cannot be less than frame_bytes_before_hello")
    return limits


def _limit_fault(name: str, value: float) -> str:
    """The complaint about a value; empty if there is none."""
    bound = BOUNDS[name]
    within = bound.least <= value <= bound.most  # not true of "not a number" either
    return "" if within else f"{name} must be from {bound.least:g} to {bound.most:.0f}, not {value}"
