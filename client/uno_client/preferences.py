"""Settings, a row each, and the small TOML file that keeps the player's own, which people may edit.

A mistake in the file is reported in one line and skipped: a slip of the hand locks nobody out.
"""

import os
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, TypeVar, get_args

from uno_client.names import LONGEST_NAME
from uno_engine.language import N_, _
from uno_engine.levels import LevelName
from uno_protocol.catalogues import LANGUAGES, PSEUDO
from uno_protocol.faces import NAMES, ROBOT
from uno_protocol.labels import LABELS
from uno_protocol.private_files import make_folder, write_private, writing

APPLICATION: Final = "uno-lan"
NOTHING: Final = "-"
"""What is typed to forget a setting that can be empty."""
OFF: Final = "off"
"""The value of UNO_SETTINGS with which no file is read or written."""
LARGEST: Final = 100_000
LONGEST_SERVER: Final = 120

Ringing = Literal["never", "idle", "always"]
Moving = Literal["full", "little", "none"]
Drawn = Literal["full", "plain"]
Laid = Literal["colour", "number", "came"]
Typing = Literal["auto", "on", "off"]
LEVELS: Final[tuple[LevelName, ...]] = get_args(LevelName)
Word = TypeVar("Word", bound=str)
Value = str | bool | Mapping[str, str]
Change = str | bool | Mapping[str, str | None] | None
"""What becomes of a setting; None: it is taken out."""
Kind = TypeVar("Kind")
Kind_co = TypeVar("Kind_co", covariant=True)
_NONE: Mapping[str, str] = MappingProxyType({})


class Wrong(ValueError):
    """A value that a setting does not take; the text says what it takes."""


@dataclass(frozen=True, slots=True)
class Takes(Generic[Kind_co]):
    """What a setting can be."""

    read: Callable[[object], Kind_co]
    """A value of the file or the command line, checked. Raises Wrong."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """The words that are offered, each as it is shown."""
    unsaid: tuple[str, ...] = ()
    longest: int = LONGEST_SERVER
    open: bool = False
    """Texts are taken that are no choices."""

    @property
    def words(self) -> tuple[str, ...]:
        """All words that are taken; none if it is a text."""
        return () if self.open else (*self.choices, *self.unsaid)


@dataclass(frozen=True, slots=True)
class PlayerSetting(Generic[Kind_co]):
    """A setting: command line, variables, file, form, help and the tables of README follow from its row."""

    default: Kind_co
    """None: it can be empty."""
    takes: Takes[Kind_co]
    flag: str = ""
    """The flag for one run, as `--bell WHEN`; of a switch, the one that turns it from its default."""
    says: str = ""
    """What help, form and README say of it, `{names}` being its choices; without a title and a flag, how it changes."""
    title: str = ""
    """What the form of settings calls it; empty: it is not there."""
    also: tuple[str, str] | None = None
    """Another flag, and the word that it stands for."""
    by_variable: bool = True
    nargs: str | None = None
    action: str = "store"
    """These two as argparse takes them."""

    @property
    def switch(self) -> bool:
        """Whether it is on or off."""
        return isinstance(self.default, bool)

    @property
    def option(self) -> str:
        """The flag as argparse and the variable name it, as `bell`; empty if it has none."""
        return self.flag.partition(" ")[0].removeprefix("--").replace("-", "_")

    @property
    def help(self) -> str:
        """What `--help` says of the flag."""
        said = _(self.says).format(names=", ".join(self.takes.choices))
        if not self.title:
            return said
        if self.switch:
            return f"{_('turn off') if self.default else _('turn on')} “{_(self.title)}”: {said}"
        usual = _("default: {word}").format(word=self.default)
        return f"{_(self.title)}: {said} ({', '.join(self.takes.choices)}; {usual})"

    @property
    def variable(self) -> str:
        """The variable with the flag's default, as help shows it: `UNO_BELL`, `UNO_NO_MOTION=1`; empty: none."""
        return f"{variable_of(self.flag)}{'=1' if self.switch else ''}" if self.flag and self.by_variable else ""


