"""Every typed line of the plain client means what its player means by it."""

from typing import Any

import pytest

from tests.client.fake import Fake, at_table, in_list, position
from uno_client.core.legal_moves import offered
from uno_client.core.model import LogLine, Model
from uno_client.lines.commands import COMMANDS, SHORT, command_in, obey
from uno_client.lines.outcomes import Check, Context, Feed, Outcome, Secret, Tell, Want
from uno_client.messages import Act, Ask, Stop
from uno_client.wording.levels import LIKE
from uno_engine import actions as act
from uno_engine.cards import Colour, card
from uno_engine.decisions import AnswerDrawFour, NameColour, TakeTurn
from uno_engine.presets import DESCRIPTIONS
from uno_engine.rules import TABLE
from uno_engine.state import Phase
from uno_protocol import messages as net
from uno_protocol.room import Occupant, RoomPhase, TallyLine

OWN = {"goal": "points", "extra": "0,0,3", "customizable_rule": "own"}
LISTED = Model(tables=(in_list(name="Friday night", password=True),))


def typed(model: Model, line: str, new: net.NewTable = net.NewTable()) -> Outcome:  # noqa: B008  (frozen)
    return obey(Context(model, new, offered(model)), line)


def in_round(*hands: str, **more: Any) -> Model:
    return at_table(*(hands or ("R5 B7 W W+4", "G1 G2")), **more).model


def at_full_table(*, host: int = 0, seat: int | None = 0, **room: Any) -> Model:
    """A table of ann, bob, the computer player Ada L, an empty seat, and dee watching."""
    game = at_table("R5 B7", "G1 G2", "Y1 Y2", "B1 B2", seat=seat)
    game.room.occupants[2:] = [Occupant("Ada L", bot="normal", ready=True), None]
    game.room.watchers, game.room.host = ["Dee Dee"], host
    for name, value in room.items():
        setattr(game.room, name, value)
    game.snapshot()
    return game.model


def asked(outcome: Outcome) -> net.Request:
    """The request that a line leads to."""
    assert isinstance(outcome, Want), outcome
    assert isinstance(outcome.input, Ask)
    return outcome.input.request


def checked(outcome: Outcome) -> tuple[str, object]:
    """The question before something is done, and what would be done."""
    assert isinstance(outcome, Check), outcome
    return outcome.question, outcome.input


def said(outcome: Outcome) -> str:
    """What is answered at once."""
    assert isinstance(outcome, Tell), outcome
    return "\n".join(outcome.lines)


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
    assert typed(in_round("R5 B7 W W+4 R1 R2", "G1 G2"), line) == meant


@pytest.mark.parametrize(("line", "meant"), [("play R5 uno", "R5"), ("1 uno", "R5")])
def test_uno_is_called_with_the_play(line: str, meant: str) -> None:
    assert typed(in_round("R5 B7", "G1 G2"), line) == played(meant, uno=True)


def test_a_number_chooses_from_the_list() -> None:
    model = in_round("R5 R6 W", "G1 G2", top="R9")
    listed = [played("R5"), played("R6"), played("W"), Want(Act(act.Draw(0)))]
    assert [typed(model, str(at)) for at in range(1, 5)] == listed
    assert typed(model, "3 green") == played("W", Colour.GREEN)


@pytest.mark.parametrize("line", ["0", "5", "99999999", "007"])
def test_a_number_that_is_not_on_the_list_is_told_so(line: str) -> None:
    assert said(typed(in_round("R5 R6 W", "G1 G2"), line)) == "Choose a number from 1 to 4."


def test_a_number_of_an_older_list_plays_nothing() -> None:
    outcome = obey(Context(in_round(), net.NewTable(), (act.Draw(0),)), "1")
    assert said(outcome).startswith("That list is out of date.\n")


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
    assert typed(in_round(asked=asked), line) == Want(Act(action))


