"""Words: messages with what they say, in the language of the peer that gets them (P-4.9).

They are made of the message as it is about to be sent, after hiding, and of what its receiver was told before: the
public forms of earlier entries, its seat, and for a question what everybody sees of the game, and the card that the
seat has just drawn. What the message hides can't be in them: the types here don't lead to it.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from uno_engine.cards import Card
from uno_engine.decisions import asked
from uno_engine.explain import explain
from uno_engine.options import with_options
from uno_engine.rules import DEFAULTS, OWN_TEXT
from uno_engine.state import PublicGame
from uno_protocol import messages as m
from uno_protocol.catalogues import speaking
from uno_protocol.kept import pack
from uno_protocol.labels import worded
from uno_protocol.room import Room, RoomPhase
from uno_protocol.sentences import Voice
from uno_protocol.text import clean
from uno_protocol.wire import LISTED, result_from_map, view_from_map
from uno_protocol.wording.entries import Occasion, Story, result_text, voice_at
from uno_protocol.wording.questions import paused_text, question_text, waited_text
from uno_protocol.wording.refusals import error_text, note_text, removed_text
from uno_server.base.limits import HISTORY_BYTES
from uno_server.core.outputs import Deliver
from uno_server.table.event_log import Missed, Telling

Said = m.ServerMessage | m.Ping | m.Pong


class Place(Protocol):
    """A member of a table, as far as words depend on it."""

    @property
    def seat(self) -> int | None:
        """None for a spectator."""

    @property
    def since(self) -> int:
        """The entry at which the member came there."""


class PublicLog(Protocol):
    """The log of a table without what is in it."""

    @property
    def n(self) -> int:
        """The number of the last entry."""

    def room_at(self, n: int, /) -> tuple[Room, int]:
        """As `TableLog.room_at`."""


class PublicTable(Protocol):
    """What everybody at a table may know of it: words depend on nothing else there."""

    story: Story | None

    @property
    def room(self) -> Room:
        """What everybody sees but the game."""

    @property
    def log(self) -> PublicLog:
        """The log."""

    @property
    def state(self) -> PublicGame | None:
        """The game, of which only the public part is known here."""


class WordedTable(PublicTable, Protocol):
    """A table, as far as its members are told of it in words."""

    @property
    def members(self) -> Mapping[int, Place]:
        """By session."""

    def drawn_by(self, session: int, /) -> Card | None:
        """The card that a member has just drawn, if its view of the game has one."""


class Viewer(NamedTuple):
    """Who gets words: somebody at a table, or at none; without a seat, anybody there who is not concerned."""

    language: str
    table: PublicTable | None = None
    seat: int | None = None
    since: int = 0
    """The entry at which the viewer came there."""
    drawn: Card | None = None
    """The card that the viewer has just drawn."""

    @property
    def voice(self) -> Voice:
        """The voice for it."""
        if self.table is None:
            return Voice()
        story = self.table.story
        if story is not None and story.n == self.table.log.n:
            return story.voice(self.seat)
        return voice_at(self.table.room, self.seat)


class Wording:
    """The words of what a table sends when entries are settled.

    Peers that see the same in the same language get the same messages, made once.
    """

    def __init__(self, table: WordedTable, entries: Sequence[m.Entry], languages: Mapping[int, str]) -> None:
        """`entries`: in the form that everybody may see; `languages`: of the peers that want words."""
        self._table, self._entries, self._languages = table, entries, languages
        self._wanted = False
        """Somebody here wants words."""
        self._followed = False
        self._occasions: Mapping[int, tuple[Occasion, m.Entry, dict[tuple[str, int | None], m.Entry]]] = {}
        """The entries by number, once they are followed: in the form that everybody may see, and that form with words,
        by language and the seat that they concern."""
        self._about: set[int] = set()
        """The seats that may need words of their own for what everybody may see."""
        if entries and table.story is not None:
            self._follow()

    def letter(
        self, numbers: Sequence[int], peers: Sequence[int], messages: tuple[Said, ...] | Missed
    ) -> list[Deliver]:
        """The messages to these peers, which have the sessions of these numbers, as each of them gets them."""
        self._wanted = True
        if not self._followed:
            self._follow()
        members, languages = self._table.members, self._languages
        if len(peers) == 1:
            (peer,), (number,) = peers, numbers
            seat = members[number].seat if number in members else None  # who was put out is none any more
            return [Deliver(peers, self._told(messages, languages[peer], seat, number))]
        plain: list[int] = []
        groups: dict[tuple[str, int | None], list[int]] = {}
        for peer, number in zip(peers, numbers, strict=True):
            language = languages.get(peer)
            if language is None:
                plain.append(peer)
                continue
            seat = members[number].seat
            key = language, seat if seat in self._about else None
            if key in groups:
                groups[key].append(peer)
            else:
                groups[key] = [peer]
        told = [Deliver(alike, self._told(messages, *key)) for key, alike in groups.items()]
        return [Deliver(plain, messages), *told] if plain else told

    def _told(
        self, messages: tuple[Said, ...] | Missed, language: str, seat: int | None, session: int | None = None
    ) -> tuple[Said, ...] | Missed:
        """The messages for a seat with words; `session`: of the only one who gets them."""
        if type(messages) is Missed:
            return messages.told_by(_telling(self._table, messages.first, language))
        return tuple(
            [
                self._entry(each, language, seat)
                if type(each) is m.Entry
                else put_in_words(each, language, self._table, session)
                if type(each) in _WORDS
                else each
                for each in messages
            ]
        )

    def _entry(self, message: m.Entry, language: str, seat: int | None) -> m.Entry:
        occasion, public, made = self._occasions[message.n]
        if message is not public:
            return _entry(message, occasion.text(seat, language, message.event))
        key = language, seat if seat in occasion.about else None
        if key not in made:
            made[key] = _entry(public, occasion.text(key[1], language))
        return made[key]

    def end(self) -> None:
        """All is sent. A table follows its entries only while somebody there wants words."""
        if self._entries and not self._wanted:
            self._table.story = None

    def _follow(self) -> None:
        """Take in the entries. If nobody has listened so far, the room is the one after them."""
        table, entries = self._table, self._entries
        story = table.story
        if story is None or (entries and story.n != entries[0].n - 1):
            story = table.story = Story(table.room, table.log.n)
        self._occasions = {entry.n: (story.follow(entry.n, entry.event), entry, {}) for entry in entries}
        self._about = {seat for occasion, *_ in self._occasions.values() for seat in occasion.about}
        self._followed = True


def put_in_words(message: Said, language: str, table: WordedTable | None, session: int | None) -> Said:
    """A message for one peer, perhaps at a table, perhaps with a session, with its words; itself if it has none."""
    found = _WORDS.get(type(message))
    if found is None or not getattr(message, found[0]):
        return message
    if table is None or session is None or session not in table.members:
        viewer = Viewer(language, table)
    else:
        place = table.members[session]
        viewer = Viewer(language, table, place.seat, place.since, table.drawn_by(session))
    with speaking(language):
        return found[1](message, viewer)


def _error(message: m.Error, viewer: Viewer) -> m.Error:
    words = error_text(message.code, message.args, message.text, viewer.voice, message.clause)
    return replace(message, words=words)


def _bye(message: m.Bye, _viewer: Viewer) -> m.Bye:
    return replace(message, words=error_text(message.code, text=message.text))


def _put_out(message: m.PutOut, viewer: Viewer) -> m.PutOut:
    assert viewer.table is not None
    return replace(message, words=removed_text(message.code, clean(viewer.table.room.name), message.text))


def _noted(message: m.Ok | m.Joined, _viewer: Viewer) -> m.Ok | m.Joined:
    assert message.note is not None
    return replace(message, words=note_text(message.note))


def _reasons(message: m.Reasons, viewer: Viewer) -> m.Reasons:
    voice = viewer.voice
    reasons = [
        replace(each, words=error_text(each.code, each.args, each.text, voice, each.clause)) for each in message.reasons
    ]
    return replace(message, reasons=reasons)


def _rules(message: m.Rules, _viewer: Viewer) -> m.Rules:
    rules = with_options(DEFAULTS, message.rules | ({OWN_TEXT: message.own_text} if message.own_text else {}))
    return replace(message, words=[m.RulesPart(title=title, lines=[*lines]) for title, lines in explain(rules)])


def _entry(entry: m.Entry, words: str) -> m.Entry:
    """An entry with its words."""
    return m.Entry(table=entry.table, n=entry.n, event=entry.event, words=words) if words else entry


def _telling(table: PublicTable, first: int, language: str) -> Callable[[], Telling]:
    """What words entries of the past, from number `first` on, each as it is sent."""

    def begin() -> Telling:
        story = Story(*table.log.room_at(first - 1))

        def tell(public: m.Entry, own: m.Entry, seat: int | None) -> m.Entry:
            occasion = story.follow(public.n, public.event)
            return _entry(own, occasion.text(seat, language, None if own is public else own.event))

        return tell

    return begin


def _history(message: m.RoundHistory, viewer: Viewer) -> m.RoundHistory:
    """A history with words; the first entries are left out if there is no room for them all."""
    assert viewer.table is not None  # P-8.8: it is not kept for a repeat, when the viewer may have left
    story = Story(*viewer.table.log.room_at(message.entries[0].n - 1))
    told = [
        replace(
            past,
            words=story.follow(past.n, past.event).text(
                viewer.seat if past.n > viewer.since else None, viewer.language
            ),
        )
        for past in message.entries
    ]
    sizes = accumulate(len(pack(past)) for past in reversed(told))
    kept = sum(size <= HISTORY_BYTES for size in sizes)
    return replace(message, entries=told[len(told) - kept :], cut=message.cut or kept < len(told))


def _legal(message: m.Legal, viewer: Viewer) -> m.Legal:
    return replace(message, words=_question(message, viewer))


def _question(message: m.Legal, viewer: Viewer) -> str:
    """What the game asks a seat."""
    game = None if viewer.table is None else viewer.table.state
    kinds = {LISTED[each["k"]] for each in message.actions}
    return "" if game is None else question_text(game, viewer.voice, kinds, viewer.drawn)


def _snapshot(message: m.Snapshot, viewer: Viewer) -> m.Snapshot:
    return replace(message, words=_standing(message, viewer))


def _standing(message: m.Snapshot, viewer: Viewer) -> str:
    """What the game of a snapshot waits for, or how its round has ended."""
    assert viewer.table is not None
    room, voice = viewer.table.room, viewer.voice
    if room.phase is RoomPhase.PAUSED:
        return paused_text(room, voice)
    if room.shares is not None:
        return worded("shuffling")
    if message.result is not None:
        return result_text(result_from_map(message.result), voice)
    game = None if message.game is None else view_from_map(message.game, room.rules)
    if game is None or game.waiting_for is None or message.seat in asked(game.waiting_for):
        return ""  # a `legal` follows
    return waited_text(game.waiting_for, voice)


_WORDS: Mapping[type[Any], tuple[str, Callable[[Any, Viewer], Said]]] = {
    m.Error: ("code", _error),
    m.Bye: ("code", _bye),
    m.PutOut: ("code", _put_out),
    m.Ok: ("note", _noted),
    m.Joined: ("note", _noted),
    m.Reasons: ("reasons", _reasons),
    m.Rules: ("rules", _rules),
    m.RoundHistory: ("entries", _history),
    m.Legal: ("actions", _legal),
    m.Snapshot: ("room", _snapshot),
}
"""What makes the words of a type of message, unless a field of it is empty."""
