"""Settings: one run of the client, from flags, UNO_ variables, the settings file and defaults."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, get_args

from uno_client.address import Address, AddressFault, parse_address
from uno_client.names import LONGEST_NAME
from uno_client.preferences import FLAGGED, LEVELS, LOOKS, SETTINGS, Preference, Preferences, Value
from uno_client.trust import TLS, Tls
from uno_engine.language import N_, _
from uno_engine.levels import BotLevel
from uno_engine.presets import DESCRIPTIONS, PRESETS, new_rules
from uno_protocol.catalogues import of_locale
from uno_protocol.completion import add_completion
from uno_protocol.discovery import AUTO, Reach, read_reach

if TYPE_CHECKING:
    from uno_engine.rules import RuleSet
    from uno_protocol.messages import JoinTable, NewTable, Request

Choice = TypeVar("Choice", bound=str)
PACES = {"calm": 1.5, "normal": 1.0, "brisk": 0.5}
"""How long computer players take (`uno_engine.bots.reactions.PACES`)."""
SOLO_BOTS = 3
SOLO_TABLE = "Solo"
MOST_SEATS = 10
USUAL_SEATS = 4
LONGEST_WAIT = 60


class SettingsRefused(ValueError):
    """A command line that makes no sense; the message is one line for the person who typed it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """One run of the client. A field is None where nothing was asked for."""

    address: Address | None = None
    name: str | None = None
    table: str | None = None
    seats: int = 4
    rules: str = "official"
    options: Mapping[str, str] | None = None
    in_vain: str = ""
    """What was said of the rules and means nothing under them, in a sentence."""
    turn_seconds: int = 30
    bots: tuple[BotLevel, ...] = ()
    bot_pause: float = 1.0
    spectate: bool = False
    plain: bool = False
    door: bool = False
    """Nothing says what is to be done: at a terminal, the front door asks."""
    kept: Preferences = Preferences()
    """What the settings file says."""
    wants: Preferences = Preferences()
    """The preferences for this run: the settings file, overridden by variables and flags."""
    solo: bool = False
    autoplay: BotLevel | None = None
    rounds: int | None = None
    json: bool = False
    list: bool = False
    wait: float = 2.0
    """Seconds that a list is looked for."""
    discover: Reach = AUTO
    """Where is looked for servers."""
    password: str | None = field(default=None, repr=False)
    """The server's, for a server that asks for one."""
    table_password: str = field(default="", repr=False)
    """Of the table: said at its door, and asked for if it is opened."""
    unlisted: bool = False
    watching: bool = True
    show_hands: bool = False
    tls: Tls = "auto"
    openly: bool = False
    """Passwords may be sent without encryption."""
    forget: str | None = None
    """The known server to be forgotten."""
    known: bool = False
    """The known servers are to be printed."""
    qr: bool = False
    """The QR code for phones is to be printed."""
    language: str = "en"
    """In which language the player is spoken to, by its code."""
    opens: bool = True
    """The table is opened if there is none; not so for one that an address names (`uno://HOST/CODE`)."""

    @property
    def new_table(self) -> NewTable:
        """How a table is opened, if one is."""
        from uno_protocol.messages import NewTable

        options = dict(self.options or {})
        return NewTable(
            seats=self.seats,
            preset=self.rules,
            own_text=options.pop("own_text", ""),
            options=options,
            turn_seconds=self.turn_seconds,
            bots=list(self.bots),
            bot_pause=self.bot_pause,
            password=self.table_password,
            listed=not self.unlisted,
            watching=self.watching,
            show_hands=self.show_hands,
        )

    @property
    def join_request(self) -> JoinTable:
        """How the table that was asked for is joined, or opened."""
        from uno_protocol.messages import JoinTable

        new = self.new_table if self.opens else None
        return JoinTable(id=1, table=self.table or "", new=new, password=self.table_password)

    @property
    def first_request(self) -> Request | None:
        """The request to send right after the login; None: none, the list of tables is shown."""
        from uno_protocol.messages import SpectateTable

        if self.table is None:
            return None
        if self.spectate:
            return SpectateTable(id=1, table=self.table, password=self.table_password)
        return self.join_request


