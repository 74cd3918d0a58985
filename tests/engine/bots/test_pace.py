"""The pause of a computer player tells only what everybody knows."""

from tests.engine.bots.positions import Untouchable, positions, view_of
from uno_engine import decisions as asks
from uno_engine.bots.pace import pause
from uno_engine.view import view_for


def test_every_pause_is_short_and_not_too_short() -> None:
    pauses = [pause(view_for(state, seat)) for state, seat in positions(4, 3)]
    assert len(set(pauses)) > len(pauses) / 20
    crowded = view_of("R1", top="W", others=(30,))
    crowded.counts[0] = 40
    for crowded.decision in range(200):
        pauses.append(pause(crowded))
    crowded.waiting_for = asks.AnswerDrawFour(0, 1, 4)
    for crowded.decision in range(200):
        pauses.append(pause(crowded))
    assert min(pauses) >= 0.6
    assert max(pauses) <= 2.5


def test_neither_the_hand_nor_the_drawn_card_is_looked_at() -> None:
    for state, seat in positions(3, 3):
        view = view_for(state, seat)
        twin = view.copy()
        twin.hands = [Untouchable() for _ in twin.hands]
        twin.stock = Untouchable()
        twin.drawn = twin.sealed = twin.seed = None  # type: ignore[assignment]
        assert pause(twin) == pause(view)


def test_more_cards_take_longer_to_look_through() -> None:
    few, many = view_of("R1 R5", top="R9"), view_of("R1 R5 R7 B1 B2 B3 B4 B5", top="R9")
    assert pause(many) > pause(few)


def test_out_of_turn_it_is_quick() -> None:
    view = view_of("R1 R5 R7 B1 B2 B3", top="R9", others=(1, 7), waits_for=asks.TakeTurn(2))
    view.window = 1
    assert pause(view) < 1.2
