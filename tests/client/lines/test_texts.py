"""The plain client tells all that a player must know, in words: the game, its rules, time, people, passwords."""

import asyncio
import dataclasses
from typing import get_args

import pytest
from msgspec.structs import replace as with_fields

from tests.client.fake import Capture, Fake, at_table, in_list, position, seen, served, solo
from tests.client.lines.at_lines import AtLines, InLobby, at_position, two
from tests.client.test_every_request import waiting
from uno_client.core.model import Model
from uno_client.core.model.parts import LobbyPart, ServerPart, StartPart
from uno_client.core.update import MOST_TABLES
from uno_client.lines.commands import obey
from uno_client.lines.game_text import (
    CHOICES,
    choice_lines,
    fact_lines,
    midgame_lines,
    reason_lines,
    rules_lines,
    state_lines,
    told_rules_lines,
)
from uno_client.lines.room_text import STOOD_IN, clock_lines, room_lines, table_lines, waiting_lines
from uno_client.lines.stdin_reader import Echo
from uno_client.messages import Ask
from uno_client.structs import replace
from uno_client.wording.levels import LIKE
from uno_engine import actions as act
from uno_engine.cards import card, cards
from uno_engine.clauses import CLAUSES
from uno_engine.decisions import TakeTurn
from uno_engine.explain import explain
from uno_engine.options import fingerprint, options_of, with_options
from uno_engine.presets import PRESETS, preset
from uno_engine.rules import TABLE, Goal
from uno_engine.state import Phase
from uno_protocol import messages as net
from uno_protocol import room as rm
from uno_protocol.room import Occupant, RoomPhase

GAME = "rules: official\nseats: ann bob cem\nhand ann: R5 B7 B8\nhand bob: R1 G2\nhand cem: G3 G4\ndiscard: R9\n"


@pytest.fixture
async def at(capsys: Capture) -> AtLines:
    return AtLines(GAME, capsys)


@pytest.fixture
async def lobby(capsys: Capture) -> InLobby:
    return InLobby(capsys)


def clock(at: AtLines, seconds: float | None, of: float = 30.0) -> net.Clock:
    return net.Clock(table="ABCD", decision=at.state.decision, seconds=seconds, of=of)


async def turns() -> None:
    """Let what is due now happen."""
    for _ in range(3):
        await asyncio.sleep(0)


async def test_the_position_is_said_on_one_line(at: AtLines) -> None:
    said = "hand ann: R5 B7 B8; hand bob: 2; hand cem: 2; discard: R9; stock-only: 100; turn: ann 1"
    assert said in at.type("position")


async def test_whoever_is_asked_is_warned_once_when_little_time_is_left(at: AtLines, capsys: Capture) -> None:
    at.hear(clock(at, 30.0))
    await turns()
    assert at.said() == ""
    at.hear(clock(at, 9.0))
    await turns()
    assert at.said() == "9 seconds left for you.\n"
    at.hear(clock(at, 7.0))
    await turns()
    assert at.said() == ""
    others, stands = AtLines(GAME + "turn: bob", capsys), AtLines(GAME, capsys)
    others.hear(clock(others, 9.0))
    stands.hear(clock(stands, 9.0), clock(stands, None))
    await turns()
    assert "left" not in stands.said()


async def test_how_to_get_more_time_is_told_on_sitting_down_where_time_runs(at: AtLines) -> None:
    assert at.opening.count("You have 30 seconds per turn. Type time 60 for 60 extra seconds") == 1
    at.hear(clock(at, 21.0))
    assert at.type("time").startswith("21 seconds left for you.\nYou have 30 seconds per turn. Type time 60 for 60")
    assert "60 extra seconds" in at.happen(rm.TimeGiven(0, 60))
    assert "You have 30 seconds per turn and 60 extra." in at.type("clock")


async def test_the_time_to_the_next_deal_is_told_once_and_again_after_it_stood(at: AtLines) -> None:
    at.happen(rm.PhaseChanged(RoomPhase.BETWEEN_ROUNDS))
    told = "The next round begins in 10 seconds, or when all are ready.\n"
    assert at.hear(clock(at, 10.0, 10.0), clock(at, 9.0, 10.0)) == told
    assert at.hear(clock(at, None), clock(at, 10.0, 10.0)) == told
    at.happen(rm.PhaseChanged(RoomPhase.FINISHED), rm.PhaseChanged(RoomPhase.WAITING))
    assert at.hear(clock(at, 20.0, 20.0)) == "The next game begins in 20 seconds, or when all are ready.\n"


