"""The strip above the hand: the last plays in coloured cards, and the penalties in the list of players."""

from tests.client.fake import NORMAL, Fake, at_table, seen
from uno_client.core.legal_moves import raised
from uno_client.fullscreen.motion import penalty_anchor
from uno_client.fullscreen.screens import render
from uno_client.fullscreen.screens.strip import strip_line
from uno_client.fullscreen.widgets import Line, Size, width
from uno_engine import actions as act
from uno_engine.cards import Colour, card
from uno_engine.decisions import AnswerStack, TakeTurn
from uno_protocol import room as rm
from uno_protocol.room import RoomPhase


def play(seat: int, name: str, *colours: Colour) -> act.Play:
    return act.Play(seat, (card(name),), colours)


def strip(game: Fake, columns: int = 80) -> str:
    line = strip_line(game.model, columns)
    assert width(line) == columns
    return "".join(part for _, part in line).strip()


def row_of(game: Fake, name: str) -> Line:
    """Of the list of players."""
    return next(line for line in render(game.model, NORMAL) if name in "".join(part for _, part in line[:3]))


def test_it_tells_who_played_what_up_to_who_is_waited_for() -> None:
    game = at_table("R5 B7", "R6 G2", "R7 G3")
    for seat, name in ((0, "R5"), (1, "R6"), (2, "R7")):
        game.play(play(seat, name))
    assert strip(game) == "you  R●5  → bob  R●6  → cem  R●7  → you"
    assert ("class:red class:strong", " R●6 ") in strip_line(game.model, 80)


def test_it_is_cut_from_the_left() -> None:
    game = at_table("R5 B7", "R6 G2", "R7 G3")
    for seat, name in ((0, "R5"), (1, "R6"), (2, "R7")):
        game.play(play(seat, name))
    assert strip(game, 30) == "… bob  R●6  → cem  R●7  → you"


def test_penalties_skips_wilds_and_calls_are_named_shortly() -> None:
    game = at_table("R+2 B7 B8", "R6 G2", "RS G3 G4", "W Y1")
    game.play(play(0, "R+2"))
    assert strip(game) == "you  R●+2  → bob +2 → cem"
    game.play(play(2, "RS"))
    game.play(act.Draw(0))
    game.play(act.Keep(0))
    game.state.hands[1].append(card("W"))
    assert "cem  R●S  → dee skipped → you +1 → bob" in strip(game)


def test_a_wild_shows_its_colour_and_a_jump_in_is_called_one() -> None:
    rules = {"jump_in": "yes"}
    game = at_table("W B7 B8", "B6 G2 G3", "B6 G3 G4", options=rules)
    game.play(play(0, "W", Colour.BLUE))
    game.play(play(1, "B6"))
    game.play(play(2, "B6"))
    assert strip(game) == "you  W  B◆  → bob  B◆6  → cem  B◆6  → you"
    game = at_table("B6 B8", "B6 B7 G2 G3", "R6 G3 G4", top="B9", options=rules)
    game.play(play(0, "B6"))
    game.play(act.Play(1, (card("B6"),)))
    game = at_table("B6 B8", "B7 G2 G3", "B6 G3 G4", top="B9", options=rules)
    game.play(play(0, "B6"))
    game.play(play(2, "B6"))
    assert "→ cem jumps in  B◆6  → you" in strip(game)


def test_a_penalty_lands_at_its_victim_in_the_list_of_players() -> None:
    game = at_table("R+2 B7 B8", "R6 G2", "R3 G3 G4")
    game.play(play(0, "R+2"))
    assert (f"class:fault{penalty_anchor(1)}", " +2") in row_of(game, "bob")
    game.play(play(2, "R3"))
    assert not any("fault" in style for style, _ in row_of(game, "bob"))


def test_a_penalty_that_is_still_open_is_marked_too() -> None:
    asked = AnswerStack(1, penalty=6)
    game = at_table("B7 B8", "R6 G2", "R3 G3", top="R+2", asked=asked, options={"stacking": "same"})
    assert "bob +6?" in seen(game)


def test_it_stands_above_the_hand_in_every_size() -> None:
    game = at_table("R5 B7", "R6 G2")
    game.play(play(0, "R5"))
    for size in (Size(60, 20), NORMAL, Size(120, 40), Size(250, 70)):
        rows = seen(game, size).splitlines()
        at = next(row for row, line in enumerate(rows) if "Your hand" in line)
        assert "you  R●5  → bob" in rows[at - 1]


def test_while_the_game_is_paused_those_who_are_to_come_back_are_marked() -> None:
    game = at_table("R5 B7", "R6 G2", "R7 G3 G4", asked=TakeTurn(2))
    game.play(play(2, "R7"))
    assert strip(game) == "cem  R●7  → you"
    game.happen(rm.PresenceChanged(1, False), rm.PhaseChanged(RoomPhase.PAUSED))
    assert strip(game) == "cem  R●7  → bob"
    shown = seen(game)
    assert "▶↓bob" in shown
    assert "▶↓ann" not in shown
    assert "The game is paused until bob is back." in shown
    game.happen(rm.PresenceChanged(2, False))
    assert "until bob and cem are back." in seen(game)


def test_nobody_is_to_play_where_the_host_has_paused_the_game() -> None:
    game = at_table("R5 B7", "R6 G2 G3", asked=TakeTurn(1))
    game.play(play(1, "R6"))
    assert "raised: can be played" in seen(game, Size(120, 40))
    game.happen(rm.PhaseChanged(RoomPhase.PAUSED, held=True))
    assert strip(game) == "bob  R●6"
    assert "can be played" not in seen(game, Size(120, 40))
    assert not raised(game.model)
    game.press("m")
    assert "Your turn" not in seen(game)


def test_without_a_play_there_is_nothing_to_tell() -> None:
    game = at_table("R5 B7", "R6 G2")
    assert strip(game) == ""


def test_a_large_wild_on_the_pile_has_the_colour_in_play_around_it() -> None:
    game = at_table("R5 B7", "R6 G2", top="W", colour="G")
    size = Size(120, 40)
    parts = [(style, part) for line in render(game.model, size) for style, part in line]
    assert any("class:green" in style and part == "│" for style, part in parts)
    assert any("class:wild" in style for style, part in parts)


def test_after_the_last_card_nobody_is_waited_for() -> None:
    game = at_table("R5", "R6 G2")
    game.play(play(0, "R5"))
    assert strip(game) == "you  R●5"
