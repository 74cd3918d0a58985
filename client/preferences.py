"""The settings file: what a player wants from one start to the next, in a small TOML file that people may edit.

The client reads it at every start and writes it where the player changes a setting. What is wrong in it is told in one
line each and passed over: a slip of the hand locks nobody out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, TypeVar, get_args

from client.names import LONGEST_NAME
from engine.language import _
from engine.levels import LevelName
from protocol.catalogues import LANGUAGES, PSEUDO
from protocol.private_files import make_folder, write_private, writing

APPLICATION: Final = "uno-lan"
FORGETTABLE: Final = ("name", "server")
"""The settings that can be empty."""
NOTHING: Final = "-"
"""What is typed for that."""
OFF: Final = "off"
"""The value of UNO_SETTINGS with which no file is read or written."""
LARGEST: Final = 100_000
"""Bytes of the file that are read: more was written by no player."""
LONGEST_SERVER: Final = 120
"""Characters of an address."""
THEMES: Final = ("dark", "light", "contrast", "mono")
"""How the full screen can look (`client.fullscreen.themes.THEMES`, written here too so that a start loads little)."""

Ringing = Literal["never", "idle", "always"]
"""When the bell rings for the player's turn; idle: if no key was pressed for a while."""
Laid = Literal["colour", "number", "came"]
"""How the own cards are laid."""
Typing = Literal["auto", "on", "off"]
"""Whether cards are played letter by letter; auto: at tables whose preset does so."""
Word = TypeVar("Word", bound=str)
Value = str | bool | Mapping[str, str]
Change = str | bool | Mapping[str, str | None] | None
"""What becomes of a setting; None: it is taken out."""

BELLS: Final[tuple[Ringing, ...]] = get_args(Ringing)
ORDERS: Final[tuple[Laid, ...]] = get_args(Laid)
MODES: Final[tuple[Typing, ...]] = get_args(Typing)
LEVELS: Final[tuple[LevelName, ...]] = get_args(LevelName)
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": ("auto", *THEMES),
    "language": ("auto", *LANGUAGES),
    "bell": BELLS,
    "order": ORDERS,
    "typed": MODES,
    "level": LEVELS,
}
"""What can be chosen of a setting that is one of some words."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the file says; of what it does not say, the default."""

    name: str | None = None
    """The name of last time."""
    server: str | None = None
    """The address of last time."""
    theme: str = "auto"
    language: str = "auto"
    motion: bool = True
    bell: Ringing = "idle"
    keep_drawn: bool = True
    """A drawn card that cannot be played is kept by itself."""
    order: Laid = "colour"
    typed: Typing = "auto"
    level: LevelName = "normal"
    keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Keys that the player has changed, by the action (`client.fullscreen.keys`)."""
    rules: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The player's own sets of rules, by name (`client.wording.rule_sets`)."""
    wrong: tuple[str, ...] = field(default=(), compare=False)
    """What is wrong in the file, a line each."""


class _Wrong(ValueError):
    """A value that a key does not take; the text says what it takes."""


def settings_file(environment: Mapping[str, str]) -> Path | None:
    """The file in the user's folder of settings, or the one that UNO_SETTINGS names; None if that is `off`."""
    named = environment.get("UNO_SETTINGS")
    if named:
        return None if named == OFF else Path(named)
    from platformdirs import user_config_path

    return user_config_path(APPLICATION, appauthor=False) / "client.toml"


def as_typed(file: Path) -> str:
    """A file as one would type it: `~` is the user's own folder. Windows knows no such sign."""
    home = Path.home()
    return f"~/{file.relative_to(home)}" if os.name == "posix" and file.is_relative_to(home) else str(file)


def read_preferences(file: Path | None) -> Preferences:
    """What the file says, with a line for each thing in it that is wrong. Without a file: the defaults."""
    if file is None:
        return Preferences()
    try:
        with file.open("rb") as opened:
            import tomllib

            found = tomllib.loads(opened.read(LARGEST).decode("utf-8-sig"))
    except FileNotFoundError:
        return Preferences()
    except OSError as fault:
        why = (fault.strerror or str(fault)).lower()
        return Preferences(wrong=(_("{file} cannot be read: {why}. Using the defaults.").format(file=file, why=why),))
    except ValueError as fault:  # not TOML, or not UTF-8
        why = _one_line(fault)
        return Preferences(wrong=(_("{file} is not TOML: {why}. Using the defaults.").format(file=file, why=why),))
    values: dict[str, Value] = {}
    wrong = []
    for key, value in found.items():
        if key not in _READ:
            wrong.append(f"{file}: {_unknown(key)}")
            continue
        try:
            values[key] = _READ[key](value)
        except _Wrong as fault:
            said = _("{file}: {key} takes {allowed}, not {value}. Using the default.")
            wrong.append(said.format(file=file, key=key, allowed=fault, value=_one_line(value)))
    return Preferences(**values, wrong=tuple(wrong))  # type: ignore[arg-type]  # as `_READ` says


def remember(file: Path | None, changes: Mapping[str, Change]) -> bool:
    """Write settings into the file (None: take them out); all else in it, comments too, stays.

    A mapping changes what it names of that table. Another client that writes at the same time is waited for.
    False if it could not be written. A file that cannot be read is left as it is: the player has been told, and may
    want to mend it.
    """
    if file is None:
        return False
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        made = file.resolve()  # a link into a folder of dot-files stays one
        with writing(made):
            text = made.read_text(encoding="utf-8-sig") if made.exists() else ""
            document = tomlkit.parse(text or _HEAD)
            _change(document, changes)
            written = tomlkit.dumps(document)
            if written != text:
                make_folder(made.parent)
                write_private(made, written.encode())
    except (OSError, ValueError, TOMLKitError):
        return False
    return True


