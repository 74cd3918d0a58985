"""A computer player decides by what its seat knows alone: alike in worlds that its seat cannot tell apart (law 3)."""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice

import pytest

from engine.actions import Listed, PlayerAction
from engine.bots import ALL_LEVELS, choose, expert
from engine.laws.worlds import can_part, other_world
from engine.legal import legal_actions
from engine.presets import PRESETS
from engine.rules import RuleSet
from engine.state import State, View
from engine.view import view_for
from tests.engine.bots.positions import SEED, positions

Player = Callable[[View, Sequence[Listed], bytes], PlayerAction | None]
PLAYERS: Mapping[str, Player] = {level: partial(choose, level) for level in ALL_LEVELS} | {
    "expert": partial(expert.choose, worlds=1)
}


def decides(player: Player, state: State, seat: int) -> PlayerAction | None:
    return player(view_for(state, seat), legal_actions(state, seat), SEED)


def differing(decide: Callable[[State, int], object], rules: RuleSet) -> int:
    """At how many of some positions it decides differently in two worlds that its seat cannot tell apart."""
    choice = random.Random(1)
    found = 0
    for state, seat in islice(positions(2, 3, rules), 0, 150, 3):
        if can_part(state):
            twin = other_world(state, seat, choice, stock=True)
            found += decide(state, seat) != decide(twin, seat)
    return found


@pytest.mark.clause("law3")
@pytest.mark.parametrize("rules", [PRESETS["official"], PRESETS["classic113"], PRESETS["street"]])
@pytest.mark.parametrize("level", PLAYERS)
def test_a_level_decides_alike_in_worlds_that_its_seat_cannot_tell_apart(level: str, rules: RuleSet) -> None:
    assert not differing(partial(decides, PLAYERS[level]), rules)


def test_a_player_who_peeks_is_found() -> None:
    def peeks(state: State, seat: int) -> PlayerAction | None:
        """It takes care where the next player has a card of the colour in play."""
        holds = any(card.colour is state.colour for card in state.hands[seat - 2])
        return decides(PLAYERS["hard" if holds else "random"], state, seat)

    assert differing(peeks, PRESETS["official"])
