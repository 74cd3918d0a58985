"""Every kind of question that the game can ask is answered by keys in the full screen."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from tests.client.fake import NORMAL, Fake, move, position, said_on, seen, told
from uno_client.screens.frame import SMALLEST, Size
from uno_engine import decisions as asks
from uno_engine.events import Sealed
from uno_engine.state import Phase, State
from uno_protocol import messages as net


class Row(NamedTuple):
    """A question to seat 0, what the screen says of it, and for some keys the request that they lead to."""

    asked: asks.Decision
    says: str
    answers: dict[str, net.Request]
    hand: str = "R5 B7 B8"
    top: str = "R9"
    colour: str | None = None
    drawn: str | None = None
    rules: dict[str, str] | None = None
    change: Callable[[State], None] = lambda state: None


BALLOT = ("open_hand", "hands_move_on", "discard_colour")


def _vote_opens(state: State) -> None:
    state.phase, state.ballot = Phase.VOTING, BALLOT
    state.hands, state.counts = [[], [], []], [0, 0, 0]


def _bluffed(state: State) -> None:
    state.owed, state.sealed = 6, Sealed((), bluffs=1)


EXTRA = {"extra": "1,1,3", "customizable_rule": "discard_colour"}
ROWS = {
    "take_turn": Row(
        asks.TakeTurn(0),
        "Play a card, or draw.",
        {
            "enter": move(net.Play, cards=["R5"]),
            "d": move(net.Draw),
            "w enter g": move(net.Play, cards=["W"], colours=["G"]),
            "w enter enter": move(net.Play, cards=["W"], colours=["B"]),  # the colour that is held most
            "w enter right enter": move(net.Play, cards=["W"], colours=["R"]),
        },
        hand="R5 B7 B8 W",
    ),
    "play_drawn": Row(
        asks.PlayDrawn(0),
        "You drew red 5. Enter plays it, k keeps it.",
        {"enter": move(net.Play, cards=["R5"]), "k": move(net.Keep)},
        hand="B7 R4 R5",
        drawn="R5",
    ),
    "name_colour": Row(
        asks.NameColour(0),
        "Which colour do you name?",
        {letter.lower(): move(net.Name, colour=letter) for letter in "RYGB"}
        | {"right right right enter": move(net.Name, colour="B")},
        top="W",
    ),
    "choose_player": Row(
        asks.ChoosePlayer(0),
        "Swap hands with whom?",
        {
            "2": move(net.Choose, target=2),
            "enter": move(net.Choose, target=1),
            "left enter": move(net.Choose, target=2),
            "down enter": move(net.Choose, target=2),
        },
        top="WS",
        colour="R",
        rules=EXTRA,
    ),
    "answer_draw_four": Row(
        asks.AnswerDrawFour(0, 1, 6),
        "bob played a Wild Draw Four on you and named blue. a Take 6 cards",
        {
            "a": move(net.Accept),
            "x": move(net.Challenge),
            "w enter g": move(net.Play, cards=["W+4"], colours=["G"]),
            "enter": move(net.Play, cards=["B+2"]),
        },
        hand="B7 B+2 W+4",
        top="W+4",
        colour="B",
        rules={"stacking": "any"},
        change=_bluffed,
    ),
    "answer_stack": Row(
        asks.AnswerStack(0, 4),
        "Take 4 cards (a), or pass them on with a lit card (Enter).",
        {"a": move(net.Accept), "enter": move(net.Play, cards=["B+2"])},
        hand="R5 B+2 B8",
        top="R+2",
        rules={"stacking": "same"},
    ),
    "keep_one": Row(
        asks.KeepOne(0),
        "Which of your blue cards do you keep?",
        {"enter": move(net.Retain, card="B7"), "8 enter": move(net.Retain, card="B8")},
        top="WC",
        colour="B",
        rules=EXTRA,
    ),
    "vote": Row(
        asks.Vote((0, 2)),
        "Vote for one: press its number",
        {"2": move(net.Cast, rule="hands_move_on"), "down down enter": move(net.Cast, rule="discard_colour")},
        rules=EXTRA | {"customizable_rule": "vote"},
        change=_vote_opens,
    ),
    "pass_card": Row(
        asks.PassCard((0, 1, 2)),
        "Which card do you pass on to bob?",
        {"enter": move(net.Give, card="R5"), "b enter": move(net.Give, card="B7")},
        top="WC",
        colour="B",
        rules=EXTRA | {"customizable_rule": "everyone_passes_one"},
    ),
    "confirm": Row(
        asks.Confirm((0, 2)),
        "Press Enter when you're done.",
        {"enter": move(net.Done)},
        top="WC",
        colour="B",
        rules=EXTRA | {"customizable_rule": "own", "own_text": "Clap!"},
    ),
}
OTHERS = "G1 G2", "Y1 Y2 Y3"


def opened(row: Row) -> Fake:
    top, colour, drawn = row.top, row.colour, row.drawn
    state = position(row.hand, *OTHERS, top=top, colour=colour, drawn=drawn, asked=row.asked, options=row.rules)
    state.played_by = 1
    row.change(state)
    return Fake(state).begin()


CASES = [(kind, keys) for kind, row in ROWS.items() for keys in row.answers]


def test_no_decision_is_without_its_row() -> None:
    assert set(ROWS) == asks.DECISIONS.keys()
    assert {kind: row.asked.kind for kind, row in ROWS.items()} == {kind: kind for kind in ROWS}


@pytest.mark.parametrize(("kind", "keys"), CASES)
def test_a_question_is_answered_by_keys(kind: str, keys: str) -> None:
    row = ROWS[kind]
    game = opened(row).press(keys)
    assert game.sent == [row.answers[keys]]
    assert game.model.question is None
    assert game.model.link.pending == ()
    assert game.said == ""


@pytest.mark.parametrize("size", [SMALLEST, NORMAL], ids=str)
@pytest.mark.parametrize("kind", ROWS)
def test_the_screen_says_what_is_asked(kind: str, size: Size) -> None:
    game = opened(ROWS[kind])
    assert ROWS[kind].says in (said_on(game, size) if kind == "vote" else told(game))
    assert seen(game, size).splitlines()[-1].strip()


@pytest.mark.parametrize("kind", ROWS)
def test_the_others_see_who_is_asked(kind: str) -> None:
    row = ROWS[kind]
    game = Fake(opened(row).state, seat=1)
    if 1 in getattr(row.asked, "seats", ()):
        game.state.waiting_for = type(row.asked)((0, 2))  # type: ignore[call-arg, arg-type]
    game.begin()
    assert "ann" in said_on(game)
    assert any(f"ann{verb}" in said_on(game) for verb in (" is thinking", " drew", " must", " and cem", "."))
