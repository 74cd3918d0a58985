"""Every type of request of the protocol is reached by keys in the full screen, and by a line in the plain client."""

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace as with_fields

from tests.client.fake import WELCOME, Fake, after_a_game, in_list, position, with_tables
from tests.client.fullscreen.test_every_decision import ROWS as DECISIONS
from tests.client.fullscreen.test_every_decision import opened
from uno_client.core.legal_moves import offered
from uno_client.core.model.question import YesNo
from uno_client.core.navigation import to_tables
from uno_client.lines.commands import obey
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.decisions import TakeTurn
from uno_protocol import messages as net
from uno_protocol.room import Occupant, RoomPhase


def lobby() -> Fake:
    """At no table: one is in the list."""
    game = Fake(position("R5", "G1"), answers=False)
    game.feed(WELCOME, net.LoggedIn(name="ann", token="t"))
    line = in_list(code="EFGH", name="Den")
    game.model = replace(with_tables(to_tables(game.model), line), link=replace(game.model.link, pending=()))
    game.sent.clear()
    return game


def counted() -> Fake:
    """The same, on a server that counts games."""
    game = lobby()
    game.model = replace(game.model, server=replace(game.model.server, numbers=True))
    return game


def waiting(**changes: Any) -> Fake:
    """In the waiting room: ann is the host, bob and a computer player sit there, eve watches, one seat is free."""
    game = Fake(position("R5", "G1", "Y1", "B1"), answers=False)
    game.room.phase = RoomPhase.WAITING
    people = [Occupant(name, ready=True) for name in ("ann", "bob")]
    game.room.occupants = [*people, Occupant("Ada", "normal", ready=True), None]
    game.room.watchers = ["eve"]
    game.room = dataclasses.replace(game.room, **changes)
    game.begin()
    table = dataclasses.replace(game.model.table, game=None) if game.model.table else None
    game.model = replace(game.model, play=replace(game.model.play, table=table))
    return game


def playing() -> Fake:
    """In mid-round, ann is to play and is the host."""
    return Fake(position("R5 B7 B8", "G1 G2", "Y1 Y2", top="R9"), answers=False).begin()


def chaining() -> Fake:
    return Fake(position("R5 B5 B8", "G1 G2", top="R9", options={"chains": "yes"}), answers=False).begin()


def uncalled() -> Fake:
    """Bob has one card and has not called UNO; so has cem, who need not."""
    game = Fake(position("B8 B7 B6", "R1 R2", "G1", asked=TakeTurn(1))).begin()
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


def over() -> Fake:
    """A game is over, at a table whose server keeps records."""
    game = after_a_game()
    game.feed(with_fields(WELCOME, capabilities=["records"]))
    game.sent.clear()
    return game


def decision(kind: str) -> Callable[[], Fake]:
    return lambda: opened(DECISIONS[kind])


class Row(NamedTuple):
    """From where, by which keys or which typed line, which request goes out (its id does not count)."""

    start: Callable[[], Fake]
    keys: str
    line: str
    request: net.Request


