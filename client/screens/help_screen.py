"""The help: every key, from the table that drives them, and the rules of the table where the player is."""

from __future__ import annotations

from client.keys import BINDINGS
from client.model import Model
from client.offers import penalties
from client.places import Place, place_of
from client.screens.frame import page
from client.screens.rules_page import rules_lines, rules_on_show
from client.widgets import Line, Lines, Size, rule, text, wrap

_ORDER = (
    Place.HAND,
    Place.CHAIN,
    Place.DRAWN,
    Place.COLOUR,
    Place.PLAYER,
    Place.CHALLENGE,
    Place.STACK,
    Place.KEEP,
    Place.PASS,
    Place.VOTE,
    Place.RESULT,
    Place.WAITING,
    Place.WATCHING,
    Place.TABLES,
    Place.CREATE,
    Place.CONNECT,
)
_BEFORE_A_TABLE = (Place.TABLES, Place.CREATE, Place.CONNECT)
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
    "backspace": "⌫",
    " ": "Space",
    "f1": "F1",
}


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    return page(model, size, "Help", "", help_lines(model, size.columns))


def help_lines(model: Model, columns: int) -> Lines:
    """The whole help: cards, penalties, keys (first of the player's own place), and the rules of the table."""
    lines: Lines = wrap(
        "Cards: R● red, Y▲ yellow or orange, G■ green, B◆ blue; S Skip, R Reverse, +2 Draw Two, W Wild, W+4 Wild Draw "
        "Four, WS Swap Hands, WX Shuffle Hands, WC Customizable. A card in [ ] can be played now, ▸ is the cursor.",
        columns - 2,
        indent="",
        margin=" ",
    )
    lines += _punished(model, columns)
    for place in _places(model):
        lines += [[], rule(columns, place.value), *_keys(place, columns)]
    shown = rules_on_show(model)
    if shown is not None:
        lines += [[], rule(columns, f"The rules of {shown.table}"), *rules_lines(shown, columns)]
    return lines


def _places(model: Model) -> list[Place]:
    """The places whose keys are told: the player's own first; before there is a table, those before it alone."""
    own = place_of(model.but(page=None))
    told = _ORDER if model.table is not None else _BEFORE_A_TABLE
    return sorted(told, key=lambda place: place is not own)


def _punished(model: Model, columns: int) -> Lines:
    if model.rules is None:
        return []
    costs = [f"{what} {cards}" for what, cards in penalties(model.rules)]
    said = f"Penalties in cards: {', '.join(costs)}." if costs else "At this table nothing is punished with cards."
    return wrap(said, columns - 2, indent="", margin=" ")


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
