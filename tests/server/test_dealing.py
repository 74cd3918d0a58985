"""Nobody chooses the cards: the server is bound to a secret, players' bytes are mixed into it (P-7.33 to P-7.36)."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.server.crashing import Crashing
from tests.server.harness import Person, World, play_out, sit_down
from uno_engine.mixing import MixingFault, commitment, mixed_seed, share_hash
from uno_engine.state import new_game
from uno_protocol import messages as m
from uno_protocol.room import GameOpened, GameSeed
from uno_server.archive.opening import opened
from uno_server.archive.reader import Archive, check
from uno_server.table import transaction


def bytes_of(person: Person) -> bytes:
    return person.name.encode().ljust(16, b"\0")


def offer(*people: Person) -> None:
    for person in people:
        assert isinstance(person.ask(m.Ready, share=share_hash(person.seat, bytes_of(person)).hex()), m.Ok)


def open_share(*people: Person) -> None:
    for person in people:
        assert isinstance(person.ask(m.OpenShare, share=bytes_of(person).hex()), m.Ok)


def last(person: Person, kind: str) -> dict[str, Any]:
    return next(entry.event for entry in reversed(person.all(m.Entry)) if entry.event["k"] == kind)


def shuffling(world: World, **new: Any) -> list[Person]:
    """ann and bob offer bytes, cem offers none; a computer player sits beside them."""
    ann, bob, cem = people = sit_down(world, "ann bob cem", seats=4, bots=["easy"], **new)
    offer(ann, bob)
    cem.ask(m.Ready)
    assert isinstance(ann.ask(m.Start), m.Ok)
    assert ann.phase == "between_rounds"
    return people


def seed_of(world: World, people: Sequence[Person], *names: str) -> bytes:
    """The seed with the bytes of these."""
    secret = world.table().dealing
    assert secret is not None
    by_seat = {one.seat: bytes_of(one) for one in people if one.name in names}
    return mixed_seed(secret.secret, [1, 2, 1, 1], [by_seat.get(seat) for seat in range(4)])


def bound(person: Person) -> bool:
    return person.room.commitment is not None


def unbind(world: World) -> None:
    """Make the table one of an older journal."""
    table = world.table()
    table.dealing = table.room.commitment = None
    table.forget()


@pytest.fixture
def at() -> World:
    return World()


def test_a_table_is_bound_before_anybody_is_ready_and_anew_after_each_game(at: World) -> None:
    ann, bob = people = sit_down(at)
    dealing = at.table().dealing
    assert dealing is not None
    assert ann.last(m.Snapshot).room["commitment"] == commitment(dealing.secret).hex()
    for person in people:
        person.ask(m.Ready)
    ann.ask(m.Start)
    assert at.state().seed == dealing.secret  # nobody has offered any bytes
    play_out(at, people)
    told = last(ann, "game_seed")
    assert (told["seed"], told["secret"]) == (dealing.secret.hex(), dealing.secret.hex())
    assert bob.room.commitment != commitment(dealing.secret).hex()
    before = bob.room.commitment
    ann.ask(m.Ready)
    bob.ask(m.Ready)
    assert ann.phase == "playing"
    ann.ask(m.EndGame)
    assert bob.room.commitment not in (None, before)


def test_the_cards_are_dealt_when_the_last_bytes_are_open(at: World) -> None:
    ann, bob, cem = people = shuffling(at)
    announced = {one.seat: share_hash(one.seat, bytes_of(one)).hex() for one in (ann, bob)}
    assert bob.room.shares == tuple(announced.get(seat) for seat in range(4))
    assert cem.last(m.Clock).seconds == 3.0
    open_share(ann)
    assert cem.phase == "between_rounds"
    open_share(ann)  # once more: it changes nothing
    open_share(bob)
    assert cem.phase == "playing"
    assert at.state().seed == seed_of(at, people, "ann", "bob")
    told = last(cem, "deal_mixed")
    assert (told["kinds"], told.get("dropped")) == ([1, 2, 1, 1], None)
    assert told["shares"][bob.seat] == bytes_of(bob).hex()
    assert all(person.agrees() for person in people)


def test_bytes_that_are_missing_after_three_seconds_are_left_out_before_all_eyes(at: World) -> None:  # FAULTS 54
    ann, bob, cem = people = shuffling(at)
    open_share(bob)
    at.wait(2.9)
    assert cem.phase == "between_rounds"
    at.wait(0.1)
    assert cem.phase == "playing"
    assert last(cem, "deal_mixed")["dropped"] == [ann.seat]
    assert at.state().seed == seed_of(at, people, "bob")


@pytest.mark.parametrize("share", [b"other".ljust(16, b"\0").hex(), "00" * 16])
def test_other_bytes_than_the_announced_ones_are_refused(at: World, share: str) -> None:
    ann, _bob, cem = shuffling(at)
    assert ann.refused(m.OpenShare, share=share) == "bad_share"
    assert cem.refused(m.OpenShare, share=bytes_of(cem).hex()) == "bad_share"
    at.wait(3.0)
    assert ann.refused(m.OpenShare, share=bytes_of(ann).hex()) == "bad_share"


@pytest.mark.parametrize("kicked", [False, True])
@pytest.mark.parametrize("training", [False, True])
def test_whoever_leaves_is_not_waited_for_and_changes_no_deal(kicked: bool, training: bool) -> None:
    at = World(training=training)
    ann, bob, cem = people = shuffling(at)
    dee = at.person("dee")
    seat = bob.seat
    seeds = seed_of(at, people, "ann")
    open_share(ann)
    hands = new_game(at.table().rules, [True] * 4, seeds)
    if kicked:
        ann.ask(m.Kick, name="bob")
    else:
        bob.ask(m.LeaveTable)
    assert cem.phase == "playing"
    assert at.state().seed == seeds
    assert at.state().seated[seat] is False
    assert last(cem, "round_dealt")["counts"] == [7] * len(hands.seated)
    assert dee.join().seat == seat
    assert all(person.agrees() for person in (ann, cem, dee))


def test_a_seat_is_held_and_newcomers_wait_until_the_deal(at: World) -> None:
    ann, bob, _cem = shuffling(at)
    bob.ask(m.LeaveTable)
    dee = at.person("dee")
    assert dee.refused(m.JoinTable, table="T") == "table_full"
    assert ann.refused(m.AddBot) == "table_full"
    at.wait(3.0)
    assert dee.join().seat is not None
    assert at.state().seated[dee.seat] is False


def test_somebody_who_sits_down_meanwhile_is_not_dealt_cards(at: World) -> None:
    ann, bob = people = sit_down(at, seats=3)
    offer(ann, bob)
    ann.ask(m.Start)
    dee = at.person("dee")
    dee.join()
    open_share(ann, bob)
    assert (ann.phase, at.state().seated) == ("playing", [True, True, False])
    assert all(person.agrees() for person in (*people, dee))


def test_readiness_meanwhile_deals_nothing(at: World) -> None:
    people = shuffling(at)
    for person in people:
        person.ask(m.Ready)
    assert people[0].phase == "between_rounds"


def test_a_pause_stops_the_clock_of_the_list_and_ending_the_game_ends_it(at: World) -> None:
    ann, bob, cem = shuffling(at)
    at.wait(2.0)
    ann.ask(m.Pause)
    open_share(ann, bob)
    at.wait(60.0)
    assert cem.phase == "between_rounds"
    ann.ask(m.Pause, paused=False)
    at.wait(1.0)
    assert cem.phase == "playing"
    ann.ask(m.EndGame)
    offer(ann, bob)
    cem.ask(m.Ready)
    ann.ask(m.Start)
    ann.ask(m.EndGame)
    assert (cem.phase, cem.room.shares) == ("waiting", None)
    assert all(person.agrees() for person in (ann, bob, cem))


def test_a_share_counts_only_with_the_mark_that_brought_it(at: World) -> None:
    ann, bob, cem = sit_down(at, "ann bob cem")
    offer(ann, bob, cem)
    ann.ask(m.ChangeTable, turn_seconds=10)
    assert [one and one.share for one in bob.room.occupants] == [None] * 3
    offer(ann, bob, cem)
    bob.ask(m.Away)
    assert bob.occupant(bob.seat).share is None
    ann.ask(m.Start)
    assert cem.room.shares is not None
    assert cem.room.shares[bob.seat] is None
    open_share(ann, cem)
    bob.ask(m.Ready, share=share_hash(bob.seat, bytes_of(bob)).hex())
    assert bob.occupant(bob.seat).share is None


def test_a_rematch_is_mixed_too_and_later_rounds_follow_from_the_same_seed(at: World) -> None:
    people = ann, bob = sit_down(at, options={"goal": "points", "target": "100"})
    offer(ann, bob)
    ann.ask(m.Start)
    open_share(ann, bob)
    seed = at.state().seed
    play_out(at, people)
    assert at.state().round > 1
    assert last(ann, "game_seed")["seed"] == seed.hex()
    offer(ann, bob)
    assert ann.phase == "between_rounds"
    open_share(ann, bob)
    assert (ann.phase, at.state().seed != seed) == ("playing", True)


def test_at_a_table_with_closed_hands_the_seed_stays_closed(at: World) -> None:
    people = sit_down(at, show_hands=False)
    for person in people:
        person.ask(m.Ready)
    people[0].ask(m.Start)
    assert people[0].error(m.ChangeTable, show_hands=True).field == "show_hands"
    play_out(at, people)
    assert last(people[1], "game_seed")["seed"] == ""
    assert "secret" not in last(people[1], "game_seed")


def test_a_table_at_a_position_is_bound_to_nothing(at: World) -> None:
    world = World(test_deals=True)
    ann, bob = sit_down(
        world, position="rules: official\nseats: one two\nhand one: R1 R2\nhand two: B1 B2\ndiscard: R9\nturn: one"
    )
    assert ann.room.commitment is None
    offer(ann, bob)
    ann.ask(m.Start)
    assert ann.phase == "playing"


@pytest.mark.parametrize("opened_before", [0, 1])
def test_the_list_outlives_a_restart_and_the_journal_checks(world: Crashing, opened_before: int) -> None:
    people = ann, bob, cem = shuffling(world)
    open_share(*[bob][:opened_before])
    seed = seed_of(world, people, "ann", "bob")
    world.crash_and_return(*people)
    open_share(*[bob][opened_before:])
    assert ann.phase == "between_rounds"
    open_share(ann)
    assert world.state().seed == seed
    world.crash_and_return(*people)
    play_out(world, people)
    assert last(cem, "game_seed")["seed"] == seed.hex()
    world.journal.pulse(world.now)
    with opened(world.directory) as connection:
        archive = Archive(connection)
        assert list(check(archive)) == []
        assert archive.games[-1].told.seed == seed


def test_the_journal_is_held_to_the_commitment_and_to_the_list(
    world: Crashing, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = shuffling(world)
    open_share(*people[:2])
    play_out(world, people)
    world.journal.pulse(world.now)
    with opened(world.directory) as connection:
        archive = Archive(connection)
        (game,) = archive.games
        first, *rest = archive.moments(game)
        monkeypatch.setattr(archive, "moments", lambda _: iter([first, *rest]))
        (listing,) = (event for event in first.events if isinstance(event, GameOpened))
        listed = listing.shares
        assert list(check(archive, game)) == []
        for listing.shares, fault in (((), MixingFault.UNLISTED), (("ab" * 32, *listed[1:]), MixingFault.CHANGED)):
            (found,) = check(archive, game)
            assert fault.value in found
        listing.shares, (opening,) = listed, [one for one in rest[-1].events if isinstance(one, GameSeed)]
        seed, secret = opening.seed, opening.secret
        for opening.seed, opening.secret in (("", None), (seed, None)):
            (found,) = check(archive, game)
            assert "its secret was never opened" in found
        opening.seed, opening.secret, game.head.room.commitment = seed, secret, "ab" * 32
        (found,) = check(archive, game)
        assert "its secret is not the one" in found


def test_somebody_who_left_while_it_was_down_is_still_dealt_cards(world: Crashing) -> None:
    ann, bob, cem = shuffling(world)
    bob.ask(m.LeaveTable)
    world.crash_and_return(ann, cem)
    open_share(ann)
    assert last(cem, "round_dealt")["counts"] == [7] * 4
    assert world.state().seated[bob.seat] is False


def test_a_fault_of_our_own_changes_neither_list_nor_seed(at: World) -> None:
    ann, bob, cem = shuffling(at)
    open_share(ann)
    transaction.restore(at.table(), at.now)
    open_share(bob)
    seed = at.state().seed
    transaction.restore(at.table(), at.now)
    assert (at.state().seed, cem.phase) == (seed, "playing")
    assert all(person.agrees() for person in (ann, bob, cem))


def test_a_table_of_an_older_journal_is_bound_after_a_restart_where_nobody_is_ready(world: Crashing) -> None:
    ann, bob = sit_down(world)
    unbind(world)
    ann.ask(m.Ready)
    world.crash(ann, bob)
    for person in (ann, bob):
        person.resume(seen=None)
    assert not bound(ann)
    bob.ask(m.Ready)
    ann.ask(m.Start)
    assert ann.phase == "playing"
    ann.ask(m.EndGame)
    assert bound(ann)
    unbind(world)
    ann.ask(m.ChangeTable, turn_seconds=20)
    world.crash(ann, bob)
    ann.resume(seen=None)
    assert bound(ann)
