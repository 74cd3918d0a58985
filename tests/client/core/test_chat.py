"""Chat in the core: what reaches the player, muting people, and what becomes of refused messages."""

import pytest

from tests.client.fake import WELCOME, Fake, notice, position
from uno_client.core import chat
from uno_client.core.actions import dialogue
from uno_client.core.actions.dialogue import ROWS
from uno_client.core.chat import LOBBY_LINES
from uno_client.core.model.parts import Scope
from uno_client.core.model.table import LOG_LINES
from uno_client.screens.told import in_lobby
from uno_client.structs import replace
from uno_client.wording.chat import newer
from uno_protocol import messages as net
from uno_protocol.room import REMARKS_KEPT, Reacted, Remark, Said, WatcherCame


@pytest.fixture
def game() -> Fake:
    return Fake(position("R5 R6 R7", "G1 G2", "B1 B2")).begin()


@pytest.fixture
def lobby() -> Fake:
    """Somebody in the lobby; what is asked is answered by the test."""
    fake = Fake(position("R5", "G1"))
    fake.feed(WELCOME, net.LoggedIn(name="ann", token="t"), net.Tables(id=1, tables=[]))
    return fake


def told(fake: Fake) -> list[str]:
    """The log as the player may read it."""
    return [line.text for line in fake.model.play.log if line.text and not chat.unheard(fake.model, line.event)]


def test_what_is_said_stands_in_the_log_with_its_speaker(game: Fake) -> None:
    game.happen(
        Said("bob", "a<b &amp; {0}", 1), Said("ann", "hi", 0), Said("<b>{x}%s", "", None), Reacted("cem", "wow", 2)
    )
    assert told(game) == ["bob says: a<b &amp; {0}", "You say: hi", "<b>{x}%s (watching) says: ", "cem reacts: Wow!"]


def test_whoever_comes_late_finds_what_was_said_in_the_log() -> None:
    game = Fake(position("R5", "G1"))
    game.room.remarks = [Remark("bob", "first", 1), Remark("eve", "second")]
    game.begin()
    assert told(game) == ["bob says: first", "eve (watching) says: second"]
    game.happen(Said("bob", "third", 1))
    game.snapshot()  # whoever takes another seat gets one
    assert told(game) == ["bob says: first", "eve (watching) says: second", "bob says: third"]
    game.room.remarks = [*game.room.remarks, Remark("bob", "fourth", 1)]
    game.snapshot()  # so does who was away for long
    assert told(game)[-1] == "bob says: fourth"
    assert game.model.play.told == 4


@pytest.mark.parametrize(
    ("known", "last", "new"),
    [("", "", ""), ("", "ab", "ab"), ("ab", "ab", ""), ("ab", "bc", "c"), ("ab", "cd", "cd"), ("aa", "aaa", "a")],
)
def test_what_is_newer_is_what_follows_on_the_last_that_is_known(known: str, last: str, new: str) -> None:
    remarks = [[Remark("bob", letter) for letter in letters] for letters in (known, last, new)]
    assert list(newer(remarks[0], remarks[1])) == remarks[2]


def test_a_flood_leaves_no_more_lines_than_the_log_keeps(lobby: Fake, game: Fake) -> None:
    for number in range(LOG_LINES + 50):
        game.happen(Said("bob", f"line {number}", 1))
    assert len(game.model.play.log) == LOG_LINES
    assert len(game.table.room.remarks) == REMARKS_KEPT
    for number in range(LOBBY_LINES + 50):
        lobby.feed(net.LobbySaid(n=number, name="bob", text="x"))
    assert len(lobby.model.chat.lobby) == LOBBY_LINES


