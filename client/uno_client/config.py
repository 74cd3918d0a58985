"""Settings: one run of the client, from flags, UNO_ variables, the settings file and defaults."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, get_args

from uno_client.address import Address, AddressFault, parse_address
from uno_client.names import LONGEST_NAME, name_of_user, with_digits
from uno_client.preferences import (
    FLAGGED,
    LEVELS,
    LOOKS,
    SETTINGS,
    SWITCH,
    PlayerSetting,
    Preferences,
    Takes,
    Wrong,
    either,
    number,
    one_of,
    rows,
    setting,
    variable_of,
    whole,
)
from uno_client.trust import TLS, Tls
from uno_engine.language import N_, _
from uno_engine.levels import BotLevel
from uno_engine.presets import DESCRIPTIONS, PRESETS, new_rules
from uno_protocol.catalogues import of_locale
from uno_protocol.completion import RECORDS, add_completion
from uno_protocol.discovery import AUTO, Reach, read_reach

if TYPE_CHECKING:
    from uno_engine.state import State
    from uno_protocol.messages import JoinTable, NewTable, Request

PACES = {"calm": 1.5, "normal": 1.0, "brisk": 0.5}
"""How long computer players take (`uno_engine.bots.reactions.PACES`)."""
REPLAY = "replay"
"""The word before the file of a record that is to be shown."""
SOLO_BOTS = 3
SOLO_TABLE = "Solo"
MOST_SEATS = 10
USUAL_SEATS = 4
USUAL_PLAYERS = (2, MOST_SEATS)
"""The least and the most players of the usual rules, repeated so that the engine need not be loaded."""
TEXT = Takes(str)


def switch(flag: str, says: str, *, default: bool = False, by_variable: bool = False) -> bool:
    """The field of a flag without a value, which turns it from its default."""
    return setting(PlayerSetting(default, SWITCH, flag, says, by_variable=by_variable))


class SettingsRefused(ValueError):
    """A command line that makes no sense; the message is one line for the person who typed it."""


def read_bots(value: object) -> tuple[BotLevel, ...]:
    """As many computer players of a level as `N:level` says; of an empty one without a level."""
    count, colon, given = str(value).partition(":")
    levels = [known for known in (*get_args(BotLevel), *(() if colon else ("",))) if known == given]
    if not levels:
        raise Wrong(_("a number, or with a level such as 2:{names}").format(names=either(*LEVELS)))
    return tuple(levels) * whole(0, MOST_SEATS - 1).read(count)


def _password_in(file: object) -> str:
    path = Path(str(file)).expanduser()
    try:
        with path.open(encoding="utf-8") as opened:
            line = opened.readline(1000).rstrip("\r\n")
    except OSError as fault:
        why = (fault.strerror or str(fault)).lower()
        raise SettingsRefused(_("cannot read {path}: {reason}").format(path=path, reason=why)) from None
    except UnicodeDecodeError:
        raise SettingsRefused(_("{path} is not text in UTF-8").format(path=path)) from None
    if not line:
        raise SettingsRefused(_("the first line of {path} is empty: it should be the password").format(path=path))
    return line


@dataclass(frozen=True, slots=True)
class Settings:
    """One run of the client. A field is None where nothing was asked for; `--help` says what each is for."""

    # A row is read as one.
    # fmt: off
    address: Address | None = setting(PlayerSetting(
        None, Takes(lambda given: parse_address(str(given))), "server HOST[:PORT]",
        N_("the server, as game.local, 192.168.1.5:7777, [::1]:7777 or uno://HOST/TABLE#KEY; without it, you choose"),
        nargs="?"
    ))
    name: str | None = setting(PlayerSetting(
        None, TEXT, "--name N",
        N_("your name at the table; on this machine it also brings you back to your seat (default: your login name)")
    ))
    password: str | None = setting(PlayerSetting(
        None, Takes(_password_in), "--password-file FILE",
        N_("read the server's password from FILE's first line, or set UNO_PASSWORD; with neither, you are asked")
    ), secret=True)
    tls: Tls = setting(PlayerSetting(
        "auto", one_of({each: each for each in TLS}), "--tls MODE",
        N_("encrypt the connection: auto (if the server can, but not on this computer), required (always), off")
    ))
    openly: bool = switch(
        "--unencrypted-passwords",
        N_("send passwords to servers without encryption, without asking: anyone on the network can read them"),
        by_variable=True
    )
    known: bool = switch("--known", N_("print the servers that you know, with their keys, and exit"))
    forget: str | None = setting(PlayerSetting(
        None, TEXT, "--forget SERVER",
        N_("forget a server, by name or fingerprint; with an address, forget only which server was there"),
        by_variable=False
    ))
    table: str | None = setting(PlayerSetting(
        None, TEXT, "--table T", N_("join the table with that name or code, or open it if there is none")
    ))
    seats: int = setting(PlayerSetting(
        USUAL_SEATS, whole(2, MOST_SEATS), "--seats N",
        N_("seats of a new table (default 4, if its rules allow that many)")
    ))
    rules: str = setting(PlayerSetting(
        "official", Takes(str, dict.fromkeys(PRESETS, ""), open=True), "--rules RULES",
        N_("rules of a new table: {names}, a set of yours, or a line like 'party mercy=20' (--rules help)")
    ))
    options: Mapping[str, str] | None = setting(PlayerSetting(
        None, Takes(lambda _words: {}), "--set option=value", N_("change a rule, e.g. --set goal=points"), nargs="+",
        action="append"
    ))
    bots: tuple[BotLevel, ...] = setting(PlayerSetting(
        (), Takes(read_bots, dict.fromkeys(LEVELS, ""), open=True), "--bots N[:level]",
        N_("computer players at a new table; levels: {names}")
    ))
    turn_seconds: int = setting(PlayerSetting(
        30, whole(0, 600), "--turn-seconds S",
        N_("seconds per turn at a new table (default 30, with --solo 0; 0: no limit)")
    ))
    bot_pause: float = setting(PlayerSetting(
        1.0, number(5, PACES), "--bot-pause X",
        N_("how long its computer players take: calm, normal (the default), brisk or a factor (0: no pause)")
    ))
    table_password: str = setting(PlayerSetting(
        "", TEXT, "--table-password P",
        N_("the table's password, existing or new; others can read it here: UNO_TABLE_PASSWORD is safer")
    ), secret=True)
    unlisted: bool = switch("--unlisted", N_("leave a new table out of the list: join by code only"))
    watching: bool = switch("--no-watching", N_("allow no spectators at a new table"), default=True)
    show_hands: bool = switch("--hide-hands", N_("keep hands closed after each round at a new table"), default=True)
    programs: bool = switch("--no-programs", N_("let only people sit down at a new table"), default=True)
    spectate: bool = switch("--spectate", N_("watch the table instead of playing"))
    plain: bool = switch("--plain", N_("play in lines of text, for pipes and screen readers"), by_variable=True)
    autoplay: BotLevel | None = setting(PlayerSetting(
        None, one_of({each: each for each in LEVELS}), "--autoplay LEVEL",
        N_("let the program play, without a terminal or pauses"), by_variable=False
    ))
    bot: Path | None = setting(PlayerSetting(
        None, Takes(lambda given: Path(str(given)).expanduser()), "--bot FILE",
        N_("seat a bot: a Python file with choose(view, actions); it runs with your rights, without a sandbox"),
        by_variable=False
    ))
    rounds: int | None = setting(PlayerSetting(
        None, whole(1, 100_000), "--rounds N",
        N_("with --autoplay or --bot: stop after N rounds (default: a whole game; a bot at HOST: until Ctrl-C)"),
        by_variable=False
    ))
    json: bool = switch("--json", N_("with --autoplay, --bot, --list or --known: print the result as one line of JSON"))
    list: bool = switch("--list", N_("print the games found on the network and exit"))
    qr: bool = switch("--qr", N_("print a QR code with which phones join HOST in their browser, and exit"))
    wait: float = setting(PlayerSetting(
        2.0, number(60), "--wait S", N_("with --list: how many seconds to search (default 2)"), by_variable=False
    ))
    discover: Reach = setting(PlayerSetting(
        AUTO, Takes(lambda given: read_reach(str(given))), "--discover auto|off|IP",
        N_("where to look for games: auto (every network), off, or the networks of these local addresses"),
        action="append"
    ))
    solo: bool = switch("--solo", N_("play on this machine against computer players (default 3:normal)"))
    position: str = setting(PlayerSetting(
        "", TEXT, "--position LINE",
        N_("play from there, as --solo: 'rules: official; seats: you bob; hand you: R5; hand bob: 3; discard: R9'"),
        by_variable=False
    ))
    # fmt: on
    kept: Preferences = Preferences()
    wants: Preferences = Preferences()
    """The preferences for this run: the settings file, overridden by variables and flags."""
    language: str = "en"
    replay: Path | None = None
    """The record to show (`uno-client replay FILE`); None: a game is played."""
    in_vain: str = ""
    """A sentence about the options that have no effect under the rules."""
    door: bool = False
    """Nothing says what to do: at a terminal, the front door asks."""
    opens: bool = True
    """The table is opened if there is none; not so for one that an address names (`uno://HOST/CODE`)."""

    @property
    def own_name(self) -> str:
        """The name under which the player plays, if it is free: the one given, the last one, or the login name."""
        return with_digits(self.name)[0] if self.name else self.kept.name or name_of_user()

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
            bots=[*self.bots],
            bot_pause=self.bot_pause,
            password=self.table_password,
            listed=not self.unlisted,
            watching=self.watching,
            show_hands=self.show_hands,
            programs=self.programs,
            position=self.position,
        )

    @property
    def join_request(self) -> JoinTable:
        """How the table that was asked for is joined, or opened."""
        from uno_protocol.messages import JoinTable

        new = self.new_table if self.opens else None
        return JoinTable(id=1, table=self.table or "", new=new, password=self.table_password)

    @property
    def first_request(self) -> Request | None:
        """The request to send right after the login; None: the list of tables is shown."""
        from uno_protocol.messages import SpectateTable

        if self.table is None:
            return None
        if self.spectate:
            return SpectateTable(id=1, table=self.table, password=self.table_password)
        return self.join_request


RUN = rows(Settings)


class PlayerParser(argparse.ArgumentParser):
    """An argparse parser whose complaint is one line, in the player's language."""

    def error(self, message: str) -> NoReturn:
        from uno_protocol.wording.options import near

        for row in FLAGGED.values():
            for word in row.takes.unsaid:
                message = message.replace(f", '{word}'", "")
        found = ((re.fullmatch(pattern, message), said) for pattern, said in _COMPLAINTS.items())
        told = next((_(said).format(**match.groupdict()) for match, said in found if match), message)
        words = message.partition("unrecognized arguments: ")[2].split()
        meant = near(words[0], self._option_string_actions) if words and words[0].startswith("-") else ""
        raise SettingsRefused(told + meant)