def test_time_is_told_to_whoever_asks_in_every_phase() -> None:
    assert clock_lines(Model()) == ["You're not at a table."]
    game = at_table()
    game.room.turn_seconds = 0
    game.snapshot()
    assert clock_lines(game.model) == ["No clock is running.", "No time limit."]
    game.happen(rm.PhaseChanged(RoomPhase.PAUSED, held=True))
    assert clock_lines(game.model)[0] == "The clock is stopped until the game resumes."
    watching = at_table(seat=None).feed(net.Clock(table="ABCD", decision=1, seconds=12.0, of=30.0))
    assert clock_lines(watching.model) == ["12 seconds left for ann.", "30 seconds per turn."]


PAUSED = rm.PhaseChanged(RoomPhase.PAUSED, held=True)
TALLY = (rm.TallyLine("ann", 2, 0, 0, 9, 0), rm.TallyLine("bob", 2, 2, 1, 17, 3))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (rm.StandInChanged(0, "normal"), f"{STOOD_IN}\n"),
        (PAUSED, "type resume to continue.\n"),
        (rm.HandsShown((cards("R5 W"), (), None)), "You held red 5 and Wild.\nbob held no cards.\n"),
        (
            rm.GameSeed("5e" * 32, TALLY),  # which is not told
            (
                "Tonight, games won: bob 2.\nUNOs caught: bob 1. Biggest hand: bob 17. Most cards at once: bob 3.\n"
                "Deal not checked: the server made no commitment before the game.\n"
            ),
        ),
    ],
)
async def test_what_happens_is_told_with_what_one_can_do(at: AtLines, event: rm.RoomEvent, told: str) -> None:
    said = at.happen(event)
    assert said == told if isinstance(event, rm.HandsShown | rm.GameSeed) else said.endswith(told)


async def test_nothing_is_told_of_what_one_cannot_do(at: AtLines) -> None:
    assert STOOD_IN not in at.happen(rm.StandInChanged(1, "normal"), rm.StandInChanged(0, None))
    assert "type resume" not in at.happen(rm.HostChanged(1), PAUSED)


def test_after_a_game_the_next_begins_without_the_host() -> None:
    game = Fake(position("R5", "G1 G2"))
    game.room.phase, game.state.phase = RoomPhase.WAITING, Phase.OVER
    assert waiting_lines(game.begin().model) == []
    game.happen(rm.ReadyChanged(0, ready=False))
    assert waiting_lines(game.model) == ["Type ready for a rematch, help for all commands."]
    game.happen(rm.GameCleared(), rm.ReadyChanged(0, ready=True))
    assert waiting_lines(game.model) == [
        "You're the host: type bot to add a computer player, start to begin when all are ready."
    ]


async def test_cards_that_are_drawn_one_by_one_are_told_as_one_line(capsys: Capture) -> None:
    at = AtLines(
        two("R5 B7", "G1 G2", rules="official draw_until_playable=yes", more="turn: bob\nstock: B3 B4 R3"), capsys
    )
    said = at.play(act.Draw(1))
    assert [line for line in said.splitlines() if "draw" in line] == ["bob draws 3 cards."]


async def test_yes_answers_a_question_once_and_not_when_the_table_is_gone(at: AtLines) -> None:
    at.type("end", "yes")
    assert "There's no command 'yes'." in at.type("yes")
    assert "Type yes or no." in at.type("end")
    at.happen(rm.PhaseChanged(RoomPhase.CLOSED))
    at.type("yes")
    assert len([each for each in at.asked if isinstance(each, net.EndGame)]) == 1


DOOR = (
    "test deal: the cards were chosen in advance; locked: nobody else can join; password needed; no spectators; "
    "unlisted: join by code; no programs; hands stay closed"
)


def test_everything_about_a_table_is_told_in_words() -> None:
    game = at_table()
    room = game.room
    room.occupants[1] = Occupant("bob", stand_in="normal", ready=True, extra_seconds=60)
    room.occupants[2] = Occupant("cem", connected=False, face=3, program=True)
    room.listed, room.password, room.locked, room.watching, room.show_hands = False, True, True, False, False
    room.watchers, room.muted, room.turn_seconds, room.held, room.test = ["dee", "eve"], ["bob"], 0, True, True
    room.screens, room.programs = ["TV 7"], False
    game.but(lambda model: replace(model, server=ServerPart(address="192.168.1.5:7777", fingerprint="a" * 26)))
    game.snapshot()
    assert room_lines(game.model)[1:] == [
        f"To join: uno-client uno://192.168.1.5:7777/ABCD#{'a' * 26}",
        f"This table: {DOOR}.",
        "Spectators: dee (4), eve (5).",
        "Screens: TV 7 (6).",
        "You paused the game.",
        "Seat 1: ann (you, host).",
        "Seat 2: bob (away, a bot plays, +60 s, silenced).",
        "Seat 3: cem Fo (program, offline).",
        "The game is paused: type resume to continue.",
    ]
    assert "no time limit" in room_lines(game.model)[0]


