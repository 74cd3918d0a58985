"""Records for those at a table (P-8.10, P-8.11): rounds that are over, by each one's own eyes; from memory or disk."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.patience import until
from tests.server.crashing import Crashing
from tests.server.harness import Person, World, play_out, playing
from tests.server.recorded import ask
from tests.server.recorded import until as play_until
from tests.server.test_recording import events_of, told
from tests.server.test_seat import claim, decide
from uno_engine.actions import Draw
from uno_engine.events import CardsPlayed, RoundDealt, RoundEnded
from uno_protocol import messages as m
from uno_protocol.records.checking import RecordVerdict, check
from uno_protocol.records.file import ALL, SPECTATOR, GameRecord, read
from uno_protocol.records.showing import Showing
from uno_server.base import limits
from uno_server.core.outputs import Fetch, WantedRecord
from uno_server.journal import recording, store
from uno_server.journal.bodies import read_head, read_moment
from uno_server.journal.database import Damaged
from uno_server.journal.store import Journal, JournalFailed
from uno_server.net import records as net_records
from uno_server.net.records import Records

pytestmark = pytest.mark.fast

OPTIONS = {"extra": "1,1,4", "goal": "points", "target": "150", "seven_zero": "yes", "customizable_rule": "vote"}
POSITION = "rules: official goal=points\nseats: a b c\nhand a: R5\nhand b: G1 G2\nhand c: Y1 Y3\ndiscard: R9"
LONG = OPTIONS | {"target": "900"}


@pytest.fixture(params=["memory", "disk"])
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> World:
    return World() if request.param == "memory" else Crashing(tmp_path)


def page(person: Person, at: int = 0, **which: Any) -> m.RecordPage:
    answer = person.ask(m.FetchRecord, at=at, **which)
    assert isinstance(answer, m.RecordPage), answer
    return answer


def fetched(person: Person, **which: Any) -> bytes:
    """The record that somebody gets, page by page."""
    lines = list[str]()
    while True:
        got = page(person, len(lines), **which)
        lines += got.lines
        if len(lines) == got.of:
            return "".join(f"{line}\n" for line in lines).encode()


def record(person: Person, **which: Any) -> GameRecord:
    return read(fetched(person, **which))


def rounds(world: World, people: Sequence[Person], count: int) -> None:
    """They play until so many rounds more are over."""
    for _ in range(count):
        if people[0].phase == "between_rounds":
            start_round(people)
        play_until(world, list(people), lambda: people[0].phase == "between_rounds")


def start_round(people: Sequence[Person]) -> None:
    for one in people:
        one.ask(m.Ready)
    assert people[0].phase == "playing"


def game(world: World, names: str = "Ann Bob", **new: Any) -> list[Person]:
    return playing(world, names, **{"seats": 4, "options": LONG, "bot_pause": 0.5, **new})


def test_nothing_is_recorded_of_a_round_that_is_being_played(anywhere: World) -> None:
    people = game(anywhere, show_hands=True, bots=["random"])
    watcher = anywhere.person("Eve")
    watcher.ask(m.SpectateTable, table="T")
    for person in (*people, watcher):
        assert person.refused(m.FetchRecord) == "no_record"
    rounds(anywhere, people, 1)
    before = {person.name: told(person) for person in people}
    start_round(people)
    play_until(anywhere, people, lambda: any(type(one) is CardsPlayed for one in told(people[0])[len(before["Ann"]) :]))
    for person in people:
        assert events_of(record(person)) == before[person.name]
        assert record(person).header.eyes == person.seat
    assert record(watcher).header.eyes == SPECTATOR
    assert type(events_of(record(watcher))[-1]) is RoundEnded


@pytest.mark.parametrize("show_hands", [True, False])
def test_a_game_that_is_over_opens_as_its_table_does(anywhere: World, show_hands: bool) -> None:
    people = game(anywhere, show_hands=show_hands, options=OPTIONS, bots=["random"])
    watcher = anywhere.person("Eve")
    watcher.ask(m.SpectateTable, table="T")
    play_out(anywhere, people)
    for person, own in (*((one, one.seat) for one in people), (watcher, SPECTATOR)):
        data = fetched(person)
        assert read(data).header.eyes == (ALL if show_hands else own)
        assert check(data).verdict is (RecordVerdict.TRUE if show_hands else RecordVerdict.NOT_CHECKED)
    if not show_hands:
        assert [events_of(record(one)) for one in people] == [told(one) for one in people]


def test_the_last_game_stays_until_the_next_is_over(anywhere: World) -> None:
    people = game(anywhere, options=OPTIONS, show_hands=True)
    play_out(anywhere, people)
    first = fetched(people[0])
    anywhere.wait(30.0)
    for one in people:
        one.ask(m.Ready)
    assert people[0].phase == "playing"
    assert people[0].refused(m.FetchRecord) == "no_record"
    assert fetched(people[1], last=True) == first
    play_out(anywhere, people)
    assert fetched(people[1], last=True) == fetched(people[1]) != first


def hands_dealt(person: Person, **which: Any) -> list[bool]:
    """Whether each deal in somebody's record shows a hand."""
    deals = [one for one in events_of(record(person, **which)) if isinstance(one, RoundDealt)]
    return [deal.hands is not None for deal in deals]


