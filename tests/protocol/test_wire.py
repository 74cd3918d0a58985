"""Events, rooms, views and actions come back from the wire as they were, and nothing hidden goes onto it."""

from dataclasses import dataclass, fields
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given

from tests.protocol.anything import EVERY_EVENT
from uno_engine import actions as act
from uno_engine import decisions as asks
from uno_engine import events as ev
from uno_engine.cards import Card, Colour, card, cards
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
    """What a journal would write is all there is to the event."""
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


# What each event looks like when nothing out of the ordinary is to be told.
PLAIN_EVENTS: tuple[tuple[ev.Event, dict[str, Any]], ...] = (
    (ev.CardsDrawn(1, 2, ev.DrawReason.RULE, None), {"k": "cards_drawn", "seat": 1, "count": 2, "reason": "rule"}),
    (ev.CardsPlayed(0, cards("R5")), {"k": "cards_played", "seat": 0, "cards": ["R5"]}),
    (ev.CardsPlayed(0, cards("R7"), (), 0), {"k": "cards_played", "seat": 0, "cards": ["R7"], "target": 0}),
    (ev.HandClosed(0), {"k": "hand_closed", "seat": 0}),
    (ev.HandClosed(0, hidden=True), {"k": "hand_closed", "seat": 0, "hidden": True}),
    (ev.UnoCaught(1, None), {"k": "uno_caught", "seat": 1}),
    (
        ev.RoundEnded((0,), blocked=False, gains=(0, 0)),
        {"k": "round_ended", "winners": [0], "blocked": False, "gains": [0, 0]},
    ),
    (
        ev.Asked(asks.AnswerDrawFour(1, 0, 4)),
        {"k": "asked", "decision": {"k": "answer_draw_four", "seat": 1, "offender": 0, "penalty": 4}},
    ),
)


# Room events in which false, 0 or nothing means something, or is left out.
PLAIN_ROOM_EVENTS: tuple[tuple[rooms.RoomEvent, dict[str, Any]], ...] = (
    (rooms.TableChanged(), {"k": "table_changed"}),
    (
        rooms.TableChanged(options={}, turn_seconds=0, password=False, listed=False, locked=False, watching=False),
        {
            "k": "table_changed",
            "options": {},
            "turn_seconds": 0,
            "password": False,
            "listed": False,
            "locked": False,
            "watching": False,
        },
    ),
    (rooms.TableChanged(show_hands=True), {"k": "table_changed", "show_hands": True}),
    (rooms.HandsShown((cards("R5 W"), (), None)), {"k": "hands_shown", "hands": [["R5", "W"], [], None]}),
    (rooms.HandsShown(()), {"k": "hands_shown", "hands": []}),
    (rooms.SeatsMoved(0, 9), {"k": "seats_moved", "seat": 0, "to": 9}),
    (rooms.StandInChanged(1), {"k": "stand_in_changed", "seat": 1}),
    (rooms.TimeGiven(1, 0), {"k": "time_given", "seat": 1, "seconds": 0}),
    (rooms.Said("Eve", "hi"), {"k": "said", "name": "Eve", "text": "hi"}),
    (rooms.PhaseChanged(rooms.RoomPhase.WAITING), {"k": "phase_changed", "phase": "waiting"}),
    (rooms.PhaseChanged(rooms.RoomPhase.PAUSED, held=True), {"k": "phase_changed", "phase": "paused", "held": True}),
    (rooms.GameCleared(), {"k": "game_cleared"}),
)


@pytest.mark.parametrize(
    ("event", "plain"), [*PLAIN_EVENTS, *PLAIN_ROOM_EVENTS], ids=lambda value: getattr(value, "kind", "")
)
def test_what_is_told_says_no_more_and_no_less(event: ev.Event | rooms.RoomEvent, plain: dict[str, Any]) -> None:
    assert event_to_map(event) == plain
    assert event_from_map(plain) == event


