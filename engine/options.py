"""The options of a rule set as text: titles, values, what each value means, and the fingerprint.

One row an option. `--set`, the create screen, the lobby, the help and the fingerprint all read this table.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Any

from engine.customizable import RULES
from engine.language import _, decimal
from engine.rules import (
    DEFAULTS,
    LEAST_MERCY,
    MOST_MERCY,
    OPTIONS,
    OWN,
    VOTE,
    CaughtBy,
    ChainActions,
    ChallengeReveal,
    Doubles,
    DrawnCard,
    Extra,
    FirstCard,
    FirstReverse,
    FourthColour,
    Goal,
    LastCard,
    Players,
    RuleSet,
    RulesRefused,
    SevenZero,
    Stacking,
    Starter,
    Uno,
    UnoAfterSwap,
    WildDrawFour,
    WildDrawFourNeeds,
    check,
)

_WHOLE = re.compile(r"0|[1-9][0-9]{0,3}")
"""A whole number as people write it, up to 9999."""


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (_WHOLE.fullmatch(text) and least <= int(text) <= most):
            raise ValueError(
                _("takes a whole number from {least} to {most}, not {given}").format(
                    least=least, most=most, given=repr(text)
                )
            )
        return int(text)

    return read


_PLAIN = re.compile(r"[0-9.]+(e-[0-9]+)?")
"""A decimal number as people write it, or `write_value` a very small one: never -0, which equals 0."""


def _decimal(least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text) if _PLAIN.fullmatch(text) else float("nan")
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            said = _("takes a number from {least} to {most}, not {given}")
            raise ValueError(said.format(least=f"{least:g}", most=f"{most:g}", given=repr(text)))
        return value

    return read


def _choice(kind: type[Enum]) -> Callable[[str], Enum]:
    names = _values(kind)

    def read(text: str) -> Enum:
        if text not in names:
            said = _("takes one of {names}, not {given}")
            raise ValueError(said.format(names=", ".join(names), given=repr(text)))
        return kind(text)

    return read


def _yes_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(_("takes yes or no, not {given}").format(given=repr(text)))
    return text == "yes"


def _players(text: str) -> Players:
    least, dash, most = text.partition("-")
    if not dash:
        most = least
    if not (least.isascii() and least.isdigit() and most.isascii() and most.isdigit()):
        said = _("takes the fewest and the most players, such as 2-6, not {given}")
        raise ValueError(said.format(given=repr(text)))
    return Players(int(least), int(most))


def _extra(text: str) -> Extra:
    parts = text.split(",")
    if len(parts) != 3 or not all(part in _numbers(0, 4) for part in parts):
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
    if text != "0" and text not in _numbers(LEAST_MERCY, MOST_MERCY):
        said = _("takes 0, or a whole number from {least} to {most}, not {given}")
        raise ValueError(said.format(least=LEAST_MERCY, most=MOST_MERCY, given=repr(text)))
    return int(text)


LONGEST_SENTENCE = 200
"""Characters of the host's own rule (N12)."""


