"""The mouse: a click on a card, a line, a field or a key of the bottom line does what the cursor and Enter do there."""

from pathlib import Path

import pytest

from tests.client.fake import NORMAL, Fake, at_table, in_list, linked, move, position, press, seen
from tests.client.fullscreen.test_app import running
from uno_client.address import Address
from uno_client.core.model import Model
from uno_client.core.model.parts import LinkPhase, LobbyPart, Screen
from uno_client.core.navigation import to_connect
from uno_client.drawing.palette import palette
from uno_client.drawing.texts import width
from uno_client.fullscreen.app import clicked
from uno_client.fullscreen.key_handlers import update, wheel
from uno_client.fullscreen.screens import draw
from uno_client.messages import Connect, Discovered, Found, Key, Pointed
from uno_client.screens.frame import Size
from uno_engine.actions import Play
from uno_engine.cards import Colour, card
from uno_engine.decisions import TakeTurn
from uno_protocol import messages as net


def click(game: Fake, words: str, size: Size = NORMAL, *, hand: bool = False) -> None:
    """Click the last character of `words` on the screen, or in the hand only."""
    lines = enumerate(seen(game, size).splitlines())
    row, line = next((row, line) for row, line in lines if words in line and row >= hand * 15)
    meant = clicked(draw(game.model, size, palette()), width(line[: line.index(words) + len(words) - 1]), row)
    assert meant is not None, f"nothing under {words!r}"
    game.feed(meant)


def test_a_click_points_at_a_card_and_a_second_one_plays_it_but_jumps_in_with_none() -> None:
    game = at_table("R5 R6 R6 B7", "G1 G2", options={"jump_in": "yes"})
    click(game, "6", hand=True)
    assert game.model.hand.selected == 1
    assert not game.sent
    click(game, "6", hand=True)
    assert game.last == move(net.Play, cards=["R6"])
    game.feed(Pointed(1), Pointed(1))
    assert (len(game.sent), game.said) == (1, "It's not your turn. To jump in, press j.")


def test_the_keys_of_the_bottom_line_are_buttons() -> None:
    game = at_table("R5 R6 B7", "G1 G2")
    click(game, "? help")
    assert "Menu and leaving" in seen(game)
    click(game, "Esc back")
    click(game, "  d draw")
    assert isinstance(game.last, net.Draw)


def test_a_click_on_the_draw_pile_draws() -> None:
    for hand in ("R5 R6 B7", "B7"):
        game = at_table(hand, "G1 G2")
        click(game, f"{game.state.stock_count}")
        assert isinstance(game.last, net.Draw)


def test_under_an_open_question_nothing_is_clicked_but_its_answers() -> None:
    game = at_table("R5 R6 B7", "G1 G2").press("q")
    with pytest.raises(AssertionError, match="nothing under"):
        click(game, "6", hand=True)
    assert game.model.hand.selected == 0
    click(game, "n no")
    assert game.model.question is None


@pytest.mark.parametrize("size", [NORMAL, Size(60, 20)], ids=str)
@pytest.mark.parametrize(("words", "sent"), [("Take 4 cards", net.Accept), ("Challenge", net.Challenge)])
def test_each_way_out_of_a_penalty_is_clicked_in_its_box(words: str, sent: type[net.Request], size: Size) -> None:
    game = at_table("B7 R6", "W+4 G1 G2", asked=TakeTurn(1)).play(Play(1, (card("W+4"),), (Colour.BLUE,)))
    with pytest.raises(AssertionError, match="nothing under"):
        click(game, "bob played a Wild", size)
    click(game, words, size)
    assert isinstance(game.last, sent)


def test_a_line_of_the_menu_is_done_by_one_click() -> None:
    game = at_table("R5 R6 B7", "G1 G2").press("m")
    click(game, "More time")
    click(game, "bob")
    assert "Esc back" in game.bottom


def test_a_table_is_joined_by_a_second_click() -> None:
    model = Model(screen=Screen.TABLES, lobby=LobbyPart(tables=(in_list(), in_list("ABCD", "Kitchen"))), name="ann")
    game = Fake(position("R5", "B1"), model=linked(model, LinkPhase.ONLINE))
    click(game, "Kitchen   ")
    assert game.model.row == 1
    click(game, "Kitchen   ")
    assert game.last == net.JoinTable(id=1, table="ABCD")


def test_a_click_on_what_is_no_longer_there_does_nothing() -> None:
    model = Model(screen=Screen.TABLES, lobby=LobbyPart(tables=(in_list(),)), name="ann")
    assert update(model, Pointed(3)) == (model, ())
    game = at_table("R5", "G1 G2")
    assert update(game.model, Pointed(7)) == (game.model, ())
    form, _ = press(model, "n")
    assert update(form, Pointed(99))[0].form == form.form


def test_fields_of_a_form_are_chosen_and_turned_by_clicks() -> None:
    model = Model(screen=Screen.TABLES, lobby=LobbyPart(()), name="ann")
    game = Fake(position("R5", "B1"), model=model).press("n")
    before = game.model.form["rules"]
    click(game, "Rules")
    field = game.model.form.current
    assert field.key == "rules"
    click(game, "Rules")
    assert game.model.form["rules"] != before
    click(game, "‹")
    assert game.model.form["rules"] == before


def test_a_server_is_chosen_by_a_click_and_joined_by_another() -> None:
    found = [Found(each, each, "10.0.0.5", port, ("10.0.0.5",), answers=True) for port, each in enumerate("ab", 1)]
    model, _ = update(to_connect(Model()), Discovered(tuple(found)))
    model, commands = update(model, Pointed(1))
    assert (model.picker.picked, commands) == (found[1].key, ())
    gone, commands = update(model.picking(None), Pointed(9))
    assert (gone.form, commands) == (model.form, ())
    field, _ = update(model, Pointed(3))
    assert (field.picker.picked, field.form.at) == (None, 1)
    model, commands = update(model, Pointed(1))
    assert commands == (Connect(Address("10.0.0.5", 2), ""),)


def test_the_wheel_scrolls_the_log_and_pages_and_lists() -> None:
    game = at_table("R5 R6 B7", "G1 G2")
    assert [wheel(game.model, up=up) for up in (True, False)] == [Key("pageup"), Key("pagedown")]
    assert wheel(game.press("?").model, up=False) == Key("down")
    assert wheel(game.press("escape q").model, up=True) is None


def sgr(column: int, row: int, kind: str = "M", what: int = 0) -> str:
    return f"\x1b[<{what};{column + 1};{row + 1}{kind}"


async def test_clicks_of_a_terminal_reach_the_cards(tmp_path: Path) -> None:
    async with running(tmp_path, at_table("R5 R6 B7", "G1 G2").model) as screen:
        assert "\x1b[?1006h" in screen.cells.raw
        row, line = next((row, line) for row, line in enumerate(screen.text.splitlines()) if row > 14 and "6" in line)
        column = line.index("6")
        screen.keyboard.send_text(sgr(column, row) + sgr(column, row, "m"))
        await screen.until(lambda: screen.shell.model.hand.selected == 1)
        await screen.type(sgr(column, row) + sgr(column, row, "m"), "Sent …")
        assert screen.shell.model.link.pending == (move(net.Play, cards=["R6"]),)
        await screen.type("?", "1-20 /")
        await screen.type(sgr(5, 5, what=65), "2-21 /")
        await screen.type(sgr(5, 5, what=64), "1-20 /")
