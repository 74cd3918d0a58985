"""Everyone sees, on the screen and in lines, that a table's cards were chosen in advance (P-7.30)."""

import pytest

from tests.client.fake import Fake, in_list, position, seen
from tests.client.test_every_request import lobby
from uno_client.core.navigation import to_tables
from uno_client.fullscreen.widgets import Size
from uno_client.lines.game_text import told_rules_lines
from uno_client.lines.room_text import room_lines, table_lines
from uno_engine.options import options_of
from uno_engine.presets import preset
from uno_protocol import messages as net
from uno_protocol.room import RoomPhase

MARK = "test deal"


def at_a_test_deal(phase: RoomPhase = RoomPhase.PLAYING) -> Fake:
    game = Fake(position("R5", "G1"))
    game.room.phase = phase
    game.room.test = True
    return game.begin()


def a_line(*, test: bool) -> net.TableLine:
    return in_list(code="AAAA", name="One", host="ann", test=test)


@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20)], ids=str)
@pytest.mark.parametrize("phase", [RoomPhase.PLAYING, RoomPhase.WAITING])
def test_the_head_of_the_table_has_the_mark(phase: RoomPhase, size: Size) -> None:
    assert MARK in seen(at_a_test_deal(phase), size).splitlines()[0]


def test_no_other_table_has_it() -> None:
    game = Fake(position("R5", "G1")).begin()
    assert MARK not in "\n".join([seen(game), *room_lines(game.model)])
    game = lobby()
    game.model = to_tables(game.model).but(tables=(a_line(test=False),), row=0)
    assert MARK not in seen(game)
    assert MARK not in table_lines([a_line(test=False)])[0]


def test_the_list_of_tables_has_it_in_the_line_and_says_what_it_means() -> None:
    game = lobby()
    game.model = to_tables(game.model).but(tables=(a_line(test=True),), row=0)
    shown = seen(game).splitlines()
    assert MARK in next(line for line in shown if "AAAA" in line)
    assert any("test deal, the cards were chosen in advance" in line for line in shown)
    assert "waiting, test deal, official rules" in table_lines([a_line(test=True)])[0]


def test_in_lines_whoever_comes_in_or_asks_for_the_rules_is_told() -> None:
    game = at_a_test_deal()
    assert "This table: test deal: the cards were chosen in advance." in room_lines(game.model)
    rules = options_of(preset("official"))
    told = net.Rules(1, "AAAA", "One", "official", rules, fingerprint="55ad0cc9", turn_seconds=0, test=True)
    assert told_rules_lines(told)[-1] == "This is a test deal: the cards were chosen in advance."
