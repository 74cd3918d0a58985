"""Chat in lines of text: what is typed, and what is told of what others say."""

import pytest

from tests.client.fake import Capture, position
from tests.client.lines.at_lines import AtLines, InLobby
from uno_protocol import messages as net
from uno_protocol.room import Reacted, Said


@pytest.fixture
async def table(capsys: Capture) -> AtLines:
    return AtLines(position("R5 B7 G2", "B1 B2", "Y1 Y2"), capsys)


async def test_what_others_say_is_one_line_with_who_said_it(table: AtLines) -> None:
    said = table.happen(Said("bob", "hello", 1), Reacted("cem", "good_game", 2), Said("dee", "hi", None))
    assert said == "bob says: hello\ncem reacts: Good game!\ndee (watching) says: hi\n"


async def test_what_cannot_be_said_is_told_why(table: AtLines) -> None:
    assert table.type("chat").startswith("Nobody has said anything yet")
    assert table.type("say") == "Say what? For example: hello\n"
    assert "the limit is 200" in table.type("-", "say " + "x" * 201)
    assert table.type("react clap").startswith("The reactions are nice, haha,")


async def test_refused_words_are_said_again_by_say_alone(table: AtLines) -> None:
    table.table.answers = False
    table.type("say once more")
    (request,) = table.player.shell.model.link.pending
    told = table.hear(net.Error(id=request.id, code="limit", args={"seconds": 3}))
    assert told == "Too fast: wait 3 s. Your text is kept.\nType say to say it again.\n"
    table.table.answers = True
    table.type("say")
    again = table.asked[-1]
    assert again == net.Chat(id=again.id, text="once more", to="table")
    assert table.type("say") == "Say what? For example: hello\n"


async def test_whom_one_has_muted_is_neither_heard_nor_in_the_history(table: AtLines) -> None:
    table.happen(Said("bob", "one", 1), Said("cem", "two", 2))
    assert "To undo that: /unmute bob" in table.type("mute bob")
    assert table.happen(Said("bob", "three", 1), Reacted("bob", "wow", 1)) == ""
    assert table.type("chat") == "Chat so far:\ncem says: two\n"
    assert "You have muted bob" in table.type("mute")
    table.type("unmute bob")
    assert table.type("chat").splitlines()[1:] == ["bob says: one", "cem says: two", "bob says: three"]


async def test_chat_leaves_a_card_that_is_played_letter_by_letter_where_it_was(table: AtLines) -> None:
    question = table.type("p").splitlines()[-1]
    assert table.type("say one moment").splitlines() == [question]
    assert table.type("mute bob").splitlines()[-1] == question
    assert table.happen(Said("cem", "take your time", 2)) == "cem says: take your time\n"
    assert table.acted == []


async def test_in_the_lobby_one_is_told_what_was_said_before_and_what_is_said_now(capsys: Capture) -> None:
    before = [net.TalkLine(n=1, name="bob", text="anybody?"), net.TalkLine(n=2, name="ann", text="soon")]
    lobby = InLobby(capsys, *before)
    assert lobby.opening == "Lobby chat so far:\nbob says in the lobby: anybody?\nYou say in the lobby: soon\n"
    assert lobby.hear(net.LobbySaid(n=3, name="bob", text="now")) == "bob says in the lobby: now\n"
    lobby.type("say here I am")
    assert lobby.pending == net.Chat(id=3, text="here I am", to="lobby")
    lobby.hear(net.Ok(id=3))
    lobby.type("chat")
    assert lobby.player.shell.model.link.pending == (net.LobbyTalk(id=4),)
    assert lobby.hear(net.Talk(id=4, lines=before)).count("\n") == 3


async def test_after_a_lost_link_only_what_is_new_in_the_lobby_is_told(capsys: Capture) -> None:
    one, two = net.TalkLine(n=1, name="bob", text="one"), net.TalkLine(n=2, name="bob", text="two")
    lobby = InLobby(capsys, one)
    lobby.hear(net.Resumed(name="ann", last_id=2), net.Tables(id=3, tables=[]))
    assert lobby.hear(net.Talk(id=4, lines=[one, two])).splitlines()[1:] == ["bob says in the lobby: two"]
