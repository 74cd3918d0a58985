"""Events, rooms, views and actions come back from the wire as they were, and nothing hidden goes onto it."""

from dataclasses import fields
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given

from tests.protocol.anything import EVERY_EVENT
from uno_engine import actions as act
from uno_engine import decisions as asks
from uno_engine import events as ev
from uno_engine.cards import Card, Colour, card, cards
from uno_engine.options import with_options
from uno_engine.rules import DEFAULTS
from uno_engine.state import new_game
from uno_engine.view import view_for
from uno_protocol import messages as m
from uno_protocol import room as rooms
from uno_protocol import wire
from uno_protocol.codec import decode_client, decode_server, encode
from uno_protocol.wire import WireFault, event_from_map, event_to_map


def without_the_odd_deal(event: object) -> bool:
    return not isinstance(event, ev.RoundDealt) or max(event.hands or (), default=0) < len(event.counts)


@pytest.mark.fast
@given(EVERY_EVENT.filter(without_the_odd_deal))
def test_a_full_event_loses_nothing_on_the_wire(event: Any) -> None:
    message = m.Entry(table="KXWM", n=1, event=event_to_map(event))
    back = decode_server(encode(message))
    assert isinstance(back, m.Entry)
    assert event_from_map(back.event) == event


def test_no_event_of_the_game_has_the_name_of_an_event_of_the_room() -> None:
    assert not set(ev.EVENTS) & set(rooms.ROOM_EVENTS)


OURS, OTHER = cards("R5 G+2 W"), cards("YS B1 B2")

# Two events for each kind with a secret, that differ in nothing else; who may tell them apart.
SECRETS: dict[str, tuple[ev.Event, ev.Event, frozenset[int]]] = {
    "round_dealt": (
        ev.RoundDealt(1, 0, 1, (3, 3), 90, {0: OURS, 1: OURS}, cards("R1")),
        ev.RoundDealt(1, 0, 1, (3, 3), 90, {0: OTHER, 1: OURS}, cards("B7")),
        frozenset({0}),
    ),
    "player_lost": (ev.PlayerLost(1, OURS, 75), ev.PlayerLost(1, OTHER, 23), frozenset()),
    "first_card_returned": (ev.FirstCardReturned(OURS), ev.FirstCardReturned(OTHER), frozenset()),
    "cards_played": (
        ev.CardsPlayed(0, cards("W+4"), (Colour.RED,), None, ev.Sealed(OURS, 1)),
        ev.CardsPlayed(0, cards("W+4"), (Colour.RED,), None, ev.Sealed(OTHER, 0)),
        frozenset(),
    ),
    "cards_drawn": (
        ev.CardsDrawn(1, 3, ev.DrawReason.CARD, OURS),
        ev.CardsDrawn(1, 3, ev.DrawReason.CARD, OTHER),
        frozenset({1}),
    ),
    "draw_pile_renewed": (ev.DrawPileRenewed(3, OURS), ev.DrawPileRenewed(3, OTHER), frozenset()),
    "challenged": (ev.Challenged(2, 1, False, False, OURS), ev.Challenged(2, 1, False, False, OTHER), frozenset({2})),
    "player_left": (ev.PlayerLeft(1, OURS), ev.PlayerLeft(1, OTHER), frozenset()),
    "vote_cast": (ev.VoteCast(1, "open_hand"), ev.VoteCast(1, None), frozenset({1})),
    "hands_moved": (
        ev.HandsMoved(ev.MoveReason.SWAP, {0: 3, 1: 3}, {0: OURS, 1: OURS}),
        ev.HandsMoved(ev.MoveReason.SWAP, {0: 3, 1: 3}, {0: OTHER, 1: OURS}),
        frozenset({0}),
    ),
    "card_chosen": (ev.CardChosen(1, OURS[0]), ev.CardChosen(1, OTHER[0]), frozenset({1})),
    "cards_passed": (
        ev.CardsPassed({0: 1, 1: 2, 2: 0}, {0: OURS[0], 1: OURS[1], 2: OURS[2]}),
        ev.CardsPassed({0: 1, 1: 2, 2: 0}, {0: OTHER[0], 1: OURS[1], 2: OURS[2]}),
        frozenset({0, 1}),
    ),
}
OPEN_CARDS = {"first_card_turned", "colour_discarded", "hand_opened"}
NO_CARDS = {"vote_cast"}


