"""The four laws of the engine hold in random play under random rules, and a fault against each is found.

law1  cards are conserved, after every single event
law2  what a viewer has seen, folded, is that viewer's view, after every single event
law3  two games that differ only in what a viewer may not know give that viewer the same
law4  every game ends; everyone who is asked has something to do; what is listed is accepted, all else is punished by
      name or refused, and a refusal changes nothing

A failure prints the number of its game, and `python3 scripts/simulate.py --game-seed <number>` plays it again. That
script plays for hours; the soak tests here play two hundred times as many games as usual.
"""

import os
import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests.engine.faulty import Advance, forgets_an_event, refuses_plays, swaps_a_card
from tests.engine.tables import at, dealt
from uno_engine import decide, legal
from uno_engine import events as ev
from uno_engine.actions import Action, CanPlay, Challenge, Draw, Give, Listed, Name, Play, TimedOut
from uno_engine.cards import Colour, card, deck
from uno_engine.laws import game, judged, witness, worlds
from uno_engine.laws.any_rules import some_rules
from uno_engine.laws.reached import WANTED, Reached
from uno_engine.laws.violation import Violation
from uno_engine.legal import legal_actions
from uno_engine.options import values_of
from uno_engine.rules import TABLE, check
from uno_engine.state import Game, State
from uno_engine.view import view_for

BATCH = int(os.environ.get("UNO_LAW_BATCH", "64"))
"""How many games a test plays. scripts/checks/faults.py asks for fewer."""
USUAL = 4


@pytest.mark.fast
@pytest.mark.clause("law1", "law2", "law3", "law4", "A13")
@pytest.mark.parametrize(
    "batch", [*range(USUAL), *(pytest.param(more, marks=pytest.mark.soak) for more in range(USUAL, 200 * USUAL))]
)
def test_the_laws_hold(batch: int) -> None:
    reached = Reached()
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        game.play(number, reached)
    if BATCH > 60:  # fewer say nothing about how much was tried
        assert not [name for name in WANTED["law"] if not reached.counts["law", name]]
        assert len(reached.missing()) < 100, reached.missing()


@pytest.mark.fast
def test_every_value_of_every_option_is_among_random_rules() -> None:
    choice = random.Random(1)
    found = set()
    for _ in range(1000):
        rules = some_rules(choice)
        check(rules)
        found |= set(values_of(rules).items())
    offered = {(name, value) for name, row in TABLE.items() for value in row.choices}
    assert not offered - found


def test_a_fault_is_told_with_the_number_of_its_game() -> None:
    with pytest.raises(Violation) as found:
        game.play(3, Reached(), swaps_a_card)
    (note,) = found.value.__notes__
    assert note.startswith("game 3; after ")
    assert "rules " in note


def law_broken(advance: Advance = decide.advance, games: int = 25) -> str:
    """The first words of what is found in some games; nothing if all is well."""
    reached = Reached()
    for number in range(games):
        try:
            game.play(number, reached, advance)
        except Violation as violation:
            return str(violation)
    return ""


@pytest.mark.parametrize(
    ("fault", "law"), [(swaps_a_card, "law 1"), (forgets_an_event, "law 2"), (refuses_plays, "law 4")]
)
def test_a_faulty_engine_breaks_a_law(fault: Advance, law: str) -> None:
    assert law_broken(fault).startswith(law)


def open_to_all(self: ev.Event) -> ev.Forms:
    return self, {}


@pytest.mark.parametrize("kind", [ev.CardsDrawn, ev.HandsMoved, ev.VoteCast])
def test_an_event_that_shows_too_much_breaks_law_2(kind: type[ev.Event], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kind, "forms", open_to_all)
    assert law_broken(games=80).startswith("law 2")


