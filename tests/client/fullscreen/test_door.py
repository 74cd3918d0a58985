"""The way in and out of a table: codes, passwords, watching, being kicked, and a server that is away for a while."""

import pytest

from tests.client.fake import (
    WELCOME,
    Fake,
    at_table,
    in_list,
    notice,
    position,
    press,
    seen,
    served,
    told,
    with_tables,
)
from tests.client.test_every_request import lobby, waiting
from uno_client.address import parse_address
from uno_client.core.model import Model
from uno_client.core.model.parts import Notice, Screen, SettingsPart, StartPart, Tone
from uno_client.core.navigation import to_connect, to_tables
from uno_client.core.requests import OFFLINE
from uno_client.core.standing import way_back
from uno_client.core.update import BACK
from uno_client.fullscreen.key_handlers import update
from uno_client.messages import Ask, Connect, Connecting, HostEnded, Key, LinkDown, LinkUp, Quit, StartHost
from uno_client.preferences import Preferences
from uno_client.screens.frame import Size
from uno_client.structs import replace
from uno_engine.decisions import NameColour
from uno_protocol import messages as net


def entering(game: Fake) -> net.Request:
    """The last request that is not for the list."""
    return next(each for each in reversed(game.sent) if not isinstance(each, net.ListTables))


def refused(game: Fake, code: str) -> Fake:
    """The client a moment after the server has refused its last request to join or watch with this error code."""
    game.feed(net.Error(id=entering(game).id, code=code))
    if game.asks:
        game.press("enter")  # once more, in the same moment
    game.wait(0.5)
    return game


def test_a_code_that_is_typed_joins_a_table_that_is_in_no_list() -> None:
    game = lobby().press("c enter")
    assert game.said == "Type something first, or go back with Esc."
    game.press("k x q p")
    assert "Code or name of the table: kxqp" in seen(game)
    assert game.press("enter").sent == [net.JoinTable(id=game.last.id, table="kxqp")]
    assert game.model.question is None


def test_a_password_is_asked_for_where_one_is_needed_and_again_when_it_is_wrong() -> None:
    game = refused(lobby().press("enter"), "wrong_password")
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
    game.press("s space t enter")
    assert entering(game) == net.JoinTable(id=game.sent[-1].id, table="EFGH", password="s t")


def test_a_password_that_came_too_soon_is_not_lost() -> None:
    game = refused(lobby().press("enter"), "wrong_password")
    refused(game.press("x y enter"), "limit")
    assert "Password of Den: ••" in seen(game)
    game.press("enter")
    assert entering(game) == net.JoinTable(id=game.sent[-1].id, table="EFGH", password="xy")


def test_a_table_whose_seats_are_taken_offers_to_watch_with_the_password_that_was_typed() -> None:
    game = refused(lobby().press("enter"), "wrong_password")
    game.feed(net.Tables(id=game.sent[-1].id, tables=[]))  # it leaves the question open
    refused(game.press("x enter"), "table_full")
    assert game.asks == "That table is full. Watch it?"
    assert "Enter watch" in game.bottom
    game.press("enter")
    assert entering(game) == net.SpectateTable(id=game.sent[-1].id, table="EFGH", password="x")


def test_where_nobody_may_watch_that_is_not_offered() -> None:
    game = lobby().but(lambda model: with_tables(model, *LINES, row=4))
    refused(game.press("enter"), "table_full")
    assert game.model.question is None
    assert game.said == "That table is full."


def test_a_full_table_with_a_password_is_offered_to_watch_before_the_password_is_asked_for() -> None:
    full = in_list(code="FFFF", name="Full", seats=2, people=2, password=True)
    game = refused(lobby().but(lambda model: with_tables(model, full)).press("enter"), "wrong_password")
    assert game.asks == "That table is full. Watch it?"
    refused(game.press("enter"), "wrong_password")
    assert "Password of Full:" in seen(game)


@pytest.mark.parametrize("watching", [True, False])
def test_a_full_table_that_was_named_at_the_start_asks_for_no_password(watching: bool) -> None:
    game = lobby().but(lambda model: replace(model, lobby=replace(model.lobby, tables=None)))
    refused(game.feed(Ask(net.JoinTable(id=1, table="Full"))), "wrong_password")
    full = in_list(code="FFFF", name="Full", seats=2, people=2, password=True, watching=watching)
    game.feed(net.Tables(id=game.sent[-1].id, tables=[full]))
    assert game.asks == ("That table is full. Watch it?" if watching else "")
    assert game.said == "That table is full."