def test_a_player_has_the_eyes_of_a_seat_for_the_rounds_played_there(anywhere: World) -> None:
    """A player in a seat where another sat before sees up to then what a spectator sees."""
    ann, bob, cem = game(anywhere, "Ann Bob Cem", show_hands=False)
    rounds(anywhere, [ann, bob, cem], 1)
    seen = told(bob)
    bob.ask(m.LeaveTable)
    zoe = anywhere.person("Zoe")
    zoe.join("T")
    assert zoe.seat == 1
    assert record(zoe).header.eyes == SPECTATOR
    rounds(anywhere, [ann, cem, zoe], 1)
    assert record(zoe).header.eyes == 1
    assert hands_dealt(zoe) == [False, True]
    assert events_of(record(zoe))[-len(told(zoe)) :] == told(zoe)
    Showing(record(zoe))
    bob.join("T")
    assert bob.seat == 3
    assert events_of(record(bob)) == seen  # nothing of round 3, which is not over yet, nor of round 2
    rounds(anywhere, [ann, cem, zoe, bob], 1)
    assert record(bob).header.eyes == 3
    assert hands_dealt(bob) == [False, False, True]
    zoe.ask(m.LeaveTable)
    bob.ask(m.LeaveTable)
    bob.join("T")
    assert bob.seat == 1
    rounds(anywhere, [ann, cem, bob], 1)
    assert hands_dealt(bob) == [True, False, False, True]  # he sat there in the first round, too
    assert hands_dealt(zoe, back=0) == [False, True, True]


def test_a_player_who_comes_back_to_a_seat_has_both_stays(anywhere: World) -> None:
    ann, bob, cem = game(anywhere, "Ann Bob Cem", show_hands=False)
    rounds(anywhere, [ann, bob, cem], 1)
    bob.ask(m.LeaveTable)
    rounds(anywhere, [ann, cem], 1)
    bob.join("T")
    assert bob.seat == 1
    rounds(anywhere, [ann, cem, bob], 1)
    assert hands_dealt(bob) == [True, False, True]


