"""How the screen looks on this terminal: the palette for its colours, its signs and the player's language."""

import sys
from collections.abc import Mapping

from prompt_toolkit.output import ColorDepth, Output

from uno_client.core.actions.letters import LETTERS
from uno_client.core.model import Model
from uno_client.drawing.palette import Depth, Palette, palette
from uno_client.wording.words import voice_of
from uno_engine.cards import Colour
from uno_engine.language import pgettext
from uno_protocol.qr import shows_blocks
from uno_protocol.sentences import Voice

DEPTHS: Mapping[Depth, ColorDepth] = {
    Depth.TRUE: ColorDepth.DEPTH_24_BIT,
    Depth.FEW: ColorDepth.DEPTH_8_BIT,
    Depth.SIXTEEN: ColorDepth.DEPTH_4_BIT,
    Depth.MONO: ColorDepth.DEPTH_1_BIT,
}
"""How prompt_toolkit names them."""
_OF_DEPTH = {ours: ours_too for ours_too, ours in DEPTHS.items()}
NOTHING = Model()
_WIDE = ("ja", "ko", "zh")
"""Languages of systems where a terminal may show shapes two columns wide."""


def look(theme: str, depth: Depth, signs: str, model: Model = NOTHING) -> Palette:
    """The palette of a theme, with the words of the language that is spoken now, for what the model shows.

    The fourth colour may be orange, and cards that are spelled have their letters.
    """
    if theme == "mono":
        theme, depth = "dark", Depth.MONO
    voice, spelled = voice_of(model.table), model.table is not None and model.spelled
    return palette(
        theme,
        depth,
        orange=voice.orange,
        letters=True if spelled else None,
        signs=signs,
        words=card_words(voice),
        ovals=model.settings.wants.cards == "full",
        ranks=tuple(LETTERS.items()) if spelled else (),
    )


def depth_of(environment: Mapping[str, str], output: Output) -> Depth:
    """The colours of a terminal: none with NO_COLOR, else as many as its output has."""
    if environment.get("NO_COLOR"):
        return Depth.MONO
    return _OF_DEPTH[output.get_default_color_depth()]


def signs_of(environment: Mapping[str, str], encoding: str | None = None) -> str:
    """The signs that a terminal can show: `unicode`; `narrow` where shapes may be wide; `ascii` without blocks."""
    if not shows_blocks(encoding or getattr(sys.stdout, "encoding", None)):
        return "ascii"
    named = next(filter(None, (environment.get(each, "") for each in ("LC_ALL", "LC_CTYPE", "LANG"))), "")
    return "narrow" if named.startswith(_WIDE) else "unicode"


_BRIGHT = frozenset({7, 9, 10, 11, 12, 13, 14, 15})
"""Of the 16 colours those that `COLORFGBG` names for a light background."""


def theme_name(environment: Mapping[str, str], background: str | None = None) -> str:
    """The theme for a player who has chosen none: `mono` where NO_COLOR is set, else what suits the background.

    `background` is "dark" or "light" as the terminal says it, None if it says nothing; then COLORFGBG may tell.
    """
    if environment.get("NO_COLOR"):
        return "mono"
    return background or _of_variable(environment.get("COLORFGBG", "")) or "dark"


def _of_variable(said: str) -> str | None:
    """The background by COLORFGBG: `15;0` (light letters on dark), `0;default;15`; None if it tells nothing."""
    number = said.rpartition(";")[2]
    if ";" not in said or not (number.isascii() and number.isdigit()):
        return None
    return "light" if int(number) in _BRIGHT else "dark"


def card_words(voice: Voice) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Colours in one or two letters, colours whole, and Swap Hands, Shuffle Hands and Customizable in six letters.

    It is what `uno_client.drawing.palette.palette` takes as `words`.
    """
    shorts = (
        pgettext("red on a card, at most 2 columns", "R"),
        pgettext("yellow or orange on a card, at most 2 columns", "Y"),
        pgettext("green on a card, at most 2 columns", "G"),
        pgettext("blue on a card, at most 2 columns", "B"),
    )
    wilds = (
        pgettext("Swap Hands on a card, at most 6 columns", "SWAP"),
        pgettext("Shuffle Hands on a card, at most 6 columns", "MIX"),
        pgettext("Customizable on a card, at most 6 columns", "RULE"),
    )
    return shorts, tuple(voice.colour(colour).upper() for colour in Colour), wilds