def _sentence(text: str) -> str:
    said = unicodedata.normalize("NFC", " ".join(text.split()))
    if len(said) > LONGEST_SENTENCE or not said.isprintable():
        fault = _("takes one line of at most {most} characters that can be seen")
        raise ValueError(fault.format(most=LONGEST_SENTENCE))
    return said


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a rule set: its title, its values, and what each value means."""

    name: str
    title: str
    """A few words for the lobby and the screens."""
    read: Callable[[str], object]
    """Reads a value from text; raises ValueError with what the option takes."""
    choices: tuple[str, ...]
    """Values to offer, as text; a number option also takes those in between."""
    means: Mapping[str, str] | str
    """What a value means, in one sentence: by value (`*`: any other), or one for all with `{value}` in it."""

    def explain(self, value: str) -> str:
        """What this value (as text) means for play, in one sentence."""
        means = self.means if isinstance(self.means, str) else self.means.get(value) or self.means.get("*")
        return _(means).format(value=value if self.name == "own_text" else decimal(value)) if means else ""


def _numbers(least: int, most: int) -> tuple[str, ...]:
    return tuple(map(str, range(least, most + 1)))


def _values(kind: type[Enum]) -> tuple[str, ...]:
    return tuple(str(member.value) for member in kind)


_YES_NO = ("yes", "no")
_PENALTIES = _numbers(0, 6)

TABLE: Mapping[str, Option] = {
    option.name: option
    for option in (
        Option("players", "Players", _players, ("2-10", "2-4", "2-6"), "{value} players can play."),
        Option(
            "decks",
            "Decks",
            _whole(1, 2),
            ("1", "2"),
            {"1": "One deck is used.", "2": "Two decks are shuffled together."},
        ),
        Option(
            "hand_size",
            "Cards dealt",
            _whole(1, 15),
            _numbers(1, 15),
            {"1": "Everyone is dealt one card.", "*": "Everyone is dealt {value} cards."},
        ),
        Option(
            "extra",
            "Extra cards",
            _extra,
            ("0,0,0", "1,1,3", "1,0,1", "1,0,2", "1,0,3"),
            {
                "0,0,0": "There are no extra cards.",
                "*": "Extra cards in each deck, as Swap Hands, Shuffle Hands, Customizable: {value}.",
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
                "random": "A player drawn at random starts each round.",
                "chosen": "The host names who starts the first round; after that, the player after the dealer.",
            },
        ),
        Option(
            "first_card",
            "First card",
            _choice(FirstCard),
            _values(FirstCard),
            {
                "starter": "The starter carries out the first card.",
                "dealer": "The first card counts as played by the dealer.",
                "number": "The first card is a number; anything else goes back, and another card is turned up.",
            },
        ),
        Option(
            "first_reverse",
            "Reverse as first card",
            _choice(FirstReverse),
            _values(FirstReverse),
            {
                "dealer_starts": "If the first card is a Reverse, the dealer plays first, counter-clockwise.",
                "turns_only": "If the first card is a Reverse, play goes counter-clockwise from the starter.",
            },
        ),
        Option(
            "drawn_card",
            "Playing a drawn card",
            _choice(DrawnCard),
            _values(DrawnCard),
            {
                "may_play": "If you can play the card you drew, you may play it at once or keep it.",
                "must_play": "If the card you drew is allowed, you must play it at once.",
            },
        ),
        Option(
            "draw_until_playable",
            "Draw until playable",
            _yes_no,
            _YES_NO,
            {"yes": "If you draw, you go on until you get a card that is allowed.", "no": "You draw one card."},
        ),
        Option(
            "voluntary_draw",
            "Draw instead of playing",
            _yes_no,
            _YES_NO,
            {
                "yes": "You may draw even if you could play.",
                "no": "If you hold a card that is allowed, you must play one.",
            },
        ),
        Option(
            "wild_draw_four",
            "Wild Draw Four",
            _choice(WildDrawFour),
            _values(WildDrawFour),
            {
                "bluff": "A Wild Draw Four has a condition; you may bluff, and the next player may challenge you.",
                "enforced": "You can play a Wild Draw Four only when its condition holds.",
                "free": "You can play a Wild Draw Four on any turn.",
            },
        ),
        Option(
            "wild_draw_four_needs",
            "Wild Draw Four condition",
            _choice(WildDrawFourNeeds),
            _values(WildDrawFourNeeds),
            {
                "no_colour_match": "A Wild Draw Four is meant for a hand without a card of the colour in play.",
                "no_alternative": "A Wild Draw Four is meant for a hand with no other card to play.",
            },
        ),
        Option(
            "challenge_reveal",
            "Challenged hand shown to",
            _choice(ChallengeReveal),
            _values(ChallengeReveal),
            {
                "challenger": "Only the challenger sees a challenged hand.",
                "everyone": "Everyone sees a challenged hand.",
            },
        ),
        Option(
            "draw_two_on_wild_draw_four",
            "Draw Two on a Wild Draw Four",
            _yes_no,
            _YES_NO,
            {
                "yes": "Once a Wild Draw Four has been drawn, you may play a Draw Two of the named colour on it.",
                "no": "You may not play a Draw Two on a Wild Draw Four.",
            },
        ),
        Option(
            "stacking",
            "Stacking penalties",
            _choice(Stacking),
            _values(Stacking),
            {
                "off": "If a penalty hits you, you draw it.",
                "same": "You can pass on a Draw Two with another Draw Two, a Wild Draw Four with another Wild Draw "
                "Four; the penalties add up.",
                "any": "You can pass on any penalty with a Wild Draw Four or a Draw Two, which needs the named colour "
                "on a Wild Draw Four; the penalties add up.",
                "up": "You can pass on a Draw Two with a Draw Two or a Wild Draw Four, but a Wild Draw Four only with "
                "another Wild Draw Four; the penalties add up.",
                "any_colour": "You can pass on any penalty with a Wild Draw Four or a Draw Two of any colour; the "
                "penalties add up.",
            },
        ),
        Option(
            "chains",
            "Several cards in one turn",
            _yes_no,
            _YES_NO,
            {
                "yes": "You may play a chain in one turn, each card matching the one before.",
                "no": "You play one card in a turn.",
            },
        ),
        Option(
            "uno",
            "UNO",
            _choice(Uno),
            _values(Uno),
            {
                "call": "Call UNO when you play your next-to-last card.",
                "automatic": "The game says UNO for you.",
                "random_forget": "The game says UNO for you, but sometimes declares that you forgot.",
                "off": "Nobody says UNO.",
            },
        ),
        Option(
            "uno_caught_by",
            "Forgotten UNO found by",
            _choice(CaughtBy),
            _values(CaughtBy),
            {
                "opponent": "If you forget UNO, other players can catch you until the next player acts.",
                "referee": "The game itself notices a forgotten UNO when the next player acts.",
            },
        ),
        Option(
            "uno_penalty",
            "Penalty for a forgotten UNO",
            _whole(0, 6),
            _PENALTIES,
            {
                "0": "Forgetting UNO costs nothing.",
                "1": "Forgetting UNO costs one card.",
                "*": "Forgetting UNO costs {value} cards.",
            },
        ),
        Option(
            "false_uno_penalty",
            "Penalty for a false UNO",
            _whole(0, 6),
            _PENALTIES,
            {
                "0": "A false UNO is refused.",
                "1": "Calling UNO with more than one card left costs one card.",
                "*": "Calling UNO with more than one card left costs {value} cards.",
            },
        ),
        Option(
            "out_of_turn_penalty",
            "Penalty for playing out of turn",
            _whole(0, 6),
            _PENALTIES,
            {
                "0": "A card out of turn is refused.",
                "1": "Playing a card out of turn costs one card.",
                "*": "Playing a card out of turn costs {value} cards.",
            },
        ),
        Option(
            "forget_chance",
            "Chance of forgetting UNO",
            _decimal(0, 1),
            ("0", "0.05", "0.1", "0.2", "0.5", "1"),
            "The chance that the game declares your UNO forgotten is {value}.",
        ),
        Option(
            "uno_grace",
            "UNO grace period, seconds",
            _decimal(0, 10),
            ("0", "1", "1.5", "2", "3", "5"),
            {
                "0": "There is no grace period: catches count at once.",
                "1": "For one second after the card is played, calls come before catches.",
                "*": "For {value} seconds after the card is played, calls come before catches.",
            },
        ),
        Option(
            "customizable_rule",
            "Customizable card rule",
            _rule_name,
            (VOTE, *RULES, OWN),
            {VOTE: "The players vote for the rule of the Customizable cards."}
            | {name: f"Customizable cards: {rule.text}" for name, rule in RULES.items()}
            | {OWN: "Customizable cards do what the host has written: everyone reads it and confirms."},
        ),
        Option(
            "goal",
            "Goal",
            _choice(Goal),
            _values(Goal),
            {
                "points": "The first to go out scores everyone else's cards; the first with enough points wins.",
                "single_round": "The first to go out wins the game.",
                "until_last": "When somebody goes out, the others play on for places until one player is left.",
                "low_points": "After each round everyone scores their own cards; when somebody has enough points, the "
                "lowest score wins.",
            },
        ),
        Option(
            "target",
            "Play to",
            _whole(1, 5000),
            ("100", "200", "300", "500", "1000"),
            "Rounds go on until somebody has {value} points.",
        ),
        Option(
            "seven_zero",
            "Sevens and zeros",
            _choice(SevenZero),
            (*_YES_NO, "sevens", "zeros"),
            {
                "yes": "A 7 swaps hands with a player of your choice, a 0 moves all hands one seat on.",
                "no": "Sevens and zeros are plain numbers.",
                "sevens": "A 7 swaps hands with a player of your choice; zeros are plain numbers.",
                "zeros": "A 0 moves all hands one seat on; sevens are plain numbers.",
            },
        ),
        Option(
            "jump_in",
            "Jump-in",
            _yes_no,
            _YES_NO,
            {
                "yes": "With a card identical to the one on top you may jump in out of turn; play goes on from you.",
                "no": "Nobody jumps in out of turn.",
            },
        ),
        Option(
            "deflect",
            "Deflecting penalties",
            _yes_no,
            _YES_NO,
            {
                "yes": "You can also pass a penalty on with a matching Skip, or back with a matching Reverse; then "
                "nobody can challenge it.",
                "no": "You cannot pass a penalty on with a Skip or a Reverse.",
            },
        ),
        Option(
            "last_card",
            "Last card",
            _choice(LastCard),
            _values(LastCard),
            {
                "any": "You may go out with any card.",
                "number": "You may go out only with a number; if your last card is another, you draw.",
            },
        ),
        Option(
            "doubles",
            "Doubles",
            _choice(Doubles),
            _values(Doubles),
            {
                "no": "You play one card in a turn, unless the table plays chains.",
                "twins": "On your turn you may play identical cards together, but no wilds; they all take effect, "
                "several 7s or 0s once.",
                "same": "On your turn you may play cards of the same number or symbol together, but no wilds; they "
                "all take effect, several 7s or 0s once, and the last one's colour is in play.",
            },
        ),
        Option(
            "mercy",
            "Mercy",
            _mercy,
            ("0", "16", "20", "25", "30", "40"),
            {
                "0": "You may hold any number of cards.",
                "*": "With {value} cards or more in hand you are out of the round; the last one in wins it.",
            },
        ),
        Option(
            "uno_after_swap",
            "UNO after a swap",
            _choice(UnoAfterSwap),
            _values(UnoAfterSwap),
            {
                "announced": "If your own play moves hands and you then have one card, the game says UNO for you.",
                "owed": "If your own play moves hands and you then have one card, you must call UNO yourself.",
            },
        ),
        Option(
            "chain_actions",
            "Action cards in a chain",
            _choice(ChainActions),
            _values(ChainActions),
            {
                "all_last": "In a chain only Skips, Reverses, Draw Twos and Wild Draw Fours may follow one of these.",
                "several_last": "One Skip, Reverse or Draw Two may stand anywhere in a chain; several come last, with "
                "Wild Draw Fours.",
            },
        ),
        Option("own_text", "The host's own rule", _sentence, (), "Customizable cards: {value}"),
    )
}
"""Every option by name, in the order of the rule book."""

OWN_TEXT = "own_text"
"""The option whose value is no word but a sentence: told in a field of its own, wherever rules are told."""
ADDED = tuple(TABLE)[tuple(TABLE).index("jump_in") + 1 :]
"""The options that came after 0.2. Fingerprints, and rules as they are told, leave out those at their default (N0)."""


def write_value(value: object) -> str:
    """An option's value as text, as `Option.read` takes it."""
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