def test_the_record_of_a_game_is_there_when_its_player_is_elsewhere(anywhere: World) -> None:
    people = game(anywhere, "Ann Bob", options=OPTIONS, show_hands=False)
    ann, bob = people
    eve = anywhere.person("Eve")
    eve.ask(m.SpectateTable, table="T")
    games = list[bytes]()
    for _ in range(3):  # of which a table notes the last two
        play_out(anywhere, people)
        games.insert(0, fetched(bob))
        assert read(games[0]).header.eyes == 1
        anywhere.wait(30.0)
        for one in people:
            one.ask(m.Ready)
    assert bob.refused(m.FetchRecord) == "no_record"  # of the fourth, which runs
    rounds(anywhere, people, 1)
    games.insert(0, fetched(bob))
    assert [fetched(bob, back=back) for back in range(2)] == games[:2]
    there = len(games) if isinstance(anywhere, Crashing) else 2  # memory has the last two of a table
    for who in (bob, eve):
        who.ask(m.LeaveTable)
    assert [fetched(bob, back=back) for back in range(there)] == games[:there]
    assert bob.refused(m.FetchRecord, back=there) == "no_record"
    assert bob.refused(m.FetchRecord) == "not_at_table"
    assert eve.refused(m.FetchRecord, back=0) == "no_record"
    if isinstance(anywhere, Crashing):
        ann.ask(m.CloseTable)
        anywhere.journal.tidy()
        anywhere.crash(bob)
        bob.table = None
        bob.resume()
        assert [fetched(bob, back=back) for back in range(there)] == games
        ask(anywhere.directory, "UPDATE held SET sum = sum + 1")
        assert bob.refused(m.FetchRecord, back=0) == "no_record"
        bob.ask(m.Logout)
        assert ask(anywhere.directory, "SELECT DISTINCT session FROM held") == [(1,)]


def test_who_is_given_a_seat_sees_no_game_that_its_player_had_elsewhere(anywhere: World) -> None:  # P-5.17, P-8.10
    ann, bob, cem = game(anywhere, "Ann Bob Cem", show_hands=False)
    rounds(anywhere, [ann, bob, cem], 1)
    bob.ask(m.LeaveTable)
    eve = anywhere.person("Eve")
    eve.join("Elsewhere", seats=3)
    bob.join("Elsewhere")
    assert hands_dealt(bob, back=0) == [True]
    bob.drop()
    anywhere.wait(30)
    device = claim(anywhere, "Bob", "10.9.9.9")
    assert decide(eve) == "ok"
    device.last_id = device.last(m.Resumed).last_id
    if isinstance(anywhere, Crashing):
        device.token = device.last(m.Resumed).token or ""
        anywhere.crash(ann, cem, device)
        for one in (ann, cem, device):
            one.resume()
    assert device.refused(m.FetchRecord, back=0) == "no_record"
    device.ask(m.LeaveTable)
    device.join("T")  # where the second round is on
    rounds(anywhere, [ann, cem, device], 2)
    assert hands_dealt(device, back=0) == hands_dealt(device) == [False, False, True]


def test_a_seat_at_a_position_shows_no_hand_to_those_who_come_later() -> None:
    world = World(test_deals=True)
    ann, bob, cem = playing(world, "Ann Bob Cem", position=POSITION)
    ann.play(m.Play, cards=["R5"])
    cem.ask(m.LeaveTable)
    zoe = world.person("Zoe")
    zoe.join("T")
    assert zoe.seat == 2
    rounds(world, [ann, bob, zoe], 1)
    start = record(zoe).header.start
    assert start is not None
    assert "G1" not in repr(start)
    assert "Y1" not in repr(start)
    assert Showing(record(zoe)).at(0).seat == 2


def test_who_has_left_keeps_the_rounds_that_were_played_there(anywhere: World) -> None:
    ann, bob, cem = game(anywhere, "Ann Bob Cem", show_hands=False)
    rounds(anywhere, [ann, bob, cem], 1)
    seen = told(bob)
    start_round([ann, bob, cem])
    bob.ask(m.LeaveTable)
    cem.ask(m.LeaveTable)
    bob.ask(m.SpectateTable, table="T")
    assert record(bob).header.eyes == 1
    assert events_of(record(bob)) == seen


def test_who_leaves_in_the_first_round_has_a_spectators_eyes(anywhere: World) -> None:
    people = game(anywhere, "Ann Bob Cem")
    people[2].ask(m.LeaveTable)
    people[2].ask(m.SpectateTable, table="T")
    rounds(anywhere, people[:2], 1)
    assert record(people[2]).header.eyes == SPECTATOR


