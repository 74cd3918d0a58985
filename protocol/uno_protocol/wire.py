"""The game in messages: events, views, rooms and actions as plain maps, and back (P-7 to P-9)."""

from collections.abc import Callable, Iterator, Mapping, Sized
from functools import cache, lru_cache
from typing import Any, cast, get_args, get_type_hints

from uno_engine import actions as act
from uno_engine.cards import Card
from uno_engine.decisions import asked
from uno_engine.events import EVENTS, Asked, Event, RoundDealt
from uno_engine.laying import PLAYED
from uno_engine.options import fingerprint, options_of, with_options
from uno_engine.refused import Refused
from uno_engine.rules import DEFAULTS, MOST_SEATS, OWN_TEXT, RuleSet, RulesRefused, Seat
from uno_engine.state import Game, View
from uno_engine.turns import TURNS_ASKED
from uno_engine.view import knows
from uno_protocol import messages as m
from uno_protocol.result import MOST_POINTS, RoundResult
from uno_protocol.room import LINES_TALLIED, REMARKS_KEPT, ROOM_EVENTS, Room, RoomEvent, with_text
from uno_protocol.shapes import Record, WireFault, fields_of, parts_of, records_of, shape_of, tagged

__all__ = [
    "MADE_ONCE",
    "WireFault",
    "action_from_map",
    "action_from_request",
    "action_to_map",
    "chain_from_request",
    "check_seats",
    "event_from_map",
    "event_to_map",
    "known_rules",
    "listed_from_map",
    "listed_to_map",
    "request_from_action",
    "result_from_map",
    "result_to_map",
    "room_from_map",
    "room_to_map",
    "seats_named",
    "told_from_map",
    "view_from_map",
    "view_to_map",
]


KINDS: Mapping[str, type[Event | RoomEvent]] = {**EVENTS, **ROOM_EVENTS}
_EVENTS = {record.type: record for record in records_of(KINDS).values()}
MADE_ONCE: Mapping[int, dict[str, Any]] = {
    id(event): _EVENTS[type(event)].write(event) for event in (*TURNS_ASKED, *(one for seat in PLAYED for one in seat))
}
"""The maps of events that the engine makes once and keeps, by the event's `id()`. They have no secret.

Nobody changes a map.
"""


def event_to_map(event: Event | RoomEvent) -> dict[str, Any]:
    """The map of an event, with its kind under `k` and the fields of P-8. Hidden fields (None) are left out.

    Nothing is filtered here: a journal writes the full event, a session is sent one of its forms.
    """
    if (often := MADE_ONCE.get(id(event))) is not None:
        return often
    made = _EVENTS[type(event)].write(event)
    if type(event) is RoundDealt and event.hands is not None:
        made["hands"] += [None] * (len(event.counts) - len(made["hands"]))
    return made


def event_from_map(plain: Mapping[str, Any]) -> Event | RoomEvent | None:
    """The event of a map; None for an unknown kind (P-11). Raises WireFault, also for what is no map."""
    try:
        kind = plain.get("k")
    except AttributeError:  # without a call for each event of a move
        raise WireFault("", "is not a map") from None
    if not isinstance(kind, str):
        raise WireFault("k", "is missing")
    if kind not in KINDS:
        return None
    event: Event | RoomEvent = _EVENTS[KINDS[kind]].read(plain)
    return event


_MOVED = tuple((move, action, fields_of(action, but=("seat",))) for move, action in m.ACTIONS.items())
_REQUESTS = {action: (move, tuple((part.name, part.write) for part in parts)) for move, action, parts in _MOVED}
_ACTIONS = {
    move: (action, tuple((part.name, part.read if part.write else None) for part in parts))
    for move, action, parts in _MOVED
}
"""The codec has read what is plain; cards and colours are still to be read."""
_CHAIN = fields_of(act.Play, but=("seat", "target", "uno"))


def action_from_request(request: m.Move, seat: int) -> act.PlayerAction:
    """The action that a move asks for. Raises WireFault, e.g. for a card that does not exist."""
    kind, parts = _ACTIONS[type(request)]
    told = [getattr(request, name) if read is None else read(getattr(request, name), name) for name, read in parts]
    action: act.PlayerAction = kind(seat, *told)
    if isinstance(action, act.Play) and action.colours:
        _check_chain(action)
    return action


def request_from_action(action: act.PlayerAction, id: int, decision: int) -> m.Move:
    """The move that asks for an action; `decision` is the number of the decision that it answers."""
    kind, parts = _REQUESTS[type(action)]
    fields = {name: getattr(action, name) for name, _ in parts}
    fields |= {name: write(fields[name]) for name, write in parts if write}
    move: m.Move = kind(id=id, decision=decision, **fields)
    return move


def chain_from_request(request: m.Continuations, seat: int) -> act.Play:
    """The cards and colours of a request, as a play of `seat`. Raises WireFault."""
    cards, colours = (part.read(getattr(request, part.name), part.name) for part in _CHAIN)
    chain = act.Play(seat, cards, colours)
    _check_chain(chain)
    return chain


