"""The plain client tells all that happens at a table besides the cards: time, people, passwords, hands."""

import asyncio

import pytest
from msgspec.structs import replace as with_fields

from tests.client.fake import Capture, Fake, in_list, position
from tests.client.lines.at_lines import TABLE, AtLines, InLobby, at_position, two
from uno_client.core.model import Model
from uno_client.core.update import MOST_TABLES
from uno_client.lines.no_echo import Echo
from uno_client.lines.room_text import STOOD_IN, clock_lines, room_lines, table_lines, waiting_lines
from uno_engine import actions as act
from uno_engine.cards import card, cards
from uno_engine.decide import advance
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
    return net.Clock(table=TABLE, decision=at.state.decision, seconds=seconds, of=of)


async def turns() -> None:
    """Let what is due now happen."""
    for _ in range(3):
        await asyncio.sleep(0)


async def test_whoever_is_asked_is_warned_once_when_little_time_is_left(at: AtLines) -> None:
    at.hear(clock(at, 30.0))
    await turns()
    assert at.said() == ""
    at.hear(clock(at, 9.0))
    await turns()
    assert at.said() == "9 seconds left for you.\n"
    at.hear(clock(at, 7.0))
    await turns()
    assert at.said() == ""


async def test_nobody_is_warned_of_the_time_of_others_or_of_a_clock_that_stands(capsys: Capture) -> None:
    others = AtLines(GAME + "turn: bob", capsys)
    others.hear(clock(others, 9.0))
    own = AtLines(GAME, capsys)
    own.hear(clock(own, 9.0), clock(own, None))
    await turns()
    assert "left" not in own.said()


async def test_how_to_get_more_time_is_told_on_sitting_down_where_time_runs(at: AtLines) -> None:
    assert at.opening.count("You have 30 seconds per turn. Type time 60 for 60 extra seconds") == 1
    at.hear(clock(at, 21.0))
    assert (
        at.type("time")
        == "21 seconds left for you.\nYou have 30 seconds per turn. Type time 60 for 60 extra seconds.\n"
    )
    at.type("time 60")
    assert at.asked[-1] == net.GiveTime(id=at.asked[-1].id, seat=0, seconds=60)
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
    game = Fake(position("R5", "G1 G2")).begin()
    game.room.turn_seconds = 0
    game.snapshot()
    assert clock_lines(game.model) == ["No clock is running.", "There's no time limit."]
    game.happen(rm.PhaseChanged(RoomPhase.PAUSED, held=True))
    assert clock_lines(game.model)[0] == "The clock is stopped until the game resumes."
    watching = Fake(position("R5", "G1 G2"), seat=None).begin()
    watching.feed(net.Clock(table="ABCD", decision=1, seconds=12.0, of=30.0))
    assert clock_lines(watching.model) == ["12 seconds left for ann.", "You have 30 seconds per turn."]


async def test_who_is_away_is_told_how_to_come_back(at: AtLines) -> None:
    assert at.happen(rm.StandInChanged(0, "normal")).endswith(f"{STOOD_IN}\n")
    assert at.happen(rm.StandInChanged(1, "normal")).count(STOOD_IN) == 0
    at.type("back")
    assert isinstance(at.asked[-1], net.Away)
    assert STOOD_IN not in at.happen(rm.StandInChanged(0, None))


async def test_the_host_is_told_how_a_game_that_stands_goes_on(at: AtLines, capsys: Capture) -> None:
    assert "type resume" in at.happen(rm.PhaseChanged(RoomPhase.PAUSED, held=True))
    guest = AtLines(GAME, capsys)
    guest.happen(rm.HostChanged(1))
    assert "type resume" not in guest.happen(rm.PhaseChanged(RoomPhase.PAUSED, held=True))


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


async def test_the_hands_of_a_round_are_told_one_by_one(at: AtLines) -> None:
    hands = (cards("R5 W"), (), None)
    assert at.happen(rm.HandsShown((hands[0], (), None))) == "You held red 5 and Wild.\nbob held no cards.\n"


async def test_a_question_about_a_table_that_is_gone_is_open_no_more(at: AtLines) -> None:
    assert "Type yes or no." in at.type("end")
    at.happen(rm.PhaseChanged(RoomPhase.CLOSED))
    at.type("yes")
    assert not any(isinstance(each, net.EndGame) for each in at.asked)


async def test_yes_answers_a_question_once(at: AtLines) -> None:
    at.type("end", "yes")
    assert "There's no command 'yes'." in at.type("yes")
    assert len([each for each in at.asked if isinstance(each, net.EndGame)]) == 1


DOOR = (
    "This table: locked: nobody else can join; password needed; unlisted: join by code; no spectators; "
    "hands shown after each round."
)


def test_everything_about_a_table_is_told_in_words() -> None:
    game = Fake(position("R5", "G1 G2", "Y1 Y2")).begin()
    room = game.room
    room.occupants[1] = Occupant("bob", stand_in="normal", ready=True, extra_seconds=60)
    room.occupants[2] = Occupant("cem", connected=False)
    room.listed, room.password, room.locked, room.watching, room.show_hands = False, True, True, False, True
    room.watchers, room.muted, room.turn_seconds, room.held = ["dee", "eve"], ["bob"], 0, True
    game.model = game.model.but(address="192.168.1.5:7777")
    game.snapshot()
    assert room_lines(game.model)[1:] == [
        "To join: uno-client uno://192.168.1.5:7777/ABCD",
        DOOR,
        "You paused the game.",
        "Seat 1: ann (you, host).",
        "Seat 2: bob (a computer player plays, 60 extra seconds per turn).",
        "Seat 3: cem (not connected).",
        "Spectators: dee (4) and eve (5).",
        "Silenced: bob.",
        "The game is paused: type resume to continue.",
    ]
    assert "no time limit" in room_lines(game.model)[0]


