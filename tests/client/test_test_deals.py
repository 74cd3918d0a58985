"""Everyone sees, on the screen and in lines, that a table's cards were chosen in advance (P-7.30)."""

import pytest

from tests.client.fake import Fake, in_list, position, seen
from tests.client.test_every_request import lobby
from uno_client.core.navigation import to_tables
from uno_client.fullscreen.widgets import Size
from uno_client.lines.game_text import told_rules_lines
from uno_client.lines.room_text import room_lines
from uno_engine.options import options_of
from uno_engine.presets import preset
from uno_protocol import messages as net
from uno_protocol.room import RoomPhase

MARK = "test deal"


def at_a_deal(phase: RoomPhase = RoomPhase.PLAYING, *, test: bool = True) -> Fake:
    game = Fake(position("R5", "G1"))
    game.room.phase, game.room.test = phase, test
    return game.begin()


@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20)], ids=str)
@pytest.mark.parametrize("phase", [RoomPhase.PLAYING, RoomPhase.WAITING])
def test_the_head_of_the_table_has_the_mark_and_no_other_table(phase: RoomPhase, size: Size) -> None:
    assert MARK in seen(at_a_deal(phase), size).splitlines()[0]
    assert MARK not in seen(at_a_deal(phase, test=False), size)


@pytest.mark.parametrize("test", [True, False])
def test_the_list_of_tables_has_it_in_the_line_and_says_what_it_means(*, test: bool) -> None:
    game = lobby()
    game.model = to_tables(game.model).but(tables=(in_list(code="AAAA", host="ann", test=test),), row=0)
    shown = seen(game).splitlines()
    assert (MARK in next(line for line in shown if "AAAA" in line)) is test
    assert any("test deal, the cards were chosen in advance" in line for line in shown) is test


@pytest.mark.parametrize("test", [True, False])
def test_in_lines_whoever_comes_in_or_asks_for_the_rules_is_told(*, test: bool) -> None:
    said = room_lines(at_a_deal(test=test).model)
    assert ("This table: test deal: the cards were chosen in advance." in said) is test
    told = net.Rules(1, "AAAA", "One", "official", options_of(preset("official")), "55ad0cc9", 0, test=test)
    assert ("This is a test deal: the cards were chosen in advance." in told_rules_lines(told)) is test
