"""What the server says, and what becomes of the link, folded into the model."""

import copy
import re
from typing import Any

import pytest
from msgspec import structs

from tests.client.fake import WELCOME, Fake, after_a_game, at_table, in_list, notice, position, seen, solo
from tests.client.test_every_request import playing, uncalled, waiting
from tests.protocol.next_version import LATER, SOON
from uno_client.core.legal_moves import catches
from uno_client.core.model import Model
from uno_client.core.model.parts import LinkPhase, LobbyPart, Notice, Screen, ServerPart, SettingsPart, StartPart, Tone
from uno_client.core.table_events import MOST_RESYNCS
from uno_client.core.update import update
from uno_client.messages import (
    Ask,
    Bell,
    Connecting,
    FindPages,
    GoOn,
    Invited,
    LinkDown,
    LinkUp,
    Quit,
    Resync,
    Send,
    Stop,
    TakeBack,
    Tick,
)
from uno_client.preferences import Preferences, Ringing
from uno_client.screens.pieces import QUIET
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.decisions import TakeTurn
from uno_protocol import messages as net
from uno_protocol import room as rm
from uno_protocol.qr import half_blocks
from uno_protocol.room import RoomPhase

LOGGED_IN = net.LoggedIn(name="ann", token="secret")


def told(model: Model, *messages: Any) -> tuple[Model, list[object]]:
    commands: list[object] = []
    for message in messages:
        model, more = update(model, message)
        commands += more
    return model, commands


@pytest.fixture
def game() -> Fake:
    return at_table("R5 B7 B8", "G1 G2")


def test_request_ids_go_on_where_the_session_was() -> None:
    model, _ = told(Model(), WELCOME, net.Resumed(name="ann", last_id=41))
    assert model.link.pending == (net.ListTables(id=42),)


def test_a_long_lobby_is_asked_for_page_by_page() -> None:
    model, _ = told(Model(), WELCOME, LOGGED_IN)
    first, second = (in_list(code=code, name=code) for code in ("AAAA", "BBBB"))
    model, commands = told(model, net.Tables(id=1, tables=[first], more=True))
    assert commands == [Send(net.ListTables(id=2, after="AAAA"))]
    model, _ = told(model, net.Tables(id=2, tables=[second]))
    assert model.lobby.tables == (first, second)


def test_deserted_tables_are_at_the_end_of_the_list() -> None:
    left, open_, other = in_list(code="AAAA", host=None), in_list(code="BBBB"), in_list(code="CCCC")
    model, commands = told(Model(), WELCOME, LOGGED_IN, net.Tables(id=1, tables=[open_, left], more=True))
    assert commands[-1] == Send(net.ListTables(id=2, after="AAAA"))
    model, _ = told(model, net.Tables(id=2, tables=[other]))
    assert model.lobby.tables == (open_, other, left)


def listing(*codes: str) -> net.Tables:
    lines = [in_list(code=code, name=f"Table {code}") for code in codes]
    return net.Tables(id=1, tables=lines)


def test_a_list_on_the_screen_keeps_itself_up_to_date() -> None:
    model = Model(lobby=LobbyPart(list_again=4.0))
    model, _ = told(model, WELCOME, LOGGED_IN, listing("AAAA"), net.Talk(id=2, lines=[]))
    assert told(model, Tick(3.0))[1] == []
    model, commands = told(model, Tick(5.0), Tick(9.0))
    assert commands == [Send(net.ListTables(id=3))]
    assert told(replace(model, lobby=replace(model.lobby, list_again=None)), Tick(500.0))[1] == []


def test_the_cursor_stays_on_its_table_when_the_list_changes() -> None:
    model, _ = told(Model(), WELCOME, LOGGED_IN, listing("AAAA", "CCCC"))
    model, _ = told(replace(model, row=1), listing("AAAA", "BBBB", "CCCC"))
    assert model.row == 2
    model, _ = told(model, listing("AAAA"))
    assert model.row == 0