def test_the_link_to_a_table_names_the_key_of_its_server() -> None:
    game = Fake(position("R5", "G1 G2")).begin()
    told = room_lines(game.model.but(address="192.168.1.5:7777", fingerprint="a" * 26))
    assert told[1] == f"To join: uno-client uno://192.168.1.5:7777/ABCD#{'a' * 26}"


@pytest.mark.parametrize("address", ["127.0.0.1:7777", "localhost:7777", "[::1]:7777"])
def test_an_address_that_leads_nowhere_from_elsewhere_is_not_given_to_others(address: str) -> None:
    game = Fake(position("R5", "G1 G2")).begin()
    told = room_lines(game.model.but(address=address))
    assert told[1:3] == [
        f"To join from this machine: uno-client uno://{address}/ABCD",
        "From other machines, use the address that uno-server shows.",
    ]
    assert room_lines(game.model.but(address=address, web=True))[3] == "For phones, type qr."
    assert not any("come with" in line for line in room_lines(game.model.but(address=address, autostart=True)))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            in_list(bots=2, phase="between_rounds", options={"goal": "points"}),
            "1 player and 2 computer players on 4 seats, between rounds, official rules (Goal: points over rounds).",
        ),
        (
            in_list(password=True, locked=True, watching=False, watchers=2),
            "1 player on 4 seats, waiting, password needed, locked, no spectators, 2 spectators, official rules.",
        ),
        (
            in_list(preset="street", options={"stacking": "any", "mercy": "0", "customizable_rule": "vote"}),
            "1 player on 4 seats, waiting, street rules (Stacking penalties: any on any).",
        ),
        (in_list(test=True), "1 player on 4 seats, waiting, test deal, official rules."),
    ],
)
def test_the_lobby_is_told_table_by_table(line: net.TableLine, told: str) -> None:
    assert table_lines([line])[0] == f"Table Friday (KXQP): {told}"
    assert table_lines([]) == ["There are no tables yet. Open one: create NAME"]


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
    assert "Type the password of that table; an empty line cancels. (Your typing is shown.)" in said
    assert "There are no tables yet." not in said
    lobby.type("two words")
    assert lobby.pending == net.JoinTable(id=lobby.pending.id, table="Friday", password="two words")
    lobby.refuse("wrong_password")
    assert lobby.type("") == "Cancelled.\n"
    assert not lobby.player.shell.model.pending
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
    request = at.player.shell.model.pending[-1]
    said = at.hear(net.Tables(id=request.id, tables=listed(1)))
    assert said == "Table T0 (0000): 1 player on 4 seats, waiting, official rules.\n"
    at.player.obey("tables")
    request = at.player.shell.model.pending[-1]
    assert at.hear(net.Tables(id=request.id, tables=[])) == "No tables are listed.\n"


async def test_who_watched_and_sits_down_is_told_where_and_of_the_time(lobby: InLobby) -> None:
    game = Fake(position("R5", "G1 G2"))
    lobby.hear(game.picture(None))
    said = lobby.hear(game.picture(1))
    assert said.startswith("You're in seat 2 now.\nYou have 30 seconds per turn. Type time 60")
    assert "You sit in seat" not in lobby.hear(game.picture(1))


async def test_who_finds_a_table_full_is_offered_to_watch(lobby: InLobby) -> None:
    lobby.type("join Friday")
    assert "That table is full. Watch it? Type yes or no." in lobby.refuse("table_full")
    lobby.type("yes")
    assert lobby.pending == net.SpectateTable(id=lobby.pending.id, table="Friday")


def test_at_a_table_of_ones_own_there_is_nothing_about_codes() -> None:
    said = room_lines(Fake(position("R5", "G1")).begin().model.but(autostart=True))
    assert said[0] == "Table Kitchen: official rules, 30 seconds per turn."
    assert "Seat 2: bob." in said


@pytest.mark.parametrize(
    ("goal", "phase", "told"),
    [
        ("single_round", RoomPhase.FINISHED, "You win the game!\n"),
        ("points target=500", RoomPhase.BETWEEN_ROUNDS, "You win the round.\nScores after round 1: You 7, bob 0.\n"),
    ],
)
async def test_latecomers_learn_who_won(goal: str, phase: RoomPhase, told: str, capsys: Capture) -> None:
    state = at_position(two("R5", "G7", rules=f"official goal={goal}"))
    advance(state, act.Play(0, (card("R5"),)))
    assert AtLines(state, capsys, phase=phase).opening.endswith(told)


async def test_the_tally_is_told_when_a_game_is_over_and_its_seed_is_not(at: AtLines) -> None:
    tally = (rm.TallyLine("ann", 2, 0, 0, 9, 0), rm.TallyLine("bob", 2, 2, 1, 17, 3))
    assert at.happen(rm.GameSeed("5e" * 32, tally)) == (
        "Tonight, games won: bob 2.\nUNOs caught: bob 1. Biggest hand: bob 17. Most cards at once: bob 3.\n"
    )
