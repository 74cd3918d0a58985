"""What the client in a terminal says, in each language, for the page to say the same."""

from collections.abc import Mapping, Sequence
from typing import Any

from uno_client.core.forms import clash_text
from uno_client.wording.rule_sets import in_vain, read_line, words_of
from uno_engine.language import _
from uno_engine.options import MEANINGLESS, values_of, with_options
from uno_engine.presets import DESCRIPTIONS, PRESETS
from uno_engine.rules import OWN, OWN_TEXT, TABLE, RulesRefused
from uno_protocol.catalogues import ENGLISH, LANGUAGES, choose, speaking
from uno_protocol.text import clean
from uno_protocol.wording.book import book
from uno_protocol.wording.options import value_text

ODD = (
    *("", " ann ", "two  blanks", "line\nend\ttab", "<b>{x}%s&amp;", "\x1b[31mred", "\u202eback", "zero\u200bwidth"),
    *("\ufeff", "a" + "\u0301" * 9 + "b", "\u0301", "e\u200d\u0301", "\u3164", "\u1112\u1161\u11ab", "x\u00a0y"),
    *("bo\u1161", "bo\ud7b0", "\ud55c\u1161", "\ua960\ud7b0\ud7cb", "\ud55c\u0301\u1161"),
    "\U0001f469\u200d\U0001f680",
    *("\ue000", "\ufffe", "x" * 400, "\U0001f600" * 400, "\u2028", "a\u034f\u0301b", "\U000e0101", "a \u0301b"),
)


def cleaned() -> list[tuple[str, str]]:
    """Hostile texts, and what is shown of them."""
    return [(odd, clean(odd)) for odd in ODD]


LINES = (
    *("", "PARTY  mercy=20 ", "party mercy=20 mercy=0", "party jump_in=yes", "prty", "party mercey=20", "party mercy"),
    *("official uno_grace=-0", "official hand_size=07", "official decks=02", "official extra=01,0,0"),
    *("official deflect=yes mercy=20", 'official extra=0,0,2 own_text="Sing!"'),
    *("party mercy=15", "official mercy=40", "official mercy=41", "official players=3", "official players=5-2"),
    *(f"official {odd}" for odd in ("players=2-11", "players=2-", "extra=2,0,4", "extra=5,0,0", "extra=1,0")),
    *("official uno_grace=1.50", "official uno_grace=.5", "official uno_grace=10.1", "official forget_chance=0.3"),
    *("official uno=random_forget uno_caught_by=referee forget_chance=0.123456789", "official hand_size=16"),
    *("official goal=points target=5000", "official goal=points target=5001", "official target=300", "official =1"),
    *("official goal=with_score", "party goal=no_score", "official goal=with_scores"),
    *("official constructor=1", "constructor", "official hand_size=15", "street chains=yes"),
    "official hand_size=15 decks=2",
    *("official extra=1,1,3 customizable_rule=own", 'skyrus customizable_rule=own own_text=""', "no_mercy extra=0,0,0"),
    *(f"skyrus extra=1,0,{count}" for count in range(5)),
    *(f'skyrus customizable_rule=own own_text="{"x" * count}"' for count in (200, 201)),
    "party " + "mercy=20 " * 250,
    r'skyrus own_text="Say \"a\\b\"  twice" customizable_rule=own',
    'skyrus customizable_rule=own own_text="Sing \u202e!"',
    'skyrus customizable_rule=own own_text="\U0001f600 a\u0308"',
)


def lines() -> list[tuple[str, str | None, list[str]]]:
    """Lines of rules, and how they are written anew, None for one that is refused; words of it in vain."""
    told: list[tuple[str, str | None, list[str]]] = []
    for line in LINES:
        try:
            told.append((line, str(read_line(line)), in_vain(read_line(line).rules, words_of(line))))
        except ValueError:
            told.append((line, None, []))
    return told


def judged() -> list[tuple[Mapping[str, str], list[str], str]]:
    """Every preset with one option changed, which options mean nothing then, and what clashes."""
    told: list[tuple[Mapping[str, str], list[str], str]] = []
    for rules in PRESETS.values():
        usual = values_of(rules)
        for name, option in TABLE.items():
            for value in option.choices:
                options = {**usual, name: value}
                for texts in (options, {**options, OWN_TEXT: "Sing."}) if value == OWN else (options,):
                    try:
                        changed = with_options(rules, texts)
                    except RulesRefused as refused:
                        told.append((texts, [], clash_text(refused)))
                        continue
                    told.append((texts, [each for each, ignored in MEANINGLESS.items() if ignored(changed)], ""))
    return told


def books() -> dict[str, Any]:
    """The book in each language."""
    spoken = {}
    for language in LANGUAGES:
        with speaking(language):
            spoken[language] = book()
    return spoken


BESIDE: Mapping[str, Sequence[str]] = {
    "players": ("3-9", "10-10"),
    "extra": ("1,0,4", "0,3,0"),
    "forget_chance": ("0.37", "0.07", "0.125"),
    "mercy": ("17",),
    "target": ("750",),
    "uno_grace": ("2.5",),
    "own_text": ("Sing {value}. 1-2!",),
}
"""Values beside those that are offered."""


def told() -> dict[str, Any]:
    """For each language the sentences of options and presets."""
    spoken = {}
    try:
        for language in LANGUAGES:
            choose(language)
            spoken[language] = {
                "options": [
                    (name, value, option.explain(value), value_text(name, value), _(option.title))
                    for name, option in TABLE.items()
                    for value in (*option.choices, *BESIDE.get(name, ()))
                ],
                "presets": {name: _(text) for name, text in DESCRIPTIONS.items()},
            }
    finally:
        choose(ENGLISH)
    return spoken