def test_a_lost_link_keeps_the_screen_and_says_when_it_tries_again(game: Fake) -> None:
    game.feed(Tick(100.0), LinkDown("the connection was lost", 3.0))
    assert (game.model.link.phase, game.model.link.retry_at) == (LinkPhase.LOST, 103.0)
    assert game.model.table
    model, _ = told(Model(), WELCOME, LOGGED_IN, listing("AAAA"))
    model, _ = told(replace(model, screen=Screen.CREATE), LinkDown("gone", 0.0), net.Resumed(name="ann", last_id=5))
    assert model.screen is Screen.CREATE, "so is a form that is being filled in"


def test_what_had_no_answer_is_sent_again_with_its_id_after_a_resume() -> None:  # FAULTS 22, 27
    game = at_table(answers=False).press("enter")
    asked = game.last
    assert len(game.feed(LinkDown("gone", 0.0), Connecting("x"), LinkUp(), WELCOME).sent) == 1
    assert game.feed(net.Resumed(name="ann", last_id=asked.id, table="ABCD")).sent == [asked, asked]
    assert game.feed(net.Ok(id=asked.id)).model.link.pending == ()


def test_a_table_that_is_gone_after_a_resume_leads_to_the_lobby(game: Fake) -> None:
    game.feed(LinkDown("gone", 0.0), WELCOME, net.Resumed(name="ann", last_id=5))
    assert (game.model.position, game.model.screen, game.said) == ((None, None), Screen.TABLES, "That table is gone.")


def test_a_link_that_gives_up_ends_the_program_where_the_server_was_given() -> None:
    _, commands = told(Model(start=StartPart(fixed_server=True)), LinkDown("nothing listens\nthere\x1b[2J", None, 69))
    assert commands == [Quit(69, "nothing listens there[2J")]


def test_a_model_is_never_changed_in_place() -> None:
    game = at_table("R5 B7 B8", "G1 R1 R2", asked=TakeTurn(1))
    before, room = game.model, copy.deepcopy(game.table.room)
    discard = before.game and list(before.game.discard)
    game.play(act.Play(1, (card("R1"),))).happen(rm.SeatFreed(1))
    assert (before.table and before.table.room, before.game and before.game.discard) == (room, discard)


@pytest.mark.parametrize(
    ("wanted", "seconds", "rings"),
    [("idle", 3.0, []), ("idle", 60.0, [Bell()]), ("always", 3.0, [Bell()]), ("never", 60.0, [])],
)
def test_the_bell_rings_for_a_turn_as_the_player_wants_it(wanted: Ringing, seconds: float, rings: list[Bell]) -> None:
    model = Model(settings=SettingsPart(wants=Preferences(bell=wanted)))
    game = at_table("R5 B7 B8", "G1 R1 R2", asked=TakeTurn(1), model=model).press("right")
    game.wait(seconds)
    game.play(act.Play(1, (card("R1"),)))
    assert game.others == rings


@pytest.mark.parametrize(("seat", "rings"), [(0, [Bell()]), (1, [])])
def test_the_bell_rings_when_a_computer_player_takes_over_for_you_alone(seat: int, rings: list[Bell]) -> None:
    model = Model(settings=SettingsPart(wants=Preferences(bell="always")))
    game = at_table("R5 B7 B8", "G1 R1 R2", asked=TakeTurn(1), model=model)
    assert game.happen(rm.StandInChanged(seat, "normal")).others == rings


@pytest.mark.parametrize(("seat", "told"), [(0, "You jump in with red 3."), (2, "ann jumps in with red 3.")])
def test_a_card_played_out_of_turn_by_the_rules_is_told_as_a_jump_in(seat: int, told: str) -> None:
    game = at_table("R3 B8 B7", "R3 R1 R2", "G1 G2", seat=seat, asked=TakeTurn(1), options={"jump_in": "yes"})
    game.play(act.Play(1, (card("R3"),))).play(act.Play(0, (card("R3"),)))
    assert [line.text for line in game.model.play.log if line.text][-2:] == ["bob plays red 3.", told]


