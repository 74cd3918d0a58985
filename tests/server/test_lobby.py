"""Tables are opened, found, listed, joined and watched as they should be, and have the right host."""

from collections import Counter
from sys import getsizeof

import pytest

from tests.server.harness import Person, World, begun, gathered, sit_down
from uno_engine.options import fingerprint
from uno_engine.rules import RuleSet
from uno_protocol import messages as m
from uno_server.base import limits
from uno_server.core import lobby
from uno_server.table import broadcast
from uno_server.table.table import Table


def test_join_or_open_is_one_request() -> None:
    world = World()
    ann, bob = world.person("ann"), world.person("bob")
    new = m.NewTable(seats=3, bots=["normal"], turn_seconds=7)
    first = ann.ask(m.JoinTable, table="Ann's", new=new)
    second = bob.ask(m.JoinTable, table="Ann's", new=new)
    assert isinstance(first, m.Joined)
    assert isinstance(second, m.Joined)
    assert (first.seat, first.note) == (0, None)
    assert (second.seat, second.note) == (2, "table_exists")
    assert second.table == first.table
    assert [occupant.name for occupant in ann.room.occupants if occupant] == ["ann", "Abacus", "bob"]
    assert ann.room.host == 0
    assert ann.room.turn_seconds == 7
    assert ann.agrees()
    assert bob.agrees()


def drawn_code(*draws: bytes) -> tuple[str, int]:
    """The code that comes of what is drawn, and how much of that it took."""
    left = list(draws)
    return lobby.Lobby(lambda _count: left.pop(0), limits.Limits())._code(), len(draws) - len(left)