class PlayerParser(argparse.ArgumentParser):
    """An argparse parser whose complaint is one line, in the player's language."""

    def error(self, message: str) -> NoReturn:
        for row in FLAGGED.values():
            for word in row.takes.unsaid:
                message = message.replace(f", '{word}'", "")
        found = ((re.fullmatch(pattern, message), said) for pattern, said in _COMPLAINTS.items())
        told = next((_(said).format(**match.groupdict()) for match, said in found if match), message)
        raise SettingsRefused(told + self._meant(message))

    def _meant(self, message: str) -> str:
        """Which flag may have been meant by one that there is not; else empty."""
        from uno_client.wording.options import near

        words = message.partition("unrecognized arguments: ")[2].split()
        return near(words[0], self._option_string_actions) if words and words[0].startswith("-") else ""


_COMPLAINTS: Mapping[str, str] = {
    r"unrecognized arguments: (?P<given>.*)": N_("unrecognized arguments: {given}"),
    r"argument (?P<option>.*?): expected one argument": N_("argument {option}: expected one argument"),
    r"argument (?P<option>.*?): invalid choice: (?P<given>.*) \(choose from (?P<names>.*)\)": N_(
        "argument {option}: invalid choice: {given} (choose from {names})"
    ),
}
"""What argparse complains of, and our words for it."""


def read_settings(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    version: str,
    kept: Preferences = Preferences(),  # noqa: B008  (frozen)
) -> Settings:
    """The settings of a command line: a flag goes before its variable, that before the file, that before the default.

    Raises SettingsRefused; ends the program with SystemExit after --help, --version and --rules help.
    """
    flags = parser(version).parse_args(arguments)
    if flags.set and flags.host is None and len(flags.set[-1]) > 1 and "=" not in flags.set[-1][-1]:
        flags.host = flags.set[-1].pop()  # as in `--set goal=points localhost`
    if flags.rules == "help":
        _tell_presets()
    asked = _Asked(flags, environment)
    address = asked.address()
    wants = asked.wants(kept)
    rules, options, words = asked.rules(kept)
    least, most = _players(rules, options)
    # One person against computer players keeps nobody waiting.
    usual_seconds = 0 if flags.solo and flags.autoplay is None else Settings().turn_seconds
    settings = Settings(
        address=address,
        name=asked.name(),
        table=asked.table(address),
        rules=rules,
        options=options,
        in_vain=_in_vain(rules, options, words),
        turn_seconds=asked.whole("turn_seconds", 0, 600, usual_seconds),
        spectate=flags.spectate,
        plain=asked.yes("plain"),
        door=address is None and asked.text("table") is None and asked.only_looks(),
        kept=kept,
        wants=wants,
        solo=flags.solo,
        autoplay=flags.autoplay,
        rounds=None if flags.rounds is None else _whole("--rounds", flags.rounds, 1, 100_000),
        json=flags.json,
        list=flags.list,
        wait=Settings().wait if flags.wait is None else _number("--wait", flags.wait, LONGEST_WAIT),
        discover=asked.discover(),
        password=asked.password(),
        table_password=asked.text("table_password") or "",
        unlisted=flags.unlisted,
        watching=not flags.no_watching,
        show_hands=flags.show_hands,
        tls=asked.tls(),
        openly=asked.yes("unencrypted_passwords"),
        forget=flags.forget,
        known=flags.known,
        qr=flags.qr,
        language=spoken(wants.language, environment),
        opens=asked.text("table") is not None or address is None or address.table is None,
        **asked.seats_and_bots(least, most, kept),
    )
    if flags.wait is not None and not flags.list:
        raise SettingsRefused(_("--wait needs --list"))
    _check(settings)
    return settings


