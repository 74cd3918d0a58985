"""The words on cards in the player's language."""

from uno_engine.cards import Colour
from uno_engine.language import pgettext
from uno_protocol.sentences import Voice


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