def variable_of(flag: str) -> str:
    """The variable that sets what a flag does: `UNO_NO_MOTION` for `--no-motion`."""
    return f"UNO_{flag.partition(' ')[0].removeprefix('--').replace('-', '_').upper()}"


def setting(row: PlayerSetting[Kind], *, secret: bool = False) -> Kind:
    """A field of a dataclass, with its row (`rows`)."""
    made: Kind = field(default_factory=lambda: row.default, metadata={"row": row}, repr=not secret)
    return made


def rows(of: type) -> dict[str, PlayerSetting[object]]:
    """The rows of a dataclass, by field."""
    return {each.name: each.metadata["row"] for each in fields(of) if "row" in each.metadata}


def one_of(choices: Mapping[Word, str], *unsaid: Word, also: Mapping[bool, Word] = MappingProxyType({})) -> Takes[Word]:
    """`also`: what a switch was, where there are choices now."""
    words = (*choices, *unsaid)

    def read(value: object) -> Word:
        if isinstance(value, bool) and value in also:
            return also[value]
        if value not in words:
            raise Wrong(either(*choices))
        return words[words.index(value)]

    return Takes(read, dict(choices.items()), unsaid)


def either(*words: str) -> str:
    """`a, b or c`."""
    return _("{words} or {last}").format(words=", ".join(words[:-1]), last=words[-1])


def whole(least: int, most: int) -> Takes[int]:
    """A whole number."""

    def read(value: object) -> int:
        text = str(value)
        if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
            raise Wrong(_("a whole number from {least} to {most}").format(least=least, most=most))
        return int(text)

    return Takes(read)


def number(most: int, words: Mapping[str, float] = MappingProxyType({})) -> Takes[float]:
    """A number from 0, or one of the words that mean one."""

    def read(value: object) -> float:
        try:
            found = words[str(value)] if value in words else float(str(value))
        except ValueError:
            found = -1.0
        if not 0 <= found <= most:
            allowed = _("a number from 0 to {most}").format(most=most)
            raise Wrong(either(*words, allowed) if words else allowed)
        return found

    return Takes(read)


def _text(longest: int) -> Takes[str]:
    def read(value: object) -> str:
        if not isinstance(value, str) or not value.isprintable() or not 0 < len(value) <= longest:
            raise Wrong(_("a text of 1 to {most} characters").format(most=longest))
        return value

    return Takes(read, longest=longest)


def _yes(value: object) -> bool:
    if not isinstance(value, bool):
        raise Wrong(_("true or false"))
    return value


def _table(line: str, check: Callable[[object], str | None]) -> Takes[Mapping[str, str]]:
    """A table of the file: names and texts; where `check` gives None, it is wrong."""

    def read(value: object) -> Mapping[str, str]:
        made = {name: check(each) for name, each in value.items()} if isinstance(value, dict) else {"": None}
        found = {name: each for name, each in made.items() if each is not None}
        if len(found) < len(made):
            raise Wrong(_("a table with lines such as {line}").format(line=line))
        return found

    return Takes(read)


