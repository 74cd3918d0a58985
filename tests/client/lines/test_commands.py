"""Every typed line of the plain client means what its player means by it."""

from typing import Any

import pytest

from tests.client.fake import Fake, position
from uno_client.core.legal_moves import offered
from uno_client.core.model import Model
from uno_client.lines.commands import COMMANDS, SHORT, command_in, obey
from uno_client.lines.outcomes import Check, Context, Outcome, Tell, Want
from uno_client.messages import Act, Ask, Stop
from uno_engine import actions as act
from uno_engine.cards import Colour, card
from uno_engine.decisions import AnswerDrawFour, NameColour, TakeTurn
from uno_engine.state import Phase
from uno_protocol import messages as net
from uno_protocol.room import Occupant, RoomPhase

NEW = net.NewTable(seats=3)


def at_table(*hands: str, **more: Any) -> Model:
    return Fake(position(*(hands or ("R5 B7 W W+4", "G1 G2")), **more)).begin().model


def typed(model: Model, line: str) -> Outcome:
    return obey(Context(model, NEW, offered(model)), line)


def played(name: str, *colours: Colour, uno: bool = False) -> Want:
    return Want(Act(act.Play(0, (card(name),), colours, uno=uno)))


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("play R5", played("R5")),
        ("PLAY Red 5", played("R5")),
        ("play W", played("W")),
        ("play wild b", played("W", Colour.BLUE)),
        ("play W+4 orange", played("W+4", Colour.YELLOW)),
        ("play wild draw four green", played("W+4", Colour.GREEN)),
        ("play G+2", played("G+2")),
        ("play green draw two", played("G+2")),
        ("play blue skip", played("BS")),
        ("play br", played("BR")),
        ("play R5 blue", played("R5")),
    ],
)
def test_a_card_may_be_typed_in_notation_or_in_words(line: str, meant: Outcome) -> None:
    assert typed(at_table("R5 B7 W W+4 R1 R2", "G1 G2"), line) == meant


@pytest.mark.parametrize(("line", "meant"), [("play R5 uno", "R5"), ("1 uno", "R5")])
def test_uno_is_called_with_the_play(line: str, meant: str) -> None:
    assert typed(at_table("R5 B7", "G1 G2"), line) == played(meant, uno=True)


def test_a_number_chooses_from_the_list() -> None:
    model = at_table("R5 R6 W", "G1 G2", top="R9")
    listed = [played("R5"), played("R6"), played("W"), Want(Act(act.Draw(0)))]
    assert [typed(model, str(at)) for at in range(1, 5)] == listed
    assert typed(model, "3 green") == played("W", Colour.GREEN)


@pytest.mark.parametrize("line", ["0", "5", "99999999", "007"])
def test_a_number_that_is_not_on_the_list_is_told_so(line: str) -> None:
    outcome = typed(at_table("R5 R6 W", "G1 G2", top="R9"), line)
    assert outcome == Tell(("Choose a number from 1 to 4.",))


def test_a_number_of_an_older_list_plays_nothing() -> None:
    outcome = obey(Context(at_table(), NEW, (act.Draw(0),)), "1")
    assert isinstance(outcome, Tell)
    assert outcome.lines[0] == "That list is out of date."


@pytest.mark.parametrize(
    ("asked", "line", "action"),
    [
        (TakeTurn(0), "pass", act.Pass(0)),
        (NameColour(0), "color R", act.Name(0, Colour.RED)),
        (TakeTurn(1), "catch BOB", act.Catch(0, 1)),
        (TakeTurn(1), "catch 2", act.Catch(0, 1)),
    ],
)
def test_every_answer_has_its_command(asked: Any, line: str, action: act.PlayerAction) -> None:
    assert typed(at_table(asked=asked), line) == Want(Act(action))


def test_catch_needs_no_name_when_there_is_one_to_catch() -> None:
    state = position("R5 B7", "G1", "B1 B2", asked=TakeTurn(2))
    state.window = 1
    assert typed(Fake(state).begin().model, "catch") == Want(Act(act.Catch(0, 1)))
    assert isinstance(typed(at_table(), "catch"), Tell)


@pytest.mark.parametrize(
    ("asked", "line", "cards"), [(TakeTurn(1), "play R5", 2), (TakeTurn(0), "uno", 4), (TakeTurn(0), "play R5 uno", 4)]
)
def test_what_costs_cards_is_done_after_a_question_only(asked: Any, line: str, cards: int) -> None:
    outcome = typed(at_table(asked=asked), line)
    assert isinstance(outcome, Check)
    assert f"costs {cards} cards" in outcome.question
    assert isinstance(outcome.input, Act)


