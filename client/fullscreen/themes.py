"""How the screen looks: styles by name, and the letter and shape that stand beside every colour."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import Colour

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
"""Of the fourth colour where it is called orange: its letter Y and its shape stay."""

THEMES: Mapping[str, Mapping[str, str]] = {
    "colour": {
        "red": "#ff0000",
        "yellow": "#ffff00",
        "orange": "#ff8700",
        "green": "#5fd7af",
        "blue": "#5f5fff",
        "wild": "bold",
        "selected": "reverse",
        "playable": "bold",
        "idle": "",
        "bar": "bg:#303030 #e4e4e4",
        "bar.strong": "bg:#303030 #ffffff bold",
        "rule": "#585858",
        "quiet": "#8a8a8a",
        "strong": "bold",
        "turn": "bold",
        "prompt": "bold",
        "fault": "#ff8787 bold",
        "good": "#87d787",
        "info": "#d0d0d0",
        "chat": "#afd7ff",
        "key": "bold #ffffff",
        "label": "#8a8a8a",
        "field": "underline",
        "urgent": "#ff8787 bold",
    },
    # Without colours: weight, underline and reverse alone; letters, shapes and brackets say the rest.
    "mono": {
        "red": "",
        "yellow": "",
        "orange": "",
        "green": "",
        "blue": "",
        "wild": "bold",
        "selected": "reverse",
        "playable": "bold",
        "idle": "",
        "bar": "reverse",
        "bar.strong": "reverse bold",
        "rule": "",
        "quiet": "",
        "strong": "bold",
        "turn": "bold",
        "prompt": "bold",
        "fault": "bold",
        "good": "",
        "info": "",
        "chat": "",
        "key": "bold",
        "label": "",
        "field": "underline",
        "urgent": "bold reverse",
    },
}


def theme_name(environment: Mapping[str, str], asked: str | None = None) -> str:
    """The theme to use: what was asked for, else `mono` where NO_COLOR is set to anything, else `colour`."""
    if asked is not None and asked in THEMES:
        return asked
    return "mono" if environment.get("NO_COLOR") else "colour"
