"""The help of a table: its rules in sentences, made from the very tables that the game is played by.

`explain` is the whole help, `summary` what a player wants to know before joining.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from uno_engine.cards import NUMBERS, POINTS, RANK_WORDS, Rank, deck, rank_word
from uno_engine.customizable import RULES, Effect, drawable
from uno_engine.effects import COLOUR, PLAYER, effects_under
from uno_engine.language import N_, _
from uno_engine.options import MEANINGLESS, differences, fingerprint, values_of
from uno_engine.presets import preset
from uno_engine.rules import (
    CALLS,
    CUSTOM,
    DEAL,
    DEFAULTS,
    DRAW_FOUR,
    GOAL,
    OWN,
    TABLE,
    TURN,
    VOTE,
    Goal,
    LastCard,
    RuleSet,
    Stacking,
    Uno,
    WildDrawFour,
)


class Section(NamedTuple):
    """One part of the help: a heading and sentences."""

    title: str
    lines: tuple[str, ...]


class Difference(NamedTuple):
    """One option in which a table differs from its preset."""

    option: str
    value: str
    means: str
    """The value's meaning for play, in one sentence."""


class Summary(NamedTuple):
    """The rules of a table, in short."""

    preset: str
    differs: tuple[Difference, ...]
    fingerprint: str


def _in_order(names: list[str]) -> Iterator[str]:
    """These options, each followed by those that come after it."""
    for name in names:
        yield name
        yield from _in_order([each for each, option in TABLE.items() if option.after == name])


SECTIONS: Mapping[str, tuple[str, ...]] = {
    part.title: tuple(_in_order([name for name, row in TABLE.items() if row.section == part.title and not row.after]))
    for part in (DEAL, TURN, DRAW_FOUR, CALLS, CUSTOM, GOAL)
}
"""Every option, under the section that explains it."""


def _no_catching(rules: RuleSet) -> bool:
    return rules.uno is not Uno.CALL or not rules.uno_penalty


_SAYS_NOTHING: Mapping[str, Callable[[RuleSet], bool]] = {
    **MEANINGLESS,
    "draw_two_on_wild_draw_four": lambda r: r.stacking in (Stacking.ANY, Stacking.ANY_COLOUR),
    "uno_caught_by": _no_catching,
    "uno_grace": _no_catching,
    "uno_penalty": lambda r: r.uno in (Uno.AUTOMATIC, Uno.OFF),
    "false_uno_penalty": lambda r: r.uno is not Uno.CALL,
}
"""When an option is left out: it is meaningless, or another option says it already."""


def explain(rules: RuleSet, custom: str | None = None) -> tuple[Section, ...]:
    """The rules of a table, in sections of sentences; empty sections are left out.

    `custom` is the rule of the Customizable cards, once it is known (`Game.custom`).
    """
    if custom is None and rules.customizable_rule != VOTE:
        custom = rules.customizable_rule
    told = {title: list(_told(rules, names)) for title, names in SECTIONS.items()}
    told[CUSTOM.title] += _catalogue(rules, custom)
    told[GOAL.title] += _points(rules)
    told[TURN.title].insert(0, _(_TURN))
    sections = (Section(_("What each card does"), tuple(_cards(rules, custom))), *_as_sections(told))
    return tuple(section for section in sections if section.lines)


_UNKNOWN = N_("This program does not know its rule.")
_TURN = N_(
    "On your turn, play a card that matches the colour in play or the number or symbol of the top card, play a wild, "
    "or draw."
)


def _as_sections(told: Mapping[str, list[str]]) -> Iterator[Section]:
    for title, lines in told.items():
        yield Section(_(title), tuple(lines))


def _told(rules: RuleSet, names: tuple[str, ...]) -> Iterator[str]:
    """The sentence of each of these options, if it has something to say."""
    values, usual = values_of(rules), values_of(DEFAULTS)
    for name in names:
        says_nothing = _SAYS_NOTHING.get(name)
        silent = TABLE[name].unsaid and values[name] == usual[name]
        if silent or (says_nothing and says_nothing(rules)):
            continue
        yield TABLE[name].explain(values[name])