@pytest.mark.clause("A9", "law3")
@pytest.mark.parametrize("kind", SECRETS)
@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_two_events_that_differ_in_a_secret_have_the_same_bytes_for_who_may_not_know(
    kind: str, viewer: int | None
) -> None:
    """FAULTS 39."""
    first, second, knowing = SECRETS[kind]
    one, two = (
        encode(m.Entry(table="KXWM", n=1, event=event_to_map(event.seen_by(viewer)))) for event in (first, second)
    )
    assert (one != two) is (viewer in knowing)


def mentions_cards(hint: Any) -> bool:
    return hint in (Card, ev.Sealed) or any(mentions_cards(part) for part in get_args(hint))


@pytest.mark.parametrize("kind", sorted(ev.EVENTS))
def test_every_event_that_can_carry_cards_is_known_to_be_open_or_secret(kind: str) -> None:
    carries = any(mentions_cards(hint) for name, hint in get_type_hints(ev.EVENTS[kind]).items() if name != "kind")
    assert carries is (kind in SECRETS or kind in OPEN_CARDS) or kind in NO_CARDS


# Events in which false, 0 or nothing means something, or is left out; golden bytes show all others.
PLAIN: tuple[tuple[ev.Event | rooms.RoomEvent, dict[str, Any]], ...] = (
    (ev.CardsPlayed(0, cards("R5")), {"k": "cards_played", "seat": 0, "cards": ["R5"]}),
    (ev.CardsPlayed(0, cards("R7"), (), 0), {"k": "cards_played", "seat": 0, "cards": ["R7"], "target": 0}),
    (ev.HandClosed(0, hidden=True), {"k": "hand_closed", "seat": 0, "hidden": True}),
    (ev.UnoCaught(1, None), {"k": "uno_caught", "seat": 1}),
    (
        ev.RoundEnded((0,), blocked=False, gains=(0, 0)),
        {"k": "round_ended", "winners": [0], "blocked": False, "gains": [0, 0]},
    ),
    (rooms.TableChanged(), {"k": "table_changed"}),
    (
        rooms.TableChanged(options={}, turn_seconds=0, password=False),
        {"k": "table_changed", "options": {}, "turn_seconds": 0, "password": False},
    ),
    (rooms.HandsShown((cards("R5 W"), (), None)), {"k": "hands_shown", "hands": [["R5", "W"], [], None]}),
    (rooms.HandsShown(()), {"k": "hands_shown", "hands": []}),
    (rooms.TimeGiven(1, 0), {"k": "time_given", "seat": 1, "seconds": 0}),
    (rooms.PhaseChanged(rooms.RoomPhase.WAITING), {"k": "phase_changed", "phase": "waiting"}),
)


@pytest.mark.parametrize(("event", "plain"), PLAIN)
def test_what_is_told_says_no_more_and_no_less(event: ev.Event | rooms.RoomEvent, plain: dict[str, Any]) -> None:
    assert event_to_map(event) == plain
    assert event_from_map(plain) == event


ACTIONS: tuple[act.PlayerAction, ...] = (
    *(act.Play(2, cards("R5 W B7"), (None, Colour.BLUE, None), 1, True), act.Play(2, cards("R7"), (), 0)),
    *(act.Draw(2), act.Keep(2), act.Pass(2), act.Done(2), act.Accept(2), act.Challenge(2), act.CallUno(2)),
    *(act.Catch(2, 0), act.Choose(2, 0), act.Name(2, Colour.GREEN), act.Cast(2, "open_hand")),
    *(act.Give(2, card("R5")), act.Retain(2, card("W"))),
)


@pytest.mark.parametrize("action", ACTIONS, ids=repr)
def test_an_action_is_the_same_after_its_way_over_the_wire(action: act.PlayerAction) -> None:
    request = decode_client(encode(wire.request_from_action(action, 7, 3)))
    assert isinstance(request, m.Move)
    assert (request.id, request.decision) == (7, 3)
    assert wire.action_from_request(request, 2) == action


