"""The waiting room: how others join, by a link that is copied and a QR code that is looked for beforehand."""

from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.client.fake import NORMAL, Fake, press, said_on, seen, served, solo
from tests.client.fullscreen.test_app import running
from tests.client.fullscreen.test_screens import full_house
from tests.client.test_every_request import waiting
from uno_client.core.front_door import at_door
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope, Screen
from uno_client.messages import Command, Copy, FindPages, Invited
from uno_client.screens.frame import SMALLEST, Size
from uno_client.structs import replace
from uno_client.wording.front_door import Hosting
from uno_protocol.qr import half_blocks
from uno_protocol.room import Occupant

PAGE = "http://192.168.1.5:7777/"


def web(game: Fake) -> Fake:
    """At a server with a page for browsers."""
    game.but(lambda model: served(model, "192.168.1.5:7777", web=True)).snapshot()
    return game


def looked_for(commands: Iterable[Command]) -> list[str]:
    return [each.address for each in commands if isinstance(each, FindPages)]


def test_the_page_for_phones_is_looked_for_once_and_its_code_is_beside_the_seats() -> None:
    game = web(waiting())
    game.snapshot()
    assert looked_for(game.others) == ["192.168.1.5:7777"]
    assert looked_for(web(waiting().but(solo)).others) == []
    assert "For phones" not in said_on(game)
    game.feed(Invited((PAGE,)))
    assert half_blocks(f"{PAGE}ABCD", quiet=2)[4].strip() in seen(game)
    assert "press o" in said_on(game, SMALLEST)
    assert "Phones scan this" in seen(game, Size(120, 40))


def test_the_command_that_joins_is_a_line_to_copy_beside_the_code() -> None:
    rows = [row.strip() for row in seen(web(waiting()).feed(Invited((PAGE,)))).split("\n")]
    assert any(row.startswith("uno-client uno://192.168.1.5:7777/ABCD") for row in rows)


def test_where_phones_cannot_come_nothing_is_said_of_them_until_it_is_asked_for() -> None:
    game = web(waiting()).feed(Invited((), "Phones can't reach this server."))
    assert game.model.notice is None
    assert "phones" not in said_on(game).lower()
    game.press("o").feed(Invited((), "Phones can't reach this server."))
    assert "Phones can't reach this server." in seen(game)
    assert game.model.page is not Scope.QR


def test_the_code_is_said_once_in_letters_where_there_is_room() -> None:
    assert "The code of this table" in seen(waiting())
    assert "Code: ABCD" not in seen(waiting())
    assert "Code: ABCD" in seen(waiting(), SMALLEST)


@pytest.mark.parametrize("size", [NORMAL, Size(120, 30)], ids=str)
def test_without_a_page_there_is_no_code(size: Size) -> None:
    shown = seen(waiting(), size)
    assert "Phones scan this" not in shown
    assert not any(row.strip() in shown for row in half_blocks("", quiet=2)[3:-3])


def test_a_code_that_is_too_high_is_left_out_whole() -> None:
    game = web(waiting()).feed(Invited((PAGE,)))
    code = half_blocks(f"{PAGE}ABCD", quiet=2)
    shown = [seen(game, Size(120, rows)) for rows in range(18, 40)]
    assert {code[4] in one for one in shown} == {True, False}
    assert [code[-4] in one for one in shown] == [code[4] in one for one in shown]


@pytest.mark.parametrize("size", [NORMAL, Size(120, 40)], ids=str)
def test_where_nobody_is_to_join_cards_fill_the_room(size: Size) -> None:
    rows = seen(waiting().but(solo).model, size).split("\n")
    assert sum(not row.strip() for row in rows) <= size.rows / 2


def test_y_copies_the_link_and_shows_it() -> None:
    model = served(waiting().model, "192.168.1.5:7777")
    model, commands = press(model, "y")
    assert commands == [Copy("uno://192.168.1.5:7777/ABCD")]
    assert "uno://192.168.1.5:7777/ABCD" in model.notice.text if model.notice else False
    nowhere, commands = press(served(model, ""), "y")
    assert commands == []
    assert "There's no link yet." in seen(nowhere)
    hosted = Hosting(7778, ("192.0.2.5:7778",), "uno://192.0.2.5:7778#ff", "one two", here="127.0.0.1:7778")
    model = replace(at_door(Model(), hosted), screen=Screen.HOSTED)
    assert press(model, "y")[1] == [Copy("uno://192.0.2.5:7778#ff")]


async def test_what_is_copied_reaches_the_terminal(tmp_path: Path) -> None:
    async with running(tmp_path, served(waiting().model, "192.168.1.5:7777")) as screen:
        await screen.type("y", "Copied, if your terminal allows it")
        text = b64encode(b"uno://192.168.1.5:7777/ABCD").decode()
        await screen.until(lambda: f"\x1b]52;c;{text}\x07" in screen.cells.raw)


@pytest.mark.parametrize("size", [SMALLEST, NORMAL, Size(120, 40), Size(200, 50)], ids=str)
def test_no_seat_is_ever_left_out(size: Size) -> None:
    game = full_house()
    shown = seen(game, size)
    assert shown.count("日本語") >= 8
    assert "last" in shown


def test_the_first_free_seat_says_how_to_fill_it() -> None:
    assert seen(waiting()).count("add a bot") == 1
    guest = waiting()
    guest.seat = 1
    guest.snapshot()
    assert "add a bot" not in seen(guest)


@pytest.mark.parametrize("size", [SMALLEST, NORMAL, Size(120, 40)], ids=str)
def test_letters_before_a_name_say_which_face_the_others_see(size: Size) -> None:
    game = waiting()
    game.room.occupants[1:] = Occupant("bob", face=3), Occupant("Ada", "normal", face=5), Occupant("cem")
    game.snapshot()
    shown = seen(game, size)
    assert all(named in shown for named in ("Fo bob", "Ro Ada", " cem"))
    assert "  bob" not in shown


@pytest.mark.parametrize("ready", [False, True])
def test_a_host_is_told_to_start_only_when_nobody_else_is_waited_for(ready: bool) -> None:
    game = waiting()
    game.room.occupants[:2] = Occupant("ann"), Occupant("bob", ready=ready)
    game.snapshot()
    assert ("Press s to start the game." in seen(game)) is ready


def test_only_the_seat_of_somebody_you_have_muted_says_so() -> None:
    game = waiting()
    assert "muted by you" not in seen(game)
    assert seen(game.press("t /mute space bob enter")).count("muted by you, ready") == 1
