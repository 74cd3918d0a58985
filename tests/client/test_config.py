"""Flags come before variables, and those before defaults; command lines that make no sense are refused."""

import getpass
import re
import shlex
from pathlib import Path
from typing import get_args

import pytest

from tests.client.fake import Capture
from uno_client.address import Address
from uno_client.config import PACES, USUAL_PLAYERS, Settings, SettingsRefused, read_settings
from uno_client.names import LONGEST_NAME
from uno_client.preferences import Preferences
from uno_engine import presets
from uno_engine.bots import choosing as bots
from uno_engine.bots import reactions
from uno_engine.levels import LEVELS, BotLevel, LevelName
from uno_engine.options import differences, with_options
from uno_engine.presets import PRESETS
from uno_engine.rules import OWN_TEXT, TABLE, RulesRefused
from uno_engine.scenario.notation import read_position
from uno_protocol import catalogues
from uno_protocol.discovery import AUTO, OFF, Reach
from uno_protocol.messages import JoinTable, NewTable, SpectateTable


def settings(line: str, **environment: str) -> Settings:
    return read_settings(shlex.split(line), environment, "0")


def test_what_is_repeated_so_that_the_client_starts_quickly_is_the_engines() -> None:
    assert get_args(LevelName) == tuple(LEVELS)
    assert set(bots.ALL_LEVELS) == set(get_args(BotLevel))
    assert PRESETS[Settings().rules].players == USUAL_PLAYERS
    assert PACES == reactions.PACES


def refusal(option: str, value: str) -> str | None:
    """Why the engine refuses the official rules with that change, if it does."""
    try:
        with_options(presets.preset("official"), {option: value})
    except RulesRefused as refused:
        return str(refused)
    return None


@pytest.mark.parametrize("option", [option for option in TABLE if option != OWN_TEXT])
def test_every_option_is_set_from_the_command_line_and_a_wrong_value_names_it(option: str) -> None:
    official = presets.preset("official")
    for value in TABLE[option].choices:
        reason = refusal(option, value)
        if reason is None:
            made = differences(with_options(official, {option: value}), official)
            assert settings(f"--set {option}={value}").options == made
        else:  # does not go with the rest of the official rules
            with pytest.raises(SettingsRefused, match=re.escape(reason)):
                settings(f"--set {option}={value}")
    with pytest.raises(SettingsRefused, match=f"--set: {option}: takes "):
        settings(f"--set {option}=nonsense")


def test_nothing_asked_for_means_the_defaults() -> None:
    assert settings("") == Settings(options={}, door=True)
    assert settings("").new_table == NewTable()


def test_a_flag_goes_before_its_variable_and_that_before_the_default() -> None:
    variables = {"UNO_SERVER": "elsewhere", "UNO_NAME": "ann", "UNO_SEATS": "5", "UNO_SET": "goal=points"}
    variables |= {"UNO_PLAIN": "1", "UNO_TURN_SECONDS": "60", "UNO_BOTS": "1"}
    where, goal = Address("elsewhere"), {"goal": "points"}
    assert settings("", **variables) == Settings(
        where, name="ann", seats=5, options=goal, plain=True, turn_seconds=60, bots=("normal",)
    )
    asked = settings("here --name bob --seats 6 --set hand_size=5 --turn-seconds 9 --bots 0", **variables)
    assert (asked.address, asked.name, asked.seats) == (Address("here"), "bob", 6)
    assert (asked.options, asked.turn_seconds, asked.bots) == ({"hand_size": "5"}, 9, ())


AT = "rules: official; seats: ann bob cem; hand ann: R5 B2; hand bob: 3; hand cem: 4; discard: R9"
GERMAN = {"LANG": "de_DE.UTF-8"}
GOAL = {"goal": "points", "target": "200"}


