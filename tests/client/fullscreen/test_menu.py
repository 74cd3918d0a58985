"""The table's menu: what the host changes, being away, more time, and what everyone is told of it."""

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from tests.client.fake import Fake, after_a_game, at_table, said_on, seen, solo
from tests.client.test_every_request import ROWS, playing, waiting
from uno_client.core.actions.play import DRAW
from uno_client.core.actions.seats import LEAVE
from uno_client.core.model.parts import Scope
from uno_client.core.model.question import Pending
from uno_client.core.navigation import place_of
from uno_client.fullscreen.key_handlers import update
from uno_client.fullscreen.keys import MENU, Intent, menu_items, works_now
from uno_client.lines.commands import COMMANDS
from uno_client.messages import Copy, Typed
from uno_client.screens.frame import SMALLEST, Size
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.decisions import TakeTurn
from uno_engine.scenario.notation import read_position
from uno_protocol import messages as net
from uno_protocol import room as rm
from uno_protocol.asked import Where
from uno_protocol.room import RoomPhase
from uno_server.base.states import refused_at


def items(game: Fake) -> set[str]:
    return {each.intent.name.lower() for each in menu_items(game.model)}


@pytest.mark.parametrize("game", [waiting, playing, lambda: at_table("R5", "G1", seat=1)])
def test_every_line_of_the_menu_says_what_it_does(game: Callable[[], Fake]) -> None:
    begun = game().press("m")
    for each in menu_items(begun.model):
        assert each.help_now()[1:] in said_on(begun, SMALLEST)
        begun.press("down")


@pytest.mark.parametrize("size", [SMALLEST, Size(80, 24), Size(120, 40)], ids=str)
def test_every_line_of_the_menu_can_be_reached(size: Size) -> None:
    game = waiting().press("m")
    shown = set()
    for _ in MENU:
        screen = seen(game, size)
        shown |= {
            each.intent.name.lower()
            for each in menu_items(game.model)
            if (label := each.label_now(game.model)) and f"  {label[:1].upper()}{label[1:]} " in screen
        }
        game.press("down")
    assert shown == items(game)


def test_the_menu_offers_what_the_phase_and_the_role_allow() -> None:
    host = {"lock", "change", "kick", "ban", "host", "silence", "close"}
    everyone = {"away", "time", "device", "rules", "mute", "invite"}
    assert items(waiting()) >= host | everyone | {"move", "bot", "unbot"}
    assert items(playing()) >= host | everyone | {"pause", "end", "position"}
    assert items(at_table("R5", "G1", seat=1)) == everyone | {"position"}
    assert "away" not in items(playing().happen(rm.StandInChanged(0, "normal")))
    assert items(at_table("R5", "G1", seat=None)) == {"rules", "mute", "invite"}


@pytest.mark.parametrize("phase", [phase for phase in RoomPhase if phase is not RoomPhase.CLOSED])
@pytest.mark.parametrize("where", [Where.HOST, Where.SEATED, Where.WATCHING])
def test_no_request_is_offered_where_it_is_refused(where: Where, phase: RoomPhase) -> None:
    game = waiting() if phase is RoomPhase.WAITING else playing()
    seat = {Where.HOST: 0, Where.SEATED: 1, Where.WATCHING: None}[where]
    table = dataclasses.replace(game.table, seat=seat, room=dataclasses.replace(game.table.room, phase=phase))
    game.but(lambda model: replace(model, play=replace(model.play, table=table)))
    letters = {each.keys[0]: each.intent.name.lower() for each in reversed(MENU)}
    for kind, row in ROWS.items():
        by_menu = row.keys.startswith("m ") and letters[row.keys.split()[1]] in items(game)
        # `time` alone shows the time left to everybody; a move in a pause is answered in words.
        by_command = kind != "give_time" and not issubclass(net.REQUESTS[kind], net.PlayRequest)
        if by_menu or (by_command and COMMANDS[row.line.split()[0]].applies(game.model)):
            assert refused_at(net.REQUESTS[kind], where, phase) is None, kind


def test_at_a_table_of_ones_own_the_menu_says_nothing_of_how_others_join() -> None:
    game = playing().press("m")
    told = ("To join", "Code", game.room.code)
    assert [words for words in told if words in seen(game)] != []
    game.but(solo)
    assert [words for words in told if words in seen(game)] == []
    assert "invite" not in items(game)


def test_enter_does_what_is_under_the_cursor() -> None:
    game = playing()
    game.press("m" + " down" * [each.intent.name for each in menu_items(game.model)].index("pause") + " enter")
    assert game.sent == [net.Pause(id=2)]


def test_the_position_is_copied_as_the_player_sees_it() -> None:
    own = "Don't # sing; hum."
    game = at_table(
        rules="classic113", options={"customizable_rule": "own", "own_text": own}, asked=TakeTurn(1), seat=2
    )
    model, commands = update(game.press("m").model, Typed("y"))
    (copied,) = commands
    assert isinstance(copied, Copy)
    assert model.page is None
    assert "hand cem: Y1 Y2 Y3; hand ann: 3; hand bob: 2; discard: R9; " in copied.text
    assert "'" not in copied.text  # it is pasted between quotes
    begun = read_position(copied.text)
    assert (begun.names, begun.state.rules.own_text) == (("cem", "ann", "bob"), own.replace("'", "’"))


