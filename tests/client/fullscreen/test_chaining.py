"""A chain is built card by card from what the server says may follow, taken back, and sent (Q2 to Q9)."""

import pytest

from tests.client.fake import NORMAL, Fake, at_table, position, said_on, scene, seen, told
from uno_client.core.model.parts import Scope
from uno_client.core.model.table import NO_CHAIN
from uno_client.core.navigation import place_of
from uno_client.screens.frame import SMALLEST, Size
from uno_engine import actions as act
from uno_engine.cards import Colour, card, cards
from uno_engine.clauses import CLAUSES
from uno_engine.decisions import TakeTurn
from uno_protocol import messages as net


def quick(hand: str = "R1 R5 RS B5 G9 W", *, answers: bool = True) -> Fake:
    options = {"chain_actions": "all_last"}
    return at_table(hand, "G1 G2", "Y1 Y2 Y3", rules="quickplay", options=options, answers=answers)


def follows(game: Fake) -> list[str] | None:
    """What the server says may come next; None before it has answered."""
    listed = game.model.hand.chain.follows
    return None if listed is None else [each.card.name for each in listed]


def test_space_begins_a_chain_and_the_server_is_asked_what_may_follow() -> None:
    game = quick().press("r1 space")
    assert game.sent == [net.Continuations(id=2, decision=1, cards=["R1"])]
    assert game.model.hand.chain.cards == (card("R1"),)
    assert follows(game) == ["R5", "RS", "W"]
    assert game.model.left == cards("R5 RS G9 B5 W")
    assert place_of(game.model) is Scope.CHAIN


def test_each_wild_of_a_chain_names_its_colour() -> None:
    game = quick("R1 B3 B5 W W").press("r1 space w space")
    assert place_of(game.model) is Scope.COLOUR
    assert [each for each in game.sent if isinstance(each, net.Play)] == []
    assert game.press("b").model.hand.chain.colours == (None, Colour.BLUE)
    assert game.press("b3 space enter").sent[1:] == [
        net.Continuations(id=3, decision=1, cards=["R1", "W"], colours=[None, "B"]),
        net.Continuations(id=4, decision=1, cards=["R1", "W", "B3"], colours=[None, "B", None]),
        net.Play(id=5, decision=1, cards=["R1", "W", "B3"], colours=[None, "B", None]),
    ]
    assert (game.model.hand.chain, game.said) == (NO_CHAIN, "")


def test_the_last_card_is_taken_back_and_then_all() -> None:
    game = quick().press("r1 space r5 space b5 space backspace")
    assert game.model.hand.chain.cards == cards("R1 R5")
    assert game.model.left[game.model.hand.selected] is card("B5")
    assert game.last == net.Continuations(id=5, decision=1, cards=["R1", "R5"])
    assert game.press("backspace backspace").model.hand.chain == NO_CHAIN
    game.press("r1 space r5 space escape")
    assert game.model.hand.chain == NO_CHAIN
    assert game.model.left == game.model.cards
    assert not any(isinstance(each, net.Play) for each in game.sent)


@pytest.mark.parametrize(
    ("first", "then", "said"), [("r1 space", "g9", "red 1 here. Q2"), ("r1 space rs space", "r5", "red Skip here. Q3")]
)
def test_what_cannot_follow_is_told_with_its_clause(first: str, then: str, said: str) -> None:
    game = quick().press(first)
    before = game.model.hand.chain
    game.press(f"{then} space")
    assert game.model.hand.chain == before
    assert game.said.endswith(f"can't follow {said}: {CLAUSES[said[-2:]]}")
    assert said[-2:] in {reason.clause for reason in game.press("n").model.reading.reasons}


def test_nothing_is_offered_before_the_server_has_answered() -> None:
    game = quick(answers=False).press("r1 space r5 space")
    assert follows(game) is None
    assert game.model.hand.chain.cards == (card("R1"),)
    assert "One moment" in game.said
    assert scene(game).question.words == "…"


def test_an_answer_about_another_chain_is_not_taken() -> None:
    game = quick(answers=False).press("r1 space backspace r5 space")
    assert follows(game.feed(net.Follow(id=2, actions=[{"k": "play", "card": "R5"}]))) is None
    assert follows(game.feed(net.Follow(id=3, actions=[{"k": "play", "card": "B5"}]))) == ["B5"]
    game = quick(answers=False).press("r1 space").feed(net.Follow(id=2, actions=[{"k": "play", "card": "R99"}]))
    assert follows(game) == [], "an answer without sense"


def test_uno_goes_with_the_chain_that_leaves_one_card() -> None:
    game = quick("R1 R5 B8").press("r1 space r5 space")
    assert "call UNO first with u!" in said_on(game)
    assert "u UNO" in seen(game)
    assert game.press("u enter").last == net.Play(id=4, decision=1, cards=["R1", "R5"], uno=True)
    assert game.said == ""


@pytest.mark.parametrize(
    ("rules", "asked", "said"),
    [
        ("official", TakeTurn(0), "At this table you play one card in a turn."),
        ("quickplay", TakeTurn(1), f"It's not your turn. O2: {CLAUSES['O2']}"),
    ],
)
def test_where_several_cards_cannot_be_played_there_is_no_chain(rules: str, asked: TakeTurn, said: str) -> None:
    game = at_table("R1 R5 RS B5 G9 W", "G1 G2", rules=rules, asked=asked).press("r1 space")
    assert "Space" not in seen(game)
    assert (game.sent, game.said) == ([], said)


def test_a_chain_lapses_when_somebody_jumps_in() -> None:
    state = position("R1 B1 G5", "R9 G2", "Y1 Y2", options={"doubles": "same", "jump_in": "yes"})
    game = Fake(state).begin().press("r1 space")
    assert game.model.hand.chain.cards == (card("R1"),)
    game.play(act.Play(1, (card("R9"),)))
    assert game.model.hand.chain == NO_CHAIN


def test_a_refused_chain_stays_and_its_clause_is_said() -> None:
    game = quick(answers=False).press("r1 space enter")
    assert game.last == net.Play(id=3, decision=1, cards=["R1"])  # the open question about the chain is no answer
    game.feed(net.Error(id=3, code="chain_broken", clause="Q2", args={"place": 1}))
    assert game.model.hand.chain.cards == (card("R1"),)
    assert game.said == f"Card 1 doesn't fit there. Q2: {CLAUSES['Q2']}"


def test_the_chain_so_far_is_on_the_felt() -> None:
    game = quick("R1 B3 B5 W W").press("r1 space w space b")
    assert "Together: red 1, Wild (blue)" in told(game)
    assert "Space adds a lit card. Enter plays all." in told(game)
    assert [held.card.name for held in scene(game).hand.cards if held.playable] == ["B3", "B5", "W"]


@pytest.mark.parametrize("size", [SMALLEST, NORMAL], ids=str)
def test_a_long_chain_is_seen_to_its_end(size: Size) -> None:
    game = quick(" ".join(f"R{n}" for n in range(1, 10)) + " R1 R2 R3 R4 R5 R6")
    game.press(" ".join(f"r{n} space" for n in range(1, 10)))
    assert "red 9" in seen(game, size)