@pytest.mark.parametrize("address", ["127.0.0.1:7777", "localhost:7777", "[::1]:7777"])
def test_an_address_that_leads_nowhere_from_elsewhere_is_not_given_to_others(address: str) -> None:
    game = at_table()
    told = room_lines(served(game.model, address))
    assert told[1:3] == [
        f"To join from this machine: uno-client uno://{address}/ABCD",
        "From other machines, use the address that uno-server shows.",
    ]
    assert "For phones, type qr." not in room_lines(served(game.model, address, web=True))
    alone = room_lines(solo(served(game.model, address)))
    assert alone[:2] == ["Table Kitchen: official rules, 30 seconds per turn.", "Seat 1: ann (you, host)."]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            in_list(bots=2, phase="between_rounds", options={"goal": "points"}),
            "1 free, between rounds, 2 bots, official rules (Goal: points over rounds).",
        ),
        (
            in_list(password=True, locked=True, watching=False, watchers=2),
            "waiting, locked: nobody else can join, password needed, no spectators, 2 spectators, official rules.",
        ),
        (
            in_list(preset="street", options={"stacking": "any", "mercy": "0", "customizable_rule": "vote"}),
            "3 free, waiting, street rules (Stacking penalties: any on any).",
        ),
        (in_list(host=None), "3 free, waiting, nobody here, official rules."),
        (in_list(code="SHUT"), "3 free, waiting, no programs, official rules."),
        (in_list(test=True), "3 free, waiting, test deal: the cards were chosen in advance, official rules."),
    ],
)
def test_the_lobby_is_told_table_by_table(line: net.TableLine, told: str) -> None:
    lobby = LobbyPart(tables=(line,), no_programs=frozenset({"SHUT"}))
    assert table_lines(lobby)[0] == f"Table Friday ({line.code}): {told}"
    assert table_lines(LobbyPart()) == ["There are no tables yet. Open one: create NAME"]