def test_catch_needs_no_name_when_there_is_one_to_catch() -> None:
    state = position("R5 B7", "G1", "B1 B2", asked=TakeTurn(2))
    state.window = 1
    assert typed(Fake(state).begin().model, "catch") == Want(Act(act.Catch(0, 1)))
    assert said(typed(in_round(), "catch"))


@pytest.mark.parametrize(
    ("asked", "line", "cards"), [(TakeTurn(1), "play R5", 2), (TakeTurn(0), "uno", 4), (TakeTurn(0), "play R5 uno", 4)]
)
def test_what_costs_cards_is_done_after_a_question_only(asked: Any, line: str, cards: int) -> None:
    question, done = checked(typed(in_round(asked=asked), line))
    assert f"costs {cards} cards" in question
    assert isinstance(done, Act)


def test_where_the_table_does_not_punish_there_is_no_question() -> None:
    free = {"out_of_turn_penalty": "0", "false_uno_penalty": "0"}
    for seat, line, meant in ((1, "play R5", played("R5")), (0, "uno", Want(Act(act.CallUno(0))))):
        assert typed(in_round("R5 B7 B8", "G1 G2", asked=TakeTurn(seat), options=free), line) == meant


SHOWS = ("", "hand", "table", "seats", "choices", "scores", "rules", "help", "?", "nonsense", "\x1b[31m")
PLAYS = ("play R5", "draw", "keep", "uno", "accept", "challenge", "colour red", "catch bob", "1")
ASKS = ("join", "create", "watch", "bot herd", "remove", "leave", "colour mauve")


@pytest.mark.parametrize("line", [*SHOWS, *PLAYS, *ASKS])
def test_what_only_shows_something_or_is_nowhere_to_be_done_is_answered_at_once(line: str) -> None:
    for model in (Model(), in_round()) if line in SHOWS else (Model(),):
        assert said(typed(model, line)).replace("\n", "").isprintable()


def test_the_host_may_name_who_starts() -> None:
    for line in ("start bob", "start 2"):
        assert asked(typed(in_round(), line)) == net.Start(id=1, chosen=1)
    assert said(typed(in_round(), "start nobody"))


def test_leaving_and_quitting_in_mid_round_ask_first() -> None:
    game = at_table("R5 R6", "G1")
    for line, meant in (("leave", Ask(net.LeaveTable(id=1))), ("quit", Stop())):
        assert checked(typed(game.model, line))[1] == meant
        game.room.phase, game.state.playing = RoomPhase.WAITING, [False, False]
        game.snapshot()
        assert typed(game.model, line) == Want(meant)
        game.room.phase, game.state.playing = RoomPhase.PLAYING, [True, True]
        game.snapshot()


def test_the_help_names_every_command_and_other_names_lead_to_one() -> None:
    lines = said(typed(Model(), "help all"))
    for name, command in COMMANDS.items():
        assert command.usage.split()[0] == name
        assert f"\n {command.usage}: " in lines
    assert set(SHORT.values()) <= COMMANDS.keys()
    assert not SHORT.keys() & COMMANDS.keys()


def listed_by_help(model: Model) -> set[str]:
    return {line.split()[0].rstrip(":") for line in said(typed(model, "help")).splitlines() if line.startswith(" ")}


