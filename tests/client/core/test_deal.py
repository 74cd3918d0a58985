"""The client offers bytes for the deal, opens them, and finds out at the end whether the server was honest.

FAULTS 55: the server is ours, with a cheat planted in it; `tests/test_cheats.py` has the usual ones.
"""

from dataclasses import replace as changed
from functools import partial
from typing import Any

import pytest
from msgspec import structs

from tests.cheats import RULES, Plant, Player, a_card_put_into_a_hand, opened, play, play_on, sit_down
from tests.client.fake import said_on
from tests.server.harness import World
from uno_client.core import deal
from uno_client.core.deal import follows
from uno_client.core.model import Model
from uno_client.core.model.deal import DealPart, DealVerdict
from uno_client.core.model.parts import LinkPart, LinkPhase, Scope, StartPart
from uno_client.core.model.table import PlayPart
from uno_client.core.navigation import at_the_game
from uno_client.core.recorder import record_of
from uno_client.core.standing import being_dealt
from uno_client.lines.game_text import heard_lines
from uno_client.lines.room_text import running_out, waiting_lines
from uno_client.messages import Ask, Input
from uno_client.structs import replace
from uno_engine import events as ev
from uno_engine.dealt import Followed
from uno_protocol import messages as m
from uno_protocol import room as rm
from uno_protocol.fold import TableView
from uno_protocol.records.showing import Showing
from uno_server.table.dealing import Dealing
from uno_server.table.play import TableGames
from uno_server.table.table import Table

MATCH = {**RULES, "options": {"hand_size": "2", "uno": "off", "goal": "points", "target": "60"}}


def table(*lucky: bytes, **new: Any) -> tuple[World, list[Player]]:
    """A table of two with a computer player; each of the people has luck, or offers no bytes."""
    world = World()
    people = [Player(world, f"p{number}", luck) for number, luck in enumerate(lucky)]
    sit_down(people, **new)
    return world, people


def test_an_honest_deal_is_checked_by_all_who_offered_bytes_and_those_who_did_not() -> None:
    world, people = table(b"one", b"", **MATCH)
    for _ in range(3):
        play(world, people)
        assert [one.verdict for one in people] == [DealVerdict.CHECKED, DealVerdict.NO_BYTES]
    assert people[0].model.play.deal.game is None
    assert "Deal checked: nobody chose or changed the cards." in said_on(people[0].model)


def test_asking_twice_and_being_made_ready_by_the_host_are_no_fault_of_the_server() -> None:
    world, (ann, bob) = table(b"one", b"two")
    ann.takes(Ask(m.Ready(id=1)))  # nothing has come of it when it is asked again
    play(world, [ann, bob])
    assert (ann.verdict, bob.verdict) == (DealVerdict.CHECKED, DealVerdict.CHECKED)
    ann.takes(Ask(m.Ready(id=1)))
    ann.due.clear()
    ann.takes(m.Error(code="limit", id=ann.last_id))
    bob.wants_to_be_ready()
    world.wait(10.0)
    assert isinstance(ann.ask(m.Start, anyway=True), m.Ok)
    bob.sends()
    play_on(world, [ann, bob])
    assert (ann.verdict, bob.verdict) == (DealVerdict.NO_BYTES, DealVerdict.CHECKED)


def test_without_anybodys_bytes_the_commitment_and_the_cards_are_checked() -> None:
    world, people = table(b"", b"")
    play(world, people)
    assert [one.verdict for one in people] == [DealVerdict.NO_BYTES] * 2


def test_at_a_table_with_closed_hands_nothing_is_checked() -> None:
    world, people = table(b"one", b"two", show_hands=False)
    play(world, people)
    assert people[0].verdict is DealVerdict.CLOSED
    assert "Deal not checked: this table keeps hands closed." in heard_lines(people[0].model, people[0].model.play.log)


def test_while_the_list_is_open_the_cards_are_being_shuffled() -> None:
    _world, (ann, bob) = table(b"one", b"two")
    bob.opens = False
    for player in (ann, bob):
        player.wants_to_be_ready()
    ann.ask(m.Start)
    assert (ann.phase, at_the_game(ann.model)) == ("between_rounds", Scope.WAITING)
    shuffling = "The cards are being shuffled."
    assert heard_lines(ann.model, ann.model.play.log)[-1] == shuffling
    assert shuffling in said_on(ann.model)
    assert running_out(ann.model, 2.0) == shuffling
    assert waiting_lines(ann.model) == []
    alone = replace(ann.model, start=StartPart(autostart=True, at_home=True))  # nobody else is there to wait for
    assert being_dealt(alone)
    assert shuffling not in heard_lines(alone, alone.play.log)


