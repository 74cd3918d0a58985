"""Make the words of the page: its rules from the engine's tables, and each language from its catalogue.

page_words.py          writes rules.js, clashes.js, spoken.js and words/LANGUAGE.json in server/web/page
page_words.py --check  changes nothing; exit code 1 for a text without a translation, or a file that is out of date

The texts of the page are the literals that its modules hand to `mark` and to functions whose names begin with `say`.
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:] = [str(ROOT), *sys.path, str(ROOT / "scripts")]

from babel.messages import Catalog  # noqa: E402
from catalogues import CLASHES_OF_PAGE, PAGE, RULES_OF_PAGE, file_of, forms, of_page, read  # noqa: E402

from client.wording.options import value_text  # noqa: E402
from engine.clauses import CLAUSES  # noqa: E402
from engine.customizable import RULES  # noqa: E402
from engine.explain import SECTIONS  # noqa: E402
from engine.levels import LEVELS, RANDOM  # noqa: E402
from engine.options import MEANINGLESS, differences, values_of  # noqa: E402
from engine.presets import DESCRIPTIONS, PRESETS  # noqa: E402
from engine.rules import CLASHES, DEFAULTS, TABLE, Option, RuleSet  # noqa: E402
from protocol.catalogues import ENGLISH, LANGUAGES  # noqa: E402

Text = tuple[str | None, str]
"""A text's context, if it has one, and the text itself: its form for many, if it has several."""


def rules() -> dict[str, object]:
    """What `rules.js` exports, by name; all texts in English."""
    options: dict[str, object] = {}
    for name, option in TABLE.items():
        words = {value: word for value, word in option_words(option) if word != value.replace("_", " ")}
        means = option.means if isinstance(option.means, str) else dict(option.means)
        unsaid = option.unsaid
        told = {"title": option.title, "unsaid": unsaid, "choices": option.choices, "words": words, "means": means}
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


NUMBERED = ("players", "hand_size")
"""The clashes that are a matter of numbers: the page works them out by itself."""


def clashes() -> list[tuple[str, dict[str, str], str]]:
    """Which values of two options clash: the option to name, of each a pattern of those values, the reason."""
    return [
        (clash.option, patterns(clash.clashes, triggers=True), clash.reason)
        for clash in CLASHES
        if clash.option not in NUMBERED
    ]


def patterns(test: Callable[[RuleSet], bool], *, triggers: bool) -> dict[str, str]:
    """The options on which a test of rules depends, each with a pattern of the values with which it holds.

    `triggers`: it holds where all of them do, else where one does. Found by trying: around rules for which it holds (or
    does not), each option is changed alone. `tests/page` compares what the page makes of it with the engine.
    """
    around = next(rules for rules in tried() if test(rules) is triggers)
    found = {}
    for option, values in domain().items():
        held = {text for text, value in values.items() if test(replace(around, **{option: value}))}
        if 0 < len(held) < len(values):
            found[option] = pattern(held, set(values))
    return found


def tried() -> Iterator[RuleSet]:
    """The default rules with one or two options changed."""
    yield DEFAULTS
    for one, other in combinations(domain(), 2):
        for first, second in product(domain()[one].values(), domain()[other].values()):
            yield replace(DEFAULTS, **{one: first, other: second})


@cache
def domain() -> Mapping[str, Mapping[str, Any]]:
    """Of each option the values to try, by their texts: all of them, where what others mean depends on it."""
    texts = {name: option.choices for name, option in TABLE.items()}
    texts |= {"extra": tuple(",".join(counts) for counts in product("0123", repeat=3)), "own_text": ("", "Sing.")}
    return {name: {text: TABLE[name].read(text) for text in each} for name, each in texts.items()}