@pytest.mark.parametrize(
    ("line", "variables", "asked"),
    [
        ("--set players=2-3", {}, {"seats": 3, "bots": ()}),  # the usual seats keep within what the rules take
        ("--rules street --bots 3", {}, {"seats": 4, "bots": ("normal",) * 3}),
        ("--solo --set players=6-8", {}, {"seats": 6, "bots": ("normal",) * 5}),
        ("--solo --rules street --bots 1", {}, {"seats": 2, "bots": ("normal",)}),
        ("--solo", {"UNO_SERVER": "elsewhere"}, {"address": None, "table": "Solo", "seats": 4, "turn_seconds": 0}),
        ("--solo --turn-seconds 20", {}, {"turn_seconds": 20}),
        ("--solo", {"UNO_TURN_SECONDS": "20"}, {"turn_seconds": 20}),
        ("--solo --autoplay normal", {}, {"turn_seconds": 30}),
        (f"--position '{AT}'", {"UNO_RULES": "x"}, {"solo": True, "position": AT, "seats": 3, "bots": ("normal",) * 2}),
        (f"--position '{AT}' --bots 2:hard", {"UNO_SERVER": "h"}, {"bots": ("hard",) * 2, "turn_seconds": 0}),
        (
            "--set goal=with_score target=200 game.local:7000",
            {},
            {"options": GOAL, "address": Address("game.local", 7000)},
        ),
        ("", {"UNO_NAME": "a" * LONGEST_NAME}, {"name": "a" * LONGEST_NAME}),
        ("", {"UNO_NAME": "Friday night at the office"}, {"name": None}),  # which is that of a server
        ("--name too_long_for_a_player", {}, {"name": "too_long_for_a_player"}),  # which the server will tell
        ("", {}, {"language": "en", "discover": AUTO}),
        ("", GERMAN, {"language": "de"}),
        ("", GERMAN | {"UNO_LANG": "en"}, {"language": "en"}),
        ("", GERMAN | {"UNO_LANG": "auto"}, {"language": "de"}),
        ("--lang=auto", GERMAN | {"UNO_LANG": "en"}, {"language": "de"}),
        ("--lang=de --plain", {"UNO_LANG": "en"}, {"language": "de"}),
        ("uno://host/KXQP", {}, {"first_request": JoinTable(id=1, table="KXQP")}),  # it is not opened
        ("uno://host/KXQP --table other", {}, {"join_request": JoinTable(id=1, table="other", new=NewTable())}),
        ("h --table T", {}, {"turn_seconds": 30, "bot_pause": 1.0}),
        (
            "host --table T --seats 3 --set goal=points --set target=200 --bots 2:random --turn-seconds 0",
            {},
            {"table": "T", "new_table": NewTable(seats=3, options=GOAL, turn_seconds=0, bots=["random"] * 2)},
        ),
        ("h --table T --autoplay normal", {}, {"bot_pause": 0.0}),
        ("h --table T --autoplay normal --bot-pause 0.5", {}, {"bot_pause": 0.5}),
        ("h --bot b.py", {}, {"bot": Path("b.py"), "bot_pause": 0.0, "table": None}),
        ("h --table T --bot-pause calm", {}, {"bot_pause": 1.5}),
        ("", {}, {"tls": "auto", "openly": False}),
        ("--tls required", {"UNO_TLS": "off"}, {"tls": "required"}),
        ("", {"UNO_TLS": "required"}, {"tls": "required"}),
        ("", {"UNO_TLS": "offered"}, {"tls": "auto"}),  # as the variable of a server on the same machine says
        ("", {"UNO_TLS": "off"}, {"tls": "auto"}),
        ("--tls off", {}, {"tls": "off", "openly": False}),
        ("--unencrypted-passwords", {}, {"openly": True}),
        ("", {"UNO_UNENCRYPTED_PASSWORDS": "1"}, {"openly": True}),
        ("--discover off", {}, {"discover": OFF}),
        ("", {"UNO_DISCOVER": "off"}, {"discover": OFF}),
        ("--list", {}, {"list": True, "json": False, "wait": 2.0}),
        (
            "--list --json --wait 0.5 --discover 127.0.0.1",
            {},
            {"wait": 0.5, "discover": Reach(addresses=("127.0.0.1",))},
        ),
    ],
)
def test_flags_and_variables_say_what_is_wanted(line: str, variables: dict[str, str], asked: dict[str, object]) -> None:
    found = settings(line, **variables)
    assert {name: getattr(found, name) for name in asked} == asked