_COMPLAINTS: Mapping[str, str] = {
    r"unrecognized arguments: (?P<given>.*)": N_("unrecognized arguments: {given}"),
    r"argument (?P<option>.*?): expected one argument": N_("argument {option}: expected one argument"),
    r"argument (?P<option>.*?): invalid choice: (?P<given>.*) \(choose from (?P<names>.*)\)": N_(
        "argument {option}: invalid choice: {given} (choose from {names})"
    ),
}


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


def parser(version: str) -> argparse.ArgumentParser:
    """The command line of `uno-client`."""
    variables = ", ".join(["UNO_PASSWORD", *(row.variable for row in (RUN | FLAGGED).values() if row.variable)])
    command = PlayerParser(
        prog="uno-client",
        description=_("Play UNO in the terminal, on the local network or alone."),
        epilog=" ".join(
            (
                _("Variables supply defaults for options that you leave out: {variables}.").format(variables=variables),
                _("UNO_STATE_DIR chooses the folder that keeps your place at a table and the known servers."),
                _("UNO_SETTINGS chooses your settings file (off: none), which supplies the remaining defaults."),
                _("NO_COLOR turns colours off."),
                _("uno-client replay FILE shows a recorded game again."),
                _(
                    "Exit codes: 0 success, 1 failure, 2 usage, 69 cannot connect, 76 another protocol, version or "
                    "key, 130 interrupted, 143 ended by SIGTERM."
                ),
            )
        ),
        formatter_class=_Help,
        add_help=False,
        allow_abbrev=False,
    )
    options = command.add_argument_group(_("options"))
    options.add_argument("-h", "--help", action="help", help=_("show this help and exit"))
    for row in (*RUN.values(), *FLAGGED.values()):
        _add_flag(options, row)
    add_completion(options, _complete_replay)
    options.add_argument(
        "--version", action="version", version=f"uno-client {version}", help=_("show the version and exit")
    )
    return command


