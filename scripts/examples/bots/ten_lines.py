"""A bot in ten lines: it keeps wilds for later, and otherwise plays the colour that it holds most of."""

from collections import Counter
from collections.abc import Sequence

from uno_engine.actions import Play, PlayerAction
from uno_engine.state import View


def choose(view: View, actions: Sequence[PlayerAction]) -> PlayerAction:
    """Choose one of the actions."""
    held = Counter(card.colour for card in view.hands[view.viewer or 0] if not card.wild)

    def worth(action: PlayerAction) -> tuple[bool, bool, int]:
        cards = action.cards if isinstance(action, Play) else ()
        colour = next((colour for colour in action.colours if colour), None) if isinstance(action, Play) else None
        return bool(cards), not any(card.wild for card in cards), held[colour or (cards[-1].colour if cards else None)]

    return max(actions, key=worth)
