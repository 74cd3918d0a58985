"""A chain at lines of text is built, taken back and sent, from what the server says may follow (Q2 to Q7)."""

import pytest

from tests.client.fake import Capture
from tests.client.lines.at_lines import AtLines, two
from uno_engine import actions as act
from uno_engine.cards import Colour, cards
from uno_engine.clauses import CLAUSES

BLUE = Colour.BLUE
NAME_IT = "Name its colour (for example: colour blue), undo or drop.\n"


HAND, RULES = "R1 R5 RS W B3 B7 G8", "quickplay chain_actions=all_last"


@pytest.fixture
async def at(capsys: Capture) -> AtLines:
    return AtLines(two(HAND, rules=RULES), capsys)


def play(names: str, *colours: Colour | None, uno: bool = False) -> act.Play:
    return act.Play(0, cards(names), colours, None, uno)


@pytest.mark.parametrize(
    ("line", "played"),
    [
        ("play red 1 r5 RS", play("R1 R5 RS")),
        ("play R1 W:B B3", play("R1 W B3", None, BLUE, None)),
        ("play R1 W blue B3", play("R1 W B3", None, BLUE, None)),
        ("play R1 W:blue B3 B7", play("R1 W B3 B7", None, BLUE, None, None)),
        ("1 R5 RS", play("R1 R5 RS")),
    ],
)
async def test_a_whole_chain_is_typed_in_one_line(at: AtLines, line: str, played: act.Play) -> None:
    at.type(line)
    assert at.acted == [played]
    assert at.state.counts[0] == 7 - len(played.cards)


async def test_uno_is_called_with_a_chain_that_leaves_one_card(capsys: Capture) -> None:
    at = AtLines(two("R1 R5 B3", rules=RULES), capsys)
    assert "You call UNO!" in at.type("play R1 R5 uno")
    assert at.acted == [play("R1 R5", uno=True)]


async def test_a_chain_is_built_from_numbers_and_sent(at: AtLines) -> None:
    assert at.type("chain R1") == (
        "Together: red 1.\n"
        "It can go on with:\n 1. red 5 (R5)\n 2. red Skip (RS)\n 3. Wild\n"
        "Type a number to go on, send to play it, undo, or drop.\n"
    )
    assert at.type("4") == "Choose a number from 1 to 3.\n"
    assert at.type("3 blue").startswith(
        "Together: red 1, Wild (blue).\nIt can go on with:\n 1. blue 3 (B3)\n 2. blue 7 (B7)\n"
    )
    at.type("1")
    assert at.acted == []
    at.type("send")
    assert at.acted == [play("R1 W B3", None, BLUE, None)]


async def test_the_last_card_is_taken_back_and_at_last_the_chain(at: AtLines) -> None:
    at.type("chain R1", "chain R5")
    assert at.type("undo").startswith("Together: red 1.\n")
    assert at.type("undo").startswith("You can:\n 1. play red 1 (R1)\n")
    assert at.type("undo").startswith("You haven't put any cards together.")
    at.type("chain R1", "chain R5")
    assert at.type("drop").startswith("You can:\n")
    assert at.type("chain 2").startswith("Together: red 5.\n")
    at.type("drop")
    assert at.type("send").startswith("You haven't put any cards together.")
    assert at.acted == []


@pytest.mark.parametrize(
    ("begun", "line", "why"),
    [
        ("chain R1", "chain B3", f"Q2: {CLAUSES['Q2']}"),
        ("chain RS", "chain R1", f"Q3: {CLAUSES['Q3']}"),
        ("chain R1", "chain R2", f"A9: {CLAUSES['A9']}"),
        ("", "chain B3", "Blue 3 doesn't match red or 9."),
        ("chain R1", "chain R1", f"A9: {CLAUSES['A9']}"),
    ],
)
async def test_a_card_that_cannot_follow_is_refused_with_its_reason(
    at: AtLines, begun: str, line: str, why: str
) -> None:
    if begun:
        at.type(begun)
    chain = at.player.shell.model.chain
    assert f"{why}\n" in at.type(line)
    assert at.player.shell.model.chain == chain
    assert at.acted == []


async def test_a_chain_that_is_refused_whole_names_the_place(at: AtLines) -> None:
    said = at.type("play R1 R5 B3")
    assert said.startswith(f"Card 3 doesn't fit there. Q2: {CLAUSES['Q2']}\nYou can:\n 1. ")
    assert at.state.counts[0] == 7


@pytest.mark.parametrize("line", ["chain R1", "play R1 R5"])
async def test_where_no_chains_are_played_there_is_none(line: str, capsys: Capture) -> None:
    assert f"C5: {CLAUSES['C5']}" in AtLines(two(HAND), capsys).type(line)


async def test_a_chain_lapses_with_the_turn(at: AtLines) -> None:
    at.type("chain R1")
    at.play(act.TimedOut(0))
    assert at.type("send").startswith("You haven't put any cards together.")
    assert "not your turn" in at.type("chain R1")


async def test_why_judges_by_the_chain_that_is_being_built(capsys: Capture) -> None:
    at = AtLines(two("R1 R5 RS B3 G1", rules=RULES), capsys)
    at.type("chain RS")
    told = "Card 2 doesn't fit there."
    assert at.type("why") == (
        f"Red 1 and red 5: {told} Q3: {CLAUSES['Q3']}\nGreen 1 and blue 3: {told} Q2: {CLAUSES['Q2']}\n"
    )
    assert at.type("why B3") == f"Blue 3 can't follow red Skip here. Q2: {CLAUSES['Q2']}\n"
    assert at.type("why R1") == f"Red 1 can't follow red Skip here. Q3: {CLAUSES['Q3']}\n"
    assert at.type("why RS") == f"You don't have red Skip. A9: {CLAUSES['A9']}\n"
    at.type("drop", "chain R1")
    assert at.type("why B3") == f"Blue 3 can't follow red 1 here. Q2: {CLAUSES['Q2']}\n"
    assert at.type("why R5") == "Red 5 can come next.\n"
    assert "A2: " in at.type("drop", "why")


@pytest.mark.parametrize("line", ["chain W", "chain R1 W"])
async def test_a_wild_without_a_colour_only_asks_for_it(at: AtLines, line: str) -> None:
    asks = f"Together: {'red 1, ' if 'R1' in line else ''}Wild.\n{NAME_IT}"
    assert at.type(line) == asks
    assert at.type("why") == asks
    assert at.type("why B3") == asks
    assert at.type("colour blue").startswith(asks.splitlines()[0].replace("Wild.", "Wild (blue)."))