def test_the_menu_says_when_the_turn_has_come() -> None:
    game = at_table("R5 B7", "G1 R3 G4", asked=TakeTurn(1), answers=False).press("m")
    game.play(act.Play(1, (card("R3"),)))
    game.feed(net.Clock(table="ABCD", decision=2, seconds=23, of=30))
    assert place_of(game.model) is Scope.MENU
    assert "Your turn! Press Esc to go back to your cards." in seen(game)
    assert "0:25" in seen(game)
    assert "Your turn!" not in seen(at_table("R5 B7", "G1", seat=None).press("m"))


def changed(game: Fake, field: str, value: str) -> None:
    """The form for a change with that value in that field."""
    game.press("m c")
    game.but(lambda model: replace(model, form=model.form.filled(field, value)))
    if field == "rules":
        game.press("right left")  # it brings its values


@pytest.mark.parametrize(
    ("begun", "field", "value", "change"),
    [
        (waiting, "seats", "6", {"seats": 6}),
        (waiting, "seconds", "off", {"turn_seconds": 0}),
        (waiting, "password", "sesame", {"password": "sesame"}),
        (lambda: waiting(password=True), "password", "(none)", {"password": ""}),
        (waiting, "listed", "unlisted", {"listed": False}),
        (waiting, "watching", "no", {"watching": False}),
        (waiting, "show_hands", "yes", {"show_hands": True}),
        (waiting, "programs", "no", {"programs": False}),
        (waiting, "stacking", "any", {"options": {"stacking": "any"}}),
        (lambda: waiting(options={"stacking": "any"}), "rules", "street", {"preset": "street", "options": {}}),
        (playing, "pace", "brisk", {"pace": "brisk"}),
    ],
)
def test_only_what_was_changed_is_sent(
    begun: Callable[[], Fake], field: str, value: str, change: dict[str, Any]
) -> None:
    game = begun()
    changed(game, field, value)
    assert game.press("enter").sent == [net.ChangeTable(id=2, **change)]
    assert game.model.page is Scope.CHANGE, "it stays until the server has answered"
    assert game.feed(net.Ok(id=2)).model.page is None


def test_the_form_is_filled_with_what_the_table_is() -> None:
    game = waiting(options={"stacking": "any"}, turn_seconds=25, password=True, listed=False, watching=False)
    game.press("m c")
    said = {"rules": "official", "seats": "4", "seconds": "25", "password": "(unchanged)"}
    said |= {"listed": "unlisted", "watching": "no", "stacking": "any"}
    assert {key: game.model.form[key] for key in said} == said
    game.press("enter")
    assert game.sent == []
    assert game.said == "Nothing has changed."


def test_a_password_that_was_to_stay_and_has_gone_meanwhile_is_not_set_to_these_words() -> None:
    game = waiting(password=True).press("m c")
    assert game.happen(rm.TableChanged(password=False)).press("enter").sent == []


def test_a_password_that_is_typed_is_shown_as_bullets() -> None:
    game = waiting()
    changed(game, "password", "(none)")
    assert "‹ ••••" in seen(game.press("o p e n"))
    assert game.press("enter").sent == [net.ChangeTable(id=2, password="open")]


def test_in_a_game_rules_and_seats_are_not_in_the_form() -> None:
    game = playing().press("m c")
    fields = [field.key for field in game.model.form.fields]
    assert fields == ["seconds", "password", "pace", "listed", "watching", "show_hands", "programs"]
    assert "You can change rules and seats between games." in said_on(game, SMALLEST)


@pytest.mark.parametrize(
    ("table", "field", "value", "said"),
    [
        ({"options": {"stacking": "any"}}, "chains", "yes", "does not go with"),
        ({"preset": "skyrus"}, "extra", "0,0,0", "these rules take one to three Customizable cards"),
    ],
)
def test_rules_that_make_no_sense_are_said_and_not_sent(
    table: dict[str, Any], field: str, value: str, said: str
) -> None:
    game = waiting(**table)
    changed(game, field, value)
    assert game.press("enter").sent == []
    assert said in game.said


def test_a_game_that_begins_meanwhile_is_said_instead_of_sending_half_of_it() -> None:
    game = waiting()
    changed(game, "seats", "6")
    assert game.happen(rm.PhaseChanged(RoomPhase.PLAYING)).press("enter").sent == []
    assert "A game has started" in game.said


@pytest.mark.parametrize(("keys", "kicked"), [("m k down", ["eve"]), ("m k", [])])
def test_the_cursor_stays_on_the_same_person_or_on_nobody_when_somebody_leaves(keys: str, kicked: list[str]) -> None:
    game = waiting().press(keys)
    assert isinstance(game.model.question, Pending)
    game.happen(rm.SeatFreed(1))
    assert [each.name for each in game.press("enter y").sent if isinstance(each, net.Kick)] == kicked


