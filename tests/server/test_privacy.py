"""Nobody learns what they may not know (FAULTS 39 to 41)."""

from collections import Counter
from collections.abc import Callable
from math import log2
from typing import Any
from unittest import mock

import pytest

from tests.server.harness import Person, World, begun, dealt, play_out, playing
from uno_engine.actions import CanPlay
from uno_engine.cards import FACES, card
from uno_engine.presets import PRESETS
from uno_protocol import messages as m
from uno_protocol.codec import PADDING_OF_TURNS, decode_server, padded
from uno_protocol.framing import frame
from uno_server.table import game


def test_nobody_is_sent_the_cards_of_another_hand() -> None:
    world = World(2)
    people = playing(world, "ann bob", seats=3, bots=["random"], options={"goal": "points", "target": "200"})
    play_out(world, people)
    for person in people:
        for entry in person.all(m.Entry):
            event = entry.event
            if event["k"] == "cards_drawn":
                assert ("cards" in event) == (event["seat"] == person.seat)
            if event["k"] == "round_dealt":
                assert [hand is not None for hand in event["hands"]] == [s == person.seat for s in range(3)]
            assert "stock" not in event
            assert "sealed" not in event


def _texts(value: object) -> list[str]:
    match value:
        case str():
            return [value]
        case dict():
            return [text for inner in value.values() for text in _texts(inner)]
        case list() | tuple():
            return [text for inner in value for text in _texts(inner)]
        case _:
            return []


def told_to_others(people: list[Person], eve: Person, secret: Callable[[], object]) -> list[list[bytes]]:
    """What everyone but the first of the people is sent while the secret thing happens, and if they come back then."""
    others = [*people[1:], eve]
    before = [len(one.bytes) for one in others]
    secret()
    for one in others:
        one.drop()
        one.resume(seen=None)
    return [one.bytes[at:] for one, at in zip(others, before, strict=True)]


def with_a_watcher(
    *hands: str, names: str = "ann bob cem", turn: int = 0, **new: Any
) -> tuple[World, list[Person], Person]:
    """A round, with these hands if there are some."""
    world, people = dealt(*hands, turn=turn, **new) if hands else begun(names, **new)
    eve = world.person("eve")
    eve.ask(m.SpectateTable, table="T")
    return world, people, eve


def test_nobody_sees_what_another_votes_before_the_count() -> None:  # C12, FAULTS 39
    def seen(choice: int) -> list[list[bytes]]:
        _, people, eve = with_a_watcher(preset="classic113")
        rule = people[0].game.ballot[choice]
        return told_to_others(people, eve, lambda: people[0].play(m.Cast, rule=rule))

    assert seen(0) == seen(1) == seen(2)
    assert any(b"vote_cast" in one for one in seen(0)[0])


def test_nobody_sees_which_card_another_passes_and_only_its_receiver_gets_to_know() -> None:  # section 5, FAULTS 39
    def seen(card: str) -> tuple[list[list[bytes]], list[list[bytes]]]:
        options = {"extra": "0,0,4", "customizable_rule": "everyone_passes_one"}
        _, people, eve = with_a_watcher("R5 R6 R7", "WC B1 B2", "Y1 Y2 Y3", turn=1, options=options)
        ann, bob, cem = people
        bob.play(m.Play, cards=["WC"], colours=["G"])
        chosen = told_to_others(people, eve, lambda: ann.play(m.Give, card=card))
        bob.play(m.Give, card="B1")
        passed = told_to_others(people, eve, lambda: cem.play(m.Give, card="Y1"))
        return chosen, passed

    (chosen, passed), (chosen_too, passed_too) = seen("R5"), seen("R7")
    assert chosen == chosen_too
    assert passed[0] != passed_too[0]  # bob has the card now
    assert passed[1:] == passed_too[1:]