def _check_chain(play: act.Play) -> None:
    if play.colours and len(play.colours) != len(play.cards):
        raise WireFault("colours", "must be as long as cards, or absent")


def reason(card: Card, refused: Refused, text: str = "") -> m.Reason:
    """Why that card cannot be played; `text` is for clients that have no sentence of their own."""
    return m.Reason(
        card=card.name, code=refused.code.value, clause=refused.clause, args=dict(refused.arguments), text=text
    )


ACTIONS: Mapping[str, type[act.Action]] = {
    action.kind: action for side in get_args(act.Action) for action in (get_args(side) or (side,))
}
_ACTION = tagged(ACTIONS)
action_to_map: Callable[[Any], Any] = _ACTION.write or dict
"""The map of an action as it is stored: its kind under `k`, and its fields."""


def action_from_map(plain: object) -> act.Action:
    """The action of a map. Raises WireFault."""
    action: act.Action = _ACTION.read(plain, "")
    return action


LISTED: Mapping[str, type[act.Listed]] = {listed.kind: listed for listed in get_args(act.Listed)}
_LISTED_SHAPE = tagged(LISTED)
_write_listed: Callable[[Any], Any] = _LISTED_SHAPE.write or dict


@lru_cache(maxsize=4096)
def listed_to_map(listed: act.Listed) -> dict[str, Any]:
    """The map of a listed action, without its seat: a list is sent only to the seat itself.

    The same action is listed in many messages, so its map is made once; nobody changes it.
    """
    made: dict[str, Any] = _write_listed(listed)
    del made["seat"]
    return made


def listed_from_map(plain: Mapping[str, Any], seat: int) -> act.Listed | None:
    """The listed action of a map, for `seat`; None for an unknown kind. Raises WireFault."""
    kind = plain.get("k")
    if not isinstance(kind, str):
        raise WireFault("k", "is missing")
    if kind not in LISTED:
        return None
    listed: act.Listed = _LISTED_SHAPE.read({**plain, "seat": seat}, "")
    return listed


# The room has the rules; hands are written apart; the rest is secret or only the server's.
VIEW_FIELDS = fields_of(Game, but=("rules", "hands", "stock", "sealed", "seed", "effects"))
_VIEW_WRITTEN = tuple((field.name, field.write) for field in VIEW_FIELDS)
_view_parts = parts_of(VIEW_FIELDS)
_BY_SEAT = ("seated", "scores", "playing", "counts")
_LEFT_OUT = frozenset(field.name for field in VIEW_FIELDS if field.default is not None and not field.default)
IN_EVERY_VIEW = {field.name for field in VIEW_FIELDS if field.default or field.name in _BY_SEAT}
"""The fields of a view that are always sent (P-8.3)."""
_HAND = shape_of(list[Card])


def view_to_map(view: View) -> dict[str, Any]:
    """The map of all that a viewer knows about a game (P-8), except its rules, which are in the room.

    What is none, empty, false or 0 by default is left out (P-8.3).
    """
    made: dict[str, Any] = {}
    for (name, write), value in zip(_VIEW_WRITTEN, _view_parts(view), strict=False):
        if value is not None and (value or name not in _LEFT_OUT):
            made[name] = value if write is None else write(value)
    known = [knows(view, seat) for seat in range(view.seats)]
    if any(known):
        made["hands"] = [
            [card.name for card in hand] if seen else None for hand, seen in zip(view.hands, known, strict=True)
        ]
    return made


def view_from_map(plain: Mapping[str, Any], rules: RuleSet = DEFAULTS) -> View:
    """The view of a map, under its room's rules. Raises WireFault."""
    found: dict[str, Any] = {}
    for name, _write, read, required, default in VIEW_FIELDS:
        if name in plain:
            found[name] = read(plain[name], name)
        elif required:
            raise WireFault(name, "is missing")
        elif default is None:
            found[name] = None
        elif not isinstance(default, (list, dict)):
            found[name] = default
    seats = found["seats"]
    if not 0 < seats <= MOST_SEATS:
        raise WireFault("seats", f"must be 1 to {MOST_SEATS}")
    for name in _BY_SEAT:
        if len(found.get(name, ())) != seats:
            raise WireFault(name, "does not have one item per seat")
    hands = plain.get("hands") or [None] * seats
    if type(hands) is not list or len(hands) != seats:
        raise WireFault("hands", "does not have one item per seat")
    view = Game(
        rules=rules,
        hands=[[] if hand is None else _HAND.read(hand, f"hands[{seat}]") for seat, hand in enumerate(hands)],
        **found,
    )
    check_seats(view, seats)
    check_seats(view.waiting_for, seats)
    return View(view)


def seats_named(event: Event | RoomEvent) -> set[int]:
    """The seats that an event names."""
    if type(event) is Asked:
        return set(asked(event.decision))
    found, type_ = set[int](), cast("Any", type(event))
    for name, hint in _seat_fields(type_):
        held = getattr(event, name)
        if type(held) is int:
            found.add(held)
        elif held is not None:
            found.update(_seats_in(held, hint))
    return found