def test_where_the_table_does_not_punish_there_is_no_question() -> None:
    free = {"out_of_turn_penalty": "0", "false_uno_penalty": "0"}
    for asked, line, meant in ((TakeTurn(1), "play R5", played("R5")), (TakeTurn(0), "uno", Want(Act(act.CallUno(0))))):
        game = Fake(position("R5 B7 B8", "G1 G2", asked=asked, options=free))
        game.room.options = free
        assert typed(game.begin().model, line) == meant


SHOWS = ("", "hand", "table", "seats", "choices", "scores", "rules", "help", "?", "nonsense", "\x1b[31m")
PLAYS = ("play R5", "draw", "keep", "uno", "accept", "challenge", "colour red", "catch bob", "1")
ASKS = ("join", "create", "watch", "bot herd", "remove", "leave", "colour mauve")


@pytest.mark.parametrize("line", [*SHOWS, *PLAYS, *ASKS])
def test_what_only_shows_something_or_is_nowhere_to_be_done_is_answered_at_once(line: str) -> None:
    for model in (Model(), at_table()) if line in SHOWS else (Model(),):
        outcome = typed(model, line)
        assert isinstance(outcome, Tell)
        assert all(said.isprintable() for said in outcome.lines)


def test_the_host_may_name_who_starts() -> None:
    game = Fake(position("R5", "G1")).begin()
    for line in ("start bob", "start 2"):
        assert typed(game.model, line) == Want(Ask(net.Start(id=1, chosen=1)))
    assert isinstance(typed(game.model, "start nobody"), Tell)


def test_leaving_and_quitting_in_mid_round_ask_first() -> None:
    game = Fake(position("R5 R6", "G1")).begin()
    for line, meant in (("leave", Ask(net.LeaveTable(id=1))), ("quit", Stop())):
        outcome = typed(game.model, line)
        assert isinstance(outcome, Check)
        assert outcome.input == meant
    game.room.phase = RoomPhase.WAITING
    game.state.playing = [False, False]
    game.snapshot()
    assert typed(game.model, "leave") == Want(Ask(net.LeaveTable(id=1)))
    assert typed(game.model, "quit") == Want(Stop())


def test_the_help_names_every_command_and_other_names_lead_to_one() -> None:
    said = typed(Model(), "help all")
    assert isinstance(said, Tell)
    for name, command in COMMANDS.items():
        assert command.usage.split()[0] == name
        assert any(line.startswith(f" {command.usage}: ") for line in said.lines)
    assert set(SHORT.values()) <= COMMANDS.keys()
    assert not SHORT.keys() & COMMANDS.keys()


def listed_by_help(model: Model) -> set[str]:
    said = typed(model, "help")
    assert isinstance(said, Tell)
    return {line.split()[0].rstrip(":") for line in said.lines if line.startswith(" ")}


def test_the_help_lists_what_applies_now() -> None:
    game = Fake(position("R5 R6", "G1")).begin()
    game.room.phase, game.room.host = RoomPhase.WAITING, 1
    game.state.phase = Phase.OVER
    game.snapshot()
    guest = game.model
    game.room.host, game.room.occupants[0] = 0, Occupant("ann")
    game.snapshot()
    voting = at_table(asked=AnswerDrawFour(0, 1, 4))
    for model, listed, absent in (
        (Model(), ("join", "create", "tables"), ("ready", "play", "kick", "leave", "uno")),
        (guest, ("unready", "away", "time", "leave", "who"), ("ready", "join", "kick", "start", "play", "back")),
        (game.model, ("ready", "start", "kick", "change", "bot", "lock"), ("unready", "pause", "end", "play", "unbot")),
        (at_table(), ("play", "draw", "pause", "end", "kick"), ("join", "ready", "start", "chain", "vote", "resume")),
        (voting, ("accept", "challenge", "colour"), ("vote", "keep", "choose", "give")),
    ):
        assert listed_by_help(model) >= set(listed)
        assert not listed_by_help(model) & set(absent)


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ("away", "back", {"stand_in": "normal"}),
        ("lock", "unlock", {"locked": True}),
        ("pause", "resume", {"held": True}),
    ],
)
def test_the_help_lists_one_of_two_opposites(before: str, after: str, change: dict[str, Any]) -> None:
    game = Fake(position("R5 R6", "G1")).begin()
    assert {before, after} & listed_by_help(game.model) == {before}
    for name, value in change.items():
        setattr(game.room.occupants[0] if name == "stand_in" else game.room, name, value)
    game.snapshot()
    assert {before, after} & listed_by_help(game.model) == {after}


def test_the_help_tells_of_one_command() -> None:
    said = typed(Model(), "help /create")
    assert isinstance(said, Tell)
    assert len(said.lines) == 1
    assert "showhands: show all hands" in said.lines[0]
    assert "There's no command" in str(typed(Model(), "help me"))
    assert (command_in("/Spectate x"), command_in("/R5"), command_in("")) == ("watch", None, None)
