"""The QR code for phones: on a screen of its own, dark on light on every terminal, with the address beside it."""

import pytest

from tests.client.fake import NORMAL, Fake, at_table, press, seen, served
from tests.client.fullscreen.painted import paint
from uno_client.core.model import Model
from uno_client.core.model.parts import DoorPart, Scope, Screen
from uno_client.messages import FindPages, Invited
from uno_client.screens.frame import SMALLEST
from uno_client.structs import replace
from uno_client.wording.front_door import Hosting
from uno_protocol.qr import half_blocks

HOME, OFFICE = "http://192.168.1.5:7777/", "http://10.0.0.3:7777/"
LONG = "https://[2001:db8:1234:5678:9abc:def0:1234:5678]:17777/"


def looking(*pages: str) -> Fake:
    """Somebody who has opened the page from the table's menu."""
    game = at_table("R5 B1", "G1").but(lambda model: served(model, "127.0.0.1:7777", web=True)).press("m o")
    if pages:
        game.feed(Invited(pages))
    return game


def test_the_menu_of_the_table_leads_to_the_code_with_the_address_of_the_table() -> None:
    game = looking()
    assert FindPages("127.0.0.1:7777") in game.others
    assert "Looking for the address" in seen(game)
    game.feed(Invited((HOME,)))
    screen = seen(game)
    assert all(line.rstrip() in screen for line in half_blocks(f"{HOME}ABCD"))
    for said in (f"{HOME}ABCD", "same Wi-Fi as this", "nothing is encrypted", "7777."):
        assert said in screen
    assert "other address" not in screen
    assert game.press("escape").model.page is None


def test_nothing_is_turned_or_inverted_before_there_is_an_address() -> None:
    game = looking()
    before = seen(game)
    assert seen(game.press("right")) == before
    assert game.but(lambda model: replace(model, invitation=None)).press("i right").model.invitation is None
    assert game.feed(Invited((HOME,))).model.invitation is None, "it is late: nobody waits for it"


def test_several_addresses_are_turned_through() -> None:
    game = looking(HOME, OFFICE)
    assert "Address 1 of 2" in seen(game)
    assert f"{OFFICE}ABCD" in seen(game.press("right"))
    assert f"{HOME}ABCD" in seen(game.press("right"))
    assert "Address 2 of 2" in seen(game.press("left"))


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_the_code_is_black_on_white_on_every_terminal(theme: str) -> None:
    shown = paint(looking(HOME).model, NORMAL, theme)
    code = half_blocks(f"{HOME}ABCD")
    top = next(at for at, line in enumerate(shown.lines) if line.startswith(code[4])) - 4
    for at, line in enumerate(code, top):
        assert {cell.ink for cell in shown.cells[at][: len(line)] if cell.letter != " "} <= {"000000"}
        assert {cell.fill for cell in shown.cells[at][: len(line)]} == {"ffffff"}
        assert shown.lines[at].startswith(line)


def test_without_colours_it_is_reversed_and_a_key_swaps_dark_and_light() -> None:
    game = looking(HOME)
    assert paint(game.model, NORMAL, "mono").cells[3][5].marks == "r"
    assert half_blocks(f"{HOME}ABCD", inverted=True)[5] in seen(game.press("i"))


def test_on_a_small_terminal_the_code_has_less_quiet_around_it_or_gives_way_to_the_address() -> None:
    small = seen(looking(HOME), SMALLEST)
    assert all(line in small for line in half_blocks(f"{HOME}ABCD", quiet=2))
    alone = seen(looking(LONG), SMALLEST)
    assert not set("▀▄█") & set(alone)
    assert f"{LONG}ABCD" in alone
    assert "certificate" in alone


def test_where_nobody_can_be_invited_it_is_said_why() -> None:
    game = looking().feed(Invited(why="Phones can't reach this server: it is for this computer alone."))
    assert (game.model.page, game.said.partition(":")[0]) == (None, "Phones can't reach this server")
    game.but(lambda model: replace(model, server=replace(model.server, web=False))).press("m o")
    assert (game.model.page, game.said.partition(",")[0]) == (None, "This server has no page for browsers")


def test_the_screen_of_the_own_server_leads_there_too() -> None:
    runs = Hosting(7778, ("192.0.2.5:7778",), here="127.0.0.1:7778", page="http://192.0.2.5:7778/", unreached=True)
    door = Model(screen=Screen.HOSTED, door=DoorPart(hosted=runs))
    told = seen(door)
    for said in ("http://192.0.2.5:7778/", "Nobody on another device", "o phones"):
        assert said in told
    model, did = press(door, "o")
    assert (model.page, did) == (Scope.QR, [FindPages("127.0.0.1:7778")])
