"""The way in and out of a table: codes and passwords typed in, watching where all seats are taken, being kicked."""

import pytest

from tests.client.fake import WELCOME, Fake, at_table, in_list, position, said_on, seen
from tests.client.test_every_request import lobby
from uno_client.core.model import LinkPhase, Model, Screen, TypeIn, YesNo
from uno_client.core.navigation import to_connect, to_tables
from uno_client.fullscreen.key_handlers import update
from uno_client.messages import Connect, Key, LinkDown, Typed
from uno_protocol import messages as net
from uno_protocol.room import Occupant, RoomPhase


def refused(game: Fake, code: str) -> None:
    """The last request that is not for the list is refused."""
    request = next(each for each in reversed(game.sent) if not isinstance(each, net.ListTables))
    game.feed(net.Error(id=request.id, code=code))


def entering(game: Fake) -> net.Request:
    return next(each for each in reversed(game.sent) if not isinstance(each, net.ListTables))


def test_a_code_that_is_typed_joins_a_table_that_is_in_no_list() -> None:
    game = lobby()
    game.press("c k x q p")
    assert "Code or name of the table: kxqp" in seen(game)
    game.press("enter")
    assert game.sent == [net.JoinTable(id=game.sent[0].id, table="kxqp")]
    assert game.model.question is None


def test_letters_are_text_while_a_code_is_typed() -> None:
    game = lobby()
    game.press("c q n w escape")
    assert game.sent == []
    assert game.model.question is None
    assert game.model.screen is Screen.TABLES


def test_nothing_typed_joins_nothing() -> None:
    game = lobby()
    game.press("c enter")
    assert game.sent == []
    assert isinstance(game.model.question, TypeIn)
    assert "Type something first" in game.said


def test_a_password_is_asked_for_where_one_is_needed_and_again_when_it_is_wrong() -> None:
    game = lobby()
    game.press("enter")
    refused(game, "wrong_password")
    assert game.said == "That table needs a password."
    assert "Password of Den:" in seen(game)
    game.press("x y z w")
    assert "Password of Den: ••••" in seen(game)
    assert "xyzw" not in seen(game)
    game.press("enter")
    assert entering(game) == net.JoinTable(id=game.sent[-1].id, table="EFGH", password="xyzw")
    refused(game, "wrong_password")
    assert game.said == "Wrong password for that table."
    assert "Password of Den:  " in seen(game)
    game.press("s")
    game.feed(Typed(" "), Typed("t"), Key("enter"))
    assert entering(game) == net.JoinTable(id=game.sent[-1].id, table="EFGH", password="s t")


def test_a_password_that_came_too_soon_is_not_lost() -> None:
    game = lobby()
    game.press("enter")
    refused(game, "wrong_password")
    game.press("x y enter")
    refused(game, "limit")
    assert "Password of Den: ••" in seen(game)
    game.press("enter")
    assert entering(game) == net.JoinTable(id=game.sent[-1].id, table="EFGH", password="xy")


def test_what_was_typed_stays_while_the_link_is_lost() -> None:
    game = lobby()
    game.press("c a b")
    game.feed(LinkDown("gone", 3.0))
    game.press("enter")
    assert "Code or name of the table: ab" in seen(game)
    assert game.sent == []


def test_the_list_that_comes_meanwhile_leaves_the_question_open() -> None:
    game = lobby()
    game.press("enter")
    refused(game, "wrong_password")
    game.press("o p")
    game.feed(net.Tables(id=game.sent[-1].id, tables=[]))
    game.press("enter")
    assert entering(game) == net.JoinTable(id=game.sent[-1].id, table="EFGH", password="op")


def test_a_table_whose_seats_are_taken_offers_to_watch_with_the_password_that_was_typed() -> None:
    game = lobby()
    game.press("enter")
    refused(game, "wrong_password")
    game.press("x enter")
    refused(game, "table_full")
    assert isinstance(game.model.question, YesNo)
    assert "That table is full. Watch it?" in seen(game)
    assert "y watch" in seen(game)
    game.press("y")
    assert entering(game) == net.SpectateTable(id=game.sent[-1].id, table="EFGH", password="x")