def value_word(value: str) -> str:
    """An option's value as players read it: `left of dealer`."""
    return _(value.replace("_", " ")) if any(map(str.isalpha, value)) else decimal(value)


def with_options(rules: RuleSet, options: Mapping[str, str]) -> RuleSet:
    """`rules` with some options set from text, checked as a whole.

    Raises RulesRefused for an unknown option, a bad value, or options that do not go together.
    """
    changes: dict[str, Any] = {}
    for option, text in options.items():
        row = TABLE.get(option)
        if row is None:
            said = _("there is no such option; the options are {names}").format(names=", ".join(TABLE))
            raise RulesRefused(option, "unknown_option", said)
        try:
            changes[option] = row.read(text)
        except ValueError as fault:
            raise RulesRefused(option, "bad_value", str(fault)) from None
    rules = replace(rules, **changes)
    check(rules)
    return rules


MEANINGLESS: Mapping[str, Callable[[RuleSet], bool]] = {
    "first_reverse": lambda r: r.first_card is FirstCard.NUMBER,
    "wild_draw_four_needs": lambda r: r.wild_draw_four is WildDrawFour.FREE,
    "challenge_reveal": lambda r: r.wild_draw_four is not WildDrawFour.BLUFF,
    "uno_caught_by": lambda r: r.uno in (Uno.AUTOMATIC, Uno.OFF),
    "forget_chance": lambda r: r.uno is not Uno.RANDOM_FORGET,
    "uno_grace": lambda r: r.uno is not Uno.CALL,
    "customizable_rule": lambda r: not r.extra.customizable,
    "target": lambda r: not r.goal.by_points,
    "deflect": lambda r: r.stacking is Stacking.OFF,
    "uno_after_swap": lambda r: r.uno is not Uno.CALL or not r.uno_penalty,
    "chain_actions": lambda r: not r.chains,
    "own_text": lambda r: r.customizable_rule != OWN or not r.extra.customizable,
}
"""When another option makes an option meaningless: it is ignored and counts with its default."""

