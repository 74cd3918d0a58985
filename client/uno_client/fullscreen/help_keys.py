"""The keys that the help tells, from the table that drives them: one screen in groups, then every place."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from uno_client.core.actions.action import Action
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope
from uno_client.core.navigation import AT_HAND, AT_TABLE, BY_LETTERS, key_place
from uno_client.fullscreen.keys import Binding, Intent, bindings, key_word, named
from uno_client.screens.frame import KeyGroup, KeyLine
from uno_client.structs import replace
from uno_engine.cards import deck
from uno_engine.customizable import RULES, Effect
from uno_engine.effects import PLAYER, effects_under
from uno_engine.language import N_, _
from uno_engine.rules import OWN, VOTE, RuleSet, Stacking, WildDrawFour

_AT_HOME = (Scope.DOOR, Scope.SETTINGS, Scope.HOSTED, Scope.REPLAY)
_BEFORE_A_TABLE = (Scope.TABLES, Scope.CREATE, Scope.TYPING, Scope.SAYING, Scope.CONNECT)
_ORDER = (*AT_TABLE, Scope.MENU, Scope.QR, Scope.MOVING, Scope.SOMEBODY, Scope.CHANGE, *_BEFORE_A_TABLE)
_TURN = (Scope.HAND, Scope.DRAWN, Scope.CHALLENGE, Scope.STACK)
"""Places of a turn, whose keys are told together."""
_PLAY, _LOOK, _TALK, _LEAVE = N_("Play"), N_("Look"), N_("Talk"), N_("Menu and leaving")
_GROUPS: Mapping[str, str] = {
    **dict.fromkeys(
        ("why", "rules", "newer", "help", "invite", "watch", "tables", "copy", "invert", "log", "position"), _LOOK
    ),
    **dict.fromkeys(("say", "react", "send", "earlier", "complete"), _TALK),
    **dict.fromkeys(("menu", "slower", "faster", "away", "back", "sit", "leave", "quit"), _LEAVE),
}
"""What is in another group than the first."""
_NEEDED = ("choose", "right", "draw", "uno", "catch", "jump", "keep", "accept", "challenge", "pass", "seek", "order")
_FIRST = {name: at for at, name in enumerate(_NEEDED)}
"""What is needed most, in this order; the rest follows."""
_PAIRED = (Intent.LEFT, Intent.UP, Intent.OLDER, Intent.LATER)
"""Told with the key for the other direction."""


def groups(model: Model) -> tuple[KeyGroup, ...]:
    """The keys of the player's place, each once, by what one wants."""
    own = key_place(replace(model, page=None))
    places = (own, *(place for place in _TURN if _told(place, model))) if own in AT_HAND else (own,)
    found: dict[str, dict[Intent | Action, KeyLine]] = {title: {} for title in (_PLAY, _LOOK, _TALK, _LEAVE)}
    told = [each for place in places for each in _of(model, place) if each.intent not in _PAIRED]
    for each in sorted(told, key=lambda each: _FIRST.get(named(each.intent), len(_FIRST))):
        key = key_word(each.keys[0]) if each.shown == each.keys[0] else each.shown_now
        rows = found[_GROUPS.get(named(each.intent), _PLAY)]
        rows.setdefault(each.intent, KeyLine(key, each.label_now(model), each.help_now()))
    return tuple(KeyGroup(_(title), tuple(rows.values())) for title, rows in found.items() if rows)


def places(model: Model) -> tuple[KeyGroup, ...]:
    """Every key of every place that the player can come to, the player's own first, with what it does."""
    return tuple(KeyGroup(_(place.value), _keys(model, place)) for place in _places(model))


def _places(model: Model) -> list[Scope]:
    """The places whose keys are shown: the player's first; before there is a table, only those before it."""
    own = key_place(replace(model, page=None))
    if own in _AT_HOME:
        return [own]
    others = (Scope.HAND, Scope.DRAWN) if model.spelled else BY_LETTERS
    told = [place for place in (_ORDER if model.table is not None else _BEFORE_A_TABLE) if place not in others]
    return sorted((place for place in told if place is own or _told(place, model)), key=lambda place: place is not own)


def _told(place: Scope, model: Model) -> bool:
    """Whether the rules, and what the cards of their deck do, can lead there."""
    if model.rules is None or place not in _MET:
        return True
    return _MET[place](model.rules, _effects(model.rules, model.game.custom if model.game is not None else None))


_MET: Mapping[Scope, Callable[[RuleSet, Sequence[Effect]], bool]] = {
    Scope.CHAIN: lambda rules, _effects: rules.several,
    Scope.PLAYER: lambda _rules, effects: any(PLAYER in effect.asks for effect in effects),
    Scope.CHALLENGE: lambda rules, _effects: rules.wild_draw_four is WildDrawFour.BLUFF,
    Scope.STACK: lambda rules, _effects: rules.stacking is not Stacking.OFF,
    Scope.KEEP: lambda _rules, effects: any(effect.keep_one for effect in effects),
    Scope.PASS: lambda _rules, effects: any(effect.pass_card for effect in effects),
    Scope.OWN_RULE: lambda rules, _effects: rules.extra.customizable > 0 and rules.customizable_rule == OWN,
    Scope.VOTE: lambda rules, _effects: rules.extra.customizable > 0 and rules.customizable_rule == VOTE,
}
"""Where only some rules and cards lead."""


@lru_cache(maxsize=4)
def _effects(rules: RuleSet, custom: str | None) -> tuple[Effect, ...]:
    """What the cards of the deck do; where the rule of the Customizable cards is not settled, under each of them."""
    settled = custom or (None if rules.customizable_rule == VOTE else rules.customizable_rule)
    names = RULES if settled is None else (settled,)
    faces = set(deck(rules.decks, rules.extra))
    tables = [effects_under(rules, name) for name in names]
    return tuple(effects[face.order] for effects in tables for face in faces)


def _of(model: Model, place: Scope) -> list[Binding]:
    rules = model.rules  # made anew each time
    return [each for each in bindings(model, place) if rules is None or each.under(rules)]


def _keys(model: Model, place: Scope) -> tuple[KeyLine, ...]:
    return tuple(
        KeyLine(each.shown_now if len(each.keys) > 4 else " ".join(map(key_word, each.keys)), "", each.help_now())
        for each in _of(model, place)
    )
