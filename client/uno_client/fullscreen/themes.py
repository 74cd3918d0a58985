"""How the screen looks: styles by name, and the letter and shape of every colour."""

from collections.abc import Mapping

from uno_engine.cards import Colour

SHAPES: Mapping[Colour, str] = {Colour.RED: "●", Colour.YELLOW: "▲", Colour.GREEN: "■", Colour.BLUE: "◆"}
"""A colour is never shown without its letter and its shape."""
COLOUR_STYLES: Mapping[Colour, str] = {
    Colour.RED: "class:red",
    Colour.YELLOW: "class:yellow",
    Colour.GREEN: "class:green",
    Colour.BLUE: "class:blue",
}
WILD_STYLE = "class:wild"
ORANGE_STYLE = "class:orange"
"""The fourth colour if it is called orange: its letter Y and its shape stay."""
CARD_STYLES = ("red", "yellow", "orange", "green", "blue", "wild")
"""The styles that fill cards."""

# Cards are filled and have an ink of their own, so that they can be read on any background. All fills are of the
# palette of 256 colours: a terminal that has no more shows the very ones whose distances are tested.
_DARK: Mapping[str, str] = {
    "red": "bg:#af0000 #ffffff",
    "yellow": "bg:#ffff00 #000000",
    "orange": "bg:#ff8700 #000000",
    "green": "bg:#5fd7af #000000",
    "blue": "bg:#005fd7 #ffffff",
    "wild": "bg:#000000 #ffffff bold",
    "selected": "reverse",
    "chosen": "underline",
    "playable": "bold",
    "idle": "",
    "bar": "bg:#303030 #e4e4e4",
    "bar.strong": "bg:#303030 #ffffff bold",
    "rule": "#626262",
    "quiet": "#9e9e9e",
    "strong": "bold",
    "turn": "bold",
    "own": "bg:#303030",
    "prompt": "bold",
    "yours": "bold",
    "fault": "#ff8787 bold",
    "good": "#87d787",
    "info": "#d0d0d0",
    "chat": "#afd7ff",
    "key": "bold",
    "label": "#9e9e9e",
    "field": "underline",
    "urgent": "#ff8787 bold",
}
_LIGHT: Mapping[str, str] = {
    **_DARK,
    "red": "bg:#d70000 #ffffff",
    "yellow": "bg:#d7af00 #000000",
    "green": "bg:#00875f #000000",
    "blue": "bg:#0000af #ffffff",
    "bar": "bg:#d0d0d0 #1c1c1c",
    "bar.strong": "bg:#d0d0d0 #000000 bold",
    "own": "bg:#e4e4e4",
    "rule": "#949494",
    "quiet": "#585858",
    "fault": "#af0000 bold",
    "good": "#005f00",
    "info": "#303030",
    "chat": "#005f87",
    "label": "#585858",
    "urgent": "#af0000 bold",
}
# Brings its own background: what is behind it need not be known.
_CONTRAST: Mapping[str, str] = {
    **_DARK,
    "": "bg:#000000 #ffffff",
    "blue": "bg:#0000ff #ffffff",
    "bar": "bg:#ffffff #000000",
    "bar.strong": "bg:#ffffff #000000 bold",
    "own": "underline",
    "rule": "#d0d0d0",
    "quiet": "#ffffff",
    "fault": "#ffafaf bold",
    "good": "#afffaf",
    "info": "#ffffff",
    "chat": "#afd7ff",
    "label": "#ffffff",
    "urgent": "#ffafaf bold reverse",
}
# Without colours: weight, underline and reverse alone; letters, shapes and brackets say the rest.
_MONO: Mapping[str, str] = {
    **dict.fromkeys(_DARK, ""),
    **dict.fromkeys(("wild", "playable", "strong", "turn", "prompt", "fault", "key"), "bold"),
    "selected": "reverse",
    "chosen": "reverse",
    "bar": "reverse",
    "bar.strong": "reverse bold",
    "field": "underline",
    "own": "underline",
    "yours": "reverse bold",
    "urgent": "bold reverse",
}

THEMES: Mapping[str, Mapping[str, str]] = {
    "dark": _DARK,
    "light": _LIGHT,
    "contrast": _CONTRAST,
    "colourblind": _DARK,
    "mono": _MONO,
}
DEFAULT = "dark"
_BRIGHT = frozenset({7, 9, 10, 11, 12, 13, 14, 15})
"""Of the 16 colours those that `COLORFGBG` names for a light background."""


def theme_name(environment: Mapping[str, str], asked: str = "auto", background: str | None = None) -> str:
    """The theme to use: what was asked for, else `mono` where NO_COLOR is set, else what suits the background.

    `background` is "dark" or "light" as the terminal says it, None if it says nothing; then COLORFGBG may tell.
    """
    if asked in THEMES:
        return asked
    if environment.get("NO_COLOR"):
        return "mono"
    return background or _of_variable(environment.get("COLORFGBG", "")) or DEFAULT


def _of_variable(said: str) -> str | None:
    """The background by COLORFGBG: `15;0` (light letters on dark), `0;default;15`; None if it tells nothing."""
    number = said.rpartition(";")[2]
    if ";" not in said or not (number.isascii() and number.isdigit()):
        return None
    return "light" if int(number) in _BRIGHT else "dark"