def _cards(rules: RuleSet, custom: str | None) -> Iterator[str]:
    """One line for every kind of card in the deck that does something, then those on last cards."""
    effects = effects_under(rules, custom)
    used = {face.rank: effects[face.order] for face in deck(rules.decks, rules.extra)}
    acting = {rank: effect for rank, effect in used.items() if effect.acts or effect.asks}
    for rank, effect in acting.items():
        yield f"{rank_word(rank)}: {' '.join(_does(rank, effect, rules, custom))}"
    yield _("All other cards do nothing special.")
    numbers = rules.last_card is LastCard.NUMBER
    plain = [
        rank_word(rank)
        for rank, effect in acting.items()
        if (rank in NUMBERS if numbers else effect.special or rank is Rank.CUSTOMIZABLE)
    ]
    if plain:
        yield _("As your last card these do nothing special: {cards}.").format(cards=", ".join(plain))
    if not numbers:
        yield _("If your last card is a penalty, it is still drawn, and nobody can challenge it.")


def _does(rank: Rank, effect: Effect, rules: RuleSet, custom: str | None) -> Iterator[str]:
    """A card's effects, sentence by sentence."""
    if COLOUR in effect.asks:
        yield _("You name the colour.")
    if rank is Rank.CUSTOMIZABLE:
        if custom == OWN:
            yield rules.own_text
            return
        known = RULES.get(custom or "")
        vote = _("The players vote for its rule before the first deal.")
        yield _(known.text) if known else _(_UNKNOWN) if custom else vote
        return
    for applies, sentence in _SENTENCES:
        if applies(effect, rules):
            yield _(sentence)
    if effect.draw:
        said = _("The next player draws {n} cards and misses the turn.")
        if rules.stacking is not Stacking.OFF:
            said = _("The next player draws {n} cards and misses the turn, or passes them on.")
        yield said.format(n=effect.draw)
    if effect.challenge and rules.wild_draw_four is WildDrawFour.BLUFF:
        yield _("The next player may challenge it.")


_SENTENCES: tuple[tuple[Callable[[Effect, RuleSet], object], str], ...] = (
    (lambda e, _r: e.swap and PLAYER in e.asks, N_("You swap all your cards with a player of your choice.")),
    (lambda e, _r: e.rotate, N_("All hands move on to the next player in the direction of play.")),
    (lambda e, _r: e.shuffle, N_("All hands are mixed and dealt again, beginning with the player after you.")),
    (lambda e, _r: e.reverse, N_("Play changes direction; with two players left it works as a Skip.")),
    (lambda e, _r: e.skip == 1, N_("The next player misses the turn.")),
)
"""The sentences for the fields of a card's row under these rules. Customizable cards bring their own."""


def _catalogue(rules: RuleSet, custom: str | None) -> Iterator[str]:
    """The rule in force, with what it shows; or those that a vote can offer."""
    if not rules.extra.customizable or custom == OWN:
        return
    if custom is not None and custom not in RULES:
        yield f"{custom}: {_(_UNKNOWN)}"
        return
    if custom is not None:
        rule = RULES[custom]
        yield f"{_(rule.title)}: {_(rule.text)}"
        yield _("It shows {what}.").format(what=_(rule.shows))
        return
    yield _("The vote offers three of these:")
    for name in drawable(rules.players.least, rules.decks):
        yield f"{_(RULES[name].title)}: {_(RULES[name].text)}"


def _points(rules: RuleSet) -> Iterator[str]:
    """The points of the cards, where the goal is points (A7)."""
    if not rules.goal.by_points:
        return
    yield _("Numbers are worth their number; {cards}.").format(cards=_worth(rules))
    if rules.mercy:
        yield _("The cards of those who were out with too many count, too.")
    if rules.goal is Goal.LOW_POINTS:
        yield _("Whoever joins between rounds begins with the highest score.")


def _worth(rules: RuleSet) -> str:
    used = {face.rank for face in deck(rules.decks, rules.extra)}
    return ", ".join(f"{_(title)} {POINTS[rank]}" for rank, title in RANK_WORDS.items() if rank in used)


def summary(rules: RuleSet, preset_name: str) -> Summary:
    """A table's preset, how it differs from that, and the fingerprint of its rules.

    Raises RulesRefused if there is no such preset.
    """
    differs = tuple(
        Difference(name, value, TABLE[name].explain(value))
        for name, value in differences(rules, preset(preset_name)).items()
    )
    return Summary(preset_name, differs, fingerprint(rules))