def test_bytes_that_are_lost_on_the_way_are_said_to_be_left_out() -> None:
    world, (ann, bob) = table(b"one", b"two")
    bob.opens = False
    play(world, [ann, bob])
    assert (ann.verdict, bob.verdict) == (DealVerdict.OTHERS, DealVerdict.LOST)
    assert "your bytes didn't arrive in time" in said_on(bob.model)
    said = "p1's bytes for the deal are missing: the cards are shuffled without them."
    assert said in heard_lines(ann.model, ann.model.play.log)


def test_whoever_comes_back_in_time_opens_the_bytes_then() -> None:
    world, (ann, bob) = table(b"one", b"two")
    bob.opens = False
    for player in (ann, bob):
        player.wants_to_be_ready()
    ann.ask(m.Start)
    bob.sends()
    bob.opens = True
    bob.drop()
    bob.model = replace(bob.model, link=replace(bob.model.link, pending=()))
    bob.resume(seen=None)
    bob.sends()
    ann.sends()
    assert ann.phase == "playing"
    play_on(world, [ann, bob])
    assert (ann.verdict, bob.verdict) == (DealVerdict.CHECKED, DealVerdict.CHECKED)


def test_a_snapshot_in_mid_game_leaves_that_round_unchecked_and_no_other() -> None:
    world, (ann, bob) = table(b"one", b"two", **MATCH)
    for player in (ann, bob):
        player.wants_to_be_ready()
    ann.ask(m.Start)
    ann.sends()
    bob.sends()
    bob.drop()
    bob.resume(seen=None)
    game = bob.model.play.deal.game
    assert game is not None
    assert (game.whole, game.gap) == (True, False)  # nothing was missed
    moved = False
    for _ in range(50):
        bob.drop()
        moved = ann.move()
        bob.resume(seen=None)
        if moved:
            break
        if not bob.move():
            world.wait_until(world.hub.next_deadline() or world.now)
    assert moved
    game = bob.model.play.deal.game
    assert game is not None
    assert (game.whole, game.joined) == (False, False)
    seen = game.events
    for _ in range(2000):
        if ann.phase != "playing":
            break
        if not any(player.move() for player in (ann, bob)):
            world.wait_until(world.hub.next_deadline() or world.now)
    game = bob.model.play.deal.game
    assert game is None or game.events == seen
    play_on(world, [ann, bob])
    assert (ann.verdict, bob.verdict) == (DealVerdict.CHECKED, DealVerdict.PARTLY)
    assert "Only partly checked" in said_on(bob.model)


