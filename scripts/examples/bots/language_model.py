"""A bot that asks a language model, through a function that you fill in."""

import re
from collections.abc import Sequence

from uno_engine.actions import PlayerAction
from uno_engine.events import Event
from uno_engine.state import View


def ask(prompt: str) -> str:
    """The model's answer. Fill this in: call your model here, within the seat's time (30 seconds by default)."""
    return "1" if prompt else ""


class Bot:
    """One seat's player. The model sees the last events, the position, and the actions by number."""

    def __init__(self) -> None:
        self._seen: list[str] = []

    def told(self, _view: View, event: Event) -> None:
        """Remember what happened."""
        self._seen = [*self._seen[-19:], str(event)]

    def choose(self, view: View, actions: Sequence[PlayerAction]) -> PlayerAction:
        """Ask the model for a number; take the first action if it gives none of them."""
        me = view.viewer or 0
        lines = (
            f"You play UNO in seat {me}. Colour: {view.colour}. On top: {view.discard[-1:]}.",
            f"Your hand: {view.hands[me]}. Cards by seat: {view.counts}.",
            "What happened: " + "; ".join(self._seen),
            *(f"{number}: {action}" for number, action in enumerate(actions, 1)),
            "Answer with the number of one action.",
        )
        found = re.search(r"\d+", ask("\n".join(lines)))
        number = int(found[0]) if found else 1
        return actions[number - 1] if 1 <= number <= len(actions) else actions[0]
