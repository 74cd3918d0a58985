"""The options of a rule set as text: their titles, their values, what each means, and the rule set's fingerprint.

One row an option. `--set`, the create screen, the lobby, the help and the fingerprint all read this table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from engine.customizable import RULES
from engine.rules import (
    DEFAULTS,
    OPTIONS,
    VOTE,
    CaughtBy,
    ChallengeReveal,
    DrawnCard,
    Extra,
    FirstCard,
    FirstReverse,
    FourthColour,
    Goal,
    Players,
    RuleSet,
    RulesRefused,
    Stacking,
    Starter,
    Uno,
    WildDrawFour,
    WildDrawFourNeeds,
    check,
)


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit()) or not least <= int(text) <= most:
            raise ValueError(f"takes a whole number from {least} to {most}, not {text!r}")
        return int(text)

    return read


def _decimal(least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            raise ValueError(f"takes a number from {least:g} to {most:g}, not {text!r}")
        return value

    return read


def _choice(kind: type[Enum]) -> Callable[[str], Enum]:
    def read(text: str) -> Enum:
        try:
            return kind(text)
        except ValueError:
            names = ", ".join(str(member.value) for member in kind)
            raise ValueError(f"takes one of {names}, not {text!r}") from None

    return read


def _yes_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(f"takes yes or no, not {text!r}")
    return text == "yes"


def _players(text: str) -> Players:
    least, dash, most = text.partition("-")
    if not dash:
        most = least
    if not (least.isascii() and least.isdigit() and most.isascii() and most.isdigit()):
        raise ValueError(f"takes a least and a most number of players such as 2-6, not {text!r}")
    return Players(int(least), int(most))


def _extra(text: str) -> Extra:
    parts = text.split(",")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and int(part) <= 4 for part in parts):
        raise ValueError(
            f"takes three numbers from 0 to 4 such as 1,0,3 (swap hands, shuffle hands, customizable), not {text!r}"
        )
    return Extra(*map(int, parts))


def _rule_name(text: str) -> str:
    if text != VOTE and text not in RULES:
        raise ValueError(f"takes vote or one of {', '.join(RULES)}, not {text!r}")
    return text


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a rule set: what it is called, which values it takes, and what each of them means."""

    name: str
    title: str
    """For the lobby and the screens, in few words."""
    read: Callable[[str], object]
    """The value of a text; raises ValueError with what the option takes."""
    choices: tuple[str, ...]
    """Values to offer, as text; a number option takes those between them too."""
    means: Mapping[str, str] | str
    """What a value means, in one sentence: by value, or for every value with `{value}` in it."""

    def explain(self, value: str) -> str:
        """The rule that a value (as text) makes, in one sentence."""
        if isinstance(self.means, str):
            return self.means.format(value=value)
        return self.means.get(value, self.means.get("*", "").format(value=value))


def _numbers(least: int, most: int) -> tuple[str, ...]:
    return tuple(map(str, range(least, most + 1)))


def _values(kind: type[Enum]) -> tuple[str, ...]:
    return tuple(str(member.value) for member in kind)


_YES_NO = ("yes", "no")
_PENALTIES = _numbers(0, 6)