def test_where_nobody_may_watch_that_is_not_offered() -> None:
    game = lobby()
    game.model = game.model.but(tables=LINES, row=4)
    game.press("enter")
    refused(game, "table_full")
    assert game.model.question is None
    assert game.said == "That table is full."


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("locked", "is locked"),
        ("banned", "The host banned you from that table."),
        ("no_watching", "doesn't allow spectators"),
        ("no_such_table", "no such table"),
    ],
)
def test_a_door_that_stays_shut_says_why(code: str, words: str) -> None:
    game = lobby()
    game.press("w")
    refused(game, code)
    assert words in game.said
    assert game.model.question is None


def test_what_was_asked_for_at_the_start_is_asked_for_its_password_too() -> None:
    game = Fake(position("R5", "G1"), answers=False)
    game.model = Model(first_request=net.JoinTable(id=1, table="KXQP"))
    game.feed(WELCOME, net.LoggedIn(name="ann", token="t"))
    refused(game, "wrong_password")
    game.press("x enter")
    assert entering(game) == net.JoinTable(id=game.sent[-1].id, table="KXQP", password="x")


def test_an_address_with_a_code_that_is_typed_on_the_first_screen_leads_to_that_table() -> None:
    model = to_connect(Model(link=LinkPhase.IDLE))
    for letter in "uno://host:7000/KXQP":
        model, _ = update(model, Typed(letter))
    model, commands = update(model, Key("enter"))
    assert commands == (Connect("uno://host:7000/KXQP", ""),)
    assert model.first_request == net.JoinTable(id=1, table="KXQP")


def test_an_address_that_is_none_is_said_before_anything_is_tried() -> None:
    model = to_connect(Model())
    for letter in "a/b":
        model, _ = update(model, Typed(letter))
    model, commands = update(model, Key("enter"))
    assert commands == ()
    assert model.notice is not None
    assert "names no server" in model.notice.text


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("kicked", "The host removed you from Kitchen."),
        ("banned", "The host banned you from Kitchen."),
        ("brand_new", "You are no longer at Kitchen."),
    ],
)
def test_who_is_kicked_is_in_the_lobby_and_told_why(code: str, words: str) -> None:
    game = at_table("R5 B7", "G1 G2", answers=False)
    game.press("m")
    game.feed(net.PutOut(table="ABCD", code=code))
    assert game.model.screen is Screen.TABLES
    assert (game.model.table, game.model.page) == (None, None)
    assert words in game.said
    assert isinstance(game.last, net.ListTables)


def test_who_was_kicked_from_another_table_stays() -> None:
    game = at_table("R5 B7", "G1 G2", answers=False)
    game.feed(net.PutOut(table="WXYZ", code="kicked"))
    assert game.model.table is not None


LINES = (
    in_list(code="AAAA", name="Open", host="ann"),
    in_list(code="BBBB", name="Secret", phase="playing", password=True),
    in_list(code="CCCC", name="Full", seats=2, bots=1, phase="playing", watchers=3),
    in_list(code="DDDD", name="Shut", phase="paused", locked=True),
    in_list(code="EEEE", name="Private", seats=2, people=2, phase="finished", watching=False),
)


@pytest.mark.parametrize(
    ("row", "way_in", "words"),
    [
        (0, "open", "host: ann"),
        (1, "password", "password needed"),
        (2, "watch", "every seat is taken · 3 spectators"),
        (3, "locked", "locked, nobody else can join"),
        (4, "full", "every seat is taken · no spectators"),
    ],
)
def test_the_list_says_in_words_who_may_come_in(row: int, way_in: str, words: str) -> None:
    game = lobby()
    game.model = to_tables(game.model).but(tables=LINES, row=row)
    screen = seen(game)
    line = next(line for line in screen.splitlines() if LINES[row].code in line)
    assert way_in in line
    assert words in screen


def test_the_room_tells_how_others_come_to_it() -> None:
    game = Fake(position("R5", "G1"))
    game.room.phase = RoomPhase.WAITING
    game.room.locked = game.room.password = True
    game.room.listed = game.room.watching = False
    game.room.watchers = ["eve", "fay"]
    game.room.occupants[1] = Occupant("bob", stand_in="normal", extra_seconds=60)
    game.begin()
    game.model = game.model.but(address="192.168.1.5:7777")
    screen = said_on(game)
    for words in (
        "uno://192.168.1.5:7777/ABCD",
        "and type ABCD",
        "locked: nobody else can join",
        "password needed",
        "unlisted: join by code",
        "no spectators",
        "Spectators: eve (3), fay (4).",
        "away, a computer player plays",
        "+60 s",
    ):
        assert words in screen
