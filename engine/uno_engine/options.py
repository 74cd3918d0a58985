"""The options of a rule set as text: written, read, compared, and the fingerprint."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from typing import Any

from uno_engine.language import _, decimal
from uno_engine.rules import DEFAULTS, OPTIONS, TABLE, Extra, PlayerRange, RuleSet, RulesRefused, check

ADDED = tuple(TABLE)[tuple(TABLE).index("jump_in") + 1 :]
"""The options that came after 0.2. Fingerprints, and rules on the wire, leave out those at their default (N0)."""


def write_value(value: object) -> str:
    """An option's value as text, as `Option.read` takes it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case PlayerRange(least, most):
            return f"{least}-{most}"
        case Extra():
            return ",".join(map(str, value))
        case float():
            return f"{value:g}"
        case _:
            return str(value)


def value_word(value: str) -> str:
    """An option's value as players read it: `left of dealer`."""
    return _(value.replace("_", " ")) if any(map(str.isalpha, value)) else decimal(value)


def with_options(rules: RuleSet, options: Mapping[str, str]) -> RuleSet:
    """`rules` with some options set from text, checked as a whole.

    Raises RulesRefused for an unknown option, a bad value, or options that do not go together.
    """
    changes: dict[str, Any] = {}
    for option, text in options.items():
        row = TABLE.get(option)
        if row is None:
            said = _("there is no such option; the options are {names}").format(names=", ".join(TABLE))
            raise RulesRefused(option, "unknown_option", said)
        try:
            changes[option] = row.read(text)
        except ValueError as fault:
            raise RulesRefused(option, "bad_value", str(fault)) from None
    rules = replace(rules, **changes)
    check(rules)
    return rules


MEANINGLESS: Mapping[str, Callable[[RuleSet], bool]] = {name: row.idle.holds for name, row in TABLE.items() if row.idle}
"""When another option makes an option meaningless: it is ignored and counts with its default."""

_KEPT = 1024
"""Rule sets of which the texts are kept: a list names those of every table."""


def values_of(rules: RuleSet) -> Mapping[str, str]:
    """Every option with its value as text, in order; meaningless ones with their default."""
    return _values_of(rules)


def options_of(rules: RuleSet) -> dict[str, str]:
    """The options without the added ones at their default (N0)."""
    return {option: text for option, text in _values_of(rules).items() if not _left_out(option, text)}


@lru_cache(maxsize=_KEPT)
def _values_of(rules: RuleSet) -> Mapping[str, str]:
    return {
        option: write_value(getattr(DEFAULTS if MEANINGLESS.get(option, _never)(rules) else rules, option))
        for option in OPTIONS
    }


def _left_out(option: str, text: str) -> bool:
    return option in ADDED and text == write_value(getattr(DEFAULTS, option))


def _never(_rules: RuleSet) -> bool:
    return False


def differences(rules: RuleSet, base: RuleSet) -> dict[str, str]:
    """The options in which `rules` differs from `base`, with its own value as text."""
    ours, theirs = _values_of(rules), _values_of(base)
    return {option: text for option, text in ours.items() if text != theirs[option]}


@lru_cache(maxsize=_KEPT)
def fingerprint(rules: RuleSet) -> str:
    """Eight hex digits, the same for the same rules on every machine (section 2, last paragraph)."""
    lines = "".join(f"{option}={text}\n" for option, text in options_of(rules).items())
    return hashlib.sha256(lines.encode()).hexdigest()[:8]