def test_a_hand_is_open_until_its_turn_begins_and_hidden_afterwards() -> None:  # section 5, A9
    options = {"extra": "0,0,4", "customizable_rule": "open_hand"}
    _, people, eve = with_a_watcher("WC R6 R7", "B1 B2 B3", "Y1 Y2 Y3", options=options)
    ann, bob, cem = people
    ann.play(m.Play, cards=["WC"], colours=["G"], target=2)
    for one in (ann, bob, eve):
        assert [card.name for card in one.game.hands[2]] == ["Y1", "Y2", "Y3"]
    eve.drop()
    eve.resume(seen=None)
    assert [card.name for card in eve.game.hands[2]] == ["Y1", "Y2", "Y3"]
    bob.play(m.Draw)
    bob.play(m.Keep)
    assert not eve.game.open_hands
    assert [one.game.hands[2] for one in (ann, bob, eve)] == [[], [], []]
    assert len(cem.game.hands[2]) == 3
    said = told_to_others([cem, ann, bob], eve, lambda: cem.play(m.Draw))
    assert not any(b"cards\x91" in body for heard in said for body in heard[:1])
    assert all(one.agrees() for one in (*people, eve))


def test_worlds_that_differ_in_a_hand_that_was_open_no_longer_give_the_same_bytes() -> None:  # FAULTS 39
    def seen(drawn: str) -> list[list[bytes]]:
        options = {"extra": "0,0,4", "customizable_rule": "open_hand"}
        world, people, eve = with_a_watcher("B1 B2 B3", "WC R6 R7", turn=1, options=options)
        ann, bob = people
        bob.play(m.Play, cards=["WC"], colours=["G"], target=0)
        world.state().stock[-1] = card(drawn)
        return told_to_others(people, eve, lambda: ann.play(m.Draw))

    assert seen("R1") == seen("W+4")


def test_nothing_that_a_seat_asks_for_itself_shows_to_others() -> None:  # A9: continuations and why_not
    _, people, eve = with_a_watcher("R1 R5 B3", "B1 B2 B3", preset="quickplay")
    before = [len(one.bytes) for one in (people[1], eve)]
    assert isinstance(people[0].play(m.Continuations, cards=["R1"]), m.Follow)
    assert isinstance(people[0].ask(m.WhyNot), m.Reasons)
    assert [len(one.bytes) for one in (people[1], eve)] == before


