"""The form of a table as it is shown."""

from msgspec import Struct

from uno_client.screens.frame import Frame
from uno_client.screens.pieces import PicturedRule, SaidLine
from uno_engine.cards import Card


class Tile(Struct, frozen=True):
    """A preset, or a set of rules of the player's own."""

    name: str
    about: str
    card: Card


class CreateLine(Struct, frozen=True):
    """A field: `at` is its place in the form. `chosen`: from several values; `typed`: it can be typed.

    `changed`: it is not as in the preset.
    """

    at: int
    label: str
    value: str
    group: str = ""
    changed: bool = False
    chosen: bool = True
    typed: bool = False
    proposed: bool = False


class CreateScene(Struct, frozen=True):
    """Tiles with the one that is chosen, the lines of the form, and what there is to know of the one under the cursor.

    `on_tiles`: that is the line of the presets; `in_options`: it is one of the rules, which want more room than tiles.
    """

    frame: Frame
    tiles: tuple[Tile, ...]
    tile: int
    on_tiles: bool
    in_options: bool
    lines: tuple[CreateLine, ...]
    at: int
    told: str
    title: str = ""
    fault: str = ""
    changes: str = ""
    """What is not as in the preset, where there is no room for the rules."""
    rules: tuple[PicturedRule, ...] = ()
    said: tuple[SaidLine, ...] = ()