@pytest.mark.parametrize(
    ("given", "last", "own"),
    [
        ("ann 042137", "bob", "ann"),
        ('"ann 123456"', None, "ann 123456"),
        (None, "bob 123456", "bob 123456"),
        (None, None, "login"),
    ],
)
def test_a_player_is_known_by_the_name_given_the_last_one_or_the_login_name(
    given: str | None, last: str | None, own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "login")
    assert Settings(name=given, kept=Preferences(name=last)).own_name == own


def test_a_position_with_moves_is_sent_as_the_one_that_they_lead_to() -> None:
    asked = settings(f"--position '{AT}; ---; ann plays R5 uno; bob draws; bob keeps'")
    begun = read_position(asked.new_table.position)
    assert (begun.moved, begun.state.counts, asked.new_table.seats) == (False, [1, 4, 4], 3)


@pytest.mark.parametrize(
    "line", [f"{AT}; ---; bob leaves", "rules: official; seats: ann bob cem; empty: bob; rounds: 0"]
)
def test_seats_where_nobody_plays_are_left_out_of_a_position(line: str) -> None:
    asked = settings(f"--position '{line}'")
    begun = read_position(asked.new_table.position)
    assert (begun.names, asked.new_table.seats, len(asked.bots)) == (("ann", "cem"), 2, 1)


def test_a_game_alone_has_players_of_the_level_of_last_time() -> None:
    assert read_settings(["--solo"], {}, "0", Preferences(level="hard")).bots == ("hard",) * 3


def test_the_door_of_a_table_is_asked_for() -> None:
    asked = settings("h --table T --table-password sesame --unlisted --no-watching --hide-hands --no-programs")
    assert asked.new_table == NewTable(
        password="sesame", listed=False, watching=False, show_hands=False, programs=False
    )
    assert asked.join_request.password == "sesame"
    assert settings("h --table T --spectate", UNO_TABLE_PASSWORD="sesame").first_request == SpectateTable(
        id=1, table="T", password="sesame"
    )
    assert "sesame" not in repr(asked)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("--colour", "unrecognized arguments: --colour"),
        ("--wait 3", "--wait needs --list"),
        ("--list --wait nan", "--wait takes a number from 0 to 60, not 'nan'"),
        ("--tls never", "--tls: invalid choice"),
        ("--lang fr", r"invalid choice: 'fr' \(choose from '?auto'?, '?en'?, '?de'?\)$"),
        ("--tabel x", r"unrecognized arguments: --tabel \(did you mean --table\?\)$"),
        ("replay", "replay needs the FILE of a record"),
        ("replay a.unorec --seats 3", "replay only shows a game; leave out --seats"),
        ("--known --forget x", "--known and --forget do not go together"),
        ("--qr --solo", "--qr only prints"),
        ("--list h", "--list finds games by itself; leave out HOST"),
        ("--solo 9:normal", "--solo takes no number; for computer players add --bots 9:normal"),
        ("--solo host:port", "--solo starts its own server; leave out HOST"),
        ("--list --solo", "--list only prints games"),
        ("--position x", "^--position: unknown line 'x'; a position has rules:"),
        ("--position 'rules: chess; seats: a b; rounds: 0'", "^--position: rules: there is no preset 'chess'"),
        ("--position 'rules: official a\x1b[31m=b; seats: a b'", r"^--position: a\[31m: there is no such option"),
        (f"--position '{AT}' host", "--position starts its own server; leave out HOST"),
        (f"--position '{AT}' --rules street", "--position has its own rules and seats; leave out --rules"),
        (f"--position '{AT}' --bots 3", "--position has 3 seats and you take one, so --bots takes 2"),
        (f"--position '{AT}; ---; ann draws'", "the moves must end where a turn begins"),
        (f"--position '{AT} {'#' * 6000}'", "--position takes at most 6000 characters"),
        ("--list --discover off", "--list cannot look for games with --discover off"),
        ("--discover eth0", "--discover: it takes auto, off, or addresses such as 192.168.1.5, not 'eth0'"),
        ("a b", "unrecognized arguments: b"),
        ("host:port", "not a port"),
        ("--seats 11", "--seats takes a whole number from 2 to 10, not '11'"),
        ("--turn-seconds -1", "--turn-seconds"),
        ("--bots 3:herd", "--bots takes a number, or .* 2:easy, .* or expert, not '3:herd'"),
        ("--bots 4 --seats 4", "leaves no seat for you"),
        ("--bot-pause nan", "--bot-pause takes calm, normal, brisk or a number from 0 to 5"),
        ("--set goal", "What value for goal. For example: goal=points"),
        ("--set colour=red", "--set: There is no rule colour .did you mean fourth_colour?"),
        ("--set xyz=1", "--set: There is no rule xyz."),
        ("--set stacking=ani", "stacking: takes one of off, same, any, up, any_colour, not 'ani' .did you mean any"),
        ("--set hand_size=15", "hand_size: leaves fewer than 5 cards"),
        ("--rules street --seats 5", "players: these rules are for 2 to 4 players, not 5"),
        ("--rules skyrs", "did you mean skyrus?"),
        ("--set players=2-3 --seats 4", "players: these rules are for 2 to 3 players, not 4"),
        ("h --table T --autoplay herd", "--autoplay: invalid choice"),
        ("--autoplay normal --table T", "--autoplay needs HOST or --solo"),
        ("h --autoplay normal", "--autoplay needs --table"),
        ("h --autoplay normal --table T --rounds 0", "--rounds takes"),
        ("h --rounds 3", "--rounds needs --autoplay"),
        ("h --json", "--json needs --autoplay"),
        ("h --spectate", "--spectate needs --table"),
        ("--solo --spectate", "--spectate does not go with --solo"),
        ("h --table T --spectate --autoplay normal", "--spectate does not go with --autoplay"),
        ("h --table T --spectate --bot b.py", "--spectate does not go with --bot"),
        ("h --bot b.py --autoplay normal", "--bot does not go with --autoplay"),
        ("--bot b.py", "--bot needs HOST or --solo"),
    ],
)
def test_a_command_line_that_makes_no_sense_is_refused_in_one_line(line: str, told: str) -> None:
    with pytest.raises(SettingsRefused, match=told) as refused:
        settings(line)
    assert "\n" not in str(refused.value)


