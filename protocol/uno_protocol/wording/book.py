"""The book: labels, and what rules, cards, levels and the like are called and mean, for a face without a catalogue.

It is of the language in use.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from uno_engine.cards import RANK_WORDS
from uno_engine.customizable import RULES
from uno_engine.explain import SECTIONS
from uno_engine.language import N_, _, decimal
from uno_engine.levels import LEVELS, RANDOM
from uno_engine.options import differences, values_of
from uno_engine.presets import BOUNDS, DESCRIPTIONS, PRESETS
from uno_engine.rules import CLASHES, OWN, OWN_TEXT, TABLE, Option
from uno_protocol.faces import NAMES
from uno_protocol.labels import labels
from uno_protocol.sentences import COLOUR_WORDS, ORDINALS, PACES, REACTIONS, RECORDS
from uno_protocol.wording.options import value_text
from uno_protocol.wording.questions import OF_SEVERAL
from uno_protocol.wording.refusals import ERRORS
from uno_protocol.wording.tables import DOORS, PHASES

_TITLES: Mapping[str, str] = {
    "official": N_("Classic"),
    "quickplay": N_("Quick play"),
    "classic113": N_("Classic 113"),
    "street": N_("Street"),
    "computer": N_("Computer"),
    "skyrus": "Skyrus",
    "party": N_("Party"),
    "no_mercy": N_("No mercy"),
    "tournament": N_("Tournament"),
    "first_game": N_("Easy first game"),
}
_OFFERED: Mapping[str, Sequence[str]] = {"mercy": ("0", *map(str, range(16, 41)))}
_FAREWELLS = ("server_stopping", "silent", "storage", "taken_over", "too_many_connections")
"""Why a connection ends, where no server could say it in the player's language."""
_OF_OTHERS: Mapping[str, Sequence[tuple[str, Mapping[str, str]]]] = {
    "players": [("7-8", {"7": "{0}", "8": "{1}"})],
    "extra": [(value, {"7": "{value}"}) for value in ("7,0,0", "0,7,0", "0,0,7")],
    "forget_chance": [("0.07", {"7": "{percent}"})],
    OWN_TEXT: [("{value}", {})],
    **{name: [("7", {"7": "{value}"})] for name in ("target", "uno_grace", "mercy")},
}
"""Values for whose numbers others can be put into their words; of several, each has the words of its part."""


def book() -> dict[str, Any]:
    """The book, as plain values for JSON."""
    return {
        "usual": dict(values_of(PRESETS["official"])),
        "presets": {name: _preset(name) for name in PRESETS},
        "sections": [[_(title), list(names)] for title, names in SECTIONS.items()],
        "options": {name: _option(option) for name, option in TABLE.items()},
        "customizable": {
            OWN: [value_text("customizable_rule", OWN), ""],
            **{name: [_(rule.title), _(rule.text)] for name, rule in RULES.items()},
        },
        "levels": {name: [_(name), _(level.like)] for name, level in LEVELS.items()} | {RANDOM: [_(RANDOM), ""]},
        "clashes": [_(clash.reason) for clash in chain(CLASHES, *BOUNDS.values())],
        "colours": {colour.value: _(word) for colour, word in COLOUR_WORDS.items()},
        "ranks": {rank.value: _(word) for rank, word in RANK_WORDS.items()},
        "ordinals": [_(place) for place in ORDINALS],
        "paces": {pace: [_(word), _(text)] for pace, (word, text) in PACES.items()},
        "reactions": {code: _(text) for code, text in REACTIONS.items()},
        "waiting": {decision.kind: _(text) for decision, text in OF_SEVERAL.items()},
        "farewells": {code: _(ERRORS[code]) for code in _FAREWELLS},
        "faces": [_(name) for name in NAMES],
        "phases": {phase: _(word) for phase, word in PHASES.items()},
        "doors": {door: _(text) for door, text in DOORS.items()},
        "records": {field: _(text) for field, text in RECORDS.items()},
        "labels": labels(),
        "point": decimal("."),
    }


def _preset(name: str) -> dict[str, Any]:
    title = _TITLES.get(name, "")
    return {
        "title": _(title),
        "text": _(DESCRIPTIONS[name]),
        "options": differences(PRESETS[name], PRESETS["official"]),
    }


def _option(option: Option) -> dict[str, Any]:
    means = {"*": option.means} if isinstance(option.means, str) else option.means
    return {
        "title": _(option.title),
        "choices": _OFFERED.get(option.name, () if option.name == OWN_TEXT else option.choices),
        "words": dict(_words(option)),
        "means": {value: _(text) for value, text in means.items() if text},
        "also": dict(option.also),
    }


def _words(option: Option) -> Iterator[tuple[str, str | list[str]]]:
    """The values of an option in a few words; under `*` what any other is called, or each part of any other."""
    for value in option.choices:
        yield value, value_text(option.name, value)
    forms = []
    for value, places in _OF_OTHERS.get(option.name, ()):
        form = value_text(option.name, value)
        for number, place in places.items():
            form = form.replace(number, place)
        forms.append(form)
    if forms:
        yield "*", forms if len(forms) > 1 else forms[0]
