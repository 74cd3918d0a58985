"""Words: messages with what they say, in the language of the peer that gets them (P-4.9).

They are made of the message as it is about to be sent, after hiding, and of what its receiver was told before: the
public forms of earlier entries, its seat, and for a question its own view. What the message hides can't be in them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from msgspec.structs import replace

from uno_engine.decisions import asked
from uno_protocol import messages as m
from uno_protocol.catalogues import speaking
from uno_protocol.kept import pack
from uno_protocol.room import RoomPhase
from uno_protocol.sentences import Voice
from uno_protocol.text import clean
from uno_protocol.wire import LISTED, result_from_map, view_from_map
from uno_protocol.wording.entries import Moment, Scene, result_text, voice_at
from uno_protocol.wording.questions import paused_text, question_text, waited_text
from uno_protocol.wording.refusals import error_text, note_text, removed_text
from uno_server.base.limits import HISTORY_BYTES
from uno_server.core.outputs import Deliver
from uno_server.table.broadcast import view_of
from uno_server.table.event_log import Missed, Shown, Telling
from uno_server.table.state import Member
from uno_server.table.table import Table

Said = m.ServerMessage | m.Ping | m.Pong


class Reader(NamedTuple):
    """Who gets words: somebody at a table, or at none; without `member`, anybody there who is not concerned."""

    table: Table | None = None
    member: Member | None = None

    @property
    def seat(self) -> int | None:
        """The seat; None for spectators."""
        return None if self.member is None else self.member.seat

    @property
    def voice(self) -> Voice:
        """The voice for it."""
        return Voice() if self.table is None else voice_at(self.table.room, self.seat)


class Wording:
    """The words of what a table sends when entries are settled.

    Peers that see the same in the same language get the same messages, made once.
    """

    def __init__(self, table: Table, entries: Sequence[Shown], languages: Mapping[int, str]) -> None:
        """`languages`: of the peers that want words."""
        self._table, self._entries, self._languages = table, entries, languages
        self._wanted = False
        """Somebody here wants words."""
        self._moments: Mapping[int, Moment] | None = None
        """The entries by number, once they are followed."""
        if entries and table.scene is not None:
            self._follow()

    def letter(self, peers: Mapping[int, int], messages: tuple[Said, ...] | Missed) -> Iterator[Deliver]:
        """The messages to these peers, each with the number of its session, as each of them gets them."""
        self._wanted = True
        moments = self._follow() if self._moments is None else self._moments
        groups: dict[tuple[str, int | None], tuple[Reader, list[int]]] = {}
        for peer, session in peers.items():
            language, reader = self._languages.get(peer, ""), Reader(self._table, self._table.members.get(session))
            if not language or (len(peers) > 1 and not any(each.concerns(reader.seat) for each in moments.values())):
                reader = Reader(self._table)
            groups.setdefault((language, reader.seat), (reader, []))[1].append(peer)
        for (language, _seat), (reader, alike) in groups.items():
            if not language:
                yield Deliver(alike, messages)
            elif type(messages) is Missed:
                yield Deliver(alike, messages.told_by(_telling(self._table, messages.first, language)))
            else:
                with speaking(language):
                    yield Deliver(alike, tuple([_worded(each, reader, moments) for each in messages]))

    def end(self) -> None:
        """All is sent. A table follows its entries only while somebody there wants words."""
        if self._entries and not self._wanted:
            self._table.scene = None

    def _follow(self) -> Mapping[int, Moment]:
        """Take in the entries. If nobody has listened so far, the room is the one after them."""
        table, entries = self._table, self._entries
        scene = table.scene
        if scene is None or (entries and scene.n != entries[0].n - 1):
            scene = table.scene = Scene(table.room, table.log.n)
        self._moments = {shown.n: scene.follow(shown.n, shown.public.event) for shown in entries}
        return self._moments


def answer_in_words(message: Said, language: str, table: Table | None, session: int | None) -> Said:
    """A message for one peer, perhaps with a session, perhaps at a table, with its words."""
    member = None if table is None or session is None else table.members.get(session)
    with speaking(language):
        return in_words(message, Reader(table, member))


def _worded(message: Said, reader: Reader, moments: Mapping[int, Moment]) -> Said:
    if isinstance(message, m.Entry):
        return _entry(message, moments[message.n], reader.seat)
    return in_words(message, reader)


def in_words(message: Said, reader: Reader) -> Said:
    """A message that is no entry, with its words in the language in use; itself if there are none for it."""
    match message:
        case m.Error(code=code, args=args, text=text, clause=clause):
            return replace(message, words=error_text(code, args, text, reader.voice, clause))
        case m.Bye(code=code, text=text):
            return replace(message, words=error_text(code, text=text))
        case m.PutOut(code=code, text=text):
            assert reader.table is not None
            return replace(message, words=removed_text(code, clean(reader.table.room.name), text))
        case m.Ok(note=str() as note) | m.Joined(note=str() as note):
            return replace(message, words=note_text(note))
        case m.Reasons(reasons=reasons):
            voice = reader.voice
            told = [replace(one, words=error_text(one.code, one.args, one.text, voice, one.clause)) for one in reasons]
            return replace(message, reasons=told)
        case m.RoundHistory():
            return _history(message, reader)
        case m.Legal():
            return replace(message, words=_question(message, reader))
        case m.Snapshot():
            return replace(message, words=_standing(message, reader))
        case _:
            return message


def _entry(entry: m.Entry, moment: Moment, seat: int | None) -> m.Entry:
    """An entry, in the form that the viewer in that seat gets, with its words."""
    words = moment.text(entry.event, seat)
    return m.Entry(table=entry.table, n=entry.n, event=entry.event, words=words) if words else entry


def _telling(table: Table, first: int, language: str) -> Callable[[], Telling]:
    """What words entries of the past, from number `first` on, each as it is sent."""

    def begin() -> Telling:
        scene = Scene(*table.log.room_at(first - 1))

        def tell(shown: Shown, seat: int | None) -> m.Entry:
            with speaking(language):
                return _entry(shown.to(seat), scene.follow(shown.n, shown.public.event), seat)

        return tell

    return begin


def _history(message: m.RoundHistory, reader: Reader) -> m.RoundHistory:
    """A history with words; the first entries are left out if there is no room for them all."""
    table, member = reader.table, reader.member
    if table is None or member is None or not message.entries:
        return message
    scene = Scene(*table.log.room_at(message.entries[0].n - 1))
    told = [
        replace(
            past,
            words=scene.follow(past.n, past.event).text(past.event, member.seat if past.n > member.since else None),
        )
        for past in message.entries
    ]
    sizes = accumulate(len(pack(past)) for past in reversed(told))
    kept = sum(size <= HISTORY_BYTES for size in sizes)
    return replace(message, entries=told[len(told) - kept :], cut=message.cut or kept < len(told))


def _question(message: m.Legal, reader: Reader) -> str:
    """What the game asks a seat, by its own view."""
    state = None if reader.table is None else reader.table.state
    if state is None or reader.member is None or not message.actions:
        return ""
    return question_text(view_of(state, reader.member), reader.voice, {LISTED[each["k"]] for each in message.actions})


def _standing(message: m.Snapshot, reader: Reader) -> str:
    """What the game of a snapshot waits for, or how its round has ended."""
    assert reader.table is not None
    room, voice = reader.table.room, reader.voice
    if room.phase is RoomPhase.PAUSED:
        return paused_text(room, voice)
    if message.result is not None:
        return result_text(result_from_map(message.result), voice)
    game = None if message.game is None else view_from_map(message.game, room.rules)
    if game is None or game.waiting_for is None or message.seat in asked(game.waiting_for):
        return ""  # a `legal` follows
    return waited_text(game.waiting_for, voice)
