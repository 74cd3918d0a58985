"""The presets: named rule sets that a host can start from (rule book, sections 2 and 4)."""

from collections.abc import Mapping
from typing import NamedTuple

from uno_engine.language import _
from uno_engine.options import with_options
from uno_engine.rules import (
    CaughtBy,
    ChainActions,
    ChallengeReveal,
    Clash,
    DrawnCard,
    Extra,
    FirstCard,
    FirstReverse,
    FourthColour,
    Goal,
    PlayerRange,
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


class Preset(NamedTuple):
    """A named rule set, and a sentence about it for players; the rule book begins with these sentences."""

    description: str
    rules: RuleSet
    bounds: tuple[Clash, ...] = ()
    """What the options of a table that begins with this preset may not be."""


_TABLE: Mapping[str, Preset] = {
    "official": Preset(
        "The usual game: 108 cards, a Wild Draw Four to bluff with and to challenge, UNO to call and to catch.",
        RuleSet(),
    ),
    "quickplay": Preset(
        "The usual game with ten cards each, and several cards in one turn.",
        RuleSet(hand_size=10, chains=True, chain_actions=ChainActions.SEVERAL_LAST),
    ),
    "classic113": Preset(
        "113 cards with Swap Hands, Shuffle Hands and Customizable; for points, one round or until the last.",
        RuleSet(
            extra=Extra(1, 1, 3),
            first_reverse=FirstReverse.TURNS_ONLY,
            drawn_card=DrawnCard.MUST_PLAY,
            wild_draw_four_needs=WildDrawFourNeeds.NO_ALTERNATIVE,
            challenge_reveal=ChallengeReveal.EVERYONE,
            draw_two_on_wild_draw_four=False,
            uno=Uno.AUTOMATIC,
            uno_penalty=0,
            false_uno_penalty=0,
            out_of_turn_penalty=0,
            goal=Goal.POINTS,
        ),
    ),
    "street": Preset(
        "Penalties are stacked, wilds go on any turn, the fourth colour is orange; two to four players.",
        RuleSet(
            players=PlayerRange(2, 4),
            fourth_colour=FourthColour.ORANGE,
            starter=Starter.RANDOM,
            first_reverse=FirstReverse.TURNS_ONLY,
            drawn_card=DrawnCard.MUST_PLAY,
            wild_draw_four=WildDrawFour.FREE,
            stacking=Stacking.SAME,
            uno_caught_by=CaughtBy.REFEREE,
            false_uno_penalty=2,
            out_of_turn_penalty=0,
        ),
    ),
    "computer": Preset(
        "Against computer players, so seat at least one; the game says UNO, but now and then declares it forgotten.",
        RuleSet(
            starter=Starter.RANDOM,
            first_card=FirstCard.DEALER,
            wild_draw_four=WildDrawFour.ENFORCED,
            uno=Uno.RANDOM_FORGET,
            uno_caught_by=CaughtBy.REFEREE,
            false_uno_penalty=0,
            out_of_turn_penalty=0,
            goal=Goal.POINTS,
        ),
    ),
    "skyrus": Preset(
        "Two to ten players, with one Swap Hands and up to three Customizable cards, for points.",
        RuleSet(
            extra=Extra(1, 0, 3),
            first_reverse=FirstReverse.TURNS_ONLY,
            drawn_card=DrawnCard.MUST_PLAY,
            false_uno_penalty=0,
            out_of_turn_penalty=0,
            goal=Goal.POINTS,
            uno_after_swap=UnoAfterSwap.OWED,
        ),
        bounds=(  # K1
            Clash(
                "extra",
                lambda r: not 1 <= r.extra.customizable <= 3,
                "these rules take one to three Customizable cards",
            ),
        ),
    ),
    "party": Preset(
        "Penalties add up, sevens and zeros move hands, and you may jump in with an identical card.",
        RuleSet(
            starter=Starter.RANDOM,
            first_card=FirstCard.NUMBER,
            drawn_card=DrawnCard.MUST_PLAY,
            draw_until_playable=True,
            wild_draw_four=WildDrawFour.FREE,
            stacking=Stacking.ANY,
            false_uno_penalty=2,
            out_of_turn_penalty=0,
            seven_zero=SevenZero.YES,
            jump_in=True,
        ),
    ),
    "no_mercy": Preset(
        "Two decks with extra cards and growing penalties; with too many cards you are out of the round.",
        RuleSet(
            players=PlayerRange(2, 6),
            decks=2,
            extra=Extra(1, 1, 3),
            starter=Starter.RANDOM,
            first_card=FirstCard.NUMBER,
            drawn_card=DrawnCard.MUST_PLAY,
            draw_until_playable=True,
            voluntary_draw=False,
            wild_draw_four=WildDrawFour.FREE,
            stacking=Stacking.UP,
            false_uno_penalty=2,
            out_of_turn_penalty=0,
            customizable_rule="discard_colour",
            seven_zero=SevenZero.YES,
            mercy=25,
        ),
    ),
    "tournament": Preset(
        "The usual game for points; for UNO you have one second before anyone can catch you.",
        RuleSet(uno_grace=1.0, goal=Goal.POINTS),
    ),
    "first_game": Preset(
        "An easy start: no bluffing, no penalties for mistakes, and the game says UNO for you.",
        RuleSet(
            first_card=FirstCard.NUMBER,
            wild_draw_four=WildDrawFour.ENFORCED,
            uno=Uno.AUTOMATIC,
            uno_penalty=0,
            false_uno_penalty=0,
            out_of_turn_penalty=0,
        ),
    ),
}
PRESETS: Mapping[str, RuleSet] = {name: row.rules for name, row in _TABLE.items()}
"""The rules of every preset."""
BOUNDS: Mapping[str, tuple[Clash, ...]] = {name: row.bounds for name, row in _TABLE.items()}
DESCRIPTIONS: Mapping[str, str] = {name: row.description for name, row in _TABLE.items()}


def preset(name: str) -> RuleSet:
    """The preset of that name. Raises RulesRefused for an unknown name."""
    try:
        return PRESETS[name]
    except KeyError:
        said = _("there is no preset {given}; the presets are {names}")
        raise RulesRefused("rules", "unknown_preset", said.format(given=repr(name), names=", ".join(PRESETS))) from None


def within_bounds(name: str, rules: RuleSet) -> RuleSet:
    """The same rules. Raises RulesRefused if a new table of that preset may not have them."""
    check(rules, BOUNDS[name])
    return rules


def new_rules(name: str, options: Mapping[str, str]) -> RuleSet:
    """The rules of a new table: a preset with these options. Raises RulesRefused."""
    return within_bounds(name, with_options(preset(name), options))