def test_after_a_long_time_without_a_link_the_last_result_is_shown() -> None:
    game = at_table("R5 B7", "R6", "G3 G4", asked=TakeTurn(1)).play(act.Play(1, (card("R6"),)))
    game.happen(rm.PhaseChanged(RoomPhase.FINISHED))
    assert "bob wins\n" in re.sub(" +\n", "\n", seen(game))
    other = after_a_game("R5", "G1 G2", "Y1")
    game.state, game.ended = other.state, other.ended
    game.snapshot()
    assert "You win with the red 5." in seen(game)
    game.happen(rm.PhaseChanged(RoomPhase.PLAYING)).snapshot()
    assert game.model.result is None


def test_who_left_keeps_the_name_until_the_next_game() -> None:
    game = at_table("R5", "G1 G2", "G3 G4").happen(rm.SeatFreed(2)).press("enter")
    game.happen(rm.PhaseChanged(RoomPhase.FINISHED))
    for _ in range(2):
        assert "cem" in seen(game)
        assert "seat 3" not in seen(game)
        game.snapshot()  # the whole picture, as after a long time without a link
    assert game.happen(rm.PhaseChanged(RoomPhase.WAITING)).room.gone is None


def test_a_password_that_nobody_has_given_yet_is_no_fault() -> None:
    model = Model(start=StartPart(first_request=net.JoinTable(id=1, table="Kitchen")))
    model, _ = told(model, WELCOME, LOGGED_IN, net.Error(id=1, code="wrong_password"))
    assert model.notice == Notice("That table needs a password.", Tone.INFO, model.now)
    for wrong, tone in ((False, Tone.INFO), (True, Tone.FAULT)):
        down = LinkDown("host needs a password", wants_password=True, wrong_password=wrong)
        model, _ = told(Model(), down)
        assert model.notice
        assert model.notice.tone is tone


@pytest.mark.parametrize(
    ("taken", "proposed"),
    [
        ("ann", "ann2"),
        ("ann9", "ann10"),
        ("a" * 20, "a" * 19 + "2"),
        ('"ann 123456"', '"ann 123457"'),
        ("ann 99999", '"ann 100000"'),
    ],
)
def test_where_a_name_is_taken_another_is_asked_for(taken: str, proposed: str) -> None:
    down = LinkDown("…", no_name=f"the name {taken!r} is taken on this server", code=1)
    start = StartPart(fixed_server=True, attended=True)
    model, commands = told(Model(start=start, name=taken, server=ServerPart(address="host:7777")), down)
    assert commands == []
    assert (model.screen, model.form["name"], model.form.current.key) == (Screen.CONNECT, proposed, "name")
    assert notice(model).endswith(f"is taken on this server. Enter plays as {proposed}; or type another.")
    assert told(Model(start=StartPart(fixed_server=True), name=taken), down)[1] == [Quit(1, "…")]


def test_after_a_connection_is_lost_for_good_a_name_is_offered_in_quotes_where_it_would_be_read_as_digits() -> None:
    down = LinkDown("the server is gone")
    came = net.LoggedIn(name="ann 123456", token="secret")
    model, _ = told(Model(), WELCOME, came, LinkDown("…", retry_in=1.0), down)
    assert model.form["name"] == '"ann 123456"'
    assert told(Model(name="ann 123456"), down)[0].form["name"] == "ann 123456"  # never logged in: as it was typed


def test_the_seat_of_a_name_that_is_taken_can_be_asked_for() -> None:
    down = LinkDown("…", no_name="the name is taken", code=1, claimable=True)
    game = Fake(position("R5", "G1"))
    game.model = Model(start=StartPart(attended=True), name="ann", server=ServerPart(address="host:7777"))
    game.feed(down)
    assert game.asks.startswith("That player is disconnected. If it's you, ask the table for your seat.")
    assert told(game.model, TakeBack())[1] == [GoOn(claims=True)]
    assert notice(told(game.model, net.ClaimPending(by="host", seconds=60))[0]) == "The host is asked for your seat."