def test_a_record_outlives_a_restart_and_the_upkeep(world: Crashing) -> None:
    people = game(world, options=OPTIONS, show_hands=False)
    rounds(world, people, 1)
    before = [fetched(one) for one in people]
    world.crash_and_return(*people)
    assert [fetched(one) for one in people] == before
    play_out(world, people)
    before = [fetched(one) for one in people]
    world.journal.tidy()
    world.crash_and_return(*people)
    assert [fetched(one) for one in people] == before


def test_pages_fit_into_frames_and_a_change_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RECORD_BYTES", 2_000)
    world = World()
    people = game(world)
    rounds(world, people, 1)
    first = page(people[0])
    assert first.at == 0
    assert 1 < len(first.lines) < first.of
    assert sum(len(line.encode()) for line in first.lines) <= 2_000
    assert page(people[0], first.of).lines == []
    assert fetched(people[0]) == fetched(people[0])
    rounds(world, people, 1)
    assert page(people[0], len(first.lines)).digest != first.digest
    monkeypatch.setattr(limits, "RECORD_BYTES", 1)
    assert len(page(people[0]).lines) == 1


def test_a_repeat_is_answered_once_and_a_second_request_waits(anywhere: World) -> None:
    people = game(anywhere)
    rounds(anywhere, people, 1)
    ann = people[0]
    page(ann)
    assert ann.asked is not None
    ann.say(ann.asked)
    assert isinstance(ann.heard[-1], m.Ok)  # P-8.11
    peer, asked = ann.link or 0, ann.last_id
    outputs = anywhere.hub.handle(peer, m.FetchRecord(id=asked + 1), anywhere.now)
    assert anywhere.hub.handle(peer, m.FetchRecord(id=asked + 1), anywhere.now) == []
    ann.last_id = asked + 1
    assert ann.refused(m.FetchRecord) == "limit"
    anywhere.do(outputs)
    assert isinstance(ann.heard[-1], m.RecordPage)
    ann.last_id = asked + 2
    page(ann)


def test_who_has_logged_out_is_given_nothing(anywhere: World) -> None:
    people = game(anywhere)
    rounds(anywhere, people, 1)
    outputs = anywhere.hub.handle(people[0].link or 0, m.FetchRecord(id=99), anywhere.now)
    people[0].last_id = 99
    people[0].ask(m.Logout)
    anywhere.do(outputs)
    assert people[0].all(m.RecordPage) == []


def test_a_table_that_closes_leaves_nothing_in_memory() -> None:
    world = World()
    people = game(world)
    rounds(world, people, 1)
    journal = world._journal
    assert journal._stories
    people[0].ask(m.CloseTable)
    assert not journal._stories


def test_a_game_without_end_is_not_kept_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOMENTS_KEPT", 5)
    world = World()
    people = game(world, options=OPTIONS)
    rounds(world, people, 1)
    assert people[0].refused(m.FetchRecord) == "no_record"


def test_a_game_that_began_before_records_were_kept_has_none(world: Crashing) -> None:
    people = game(world, "Ann Bob Cem", options=OPTIONS)
    world.table().notes.kept.clear()
    people.pop().ask(m.LeaveTable)
    people.append(world.person("Zoe"))
    people[-1].join("T")
    world.crash_and_return(*people)
    rounds(world, people, 1)
    assert people[0].refused(m.FetchRecord) == "no_record"
    play_out(world, people)
    assert people[0].refused(m.FetchRecord) == "no_record"


def test_a_damaged_game_has_no_record(world: Crashing) -> None:
    people = game(world, options=OPTIONS)
    rounds(world, people, 1)
    world.journal.connection.execute("UPDATE entries SET sum = 1 WHERE number = (SELECT max(number) - 1 FROM entries)")
    assert people[0].refused(m.FetchRecord) == "no_record"
    world.journal.connection.execute("DELETE FROM games")
    assert people[0].refused(m.FetchRecord) == "no_record"


def test_a_journal_that_cannot_be_read_says_so(world: Crashing) -> None:
    world.journal.path.rename(world.directory / "elsewhere")
    with pytest.raises(JournalFailed, match="a record cannot be read"):
        world.journal.record(wanted(1))


