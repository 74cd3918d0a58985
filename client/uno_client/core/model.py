"""The client's model: the link, the lobby, the table, and the player's unfinished input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any, Self

from uno_client.messages import Found, Input, ServerKey
from uno_client.preferences import Preferences
from uno_client.trust import Doubt
from uno_client.wording.front_door import Hosting, Item
from uno_client.wording.rule_sets import RuleLine
from uno_engine.actions import CanPlay, Listed
from uno_engine.cards import Card, Colour, Rank
from uno_engine.decisions import Decision, asked
from uno_engine.events import Event
from uno_engine.language import N_
from uno_engine.rules import RuleSet, RulesRefused
from uno_engine.state import View
from uno_protocol.fold import TableView
from uno_protocol.messages import VERSION, Move, Reason, Request, Rules, TableLine, TalkLine
from uno_protocol.room import GameSeed, Occupant, RoomEvent, RoomPhase

LOG_LINES = 300
"""How many lines of the log are kept."""


class LinkPhase(Enum):
    """The state of the connection."""

    IDLE = "idle"
    CONNECTING = "connecting"
    ONLINE = "online"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log: the event behind it (None for the client's own words) and its sentence."""

    event: Event | RoomEvent | None
    text: str


class Tone(Enum):
    """How a notice is meant."""

    INFO = "info"
    GOOD = "good"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Notice:
    """The last thing to tell the player that is no event: an answer, a refusal, a hint. `at`: when it was said."""

    text: str
    tone: Tone = Tone.INFO
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Countdown:
    """The table's timer: `seconds` left of `of` when it was received (at `since`); None: it is stopped."""

    decision: int
    seconds: float | None
    of: float | None
    since: float

    def left(self, now: float) -> float | None:
        """Seconds left at `now`, never below zero; None if no clock runs."""
        return None if self.seconds is None else max(0.0, self.seconds - (now - self.since))


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How the last round ended, and the game with it (`game_winners` None while it continues)."""

    round: int
    winners: tuple[int, ...]
    blocked: bool
    gains: tuple[int, ...]
    names: tuple[str, ...]
    scores: tuple[int, ...]
    game_winners: tuple[int, ...] | None = None
    ranks: tuple[tuple[int, ...], ...] = ()
    """The seats of each place, best first, where places count (C17)."""
    hands: tuple[tuple[Card, ...] | None, ...] | None = None
    """What everyone held, by seat, where the table shows it."""

    def won_by(self, winners: tuple[int, ...]) -> RoundResult:
        """A copy of this result in which `winners` have won the game."""
        return replace(self, game_winners=winners)


TYPED_PRESETS = frozenset({"computer"})
"""The presets whose book has cards played letter by letter (M6)."""


class Order(Enum):
    """How the player's hand is sorted; the value is the text for it."""

    COLOUR = N_("by colour")
    RANK = N_("by number and symbol")
    CAME = N_("as they came")


LAID: Mapping[str, Order] = {"colour": Order.COLOUR, "number": Order.RANK, "came": Order.CAME}
"""The orders by the names that the settings have for them."""
_RANKS = {rank: at for at, rank in enumerate(Rank)}