def test_digits_for_another_device_are_shown_with_the_time_that_is_left() -> None:
    game = playing().press("m f").feed(net.MoveCode(id=2, code="042137", seconds=120.0))
    assert "ann 042137" in seen(game)
    game.feed(Tick(game.model.now + 47))
    assert "Time left: 1:13" in seen(game)
    assert game.said.startswith("On your other device, join under this name: ann 042137.")
    assert "042137" not in seen(game.press("escape")).replace(game.said, "")


def test_the_digits_for_another_device_have_a_qr_code_where_there_is_a_page() -> None:
    game = playing().press("m f")
    model = replace(game.model, server=ServerPart(address="host:7777", web=True))
    model, commands = told(model, net.MoveCode(id=2, code="042137", seconds=120.0))
    assert commands == [FindPages("host:7777")]
    code = half_blocks("http://10.0.0.1:7777/#ann/042137", quiet=QUIET)
    assert code[5] not in seen(model)
    model, _ = told(model, Invited(("http://10.0.0.1:7777/",)))
    assert all(line in seen(model) for line in code)
    assert "ann 042137" in seen(model)


def test_the_host_is_asked_whether_a_claim_is_true() -> None:
    assert waiting().happen(rm.ClaimMade(1)).said.startswith("Is that bob?")
    assert at_table("R5", "G1", "B1", seat=1).happen(rm.ClaimMade(2)).said == ""


@pytest.mark.parametrize(
    ("first", "why"),
    [
        (act.CallUno(1), "bob called UNO in time."),
        (act.Catch(2, 1), "bob has been caught already."),
        (act.Draw(2), "bob can no longer be caught."),
    ],
)
def test_a_catch_that_comes_too_late_says_why_and_there_is_none_any_more(first: act.Action, why: str) -> None:
    """FAULTS 23."""
    game = uncalled()
    game.answers = False
    game.press("c").play(first)
    game.feed(net.Error(id=game.last.id, code="nothing_to_catch", clause="U4", args={"target": 1}))
    assert game.said == f"Too late: {why}"
    assert catches(game.model) == ()
    assert game.model.game is not None
    assert game.model.game.window is None


def test_a_table_of_ones_own_starts_when_the_player_is_ready() -> None:
    game = waiting().happen(rm.ReadyChanged(0, ready=False)).but(solo)
    assert game.happen(rm.ReadyChanged(0, ready=True)).sent == [net.Start(id=2)]
    game = after_a_game().but(solo).press("enter")  # a rematch begins by itself
    game.happen(rm.PhaseChanged(RoomPhase.WAITING), rm.ReadyChanged(0, ready=True))
    assert [type(each) for each in game.sent] == [net.Ready]


@pytest.mark.parametrize("request_", [request for request, _ in LATER], ids=str)
def test_what_the_version_of_the_server_does_not_have_is_not_sent(request_: net.Request) -> None:
    game = at_table()
    model, commands = update(game.model, Ask(request_))
    assert (model.link.pending, commands) == ((), ())
    assert notice(model) == "This server is older and can't do that yet."
    newer, _ = update(game.model, structs.replace(WELCOME, version=SOON))
    _, commands = update(newer, Ask(request_))
    assert [type(each) for each in commands] == [Send]


@pytest.mark.parametrize("phase", [RoomPhase.PLAYING, RoomPhase.WAITING, RoomPhase.FINISHED])
def test_stop_ends_the_session_where_no_game_is_on(game: Fake, phase: RoomPhase) -> None:
    game.happen(rm.PhaseChanged(phase)).feed(Stop())
    leaves = [] if phase is RoomPhase.PLAYING else [net.Logout(id=2)]
    assert (game.sent, game.others) == (leaves, [Quit(0)])


