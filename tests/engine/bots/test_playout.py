"""A round that is played out fast ends as the engine ends it."""

from dataclasses import replace
from itertools import islice

import pytest

from tests.engine.bots.positions import positions
from tests.engine.tables import at
from tests.engine.test_presets import FINGERPRINTS
from uno_engine.bots import expert
from uno_engine.bots.playout import PlayoutResult, is_plain, play_out
from uno_engine.bots.weights import weights_of
from uno_engine.cards import points
from uno_engine.decide import advance
from uno_engine.decisions import PlayDrawn, TakeTurn, asked
from uno_engine.options import with_options
from uno_engine.presets import PRESETS
from uno_engine.rules import Extra, RuleSet
from uno_engine.state import Phase, State, View

PLAIN = [
    RuleSet(),
    replace(PRESETS["classic113"], extra=Extra(0, 0, 0)),
    with_options(RuleSet(), {"draw_until_playable": "yes", "voluntary_draw": "no", "wild_draw_four": "free"}),
]


@pytest.mark.fast
@pytest.mark.parametrize("rules", PLAIN)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_it_ends_as_the_engine_ends_it(players: int, rules: RuleSet) -> None:
    assert is_plain(rules)
    for position, _seat in islice(positions(2, players, rules), 0, None, 29):
        state = State(position.copy())
        if isinstance(state.waiting_for, TakeTurn | PlayDrawn) and state.window is None:
            ends_alike(state)


def ends_alike(state: State) -> PlayoutResult:
    """Hold the end of the state's round against the engine's, which stands in the state then."""
    ended = play_out(state, [weights_of("hard", state)] * state.seats)
    while state.phase is Phase.PLAYING:
        state.viewer = at = asked(state.waiting_for)[0]
        advance(state, expert.quickly(View(state), at))
    assert ended.points == [points(hand) for hand in state.hands]
    assert ended.winners == state.winners or (len(ended.winners) > 1 and not state.winners)
    return ended


@pytest.mark.parametrize(
    ("lines", "winners"),
    [
        ("hand ann: B1; hand bob: B1", (0, 1)),
        ("hand ann: B1 B2; hand bob: Y5 Y6", (0,)),
        ("hand ann: R5 R5 Y5 Y5 G5 G5 B5 B5; hand bob: Y6 Y7", (1,)),  # would rather draw
        ("hand ann: R1 B2; hand bob: Y5 Y6", (0,)),
        ("hand ann: R+2 B2; hand bob: Y5 Y6", (0,)),
    ],
)
def test_where_no_card_is_left_to_draw_it_ends_as_the_engine_ends_it(lines: str, winners: tuple[int, ...]) -> None:
    for stock in ("", "G7"):
        ended = ends_alike(at(f"seats: ann bob; {lines}; discard: R9; stock-only: {stock}", "official goal=points"))
        assert stock or ended.winners == winners


def test_rules_are_plain_where_a_turn_is_one_of_the_usual_cards() -> None:
    plain = [name for name in FINGERPRINTS if is_plain(PRESETS[name])]
    assert plain == ["official", "computer", "tournament", "first_game"]
    for option in ("stacking=same", "chains=yes", "seven_zero=yes", "jump_in=yes", "goal=until_last"):
        assert not is_plain(with_options(RuleSet(), dict([option.split("=")])))
