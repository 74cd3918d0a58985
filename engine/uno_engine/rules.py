"""The options of a table, and the combinations that make sense (rule book, section 2)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Annotated, NamedTuple, Self, TypeVar

from uno_engine.customizable import RULES
from uno_engine.language import N_, _, decimal
from uno_engine.reading import Reader, fraction, numbers, of_type, whole

MOST_SEATS = 10
Seat = Annotated[int, range(MOST_SEATS)]
"""A seat of the table. Fields of this type, also within others, are written and checked as seats."""
Direction = Annotated[int, range(-1, 2, 2)]
"""1 is clockwise (ascending seats), -1 counter-clockwise."""


class OptionValue(Enum):
    """A value of an option that is a word, with its meaning for play, and a few words if its own say too little."""

    _value_: str
    means: str
    words: str

    def __new__(cls, value: str, means: str, words: str = "") -> Self:
        choice = object.__new__(cls)
        choice._value_, choice.means, choice.words = value, means, words
        return choice


class Starter(OptionValue):
    """The player who plays first (A6)."""

    LEFT_OF_DEALER = (
        "left_of_dealer",
        "The player after the dealer starts; the deal moves on one seat each round.",
        "left of the dealer",
    )
    RANDOM = "random", "A player drawn at random starts each round.", "drawn at random"
    CHOSEN = (
        "chosen",
        "The host names who starts the first round; after that, the player after the dealer.",
        "named by the host",
    )


class FirstCard(OptionValue):
    """Section 3: who carries out the first card, or that it is a number (N3)."""

    STARTER = "starter", "The starter carries out the first card.", "for the starter"
    DEALER = "dealer", "The first card counts as played by the dealer.", "for the dealer"
    NUMBER = (
        "number",
        "The first card is a number; anything else goes back, and another card is turned up.",
        "always a number",
    )


class FirstReverse(OptionValue):
    """B3: what a Reverse as first card does."""

    DEALER_STARTS = (
        "dealer_starts",
        "If the first card is a Reverse, the dealer plays first, counter-clockwise.",
        "the dealer starts",
    )
    TURNS_ONLY = (
        "turns_only",
        "If the first card is a Reverse, play goes counter-clockwise from the starter.",
        "only turns play",
    )


class DrawnCard(OptionValue):
    """Whether you may or must play a drawn card that is allowed."""

    MAY_PLAY = "may_play", "If you can play the card you drew, you may play it at once or keep it.", "may be played"
    MUST_PLAY = "must_play", "If the card you drew is allowed, you must play it at once.", "must be played"


class WildDrawFour(OptionValue):
    """Whether you can bluff with a Wild Draw Four, its condition is enforced, or it has none."""

    BLUFF = (
        "bluff",
        "A Wild Draw Four has a condition; you may bluff, and the next player may challenge you.",
        "can be a bluff",
    )
    ENFORCED = "enforced", "You can play a Wild Draw Four only when its condition holds.", "only if allowed"
    FREE = "free", "You can play a Wild Draw Four on any turn.", "always allowed"


class WildDrawFourNeeds(OptionValue):
    """The condition of a Wild Draw Four (O4, C8)."""

    NO_COLOUR_MATCH = (
        "no_colour_match",
        "A Wild Draw Four is meant for a hand without a card of the colour in play.",
        "colour not held",
    )
    NO_ALTERNATIVE = (
        "no_alternative",
        "A Wild Draw Four is meant for a hand with no other card to play.",
        "no other card",
    )


class ChallengeReveal(OptionValue):
    """The players who see the challenged hand."""

    CHALLENGER = "challenger", "Only the challenger sees a challenged hand.", "the challenger"
    EVERYONE = "everyone", "Everyone sees a challenged hand.", "everyone"


class Stacking(OptionValue):
    """Which penalties you can pass on (S4, H1, N1)."""

    OFF = "off", "If a penalty hits you, you draw it.", "no"
    SAME = (
        "same",
        (
            "You can pass on a Draw Two with another Draw Two, a Wild Draw Four with another Wild Draw Four; the "
            "penalties add up."
        ),
        "like on like",
    )
    ANY = (
        "any",
        (
            "You can pass on any penalty with a Wild Draw Four or a Draw Two, which needs the named colour on a Wild "
            "Draw Four; the penalties add up."
        ),
        "any on any",
    )
    UP = (
        "up",
        (
            "You can pass on a Draw Two with a Draw Two or a Wild Draw Four, but a Wild Draw Four only with another "
            "Wild Draw Four; the penalties add up."
        ),
        "same or higher",
    )
    ANY_COLOUR = (
        "any_colour",
        "You can pass on any penalty with a Wild Draw Four or a Draw Two of any colour; the penalties add up.",
        "any on any, any colour",
    )


class Uno(OptionValue):
    """How UNO is announced."""

    CALL = "call", "Call UNO when you play your next-to-last card.", "you call it"
    AUTOMATIC = "automatic", "The game says UNO for you.", "the game says it"
    RANDOM_FORGET = (
        "random_forget",
        "The game says UNO for you, but sometimes declares that you forgot.",
        "game may forget",
    )
    OFF = "off", "Nobody says UNO.", "nobody says it"


class CaughtBy(OptionValue):
    """The ones who find a forgotten UNO."""

    OPPONENT = "opponent", "If you forget UNO, other players can catch you until the next player acts.", "the others"
    REFEREE = "referee", "The game itself notices a forgotten UNO when the next player acts.", "the game"


class FourthColour(OptionValue):
    """The name of the fourth colour: only a label."""

    YELLOW = "yellow", "The fourth colour is yellow."
    ORANGE = "orange", "The fourth colour is orange; its letter is Y."


class Goal(OptionValue):
    """The goal of the game (C15 to C17, N5)."""

    POINTS = (
        "points",
        "The first to go out scores everyone else's cards; the first with enough points wins.",
        "points over rounds",
    )
    SINGLE_ROUND = "single_round", "The first to go out wins the game.", "one round"
    UNTIL_LAST = (
        "until_last",
        "When somebody goes out, the others play on for places until one player is left.",
        "until one is left",
    )
    LOW_POINTS = (
        "low_points",
        "After each round everyone scores their own cards; when somebody has enough points, the lowest score wins.",
        "fewest points",
    )

    @property
    def by_points(self) -> bool:
        """Whether rounds are played until somebody has enough points."""
        return self in (Goal.POINTS, Goal.LOW_POINTS)


class SevenZero(OptionValue):
    """Which of sevens and zeros move hands (H3, N6)."""

    YES = "yes", "A 7 swaps hands with a player of your choice, a 0 moves all hands one seat on."
    NO = "no", "Sevens and zeros are plain numbers."
    SEVENS = "sevens", "A 7 swaps hands with a player of your choice; zeros are plain numbers.", "sevens only"
    ZEROS = "zeros", "A 0 moves all hands one seat on; sevens are plain numbers.", "zeros only"


class LastCard(OptionValue):
    """The cards that may be the last of a hand (N4)."""

    ANY = "any", "You may go out with any card.", "any card"
    NUMBER = "number", "You may go out only with a number; if your last card is another, you draw.", "a number"


class Doubles(OptionValue):
    """Which cards you can play together (N7)."""

    NO = "no", "You play one card in a turn, unless the table plays chains."
    TWINS = (
        "twins",
        (
            "On your turn you may play identical cards together, but no wilds; they all take effect, several 7s or 0s "
            "once."
        ),
        "identical cards",
    )
    SAME = (
        "same",
        (
            "On your turn you may play cards of the same number or symbol together, but no wilds; they all take "
            "effect, several 7s or 0s once, and the last one's colour is in play."
        ),
        "same number or symbol",
    )


class UnoAfterSwap(OptionValue):
    """The one who says UNO when your own play moves hands (U2, N10)."""

    ANNOUNCED = (
        "announced",
        "If your own play moves hands and you then have one card, the game says UNO for you.",
        "the game says it",
    )
    OWED = "owed", "If your own play moves hands and you then have one card, you must call UNO yourself.", "you call it"


class ChainActions(OptionValue):
    """The cards that may follow an action card in a chain (N13)."""

    ALL_LAST = (
        "all_last",
        "In a chain only Skips, Reverses, Draw Twos and Wild Draw Fours may follow one of these.",
        "always last",
    )
    SEVERAL_LAST = (
        "several_last",
        "One Skip, Reverse or Draw Two may stand anywhere in a chain; several come last, with Wild Draw Fours.",
        "last if two or more",
    )


class PlayerRange(NamedTuple):
    """The fewest and the most players of a table."""

    least: int
    most: int


class Extra(NamedTuple):
    """How many Swap Hands, Shuffle Hands and Customizable cards one deck has."""

    swap: int
    shuffle: int
    customizable: int


VOTE = "vote"
"""The value of `customizable_rule` under which the players vote (C12)."""
OWN = "own"
"""The value of `customizable_rule` under which the host's own sentence counts (N12)."""
LEAST_MERCY, MOST_MERCY = 16, 40
"""Cards that put a player out of the round (N8)."""

