"""Sets of rules as lines of text that people share: `party mercy=20`."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from uno_client.preferences import NOTHING
from uno_engine.options import MEANINGLESS, differences
from uno_engine.presets import PRESETS, new_rules, preset
from uno_engine.rules import TABLE, RuleSet, RulesRefused
from uno_protocol.labels import worded
from uno_protocol.wording.options import meant, near

LONGEST_LINE = 2000
LONGEST_NAME = 30

_WORD = re.compile(r'(\w+=)"((?:[^"\\]|\\.)*)"|\S+')


class RuleLine(NamedTuple):
    """A set of rules: the preset, and what differs from it, `own_text` among the options."""

    preset: str
    options: Mapping[str, str]

    @property
    def rules(self) -> RuleSet:
        """The rules. Raises RulesRefused if they make no sense."""
        return new_rules(self.preset, self.options)

    def __str__(self) -> str:
        return " ".join((self.preset, *(f"{name}={_quoted(value)}" for name, value in self.options.items())))


def _quoted(value: str) -> str:
    if re.fullmatch(r"[^\s\"\\]+", value):
        return value
    return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'


def words_of(line: str) -> list[str]:
    """The words of a line; a value in quotes belongs to its word, without them."""
    found = ((each[0], *each.groups()) for each in _WORD.finditer(line))
    return [word if key is None else key + re.sub(r"\\(.)", r"\1", value) for word, key, value in found]


def read_line(line: str, sets: Iterable[str] = ()) -> RuleLine:
    """The set of rules that a line means. Raises ValueError as `read_words`, and if the line is too long."""
    if len(line) > LONGEST_LINE:
        raise ValueError(worded("line_long", most=LONGEST_LINE))
    name, *rest = words_of(line) or [""]
    return read_words(name, rest, sets)


def read_words(name: str, rest: Iterable[str], sets: Iterable[str] = ()) -> RuleLine:
    """The set of rules that a name and what differs mean. Raises ValueError with what is wrong and what may be meant.

    `sets`: names of saved sets, one of which may have been meant.
    """
    if name.lower() not in PRESETS:
        said = worded("line_begins")
        raise ValueError(
            said.format(name=name or "…") + (near(" ".join((name, *rest)), sets) or near(name, PRESETS)) + "."
        )
    options = {}
    for word in rest:
        option, equals, value = word.partition("=")
        if option not in TABLE:
            raise ValueError(worded("no_rule", option=option) + near(option, TABLE) + ".")
        if not equals:
            example = (TABLE[option].choices or ("…",))[0]
            raise ValueError(worded("no_value", key=option, example=example))
        options[option] = TABLE[option].word(value)
    made = RuleLine(name.lower(), options)
    try:
        return RuleLine(made.preset, differences(made.rules, preset(made.preset)))
    except RulesRefused as refused:
        raise ValueError(f"{refused}{meant(refused.option, options.get(refused.option, ''))}.") from None


def in_vain(rules: RuleSet, words: Iterable[str]) -> list[str]:
    """The words, such as `mercy=20`, that have no effect under these rules."""
    ignored = {option for option, idle in MEANINGLESS.items() if idle(rules)}
    return [word for word in words if word.partition("=")[0] in ignored]


def vain_text(rules: RuleSet, words: Iterable[str]) -> str:
    """A sentence listing the words that `in_vain` finds; empty if there are none."""
    said = ", ".join(in_vain(rules, words))
    return said and worded("in_vain", words=said)


def read_sets(kept: Mapping[str, str]) -> dict[str, RuleLine]:
    """The sets that are saved, by name; without lines that mean nothing here (a newer program wrote them)."""
    sets = {}
    for name, line in kept.items():
        try:
            sets[name] = read_line(line)
        except ValueError:
            continue
    return sets


def check_name(name: str) -> str:
    """The name for a set, cleaned. Raises ValueError with what a name can be."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or '"' in name:
        raise ValueError(worded("set_named", most=LONGEST_NAME))
    if name.lower() in PRESETS:
        raise ValueError(worded("set_preset", name=name))
    return name


def in_place_of(kept: Mapping[str, str], name: str, line: str) -> str:
    """Which line is lost when another one is saved under its name; empty if none."""
    old = kept.get(name, line)
    return "" if old == line else worded("in_place_of", line=old)


def rename(kept: Mapping[str, str], old: str, new: str) -> dict[str, str]:
    """The saved lines with another name for one of them; without it where that is NOTHING.

    Raises ValueError with a sentence for the player.
    """
    rest = {name: line for name, line in kept.items() if name != old}
    if new == NOTHING:
        return rest
    new = check_name(new)
    if new in rest:
        raise ValueError(worded("set_exists", name=new))
    return {new if name == old else name: line for name, line in kept.items()}
