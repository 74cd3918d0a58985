"""Entries in words: what happened at a table, for one viewer, from what that viewer is sent and nothing else."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from uno_engine import events as ev
from uno_engine.decisions import asked
from uno_engine.events import Event
from uno_engine.language import _, ngettext
from uno_engine.options import values_of
from uno_engine.rules import FourthColour, RulesRefused
from uno_protocol import room as rm
from uno_protocol.result import RoundResult
from uno_protocol.room import Room, RoomEvent, RoomPhase
from uno_protocol.sentences import Voice, event_text, jump_in_text, listing, other_changes, table_changed_text
from uno_protocol.wire import event_from_map, seats_named
from uno_protocol.wording.options import option_text, preset_text
from uno_protocol.wording.questions import waited_text

MOST_CHANGES = 6
"""Options that are named when rules change; the rules page has them all."""


def voice_at(room: Room, seat: int | None, before: Room | None = None) -> Voice:
    """The voice for a viewer of a table; seats that have just become empty keep the name that they had in `before`."""
    names = [room.name_at(each) for each in range(len(room.occupants))]
    if before is not None:
        names = [name or (was.name if was else "") for name, was in zip(names, before.occupants, strict=False)]
    try:
        orange = room.rules.fourth_colour is FourthColour.ORANGE
    except RulesRefused:  # of a newer server
        orange = False
    return Voice(tuple(names), seat, orange, host=room.host)


def sentence(event: Event | RoomEvent, voice: Voice, before: Room, after: Room, waits: Sequence[int] | None) -> str:
    """The sentence for an event at a table, which was `before` and is `after` it, and waited for these seats.

    `waits` None: nobody knows whom it waited for.
    """
    match event:
        case rm.PhaseChanged(RoomPhase.PLAYING) if before.phase is RoomPhase.PAUSED:
            return _("The game resumes.")
        case ev.CardsPlayed(seat) if waits is not None and seat not in waits:
            return jump_in_text(event, voice)
        case rm.TableChanged():
            return change_text(before, after, event, voice)
        case _:
            return event_text(event, voice)


def change_text(before: Room, after: Room, event: rm.TableChanged, voice: Voice) -> str:
    """What the host has changed: `bob changed the table: Stacking penalties: any; 6 seats.`"""
    changes = [*_rules(before, after), *other_changes(event)]
    if changes:
        return table_changed_text("; ".join(changes), voice)
    return voice.say_of_host("table_changed none")


def _rules(before: Room, after: Room) -> list[str]:
    other = before.preset != after.preset
    named = [_("{preset} rules").format(preset=preset_text(after.preset))] if other else []
    try:
        was, now = values_of(before.rules), values_of(after.rules)
    except RulesRefused:
        return named or [_("new rules")]
    differs = [option_text(name, now[name]) for name in now if now[name] != was[name]]
    if len(differs) > MOST_CHANGES:
        more = len(differs) - MOST_CHANGES
        differs = [*differs[:MOST_CHANGES], ngettext("{n} more rule", "{n} more rules", more).format(n=more)]
    return [*named, listing(differs)] if differs else named


def result_text(result: RoundResult, voice: Voice) -> str:
    """How a round ended, and the game with it. Only a reader who still sits in the seat is "you"."""
    me = voice.me
    still = me is not None and me < len(result.names) and result.names[me] == voice.name(me)
    voice = replace(voice, names=result.names, me=me if still else None)
    said: list[Event] = []
    if result.winners or result.blocked or result.ranks:
        said.append(ev.RoundEnded(result.winners, result.blocked, result.gains, result.ranks))
    if result.game_winners is not None:
        said.append(ev.GameEnded(result.game_winners))
    return " ".join(event_text(event, voice) for event in said)


_OF_HOST = frozenset((rm.TableChanged, rm.MuteChanged, rm.PhaseChanged, rm.SeatFreed, rm.WatcherLeft))
"""Events whose sentence may say that the host did it."""
_OF_ANYBODY = frozenset((rm.HandsShown,))
"""Events whose sentence may say something else to each seat, though they name none."""


class Moment:
    """One entry in the form that everybody may see, and the table around it, as all there were told it."""

    __slots__ = ("_before", "_public", "_room", "_waits")

    def __init__(self, public: Event | RoomEvent | None, before: Room, room: Room, waits: Sequence[int] | None) -> None:
        self._public = public
        self._before = before
        self._room = room
        self._waits = waits

    def concerns(self, seat: int | None) -> bool:
        """Whether that seat may need other words for the public form than a spectator."""
        event = self._public
        if seat is None or event is None:
            return False
        by_host = seat == self._room.host and type(event) in _OF_HOST
        return by_host or type(event) in _OF_ANYBODY or seat in seats_named(event)

    def text(self, shown: Mapping[str, Any], seat: int | None) -> str:
        """The words for the viewer in that seat of the event that it is sent; empty if it is not worth a line."""
        event = event_from_map(shown)
        if event is None:
            return ""
        voice = voice_at(self._room, seat, self._before)
        if isinstance(event, ev.Asked):
            return "" if seat in asked(event.decision) else waited_text(event.decision, voice)
        if isinstance(event, rm.SeatTaken):  # the room may be a later one
            voice = replace(voice, names=(*voice.names[: event.seat], event.name, *voice.names[event.seat + 1 :]))
        return sentence(event, voice, self._before, self._room, self._waits)


class Scene:
    """A table as the public forms of its entries tell it: the room, and whom the game waits for."""

    __slots__ = ("_room", "_waits", "n")

    def __init__(self, room: Room, n: int) -> None:
        """The room is as it is after entry `n`; of earlier entries it is the nearest one that is known."""
        self._room = room.copy()
        self.n = n
        """The number of the last entry taken in."""
        self._waits: Sequence[int] | None = None

    def follow(self, n: int, public: Mapping[str, Any]) -> Moment:
        """Take in the next entry, by its number and its event in the form that everybody may see."""
        event, before, waits = event_from_map(public), self._room, self._waits
        if isinstance(event, RoomEvent) and n > self.n:
            self._room = before.copy()
            event.fold(self._room)
        elif isinstance(event, ev.Asked):
            self._waits = asked(event.decision)
        self.n = max(self.n, n)
        return Moment(event, before, self._room, waits)