LONGEST_SENTENCE = 200
"""Characters of the host's own rule (N12)."""


def _players(text: str) -> PlayerRange:
    least, dash, most = text.partition("-")
    if not dash:
        most = least
    if not (least.isascii() and least.isdigit() and most.isascii() and most.isdigit()):
        said = _("takes the fewest and the most players, such as 2-6, not {given}")
        raise ValueError(said.format(given=repr(text)))
    return PlayerRange(int(least), int(most))


def _extra(text: str) -> Extra:
    parts = text.split(",")
    if len(parts) != 3 or not all(part in numbers(0, 4) for part in parts):
        said = _("takes three numbers from 0 to 4 such as 1,0,3 (swap hands, shuffle hands, customizable), not {given}")
        raise ValueError(said.format(given=repr(text)))
    return Extra(*map(int, parts))


def _rule_name(text: str) -> str:
    names = (*RULES, OWN)
    if text != VOTE and text not in names:
        said = _("takes vote or one of {names}, not {given}")
        raise ValueError(said.format(names=", ".join(names), given=repr(text)))
    return text


def _mercy(text: str) -> int:
    if text != "0" and text not in numbers(LEAST_MERCY, MOST_MERCY):
        said = _("takes 0, or a whole number from {least} to {most}, not {given}")
        raise ValueError(said.format(least=LEAST_MERCY, most=MOST_MERCY, given=repr(text)))
    return int(text)


