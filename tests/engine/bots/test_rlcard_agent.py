"""RLCard's agent is told what fits in its own words, and its answer is a move at our table."""

import sys
from types import SimpleNamespace

import pytest

from tests.engine.bots.positions import SEED, view_of
from tests.engine.bots.rlcard_agent import RuleAgent
from uno_engine.actions import Accept, Draw, Play
from uno_engine.cards import Colour, cards
from uno_engine.decisions import AnswerDrawFour
from uno_engine.legal import legal_actions
from uno_engine.memory import NOTHING
from uno_engine.state import View


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What the agent was told that it may do, each time; it does what comes last."""
    found: list[list[str]] = []

    def step(state: dict[str, list[str]]) -> str:
        found.append(state["raw_legal_actions"])
        return found[-1][-1]

    agent = SimpleNamespace(UNORuleAgentV1=lambda: SimpleNamespace(step=step))
    monkeypatch.setitem(sys.modules, "rlcard.models.uno_rule_models", agent)
    monkeypatch.setitem(sys.modules, "numpy", SimpleNamespace(random=SimpleNamespace(seed=lambda _: None)))
    return found


def does(view: View) -> object:
    return RuleAgent()(view, legal_actions(view, 0), SEED, NOTHING)


def test_it_chooses_among_what_fits_but_a_draw_four(told: list[list[str]]) -> None:
    assert does(view_of("RS R+2 G5 W W+4", top="R9")) == Play(0, cards("W"), (Colour.BLUE,))
    assert told == [["r-skip", "r-draw_2", "r-wild", "y-wild", "g-wild", "b-wild"]]


def test_it_lays_a_draw_four_where_nothing_else_fits_and_draws_where_nothing_does(told: list[list[str]]) -> None:
    assert does(view_of("G5 W+4", top="R9")) == Play(0, cards("W+4"), (Colour.BLUE,), uno=True)
    assert does(view_of("G5 B3", top="R9")) == Draw(0)
    assert len(told) == 1


def test_it_never_challenges(told: list[list[str]]) -> None:
    view = view_of("R1 B2", top="W+4", under="R9", colour=Colour.RED, waits_for=AnswerDrawFour(0, 1, 4))
    assert (does(view), told) == (Accept(0), [])