_KEPT = 1024
"""Rule sets of which the texts are kept: a list names those of every table."""


def values_of(rules: RuleSet) -> Mapping[str, str]:
    """Every option with its value as text, in order; meaningless ones with their default."""
    return _values_of(rules)


def options_of(rules: RuleSet) -> dict[str, str]:
    """The same without the added options at their default (N0)."""
    return {option: text for option, text in _values_of(rules).items() if not _left_out(option, text)}


@lru_cache(maxsize=_KEPT)
def _values_of(rules: RuleSet) -> Mapping[str, str]:
    return {
        option: write_value(getattr(DEFAULTS if MEANINGLESS.get(option, _never)(rules) else rules, option))
        for option in OPTIONS
    }


def _left_out(option: str, text: str) -> bool:
    return option in ADDED and text == write_value(getattr(DEFAULTS, option))


def _never(_rules: RuleSet) -> bool:
    return False


def differences(rules: RuleSet, base: RuleSet) -> dict[str, str]:
    """The options in which `rules` differs from `base`, with its own value as text."""
    ours, theirs = _values_of(rules), _values_of(base)
    return {option: text for option, text in ours.items() if text != theirs[option]}


@lru_cache(maxsize=_KEPT)
def fingerprint(rules: RuleSet) -> str:
    """Eight hex digits, the same for the same rules on every machine (section 2, last paragraph)."""
    lines = "".join(f"{option}={text}\n" for option, text in options_of(rules).items())
    return hashlib.sha256(lines.encode()).hexdigest()[:8]