def test_every_action_of_a_player_is_in_the_table_above() -> None:
    assert {type(action) for action in ACTIONS} == set(get_args(act.PlayerAction))
    ours = {one for one in m.Move.__subclasses__() if one is getattr(m, one.__name__)}  # not a later version's
    assert set(wire._ACTIONS) == ours


@pytest.mark.parametrize(
    ("request_", "path"),
    [
        (m.Play(id=1, decision=1, cards=["R5", "Z9"]), "cards[1]"),
        (m.Play(id=1, decision=1, cards=["W", "R5"], colours=["B"]), "colours"),
        (m.Give(id=1, decision=1, card="Z9"), "card"),
    ],
)
def test_a_move_that_means_nothing_names_its_field(request_: m.Move, path: str) -> None:
    with pytest.raises(WireFault) as caught:
        wire.action_from_request(request_, 0)
    assert caught.value.path == path


@pytest.mark.parametrize("plain", [{}, {"k": 3}])
def test_a_listed_action_without_a_kind_is_a_fault_that_names_the_field(plain: dict[str, Any]) -> None:
    with pytest.raises(wire.WireFault, match="k: is missing"):
        wire.listed_from_map(plain, 1)


def a_room(**changes: Any) -> rooms.Room:
    occupants = [rooms.Occupant("Ann", ready=True), None, rooms.Occupant("Ada", "normal", True), rooms.Occupant("Bo")]
    return rooms.Room("KXWM", "Friday", "official", {"goal": "points"}, 30, occupants, **{"host": 0, **changes})


def test_a_room_with_everything_in_it_is_the_same_after_its_way_over_the_wire() -> None:
    room = a_room(
        host=3,
        phase=rooms.RoomPhase.PAUSED,
        watchers=["Eve"],
        muted=["Eve", "Bo"],
        remarks=[rooms.Remark("Eve", "hi"), rooms.Remark("Bo", "hello", 3)],
        tally=(rooms.TallyLine("Bo", 3, 2, 1, 17, 4), rooms.TallyLine("Eve", 1)),
        own_text="Sing.",
        pace="calm",
        gone=("", "Dee", "", ""),
        screens=["TV 7"],
        claim=3,
        claim_number=7,
        programs=False,
        commitment="0a" * 32,
        shares=(None, "0b" * 32, None, None),
    )
    for name, hint in get_type_hints(rooms.Room).items():
        if hint is bool:
            setattr(room, name, not getattr(room, name))
    room.occupants[3] = rooms.Occupant("Bo", ready=True, connected=False, stand_in="normal", extra_seconds=60)
    same = {field.name for field in fields(rooms.Room) if getattr(room, field.name) == getattr(a_room(), field.name)}
    assert same <= {"code", "name", "preset", "options", "turn_seconds"}
    assert wire.room_from_map(wire.room_to_map(room)) == room


def test_a_copy_of_a_room_is_equal_and_shares_nothing_that_changes() -> None:
    talked = {"watchers": ["eve"], "muted": ["eve"], "remarks": [rooms.Remark("eve", "hi")]}
    room = a_room(**talked)
    copy = room.copy()
    assert copy == room
    copy.options["goal"] = "round"
    assert copy.occupants[0] is not None
    copy.occupants[0].ready = False
    for name in ("occupants", *talked):
        getattr(copy, name).clear()
    assert room == a_room(watchers=["eve"], muted=["eve"], remarks=[rooms.Remark("eve", "hi")])


def test_what_is_missing_in_a_room_is_as_in_a_new_one_and_is_not_shared() -> None:
    plain = wire.room_to_map(a_room())
    told = {name: plain[name] for name in ("code", "name", "preset", "options", "turn_seconds", "occupants", "host")}
    one = wire.room_from_map(told)
    assert one == a_room()
    for name in ("watchers", "muted", "remarks"):
        getattr(one, name).append("x")
    assert wire.room_from_map(told) == a_room()