ROWS: dict[str, Row] = {
    "list_tables": Row(lobby, "r", "tables", net.ListTables(id=1)),
    "table_rules": Row(lobby, "i", "rules EFGH", net.TableRules(id=1, table="EFGH")),
    "create_table": Row(lobby, "n enter", "create ann's table", net.CreateTable(id=1, name="ann's table")),
    "join_table": Row(lobby, "enter", "join EFGH", net.JoinTable(id=1, table="EFGH")),
    "spectate_table": Row(lobby, "w", "watch EFGH", net.SpectateTable(id=1, table="EFGH")),
    "leave_table": Row(waiting, "q enter", "leave", net.LeaveTable(id=1)),
    "add_bot": Row(waiting, "m b enter", "bot", net.AddBot(id=1)),
    "remove_bot": Row(waiting, "m x enter", "unbot Ada", net.RemoveBot(id=1, seat=2)),
    "ready": Row(waiting, "r", "unready", net.Ready(id=1, ready=False)),
    "start": Row(waiting, "s", "start", net.Start(id=1)),
    "change_table": Row(waiting, "m l", "lock", net.ChangeTable(id=1, locked=True)),
    "move_seat": Row(waiting, "m v down enter 3", "move bob 4", net.MoveSeat(id=1, seat=1, to=3)),
    "kick": Row(waiting, "m k down enter y", "kick eve", net.Kick(id=1, name="eve")),
    "hand_over": Row(waiting, "m h enter y", "host bob", net.HandOver(id=1, seat=1)),
    "pause": Row(playing, "m p", "pause", net.Pause(id=1)),
    "end_game": Row(playing, "m e y", "end", net.EndGame(id=1)),
    "close_table": Row(playing, "m d y", "close", net.CloseTable(id=1)),
    "mute": Row(waiting, "m s 2", "silence eve", net.Mute(id=1, name="eve")),
    "chat": Row(waiting, "t hello enter", "say hello", net.Chat(id=1, text="hello")),
    "react": Row(playing, "f4", "react wow", net.React(id=1, reaction="wow")),
    "lobby_talk": Row(lobby, "t", "chat", net.LobbyTalk(id=1)),
    "numbers": Row(counted, "s", "numbers", net.AskNumbers(id=1)),
    "away": Row(playing, "m a", "away", net.Away(id=1)),
    "give_time": Row(playing, "m t down enter 90 enter", "time bob 90", net.GiveTime(id=1, seat=1, seconds=90)),
    "answer_claim": Row(
        lambda: waiting(claim=1, claim_number=9), "m g", "allow", net.AnswerClaim(id=1, seat=1, number=9)
    ),
    "record": Row(over, "w", "record", net.FetchRecord(id=1)),
    "logout": Row(lobby, "c-q", "quit", net.Logout(id=1)),
    "move_device": Row(playing, "m f", "device", net.MoveDevice(id=1)),
    "play": Row(decision("take_turn"), "enter", "play R5", net.Play(id=1, decision=1, cards=["R5"])),
    "draw": Row(decision("take_turn"), "d", "draw", net.Draw(id=1, decision=1)),
    "keep": Row(decision("play_drawn"), "k", "keep", net.Keep(id=1, decision=1)),
    "pass": Row(drawn_out, "p", "pass", net.Pass(id=1, decision=1)),
    "name": Row(decision("name_colour"), "g", "colour green", net.Name(id=1, decision=1, colour="G")),
    "choose": Row(decision("choose_player"), "2", "choose cem", net.Choose(id=1, decision=1, target=2)),
    "vote": Row(decision("vote"), "2", "vote hands move on", net.Cast(id=1, decision=1, rule="hands_move_on")),
    "give": Row(decision("pass_card"), "enter", "give R5", net.Give(id=1, decision=1, card="R5")),
    "retain": Row(decision("keep_one"), "enter", "keep B7", net.Retain(id=1, decision=1, card="B7")),
    "accept": Row(decision("answer_draw_four"), "a", "accept", net.Accept(id=1, decision=1)),
    "challenge": Row(decision("answer_draw_four"), "x", "challenge", net.Challenge(id=1, decision=1)),
    "done": Row(decision("confirm"), "enter", "done", net.Done(id=1, decision=1)),
    "uno": Row(forgotten, "u", "uno", net.CallUno(id=1, decision=2)),
    "catch": Row(uncalled, "c", "catch bob", net.Catch(id=1, decision=2, target=1)),
    "continuations": Row(chaining, "space", "chain R5", net.Continuations(id=1, decision=1, cards=["R5"])),
    "why_not": Row(playing, "n", "why", net.WhyNot(id=1)),
}


def typed(game: Fake, line: str) -> Fake:
    """After that line of plain mode, with yes as the answer to its question."""
    (model, inputs, _commands), _said = obey(game.model, line, offered(game.model))
    game.but(lambda _before: model).feed(*inputs)
    return game.press("y") if isinstance(model.question, YesNo) else game


BY_ITSELF = {"history", "open_share"}
"""What the client asks without being told to."""


def test_no_request_of_the_protocol_is_without_its_keys_and_its_line() -> None:
    assert set(ROWS) == set(net.REQUESTS) - BY_ITSELF
    assert {kind: type(row.request) for kind, row in ROWS.items()} == {kind: net.REQUESTS[kind] for kind in ROWS}


@pytest.mark.parametrize("kind", ROWS)
def test_a_request_goes_out_by_keys(kind: str) -> None:
    row = ROWS[kind]
    game = row.start()
    game.press(row.keys)
    assert [with_fields(request, id=1) for request in game.sent] == [row.request]
    assert game.said == ""


@pytest.mark.parametrize("kind", ROWS)
@pytest.mark.parametrize("slash", ["", "/"])
def test_a_request_goes_out_by_a_typed_line(kind: str, slash: str) -> None:
    row = ROWS[kind]
    game = typed(row.start(), slash + row.line)
    assert [with_fields(request, id=1) for request in game.sent] == [row.request]