def pattern(held: set[str], values: set[str]) -> str:
    """The shortest pattern that finds just these of the values."""
    these, others = ("|".join(f"{each}$" for each in sorted(some)) for some in (held, values - held))
    made = [f"^({these})", f"^(?!{others})", ",0$"]
    return min((each for each in made if {text for text in values if re.search(each, text)} == held), key=len)


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
    "OPTIONS": "Of each option its title, if its usual value is unsaid, values (else those of `means`), words, means.",
    "CUSTOM": "The title and the text of each rule of the Customizable cards.",
    "MEANINGLESS": "What makes an option meaningless: of another option a pattern of its values; any of them does.",
    "LEVELS": "What each level of computer players is like, the weakest first.",
    "CLASHES": "Which options clash: the one to name, of each a pattern of the values that do so together, the reason.",
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
    parts = [f"/** {title}, for the page. Made by scripts/page_words.py. */"]
    for name, value in values.items():
        parts.append(f"/** {COMMENTS[name]} */\nexport const {name} = {rows(value)};")
    return "\n\n".join((*parts, *more)) + "\n"


def needed() -> dict[Text, str]:
    """Every text that the page can show, with where it comes from."""
    found: dict[Text, str] = {}
    for name, text, context in of_page():
        found.setdefault((context, forms(text)[-1]), name)
    for option in TABLE.values():
        means = [option.means] if isinstance(option.means, str) else option.means.values()
        for text in (option.title, *(word for _value, word in option_words(option)), *means):
            found.setdefault((None, text), "engine/rules.py")
    levels = (*LEVELS, RANDOM, *(level.like for level in LEVELS.values()))
    for text in (*levels, *DESCRIPTIONS.values(), *SECTIONS, *CLAUSES.values(), *(clash.reason for clash in CLASHES)):
        found.setdefault((None, text), "engine")
    for rule in RULES.values():
        for text in (rule.title, rule.text):
            found.setdefault((None, text), "engine/customizable.py")
    return found


def key_of(text: str) -> str:
    """The key of a text in a file of words, as `words.js` makes it: FNV-1a of its characters, 24 bits."""
    number = 0x811C9DC5
    for letter in text:
        number = (number ^ ord(letter)) * 0x01000193 & 0xFFFFFFFF
    number, digits = number >> 8, ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def words(catalogue: Catalog) -> tuple[dict[str, object], list[str]]:
    """The words of a language for the page, and which texts have none."""
    known = {(message.context, forms(message.id)[-1]): message.string for message in catalogue if message.id}
    said: dict[str, object] = {}
    missing = []
    for (context, text), where in needed().items():
        string = known.get((context, text))
        if not string or not all(forms(string)):
            missing.append(f"{where}: {text!r} is not translated")
        elif string != text:
            key = key_of(f"{context}\x04{text}" if context else text)
            if key in said:
                missing.append(f"{where}: {text!r} has the key of another text")
            said[key] = string
    return said, missing


def made() -> tuple[dict[Path, str], list[str]]:
    """Every file with what belongs into it, and what is missing."""
    whole = "for (const name of Object.keys(PRESETS)) PRESETS[name] = { ...USUAL, ...PRESETS[name] };"
    files = {
        RULES_OF_PAGE: module("The rules of the engine", rules(), whole),
        CLASHES_OF_PAGE: module("Which rules do not go together", {"CLASHES": clashes()}),
        PAGE / "spoken.js": module("The languages", {"SPOKEN": dict(LANGUAGES)}),
    }
    missing: list[str] = []
    for code in LANGUAGES:
        if code != ENGLISH:
            said, lacks = words(read(code))
            files[PAGE / "words" / f"{code}.json"] = json.dumps(said, ensure_ascii=False, indent=0) + "\n"
            missing += [f"{file_of(code, 'po').relative_to(ROOT)}: {each}" for each in lacks]
    return files, missing


def main() -> int:
    """Exit code: 0; 1 if a translation is missing or, with --check, a file is out of date."""
    parser = argparse.ArgumentParser(description="Make the words of the page.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if something is wrong")
    check = parser.parse_args().check
    files, said = made()
    for file, text in files.items():
        if check:
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                said.append(f"{file.relative_to(ROOT)} is out of date: run .venv/bin/python scripts/page_words.py")
        else:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
    print("".join(f"{each}\n" for each in said), end="", file=sys.stderr)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
