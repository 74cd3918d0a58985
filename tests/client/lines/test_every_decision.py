"""Typed lines answer every kind of question that a game asks, and lay chains (Q2 to Q7). A kind without a row fails."""

import random
from collections.abc import Mapping
from typing import NamedTuple

import pytest

from tests.client.fake import Capture
from tests.client.fullscreen.test_every_decision import BALLOT, opened
from tests.client.fullscreen.test_every_decision import ROWS as POSITIONS
from tests.client.lines.at_lines import AtLines, two
from uno_client.lines.commands import COMMANDS
from uno_engine import actions as act
from uno_engine.bots import choosing as bots
from uno_engine.cards import Colour, card, cards
from uno_engine.clauses import CLAUSES
from uno_engine.customizable import RULES
from uno_engine.decisions import DECISIONS, asked
from uno_engine.legal import legal_actions
from uno_engine.view import view_for


class Row(NamedTuple):
    """What each typed line answers at the position of that name, and something that the question says."""

    answers: Mapping[str, act.PlayerAction]
    heard: str


def play(names: str, *colours: Colour | None, target: int | None = None, uno: bool = False) -> act.Play:
    return act.Play(0, cards(names), colours, target, uno)


ROWS: Mapping[str, Row] = {
    "take_turn": Row(
        {
            "1": play("R5"),
            "play R5": play("R5"),
            "play W blue": play("W", Colour.BLUE),
            "2 green": play("W", Colour.GREEN),
            "draw": act.Draw(0),
            "T": act.Draw(0),
        },
        "Your turn: type a number, S to sort, P to play, T to take a card",
    ),
    "play_drawn": Row(
        {"play R5": play("R5"), "1": play("R5"), "keep": act.Keep(0), "t": act.Keep(0)},
        "You drew red 5: play it or keep it?\n 1. play red 5 (R5)\n 2. keep it\n",
    ),
    "name_colour": Row(
        {"colour blue": act.Name(0, Colour.BLUE), "g": act.Name(0, Colour.GREEN), "1": act.Name(0, Colour.RED)},
        "Which colour do you name?\n 1. red\n 2. yellow\n 3. green\n 4. blue\n",
    ),
    "choose_player": Row(
        {"choose cem": act.Choose(0, 2), "choose 2": act.Choose(0, 1), "2": act.Choose(0, 2)}, "Swap hands with whom?"
    ),
    "answer_draw_four": Row(
        {"accept": act.Accept(0), "T": act.Accept(0), "challenge": act.Challenge(0), "4": act.Challenge(0)},
        "bob played a Wild Draw Four on you and named blue. If it's a bluff, bob draws 6; if not, you draw 8.\n"
        " 1. play blue Draw Two (B+2)\n 2. play Wild Draw Four\n"
        " 3. accept the penalty\n 4. challenge: it was a bluff\n",
    ),
    "answer_stack": Row(
        {"play B+2": play("B+2"), "1": play("B+2"), "accept": act.Accept(0), "t": act.Accept(0)},
        "You face a penalty of 4 cards: take them or pass them on?",
    ),
    "keep_one": Row(
        {
            "keep B7": act.Retain(0, card("B7")),
            "keep blue 8": act.Retain(0, card("B8")),
            "2": act.Retain(0, card("B8")),
        },
        "Which of your blue cards do you keep?",
    ),
    "vote": Row(
        {
            "vote 2": act.Cast(0, "hands_move_on"),
            "vote hands_move_on": act.Cast(0, "hands_move_on"),
            "vote Cards on the table": act.Cast(0, "open_hand"),
            "vote disc": act.Cast(0, "discard_colour"),
            "1": act.Cast(0, "open_hand"),
        },
        "Which rule for the Customizable cards? Vote by number or name.\n"
        + "".join(f" {at}. vote for: {RULES[rule].title}. {RULES[rule].text}\n" for at, rule in enumerate(BALLOT, 1)),
    ),
    "confirm": Row({"done": act.Done(0), "1": act.Done(0)}, "The Customizable card says: “Clap!”"),
    "pass_card": Row(
        {"give R5": act.Give(0, card("R5")), "give blue 7": act.Give(0, card("B7")), "2": act.Give(0, card("B7"))},
        "Which card do you pass on to bob?",
    ),
}
"""One row for each kind of decision."""

CLAUSE_OF_QUESTION = {"name_colour": "A5", "choose_player": "C10", "confirm": "N12"}
CLAUSE_OF_QUESTION |= dict.fromkeys(("keep_one", "vote", "pass_card"), "C12")