ACTIONS: tuple[act.PlayerAction, ...] = (
    act.Play(2, cards("R5")),
    act.Play(2, cards("R5 W B7"), (None, Colour.BLUE, None), 1, True),
    act.Draw(2),
    act.Keep(2),
    act.Pass(2),
    act.Name(2, Colour.GREEN),
    act.Accept(2),
    act.Challenge(2),
    act.CallUno(2),
    act.Catch(2, 0),
    act.Play(2, cards("R7"), (), 0),
    act.Choose(2, 0),
    act.Cast(2, "open_hand"),
    act.Give(2, card("R5")),
    act.Retain(2, card("W")),
    act.Done(2),
)


@pytest.mark.parametrize("action", ACTIONS, ids=repr)
def test_an_action_is_the_same_after_its_way_over_the_wire(action: act.PlayerAction) -> None:
    request = decode_client(encode(wire.request_from_action(action, 7, 3)))
    assert isinstance(request, m.Move)
    assert (request.id, request.decision) == (7, 3)
    assert wire.action_from_request(request, 2) == action


def test_every_action_of_a_player_is_in_the_table_above() -> None:
    assert {type(action) for action in ACTIONS} == set(get_args(act.PlayerAction))
    assert set(wire._ACTIONS) == set(m.Move.__subclasses__())


@pytest.mark.parametrize(
    ("request_", "path"),
    [
        (m.Play(id=1, decision=1, cards=["R5", "Z9"]), "cards[1]"),
        (m.Play(id=1, decision=1, cards=["r5"]), "cards[0]"),
        (m.Play(id=1, decision=1, cards=["R10"]), "cards[0]"),
        (m.Play(id=1, decision=1, cards=["W", "R5"], colours=["B"]), "colours"),
        (m.Give(id=1, decision=1, card="Z9"), "card"),
        (m.Retain(id=1, decision=1, card="Z9"), "card"),
    ],
)
def test_a_move_that_means_nothing_names_its_field(request_: m.Move, path: str) -> None:
    with pytest.raises(WireFault) as caught:
        wire.action_from_request(request_, 0)
    assert caught.value.path == path


def test_a_listed_action_of_an_unknown_kind_is_nothing() -> None:
    assert wire.listed_from_map({"k": "juggle"}, 1) is None


@pytest.mark.parametrize("plain", [{}, {"k": 3}, {"k": None, "card": "R5"}])
def test_a_listed_action_without_a_kind_is_a_fault_that_names_the_field(plain: dict[str, Any]) -> None:
    with pytest.raises(wire.WireFault, match="k: is missing"):
        wire.listed_from_map(plain, 1)


def a_room(**changes: Any) -> rooms.Room:
    occupants = [rooms.Occupant("Ann", ready=True), None, rooms.Occupant("Ada", "normal", True), rooms.Occupant("Bo")]
    return rooms.Room("KXWM", "Friday", "official", {"goal": "points"}, 30, occupants, **{"host": 0, **changes})


@pytest.mark.parametrize("host", [None, 3])
def test_a_room_with_everything_in_it_is_the_same_after_its_way_over_the_wire(host: int | None) -> None:
    room = a_room(
        host=host,
        phase=rooms.RoomPhase.PAUSED,
        watchers=["Eve"],
        listed=False,
        locked=True,
        password=True,
        watching=False,
        show_hands=True,
        test=True,
        held=True,
        muted=["Eve", "Bo"],
        remarks=[rooms.Remark("Eve", "hi"), rooms.Remark("Bo", "hello", 3)],
        tally=(rooms.TallyLine("Bo", 3, 2, 1, 17, 4), rooms.TallyLine("Eve", 1)),
    )
    room.occupants[3] = rooms.Occupant("Bo", ready=True, connected=False, stand_in="normal", extra_seconds=60)
    for name, hint in get_type_hints(rooms.Room).items():
        if hint in (int | None, str | None) and getattr(room, name) is None:
            setattr(room, name, "calm" if hint == str | None else 7)
    room.host = host
    changed = [field.name for field in fields(rooms.Room) if getattr(room, field.name) == getattr(a_room(), field.name)]
    assert set(changed) <= {"code", "name", "preset", "options", "turn_seconds", "host"}
    assert wire.room_from_map(wire.room_to_map(room)) == room