def language(arguments: Sequence[str], environment: Mapping[str, str], kept: Preferences) -> str:
    """The code of the language that is asked for, else that of the system; known first, as the help is in it too.

    Raises SettingsRefused.
    """
    flag = PlayerParser(add_help=False, allow_abbrev=False)
    _add_flag(flag, SETTINGS["language"])
    asked = _Asked(flag.parse_known_args(arguments)[0], environment)
    return spoken(str(asked.setting("language", kept)), environment)


def spoken(asked: str, environment: Mapping[str, str]) -> str:
    """The code of a language that is asked for; `auto`: that of the system."""
    return of_locale(environment) if asked == "auto" else asked


class _Help(argparse.HelpFormatter):
    """The help of argparse, in the player's language."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, prefix or _("usage: "))


_VARIABLES = (
    "UNO_SERVER (HOST), UNO_NAME, UNO_TABLE, UNO_SEATS, UNO_PASSWORD, UNO_PASSWORD_FILE, "
    "UNO_TABLE_PASSWORD, UNO_RULES, UNO_SET, UNO_BOTS, UNO_TURN_SECONDS, UNO_BOT_PAUSE, "
    f"UNO_PLAIN=1, {', '.join(row.variable for row in FLAGGED.values())}, "
    "UNO_DISCOVER, UNO_TLS, UNO_UNENCRYPTED_PASSWORDS=1"
)
"""The variables that supply defaults for options."""


def _epilog() -> str:
    told = (
        _("Variables supply defaults for options that you leave out: {variables}.").format(variables=_VARIABLES),
        _("UNO_STATE_DIR chooses the folder that keeps your place at a table and the known servers."),
        _("UNO_SETTINGS chooses your settings file (off: none), which supplies the remaining defaults."),
        _("NO_COLOR turns colours off."),
        _(
            "Exit codes: 0 success, 1 failure, 2 usage, 69 cannot connect, 76 another protocol, version or key, "
            "130 interrupted, 143 ended by SIGTERM."
        ),
    )
    return " ".join(told)


def _add_flag(options: argparse._ActionsContainer, row: Preference) -> None:
    """The flag of a setting."""
    flag, _space, metavar = row.flag.partition(" ")
    said = _(row.says).format(names=", ".join(word for word in row.takes.choices if word != "auto"))
    if row.switch:
        options.add_argument(flag, action="store_true", help=said)
    else:
        options.add_argument(flag, metavar=metavar, choices=row.takes.words or None, help=said)
    if row.also is not None:
        other, word = row.also
        said = _("the same as {flag} {word}").format(flag=flag, word=word)
        options.add_argument(other, dest=row.option, action="store_const", const=word, help=said)


def parser(version: str) -> argparse.ArgumentParser:
    """The command line of `uno-client`."""
    command = PlayerParser(
        prog="uno-client",
        description=_("Play UNO in the terminal, on the local network or alone."),
        epilog=_epilog(),
        formatter_class=_Help,
        add_help=False,
        allow_abbrev=False,
    )
    options = command.add_argument_group(_("options"))
    add = options.add_argument
    add("-h", "--help", action="help", help=_("show this help and exit"))
    add(
        "host",
        nargs="?",
        metavar="HOST[:PORT]",
        help=_(
            "the server: game.local, 192.168.1.5:7777, [::1]:7777, uno://HOST/TABLE#FINGERPRINT (without "
            "it, choose one found on the network)"
        ),
    )
    add(
        "--name",
        metavar="N",
        help=_(
            "your name at the table; on this machine it also brings you back to your seat (default: your login name)"
        ),
    )
    add(
        "--password-file",
        metavar="FILE",
        help=_(
            "read the server's password from FILE's first line, or set UNO_PASSWORD (no option takes the "
            "password itself: others on this machine can read command lines); with neither, you are asked"
        ),
    )
    add(
        "--tls",
        metavar="MODE",
        choices=TLS,
        help=_(
            "encrypt the connection: auto (the default: if the server can, but not on this computer), "
            "required (always, and only with servers that can), off"
        ),
    )
    add(
        "--unencrypted-passwords",
        action="store_true",
        help=_("send passwords to servers without encryption, without asking: anyone on the network can read them"),
    )
    add("--known", action="store_true", help=_("print the servers that you know, with their keys, and exit"))
    add(
        "--forget",
        metavar="SERVER",
        help=_("forget a server, by name or fingerprint; with an address, forget only which server was there"),
    )
    add("--table", metavar="T", help=_("join the table with that name or code, or open it if there is none"))
    add("--seats", metavar="N", help=_("seats of a new table (default 4, if its rules allow that many)"))
    add(
        "--rules",
        metavar="RULES",
        help=_(
            "rules of a new table: {names}, a set that you saved, or a line such as 'party mercy=20'; --rules help "
            "explains them"
        ).format(names=", ".join(PRESETS)),
    )
    add("--set", metavar="option=value", action="append", nargs="+", help=_("change a rule, e.g. --set goal=points"))
    add(
        "--bots",
        metavar="N[:level]",
        help=_("computer players at a new table; levels: {names}").format(names=", ".join(LEVELS)),
    )
    add(
        "--turn-seconds",
        metavar="S",
        help=_("seconds per turn at a new table (default 30, with --solo 0; 0: no limit)"),
    )
    add(
        "--bot-pause",
        metavar="X",
        help=_("how long its computer players take: calm, normal (the default), brisk or a factor (0: no pause)"),
    )
    add(
        "--table-password",
        metavar="P",
        help=_(
            "the password of the table, existing or new (others on this machine can read it here; "
            "UNO_TABLE_PASSWORD is safer)"
        ),
    )
    add("--unlisted", action="store_true", help=_("leave a new table out of the list: join by code only"))
    add("--no-watching", action="store_true", help=_("allow no spectators at a new table"))
    add("--show-hands", action="store_true", help=_("show all hands after each round at a new table"))
    add("--spectate", action="store_true", help=_("watch the table instead of playing"))
    add("--plain", action="store_true", help=_("play in lines of text, for pipes and screen readers"))
    for row in FLAGGED.values():
        _add_flag(options, row)
    add("--autoplay", metavar="LEVEL", choices=LEVELS, help=_("let the program play, without a terminal or pauses"))
    add("--rounds", metavar="N", help=_("with --autoplay: stop after N rounds (default: a whole game)"))
    add(
        "--json",
        action="store_true",
        help=_("with --autoplay, --list or --known: print the result as one line of JSON"),
    )
    add("--list", action="store_true", help=_("print the games found on the network and exit"))
    add("--qr", action="store_true", help=_("print a QR code with which phones join HOST in their browser, and exit"))
    add("--wait", metavar="S", help=_("with --list: how many seconds to search (default 2)"))
    add(
        "--discover",
        metavar="auto|off|IP",
        action="append",
        help=_(
            "where to look for games: on every network (auto, the default), nowhere (off), or the networks "
            "of these local addresses (repeat the option, or separate with commas)"
        ),
    )
    add("--solo", action="store_true", help=_("play on this machine against computer players (default 3:normal)"))
    add_completion(options)
    add("--version", action="version", version=f"uno-client {version}", help=_("show the version and exit"))
    return command


@dataclass(frozen=True, slots=True)
class _Asked:
    """Flags, and the variables with their defaults."""

    flags: argparse.Namespace
    environment: Mapping[str, str]

    def text(self, option: str) -> str | None:
        given = getattr(self.flags, option)
        if given is None:
            given = self.environment.get(f"UNO_{option.upper()}") or None
        return None if given is None else str(given)

    def name(self) -> str | None:
        """A variable that is too long for a player's name is a server's, which has the same variable."""
        name = self.text("name")
        return name if self.flags.name is not None or name is None or len(name) <= LONGEST_NAME else None

    def whole(self, option: str, least: int, most: int, default: int) -> int:
        given = self.text(option)
        return default if given is None else _whole(_flag(option), given, least, most)

    def yes(self, option: str, *, usual: bool = False) -> bool:
        variable = self.environment.get(f"UNO_{option.upper()}", "").lower()
        if variable not in ("", "0", "1", "no", "yes"):
            raise SettingsRefused(_takes(f"UNO_{option.upper()}", "1, 0", variable))
        by_variable = variable in ("1", "yes") if variable else usual
        return getattr(self.flags, option) is True or by_variable

    def table(self, address: Address | None) -> str | None:
        return self.text("table") or (address.table if address else None) or (SOLO_TABLE if self.flags.solo else None)

    def password(self) -> str | None:
        """The server's password: of the file that the flag names, of the variable, of the file that that one names."""
        file = self.flags.password_file
        if file is None and (given := self.environment.get("UNO_PASSWORD")):
            return given
        file = file or self.environment.get("UNO_PASSWORD_FILE")
        return None if not file else _password_in(Path(file).expanduser())

    def wants(self, kept: Preferences) -> Preferences:
        """The player's settings in this run: flags, then variables, then the file."""
        found = {key: self.setting(key, kept) for key in FLAGGED}
        return replace(kept, **found)  # type: ignore[arg-type]  # as `takes` says

    def setting(self, key: str, kept: Preferences) -> Value | None:
        """One of them. Raises SettingsRefused."""
        row, usual = SETTINGS[key], getattr(kept, key)
        if row.switch:  # its flag turns it from its default
            return self.yes(row.option, usual=usual != row.default) != row.default
        given = self.text(row.option)
        if given is None and row.also is not None and self.environment.get(_variable(row.also[0])) == "1":
            given = row.also[1]
        try:
            return usual if given is None else row.takes.read(given)
        except ValueError as fault:
            names = ", ".join(row.takes.choices) or str(fault)
            raise SettingsRefused(_takes(f"UNO_{row.option.upper()}", names, given)) from None

    def tls(self) -> Tls:
        given = self.text("tls") or "auto"
        if self.flags.tls is None and given in ("offered", "off"):  # said to a server, which has the same variable
            given = "auto"
        chosen = next((each for each in TLS if each == given), None)
        if chosen is None:
            raise SettingsRefused(_("UNO_TLS takes auto or required, not {given!r}").format(given=given))
        return chosen

    def only_looks(self) -> bool:
        """Whether the flags say at most who plays, and how the client looks and speaks."""
        return all(value in (None, False) for name, value in vars(self.flags).items() if name not in LOOKS)

    def address(self) -> Address | None:
        given = self.flags.host
        if given is None and not self.flags.solo and not self.flags.list:
            given = self.environment.get("UNO_SERVER") or None
        if given is None:
            return None
        if self.flags.solo and given.partition(":")[0].isdigit():
            raise SettingsRefused(
                _("--solo takes no number; for computer players add --bots {given}").format(given=given)
            )
        if self.flags.solo:
            raise SettingsRefused(_("--solo starts its own server; leave out HOST"))
        try:
            return parse_address(given)
        except AddressFault as fault:
            raise SettingsRefused(str(fault)) from None

    def discover(self) -> Reach:
        given = self.flags.discover or [self.environment.get("UNO_DISCOVER") or "auto"]
        try:
            return read_reach(",".join(given))
        except ValueError as fault:
            raise SettingsRefused(f"--discover: {fault}") from None

    def options(self) -> dict[str, str]:
        from uno_engine.rules import TABLE

        lists = self.flags.set
        given = (
            self.environment.get("UNO_SET", "").split() if lists is None else [one for many in lists for one in many]
        )
        options = {}
        for pair in given:
            option, equals, value = pair.partition("=")
            if not option or not equals:
                raise SettingsRefused(_("--set takes option=value such as goal=points, not {pair!r}").format(pair=pair))
            options[option] = TABLE[option].word(value) if option in TABLE else value
        return options

    def rules(self, kept: Preferences) -> tuple[str, dict[str, str], list[str]]:
        """The preset, what differs from it (of a line, of a set that was saved, and of --set), and that as words."""
        given, options = self.text("rules") or Settings().rules, self.options()
        line = kept.rules.get(given, given)
        pairs = [f"{option}={value}" for option, value in options.items()]
        if line in PRESETS:
            return line, options, pairs
        if not line.split()[1:]:
            said, instead = _("--rules: there are no {name!r} rules; {instead}"), _like(line, (*PRESETS, *kept.rules))
            raise SettingsRefused(said.format(name=line, instead=instead))
        from uno_client.wording.rule_sets import read_line, words_of

        try:
            found = read_line(line, kept.rules)
        except ValueError as fault:
            raise SettingsRefused(f"--rules: {fault}") from None
        return found.preset, {**found.options, **options}, [*words_of(line), *pairs]

    def seats_and_bots(self, least: int, most: int, kept: Preferences) -> dict[str, Any]:
        """Seats, computer players and their pauses, for rules that take `least` to `most` players."""
        bots = self._bots(kept.level)
        solo, autoplay = self.flags.solo, self.flags.autoplay is not None
        if bots is None:
            bots = (kept.level,) * min(max(SOLO_BOTS, least - 1), most - 1) if solo else ()
        usual = max(least, len(bots) + 1)
        seats = self.whole("seats", 2, MOST_SEATS, usual if solo else max(usual, min(USUAL_SEATS, most)))
        if len(bots) >= seats:
            said = _("--bots {n} leaves no seat for you at a table of {seats}; add --seats")
            raise SettingsRefused(said.format(n=len(bots), seats=seats))
        if not least <= seats <= most:
            raise SettingsRefused(
                _("players: these rules are for {least} to {most} players, not {seats}").format(
                    least=least, most=most, seats=seats
                )
            )
        pause = self.text("bot_pause")
        if pause is None:
            return {"seats": seats, "bots": bots, "bot_pause": 0.0 if autoplay else 1.0}
        return {"seats": seats, "bots": bots, "bot_pause": PACES.get(pause) or _number("--bot-pause", pause, 5, PACES)}

    def _bots(self, usual: BotLevel) -> tuple[BotLevel, ...] | None:
        given = self.text("bots")
        if given is None:
            return None
        count, colon, level = given.partition(":")
        levels = [known for known in get_args(BotLevel) if known == (level if colon else usual)]
        if not levels:
            said = _("--bots takes the levels {names}, not {given!r}")
            raise SettingsRefused(said.format(names=", ".join(LEVELS), given=level))
        return tuple(levels) * _whole("--bots", count, 0, MOST_SEATS - 1)


