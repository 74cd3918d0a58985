"""Every typed line of the plain client means what its player means by it."""

from typing import Any

import pytest

from tests.client.fake import at_table, in_list, notice
from tests.client.test_every_request import uncalled, waiting
from uno_client.core.actions.dialogue import answer, prompt
from uno_client.core.legal_moves import offered
from uno_client.core.model import Model
from uno_client.core.model.parts import LobbyPart
from uno_client.core.model.question import YesNo
from uno_client.core.model.table import LogLine
from uno_client.lines.commands import COMMANDS, SHORT, Outcome, command_in, obey
from uno_client.messages import Act, Ask, Stop
from uno_client.structs import replace
from uno_client.wording.levels import LIKE
from uno_engine import actions as act
from uno_engine.cards import Colour, card
from uno_engine.decisions import AnswerDrawFour, NameColour, TakeTurn
from uno_engine.presets import DESCRIPTIONS
from uno_engine.rules import TABLE
from uno_protocol import messages as net
from uno_protocol.room import Occupant, ReadyChanged, RoomPhase, SeatFreed, TallyLine


def typed(model: Model, line: str, new: net.NewTable = net.NewTable()) -> Outcome:  # noqa: B008  (frozen)
    return obey(replace(model, start=replace(model.start, new=new)), line, offered(model))


def in_round(*hands: str, **more: Any) -> Model:
    return at_table(*(hands or ("R5 B7 W W+4 R1 R2", "G1 G2")), **more).model


def at_full_table(*, host: int = 0, seat: int | None = 0, away: bool = False, **room: Any) -> Model:
    """A table of ann, bob, the computer player Ada L, an empty seat, and dee watching."""
    game = at_table("R5 B7", "G1 G2", "Y1 Y2", "B1 B2", seat=seat)
    game.room.occupants[2:] = [Occupant("Ada L", bot="normal", ready=True), None]
    game.room.watchers, game.room.host = ["Dee Dee"], host
    if away:
        game.room.occupants[0] = Occupant("ann", stand_in="normal", ready=True)
    for name, value in room.items():
        setattr(game.room, name, value)
    game.snapshot()
    return game.model


def asked(outcome: Outcome) -> net.Request:
    """The request that a line leads to."""
    wanted = input_of(outcome)
    assert isinstance(wanted, Ask)
    return wanted.request


def input_of(outcome: Outcome) -> object:
    """What is fed to the core."""
    (_model, (wanted,), _commands), _said = outcome
    return wanted


def checked(outcome: Outcome) -> tuple[str, object]:
    """The question before something is done, and what would be done."""
    question = outcome[0][0].question
    assert isinstance(question, YesNo)
    return question.text, question.then


def said(outcome: Outcome) -> str:
    """What is answered at once."""
    (model, inputs, _commands), lines = outcome
    assert inputs == ()
    return "\n".join(lines) or prompt(model) or notice(model)


def played(name: str, *colours: Colour, uno: bool = False) -> Act:
    return Act(act.Play(0, (card(name),), colours, uno=uno))


NEWEST = at_full_table()
assert NEWEST.table is not None
NEWEST.table.room.preset = "newest"  # whose rules only newer programs know
LOBBY = Model(lobby=LobbyPart(tables=(in_list(name="Friday night", password=True),)))
TURN, TWO = in_round(), in_round("R5 B7", "G1 G2")
OTHERS = in_round("R5 B7 B8", "G1 G2", asked=TakeTurn(1))
UNCALLED = uncalled().model
FREE = {"out_of_turn_penalty": "0", "false_uno_penalty": "0"}
FULL = at_full_table(options={"goal": "points"})
REST = at_full_table(phase=RoomPhase.WAITING)
OWN = {"goal": "points", "extra": "0,0,3", "customizable_rule": "own"}


@pytest.mark.parametrize(
    ("model", "line", "meant"),
    [
        (TURN, "play wild b", played("W", Colour.BLUE)),
        (TURN, "play W+4 orange", played("W+4", Colour.YELLOW)),
        (TURN, "play wild draw four green", played("W+4", Colour.GREEN)),
        (TURN, "play G+2", played("G+2")),
        (TURN, "play br", played("BR")),
        (TURN, "play bv", played("BR")),
        (TURN, "play R5 blue", played("R5")),
        (TWO, "play R5 uno", played("R5", uno=True)),
        (TWO, "1 uno", played("R5", uno=True)),
        (TWO, "2", Act(act.Draw(0))),
        (in_round(asked=NameColour(0)), "color R", Act(act.Name(0, Colour.RED))),
        (UNCALLED, "catch BOB", Act(act.Catch(0, 1))),
        (UNCALLED, "catch 2", Act(act.Catch(0, 1))),
        (UNCALLED, "catch", Act(act.Catch(0, 1))),
        (in_round("R5 B7 B8", "G1 G2", asked=TakeTurn(1), options=FREE), "play R5", played("R5")),  # is not punished
    ],
)
def test_a_line_plays_what_it_says_in_notation_in_words_or_by_number(model: Model, line: str, meant: Act) -> None:
    assert input_of(typed(model, line)) == meant