@pytest.mark.parametrize(
    ("key", "value", "path"),
    [
        ("occupants", [{"name": 5}], "occupants[0].name"),
        ("options", {"goal": 5}, "options.goal"),
        ("watchers", ["Eve", 4], "watchers[1]"),
        ("remarks", [{"name": "Eve"}], "remarks[0].text"),
        *(("occupants", value, "occupants") for value in ([], [None] * 11)),
        *(("host", value, "host") for value in (4, True)),
        *(("gone", value, "gone") for value in ([], ["Dee"])),
        *((key, value, key) for key, value in (("phase", "dancing"), ("locked", 1), ("muted", "Eve"), ("name", None))),
    ],
)
def test_a_room_that_cannot_be_is_refused(key: str, value: object, path: str) -> None:
    with pytest.raises(WireFault) as caught:
        wire.room_from_map({**wire.room_to_map(a_room()), key: value})
    assert caught.value.path == path


@pytest.mark.parametrize("preset", ["party", "festival"])
def test_of_a_newer_servers_rules_those_are_read_that_are_known(preset: str) -> None:
    room = wire.room_from_map({**wire.room_to_map(a_room()), "preset": preset, "options": {"snap": "yes"}})
    assert not room.rules_known
    told = {"snap": "yes", "stacking": "sideways", "hand_size": "5"}
    assert wire.known_rules(room, told) == with_options(DEFAULTS, {"hand_size": "5"})
    with pytest.raises(WireFault, match="rules"):
        wire.known_rules(room, {"chains": "yes", "stacking": "any"})


def test_a_rule_of_the_cards_that_is_not_known_is_kept_as_it_is() -> None:
    """P-7.14: what it does comes as events like all else."""
    plain = wire.view_to_map(view_for(a_state(), 2))
    assert wire.view_from_map({**plain, "custom": "sing_a_song"}).custom == "sing_a_song"


def a_state() -> Any:
    state = new_game(a_room().rules, (True, False, True, True), bytes(32))
    from uno_engine.evolve import evolve

    hands = {0: OURS, 2: OTHER, 3: cards("G1 G2 G3")}
    evolve(state, ev.RoundDealt(1, 0, 2, (3, 0, 3, 3), 98, hands, cards("R1 R2")))
    evolve(state, ev.FirstCardTurned(card("R9")))
    evolve(state, ev.Asked(asks.AnswerDrawFour(2, 0, 4)))
    return state


def a_crowded_state() -> Any:
    """A state in which every field has something in it."""
    state = a_state()
    state.chosen, state.target, state.owed, state.claimed, state.window = 2, 3, 6, 0, 2
    state.ballot, state.custom = ("open_hand", "play_again"), "open_hand"
    state.out, state.leavers, state.ranks, state.open_hands = (0,), (3,), ((0,), (2, 3)), (0,)
    state.false_calls, state.out_of_turns, state.windows_closed = (0,), (2,), (3,)
    state.votes, state.gifts = {0: "open_hand", 2: "play_again"}, {2: card("YS"), 3: card("G1")}
    state.waiting_for = asks.PassCard((0,))
    state.__post_init__()
    return state


@pytest.mark.parametrize("state", [a_state(), a_crowded_state()], ids=["early", "crowded"])
@pytest.mark.parametrize("viewer", [None, 0, 2, 3])
def test_a_view_is_the_same_after_its_way_over_the_wire(state: Any, viewer: int | None) -> None:
    view = view_for(state, viewer)
    plain = msgspec.to_builtins(wire.view_to_map(view))
    assert wire.view_from_map(plain, view.rules) == view


def test_an_open_hand_is_in_every_view_and_votes_and_gifts_in_ones_own_alone() -> None:
    state = a_crowded_state()
    assert "hands" not in wire.view_to_map(view_for(a_state(), None))
    assert wire.view_to_map(view_for(a_state(), 2))["hands"] == [None, None, ["YS", "B1", "B2"], None]
    assert wire.view_to_map(view_for(state, None))["hands"] == [["R5", "G+2", "W"], None, None, None]
    shown = [wire.view_to_map(view_for(state, viewer)) for viewer in (None, 0, 2, 3)]
    assert [view.get("votes") for view in shown] == [None, ["open_hand"], [None, None, "play_again"], None]
    assert [view.get("gifts") for view in shown] == [None, None, [None, None, "YS"], [None, None, None, "G1"]]


