"""A bot that searches: it imagines the hidden cards, plays each action out, and takes what ends best."""

from collections.abc import Sequence
from random import Random
from statistics import fmean

from uno_engine import legal_moves, play, to_act, view_for
from uno_engine.actions import CallUno, Catch, PlayerAction
from uno_engine.sample import sample
from uno_engine.state import Phase, State, View

WORLDS = 6
"""How many ways it imagines the hidden cards; each action is played out in all of them."""
MOVES = 16
"""How far it looks ahead."""


class Bot:
    """One seat's player; its luck is its own."""

    def __init__(self, seed: int = 1) -> None:
        self._luck = Random(seed)

    def choose(self, view: View, actions: Sequence[PlayerAction]) -> PlayerAction:
        """Choose the action that ends best on average."""
        free = [action for action in actions if isinstance(action, CallUno | Catch)]
        if free or len(actions) == 1:
            return (free or actions)[0]
        worlds = [sample(view, self._luck) for _ in range(WORLDS)]
        return max(actions[:12], key=lambda action: fmean(self._outcome(play(world, action), view) for world in worlds))

    def _outcome(self, world: State, view: View) -> float:
        """Play at random; then the fewest cards of the others, less its own: the more the better."""
        me = view.viewer or 0
        for _ in range(MOVES):
            if world.phase is not Phase.PLAYING or world.round != view.round:
                break
            mover = to_act(world)[0]
            world = play(world, self._luck.choice(legal_moves(view_for(world, mover))))
        if world.phase is Phase.OVER:
            return 20.0 if me in world.winners else -20.0
        if world.round != view.round:
            return 20.0 * (world.scores[me] - view.scores[me] > 0)
        return float(min(count for seat, count in enumerate(world.counts) if seat != me) - world.counts[me])
