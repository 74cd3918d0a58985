"""The rules of the game: values and functions without clock, entropy, files or network.

The names below are all that most programs need; `engine/LIBRARY.md` shows them at work.

rules     `PRESETS`, the rules by name; `new_rules(name, options)`, a preset with options changed
a game    `new_game`, `to_act`, `view_for`, `legal_moves`, `play`, `result`
players   `play_game`, with functions that choose; `level`, the computer players
moves     `Play` plays cards; `uno_engine.actions` has the other moves, `Draw`, `Challenge`, `Catch` and so on
cards     `card("R5")` is a card; its `colour`, `rank` and `points` say what it is

>>> from uno_engine import PRESETS, legal_moves, new_game, play, result, to_act, view_for
>>> game = new_game(PRESETS["official"], players=2, seed=1)
>>> while result(game) is None:
...     (seat,) = to_act(game)
...     game = play(game, legal_moves(view_for(game, seat))[0])
>>> result(game)
GameResult(winners=(0,), scores=(0, 0), rounds=1)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uno_engine.actions import Play
    from uno_engine.cards import card
    from uno_engine.library import IllegalMove, legal_moves, level, new_game, play, play_game, result, to_act
    from uno_engine.presets import PRESETS, new_rules
    from uno_engine.view import view_for

__all__ = [
    "PRESETS",
    "IllegalMove",
    "Play",
    "card",
    "legal_moves",
    "level",
    "new_game",
    "new_rules",
    "play",
    "play_game",
    "result",
    "to_act",
    "view_for",
]


def __getattr__(name: str) -> object:
    """A public name, looked up when it is used: an import of one module of the engine doesn't load them all."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from uno_engine import actions, cards, library, presets, view

    home = next(module for module in (library, actions, cards, presets, view) if hasattr(module, name))
    return getattr(home, name)
