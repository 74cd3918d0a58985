"""The page's copies of Python's tables: rules.js, clashes.js, told.js and spoken.js in server/uno_server/web/page.

These are in git: the page can't do without them, and making them needs the client, which a build doesn't import.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import combinations, product
from pathlib import Path
from typing import Any

from generating import ROOT
from uno_client.wording.tables import RECORDS
from uno_engine.cards import RANK_WORDS
from uno_engine.customizable import RULES
from uno_engine.explain import SECTIONS
from uno_engine.levels import LEVELS, RANDOM
from uno_engine.options import MEANINGLESS, differences, values_of
from uno_engine.presets import BOUNDS, DESCRIPTIONS, PRESETS
from uno_engine.rules import CLASHES, DEFAULTS, TABLE, Clash, Option, RuleSet
from uno_protocol import sentences
from uno_protocol.catalogues import LANGUAGES
from uno_protocol.wording.options import value_text

PAGE = ROOT / "server" / "uno_server" / "web" / "page"
RULES_OF_PAGE = PAGE / "rules.js"
CLASHES_OF_PAGE = PAGE / "clashes.js"
TOLD_BY_PAGE = PAGE / "told.js"


def rules() -> dict[str, object]:
    """The exports of `rules.js`, by name; all texts in English."""
    options: dict[str, object] = {}
    for name, option in TABLE.items():
        words = {value: word for value, word in option_words(option) if word != value.replace("_", " ")}
        means = option.means if isinstance(option.means, str) else dict(option.means)
        unsaid = option.unsaid
        told = {"title": option.title, "unsaid": unsaid, "choices": option.choices, "words": words, "means": means}
        told["also"] = dict(option.also)
        if tuple(value for value in means if value != "*") == option.choices:
            del told["choices"]
        options[name] = {key: value for key, value in told.items() if value}
    usual = dict(values_of(PRESETS["official"]))
    return {
        "USUAL": usual,
        "PRESETS": {name: differences(rules, PRESETS["official"]) for name, rules in PRESETS.items()},
        "PRESET_TEXTS": dict(DESCRIPTIONS),
        "SECTIONS": list(SECTIONS.items()),
        "OPTIONS": options,
        "CUSTOM": {name: (rule.title, rule.text) for name, rule in RULES.items()},
        "LEVELS": {name: level.like for name, level in LEVELS.items()},
        "MEANINGLESS": {option: patterns(test, triggers=False) for option, test in MEANINGLESS.items()},
    }


def told() -> dict[str, object]:
    """The exports of `told.js`, by name; all texts in English."""
    return {
        "COLOURS": {colour.value: word for colour, word in sentences.COLOUR_WORDS.items()},
        "RANKS": {rank.value: word for rank, word in RANK_WORDS.items()},
        "ORDINALS": list(sentences.ORDINALS),
        "PACES": {pace: text for pace, (_, text) in sentences.PACES.items()},
        "REACTIONS": dict(sentences.REACTIONS),
        "RECORDS": dict(RECORDS),
    }


NUMBERED = ("players", "hand_size")
"""The clashes that are a matter of numbers: the page works them out by itself."""


def clashes() -> list[tuple[str | dict[str, str], ...]]:
    """Which values of two options clash: the option to name, of each a pattern of those values, the reason, and the
    preset if it is a bound of that."""
    return [
        (clash.option, patterns(clash.clashes, triggers=True), clash.reason, *of)
        for of, clash in all_clashes()
        if clash.option not in NUMBERED
    ]


def all_clashes() -> Iterator[tuple[tuple[str, ...], Clash]]:
    """Every clash, and the preset that it is a bound of, if it is one."""
    yield from (((), clash) for clash in CLASHES)
    yield from (((name,), clash) for name, bounds in BOUNDS.items() for clash in bounds)


def patterns(test: Callable[[RuleSet], bool], *, triggers: bool) -> dict[str, str]:
    """The options on which a test of rules depends, each with a pattern of the values with which it holds.

    `triggers`: it holds where all of them do, else where one does. Found by trying: around rules for which it holds (or
    doesn't), one option is changed at a time. `tests/page` compares the page's result with the engine's.
    """
    around = next(rules for rules in tried() if test(rules) is triggers)
    found = {}
    for option, values in domain().items():
        held = {text for text, value in values.items() if test(replace(around, **{option: value}))}
        if 0 < len(held) < len(values):
            found[option] = pattern(held, set(values))
    return found


@cache
def tried() -> Sequence[RuleSet]:
    """The default rules with one or two options changed."""
    pairs = (
        {one: first, other: second}
        for one, other in combinations(domain(), 2)
        for first, second in product(domain()[one].values(), domain()[other].values())
    )
    return [DEFAULTS, *(replace(DEFAULTS, **pair) for pair in pairs)]


@cache
def domain() -> Mapping[str, Mapping[str, Any]]:
    """Of each option the values to try, by their texts: all of them, where what others mean depends on it."""
    texts = {name: option.choices for name, option in TABLE.items()}
    texts |= {"extra": tuple(",".join(counts) for counts in product("01234", repeat=3)), "own_text": ("", "Sing.")}
    return {name: {text: TABLE[name].read(text) for text in each} for name, each in texts.items()}


def pattern(held: set[str], values: set[str]) -> str:
    """The shortest pattern that finds just these of the values."""
    others = "|".join(f"{each}$" for each in sorted(values - held))
    made = [f"^{_any_of(held)}$", f"^(?!{others})", f",{_any_of({each[-1:] for each in held})}$"]
    return min((each for each in made if {text for text in values if re.search(each, text)} == held), key=len)


def _any_of(texts: set[str]) -> str:
    found = "|".join(sorted(texts))
    return found if len(texts) == 1 else f"({found})"


def option_words(option: Option) -> Iterator[tuple[str, str]]:
    """The values of an option that players read as words, each with them."""
    if option.name not in ("customizable_rule", "extra"):
        for value in option.choices:
            if any(map(str.isalpha, value)):
                yield value, value_text(option.name, value)


COMMENTS = {
    "SPOKEN": "The languages that there are words of, by code.",
    "USUAL": "Every option with its value in the official rules.",
    "PRESETS": "Of each preset every option: those that differ, and below the usual ones.",
    "PRESET_TEXTS": "What each preset is, in a sentence.",
    "SECTIONS": "The options under headings.",
    "OPTIONS": "Of each option title, if its usual value is unsaid, values (or those of `means`), other names.",
    "CUSTOM": "The title and the text of each rule of the Customizable cards.",
    "MEANINGLESS": "What makes an option meaningless: of another option a pattern of its values; any of them does.",
    "LEVELS": "What each level of computer players is like, the weakest first.",
    "COLOURS": "The colours, by letter.",
    "RANKS": "The symbols of cards.",
    "ORDINALS": "The places up to ten.",
    "PACES": "How long computer players take.",
    "REACTIONS": "What each reaction says.",
    "RECORDS": "What the records of a tally are called.",
    "CLASHES": "Which options clash: the one to name, of each a pattern of their values, the reason, (the preset).",
}


def rows(value: object) -> str:
    """A map or a list as JSON, one item a line."""
    if isinstance(value, dict):
        lines = [f"{json.dumps(key)}: {json.dumps(item, ensure_ascii=False)}," for key, item in value.items()]
        return "\n  ".join(["{", *lines]) + "\n}"
    assert isinstance(value, list)
    return "\n  ".join(["[", *(f"{json.dumps(item, ensure_ascii=False)}," for item in value)]) + "\n]"


def module(title: str, values: dict[str, object], *more: str) -> str:
    """The text of a module of the page that exports these values."""
    parts = [f"/** {title}, for the page. Made by scripts/generate.py. */"]
    for name, value in values.items():
        parts.append(f"/** {COMMENTS[name]} */\nexport const {name} = {rows(value)};")
    return "\n\n".join((*parts, *more)) + "\n"


def texts() -> Iterator[tuple[Path, str]]:
    """Every text in English that the page has from the engine's tables, with the file that has it or shows it."""
    for option in TABLE.values():
        means = [option.means] if isinstance(option.means, str) else option.means.values()
        words = (word for _value, word in option_words(option))
        yield from ((RULES_OF_PAGE, text) for text in (option.title, *words, *means))
    for rule in RULES.values():
        yield from ((RULES_OF_PAGE, text) for text in (rule.title, rule.text))
    yield from ((RULES_OF_PAGE, text) for text in (*LEVELS, RANDOM, *(level.like for level in LEVELS.values())))
    yield from ((RULES_OF_PAGE, text) for text in (*DESCRIPTIONS.values(), *SECTIONS))
    yield from ((CLASHES_OF_PAGE, clash.reason) for _of, clash in all_clashes())
    yield from ((TOLD_BY_PAGE, text) for value in told().values() for text in leaves(value))


def leaves(value: object) -> Iterator[str]:
    """The texts in a table."""
    if isinstance(value, str):
        yield value
    else:
        assert isinstance(value, dict | list | tuple)
        for part in value.values() if isinstance(value, dict) else value:
            yield from leaves(part)


def files() -> Mapping[Path, Callable[[], str]]:
    """The modules."""
    whole = "for (const name of Object.keys(PRESETS)) PRESETS[name] = { ...USUAL, ...PRESETS[name] };"
    return {
        RULES_OF_PAGE: lambda: module("The rules of the engine", rules(), whole),
        CLASHES_OF_PAGE: lambda: module("Which rules do not go together", {"CLASHES": clashes()}),
        TOLD_BY_PAGE: lambda: module("What is told", told()),
        PAGE / "spoken.js": partial(module, "The languages", {"SPOKEN": dict(LANGUAGES)}),
    }
