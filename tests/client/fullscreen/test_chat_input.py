"""Chat in the full screen: the line takes every key, no card is played by accident, the turn is told."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.client.fake import KEY_NAMES, WELCOME, Fake, at_table, in_list, position, seen
from tests.client.fullscreen.test_keys import headings
from tests.client.test_every_request import playing
from uno_client.core import chat
from uno_client.core.model import LinkPhase, Page
from uno_client.core.navigation import CHATTING, Scope, key_place
from uno_client.fullscreen.keys import BINDINGS, REACTION_KEYS, Intent, meaning
from uno_client.fullscreen.screens.chat_panel import LOBBY_ROWS, TURN
from uno_client.fullscreen.widgets import SMALLEST, Size
from uno_client.messages import Key, Typed
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.decisions import TakeTurn
from uno_protocol import messages as net
from uno_protocol.room import Reacted, RoomPhase, Said

SIZE = Size(80, 24)


def in_lobby() -> Fake:
    game = Fake(position("R5", "G1"))
    game.feed(WELCOME, net.LoggedIn(name="ann", token="t"), net.Tables(id=1, tables=[]), net.Talk(id=2, lines=[]))
    game.sent.clear()
    return game


def rows_of(game: Fake, size: Size = SIZE) -> list[str]:
    return [row.rstrip() for row in seen(game, size).splitlines()]


def row_with(game: Fake, text: str, size: Size = SIZE) -> str:
    found = [row for row in rows_of(game, size) if text in row]
    assert found, seen(game, size)
    return found[0]


def test_what_is_typed_goes_to_the_table_with_enter() -> None:
    game = playing().press("t")
    assert "Say to the table:" in row_with(game, "Say to")
    game.press("draw space 5, space yes? space enter")
    assert game.sent == [net.Chat(id=game.last.id, text="draw 5, yes?", to="table")]
    assert not game.model.draft.open
    assert game.model.draft.text == ""
    game.press("enter")  # one too many plays nothing
    assert len(game.sent) == 1
    game.wait(1.0)
    game.press("enter")
    assert isinstance(game.last, net.Play)


def test_after_enter_keys_mean_what_they_mean_at_the_table() -> None:
    game = playing().press("t ready? enter i")
    assert game.model.page is Page.RULES
    game.press("enter")
    assert game.model.page is None


def test_in_the_lobby_it_goes_to_the_lobby() -> None:
    game = in_lobby().press("t anybody?")
    assert "Say in the lobby: anybody?" in row_with(game, "Say in")
    game.press("enter")
    assert game.sent == [net.Chat(id=3, text="anybody?", to="lobby")]
    game.feed(net.LobbySaid(n=1, name="ann", text="anybody?"), net.LobbySaid(n=2, name="bob", text="me"))
    assert "» You: anybody?" in row_with(game, "anybody?")
    assert "» bob: me" in row_with(game, "» bob")


@pytest.mark.parametrize("place", CHATTING)
def test_while_something_is_said_no_key_of_the_place_means_anything(place: Scope) -> None:
    assert any(place in each.places and each.intent is Intent.SAY for each in BINDINGS)
    meant = {each.intent for each in BINDINGS if Scope.SAYING in each.places}
    line = {Intent.SEND, Intent.CLOSE_LINE, Intent.EARLIER, Intent.LATER, Intent.COMPLETE, Intent.CLEAR}
    assert meant == line | {Intent.REACT, Intent.HELP, Intent.QUIT}


@pytest.mark.fast
@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from([*string.ascii_letters, *"0123456789+ ?!/", "enter", "up", "down", "tab", "backspace"]))
)
def test_no_typing_plays_a_card(keys: list[str]) -> None:
    game = playing().press("t")
    hand, game.answers = game.model.hand, True
    for key in keys:
        if game.model.draft.open:  # an Enter on an empty line has closed it
            game.feed(Key(key) if key in KEY_NAMES else Typed(key))
    assert all(isinstance(each, (net.Chat, net.React, net.Away)) for each in game.sent)
    assert (game.model.hand, game.model.question) == (hand, None)


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


def test_a_full_line_says_so_and_keeps_what_fits() -> None:
    game = playing().press("t")
    game.feed(Typed("x" * 190))
    assert "10 left" in row_with(game, "Say to")
    game.press("y" * 11)
    assert game.said == "A message can have at most 200 characters."
    assert game.model.draft.text == "x" * 190 + "y" * 10


def test_letters_are_taken_back_and_what_was_said_can_be_fetched_again() -> None:
    game = playing().press("t one enter t two enter t thr up")
    assert game.model.draft.text == "two"
    game.press("up up up")
    assert game.model.draft.text == "one"
    game.press("down down down")
    assert game.model.draft.text == ""
    game.press("oops backspace backspace")
    assert game.model.draft.text == "oo"
    game.press("c-u")
    assert game.model.draft.text == ""


def test_esc_closes_the_line_and_keeps_its_text() -> None:
    game = playing().press("t half-a-thou escape")
    assert key_place(game.model) is Scope.HAND
    game.press("enter")
    assert isinstance(game.last, net.Play)
    game.press("t")
    assert "half-a-thou" in row_with(game, "Say to")


def test_refused_words_come_back_with_the_line() -> None:
    game = playing().press("t too space fast enter")
    game.feed(net.Error(id=game.last.id, code="limit", args={"seconds": 2}))
    assert "Too fast: wait 2 s." in row_with(game, "wait 2 s")
    game.press("t")
    assert "too fast" in row_with(game, "Say to")
    game.press("! enter")
    assert isinstance(game.last, net.Chat)
    assert game.last.text == "too fast!"


def test_without_a_link_nothing_is_lost() -> None:
    for game in (playing(), in_lobby()):
        game.press("t hello")
        game.but(link=LinkPhase.LOST)
        game.press("enter")
        assert game.sent == []
        assert game.model.draft.text == "hello"
        assert "no connection" in game.said


def test_what_was_meant_for_the_table_is_not_said_in_the_lobby_by_the_same_enter() -> None:
    game = playing().press("t bob space cheats")
    game.feed(net.PutOut(table="ABCD", code="kicked"))
    game.sent.clear()
    game.press("q enter")  # no key of the lobby either
    assert [each for each in game.sent if isinstance(each, net.Chat)] == []
    assert game.said == "You're in the lobby now: press Enter again to send it there."
    game.press("enter")
    assert game.last == net.Chat(id=game.last.id, text="bob cheatsq", to="lobby")


@pytest.mark.parametrize("size", [SMALLEST, SIZE, Size(120, 40)], ids=str)
def test_a_turn_that_begins_while_one_types_is_told(size: Size) -> None:
    game = at_table("R5 B7", "G1 R3 G4", asked=TakeTurn(1), answers=False).press("t hold-on")
    assert TURN not in " ".join(rows_of(game, size))
    game.play(act.Play(1, (card("R3"),)))
    rows = rows_of(game, size)
    assert any(TURN in row for row in rows)
    assert "hold-on" in row_with(game, "Say to", size)
    game.press("escape enter")
    assert isinstance(game.last, net.Play)


def test_an_open_question_of_the_game_waits_under_the_line() -> None:
    game = at_table("W R6", "G1 G2", answers=False).press("w enter")
    assert key_place(game.model) is Scope.COLOUR
    game.press("t rygb")
    assert game.sent == []
    game.press("escape b")
    assert isinstance(game.last, net.Play)


def test_ctrl_c_still_ends_the_program_and_f1_helps() -> None:
    game = playing().press("t f1")
    assert game.model.page is Page.HELP
    assert headings(game.model)[0] == Scope.SAYING.value
    game.press("escape")
    assert key_place(game.model) is Scope.SAYING
    game.press("c-c")
    assert key_place(game.model) is Scope.CONFIRM


def test_a_name_is_muted_by_a_command_and_completed_by_tab() -> None:
    game = playing().happen(Said("bob", "noise", 1)).press("t /mute space b tab")
    assert game.model.draft.text == "/mute bob"
    game.press("tab")
    assert game.model.draft.text == "/mute cem"
    game.press("tab enter")
    assert "You've muted bob. To undo that: /unmute bob" in game.said
    assert "noise" not in seen(game)
    assert "muted" in row_with(game, " bob")
    game.press("?")
    assert "You have muted bob." in seen(game, Size(120, 40))
    game.press("escape t /unmute space bob enter")
    assert game.model.muted == frozenset()


def test_a_name_is_muted_from_the_list_of_those_at_the_table() -> None:
    game = playing().press("m u")
    assert "Mute or unmute whom?" in seen(game)
    game.press("2")
    assert chat.mutes(game.model) == ["cem"]
    game.press("m u")
    assert "muted by you" in row_with(game, "cem")
    game.press("2")
    assert chat.mutes(game.model) == []


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("/react space wow", net.React(id=1, reaction="wow")),
        ("/gg", net.React(id=1, reaction="good_game")),
        ("/away", net.Away(id=1)),
        ("/back", net.Away(id=1, away=False)),
        ("//away", net.Chat(id=1, text="/away")),
        ("1/2", net.Chat(id=1, text="1/2")),
    ],
)
def test_a_slash_begins_a_command_and_two_are_said(line: str, request_: net.Request) -> None:
    game = playing().but(next_id=1).press(f"t {line} enter")
    assert game.sent == [request_]


def test_the_key_of_a_slash_begins_a_command_and_loses_nothing() -> None:
    game = playing().press("t half-a-thou escape / mute space bob enter")
    assert chat.mutes(game.model) == ["bob"]
    assert game.sent == []
    game.press("t up")
    assert game.model.draft.text == "half-a-thou"


def test_a_command_that_is_none_is_told_and_stays_to_be_mended() -> None:
    game = playing().press("t /moot space bob enter")
    assert game.said.startswith("There's no command /moot. Try /mute NAME,")
    assert game.model.draft.text == "/moot bob"
    assert game.sent == []


@pytest.mark.parametrize(("key", "code"), REACTION_KEYS.items())
def test_a_reaction_takes_one_key(key: str, code: net.Reaction) -> None:
    game = playing().press(key)
    assert game.sent == [net.React(id=game.last.id, reaction=code)]
    game.press("t")
    game.press(key)
    assert len(game.sent) == 2


def test_the_help_tells_the_key_of_every_reaction() -> None:
    game = playing().press("?")
    words = " ".join(" ".join(rows_of(game, Size(200, 200))).split())
    for told in ("F2-F9", "F2 Nice!", "F4 Wow!", "F9 Good game!"):
        assert told in words


def test_in_the_lobby_a_reaction_says_where_it_belongs() -> None:
    game = in_lobby().press("t f4")
    assert game.said == "You can only react at a table."
    assert game.sent == []


def test_chat_is_told_from_events_by_a_mark_on_each_of_its_rows() -> None:
    game = playing()
    long = "word " * 30
    game.happen(Said("bob", long.strip(), 1), Reacted("cem", "nice", 2), Said("ann", "ok", 0))
    rows = [row.partition("│")[2] for row in rows_of(game) if "│" in row]
    said = [row for row in rows if "word" in row]
    assert len(said) > 1
    assert all(row.strip().startswith("»") for row in said)
    assert any("» cem: Nice!" in row for row in rows)
    assert any("» You: ok" in row for row in rows)


def test_nobody_can_pass_an_event_off() -> None:
    game = playing().happen(Said("bob", "x " * 40 + "cem leaves the table. You draw 4 cards.", 1))
    assert all("»" in row for row in rows_of(game) if "leaves the" in row or "You draw" in row)


@pytest.mark.parametrize("phase", [RoomPhase.WAITING, RoomPhase.BETWEEN_ROUNDS, RoomPhase.FINISHED, RoomPhase.PAUSED])
def test_chat_is_seen_in_every_phase(phase: RoomPhase) -> None:
    game = playing()
    game.room.phase = phase
    game.snapshot()
    game.happen(Said("bob", "good evening", 1))
    assert "» bob: good evening" in row_with(game, "good evening")
    game.press("t hi")
    assert "Say to the table: hi" in row_with(game, "Say to")


def test_what_cannot_be_seen_is_counted_on_the_bottom_line() -> None:
    game = playing().press("?").happen(Said("bob", "psst", 1))
    assert rows_of(game)[-1].endswith("1 new message")
    game.happen(Said("bob", "psst", 1))
    assert rows_of(game)[-1].endswith("2 new messages")
    game.press("escape")
    assert "new message" not in rows_of(game)[-1]


def test_what_comes_while_the_log_is_scrolled_back_is_counted() -> None:
    game = playing()
    for number in range(40):
        game.happen(Said("bob", f"line {number}", 1))
    game.press("pageup")
    game.happen(Said("bob", "psst", 1))
    assert rows_of(game)[-1].endswith("1 new message")
    game.press("pagedown")
    assert "new message" not in rows_of(game)[-1]


def test_the_end_of_a_long_line_is_in_sight() -> None:
    game = playing().press("t")
    game.feed(Typed("漢字" * 60 + "the end"))
    assert row_with(game, "Say to").rstrip().endswith("the end")
    assert "…" in row_with(game, "Say to")


def test_what_is_refused_while_one_types_again_is_fetched_by_a_key() -> None:
    game = playing().press("t one enter t two")
    game.feed(net.Error(id=game.last.id, code="limit", args={"seconds": 2}))
    assert game.model.draft.text == "two"
    game.press("up")
    assert game.model.draft.text == "one"


WIDE = [
    "漢字" * 50,
    "👩\u200d👩\u200d👧" * 40,
    "한" + "\u1161" * 150 + "x",
    "e\u0301\u0302\u0303" * 60,
    "ｗｉｄｅ ｆｌｏｗ " * 12,
    "🂱" * 200,
]


@pytest.mark.parametrize("said", WIDE, ids=range(len(WIDE)))
@pytest.mark.parametrize("size", [SMALLEST, SIZE, Size(121, 33)], ids=str)
def test_columns_stay_aligned_whatever_is_said_or_typed(said: str, size: Size) -> None:  # FAULTS 36
    game = playing().happen(Said("漢" * 20, said, None), Said("bob", said, 1))
    rows_of(game, size)
    game.press("t")
    game.feed(Typed(said))
    rows_of(game, size)
    lobby = in_lobby().feed(net.LobbySaid(n=1, name="漢" * 300, text=said))
    lobby.press("t")
    lobby.feed(Typed(said))
    rows_of(lobby, size)


def test_a_flood_in_the_lobby_leaves_the_list_in_its_place() -> None:
    game = in_lobby()
    line = in_list(code="EFGH", name="Den")
    game.feed(net.Tables(id=9, tables=[line]))
    for number in range(200):
        game.feed(net.LobbySaid(n=number, name="bob", text="spam " * 40))
    assert "1/4" in row_with(game, "Den", SMALLEST)
    assert sum(row.startswith(" »") for row in rows_of(game)) == LOBBY_ROWS
    game.press("t")
    assert sum(row.startswith(" »") for row in rows_of(game)) == 2 * LOBBY_ROWS
    assert "1/4" in row_with(game, "Den", SMALLEST)