@pytest.mark.parametrize(
    ("key", "value", "path"),
    [
        ("counts", [1, 2, 3, 1.0], "counts[3]"),
        ("hands", [["Q5"], None, None, None], "hands[0][0]"),
        ("waiting_for", {"k": "take_turn", "seat": 7}, "seat"),
        ("waiting_for", {"k": "sing", "seat": 0}, "waiting_for.k"),
        ("waiting_for", {"k": "pass_card", "seats": 2}, "waiting_for.seats"),
        ("votes", [5], "votes[0]"),
        ("gifts", ["Q5"], "gifts[0]"),
        *(("seats", value, "seats") for value in (0, 10**9)),
        *(("votes", value, "votes") for value in ([None] * 4 + ["open_hand"], [None] * 11)),
        *((key, value, key) for key, value in (("direction", 0), ("target", 4), ("claimed", -1), ("open_hands", [4]))),
        *((key, value, key) for key, value in (("counts", [1]), ("hands", [["R5"]]), ("ranks", [[0], [4]]))),
        *((key, value, key) for key, value in (("colour", "X"), ("phase", []))),
    ],
)
def test_a_view_that_cannot_be_is_refused(key: str, value: object, path: str) -> None:
    """FAULTS 38: a server that contradicts itself."""
    plain = wire.view_to_map(view_for(a_state(), 2))
    with pytest.raises(WireFault) as caught:
        wire.view_from_map({**plain, key: value})
    assert caught.value.path == path


@pytest.mark.parametrize(
    "plain",
    [
        {},
        {"k": 5},
        None,
        5,
        "asked",
        [],
        {"k": "cards_played"},
        {"k": "cards_played", "seat": 10, "cards": ["R5"]},
        {"k": "cards_played", "seat": -1, "cards": ["R5"]},
        {"k": "cards_played", "seat": True, "cards": ["R5"]},
        {"k": "cards_played", "seat": 1, "cards": [["R5"]]},
        {"k": "cards_drawn", "seat": 1, "count": 1, "reason": "greed"},
        {"k": "asked", "decision": "take_turn"},
        {"k": "hands_moved", "reason": "swap", "counts": {"0": 1}, "hands": []},
        {"k": "cards_passed", "to": [10], "cards": []},
        {"k": "hands_shown", "hands": [5]},
        {"k": "table_changed", "turn_seconds": -1},
        {"k": "round_ended", "winners": [0], "blocked": False, "gains": [0], "ranks": [[10]]},
    ],
    ids=repr,
)
def test_an_event_that_cannot_be_is_refused(plain: dict[str, Any]) -> None:
    """FAULTS 38."""
    with pytest.raises(WireFault):
        event_from_map(plain)


def test_an_unknown_kind_is_nothing_and_unknown_keys_are_ignored() -> None:
    assert wire.listed_from_map({"k": "juggle"}, 1) is None
    assert event_from_map({"k": "comet", "tail": 9}) is None
    assert event_from_map({"k": "passed", "seat": 1, "mood": "sad"}) == ev.Passed(1)


RESULT: dict[str, Any] = {
    "round": 1,
    "winners": [0],
    "blocked": False,
    "gains": [5, 0],
    "names": ["ann", "bob"],
    "scores": [5, 0],
    "counts": {"held": [[7], [7]], "every": 1}
    | {key: [0, 0] for key in ("drawn", "caught", "challenges", "challenges_won")},
}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"names": []}, "result.names: must be 1 to 10"),
        ({"gains": [5]}, "one item per seat"),
        ({"counts": RESULT["counts"] | {"drawn": [1, 2, 3]}}, "one item per seat"),
        ({"counts": RESULT["counts"] | {"held": [[7] * 65, [7]]}}, "result.counts.held: has more than 64 numbers"),
    ],
)
def test_a_result_that_fits_no_table_is_a_fault(change: dict[str, Any], fault: str) -> None:  # P-8.9, FAULTS 38
    assert wire.result_to_map(wire.result_from_map(RESULT)).items() >= {"round": 1, "scores": [5, 0]}.items()
    with pytest.raises(WireFault, match=fault):
        wire.result_from_map(RESULT | change)