def test_nothing_that_a_seat_asks_shows_to_others_after_a_fault_either(monkeypatch: pytest.MonkeyPatch) -> None:
    _, people, eve = with_a_watcher("R1 R5 B3", "B1 B2 B3")  # FAULTS 39, 44
    monkeypatch.setattr(game, "advance", lambda *_: 1 // 0)
    assert people[0].play(m.Draw) == m.Error(code="internal", id=people[0].last_id, text=mock.ANY)
    monkeypatch.undo()
    before = [len(one.bytes) for one in (people[1], eve)]
    assert isinstance(people[0].ask(m.WhyNot), m.Reasons)
    assert [len(one.bytes) for one in (people[1], eve)] == before


@pytest.mark.parametrize("held", [(), (2,), (2, 3)])
def test_nobody_sees_what_is_held_for_others_and_comes_to_nothing(held: tuple[int, ...]) -> None:  # U3, P-9.7
    def sent(holds: tuple[int, ...]) -> list[bytes]:
        world, people, eve = with_a_watcher("R1 B5", "G1 G2", "Y1 Y2", "R3 R4")
        before = len(eve.bytes), len(people[1].bytes)
        people[0].play(m.Play, cards=["R1"])
        for seat in holds:
            assert people[seat].play(m.Catch, target=0) is None
        world.wait(0.5)
        eve.drop()
        eve.resume(seen=None)
        assert isinstance(people[0].play(m.CallUno), m.Ok)
        assert all(people[seat].answer(people[seat].last_id) is not None for seat in holds)
        world.wait(5.0)
        return eve.bytes[before[0] :] + people[1].bytes[before[1] :]

    assert sent(held) == sent(())


def test_reasons_depend_on_nothing_that_the_seat_does_not_see() -> None:  # A9
    def told(other: str) -> m.ServerMessage | None:
        _, people = dealt("R1 G9 B3 W+4", other, preset="classic113", options={"extra": "0,0,0"})
        return people[0].ask(m.WhyNot)

    assert told("B1 B2 B3") == told("W+4 W R+2")


@pytest.mark.fast
@pytest.mark.parametrize("preset", PRESETS)
def test_a_watcher_of_any_rule_book_sees_no_card_that_is_not_shown_to_all(preset: str) -> None:
    world = World(3)
    people = playing(
        world,
        "ann bob",
        seats=4,
        bots=["normal", "random"],
        preset=preset,
        options={"customizable_rule": "hands_move_on"},
    )
    eve = world.person("eve")
    eve.ask(m.SpectateTable, table="T")
    n = eve.table.n if eve.table else 0
    play_out(world, people)
    assert [entry.n for entry in eve.all(m.Entry)] == list(range(n + 1, world.table().log.n + 1))
    assert eve.all(m.Legal) == []
    names = {face.name for face in FACES}
    for entry in eve.all(m.Entry):
        shown = {text for text in _texts(entry.event) if text in names}
        assert not shown or entry.event["k"] in ("cards_played", "first_card_turned", "challenged"), entry.event
    assert eve.game.hands == [[], [], [], []]
    assert eve.agrees()


class Sniffed(World):
    """A world in which somebody on the network measures what each person gets when the game asks somebody."""

    measured: list[tuple[int, int]]
    """The bytes of a batch, and how many plays it lists."""

    def flush(self) -> None:
        before = [(person, len(person.bytes)) for person in self._links.values()]
        super().flush()
        for person, at in before:
            said = [decode_server(body) for body in person.bytes[at:]]
            kinds = Counter(each.event["k"] for each in said if isinstance(each, m.Entry))
            if kinds["asked"] and kinds["cards_drawn"] < 8:
                plays = [each["k"] == "play" for one in said if isinstance(one, m.Legal) for each in one.actions]
                size = len(padded(b"".join(map(frame, person.bytes[at:]))))
                self.measured.append((size, sum(plays)))


def bits(pairs: list[tuple[int, int]]) -> float:
    """Return how many bits the first of a pair tells of the second (mutual information)."""
    both, ones, others = Counter(pairs), Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    return sum(n / len(pairs) * log2(n * len(pairs) / (ones[one] * others[other])) for (one, other), n in both.items())


@pytest.mark.parametrize("names", ["ann bob", "ann bob cem dee eve fay gus hal ivy jim"])
@pytest.mark.parametrize("preset", ["official", "party"])  # with `party` also those listed who may jump in
def test_how_much_is_sent_tells_nothing_of_the_cards_you_can_play(names: str, preset: str) -> None:  # P-20.12
    world = Sniffed()
    world.measured = []
    play_out(world, playing(world, names, preset=preset))
    assert bits([(plays, plays) for _, plays in world.measured]) > 0.5
    assert bits(world.measured) == 0


@pytest.mark.parametrize("hand", ["G1", "R0 R1 R2 R3 R4 R5 R6 R7 R8 R9 RS RR R+2 B9 G9 Y9 W W W+4 W+4"])
def test_twenty_cards_that_can_be_played_take_no_more_room(hand: str) -> None:  # P-20.12
    _, (ann, bob) = dealt("R9 B1 B2", hand)
    at = len(bob.bytes)
    ann.play(m.Play, cards=["R9"])
    assert sum(isinstance(each, CanPlay) for each in bob.listed) == (0 if hand == "G1" else 18)
    assert len(padded(b"".join(map(frame, bob.bytes[at:])))) == PADDING_OF_TURNS
