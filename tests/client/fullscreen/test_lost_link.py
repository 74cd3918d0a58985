"""What a player sees and hears while the server is away, and when it is back."""

import pytest

from tests.client.fake import WELCOME, Fake, at_table, position, seen
from uno_client.core.model import LinkPhase, Model, PickColour, Screen, Tone, YesNo
from uno_client.core.requests import OFFLINE
from uno_client.core.standing import on_turn, way_back
from uno_client.core.table_events import GOES_ON
from uno_client.core.update import BACK
from uno_client.messages import Connecting, LinkDown, Quit
from uno_client.preferences import Preferences
from uno_engine.cards import Colour
from uno_engine.decisions import NameColour
from uno_protocol import messages as net
from uno_protocol import room as rm
from uno_protocol.room import RoomPhase

RESUMED = net.Resumed(name="ann", last_id=9, table="ABCD")
REFUSED = LinkDown("game.local:7777 refuses the connection; is a server running there?", 3.0)


def rows(model: Model) -> list[str]:
    return [row.rstrip() for row in seen(model).splitlines()]


def test_the_reason_fits_beside_the_seconds_until_the_next_attempt() -> None:
    game = at_table()
    game.feed(REFUSED)
    line = " No connection, next try in 3 s (game.local:7777 refuses the connection)"
    assert line in rows(game.model)
    game.wait(2.6)
    assert line.replace("3 s", "1 s") in rows(game.model)
    game.wait(0.4)
    assert " No connection, trying again … (game.local:7777 refuses the connection)" in rows(game.model)


def test_an_attempt_to_come_back_is_told_as_one() -> None:
    game = at_table()
    game.feed(REFUSED, Connecting("game.local:7777"))
    assert " No connection, trying again … (game.local:7777 refuses the connection)" in rows(game.model)


def test_the_table_stays_on_the_screen() -> None:
    game = at_table()
    before = rows(game.model)
    game.feed(REFUSED)
    lost = rows(game.model)
    assert lost[:-3] == before[:-3]
    assert before[-3:-1] == [" R● Your turn: play a card or draw.", ""]
    assert lost[-3] == " Your turn: play a card or draw."
    assert lost[-1] == " m menu  q quit  ? help"


def test_nobody_is_on_turn_without_a_connection() -> None:
    game = at_table()
    assert on_turn(game.model)
    game.feed(REFUSED)
    assert not on_turn(game.model)
    game.feed(WELCOME, RESUMED)
    assert on_turn(game.model)


@pytest.mark.parametrize("key", ["q", "escape"])
def test_a_game_whose_connection_is_lost_can_be_left_for_the_front_door(key: str) -> None:
    game = at_table()
    game.model = game.model.but(at_home=True)
    game.feed(REFUSED)
    assert rows(game.model)[-1] == " m menu  q leave  ? help"
    game.press(key)
    assert "Leave? Your seat is kept" in seen(game)
    game.press("y")
    assert game.others == [Quit(0)]
    assert way_back(game.model.but(address="game.local")) == "uno-client game.local --name ann"


def test_a_name_with_blanks_stands_in_quotes_on_the_way_back() -> None:
    model = at_table().model.but(address="game.local", name="Ann Lee")
    assert way_back(model) == "uno-client game.local --name 'Ann Lee'"


@pytest.mark.parametrize("key", ["q", "escape"])
def test_a_waiting_room_whose_connection_is_lost_can_be_left_at_once(key: str) -> None:
    game = at_table()
    game.happen(rm.GameCleared(), rm.PhaseChanged(RoomPhase.WAITING), rm.ReadyChanged(0, False))
    game.model = game.model.but(at_home=True)
    assert "Enter ready" in rows(game.model)[-1]
    game.feed(REFUSED)
    assert rows(game.model)[-1] == " m menu  q leave  ? help"
    game.press(key)
    assert game.others == [Quit(0)]


def test_where_cards_are_spelled_a_game_without_connection_can_be_left_too() -> None:
    game = at_table()
    game.model = game.model.but(wants=Preferences(typed="on"))
    game.press("p")
    game.feed(REFUSED)
    assert rows(game.model)[-1].split() == ["Esc", "back", "?", "help"]
    game.press("escape q")
    assert isinstance(game.model.question, YesNo)


