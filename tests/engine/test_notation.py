"""Positions and moves on one line: what is written is read back as the same game, and plays on as it would."""

import random
import re
from collections import Counter
from contextlib import suppress

import pytest

from tests.engine.test_scenarios import FILES
from uno_engine import actions as act
from uno_engine.cards import card, deck
from uno_engine.decide import advance
from uno_engine.decisions import TakeTurn
from uno_engine.laws.any_move import AnyMove
from uno_engine.laws.any_rules import some_game
from uno_engine.options import values_of, with_options
from uno_engine.presets import preset
from uno_engine.refused import Refused
from uno_engine.rules import Goal, RulesRefused
from uno_engine.scenario import position, steps
from uno_engine.scenario.notation import (
    Unwritable,
    game_line,
    moves_line,
    position_line,
    read_moves,
    read_position,
    seat_names,
)
from uno_engine.scenario.text import ScenarioFault, blocks
from uno_engine.state import Game, Phase, State, View, new_game
from uno_engine.view import view_for

Course = list[tuple[State, act.Action]]
NAMES = ("Ann Lee", "expect", "a;b", "#1", "x:y", "->", "Ann_Lee", "", "\\", "é")
"""Of ten seats, with all that the language keeps for itself."""
EVER = ("seated", "scores", "chosen", "phase", "round", "dealer", "shuffles", "custom", "seed")
IN_A_ROUND = (
    *("playing", "direction", "turn", "passes", "waiting_for", "hands", "counts", "discard", "stock", "stock_count"),
    *("colour", "out", "lost", "noted", "owed", "window", "claimed", "sealed", "drawn", "votes", "gifts", "open_hands"),
    *("false_calls", "out_of_turns", "windows_closed"),
)


def essence(game: Game) -> object:
    """All of a game that its course depends on."""
    names = EVER if game.phase in (Phase.BETWEEN_ROUNDS, Phase.OVER) else (*EVER, *IN_A_ROUND)
    ranked = game.leavers if game.rules.goal is Goal.UNTIL_LAST and game.phase is Phase.PLAYING else ()
    return values_of(game.rules), ranked, [(name, getattr(game, name)) for name in names]


def told(state: State, action: act.Action) -> object:
    try:
        return [repr(event) for event in advance(state, action)]
    except Refused as refused:
        return str(refused), refused.arguments


def plays_on_alike(line: str, state: State, then: list[act.Action]) -> None:
    """Assert that a line is read as that state, and that what is done next leads to the same."""
    twin, state = read_position(line).state, state.copy()
    assert essence(twin) == essence(state), line
    for action in then:
        assert told(twin, action) == told(state, action), line
    assert essence(twin) == essence(state), line


def random_course(number: int) -> tuple[Course, State]:
    choice = random.Random(number)
    state = some_game(choice)
    move, course = AnyMove(choice, state.seats), Course()
    while state.phase is not Phase.OVER:
        views: dict[int | None, View] = {seat: view_for(state, seat) for seat in range(state.seats)}
        action = move.next(state, views)
        course.append((state.copy(), action))
        advance(state, action)
    return course, state


@pytest.mark.parametrize("number", range(24))
def test_every_moment_of_a_random_game_can_be_written_and_plays_on_alike(number: int) -> None:
    course, end = random_course(number)
    chance, at = random.Random(number), 0
    while at <= len(course):
        state = course[at][0] if at < len(course) else end
        line = game_line(course[:at], state, NAMES[: state.seats])
        plays_on_alike(line, state, [action for _, action in course[at : at + 40]])
        at += chance.randrange(1, 60)


def test_every_scenario_can_be_written_on_one_line_and_plays_on_alike() -> None:
    written = 0
    for block in (block for file in FILES for block in blocks(file.read_text("utf-8"))):
        placed = position.read(block)
        if "invalid" in placed.once:
            continue
        state = position.set_up(placed, position.rules_of(placed)).state
        read = [steps.read(line, placed.names) for line in block.steps if not line.text.startswith("expect")]
        actions = [step.action for step in read]
        assert read_moves(moves_line(actions, placed.names), placed.names) == actions
        with suppress(Unwritable):  # as with `first:`: some question is open
            plays_on_alike(position_line(state, placed.names), state, actions)
            written += 1
    assert written > 500


@pytest.mark.parametrize("number", range(24, 34))
def test_from_its_own_eyes_a_seat_has_a_position_that_shows_it_the_same(number: int) -> None:
    course, _end = random_course(number)
    turns = [state for state, _ in course if type(state.waiting_for) is TakeTurn]
    for state in random.Random(number).sample(turns, min(5, len(turns))):
        names = seat_names(NAMES[: state.seats])
        for seat in (seat for seat, seated in enumerate(state.seated) if seated):
            view = view_for(state, seat)
            line = position_line(view, NAMES[: state.seats])
            assert "seed:" not in line
            begun = read_position(line)
            shown, order = view_for(begun.state, 0), [names.index(name) for name in begun.names]
            assert order[0] == seat
            assert shown.hands[0] == view.hands[seat]
            for name in ("counts", "playing", "scores"):
                assert getattr(shown, name) == [getattr(view, name)[at] for at in order]
            for name in ("discard", "colour", "stock_count", "direction", "turn", "round", "custom"):
                assert getattr(shown, name) == getattr(view, name)