def test_each_letter_of_a_code_is_as_likely_as_the_others() -> None:
    good = bytes(lobby.CODE_LENGTH)
    codes = [drawn_code(bytes([byte, *good[1:]]), good) for byte in range(256)]
    likely = Counter(code[0] for code, draws in codes if draws == 1)
    assert likely == dict.fromkeys(lobby.CODE_LETTERS, 256 // len(lobby.CODE_LETTERS))


def test_a_table_is_found_by_name_and_code_whatever_the_case() -> None:
    world = World()
    ann = world.person("ann")
    ann.ask(m.CreateTable, name="Lunch Break", new=m.NewTable(seats=4))
    code = ann.last(m.Joined).table
    assert len(code) == 4
    for number, text in enumerate(("lunch  break", code, code.lower())):
        assert world.person(f"p{number}").join(text).table == code


def test_two_tables_cannot_have_one_name() -> None:
    world = World()
    world.person("ann").ask(m.CreateTable, name="T")
    bob = world.person("bob")
    assert bob.refused(m.CreateTable, name=" t ") == "name_taken"
    assert bob.refused(m.CreateTable, name="\u202e") == "name_rejected"
    assert bob.refused(m.CreateTable, name="x" * 33) == "name_rejected"
    assert bob.refused(m.JoinTable, table="U") == "no_such_table"
    assert bob.refused(m.SpectateTable, table="U") == "no_such_table"


@pytest.mark.parametrize(
    ("new", "code", "field"),
    [
        (m.NewTable(preset="poker"), "rules_refused", "new.preset"),
        (m.NewTable(options={"goal": "glory"}), "rules_refused", "new.options.goal"),
        (m.NewTable(options={"colour": "red"}), "rules_refused", "new.options.colour"),
        (m.NewTable(options={"chains": "yes", "stacking": "same"}), "rules_refused", "new.options.chains"),
        (m.NewTable(seats=4, options={"players": "2-3"}), "rules_refused", "new.seats"),
        (m.NewTable(seats=2, bots=["normal", "normal"]), "table_full", "new.bots"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused_with_the_field(new: m.NewTable, code: str, field: str) -> None:
    world = World()
    ann = world.person("ann")
    answer = ann.error(m.CreateTable, name="T", new=new)
    assert (answer.code, answer.field) == (code, field)
    assert len(world.hub.lobby) == 0
    assert world.commits[-1].table is None


def test_a_full_table_takes_nobody_but_may_be_watched() -> None:
    world, (ann, bob) = gathered()
    cem = world.person("cem")
    assert cem.refused(m.JoinTable, table="T") == "table_full"
    assert cem.ask(m.SpectateTable, table="T") == m.Joined(id=cem.last_id, table=ann.last(m.Joined).table)
    assert len(bob.room.watchers) == 1


def test_who_watches_may_sit_down_when_a_seat_is_free() -> None:
    world, (ann, bob) = gathered()
    eve = world.person("eve")
    eve.ask(m.SpectateTable, table="T")
    assert eve.refused(m.JoinTable, table="T") == "table_full"
    assert eve.refused(m.Ready) == "not_seated"
    bob.ask(m.LeaveTable)
    assert eve.join().seat == 1
    assert len(ann.room.watchers) == 0
    assert eve.agrees()


def test_the_list_comes_in_pages() -> None:
    world = World()
    total = limits.TABLES_PER_PAGE + 3
    for number in range(total):
        world.person(f"p{number}").ask(m.CreateTable, name=f"t{number}")
    ann = world.person("ann")
    first = ann.ask(m.ListTables)
    assert isinstance(first, m.Tables)
    assert len(first.tables) == limits.TABLES_PER_PAGE
    assert first.more
    second = ann.ask(m.ListTables, after=first.tables[-1].code)
    assert isinstance(second, m.Tables)
    assert not second.more
    codes = [line.code for line in (*first.tables, *second.tables)]
    assert len(set(codes)) == total
    assert codes == sorted(codes)


def test_a_line_of_the_list_says_what_one_wants_to_know() -> None:
    world, (ann,) = gathered("ann", seats=4, bots=["normal"], options={"goal": "points", "hand_size": "7"})
    world.person("bob").join("T")
    listed = ann.ask(m.ListTables)
    assert isinstance(listed, m.Tables)
    (line,) = listed.tables
    assert (line.name, line.seats, line.people, line.bots, line.host, line.phase) == ("T", 4, 2, 1, "ann", "waiting")
    assert (line.preset, line.options) == ("official", {"goal": "points"})
    assert line.fingerprint == fingerprint(world.table().rules) != fingerprint(RuleSet())


def listing(person: Person) -> list[m.TableLine]:
    """The whole list, as it is told page by page."""
    lines: list[m.TableLine] = []
    more = True
    while more:
        page = person.ask(m.ListTables, after=lines[-1].code if lines else "")
        assert isinstance(page, m.Tables)
        lines += page.tables
        more = page.more
    return lines


def test_the_list_is_true_after_whatever_happens_to_a_table() -> None:
    world = World()
    hosts = [world.person(f"p{number}") for number in range(limits.TABLES_PER_PAGE + 2)]
    ann, (host, *others) = world.person("ann"), hosts

    def told() -> list[str]:
        lines = listing(ann)
        tables = sorted((table.room.code, table) for table in world.hub.lobby if table.room.listed)
        assert lines == [lobby.line(table) for _, table in tables]
        return [line.name for line in lines]

    assert told() == []
    for person in hosts:
        person.ask(m.CreateTable, name=person.name)
        assert person.name in told()
    for person in (*others[:3], *others[-3:]):
        assert isinstance(person.ask(m.ChangeTable, listed=False), m.Ok)
        assert person.name not in told()
    assert isinstance(others[1].ask(m.ChangeTable, listed=True), m.Ok)
    assert others[1].name in told()
    for person in (others[-4], others[1]):
        assert isinstance(person.ask(m.LeaveTable), m.Ok)
        assert person.name not in told()
    for request in (
        m.ChangeTable(id=100, options={"goal": "points"}, locked=True, password="p"),
        m.AddBot(id=101, level="normal"),
        m.Ready(id=102),
        m.Start(id=103),
    ):
        host.say(request)
        assert host.answer(request.id) == m.Ok(id=request.id)
        told()
    host.drop()
    assert len(told()) == len(hosts) - 7


def test_what_is_rolled_back_is_not_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:  # FAULTS 44
    _, (ann, bob) = gathered()
    (before,) = listing(bob)

    def fail(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(broadcast, "news", fail)
    assert ann.refused(m.ChangeTable, locked=True) == "internal"
    monkeypatch.undo()
    assert listing(bob) == [before]


def test_a_row_of_the_list_is_made_once_for_each_change(monkeypatch: pytest.MonkeyPatch) -> None:
    world, (ann, bob) = gathered()
    world.person("cem").ask(m.CreateTable, name="U")
    made: list[str] = []
    line = lobby.line

    def noted(table: Table) -> m.TableLine:
        made.append(table.room.name)
        return line(table)

    monkeypatch.setattr(lobby, "line", noted)
    for person in (ann, bob, ann):
        listing(person)
    assert sorted(made) == ["T", "U"]
    ann.ask(m.Ready)
    ann.ask(m.ChangeTable, locked=True)
    for person in (ann, bob):
        listing(person)
    assert sorted(made) == ["T", "T", "U"]


def test_a_row_of_the_list_looks_its_rules_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    world, looked_up, hashed = World(), 0, RuleSet.__hash__
    world.person("ann").ask(m.CreateTable, name="T0", new=m.NewTable())
    table = world.hub.lobby.find("T0")
    assert table is not None
    lobby.line(table)

    def counted(rules: RuleSet) -> int:
        nonlocal looked_up
        looked_up += 1
        return hashed(rules)

    monkeypatch.setattr(RuleSet, "__hash__", counted)
    lobby.line(table)
    assert looked_up == 1


def test_those_who_ask_for_the_list_keep_one_copy_of_it() -> None:
    world, people = gathered()
    for person in people:
        for _ in range(limits.ANSWERS_KEPT):
            listing(person)
    answers = [session.answers for session in world.hub.sessions]
    assert [len(one.kept) for one in answers] == [limits.ANSWERS_KEPT] * 2
    assert len({id(kept) for one in answers for kept in one.kept}) == 1
    assert all(getsizeof(one) + getsizeof(one.ids) + getsizeof(one.kept) < 1024 for one in answers)


def test_of_a_list_that_changes_only_the_changed_rows_are_kept_anew() -> None:
    world = World()
    others = limits.TABLES_PER_PAGE - 1
    for number in range(others):
        world.person(f"p{number}").ask(m.CreateTable, name=f"t{number}")
    ann, bob = world.person("ann"), world.person("bob")
    ann.ask(m.CreateTable, name="Ann's")
    for change in range(limits.ANSWERS_KEPT):
        assert isinstance(ann.ask(m.ChangeTable, locked=change % 2 == 0), m.Ok)
        world.wait(1.0)
        listing(bob)
    (kept,) = [session.answers.kept for session in world.hub.sessions if session.name == "bob"]
    rows = [id(row) for page in kept if isinstance(page, m.Tables) for row in page.tables]
    assert len(rows) == limits.ANSWERS_KEPT * limits.TABLES_PER_PAGE
    assert len(set(rows)) == others + limits.ANSWERS_KEPT


def test_who_asks_from_anywhere_on_leaves_no_pages_behind() -> None:
    world = World(messages_at_once=1000)
    for number in range(limits.TABLES_PER_PAGE + 2):
        world.person(f"p{number}").ask(m.CreateTable, name=f"t{number}")
    ann = world.person("ann")
    for line in listing(ann):
        ann.ask(m.ListTables, after=line.code)
    assert len(world.hub.lobby._pages) == 2


def test_an_unlisted_table_changes_nothing_about_the_list() -> None:
    world, (ann, bob) = gathered()
    ann.ask(m.ChangeTable, listed=False)
    world.person("cem").ask(m.CreateTable, name="U")
    page = world.hub.lobby.page("")
    bob.ask(m.Ready)
    assert world.hub.lobby.page("") is page


def test_a_repeat_gets_the_list_as_it_was() -> None:
    _, (ann, bob) = gathered()
    (before,) = listing(bob)
    asked = bob.last_id
    ann.ask(m.ChangeTable, locked=True)
    assert listing(bob) != [before]
    bob.say(m.ListTables(id=asked))
    assert bob.heard[-1] == m.Tables(id=asked, tables=[before])


def test_there_is_an_end_to_the_number_of_tables() -> None:  # FAULTS 33
    world = World(tables=2)
    for name in ("ann", "bob"):
        world.person(name).ask(m.CreateTable, name=name)
    cem = world.person("cem")
    assert cem.refused(m.CreateTable, name="cem") == "limit"
    assert cem.link is not None


def test_the_longest_seated_becomes_host_when_the_host_leaves() -> None:
    world, (ann, bob, cem) = gathered("ann bob cem")
    bob.ask(m.LeaveTable)
    dee = world.person("dee")
    assert dee.join().seat == 1
    ann.ask(m.LeaveTable)
    assert cem.room.host == 2  # cem has sat longer than dee, though in a later seat
    assert dee.agrees()


def test_the_host_seats_computer_players_and_removes_them() -> None:
    _, (ann, bob) = gathered(seats=4)
    assert isinstance(ann.ask(m.AddBot, level="random"), m.Ok)
    occupant = bob.occupant(2)
    assert (occupant.bot, occupant.ready) == ("random", True)
    assert ann.refused(m.RemoveBot, seat=1) == "not_a_bot"
    assert ann.refused(m.RemoveBot, seat=9) == "not_a_bot"
    assert isinstance(ann.ask(m.RemoveBot, seat=2), m.Ok)
    assert bob.room.occupants[2] is None
    assert bob.agrees()


def test_a_watcher_cannot_open_a_table_before_leaving() -> None:  # P-7.2
    world = World()
    sit_down(world)
    eve = world.person("eve")
    eve.ask(m.SpectateTable, table="T")
    assert eve.refused(m.JoinTable, table="U", new=m.NewTable()) == "already_at_table"
    assert eve.refused(m.JoinTable, table="U") == "no_such_table"
    assert len(world.hub.lobby) == 1


def seated(person: Person) -> list[bool]:
    return [occupant is not None for occupant in person.room.occupants]


def test_the_game_starts_when_the_host_wants_it_and_all_are_ready() -> None:
    _, (ann, bob) = gathered(seats=3)
    ann.ask(m.Ready)
    answer = ann.error(m.Start)
    assert (answer.code, answer.args) == ("not_ready", {"seat": 1})
    bob.ask(m.Ready)
    bob.ask(m.Ready, ready=False)
    assert ann.refused(m.Start) == "not_ready"
    bob.ask(m.Ready)
    assert isinstance(ann.ask(m.Start), m.Ok)
    assert ann.game.seated == [True, True, False]
    assert ann.refused(m.Start) == "game_running"
    assert ann.refused(m.Ready) == "game_running"


def test_a_new_player_clears_the_ready_marks() -> None:
    world, (ann, bob) = gathered(seats=3)
    ann.ask(m.Ready)
    bob.ask(m.Ready)
    world.person("cem").join()
    assert ann.refused(m.Start) == "not_ready"


def test_nobody_plays_alone() -> None:
    _, (ann,) = gathered("ann", seats=2)
    ann.ask(m.Ready)
    answer = ann.error(m.Start)
    assert (answer.code, answer.args) == ("too_few_players", {"least": 2})
    assert ann.refused(m.Draw, decision=0) == "no_game"


def test_a_seat_that_is_left_empty_too_long_before_the_game_is_free_again() -> None:
    world, (ann, bob) = gathered()
    bob.drop()
    world.wait(limits.AWAY_SECONDS - 1)
    assert seated(ann) == [True, True]
    world.wait(2.0)
    assert seated(ann) == [True, False]
    bob.resume()
    assert bob.last(m.Resumed).table is None


def test_a_seat_is_held_during_the_game_however_long_its_player_is_away() -> None:
    world, (ann, bob) = begun(turn_seconds=0)
    bob.drop()
    world.wait(100 * limits.AWAY_SECONDS)
    assert seated(ann) == [True, True]
    bob.resume()
    assert bob.agrees()


def test_a_bad_name_is_told_by_the_field_that_has_it() -> None:
    bob = World().person("bob")
    for error, field in (
        (bob.ask(m.CreateTable, name=" "), "name"),
        (bob.ask(m.JoinTable, table=" ", new=m.NewTable()), "table"),
    ):
        assert isinstance(error, m.Error)
        assert error.field == field


def test_of_two_tables_of_an_old_journal_that_look_alike_one_ends_and_the_other_goes_on() -> None:
    world = World()
    ann, bob = world.person("ann"), world.person("bob")
    first, second = ann.join("Bo", seats=2).table, bob.join("Cy", seats=2).table
    tables = world.hub.lobby
    table = tables[second]
    tables.remove(table)
    table.room.name = "Bo\ufe0f"  # 0.2 took such names
    tables.put(table)
    bob.ask(m.LeaveTable)
    assert [each.room.code for each in tables] == [first]
    ann.ask(m.LeaveTable)
    assert len(tables) == 0