def test_a_copy_of_a_room_is_equal_and_shares_nothing_that_changes() -> None:
    room = a_room(watchers=["eve"], muted=["eve"], remarks=[rooms.Remark("eve", "hi")])
    copy = room.copy()
    assert copy == room
    parts: tuple[list[Any], ...] = copy.occupants, copy.watchers, copy.muted, copy.remarks
    for part in parts:
        part.append(part[0])
    copy.options["goal"] = "round"
    assert copy.occupants[0] is not None
    copy.occupants[0].ready = not copy.occupants[0].ready
    assert room == a_room(watchers=["eve"], muted=["eve"], remarks=[rooms.Remark("eve", "hi")])


def test_what_is_missing_in_a_room_is_as_in_a_new_one_and_is_not_shared() -> None:
    plain = wire.room_to_map(a_room())
    told = {name: plain[name] for name in ("code", "name", "preset", "options", "turn_seconds", "occupants", "host")}
    one, other = wire.room_from_map(told), wire.room_from_map(told)
    assert one == other == a_room()
    for name in ("watchers", "muted", "remarks"):
        getattr(one, name).append("x")
    assert other == a_room()
    assert wire.room_from_map(told) == a_room()


@dataclass
class Bent:
    """One change to a good map, and the path of the fault that it must lead to."""

    key: str
    value: Any
    path: str


@pytest.mark.parametrize(
    "bent",
    [
        Bent("occupants", [], "occupants"),
        Bent("occupants", [None] * 11, "occupants"),
        Bent("occupants", [{"name": 5}], "occupants[0].name"),
        Bent("host", 4, "host"),
        Bent("host", True, "host"),
        Bent("phase", "dancing", "phase"),
        Bent("options", {"goal": "glory"}, "options"),
        Bent("options", {"goal": 5}, "options.goal"),
        Bent("preset", "martian", "options"),
        Bent("watchers", 4, "watchers"),
        Bent("watchers", ["Eve", 4], "watchers[1]"),
        Bent("locked", 1, "locked"),
        Bent("muted", "Eve", "muted"),
        Bent("remarks", [{"name": "Eve"}], "remarks[0].text"),
        Bent("remarks", [{"name": "Eve", "text": "hi", "seat": 10}], "remarks[0].seat"),
        Bent("name", None, "name"),
    ],
    ids=repr,
)
def test_a_room_that_cannot_be_is_refused(bent: Bent) -> None:
    with pytest.raises(WireFault) as caught:
        wire.room_from_map({**wire.room_to_map(a_room()), bent.key: bent.value})
    assert caught.value.path == bent.path


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
    shown = {viewer: wire.view_to_map(view_for(state, viewer)) for viewer in (None, 0, 2, 3)}
    assert [shown[viewer].get("votes") for viewer in (None, 0, 2, 3)] == [
        None,
        ["open_hand"],
        [None, None, "play_again"],
        None,
    ]
    assert [shown[viewer].get("gifts") for viewer in (None, 0, 3)] == [None, None, [None, None, None, "G1"]]