def _sentence(text: str) -> str:
    said = unicodedata.normalize("NFC", " ".join(text.split()))
    if len(said) > LONGEST_SENTENCE or not said.isprintable():
        fault = _("takes one line of at most {most} characters that can be seen")
        raise ValueError(fault.format(most=LONGEST_SENTENCE))
    return said


_PLAYERS = Reader(_players, ("2-10", "2-4", "2-6"), f"least-most, of 2 to {MOST_SEATS}")
_EXTRA = Reader(_extra, ("0,0,0", "1,1,3", "1,0,1", "1,0,2", "1,0,3"), "0 to 4 each of swap, shuffle, customizable")
_RULE = Reader(_rule_name, (VOTE, *RULES, OWN), "vote, own, or the name of a rule of the Customizable cards")
_MERCY = Reader(_mercy, ("0", "16", "20", "25", "30", "40"), f"cards, 0 (off) or {LEAST_MERCY} to {MOST_MERCY}")
_SENTENCE = Reader(_sentence, (), f"a sentence of 1 to {LONGEST_SENTENCE} characters")


class Idle(NamedTuple):
    """When another option makes an option meaningless: in words for the documents, and as a test."""

    where: str
    holds: Callable[[RuleSet], bool]


@dataclass(frozen=True, slots=True)
class Option:
    """The declaration beside a field of `RuleSet`: everything that people read about it."""

    title: str
    """A few words for the lobby and the screens."""
    section: str
    """The part of the help that explains it."""
    means: Mapping[str, str] | str
    """The meaning of a value in one sentence: by value (`*`: any other), or one for all with `{value}` in it."""
    reader: Reader
    """Which values it takes, and how they are read from text."""
    words: Mapping[str, str]
    """A few words for values whose own name does not say enough."""
    also: Mapping[str, str]
    """Other names of values: people may type them, but they are never sent."""
    after: str
    """The option that the help explains just before it, if that is not the field before."""
    unsaid: bool
    """Whether readers take its default for granted: the help leaves that out."""
    idle: Idle | None
    """When another option makes it meaningless: it is ignored and counts with its default."""
    name: str = ""
    """The field."""

    @property
    def choices(self) -> tuple[str, ...]:
        """Values to offer, as text; a number option also takes those in between."""
        return self.reader.choices

    def word(self, text: str) -> str:
        """The value, as text, that somebody means who types this."""
        return self.also.get(text, text)

    def read(self, text: str) -> object:
        """A value from text. Raises ValueError with what the option takes."""
        return self.reader.read(text)

    def explain(self, value: str) -> str:
        """The meaning of this value (as text) for play, in one sentence."""
        means = self.means if isinstance(self.means, str) else self.means.get(value) or self.means.get("*")
        return _(means).format(value=value if self.name == OWN_TEXT else decimal(value)) if means else ""


