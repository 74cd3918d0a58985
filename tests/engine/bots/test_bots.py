"""Computer players keep to what is listed, to what they may see, and to their seed."""

from dataclasses import replace
from itertools import islice

import pytest

from tests.engine.bots.positions import SEED, Untouchable, looks, positions
from uno_engine.bots import expert
from uno_engine.bots.choosing import ALL_LEVELS, choose
from uno_engine.customizable import RULES
from uno_engine.decide import decide
from uno_engine.decisions import asked
from uno_engine.events import FalseUno, OutOfTurn
from uno_engine.options import with_options
from uno_engine.presets import PRESETS
from uno_engine.rules import ChainActions, Doubles, DrawnCard, Extra, RuleSet, Uno, UnoAfterSwap, WildDrawFour
from uno_engine.state import View
from uno_engine.view import knows, view_for

TABLES = [
    (2, RuleSet()),
    (3, RuleSet(drawn_card=DrawnCard.MUST_PLAY, wild_draw_four=WildDrawFour.ENFORCED, voluntary_draw=False)),
    (3, RuleSet(uno=Uno.AUTOMATIC, wild_draw_four=WildDrawFour.FREE, draw_two_on_wild_draw_four=False)),
    (3, with_options(RuleSet(), {"stacking": "any", "jump_in": "yes", "seven_zero": "yes", "goal": "until_last"})),
    *((3, rules) for rules in PRESETS.values()),
    (3, replace(PRESETS["party"], doubles=Doubles.SAME, deflect=True, mercy=16, uno_after_swap=UnoAfterSwap.OWED)),
    (4, replace(PRESETS["skyrus"], extra=Extra(2, 0, 4), customizable_rule="own", own_text="Clap.")),
    *((3, replace(PRESETS["skyrus"], extra=Extra(1, 1, 4), customizable_rule=name)) for name in RULES),
]


CHAINS = replace(PRESETS["quickplay"], chain_actions=ChainActions.ALL_LAST)
QUICK = tuple(level for level in ALL_LEVELS if level != "expert")


def poisoned(view: View) -> View:
    """A copy of the view in which everything that its viewer doesn't know is untouchable."""
    twin = view.copy()
    twin.hands = [hand if knows(view, seat) else Untouchable() for seat, hand in enumerate(view.hands)]
    twin.stock = Untouchable()
    twin.seed = twin.sealed = None  # type: ignore[assignment]
    for answers in (twin.votes, twin.gifts):
        for other in {*answers} - {view.viewer}:
            raise AssertionError(f"the view knows the answer of seat {other}")
    return twin


@pytest.mark.parametrize("level", QUICK)
def test_with_nothing_listed_nothing_is_done(level: str) -> None:
    state, seat = next(positions(1))
    assert choose(level, view_for(state, seat), [], SEED) is None


@pytest.mark.fast
@pytest.mark.clause("M7")
@pytest.mark.parametrize(("players", "rules"), TABLES)
@pytest.mark.parametrize("level", ["hard", "random"])
def test_every_choice_is_accepted_and_costs_nothing(level: str, players: int, rules: RuleSet) -> None:
    for state, seat, view, listed in looks(2, players, rules):
        action = choose(level, view, listed, SEED)
        if action is None:
            assert seat not in asked(state.waiting_for)
            continue
        events = decide(state, action, state.decision)
        assert not [event for event in events if isinstance(event, FalseUno | OutOfTurn)]


@pytest.mark.fast
@pytest.mark.clause("M7")
@pytest.mark.parametrize("rules", [PRESETS["official"], CHAINS, PRESETS["classic113"], PRESETS["street"]])
@pytest.mark.parametrize("level", QUICK)
def test_what_is_hidden_is_not_looked_at_and_nothing_is_changed(level: str, rules: RuleSet) -> None:
    for _, _, view, listed in looks(2, 3, rules):
        before, listed_before = view.copy(), list(listed)
        assert choose(level, poisoned(view), tuple(listed), bytes(SEED)) == choose(level, view, listed, SEED)
        assert (view, listed) == (before, listed_before)


@pytest.mark.fast
@pytest.mark.clause("M7")
@pytest.mark.parametrize(("players", "rules"), TABLES[4:12])
def test_an_expert_keeps_to_what_is_listed_and_seen_and_to_its_seed(players: int, rules: RuleSet) -> None:
    for state, _, view, listed in islice(looks(1, players, rules), 0, 40, 7):
        action = expert.choose(view, listed, SEED, worlds=2)
        assert action == expert.choose(poisoned(view), listed, SEED, worlds=2)
        if action is not None:
            assert decide(state, action, state.decision)