@pytest.mark.parametrize(
    "bent",
    [
        Bent("seats", 0, "seats"),
        Bent("seats", 10**9, "seats"),
        Bent("counts", [1], "counts"),
        Bent("counts", [1, 2, 3, 1.0], "counts[3]"),
        Bent("hands", [["R5"]], "hands"),
        Bent("hands", [["Q5"], None, None, None], "hands[0][0]"),
        Bent("waiting_for", {"k": "take_turn", "seat": 7}, "seat"),
        Bent("waiting_for", {"k": "sing", "seat": 0}, "waiting_for.k"),
        Bent("direction", 0, "direction"),
        Bent("direction", 2, "direction"),
        Bent("window", 9, "window"),
        Bent("target", 4, "target"),
        Bent("claimed", 4, "claimed"),
        Bent("claimed", -1, "claimed"),
        Bent("owed", -1, "owed"),
        Bent("out", [4], "out"),
        Bent("leavers", [4], "leavers"),
        Bent("open_hands", [4], "open_hands"),
        Bent("open_hands", 1, "open_hands"),
        Bent("ranks", [[0], [4]], "ranks"),
        Bent("ranks", [0], "ranks[0]"),
        Bent("ballot", [5], "ballot[0]"),
        Bent("custom", 5, "custom"),
        Bent("votes", [None] * 4 + ["open_hand"], "votes"),
        Bent("votes", [None] * 11, "votes"),
        Bent("votes", [5], "votes[0]"),
        Bent("gifts", [None] * 4 + ["R5"], "gifts"),
        Bent("gifts", ["Q5"], "gifts[0]"),
        Bent("waiting_for", {"k": "vote", "seats": [7]}, "seats"),
        Bent("waiting_for", {"k": "pass_card", "seats": 2}, "waiting_for.seats"),
        Bent("waiting_for", {"k": "vote"}, "waiting_for.seats"),
        Bent("winners", [5], "winners"),
        Bent("colour", "X", "colour"),
        Bent("discard", "R5", "discard"),
        Bent("phase", [], "phase"),
    ],
    ids=repr,
)
def test_a_view_that_cannot_be_is_refused(bent: Bent) -> None:
    """FAULTS 38: a server that contradicts itself."""
    plain = wire.view_to_map(view_for(a_state(), 2))
    with pytest.raises(WireFault) as caught:
        wire.view_from_map({**plain, bent.key: bent.value})
    assert caught.value.path == bent.path


@pytest.mark.parametrize(
    "plain",
    [
        {},
        {"k": 5},
        {"k": "cards_played"},
        {"k": "cards_played", "seat": 10, "cards": ["R5"]},
        {"k": "cards_played", "seat": -1, "cards": ["R5"]},
        {"k": "cards_played", "seat": True, "cards": ["R5"]},
        {"k": "cards_played", "seat": 1, "cards": "R5"},
        {"k": "cards_played", "seat": 1, "cards": [["R5"]]},
        {"k": "cards_drawn", "seat": 1, "count": 1, "reason": "greed"},
        {"k": "asked", "decision": "take_turn"},
        {"k": "asked", "decision": {"k": "vote", "seats": [10]}},
        {"k": "hands_moved", "reason": "theft", "counts": [], "hands": []},
        {"k": "hands_moved", "reason": "swap", "counts": {"0": 1}, "hands": []},
        {"k": "cards_passed", "to": [10], "cards": []},
        {"k": "cards_passed", "to": [1], "cards": ["Q5"]},
        {"k": "hand_opened", "seat": 0},
        {"k": "seats_moved", "seat": 10, "to": 0},
        {"k": "seats_moved", "seat": 0},
        {"k": "hands_shown"},
        {"k": "hands_shown", "hands": [["R5"], ["Q"]]},
        {"k": "hands_shown", "hands": [5]},
        {"k": "table_changed", "password": ""},
        {"k": "table_changed", "turn_seconds": -1},
        {"k": "seat_freed", "seat": 0, "reason": 1},
        {"k": "mute_changed", "name": "Eve"},
        {"k": "round_ended", "winners": [0], "blocked": False, "gains": [0], "ranks": [[10]]},
        {
            "k": "round_dealt",
            "round": 1,
            "dealer": 0,
            "starter": 0,
            "counts": [1],
            "stock_count": 1,
            "hands": {"0": []},
        },
    ],
    ids=repr,
)
def test_an_event_that_cannot_be_is_refused(plain: dict[str, Any]) -> None:
    """FAULTS 38."""
    with pytest.raises(WireFault):
        event_from_map(plain)


def test_an_event_of_an_unknown_kind_is_nothing_and_unknown_keys_are_ignored() -> None:
    assert event_from_map({"k": "comet", "tail": 9}) is None
    assert event_from_map({"k": "passed", "seat": 1, "mood": "sad"}) == ev.Passed(1)