def _complete_replay(command: argparse.ArgumentParser) -> None:
    """Give a parser the command `replay FILE`, for completion only: a parser that runs takes any first word as HOST."""
    command._actions[:] = [action for action in command._actions if action.option_strings]
    replay = command.add_subparsers().add_parser(REPLAY, help=_("show a recorded game again"), add_help=False)
    for row in (RUN["name"], RUN["plain"], *FLAGGED.values()):
        _add_flag(replay, row)
    replay.add_argument("file", metavar=RECORDS)


def _add_flag(options: argparse._ActionsContainer, row: PlayerSetting[object]) -> None:
    flag, _space, metavar = row.flag.partition(" ")
    if row.switch:
        options.add_argument(flag, action="store_true", help=row.help)
    else:
        options.add_argument(
            flag, metavar=metavar, choices=row.takes.words or None, nargs=row.nargs, action=row.action, help=row.help
        )
    if row.also is not None:
        other, word = row.also
        said = _("the same as {flag} {word}").format(flag=flag, word=word)
        options.add_argument(other, dest=row.option, action="store_const", const=word, help=said)


def read_settings(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    version: str,
    kept: Preferences = Preferences(),  # noqa: B008  (frozen)
) -> Settings:
    """The settings of a command line: a flag goes before its variable, that before the file, that before the default.

    Raises SettingsRefused; ends the program with SystemExit after --help, --version and --rules help.
    """
    replays = [*arguments[:1]] == [REPLAY]
    flags = parser(version).parse_args(arguments[replays:])
    if replays:
        return _of_replay(flags, environment, kept)
    if flags.set and flags.server is None and len(flags.set[-1]) > 1 and "=" not in flags.set[-1][-1]:
        flags.server = flags.set[-1].pop()  # as in `--set goal=points localhost`
    if flags.rules == "help":
        for name in PRESETS:
            print(f"{name}: {_(DESCRIPTIONS[name])}")
        raise SystemExit(0)
    if flags.position is not None:
        flags.solo = True
    if flags.solo and flags.server is not None:
        flag = "--solo" if flags.position is None else "--position"
        said = _("{flag} starts its own server; leave out HOST").format(flag=flag)
        if flags.position is None and flags.server.partition(":")[0].isdigit():
            said = _("--solo takes no number; for computer players add --bots {given}").format(given=flags.server)
        raise SettingsRefused(said)
    asked = _Asked(flags, environment)
    solo, address = flags.solo, asked.run("address")
    named = asked.run("table")
    wants = replace(kept, **{key: asked.value(row, getattr(kept, key)) for key, row in FLAGGED.items()})
    preset, options, words = ("official", {}, []) if flags.position is not None else asked.rules(kept)
    made = new_rules(preset, options) if words or preset != "official" else None
    found = {key: asked.run(key) for key in RUN if key not in ("password", "options", "bots", "seats", "position")}
    # One person against computer players keeps nobody waiting.
    auto = flags.autoplay is not None or flags.bot is not None
    usual_seconds = 0 if solo and not auto else Settings().turn_seconds
    if flags.position is not None:
        found |= asked.position(kept)
    else:
        found |= asked.seats_and_bots(USUAL_PLAYERS if made is None else made.players, kept)
    found |= {
        "table": named or (address.table if address else None) or (SOLO_TABLE if solo else None),
        "rules": preset,
        "options": options,
        "password": asked.password(),
        "turn_seconds": asked.run("turn_seconds", usual_seconds),
        "bot_pause": asked.run("bot_pause", 0.0 if auto else 1.0),
    }
    in_vain = ""
    if made is not None and words:
        from uno_client.wording.rule_sets import vain_text

        in_vain = vain_text(made, words)
    only_looks = all(value in (None, False) for name, value in vars(flags).items() if name not in LOOKS)
    settings = Settings(
        **found,
        kept=kept,
        wants=wants,
        language=spoken(wants.language, environment),
        in_vain=in_vain,
        door=address is None and named is None and only_looks,
        opens=named is not None or address is None or address.table is None,
    )
    if flags.wait is not None and not flags.list:
        raise SettingsRefused(_("--wait needs --list"))
    _check(settings)
    return settings


