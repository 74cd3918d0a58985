"""Chat: who hears what, how often one may speak, and what is left of hostile text (FAULTS 33, 35 to 38)."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import get_args

import pytest

from tests.server.crashing import Crashing
from tests.server.harness import Person, World, begun, gathered, sit_down
from uno_protocol import messages as m
from uno_protocol.room import REMARKS_KEPT, Remark
from uno_server.base.limits import CROWD_BURST, LOBBY_LINES, Limits
from uno_server.journal.database import FILE

USUAL = Limits()


def heard(person: Person) -> list[tuple[str, str]]:
    """What was said at the table, as a person was told."""
    events = [entry.event for entry in person.all(m.Entry) if entry.event["k"] == "said"]
    return [(event["name"], event["text"]) for event in events]


def in_lobby(person: Person) -> list[tuple[int, str, str]]:
    return [(said.n, said.name, said.text) for said in person.all(m.LobbySaid)]


def say(person: Person, text: str, to: str = "table") -> m.ServerMessage | None:
    return person.ask(m.Chat, text=text, to=to)


def test_everyone_at_the_table_hears_it_and_nobody_else() -> None:
    world, (ann, bob) = gathered()
    dee, eve = world.person("dee"), world.person("eve")
    dee.ask(m.SpectateTable, table="T")
    eve.join("U", seats=2)
    assert isinstance(say(ann, "hello, all"), m.Ok)
    assert isinstance(say(dee, "I only watch"), m.Ok)
    for person in (ann, bob, dee):
        assert heard(person) == [("ann", "hello, all"), ("dee", "I only watch")]
        assert person.agrees()
    assert heard(eve) == []
    assert [entry.event.get("seat") for entry in bob.all(m.Entry) if entry.event["k"] == "said"] == [0, None]


@pytest.mark.parametrize("reaction", get_args(m.Reaction))
def test_a_reaction_is_heard_and_not_remembered(reaction: str) -> None:
    world, (ann, bob) = gathered()
    assert isinstance(ann.ask(m.React, reaction=reaction), m.Ok)
    assert bob.all(m.Entry)[-1].event == {"k": "reacted", "name": "ann", "reaction": reaction, "seat": 0}
    assert world.table().room.remarks == []
    assert bob.agrees()


def test_in_mid_round_the_game_notices_nothing() -> None:
    world, (ann, bob) = begun(turn_seconds=30)
    world.wait(10.0)
    state, clock = world.state().copy(), world.table().play.clock.deadline
    assert isinstance(say(bob, "hurry up"), m.Ok)
    assert isinstance(bob.ask(m.React, reaction="hurry"), m.Ok)
    assert (world.state(), world.table().play.clock.deadline) == (state, clock)
    assert ann.agrees()


def test_whoever_comes_late_is_told_what_was_said_last() -> None:
    world, (ann, bob) = gathered(seats=4)
    for number in range(REMARKS_KEPT + 3):
        world.wait(2.0)
        assert isinstance(say(ann, f"line {number}"), m.Ok)
    cem, dee = world.person("cem"), world.person("dee")
    cem.join("T")
    dee.ask(m.SpectateTable, table="T")
    told = [Remark("ann", f"line {number}", 0) for number in range(3, REMARKS_KEPT + 3)]
    for person in (bob, cem, dee):
        assert person.room.remarks == told
        assert person.agrees()


def test_who_is_muted_by_the_host_is_told_so_and_heard_no_more() -> None:
    world, (ann, bob) = gathered()
    dee = world.person("dee")
    dee.ask(m.SpectateTable, table="T")
    for name in ("bob", "dee"):
        assert isinstance(ann.ask(m.Mute, name=name), m.Ok)
    for person in (bob, dee):
        assert person.refused(m.Chat, text="but") == "muted"
        assert person.refused(m.React, reaction="oops") == "muted"
    dee.ask(m.LeaveTable)
    dee.ask(m.SpectateTable, table="T")  # coming in again does not help
    assert dee.refused(m.Chat, text="but") == "muted"
    dee.ask(m.LeaveTable)
    assert isinstance(say(dee, "they do not let me", "lobby"), m.Ok)
    ann.ask(m.Mute, name="bob", muted=False)
    assert isinstance(say(bob, "thanks"), m.Ok)
    assert heard(ann) == [("bob", "thanks")]


def test_who_is_at_no_table_has_nobody_to_talk_to_there() -> None:
    ann = World().person("ann")
    assert ann.refused(m.Chat, text="hello") == "not_at_table"
    assert ann.refused(m.React, reaction="wow") == "not_at_table"


def test_the_lobby_is_everyone_who_is_at_no_table_and_connected() -> None:
    world, (ann, _) = gathered()
    cem, dee, eve = (world.person(name) for name in ("cem", "dee", "eve"))
    stranger = world.person("fay", login=False)
    eve.drop()
    assert isinstance(say(cem, "anybody for a game?", "lobby"), m.Ok)
    assert in_lobby(cem) == in_lobby(dee) == [(1, "cem", "anybody for a game?")]
    assert in_lobby(ann) == in_lobby(stranger) == []
    eve.resume()
    assert in_lobby(eve) == []
    assert ann.refused(m.Chat, text="me!", to="lobby") == "already_at_table"
    ann.ask(m.LeaveTable)
    say(ann, "me!", "lobby")
    assert in_lobby(eve) == [(2, "ann", "me!")]
    talk = eve.ask(m.LobbyTalk)
    assert isinstance(talk, m.Talk)
    assert [(line.n, line.name, line.text) for line in talk.lines] == [
        (1, "cem", "anybody for a game?"),
        (2, "ann", "me!"),
    ]


def test_the_last_fifty_lines_of_the_lobby_are_kept() -> None:
    world = World()
    ann, bob = world.person("ann"), world.person("bob")
    for number in range(1, LOBBY_LINES + 11):
        world.wait(2.0)
        assert isinstance(say(ann, f"line {number}", "lobby"), m.Ok)
    world.wait(60.0)
    every, late = bob.ask(m.LobbyTalk), bob.ask(m.LobbyTalk, after=58)
    assert isinstance(every, m.Talk)
    assert isinstance(late, m.Talk)
    assert [line.n for line in every.lines] == list(range(11, LOBBY_LINES + 11))
    assert [line.text for line in late.lines] == ["line 59", "line 60"]
    assert bob.ask(m.LobbyTalk, after=2**53 - 1) == m.Talk(id=bob.last_id, lines=[])


def test_a_page_of_the_longest_lines_fits_a_frame() -> None:
    world = World()
    people = [world.person("W" * 18 + f"{number:02}") for number in range(10)]
    for number in range(LOBBY_LINES):
        world.wait(1.0)
        say(people[number % 10], "\U0001f3b4" * USUAL.chat_length, "lobby")
    assert isinstance(people[0].ask(m.LobbyTalk), m.Talk)  # the harness checks the 64 KiB
    assert len(people[0].last(m.Talk).lines) == LOBBY_LINES


def test_who_speaks_too_fast_is_told_how_long_to_wait() -> None:  # FAULTS 33
    world, (ann, bob) = gathered()
    for _ in range(USUAL.chat_at_once - 1):
        assert isinstance(say(ann, "again"), m.Ok)
    assert isinstance(ann.ask(m.React, reaction="wow"), m.Ok)
    refused = say(ann, "and again")
    assert isinstance(refused, m.Error)
    assert (refused.code, refused.args) == ("limit", {"seconds": 2})
    assert "wait 2 s" in refused.text
    assert ann.refused(m.React, reaction="wow") == "limit"
    world.wait(2.0)
    assert isinstance(say(ann, "now"), m.Ok)
    assert ann.refused(m.Chat, text="too soon") == "limit"
    assert isinstance(say(bob, "I may"), m.Ok)
    assert [text for _, text in heard(bob)] == ["again"] * 4 + ["now", "I may"]


def test_what_is_refused_for_another_reason_does_not_count() -> None:
    ann, _ = sit_down(World())
    for _ in range(20):
        assert ann.refused(m.Chat, text="\u200b") == "bad_text"
    assert isinstance(say(ann, "at last"), m.Ok)


def test_the_pace_is_the_same_at_every_table_and_in_the_lobby() -> None:
    ann = World().person("ann")
    for _ in range(USUAL.chat_at_once):
        assert isinstance(say(ann, "hello", "lobby"), m.Ok)
    ann.join("T", seats=2)
    assert ann.refused(m.Chat, text="hello") == "limit"


def test_many_together_do_not_flood_the_lobby() -> None:
    world = World()
    people = [world.person(f"p{number}") for number in range(CROWD_BURST // USUAL.chat_at_once + 1)]
    codes = [
        getattr(say(person, "hello", "lobby"), "code", "ok") for person in people for _ in range(USUAL.chat_at_once)
    ]
    assert codes.count("ok") == CROWD_BURST
    world.wait(1.0)
    assert isinstance(say(people[-1], "hello", "lobby"), m.Ok)  # what was refused was not counted


def test_those_who_watch_do_not_drown_those_who_play() -> None:
    world, (ann, bob) = gathered()
    crowd = [world.person(f"p{number}") for number in range(CROWD_BURST // USUAL.chat_at_once + 1)]
    for person in crowd:
        person.ask(m.SpectateTable, table="T")
    codes = [
        getattr(person.ask(m.React, reaction="wow"), "code", "ok")
        for person in crowd
        for _ in range(USUAL.chat_at_once)
    ]
    assert codes.count("ok") == CROWD_BURST
    assert crowd[-1].refused(m.Chat, text="and me?") == "limit"
    assert isinstance(say(ann, "quiet, please"), m.Ok)
    assert bob.agrees()


@pytest.mark.parametrize("to", ["table", "lobby"])
def test_a_repeated_request_says_nothing_twice(to: str) -> None:
    world = World()
    ann, bob = sit_down(world) if to == "table" else (world.person("ann"), world.person("bob"))
    said = m.Chat(id=100, text="once", to=to)  # type: ignore[arg-type]
    ann.say(said)
    ann.drop()
    ann.resume()
    ann.say(said)
    assert ann.answer(100) == m.Ok(id=100)
    assert [text for *_, text in (heard(bob) if to == "table" else in_lobby(bob))] == ["once"]


@pytest.mark.parametrize("to", ["table", "lobby"])
def test_nor_after_a_restart(to: str, tmp_path: Path) -> None:  # P-6
    world = Crashing(tmp_path)
    ann, bob = sit_down(world) if to == "table" else (world.person("ann"), world.person("bob"))
    ann.ask(m.ListTables)
    bob.ask(m.ListTables)
    said = m.Chat(id=100, text="a secret of ours", to=to)  # type: ignore[arg-type]
    ann.say(said)
    world.crash(ann, bob)
    for person in (ann, bob):
        person.resume()
    assert ann.last(m.Resumed).last_id == 100
    ann.say(said)
    assert ann.answer(100) == m.Ok(id=100)
    assert [text for *_, text in (heard(bob) if to == "table" else in_lobby(bob))] == ["a secret of ours"]
    if to == "table":
        assert world.table().room.remarks == [Remark("ann", "a secret of ours", 0)]
        assert ann.agrees()
    else:
        assert bob.ask(m.LobbyTalk) == m.Talk(id=bob.last_id, lines=[])  # of the lobby nothing is kept


def test_what_is_said_in_the_lobby_is_not_stored(tmp_path: Path) -> None:
    world = Crashing(tmp_path)
    say(world.person("ann"), "not for the disk", "lobby")
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        stored = connection.execute("SELECT body FROM sessions").fetchall()
    assert len(stored) == 1
    assert b"not for the disk" not in repr(stored).encode()


HOSTILE = [
    ("\x1b]52;c;aGk=\x07x", "]52;c;aGk=x"),  # 35
    ("\x1b[2J\x9b1mx\x00\x7f", "[2J1mx"),
    ("a\u202eb\u2066c\u2069\u200bd", "abcd"),  # 36
    ("e" + "\u0301" * 200, "é\u0301\u0301\u0301"),
    ("<b>x</b> {name} %s %(x)s &amp; \\n", "<b>x</b> {name} %s %(x)s &amp; \\n"),  # 37
    ("one\r\ntwo\nthree\u2028four", "one two three four"),  # 38
    ("x" * 1000, "x" * (USUAL.chat_length - 1) + "…"),
    ("🂱" * 1000, "🂱" * (USUAL.chat_length - 1) + "…"),
]


@pytest.mark.parametrize(("typed", "told"), HOSTILE)
@pytest.mark.parametrize("to", ["table", "lobby"])
def test_what_is_told_is_one_clean_line(typed: str, told: str, to: str) -> None:
    world = World()
    ann, bob = sit_down(world) if to == "table" else (world.person("ann"), world.person("bob"))
    assert isinstance(say(ann, typed, to), m.Ok)
    assert [text for *_, text in (heard(bob) if to == "table" else in_lobby(bob))] == [told]


@pytest.mark.parametrize("typed", ["", "   ", "\n\t", "\u202e\u200b", "\u0301" * 9, "\x00\x1b", "\u3164"])
@pytest.mark.parametrize("to", ["table", "lobby"])
def test_a_text_without_anything_to_read_is_refused(typed: str, to: str) -> None:
    world = World()
    ann, bob = sit_down(world) if to == "table" else (world.person("ann"), world.person("bob"))
    refused = say(ann, typed, to)
    assert isinstance(refused, m.Error)
    assert (refused.code, refused.field) == ("bad_text", "text")
    assert heard(bob) == []
    assert in_lobby(bob) == []


def test_nothing_that_is_said_stands_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    world, (ann, _) = gathered()
    dee = world.person("dee")
    say(ann, "between us")
    say(dee, "between us", "lobby")
    assert caplog.messages
    assert "between us" not in caplog.text