def seated(kind: str, capsys: Capture) -> AtLines:
    """Ann at the position where she is asked that."""
    return AtLines(opened(POSITIONS[kind]).state, capsys)


def test_every_kind_of_decision_has_its_row() -> None:
    assert ROWS.keys() == DECISIONS.keys()


@pytest.mark.parametrize(("kind", "line"), [(kind, line) for kind, row in ROWS.items() for line in row.answers])
async def test_a_typed_line_answers_the_question(kind: str, line: str, capsys: Capture) -> None:
    row, at = ROWS[kind], seated(kind, capsys)
    assert row.heard in at.opening
    decision = at.state.waiting_for
    assert decision is not None
    assert decision.kind == kind
    assert 0 in asked(decision)
    for number in range(1, len(at.player.shell.model.play.legal) + 1):
        assert f"\n {number}. " in at.opening
    at.type(line)
    assert at.acted == [row.answers[line]]
    assert at.state.waiting_for != decision


@pytest.mark.parametrize(
    ("kind", "line", "told"),
    [
        ("take_turn", "play B7", "Blue 7 doesn't match red or 9.\n"),
        ("take_turn", "play G3", "You don't have green 3. A9: "),
        ("take_turn", "keep", "That doesn't answer the game's question."),
        ("choose_player", "choose ann", "You can't choose ann. For example: bob"),
        ("choose_player", "choose nobody", "You can't choose nobody. For example: bob"),
        ("answer_stack", "play B8", "You can't pass the penalty on with blue 8. S4: "),
        ("keep_one", "keep R5", "You can't choose that. C12: "),
        ("vote", "vote 9", "Which rule?"),
        ("vote", "vote play_again", "Which rule?"),
        ("pass_card", "give G9", "You don't have green 9. "),
        ("pass_card", "give", "Which card? For example: R5"),
    ],
)
async def test_a_wrong_answer_is_refused_with_its_clause(kind: str, line: str, told: str, capsys: Capture) -> None:
    at = seated(kind, capsys)
    decision = at.state.waiting_for
    said = at.type(line)
    assert told in said
    assert at.state.waiting_for == decision
    if at.acted:
        assert "\nYou can:\n 1. " in said


async def test_a_card_and_its_player_travel_together(capsys: Capture) -> None:
    hands = "hand ann: WS B7\nhand bob: G1 G2\nhand cem: G3 G4"
    at = AtLines(f"rules: classic113\nseats: ann bob cem\n{hands}\ndiscard: R9", capsys)
    at.type("play WS blue cem")
    assert at.acted == [play("WS", Colour.BLUE, target=2)]
    assert [len(hand) for hand in at.state.hands] == [2, 2, 1]


async def test_the_very_card_on_top_may_be_laid_out_of_turn(capsys: Capture) -> None:
    at = AtLines(two("R9 B7 B8", rules="official jump_in=yes", more="turn: bob"), capsys)
    assert "\n 1. play red 9 (R9)" in at.opening
    at.type("play R9")
    assert at.acted == [play("R9")]
    assert at.state.counts[0] == 2


WORDS = (
    *COMMANDS,
    *("S", "P", "T", "R", "G", "B", "Y", "C", "F", "H", "X", "U", "N", "-", "1", "2", "3", "99", "uno", "red", "W:B"),
    *("R5", "B7", "W", "W+4", "WS", "WC", "bob", "cem", "nobody", "hands_move_on", "colour=B", "target=bob"),
    *("", ":", "="),
)


@pytest.mark.parametrize("kind", ROWS)
async def test_no_line_that_is_typed_breaks_the_client(kind: str, capsys: Capture) -> None:
    dice = random.Random(kind)
    for _ in range(6):
        at = seated(kind, capsys)
        for _ in range(60):
            line = " ".join(dice.choices(WORDS, k=dice.choice((1, 1, 1, 2, 3))))
            if line.split()[:1] not in (["quit"], ["leave"], ["join"], ["create"], ["watch"]):
                said = at.type(line) + others_act(at)
                assert all(part.isprintable() for part in said.splitlines())
        assert at.player.shell.model.play.resyncs == 0


def others_act(at: AtLines) -> str:
    """The other players do something until ann is asked; what is told of it."""
    said = ""
    while (waited_for := asked(at.state.waiting_for)) and 0 not in waited_for:
        seat = waited_for[0]
        action = bots.choose("normal", view_for(at.state, seat), legal_actions(at.state, seat), bytes(32))
        assert action is not None
        said += at.play(action)
    return said


