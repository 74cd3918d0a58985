"""Is a game's result counted rightly from what everybody can see of it?"""

import random
from collections.abc import Iterator

import pytest

from client.tally import Tally
from engine import actions as act
from engine.cards import Colour
from engine.decide import advance
from engine.decisions import asked
from engine.evolve import evolve
from engine.legal import legal_actions
from engine.presets import preset
from engine.refused import Refused
from engine.rules import with_options
from engine.state import Phase, State, new_game
from engine.view import view_for
from protocol.room import GameOpened


def anything(dice: random.Random, state: State) -> Iterator[act.PlayerAction]:
    """What somebody at the table may try next, sensible or not, in the order in which it is tried."""
    (seat,) = asked(state.waiting_for)
    yield act.CallUno(dice.randrange(state.seats))
    yield act.Catch(dice.randrange(state.seats), dice.randrange(state.seats))
    other = dice.randrange(state.seats)
    if state.hands[other] and dice.random() < 0.1:
        yield act.Play(other, (dice.choice(state.hands[other]),), uno=dice.random() < 0.5)
    for listed in dice.sample(chosen := list(legal_actions(state, seat)), len(chosen)):
        if isinstance(listed, act.CanPlay):
            colours = (dice.choice((*Colour, None)),) if listed.card.wild else ()
            yield act.Play(seat, (listed.card,), colours, uno=dice.random() < 0.3)
        else:
            yield listed


@pytest.mark.parametrize("seed", range(12))
def test_every_action_that_the_table_accepts_is_counted_once_and_nothing_else(seed: int) -> None:
    dice = random.Random(seed)
    rules = with_options(preset("official"), {"goal": "points", "target": "300"})
    state = new_game(rules, [True] * (2 + seed % 4), seed.to_bytes(32, "big"))
    view, tally = view_for(state, None), Tally()
    tally.take(GameOpened(tuple(state.seated)), None)
    accepted = rounds = 0

    def carry_out(action: act.Action) -> None:
        for event in advance(state, action):
            seen = event.forms().public
            tally.take(seen, view)
            evolve(view, seen)

    for _ in range(3000):
        if state.phase is Phase.OVER:
            break
        if state.phase is Phase.BETWEEN_ROUNDS:
            rounds += state.round > 0
            carry_out(act.Deal())
        elif dice.random() < 0.05:
            carry_out(act.TimedOut(asked(state.waiting_for)[0]))
        else:
            for action in anything(dice, state):
                try:
                    carry_out(action)
                except Refused:
                    continue
                accepted += 1
                break
    assert accepted > 50
    assert tally.actions == accepted
    if state.phase is Phase.OVER:
        assert tally.winners == state.winners
        assert tally.rounds == rounds + 1


def test_a_new_game_is_counted_from_nothing() -> None:
    tally = Tally(actions=7, rounds=2, winners=(1,))
    tally.take(GameOpened((True, True)), None)
    assert (tally.actions, tally.rounds, tally.winners, tally.began) == (0, 0, None, True)