def test_a_number_of_an_older_list_plays_nothing() -> None:
    outcome = obey(TURN, "1", (act.Draw(0),))
    assert said(outcome).startswith("That list is out of date.\n")


@pytest.mark.parametrize(
    ("line", "table", "password"),
    [
        ("friday night", "friday night", ""),
        ("Friday night se cret", "Friday night", "se cret"),
        ("kxqp secret", "kxqp", "secret"),
        ("BCDF secret", "BCDF", "secret"),
        ("Anns table password=se cret", "Anns table", "se cret"),
        ("uno://192.168.1.5:7777/KXQP", "KXQP", ""),
        ("uno://[fe80::1%25eth0]/KXQP secret", "KXQP", "secret"),
    ],
)
def test_a_table_is_joined_by_name_code_or_address_and_password(line: str, table: str, password: str) -> None:
    assert asked(typed(LOBBY, f"join {line}")) == net.JoinTable(id=1, table=table, password=password)
    assert asked(typed(LOBBY, f"watch {line}")) == net.SpectateTable(id=1, table=table, password=password)


def test_away_from_a_table_the_record_of_the_last_game_of_ones_own_is_saved() -> None:
    lobby = replace(LOBBY, server=replace(LOBBY.server, records=True))
    assert asked(typed(lobby, "record friday.unorec")) == net.FetchRecord(id=1, back=0)


@pytest.mark.parametrize(
    ("line", "name", "new"),
    [
        ("The long table", "The long table", {}),
        ("Kitchen seats=3 seconds=off", "Kitchen", {"seats": 3, "turn_seconds": 0}),
        ("Kitchen seconds=45 unlisted nowatching", "Kitchen", {"turn_seconds": 45, "listed": False, "watching": False}),
        ("Kitchen noprograms", "Kitchen", {"programs": False}),
        ("Kitchen hidehands password=x=y", "Kitchen", {"show_hands": False, "password": "x=y"}),
        ("Kitchen rules=street", "Kitchen", {"preset": "street"}),
        ("Kitchen goal=with_score jump_in=yes", "Kitchen", {"options": {"goal": "points", "jump_in": "yes"}}),
        ("Kitchen bots=3:hard pace=brisk", "Kitchen", {"bots": ["hard"] * 3, "bot_pause": 0.5}),
        ('"showhands unlisted" unlisted', "showhands unlisted", {"listed": False}),
    ],
)
def test_a_table_is_opened_with_everything_that_is_said_of_it(line: str, name: str, new: dict[str, Any]) -> None:
    assert asked(typed(Model(), f"create {line}")) == net.CreateTable(id=1, name=name, new=net.NewTable(**new))


def test_flags_of_the_command_line_hold_for_what_is_not_said() -> None:
    usual = net.NewTable(seats=3, preset="official", options={"goal": "points"}, turn_seconds=0)
    for said_, new in (
        ("jump_in=yes", net.NewTable(seats=3, options={"goal": "points", "jump_in": "yes"}, turn_seconds=0)),
        ("rules=street", net.NewTable(seats=3, preset="street", turn_seconds=0)),
    ):
        opened = asked(typed(Model(), f"create Kitchen {said_}", usual))
        assert opened == net.CreateTable(id=1, name="Kitchen", new=new)


def test_a_password_can_be_typed_in_the_next_line() -> None:
    for model, line, request in (
        (Model(), "create Kitchen", net.CreateTable(id=1, name="Kitchen", new=net.NewTable(password="two words"))),
        (FULL, "change", net.ChangeTable(id=1, password="two words")),
    ):
        secret = typed(model, f"{line} password")
        assert asked((answer(secret[0][0], "two words"), ())) == request


