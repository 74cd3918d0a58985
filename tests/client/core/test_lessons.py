"""A first game explains each thing when it comes up, and once."""

from typing import Any

import pytest

from tests.client.fake import Fake, at_table
from uno_client.core.lessons import TOPICS
from uno_client.core.model import Model
from uno_client.core.model.parts import Lesson, SettingsPart
from uno_client.fullscreen.keys import keys_of
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.decisions import AnswerDrawFour, PlayDrawn, TakeTurn
from uno_protocol.room import RoomPhase


def lesson(*hands: str, by_keys: bool = True, **more: Any) -> Fake:
    return at_table(*hands, model=Model(lesson=Lesson(keys_of(Model()) if by_keys else None)), **more)


@pytest.mark.parametrize(
    ("topic", "hand", "more"),
    [
        ("turn", "R5 B7 B8", {}),
        ("nothing", "B7 B8 G3", {}),
        ("others", "R5 B7 B8", {"asked": TakeTurn(1)}),
        ("uno", "R5 B7", {}),
        ("drawn", "R5 B7 B8", {"asked": PlayDrawn(0), "drawn": "R5"}),
        ("draw_four", "R5 B7 B8", {"top": "W+4", "colour": "R", "asked": AnswerDrawFour(0, 1, 4)}),
    ],
)
def test_what_comes_up_is_explained(topic: str, hand: str, more: dict[str, Any]) -> None:
    assert lesson(hand, "G1", **more).said == TOPICS[topic].by_keys.format(uno="u", keep="k")


def test_it_is_explained_once_and_what_comes_next_too() -> None:
    game = lesson("R5 W B7 B8", "G1 G2")
    assert "Raised cards fit" in game.said
    assert "you name the colour" in game.press("w enter").said
    lessons = game.model.lesson
    assert game.press("escape w enter").model.lesson == lessons


def test_keys_that_the_player_has_changed_are_told() -> None:
    keys = keys_of(Model(settings=SettingsPart(keys=(("uno", "tab"),))))
    assert "Press Tab to call UNO" in at_table("R5 B7", "G1", model=Model(lesson=Lesson(keys))).said


def test_lines_have_their_own_words_in_the_log() -> None:
    game = lesson("R5 B7 B8", "G1", by_keys=False)
    assert any(line.text == TOPICS["turn"].in_lines for line in game.model.play.log)
    assert game.model.notice is None


def test_the_end_is_explained() -> None:
    game = lesson("R5", "G1 G2").play(act.Play(0, (card("R5"),)))
    game.room.phase = RoomPhase.FINISHED
    game.snapshot()
    assert "Now you know the game" in game.said
