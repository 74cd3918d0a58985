"""Every type of request of the protocol is reached by keys in the full screen, and by a line in the plain client."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace as with_fields

from tests.client.fake import WELCOME, Fake, in_list, position, seen
from tests.client.fullscreen.test_every_decision import ROWS as DECISIONS
from tests.client.fullscreen.test_every_decision import opened
from uno_client.core.legal_moves import offered
from uno_client.core.navigation import to_tables
from uno_client.fullscreen.widgets import SMALLEST, Size
from uno_client.lines.commands import obey
from uno_client.lines.outcomes import Check, Context, Feed, Want
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.decisions import TakeTurn
from uno_protocol import messages as net
from uno_protocol.room import Occupant, RoomPhase

SIZES = (SMALLEST, Size(80, 24), Size(120, 40))


def lobby() -> Fake:
    """At no table: one is in the list."""
    game = Fake(position("R5", "G1"), answers=False)
    game.feed(WELCOME, net.LoggedIn(name="ann", token="t"))
    line = in_list(code="EFGH", name="Den")
    game.model = to_tables(game.model).but(tables=(line,), pending=())
    game.sent.clear()
    return game


def waiting(**changes: Any) -> Fake:
    """In the waiting room: ann is the host, bob and a computer player sit there, eve watches, one seat is free."""
    game = Fake(position("R5", "G1", "Y1", "B1"), answers=False)
    game.room.phase = RoomPhase.WAITING
    game.room.occupants = [
        Occupant("ann", ready=True),
        Occupant("bob", ready=True),
        Occupant("Ada", "normal", ready=True),
        None,
    ]
    game.room.watchers = ["eve"]
    game.room = replace(game.room, **changes)
    return _without_game(game)


def _without_game(game: Fake) -> Fake:
    game.begin()
    game.model = game.model.but(table=replace(game.model.table, game=None) if game.model.table else None)
    return game


def playing() -> Fake:
    """In mid-round, ann is to play and is the host."""
    return Fake(position("R5 B7 B8", "G1 G2", "Y1 Y2", top="R9"), answers=False).begin()


def chaining() -> Fake:
    return Fake(position("R5 B5 B8", "G1 G2", top="R9", options={"chains": "yes"}), answers=False).begin()


def uncalled() -> Fake:
    """Bob has one card and has not called UNO."""
    game = Fake(position("B8 B7 B6", "R1 R2", "G1 G2", asked=TakeTurn(1))).begin()
    game.play(act.Play(1, (card("R1"),)))
    game.sent.clear()
    return game


def forgotten() -> Fake:
    """Ann has one card and has not called UNO."""
    game = Fake(position("R5 B7", "G1 G2"))
    game.begin().press("enter")
    game.sent.clear()
    return game


def drawn_out() -> Fake:
    """Nothing fits, and nothing is left to draw."""
    state = position("Y5 Y6", "G1", top="R9")
    state.stock, state.stock_count = [], 0
    return Fake(state).begin()


def decision(kind: str) -> Callable[[], Fake]:
    return lambda: opened(DECISIONS[kind])


class Row(NamedTuple):
    """From where, by which keys, which request goes out (its id does not count)."""

    start: Callable[[], Fake]
    keys: str
    request: net.Request


def _ask(kind: type[net.Request], **fields: Any) -> net.Request:
    return kind(id=1, **fields)


ROWS: dict[str, Row] = {
    "list_tables": Row(lobby, "r", _ask(net.ListTables)),
    "table_rules": Row(lobby, "i", _ask(net.TableRules, table="EFGH")),
    "create_table": Row(lobby, "n enter", _ask(net.CreateTable, name="ann's table")),
    "join_table": Row(lobby, "enter", _ask(net.JoinTable, table="EFGH")),
    "spectate_table": Row(lobby, "w", _ask(net.SpectateTable, table="EFGH")),
    "leave_table": Row(waiting, "q", _ask(net.LeaveTable)),
    "add_bot": Row(waiting, "m b enter", _ask(net.AddBot)),
    "remove_bot": Row(waiting, "m x enter", _ask(net.RemoveBot, seat=2)),
    "ready": Row(waiting, "r", _ask(net.Ready, ready=False)),
    "start": Row(waiting, "s", _ask(net.Start)),
    "change_table": Row(waiting, "m l", _ask(net.ChangeTable, locked=True)),
    "move_seat": Row(waiting, "m v down enter 3", _ask(net.MoveSeat, seat=1, to=3)),
    "kick": Row(waiting, "m k down enter y", _ask(net.Kick, name="eve")),
    "hand_over": Row(waiting, "m h enter y", _ask(net.HandOver, seat=1)),
    "pause": Row(playing, "m p", _ask(net.Pause)),
    "end_game": Row(playing, "m e y", _ask(net.EndGame)),
    "close_table": Row(playing, "m d y", _ask(net.CloseTable)),
    "mute": Row(waiting, "m s 2", _ask(net.Mute, name="eve")),
    "chat": Row(waiting, "t hello enter", _ask(net.Chat, text="hello")),
    "react": Row(playing, "f4", _ask(net.React, reaction="wow")),
    "lobby_talk": Row(lobby, "t", _ask(net.LobbyTalk)),
    "away": Row(playing, "m a", _ask(net.Away)),
    "give_time": Row(playing, "m t down enter 90 enter", _ask(net.GiveTime, seat=1, seconds=90)),
    "play": Row(decision("take_turn"), "enter", _ask(net.Play, decision=1, cards=["R5"])),
    "draw": Row(decision("take_turn"), "d", _ask(net.Draw, decision=1)),
    "keep": Row(decision("play_drawn"), "k", _ask(net.Keep, decision=1)),
    "pass": Row(drawn_out, "p", _ask(net.Pass, decision=1)),
    "name": Row(decision("name_colour"), "g", _ask(net.Name, decision=1, colour="G")),
    "choose": Row(decision("choose_player"), "2", _ask(net.Choose, decision=1, target=2)),
    "vote": Row(decision("vote"), "2", _ask(net.Cast, decision=1, rule="hands_move_on")),
    "give": Row(decision("pass_card"), "enter", _ask(net.Give, decision=1, card="R5")),
    "retain": Row(decision("keep_one"), "enter", _ask(net.Retain, decision=1, card="B7")),
    "accept": Row(decision("answer_draw_four"), "a", _ask(net.Accept, decision=1)),
    "challenge": Row(decision("answer_draw_four"), "x", _ask(net.Challenge, decision=1)),
    "done": Row(decision("confirm"), "enter", _ask(net.Done, decision=1)),
    "uno": Row(forgotten, "u", _ask(net.CallUno, decision=2)),
    "catch": Row(uncalled, "c", _ask(net.Catch, decision=2, target=1)),
    "continuations": Row(chaining, "space", _ask(net.Continuations, decision=1, cards=["R5"])),
    "why_not": Row(playing, "n", _ask(net.WhyNot)),
}

LINES: dict[str, str] = {
    "list_tables": "tables",
    "table_rules": "rules EFGH",
    "create_table": "create ann's table",
    "join_table": "join EFGH",
    "spectate_table": "watch EFGH",
    "leave_table": "leave",
    "add_bot": "bot",
    "remove_bot": "unbot Ada",
    "ready": "unready",
    "start": "start",
    "change_table": "lock",
    "move_seat": "move bob 4",
    "kick": "kick eve",
    "hand_over": "host bob",
    "pause": "pause",
    "end_game": "end",
    "close_table": "close",
    "mute": "silence eve",
    "chat": "say hello",
    "react": "react wow",
    "lobby_talk": "chat",
    "away": "away",
    "give_time": "time bob 90",
    "play": "play R5",
    "draw": "draw",
    "keep": "keep",
    "pass": "pass",
    "name": "colour green",
    "choose": "choose cem",
    "vote": "vote hands move on",
    "give": "give R5",
    "retain": "keep B7",
    "accept": "accept",
    "challenge": "challenge",
    "done": "done",
    "uno": "uno",
    "catch": "catch bob",
    "continuations": "chain R5",
    "why_not": "why",
}
"""What is typed in the plain client, from the same start, for the same request."""


def with_id(request: net.Request, id: int) -> net.Request:
    return with_fields(request, id=id)


def type_line(game: Fake, line: str) -> None:
    """Do what the plain client does with a line; whatever is asked back is answered with yes."""
    outcome = obey(Context(game.model, net.NewTable(), offered(game.model)), line)
    match outcome:
        case Want(wanted) | Check(_, wanted):
            game.feed(wanted)
        case Feed(model, inputs):
            game.model = model
            game.feed(*inputs)
        case _:
            raise AssertionError(f"{line!r} leads to {outcome}")


def test_no_request_of_the_protocol_is_without_its_keys() -> None:
    assert set(ROWS) == set(net.REQUESTS)
    assert {kind: type(row.request) for kind, row in ROWS.items()} == {kind: net.REQUESTS[kind] for kind in ROWS}


@pytest.mark.parametrize("kind", ROWS)
def test_a_request_goes_out_by_keys(kind: str) -> None:
    row = ROWS[kind]
    game = row.start()
    game.press(row.keys)
    assert [with_id(request, 1) for request in game.sent] == [row.request]
    assert game.said == ""


def test_no_request_of_the_protocol_is_without_its_line() -> None:
    assert set(LINES) == set(ROWS)


@pytest.mark.parametrize("kind", LINES)
@pytest.mark.parametrize("slash", ["", "/"])
def test_a_request_goes_out_by_a_typed_line(kind: str, slash: str) -> None:
    row = ROWS[kind]
    game = row.start()
    type_line(game, slash + LINES[kind])
    assert [with_id(request, 1) for request in game.sent] == [row.request]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("kind", ROWS)
def test_every_step_to_a_request_fits_the_terminal(kind: str, size: Size) -> None:
    row = ROWS[kind]
    game = row.start()
    for key in row.keys.split():
        game.press(key)
        assert seen(game, size)
