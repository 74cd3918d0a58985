"""Everyone sees the rules of a table before joining, and rules that make no sense are refused."""

import pytest

from tests.server.harness import Person, World, begun, dealt, gathered, set_up, sit_down, start
from uno_engine.options import differences, fingerprint, options_of, with_options
from uno_engine.presets import PRESETS, preset
from uno_engine.rules import CLASHES
from uno_protocol import messages as m


@pytest.mark.parametrize("name", PRESETS)
def test_the_list_and_the_rules_of_a_table_are_seen_before_joining(name: str) -> None:
    world = World()
    options = {"uno_penalty": "3", "hand_size": str(preset(name).hand_size)}
    sit_down(world, "ann bob", seats=4, preset=name, options=options, turn_seconds=20)
    eve = world.person("eve")
    rules = with_options(preset(name), options)
    (line,) = eve.ask(m.ListTables).tables  # type: ignore[union-attr]  # a page
    assert (line.preset, line.options, line.fingerprint) == (name, differences(rules, preset(name)), fingerprint(rules))
    answer = eve.ask(m.TableRules, table="t")
    assert isinstance(answer, m.Rules)
    assert (answer.table, answer.name, answer.turn_seconds) == (line.code, "T", 20)
    assert (answer.preset, answer.options, answer.fingerprint) == (name, line.options, line.fingerprint)
    assert answer.rules == options_of(rules)
    assert eve.ask(m.TableRules, table=line.code.lower()) == m.Rules(
        id=eve.last_id, **{key: getattr(answer, key) for key in m.Rules.__struct_fields__ if key != "id"}
    )
    assert eve.table is None


def test_the_rules_of_no_table_are_refused() -> None:
    assert World().person("ann").refused(m.TableRules, table="T") == "no_such_table"


def refused(new: m.NewTable) -> m.Error:
    world = World()
    answer = world.person("ann").ask(m.CreateTable, name="T", new=new)
    assert isinstance(answer, m.Error)
    assert len(world.hub.lobby) == 0
    assert answer.code == "rules_refused"
    return answer


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"chains": "yes", "stacking": "any"}, "chains"),
        ({"chains": "yes", "seven_zero": "yes"}, "chains"),
        ({"chains": "yes", "jump_in": "yes"}, "chains"),
        ({"chains": "yes", "extra": "1,0,0"}, "chains"),
        ({"stacking": "any", "draw_two_on_wild_draw_four": "no"}, "stacking"),
        ({"first_card": "dealer", "first_reverse": "turns_only"}, "first_card"),
        ({"uno": "random_forget"}, "uno"),
        ({"players": "5-4"}, "players"),
        ({"hand_size": "15"}, "hand_size"),
        ({"extra": "5,0,0"}, "extra"),
        ({"customizable_rule": "sing"}, "customizable_rule"),
        ({"sing": "yes"}, "sing"),
    ],
    ids=str,
)
def test_what_does_not_go_together_is_refused_with_the_option_and_the_reason(
    options: dict[str, str], field: str
) -> None:
    answer = refused(m.NewTable(options=options))
    assert (answer.field, answer.args["option"]) == (f"new.options.{field}", field)
    assert len(answer.text) > len(field) + 10
    assert answer.args["reason"] in ("does_not_combine", "bad_value", "unknown_option")


def test_every_clash_is_among_those_tried_above() -> None:
    tried = {"chains", "stacking", "first_card", "uno", "players", "hand_size"}
    assert {clash.option for clash in CLASHES} == tried | {"customizable_rule"}


@pytest.mark.parametrize("count", [0, 4])
def test_a_new_table_keeps_within_the_bounds_of_its_preset(count: int) -> None:  # K1
    options = {"extra": f"1,0,{count}"}
    answer = refused(m.NewTable(preset="skyrus", options=options))
    assert (answer.field, answer.args) == ("new.options.extra", {"option": "extra", "reason": "does_not_combine"})
    assert answer.text == "extra: these rules take one to three Customizable cards"
    _, (ann,) = gathered("ann", seats=3, preset="skyrus")
    assert ann.refused(m.ChangeTable, options=options) == "rules_refused"
    assert isinstance(ann.ask(m.ChangeTable, preset="official", options=options), m.Ok)


