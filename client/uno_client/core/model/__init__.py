"""The client's model, in parts: each is a value of its own, changed by the code that is about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from uno_client.core.model import parts
from uno_client.core.model.question import Form, Question
from uno_client.core.model.replay import Replay
from uno_client.core.model.table import GROUPS, ChainDraft, HandPart, Order, PlayPart, as_they_came
from uno_client.messages import Key, ServerKey, Typed
from uno_client.structs import replace
from uno_engine.cards import Card, Rank
from uno_engine.decisions import Decision, asked
from uno_engine.rules import RuleSet, RulesRefused
from uno_engine.state import View
from uno_protocol.fold import TableView
from uno_protocol.messages import Move
from uno_protocol.result import RoundResult
from uno_protocol.room import GameSeed, Occupant, Room, RoomPhase

TYPED_PRESETS = frozenset({"computer"})
"""The presets whose book has cards played letter by letter (M6)."""
_RANKS = {rank: at for at, rank in enumerate(Rank)}


class Model(Struct, frozen=True):
    """Everything a screen, or a line of the plain client, is made from. Never changed in place."""

    now: float = 0.0
    touched: float = 0.0
    pressed: Key | Typed | None = None
    """The last key; None: the mouse."""
    put_at: float = 0.0
    """When the question with yes and no was put."""
    name: str = ""
    start: parts.StartPart = parts.StartPart()
    settings: parts.SettingsPart = parts.SettingsPart()
    door: parts.DoorPart = parts.DoorPart()
    picker: parts.PickerPart = parts.PickerPart()
    link: parts.LinkPart = parts.LinkPart()
    server: parts.ServerPart = parts.ServerPart()
    lobby: parts.LobbyPart = parts.LobbyPart()
    chat: parts.ChatPart = parts.ChatPart()
    play: PlayPart = PlayPart()
    hand: HandPart = HandPart()
    screen: parts.Screen = parts.Screen.CONNECT
    form: Form = Form()
    row: int = 0
    """The line under the cursor in a list (tables, seats)."""
    question: Question | None = None
    draft: parts.Draft = parts.Draft()
    page: parts.Scope | None = None
    reading: parts.ReadingPart = parts.ReadingPart()
    fetch: parts.FetchPart | None = None
    invitation: parts.Invitation | None = None
    notice: parts.Notice | None = None
    lesson: parts.Lesson | None = None
    replay: Replay | None = None
    """The game that is seen again, over the table if there is one."""

    def pointing_at(self, selected: int) -> Model:
        return replace(self, hand=replace(self.hand, selected=selected))

    @property
    def under_cursor(self) -> Card | None:
        return self.left[min(self.hand.selected, len(self.left) - 1)] if self.left else None

    def chaining(self, chain: ChainDraft) -> Model:
        return replace(self, hand=replace(self.hand, chain=chain))

    def picking(self, server: ServerKey | None) -> Model:
        return replace(self, picker=replace(self.picker, picked=server))

    def scrolled(self, scroll: int) -> Model:
        return replace(self, reading=replace(self.reading, scroll=scroll))

    def wondering(self, card: Card | None) -> Model:
        return replace(self, reading=replace(self.reading, wonder=card))

    def with_rule_sets(self, sets: Mapping[str, str]) -> Model:
        return replace(self, settings=replace(self.settings, rule_sets=sets))

    @property
    def table(self) -> TableView | None:
        return self.play.table

    @property
    def position(self) -> tuple[str | None, int | None]:
        """Table and last entry seen, for `resume`; after a contradiction no entry counts as seen."""
        if self.table is None:
            return None, None
        return self.table.code, None if self.play.contradicted else self.table.n

    @property
    def seed(self) -> str | None:
        """The seed of the game that is over, with which every deal can be checked."""
        seeds = (line.event.seed for line in reversed(self.play.log) if isinstance(line.event, GameSeed))
        return next(seeds, None) or None

    @property
    def game(self) -> View | None:
        return None if (table := self.play.table) is None else table.game

    @property
    def result(self) -> RoundResult | None:
        """How the last round at the table ended, until the next deal."""
        return None if (table := self.play.table) is None else table.result

    @property
    def seat(self) -> int | None:
        return None if (table := self.play.table) is None else table.seat

    @property
    def room(self) -> Room | None:
        return None if (table := self.play.table) is None else table.room

    @property
    def phase(self) -> RoomPhase | None:
        return None if (table := self.play.table) is None else table.room.phase

    @property
    def occupants(self) -> Sequence[Occupant | None]:
        return () if (table := self.play.table) is None else table.room.occupants

    @property
    def hosting(self) -> bool:
        return (table := self.play.table) is not None and table.seat is not None and table.room.host == table.seat

    @property
    def occupant(self) -> Occupant | None:
        """The table's entry for the player's seat."""
        return None if (seat := self.seat) is None else self.occupants[seat]

    @property
    def away(self) -> bool:
        """Whether a computer player plays for the player."""
        return (occupant := self.occupant) is not None and occupant.stand_in is not None

    @property
    def held(self) -> tuple[Card, ...]:
        """The player's hand, in canonical order."""
        game, seat = self.game, self.seat
        return () if game is None or seat is None or seat >= len(game.hands) else tuple(game.hands[seat])

    @property
    def spelled(self) -> bool:
        """Whether cards are played letter by letter here (M6)."""
        wanted = self.settings.wants.typed
        return wanted == "on" or (wanted == "auto" and self.room is not None and self.room.preset in TYPED_PRESETS)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The player's hand, in the order that the player has chosen; in groups of a colour where cards are spelled."""
        if self.spelled:
            laid = as_they_came(self.hand.came, self.held)
            return tuple(card for colour in GROUPS for card in laid if card.colour is colour)
        return self.laid(self.hand.order)

    def laid(self, order: Order) -> tuple[Card, ...]:
        if order is Order.RANK:
            return tuple(sorted(self.held, key=lambda card: (_RANKS[card.rank], card.order)))
        return self.held if order is Order.COLOUR else as_they_came(self.hand.came, self.held)

    @property
    def left(self) -> tuple[Card, ...]:
        """The player's hand without the unfinished chain: the cards that the cursor moves over."""
        if not self.hand.chain.cards:
            return self.cards
        rest = list(self.cards)
        for card in self.hand.chain.cards:
            if card in rest:
                rest.remove(card)
        return tuple(rest)

    @property
    def answering(self) -> bool:
        """Whether something that the player did at the table has no answer yet."""
        return any(isinstance(each, Move) for each in self.link.pending)

    @property
    def waiting_for(self) -> Decision | None:
        return None if (game := self.game) is None else game.waiting_for

    @property
    def asked(self) -> bool:
        return (seat := self.seat) is not None and seat in asked(self.waiting_for)

    @property
    def rules(self) -> RuleSet | None:
        """The table's rules; None if the server names rules that this program does not know."""
        try:
            return None if self.room is None else self.room.rules
        except RulesRefused:
            return None if self.game is None else self.game.rules