@pytest.mark.parametrize("viewer", [2, None])
def test_a_hand_that_is_shown_to_whoever_did_not_challenge_breaks_law_3(
    viewer: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = at("seats: ann bob cem; hand ann: W+4 R1 G2 G3; hand bob: B1 B2; hand cem: Y1 Y2; discard: R9")
    actions: list[Action] = [Play(0, (card("W+4"),), (Colour.BLUE,)), Challenge(1)]
    assert not difference_found(state, viewer, actions)
    monkeypatch.setattr(ev.Challenged, "forms", open_to_all)
    assert difference_found(state, viewer, actions).startswith("law 3")
    assert not difference_found(state, 1, actions)  # it is shown to whoever challenged


def test_a_card_that_is_passed_openly_breaks_law_3(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at(
        "seats: ann bob cem dan; hand ann: WC R1; hand bob: B1 B2; hand cem: Y1 Y2; hand dan: G1 G2; discard: R9\n"
        "custom: everyone_passes_one",
        "skyrus",
    )
    advance_all(state, [Play(0, (card("WC"),), (Colour.BLUE,))])
    actions: list[Action] = [Give(3, card("G1")), Give(0, card("R1")), Give(1, card("B1")), Give(2, card("Y1"))]
    assert not difference_found(state, 3, actions)
    monkeypatch.setattr(ev.CardsPassed, "forms", open_to_all)
    assert difference_found(state, 3, actions).startswith("law 3")


def test_a_hand_that_is_shown_as_it_goes_breaks_law_3(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = "B1 B2 B3 B4 B5 B6 B7 B8 G1 G2 G3 G4 G5 G6 G7"
    lines = f"seats: ann bob cem; hand ann: {hand}; hand bob: R1 R2; hand cem: Y1 Y2; discard: R9"
    state = at(lines, "official mercy=16 draw_until_playable=yes")
    assert not difference_found(state, 1, [Draw(0)])
    monkeypatch.setattr(ev.PlayerLost, "forms", open_to_all)
    assert difference_found(state, 1, [Draw(0)]).startswith("law 3")


def advance_all(state: State, actions: Sequence[Action]) -> None:
    for action in actions:
        decide.advance(state, action)


def difference_found(state: State, viewer: int | None, actions: Sequence[Action]) -> str:
    """What is found when these actions are done in many pairs of worlds; nothing if the viewer cannot tell."""
    for seed in range(60):
        pair = worlds.TwoWorlds(state.copy(), viewer, random.Random(seed))
        pair.right = worlds.other_world(state, viewer, random.Random(seed), stock=False)
        try:
            for action in actions:
                other = action
                if isinstance(action, Give) and action.seat != viewer:
                    other = pair.secret_answer(action.seat)
                if not pair.possible(other) or not pair.do(action, other):
                    break
        except Violation as violation:
            return str(violation)
    return ""


def longer(there: Game, seat: int) -> list[Listed]:
    listed = legal_actions(there, seat)
    return [*listed, Name(seat, Colour.RED)] if listed and isinstance(listed[0], CanPlay) else listed


def nothing(*_: object, **__: object) -> list[Any]:
    return []


def careless(state: State, action: Action, decision: int | None = None) -> list[ev.Event]:
    state.turn += 1
    return decide.advance(state, action, decision)


@pytest.mark.parametrize(
    ("wrong", "found"), [(longer, r"Name.* is listed and is refused"), (nothing, "nothing is listed")]
)
def test_a_list_that_is_wrong_breaks_law_4(wrong: object, found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged, "legal_actions", wrong)
    with pytest.raises(Violation, match=f"law 4: {found}"):
        judged.check_lists(random.Random(1), dealt())


def _try_everything(state: State) -> None:
    for seed in range(200):
        judged.check_anything(random.Random(seed), state, Reached())


@pytest.mark.parametrize(
    ("owner", "name", "wrong", "found"),
    [
        (judged, "legal_actions", nothing, "is not listed and was let pass"),
        (judged, "advance", careless, "was refused and has changed something"),
        (decide, "draw", nothing, "cost 0 cards"),
    ],
)
def test_an_action_that_is_judged_wrongly_breaks_law_4(
    owner: object, name: str, wrong: object, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, wrong)
    with pytest.raises(Violation, match=f"law 4: .* {found}"):
        _try_everything(dealt())


def test_a_chain_that_is_let_pass_though_it_is_broken_breaks_law_4(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at("seats: ann bob; hand ann: R1 R2 G3 B4 Y5 Y6; hand bob: B1 B2; discard: R9", "quickplay")
    _try_everything(state)
    monkeypatch.setattr(legal, "follows", lambda *_, **__: True)
    monkeypatch.setattr(judged, "continuations", nothing)
    with pytest.raises(Violation, match=r"law 4: Play.* is not listed and was let pass"):
        _try_everything(state)


def test_a_computer_player_who_is_punished_breaks_law_4() -> None:
    state = dealt()
    assert state.waiting_for is not None
    seat = (state.waiting_for.seat + 1) % 4
    action = Play(seat, (state.hands[seat][0],))
    with pytest.raises(Violation, match="law 4: a computer player is punished"):
        judged.check_computer(state.copy(), action, decide.advance(state, action))


def test_a_game_that_does_not_end_breaks_law_4(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "MOST_ACTIONS", 3)
    assert law_broken().startswith("law 4: round 1 does not end")


EXTRA_EVENTS = {
    "another kind": (ev.UnoAnnounced(0), ev.TurnMissed(0)),
    "another seat": (ev.UnoAnnounced(0), ev.UnoAnnounced(2)),
    "other points": (ev.RoundEnded((0,), False, (3, 0, 0)), ev.RoundEnded((0,), False, (5, 0, 0))),
}


def parted(case: str, monkeypatch: pytest.MonkeyPatch) -> worlds.TwoWorlds:
    """Two worlds in which the same action brings about two different events."""
    pair = worlds.TwoWorlds(dealt(3), 1, random.Random(1))

    def advance(state: State, action: Action) -> list[ev.Event]:
        return [EXTRA_EVENTS[case][state is pair.right], *decide.advance(state, action)]

    monkeypatch.setattr(worlds, "advance", advance)
    return pair


@pytest.mark.parametrize("case", EXTRA_EVENTS)
def test_whatever_else_tells_two_worlds_apart_breaks_law_3(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = parted(case, monkeypatch)
    assert pair.left.waiting_for is not None
    with pytest.raises(Violation, match="law 3: viewer 1 sees after"):
        pair.do(Draw(pair.left.waiting_for.seat))


def test_cards_that_do_not_match_their_counts_break_law_1() -> None:
    state = dealt()
    whole = [face.order for face in deck()]
    witness.check_cards(state, whole, "the deal")
    state.counts[2] += 1
    with pytest.raises(Violation, match="law 1: the counts are not those of the cards after the deal"):
        witness.check_cards(state, whole, "the deal")


def test_a_view_that_differs_after_the_last_event_breaks_law_2(monkeypatch: pytest.MonkeyPatch) -> None:
    """The full comparison finds what the quick check after each event misses."""
    monkeypatch.setattr(witness, "knows_its_part", lambda *_: True)
    monkeypatch.setattr(ev.CardsDrawn, "forms", open_to_all)
    state = dealt()
    follower = witness.Witness(state)
    assert state.waiting_for is not None
    with pytest.raises(Violation, match=r"law 2: after .* has hands"):
        follower.see(decide.advance(state, Draw(state.waiting_for.seat)))


@pytest.mark.parametrize("field", ["hands", "stock", "sealed", "drawn", "seed", "votes", "gifts"])
def test_a_view_that_knows_too_much_is_seen(field: str) -> None:
    state = dealt()
    state.drawn = state.hands[state.waiting_for.seat][0] if state.waiting_for else None
    state.votes, state.gifts = {1: "open_hand"}, {1: state.hands[1][0]}
    seat = 0 if state.waiting_for and state.waiting_for.seat else 2
    view = view_for(state, seat)
    assert witness.knows_its_part(view, state)
    known = state.copy()
    known.sealed = ((), 0)  # type: ignore[assignment]
    setattr(view, field, getattr(known, field))
    assert not witness.knows_its_part(view, state)


def test_a_chain_is_listed_only_with_the_colour_that_its_last_card_asks_for() -> None:
    lines = "seats: ann bob cem; hand ann: R1 W; hand bob: Y1 Y2; hand cem: Y3 Y4; discard: R9"
    state, chain = at(lines, "quickplay goal=until_last"), (card("R1"), card("W"))
    assert judged.is_listed(state, Play(0, chain, (None, Colour.BLUE)))
    assert not judged.is_listed(state, Play(0, chain))


def test_what_is_laid_at_a_time_out_with_nothing_to_draw_may_tell_two_worlds_apart() -> None:
    state = at("seats: ann bob cem; hand ann: R1 B2; hand bob: G3 B4; hand cem: B1 Y5; discard: R9; stock-only:")
    told = set()
    for seed in range(20):
        pair = worlds.TwoWorlds(state.copy(), 1, random.Random(seed))
        told.add(pair.do(TimedOut(0)))
    assert told == {True, False}
