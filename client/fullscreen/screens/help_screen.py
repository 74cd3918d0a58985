"""The help: every key, from the table that drives them, and the rules of the table where the player is."""

from __future__ import annotations

from collections.abc import Sequence

from client.core import chat
from client.core.legal_moves import penalties
from client.core.model import Model
from client.core.navigation import AT_TABLE, Place, key_place
from client.fullscreen.keys import BINDINGS, KEY_WORDS
from client.fullscreen.screens.frame import page
from client.fullscreen.screens.rules_page import rules_lines, rules_on_show
from client.fullscreen.widgets import Line, Lines, Size, rule, text, wrap
from engine.cards import Rank, deck
from engine.customizable import RULES, Effect
from engine.effects import PLAYER, effects_under
from engine.rules import VOTE, RuleSet, Stacking, WildDrawFour

_SIGNS = {
    Rank.SKIP: "S Skip",
    Rank.REVERSE: "R Reverse",
    Rank.DRAW_TWO: "+2 Draw Two",
    Rank.WILD: "W Wild",
    Rank.WILD_DRAW_FOUR: "W+4 Wild Draw Four",
    Rank.SWAP_HANDS: "WS Swap Hands",
    Rank.SHUFFLE_HANDS: "WX Shuffle Hands",
    Rank.CUSTOMIZABLE: "WC Customizable",
}
_CLAUSES = "A2:, O4: and so on before a reason are clauses of the rule book; engine/RULES.md has the full text."
_BEFORE_A_TABLE = (Place.TABLES, Place.CREATE, Place.TYPING, Place.SAYING, Place.CONNECT)
_ORDER = (*AT_TABLE, Place.MENU, Place.SOMEBODY, Place.CHANGE, *_BEFORE_A_TABLE)
_KEYS = 17


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    return page(model, size, "Help", "", help_lines(model, size.columns))


def help_lines(model: Model, columns: int) -> Lines:
    """The whole help: cards, penalties, keys (first of the player's own place), and the rules of the table.

    Cards and keys that the rules of the table have no use for are left out.
    """
    shown = rules_on_show(model)
    lines: Lines = wrap(_cards(shown.rules if shown is not None else None), columns - 2, indent="", margin=" ")
    lines += _punished(model, columns)
    lines += wrap(_CLAUSES, columns - 2, indent="", margin=" ")
    if chat.mutes(model):
        lines += wrap(chat.told_mutes(model), columns - 2, indent="", margin=" ")
    for place in _places(model):
        lines += [[], rule(columns, place.value), *_keys(place, model.rules, columns)]
    if shown is not None:
        lines += [[], rule(columns, f"Rules of {shown.table}"), *rules_lines(shown, columns)]
    return lines


def _cards(rules: RuleSet | None) -> str:
    """How cards are written; with rules, those of their deck alone."""
    used = set(_SIGNS) if rules is None else {card.rank for card in deck(rules.decks, rules.extra)}
    fourth = "yellow or orange" if rules is None else rules.fourth_colour.value
    signs = ", ".join(sign for rank, sign in _SIGNS.items() if rank in used)
    colours = f"R● red, Y▲ {fourth}, G■ green, B◆ blue"
    return f"Cards: {colours}; {signs}. You can play a card that is raised or in [ ] now; ▸ is the cursor."


def _places(model: Model) -> list[Place]:
    """The places whose keys are told: the player's own first; before there is a table, those before it alone."""
    own = key_place(model.but(page=None))
    told = list(_ORDER if model.table is not None else _BEFORE_A_TABLE)
    if model.rules is not None:
        custom = model.game.custom if model.game is not None else None
        effects = _effects(model.rules, custom)
        told = [place for place in told if place is own or _met(place, model.rules, effects)]
    return sorted(told, key=lambda place: place is not own)


def _met(place: Place, rules: RuleSet, effects: Sequence[Effect]) -> bool:
    """Whether the rules, and what the cards of their deck do, can lead there."""
    match place:
        case Place.CHAIN:
            return rules.chains
        case Place.PLAYER:
            return any(PLAYER in effect.asks for effect in effects)
        case Place.CHALLENGE:
            return rules.wild_draw_four is WildDrawFour.BLUFF
        case Place.STACK:
            return rules.stacking is not Stacking.OFF
        case Place.KEEP:
            return any(effect.keep_one for effect in effects)
        case Place.PASS:
            return any(effect.pass_card for effect in effects)
        case Place.VOTE:
            return rules.extra.customizable > 0 and rules.customizable_rule == VOTE
        case _:
            return True


def _effects(rules: RuleSet, custom: str | None) -> list[Effect]:
    """What the cards of the deck do; where the rule of the Customizable cards is not settled, under each of them."""
    settled = custom or (None if rules.customizable_rule == VOTE else rules.customizable_rule)
    names = RULES if settled is None else (settled,)
    faces = set(deck(rules.decks, rules.extra))
    tables = [effects_under(rules, name) for name in names]
    return [effects[face.order] for effects in tables for face in faces]


def _punished(model: Model, columns: int) -> Lines:
    if model.rules is None:
        return []
    costs = [f"{what} {cards}" for what, cards in penalties(model.rules)]
    said = f"Penalties in cards: {', '.join(costs)}." if costs else "This table has no penalties in cards."
    return wrap(said, columns - 2, indent="", margin=" ")


def _keys(place: Place, rules: RuleSet | None, columns: int) -> Lines:
    lines: Lines = []
    for binding in BINDINGS:
        if place not in binding.places or not (rules is None or binding.under(rules)):
            continue
        shown = binding.shown if len(binding.keys) > 4 else " ".join(KEY_WORDS.get(key, key) for key in binding.keys)
        first: Line = [("class:key", f"  {shown:<{_KEYS}}")]
        for at, line in enumerate(wrap(binding.help, columns - _KEYS - 4, indent="")):
            lines.append([*(first if at == 0 else text(" " * (_KEYS + 2))), *line])
    return lines
