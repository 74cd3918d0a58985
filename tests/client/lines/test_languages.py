"""The lines in other languages: nothing is forgotten, and a German answers in German."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.client.fake import Capture
from tests.client.lines.at_lines import AtLines, two
from tests.client.lines.test_every_decision import ROWS, seated
from tests.client.lines.test_front_door import Visit
from tests.client.untranslated import untranslated
from tests.protocol.test_refused import codes
from tests.protocol.test_sentences import TOLD, VOICE
from uno_client.config import parser
from uno_client.lines.commands import COMMANDS
from uno_client.preferences import LEVELS, SETTINGS
from uno_client.wording.words import error_text
from uno_engine import actions as act
from uno_engine.cards import Colour, card
from uno_engine.language import _
from uno_protocol.catalogues import PSEUDO, choose
from uno_protocol.sentences import event_text

pytestmark = pytest.mark.fast

TYPED = {word for command in COMMANDS.values() for word in command.usage.split()} | {*COMMANDS, "server"}
"""Commands are typed in English in every language; the server is Ann's."""


@pytest.mark.parametrize("kind", ROWS)
async def test_every_question_and_answer_is_in_the_players_language(kind: str, capsys: Capture) -> None:
    choose(PSEUDO)
    for line in ROWS[kind].answers:
        at = seated(kind, capsys)
        assert untranslated(at.opening + at.type(line), *TYPED) == set()


async def test_all_that_can_be_looked_at_is_in_the_players_language(capsys: Capture) -> None:
    choose(PSEUDO)
    at = AtLines(two("R5 B7 W", rules="classic113"), capsys)
    looks = ("who", "table", "hand", "sort number", "choices", "rules", "scores", "time", "chat", "why", "nonsense")
    for line in looks:
        assert untranslated(at.type(line), *TYPED, "nonsense") == set(), line


async def test_the_front_door_is_in_the_players_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    choose(PSEUDO)
    visit = Visit(tmp_path, monkeypatch)
    visit.memory.kept = replace(visit.memory.kept, language=PSEUDO)
    await visit.type("5", "bell", "bell never", "nonsense", "", "help", "nonsense")
    values = {word for key in SETTINGS for word in key.split("_")}
    values |= {*SETTINGS["bell"].takes.words, *SETTINGS["motion"].takes.words, *LEVELS}
    said = capsys.readouterr().out.replace(str(tmp_path), "")
    assert untranslated(said, *TYPED, *values, "off", "auto", "Anna", "nonsense", PSEUDO) == set()


def test_the_command_line_is_explained_in_the_players_language() -> None:
    choose(PSEUDO)
    said = re.sub(r"\b[A-Z]{2}[A-Z_]*|\[[^]]*\]", "", parser("1").format_help())
    values = {"auto", "off", "none", "bash", "zsh", "fish", "option", "value", "level"}
    values |= {word for row in SETTINGS.values() for word in row.takes.choices}
    assert untranslated(said, *LEVELS, *values) == set()


def test_every_command_is_explained_in_the_players_language() -> None:
    choose(PSEUDO)
    assert {name: found for name, each in COMMANDS.items() if (found := untranslated(_(each.help)))} == {}


def test_every_refusal_is_in_the_players_language_whatever_the_server_says() -> None:
    choose(PSEUDO)
    said = {code: error_text(code, {"card": "R5", "top": "G7", "colour": "G"}, "in plain English") for code in codes()}
    assert {code: found for code, text in said.items() if (found := untranslated(text))} == {}


def test_every_event_is_told_in_the_players_language() -> None:
    choose(PSEUDO)
    told = {type(event).__name__: event_text(event, VOICE) for event, _said in TOLD}
    shown = {"hello", "seed", "Bob", "Eve", "shrug"}
    assert {name: found for name, text in told.items() if (found := untranslated(text, *shown))} == {}


async def test_a_german_reads_german_and_types_yes_cards_and_colours_in_german(capsys: Capture) -> None:
    choose("de")
    at = AtLines(two("R5 B7 W"), capsys)
    assert "Du hast 3 Karten. Rot: 5. Gelb: keine. Grün: keine. Blau: 7. Sonderkarte: Farbwahl." in at.opening
    assert "Trotzdem?" in at.type("play R5 uno")
    assert at.type("nein") == "Abgebrochen.\n"
    at.type("play R5 uno")
    assert "Du rufst UNO mit zu vielen Karten. Du ziehst" in at.type("j").replace("\n", " ")
    assert at.acted == [act.Play(0, (card("R5"),), uno=True)]
    at = AtLines(two("B7 W"), capsys)
    assert "Blau 7 passt nicht auf Rot oder 9." in at.type("play blau 7")
    at.type("play Farbwahl grün")
    assert at.acted[1:] == [act.Play(0, (card("W"),), (Colour.GREEN,))]