_T = TypeVar("_T")


class Part(NamedTuple):
    """A part of the help, and the options that it explains."""

    title: str

    def option(
        self,
        default: _T,
        title: str,
        means: Mapping[str, str] | str = "",
        *,
        reader: Reader | None = None,
        also: Mapping[str, str] | None = None,
        after: str = "",
        unsaid: bool = False,
        idle: Idle | None = None,
    ) -> _T:
        """A field of `RuleSet` with its row (see `Option`).

        Without a reader, the type of the default gives it; the values of a `OptionValue` say themselves what they mean.
        """
        choices = tuple(type(default)) if isinstance(default, OptionValue) else ()
        means = means or {each.value: each.means for each in choices}
        words = {each.value: each.words for each in choices if each.words}
        row = Option(title, self.title, means, reader or of_type(default), words, also or {}, after, unsaid, idle)
        return field(default=default, metadata={"option": row})


DEAL = Part(N_("The deal"))
TURN = Part(N_("Your turn"))
DRAW_FOUR = Part(N_("The Wild Draw Four"))
CALLS = Part(N_("UNO"))
CUSTOM = Part(N_("The Customizable cards"))
GOAL = Part(N_("The goal"))

OWN_TEXT = "own_text"
"""The option whose value is a sentence and not a word: it has a field of its own wherever rules are sent."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One value for every option of section 2, in the order of its table. The defaults are `official`.

    A new option comes last.
    """

    players: PlayerRange = DEAL.option(
        PlayerRange(2, MOST_SEATS), "Players", "{value} players can play.", reader=_PLAYERS
    )
    decks: int = DEAL.option(
        1,
        "Decks",
        {"1": "One deck is used.", "2": "Two decks are shuffled together."},
        reader=whole(1, 2, takes="1, 2"),
        unsaid=True,
    )
    hand_size: int = DEAL.option(
        7,
        "Cards dealt",
        {"1": "Everyone is dealt one card.", "*": "Everyone is dealt {value} cards."},
        reader=whole(1, 15),
    )
    extra: Extra = DEAL.option(
        Extra(0, 0, 0),
        "Extra cards",
        {
            "0,0,0": "There are no extra cards.",
            "*": "Extra cards in each deck, as Swap Hands, Shuffle Hands, Customizable: {value}.",
        },
        reader=_EXTRA,
        unsaid=True,
    )
    fourth_colour: FourthColour = DEAL.option(
        FourthColour.YELLOW,
        "Fourth colour",
        unsaid=True,
    )
    starter: Starter = DEAL.option(
        Starter.LEFT_OF_DEALER,
        "Who starts",
    )
    first_card: FirstCard = DEAL.option(
        FirstCard.STARTER,
        "First card",
    )
    first_reverse: FirstReverse = DEAL.option(
        FirstReverse.DEALER_STARTS,
        "Reverse as first card",
        idle=Idle("with `first_card` `number`", lambda r: r.first_card is FirstCard.NUMBER),
    )
    drawn_card: DrawnCard = TURN.option(
        DrawnCard.MAY_PLAY,
        "Playing a drawn card",
    )
    draw_until_playable: bool = TURN.option(
        False,
        "Draw until playable",
        {"yes": "If you draw, you go on until you get a card that is allowed.", "no": "You draw one card."},
        unsaid=True,
    )
    voluntary_draw: bool = TURN.option(
        True,
        "Draw instead of playing",
        {"yes": "You may draw even if you could play.", "no": "If you hold a card that is allowed, you must play one."},
    )
    wild_draw_four: WildDrawFour = DRAW_FOUR.option(
        WildDrawFour.BLUFF,
        "Wild Draw Four",
    )
    wild_draw_four_needs: WildDrawFourNeeds = DRAW_FOUR.option(
        WildDrawFourNeeds.NO_COLOUR_MATCH,
        "Wild Draw Four condition",
        idle=Idle("with `wild_draw_four` `free`", lambda r: r.wild_draw_four is WildDrawFour.FREE),
    )
    challenge_reveal: ChallengeReveal = DRAW_FOUR.option(
        ChallengeReveal.CHALLENGER,
        "Challenged hand shown to",
        idle=Idle("unless `wild_draw_four` is `bluff`", lambda r: r.wild_draw_four is not WildDrawFour.BLUFF),
    )
    draw_two_on_wild_draw_four: bool = TURN.option(
        True,
        "Draw Two on a Wild Draw Four",
        {
            "yes": "Once a Wild Draw Four has been drawn, you may play a Draw Two of the named colour on it.",
            "no": "You may not play a Draw Two on a Wild Draw Four.",
        },
        after="deflect",
    )
    stacking: Stacking = TURN.option(
        Stacking.OFF,
        "Stacking penalties",
        after="doubles",
        unsaid=True,
    )
    chains: bool = TURN.option(
        False,
        "Several cards in one turn",
        {
            "yes": "You may play a chain in one turn, each card matching the one before.",
            "no": "You play one card in a turn.",
        },
        unsaid=True,
    )
    uno: Uno = CALLS.option(
        Uno.CALL,
        "UNO",
    )
    uno_caught_by: CaughtBy = CALLS.option(
        CaughtBy.OPPONENT,
        "Forgotten UNO found by",
        idle=Idle("with `uno` `automatic` or `off`", lambda r: r.uno in (Uno.AUTOMATIC, Uno.OFF)),
    )
    uno_penalty: int = CALLS.option(
        2,
        "Penalty for a forgotten UNO",
        {
            "0": "Forgetting UNO costs nothing.",
            "1": "Forgetting UNO costs one card.",
            "*": "Forgetting UNO costs {value} cards.",
        },
        reader=whole(0, 6, takes="cards, 0 to 6 (0: no duty)"),
    )
    false_uno_penalty: int = CALLS.option(
        4,
        "Penalty for a false UNO",
        {
            "0": "A false UNO costs nothing.",
            "1": "Calling UNO with more than one card left costs one card.",
            "*": "Calling UNO with more than one card left costs {value} cards.",
        },
        reader=whole(0, 6, takes="cards, 0 to 6"),
    )
    out_of_turn_penalty: int = TURN.option(
        2,
        "Penalty for playing out of turn",
        {
            "0": "A card out of turn is refused.",
            "1": "Playing a card out of turn costs one card.",
            "*": "Playing a card out of turn costs {value} cards.",
        },
        reader=whole(0, 6, takes="cards, 0 to 6 (0: refused)"),
        after="mercy",
    )
    forget_chance: float = CALLS.option(
        0.1,
        "Chance of forgetting UNO",
        "The chance that the game declares your UNO forgotten is {value}.",
        reader=fraction(0, 1, "0", "0.05", "0.1", "0.2", "0.5", "1"),
        idle=Idle("unless `uno` is `random_forget`", lambda r: r.uno is not Uno.RANDOM_FORGET),
    )
    uno_grace: float = CALLS.option(
        1.5,
        "UNO grace period, seconds",
        {
            "0": "There is no grace period: catches count at once.",
            "1": "For one second after the card is played, calls come before catches.",
            "*": "For {value} seconds after the card is played, calls come before catches.",
        },
        reader=fraction(0, 10, "0", "1", "1.5", "2", "3", "5"),
        idle=Idle("unless `uno` is `call`", lambda r: r.uno is not Uno.CALL),
    )
    customizable_rule: str = CUSTOM.option(
        VOTE,
        "Customizable card rule",
        {VOTE: "The players vote for the rule of the Customizable cards."}
        | {name: f"Customizable cards: {rule.text}" for name, rule in RULES.items()}
        | {OWN: "Customizable cards do what the host has written: everyone reads it and confirms."},
        reader=_RULE,
        idle=Idle("without a Customizable card in `extra`", lambda r: not r.extra.customizable),
    )
    goal: Goal = GOAL.option(
        Goal.SINGLE_ROUND,
        "Goal",
        also={"with_score": "points", "no_score": "single_round"},
    )
    target: int = GOAL.option(
        500,
        "Play to",
        "Rounds go on until somebody has {value} points.",
        reader=whole(1, 5000, "100", "200", "300", "500", "1000"),
        idle=Idle("unless `goal` is `points` or `low_points`", lambda r: not r.goal.by_points),
    )
    seven_zero: SevenZero = TURN.option(
        SevenZero.NO,
        "Sevens and zeros",
        unsaid=True,
    )
    jump_in: bool = TURN.option(
        False,
        "Jump-in",
        {
            "yes": "With a card identical to the one on top you may jump in out of turn; play goes on from you.",
            "no": "Nobody jumps in out of turn.",
        },
        unsaid=True,
    )
    deflect: bool = TURN.option(
        False,
        "Deflecting penalties",
        {
            "yes": "A matching Skip passes a penalty on, a matching Reverse passes it back; nobody may challenge it.",
            "no": "You cannot pass a penalty on with a Skip or a Reverse.",
        },
        after="stacking",
        unsaid=True,
        idle=Idle("unless `stacking` is `any`, `same`, `up` or `any_colour`", lambda r: r.stacking is Stacking.OFF),
    )
    last_card: LastCard = TURN.option(
        LastCard.ANY,
        "Last card",
        unsaid=True,
    )
    doubles: Doubles = TURN.option(
        Doubles.NO,
        "Doubles",
        after="chain_actions",
        unsaid=True,
    )
    mercy: int = TURN.option(
        0,
        "Mercy",
        {
            "0": "You may hold any number of cards.",
            "*": "With {value} cards or more in hand you are out of the round; the last one in wins it.",
        },
        reader=_MERCY,
        unsaid=True,
    )
    uno_after_swap: UnoAfterSwap = CALLS.option(
        UnoAfterSwap.ANNOUNCED,
        "UNO after a swap",
        unsaid=True,
        idle=Idle(
            "unless `uno` is `call` and `uno_penalty` above 0", lambda r: r.uno is not Uno.CALL or not r.uno_penalty
        ),
    )
    chain_actions: ChainActions = TURN.option(
        ChainActions.ALL_LAST,
        "Action cards in a chain",
        after="chains",
        idle=Idle("unless `chains` is `yes`", lambda r: not r.chains),
    )
    own_text: str = CUSTOM.option(
        "",
        "The host's own rule",
        "Customizable cards: {value}",
        reader=_SENTENCE,
        unsaid=True,
        idle=Idle(
            "unless `customizable_rule` is `own` and `extra` has Customizable cards",
            lambda r: r.customizable_rule != OWN or not r.extra.customizable,
        ),
    )

    @property
    def several(self) -> bool:
        """Whether several cards can be played together: a chain (Q1), or a double (N7)."""
        return self.chains or self.doubles is not Doubles.NO