def _of_replay(flags: argparse.Namespace, environment: Mapping[str, str], kept: Preferences) -> Settings:
    """The settings with which a record is shown. Raises SettingsRefused."""
    file, flags.server = flags.server, None
    if file is None:
        raise SettingsRefused(_("replay needs the FILE of a record"))
    if given := [name for name, value in vars(flags).items() if value not in (None, False) and name not in LOOKS]:
        said = _("replay only shows a game; leave out --{flag}")
        raise SettingsRefused(said.format(flag=given[0].replace("_", "-")))
    asked = _Asked(flags, environment)
    wants = replace(kept, **{key: asked.value(row, getattr(kept, key)) for key, row in FLAGGED.items()})
    return Settings(
        name=asked.run("name"),
        plain=asked.run("plain"),
        kept=kept,
        wants=wants,
        language=spoken(wants.language, environment),
        replay=Path(file),
    )


def playing_on(settings: Settings, position: str) -> Settings:
    """The settings with which a player goes on from a position of the record that was shown."""
    found = read_settings(["--position", position], {}, "", settings.kept)
    name = settings.name or found.name
    return replace(found, name=name, wants=settings.wants, language=settings.language)


def language(arguments: Sequence[str], environment: Mapping[str, str], kept: Preferences) -> str:
    """The code of the language that is asked for, else that of the system; known first, as the help is in it too.

    Raises SettingsRefused.
    """
    flag = PlayerParser(add_help=False, allow_abbrev=False)
    _add_flag(flag, SETTINGS["language"])
    asked = _Asked(flag.parse_known_args(arguments)[0], environment)
    return spoken(asked.value(SETTINGS["language"], kept.language), environment)


