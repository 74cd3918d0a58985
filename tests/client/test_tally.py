"""A game's result is counted correctly from what everybody can see of it."""

import random
from collections.abc import Callable, Iterator, Mapping

import pytest

from uno_client.autoplay import Tally
from uno_engine import actions as act
from uno_engine import events as ev
from uno_engine.bots import choosing as bots
from uno_engine.decide import advance
from uno_engine.decisions import ChoosePlayer, asked
from uno_engine.evolve import evolve
from uno_engine.legal import legal_actions
from uno_engine.options import with_options
from uno_engine.presets import preset
from uno_engine.refused import Refused
from uno_engine.state import Phase, State, new_game
from uno_engine.view import view_for
from uno_protocol.room import GameOpened

pytestmark = pytest.mark.fast


def anything(dice: random.Random, state: State) -> Iterator[act.PlayerAction]:
    """What somebody at the table may try next, sensible or not, in the order in which it is tried."""
    seat, other = dice.choice(asked(state.waiting_for)), dice.randrange(state.seats)
    yield act.CallUno(other)
    yield act.Catch(other, dice.randrange(state.seats))
    if state.hands[other] and dice.random() < 0.1:
        yield act.Play(other, (dice.choice(state.hands[other]),), uno=dice.random() < 0.5)
    if wanted := bots.choose("random", view_for(state, seat), legal_actions(state, seat), dice.randbytes(32)):
        yield wanted


def counted(state: State) -> tuple[Tally, Callable[[act.Action], None]]:
    """The tally of a game that begins, and what carries an action out there."""
    view, tally = view_for(state, None), Tally()
    tally.take(GameOpened(tuple(state.seated)), None)

    def carry_out(action: act.Action) -> None:
        for event in advance(state, action):
            seen = event.seen_by(None)
            tally.take(seen, view)
            evolve(view, seen)

    return tally, carry_out


TABLES: Mapping[str, Mapping[str, str]] = {
    "official": {"goal": "points", "target": "300"},
    "quickplay": {"goal": "points", "target": "300"},
    "classic113": {"target": "300"},
    "street": {"goal": "until_last"},
    "computer": {"target": "200", "forget_chance": "0.5"},
    "skyrus": {"customizable_rule": "everyone_passes_one", "extra": "1,1,4", "target": "300"},
}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", TABLES)
def test_every_action_that_the_table_accepts_is_counted_once_and_nothing_else(name: str, seed: int) -> None:
    dice = random.Random(f"{name} {seed}")
    rules = with_options(preset(name), TABLES[name])
    state = new_game(rules, [True] * (2 + seed % 3), seed.to_bytes(32, "big"))
    tally, carry_out = counted(state)
    accepted = 0
    for _ in range(3000):
        if state.phase is Phase.OVER:
            break
        if state.phase is Phase.BETWEEN_ROUNDS:
            carry_out(act.Deal())
        elif dice.random() < 0.05:
            carry_out(act.TimedOut(asked(state.waiting_for)[0]))
        else:
            for action in anything(dice, state):
                try:
                    carry_out(action)
                except Refused:
                    continue
                accepted += 1
                break
    assert accepted > 20
    assert tally.actions == accepted


@pytest.mark.parametrize("idle", [act.TimedOut(1), act.Left(1)])
def test_a_vote_that_somebody_misses_counts_for_the_others(idle: act.Action) -> None:
    state = new_game(preset("classic113"), [True] * 3, bytes(32))
    tally, carry_out = counted(state)
    carry_out(act.Deal())
    for action in (act.Cast(0, state.ballot[0]), idle, act.Cast(2, state.ballot[0])):
        carry_out(action)
    assert tally.actions == 2


@pytest.mark.parametrize(
    ("events", "actions"),
    [
        ([ev.UnoCaught(0, None)], 0),  # the referee
        ([ev.UnoCaught(0, 1)], 1),
        ([ev.Asked(ChoosePlayer(0)), ev.UnoClaimed(0)], 1),  # before hands have moved
    ],
)
def test_what_a_player_does_is_an_action(events: list[ev.Event], actions: int) -> None:
    tally = Tally(actions=7)
    tally.take(GameOpened((True, True)), None)
    assert (tally.actions, tally.began) == (0, True)
    for event in events:
        tally.take(event, None)
    assert tally.actions == actions