def check_seats(value: object, seats: int) -> None:
    """Raise WireFault if a field of `value` names a seat (by its type, `Seat`) that the table does not have.

    Of an `Asked`, the fields are those of its decision.
    """
    if type(value) is Asked:
        value = value.decision
    type_: Any = type(value)
    for name, hint in _seat_fields(type_):
        if any(seat >= seats for seat in _seats_in(getattr(value, name), hint)):
            raise WireFault(name, "is not a seat of the table")


@cache
def _seat_fields(type_: type[Any]) -> tuple[tuple[str, Any], ...]:
    """The fields of a type that name seats, with their annotations."""
    hints = get_type_hints(type_, include_extras=True)
    return tuple((name, hint) for name, hint in hints.items() if _names_seats(hint))


def _names_seats(hint: Any) -> bool:
    return hint is Seat or any(map(_names_seats, get_args(hint)))


def _seats_in(held: Any, hint: Any) -> Iterator[int]:
    match held:
        case None:
            return
        case int():
            yield held
        case Mapping():
            yield from held
            if hint == Mapping[Seat, Seat]:
                yield from held.values()
        case _:
            for part in held:
                yield from _seats_in(part, hint)


_ROOM = Record(Room)


def room_to_map(room: Room) -> dict[str, Any]:
    """The map of a room (P-8), with every option in force for clients that do not know the preset."""
    made = _ROOM.write(room)
    rules, print_ = _told_rules(room.rules)
    made["rules"] = dict(rules)
    made["fingerprint"] = print_
    return made


def told_rules(rules: RuleSet) -> dict[str, str]:
    """Every option in force, as on the wire: without added options at their default (N0), and without `own_text`,
    which has a field of its own."""
    return dict(_told_rules(rules)[0])


@lru_cache(256)
def _told_rules(rules: RuleSet) -> tuple[Mapping[str, str], str]:
    """The options in force, and the fingerprint."""
    told = options_of(rules)
    told.pop(OWN_TEXT, None)
    return told, fingerprint(rules)


def room_from_map(plain: Mapping[str, Any]) -> Room:
    """The room of a map, perhaps with rules that are unknown here. Raises WireFault."""
    room: Room = _ROOM.read(plain, "")
    seats = len(room.occupants)
    if not 0 < seats <= MOST_SEATS:
        raise WireFault("occupants", f"must be 1 to {MOST_SEATS}")
    for name, seat in (("host", room.host), ("claim", room.claim)):
        if seat is not None and seat >= seats:
            raise WireFault(name, "is not a seat of the table")
    if room.gone is not None and len(room.gone) != seats:
        raise WireFault("gone", "does not have one item per seat")
    room.remarks = room.remarks[-REMARKS_KEPT:]
    if room.tally is not None:
        room.tally = room.tally[:LINES_TALLIED]
    return room


_TOLD = shape_of(dict[str, str])


def told_from_map(plain: Mapping[str, Any]) -> dict[str, str]:
    """Every option in force, of the map of a room. Raises WireFault."""
    told: dict[str, str] = _TOLD.read(plain.get("rules", {}), "rules")
    return told


def known_rules(room: Room, told: Mapping[str, str]) -> RuleSet:
    """The rules of a room; of a newer server's, what is known here of `told`, every option in force (P-11.1).

    Raises WireFault if that makes no sense.
    """
    if room.rules_known:
        return room.rules
    if not told:
        raise WireFault("options", "are unknown here, and the rules in force are not sent")
    known = {name: text for name, text in told.items() if _reads(name, text)}
    try:
        return with_options(DEFAULTS, with_text(known, room.own_text))
    except RulesRefused as refused:
        raise WireFault("rules", f"make no sense: {refused}") from None


def _reads(option: str, text: str) -> bool:
    try:
        return bool(with_options(DEFAULTS, {option: text}))
    except RulesRefused as refused:
        return refused.code == "does_not_combine"


_RESULT = Record(RoundResult)


def result_to_map(result: RoundResult) -> dict[str, Any]:
    """The map of the result of a round (P-8.9)."""
    return _RESULT.write(result)


def result_from_map(plain: Mapping[str, Any]) -> RoundResult:
    """The result of a map. Raises WireFault."""
    result: RoundResult = _RESULT.read(plain, "result")
    seats, counts = len(result.names), result.counts
    if not 0 < seats <= MOST_SEATS:
        raise WireFault("result.names", f"must be 1 to {MOST_SEATS}")
    by_seat: list[Sized] = [result.gains, result.scores, *([] if result.hands is None else [result.hands])]
    if counts is not None:
        by_seat += [counts.held, counts.drawn, counts.caught, counts.challenges, counts.challenges_won]
        if any(len(held) > MOST_POINTS for held in counts.held):
            raise WireFault("result.counts.held", f"has more than {MOST_POINTS} numbers")
    if any(len(values) != seats for values in by_seat):
        raise WireFault("result", "does not have one item per seat")
    check_seats(result, seats)
    return result