def test_the_help_lists_what_applies_now() -> None:
    game = at_table("R5 R6", "G1")
    game.room.phase, game.room.host, game.state.phase = RoomPhase.WAITING, 1, Phase.OVER
    game.snapshot()
    guest = game.model
    game.room.host, game.room.occupants[0] = 0, Occupant("ann")
    game.snapshot()
    voting = in_round(asked=AnswerDrawFour(0, 1, 4))
    for model, listed, absent in (
        (Model(), ("join", "create", "tables"), ("ready", "play", "kick", "leave", "uno")),
        (guest, ("unready", "away", "time", "leave", "who"), ("ready", "join", "kick", "start", "play", "back")),
        (game.model, ("ready", "start", "kick", "change", "bot", "lock"), ("unready", "pause", "end", "play", "unbot")),
        (in_round(), ("play", "draw", "pause", "end", "kick"), ("join", "ready", "start", "chain", "vote", "resume")),
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
    game = at_table("R5 R6", "G1")
    assert {before, after} & listed_by_help(game.model) == {before}
    for name, value in change.items():
        setattr(game.room.occupants[0] if name == "stand_in" else game.room, name, value)
    game.snapshot()
    assert {before, after} & listed_by_help(game.model) == {after}


def test_the_help_tells_of_one_command() -> None:
    lines = said(typed(Model(), "help /create"))
    assert "showhands: show all hands" in lines
    assert "\n" not in lines
    assert "There's no command" in said(typed(Model(), "help me"))
    assert (command_in("/Spectate x"), command_in("/R5"), command_in("")) == ("watch", None, None)


@pytest.mark.parametrize(
    ("line", "table", "password"),
    [
        ("friday night", "friday night", ""),
        ("Friday night se cret", "Friday night", "se cret"),
        ("BCDF secret", "BCDF", "secret"),
        ("Anns table", "Anns table", ""),
        ("Anns table password=se cret", "Anns table", "se cret"),
        ("uno://192.168.1.5:7777/KXQP", "KXQP", ""),
        ("uno://[fe80::1%25eth0]/KXQP secret", "KXQP", "secret"),
    ],
)
def test_a_table_is_joined_by_name_code_or_address_and_password(line: str, table: str, password: str) -> None:
    assert asked(typed(LISTED, f"join {line}")) == net.JoinTable(id=1, table=table, password=password)
    assert asked(typed(LISTED, f"watch {line}")) == net.SpectateTable(id=1, table=table, password=password)


def test_who_watches_sits_down_with_one_word_and_who_sits_goes_nowhere() -> None:
    assert asked(typed(at_full_table(seat=None), "join")) == net.JoinTable(id=1, table="ABCD")
    assert "leave it first" in said(typed(at_full_table(), "join"))
    assert "leave it first" in said(typed(at_full_table(seat=None), "watch Friday"))


@pytest.mark.parametrize(
    ("line", "name", "new"),
    [
        ("The long table", "The long table", {}),
        ("Kitchen seats=3 seconds=off", "Kitchen", {"seats": 3, "turn_seconds": 0}),
        ("Kitchen seconds=45 unlisted nowatching", "Kitchen", {"turn_seconds": 45, "listed": False, "watching": False}),
        ("Kitchen showhands password=x=y", "Kitchen", {"show_hands": True, "password": "x=y"}),
        ("Kitchen rules=street", "Kitchen", {"preset": "street"}),
        ("Kitchen goal=with_score jump_in=yes", "Kitchen", {"options": {"goal": "points", "jump_in": "yes"}}),
        ("Kitchen bots=3:hard pace=brisk", "Kitchen", {"bots": ["hard"] * 3, "bot_pause": 0.5}),
        ("unlisted listed=no", "unlisted", {"listed": False}),
        ('"showhands unlisted" unlisted', "showhands unlisted", {"listed": False}),
    ],
)
def test_a_table_is_opened_with_everything_that_is_said_of_it(line: str, name: str, new: dict[str, Any]) -> None:
    assert asked(typed(Model(), f"create {line}")) == net.CreateTable(id=1, name=name, new=net.NewTable(**new))


def test_flags_of_the_command_line_hold_for_what_is_not_said() -> None:
    usual = net.NewTable(seats=3, preset="official", options={"goal": "points"}, turn_seconds=0)
    opened = typed(Model(), "create Kitchen jump_in=yes", usual)
    options = {"goal": "points", "jump_in": "yes"}
    new = net.NewTable(seats=3, options=options, turn_seconds=0)
    assert asked(opened) == net.CreateTable(id=1, name="Kitchen", new=new)
    other = typed(Model(), "create Kitchen rules=street", usual)
    new = net.NewTable(seats=3, preset="street", turn_seconds=0)
    assert asked(other) == net.CreateTable(id=1, name="Kitchen", new=new)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "For example: create Kitchen"),
        ("Kitchen sets=4", "Did you mean seats?"),
        ("Kitchen seats=11", "a whole number from 2 to 10"),
        ("Kitchen bots=2:herd", "hard and expert (did you mean hard?)."),
        ("Kitchen pace=slow", "it takes calm, normal, brisk or a number from 0 to 5"),
        ("Kitchen seconds=soon", "a whole number from 1 to 600, or off"),
        ("Kitchen rules=strete", "(did you mean street?)."),
        ("Kitchen stacking=ani", "takes one of off, same, any, up, any_colour, not 'ani' (did you mean any?)."),
        ("Kitchen jump_in=perhaps", "jump_in=perhaps: takes yes or no, not 'perhaps'."),
        ("Kitchen listed=perhaps", "it takes yes or no"),
        ("Kitchen seats=2 bots=2", "leave no seat for you"),
        ("Kitchen locked", "type lock"),
        ("Kitchen rules=skyrus extra=1,0,0", "extra: these rules take one to three Customizable cards."),
    ],
)
def test_what_says_nothing_about_a_new_table_is_answered_with_what_would(line: str, told: str) -> None:
    assert told in said(typed(Model(), f"create {line}"))


