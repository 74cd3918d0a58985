"""At lines of text you can read which rules a table has, and why you cannot play a card."""

import pytest

from tests.client.fake import Capture
from tests.client.lines.at_lines import AtLines, two
from uno_client.core.model import Model
from uno_client.lines.commands import obey
from uno_client.lines.game_text import reason_lines, rules_lines, told_rules_lines
from uno_client.lines.outcomes import Context, Tell, Want
from uno_client.messages import Ask
from uno_engine.clauses import CLAUSES
from uno_engine.explain import explain
from uno_engine.options import fingerprint, options_of, with_options
from uno_engine.presets import PRESETS, preset
from uno_engine.rules import TABLE
from uno_protocol import messages as net
from uno_protocol.sentences import Voice


@pytest.mark.parametrize("name", PRESETS)
def test_the_rules_are_told_in_the_words_of_the_table_that_plays_them(name: str) -> None:
    said = rules_lines("Table Kitchen", name, {"target": "300", "goal": "points"})
    rules = with_options(preset(name), {"target": "300", "goal": "points"})
    assert said[0] == f"Table Kitchen: {name.replace('_', ' ')} rules, fingerprint {fingerprint(rules)}."
    assert f"Changed: {TABLE['target'].title}: 300 points. {TABLE['target'].explain('300')}" in said
    for title, sentences in explain(rules):
        at = said.index(f"{title}:")
        assert said[at + 1 : at + 1 + len(sentences)] == [f" {sentence}" for sentence in sentences]


def test_rules_that_are_not_known_here_are_named_all_the_same() -> None:
    (said,) = rules_lines("Table Kitchen", "nordic", {"snow": "yes"})
    assert said.startswith("Table Kitchen: nordic rules (snow=yes). This version doesn't know them")


def test_another_fingerprint_of_the_server_is_told() -> None:
    rules = options_of(preset("official"))
    for shown, warned in ((fingerprint(preset("official")), False), ("00000000", True)):
        told = net.Rules(
            id=1, table="KXQP", name="Friday", preset="official", rules=rules, fingerprint=shown, turn_seconds=30
        )
        said = told_rules_lines(told)
        assert said[0].startswith("Table Friday: official rules, ")
        assert any("00000000" in line for line in said) is warned


@pytest.mark.parametrize("option", ["goal", "players", "extra", "target", "nonsense", ""])
@pytest.mark.parametrize("value", ["", "9" * 5000, "-", "²", "{value}", "2-", "1,2", "nan"])
def test_rules_that_make_no_sense_are_told_without_a_fault(option: str, value: str) -> None:
    assert rules_lines("Table Kitchen", "official", {option: value})


def test_the_rules_of_a_table_in_the_list_are_asked_for_by_name() -> None:
    setting = Context(Model(), net.NewTable(preset="street"))
    assert obey(setting, "rules Friday night") == Want(Ask(net.TableRules(id=1, table="Friday night")))
    own = obey(setting, "rules")
    assert isinstance(own, Tell)
    assert own.lines[0].startswith("A table that you open: street rules, fingerprint ")


async def test_the_rules_of_the_own_table_are_told_with_the_rule_that_was_chosen(capsys: Capture) -> None:
    at = AtLines(two("R5 B7", "G1", rules="skyrus", more="custom: play_again"), capsys)
    said = at.type("rules")
    assert said.startswith("Table Kitchen: skyrus rules, fingerprint ")
    assert " Play again: You get another turn at once.\n" in said
    assert at.type("rules Kitchen").startswith("Table Kitchen: skyrus rules, fingerprint ")


@pytest.mark.parametrize("line", ["rules Kitchen", "why", "why R5", "chain R5", "play R5", "tables"])
async def test_a_request_that_is_answered_holds_up_no_command(line: str, capsys: Capture) -> None:
    at = AtLines(two("R5 B7", "G1", rules="quickplay"), capsys)
    at.type(line)
    assert at.player.shell.model.pending == ()


async def test_why_tells_the_reason_for_every_card_that_cannot_be_played(capsys: Capture) -> None:
    at = AtLines(two("R5 B7 W+4 G3", "G1", rules="computer"), capsys)
    assert at.type("why").splitlines() == [
        f"Green 3 and blue 7 don't match red or 9. A2: {CLAUSES['A2']}",
        f"Wild Draw Four isn't allowed now. O4: {CLAUSES['O4']}",
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("why B7", "Blue 7 doesn't match red or 9.\n"),
        ("why R5", "Red 5 can be played.\n"),
        ("why G9", f"You don't have green 9. A9: {CLAUSES['A9']}\n"),
        ("why nothing", "Which card? For example: why R5\n"),
    ],
)
async def test_why_tells_the_reason_for_one_card(line: str, said: str, capsys: Capture) -> None:
    at = AtLines(two("R5 B7", "G1"), capsys)
    assert at.type(line) == said
    assert at.acted == []


async def test_out_of_turn_the_reason_is_the_turn(capsys: Capture) -> None:
    said = AtLines(two("R5 B7", "G1", more="turn: bob"), capsys).type("why")
    assert said == f"Red 5 and blue 7: It's not your turn. O8: {CLAUSES['O8']}\n"


def test_where_every_card_can_be_played_there_is_no_reason() -> None:
    assert reason_lines([], Voice()) == ["You can play every card you hold."]


def test_a_card_that_is_not_known_here_leaves_its_reason() -> None:
    reason = net.Reason(card="Q9", code="does_not_fit", clause="A2")
    assert reason_lines([reason], Voice()) == [f"A card: That doesn't match the top card. A2: {CLAUSES['A2']}"]