@pytest.mark.parametrize(
    ("model", "line", "request_"),
    [
        (at_full_table(seat=None), "sit", net.JoinTable(id=1, table="ABCD")),
        (at_full_table(muted=["Gone"]), "unsilence gone", net.Mute(id=1, name="Gone", muted=False)),
        (REST, "start bob", net.Start(id=1, chosen=1)),
        (REST, "start 2", net.Start(id=1, chosen=1)),
        (FULL, "time 60", net.GiveTime(id=1, seat=0, seconds=60)),
        (FULL, "time 2 90", net.GiveTime(id=1, seat=1, seconds=90)),
        (FULL, "bot random", net.AddBot(id=1, level="random")),
        (FULL, "unbot", net.RemoveBot(id=1, seat=2)),
        (FULL, "remove 3", net.RemoveBot(id=1, seat=2)),
        (REST, "move ada l bob", net.MoveSeat(id=1, seat=2, to=1)),
        (REST, "move bob to ada l", net.MoveSeat(id=1, seat=1, to=2)),
        (FULL, "silence dee dee", net.Mute(id=1, name="Dee Dee")),
        (FULL, "change seats=3 seconds=off", net.ChangeTable(id=1, seats=3, turn_seconds=0)),
        (FULL, "change jump_in=yes", net.ChangeTable(id=1, options={"goal": "points", "jump_in": "yes"})),
        (FULL, "change rules=street jump_in=no", net.ChangeTable(id=1, preset="street", options={"jump_in": "no"})),
        (
            FULL,
            "change extra=0,0,3 customizable_rule=own own_text=Sing.",
            net.ChangeTable(id=1, options=OWN, own_text="Sing."),
        ),
        (FULL, "change nopassword unlisted", net.ChangeTable(id=1, password="", listed=False)),
        (FULL, "change password= locked=yes", net.ChangeTable(id=1, password="", locked=True)),
        (FULL, "change listed=no", net.ChangeTable(id=1, listed=False)),
        (FULL, "change pace=calm", net.ChangeTable(id=1, pace="calm")),
        (NEWEST, "change seats=3", net.ChangeTable(id=1, seats=3)),
    ],
)
def test_a_table_is_run_by_typed_lines(model: Model, line: str, request_: net.Request) -> None:
    assert asked(typed(model, line)) == request_


@pytest.mark.parametrize(
    ("model", "line", "question", "meant"),
    [
        (FULL, "kick bob", "Kick bob?", Ask(net.Kick(id=1, name="bob"))),
        (FULL, "kick dee dee", "Kick Dee Dee?", Ask(net.Kick(id=1, name="Dee Dee"))),
        (FULL, "kick 2", "Kick bob?", Ask(net.Kick(id=1, name="bob"))),
        (FULL, "kick 5", "Kick Dee Dee?", Ask(net.Kick(id=1, name="Dee Dee"))),  # behind the last seat
        (at_full_table(screens=["TV 7"]), "kick tv 7", "Kick TV 7?", Ask(net.Kick(id=1, name="TV 7"))),
        (at_full_table(screens=["TV 7"]), "kick 6", "Kick TV 7?", Ask(net.Kick(id=1, name="TV 7"))),
        (at_full_table(watchers=["2"]), 'kick "2"', "Kick 2?", Ask(net.Kick(id=1, name="2"))),
        (FULL, "ban bob", "Ban bob", Ask(net.Kick(id=1, name="bob", ban=True))),
        (FULL, "end", "End this game", Ask(net.EndGame(id=1))),
        (FULL, "close", "Close the table for everybody?", Ask(net.CloseTable(id=1))),
        (TURN, "leave", "", Ask(net.LeaveTable(id=1))),
        (TURN, "quit", "", Stop()),
        (OTHERS, "play R5", "costs 2 cards", played("R5")),
        (OTHERS, "uno", "costs 4 cards", Act(act.CallUno(0))),
        (TURN, "play R5 uno", "costs 4 cards", played("R5", uno=True)),
    ],
)
def test_what_cannot_be_taken_back_is_asked_first(model: Model, line: str, question: str, meant: object) -> None:
    told, done = checked(typed(model, line))
    assert question in told
    assert done == meant


def test_where_no_game_is_on_nobody_is_asked_about_quitting() -> None:
    assert input_of(typed(REST, "quit")) == Stop()


HOSTS = ("start", "change seats=3", "lock", "unlock", "move bob 4", "kick bob", "ban bob", "silence bob", "host bob")


