"""The table as it is shown: values without a game behind them. Texts are in the player's language.

A `spot` is what a click there means, whatever the caller wants it to be; None: nothing.
"""

from collections.abc import Hashable
from typing import Literal

from msgspec import Struct

from uno_client.core.lesson.beats import CalloutTarget
from uno_client.screens.frame import Frame
from uno_client.screens.pieces import Ink, SaidLine
from uno_engine.cards import Card, Colour

Tone = Ink | Literal["uno", "in_play"]
"""How loud something is said, and in which paint."""
Did = Card | str
"""What somebody did last: a card, or words such as `drew 2`."""


class Plate(Struct, frozen=True):
    """Another player. `count` is None for one who is out of the round.

    `note` is said behind the name (`bot`, `away`), `mark` before the number (`UNO`, `2nd`), `news` in place of what was
    done last, in alarm if they are `alarmed`. `penalty`: cards that hit them just now. `hand`: it lies face up.
    """

    seat: int
    name: str
    count: int | None
    on_turn: bool = False
    did: Did = ""
    note: str = ""
    mark: str = ""
    mark_tone: Tone = "quiet"
    score: str = ""
    alarmed: bool = False
    news: str = ""
    penalty: int = 0
    hand: tuple[Card, ...] | None = None


class Piles(Struct, frozen=True):
    """The middle of the table. `under` are the cards below the top one, `due` a penalty that grows: `+6`.

    `custom`: the rule that a Customizable card has made; `advised`: a good player would draw.
    """

    top: Card | None = None
    under: tuple[Card, ...] = ()
    stock: int = 0
    colour: Colour | None = None
    colour_word: str = ""
    clockwise: bool = True
    due: str = ""
    custom: str = ""
    advised: bool = False
    spot: Hashable = None


class HeldCard(Struct, frozen=True):
    """A card of your hand; `advised`: a good player would play it."""

    card: Card
    playable: bool = False
    drawn: bool = False
    advised: bool = False
    spot: Hashable = None


class Hand(Struct, frozen=True):
    """Your hand. `at`: the chosen card; `back`: it steps back, because others play or a question is open; `lit`: it
    is only looked at, and every card is bright.

    `words` stand in its place where you only watch.
    """

    cards: tuple[HeldCard, ...] = ()
    at: int | None = None
    back: bool = False
    words: str = ""
    lit: bool = False


class Prompt(Struct, frozen=True):
    """The line above the hand: whose turn it is, and what can be done. `chip` is empty unless you are asked.

    Without a chip a `tone` of strong or alarm makes it loud.
    """

    words: str
    chip: str = ""
    tone: Tone = "in_play"
    who: str = ""


class BoxChoice(Struct, frozen=True):
    """Something to choose: its key, what it is and what follows, in a `tone`. A `colour`, or a player with cards."""

    key: str
    title: str
    words: str = ""
    spot: Hashable = None
    colour: Colour | None = None
    count: int | None = None
    tone: Tone = "quiet"


class Box(Struct, frozen=True):
    """What to choose from, and the place of the chosen one; or what happened with a card, and how to answer."""

    words: str
    choices: tuple[BoxChoice, ...]
    at: int = 0
    card: Card | None = None


class Shout(Struct, frozen=True):
    """A word that nobody overlooks. `tone` is uno or alarm; `timed`: it has a clock."""

    word: str
    lines: tuple[str, ...] = ()
    tone: Tone = "alarm"
    timed: bool = False
    spot: Hashable = None


class Log(Struct, frozen=True):
    """What was said and done, the newest at the end.

    `beside`: it is shown where it has a place of its own; `over`: elsewhere it lies over the felt.
    """

    hint: str
    lines: tuple[SaidLine, ...]
    beside: bool = True
    over: bool = False


class ToldWords(Struct, frozen=True):
    """A paragraph of a callout, and cards that it is about. `logged`: a log that is beside the table says it, too."""

    words: str
    tone: Tone = "text"
    cards: tuple[Card, ...] = ()
    logged: bool = False


class Callout(Struct, frozen=True):
    """A small box on the felt. It points at `held`, a place in the hand, or at the stock; else it says something only.

    `paper`: it teaches, and looks like a note. `scroll`: paragraphs' lines that are above it. `right`: it may hide what
    is said of the piles, which its card is right of.
    """

    lines: tuple[ToldWords, ...]
    at: CalloutTarget = CalloutTarget.QUESTION
    held: int = 0
    paper: bool = False
    scroll: int = 0
    right: bool = False


class SliderMark(Struct, frozen=True):
    """A marked place, after so many events, and what is above it."""

    at: int
    label: str = ""
    tone: Tone = "quiet"


class Slider(Struct, frozen=True):
    """How far a game that is shown again has come: event `at` of `end`, and the places that are marked.

    A click on it means a place (`Pointed`). `running`: it goes on by itself. `words` are at its left end, and are at
    most as wide as `widest`; `pace` is at its right end.
    """

    at: int
    end: int
    marks: tuple[SliderMark, ...] = ()
    running: bool = False
    words: str = ""
    widest: str = ""
    pace: str = ""
    spot: Hashable = None
    """What a click on its sign means."""


class TableScene(Struct, frozen=True):
    """Everything on the table but clocks. Players are in the order in which they sit, from your left on."""

    frame: Frame
    players: tuple[Plate, ...]
    piles: Piles
    question: Prompt
    hand: Hand = Hand()
    box: Box | None = None
    shout: Shout | None = None
    story: tuple[tuple[str, Did], ...] = ()
    log: Log | None = None
    callout: Callout | None = None
    penalty: int = 0
    """Cards that hit you just now."""
    slider: Slider | None = None
    """The game is shown again."""
    simple: bool = False
    """For a slow line: small cards, no felt, and nothing that changes without a meaning."""


class TimeLeft(Struct, frozen=True):
    """Time that is left: a share of the whole (0 to 1), and in words. `late`: the last seconds."""

    left: float
    words: str = ""
    late: bool = False