def test_a_variable_that_makes_no_sense_is_refused_by_name() -> None:
    for name, value in {"UNO_THEME": "pink", "UNO_PLAIN": "perhaps", "UNO_TLS": "never", "UNO_LANG": "fr"}.items():
        with pytest.raises(SettingsRefused, match=name):
            settings("", **{name: value})


def test_the_presets_are_told_in_a_sentence_each(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as end:
        read_settings(["--rules", "help"], {}, "")
    assert end.value.code == 0
    assert capsys.readouterr().out == "".join(f"{name}: {said}\n" for name, said in presets.DESCRIPTIONS.items())


@pytest.mark.parametrize(
    "line", ["", "--plain", "--theme light --bell never --order came --typed on", "--lang de", "--name Mia"]
)
def test_who_says_nothing_of_what_to_do_comes_to_the_front_door(line: str) -> None:
    assert settings(line, UNO_NAME="ann", UNO_RULES="street").door


def test_every_other_argument_goes_straight_on_and_a_variable_that_says_where_to_go() -> None:
    for line in ("host", "--solo", "--list", "--known", "--table T", "--rules street", "--bots 2"):
        assert not settings(line).door, line
    assert not settings("", UNO_SERVER="host").door
    assert not settings("", UNO_TABLE="T").door


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("--frobnicate", "unbekannte Argumente: --frobnicate"),
        ("--table", "Argument --table: ein Wert fehlt"),
        ("--bell sometimes", "Argument --bell: 'sometimes' gibt es nicht (möglich: "),
    ],
)
def test_what_makes_no_sense_is_told_in_the_players_language(line: str, told: str) -> None:
    catalogues.choose("de")
    with pytest.raises(SettingsRefused, match=re.escape(told)):
        settings(line)
