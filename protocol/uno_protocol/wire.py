"""The game in messages: events, views, rooms and actions as plain maps, and back (P-7 to P-9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, get_args, get_type_hints

from uno_engine import actions as act
from uno_engine.cards import Card, Colour, card
from uno_engine.events import EVENTS, Event, RoundDealt
from uno_engine.laying import PLAYED
from uno_engine.options import fingerprint, options_of
from uno_engine.rules import DEFAULTS, MOST_SEATS, OWN_TEXT, RuleSet, RulesRefused, Seat
from uno_engine.state import Game, View
from uno_engine.turns import TURNS_ASKED
from uno_engine.view import knows
from uno_protocol import messages as m
from uno_protocol.room import LINES_TALLIED, REMARKS_KEPT, ROOM_EVENTS, Room, RoomEvent
from uno_protocol.shapes import Record, WireFault, fields_of, parts_of, records_of, shape_of, tagged

__all__ = [
    "MADE_ONCE",
    "FieldFault",
    "WireFault",
    "action_from_request",
    "chain_from_request",
    "check_rules",
    "check_seats",
    "event_from_map",
    "event_to_map",
    "listed_from_map",
    "listed_to_map",
    "request_from_action",
    "room_from_map",
    "room_to_map",
    "view_from_map",
    "view_to_map",
]


class FieldFault(ValueError):
    """A request of play that is well-formed but meaningless: the path of the field, and why."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(f"{path}: {text}")
        self.path = path
        self.text = text


# --- events ------------------------------------------------------------------------------------------------------

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
    """The event of a map; None for an unknown kind (P-11). Raises WireFault."""
    kind = plain.get("k")
    if not isinstance(kind, str):
        raise WireFault("k", "is missing")
    if kind not in KINDS:
        return None
    event: Event | RoomEvent = _EVENTS[KINDS[kind]].read(plain)
    return event


# --- actions -----------------------------------------------------------------------------------------------------


def action_from_request(request: m.PlayRequest, seat: int) -> act.PlayerAction:
    """The action that a request of play asks for. Raises FieldFault, e.g. for a card that does not exist."""
    return _ACTIONS[type(request)](request, seat)


def request_from_action(action: act.PlayerAction, id: int, decision: int) -> m.PlayRequest:
    """The request that asks for an action; `decision` is the number of the decision that it answers."""
    return _REQUESTS[type(action)](action, id, decision)


def chain_from_request(request: m.Play | m.Continuations, seat: int) -> act.Play:
    """The cards and colours of a request, as a play of `seat`. Raises FieldFault."""
    return act.Play(seat, *_chain(request))


def _chain(request: m.Play | m.Continuations) -> tuple[tuple[Card, ...], tuple[Colour | None, ...]]:
    if request.colours and len(request.colours) != len(request.cards):
        raise FieldFault("colours", "must be as long as cards, or absent")
    cards = [_card(name, f"cards[{index}]") for index, name in enumerate(request.cards)]
    colours = [None if letter is None else Colour(letter) for letter in request.colours]
    return tuple(cards), tuple(colours)


def _play_action(request: m.Play, seat: int) -> act.Play:
    cards, colours = _chain(request)
    return act.Play(seat, cards, colours, request.target, request.uno)


def _card(name: str, path: str) -> Card:
    try:
        return card(name)
    except ValueError:
        raise FieldFault(path, "is not a card") from None


def _play_request(action: act.Play, id: int, decision: int) -> m.Play:
    return m.Play(
        id=id,
        decision=decision,
        cards=[face.name for face in action.cards],
        colours=[None if colour is None else colour.value for colour in action.colours],
        target=action.target,
        uno=action.uno,
    )


_ACTIONS: Mapping[type[m.PlayRequest], Callable[[Any, int], act.PlayerAction]] = {
    m.Play: _play_action,
    m.Draw: lambda _request, seat: act.Draw(seat),
    m.Keep: lambda _request, seat: act.Keep(seat),
    m.Pass: lambda _request, seat: act.Pass(seat),
    m.Name: lambda request, seat: act.Name(seat, Colour(request.colour)),
    m.Choose: lambda request, seat: act.Choose(seat, request.target),
    m.Vote: lambda request, seat: act.Cast(seat, request.rule),
    m.Give: lambda request, seat: act.Give(seat, _card(request.card, "card")),
    m.Retain: lambda request, seat: act.Retain(seat, _card(request.card, "card")),
    m.Accept: lambda _request, seat: act.Accept(seat),
    m.Challenge: lambda _request, seat: act.Challenge(seat),
    m.Done: lambda _request, seat: act.Done(seat),
    m.CallUno: lambda _request, seat: act.CallUno(seat),
    m.Catch: lambda request, seat: act.Catch(seat, request.target),
}

