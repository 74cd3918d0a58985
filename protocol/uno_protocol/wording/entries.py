"""Entries in words: what happened at a table, for one viewer, from what that viewer is sent and nothing else."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from uno_engine import events as ev
from uno_engine.decisions import asked
from uno_engine.events import Event
from uno_engine.language import _, ngettext
from uno_engine.options import values_of
from uno_engine.rules import FourthColour, RulesRefused
from uno_protocol import room as rm
from uno_protocol.catalogues import speaking
from uno_protocol.kept import pack
from uno_protocol.labels import worded
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
    named = [worded("table_rules", preset=preset_text(after.preset))] if other else []
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


MOST_KNOWN = 1024
"""How many sentences a table keeps to say them again."""


class Known:
    """What entries have said while nobody at the table came, went or moved: most moves of a game are made again."""

    __slots__ = ("about", "texts", "voices")

    def __init__(self) -> None:
        self.voices: dict[int | None, Voice] = {}
        self.about: dict[bytes, Collection[int]] = {}
        self.texts: dict[tuple[bytes, bool, str, int | None], str] = {}

    def voice(self, seat: int | None, room: Room, before: Room) -> Voice:
        """The voice for the viewer in that seat of the room, which was `before`."""
        if seat not in self.voices:
            self.voices[seat] = voice_at(room, seat, before)
        return self.voices[seat]


class Occasion:
    """One entry in the form that everybody may see, and the table around it, as all there were told it."""

    __slots__ = ("_before", "_key", "_known", "_out_of_turn", "_public", "_room", "_shown", "_waits", "about")

    def __init__(
        self,
        shown: Mapping[str, Any],
        before: Room,
        room: Room,
        waits: Sequence[int] | None = None,
        known: Known | None = None,
    ) -> None:
        """`known`: what other entries have said in this room, if this one did not change it."""
        self._shown, self._before, self._room, self._waits = shown, before, room, waits
        self._out_of_turn = waits is not None and shown.get("seat") not in waits
        self._public: Event | RoomEvent | None = None
        self._key = pack(shown)
        self._known = Known() if known is None else known
        if self._key not in self._known.about:
            self._known.about[self._key] = self._named()
        self.about = self._known.about[self._key]
        """The seats that may need other words for this form than a spectator."""

    def _event(self) -> Event | RoomEvent | None:
        """The event in that form; None if its kind is unknown."""
        if self._public is None:
            self._public = event_from_map(self._shown)
        return self._public

    def _named(self) -> Collection[int]:
        event, room = self._event(), self._room
        if event is None:
            return ()
        if type(event) in _OF_ANYBODY:
            return range(len(room.occupants))
        named = seats_named(event)
        if type(event) in _OF_HOST and room.host is not None:
            named.add(room.host)
        return named

    def text(self, shown: Mapping[str, Any], seat: int | None, language: str) -> str:
        """The words for the viewer in that seat of the event that it is sent; empty if it is not worth a line."""
        if shown is not self._shown:
            with speaking(language):
                return self._text(event_from_map(shown), seat)
        key = self._key, self._out_of_turn, language, seat
        said = self._known.texts.get(key)
        if said is None:
            with speaking(language):
                said = self._known.texts[key] = self._text(self._event(), seat)
        return said

    def _text(self, event: Event | RoomEvent | None, seat: int | None) -> str:
        if event is None:
            return ""
        voice = self._known.voice(seat, self._room, self._before)
        if type(event) is ev.Asked:
            return "" if seat in asked(event.decision) else waited_text(event.decision, voice)
        if type(event) is rm.SeatTaken:  # the room may be a later one
            voice = replace(voice, names=(*voice.names[: event.seat], event.name, *voice.names[event.seat + 1 :]))
        return sentence(event, voice, self._before, self._room, self._waits)


class Story:
    """A table as the public forms of its entries tell it: the room, and whom the game waits for."""

    __slots__ = ("_known", "_room", "_waits", "n")

    def __init__(self, room: Room, n: int) -> None:
        """The room is as it is after entry `n`; of earlier entries it is the nearest one that is known."""
        self._room = room.copy()
        self.n = n
        """The number of the last entry taken in."""
        self._waits: Sequence[int] | None = None
        self._known = Known()

    def voice(self, seat: int | None) -> Voice:
        """The voice for the viewer in that seat."""
        return self._known.voice(seat, self._room, self._room)

    def follow(self, n: int, public: Mapping[str, Any]) -> Occasion:
        """Take in the next entry, by its number and its event in the form that everybody may see."""
        before, waits, kind = self._room, self._waits, public.get("k")
        if kind in rm.ROOM_EVENTS and n > self.n:
            event = event_from_map(public)
            assert isinstance(event, RoomEvent)
            self._room = before.copy()
            event.fold(self._room)
            if voice_at(before, None) != voice_at(self._room, None):
                self._known = Known()
            self.n = n
            return Occasion(public, before, self._room, waits)
        if kind == ev.Asked.kind:
            decision = public["decision"]
            self._waits = decision.get("seats") or (decision["seat"],)
        self.n = max(self.n, n)
        if len(self._known.texts) > MOST_KNOWN:
            self._known = Known()
        return Occasion(public, before, before, waits, self._known)
