"""What happened: the last plays above the hand, penalties in the list of players, and the log beside the table."""

import pytest

from tests.client.fake import NORMAL, Fake, after_a_game, at_table, seen, text_of
from uno_client.core.legal_moves import raised
from uno_client.core.model import Model
from uno_client.core.model.table import LogLine, PlayPart
from uno_client.drawing.palette import palette
from uno_client.fullscreen.motion import penalty_anchor
from uno_client.fullscreen.screens import render
from uno_client.fullscreen.screens.log import steady_log
from uno_client.fullscreen.screens.strip import strip_line
from uno_client.fullscreen.widgets import Line, Size, width
from uno_engine import actions as act
from uno_engine.cards import Colour, card
from uno_engine.decisions import TakeTurn
from uno_protocol import room as rm
from uno_protocol.room import RoomPhase


def play(seat: int, name: str, *colours: Colour) -> act.Play:
    return act.Play(seat, (card(name),), colours)


def strip(game: Fake, columns: int = 80) -> str:
    line = strip_line(game.model, columns)
    assert width(line) == columns
    return text_of([line]).strip()


def row_of(game: Fake, name: str) -> Line:
    """Of the list of players."""
    return next(line for line in render(game.model, NORMAL, palette()) if name in "".join(part for _, part in line[:3]))


def test_it_tells_who_played_what_up_to_who_is_waited_for() -> None:
    game = at_table("R5 B7", "R6 G2", "R7 G3")
    for seat, name in ((0, "R5"), (1, "R6"), (2, "R7")):
        game.play(play(seat, name))
    assert strip(game) == "you  R●5  → bob  R●6  → cem  R●7  → you"
    assert ("class:red class:strong", " R●6 ") in strip_line(game.model, 80)
    assert strip(game, 30) == "… bob  R●6  → cem  R●7  → you", "it is cut from the left"
    assert strip(after_a_game()) == "you  R●5", "after the last card nobody is waited for"
    assert strip(at_table()) == "", "without a play there is nothing to tell"


def test_penalties_skips_wilds_and_calls_are_named_shortly() -> None:
    game = at_table("R+2 B7 B8", "R6 G2", "RS G3 G4", "W Y1").play(play(0, "R+2"))
    assert strip(game) == "you  R●+2  → bob +2 → cem"
    game.play(play(2, "RS"))
    game.play(act.Draw(0))
    game.play(act.Keep(0))
    game.state.hands[1].append(card("W"))
    assert "cem  R●S  → dee skipped → you +1 → bob" in strip(game)


def test_a_penalty_lands_at_its_victim_in_the_list_of_players() -> None:
    game = at_table("R+2 B7 B8", "R6 G2", "R3 G3 G4").play(play(0, "R+2"))
    assert (f"class:fault{penalty_anchor(1)}", " +2") in row_of(game, "bob")
    game.play(play(2, "R3"))
    assert not any("fault" in style for style, _ in row_of(game, "bob"))


def test_while_the_game_is_paused_those_who_are_to_come_back_are_marked() -> None:
    game = at_table("R5 B7", "R6 G2", "R7 G3 G4", asked=TakeTurn(2)).play(play(2, "R7"))
    assert strip(game) == "cem  R●7  → you"
    assert strip(game.happen(rm.PresenceChanged(1, False), rm.PhaseChanged(RoomPhase.PAUSED))) == "cem  R●7  → bob"
    assert "▶↓bob" in seen(game)
    assert "The game is paused until bob is back." in seen(game)
    assert "until bob and cem are back." in seen(game.happen(rm.PresenceChanged(2, False)))


def test_nobody_is_to_play_where_the_host_has_paused_the_game() -> None:
    game = at_table("R5 B7", "R6 G2 G3", asked=TakeTurn(1)).play(play(1, "R6"))
    assert "raised: can be played" in seen(game, Size(120, 40))
    game.happen(rm.PhaseChanged(RoomPhase.PAUSED, held=True))
    assert strip(game) == "bob  R●6"
    assert "can be played" not in seen(game, Size(120, 40))
    assert not raised(game.model)
    assert "Your turn" not in seen(game.press("m"))


ROWS = 12


def told(count: int) -> Model:
    """A model after so many entries, of which a few take two lines."""
    lines = tuple(LogLine(None, f"Entry {at}." + " and more of it" * (at % 5 == 0)) for at in range(count))
    return Model(play=PlayPart(log=lines[-300:], told=count))


def words(model: Model, rows: int = ROWS) -> list[str]:
    return [line.strip() for line in text_of(steady_log(model, 24, rows)).splitlines()]


@pytest.mark.parametrize("rows", [4, 9, 12, 30])
def test_the_newest_entry_is_always_seen_and_a_full_log_keeps_a_third_of_its_lines(rows: int) -> None:
    for count in range(1, 400):
        shown = words(told(count), rows)
        assert len(shown) <= rows
        assert [line for line in shown if "Entry" in line][-1].startswith(f"Entry {count - 1}.")
        assert len(shown) >= min(count, rows // 3)


def test_the_log_tells_play_and_nothing_else() -> None:
    game = at_table("R5 B7", "G1 G2", asked=TakeTurn(1))
    game.happen(rm.ReadyChanged(1, True), rm.GameSeed("ab" * 32), rm.HandsShown(((card("R5"),), None)))
    said = seen(game)
    assert [words for words in ("ready", "seed", "The hands were", "fingerprint") if words in said] == []
    game.happen(rm.GameCleared(), rm.PhaseChanged(RoomPhase.WAITING), rm.ReadyChanged(1, True))
    assert "bob is ready." in seen(game), "in the waiting room it is what is waited for"
