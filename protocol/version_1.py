"""Version 1 of the protocol, by what differs from the newest: what its clients may send, and are told (P-18.6).

It is frozen. Who speaks it knows rules, presets and levels as they were then, and sits where they are enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct, structs

from engine.options import ADDED, OWN_TEXT, TABLE, WHOLE_TABLE, options_of, with_options
from engine.presets import PRESETS, preset
from engine.rules import RuleSet
from protocol import messages as m
from protocol.room import RoomEvent, SeatTaken, StandInChanged, TableChanged, as_told

# --- what a client may send ----------------------------------------------------------------------------------------

BotLevel = Literal["normal", "random"]


def _as_then(kind: type[Struct], **hints: Any) -> Any:
    """A message, or a part of one, with these hints for its fields, and without those whose hint is None."""
    now = get_type_hints(kind, include_extras=True) | hints
    of: Any = msgspec.field
    rows: list[Any] = [
        (field.name, now[field.name], of(default=field.default, default_factory=field.default_factory))
        for field in structs.fields(kind)
        if now[field.name] is not None
    ]
    tag = kind.__struct_config__.tag
    return msgspec.defstruct(
        kind.__name__,
        rows,
        tag=tag,
        tag_field=None if tag is None else "t",
        namespace={"__doc__": kind.__doc__},
        frozen=True,
        forbid_unknown_fields=True,
        omit_defaults=True,
        kw_only=True,
    )


NewTable = _as_then(m.NewTable, bots=Annotated[list[BotLevel], Meta(max_length=9)], own_text=None)
CHANGED: Mapping[str, type[Struct]] = {
    "create_table": _as_then(m.CreateTable, new=NewTable),
    "join_table": _as_then(m.JoinTable, new=NewTable | None),
    "add_bot": _as_then(m.AddBot, level=BotLevel),
    "change_table": _as_then(m.ChangeTable, own_text=None, pace=None),
}
"""Requests that take more since."""
REQUESTS: Mapping[str, type[Struct]] = {
    name: CHANGED.get(name, kind) for name, kind in m.REQUESTS.items() if kind is not m.Done
}
"""Numbered requests, by type."""


def meant(name: str, options: Mapping[str, str]) -> dict[str, str]:
    """The options with which the newest preset is what version 1 means by a preset and options.

    Raises RulesRefused as version 1 does.
    """
    with_options(preset(name, PRESETS), options, TABLE)
    return as_told(name, dict(options), {})


LATER_KINDS = frozenset({"player_lost", "confirmed", "confirm", "done"})
"""Events, a decision and an action that version 1 never tells, lists or takes: its documents leave them out."""
LATER_FIELDS: Mapping[str, frozenset[str]] = {
    "answer_stack": frozenset({"under"}),
    "round_ended": frozenset({"noted"}),
    "table_changed": frozenset({OWN_TEXT, "pace"}),
    "game": frozenset({"lost", "noted"}),
    "room": frozenset({OWN_TEXT, "pace"}),
    "rules": frozenset({OWN_TEXT}),
}
"""The same for fields, by event, decision, message, `room` or `game`."""

# --- what it is told -----------------------------------------------------------------------------------------------

LEVELS = frozenset(get_args(BotLevel))
LEVEL = "normal"
"""What version 1 is told instead of another level."""
SEEN = frozenset({"last_card", "doubles", "uno_after_swap", "chain_actions"})
"""Added options under which nothing else is told than without them."""
OTHERWISE: frozenset[type[object]] = frozenset({SeatTaken, StandInChanged, TableChanged})
"""Events that may be told otherwise."""


def lacks(rules: RuleSet, *, to_watch: bool = False) -> str | None:
    """The first option of the rules whose value version 1 does not have; None: its clients can sit there.

    `to_watch`: they need not know an added option that changes nothing in what is told.
    """
    for option, text in options_of(rules).items():
        if (option in ADDED and not (to_watch and option in SEEN)) or text in WHOLE_TABLE[option].added:
            return option
    return None


def difference(name: str, options: Mapping[str, str], rules: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """A preset of version 1 and the options that differ from it; `rules`: every option in force."""
    if name in PRESETS:
        return name, known(options)
    usual = options_of(PRESETS["official"])
    return "official", {option: text for option, text in known(rules).items() if usual[option] != text}


def known(options: Mapping[str, str]) -> dict[str, str]:
    """Of options those that version 1 has, with a value that it has."""
    return {
        option: text for option, text in options.items() if option in TABLE and text not in WHOLE_TABLE[option].added
    }


def room_map(room: dict[str, Any]) -> dict[str, Any]:
    """The map of a room."""
    name, options = difference(room["preset"], room["options"], room["rules"])
    told = {**room, "preset": name, "options": options, "rules": known(room["rules"])}
    for field in LATER_FIELDS["room"]:
        told.pop(field, None)
    told["occupants"] = [
        one and {key: level(value) if key in ("bot", "stand_in") else value for key, value in one.items()}
        for one in room["occupants"]
    ]
    return told


def level(name: str) -> str:
    """A level of a computer player."""
    return name if name in LEVELS else LEVEL


def event(happened: RoomEvent) -> RoomEvent:
    """An event as version 1 is told it; itself, where nothing differs."""
    match happened:
        case TableChanged(preset=name, options=options, rules=rules) if rules is not None:
            if name is not None:
                name, options = difference(name, options or {}, rules)
            elif options is not None:  # of a preset that version 1 knows: else its name is told with them
                options = known(options)
            return replace(happened, preset=name, options=options, rules=known(rules), own_text=None, pace=None)
        case TableChanged(pace=str()):
            return replace(happened, pace=None)
        case SeatTaken(bot=str(name)) if name not in LEVELS:
            return replace(happened, bot=level(name))
        case StandInChanged(level=str(name)) if name not in LEVELS:
            return replace(happened, level=level(name))
        case _:
            return happened