def test_what_was_said_in_the_lobby_is_asked_for_once_a_stay(lobby: Fake) -> None:
    assert [type(each) for each in lobby.sent] == [net.ListTables, net.LobbyTalk]
    line = net.TalkLine(n=1, name="bob", text="hello")
    lobby.feed(net.Talk(id=2, lines=[line]), net.LobbySaid(n=2, name="cem", text="hi"))
    said = [(each.n, each.name, each.text) for each in lobby.model.chat.lobby]
    assert said == [(1, "bob", "hello"), (2, "cem", "hi")]
    lobby.press("r")
    lobby.feed(net.Tables(id=3, tables=[]))
    assert sum(isinstance(each, net.LobbyTalk) for each in lobby.sent) == 2  # `r` asks for all that is new
    lobby.snapshot()
    assert lobby.model.chat.lobby_due


def test_what_comes_while_a_page_is_read_is_counted(game: Fake) -> None:
    assert chat.unread(game.happen(Said("bob", "seen", 1)).model) == 0
    assert game.press("?").model.page is Scope.HELP
    game.happen(Said("bob", "not seen", 1), Reacted("cem", "wow", 2), Said("ann", "own", 0), WatcherCame("dee"))
    assert chat.unread(game.model) == 2
    assert chat.unread(game.press("escape").model) == 0
    assert chat.unread(game.press("?").model) == 0
    assert chat.unread(game.happen(Said("bob", "again", 1)).model) == 1


def muted(fake: Fake, name: str, action: str = "mute") -> str:
    fake.model, _inputs, _commands = dialogue.command(fake.model, ROWS[action], [name])
    return notice(fake.model)


def test_of_whom_one_has_muted_nothing_is_shown_until_one_unmutes_them(game: Fake) -> None:
    game.happen(Said("bob", "one", 1), Said("cem", "two", 2))
    assert "bob" in muted(game, "BOB")
    game.happen(Said("bob", "three", 1), Reacted("bob", "wow", 1), WatcherCame("bob2"))
    assert told(game) == ["cem says: two", "bob2 is watching."]
    assert chat.told_mutes(game.model) == "You have muted bob."
    game.press("?")
    assert chat.unread(game.happen(Said("bob", "four", 1)).model) == 0
    assert muted(game, "bob", "unmute") == "You've unmuted bob."
    assert chat.told_mutes(game.model) == "You have muted nobody."
    assert "bob says: one" in told(game)


def test_one_can_mute_who_sits_watches_or_has_spoken_and_nobody_else(game: Fake) -> None:
    game.room.watchers = ["dee"]
    game.room.remarks = [Remark("eve", "I am off")]
    game.snapshot()
    assert list(chat.people(game.model)) == ["bob", "cem", "dee", "eve"]
    assert muted(game, "fay") == "Nobody called 'fay' is here. Here are: bob, cem, dee and eve."
    assert "Nobody" in muted(game, "ann")  # oneself
    assert "cem" in muted(game, "ce")
    assert chat.mutes(game.model) == ["cem"]
    assert muted(game, "bob", "unmute") == "Nobody called 'bob' is here. Here are: cem."


def test_the_lobby_hides_whom_one_has_muted(lobby: Fake) -> None:
    lobby.feed(net.Talk(id=2, lines=[net.TalkLine(n=1, name="bob", text="a"), net.TalkLine(n=2, name="cem", text="b")]))
    muted(lobby, "bob")
    lobby.feed(net.LobbySaid(n=3, name="bob", text="c"))
    assert [line.text for line in in_lobby(lobby.model, 9)] == ["» cem: b"]


@pytest.mark.parametrize("code", ["muted", "bad_text", "internal"])
def test_why_something_was_not_said_is_told(game: Fake, code: str) -> None:
    pending = (net.Chat(id=7, text="x"), net.React(id=8, reaction="wow"))
    game.model = replace(game.model, link=replace(game.model.link, pending=pending))
    game.feed(net.Error(id=7, code=code))
    assert game.said
    assert (game.model.draft.text == "x") == (code != "bad_text")
    assert game.feed(net.Error(id=8, code="muted")).model.link.pending == ()


def test_words_without_an_answer_are_not_lost_with_the_session(game: Fake) -> None:
    game.model = replace(game.model, link=replace(game.model.link, pending=(net.Chat(id=7, text="did you hear me?"),)))
    assert game.feed(net.LoggedIn(name="ann", token="another")).model.draft.text == "did you hear me?"