def test_a_password_can_be_typed_in_the_next_line() -> None:
    secret = typed(Model(), "create Kitchen password seats=3")
    assert isinstance(secret, Secret)
    assert secret.then("two words") == Ask(
        net.CreateTable(id=1, name="Kitchen", new=net.NewTable(seats=3, password="two words"))
    )
    changed = typed(at_full_table(), "change password")
    assert isinstance(changed, Secret)
    assert changed.then("x") == Ask(net.ChangeTable(id=1, password="x"))


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("back", net.Away(id=1, away=False)),
        ("time 60", net.GiveTime(id=1, seat=0, seconds=60)),
        ("time off", net.GiveTime(id=1, seat=0, seconds=0)),
        ("time 2 90", net.GiveTime(id=1, seat=1, seconds=90)),
        ("bot expert", net.AddBot(id=1, level="expert")),
        ("unbot", net.RemoveBot(id=1, seat=2)),
        ("unbot ada l", net.RemoveBot(id=1, seat=2)),
        ("remove 3", net.RemoveBot(id=1, seat=2)),
        ("move ada l bob", net.MoveSeat(id=1, seat=2, to=1)),
        ("move bob to ada l", net.MoveSeat(id=1, seat=1, to=2)),
        ("silence dee dee", net.Mute(id=1, name="Dee Dee")),
        ("unsilence bob", net.Mute(id=1, name="bob", muted=False)),
        ("resume", net.Pause(id=1, paused=False)),
        ("change seats=3 seconds=off", net.ChangeTable(id=1, seats=3, turn_seconds=0)),
        ("change jump_in=yes", net.ChangeTable(id=1, options={"goal": "points", "jump_in": "yes"})),
        ("change rules=street jump_in=no", net.ChangeTable(id=1, preset="street", options={"jump_in": "no"})),
        (
            "change extra=0,0,3 customizable_rule=own own_text=Sing.",
            net.ChangeTable(id=1, options=OWN, own_text="Sing."),
        ),
        ("change nopassword unlisted", net.ChangeTable(id=1, password="", listed=False)),
        ("change password= locked=yes", net.ChangeTable(id=1, password="", locked=True)),
        ("change pace=calm", net.ChangeTable(id=1, pace="calm")),
        ("change watching=no show_hands=yes", net.ChangeTable(id=1, watching=False, show_hands=True)),
    ],
)
def test_a_table_is_run_by_typed_lines(line: str, request_: net.Request) -> None:
    assert asked(typed(at_full_table(options={"goal": "points"}), line)) == request_