def spoken(asked: str, environment: Mapping[str, str]) -> str:
    """The code of a language that is asked for; `auto`: that of the system."""
    return of_locale(environment) if asked == "auto" else asked


@dataclass(frozen=True, slots=True)
class _Asked:
    """Flags, and the variables with their defaults."""

    flags: argparse.Namespace
    environment: Mapping[str, str]

    def run(self, key: str, usual: object = ...) -> Any:
        """The value of a setting of this run: its flag, its variable, `usual`, or the default."""
        return self.value(RUN[key], RUN[key].default if usual is ... else usual)

    def value(self, row: PlayerSetting[object], usual: Any) -> Any:
        """The value of a setting: its flag, its variable, or `usual`. Raises SettingsRefused."""
        variable = row.variable.partition("=")[0]
        if row.switch:  # its flag turns it from its default
            return self._yes(row.option, variable, usual=usual != row.default) != row.default
        source, given = row.flag.partition(" ")[0], getattr(self.flags, row.option)
        if given is None:
            source, given = variable, self._of_player(variable)
        elif row.action == "append":
            given = ",".join(given)
        if given is None and row.also is not None and self._of_player(variable_of(row.also[0])) == "1":
            given = row.also[1]
        try:
            return usual if given is None else row.takes.read(given)
        except Wrong as fault:
            raise SettingsRefused(takes_text(source, str(fault), given)) from None
        except AddressFault as fault:
            raise SettingsRefused(str(fault)) from None
        except ValueError as fault:
            raise fault if isinstance(fault, SettingsRefused) else SettingsRefused(f"{source}: {fault}") from None

    def _yes(self, option: str, variable: str, *, usual: bool) -> bool:
        given = self.environment.get(variable, "").lower()
        if given not in ("", "0", "1", "no", "yes"):
            raise SettingsRefused(takes_text(variable, "1, 0", given))
        return getattr(self.flags, option) is True or (given in ("1", "yes") if given else usual)

    def _of_player(self, variable: str) -> str | None:
        """A variable, unless it is meant for a server on the same machine, or for a client that has a server."""
        given = self.environment.get(variable) or None
        alone = self.flags.solo or self.flags.list if variable == "UNO_SERVER" else False
        for_server = {
            "UNO_NAME": given is not None and len(given) > LONGEST_NAME,
            "UNO_TLS": given in ("offered", "off"),
        }
        return None if alone or for_server.get(variable) else given

    def password(self) -> str | None:
        """The server's password: of the file that the flag names, of the variable, of the file that that one names."""
        by_variable = self.environment.get("UNO_PASSWORD") if self.flags.password_file is None else None
        return by_variable or self.run("password")

    def rules(self, kept: Preferences) -> tuple[str, Mapping[str, str], list[str]]:
        """The preset, what differs from it (of a line, of a set that was saved, and of --set), and that as words."""
        given, lists = self.run("rules"), self.flags.set or [self.environment.get("UNO_SET", "").split()]
        line, pairs = kept.rules.get(given, given) or "…", [pair for many in lists for pair in many]
        if line in PRESETS and not pairs:
            return line, {}, []
        from uno_client.wording.rule_sets import read_words, words_of

        words: list[str] = [*words_of(line), *pairs]
        try:
            found = read_words(words[0], words[1:], kept.rules)
        except ValueError as fault:
            raise SettingsRefused(f"{'--set' if line in PRESETS else '--rules'}: {fault}") from None
        return found.preset, found.options, words[1:]

    def position(self, kept: Preferences) -> dict[str, Any]:
        """The position to begin at, its seats and computer players. Raises SettingsRefused."""
        for flag in ("rules", "set", "seats"):
            if getattr(self.flags, flag) is not None:
                said = _("--position has its own rules and seats; leave out {flag}")
                raise SettingsRefused(said.format(flag=f"--{flag}"))
        sent, seats = _begun(self.flags.position)
        bots = self.run("bots", None)
        if bots is None:
            bots = (kept.level,) * (seats - 1)
        elif len(bots) != seats - 1:
            said = _("--position has {seats} seats and you take one, so --bots takes {n}, or leave it out")
            raise SettingsRefused(said.format(seats=seats, n=seats - 1))
        return {"position": sent, "seats": seats, "bots": tuple(level or kept.level for level in bots)}

    def seats_and_bots(self, players: tuple[int, int], kept: Preferences) -> dict[str, Any]:
        """Seats and computer players, for rules that take so many players at the least and at the most."""
        (least, most), solo = players, self.flags.solo
        bots = self.run("bots", None)
        if bots is None:
            bots = (kept.level,) * min(max(SOLO_BOTS, least - 1), most - 1) if solo else ()
        usual = max(least, len(bots) + 1)
        seats = self.run("seats", usual if solo else max(usual, min(USUAL_SEATS, most)))
        if len(bots) >= seats:
            said = _("--bots {n} leaves no seat for you at a table of {seats}; add --seats")
            raise SettingsRefused(said.format(n=len(bots), seats=seats))
        if not least <= seats <= most:
            said = _("players: these rules are for {least} to {most} players, not {seats}")
            raise SettingsRefused(said.format(least=least, most=most, seats=seats))
        return {"seats": seats, "bots": tuple(level or kept.level for level in bots)}


