"""A computer player decides by what its seat knows alone: alike in worlds that its seat cannot tell apart (law 3)."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pytest

from tests.engine.bots.positions import SEED
from uno_engine.actions import Listed, PlayerAction
from uno_engine.bots import expert
from uno_engine.bots.choosing import ALL_LEVELS, choose
from uno_engine.decide import advance
from uno_engine.decisions import asked
from uno_engine.evolve import evolve
from uno_engine.laws.any_move import AnyMove
from uno_engine.laws.any_rules import some_game
from uno_engine.laws.violation import Violation, require
from uno_engine.laws.worlds import TwoWorlds, can_part
from uno_engine.legal import legal_actions
from uno_engine.levels import SEARCHES
from uno_engine.memory import Memory, remember
from uno_engine.state import Phase, State, View, seats_in
from uno_engine.view import view_for

Player = Callable[[View, Sequence[Listed], bytes, Memory], PlayerAction | None]
Decide = Callable[[State, int, Memory], object]
PLAYERS: Mapping[str, Player] = {level: partial(choose, level) for level in ALL_LEVELS} | {
    "expert": partial(expert.choose, worlds=1)
}
GAMES = range(24)
MOST_GAMES = 1000
"""A kind of question that comes up in none of so many is not asked at all."""
KINDS = {"answer_draw_four", "answer_stack", "name_colour", "play_drawn", "take_turn", "vote"}
ACTIONS, EVERY, STEPS = 90, 3, 3
"""How long a game goes on, how often it is parted, and how long both worlds go on then."""


def decides(player: Player, state: State, seat: int, memory: Memory) -> PlayerAction | None:
    return player(view_for(state, seat), legal_actions(state, seat), SEED, memory)


class Deciding(TwoWorlds):
    """Two worlds in which the viewer's seat must also decide alike."""

    def __init__(self, state: State, seat: int, choice: random.Random, memory: Memory, decide: Decide) -> None:
        self.seat, self.decide = seat, decide
        self.decided: list[str] = []
        """The kind of each question that was open at a decision."""
        super().__init__(state, seat, choice, memory)

    def step(self) -> bool:
        pairs = zip((self.left, self.right), self.memories, strict=True)
        left, right = [self.decide(world, self.seat, memory) for world, memory in pairs]
        require(left == right, 3, f"seat {self.seat} decides in two ways", left, right)
        if self.left.waiting_for is not None and self.seat in asked(self.left.waiting_for):
            self.decided.append(self.left.waiting_for.kind)
        return super().step()


def part(decide: Decide, games: range = GAMES) -> Counter[str]:
    """Part these random games, and more until every kind of question was decided and memory mattered.

    Returns what was decided how often, and how often a seat remembered something.
    """
    found: Counter[str] = Counter()
    for number in range(games.start, MOST_GAMES):
        if number not in games and found.keys() >= KINDS and found["memory"] > 100:
            return found
        choice = random.Random(number)
        state = some_game(choice)
        move = AnyMove(choice, state.seats)
        move.styles = ["anything"] * state.seats
        memories = [Memory() for _ in range(state.seats)]
        for turn in range(ACTIONS):
            if state.phase is Phase.OVER:
                break
            truth = state.copy()
            for event in advance(state, move.next(state, {})):
                for seat, memory in enumerate(memories):
                    remember(memory, truth, seat, event.seen_by(seat))
                evolve(truth, event)
            if turn % EVERY == 0 and can_part(state):
                seat = choice.choice([*asked(state.waiting_for), *seats_in(state)])
                pair = Deciding(state.copy(), seat, choice, memories[seat], decide)
                for _ in range(STEPS):
                    if not pair.step():
                        break
                found.update(pair.decided)
                found["memory"] += memories[seat] != Memory()
    pytest.fail(f"{MOST_GAMES} games reach only {sorted(found)}")


def all_decide(levels: Sequence[str], state: State, seat: int, memory: Memory) -> dict[str, PlayerAction | None]:
    return {level: decides(PLAYERS[level], state, seat, memory) for level in levels}


@pytest.mark.fast
@pytest.mark.clause("law3")
@pytest.mark.parametrize(
    ("levels", "games"),
    [([level for level in ALL_LEVELS if level not in SEARCHES], GAMES), (("expert",), range(128, 136))],
)
def test_levels_decide_alike_in_worlds_that_their_seats_cannot_tell_apart(levels: Sequence[str], games: range) -> None:
    part(partial(all_decide, levels), games)


def test_a_player_who_peeks_is_found() -> None:
    def peeks(state: State, seat: int, memory: Memory) -> PlayerAction | None:
        """It takes care where the next player has a card of the colour in play."""
        holds = any(card.colour is state.colour for card in state.hands[seat - 1])
        return decides(PLAYERS["hard" if holds else "random"], state, seat, memory)

    with pytest.raises(Violation, match="decides in two ways"):
        part(peeks)
