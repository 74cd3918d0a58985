"""Talk in lines of text: what is typed, and what is told of what others say."""

from __future__ import annotations

import asyncio

import pytest

from client.config import Settings
from client.inputs import LinkUp
from client.keyboard import Keyboard
from client.plain import Player
from protocol import messages as net
from protocol.room import Reacted, RoomEvent, Said
from protocol.wire import event_to_map
from tests.client.at_lines import AtLines, at_position
from tests.client.fake import WELCOME

POSITION = "rules: official\nseats: ann bob cem\nhand ann: R5 B7 G2\nhand bob: B1 B2\nhand cem: Y1 Y2\ndiscard: R9"
"""A table of three where ann is asked."""

Capture = pytest.CaptureFixture[str]


def at_table(capsys: Capture) -> AtLines:
    return AtLines(at_position(POSITION), capsys)


def happen(table: AtLines, *events: RoomEvent) -> str:
    for event in events:
        table._n += 1
        table._feed(net.Entry(table="ABCD", n=table._n, event=event_to_map(event)))
    return table.said()


def sent(table: AtLines, line: str) -> list[net.Request]:
    """What the server is asked for by a typed line."""
    heard: list[net.Request] = []
    answer = table._answer

    def note(request: net.Request) -> None:
        heard.append(request)
        answer(request)

    table._answer = note  # type: ignore[method-assign]
    table.type(line)
    return heard


async def test_what_others_say_is_one_line_with_who_said_it(capsys: Capture) -> None:
    table = at_table(capsys)
    said = happen(table, Said("bob", "hello", 1), Reacted("cem", "good_game", 2), Said("dee", "hi", None))
    assert said == "bob says: hello\ncem reacts: Good game!\ndee (watching) says: hi\n"


async def test_words_are_said_where_the_player_is(capsys: Capture) -> None:
    table = at_table(capsys)
    (request,) = sent(table, "say  play R5, or draw?")
    assert request == net.Chat(id=request.id, text="play R5, or draw?", to="table")
    (request,) = sent(table, "react gg")
    assert request == net.React(id=request.id, reaction="good_game")


async def test_what_cannot_be_said_is_told_why(capsys: Capture) -> None:
    table = at_table(capsys)
    assert table.type("say") == "What? As in: say hello\n"
    assert "at most 200 can be said at once" in table.type("say " + "x" * 201)
    assert table.type("react clap").startswith("There are nice, haha,")


async def test_refused_words_are_said_again_by_say_alone(capsys: Capture) -> None:
    table = at_table(capsys)
    table.player.obey("say once more")
    (request,) = table.player.shell.model.pending
    table._answered.add(request.id)
    table._feed(net.Error(id=request.id, code="limit", args={"seconds": 3}))
    assert table.said() == "Too fast: wait 3 s. Your words are kept.\nType say to say it again.\n"
    (again,) = sent(table, "say")
    assert again == net.Chat(id=again.id, text="once more", to="table")
    assert table.type("say") == "What? As in: say hello\n"


async def test_whom_one_has_muted_is_neither_heard_nor_in_the_history(capsys: Capture) -> None:
    table = at_table(capsys)
    happen(table, Said("bob", "one", 1), Said("cem", "two", 2))
    assert "until you type /unmute bob" in table.type("mute bob")
    assert happen(table, Said("bob", "three", 1), Reacted("bob", "wow", 1)) == ""
    assert table.type("chat") == "Said here before:\ncem says: two\n"
    assert "You have muted bob" in table.type("mute")
    table.type("unmute bob")
    assert table.type("chat").splitlines()[1:] == ["bob says: one", "cem says: two", "bob says: three"]


async def test_nothing_said_yet_is_told_so(capsys: Capture) -> None:
    assert at_table(capsys).type("chat").startswith("Nothing has been said yet")


async def test_talk_leaves_a_card_that_is_played_letter_by_letter_where_it_was(capsys: Capture) -> None:
    table = at_table(capsys)
    question = table.type("p").splitlines()[-1]
    assert table.type("say one moment").splitlines() == [question]
    assert table.type("mute bob").splitlines()[-1] == question
    assert happen(table, Said("cem", "take your time", 2)) == "cem says: take your time\n"
    assert table.acted == []


class InLobby:
    """A player in the lobby of a made-up server."""

    def __init__(self, capsys: Capture) -> None:
        self.capsys = capsys
        self.player = Player(Settings(), Keyboard(asyncio.get_running_loop()))
        self.feed(LinkUp(), WELCOME, net.LoggedIn(name="ann", token="t"), net.Tables(id=1, tables=[]))

    def feed(self, *messages: object) -> str:
        for message in messages:
            self.player.shell.feed(message)  # type: ignore[arg-type]
        return self.capsys.readouterr().out


async def test_in_the_lobby_one_is_told_what_was_said_before_and_what_is_said_now(capsys: Capture) -> None:
    lobby = InLobby(capsys)
    before = [net.TalkLine(n=1, name="bob", text="anybody?"), net.TalkLine(n=2, name="ann", text="soon")]
    said = lobby.feed(net.Talk(id=2, lines=before))
    assert said == "Said in the lobby before:\nbob says in the lobby: anybody?\nYou say in the lobby: soon\n"
    assert lobby.feed(net.LobbySaid(n=3, name="bob", text="now")) == "bob says in the lobby: now\n"
    lobby.player.obey("say here I am")
    (request,) = lobby.player.shell.model.pending
    assert request == net.Chat(id=3, text="here I am", to="lobby")
    lobby.feed(net.Ok(id=3))
    lobby.player.obey("chat")
    assert lobby.player.shell.model.pending == (net.LobbyTalk(id=4),)
    assert lobby.feed(net.Talk(id=4, lines=before)).count("\n") == 3


async def test_after_a_lost_link_only_what_is_new_in_the_lobby_is_told(capsys: Capture) -> None:
    lobby = InLobby(capsys)
    one, two = net.TalkLine(n=1, name="bob", text="one"), net.TalkLine(n=2, name="bob", text="two")
    lobby.feed(net.Talk(id=2, lines=[one]))
    lobby.feed(net.Resumed(name="ann", last_id=2), net.Tables(id=3, tables=[]))
    assert lobby.feed(net.Talk(id=4, lines=[one, two])).splitlines()[1:] == ["bob says in the lobby: two"]