class Shelf(Journal):
    """Records by the commit that opened their game; none of an odd one."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[int] = []

    def record(self, wanted: WantedRecord) -> bytes | None:
        self.read.append(wanted.game)
        if wanted.game == 1:
            raise JournalFailed("the disk is gone")
        if wanted.game == 3:
            raise ValueError("a fault of ours")
        return None if wanted.game % 2 else b"{}\n"


def wanted(game: int) -> WantedRecord:
    return WantedRecord(1, game, 9, finished=False, whole=False, viewer=None, spans=())


async def test_a_record_is_read_once_for_all_its_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net_records, "RECORDS_CACHED", 2)
    shelf, found = Shelf(), list[tuple[int, object]]()
    records = Records(shelf, lambda fetch, lines: found.append((fetch.request, lines)))

    async def fetch(*games: int) -> list[tuple[int, object]]:
        found.clear()
        for game in games:
            records.fetch(Fetch(1, game, 0, wanted(game), ""))
        await until(lambda: len(found) == len(games))
        return found

    assert await fetch(2, 2, 4, 2, 6, 2, 4) == [(game, ["{}"]) for game in (2, 2, 4, 2, 6, 2, 4)]
    assert shelf.read == [2, 4, 6, 4]  # the one that nobody asked for lately made room
    assert await fetch(1, 3, 5, 2) == [(1, None), (3, None), (5, None), (2, ["{}"])]
    records.forget()
    shelf.read.clear()
    await fetch(2)
    assert shelf.read == [2]
    monkeypatch.setattr(net_records, "CACHED_SECONDS", -1.0)
    await fetch(2)
    assert shelf.read == [2, 2]
    records.fetch(Fetch(1, 8, 0, wanted(8), ""))
    await records.stop()
    assert len(found) == 1
    await Records(shelf, lambda *_: None).stop()


async def test_who_asks_for_many_records_keeps_nobody_else_waiting() -> None:
    found = list[str]()
    records = Records(Shelf(), lambda fetch, _: found.append(fetch.place))
    for game, place in enumerate("aaaabaac"):
        records.fetch(Fetch(1, game, 0, wanted(game), place))
    await until(lambda: len(found) == 8)
    assert "".join(found) == "abcaaaaa"


def test_a_thread_that_makes_records_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    now, pauses = [0.0], list[float]()

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        now[0] += seconds

    def work() -> Iterator[int]:
        for item in range(10):
            now[0] += recording.SLICE_SECONDS / 2
            yield item

    monkeypatch.setattr(recording, "time", SimpleNamespace(sleep=sleep, perf_counter=lambda: now[0]))
    assert [*recording.at_leisure(work())] == [*range(10)]
    assert pauses == [recording.PAUSE_SECONDS] * 5


def test_a_whole_record_has_only_what_the_rules_make() -> None:
    world = World()
    people = game(world, options=OPTIONS, show_hands=True)
    play_out(world, people)
    ((_, first, commits),) = world._journal._stories[world.table().number].values()
    head, moments = read_head(first), [read_moment(*commit) for commit in commits]
    *before, last = moments
    assert recording.whole_record("1.1", head, moments)
    lost = [one for one in last.events if not isinstance(one, RoundEnded)]
    other = [replace(one, winners=()) if isinstance(one, RoundEnded) else one for one in last.events]
    for wrong, why in (
        (last._replace(actions=[*last.actions, Draw(0)]), "the rules refuse an action"),
        (last._replace(events=lost), "its events are not what the rules lead to"),
        (last._replace(events=other), "its events are not what the rules lead to"),
    ):
        with pytest.raises(Damaged, match=why):
            recording.whole_record("1.1", head, [*before, wrong])


def test_a_player_whom_the_table_had_lost_has_no_name() -> None:
    world = World()
    people = game(world)
    rounds(world, people, 1)
    ((_, first, commits),) = world._journal._stories[world.table().number].values()
    head = read_head(first)
    head.room.occupants[1] = None
    data = recording.own_record("1.1", head, [read_moment(*commits[0])], 0, finished=False)
    assert [one and one.name for one in read(data).header.seats] == ["Ann", "", None, None]
