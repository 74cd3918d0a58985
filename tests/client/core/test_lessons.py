"""A first game explains each thing when it comes up, and once."""

from typing import Any

import pytest

from tests.client.fake import Fake, position
from uno_client.core.lessons import TOPICS
from uno_client.core.model import Lesson, Model
from uno_client.fullscreen.keys import keys_of
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.decisions import AnswerDrawFour, PlayDrawn, TakeTurn
from uno_protocol import messages as net
from uno_protocol.room import RoomPhase


def lesson(*hands: str, by_keys: bool = True, **more: Any) -> Fake:
    keys = keys_of(Model()) if by_keys else None
    return Fake(position(*hands, **more), model=Model(lesson=Lesson(keys))).begin()


@pytest.mark.parametrize(
    ("topic", "game"),
    [
        ("turn", lambda: lesson("R5 B7 B8", "G1")),
        ("nothing", lambda: lesson("B7 B8 G3", "G1")),
        ("others", lambda: lesson("R5 B7 B8", "G1", asked=TakeTurn(1))),
        ("uno", lambda: lesson("R5 B7", "G1")),
        ("drawn", lambda: lesson("R5 B7 B8", "G1", asked=PlayDrawn(0), drawn="R5")),
        ("draw_four", lambda: lesson("R5 B7 B8", "G1", top="W+4", colour="R", asked=AnswerDrawFour(0, 1, 4))),
    ],
)
def test_what_comes_up_is_explained(topic: str, game: Any) -> None:
    assert game().said == TOPICS[topic].by_keys.format(uno="u", keep="k")


def test_it_is_explained_once_and_what_comes_next_too() -> None:
    game = lesson("R5 W B7 B8", "G1 G2")
    assert "Raised cards fit" in game.said
    game.press("w enter")
    assert "you name the colour" in game.said
    lessons = game.model.lesson
    game.press("escape w enter")
    assert game.model.lesson == lessons


def test_keys_that_the_player_has_changed_are_told() -> None:
    keys = keys_of(Model(keys=(("uno", "tab"),)))
    game = Fake(position("R5 B7", "G1"), model=Model(lesson=Lesson(keys))).begin()
    assert "Press Tab to call UNO" in game.said


def test_lines_have_their_own_words_in_the_log() -> None:
    game = lesson("R5 B7 B8", "G1", by_keys=False)
    assert any(line.text == TOPICS["turn"].in_lines for line in game.model.log)
    assert game.model.notice is None


def test_the_end_is_explained() -> None:
    game = lesson("R5", "G1 G2")
    game.play(act.Play(0, (card("R5"),)))
    game.room.phase = RoomPhase.FINISHED
    game.snapshot()
    assert "Now you know the game" in game.said


def test_a_game_of_one_s_own_is_dealt_at_once() -> None:
    game = Fake(position("R5", "G1"), model=Model(deals=True, autostart=True)).begin()
    assert [type(request) for request in game.sent] == [net.Ready]
    game.snapshot()
    assert len(game.sent) == 1