def test_a_table_with_rules_of_a_newer_server_can_be_changed() -> None:
    model = at_full_table()
    assert model.table is not None
    model.table.room.preset = "newest"
    assert asked(typed(model, "change seats=3")) == net.ChangeTable(id=1, seats=3)


@pytest.mark.parametrize(
    ("line", "question", "request_"),
    [
        ("kick bob", "Kick bob?", net.Kick(id=1, name="bob")),
        ("kick dee dee", "Kick Dee Dee?", net.Kick(id=1, name="Dee Dee")),
        ("kick #2", "Kick bob?", net.Kick(id=1, name="bob")),
        ("ban bob", "Ban bob", net.Kick(id=1, name="bob", ban=True)),
        ("end", "End the game?", net.EndGame(id=1)),
        ("close", "Close the table?", net.CloseTable(id=1)),
    ],
)
def test_what_cannot_be_taken_back_is_asked_first(line: str, question: str, request_: net.Request) -> None:
    told, done = checked(typed(at_full_table(), line))
    assert question in told
    assert done == Ask(request_)


HOSTS = ("change seats=3", "lock", "unlock", "move bob 4", "kick bob", "ban bob", "silence bob", "host bob")


@pytest.mark.parametrize("line", [*HOSTS, "unsilence bob", "pause", "resume", "end", "close"])
def test_what_is_the_hosts_alone_is_told_to_others_at_once(line: str) -> None:
    for model in (at_full_table(host=1), at_full_table(seat=None)):
        assert said(typed(model, line)) == "Only the host of the table can do that."
    assert "not at a table" in said(typed(Model(), line))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("kick", "For example: kick bob"),
        ("kick nobody", "Here are: ann, bob and Dee Dee"),
        ("ban ada l", "ada l is a computer player"),
        ("silence", "For example: silence bob"),
        ("silence nobody", "Here are"),
        ("host", "For example: host bob"),
        ("host nobody", "Here are"),
        ("move bob", "For example: move bob 3"),
        ("move bob 9", "For example: move bob 3"),
        ("time soon", "from 0 to 300"),
        ("time 301", "from 0 to 300"),
        ("time nobody 60", "Here are"),
        ("change", "For example: change rules=street"),
        ("change bots=2", "computer players: bot, unbot NAME"),
        ("change seats", "For example: seats=4"),
        ("change pace=3", "pace=3: it takes calm, normal, brisk; only a new table takes a number."),
        ("change bot_pause=2", "bot_pause=2: it takes calm, normal, brisk; only"),
        ("bot superb", "There's no level superb."),
        ("bot herd", "expert: thinks ahead"),
        ("change customizable_rule=own own_text=Sing.", "Customizable cards, as in extra=0,0,3."),
        ("change nonsense=1", "isn't a table setting"),
        ('change rules="party mercey=3"', "There is no rule mercey (did you mean mercy?)."),
    ],
)
def test_what_is_missing_or_names_nobody_is_told_with_an_example(line: str, told: str) -> None:
    answer = said(typed(at_full_table(), line))
    assert told in answer
    assert ".." not in answer


@pytest.mark.parametrize(
    ("model", "line", "vain"),
    [
        (LISTED, 'create Den rules="official deflect=yes"', "deflect=yes"),
        (LISTED, "create Den target=200 goal=single_round seats=3", "target=200"),
        (LISTED, "create Den deflect=yes password", "deflect=yes"),
        (at_full_table(), "change rules=quickplay deflect=yes", "deflect=yes"),
        (
            at_full_table(options={"seven_zero": "yes"}),
            "change chain_actions=several_last seats=3",
            "chain_actions=several_last",
        ),
    ],
)
def test_rules_that_mean_nothing_under_the_others_are_told(model: Model, line: str, vain: str) -> None:
    outcome = typed(model, line)
    assert isinstance(outcome, Feed | Secret)
    told = outcome.question if isinstance(outcome, Secret) else outcome.said[0]
    assert f"No effect under these rules: {vain}." in told