TABLE = "seats: ann bob cem; hand ann: R1 W; hand bob: R2 3; hand cem: 2; discard: R9"


def test_unknown_cards_are_dealt_from_the_seed_out_of_what_nobody_has() -> None:
    text = f"rules: official; {TABLE}; stock-only: Y1 4"
    one, again, other = (read_position(f"{text}; seed: {seed}").state for seed in (1, 1, 2))
    assert one == again
    assert one.hands != other.hands
    assert (one.counts, len(one.stock), one.stock[-1]) == ([2, 4, 2], 5, card("Y1"))
    assert card("R2") in one.hands[1]
    whole = read_position(f"rules: official; {TABLE}").state
    assert Counter([*whole.stock, *whole.discard, *(each for hand in whole.hands for each in hand)]) == Counter(deck())


def test_a_whole_scenario_is_a_position_with_its_moves() -> None:
    begun = read_position(
        f"scenario: x; y\nrules: official; {TABLE}\n---\nbob draws -> refused\nann plays R1 uno # now\nexpect turn bob"
    )
    assert (begun.moved, begun.state.counts) == (True, [1, 4, 2])


def test_the_hosts_own_rule_may_have_what_parts_lines() -> None:
    said = r"Sing; then # clap \o/ \; twice"
    rules = with_options(preset("classic113"), {"customizable_rule": "own", "own_text": said})
    line = position_line(new_game(rules, [True] * 3, bytes(32)), ("ann", "bob", "cem"))
    assert read_position(line).state.rules.own_text == said


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "one position is needed"),
        ("nonsense", "unknown line 'nonsense'; a position has rules:"),
        ("rule: official", "unknown line 'rule: official'; did you mean rules:?"),
        ("rules: chess; seats: ann bob; rounds: 0", "no preset 'chess'"),
        ("rules: official; seats: ann bob; rounds: 0; ---; deal; ann sings", "unknown step 'sings'"),
        ("rules: official; seats: ann bob; rounds: 0; ---; ann draws", "'ann draws' is refused: out_of_game (C17)"),
        ("rules: official; seats: ann bob; rounds: 0; turn: ann", "turn: does not go with rounds:"),
        ("rules: official; seats: ann bob; rounds: 1000001", "a game has at most"),
        ("rules: official; seats: ann bob; rounds: 0; seed: 1 1000001", "a game makes at most"),
        ("rules: official; seats: ann bob; rounds: 0; empty: ann", "at least two players must be there"),
        ("rules: official goal=poker; invalid: goal", "nobody can play by invalid rules"),
        (f"rules: official; {TABLE}; turn: ann 1001", "a round has 1 to 1000 turns"),
        (f"rules: official; {TABLE.replace('cem: 2', 'cem: 200')}", "of unknown cards only 101 are left"),
        (f"rules: official; {TABLE}; stock-only: 200", "of unknown cards only 99 are left"),
        (f"rules: official; {TABLE}; stock: 5", "only hands and stock-only: may have unknown cards"),
        (f"rules: official; {TABLE}; empty: cem", "cem is out and has no hand"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises((ScenarioFault, RulesRefused), match=re.escape(reason)):
        read_position(text)


@pytest.mark.parametrize(
    "moment",
    [
        "rules: official; seats: ann bob; hand ann: B1; hand bob: B2; discard: R9; stock-only:; ---; ann passes",
        f"rules: official; {TABLE}; ---; ann plays R1; bob catches ann",
    ],
)
def test_passes_and_closed_windows_are_left_to_the_moves(moment: str) -> None:
    begun = read_position(moment)
    with pytest.raises(Unwritable, match="all of this moment"):
        position_line(begun.state, begun.names)


@pytest.mark.parametrize("gone", ["rules: official goal=until_last; out: cem", "rules: no_mercy; lost: cem 20"])
def test_players_who_are_out_may_leave(gone: str) -> None:
    table = "seats: ann bob cem dan; hand ann: R1 W; hand bob: R2 3; hand dan: 2; discard: R9"
    begun = read_position(f"{gone}; {table}; ---; cem leaves")
    plays_on_alike(position_line(begun.state, begun.names), begun.state, [act.Draw(0), act.Keep(0)])
    own = read_position(position_line(view_for(begun.state, 1), begun.names))
    assert own.names == ("bob", "dan", "ann")


def test_where_players_have_left_the_rules_of_a_view_allow_as_few() -> None:
    begun = read_position(f"rules: official players=3-4; {TABLE}; turn: bob; ---; cem leaves")
    own = read_position(position_line(view_for(begun.state, 1), begun.names))
    assert (own.names, own.state.rules.players) == (("bob", "ann"), (2, 4))


def test_a_rule_that_was_voted_for_stays() -> None:
    begun = read_position("rules: skyrus; seats: ann bob; rounds: 1; custom: open_hand; dealer: ann; score bob: 20")
    assert begun.state.custom == "open_hand"
    plays_on_alike(position_line(begun.state, begun.names), begun.state, [act.Deal()])


def test_a_newcomer_and_an_open_question_have_no_words() -> None:
    with pytest.raises(Unwritable, match="take the position after it"):
        moves_line([act.Join(0)], ("ann",))
    state = new_game(preset("official"), [True, True], bytes(32))
    advance(state, act.Deal())
    with pytest.raises(Unwritable, match="since the deal"):
        game_line([], state, ("ann", "bob"))