class Hidden(Echo):
    """A terminal that can keep what is typed from the screen."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def hide(self) -> bool:
        self.asked.append("hide")
        return True

    def show(self) -> None:
        self.asked.append("show")


async def test_a_tables_password_is_asked_for_until_it_is_right_or_given_up(lobby: InLobby) -> None:
    lobby.type("join Friday")
    said = lobby.refuse("wrong_password")
    assert "Password of Friday? An empty line cancels. (Your typing is shown.)" in said
    assert "There are no tables yet." not in said
    lobby.type("two words")
    assert lobby.pending == net.JoinTable(id=lobby.pending.id, table="Friday", password="two words")
    lobby.refuse("wrong_password")
    assert lobby.type("") == "Cancelled.\n"
    assert not lobby.player.shell.model.link.pending
    lobby.type("tables")
    assert isinstance(lobby.pending, net.ListTables)


async def test_no_list_is_told_between_a_refusal_and_the_password(lobby: InLobby) -> None:
    lobby.type("join Friday")
    lobby.hear(net.Error(id=lobby.pending.id, code="wrong_password", field="password"))
    late = lobby.pending.id
    lobby.type("secret")
    assert lobby.hear(net.Tables(id=late, tables=listed(1))) == ""
    lobby.hear(net.Error(id=lobby.pending.id, code="no_such_table"))
    assert "Table T0" in lobby.hear(net.Tables(id=lobby.pending.id, tables=listed(1)))


async def test_a_password_is_hidden_where_the_terminal_can(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    lobby, echo = InLobby(capsys), Hidden()
    monkeypatch.setattr(lobby.player, "_echo", echo)
    lobby.type("watch Friday")
    assert "(Your typing is hidden.)" in lobby.refuse("wrong_password")
    assert echo.asked == ["hide"]
    lobby.type("secret")
    assert echo.asked == ["hide", "show"]
    assert lobby.pending == net.SpectateTable(id=lobby.pending.id, table="Friday", password="secret")


def listed(count: int) -> list[net.TableLine]:
    one = in_list(code="AAAA", name="T")
    return [with_fields(one, code=f"{at:04}", name=f"T{at}") for at in range(count)]


async def test_a_list_is_told_once_it_is_whole_or_longer_than_is_asked_for(lobby: InLobby) -> None:
    lobby.type("tables")
    assert lobby.hear(net.Tables(id=lobby.pending.id, tables=listed(MOST_TABLES - 1), more=True)) == ""
    said = lobby.hear(net.Tables(id=lobby.pending.id, tables=listed(1), more=True))
    assert said.count("Table T") == MOST_TABLES
    assert "Sit down: join NAME." in said


async def test_who_is_at_a_table_can_look_at_the_others(at: AtLines) -> None:
    at.player.obey("tables")
    said = at.hear(net.Tables(id=at.player.shell.model.link.pending[-1].id, tables=listed(1)))
    assert said == "Table T0 (0000): 3 free, waiting, official rules.\n"
    assert at.type("tables") == "No tables are listed.\n"


async def test_who_watched_and_sits_down_is_told_where_and_of_the_time(lobby: InLobby) -> None:
    game = Fake(position("R5", "G1 G2"))
    lobby.hear(game.picture(None))
    said = lobby.hear(game.picture(1))
    assert said.startswith("You're in seat 2 now.\nYou have 30 seconds per turn. Type time 60")
    assert "You sit in seat" not in lobby.hear(game.picture(1))


@pytest.mark.parametrize(
    ("goal", "phase", "told"),
    [
        ("single_round", RoomPhase.FINISHED, "You win with the red 5.\n"),
        (
            "points target=500",
            RoomPhase.BETWEEN_ROUNDS,
            "You win round 1 with the red 5 and 7 points.\nScores after round 1: You 7, bob 0.\n",
        ),
    ],
)
async def test_latecomers_learn_who_won(goal: str, phase: RoomPhase, told: str, capsys: Capture) -> None:
    state = at_position(two("R5", "G7", rules=f"official goal={goal}"))
    ended = Fake(state).play(act.Play(0, (card("R5"),))).ended
    assert AtLines(state, capsys, phase=phase, ended=ended).opening.endswith(told)


def test_the_result_names_the_two_letters_of_faces() -> None:
    game = Fake(at_position(two("R5", "G7")))
    game.room.occupants[:2] = [Occupant("ann", face=0), Occupant("bob", face=3)]
    game.snapshot()
    assert "Faces: ann Ca, bob Fo." in fact_lines(game.play(act.Play(0, (card("R5"),))).model)


def test_on_your_turn_the_table_the_hand_and_the_choices_are_told() -> None:
    model = at_table("R5 B7 W", "G1 G2", "Y1").model
    assert choice_lines(model) == [
        "On top: red 9. Colour in play: red. Play goes clockwise. Draw pile: 101 cards.",
        "Cards: You 3, bob 2, cem 1.",
        "You hold 3 cards. Red: 5. Yellow: none. Green: none. Blue: 7. Special: Wild.",
        "Your turn: type a number, S to sort, P to play, T to take a card, or a command.",
        " 1. play red 5 (R5)",
        " 2. play Wild",
        " 3. draw a card",
    ]
    assert choice_lines(model, again=True) == ["You can:", " 1. play red 5 (R5)", " 2. play Wild", " 3. draw a card"]
    assert " 1. play red Reverse (RV)" in choice_lines(at_table("RR B7 B8", "G1 G2").model)  # as on the full screen
    uno = choice_lines(at_table("R5 B7", "G1").model)[-1]
    assert uno.endswith("add uno to call it. For example: 1 uno")


def test_who_comes_to_a_round_that_is_being_played_hears_of_the_table_and_the_own_hand() -> None:
    model, watched, asked = (at_table(asked=TakeTurn(1), seat=seat).model for seat in (0, None, 1))
    assert midgame_lines(model) == [
        *state_lines(model),
        "You hold 3 cards. Red: 5. Yellow: none. Green: none. Blue: 7, 8. Special: none.",
        "bob is thinking …",
    ]
    assert midgame_lines(watched) == [*state_lines(watched), "bob is thinking …"]
    assert midgame_lines(asked) == []  # the question tells it all


@pytest.mark.parametrize(("goal", "when"), [(Goal.POINTS, "round"), (Goal.SINGLE_ROUND, "game")])
def test_who_has_sat_down_in_mid_round_hears_and_sees_when_to_play(goal: Goal, when: str) -> None:
    model = at_table(asked=TakeTurn(1)).model
    game = model.game
    assert game is not None
    game.rules = dataclasses.replace(game.rules, goal=goal)
    game.seated[0] = game.playing[0] = False
    words = f"You play from the next {when} on."
    assert midgame_lines(model)[-2:] == [words, "bob is thinking …"]
    assert f"bob is thinking … {words}" in seen(model)


def test_every_kind_of_choice_has_its_words() -> None:
    assert set(CHOICES) == set(get_args(act.Listed))


def test_out_of_turn_a_catch_and_a_call_are_offered() -> None:
    state = position("R5 B7", "G1", "B1 B2", asked=TakeTurn(2))
    assert choice_lines(Fake(state).begin().model) == []
    state.window = 1
    assert choice_lines(Fake(state).begin().model) == ["You can:", " 1. catch bob, who forgot UNO"]
    assert choice_lines(Fake(state, seat=1).begin().model) == ["You can:", " 1. call UNO"]


def test_the_waiting_room_tells_who_sits_where() -> None:
    assert room_lines(waiting().happen(rm.ReadyChanged(0, ready=False)).model)[2:] == [
        "Seat 1: ann (you, host, not ready).",
        "Seat 2: bob (ready).",
        "Seat 3: Ada (computer, normal).",
        "Seat 4: free.",
        f"Computer players, normal: {LIKE['normal']}.",
        "Type ready to play, help for all commands.",
    ]


@pytest.mark.parametrize("name", PRESETS)
def test_the_rules_are_told_in_the_words_of_the_table_that_plays_them(name: str) -> None:
    said = rules_lines("Table Kitchen", net.NewTable(preset=name, options={"target": "300", "goal": "points"}))
    rules = with_options(preset(name), {"target": "300", "goal": "points"})
    assert said[:2] == ["Table Kitchen.", f"Rules: {name.replace('_', ' ')} · fingerprint {fingerprint(rules)}"]
    assert f" {TABLE['target'].title}: 300 points. {TABLE['target'].explain('300')}" in said
    for title, sentences in explain(rules):
        at = said.index(f"{title}:")
        assert said[at + 1 : at + 1 + len(sentences)] == [f" {sentence}" for sentence in sentences]


def test_rules_that_are_not_known_here_are_named_all_the_same_and_another_fingerprint_is_told() -> None:
    said = rules_lines("Table Kitchen", net.NewTable(preset="nordic", options={"snow": "yes"}))
    assert said == ["Table Kitchen.", "This version doesn't know the nordic rules."]
    rules = preset("official")
    for shown in (fingerprint(rules), "00000000"):
        told = told_rules_lines(
            net.Rules(1, "KXQP", "Friday", "official", options_of(rules), shown, 30, test=shown != "00000000")
        )
        assert ("This is a test deal: the cards were chosen in advance." in told) is (shown != "00000000")
        assert told[0] == "Table Friday."
        assert any("00000000" in line for line in told) is (shown == "00000000")


@pytest.mark.parametrize("option", ["goal", "players", "extra", "target", "nonsense", ""])
@pytest.mark.parametrize("value", ["", "9" * 5000, "-", "²", "{value}", "2-", "1,2", "nan"])
def test_rules_that_make_no_sense_are_told_without_a_fault(option: str, value: str) -> None:
    assert rules_lines("Table Kitchen", net.NewTable(options={option: value}))


def test_the_rules_of_a_table_in_the_list_are_asked_for_by_name() -> None:
    model = Model(start=StartPart(new=net.NewTable(preset="street")))
    (_model, wanted, _commands), _said = obey(model, "rules Friday night")
    assert wanted == (Ask(net.TableRules(id=1, table="Friday night")),)
    assert "('A table that you open.', 'Rules: street · fingerprint " in str(obey(model, "rules")[1])


async def test_the_rules_of_the_own_table_are_told_with_the_rule_that_was_chosen(capsys: Capture) -> None:
    at = AtLines(two("R5 B7", "G1", rules="skyrus", more="custom: play_again"), capsys)
    said = at.type("rules")
    assert said.startswith("Table Kitchen.\nRules: skyrus · fingerprint ")
    assert " Play again: You get another turn at once.\n" in said
    assert at.type("rules Kitchen").startswith("Table Kitchen.\nRules: skyrus · fingerprint ")


async def test_why_tells_the_reason_for_every_card_that_cannot_be_played(capsys: Capture) -> None:
    said = AtLines(two("R5 B7", "G1", more="turn: bob"), capsys).type("why")
    assert said == f"Red 5 and blue 7. O8: {CLAUSES['O8']}\n"
    at = AtLines(two("R5 B7 W+4 G3", "G1", rules="computer"), capsys)
    assert at.type("why").splitlines() == [
        f"Green 3 and blue 7. A2: {CLAUSES['A2']}",
        f"Wild Draw Four. O4: {CLAUSES['O4']}",
    ]
    assert reason_lines(Model()) == ["You can play every card in your hand now."]
