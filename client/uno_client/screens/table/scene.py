"""The table as it is shown: values without a game behind them. Texts are in the player's language.

A `spot` is what a click there means, whatever the caller wants it to be; None: nothing.
"""

from collections.abc import Hashable
from enum import Enum, auto

from msgspec import Struct

from uno_client.screens.frame import Frame
from uno_client.wording.chat import MARK
from uno_engine.cards import Card, Colour

CHAT = f"{MARK}   "
"""Before later rows of what somebody said: none is taken for an event."""


class Emphasis(Enum):
    """How loud something is said, and in which paint."""

    QUIET = auto()
    TEXT = auto()
    GOOD = auto()
    CHAT = auto()
    ALARM = auto()
    UNO = auto()
    IN_PLAY = auto()
    STRONG = auto()


class LastDid(Struct, frozen=True):
    """What somebody did last: a card, or words such as `drew 2`."""

    card: Card | None = None
    words: str = ""


class Plate(Struct, frozen=True):
    """Another player. `count` is None for one who is out of the round.

    `note` is said behind the name (`bot`, `away`), `mark` before the number (`UNO`, `2nd`), `news` in place of what was
    done last, in the paint of `ring`. `penalty`: how many cards hit them just now. `hand`: cards that lie face up.
    """

    seat: int
    name: str
    count: int | None
    on_turn: bool = False
    did: LastDid = LastDid()
    note: str = ""
    mark: str = ""
    mark_tone: Emphasis = Emphasis.QUIET
    score: str = ""
    ring: Emphasis | None = None
    news: str = ""
    penalty: int = 0
    hand: tuple[Card, ...] | None = None
    spot: Hashable = None


class Piles(Struct, frozen=True):
    """The middle of the table. `under` are the cards below the top one, `due` a penalty that grows: `+6`."""

    top: Card | None = None
    under: tuple[Card, ...] = ()
    stock: int = 0
    left: str = ""
    """The stock in words: `62 left`."""
    colour: Colour | None = None
    colour_word: str = ""
    clockwise: bool = True
    direction: str = ""
    due: str = ""
    custom: str = ""
    """The rule that a Customizable card has made."""
    advised: bool = False
    """A good player would draw."""
    spot: Hashable = None
    """What a click on the stock means."""


class HeldCard(Struct, frozen=True):
    """A card of your hand."""

    card: Card
    playable: bool = False
    drawn: bool = False
    advised: bool = False
    """A good player would play it."""
    spot: Hashable = None


class Hand(Struct, frozen=True):
    """Your hand. `at`: the chosen card; `back`: it steps back, because others play or a question is open.

    `words` stand in its place where you only watch.
    """

    cards: tuple[HeldCard, ...] = ()
    at: int | None = None
    back: bool = False
    words: str = ""


class Prompt(Struct, frozen=True):
    """The line above the hand: whose turn it is, and what can be done. `chip` is empty unless you are asked.

    Without a chip a `tone` of STRONG or ALARM makes it loud.
    """

    words: str
    chip: str = ""
    tone: Emphasis = Emphasis.IN_PLAY
    who: str = ""


class ColourPick(Struct, frozen=True):
    """A colour to name."""

    colour: Colour
    key: str
    word: str
    words: str = ""
    spot: Hashable = None


class ColourBox(Struct, frozen=True):
    """Which colour? `at` is the place of the chosen one."""

    picks: tuple[ColourPick, ...]
    at: int = 0


class KeyChoice(Struct, frozen=True):
    """A key, what it does, and what follows."""

    key: str
    title: str
    words: str = ""
    spot: Hashable = None


class ChallengeBox(Struct, frozen=True):
    """A card, what happened, and what can be answered."""

    card: Card
    words: str
    answers: tuple[KeyChoice, ...]


class Partner(Struct, frozen=True):
    """Somebody to choose, and what that means: `2 fewer cards`."""

    key: str
    name: str
    count: int
    words: str = ""
    tone: Emphasis = Emphasis.QUIET
    spot: Hashable = None


class SwapBox(Struct, frozen=True):
    """With whom? `at` is the place of the chosen one."""

    partners: tuple[Partner, ...]
    at: int = 0


Box = ColourBox | ChallengeBox | SwapBox


class Shout(Struct, frozen=True):
    """A word that nobody overlooks. `tone` is UNO or ALARM; `timed`: it has a clock (`Clocks.shout`)."""

    word: str
    lines: tuple[str, ...] = ()
    tone: Emphasis = Emphasis.ALARM
    timed: bool = False
    spot: Hashable = None


class LogRow(Struct, frozen=True):
    """A line of the log; `CHAT` is the tone of what somebody said."""

    words: str
    tone: Emphasis = Emphasis.QUIET


class Log(Struct, frozen=True):
    """What was said and done, the newest at the end.

    `beside`: it is shown where it has a place of its own; `over`: elsewhere it lies over the felt.
    """

    title: str
    hint: str
    lines: tuple[LogRow, ...]
    beside: bool = True
    over: bool = False


class Anchor(Enum):
    """What a callout is about."""

    CARD = auto()
    STOCK = auto()
    QUESTION = auto()


class ToldWords(Struct, frozen=True):
    """A paragraph of a callout, and cards that it is about. `logged`: a log that is beside the table says it, too."""

    words: str
    tone: Emphasis = Emphasis.TEXT
    cards: tuple[Card, ...] = ()
    logged: bool = False


class Callout(Struct, frozen=True):
    """A small box on the felt. It points at `held`, a place in the hand, or at the stock; else it says something only.

    `paper`: it teaches, and looks like a note. `scroll`: paragraphs' lines that are above it.
    """

    lines: tuple[ToldWords, ...]
    at: Anchor = Anchor.QUESTION
    held: int = 0
    paper: bool = False
    scroll: int = 0


class TableScene(Struct, frozen=True):
    """Everything on the table but clocks. Players are in the order in which they sit, from your left on."""

    frame: Frame
    """Header, keys, the line that is typed, a pop-up."""
    players: tuple[Plate, ...]
    piles: Piles
    question: Prompt
    hand: Hand = Hand()
    box: Box | None = None
    shout: Shout | None = None
    story: tuple[tuple[str, LastDid], ...] = ()
    log: Log | None = None
    callout: Callout | None = None
    simple: bool = False
    """For a slow line: small cards, no felt, and nothing that changes without a meaning."""


class TimeLeft(Struct, frozen=True):
    """Time that is left: a share of the whole (0 to 1), and in words. `late`: the last seconds."""

    left: float
    words: str = ""
    late: bool = False


class Clocks(Struct, frozen=True):
    """The clock of the turn, whoever's it is, and that of the shout."""

    turn: TimeLeft | None = None
    shout: TimeLeft | None = None
