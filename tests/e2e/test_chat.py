"""People hear each other, from a full screen to lines and back, in the lobby and at a table, and nobody else does."""

import pytest

from tests.e2e.at_lines import Person
from tests.e2e.conftest import drawn
from tests.e2e.processes import House
from tests.e2e.terminal import Terminal

pytestmark = drawn

Two = tuple[Terminal, Person]


@pytest.fixture
def two(house: House) -> Two:
    """Ann in the full screen and bob at lines, both in the lobby of one server."""
    _, address = house.serve("--ephemeral")
    bob = Person(house, address, "bob")
    ann = house.screen(address, "--name", "ann")
    bob.hear("There are no tables yet.")
    ann.see("No tables yet")
    return ann, bob


def test_they_chat_in_the_lobby_and_at_the_table(two: Two) -> None:
    ann, bob = two
    ann.press("thello, anybody?\r")
    bob.answer("ann says in the lobby: hello, anybody?", "say open one")
    ann.see("» bob: open one")
    ann.answer("n new table", "n")
    ann.answer("A new table", "\r")
    ann.answer("you, host", "tthe door is open\r")
    ann.see("» You: the door is open")
    bob.type("join ann's table")
    bob.hear("Chat so far:")
    bob.answer("ann says: the door is open", "say \x1b[31mred \u202eback <b>{x} %s")
    ann.see("» bob: [31mred back <b>{x} %s")
    ann.press("\x1bOS")  # F4
    bob.answer("ann reacts: Wow!", "mute ann")
    bob.hear("To undo that: /unmute ann")
    ann.press("tcan you hear me\r")
    ann.see("» You: can you hear me")
    ann.answer("Enter ready", "q")
    ann.see("Lobby chat")
    bob.hear("ann leaves the table.")
    assert "can you hear me" not in bob.said
    bob.type("unmute ann", "chat")
    bob.hear("ann says: can you hear me")


def test_who_chats_too_fast_is_told_so_and_loses_nothing(two: Two) -> None:
    ann, bob = two
    ann.press("".join(f"tline {number}\r" for number in range(6)))
    ann.see("Too fast: wait")
    bob.hear("line 4")
    ann.press("t")
    ann.answer("Say in the lobby: line 5", "\x1b")
    ann.see("n new table")
    assert "line 5" not in bob.said