def as_they_came(came: Sequence[Card], held: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of `held`: first those of `came` that are still there, in that order, then the others in theirs."""
    new = Counter(held)
    kept = []
    for card in came:
        if new[card]:
            new[card] -= 1
            kept.append(card)
    fresh = []
    for card in held:
        if new[card]:
            new[card] -= 1
            fresh.append(card)
    return (*kept, *fresh)


class Screen(Enum):
    """What fills the terminal. At a table the room's phase says which of its faces is shown."""

    DOOR = "door"
    SETTINGS = "settings"
    HOSTED = "hosted"
    CONNECT = "connect"
    TABLES = "tables"
    CREATE = "create"
    TABLE = "table"


class Page(Enum):
    """What is read over the screen, until it is closed. Each is a `Scope` of that name, too."""

    HELP = "help"
    RULES = "rules"
    REASONS = "reasons"
    MENU = "menu"
    CHANGE = "change"
    QR = "qr"


@dataclass(frozen=True, slots=True)
class FormField:
    """One line of a form: typed text, or one of `choices`."""

    key: str
    label: str
    value: str = ""
    choices: tuple[str, ...] = ()
    hint: str = ""
    longest: int = 40
    free: bool = False
    """Beside the choices other values can be typed."""
    hidden: bool = False
    """What is typed is shown as bullets."""
    group: str = ""
    """Its heading, if any."""
    proposed: bool = False
    """Its text is a proposal: what is typed first takes its place."""


MORE = "more"
"""The field that hides those behind it while its value is HIDDEN."""
HIDDEN = N_("hidden")


@dataclass(frozen=True, slots=True)
class Form:
    """Fields with a cursor: `at` is the index of the field that has it."""

    fields: tuple[FormField, ...] = ()
    at: int = 0
    sets: Mapping[str, RuleLine] = field(default_factory=dict)
    """The player's own sets of rules, by name, which can be chosen too."""
    typing: str = ""
    """What has been typed into the field of the rules."""

    def __getitem__(self, key: str) -> str:
        return next(field.value for field in self.fields if field.key == key)

    @property
    def current(self) -> FormField:
        """The field under the cursor."""
        return self.fields[self.at]

    def write(self, value: str) -> Form:
        """The form with another value in the field under the cursor."""
        field = replace(self.current, value=value[: self.current.longest], proposed=False)
        return replace(self, fields=(*self.fields[: self.at], field, *self.fields[self.at + 1 :]))

    @property
    def shown(self) -> tuple[FormField, ...]:
        """The visible fields: those behind the line "more" only if it is open."""
        keys = [field.key for field in self.fields]
        return self.fields[: keys.index(MORE) + 1] if MORE in keys and self[MORE] == HIDDEN else self.fields

    def has(self, key: str) -> bool:
        """Whether there is a field of that key."""
        return any(field.key == key for field in self.fields)


@dataclass(frozen=True, slots=True)
class PickColour:
    """The player chose a wild to lay and is asked for its colour; `at` is the colour under the cursor."""

    card: Card
    at: int = 0
    asks: tuple[str, ...] = ()
    """The questions of the card that are still open after the colour."""
    chained: bool = False
    """The card joins the chain that is being built, and is not sent yet."""


@dataclass(frozen=True, slots=True)
class PickPlayer:
    """The player chose a card that needs another player; `at` is the one under the cursor."""

    card: Card
    colour: Colour | None
    at: int = 0


@dataclass(frozen=True, slots=True)
class ChainDraft:
    """A chain that is being built card by card (Q2): `colours` as long as `cards`, None for what is no wild."""

    cards: tuple[Card, ...] = ()
    colours: tuple[Colour | None, ...] = ()
    follows: tuple[CanPlay, ...] | None = None
    """What may come next, as the server says; None until it has answered."""


NO_CHAIN = ChainDraft()


@dataclass(frozen=True, slots=True)
class YesNo:
    """A question with yes and no; yes does `then`."""

    text: str
    then: Input
    yes: str = "yes"


@dataclass(frozen=True, slots=True)
class Draft:
    """What the player is about to say. While it is `open`, keys are text and play no card."""

    text: str = ""
    open: bool = False
    where: str | None = None
    """For whom it was begun: the code of a table, None for the lobby."""
    sent: float | None = None
    """When Enter sent what was in it."""
    back: int = 0
    """How far back among the texts said before the player has gone; 0: at none of them."""


class PersonAction(Enum):
    """What is done to somebody at the table, or to a seat; the value is the question that chooses which."""

    KICK = N_("Kick which player?")
    BAN = N_("Ban which player from this table?")
    HAND_OVER = N_("Who should host?")
    SILENCE = N_("Silence or unsilence which player?")
    MUTE = N_("Mute or unmute whom?")
    TIME = N_("Change whose time limit?")
    ADD_BOT = N_("Add which computer player?")
    REMOVE_BOT = N_("Remove which computer player?")
    MOVE = N_("Move which player?")
    MOVE_TO = N_("Move to which seat? If it's taken, they swap.")


@dataclass(frozen=True, slots=True)
class PickSomebody:
    """Something is done to somebody at the table; `at` is the one under the cursor."""

    action: PersonAction
    at: int = 0
    moved: int = 0
    """The seat that moves, where the action is MOVE_TO."""


@dataclass(frozen=True, slots=True)
class TypeIn:
    """A line to type in; Enter sends `request` with what was typed as its field `fills`."""

    field: FormField
    request: Request
    fills: str


class LetterStage(Enum):
    """What is asked next of a card that is played letter by letter."""

    COLOUR = auto()
    RANK = auto()
    NAME = auto()
    PLAYER = auto()
    CONFIRM = auto()


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A card that is being chosen letter by letter (M6); what is not settled yet is None.

    `colour` None after the first question: a special card.
    """

    decision: int
    """The question of the game that it will answer."""
    stage: LetterStage = LetterStage.COLOUR
    colour: Colour | None = None
    card: Card | None = None
    named: Colour | None = None
    target: int | None = None
    given: bool = False
    """The card was not spelled: it is the one just drawn, or the one under the cursor."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game that explains each thing when it comes up: how to do it, with keys or commands."""

    keys: Mapping[str, str] | None = None
    """The names of the keys of actions; None in plain mode."""
    told: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Invitation:
    """How phones join: the addresses of the page (none: they are still looked for), and the one that is shown."""

    pages: tuple[str, ...] = ()
    at: int = 0
    inverted: bool = False
    """The QR code is light on dark."""


Question = PickColour | PickPlayer | PickSomebody | YesNo | TypeIn | Doubt | Dialogue

COLOURS = tuple(Colour)
GROUPS = (*COLOURS, None)
"""The colours in which a hand is shown, the special cards last (M6)."""


@dataclass(frozen=True, slots=True)
class Model:
    """Everything a screen, or a line of the plain client, is made from. Never changed in place."""

    now: float = 0.0
    """Time of the last tick."""
    touched: float = 0.0
    """When the player last pressed a key."""
    wants: Preferences = Preferences()
    """The player's settings in this run."""
    link: LinkPhase = LinkPhase.IDLE
    link_text: str = ""
    """Why the link is down, or what is being tried."""
    stopped: bool = False
    """The server has said that it stops."""
    retry_at: float | None = None
    """When the link tries again."""
    fixed_server: bool = False
    """The server was named on the command line: a link that gives up ends the program."""
    attended: bool = False
    """Somebody is there who can be asked who a server is."""
    openly: bool = False
    """Passwords may be sent without encryption: the player has said so beforehand."""
    asks_password: bool = False
    """Somebody is there who can be asked for the server's password."""
    asks_name: bool = False
    """Somebody is there who can be asked for another name."""
    wants_password: bool = False
    """The server wants one, and has none or a wrong one from us."""
    fingerprint: str = ""
    """Of the key of the server; empty without encryption."""
    words: tuple[str, ...] = ()
    """The key in words."""
    exposed: bool = False
    """The connection is not encrypted, and goes to another computer."""
    unseen: bool = False
    """The server is new, and nobody was there to compare the words."""
    server: str = ""
    """The server's name for people."""
    server_id: str = ""
    """What tells this server from others (P-4)."""
    address: str = ""
    name: str = ""
    """The player's own name, as the server has it."""
    proposed: str = ""
    """The name of last time: what is tried first if the player names none; empty: the login name."""
    tables: tuple[TableLine, ...] | None = None
    """The lobby as last listed; None before the first list."""
    listed_at: float = 0.0
    """When that list came."""
    list_again: float | None = None
    """Seconds after which a list on the screen is refreshed; None: only when the player asks."""
    told_rules: Rules | None = None
    """The rules of a table in the list, as the server sent them last."""
    table: TableView | None = None
    legal: tuple[Listed, ...] = ()
    """What the server listed last; `offers.offered` tells whether it still holds."""
    legal_decision: int = -1
    legal_at: float = 0.0
    """When that list came."""
    keeps_after: float | None = None
    """Seconds after which a drawn card that cannot be played is kept by itself; None: only when the player says so."""
    kept_at: float | None = None
    """When a card was kept so."""
    kept: bool = False
    """Whether the card just drawn was kept since that list came: the answer comes before the game continues."""
    countdown: Countdown | None = None
    result: RoundResult | None = None
    log: tuple[LogLine, ...] = ()
    lobby: tuple[TalkLine, ...] = ()
    """What was said in the lobby, oldest first."""
    lobby_due: bool = True
    """What was said in the lobby before is still to be asked for."""
    chat_length: int = 200
    """The most characters of a message."""
    version: int = VERSION
    """Of the protocol, as the server speaks it with us: what came later can't be asked of it."""
    unread: int = 0
    """How many remarks have come while the player could not see them."""
    muted: frozenset[tuple[str, str]] = frozenset()
    """The people whom the player has muted, as (server id, name)."""
    draft: Draft = Draft()
    said: tuple[str, ...] = ()
    """What the player said last, oldest first."""
    told: int = 0
    """How many log lines there ever were: the last `told - before` lines are new."""
    notice: Notice | None = None
    next_id: int = 1
    pending: tuple[Request, ...] = ()
    """Requests without an answer, oldest first."""
    first_request: Request | None = None
    """The request right after the login (join, open or watch a table)."""
    autostart: bool = False
    """A table of one's own: the game starts as soon as the player is ready."""
    deals: bool = False
    """The player is ready from the start."""
    lesson: Lesson | None = None
    """What comes up for the first time is explained."""
    at_home: bool = False
    """Behind this game is the front door."""
    door: tuple[Item, ...] = ()
    """What can be chosen at the front door."""
    door_asks: str = ""
    """What is asked in its place."""
    hosted: Hosting | None = None
    """The player's own server, if it runs."""
    settings_file: str = ""
    """Where the player's settings are."""
    rule_sets: Mapping[str, str] = field(default_factory=dict)
    """The player's own sets of rules: their lines by name."""
    web: bool = False
    """The server has a page for browsers (P-17)."""
    invitation: Invitation | None = None
    """How phones join, as last asked for."""
    resyncs: int = 0
    """How often the server contradicted itself."""
    contradicted: bool = False
    """The table on the screen is not to be trusted until the next snapshot."""

    found: tuple[Found, ...] | None = None
    """The servers that were found on the network; None: not looked for yet."""
    trouble: str = ""
    """Why discovery is unavailable."""
    picked: ServerKey | None = None
    """The one of them under the cursor; None: the cursor is in the form."""

    keys: tuple[tuple[str, str], ...] = ()
    """The keys that the player has changed, by the action (`uno_client.fullscreen.keys`)."""
    screen: Screen = Screen.CONNECT
    form: Form = Form()
    row: int = 0
    """The line under the cursor in a list (tables, seats)."""
    selected: int = 0
    """The card of the hand under the cursor."""
    order: Order = Order.COLOUR
    came: tuple[Card, ...] = ()
    """The player's hand in the order in which its cards came, when it was last looked at."""
    opened_at: float | None = None
    """Since when a screen before the deal is shown; None: none is."""
    shuffling: bool = False
    """It is the second one: the cards are shuffled."""
    sought: Colour | None = None
    """The colour letter typed last: a number or symbol typed next looks in that colour first."""
    uno: bool = False
    """The next play calls UNO."""
    question: Question | None = None
    chain: ChainDraft = NO_CHAIN
    page: Page | None = None
    item: int = 0
    """The line under the cursor in the table's menu."""
    reasons: tuple[Reason, ...] = ()
    """Why cards of the hand cannot be played, as last asked."""
    wonder: Card | None = None
    """The only card whose reason is asked for."""
    scroll: int = 0
    """How many lines the log or the page is scrolled back."""
    page_rows: int = 20
    """Lines of a page that the screen had room for when a key was pressed last; 0: all of it is seen."""

    def but(self, **changes: Any) -> Self:
        """The model with some fields changed."""
        return replace(self, **changes)

    @property
    def position(self) -> tuple[str | None, int | None]:
        """Table and last entry seen, for `resume`; after a contradiction no entry counts as seen."""
        if self.table is None:
            return None, None
        return self.table.code, None if self.contradicted else self.table.n

    @property
    def seed(self) -> str | None:
        """The seed of the game that is over, with which every deal can be checked."""
        return next((line.event.seed for line in reversed(self.log) if isinstance(line.event, GameSeed)), None)

    @property
    def game(self) -> View | None:
        """The own view of the game at the table."""
        return None if self.table is None else self.table.game

    @property
    def seat(self) -> int | None:
        """The own seat at the table; None for a spectator."""
        return None if self.table is None else self.table.seat

    @property
    def phase(self) -> RoomPhase | None:
        """The table's phase."""
        return None if self.table is None else self.table.room.phase

    @property
    def hosting(self) -> bool:
        """Whether the player is the table's host."""
        return self.table is not None and self.seat is not None and self.table.room.host == self.seat

    @property
    def occupant(self) -> Occupant | None:
        """The table's entry for the player's seat."""
        return None if self.table is None or self.seat is None else self.table.room.occupants[self.seat]

    @property
    def away(self) -> bool:
        """Whether a computer player plays for the player."""
        return self.occupant is not None and self.occupant.stand_in is not None

    @property
    def held(self) -> tuple[Card, ...]:
        """The player's hand, in canonical order."""
        game, seat = self.game, self.seat
        if game is None or seat is None or not seat < len(game.hands):
            return ()
        return tuple(game.hands[seat])

    @property
    def spelled(self) -> bool:
        """Whether cards are played letter by letter here (M6)."""
        preset = None if self.table is None else self.table.room.preset
        return self.wants.typed == "on" or (self.wants.typed == "auto" and preset in TYPED_PRESETS)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The player's hand, in the order that the player has chosen; in groups of a colour where cards are spelled."""
        if self.spelled:
            laid = as_they_came(self.came, self.held)
            return tuple(card for colour in GROUPS for card in laid if card.colour is colour)
        return self.laid(self.order)

    def laid(self, order: Order) -> tuple[Card, ...]:
        """The player's hand in that order."""
        match order:
            case Order.COLOUR:
                return self.held
            case Order.RANK:
                return tuple(sorted(self.held, key=lambda card: (_RANKS[card.rank], card.order)))
            case Order.CAME:
                return as_they_came(self.came, self.held)

    @property
    def left(self) -> tuple[Card, ...]:
        """The player's hand without the unfinished chain: the cards that the cursor moves over."""
        if not self.chain.cards:
            return self.hand
        rest = list(self.hand)
        for card in self.chain.cards:
            if card in rest:
                rest.remove(card)
        return tuple(rest)

    @property
    def answering(self) -> bool:
        """Whether something that the player did at the table has no answer yet."""
        return any(isinstance(each, Move) for each in self.pending)

    @property
    def waiting_for(self) -> Decision | None:
        """The decision that the game waits for."""
        return None if self.game is None else self.game.waiting_for

    @property
    def asked(self) -> bool:
        """Whether the game waits for this player."""
        return self.seat is not None and self.seat in asked(self.waiting_for)

    @property
    def rules(self) -> RuleSet | None:
        """The table's rules; None if the server names rules that this program does not know."""
        if self.table is None:
            return None
        try:
            return self.table.room.rules
        except RulesRefused:
            return None if self.game is None else self.game.rules