@pytest.mark.parametrize("letter", ["P", "T"])
@pytest.mark.parametrize(("kind", "clause"), CLAUSE_OF_QUESTION.items())
async def test_p_or_t_at_another_question_tells_how_to_answer(
    kind: str, letter: str, clause: str, capsys: Capture
) -> None:
    at = seated(kind, capsys)
    said = at.type(letter)
    assert said.startswith(f"That doesn't answer the game's question. {clause}: {CLAUSES[clause]}\n")
    assert ROWS[kind].heard in said
    assert "\n 1. " in said
    assert at.acted == []


async def test_one_question_follows_another_and_p_tells_how_a_challenge_is_answered(capsys: Capture) -> None:
    at = AtLines(two("W G5 B7", "W+4 G2 G3"), capsys)
    assert ROWS["name_colour"].heard in at.play(play("W"))
    said = at.play(act.Name(0, Colour.BLUE), act.Play(1, cards("W+4"), (Colour.RED,)))
    assert "bob draws 4; if not, you draw 6.\n 1. accept the penalty\n 2. challenge: it was a bluff\n" in said
    assert at.type("P").startswith(f"That doesn't answer the game's question. O5: {CLAUSES['O5']}\n")
    assert at.acted == []


BLUE = Colour.BLUE
HAND, CHAINS = "R1 R5 RS W B3 B7 G8", "quickplay chain_actions=all_last"


@pytest.fixture
async def at(capsys: Capture) -> AtLines:
    return AtLines(two(HAND, rules=CHAINS), capsys)


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


async def test_a_chain_is_built_from_numbers_and_sent(at: AtLines) -> None:
    assert "Blue 3 doesn't match red or 9.\n" in at.type("chain B3")
    assert at.type("chain R1") == (
        "Together: red 1.\n"
        "It can go on with:\n 1. red 5 (R5)\n 2. red Skip (RS)\n 3. Wild\n"
        "Type a number to go on, send to play it, undo, or drop.\n"
    )
    for card_, clause in (("B3", "Q2"), ("R1", "A9")):
        assert f"{clause}: {CLAUSES[clause]}\n" in at.type(f"chain {card_}")
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
    assert at.type("chain 2").startswith("Together: red 5.\n")
    assert at.type("drop").startswith("You can:\n")
    for line in ("undo", "send"):
        assert at.type(line).startswith("You haven't put any cards together.")
    assert at.acted == []


async def test_a_chain_that_is_refused_whole_names_the_place(at: AtLines) -> None:
    said = at.type("play R1 R5 B3")
    assert said.startswith(f"Card 3 doesn't fit there. Q2: {CLAUSES['Q2']}\nYou can:\n 1. ")
    assert at.state.counts[0] == 7


@pytest.mark.parametrize(
    ("line", "why"),
    [("chain R1", "At this table you play one card in a turn."), ("play R1 R5", f"C5: {CLAUSES['C5']}")],
)
async def test_where_no_chains_are_played_there_is_none(line: str, why: str, capsys: Capture) -> None:
    assert why in AtLines(two(HAND), capsys).type(line)


async def test_why_judges_by_the_chain_that_is_being_built(capsys: Capture) -> None:
    at = AtLines(two("R1 R5 RS B3 G1", rules=CHAINS), capsys)
    at.type("chain RS")
    assert at.type("why") == f"Red 1 and red 5. Q3: {CLAUSES['Q3']}\nGreen 1 and blue 3. Q2: {CLAUSES['Q2']}\n"
    assert at.type("why B3") == f"Blue 3 can't follow red Skip here. Q2: {CLAUSES['Q2']}\n"
    assert at.type("why R1") == f"Red 1 can't follow red Skip here. Q3: {CLAUSES['Q3']}\n"
    assert at.type("why RS") == f"You don't have red Skip. A9: {CLAUSES['A9']}\n"
    at.type("drop", "chain R1")
    assert at.type("why B3") == f"Blue 3 can't follow red 1 here. Q2: {CLAUSES['Q2']}\n"
    assert at.type("why R5") == "Red 5 can come next.\n"
    assert "A2: " in at.type("drop", "why")


@pytest.mark.parametrize("answer", ["blue", "colour blue"])
@pytest.mark.parametrize("line", ["chain W", "chain R1 W", "play W"])
async def test_a_wild_without_a_colour_only_asks_for_it(at: AtLines, line: str, answer: str) -> None:
    assert at.type(line).startswith("Which colour for your Wild? ")
    said = at.type(answer)
    if line == "play W":
        assert at.acted == [play("W", BLUE)]
    else:
        assert said.startswith(f"Together: {'red 1, ' if 'R1' in line else ''}Wild (blue).")
