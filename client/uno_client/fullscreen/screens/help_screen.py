"""The help: every key, from the table that drives them, and the rules of the table where the player is."""

from collections.abc import Sequence
from dataclasses import replace

from uno_client.core import chat
from uno_client.core.legal_moves import penalties
from uno_client.core.model import Model
from uno_client.core.navigation import AT_TABLE, BY_LETTERS, Scope, key_place
from uno_client.fullscreen.keys import bindings, key_word
from uno_client.fullscreen.screens.frame import page
from uno_client.fullscreen.screens.rules_page import rules_lines
from uno_client.fullscreen.widgets import Line, Lines, Size, clip, rule, text, width, wrap
from uno_client.screens.rules_shown import rules_on_show
from uno_engine.cards import SYMBOLS, WILDS, Rank, deck, rank_word
from uno_engine.customizable import RULES, Effect
from uno_engine.effects import PLAYER, effects_under
from uno_engine.language import N_, _
from uno_engine.options import value_word
from uno_engine.rules import OWN, VOTE, RuleSet, Stacking, WildDrawFour

_CLAUSES = N_("A2:, O4: and so on before a reason are clauses of the rule book; engine/RULES.md has the full text.")
_LETTERS = N_("In your hand, S is Skip, R Reverse, D Draw Two; of the special cards, C is Wild and F Wild Draw Four.")
_MOUSE = N_("Mouse: click a card, an answer, a line or a key below. To select text, hold Shift.")
_AT_HOME = (Scope.DOOR, Scope.SETTINGS, Scope.HOSTED)
_BEFORE_A_TABLE = (Scope.TABLES, Scope.CREATE, Scope.TYPING, Scope.SAYING, Scope.CONNECT)
_ORDER = (*AT_TABLE, Scope.MENU, Scope.QR, Scope.SOMEBODY, Scope.CHANGE, *_BEFORE_A_TABLE)
_KEYS = 16
"""Columns for the keys, at least; longer ones move what they do to the right in the whole list."""


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    return page(model, size, _("Help"), "", help_lines(model, size.columns))


def help_lines(model: Model, columns: int) -> Lines:
    """The whole help: cards, penalties, keys (first of the player's own place), and the rules of the table.

    Cards and keys that the rules of the table have no use for are left out.
    """
    shown = rules_on_show(model)
    lines: Lines = wrap(_cards(shown.rules if shown is not None else None), columns - 2, indent="", margin=" ")
    if model.spelled:
        lines += wrap(_(_LETTERS), columns - 2, indent="", margin=" ")
    lines += _punished(model, columns)
    lines += wrap(_(_MOUSE), columns - 2, indent="", margin=" ")
    lines += wrap(_(_CLAUSES), columns - 2, indent="", margin=" ")
    if chat.mutes(model):
        lines += wrap(chat.told_mutes(model), columns - 2, indent="", margin=" ")
    told = {place: _keys(model, place) for place in _places(model)}
    wide = max((width(keys) for rows in told.values() for keys, _does in rows), default=0)
    for place, rows in told.items():
        lines += [[], rule(columns, _(place.value)), *_listed(rows, max(wide, _KEYS), columns)]
    if shown is not None:
        lines += [[], rule(columns, _("Rules of {table}").format(table=shown.table)), *rules_lines(shown, columns)]
    return lines


def _cards(rules: RuleSet | None) -> str:
    """How cards are written; with rules, only those of their deck."""
    used = set(Rank) if rules is None else {card.rank for card in deck(rules.decks, rules.extra)}
    fourth = _("yellow or orange") if rules is None else value_word(rules.fourth_colour.value)
    cards = _("Cards: R● red, Y▲ {fourth}, G■ green, B◆ blue; {signs}.").format(
        fourth=fourth, signs=", ".join(f"{rank.value} {rank_word(rank)}" for rank in (*SYMBOLS, *WILDS) if rank in used)
    )
    return f"{cards} {_('You can play a card that is raised or in [ ] now; ▸ is the cursor.')}"


def _places(model: Model) -> list[Scope]:
    """The places whose keys are shown: the player's first; before there is a table, only those before it."""
    own = key_place(replace(model, page=None))
    if own in _AT_HOME:
        return [own]
    others = (Scope.HAND, Scope.DRAWN) if model.spelled else BY_LETTERS
    told = [place for place in (_ORDER if model.table is not None else _BEFORE_A_TABLE) if place not in others]
    if model.rules is not None:
        custom = model.game.custom if model.game is not None else None
        effects = _effects(model.rules, custom)
        told = [place for place in told if place is own or _met(place, model.rules, effects)]
    return sorted(told, key=lambda place: place is not own)


def _met(place: Scope, rules: RuleSet, effects: Sequence[Effect]) -> bool:
    """Whether the rules, and what the cards of their deck do, can lead there."""
    match place:
        case Scope.CHAIN:
            return rules.several
        case Scope.PLAYER:
            return any(PLAYER in effect.asks for effect in effects)
        case Scope.CHALLENGE:
            return rules.wild_draw_four is WildDrawFour.BLUFF
        case Scope.STACK:
            return rules.stacking is not Stacking.OFF
        case Scope.KEEP:
            return any(effect.keep_one for effect in effects)
        case Scope.PASS:
            return any(effect.pass_card for effect in effects)
        case Scope.OWN_RULE:
            return rules.extra.customizable > 0 and rules.customizable_rule == OWN
        case Scope.VOTE:
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
    costs = ", ".join(f"{what} {cards}" for what, cards in penalties(model.rules))
    said = _("Penalties in cards: {costs}.").format(costs=costs)
    said = said if costs else _("This table has no penalties in cards.")
    return wrap(said, columns - 2, indent="", margin=" ")


def _keys(model: Model, place: Scope) -> list[tuple[str, str]]:
    """The keys of a place as they are called, with what they do."""
    rules = model.rules  # made anew each time
    return [
        (each.shown_now if len(each.keys) > 4 else " ".join(map(key_word, each.keys)), each.help_now())
        for each in bindings(model)
        if place in each.places and (rules is None or each.under(rules))
    ]


def _listed(rows: Sequence[tuple[str, str]], wide: int, columns: int) -> Lines:
    """Keys in a column of that width, and behind it what they do."""
    lines: Lines = []
    for keys, does in rows:
        first: Line = clip([("class:key", f"  {keys}")], wide + 2)
        for at, line in enumerate(wrap(does, columns - wide - 4, indent="", margin=" ")):
            lines.append([*(first if at == 0 else text(" " * (wide + 2))), *line])
    return lines