def test_whoever_was_told_that_the_server_stops_is_not_told_of_each_vain_attempt() -> None:
    game = at_table()
    game.feed(net.Bye(code="server_stopping", come_back=True), LinkDown("the server closed the connection", 1.0))
    assert game.model.link_text == "the server was stopped"
    game.feed(REFUSED)
    assert game.model.link_text == "the server was stopped"
    game.feed(WELCOME, RESUMED, REFUSED)
    assert game.model.link_text == REFUSED.reason


@pytest.mark.parametrize("keys", ["enter", "d", "n"])
def test_a_key_that_needs_the_server_is_answered_and_changes_nothing(keys: str) -> None:
    game = at_table()
    game.feed(REFUSED)
    before = game.model
    game.press(keys)
    assert game.said is not None
    assert game.said.startswith(OFFLINE)
    assert f" ! {game.said}" in rows(game.model)
    assert game.model.but(notice=None) == before.but(notice=None)
    assert game.sent == []


def test_a_colour_that_is_being_chosen_stays_open_until_the_server_is_back() -> None:
    game = at_table("R5 B7 W", "G1 G2")
    game.press("w enter")
    assert isinstance(game.model.question, PickColour)
    game.feed(REFUSED)
    game.press("b")
    assert isinstance(game.model.question, PickColour)
    assert game.sent == []


def test_a_question_of_the_server_stays_open() -> None:
    game = at_table("R5 B7", "G1", top="W", colour="R", asked=NameColour(0))
    game.feed(REFUSED)
    game.press("b")
    assert game.sent == []
    game.feed(WELCOME, RESUMED)
    game.press("b")
    assert isinstance(game.last, net.Name)
    assert game.last.colour == Colour.BLUE.value


@pytest.mark.parametrize("key", ["q", "c-c"])
def test_who_ends_the_program_is_asked(key: str) -> None:
    game = at_table()
    game.feed(REFUSED)
    game.press(key)
    assert isinstance(game.model.question, YesNo)
    assert game.model.question.text == "Quit? Your seat is kept: come back under the same name."


def test_the_way_back_is_told_and_what_was_said_of_the_loss_is_over() -> None:
    game = at_table()
    game.feed(REFUSED)
    game.press("d")
    game.feed(WELCOME, RESUMED)
    assert game.model.notice is not None
    assert (game.model.notice.text, game.model.notice.tone) == (BACK, Tone.GOOD)
    assert f" {BACK}" in rows(game.model)
    assert game.model.link is LinkPhase.ONLINE


def test_a_first_connection_is_not_told_as_a_way_back() -> None:
    assert at_table().said != BACK


def test_a_server_that_knows_nothing_of_the_game_is_told_apart() -> None:
    game = at_table()
    game.feed(REFUSED, WELCOME, net.LoggedIn(name="ann", token="t"))
    assert game.model.screen is Screen.TABLES
    assert game.said == "The server no longer has your game."


def test_the_end_of_a_pause_is_told() -> None:
    game = at_table()
    game.happen(rm.PhaseChanged(RoomPhase.PAUSED))
    assert game.model.log[-1].text == "The game is paused until a player is back."
    game.happen(rm.PhaseChanged(RoomPhase.PLAYING))
    assert game.model.log[-1].text == GOES_ON
    game.happen(rm.PhaseChanged(RoomPhase.PLAYING))
    assert game.model.log[-1].text == ""  # after the deal it goes without saying


@pytest.mark.parametrize(("table", "told"), [("cellar", True), ("kitchen", False), ("abcd", False)])
def test_who_asks_for_another_table_than_the_own_is_told_why_it_is_not_that_one(table: str, told: bool) -> None:
    game = Fake(position("R5 B7", "G1"), model=Model(first_request=net.JoinTable(id=1, table=table)))
    game.feed(WELCOME, RESUMED)
    game.snapshot()
    sentence = f"You're still at Kitchen; leave it first to join {table}."
    assert (game.said == sentence) is told
    assert game.model.first_request is None
    assert game.sent == []