@pytest.mark.parametrize(("name", "seats"), [("street", 5), ("street", 10)])
def test_more_seats_than_the_rules_take_are_refused(name: str, seats: int) -> None:  # S1
    answer = refused(m.NewTable(seats=seats, preset=name))
    assert (answer.field, answer.args) == ("new.seats", {"option": "players", "reason": "seats"})
    assert "2 to 4" in answer.text


def test_two_decks_let_ten_have_the_largest_hands() -> None:
    options = {"hand_size": "15", "decks": "2"}
    _, (ann,) = begun("ann", seats=10, bots=["normal"] * 9, options=options)
    assert ann.game.counts == [15] * 10


def test_the_starter_is_the_seat_that_the_host_names() -> None:  # A6
    world, (ann, bob, cem) = gathered("ann bob cem", options={"starter": "chosen", "goal": "points"})
    for person in (ann, bob, cem):
        person.ask(m.Ready)
    assert bob.refused(m.Start, chosen=1) == "not_host"
    assert isinstance(ann.ask(m.Start, chosen=2), m.Ok)
    assert (ann.game.chosen, ann.game.starter, ann.game.dealer) == (2, 2, 1)
    assert next(entry.event for entry in bob.all(m.Entry) if entry.event["k"] == "game_opened")["chosen"] == 2
    set_up(world, [ann, bob, cem], "R5", "B1 B2", "Y1 Y2")
    ann.play(m.Play, cards=["R5"])
    world.wait(10.0)
    assert (ann.game.round, ann.game.dealer, ann.game.starter) == (2, 2, 0)


def test_without_a_name_the_host_starts() -> None:  # A6
    _, (ann, bob) = gathered(options={"starter": "chosen"})
    ann.ask(m.LeaveTable)
    ann.join()
    start([bob, ann])
    assert bob.game.starter == 1


@pytest.mark.parametrize("chosen", [2, 9])
def test_nobody_starts_from_a_seat_where_nobody_sits(chosen: int) -> None:  # A6
    _, people = gathered(seats=3, options={"starter": "chosen"})
    for person in people:
        person.ask(m.Ready)
    answer = people[0].ask(m.Start, chosen=chosen)
    assert isinstance(answer, m.Error)
    assert (answer.code, answer.field, answer.args) == ("empty_seat", "chosen", {"seat": chosen})
    assert people[0].phase == "waiting"


def test_with_another_starter_the_seat_that_is_named_means_nothing() -> None:  # A6
    _, (ann, bob) = gathered(seats=3)
    for person in (ann, bob):
        person.ask(m.Ready)
    assert isinstance(ann.ask(m.Start, chosen=2), m.Ok)
    assert ann.phase == "playing"


def test_dealing_waits_until_every_seat_has_accepted_and_anew_when_somebody_comes() -> None:  # K1
    world, (ann, bob) = gathered(seats=3, preset="skyrus", options={"extra": "1,0,2"})
    ann.ask(m.Ready)
    assert ann.refused(m.Start) == "not_ready"
    bob.ask(m.Ready)
    cem = world.person("cem")
    cem.join()
    assert marks(ann) == [False, False, False]
    cem.ask(m.Ready)
    assert ann.refused(m.Start) == "not_ready"
    start([ann, bob, cem])
    assert ann.game.phase.value == "voting"


def marks(person: Person) -> list[bool]:
    return [occupant is not None and occupant.ready for occupant in person.room.occupants]


def test_nobody_joins_a_game_that_is_played_until_the_last() -> None:  # A6, C17
    world, (ann, bob, cem) = begun("ann bob cem", seats=4, options={"goal": "until_last"})
    dee = world.person("dee")
    dee.join()
    set_up(world, [ann, bob, cem, dee], "R5", "B1 B2", "Y1 Y2", "")
    assert isinstance(ann.play(m.Play, cards=["R5"]), m.Ok)
    assert ann.phase == "playing"
    assert list(ann.game.out) == [0]
    assert ann.refused(m.Draw, decision=ann.game.decision) == "out_of_game"
    assert ann.listed == ()
    bob.ask(m.LeaveTable)
    assert ann.phase == "finished"
    assert ann.game.ranks == ((0,), (2,), (1,))
    assert "player_joined" not in dee.kinds()
    start([ann, cem, dee])
    assert dee.game.counts[3] == 7
    assert all(person.agrees() for person in (ann, cem, dee))