@pytest.mark.parametrize("line", [*HOSTS, "unsilence bob", "pause", "resume", "end", "close"])
def test_what_is_the_hosts_alone_is_told_to_others_at_once(line: str) -> None:
    for model in (at_full_table(host=1), at_full_table(seat=None)):
        assert said(typed(model, line)) == "Only the host can do that."
    assert "not at a table" in said(typed(Model(), line))


@pytest.mark.parametrize(
    ("model", "line", "told"),
    [
        *((TURN, line, "Choose a number from 1 to 6.") for line in ("0", "7", "99999999", "007")),
        # As a server of 0.2 may have it.
        *((at_full_table(watchers=["bob"]), line, "could") for line in ("kick bob", "kick 2", "ban #2", "silence bob")),
        (FULL, "join", "leave it first"),
        (at_full_table(seat=None), "watch Friday", "leave it first"),
        (at_full_table(host=1), "time bob 60", "Nobody called 'bob'"),
        (at_full_table(seat=None), "time 60", "only watching"),
        (at_full_table(watchers=["2"]), "kick 2", 'type #2 for bob, or "2" for the name'),
        (FULL, "kick", "Kick which player?"),
        (FULL, "kick nobody", "Here are: bob and Dee Dee"),
        (FULL, "ban ada l", "ada l is a computer player"),
        (FULL, "host", "Who should host?"),
        (REST, "start nobody", "Nobody called"),
        (REST, "move bob 9", "can't choose 9"),
        (FULL, "time 301", "from 0 to 300"),
        (FULL, "time nobody 60", "Here are"),
        (FULL, "change", "What to change"),
        (FULL, "change bots=2", "computer players: bot, unbot NAME"),
        (FULL, "change seats", "For example: seats=4"),
        (FULL, "change pace=3", "pace takes calm, normal or brisk, not '3'."),
        (FULL, "bot superb", "There's no level superb."),
        (FULL, "bot herd", "There are: easy, normal, hard and expert"),
        (FULL, "change customizable_rule=own own_text=Sing.", "Customizable cards, as in extra=0,0,3."),
        (FULL, "change nonsense=1", "isn't a table setting"),
        (FULL, 'change rules="party mercey=3"', "There is no rule mercey (did you mean mercy?)."),
        (LOBBY, "create", "Name of the table"),
        (LOBBY, "create Kitchen sets=4", "(did you mean seats?)."),
        (LOBBY, "create Kitchen seats=11", "a whole number from 2 to 10"),
        (LOBBY, "create Kitchen bots=2:herd", "hard or expert, not '2:herd'."),
        (LOBBY, "create Kitchen pace=slow", "pace takes calm, normal, brisk or a number from 0 to 5"),
        (LOBBY, "create Kitchen seconds=soon", "a whole number from 0 to 600"),
        (LOBBY, "create Kitchen rules=strete", "(did you mean street?)."),
        (LOBBY, "create Kitchen jump_in=perhaps", "jump_in=perhaps: takes yes or no, not 'perhaps'."),
        (LOBBY, "create Kitchen seats=2 bots=2", "leave no seat for you"),
        (LOBBY, "create Kitchen locked", "type lock"),
        (LOBBY, "create Kitchen listed=maybe", "listed takes yes or no"),
    ],
)
def test_what_makes_no_sense_is_answered_with_what_would(model: Model, line: str, told: str) -> None:
    answer = said(typed(model, line))
    assert told in answer
    assert ".." not in answer


SHOWS = ("", "hand", "table", "seats", "choices", "scores", "rules", "help", "?", "nonsense", "\x1b[31m")
PLAYS = ("play R5", "draw", "keep", "uno", "accept", "challenge", "colour red", "catch bob", "1")
ASKS = ("join", "create", "watch", "bot herd", "remove", "leave", "colour mauve")


@pytest.mark.parametrize("line", [*SHOWS, *PLAYS, *ASKS])
def test_what_only_shows_something_or_is_nowhere_to_be_done_is_answered_at_once(line: str) -> None:
    for model in (Model(), TURN) if line in SHOWS else (Model(),):
        assert said(typed(model, line)).replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("model", "line", "vain"),
    [
        (LOBBY, 'create Den rules="official deflect=yes"', "deflect=yes"),
        (LOBBY, "create Den deflect=yes password", "deflect=yes"),
        (FULL, "change rules=quickplay deflect=yes", "deflect=yes"),
        (at_full_table(options={"seven_zero": "yes"}), "change deflect=yes seats=3", "deflect=yes"),
    ],
)
def test_rules_that_mean_nothing_under_the_others_are_told(model: Model, line: str, vain: str) -> None:
    outcome = typed(model, line)
    told = notice(outcome[0][0])
    assert f"No effect under these rules: {vain}." in told