def _password_in(path: Path) -> str:
    """The first line of a file. Raises SettingsRefused."""
    try:
        with path.open(encoding="utf-8") as file:
            line = file.readline(1000).rstrip("\r\n")
    except OSError as fault:
        raise SettingsRefused(
            _("cannot read {path}: {reason}").format(path=path, reason=(fault.strerror or str(fault)).lower())
        ) from None
    except UnicodeDecodeError:
        raise SettingsRefused(_("{path} is not text in UTF-8").format(path=path)) from None
    if not line:
        raise SettingsRefused(_("the first line of {path} is empty: it should be the password").format(path=path))
    return line


def _takes(variable: str, names: str, given: object) -> str:
    return _("{variable} takes {names}, not {given!r}").format(variable=variable, names=names, given=given)


def _variable(flag: str) -> str:
    return f"UNO_{flag.removeprefix('--').replace('-', '_').upper()}"


def _flag(option: str) -> str:
    return f"--{option.replace('_', '-')}"


def _whole(flag: str, text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
        raise SettingsRefused(
            _("{flag} takes a whole number from {least} to {most}, not {text!r}").format(
                flag=flag, least=least, most=most, text=text
            )
        )
    return int(text)


def _number(flag: str, text: str, most: int, words: Iterable[str] = ()) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= most:
        said = _("{flag} takes a number from 0 to {most}, not {text!r}")
        if words:
            said = _("{flag} takes {words} or a number from 0 to {most}, not {text!r}")
        raise SettingsRefused(said.format(flag=flag, words=", ".join(words), most=most, text=text))
    return number


def _check(settings: Settings) -> None:
    """Raise SettingsRefused for flags that do not go together."""
    refusals = (
        (settings.solo and settings.spectate, _("--spectate does not go with --solo")),
        (settings.spectate and settings.autoplay, _("--spectate does not go with --autoplay")),
        (
            settings.json and settings.autoplay is None and not settings.list and not settings.known,
            _("--json needs --autoplay, --list or --known"),
        ),
        (settings.known and settings.forget is not None, _("--known and --forget do not go together")),
        (
            settings.forget is not None and not settings.forget.strip(),
            _("--forget needs a name, address or fingerprint"),
        ),
        (
            settings.qr and (settings.solo or settings.autoplay or settings.list or settings.known),
            _("--qr only prints a QR code; leave out --solo, --autoplay, --list and --known"),
        ),
        (settings.list and settings.address is not None, _("--list finds games by itself; leave out HOST")),
        (settings.list and (settings.solo or settings.autoplay), _("--list only prints games; it doesn't play")),
        (settings.list and settings.discover.off, _("--list cannot look for games with --discover off")),
        (settings.rounds is not None and settings.autoplay is None, _("--rounds needs --autoplay")),
        (settings.autoplay and not settings.solo and settings.address is None, _("--autoplay needs HOST or --solo")),
        (settings.autoplay and settings.table is None, _("--autoplay needs --table (or --solo)")),
        (settings.spectate and settings.table is None, _("--spectate needs --table")),
    )
    for refused, reason in refusals:
        if refused:
            raise SettingsRefused(reason)


def _players(name: str, options: Mapping[str, str]) -> tuple[int, int]:
    """The least and the most players of the rules asked for.

    Raises SettingsRefused, with the option and the reason, for rules that make no sense.
    """
    if name == Settings().rules and not options:
        return 2, MOST_SEATS  # nothing was asked for, so the engine need not be loaded
    least, most = _rules(name, options).players
    return least, most


def _in_vain(name: str, options: Mapping[str, str], words: Sequence[str]) -> str:
    """A sentence that names those of the words that mean nothing under the rules asked for; empty if there are none."""
    if not words:
        return ""  # so the engine need not be loaded
    from uno_client.wording.rule_sets import vain_text

    return vain_text(_rules(name, options), words)


def _like(word: str, known: Iterable[str]) -> str:
    """What may have been meant, else everything there is."""
    from difflib import get_close_matches

    folded = {each.casefold(): each for each in known}
    near = get_close_matches(word.casefold(), folded, 1)
    if near:
        return _("did you mean {word}?").format(word=folded[near[0]])
    return _("there are {names}").format(names=", ".join(known))


def _tell_presets() -> NoReturn:
    """Print each preset with its sentence, and end the program."""
    for name in PRESETS:
        print(f"{name}: {_(DESCRIPTIONS[name])}")
    raise SystemExit(0)


def _rules(name: str, options: Mapping[str, str]) -> RuleSet:
    from uno_client.wording.options import meant
    from uno_engine.rules import TABLE, RulesRefused

    for option in options:
        if option not in TABLE:
            said = _("--set: there is no option {option!r}; {instead}")
            raise SettingsRefused(said.format(option=option, instead=_like(option, TABLE)))
    try:
        return new_rules(name, options)
    except RulesRefused as refused:
        raise SettingsRefused(f"{refused}{meant(refused.option, options.get(refused.option, ''))}") from None
