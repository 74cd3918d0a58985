"""Every refusal of a move names the clause behind it."""

import pytest

from tests.engine.tables import at
from uno_engine import actions as act
from uno_engine.cards import Colour, cards
from uno_engine.decide import advance
from uno_engine.refused import Code, Refused

PLACE = "seats: ann bob cem; hand bob: B1 B2; hand cem: G1 G2; stock: R3 W+4"
ANN, BOB = 0, 1


def refused(rules: str, hand: str, discard: str, *actions: act.Action) -> Refused:
    """The refusal of the last action; those before it are carried out."""
    state = at(f"{PLACE}; hand ann: {hand}; discard: {discard}", rules)
    for action in actions[:-1]:
        advance(state, action)
    with pytest.raises(Refused) as found:
        advance(state, actions[-1])
    return found.value


def lay(seat: int, text: str) -> act.Play:
    """Cards, each with the colour that it names behind a colon."""
    laid = [word.partition(":") for word in text.split()]
    colours = tuple(Colour(colour) if colour else None for _, _, colour in laid)
    return act.Play(seat, cards(" ".join(name for name, *_ in laid)), colours if any(colours) else ())


CHAINS = "official chains=yes wild_draw_four=enforced"


@pytest.mark.clause("Q7")
@pytest.mark.parametrize(
    ("rules", "hand", "discard", "laid", "clause", "code", "place"),
    [
        ("official", "G5 R1", "R9", "G5", "A2", Code.DOES_NOT_FIT, None),
        ("official", "G5 R1", "R9", "B5", "A9", Code.NOT_IN_HAND, None),
        ("computer", "W+4 R1", "R9", "W+4", "O4", Code.NOT_ALLOWED, None),
        ("computer wild_draw_four_needs=no_alternative", "W+4 W", "R9", "W+4", "C8", Code.NOT_ALLOWED, None),
        ("classic113 customizable_rule=open_hand", "B+2 R1", "R9 W+4; colour: B", "B+2", "C7", Code.DOES_NOT_FIT, None),
        ("official", "R5 R1 G1", "R9", "R5 R1", "C5", Code.CHAIN_BROKEN, 1),
        ("quickplay", "R5 G1 Y2", "R9", "R5 G1", "Q2", Code.CHAIN_BROKEN, 2),
        (CHAINS, "R1 R5 B5 G7 Y2", "R9", "R1 R5 B5 G7", "Q2", Code.CHAIN_BROKEN, 4),
        (CHAINS, "RS R1 Y2", "R9", "RS R1", "Q3", Code.CHAIN_BROKEN, 2),
        ("quickplay", "R1 W R2 Y2", "R9", "R1 W R2", "Q2", Code.COLOUR_MISSING, 2),
        (CHAINS, "G7 W Y2", "R9", "G7 W:R", "A2", Code.DOES_NOT_FIT, 1),
        (CHAINS, "R1 R5 W+4", "R9", "R1 W+4:B", "O4", Code.NOT_ALLOWED, 2),
    ],
)
def test_a_card_that_cannot_be_laid_names_its_clause_and_its_place_in_a_chain(
    rules: str, hand: str, discard: str, laid: str, clause: str, code: Code, place: int | None
) -> None:
    told = refused(rules, hand, discard, lay(ANN, laid))
    assert (told.clause, told.code, told.arguments.get("place")) == (clause, code, place)


WILD = lay(ANN, "W+4:B")


@pytest.mark.parametrize(
    ("rules", "actions", "clause", "code"),
    [
        ("official", (act.Draw(BOB),), "O2", Code.NOT_YOUR_TURN),
        ("official voluntary_draw=no", (act.Draw(ANN),), "H6", Code.NOT_ALLOWED),
        ("official", (act.Pass(ANN),), "A3", Code.MUST_PLAY),
        ("street", (act.Draw(ANN), act.Keep(ANN)), "C4", Code.MUST_PLAY),
        ("official", (act.Draw(ANN), lay(ANN, "R1")), "O3", Code.WRONG_ANSWER),
        ("skyrus", (act.CallUno(ANN),), "U2", Code.FALSE_CALL),
        ("official", (act.Catch(BOB, ANN),), "U4", Code.NOTHING_TO_CATCH),
        ("official", (act.CallUno(ANN), act.CallUno(ANN)), "O7", Code.RATE_LIMITED),
        ("official", (lay(BOB, "B1"), lay(BOB, "B1")), "O8", Code.RATE_LIMITED),
        ("official jump_in=yes", (lay(ANN, "R1"), act.Draw(BOB), lay(ANN, "R1")), "H4", Code.STALE),
        ("computer", (lay(BOB, "B1"),), "O2", Code.NOT_YOUR_TURN),
        ("computer", (act.CallUno(ANN),), "U2", Code.NOT_ALLOWED),
        ("street", (WILD, lay(BOB, "B1")), "S4", Code.DOES_NOT_FIT),
        ("official stacking=any", (WILD, lay(BOB, "B1")), "H1", Code.DOES_NOT_FIT),
        ("official", (WILD, lay(BOB, "B1")), "O5", Code.WRONG_ANSWER),
    ],
)
def test_a_refused_action_names_its_clause(
    rules: str, actions: tuple[act.Action, ...], clause: str, code: Code
) -> None:
    rules = f"{rules} customizable_rule=open_hand"
    told = refused(rules, "R1 R1 R2 G4 W+4", "R9", *actions)
    assert (told.clause, told.code) == (clause, code)
