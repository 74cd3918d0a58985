"""Chat in the full screen: the line takes every key, no card is played by accident, the turn is told."""

import re
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.client.fake import (
    KEY_NAMES,
    NORMAL,
    WELCOME,
    Fake,
    at_table,
    in_list,
    linked,
    page_of,
    position,
    seen,
    told,
    with_tables,
)
from tests.client.test_every_request import playing
from uno_client.core import chat
from uno_client.core.model.parts import LinkPhase, Scope
from uno_client.core.navigation import key_place
from uno_client.fullscreen.keys import REACTION_KEYS, meaning
from uno_client.messages import Key, Typed
from uno_client.screens.around import TURN
from uno_client.screens.frame import SMALLEST, Size
from uno_client.screens.lobby import CHAT as LOBBY_ROWS
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.decisions import TakeTurn
from uno_protocol import messages as net
from uno_protocol.room import Reacted, RoomPhase, Said


def in_lobby() -> Fake:
    game = Fake(position("R5", "G1"))
    game.feed(WELCOME, net.LoggedIn(name="ann", token="t"), net.Tables(id=1, tables=[]), net.Talk(id=2, lines=[]))
    game.sent.clear()
    return game


def rows_of(game: Fake, size: Size = NORMAL) -> list[str]:
    return [row.rstrip() for row in seen(game, size).splitlines()]


def row_with(game: Fake, text: str, size: Size = NORMAL) -> str:
    return next(row for row in rows_of(game, size) if text in row)


def test_what_is_typed_goes_to_the_table_with_enter() -> None:
    game = playing().press("t")
    assert "Say to the table:" in row_with(game, "Say to")
    game.press("draw space 5, space yes? space enter")
    assert game.sent == [net.Chat(id=game.last.id, text="draw 5, yes?", to="table")]
    assert not game.model.draft.open
    assert game.model.draft.text == ""
    assert len(game.press("enter").sent) == 1, "one too many plays nothing"
    game.wait(1.0)
    assert isinstance(game.press("enter").last, net.Play)


def test_in_the_lobby_it_goes_to_the_lobby() -> None:
    game = in_lobby().press("t anybody?")
    assert game.press("f4").said == "You're not at a table."
    assert "Say in the lobby: anybody?" in row_with(game, "Say in")
    assert game.press("enter").sent == [net.Chat(id=3, text="anybody?", to="lobby")]
    game.feed(net.LobbySaid(n=1, name="ann", text="anybody?"), net.LobbySaid(n=2, name="bob", text="me"))
    assert "» You: anybody?" in row_with(game, "anybody?")
    assert "» bob: me" in row_with(game, "» bob")


@pytest.mark.fast
@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from([*string.ascii_letters, *"0123456789+ ?!/", "enter", "up", "down", "tab", "backspace"]))
)
def test_no_typing_plays_a_card(keys: list[str]) -> None:
    game = playing().press("t")
    hand, game.answers = game.model.cards, True
    for key in keys:
        if game.model.draft.open:  # an Enter on an empty line has closed it
            game.feed(Key(key) if key in KEY_NAMES else Typed(key))
    assert all(isinstance(each, (net.Chat, net.React, net.Away)) for each in game.sent)
    assert (game.model.cards, game.model.question) == (hand, None)


@pytest.mark.parametrize("pasted", ["enter", "escape", "q", "hello\r\nworld", "\x1b[31mred\u202e", "d" * 500])
def test_a_paste_is_text_whatever_it_says(pasted: str) -> None:
    game = playing()
    assert meaning(game.model, Typed("enter")) is None
    game.press("t")
    game.feed(Typed(pasted))
    assert game.sent == []
    assert game.model.draft.open
    assert game.model.draft.text.isprintable()
    assert 0 < len(game.model.draft.text) <= 200


def test_letters_are_taken_back_and_what_was_said_can_be_fetched_again() -> None:
    game = playing().press("t one enter t two enter t thr")
    for keys, text in {
        "up": "two",
        "up up up": "one",
        "down down down": "",
        "oops backspace": "oop",
        "c-u": "",
    }.items():
        assert game.press(keys).model.draft.text == text


def test_esc_closes_the_line_and_keeps_its_text() -> None:
    game = playing().press("t half-a-thou escape")
    assert key_place(game.model) is Scope.HAND
    assert isinstance(game.press("enter").last, net.Play)
    assert "half-a-thou" in row_with(game.press("t"), "Say to")


def test_refused_words_come_back_with_the_line() -> None:
    game = playing().press("t too space fast enter")
    game.feed(net.Error(id=game.last.id, code="limit", args={"seconds": 2}))
    assert "Too fast: wait 2 s." in told(game)
    assert "too fast" in row_with(game.press("t"), "Say to")
    game.press("! enter t two")
    game.feed(net.Error(id=game.last.id, code="limit", args={"seconds": 2}))
    assert game.model.draft.text == "two", "what is typed meanwhile stays"
    assert game.press("up").model.draft.text == "too fast!"


def test_without_a_link_nothing_is_lost() -> None:
    for game in (playing(), in_lobby()):
        game.press("t hello").but(lambda model: linked(model, LinkPhase.LOST)).press("enter")
        assert (game.sent, game.model.draft.text) == ([], "hello")
        assert "no connection" in game.said


def test_what_was_meant_for_the_table_is_not_said_in_the_lobby_by_the_same_enter() -> None:
    game = playing().press("t bob space cheats").feed(net.PutOut(table="ABCD", code="kicked"))
    game.sent.clear()
    game.press("q enter")  # no key of the lobby either
    assert [each for each in game.sent if isinstance(each, net.Chat)] == []
    assert game.said == "You're in the lobby now: press Enter again to send it there."
    game.press("enter")
    assert game.last == net.Chat(id=game.last.id, text="bob cheatsq", to="lobby")