def _change(table: MutableMapping[str, Any], changes: Mapping[str, Change]) -> None:
    for key, value in changes.items():
        if value is None:
            table.pop(key, None)
        elif isinstance(value, Mapping):
            if not isinstance(table.get(key), MutableMapping):
                table[key] = {}
            _change(table[key], value)
        else:
            table[key] = value


def settings_with(key: str, value: str) -> tuple[dict[str, Value | None] | None, str]:
    """A setting as it is typed in words, for `Memory.keep`; None, and what it takes, if it cannot be so."""
    if key == "keys":
        return None, _("Keys are changed in the settings file, under [keys].")
    if key == "rules":
        return None, _("Sets of rules are saved with the command sets, or in the form for a new table.")
    if key not in _READ:
        return None, _unknown(key)
    if key in FORGETTABLE and value == NOTHING:
        return {key: None}, ""
    if key in SWITCHES:
        yes = _TYPED.get(value.lower())
        return (None, _("{key} takes on or off.").format(key=key)) if yes is None else ({key: yes}, "")
    try:
        return {key: _READ[key](value)}, ""
    except _Wrong as fault:
        if key in FORGETTABLE:
            said = _("{key} takes {allowed}; “{key} {nothing}” forgets it.")
            return None, said.format(key=key, allowed=fault, nothing=NOTHING)
        return None, _("{key} takes {allowed}.").format(key=key, allowed=fault)


@dataclass(slots=True)
class Memory:
    """Where what the player chooses is remembered, and what is there already."""

    file: Path | None
    kept: Preferences
    hosted: str = ""
    """The address of the player's own server, which is no server to be proposed."""

    def keep(self, **changes: Value | None) -> str:
        """Remember what is new of these settings. What is to be said if the file cannot be written; else empty."""
        was = {key: getattr(self.kept, key) for key, value in changes.items() if getattr(self.kept, key) != value}
        if not was:
            return ""
        new = {key: changes[key] for key in was}
        self.kept = replace(self.kept, **new)  # type: ignore[arg-type]  # as `_READ` says
        if self.file is None or remember(self.file, {key: _change_of(was[key], new[key]) for key in new}):
            return ""
        return _("{file} can't be written, so your settings hold only until you quit.").format(file=self.file)


def _change_of(was: Value | None, value: Value | None) -> Change:
    """What changes a setting so; of a table, what differs."""
    if not (isinstance(was, Mapping) and isinstance(value, Mapping)):
        return value
    return {key: value.get(key) for key in (*was, *value) if value.get(key) != was.get(key)}


_HEAD = "# Settings of uno-client. You may edit this file; client/README.md explains every line.\n"


def _one_of(choices: tuple[str, ...]) -> Callable[[object], Value]:
    def read(value: object) -> Value:
        if not isinstance(value, str) or value not in choices:
            raise _Wrong(_("{words} or {last}").format(words=", ".join(choices[:-1]), last=choices[-1]))
        return value

    return read


def _yes(value: object) -> Value:
    if not isinstance(value, bool):
        raise _Wrong(_("true or false"))
    return value


def _text(longest: int) -> Callable[[object], Value]:
    def read(value: object) -> Value:
        if not isinstance(value, str) or not value.isprintable() or not 0 < len(value) <= longest:
            raise _Wrong(_("a text of 1 to {most} characters").format(most=longest))
        return value

    return read


def _keys(value: object) -> Value:
    """Actions and their keys, as text; whether they fit is known where the keys are (`client.fullscreen.keys`)."""
    if not isinstance(value, dict):
        raise _Wrong(_("a table with lines such as {line}").format(line='draw = "f"'))
    return {action: key if isinstance(key, str) else _one_line(key) for action, key in value.items()}


def _rules(value: object) -> Value:
    """Sets of rules as lines by name; what they mean is known where they are chosen."""
    if not isinstance(value, dict) or not all(isinstance(line, str) for line in value.values()):
        raise _Wrong(_("a table with lines such as {line}").format(line='Friday = "party mercy=20"'))
    return value


_READ: Final[Mapping[str, Callable[[object], Value]]] = {
    "name": _text(LONGEST_NAME),
    "server": _text(LONGEST_SERVER),
    "theme": _one_of(CHOICES["theme"]),
    "language": _one_of((*CHOICES["language"], PSEUDO)),
    "motion": _yes,
    "bell": _one_of(BELLS),
    "keep_drawn": _yes,
    "order": _one_of(ORDERS),
    "typed": _one_of(MODES),
    "level": _one_of(LEVELS),
    "keys": _keys,
    "rules": _rules,
}
"""What each key of the file takes."""


SWITCHES: Final = frozenset(key for key, read in _READ.items() if read is _yes)
"""What is on or off."""
_TYPED: Final = {"on": True, "true": True, "off": False, "false": False}
"""How that is typed."""


def _unknown(key: str) -> str:
    from difflib import get_close_matches

    named, near = _one_line(key), get_close_matches(key.lower(), _READ, 1)
    if near:
        return _("There is no setting {key}. Did you mean {near}?").format(key=named, near=near[0])
    return _("There is no setting {key}. There are: {all}.").format(key=named, all=", ".join(_READ))


def _one_line(value: object) -> str:
    """A value of the file as it may be shown: what it says is not ours."""
    if isinstance(value, str | Exception):
        return ascii(str(value))[1:-1][:80]
    return ascii(value)[:80]