TABLE: Mapping[str, Option] = {
    option.name: option
    for option in (
        Option("players", "Players", _players, ("2-10", "2-4", "2-6"), "{value} players can take part."),
        Option(
            "decks",
            "Decks",
            _whole(1, 2),
            ("1", "2"),
            {"1": "One deck is used.", "2": "Two decks are shuffled together."},
        ),
        Option("hand_size", "Cards dealt", _whole(1, 15), _numbers(1, 15), "Everyone is dealt {value} cards."),
        Option(
            "extra",
            "Extra cards",
            _extra,
            ("0,0,0", "1,1,3", "1,0,1", "1,0,2", "1,0,3"),
            {
                "0,0,0": "There are no extra cards.",
                "*": "Each deck has {value} extra cards: Swap Hands, Shuffle Hands and Customizable, in this order.",
            },
        ),
        Option(
            "fourth_colour",
            "Fourth colour",
            _choice(FourthColour),
            _values(FourthColour),
            {"yellow": "The fourth colour is yellow.", "orange": "The fourth colour is orange; its letter is Y."},
        ),
        Option(
            "starter",
            "Who starts",
            _choice(Starter),
            _values(Starter),
            {
                "left_of_dealer": "The player after the dealer starts; the deal moves on one seat each round.",
                "random": "Each round a player drawn by lot starts.",
                "chosen": "The host names who starts the first round; afterwards the player after the dealer does.",
            },
        ),
        Option(
            "first_card",
            "First card",
            _choice(FirstCard),
            _values(FirstCard),
            {
                "starter": "Whoever starts carries out the first card.",
                "dealer": "The first card counts as played by the dealer.",
            },
        ),
        Option(
            "first_reverse",
            "Reverse as first card",
            _choice(FirstReverse),
            _values(FirstReverse),
            {
                "dealer_starts": "With a Reverse as first card the dealer plays first, counter-clockwise.",
                "turns_only": "With a Reverse as first card play goes counter-clockwise, and the starter still starts.",
            },
        ),
        Option(
            "drawn_card",
            "A drawn card that fits",
            _choice(DrawnCard),
            _values(DrawnCard),
            {
                "may_play": "A card just drawn may be played at once if it fits, or kept.",
                "must_play": "A card just drawn must be played at once if it fits.",
            },
        ),
        Option(
            "draw_until_playable",
            "Draw until a card fits",
            _yes_no,
            _YES_NO,
            {"yes": "Whoever draws goes on drawing until a card fits.", "no": "Whoever draws takes one card."},
        ),
        Option(
            "voluntary_draw",
            "Draw although a card fits",
            _yes_no,
            _YES_NO,
            {
                "yes": "You may draw even if you hold a card that fits.",
                "no": "Whoever holds a card that is allowed must play one.",
            },
        ),
        Option(
            "wild_draw_four",
            "Wild Draw Four",
            _choice(WildDrawFour),
            _values(WildDrawFour),
            {
                "bluff": "A Wild Draw Four has a condition; it may be bluffed, and the next player may challenge it.",
                "enforced": "A Wild Draw Four can be played only when its condition holds.",
                "free": "A Wild Draw Four can be played on any turn.",
            },
        ),
        Option(
            "wild_draw_four_needs",
            "Its condition",
            _choice(WildDrawFourNeeds),
            _values(WildDrawFourNeeds),
            {
                "no_colour_match": "A Wild Draw Four is meant for a hand without a card of the colour in play.",
                "no_alternative": "A Wild Draw Four is meant for a hand with no other card to play.",
            },
        ),
        Option(
            "challenge_reveal",
            "A challenged hand is shown to",
            _choice(ChallengeReveal),
            _values(ChallengeReveal),
            {
                "challenger": "A challenged hand is shown to the challenger alone.",
                "everyone": "A challenged hand is shown to everyone.",
            },
        ),
        Option(
            "draw_two_on_wild_draw_four",
            "Draw Two on a Wild Draw Four",
            _yes_no,
            _YES_NO,
            {
                "yes": "A Draw Two of the named colour may follow a Wild Draw Four.",
                "no": "No Draw Two may be played on a Wild Draw Four.",
            },
        ),
        Option(
            "stacking",
            "Passing penalties on",
            _choice(Stacking),
            _values(Stacking),
            {
                "off": "Whoever is hit by a penalty draws it.",
                "same": "A Draw Two on a Draw Two, a Wild Draw Four on a Wild Draw Four passes it on, added up.",
                "any": "Draw Twos and Wild Draw Fours answer each other: the penalty is passed on, added up.",
            },
        ),
        Option(
            "chains",
            "Several cards in one turn",
            _yes_no,
            _YES_NO,
            {
                "yes": "In one turn you may lay a chain of cards, each fitting the one before; action cards come last.",
                "no": "You lay one card in a turn.",
            },
        ),
        Option(
            "uno",
            "UNO",
            _choice(Uno),
            _values(Uno),
            {
                "call": "Call UNO when you lay your next-to-last card.",
                "automatic": "The game says UNO for you.",
                "random_forget": "The game says UNO for you, but sometimes declares that you forgot.",
                "off": "Nobody says UNO.",
            },
        ),
        Option(
            "uno_caught_by",
            "A forgotten UNO is found by",
            _choice(CaughtBy),
            _values(CaughtBy),
            {
                "opponent": "Another player can catch a forgotten UNO until the next player acts.",
                "referee": "The game itself notices a forgotten UNO when the next player acts.",
            },
        ),
        Option(
            "uno_penalty",
            "Penalty for a forgotten UNO",
            _whole(0, 6),
            _PENALTIES,
            {"0": "Forgetting UNO costs nothing.", "*": "Forgetting UNO costs {value} cards."},
        ),
        Option(
            "false_uno_penalty",
            "Penalty for a false UNO",
            _whole(0, 6),
            _PENALTIES,
            {"0": "A false UNO is refused.", "*": "Calling UNO with more than one card costs {value} cards."},
        ),
        Option(
            "out_of_turn_penalty",
            "Penalty for playing out of turn",
            _whole(0, 6),
            _PENALTIES,
            {"0": "A card out of turn is refused.", "*": "Playing a card out of turn costs {value} cards."},
        ),
        Option(
            "forget_chance",
            "Chance of a forgotten UNO",
            _decimal(0, 1),
            ("0", "0.05", "0.1", "0.2", "0.5", "1"),
            "With a chance of {value} the game declares that you forgot.",
        ),
        Option(
            "uno_grace",
            "Grace for calling UNO, seconds",
            _decimal(0, 10),
            ("0", "1", "1.5", "2", "3", "5"),
            "For {value} seconds after the card is laid, calls come before catches.",
        ),
        Option(
            "customizable_rule",
            "Rule of the Customizable cards",
            _rule_name,
            (VOTE, *RULES),
            {VOTE: "The players vote for the rule of the Customizable cards."}
            | {name: f"Customizable cards: {rule.text}" for name, rule in RULES.items()},
        ),
        Option(
            "goal",
            "Goal",
            _choice(Goal),
            _values(Goal),
            {
                "points": "Whoever goes out scores the cards of all others; rounds go on until somebody has enough.",
                "single_round": "Whoever goes out first wins the game.",
                "until_last": "The others play on until one player is left; places count.",
            },
        ),
        Option(
            "target",
            "Points to win",
            _whole(1, 5000),
            ("100", "200", "300", "500", "1000"),
            "The first to have {value} points wins.",
        ),
        Option(
            "seven_zero",
            "Sevens and zeros",
            _yes_no,
            _YES_NO,
            {
                "yes": "A 7 swaps hands with a player of your choice, a 0 moves all hands one seat on.",
                "no": "Sevens and zeros are plain numbers.",
            },
        ),
        Option(
            "jump_in",
            "Jumping in",
            _yes_no,
            _YES_NO,
            {
                "yes": "Whoever holds the very card on top may lay it out of turn; play goes on from there.",
                "no": "Nobody plays out of turn.",
            },
        ),
    )
}
"""Every option by name, in the order of the rule book."""