@pytest.mark.parametrize("line", ["kick bob", "kick 2", "ban #2", "silence bob", "unsilence 2"])
def test_whom_the_server_could_mistake_for_another_is_left_alone(line: str) -> None:
    assert "could" in said(typed(at_full_table(watchers=["bob"]), line))  # as a server of 0.2 may have two


def test_a_spectator_has_the_number_behind_the_last_seat_and_a_name_of_digits_is_asked_about() -> None:
    model = at_full_table(watchers=["eve", "2"])
    assert model.table is not None
    seats = len(model.table.room.occupants)
    assert checked(typed(model, f"kick {seats + 1}"))[1] == Ask(net.Kick(id=1, name="eve"))
    assert 'type #2 for bob, or "2" for the name' in said(typed(model, "kick 2"))
    assert checked(typed(model, 'kick "2"'))[1] == Ask(net.Kick(id=1, name="2"))


def test_others_get_no_time_from_who_is_not_the_host() -> None:
    assert "for yourself: time 60" in said(typed(at_full_table(host=1), "time bob 60"))
    assert "don't have a seat" in said(typed(at_full_table(seat=None), "time 60"))


def test_who_has_left_can_be_let_speak_again() -> None:
    assert asked(typed(at_full_table(muted=["Gone"]), "unsilence gone")) == net.Mute(id=1, name="Gone", muted=False)


def test_nothing_that_is_typed_about_a_table_breaks_the_client() -> None:
    odd = ("", "x", "=", "==", '"', '""', '" "')
    rest = (*odd, "bob", "9", "-1", "seats", "seats=x", "²", "uno://", "password=", "to")
    models = (Model(), LISTED, at_full_table(), at_full_table(seat=None), at_full_table(phase=RoomPhase.WAITING))
    for model in models:
        for name in ("join", "watch", "create", "change", "move", "kick", "silence", "host", "time", "unbot", "start"):
            for one in rest:
                for other in rest:
                    outcome = typed(model, f"{name} {one} {other}")
                    assert isinstance(outcome, (Tell, Want, Check, Secret))


def test_each_preset_and_each_rule_can_be_looked_up() -> None:
    assert said(typed(LISTED, "presets")).splitlines() == [f"{name}: {text}" for name, text in DESCRIPTIONS.items()]
    rules = said(typed(LISTED, "options")).splitlines()
    assert " stacking: Stacking penalties (off, same, any, up, any_colour)" in rules
    assert "The Wild Draw Four:" in rules
    assert all(any(line.startswith(f" {name}: ") for line in rules) for name in TABLE)
    assert said(typed(LISTED, "levels")).splitlines()[-1].startswith(f"expert: {LIKE['expert']}; wins ")
    values = [f" stacking={value}: {TABLE['stacking'].explain(value)}" for value in TABLE["stacking"].choices]
    assert said(typed(LISTED, "options stacking")).splitlines() == values
    assert said(typed(LISTED, "options staking")) == "'staking' isn't a table setting. Did you mean stacking?"
    assert said(typed(LISTED, "options pace")) == "pace is no rule, but is set for a table. For example: pace=calm"
    assert "Did you mean" not in said(typed(LISTED, "options seat"))


def test_the_last_lines_of_the_log_and_the_tally_can_be_read_again() -> None:
    model = at_full_table(tally=[TallyLine("ann", wins=2, caught=1, biggest=9, longest=0)])
    model = model.but(log=tuple(LogLine(None, f"line {number}") for number in range(20)))
    assert said(typed(model, "log 2")).splitlines() == ["line 18", "line 19"]
    assert len(said(typed(model, "log")).splitlines()) == 10
    assert "Tonight, games won: ann 2." in said(typed(model, "scores"))
    assert said(typed(model.but(log=()), "log")) == "Nothing has happened yet."