def _begun(line: str) -> tuple[str, int]:
    """The position to begin at, as it is sent, for a line of the notation; and how many players it has.

    Raises SettingsRefused.
    """
    from uno_client.wording.sanitize import clean
    from uno_engine.rules import RulesRefused
    from uno_engine.scenario.notation import Unwritable, read_position
    from uno_engine.scenario.text import ScenarioFault
    from uno_protocol.messages import LONGEST_POSITION

    try:
        begun = read_position(line)
        game = begun.state
        sent = _written(game, begun.names) if begun.moved or not all(game.seated) else line
    except Unwritable:
        said = _("--position: the moves must end where a turn begins; leave out the last ones")
        raise SettingsRefused(said) from None
    except (ScenarioFault, RulesRefused) as fault:
        raise SettingsRefused(f"--position: {clean(str(fault), LONGEST_POSITION)}") from None
    if len(sent) > LONGEST_POSITION:
        said = _("--position takes at most {most} characters; leave out comments")
        raise SettingsRefused(said.format(most=LONGEST_POSITION))
    return sent, sum(game.seated)


def _written(game: State, names: Sequence[str]) -> str:
    """The position of a game on one line. Raises Unwritable where no turn begins."""
    from uno_engine.scenario.notation import Unwritable, position_line

    if all(game.seated):
        with suppress(Unwritable):
            return position_line(game, names)
    game.seed = b""  # as a view, which leaves out empty seats and what no position can hold beside a turn
    return position_line(game, names)


