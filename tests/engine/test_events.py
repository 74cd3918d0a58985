"""What its owner, and everybody else, see of each event (A9)."""

import pytest

from uno_engine import events as ev
from uno_engine.cards import Colour, cards

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
