"""The engine as a library: its examples, its moves, and games between functions that choose."""

import doctest
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import uno_engine
from tests.engine.tables import at
from uno_engine import PRESETS, IllegalMove, legal_moves, level, library, new_game, play_game
from uno_engine.actions import CallUno, Deal, Draw, Play, PlayerAction
from uno_engine.bots.choosing import ALL_LEVELS
from uno_engine.cards import card
from uno_engine.decide import advance, decide
from uno_engine.decisions import asked
from uno_engine.events import CardsPlayed, Event, FalseUno, OutOfTurn
from uno_engine.evolve import evolve
from uno_engine.laws.any_rules import some_game
from uno_engine.moves import MOST_SETS
from uno_engine.state import Phase, View, seats_in
from uno_engine.view import view_for

PAGE = Path(__file__).parents[2] / "engine" / "LIBRARY.md"


def first(_view: View, actions: Sequence[PlayerAction]) -> PlayerAction:
    return actions[0]


@pytest.mark.parametrize("module", [uno_engine, library])
def test_the_examples_of_the_docstrings_are_true(module: object) -> None:
    assert doctest.testmod(module, raise_on_error=False).failed == 0  # type: ignore[arg-type]


def test_the_examples_of_the_page_are_true() -> None:
    examples = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, PAGE.name, str(PAGE), 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_every_public_name_is_there_and_another_is_not() -> None:
    assert all(getattr(uno_engine, name) for name in uno_engine.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = uno_engine.nothing


@pytest.mark.fast
def test_one_module_of_the_engine_does_not_bring_the_library() -> None:
    code = "import sys, uno_engine.cards; sys.exit('uno_engine.library' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("number", range(12))
def test_every_move_is_accepted_and_costs_nothing(number: int) -> None:
    choice = random.Random(number)
    state = some_game(choice)
    for _ in range(120):
        if state.phase is Phase.OVER:
            break
        if state.phase is Phase.BETWEEN_ROUNDS:
            advance(state, Deal())
            continue
        found = {seat: legal_moves(view_for(state, seat)) for seat in seats_in(state)}
        for moves in found.values():
            assert len({repr(move) for move in moves}) == len(moves)
            for move in choice.sample(moves, min(len(moves), 4)):
                assert not [event for event in decide(state, move) if isinstance(event, FalseUno | OutOfTurn)]
        assert all(found[seat] for seat in asked(state.waiting_for))
        advance(state, choice.choice([move for moves in found.values() for move in moves]))


def moves_at(lines: str, rules: str = "official") -> list[PlayerAction]:
    return legal_moves(view_for(at(lines, rules), 0))


def test_a_play_to_one_card_comes_with_uno_and_without() -> None:
    moves = moves_at("seats: ann bob; hand ann: R1 W; hand bob: B1 B2; discard: R9")
    assert moves[:3] == [
        Play(0, (card("R1"),), uno=True),
        Play(0, (card("R1"),)),
        Play(0, (card("W"),), (uno_engine.cards.Colour.RED,), uno=True),
    ]
    assert len(moves) == 2 + 8 + 1


def test_a_swap_comes_for_every_player_and_every_colour() -> None:
    moves = moves_at("seats: ann bob cem; hand ann: WS R1 R2; hand bob: B1; hand cem: B2; discard: Y9", "classic113")
    assert {(move.target, *move.colours) for move in moves if isinstance(move, Play)} == {
        (target, colour) for target in (1, 2) for colour in uno_engine.cards.Colour
    }


def test_sets_follow_the_single_cards_and_are_bounded() -> None:
    hand = "R1 R2 R3 R4 R5 R6 R7 Y1 Y2 Y3 G1 G2 B1 B2 W"
    moves = moves_at(f"seats: ann bob; hand ann: {hand}; hand bob: B3; discard: R9", "quickplay")
    sizes = [len(move.cards) for move in moves if isinstance(move, Play)]
    assert sizes == sorted(sizes)
    assert sum(size > 1 for size in sizes) == MOST_SETS


def test_the_same_double_comes_once_for_each_card_that_may_be_on_top() -> None:
    moves = moves_at("seats: ann bob; hand ann: R5 Y5 G5 B5 B1 B2; hand bob: B3; discard: R9", "official doubles=same")
    plays = [(frozenset(move.cards), move.cards[-1]) for move in moves if isinstance(move, Play)]
    assert len(plays) == len(set(plays)) == 1 + 3 + 3 * 2 + 3


@pytest.mark.parametrize("name", ALL_LEVELS)
def test_levels_are_functions_that_choose(name: str) -> None:
    hand = "R1 R2"
    view = view_for(at(f"seats: ann bob; hand ann: {hand}; hand bob: B1 B2; discard: R9"), 0)
    assert level(name)(view, legal_moves(view))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_is_the_same_with_the_same_seed(preset: str) -> None:
    games = [play_game({0: first, 1: level("hard"), 2: level("random")}, PRESETS[preset], seed=1) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0].winners


def test_players_with_told_see_what_their_seat_sees_and_the_others_see_nothing() -> None:
    class Listens:
        def __init__(self) -> None:
            self.views: list[View] = []
            self.events: list[Event] = []

        def told(self, view: View, event: Event) -> None:
            self.events.append(event)

        def choose(self, view: View, actions: Sequence[PlayerAction]) -> PlayerAction:
            self.views.append(view)
            return actions[0]

    one = Listens()
    play_game({0: one, 1: first}, PRESETS["official"], seed=1)
    assert {view.viewer for view in one.views} == {0}
    assert not any(view.hands[1] or view.stock or view.seed for view in one.views)
    dealt = one.events[0]
    assert getattr(dealt, "hands", {}).keys() == {0}
    assert any(isinstance(event, CardsPlayed) for event in one.events)


def test_views_from_before_events_may_be_kept_and_changed() -> None:
    class Folds:
        def told(self, view: View, event: Event) -> None:
            evolve(view, event)
            self.view = view

        def choose(self, view: View, actions: Sequence[PlayerAction]) -> PlayerAction:
            assert (self.view.counts, self.view.hands) == (view.counts, view.hands)
            return actions[0]

    assert play_game({0: Folds(), 1: Folds()}, PRESETS["official"], seed=1).winners


def test_a_level_remembers_a_game_and_forgets_it_at_the_next() -> None:
    hard = level("hard")
    play_game({0: hard, 1: first}, PRESETS["official"], seed=4)
    memory = hard._memory(0)
    play_game({0: hard, 1: first}, PRESETS["official"], seed=5)
    assert hard._memory(0) is not memory


def passes(_view: View, _actions: Sequence[PlayerAction]) -> None:
    return None


def of_another_seat(view: View, _actions: Sequence[PlayerAction]) -> PlayerAction:
    return Draw(1 - (view.viewer or 0))


def misfit(view: View, _actions: Sequence[PlayerAction]) -> PlayerAction:
    return CallUno(view.viewer or 0) if view.counts[0] == 1 else Play(view.viewer or 0, (card("W"), card("W")))


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (passes, r"seat 1 must move and gave None; its moves: \[Play"),
        (of_another_seat, r"seat 1 gave Draw\(seat=0\), a move of another seat"),
        (misfit, r"seat 1 may not do Play.* \(not_in_hand, A9: You can play only cards from your own hand"),
        (lambda view, actions: "R1", "'R1' is no action of a player"),
    ],
)
def test_a_bot_that_answers_wrongly_gets_one_clear_error(bot: library.Choose, said: str) -> None:
    with pytest.raises(IllegalMove, match=said):
        play_game({0: bot, 1: bot}, PRESETS["official"], seed=1)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: play_game({0: first, 2: first}, PRESETS["official"], 1), "numbered from 0"),
        (lambda: play_game({0: first}, PRESETS["official"], 1), "for 2 to 10 players, not 1"),
        (lambda: new_game(PRESETS["no_mercy"], 7, 1), "for 2 to 6 players, not 7"),
        (lambda: new_game(PRESETS["official"], 2, -1), "a seed is a number"),
        (lambda: level("best"), "there is no level 'best'; the levels are easy, normal"),
        (lambda: level("easy")(view_for(new_game(PRESETS["official"], 2, 1), None), []), "a spectator"),
    ],
)
def test_wrong_arguments_get_one_clear_error(wrong: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        wrong()  # type: ignore[operator]


def test_a_game_that_nobody_wants_to_win_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "MOST_ACTIONS", 10)
    with pytest.raises(RuntimeError, match="not ended after 10 actions"):
        play_game({0: first, 1: first}, PRESETS["official"], seed=1)