def test_who_is_out_may_leave_and_keeps_the_place() -> None:  # A10, C17
    _, (ann, bob, cem) = dealt("R5", "R6", "Y1 Y2", options={"goal": "until_last"})
    ann.play(m.Play, cards=["R5"])
    ann.ask(m.LeaveTable)
    assert bob.phase == "playing"
    assert isinstance(bob.play(m.Play, cards=["R6"]), m.Ok)
    assert bob.phase == "finished"
    assert bob.game.ranks == ((0,), (1,), (2,))
    assert cem.agrees()


def test_the_hosts_own_rule_stands_in_a_field_of_its_own() -> None:
    world = World()
    ann, bob = world.person("ann"), world.person("bob")
    own = {"extra": "0,0,1", "customizable_rule": "own"}
    assert ann.error(m.CreateTable, name="T", new=m.NewTable(options=own)).field == "new.options.customizable_rule"
    refused = ann.error(m.CreateTable, name="T", new=m.NewTable(options={**own, "own_text": "Sing."}))
    assert (refused.field, refused.args["reason"]) == ("new.options.own_text", "unknown_option")
    refused = ann.error(m.CreateTable, name="T", new=m.NewTable(options=own, own_text="a" * 201))
    assert (refused.field, refused.args["reason"]) == ("new.own_text", "bad_value")
    ann.ask(m.CreateTable, name="T", new=m.NewTable(options=own, own_text="  Everybody   sings. "))
    bob.ask(m.JoinTable, table="T")
    room = bob.last(m.Snapshot).room
    assert (room["own_text"], "own_text" in room["rules"], "own_text" in room["options"]) == (
        "Everybody sings.",
        False,
        False,
    )
    told = bob.ask(m.TableRules, table="T")
    assert isinstance(told, m.Rules)
    assert (told.own_text, told.fingerprint) == ("Everybody sings.", room["fingerprint"])
    ann.ask(m.ChangeTable, own_text="Nobody sings.")
    event = bob.last(m.Entry).event
    assert (event["own_text"], event["fingerprint"] != room["fingerprint"]) == ("Nobody sings.", True)
    ann.ask(m.ChangeTable, preset="street")
    assert bob.last(m.Entry).event["own_text"] == ""
    assert bob.table is not None
    assert bob.table.room.own_text is None
    ann.ask(m.ChangeTable, options={"customizable_rule": "own"}, own_text="Sing.")  # no card has it yet
    ann.ask(m.ChangeTable, options={"extra": "0,0,1", "customizable_rule": "own"})
    assert bob.table.room.own_text == "Sing."


def test_a_rule_that_no_card_has_is_kept_with_the_table() -> None:
    ann = World().person("ann")
    ann.ask(m.CreateTable, name="T", new=m.NewTable(options={"customizable_rule": "own"}, own_text="Sing."))
    room = ann.last(m.Snapshot).room
    assert (room["own_text"], room["rules"]["customizable_rule"]) == ("Sing.", "vote")


def test_the_pace_is_told_where_it_has_a_name() -> None:
    world = World()
    ann, bob = world.person("ann"), world.person("bob")
    ann.ask(m.CreateTable, name="T", new=m.NewTable(bot_pause=0.5))
    bob.ask(m.JoinTable, table="T")
    assert ann.room.pace == bob.room.pace == "brisk"
    ann.ask(m.ChangeTable, pace="calm")
    assert bob.last(m.Entry).event == {"k": "table_changed", "pace": "calm"}
    ann.ask(m.ChangeTable, preset="classic113", pace="normal")
    assert bob.room.pace == "normal"
    ann.ask(m.LeaveTable)
    ann.ask(m.CreateTable, name="U", new=m.NewTable(bot_pause=0.7))
    assert ann.room.pace is None