SWITCH: Final = Takes(_yes, {"on": N_("on"), "off": N_("off")})
_THEMES = {
    "auto": N_("auto"),
    "dark": LABELS["dark"],
    "light": LABELS["light"],
    "contrast": N_("high contrast"),
    "colourblind": N_("colour-blind"),
    "mono": N_("no colours"),
}
_MOTIONS: Mapping[Moving, str] = {"full": LABELS["motion_full"], "little": N_("little"), "none": N_("none")}


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the player wants, as the file says it; of what it does not say, the default."""

    # A row is read as one.
    # fmt: off
    name: str | None = setting(PlayerSetting(
        None, _text(LONGEST_NAME), title=LABELS["your_name"],
        says=N_("What others see. Empty: your login name, or “player”.")
    ))
    server: str | None = setting(PlayerSetting(
        None, _text(LONGEST_SERVER), title=N_("Server"),
        says=N_("What “Join a game” proposes beside the games that it finds.")
    ))
    theme: str = setting(PlayerSetting(
        "auto", one_of(_THEMES), "--theme T", N_("How the screen looks; auto asks the terminal for its background."),
        LABELS["theme"]
    ))
    language: str = setting(PlayerSetting(
        "auto", one_of({"auto": N_("auto"), **LANGUAGES}, PSEUDO), "--lang LANG",
        N_("Auto: the language of your system."), LABELS["language"]
    ))
    motion: Moving = setting(PlayerSetting(
        "full", one_of(_MOTIONS, also={True: "full", False: "none"}), "--motion HOW",
        N_("Cards fly, the turn runs around the table; little: plays and turns in one picture each."), LABELS["motion"],
        also=("--no-motion", "none")
    ))
    cards: Drawn = setting(PlayerSetting(
        "full", one_of({"full": N_("full"), "plain": N_("plain")}), "--cards HOW",
        N_("Plain: without ovals, where the terminal's font leaves hairlines in them."), N_("Cards")
    ))
    slow: bool = setting(PlayerSetting(
        False, SWITCH, "--slow",
        N_("For slow connections to this terminal: no motion, 16 colours, a clock of one step a second."),
        N_("Slow line")
    ))
    coach: bool = setting(PlayerSetting(
        False, SWITCH, "--coach",
        N_("In solo games and the lesson, a mark at what a good player would do; a key says why."), N_("Coach")
    ))
    bell: Ringing = setting(PlayerSetting(
        "idle", one_of({"never": N_("never"), "idle": N_("when idle"), "always": N_("always")}), "--bell WHEN",
        N_("When it rings for your turn; idle: if you pressed no key for a while."), N_("Bell")
    ))
    keep_drawn: bool = setting(PlayerSetting(
        True, SWITCH, "--ask-to-keep", N_("A drawn card that you can't play is kept by itself."), N_("Keep drawn cards")
    ))
    order: Laid = setting(PlayerSetting(
        "colour",
        one_of({"colour": LABELS["order_colour"], "number": LABELS["order_rank"], "came": LABELS["order_came"]}),
        "--order HOW", N_("How your cards lie at first; one key changes it in the game."), N_("Order of cards")
    ))
    typed: Typing = setting(PlayerSetting(
        "auto", one_of({"auto": N_("auto"), "on": N_("on"), "off": N_("off")}), "--typed WHEN",
        N_("Type your cards as letters; auto: at tables with the computer rules."), N_("Letter by letter")
    ))
    level: LevelName = setting(PlayerSetting(
        "normal", one_of({name: name for name in LEVELS}), title=LABELS["bots"],
        says=N_("How well they play in “Play now”.")
    ))
    face: str = setting(PlayerSetting(
        "auto", one_of({"auto": N_("auto"), **{name: name for name in NAMES if name != NAMES[ROBOT]}}), "--face NAME",
        N_("the face that others see, if nobody at the table has it: {names} (default: auto, one by your name)")
    ))
    keys: Mapping[str, str] = setting(PlayerSetting(
        _NONE, _table('draw = "f"', lambda key: key if isinstance(key, str) else _one_line(key)),
        says=N_("Keys are changed in the settings of the full screen, or in the file, under [keys].")
    ))
    """Keys that the player has changed, by the action (`uno_client.fullscreen.keys` knows which fit)."""
    rules: Mapping[str, str] = setting(PlayerSetting(
        _NONE, _table('Friday = "party mercy=20"', lambda line: line if isinstance(line, str) else None),
        says=N_("Sets of rules are saved with the command sets, or in the form for a new table.")
    ))
    """The player's own sets of rules, by name (`uno_client.wording.rule_sets`)."""
    # fmt: on
    wrong: tuple[str, ...] = field(default=(), compare=False)


SETTINGS: Final[Mapping[str, PlayerSetting[object]]] = rows(Preferences)
FLAGGED: Final = {key: row for key, row in SETTINGS.items() if row.flag}
"""Those that can be set for one run."""
LOOKS: Final = frozenset({"plain", "name", "no_motion", *(row.option for row in FLAGGED.values())})
"""Flags that say only who plays, and how the client looks and speaks: the front door opens all the same."""