DEFAULTS = RuleSet()
TABLE: Mapping[str, Option] = {each.name: replace(each.metadata["option"], name=each.name) for each in fields(RuleSet)}
"""Every option by name, in the order of the rule book."""
OPTIONS = tuple(TABLE)


class RulesRefused(ValueError):
    """A rule set that makes no sense: the option at fault, a stable code, and the reason."""

    def __init__(self, option: str, code: str, reason: str) -> None:
        super().__init__(f"{option}: {reason}")
        self.option = option
        self.code = code
        self.reason = reason


def deck_size(rules: RuleSet) -> int:
    """How many cards a game under these rules has (A1)."""
    return (108 + sum(rules.extra)) * rules.decks


class Clash(NamedTuple):
    """One way in which options clash: the option to name, the test, the reason."""

    option: str
    clashes: Callable[[RuleSet], bool]
    reason: str


CLASHES = (
    Clash(
        "players",
        lambda r: not 2 <= r.players.least <= r.players.most <= MOST_SEATS,
        f"takes the fewest and the most players, both from 2 to {MOST_SEATS}, the fewest first",
    ),
    Clash(
        "hand_size",
        lambda r: deck_size(r) - r.players.most * r.hand_size < 5,
        "leaves fewer than 5 cards at a full table; deal fewer cards, allow fewer players or take two decks",
    ),
    Clash("chains", lambda r: r.chains and r.stacking is not Stacking.OFF, "does not go with stacking"),
    Clash("chains", lambda r: r.chains and r.seven_zero is not SevenZero.NO, "does not go with seven_zero"),
    Clash("chains", lambda r: r.chains and r.jump_in, "does not go with jump_in"),
    Clash("chains", lambda r: r.chains and any(r.extra), "does not go with extra cards"),
    Clash("chains", lambda r: r.chains and r.doubles is not Doubles.NO, "does not go with playing doubles"),
    Clash(
        "stacking",
        lambda r: r.stacking is Stacking.ANY and not r.draw_two_on_wild_draw_four,
        "any does not go with draw_two_on_wild_draw_four=no",
    ),
    Clash(
        "stacking",
        lambda r: r.stacking is Stacking.ANY_COLOUR and not r.draw_two_on_wild_draw_four,
        "this value needs Draw Twos to be allowed on a Wild Draw Four",
    ),
    Clash(
        "customizable_rule",
        lambda r: r.customizable_rule == OWN and not r.own_text,
        "write the host's own rule first",
    ),
    Clash(
        "first_card",
        lambda r: r.first_card is FirstCard.DEALER and r.first_reverse is FirstReverse.TURNS_ONLY,
        "dealer does not go with first_reverse=turns_only",
    ),
    Clash(
        "uno",
        lambda r: r.uno is Uno.RANDOM_FORGET and r.uno_caught_by is CaughtBy.OPPONENT,
        "random_forget does not go with uno_caught_by=opponent",
    ),
)


def check(rules: RuleSet, clashes: Iterable[Clash] = CLASHES) -> None:
    """Raise RulesRefused, with the option and the reason, if options clash (section 2)."""
    for clash in clashes:
        if clash.clashes(rules):
            raise RulesRefused(clash.option, "does_not_combine", _(clash.reason))
