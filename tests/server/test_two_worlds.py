"""A whole server sends the same bytes in two worlds that differ only in what is hidden (P-13.1).

FAULTS 39 and 41: entries, lists, clocks, answers, refusals, snapshots, replays from many numbers, what is told of
tables, the pauses of computer players, and the log. `tests.server.test_planted_leaks` shows that a leak is found.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from tests.server.any_session import WATCHER, AnySession
from tests.server.twins import LEFT, Told
from uno_engine.cards import FACES
from uno_engine.customizable import RULES
from uno_engine.presets import PRESETS
from uno_engine.state import State
from uno_protocol import messages as m
from uno_protocol.room import Room, TallyLine
from uno_server.table import play
from uno_server.table.tally import Feats, tally_after

pytestmark = pytest.mark.fast

STEPS = 80
EVERYTHING = [f"{preset} seen by {viewer}" for preset in PRESETS for viewer in ("0", "2", WATCHER)]


def seat_of(viewer: str) -> int | None:
    return None if viewer == WATCHER else int(viewer)


@pytest.mark.parametrize("case", EVERYTHING)
def test_nobody_can_tell_worlds_apart_that_differ_in_hidden_things(monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    preset, _, viewer = case.partition(" seen by ")
    session = AnySession(monkeypatch, 40 + EVERYTHING.index(case), viewer=seat_of(viewer), preset=preset, bots=1)
    session.run(STEPS)
    assert session.twins.parted > session.twins.calls * 2 // 5 > 40


def options(extra: str = "0,0,0", **others: str) -> Mapping[str, str]:
    return {"extra": extra, **others}


SHORT = options(hand_size="3", target="100", voluntary_draw="no")

HOUSE: Sequence[tuple[Mapping[str, str], set[str]]] = (
    (options(stacking="any"), {"cards_drawn"}),
    (options(stacking="same", wild_draw_four="free"), {"cards_drawn"}),
    (options(seven_zero="yes", hand_size="3"), {"hands_moved"}),
    (options(jump_in="yes", decks="2"), {"cards_played"}),
    (options(chains="yes", hand_size="10"), {"cards_played"}),
    (options(challenge_reveal="everyone"), {"cards_played"}),
    (options(wild_draw_four="enforced", voluntary_draw="no"), {"cards_drawn"}),
    (options(draw_until_playable="yes"), {"cards_played"}),
    (options(uno_grace="0.0", hand_size="3"), {"cards_played"}),
    (options(hand_size="3", uno_caught_by="referee"), {"cards_played"}),
    (options("4,4,0"), {"hands_moved"}),
    (options("0,0,4", customizable_rule="vote"), {"vote_cast"}),
    *((options("0,0,4", customizable_rule=rule, hand_size="10"), set[str]()) for rule in RULES),
    (options(hand_size="2", goal="points", target="900"), set()),  # many rounds, and so records
)


@pytest.mark.parametrize("number", range(len(HOUSE)))
@pytest.mark.parametrize("viewer", [pytest.param("1", marks=pytest.mark.slow), WATCHER])
def test_nobody_can_tell_them_apart_under_house_rules_either(number: int, viewer: str) -> None:
    chosen, wanted = HOUSE[number]
    reached: set[str] = set()
    for seed in range(100 + number, 1000, 100):
        with pytest.MonkeyPatch.context() as patch:
            session = AnySession(patch, seed, viewer=seat_of(viewer), people=4, options=chosen)
            session.run(STEPS)
        assert session.twins.parted > session.twins.calls * 2 // 5
        reached |= session.twins.kinds
        if wanted <= reached:
            break
    assert viewer != WATCHER or wanted <= reached


@pytest.mark.parametrize(
    "number",
    [
        *(pytest.param(number, marks=pytest.mark.slow) for number in range(8)),
        *(pytest.param(number, marks=pytest.mark.soak) for number in range(8, 480)),
    ],
)
def test_nobody_can_tell_them_apart_under_any_rules(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    AnySession.under_any_rules(monkeypatch, number, (0, 1, 2, None, 3)[number % 5]).run(2 * STEPS)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_computer_player_does_the_same_whatever_others_hold(monkeypatch: pytest.MonkeyPatch, preset: str) -> None:
    session = AnySession(monkeypatch, 7, viewer=2, people=2, bots=2, preset=preset)  # FAULTS 41
    session.run(STEPS)
    assert len(session.twins.computers) > 1
    assert session.twins.parted > session.twins.calls * 2 // 5


def test_only_the_seed_of_a_game_that_is_over_tells_the_worlds_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    session = AnySession(monkeypatch, 5, viewer=0, people=2, options=SHORT)
    session.run(600)
    assert session.phase == "finished"
    entries = [eve.all(m.Entry) for eve in session.twins.people[WATCHER]]
    left, right = ([entry.event for entry in told if entry.event["k"] == "game_seed"] for told in entries)
    assert len(left) == len(right) == 1
    assert left != right


def test_a_tally_that_follows_from_hidden_cards_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:  # P-7.31
    def told(room: Room, state: State, feats: Feats) -> tuple[TallyLine, ...]:
        held = sum(FACES.index(card) for hand in state.hands for card in hand)
        return tuple(replace(line, biggest=line.biggest + held) for line in tally_after(room, state, feats))

    monkeypatch.setattr(play, "tally_after", told)
    session = AnySession(monkeypatch, 5, viewer=None, people=2, options=SHORT)
    with pytest.raises(Told, match="game_seed"):
        session.run(600)


@pytest.mark.parametrize("viewer", ["1", WATCHER])
def test_a_game_that_is_ended_and_the_one_that_follows_tell_nothing(
    monkeypatch: pytest.MonkeyPatch, viewer: str
) -> None:  # P-7.22, P-7.25
    session = AnySession(monkeypatch, 60, viewer=seat_of(viewer), people=3, options=SHORT)
    session.play_on(12)
    session.ask("p0", m.EndGame)
    assert session.phase == "waiting"
    for name in session.names:
        session.ask(name, m.Ready)
    session.ask("p0", m.Start)
    session.play_on(3000)
    assert session.phase == "finished"
    for name in session.names:
        session.ask(name, m.Away, away=False)
    session.ask("p1", m.Ready)
    session.twins.tick(session.twins.worlds[LEFT].now + 25.0)
    session.run(STEPS)
    games = [entry for entry in session.twins.people[WATCHER][LEFT].all(m.Entry) if entry.event["k"] == "game_opened"]
    assert len({entry.n for entry in games}) == 3


@pytest.mark.parametrize("viewer", ["0", "2", WATCHER])
def test_whoever_sits_in_tells_nothing(monkeypatch: pytest.MonkeyPatch, viewer: str) -> None:  # P-7.23, FAULTS 41
    played = 0
    for number in range(3):
        with monkeypatch.context() as patch:
            session = AnySession(patch, 70 + number, viewer=seat_of(viewer), people=3, options=options(jump_in="yes"))
            for name in session.names:
                session.ask(name, m.Away)
            session.run(STEPS)
            assert session.twins.parted > session.twins.calls // 4
            played += len(session.twins.computers)
    assert viewer == WATCHER or played


@pytest.mark.parametrize("number", range(4))
def test_who_comes_or_sits_down_in_mid_round_learns_nothing(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    session = AnySession(monkeypatch, 50 + number, viewer=None, people=4, turn_seconds=0)
    for _ in range(25):
        session.step()
    session.twins.part()
    session.ask("p3", m.LeaveTable)
    session.ask(WATCHER, m.JoinTable, table="T")
    session.twins.person("joe", listens=True)
    session.ask("joe", m.SpectateTable, table="T")
    while session.phase == "playing" and session.moves < 60:
        session.step()
    session.come_back_from_many_numbers(WATCHER, "joe")
    sat_down = session.twins.people[WATCHER][LEFT]
    assert sat_down.table is not None
    assert sat_down.table.seat is not None