def settings_file(environment: Mapping[str, str]) -> Path | None:
    """The file in the user's folder of settings, or the one that UNO_SETTINGS names; None if that is `off`."""
    if named := environment.get("UNO_SETTINGS"):
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
    values: dict[str, Any] = {}
    wrong = []
    for key, value in found.items():
        try:
            if key in SETTINGS:
                values[key] = SETTINGS[key].takes.read(value)
            else:
                wrong.append(f"{file}: {_unknown(key)}")
        except Wrong as fault:
            said = _("{file}: {key} takes {allowed}, not {value}. Using the default.")
            wrong.append(said.format(file=file, key=key, allowed=fault, value=_one_line(value)))
    return Preferences(**values, wrong=tuple(wrong))


def remember(file: Path | None, changes: Mapping[str, Change]) -> bool:
    """Write settings into the file (None: take them out); all else in it, comments too, stays.

    A mapping changes what it names of that table. Another client that writes at the same time is waited for.
    False if it could not be written; a file that cannot be read is left as it is, for its owner to mend.
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


_HEAD = "# Settings of uno-client. You may edit this file; client/README.md explains every line.\n"


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


def settings_with(key: str, value: str) -> dict[str, Any]:
    """A setting as it is typed in words, for `PreferenceStore.keep`. Raises Wrong with what it takes."""
    row = SETTINGS.get(key)
    if row is None or not row.title:
        raise Wrong(_unknown(key) if row is None else _(row.says))
    if row.default is None and value == NOTHING:
        return {key: None}
    switched = _TYPED.get(value.lower())
    if row.switch:
        if switched is None:
            raise Wrong(_("{key} takes on or off.").format(key=key))
        return {key: switched}
    try:
        return {key: row.takes.read(value if switched is None or value in row.takes.words else switched)}
    except Wrong as allowed:
        said = _("{key} takes {allowed}.")
        if row.default is None:
            said = _("{key} takes {allowed}; “{key} {nothing}” forgets it.")
        raise Wrong(said.format(key=key, allowed=allowed, nothing=NOTHING)) from None


_TYPED: Final = {"on": True, "true": True, "off": False, "false": False}


@dataclass(slots=True)
class PreferenceStore:
    """Where what the player chooses is remembered, and what is there already."""

    file: Path | None
    kept: Preferences
    hosted: str = ""
    """The address of the player's own server, which is no server to be proposed."""
    passwords: Mapping[tuple[str, str], str] = field(default_factory=dict, repr=False)
    """Those of tables (`LobbyPart`), for as long as the program runs."""

    def keep(self, **changes: Value | None) -> str:
        """Remember what is new of these settings. What is to be said if the file cannot be written; else empty."""
        was = {key: getattr(self.kept, key) for key, value in changes.items() if getattr(self.kept, key) != value}
        if not was:
            return ""
        new = {key: changes[key] for key in was}
        self.kept = replace(self.kept, **new)  # type: ignore[arg-type]  # as `takes` says
        if self.file is None or remember(self.file, {key: _change_of(was[key], new[key]) for key in new}):
            return ""
        return _("{file} can't be written, so your settings hold only until you quit.").format(file=self.file)


def _change_of(was: Value | None, value: Value | None) -> Change:
    if not (isinstance(was, Mapping) and isinstance(value, Mapping)):
        return value
    return {key: value.get(key) for key in (*was, *value) if value.get(key) != was.get(key)}


def _unknown(key: str) -> str:
    from difflib import get_close_matches

    named, near = _one_line(key), get_close_matches(key.lower(), SETTINGS, 1)
    if near:
        return _("There is no setting {key}. Did you mean {near}?").format(key=named, near=near[0])
    return _("There is no setting {key}. There are: {all}.").format(key=named, all=", ".join(SETTINGS))


def _one_line(value: object) -> str:
    """A value of the file as it may be shown: what it says is not ours."""
    return (ascii(str(value))[1:-1] if isinstance(value, str | Exception) else ascii(value))[:80]