@pytest.mark.parametrize(
    "entered", [net.CreateTable(id=1, name="Den", new=net.NewTable(password="xyzw")), net.JoinTable(id=1, table="EFGH")]
)
def test_a_password_that_let_the_player_in_is_not_typed_again(entered: net.Request) -> None:
    game = lobby().feed(Ask(entered))
    if isinstance(entered, net.JoinTable):
        refused(game, "wrong_password").press("x y z w enter")
    game.feed(net.Joined(id=entering(game).id, table="EFGH"), Ask(net.LeaveTable(id=1)))
    game.but(to_tables).feed(Ask(net.JoinTable(id=1, table="EFGH")))
    assert entering(game) == net.JoinTable(id=game.sent[-1].id, table="EFGH", password="xyzw")
    refused(game, "wrong_password")
    assert "Password of Den:" in seen(game)
    game.feed(Ask(net.JoinTable(id=1, table="EFGH")))
    assert entering(game) == net.JoinTable(id=game.sent[-1].id, table="EFGH")


def test_a_password_that_was_remembered_goes_to_no_other_server() -> None:
    game = lobby().feed(Ask(net.JoinTable(id=1, table="EFGH", password="xyzw")))
    game.feed(net.Joined(id=entering(game).id, table="EFGH"), LinkUp("f" * 26)).but(to_tables)
    game.feed(Ask(net.JoinTable(id=1, table="EFGH")))
    assert entering(game) == net.JoinTable(id=game.sent[-1].id, table="EFGH")


def test_an_address_with_a_code_that_is_typed_on_the_first_screen_leads_to_that_table() -> None:
    model, commands = press(to_connect(Model()), "uno://host:7000/KXQP enter")
    assert commands == [Connect(parse_address("uno://host:7000/KXQP"), "")]
    assert model.start.first_request == net.JoinTable(id=1, table="KXQP")


def test_an_address_that_is_none_is_said_before_anything_is_tried() -> None:
    model, commands = press(to_connect(Model()), "a/b enter")
    assert commands == []
    assert "names no server" in notice(model)


@pytest.mark.parametrize(
    ("code", "words"),
    [("kicked", "The host removed you from Kitchen."), ("brand_new", "You are no longer at Kitchen.")],
)
def test_who_is_kicked_is_in_the_lobby_and_told_why(code: str, words: str) -> None:
    game = at_table("R5 B7", "G1 G2", answers=False).press("m").feed(net.PutOut(table="ABCD", code=code))
    assert game.model.screen is Screen.TABLES
    assert (game.model.table, game.model.page) == (None, None)
    assert words in game.said
    assert isinstance(game.last, net.ListTables)


LINES = (
    in_list(code="AAAA", name="Open", host="ann"),
    in_list(code="BBBB", name="Secret", phase="playing", password=True),
    in_list(code="CCCC", name="Full", seats=2, bots=1, phase="playing", watchers=3),
    in_list(code="DDDD", name="Shut", phase="paused", locked=True),
    in_list(code="EEEE", name="Private", seats=2, people=2, phase="finished", watching=False),
    in_list(code="FFFF", name="Dealt", test=True),
    in_list(code="GGGG", name="Left", host=None),
)


@pytest.mark.parametrize(
    ("row", "way_in", "words"),
    [
        (0, "3 free", "ann hosts"),
        (1, "password", "password needed"),
        (2, "full", "you can watch · 1 bot · 3 spectators"),
        (3, "locked", "locked: nobody else can join"),
        (4, "full", "finished · no spectators"),
        (5, "3 free", "test deal: the cards were chosen in advance"),
        (6, "3 free", "waiting · nobody here"),
    ],
)
def test_the_list_says_in_words_who_may_come_in(row: int, way_in: str, words: str) -> None:
    screen = seen(lobby().but(lambda model: with_tables(model, *LINES, row=row)), Size(120, 40))
    lines = screen.splitlines()
    code = next(at for at, line in enumerate(lines) if f"{LINES[row].code} " in line[:70])
    assert way_in in lines[code - 1]
    assert words in screen


def test_a_long_list_says_too_that_nobody_is_at_a_table() -> None:
    many = [in_list(code=f"AAA{at}", host=None) for at in range(9)]
    screen = seen(lobby().but(lambda model: with_tables(model, *many)), Size(60, 30))
    assert screen.count("official rules · nobody here") == 9


RESUMED = net.Resumed(name="ann", last_id=9, table="ABCD")
REFUSED = LinkDown("game.local:7777 refuses the connection; is a server running there?", 3.0)


def test_the_reason_fits_beside_the_seconds_until_the_next_attempt() -> None:
    line = "No connection, next try in 3 s (game.local:7777 refuses the connection)"
    game = at_table().feed(REFUSED)
    assert line in seen(game)
    game.wait(2.6)
    assert line.replace("3 s", "1 s") in seen(game)
    game.wait(0.4)
    for _ in range(2):
        assert line.replace("next try in 3 s", "trying again …") in seen(game)
        game.feed(Connecting("game.local:7777"))