def test_stop_keeps_a_seat_before_the_table_is_seen() -> None:
    model, _ = update(Model(), net.Resumed(name="ann", last_id=0, table="ABCD"))
    assert update(model, Stop())[1] == (Quit(0),)


# FAULTS 38: a server that contradicts itself.
CONTRADICTIONS: list[net.ServerMessage] = [
    net.Entry(table="ABCD", n=7, event={"k": "asked"}),
    net.Entry(table="ABCD", n=1, event={}),
    net.Entry(table="ABCD", n=1, event={"k": "cards_played", "seat": 0, "cards": ["G9"]}),
    net.Entry(table="ABCD", n=1, event={"k": "cards_played", "seat": 0, "cards": []}),
    net.Entry(table="ABCD", n=1, event={"k": "cards_played", "seat": 99, "cards": ["R5"]}),
    net.Entry(table="ABCD", n=1, event={"k": "cards_played", "seat": "x", "cards": 5}),
    net.Entry(table="ABCD", n=1, event={"k": "round_ended", "winners": [0], "blocked": False, "gains": [1]}),
    net.Entry(table="ABCD", n=1, event={"k": "asked", "decision": {"k": "take_turn", "seat": 8}}),
    net.Entry(table="ABCD", n=1, event={"k": "seat_freed", "seat": -1}),
    net.Entry(table="ABCD", n=1, event={"k": "round_dealt"}),
    net.Snapshot(table="ABCD", n=3, room={}),
    net.Snapshot(table="ABCD", n=3, room={"name": 5}, game={"seats": 1000}),
    net.Legal(table="ABCD", decision=1, n=0, actions=[{"k": "play", "card": "Q9"}]),
    net.Legal(table="ABCD", decision=1, n=0, actions=[{"k": "name", "colour": "purple"}]),
]


@pytest.mark.parametrize("message", CONTRADICTIONS)
def test_a_contradiction_is_said_and_a_snapshot_asked_for(game: Fake, message: net.ServerMessage) -> None:
    game.feed(message)
    assert game.others == [Resync()]
    assert "inconsistent data" in game.said
    assert game.model.position == ("ABCD", None)


def test_a_snapshot_settles_a_contradiction(game: Fake) -> None:
    assert game.feed(CONTRADICTIONS[0]).happen(rm.WatcherCame("Eve")).table.room.watchers == []
    game.snapshot()
    assert game.model.position == ("ABCD", 1)
    assert isinstance(game.press("enter").last, net.Play)


def test_after_several_contradictions_the_program_ends_with_76(game: Fake) -> None:
    for _ in range(MOST_RESYNCS + 1):
        game.feed(CONTRADICTIONS[2])
        game.snapshot()
    *before, end = game.others
    assert before == [Resync()] * MOST_RESYNCS
    assert isinstance(end, Quit)
    assert end.code == 76


def test_an_event_that_this_program_does_not_know_is_said_and_passed_over(game: Fake) -> None:
    game.entry({"k": "brand\x1b_new", "x": 1})
    assert game.others == []
    assert game.model.play.log[-1].text == "Something happened that this version doesn't know (brand_new)."
    assert game.happen(rm.WatcherCame("Eve")).model.position == ("ABCD", 2)


@pytest.mark.parametrize(
    "message",
    [
        net.Entry(table="ZZZZ", n=900, event={"k": "asked"}),
        net.Legal(table="ZZZZ", decision=1, n=0, actions=[]),
        net.Clock(table="ZZZZ", decision=1, seconds=5.0),
        net.Ok(id=999),
        net.PutOut(table="ZZZZ", code="kicked"),
        net.Tables(id=999, tables=[]),
    ],
)
def test_what_belongs_to_nothing_here_changes_nothing_at_the_table(game: Fake, message: net.ServerMessage) -> None:
    table = game.model.table
    assert (game.feed(message).model.table is table, game.others) == (True, [])
