"""The words on cards, by language."""

import pytest

from uno_client.drawing.faces import CardSize, face
from uno_client.drawing.palette import ENGLISH, palette
from uno_client.fullscreen.looks import card_words
from uno_engine.cards import card
from uno_protocol.catalogues import LANGUAGES, choose
from uno_protocol.sentences import Voice


def test_in_english_they_are_the_usual_ones() -> None:
    assert card_words(Voice()) == ENGLISH
    assert card_words(Voice(orange=True))[1][1] == "ORANGE"


@pytest.mark.parametrize("language", LANGUAGES)
def test_they_fit_on_cards_in_every_language(language: str) -> None:
    choose(language)
    short, long, wilds = card_words(Voice())
    assert max(map(len, short)) <= 2
    assert max(map(len, (*long, *wilds))) <= 7
    assert len(set(short)) == 4


def test_german_cards_say_gelb_in_two_letters() -> None:
    choose("de")
    looks = palette("colourblind", words=card_words(Voice()))
    assert face(card("Y7"), CardSize.MEDIUM, looks).text()[-1] == " Ge  ▲ "