@pytest.mark.parametrize("key", ["q", "escape"])
def test_a_game_whose_connection_is_lost_can_be_left_for_the_front_door(key: str) -> None:
    game = at_table(model=Model(start=StartPart(at_home=True)))
    game.model = replace(served(game.model, "game.local"), name="Ann Lee")
    game.feed(REFUSED)
    assert game.bottom.split() == ["m", "menu", "q", "leave", "?", "help"]
    assert game.press(key).asks.startswith("Leave? Your seat is kept")
    assert game.press("y").others == [Quit(0)]
    assert way_back(game.model) == "uno-client game.local --name 'Ann Lee'"
    room = waiting().but(lambda model: replace(model, start=StartPart(at_home=True))).feed(REFUSED)
    assert room.press(key).others == [Quit(0)], "a waiting room is left at once"


def test_where_cards_are_spelled_a_game_without_connection_can_be_left_too() -> None:
    spelled = SettingsPart(wants=Preferences(typed="on"))
    game = at_table().but(lambda model: replace(model, settings=spelled)).press("p").feed(REFUSED)
    assert game.bottom.split() == ["Esc", "back", "?", "help"]
    assert game.press("escape q").asks


def test_whoever_was_told_that_the_server_stops_is_not_told_of_each_vain_attempt() -> None:
    game = at_table()
    game.feed(net.Bye(code="server_stopping", come_back=True), LinkDown("the server closed the connection", 1.0))
    assert game.model.link.text == "the server was stopped"
    assert game.feed(REFUSED).model.link.text == "the server was stopped"
    assert game.feed(WELCOME, RESUMED, REFUSED).model.link.text == REFUSED.reason


@pytest.mark.parametrize("keys", ["enter", "d", "n"])
def test_a_key_that_needs_the_server_is_answered_and_changes_nothing(keys: str) -> None:
    game = at_table().feed(REFUSED)
    before = game.model
    game.press(keys)
    assert game.said.startswith(OFFLINE)
    assert f"! {game.said}" in told(game)
    assert replace(game.model, notice=None, pressed=None) == before
    assert game.sent == []


def test_a_question_of_the_server_stays_open() -> None:
    game = at_table("R5 B7", "G1", top="W", colour="R", asked=NameColour(0)).feed(REFUSED)
    assert game.press("b").sent == []
    assert game.feed(WELCOME, RESUMED).press("b").sent == [net.Name(id=10, decision=1, colour="B")]


@pytest.mark.parametrize("key", ["q", "c-c"])
def test_who_ends_the_program_is_asked(key: str) -> None:
    game = at_table().feed(REFUSED).press(key)
    assert game.asks == "Quit? Your seat is kept: come back under the same name."


def test_hints_begin_with_the_command_by_which_the_client_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_STARTED_AS", "python3 scripts/play.py")
    model = replace(served(at_table().model, "game.local"), name="Ann")
    assert way_back(model) == "python3 scripts/play.py game.local --name Ann"


def test_the_way_back_is_told_and_what_was_said_of_the_loss_is_over() -> None:
    game = at_table().feed(REFUSED).press("d").feed(WELCOME, RESUMED)
    assert game.model.notice == Notice(BACK, Tone.GOOD, game.model.now)
    assert BACK in told(game)
    assert game.model.link.online


def test_a_server_that_knows_nothing_of_the_game_is_told_apart() -> None:
    game = at_table().feed(REFUSED, WELCOME, net.LoggedIn(name="ann", token="t"))
    assert game.model.screen is Screen.TABLES
    assert game.said == "The server no longer has your game."


@pytest.mark.parametrize(("table", "told"), [("cellar", True), ("kitchen", False), ("abcd", False)])
def test_who_asks_for_another_table_than_the_own_is_told_why_it_is_not_that_one(table: str, told: bool) -> None:
    game = Fake(position("R5 B7", "G1"), model=Model(start=StartPart(first_request=net.JoinTable(id=1, table=table))))
    game.feed(WELCOME, RESUMED)
    game.snapshot()
    sentence = f"You're still at Kitchen; leave it first to join {table}."
    assert (game.said == sentence) is told
    assert game.model.start.first_request is None
    assert not any(isinstance(each, net.JoinTable) for each in game.sent)


def test_enter_starts_the_own_server_again_that_has_ended() -> None:
    game = at_table("R5", "G1").feed(HostEnded())
    assert game.model.question is None, "while there is a connection, it runs"
    game.feed(LinkDown("the connection was lost", 1.0), HostEnded("No port."))
    assert game.asks == "No port. Your server has ended. Start it again?"
    assert "Enter start it again" in game.bottom
    assert update(game.model, Key("enter"))[0].question is None
    game.feed(StartHost())
    assert game.said == "Starting the server …"
    game.feed(HostEnded(), net.Resumed(name="ann", table=None, last_id=1))
    assert game.model.question is None