def takes_text(variable: str, names: str, given: object) -> str:
    """A sentence saying what a flag, a variable or an option takes."""
    return _("{variable} takes {names}, not {given!r}").format(variable=variable, names=names, given=given)


def _check(settings: Settings) -> None:
    flag = "--autoplay" if settings.bot is None else "--bot"
    auto, lists = settings.autoplay is not None or settings.bot is not None, settings.list
    refusals = (
        (settings.solo and settings.spectate, _("--spectate does not go with --solo")),
        (settings.bot is not None and settings.autoplay is not None, _("--bot does not go with --autoplay")),
        (settings.spectate and auto, _("--spectate does not go with {flag}").format(flag=flag)),
        (
            settings.json and not (auto or lists or settings.known),
            _("--json needs --autoplay, --bot, --list or --known"),
        ),
        (settings.known and settings.forget is not None, _("--known and --forget do not go together")),
        (not (settings.forget or "-").strip(), _("--forget needs a name, address or fingerprint")),
        (
            settings.qr and (settings.solo or auto or lists or settings.known),
            _("--qr only prints a QR code; leave out --solo, --autoplay, --bot, --list and --known"),
        ),
        (lists and settings.address is not None, _("--list finds games by itself; leave out HOST")),
        (lists and (settings.solo or auto), _("--list only prints games; it doesn't play")),
        (lists and settings.discover.off, _("--list cannot look for games with --discover off")),
        (settings.rounds is not None and not auto, _("--rounds needs --autoplay or --bot")),
        (auto and not settings.solo and settings.address is None, _("{flag} needs HOST or --solo").format(flag=flag)),
        (settings.autoplay is not None and settings.table is None, _("--autoplay needs --table (or --solo)")),
        (settings.spectate and settings.table is None, _("--spectate needs --table")),
    )
    for refused, reason in refusals:
        if refused:
            raise SettingsRefused(reason)
