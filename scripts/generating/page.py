"""The page's copy of Python's tables: clashes.js in server/uno_server/web/page.

It is in git: the page can't do without it, and making it takes long.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

from generating import ROOT
from uno_engine.options import MEANINGLESS
from uno_engine.presets import BOUNDS
from uno_engine.rules import CLASHES, DEFAULTS, TABLE, Clash, RuleSet

PAGE = ROOT / "server" / "uno_server" / "web" / "page"


def idle() -> dict[str, dict[str, str]]:
    """What makes an option meaningless: of another option a pattern of its values; any of them does."""
    return {option: patterns(test, triggers=False) for option, test in MEANINGLESS.items()}


NUMBERED = ("players", "hand_size")
"""The clashes that are a matter of numbers: the page works them out by itself."""


def clashes() -> list[tuple[str | dict[str, str] | None, ...]]:
    """Which values of two options clash, in the order of the book's reasons: the option to name, of each a pattern of
    those values, and the preset if it is a bound of that."""
    return [
        (clash.option, None if clash.option in NUMBERED else patterns(clash.clashes, triggers=True), *of)
        for of, clash in all_clashes()
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


COMMENTS = {
    "MEANINGLESS": "What makes an option meaningless: of another option a pattern of its values; any of them does.",
    "CLASHES": "Which options clash: the one to name, of each a pattern of their values (null: numbers), (the preset).",
}


def rows(value: object) -> str:
    """A map or a list as JSON, one item a line."""
    if isinstance(value, dict):
        lines = [f"{json.dumps(key)}: {json.dumps(item, ensure_ascii=False)}," for key, item in value.items()]
        return "\n  ".join(["{", *lines]) + "\n}"
    assert isinstance(value, list)
    return "\n  ".join(["[", *(f"{json.dumps(item, ensure_ascii=False)}," for item in value)]) + "\n]"


def module(title: str, values: dict[str, object]) -> str:
    """The text of a module of the page that exports these values."""
    parts = [f"/** {title}, for the page. Made by scripts/generate.py. */"]
    for name, value in values.items():
        parts.append(f"/** {COMMENTS[name]} */\nexport const {name} = {rows(value)};")
    return "\n\n".join(parts) + "\n"


def files() -> Mapping[Path, Callable[[], str]]:
    """The modules."""
    return {
        PAGE / "clashes.js": lambda: module(
            "Which rules do not go together", {"MEANINGLESS": idle(), "CLASHES": clashes()}
        ),
    }