@pytest.mark.parametrize("missing", ["too many events", "cards that were passed on"])
def test_what_was_not_compared_is_not_called_checked(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    if missing == "too many events":
        monkeypatch.setattr(deal, "MOST_SEEN", 12)
    else:
        monkeypatch.setattr(deal, "followed", lambda *_: Followed(None, whole=False))
    world, people = table(b"one", b"")
    play(world, people)
    assert [one.verdict for one in people] == [DealVerdict.PARTLY] * 2


def test_choices_that_only_a_snapshot_tells_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    _world, (ann, bob) = table(b"one", b"two")
    for player in (ann, bob):
        player.wants_to_be_ready()
    ann.ask(m.Start)
    told = TableView.from_snapshot

    def tampered(message: m.Snapshot) -> TableView:
        view = told(message)
        assert view.game is not None
        view.game.shuffles += 1
        return view

    bob.drop()
    with monkeypatch.context() as patch:
        patch.setattr(TableView, "from_snapshot", tampered)
        bob.resume(seen=None)
    game = bob.model.play.deal.game
    assert game is not None
    assert game.gap


def test_a_seed_that_is_never_told_is_said_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    happen = Table.happen
    untold = lambda self, event: None if isinstance(event, rm.GameSeed) else happen(self, event)  # noqa: E731
    monkeypatch.setattr(Table, "happen", untold)
    world, people = table(b"one", b"two")
    play(world, people)
    assert people[0].verdict is DealVerdict.UNOPENED
    assert "The deal was NOT honest!" in said_on(people[0].model)


def test_whoever_missed_the_end_of_a_game_reads_that_nothing_was_checked() -> None:
    world, (ann, bob) = table(b"one", b"two")
    for player in (ann, bob):
        player.wants_to_be_ready()
    ann.ask(m.Start)
    for player in (ann, bob):
        player.sends()
    bob.ask(m.Away)
    bob.drop()
    play_on(world, [ann])
    bob.resume(seen=None)
    assert (ann.verdict, bob.verdict) == (DealVerdict.CHECKED, DealVerdict.MISSED)


def test_a_deal_without_a_commitment_is_said_to_be_unchecked_and_spectators_hear_of_faults_only() -> None:
    world, people = table(b"one", b"two")
    eve = Player(world, "eve", b"eve")
    eve.connect()
    eve.say(m.Login(name="eve"))
    eve.ask(m.SpectateTable, table="T")
    play(world, people)
    assert [one.verdict for one in (*people, eve)] == [DealVerdict.CHECKED, DealVerdict.CHECKED, None]
    world.table().dealing = world.table().room.commitment = None
    for one in (*people, eve):
        one.drop()
        one.resume(seen=None)
    play(world, people)
    assert [one.verdict for one in (*people, eve)] == [DealVerdict.UNBOUND, DealVerdict.UNBOUND, None]
    assert "Deal not checked: the server made no commitment before the game." in said_on(people[0].model)


def test_whoever_sits_down_in_mid_game_checks_the_rounds_from_then_on() -> None:
    world, (ann, bob) = table(b"one", b"two", **{**MATCH, "seats": 4})
    for player in (ann, bob):
        player.wants_to_be_ready()
    ann.ask(m.Start)
    for player in (ann, bob):
        player.sends()
    cem = Player(world, "cem", b"three")
    cem.connect()
    cem.say(m.Login(name="cem"))
    cem.join()
    play_on(world, [ann, bob, cem])
    assert cem.verdict is DealVerdict.PARTLY


def test_bytes_of_an_earlier_game_are_not_taken_for_the_players_own(monkeypatch: pytest.MonkeyPatch) -> None:
    first: dict[int, str | None] = {}
    ready = Table.ready

    def replayed(self: Table, seat: int, mark: bool, share: str | None, now: float) -> None:
        ready(self, seat, mark, first.setdefault(seat, share), now)

    monkeypatch.setattr(Table, "ready", replayed)
    world, (ann, bob) = table(b"one", b"two")
    play(world, [ann, bob])
    assert (ann.verdict, bob.verdict) == (DealVerdict.CHECKED, DealVerdict.CHECKED)
    play(world, [ann, bob])
    assert (ann.verdict, bob.verdict) == (DealVerdict.LIST, DealVerdict.LIST)


@pytest.mark.parametrize("same", [False, True])
def test_earlier_bytes_that_are_listed_unasked_are_said_loudly(monkeypatch: pytest.MonkeyPatch, same: bool) -> None:
    if same:  # the server is bound to one secret again and again
        monkeypatch.setattr(Dealing, "drawn", classmethod(lambda cls, _entropy: cls(b"k" * 32)))
    world, (ann, bob) = table(b"one", b"two")
    play(world, [ann, bob])
    old, bobs = bob.model.play.deal.offered[-1].hash, bob.model.seat
    assert bobs is not None
    begin = TableGames.begin

    def listing(self: TableGames, *args: Any) -> None:
        self._table.happen(rm.ReadyChanged(bobs, True, share=old))
        begin(self, *args)

    monkeypatch.setattr(TableGames, "begin", listing)
    ann.wants_to_be_ready()
    world.wait(10.0)
    assert isinstance(ann.ask(m.Start, anyway=True), m.Ok)
    assert not bob.due, "the old bytes are opened again"
    ann.sends()
    world.wait(3.0)
    play_on(world, [ann, bob])
    assert (ann.verdict, bob.verdict) == (DealVerdict.OTHERS, DealVerdict.LIST)


def test_bytes_that_were_offered_for_another_secret_are_not_the_players_own(monkeypatch: pytest.MonkeyPatch) -> None:
    world, (ann, bob) = table(b"one", b"two")
    bob.takes(Ask(m.Ready(id=1)))
    bob.due.clear()
    bob.takes(m.Error(code="limit", id=bob.last_id))
    unused = bob.model.play.deal.offered[-1].hash
    play(world, [ann, bob])
    ready = Table.ready
    given = lambda self, seat, mark, share, now: ready(self, seat, mark, unused if seat else share, now)  # noqa: E731
    monkeypatch.setattr(Table, "ready", given)
    play(world, [ann, bob])
    assert (ann.verdict, bob.verdict) == (DealVerdict.OTHERS, DealVerdict.LIST)


def test_after_a_game_without_a_result_other_bytes_are_offered() -> None:
    world, (ann, bob) = table(b"one", b"two")
    for player in (ann, bob):
        player.wants_to_be_ready()
    ann.ask(m.Start)
    bob.due.clear()
    assert isinstance(ann.ask(m.EndGame), m.Ok)
    ann.due.clear()
    assert ann.model.play.deal.game is None
    play(world, [ann, bob])
    assert (ann.verdict, bob.verdict) == (DealVerdict.CHECKED, DealVerdict.CHECKED)


def test_no_bytes_are_offered_twice() -> None:
    _world, (ann, _bob) = table(b"one", b"two")
    before = ann.last_id
    for _ in range(2):
        ann.last_id = before
        ann.takes(Ask(m.Ready(id=1)))
    first, second = (one.share for one in ann.due if isinstance(one, m.Ready))
    assert first != second


def test_a_commitment_that_crosses_a_ready_is_no_fault_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    ready, bound = Table.ready, list[int]()

    def crossed(self: Table, seat: int, *args: Any) -> None:
        if not bound:
            self.bind()
        bound.append(seat)
        ready(self, seat, *args)

    monkeypatch.setattr(Table, "ready", crossed)
    world, (ann, bob) = table(b"one", b"two")
    ann.takes(Ask(m.Ready(id=1)))
    ann.takes(m.Error(code="limit", id=ann.last_id))
    ann.due.clear()
    play(world, [ann, bob])
    assert (ann.verdict, bob.verdict) == (DealVerdict.CHECKED, DealVerdict.CHECKED)


@pytest.mark.parametrize("again", [False, True])
def test_whoever_offered_bytes_and_was_away_is_not_told_to_have_offered_none(again: bool) -> None:
    world, (ann, bob) = table(b"one", b"two")
    for player in (ann, bob):
        player.wants_to_be_ready()
    bob.drop()
    ann.ask(m.Start, anyway=True)
    if again:  # the client finds its table only once the cards are dealt
        ann.sends()
        world.wait(3.0)
    bob.model = replace(bob.model, link=replace(bob.model.link, pending=()))
    bob.resume(seen=None)
    assert bool(bob.due) is not again
    for player in (ann, bob):
        player.sends()
    play_on(world, [ann, bob])
    assert ann.verdict is (DealVerdict.OTHERS if again else DealVerdict.CHECKED)
    assert bob.verdict is DealVerdict.PARTLY


@pytest.mark.parametrize("listed", [False, True])
def test_a_client_that_begins_anew_accuses_nobody_of_what_the_one_before_offered(listed: bool) -> None:
    world, (ann, bob) = table(b"one", b"two")
    for player in (ann, bob):
        player.wants_to_be_ready()
    if listed:
        ann.ask(m.Start)
    bob.drop()
    bob.due.clear()
    bob.model = Model(name="p1", play=PlayPart(deal=DealPart(b"new")), link=LinkPart(LinkPhase.ONLINE))
    bob.resume(seen=None)
    if not listed:
        ann.ask(m.Start)
    assert not bob.due
    ann.sends()
    world.wait(3.0)
    play_on(world, [ann, bob])
    assert (ann.verdict, bob.verdict) == (DealVerdict.OTHERS, DealVerdict.PARTLY)


def test_a_foreign_hash_in_the_list_of_a_snapshot_is_said_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    world, (ann, bob) = table(b"one", b"two")
    for player in (ann, bob):
        player.wants_to_be_ready()
    bob.drop()
    ann.ask(m.Start, anyway=True)
    told = TableView.from_snapshot

    def tampered(message: m.Snapshot) -> TableView:
        view = told(message)
        assert view.room.shares is not None
        view.room.shares = tuple("0c" * 16 if seat == view.seat else one for seat, one in enumerate(view.room.shares))
        return view

    with monkeypatch.context() as patch:
        patch.setattr(TableView, "from_snapshot", tampered)
        bob.resume(seen=None)
    assert not bob.due
    ann.sends()
    world.wait(3.0)
    play_on(world, [ann, bob])
    assert bob.verdict is DealVerdict.LIST


def test_hands_that_are_closed_in_mid_game_excuse_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def closing(self: TableGames, _state: object, tally: tuple[rm.TallyLine, ...]) -> rm.GameSeed:
        self._table.happen(rm.TableChanged(show_hands=False))
        return rm.GameSeed("", tally)

    monkeypatch.setattr(TableGames, "_opened_seed", closing)
    world, people = table(b"one", b"two")
    play(world, people)
    assert people[0].model.room is not None
    assert not people[0].model.room.show_hands
    assert people[0].verdict is DealVerdict.UNOPENED


def test_events_that_contradict_each_other_do_not_follow_from_the_seed() -> None:
    _world, people = table(b"one", b"two")
    for player in people:
        player.wants_to_be_ready()
    people[0].ask(m.Start)
    for player in people:
        player.sends()
    game = people[0].model.play.deal.game
    assert game is not None
    nonsense = replace(game.rounds[0], trail=(ev.HandsMoved(ev.MoveReason.SWAP, {0: 1, 7: 1}, {}), None))
    assert follows(bytes(32), nonsense) == (True, True)


def told_otherwise(patch: pytest.MonkeyPatch, **fields: Any) -> None:
    tell = Dealing.told
    patch.setattr(Dealing, "told", lambda self, shares: changed(tell(self, shares), **fields))


def never_mixed(patch: pytest.MonkeyPatch) -> None:
    happen = Table.happen
    untold = lambda self, event: None if isinstance(event, rm.DealMixed) else happen(self, event)  # noqa: E731
    patch.setattr(Table, "happen", untold)
    close = TableGames.close_list

    def silent(self: TableGames, now: float) -> None:
        close(self, now)
        self._table.room.shares = None

    patch.setattr(TableGames, "close_list", silent)


def share_stripped(patch: pytest.MonkeyPatch) -> None:
    ready = Table.ready
    patch.setattr(Table, "ready", lambda self, seat, mark, _share, now: ready(self, seat, mark, None, now))


@pytest.mark.parametrize(
    ("cheat", "verdict"),
    [
        (a_card_put_into_a_hand, DealVerdict.CARDS),
        (partial(opened, secret=None), DealVerdict.UNOPENED),
        (partial(opened, secret="nonsense"), DealVerdict.UNOPENED),
        (partial(opened, seed=""), DealVerdict.UNOPENED),
        (partial(told_otherwise, shares=("0b" * 16, None, None)), DealVerdict.CHANGED),
        (partial(told_otherwise, shares=("?", None, None)), DealVerdict.CHANGED),
        (partial(told_otherwise, kinds=(1, 1, 1)), DealVerdict.SEED),
        (partial(told_otherwise, dropped=(1,)), DealVerdict.HIDDEN),
        (never_mixed, DealVerdict.SEED),
        (share_stripped, DealVerdict.LIST),
    ],
)
def test_a_cheating_server_is_found_and_loudly_named(
    monkeypatch: pytest.MonkeyPatch, cheat: Plant, verdict: DealVerdict
) -> None:
    cheat(monkeypatch)
    world, people = table(b"one", b"two")
    play(world, people)
    assert people[0].verdict is verdict
    said = heard_lines(people[0].model, people[0].model.play.log)
    assert any(line.startswith("The deal was NOT honest! ") for line in said)
    assert people[0].model.notice is not None
    assert "The deal was NOT honest!" in said_on(people[0].model)


def newer(message: Input) -> Input:
    """The table of a message as that of a server with a preset and an option that this program doesn't know."""
    match message:
        case m.Snapshot(room=room):
            told = {"preset": "festival", "options": {"snap": "yes"}, "rules": {**room["rules"], "snap": "yes"}}
            return structs.replace(message, room={**room, **told})
        case m.Entry(event={"k": "table_changed", "rules": rules} as event):
            return structs.replace(
                message, event={**event, "options": {"snap": "no"}, "rules": {**rules, "snap": "no"}}
            )
        case _:
            return message


def test_under_rules_that_are_unknown_here_a_game_is_played_and_its_deal_not_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    takes = Player.takes
    monkeypatch.setattr(Player, "takes", lambda self, message: takes(self, newer(message)))
    world, people = table(b"one", b"two")
    assert isinstance(people[0].ask(m.ChangeTable, options={"hand_size": "3", "uno": "off"}), m.Ok)
    play(world, people)
    for player in people:
        assert player.model.play.resyncs == 0
        assert player.verdict is DealVerdict.RULES
        assert player.model.game is not None
        assert player.model.game.rules.hand_size == 3
        game = player.model.play.recorded
        assert game is not None
        assert len(Showing(record_of(game))) > 9
