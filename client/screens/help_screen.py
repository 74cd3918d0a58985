"""The help: every key, from the table that drives them, and the rules in short."""

from __future__ import annotations

from client.keys import BINDINGS, Place
from client.model import Model
from client.screens.frame import bar, framed
from client.widgets import Line, Lines, Size, rule, text, wrap
from engine.rules import DEFAULTS, Uno

_ORDER = (
    Place.HAND,
    Place.DRAWN,
    Place.COLOUR,
    Place.CHALLENGE,
    Place.RESULT,
    Place.WAITING,
    Place.WATCHING,
    Place.TABLES,
    Place.CREATE,
    Place.CONNECT,
)
_KEYS = 14
_KEY_WORDS = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "enter": "Enter",
    "escape": "Esc",
    "c-c": "Ctrl-C",
    "c-q": "Ctrl-Q",
    "tab": "Tab",
    "s-tab": "Shift-Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "delete": "Del",
    "f1": "F1",
}


def render(model: Model, size: Size) -> Lines:
    """The screen as lines, scrolled so that the end of the text is never left behind."""
    lines = help_lines(model, size.columns)
    room = size.rows - 3
    first = min(model.scroll, max(0, len(lines) - room))
    return framed(model, size, bar("Help", "", size.columns), lines[first : first + room], [])


def help_lines(model: Model, columns: int) -> Lines:
    """The whole help."""
    lines: Lines = [*wrap(f"{_RULES}", columns - 2, indent="", margin=" "), *_punished(model, columns), []]
    lines += wrap(
        "Cards: R● red, Y▲ yellow, G■ green, B◆ blue; S Skip, R Reverse, +2 Draw Two, W Wild, "
        "W+4 Wild Draw Four. A card in [ ] can be played now, ▸ is the cursor.",
        columns - 2,
        indent="",
        margin=" ",
    )
    for place in _ORDER:
        lines += [[], rule(columns, place.value), *_keys(place, columns)]
    return lines


_RULES = (
    "Lay a card of the colour in play, or with the number or symbol of the top card, or a wild; or draw one. "
    "Whoever has no card left wins the round. A Wild Draw Four is meant for a hand without the colour in play: the "
    "next player may challenge it. Call UNO with the play that leaves you one card, or right after it."
)


def _punished(model: Model, columns: int) -> Lines:
    rules = model.rules or DEFAULTS
    costs = []
    if rules.uno is Uno.CALL and rules.uno_penalty:
        costs.append(f"a forgotten UNO {rules.uno_penalty}")
    if rules.uno is Uno.CALL and rules.false_uno_penalty:
        costs.append(f"a false UNO {rules.false_uno_penalty}")
    if rules.out_of_turn_penalty:
        costs.append(f"playing out of turn {rules.out_of_turn_penalty}")
    return wrap(f" Penalties in cards: {', '.join(costs)}.", columns - 2, indent="", margin=" ") if costs else []


def _keys(place: Place, columns: int) -> Lines:
    lines: Lines = []
    for binding in BINDINGS:
        if place not in binding.places:
            continue
        shown = binding.shown if len(binding.keys) > 4 else " ".join(_KEY_WORDS.get(key, key) for key in binding.keys)
        first: Line = [("class:key", f"  {shown:<{_KEYS}}")]
        for at, line in enumerate(wrap(binding.help, columns - _KEYS - 4, indent="")):
            lines.append([*(first if at == 0 else text(" " * (_KEYS + 2))), *line])
    return lines