def write_value(value: object) -> str:
    """The text of an option's value: what `READERS` reads back."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case Players(least, most):
            return f"{least}-{most}"
        case Extra():
            return ",".join(map(str, value))
        case float():
            return f"{value:g}"
        case _:
            return str(value)


def with_options(rules: RuleSet, options: Mapping[str, str]) -> RuleSet:
    """`rules` with some options set from text, checked as a whole.

    Raises RulesRefused for an unknown option, a value that it does not take, or a combination that makes no sense.
    """
    changes: dict[str, Any] = {}
    for option, text in options.items():
        row = TABLE.get(option)
        if row is None:
            raise RulesRefused(option, "unknown_option", f"there is no such option; there are {', '.join(TABLE)}")
        try:
            changes[option] = row.read(text)
        except ValueError as fault:
            raise RulesRefused(option, "bad_value", str(fault)) from None
    rules = replace(rules, **changes)
    check(rules)
    return rules


MEANINGLESS: Mapping[str, Callable[[RuleSet], bool]] = {
    "wild_draw_four_needs": lambda r: r.wild_draw_four is WildDrawFour.FREE,
    "challenge_reveal": lambda r: r.wild_draw_four is not WildDrawFour.BLUFF,
    "uno_caught_by": lambda r: r.uno in (Uno.AUTOMATIC, Uno.OFF),
    "forget_chance": lambda r: r.uno is not Uno.RANDOM_FORGET,
    "uno_grace": lambda r: r.uno is not Uno.CALL,
    "customizable_rule": lambda r: not r.extra.customizable,
    "target": lambda r: r.goal is not Goal.POINTS,
}
"""Which options another option makes meaningless: they are ignored and count with their default."""


def options_of(rules: RuleSet) -> dict[str, str]:
    """Every option with its value as text, in order; meaningless ones at their stored value."""
    return {
        option: write_value(getattr(DEFAULTS if MEANINGLESS.get(option, _never)(rules) else rules, option))
        for option in OPTIONS
    }


def _never(_rules: RuleSet) -> bool:
    return False


def differences(rules: RuleSet, base: RuleSet) -> dict[str, str]:
    """The options in which `rules` differ from `base`, with the value of `rules` as text."""
    ours, theirs = options_of(rules), options_of(base)
    return {option: text for option, text in ours.items() if text != theirs[option]}


def fingerprint(rules: RuleSet) -> str:
    """Eight hex digits that are the same for the same rules on every machine (section 2, last paragraph)."""
    lines = "".join(f"{option}={text}\n" for option, text in options_of(rules).items())
    return hashlib.sha256(lines.encode()).hexdigest()[:8]