def test_who_is_to_be_kicked_is_still_asked_when_somebody_plays() -> None:
    game = at_table("R5 B7", "G1 G2", asked=TakeTurn(1)).press("m k")
    asked = game.model.question
    game.play(act.Draw(1))
    assert isinstance(asked, Pending)
    assert game.model.question == asked


def test_a_screen_is_counted_as_one_and_can_be_kicked() -> None:
    game = at_table("R5 B7", "G1 G2").happen(rm.WatcherCame("TV 7", screen=True))
    assert "1 screen" in seen(game)
    assert "watching" not in seen(game).replace("TV 7 is watching", "")
    assert "TV 7 screen" in said_on(game.press("m k"))


def test_who_is_no_host_gives_more_time_to_the_own_seat() -> None:
    for typed in ("301", "x", "-1", "1.5"):
        game = at_table("R5", "G1", seat=1, answers=False).press(f"m t {typed} enter")
        assert game.sent == []
        assert "whole number of seconds, from 0 to 300" in game.said
    game = at_table("R5", "G1", seat=1, answers=False).press("m t 60 enter")
    assert game.sent == [net.GiveTime(id=2, seat=1, seconds=60)]
    game = at_table("R5", "G1", seat=0, answers=False)
    assert "+60 s" in seen(game.happen(rm.TimeGiven(1, 60)))
    assert seen(game.press("m t")).count(", you") == 1


@pytest.mark.parametrize("phase", [phase for phase in RoomPhase if phase is not RoomPhase.CLOSED])
def test_who_is_away_is_told_so_and_one_key_leads_back(phase: RoomPhase) -> None:
    game = playing().happen(rm.PhaseChanged(phase), rm.StandInChanged(0, "normal"))
    assert place_of(game.model) is Scope.AWAY
    assert "You're away: a computer player plays for you. Press Enter to play again." in seen(game)
    assert "Enter play again" in game.bottom
    assert game.press("d p u c left right w 5").sent == []
    assert game.press("enter").sent == [net.Away(id=2, away=False)]
    assert place_of(game.happen(rm.StandInChanged(0)).model) is not Scope.AWAY


NOT_READY = "The rules changed, so you're no longer ready."
UNREADY = rm.ReadyChanged(0, ready=False, why="rules")
STACKING = rm.TableChanged(options={"stacking": "any"})


@pytest.mark.parametrize(
    ("begun", "events", "said"),
    [
        (waiting, [STACKING, UNREADY], ["You changed the table: Stacking penalties: any on any.", NOT_READY]),
        (waiting, [rm.TableChanged(preset="street", options={})], ["You changed the table: street rules; "]),
        (waiting, [rm.TableChanged(locked=True, watching=False)], ["locked; no new spectators."]),
        (playing, [rm.StandInChanged(0, "normal"), rm.StandInChanged(0)], ["plays for you.", "You play again."]),
    ],
)
def test_a_change_of_the_table_is_told_in_words(
    begun: Callable[[], Fake], events: list[rm.RoomEvent], said: list[str]
) -> None:
    game = begun().happen(*events)
    told = [line.text for line in game.model.play.log if line.text]
    assert all(words in line for words, line in zip(said, told, strict=True))


def test_while_the_game_stands_no_key_that_plays_is_offered() -> None:
    game = at_table("R5 W", "G1 G2").happen(rm.PhaseChanged(RoomPhase.PAUSED, held=True))
    offered = {each.intent for each in works_now(game.model)}
    assert offered == {Intent.MENU, Intent.SAY, LEAVE, Intent.HELP}
    assert DRAW in {each.intent for each in works_now(game.happen(rm.PhaseChanged(RoomPhase.PLAYING)).model)}


@pytest.mark.parametrize(("seat", "words"), [(0, "You paused the game. Press m, then p"), (1, "ann paused the game.")])
@pytest.mark.parametrize("phase", [RoomPhase.PAUSED, RoomPhase.BETWEEN_ROUNDS])
def test_everyone_sees_who_has_paused(seat: int, words: str, phase: RoomPhase) -> None:
    game = at_table("R5 B7", "G1 G2", seat=seat).happen(rm.PhaseChanged(phase, held=True))
    assert words in seen(game)


@pytest.mark.parametrize(
    ("seat", "words"), [(0, "Press Enter if you're ready too, q to leave."), (None, "You're watching.")]
)
def test_the_result_stays_when_another_is_ready_for_the_next_game(seat: int | None, words: str) -> None:
    game = after_a_game(seat=seat, answers=False)
    game.happen(rm.PhaseChanged(RoomPhase.WAITING), rm.ReadyChanged(1, ready=True))
    game.feed(net.Clock(table="ABCD", decision=0, seconds=17, of=20))
    screen = said_on(game)
    assert place_of(game.model) is Scope.RESULT
    assert f"bob is ready for a rematch. {words} It begins in 17 s." in screen
    assert "0:20" in screen
    if seat is not None:
        assert game.press("enter").sent == [net.Ready(id=2)]
        assert place_of(game.happen(rm.ReadyChanged(0, ready=True)).model) is Scope.WAITING
