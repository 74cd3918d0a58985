"""What its owner, and everybody else, see of each event (A9)."""

from dataclasses import fields

import pytest

from uno_engine import events as ev
from uno_engine.cards import Colour, cards
from uno_engine.decisions import TakeTurn
from uno_engine.evolve import EVOLVE

HAND, OTHER = cards("R1 R2"), cards("B1 B2")

# Every event with a secret, and the seats that are shown a form of their own.
SECRETIVE: list[tuple[ev.Event, set[int]]] = [
    (ev.RoundDealt(1, 0, 1, (2, 2), 1, {0: HAND, 1: OTHER}, cards("G1")), {0, 1}),
    (ev.FirstCardReturned(cards("G1 W+4")), set()),
    (ev.CardsPlayed(0, cards("W+4"), (Colour.RED,), sealed=ev.Sealed(HAND, bluffs=1)), set()),
    (ev.CardsDrawn(1, 2, ev.DrawReason.CARD, HAND), {1}),
    (ev.DrawPileRenewed(2, HAND), set()),
    (ev.Challenged(1, 0, guilty=True, everyone=False, hand=HAND), {1}),
    (ev.PlayerLeft(0, HAND), set()),
    (ev.PlayerLost(0, HAND, 3), set()),
    (ev.VoteCast(0, "open_hand"), {0}),
    (ev.CardChosen(1, HAND[0]), {1}),
    (ev.HandsMoved(ev.MoveReason.SWAP, {0: 2, 1: 2}, {0: OTHER, 1: HAND}), {0, 1}),
    (ev.CardsPassed({0: 1, 1: 2, 2: 0}, {0: HAND[0], 1: HAND[1], 2: OTHER[0]}), {0, 1, 2}),
    (ev.HandClosed(1), {1}),
]

OPEN: list[ev.Event] = [
    ev.FirstCardTurned(HAND[0]),
    ev.CardsPlayed(0, HAND[:1]),
    ev.ColourNamed(0, Colour.RED),
    ev.CardsDrawn(1, 2, ev.DrawReason.CARD, HAND, opened=True),
    ev.DrawnKept(0),
    ev.Passed(0),
    ev.TurnMissed(0),
    ev.DirectionTurned(-1),
    ev.UnoWindowOpened(0),
    ev.UnoWindowClosed(0),
    ev.UnoCalled(0),
    ev.UnoAnnounced(0),
    ev.UnoCaught(0, 1),
    ev.FalseUno(0),
    ev.OutOfTurn(0),
    ev.Challenged(1, 0, guilty=False, everyone=True, hand=HAND),
    ev.TimeRanOut(0),
    ev.PlayerJoined(0),
    ev.Asked(TakeTurn(0)),
    ev.BallotDrawn(("open_hand", "hands_move_on")),
    ev.RuleChosen("open_hand", (1, 0)),
    ev.PlayerChosen(0, 1),
    ev.ColourDiscarded(0, HAND),
    ev.HandOpened(0, HAND),
    ev.Confirmed(0),
    ev.UnoClaimed(0),
    ev.UnoRolled(0, forgotten=True),
    ev.PlayerOut(0, 1),
    ev.RoundEnded((0,), blocked=False, gains=(3, 0)),
    ev.GameEnded((0,)),
]


def test_every_event_stands_in_one_of_the_two_tables_and_has_its_way_of_changing_a_game() -> None:
    assert {type(event) for event, _ in SECRETIVE} | {type(event) for event in OPEN} == set(ev.EVENTS.values())
    assert set(EVOLVE) == set(ev.EVENTS.values())


@pytest.mark.clause("A9", "law3")
@pytest.mark.parametrize(("event", "shown"), SECRETIVE, ids=lambda value: getattr(value, "kind", ""))
def test_the_public_form_names_no_hidden_card(event: ev.Event, shown: set[int]) -> None:
    public, private = event.forms()
    assert set(private) == shown
    for secret in ("hand", "hands", "stock", "sealed", "card", "rule", "points"):
        assert not getattr(public, secret, None)
    if not isinstance(event, ev.CardsPlayed):
        assert not getattr(public, "cards", None)
    assert event.seen_by(None) == public


@pytest.mark.clause("A9")
@pytest.mark.parametrize("event", OPEN, ids=lambda event: event.kind)
def test_an_event_without_a_secret_is_the_same_for_everyone(event: ev.Event) -> None:
    assert event.forms() == (event, {})


@pytest.mark.clause("O8", "A9")
def test_a_card_tried_out_of_turn_is_not_shown() -> None:
    assert {field.name for field in fields(ev.OutOfTurn)} == {"seat"}