_REQUESTS: Mapping[type[act.PlayerAction], Callable[[Any, int, int], m.PlayRequest]] = {
    act.Play: _play_request,
    act.Draw: lambda _action, id, decision: m.Draw(id=id, decision=decision),
    act.Keep: lambda _action, id, decision: m.Keep(id=id, decision=decision),
    act.Pass: lambda _action, id, decision: m.Pass(id=id, decision=decision),
    act.Name: lambda action, id, decision: m.Name(id=id, decision=decision, colour=action.colour.value),
    act.Choose: lambda action, id, decision: m.Choose(id=id, decision=decision, target=action.target),
    act.Cast: lambda action, id, decision: m.Vote(id=id, decision=decision, rule=action.rule),
    act.Give: lambda action, id, decision: m.Give(id=id, decision=decision, card=action.card.name),
    act.Retain: lambda action, id, decision: m.Retain(id=id, decision=decision, card=action.card.name),
    act.Accept: lambda _action, id, decision: m.Accept(id=id, decision=decision),
    act.Challenge: lambda _action, id, decision: m.Challenge(id=id, decision=decision),
    act.Done: lambda _action, id, decision: m.Done(id=id, decision=decision),
    act.CallUno: lambda _action, id, decision: m.CallUno(id=id, decision=decision),
    act.Catch: lambda action, id, decision: m.Catch(id=id, decision=decision, target=action.target),
}


# --- what may be done --------------------------------------------------------------------------------------------

LISTED: Mapping[str, type[act.Listed]] = {
    listed.kind: listed
    for listed in (
        act.CanPlay,
        act.Draw,
        act.Keep,
        act.Pass,
        act.Name,
        act.Choose,
        act.Cast,
        act.Give,
        act.Retain,
        act.Accept,
        act.Challenge,
        act.Done,
        act.CallUno,
        act.Catch,
    )
}
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


# --- the game as one viewer knows it -----------------------------------------------------------------------------

# The room has the rules; hands are written apart; the rest is secret or only the server's.
VIEW_FIELDS = fields_of(Game, but=("rules", "hands", "stock", "sealed", "seed", "effects"))
_VIEW_WRITTEN = tuple((field.name, field.write) for field in VIEW_FIELDS)
_view_parts = parts_of(VIEW_FIELDS)
_BY_SEAT = ("seated", "scores", "playing", "counts")
_LEFT_OUT = frozenset(field.name for field in VIEW_FIELDS if field.default is not None and not field.default)
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


def check_seats(value: object, seats: int) -> None:
    """Raise WireFault if a field of `value` names a seat (by its type, `Seat`) that the table does not have."""
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


# --- the room ----------------------------------------------------------------------------------------------------

_ROOM = Record(Room)


def room_to_map(room: Room) -> dict[str, Any]:
    """The map of a room (P-8), with every option in force for clients that do not know the preset."""
    made = _ROOM.write(room)
    rules, print_ = _told_rules(room.rules)
    made["rules"] = dict(rules)
    made["fingerprint"] = print_
    return made


def told_rules(rules: RuleSet) -> dict[str, str]:
    """Every option in force, as rules are told: added options at their default are left out (N0), and so is `own_text`,
    which has a field of its own."""
    return dict(_told_rules(rules)[0])


@lru_cache(256)
def _told_rules(rules: RuleSet) -> tuple[Mapping[str, str], str]:
    """The same, and the fingerprint."""
    told = options_of(rules)
    told.pop(OWN_TEXT, None)
    return told, fingerprint(rules)


def room_from_map(plain: Mapping[str, Any]) -> Room:
    """The room of a map. Raises WireFault, also for rules that are unknown here."""
    room: Room = _ROOM.read(plain, "")
    seats = len(room.occupants)
    if not 0 < seats <= MOST_SEATS:
        raise WireFault("occupants", f"must be 1 to {MOST_SEATS}")
    if room.host is not None and room.host >= seats:
        raise WireFault("host", "is not a seat of the table")
    room.remarks = room.remarks[-REMARKS_KEPT:]
    if room.tally is not None:
        room.tally = room.tally[:LINES_TALLIED]
    check_rules(room)
    return room


def check_rules(room: Room) -> None:
    """Raise WireFault for rules that are unknown here."""
    try:
        _ = room.rules
    except RulesRefused as refused:
        raise WireFault("options", f"are unknown here: {refused}") from None
