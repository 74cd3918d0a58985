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
        case rm.PhaseChanged(RoomPhase.BETWEEN_ROUNDS, held=False) if after.shares is not None:
            return worded("shuffling")
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


MOST_KNOWN = 512
"""How many entries a table keeps to say them again."""


class Occasion:
    """One entry in the form that everybody may see, and the table around it, as all there were told it."""

    __slots__ = ("_before", "_event", "_room", "_texts", "_voices", "_waits", "about")

    def __init__(
        self,
        public: Mapping[str, Any],
        before: Room,
        room: Room,
        waits: Sequence[int] | None = None,
        voices: dict[int | None, Voice] | None = None,
    ) -> None:
        """`voices`: those of the room by seat, as far as they are made, if the entry did not change it."""
        self._event, self._before, self._room, self._waits = event_from_map(public), before, room, waits
        self._voices: dict[int | None, Voice] = {} if voices is None else voices
        self._texts: dict[tuple[int | None, str], str] = {}
        self.about = self._named()
        """The seats that may need other words for this form than a spectator."""

    def _named(self) -> Collection[int]:
        event, room = self._event, self._room
        if event is None:
            return ()
        if type(event) in _OF_ANYBODY:
            return range(len(room.occupants))
        named = seats_named(event)
        if type(event) in _OF_HOST and room.host is not None:
            named.add(room.host)
        return named

    def text(self, seat: int | None, language: str, own: Mapping[str, Any] | None = None) -> str:
        """The words for the viewer in that seat, or of the form that only this viewer is sent (`own`).

        Empty if it is not worth a line.
        """
        if own is not None:
            with speaking(language):
                return self._text(event_from_map(own), seat)
        said = self._texts.get((seat, language))
        if said is None:
            with speaking(language):
                said = self._texts[seat, language] = self._text(self._event, seat)
        return said

    def _text(self, event: Event | RoomEvent | None, seat: int | None) -> str:
        if event is None:
            return ""
        if seat not in self._voices:
            self._voices[seat] = voice_at(self._room, seat, self._before)
        voice = self._voices[seat]
        if type(event) is ev.Asked:
            return "" if seat in asked(event.decision) else waited_text(event.decision, voice)
        if type(event) is rm.SeatTaken:  # the room may be a later one
            voice = replace(voice, names=(*voice.names[: event.seat], event.name, *voice.names[event.seat + 1 :]))
        return sentence(event, voice, self._before, self._room, self._waits)


class Story:
    """A table as the public forms of its entries tell it: the room, and whom the game waits for."""

    __slots__ = ("_known", "_room", "_voices", "_waits", "n")

    def __init__(self, room: Room, n: int) -> None:
        """The room is as it is after entry `n`; of earlier entries it is the nearest one that is known."""
        self._room = room.copy()
        self.n = n
        """The number of the last entry taken in."""
        self._waits: Sequence[int] | None = None
        self._voices: dict[int | None, Voice] = {}
        self._known: dict[tuple[bytes, bool], Occasion] = {}
        """Entries while nobody at the table came, went or moved, by what they are and whether they were out of turn:
        most moves of a game are made again."""

    def voice(self, seat: int | None) -> Voice:
        """The voice for the viewer in that seat."""
        if seat not in self._voices:
            self._voices[seat] = voice_at(self._room, seat)
        return self._voices[seat]

    def follow(self, n: int, public: Mapping[str, Any]) -> Occasion:
        """Take in the next entry, by its number and its event in the form that everybody may see."""
        before, waits, kind = self._room, self._waits, public.get("k")
        if kind in rm.ROOM_EVENTS and n > self.n:
            event = event_from_map(public)
            assert isinstance(event, RoomEvent)
            self._room = before.copy()
            event.fold(self._room)
            if voice_at(before, None) != voice_at(self._room, None):
                self._voices, self._known = {}, {}
            self.n = n
            return Occasion(public, before, self._room, waits)
        if kind == ev.Asked.kind:
            decision = public["decision"]
            self._waits = decision.get("seats") or (decision["seat"],)
        if n > self.n:
            self.n = n
        key = pack(public), waits is not None and public.get("seat") not in waits
        occasion = self._known.get(key)
        if occasion is None:
            if len(self._known) >= MOST_KNOWN:
                self._known = {}
            occasion = self._known[key] = Occasion(public, before, before, waits, self._voices)
        return occasion