def test_nothing_that_is_typed_about_a_table_breaks_the_client() -> None:
    odd = ("", "x", "=", "==", '"', '""', '" "')
    rest = (*odd, "bob", "9", "-1", "seats", "seats=x", "²", "uno://", "password=", "to")
    for model in (Model(), LOBBY, FULL, at_full_table(seat=None), at_full_table(phase=RoomPhase.WAITING)):
        for name in ("join", "watch", "create", "change", "move", "kick", "silence", "host", "time", "unbot", "start"):
            for one in rest:
                for other in rest:
                    assert typed(model, f"{name} {one} {other}")


def test_each_preset_and_each_rule_can_be_looked_up() -> None:
    assert said(typed(LOBBY, "presets")).splitlines() == [f"{name}: {text}" for name, text in DESCRIPTIONS.items()]
    rules = said(typed(LOBBY, "options")).splitlines()
    assert " stacking: Stacking penalties (off, same, any, up, any_colour)" in rules
    assert "The Wild Draw Four:" in rules
    assert all(any(line.startswith(f" {name}: ") for line in rules) for name in TABLE)
    assert said(typed(LOBBY, "levels")).splitlines()[-1].startswith(f"expert: {LIKE['expert']}; wins ")
    values = [f" stacking={value}: {TABLE['stacking'].explain(value)}" for value in TABLE["stacking"].choices]
    assert said(typed(LOBBY, "options stacking")).splitlines() == values
    assert said(typed(LOBBY, "options staking")) == "'staking' isn't a table setting (did you mean stacking?)."
    assert said(typed(LOBBY, "options pace")) == "pace is no rule, but is set for a table. For example: pace=calm"
    assert "did you mean" not in said(typed(LOBBY, "options seat"))


def test_the_last_lines_of_the_log_and_the_tally_can_be_read_again() -> None:
    model = at_full_table(tally=[TallyLine("ann", wins=2, caught=1, biggest=9, longest=0)])
    model = replace(model, play=replace(model.play, log=tuple(LogLine(None, f"line {number}") for number in range(20))))
    assert said(typed(model, "log 2")).splitlines() == ["line 18", "line 19"]
    assert len(said(typed(model, "log")).splitlines()) == 10
    assert "Tonight, games won: ann 2." in said(typed(model, "scores"))
    assert said(typed(replace(model, play=replace(model.play, log=())), "log")) == "Nothing has happened yet."
    assert said(typed(Model(), "scores")) == "There are no scores yet."


def test_the_help_names_every_command_and_other_names_lead_to_one() -> None:
    lines = said(typed(Model(), "help all"))
    assert "BV (blue Reverse)" in lines, "as in the list of choices, and on the full screen"
    for name, command in COMMANDS.items():
        assert command.usage.split()[0] == name
        assert f"\n {command.usage}: " in lines
    assert set(SHORT.values()) <= COMMANDS.keys()
    assert not SHORT.keys() & COMMANDS.keys()
    create = said(typed(Model(), "help /create"))
    assert "hidehands: keep hands closed" in create
    assert "\n" not in create
    assert "There's no command" in said(typed(Model(), "help me"))
    assert (command_in("/Spectate x"), command_in("/R5"), command_in("")) == (COMMANDS["watch"], None, None)


def listed_by_help(model: Model) -> set[str]:
    return {line.split()[0].rstrip(":") for line in said(typed(model, "help")).splitlines() if line.startswith(" ")}


def test_the_help_lists_what_applies_now() -> None:
    guest, facing = waiting(host=1).model, in_round(asked=AnswerDrawFour(0, 1, 4))
    host = waiting().happen(ReadyChanged(0, ready=False), SeatFreed(2)).model
    for model, listed, absent in (
        (Model(), ("join", "create", "tables"), ("ready", "play", "kick", "leave", "uno")),
        (guest, ("unready", "away", "time", "leave", "who"), ("ready", "join", "kick", "start", "play", "back")),
        (host, ("ready", "start", "kick", "change", "lock"), ("unready", "pause", "end", "play", "unbot")),
        (TURN, ("play", "draw", "pause", "end", "kick"), ("join", "ready", "start", "chain", "vote", "resume")),
        (facing, ("accept", "challenge"), ("colour", "vote", "keep", "choose", "give")),
    ):
        assert listed_by_help(model) >= set(listed)
        assert not listed_by_help(model) & set(absent)