@pytest.mark.parametrize("size", [SMALLEST, NORMAL], ids=str)
def test_a_turn_that_begins_while_one_types_is_told(size: Size) -> None:
    game = at_table("R5 B7", "G1 R3 G4", asked=TakeTurn(1), answers=False).press("t hold-on")
    assert TURN not in seen(game, size)
    assert TURN in seen(game.play(act.Play(1, (card("R3"),))), size)
    assert "hold-on" in row_with(game, "Say to", size)
    assert isinstance(game.press("escape enter").last, net.Play)


def test_a_name_is_muted_by_a_command_and_completed_by_tab() -> None:
    game = playing().happen(Said("bob", "noise", 1)).press("t /mute space b tab")
    assert game.model.draft.text == "/mute bob"
    assert game.press("tab").model.draft.text == "/mute cem"
    game.press("tab enter")
    assert "You've muted bob. To undo that: /unmute bob" in game.said
    assert "noise" not in seen(game)
    assert "muted" in row_with(game, " bob")
    assert "muted by you" in row_with(game.press("m z"), "bob")
    assert "You have muted bob." in page_of(game.press("escape escape ?").model, Scope.HELP)
    assert game.press("escape t /unmute space bob enter").model.chat.muted == frozenset()


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("/react space wow", net.React(id=1, reaction="wow")),
        ("/gg", net.React(id=1, reaction="good_game")),
        ("/away", net.Away(id=1)),
        ("//away", net.Chat(id=1, text="/away")),
        ("1/2", net.Chat(id=1, text="1/2")),
    ],
)
def test_a_slash_begins_a_command_and_two_are_said(line: str, request_: net.Request) -> None:
    game = playing().but(lambda model: replace(model, link=replace(model.link, next_id=1))).press(f"t {line} enter")
    assert game.sent == [request_]


def test_the_key_of_a_slash_begins_a_command_and_loses_nothing() -> None:
    game = playing().press("t half-a-thou escape / mute space bob enter")
    assert chat.mutes(game.model) == ["bob"]
    assert game.sent == []
    assert game.press("t up").model.draft.text == "half-a-thou"


def test_a_command_that_is_none_is_told_and_stays_to_be_mended() -> None:
    game = playing().press("t /moot space bob enter")
    assert game.said.startswith("There's no command /moot. Try /mute NAME,")
    assert game.model.draft.text == "/moot bob"
    assert game.sent == []


@pytest.mark.parametrize(("key", "code"), REACTION_KEYS.items())
def test_a_reaction_takes_one_key(key: str, code: net.Reaction) -> None:
    game = playing().press(key)
    assert game.sent == [net.React(id=game.last.id, reaction=code)]
    assert len(game.press(f"t {key}").sent) == 2


def test_chat_is_told_from_events_by_a_mark_on_each_of_its_rows() -> None:
    game = playing().happen(Said("bob", "x " * 40 + "cem leaves the table. You draw 4 cards.", 1))
    game.happen(Reacted("cem", "nice", 2), Said("ann", "ok", 0))
    for size, mark in ((NORMAL, r"^ +»"), (Size(120, 40), r" » ")):
        said = [row for row in rows_of(game, size) if "leaves" in row or "You draw" in row]
        assert said
        assert all(re.search(mark, row) for row in said)
        assert "» cem: Nice!" in seen(game, size)
    assert "» You: ok" in seen(game, Size(120, 40))


def test_what_others_say_is_on_the_felt_for_a_while() -> None:
    game = playing().happen(Said("bob", "hello", 1), Said("ann", "ok", 0))
    assert "» bob: hello" in seen(game)
    assert "» You" not in seen(game)
    assert seen(game, Size(120, 40)).count("hello") == 1, "the log says it"
    game.wait(30)
    assert "hello" not in seen(game)


@pytest.mark.parametrize("phase", [RoomPhase.WAITING, RoomPhase.BETWEEN_ROUNDS, RoomPhase.FINISHED, RoomPhase.PAUSED])
def test_chat_is_seen_in_every_phase(phase: RoomPhase) -> None:
    game = playing()
    game.room.phase = phase
    game.snapshot()
    game.happen(Said("bob", "good evening", 1)).press("t hi")
    assert "» bob: good evening" in seen(game)
    assert "Say to the table: hi" in seen(game)


@pytest.mark.parametrize(("away", "back"), [("?", "escape"), ("pageup", "pagedown")])
def test_what_cannot_be_seen_is_counted_on_the_bottom_line(away: str, back: str) -> None:
    game = playing().happen(*(Said("bob", f"line {number}", 1) for number in range(40))).press(away)
    assert "1 new message " in game.happen(Said("bob", "psst", 1)).bottom
    assert "2 new messages" in game.happen(Said("bob", "psst", 1)).bottom
    assert "new message" not in game.press(back).bottom


def test_a_flood_in_the_lobby_leaves_the_list_in_its_place() -> None:
    game = in_lobby().but(lambda model: with_tables(model, in_list("EFGH", "Den")))
    game.feed(*(net.LobbySaid(n=number, name="bob", text="spam " * 40) for number in range(200)))
    for times in (1, 2):
        assert "● ○ ○ ○" in row_with(game, "Den", SMALLEST)
        assert 0 < sum(row.startswith("    »") for row in rows_of(game)) <= times * LOBBY_ROWS
        game.press("t")
